"""After a leg: the score sheet, the race chart, and the legs so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _, _r
from game.scenes.host import Host
from game.scenes.score.chart import Chart, LegsPad
from game.scenes.score.sheet import Sheet
from game.scenes.score.standings import Standings
from game.table.painting import ground
from game.ui.animation import Animation, Cue, Timeline
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.widgets import Button, IconButton, Style, Widget
from game.ui.widgets.widget import MIN_TARGET_PX

_LINE_S, _COUNT_S, _BETWEEN_S, _EMPTY_LINE_S = 0.26, 0.3, 0.09, 0.05
_BELL_POINTS: Final = 300
"""A line that brings somebody so much rings a bell."""
_CHART: Final = 0.56  # of the column beside the sheet; the legs so far have the rest
_NARROW: Final = 0.7
"""How wide the buttons of the ways to look back are, of their height, where else the way on would have no room."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """A way to look back at the leg: what it is called, its picture, what opens it, and whether there is anything."""

    id: str
    name: Callable[[], str]
    icon: str
    open: Callable[[], None]
    is_there: Callable[[], bool] = lambda: True


def way_on(standings: Standings) -> tuple[Callable[[], str], str]:
    """What the button is called that goes on after the leg, and its icon."""
    if standings.match_winner is not None:
        return lambda: _("See the result"), "trophy"
    return lambda: _r(standings.rules_id, "Next leg"), "arrow"


class LegScoreScene(TimedFormScene[Host]):
    """The score of the leg that has just ended; its lines appear one after the other, any press shows them all.

    ``go_on`` does what the red button says: deal the next leg, or show the match's end. ``open_menu``, if given, gets
    Escape and a button of its own, each of ``looks_back`` a button beside the red one, and ``corner`` one in the
    sheet's upper right, as long as there is anything to look at.
    """

    name = "leg_score"
    shows_milestones = True
    first_focus = "go_on"

    def __init__(
        self,
        app: Host,
        standings: Standings,
        go_on: Callable[[], None],
        open_menu: Callable[[], None] | None = None,
        looks_back: Sequence[LookBack] = (),
        corner: LookBack | None = None,
    ) -> None:
        super().__init__(app)
        self._corner = corner
        self.standings = standings
        self._go_on = go_on
        self._open_menu = open_menu
        self._looks_back = looks_back
        self._rest: Surface | None = None

    def enter(self, app: Host) -> None:
        """Lay out and begin to add up."""
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
        self.timeline = Timeline(app.now_s, app.settings.speed.factor, animations, cues)
        if app.settings.reduced_motion:
            self.timeline.skip()

    def _eased(self, kind: str) -> list[float]:
        """How far that has come in each line."""
        return [self.timeline.eased((kind, i)) for i in range(len(self.standings.items))]

    def escape(self) -> None:
        """Open the menu."""
        if self._open_menu:
            self._open_menu()

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Sheet left, chart and legs right, or one above the others in a tall window; the button below the chart."""
        self._rest = None
        w, h = self.app.size
        margin = max(10, round(56 * self.u))
        gap = round(30 * self.u)
        height = max(40, round(72 * self.u))
        if w < 1.05 * h:
            sheet = Rect(margin, margin, w - 2 * margin, round(0.64 * h))
            self.sheet = Sheet(self.standings, sheet, self.u)
            top = self.sheet.plate.bottom + gap
            column = Rect(margin, top, w - 2 * margin, h - margin - top)
            upper = Rect(column.x, column.y, column.w, column.h - height - gap)
            chart = Rect(upper.x, upper.y, round(0.55 * (upper.w - gap)), upper.h)
            pad = Rect(chart.right + gap, upper.y, upper.right - chart.right - gap, upper.h)
        else:
            across = min(w, round(2.1 * h))
            left = (w - across) // 2 + margin
            wide = round((0.56 + 0.012 * self.standings.sides) * across)
            self.sheet = Sheet(self.standings, Rect(left, margin, wide, h - 2 * margin), self.u)
            top = (h - self.sheet.plate.h) // 2
            self.sheet = Sheet(self.standings, Rect(left, top, wide, h - 2 * margin), self.u)
            x = left + wide + gap
            column = Rect(x, top, (w + across) // 2 - margin - x, self.sheet.plate.h)
            chart = Rect(column.x, column.y, column.w, round(_CHART * (column.h - height - 2 * gap)))
            pad = Rect(column.x, chart.bottom + gap, column.w, column.bottom - height - 2 * gap - chart.bottom)
        self.chart = Chart(self.standings, chart, self.u)
        self.legs = LegsPad(self.standings, pad, self.u)
        foot = Rect(column.x, column.bottom - height, column.w, height)
        looks_back, left = self._look_back_buttons(foot, round(0.5 * gap))
        go_on = self._go_on_button(Rect(left, foot.y, foot.right - left, height))
        return [go_on, *looks_back, *self._corner_button(height), *self._menu_button(height)]

    def _look_back_buttons(self, foot: Rect, gap: int) -> tuple[list[Widget], int]:
        """The buttons at the left of the foot, and where they end.

        Without room for their words they have their pictures alone, and many of them stand closer.
        """
        widths = [Button.natural_width(way.name(), foot.h, icon=True) for way in self._looks_back]
        has_words = sum(widths) + gap * len(widths) <= (0.4 if len(widths) < 2 else 0.58) * foot.w
        kind, x, buttons = Button if has_words else IconButton, foot.x, list[Widget]()
        if not has_words:
            words = Button.natural_width(way_on(self.standings)[0](), foot.h, px=text.MIN_NAME_PX)
            is_roomy = len(widths) * (foot.h + gap) + words <= foot.w
            gap = gap if is_roomy else round(0.3 * gap)
            widths = [foot.h if is_roomy else max(MIN_TARGET_PX, round(_NARROW * foot.h))] * len(widths)
        for way, wide in zip(self._looks_back, widths, strict=True):
            rect = Rect(x, foot.y, wide, foot.h)
            buttons.append(kind(way.id, way.name(), rect, on_press=way.open, style=Style.BLUE, icon=way.icon))
            x = rect.right + gap
        return buttons, x

    def _go_on_button(self, rect: Rect) -> Button:
        words, icon = way_on(self.standings)
        has_room = Button.natural_width(words(), rect.h, icon=True, px=text.MIN_NAME_PX) <= rect.w
        return Button("go_on", words(), rect, on_press=self._go_on, style=Style.RED, icon=icon if has_room else None)

    def _in_head(self, height: int) -> Rect:
        """The place of a button at the left of the sheet's head."""
        side = min(height, max(32, round(52 * self.u)))
        head = self.sheet.head
        return Rect(head.x + round(26 * self.u), head.centery - side // 2 - 2, side, side)

    def _corner_button(self, height: int) -> list[Widget]:
        way = self._corner
        if way is None or not way.is_there():
            return []
        rect = self._in_head(height)
        rect.right = self.sheet.head.right - (rect.x - self.sheet.head.x)
        self.sheet.corner = rect.w
        return [IconButton(way.id, way.name(), rect, on_press=way.open, style=Style.GOLD, icon=way.icon)]

    def _menu_button(self, height: int) -> list[Widget]:
        if self._open_menu is None:
            return []
        rect = self._in_head(height)
        return [IconButton("menu", _("Menu"), rect, on_press=self._open_menu, style=Style.NAVY, icon="menu")]

    # -- input ----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Show everything at once if something is pressed while lines still appear; else give it to the controls."""
        if self.timeline.is_running and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.timeline.skip()
            self.dirty = True
            return True
        return super().handle(event)

    def pressed_by(self, event: Event) -> Hashable:
        """While lines still appear, a press only shows them all."""
        return None if self.timeline.is_running else super().pressed_by(event)

    def pressable(self) -> Iterable[Hashable]:
        """Nothing while lines still appear."""
        return () if self.timeline.is_running else super().pressable()

    def leave(self) -> None:
        """Free the picture of what rests at once: it is as large as the window."""
        self._rest = None

    def rules_topic(self) -> str:
        """What to do better in the next leg."""
        return "tips"

    def paint(self, surface: Surface) -> None:
        """Draw what rests from its cache, then the numbers."""
        if self._rest is None or self._rest.get_size() != surface.get_size():
            self._rest = Surface(surface.get_size())
            self._paint_rest(self._rest)
        surface.blit(self._rest, (0, 0))
        counted = self._eased("count")
        self.sheet.paint_numbers(surface, self._eased("line"), counted)
        self.chart.paint_race(surface, sum(counted) / len(counted))
        self.legs.paint_numbers(surface, self.sheet.leg_totals(counted))

    def _paint_rest(self, surface: Surface) -> None:
        ground.paint(surface)
        draw.veil(surface, THEME.navy, 0.28)
        self.sheet.paint_rest(surface)
        if self._open_menu is None:
            head = self.sheet.head
            art.blit_icon(surface, "trophy", (head.x + 58 * self.u, head.centery - 2), 0.46 * head.h, THEME.gold)
        self.chart.paint_rest(surface)
        self.legs.paint_rest(surface)

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Sheet, chart and legs in words."""
        return [*self.sheet.texts(), *self.chart.texts(), *self.legs.texts()]


class SheetAgainScene(LegScoreScene):
    """The score sheet looked at once more: all is counted, and Escape leads back as the red button does."""

    def enter(self, app: Host) -> None:
        """Lay out with every number in its place."""
        super().enter(app)
        self.timeline.skip()

    def escape(self) -> None:
        """Go back."""
        self._go_on()
