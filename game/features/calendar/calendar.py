"""The screen of the deals of the day: a month with its medals, the chosen day, and its week."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from pygame.event import Event

from game.features.calendar.day import DayCard
from game.features.calendar.model.calendar import FIRST_DAY, Calendar, month_beside, weeks_of, with_levels
from game.features.calendar.model.day_drives import MASTER, DayDrives
from game.features.calendar.month import Month, Shown, is_choosable, medals_key, month_grid, month_list, week_plate
from game.features.calendar.words import (
    open_words,
)
from game.i18n import _, month_and_year
from game.match.deals import Deal, deal_of_the_day
from game.match.match_file import Saved
from game.match.plan import DEFAULT_PLAN, Plan, with_deal
from game.people.players import LEVELS
from game.scenes.host import Host
from game.scenes.screen import corner_button, overlay_screen
from game.settings.bindings import Action
from game.ui.animation import Animation, Timeline, back
from game.ui.form import TimedFormScene
from game.ui.keys import asks
from game.ui.layout import (
    ROLES,
    Box,
    Column,
    Label,
    Row,
    Scroll,
    Spacer,
    button,
    icon_button,
)
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import Style, Widget
from game.ui.widgets.scroll import Scroll as Offset

Start = Callable[[Plan, Deal, date | None], None]
"""Starts a match with a deal; the date is that of a deal of the day."""

_WIDEST = 1.9  # of the plate's height
_MONTH, _LIST = 0.615, 0.46  # of the room
_ROW = 9  # times the text size: the least width of a row of the list
_STAMP = Animation(duration_s=0.16, easing=back)
_STAMP_FROM = 1.7  # of its size
_ORDER = ("play", "days", "watch", "again", "play_day", "before", "after", "code", "close")
_LESS = (
    Shown(), Shown(points=False), Shown(points=False, key=False), Shown(points=False, key=False, weeks=False),
)  # fmt: skip
"""The optional parts, dropped from left to right where there is no space."""


class CalendarScene(TimedFormScene[Host], TreeForm[Host]):
    """The calendar's screen. ``start`` plays a deal, ``by_code`` opens the dialog for codes, ``look_at`` shows a run.

    ``day`` is chosen at first, or today without it.
    """

    name = "calendar"
    opaque = False

    def __init__(
        self,
        app: Host,
        start: Start,
        by_code: Callable[[], None],
        look_at: Callable[[Saved], None],
        day: date | None = None,
    ) -> None:
        super().__init__(app)
        self._start, self._by_code, self._look_at = start, by_code, look_at
        self._scroll = Offset()
        self._drives = DayDrives()
        self._is_awaited = False
        """Whether to show the Master's run as soon as it is known."""
        self._progress = 0
        self._calendar = self._read()
        self._chosen = self._calendar.today if day is None else day
        self._month = self._chosen.replace(day=1)

    def _read(self) -> Calendar:
        return Calendar(self.app.collection(self.app.settings.profile.person), self.app.today())

    # -- time ---------------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        self.first_focus = "days" if self._calendar.next_open is None else "play"
        self._count()
        super().enter(app)

    def relabel(self) -> None:
        self._read_again()
        super().relabel()

    def resume(self) -> None:
        self._read_again()
        super().resume()

    def _read_again(self) -> None:
        self._calendar = self._read()
        self._look_at_day(self._chosen)

    def leave(self) -> None:
        self._drives.close()

    def escape(self) -> None:
        self.app.pop(self)

    def update(self, now_s: float) -> None:
        super().update(now_s)
        if self._drives.poll():
            self._take()
        saved = self._drives.masters(self._chosen) if self._is_awaited and self.app.scene is self else None
        if saved is not None:
            self._is_awaited = False
            self._look_at(saved)
        percent = round(100 * self._drives.progress)
        if percent != self._progress:
            self._progress, self.dirty = percent, True

    def is_settled(self) -> bool:
        return super().is_settled() and not self._drives.is_busy

    def _count(self) -> None:
        """Start the levels on the chosen day if it was played and their points are not known."""
        day = self._chosen
        if self._calendar.drive(day) is not None and not self._calendar.levels(day):
            self._drives.begin(day)

    def _take(self) -> None:
        """Save the levels' points of a day once all are known, and stamp its medal."""
        drives, day = self._drives, self._drives.day
        points = tuple(drives.points[level] for level in LEVELS if level in drives.points)
        if day is not None and len(points) == len(LEVELS):
            self.app.collect(with_levels(day, points))
            self._calendar = self._read()
            if self._calendar.medal(day) is not None:
                self._stamp(day)
        self._is_awaited = self._is_awaited and not drives.has_failed
        self.lay_out()

    def _stamp(self, day: date) -> None:
        speed = 0 if self.app.settings.reduced_motion else self.app.settings.speed.factor
        self.timeline = Timeline(self.app.now_s, speed, {day: _STAMP})
        self.app.sound.play("lay")

    def _stamped(self, day: date) -> float:
        """Return the present scale of a medal, 1 once its animation is over."""
        return _STAMP_FROM + (1 - _STAMP_FROM) * self.timeline.eased(day)

    # -- actions ------------------------------------------------------------------------------------------------------

    def _choose(self, day: date) -> None:
        self._look_at_day(day)
        self.lay_out()

    def _look_at_day(self, day: date) -> None:
        """Choose a day; one that cannot be chosen is replaced by the nearest that ever could be played."""
        calendar = self._calendar
        if not is_choosable(calendar, day):
            day = calendar.today if day > calendar.today else max(day, min(FIRST_DAY, calendar.today))
        if day != self._chosen:
            self._is_awaited = False
        self._chosen, self._month = day, day.replace(day=1)
        self._count()

    def _turn(self, step: int) -> None:
        """Choose the same day of another month, within the months that can be shown."""
        first, last = self._calendar.months
        if first < self._month or step > 0:
            month = min(last, month_beside(self._month, step))
            days = [day for week in weeks_of(month) for day in week if day]
            self._choose(days[min(self._chosen.day, len(days)) - 1])

    def _play(self, day: date) -> None:
        deal = deal_of_the_day(day)
        self._start(with_deal(DEFAULT_PLAN, deal), deal, day)

    def _watch(self) -> None:
        """Show the Master's run of the chosen day as soon as it is known."""
        self._is_awaited = True
        if self._drives.masters(self._chosen) is None:
            self._drives.begin(self._chosen, (MASTER,))
            self.lay_out()

    # -- input --------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        if super().handle(event):
            return True
        ways: dict[Action, Callable[[], None]] = {
            Action.MONTH_BACK: partial(self._turn, -1),
            Action.MONTH_ON: partial(self._turn, 1),
            Action.TODAY: lambda: self._choose(self._calendar.today),
            Action.BY_CODE: self._by_code,
        }
        way = next((way for action, way in ways.items() if asks(event, action)), None)
        if way is not None:
            way()
        return way is not None

    def takes_button(self, button: str) -> bool:
        step = {"shoulder_l": -1, "shoulder_r": 1}.get(button, 0)
        if step:
            self._turn(step)
        return step != 0

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        at = {id: n for n, id in enumerate(_ORDER)}
        return sorted(super().build(), key=lambda widget: at.get(widget.id, 0))

    def tree(self) -> Box:
        s, corner, title = self.scale, corner_button(self.scale, self.escape), _("Deals of the day")
        code = button(s, "code", _("Enter a code"), self._by_code, style=Style.NAVY, icon="friends", role=ROLES.name)
        return overlay_screen(
            self.app.size, s, "calendar", title, self._body, widest=_WIDEST, corner=corner, aside=code
        )  # fmt: skip

    def _body(self, room: tuple[int, int]) -> Box:
        compose = self._above if is_tall(self.app.size) else self._beside
        ways = [partial(compose, room, shown) for shown in _LESS]
        return self.lasting.fitting("calendar", room, *ways, self._as_list)

    def _beside(self, room: tuple[int, int], shown: Shown) -> Box:
        gap, wide = self.scale.gap(36), round(_MONTH * room[0])
        month = self._in_weeks(wide, shown, share=_MONTH)
        ways = (partial(self._aside, has_dots=has_dots) for has_dots in (True, False))
        aside = self.lasting.fitting("aside", (room[0] - wide - gap, room[1]), *ways)
        return Row(month, aside, gap=gap, middle=False)

    def _aside(self, *, has_dots: bool) -> Box:
        return Column(self._day(), self._week(has_dots=has_dots), self._red(), gap=self.scale.gap(18), grow=1)

    def _above(self, room: tuple[int, int], shown: Shown) -> Box:
        s = self.scale
        month = self._in_weeks(room[0], shown, grow=1)
        return Column(month, self._day(grow=0), self._week(has_dots=shown.points), self._red(), gap=s.gap(18))

    def _as_list(self) -> Box:
        """Return the layout for little space: the days as a list, and the rest in a scrolled pane."""
        s = self.scale
        page = Column(self._day(), self._week(has_dots=False), gap=s.gap(18))
        day = Scroll(s, self.lasting.pane("day"), page, least=s.gap(200))
        least = Spacer((round(_ROW * s.px(ROLES.name)), 0), grow=0)
        days = Column(month_list(self._days, self._scroll), least, share=_LIST, grow=1)
        both: Box = Column(days, day, gap=s.gap(18), grow=1)
        if not is_tall(self.app.size):
            both = Row(days, Column(day, grow=1), gap=s.gap(30), middle=False, grow=1)
        return Column(self._heading(), both, self._red(), gap=s.ring_gap(26))

    # -- the month ----------------------------------------------------------------------------------------------------

    def _in_weeks(self, wide: int, shown: Shown, *, share: float = 0, grow: float = 0) -> Box:
        """Return the month below its heading, and the legend of the medals."""
        key = medals_key(self.scale)
        has_key = shown.key and key.widths()[0] <= wide
        parts = self._heading(), month_grid(self._days, self._stamped, shown)
        return Column(*parts, key if has_key else None, gap=self.scale.gap(16), share=share, grow=grow)

    def _heading(self) -> Box:
        """Return the name of the month between its arrows."""
        s, (first, last) = self.scale, self._calendar.months
        side, names = s.gap(54), [month_and_year(self._month.replace(month=n)) for n in range(1, 13)]
        before = icon_button(
            s, "before", _("Previous month"), lambda: self._turn(-1), "arrow", side=side, is_mirrored=True,
            enabled=self._month > first,
        )  # fmt: skip
        after = icon_button(
            s, "after", _("Next month"), lambda: self._turn(1), "arrow", side=side, enabled=self._month < last
        )
        name = month_and_year(self._month)
        month = Label(s, name, ROLES.heading, anchor="c", one_line=True, others=names, id="month")
        return Row(before, month, after, Spacer(), gap=s.gap(16))

    @property
    def _days(self) -> Month:
        return Month(self.scale, self._calendar, self._month, self._chosen, self._choose)

    # -- the day, and the main button ---------------------------------------------------------------------------------

    def _day(self, grow: float = 1) -> Box:
        card = DayCard(
            self.scale, self._calendar, self._chosen, self._drives, self.app.settings.profile, self._stamped,
            lambda: self._play(self._chosen), self._watch,
        )  # fmt: skip
        return card.box(grow)

    def _week(self, *, has_dots: bool) -> Box:
        return week_plate(self.scale, self._calendar, self._chosen, has_dots=has_dots)

    def _red(self) -> Box | None:
        """Return the button that plays today's deal, then the latest open one; None once all are played."""
        day = self._calendar.next_open
        if day is None:
            return None
        return button(
            self.scale, "play", open_words(self._calendar, day), lambda: self._play(day), style=Style.RED, icon="flag",
            is_low=True,
        )  # fmt: skip
