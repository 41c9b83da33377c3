"""The About screen: version, credits, and the licences of third-party parts."""

from __future__ import annotations

import sys

import pygame
from pygame import Rect, Surface

import game
from game.i18n import LANGUAGES, _, capital, say
from game.i18n.punctuation import join_with_dots, label_with_text
from game.scenes.host import Host
from game.scenes.screen import corner_button, overlay_panel
from game.system.licences import licence_in_short, shipped_parts, whole_licence
from game.ui import layout as ui  # fmt: skip
from game.ui.drawing import art, draw
from game.ui.drawing.text import Anchor
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle
from game.ui.widgets.areas import TextArea
from game.ui.widgets.scroll_offset import ScrollOffset as Offset

_WIDEST = 1.8  # of the panel's height

_SYSTEMS = {"win32": "windows", "darwin": "macos"}
"""The names of operating systems in the list of licences, by ``sys.platform``; any other system counts as Linux."""


class AboutScene(TreeForm[Host]):
    """The About screen with two pages: the credits, and the licences of all shipped parts."""

    name = "about"
    first_focus = "page"
    opaque = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._page = "credits"
        system = _SYSTEMS.get(sys.platform, "linux")
        self.parts = tuple(part for part in shipped_parts() if system in part.ships)
        self._chosen = self.parts[0]
        self._list, self._reading = Offset(), Offset()
        self._is_copied: bool | None = None

    def escape(self) -> None:
        self.app.pop(self)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        close = corner_button(self.scale, self.escape)
        return overlay_panel(
            self.app.size,
            self.scale,
            "info",
            _("About Milestone Rally"),
            self._body,
            max_aspect_ratio=_WIDEST,
            corner=close,
        )

    def _body(self, room: tuple[int, int]) -> ui.Box:
        ways = [self._above, self._scrolled] if is_tall(self.app.size) else [self._beside, self._above, self._scrolled]
        return self.view_state.first_that_fits("body", room, *ways)

    def _beside(self) -> ui.Box:
        s = self.scale
        page = ui.Column(self._tabs(), self._page_shown(), self._foot(), gap=s.space_px(22), grow=1)
        return ui.Row(self._game(upright=True, share=0.3), page, gap=s.space_px(45), middle=False)

    def _above(self) -> ui.Box:
        game = self._game(upright=False)
        return ui.Column(game, self._tabs(), self._page_shown(), self._foot(), gap=self.scale.space_px(22))

    def _scrolled(self) -> ui.Box:
        s = self.scale
        whole = ui.Column(self._game(upright=False), self._tabs(), self._page_shown(), gap=s.space_px(22))
        return ui.Column(
            ui.Scroll(s, self.view_state.position("whole"), whole, min_height=s.space_px(200)),
            self._foot(),
            gap=s.ring_space_px(22),
        )

    def _game(self, *, upright: bool, share: float = 0) -> ui.Box:
        """Return a panel with a milestone, the game's name and version, and the button that copies these."""
        s, said = self.scale, join_with_dots([game.TITLE, self._version()])
        anchor: Anchor = "c" if upright else "l"
        words = ui.Column(
            ui.Label(s, game.TITLE, ui.ROLES.figure, anchor=anchor),
            ui.Label(s, self._version(), ui.ROLES.name, anchor=anchor),
            ui.Label(s, _("The card game of the open road"), ui.ROLES.body, THEME.text2, anchor=anchor),
            gap=s.space_px(6), id="name", label=said,
        )  # fmt: skip
        copy = self._copy_button()
        if upright:
            stone = ui.Canvas(_paint_stone, 0, (s.space_px(90), s.space_px(340)), grow=1)
            body: ui.Box = ui.Column(stone, words, ui.Spacer(grow=0.4), copy, gap=s.space_px(18))
        else:
            side = s.space_px(230)
            below = ui.Column(words, ui.Row(copy, ui.Spacer()), gap=s.space_px(18))
            body = ui.Row(
                ui.Canvas(_paint_stone, (s.space_px(60), side), (s.space_px(60), side)), below, gap=s.space_px(24)
            )
        return ui.Panel(body, s.space_px(20), fill=THEME.row, radius=s.space_px(20), share=share)

    def _tabs(self) -> ui.Box:
        pages = [("credits", _("Credits")), ("licences", _("Licenses"))]
        return ui.word_choice(self.scale, "page", _("Page"), pages, self._page, self._turn)

    def _foot(self) -> ui.Box:
        s = self.scale
        report = ui.Button(
            s, "report", _("Report a problem"), self.app.report_problem, style=ButtonStyle.PAPER, icon="warning"
        )
        return ui.Flow(report, ui.Spacer(), gap=s.space_px(10))

    def _page_shown(self) -> ui.Box:
        return self._credits() if self._page == "credits" else self._licences()

    def _credits(self) -> ui.Box:
        s, alike = self.scale, ui.SharedSize()
        rows = [self._credit(f"credit.{n}", *credit, alike) for n, credit in enumerate(_credits())]
        page = ui.Column(*rows, ui.Label(s, _note(), ui.ROLES.body, THEME.text2, id="note"), gap=s.space_px(9))
        return ui.Scroll(s, self.view_state.position("credits"), page, min_height=s.space_px(260))

    def _credit(self, id: str, icon: str, what: str, by: str, alike: ui.SharedSize) -> ui.Box:
        s = self.scale
        disc = ui.Canvas(lambda surface, rect: _paint_disc(surface, rect, icon), s.text_px(52), s.text_px(52))
        larger = s.growth > 1
        name = ui.Label(s, what, ui.ROLES.name, shared_size=alike)
        whose = ui.Label(s, by, ui.ROLES.body, THEME.text2, anchor="l" if larger else "r", grow=not larger)
        words = (ui.Column if larger else ui.Row)(name, whose, gap=s.space_px(1 if larger else 20), grow=1)
        row = ui.Row(disc, words, gap=s.space_px(18), id=id, label=label_with_text(what, by))
        return ui.Panel(row, (s.space_px(16), s.space_px(12), s.space_px(12)), fill=THEME.row, radius=s.space_px(14))

    def _licences(self) -> ui.Box:
        """Return the list of shipped parts above the licence text of the chosen part."""
        s = self.scale
        rows = [
            ui.ListLine(part.id, part.name, capital(say(part.purpose)), licence_in_short(part)) for part in self.parts
        ]
        return ui.Column(
            ui.Listing(
                s, "licences", _("Licenses"), ui.list_items(s, rows), self._chosen.id, self._choose, self._read_on,
                scroll=self._list, max_rows=6, grow=0.52,
            ),
            TextArea(
                "text", _("License text: {name}", name=self._chosen.name), whole_licence(self._chosen),
                scroll=self._reading, text_scale=s.text_scale, high=(s.text_px(200), s.text_px(280)), grow=0.48,
            ),
            gap=s.space_px(12), grow=1,
        )  # fmt: skip

    def _turn(self, page: str) -> None:
        self._page = page
        self.lay_out()

    def _copy_button(self) -> ui.Box:
        """Return the button that copies the game's name and version; then its words say whether that worked."""
        name, icon = {
            None: (_("Copy version"), "copy"),
            True: (_("Copied"), "check"),
            False: (_("Not copied"), "warning"),
        }[self._is_copied]
        return ui.Button(self.scale, "copy", name, self._copy, style=ButtonStyle.PAPER, icon=icon, role=ui.ROLES.name)

    def _copy(self) -> None:
        try:
            pygame.scrap.put_text(f"{game.TITLE} {game.__version__}")
        except pygame.error:  # as when another program holds the clipboard
            self._is_copied = False
        else:
            self._is_copied = True
        self.lay_out()

    def _choose(self, id: str) -> None:
        self._chosen = next(part for part in self.parts if part.id == id)
        self._reading = Offset()
        self.lay_out()

    def _read_on(self) -> None:
        for area in self.controls.widgets:
            if isinstance(area, TextArea):
                area.press()

    def _version(self) -> str:
        return _("Version {version}", version=game.__version__)


def _credits() -> list[tuple[str, str, str]]:
    """Return the icon, the work and the author of each credit."""
    founders, own = _("the Milestone Rally founders"), _("own work, made for this game")
    return [
        ("rules", _("Concept and rules research"), founders),
        ("code", _("Program and bots"), founders),
        ("star", _("Drawings"), own),
        ("music", _("Sounds"), own),
        ("speech", _("Text in {n} languages", n=len(LANGUAGES)), founders),
    ]


def _note() -> str:
    return _("A free card game about racing for kilometers. It has no ties to any publisher and needs no internet.")


def _paint_stone(surface: Surface, place: Rect) -> None:
    side = min(place.size)
    stone = art.picture("parts/milestone", side, side)
    surface.blit(stone, stone.get_rect(center=place.center))


def _paint_disc(surface: Surface, place: Rect, icon: str) -> None:
    draw.rounded_rect(surface, place, place.h / 2, THEME.navy)
    art.blit_icon(surface, icon, place.center, 0.52 * place.h, THEME.gold)
