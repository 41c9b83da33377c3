"""The rules screen: the list of contents at the left, the open page at the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame
from pygame.event import Event

from game.engine.cards import CARD_BY_ID, CARDS
from game.engine.setup import MatchSetup
from game.features.rulebook.blocks import RulesPageLayout
from game.features.rulebook.text import SECTIONS, RulesInPlay, rules_page, section_of, section_title
from game.features.setup.one_screen import OneScreenScene
from game.features.setup.scene import SetupScene
from game.i18n import _, language
from game.i18n.punctuation import join_with_dots
from game.scenes.host import Host
from game.scenes.screen import corner_button, overlay_panel
from game.ui import layout as ui
from game.ui.boxes.box import HIT_PX
from game.ui.drawing.theme import THEME
from game.ui.layout.tree_form import TreeForm
from game.ui.widgets import ButtonStyle
from game.words.rulesets import rule_set_name, seating_line

_WIDEST = 1.8  # of the panel's height


def toggle_rules(app: Host, topic: str | None = None) -> None:
    """Close the rules screen if it is open, else open it with the rules of the current match.

    It opens at ``topic`` (a section or a card); without one, at the topic that the topmost scene suggests.
    """
    scenes = app.scenes
    if any(isinstance(scene, RulesScene) for scene in scenes):
        if isinstance(app.scene, RulesScene):
            app.pop(app.scene)
        return
    setup = next((scene.plan.setup for scene in scenes if isinstance(scene, SetupScene | OneScreenScene)), None)
    if setup is None:
        setup = app.session.setup if app.session is not None else app.settings.last_match_plan(language()).setup
    about = topic or next((topic for scene in scenes if (topic := scene.rules_topic())), None)
    app.push(RulesScene(app, setup, about, offers_lesson=all(scene.name != "lesson" for scene in scenes)))


class RulesScene(TreeForm[Host]):
    """The screen with the rules of a match, opened at the ``topic``, the id of a section or a card; Escape closes it.

    With ``offers_lesson`` it has a button that starts the first lesson.
    """

    name = "rules"
    opaque = False
    first_focus = "contents"

    def __init__(self, app: Host, setup: MatchSetup, topic: str | None = None, *, offers_lesson: bool = True) -> None:
        super().__init__(app)
        self._offers_lesson = offers_lesson
        self.played = RulesInPlay.of(setup)
        self.topic = topic or SECTIONS[0]
        self._page = rules_page(self.topic, self.played)

    @property
    def reading(self) -> ui.Scroll:
        """The scrolled part of the page."""
        return self.scrolled("reading")

    def escape(self) -> None:
        self.app.pop(self)

    def open(self, topic: str) -> None:
        """Show the page of a section or a card, given by its id, from its beginning."""
        self.topic = topic
        self.view_state.position("reading").offset.scroll_to(0)
        self.lay_out()
        if self.controls.focused is None:
            self.controls.focus("contents")

    def _read_on(self) -> None:
        """Scroll down by one screenful, or at the end of a page open the next section."""
        if not self.reading.handle_key(pygame.K_PAGEDOWN):
            index = SECTIONS.index(section_of(self.topic)) + 1
            self.open(SECTIONS[index % len(SECTIONS)])

    def handle(self, event: Event) -> bool:
        used = super().handle(event)
        if not used and event.type == pygame.KEYDOWN and not self.controls.popup:
            used = self.reading.handle_key(event.key)
        return used

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        self._page = rules_page(self.topic, self.played)
        played = join_with_dots([rule_set_name(self.played.id), seating_line(self.played.setup)])
        about = ui.Label(self.scale, played, ui.ROLES.body, THEME.on_navy, grow=1, id="about")
        close = corner_button(self.scale, self.escape)
        return overlay_panel(
            self.app.size,
            self.scale,
            "rules",
            _("Rules"),
            self._body,
            max_aspect_ratio=_WIDEST,
            corner=close,
            aside=about,
        )

    def _body(self, room: tuple[int, int]) -> ui.Box:
        parts = self._parts()
        return self.view_state.first_that_fits("body", room, partial(self._beside, parts), partial(self._above, parts))

    @property
    def _titles(self) -> list[tuple[str, str]]:
        return [(section, section_title(section, self.played.id)) for section in SECTIONS]

    def _beside(self, parts: Sequence[ui.Box]) -> ui.Box:
        s, at = self.scale, section_of(self.topic)
        titles = ui.title_list(
            s, "contents", _("Contents"), self._titles, at, self.open, on_press=self._read_on, role=ui.ROLES.body
        )
        left = ui.Column(titles, ui.Spacer(), self._lesson(), gap=s.space_px(10), share=0.215)
        right = ui.Column(self._head(), self._scrolled(s.space_px(300), *parts), gap=s.space_px(16), grow=1)
        return ui.Row(left, ui.Divider(s.text_px(1.5)), right, gap=s.space_px(20), middle=False)

    def _above(self, parts: Sequence[ui.Box]) -> ui.Box:
        s, at = self.scale, section_of(self.topic)
        field = ui.Dropdown(s, "contents", _("Contents"), self._titles, at, self.open, bounds=self.bounds, grow=1)
        page = self._scrolled(0, self._head(), *parts)
        return ui.Column(ui.Flow(field, self._lesson(), gap=s.space_px(14)), page, gap=s.space_px(14))

    def _scrolled(self, least: int, *parts: ui.Box) -> ui.Box:
        s, page = self.scale, ui.Column(*parts, gap=self.scale.text_px(14))
        return ui.Scroll(s, self.view_state.position("reading"), page, min_height=least)

    def _lesson(self) -> ui.Box | None:
        """Return the button that starts the first lesson, or None if it is not offered."""
        if not self._offers_lesson:
            return None
        return ui.Button(
            self.scale, "lesson", _("First lesson"), self.app.start_lesson, style=ButtonStyle.PAPER, icon="hint",
            role=ui.ROLES.name, is_low=True,
        )  # fmt: skip

    def _head(self) -> ui.Box:
        """Return the page's title; a card's page also gets buttons to all cards, the previous and the next card."""
        s = self.scale
        words = ui.Label(s, self._page.title, ui.ROLES.figure, grow=1, id="page")
        if self.topic not in CARD_BY_ID:
            return words
        index = CARD_BY_ID[self.topic].index
        cards = ui.Button(
            s,
            "all-cards",
            _("All cards"),
            lambda: self.open("cards"),
            style=ButtonStyle.PAPER,
            icon="cards",
            role=ui.ROLES.name,
        )
        before, after = CARDS[index - 1].id, CARDS[(index + 1) % len(CARDS)].id
        turns = self._turn("earlier", _("Previous card"), before), self._turn("later", _("Next card"), after)
        apart = max(s.space_px(10), HIT_PX - turns[0].width_range()[0])
        return ui.Flow(words, ui.Row(cards, *turns, gap=apart), gap=s.space_px(14), is_tight=True)

    def _turn(self, id: str, name: str, card_id: str) -> ui.Box:
        side = max(HIT_PX if self.scale.growth > 1 else 0, round(2 * self.scale.px(ui.ROLES.name)))
        return ui.IconButton(
            self.scale, id, name, lambda: self.open(card_id), "arrow", side=side, is_mirrored=id == "earlier"
        )

    def _parts(self) -> list[ui.Box]:
        sheet = RulesPageLayout(self.scale, self.played.id, rule_set_name(self.played.id), self.open)
        return [
            ui.Box(sheet.block_box(block), id=f"part-{n}", label=sheet.spoken_text(block))
            for n, block in enumerate(self._page.blocks)
        ]
