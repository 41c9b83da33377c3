"""The screen that compares the person's result in a deal with those of the bots in the same seat, sorted by points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Color, Rect, Surface

from game.engine.rules import Seating
from game.features.calendar.model.level_runs import LegRun, SeatComparison
from game.i18n import _, _n, _p, _r, number
from game.i18n.punctuation import join_with_commas, join_with_dots, label_with_text, rank_text
from game.match.deals import Deal
from game.people.profiles import Livery
from game.scenes.dialogs import screen_plate
from game.scenes.host import Host
from game.scenes.screen import ScreenPanel, corner_button
from game.table.painting import ground
from game.ui import layout as ui
from game.ui.animation import Animation, Timeline, smoothstep
from game.ui.drawing import art, draw, livery
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle
from game.ui.widgets.scroll_offset import ScrollOffset as Offset
from game.words.settings import level_name

_BAR, _GAP = 90, 32
_WIDEST = 1.6  # of the plate's height
_SORT_S = 0.26
_SORT = "sort"
_OWN = "own"
"""The key of the person's own result; all other keys are levels of the bots."""


class DealResultScene(TimedFormScene[Host], TreeForm[Host]):
    """The person's result in a deal and those of the bots of each level, which play it while the screen is open.

    ``again`` plays the deal once more, and ``look_at`` shows a run move by move. ``on_known`` is called once with the
    points of all levels when every level has played. Closing the screen stops the bots.
    """

    name = "deal_result"
    first_focus = "drive"

    def __init__(
        self,
        app: Host,
        deal: Deal,
        comparison: SeatComparison,
        again: Callable[[], None],
        look_at: Callable[[LegRun], None],
        on_known: Callable[[tuple[int, ...]], None] = lambda _points: None,
    ) -> None:
        super().__init__(app)
        self._look_at = look_at
        self._on_known = on_known
        self._chosen = _OWN
        self._scroll = Offset()
        self.comparison = comparison
        self._deal = deal
        self._again = again
        self._order = self._sorted()
        self._before = self._order
        self._moves = -1
        self._is_copied: bool | None = None

    def escape(self) -> None:
        self.app.pop(self)

    def leave(self) -> None:
        self.comparison.close()

    def update(self, now_s: float) -> None:
        super().update(now_s)
        if self.comparison.poll():
            self._sort_in()
            if not self.comparison.pending_levels:
                self._on_known(self.comparison.points)
        percent = round(100 * self.comparison.progress)
        if percent != self._moves:
            self._moves, self.dirty = percent, True

    def is_settled(self) -> bool:
        return super().is_settled() and self.comparison.is_over

    def _sorted(self) -> tuple[str, ...]:
        """Return the keys of all rows: the finished runs, the best first, then the levels that have not finished."""
        return (*(drive.level or _OWN for drive in self.comparison.runs), *self.comparison.pending_levels)

    def _sort_in(self) -> None:
        self._before, self._order = self._order, self._sorted()
        speed = 0 if self.app.settings.person.reduced_motion else self.app.settings.person.speed.factor
        self.timeline = Timeline(self.app.now_s, speed, {_SORT: Animation(duration_s=_SORT_S, easing=smoothstep)})
        self.lay_out()

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s, widest = self.scale, None if is_tall(self.app.size) else _WIDEST
        plate, title, close = screen_plate(self.app.size, widest)[0], _("How others did in your seat"), self.escape
        return ScreenPanel(plate, s, "chart", title, self._body, corner=corner_button(s, close))

    def _body(self, room: tuple[int, int]) -> ui.Box:
        s, gap = self.scale, self.scale.space_px(18)
        return self.view_state.first_that_fits(
            "body",
            room,
            lambda: ui.Column(self._code(), self._runs(), self._foot(), gap=gap),
            lambda: ui.Scroll(
                s,
                self.view_state.pane("page"),
                ui.Column(self._code(), self._runs(least=0), self._foot(), gap=gap),
                min_height=0,
            ),
            content=(self._order, self._rank, self._is_copied),
        )

    def _code(self) -> ui.Box:
        s, name = self.scale, {None: _("Copy"), True: _("Copied"), False: _("Not copied")}[self._is_copied]
        code = ui.Row(
            ui.Label(s, _("Deal"), ui.ROLES.small, THEME.text2, one_line=True),
            ui.Label(s, self._deal.code, ui.ROLES.figure, one_line=True),
            gap=s.space_px(16), id="code", label=" ".join((_("Deal"), self._deal.code)),
        )  # fmt: skip
        copy = ui.button(s, "copy", name, self._copy, style=ButtonStyle.PAPER, role=ui.ROLES.label)
        rank = ui.Label(s, self._rank, ui.ROLES.name, anchor="r" if s.growth <= 1 else "l", grow=1, id="rank")
        line = ui.Flow(ui.Row(code, copy, ui.Spacer(), gap=s.space_px(20)), rank, gap=s.space_px(20))
        rim_px, pad = max(1.0, 2 * s.default_text_scale), (s.space_px(24), s.space_px(12), s.space_px(12))
        return ui.Panel(line, pad, fill=THEME.row, rim=THEME.edge, rim_px=rim_px, radius=s.space_px(16))

    def _runs(self, least: int = 3) -> ui.Box:
        """Return the list of results, with a row of column headings; it shows at least ``least`` rows."""
        s = self.scale
        rows = [
            ui.ListItem(of, partial(self._driver, of), partial(self._spoken, of), partial(self._row, of))
            for of in self._order
        ]
        return ui.Listing(
            s, "drive", _("Runs"), [ui.ListItem("", str, str, self._heads), *rows], self._chosen, self._choose,
            self._watch_chosen,
            scroll=self._scroll, min_rows=least, stretch=1.6, slide=self._slide,
        )  # fmt: skip

    def _slide(self, of: str) -> float:
        """Return how many rows a run is below its final position while the rows are being sorted; negative if above."""
        gone = self.timeline.eased_progress(_SORT)
        return (1 - gone) * (self._before.index(of) - self._order.index(of)) if of else 0

    def _foot(self) -> ui.Box:
        s, note = self.scale, _("The same cards and the same rivals; each took your seat once.")
        is_there = self._run_of(self._chosen) is not None
        return ui.Flow(
            ui.Label(s, note, ui.ROLES.small, THEME.text2, grow=1, id="note"),
            ui.button(s, "look", _("Watch a run"), self._watch_chosen, icon="play", role=ui.ROLES.name,
            enabled=is_there),
            ui.button(s, "again", _("Play this deal again"), self._again, style=ButtonStyle.RED, icon="replay",
            role=ui.ROLES.name),
            gap=s.space_px(20),
        )  # fmt: skip

    def _choose(self, of: str) -> None:
        self._chosen = of
        self.lay_out()

    def _watch_chosen(self) -> None:
        """Show the selected run move by move; do nothing if it has not been played yet."""
        drive = self._run_of(self._chosen)
        if drive is not None:
            self._look_at(drive)

    def _copy(self) -> None:
        try:
            pygame.scrap.put_text(self._deal.code)
        except pygame.error:  # as when another program holds the clipboard
            self._is_copied = False
        else:
            self._is_copied = True
        self.lay_out()

    # -- words --------------------------------------------------------------------------------------------------------

    @property
    def _rank(self) -> str:
        """The text about the person's rank, or about how many runs are still to come."""
        comparison = self.comparison
        if comparison.fault is not None:
            return _("The rest couldn’t be calculated")
        if not comparison.is_over:
            return _n("{n} run to go", "{n} runs to go", len(comparison.pending_levels))
        return _("Your place: {place} of {count}", place=comparison.rank(comparison.own_run), count=len(self._order))

    def _run_of(self, of: str) -> LegRun | None:
        return next((drive for drive in self.comparison.runs if (drive.level or _OWN) == of), None)

    def _driver(self, of: str) -> str:
        if of != _OWN:
            return level_name(of)
        return _("Your team") if self._deal.seating is Seating.TEAMS else _("You")

    def _spoken(self, of: str) -> str:
        drive = self._run_of(of)
        if drive is None:
            due = _("still to come")
            return label_with_text(self._driver(of), due)
        rules = self._deal.rules
        coups_fourres = _r(rules, "Coups fourrés")
        parts = [
            _n("{n} point", "{n} points", drive.points),
            _("{km} km", km=drive.km),
            label_with_text(coups_fourres, number(drive.coups_fourres)),
            *([_r(rules, "Leg won")] if drive.has_won else []),
        ]
        return " ".join(
            (rank_text(self.comparison.rank(drive)), label_with_text(self._driver(of), join_with_commas(parts)))
        )

    # -- a row --------------------------------------------------------------------------------------------------------

    def _column_heads(self) -> tuple[str, str, str, str]:
        rules = self._deal.rules
        return _p("column", "Points"), _p("column", "km"), _r(rules, "Coups fourrés"), _p("column", "Won")

    @staticmethod
    def _figures(drive: LegRun) -> tuple[str, str, str, str]:
        coups = number(drive.coups_fourres) if drive.coups_fourres else "–"
        return number(drive.points), number(drive.km), coups, "–"

    def _columns(self, of: str, role: ui.Role, figures: Sequence[ui.Box | str]) -> list[ui.Box]:
        """Return the cells of the number columns of a row, each as wide as the widest cell of its column."""
        s, known = self.scale, [self._figures(drive) for drive in self.comparison.runs]
        boxes = []
        for n, (figure, head) in enumerate(zip(figures, self._column_heads(), strict=True)):
            room = (
                ui.Label(s, "", ui.ROLES.name, one_line=True, alternatives=[of_one[n] for of_one in known]),
                ui.Label(s, "", ui.ROLES.small, one_line=True, alternatives=[head]),
            )
            if isinstance(figure, str):
                ink = THEME.text if of else THEME.text2
                figure = ui.Label(s, figure, role, ink, one_line=True, anchor="r" if n < 2 else "c")  # noqa: PLW2901
            boxes.append(ui.Box(figure, *room))
        return boxes

    def _heads(self, wide: int) -> ui.Box:
        """Return the row of column headings, or an empty box if ``wide`` pixels are too few for columns."""
        s = self.scale
        columns = self._columns("", ui.ROLES.small, self._column_heads())
        row = ui.Row(*self._driver_boxes(""), ui.Spacer((s.text_px(_BAR), 0)), *columns, gap=s.space_px(_GAP))
        return row if row.width_range()[0] <= wide else ui.Spacer()

    def _driver_boxes(self, of: str) -> list[ui.Box]:
        """Return the rank, picture and name of a player, or for an empty id boxes of the same width without content."""
        s, drive, d = self.scale, self._run_of(of), self.scale.text_px(56)
        names, places = map(self._driver, self._order), range(1, len(self._order) + 1)
        place = "" if drive is None else rank_text(self.comparison.rank(drive))
        return [
            ui.Label(s, place, ui.ROLES.name, one_line=True, anchor="r", alternatives=[rank_text(n) for n in places]),
            ui.Canvas(partial(self._paint_face, of), d, d if of else 0),
            ui.Label(s, self._driver(of) if of else "", ui.ROLES.name, one_line=True, alternatives=list(names)),
        ]

    def _row(self, of: str, wide: int) -> ui.Box:
        """Return the row of a result, ``wide`` pixels wide: in columns or, if these do not fit, in several lines."""
        s, drive, px = self.scale, self._run_of(of), round(1.2 * self.scale.px(ui.ROLES.name))
        bar = ui.Canvas(partial(self._paint_bar, of), s.text_px(_BAR), s.text_px(34), grow=1)
        *figures, won = self._figures(drive) if drive else [""] * 4
        cup = ui.Row(ui.Spacer(), ui.Icon("trophy", px, THEME.gold_d), ui.Spacer()) if drive and drive.has_won else None
        columns = self._columns(of, ui.ROLES.name, [*figures, cup or won])
        flat = ui.Row(*self._driver_boxes(of), bar, *columns, gap=s.space_px(_GAP))
        if flat.width_range()[0] <= wide:
            return flat
        _points, km, coups, _won = self._column_heads()
        said = [_("{km} km", km=drive.km), label_with_text(coups, number(drive.coups_fourres))] if drive else []
        return ui.Column(
            ui.Row(*self._driver_boxes(of), ui.Spacer(), cup, gap=s.space_px(20)),
            ui.Row(bar, columns[0], gap=s.space_px(20)),
            ui.Label(s, join_with_dots(said), ui.ROLES.small, THEME.text2, one_line=True, alternatives=[km]),
            gap=s.space_px(6),
        )

    def _paint_face(self, of: str, surface: Surface, place: Rect) -> None:
        if of:
            paint_driver(surface, place, self.comparison.livery if of == _OWN else None)

    def _paint_bar(self, of: str, surface: Surface, place: Rect) -> None:
        """Draw the points as a bar; for the run being played, draw its progress instead."""
        comparison, drive = self.comparison, self._run_of(of)
        if drive is None:
            is_next = comparison.fault is None and of == comparison.pending_levels[0]
            paint_bar(surface, place, comparison.progress if is_next else 0.0, None)
        else:
            most = max(1, *(other.points for other in comparison.runs))
            paint_bar(surface, place, drive.points / most, THEME.red if of == _OWN else THEME.blue)

    def paint(self, surface: Surface) -> None:
        ground.paint(surface)
        super().paint(surface)


def paint_driver(surface: Surface, place: Rect, person_livery: Livery | None) -> None:
    """Draw the badge of the person in their livery ``person_livery``, or the icon of a bot if ``person_livery`` is
    None.
    """
    (x, y), d = place.center, min(place.size)
    if person_livery is not None:
        livery.draw_badge(surface, person_livery, x, y, 0.49 * d)
    else:
        draw.rounded_rect(surface, (x - d / 2, y - d / 2, d, d), d / 2, THEME.navy)
        art.blit_icon(surface, "bot", (x, y), 0.58 * d, THEME.gold_l)


def paint_bar(surface: Surface, place: Rect, share: float, color: Color | None) -> None:
    """Draw a bar that fills ``share`` of the width of ``place``; a share of 0 or less draws nothing.

    Without a color the bar shows progress: it is gray, inside a frame.
    """
    bar = place.inflate(0, -place.h // 3)
    if color is None:
        draw.rounded_rect(surface, bar, 6, THEME.surface2, THEME.edge, 1)
    bar.w = round(max(0.0, share) * bar.w)
    if bar.w > 2:
        draw.rounded_rect(surface, bar, min(6, bar.w / 2), color or THEME.edge)
