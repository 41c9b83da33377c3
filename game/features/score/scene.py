"""The screen after a leg: the score sheet, the chart, and the legs so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import starmap

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.features.score.chart import PointsChart, chart_panel
from game.features.score.sheet import AnimatedNumber, ScoreSheet
from game.features.score.standings import Standings
from game.i18n import _, _r, number
from game.i18n.punctuation import join_with_commas, join_with_dashes
from game.scenes.host import Host
from game.scenes.sayings import DriverLine, driver_line_box
from game.table.painting import ground
from game.ui import layout as ui  # fmt: skip
from game.ui.animation import Animation, Cue, Timeline
from game.ui.drawing import draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle
from game.ui.widgets.widget import HIT_PX

_POINTS, _TOTAL = 0.34, 0.78
"""The y of a leg's points and of the total within a row, as fractions of its height."""


class LegsTable:
    """The panel “Legs so far”: a row with the points of each leg, the latest leg at the top.

    ``latest`` returns each side's points of the latest leg, as far as the animation has counted them.
    """

    def __init__(self, standings: Standings, scale: ui.Scale, latest: Callable[[], Sequence[int]]) -> None:
        self.standings, self.scale, self._latest = standings, scale, latest
        self._high = round(1.3 * (scale.px(ui.ROLES.name) + scale.px(ui.ROLES.small)))

    @property
    def line_px(self) -> int:
        return self._high

    def box(self, wrap_rows: Callable[[ui.Box], ui.Box]) -> ui.Box:
        """Return the panel; ``wrap_rows`` puts the box of the rows into another box, for example a scroll area."""
        title = _r(self.standings.rules_id, "Legs so far")
        lines = [self._line(leg) for leg in reversed(range(len(self.standings.legs)))]
        symbols = ui.Row(self._number(""), *map(self._symbol, range(self.standings.side_count)))
        names, s = self.standings.names, self.scale
        heads = ["", *map(names.side, range(self.standings.side_count))]
        rows = {line.id: (number(leg + 1), *map(number, self._points(leg))) for leg, line in enumerate(lines[::-1])}
        pad = ui.AccessibleTable(
            ui.Column(symbols, wrap_rows(ui.Column(*lines)), gap=s.space_px(6)), "pad", title, heads, rows
        )
        return chart_panel(s, "log", title, pad)

    def _number(self, said: str) -> ui.Box:
        """Return the text ``said`` in a column that is as wide as the number of the latest leg."""
        px = self.scale.px(ui.ROLES.name)
        wide = text.width(number(len(self.standings.legs)), "O7", px)
        return AnimatedNumber(lambda: said, ("O7", px, THEME.text), (wide, 0), wide / 2)

    def _symbol(self, side: int) -> ui.Box:
        worn, radius = self.standings.names.livery(side), self.scale.text_px(14, 8)
        return ui.Canvas(
            lambda surface, rect: livery.draw_badge(surface, worn, *rect.center, radius), 0, 2 * radius, grow=1
        )

    def _points(self, leg: int) -> list[int]:
        return [score.total for score in self.standings.legs[leg]]

    def _line(self, leg: int) -> ui.Box:
        points = self._points(leg)
        cells = [ui.Canvas(partial(self._paint_cell, leg, side), 0, self._high, grow=1) for side in range(len(points))]
        said = join_with_dashes(
            [number(leg + 1), join_with_commas(starmap(self.standings.names.side_with_points, enumerate(points)))]
        )
        return ui.Row(self._number(number(leg + 1)), *cells, id=f"leg.{leg + 1}", label=said)

    def _paint_cell(self, leg: int, side: int, surface: Surface, rect: Rect) -> None:
        standings, s = self.standings, self.scale
        points, total = standings.legs[leg][side].total, standings.running_totals(side)[leg + 1]
        missing = points - self._latest()[side] if leg == len(standings.legs) - 1 else 0
        if standings.leg_winners[leg] == side:
            draw.rounded_rect(surface, rect.inflate(-2, -2), 8 * s.unit, THEME.mark)
        surface.fill(THEME.edge, (rect.x, rect.bottom - 1, rect.w, 1))
        for value, face, role, ink, down in (
            (points, "B7", ui.ROLES.name, THEME.bad if points < missing else THEME.text, _POINTS),
            (total, "B5", ui.ROLES.small, THEME.text2, _TOTAL),
        ):
            said, y = number(value - missing), rect.y + down * rect.h
            text.draw(surface, said, rect.centerx, y, face, s.px(role), ink, anchor="c", max_width=rect.w)


_LINE_S, _COUNT_S, _BETWEEN_S, _EMPTY_LINE_S = 0.26, 0.3, 0.09, 0.05
_BELL_POINTS = 300
"""A row in which a side gets at least this many points rings a bell."""
_MARGIN = 56  # around everything, in units
_WIDEST = 2.1  # of the window's height
_LEAST_SEEN = 0.4  # smallest height of the scroll area, as a fraction of the window's height
_SHEET, _SHEET_BY_SIDE = 0.56, 0.012  # of the width, for the sheet


@dataclass(frozen=True, slots=True)
class ActionButton:
    """A button: its id, its name and icon, its action ``open``, and whether it is shown now."""

    id: str
    name: Callable[[], str]
    icon: str
    open: Callable[[], None]
    is_available: Callable[[], bool] = lambda: True


def continue_label(standings: Standings) -> tuple[Callable[[], str], str]:
    """Return the name (as a function) and the icon of the button that continues after the leg."""
    if standings.match_winner is not None:
        return lambda: _("See the result"), "trophy"
    return lambda: _r(standings.rules_id, "Next leg"), "arrow"


class LegScoreScene(TimedFormScene[Host], TreeForm[Host]):
    """The score of the latest leg; its rows appear one after the other, and any key or mouse press shows them all.

    ``go_on`` is the action of the red button: it deals the next leg or shows the result. If ``open_menu`` is given, it
    is called by Escape and by a menu button. ``review_buttons`` stand above the red button, and ``corner`` stands in
    the sheet's upper right corner while it is available. ``remark`` is a driver's remark about the leg.
    """

    name = "leg_score"
    announces_milestones = True
    first_focus = "go_on"

    def __init__(
        self,
        app: Host,
        standings: Standings,
        go_on: Callable[[], None],
        open_menu: Callable[[], None] | None = None,
        review_buttons: Sequence[ActionButton] = (),
        corner: ActionButton | None = None,
    ) -> None:
        super().__init__(app)
        self.remark: DriverLine | None = None
        self._corner = corner
        self.standings = standings
        self._go_on = go_on
        self._open_menu = open_menu
        self._looks_back = review_buttons
        self._ground: Surface | None = None
        self._window: ui.Box | None = None

    def enter(self, app: Host) -> None:
        super().enter(app)
        animations, cues, at_s = dict[Hashable, Animation](), list[Cue](), _BETWEEN_S
        for i, item in enumerate(self.standings.items):
            most = max(abs(getattr(score, item)) for score in self.standings.scores)
            duration_s, count_s = (_LINE_S, _COUNT_S) if most else (_EMPTY_LINE_S, _EMPTY_LINE_S)
            animations["line", i] = Animation(start_s=at_s, duration_s=duration_s)
            animations["count", i] = Animation(start_s=at_s, duration_s=count_s)
            if most:
                cues.append(Cue("bell" if most >= _BELL_POINTS and item != "km" else "count", at_s))
            at_s += duration_s + _BETWEEN_S
        self.timeline = Timeline(app.now_s, app.settings.person.speed.factor, animations, cues)
        if app.settings.person.reduced_motion:
            self.timeline.skip_to_end()

    def _rise_progress(self, line: int) -> float:
        return self.timeline.eased_progress(("line", line))

    def _count_progress(self, line: int) -> float:
        return self.timeline.eased_progress(("count", line))

    def _counted_share(self) -> float:
        lines = range(len(self.standings.items))
        return sum(map(self._count_progress, lines)) / len(lines)

    def escape(self) -> None:
        if self._open_menu:
            self._open_menu()

    @property
    def continue_label(self) -> tuple[Callable[[], str], str]:
        return continue_label(self.standings)

    # -- layout ---------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        self._ground = None
        s, margin, (w, h) = self.scale, max(10, round(_MARGIN * self.unit)), self.app.size
        self._gap = s.space_px(24)
        across = w - 2 * margin if is_tall((w, h)) else min(w, round(_WIDEST * h)) - 2 * margin
        shapes = [self._above] if is_tall((w, h)) else [self._beside, partial(self._beside, role=ui.ROLES.label)]
        scrolled = (True,) if s.growth > 1 else (False, True)
        ways = (*shapes, *(partial(self._scrolled, with_ways=with_ways) for with_ways in scrolled))
        whole = self.view_state.first_that_fits(
            "score", (across, h - 2 * margin), *(partial(way, across) for way in ways)
        )
        return ui.Center(whole, across, margin)

    def _beside(self, across: int, role: ui.Role = ui.ROLES.name) -> ui.Box:
        share = _SHEET + _SHEET_BY_SIDE * self.standings.side_count
        sheet = self._sheet(round(share * across), share)
        side = ui.Column(self._chart(), self._legs(self._scrolling), *self._ways(role, 2), gap=self._gap, grow=1)
        return ui.Row(sheet, side, gap=self._gap, middle=False)

    def _above(self, across: int) -> ui.Box:
        sheet = self._sheet(across)
        pictures = ui.Row(self._chart(), self._legs(self._scrolling), gap=self._gap, middle=False)
        return ui.Column(sheet, pictures, *self._ways(ui.ROLES.name, 4, 2), gap=self._gap)

    def _scrolled(self, across: int, *, with_ways: bool) -> ui.Box:
        """Return the layout in which the sheet, the chart and the legs scroll together.

        With ``with_ways`` the ``review_buttons`` scroll too; this is always so with enlarged text.
        """
        s, bar, (*looks_back, go_on) = self.scale, self.scale.space_px(40), self._ways(ui.ROLES.name, 4, 2, 1)
        inside, foot = (looks_back, [go_on]) if with_ways else ([], [*looks_back, go_on])
        sheet = self._sheet(across - bar, one_line=False)
        told = ui.Column(sheet, self._chart(), self._legs(lambda lines: lines), *inside, gap=self._gap)
        least = 0 if with_ways else round(_LEAST_SEEN * self.app.size[1])
        self._window = ui.Scroll(s, self.view_state.pane("score"), ui.Padding(told, s.space_px(12)), min_height=least)
        return ui.Column(self._window, *foot, gap=self._gap)

    def _scrolling(self, lines: ui.Box) -> ui.Box:
        return ui.Scroll(self.scale, self.view_state.pane("legs"), lines, min_height=self._legs_pad.line_px)

    def _sheet(self, wide: int, share: float = 0, *, one_line: bool = True) -> ui.Box:
        self._window, shown, counted = None, self._rise_progress, self._count_progress
        self.sheet = ScoreSheet(self.standings, self.scale, wide, shown, counted, one_line=one_line)
        if self.remark is not None:
            self.sheet.remark = driver_line_box(self.scale, self.remark, self.standings.moods)
        return self.sheet.box(self._head_left(), self._head_right(), share)

    def _chart(self) -> ui.Box:
        self.chart = PointsChart(self.standings, self.scale, self._counted_share)
        return self.chart.box()

    def _legs(self, within: Callable[[ui.Box], ui.Box]) -> ui.Box | None:
        """Return the panel with all legs so far, or None after the first leg; ``within`` as in ``LegsTable.box``."""
        self._legs_pad = LegsTable(self.standings, self.scale, self.sheet.leg_totals)
        return self._legs_pad.box(within) if len(self.standings.legs) > 1 else None

    def _ways(self, role: ui.Role, *across: int) -> list[ui.Box]:
        """Return the grid of the ``review_buttons``, if any, and the red button.

        ``across`` are the possible numbers of columns; an odd last button stands below the grid.
        """
        s, (words, icon) = self.scale, self.continue_label
        buttons = [ui.button(s, way.id, way.name(), way.open, icon=way.icon, role=role) for way in self._looks_back]
        gap = max(s.space_px(14), HIT_PX - min([HIT_PX, *(box.height_range(0)[0] for box in buttons)]))
        even = len(buttons) // 2 * 2
        rows = [ui.Grid(*buttons[:even], across=across, gap=(gap, gap)), *buttons[even:]] if buttons else []
        go_on = ui.button(s, "go_on", words(), self._go_on, style=ButtonStyle.RED, icon=icon)
        return [*([ui.Column(*rows, gap=gap)] if rows else []), go_on]

    def _head_left(self) -> ui.Box:
        if self._open_menu is None:
            return ui.Icon("trophy", round(self.scale.px(ui.ROLES.title)), THEME.gold)
        return ui.icon_button(self.scale, "menu", _("Menu"), self._open_menu, "menu", style=ButtonStyle.NAVY)

    def _head_right(self) -> ui.Box | None:
        way = self._corner
        if way is None or not way.is_available():
            return None
        return ui.icon_button(self.scale, way.id, way.name(), way.open, way.icon, style=ButtonStyle.GOLD)

    # -- input ----------------------------------------------------------------------------------------------------

    @property
    def _is_counting(self) -> bool:
        """Whether rows are still appearing in the visible part of the sheet."""
        is_seen = self._window is None or self.sheet.is_counting_in(self._window.rect)
        return self.timeline.is_running and is_seen

    def handle(self, event: Event) -> bool:
        # A press shows all rows; it is used up only if the player could see that rows were missing.
        is_counting = self._is_counting
        if self.timeline.is_running and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.timeline.skip_to_end()
            self.dirty = True
            if is_counting:
                return True
        return super().handle(event)

    def press_target(self, event: Event) -> Hashable:
        return None if self._is_counting else super().press_target(event)

    def pressable_ids(self) -> Iterable[Hashable]:
        return () if self._is_counting else super().pressable_ids()

    def leave(self) -> None:
        self._ground = None

    def rules_topic(self) -> str:
        return "tips"

    def paint(self, surface: Surface) -> None:
        if self._ground is None or self._ground.get_size() != surface.get_size():
            below = Surface(surface.get_size())
            ground.paint(below)
            draw.veil(below, THEME.navy, 0.28)
            self._ground = below
        surface.blit(self._ground, (0, 0))
        super().paint(surface)


class ReopenedScoreScene(LegScoreScene):
    """The score sheet when it is opened again: all rows are shown at once; Escape and the red button go back."""

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.timeline.skip_to_end()

    @property
    def continue_label(self) -> tuple[Callable[[], str], str]:
        is_over = self.standings.match_winner is not None
        return super().continue_label if is_over else (lambda: _("Go back"), "undo")

    def escape(self) -> None:
        self._go_on()
