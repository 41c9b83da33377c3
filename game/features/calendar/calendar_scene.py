"""The screen of the deals of the day: a month with its medals, the chosen day, and the week of that day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial

from game.career.query import CareerQuery
from game.career.reader import CareerReader, LegFilter
from game.features.calendar.day_card import DayCard
from game.features.calendar.model.day_runs import MASTER, DayRuns
from game.features.calendar.model.deal_calendar import (
    FIRST_DAY,
    DealCalendar,
    add_months,
    level_points_adder,
    unfinished_days,
    weeks_of,
)
from game.features.calendar.month import (
    MonthDetails,
    MonthView,
    is_choosable,
    medal_legend,
    month_grid,
    month_list,
    rally_panel,
)
from game.features.calendar.words import (
    play_day_label,
)
from game.i18n import _, month_and_year
from game.match.deals import Deal, deal_of_the_day
from game.match.match_file import SavedMatch
from game.match.plan import DEFAULT_PLAN, Plan
from game.people.players import LEVELS
from game.scenes.host import Host
from game.scenes.screen import corner_button, overlay_panel
from game.settings.bindings import Action
from game.ui.animation import Animation, Timeline, ease_out_back
from game.ui.form import TimedFormScene
from game.ui.keys import Commands
from game.ui.layout import (
    ROLES,
    Box,
    Button,
    Column,
    IconButton,
    Label,
    Row,
    Scroll,
    Spacer,
)
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import is_tall
from game.ui.widgets import ButtonStyle, Widget
from game.ui.widgets.scroll_offset import ScrollOffset as Offset

Start = Callable[[Plan, Deal, date | None], None]
"""Starts a match of this plan with this deal; the date is given for a deal of the day, else None."""

_WIDEST = 1.9  # of the plate's height
_MONTH, _LIST = 0.615, 0.46  # of the room
_ROW = 9  # times the text size: the least width of a row of the list
_STAMP = Animation(duration_s=0.16, easing=ease_out_back)
_STAMP_FROM = 1.7  # of its size
_ORDER = ("play", "days", "watch", "again", "play_day", "before", "after", "code", "close")
_LESS = (
    MonthDetails(), MonthDetails(has_points=False), MonthDetails(has_points=False, has_legend=False),
    MonthDetails(has_points=False,
    has_legend=False, has_weeks=False),
)  # fmt: skip
"""Which optional parts of the month to show, from all to none; the first that fits is used."""


class CalendarScene(TimedFormScene[Host], TreeForm[Host]):
    """The screen of the deals of the day.

    ``start`` starts a match with a deal, ``by_code`` opens the dialog for deal codes, and ``look_at`` opens a saved
    match to watch. ``day`` is the day selected at first, by default today.
    """

    name = "calendar"
    opaque = False

    def __init__(
        self,
        app: Host,
        start: Start,
        by_code: Callable[[], None],
        look_at: Callable[[SavedMatch], None],
        day: date | None = None,
    ) -> None:
        super().__init__(app)
        self._start, self._by_code, self._look_at = start, by_code, look_at
        self._scroll = Offset()
        self._runs = DayRuns(app.master_runs)
        self._awaits_master = False
        """Whether to show the Master's run of the selected day as soon as it has been played."""
        self._progress = 0
        self._under_way: Mapping[date, str] = {}
        self._unfinished_reader = CareerQuery[Mapping[date, str]](app.career)
        self._unfinished_reader.start_query(self._read_unfinished)
        self._match_finder = CareerQuery[SavedMatch | None](app.career)
        self._awaited_day: date | None = None
        """The day to play as soon as it is known whether a match of it can be continued."""
        self._calendar = self._read()
        self._chosen = self._calendar.today if day is None else day
        self._month = self._chosen.replace(day=1)

    def _read(self) -> DealCalendar:
        earned = self.app.achievements(self.app.settings.profile.id)
        return DealCalendar(earned, self.app.today(), self._under_way)

    def _read_unfinished(self, reader: CareerReader) -> Mapping[date, str]:
        return unfinished_days(reader.matches(LegFilter(person=self.app.settings.profile.id)))

    # -- time ---------------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        self.first_focus = "days" if self._calendar.next_open is None else "play"
        self._start_levels()
        super().enter(app)

    def rebuild_layout(self) -> None:
        self._refresh()
        super().rebuild_layout()

    def resume(self) -> None:
        self._refresh()
        super().resume()

    def _refresh(self) -> None:
        self._calendar = self._read()
        self._select_day(self._chosen)

    def leave(self) -> None:
        self._runs.close()
        self._unfinished_reader.close()
        self._match_finder.close()

    def escape(self) -> None:
        self.app.pop(self)

    def update(self, now_s: float) -> None:
        super().update(now_s)
        if self._runs.poll():
            self._save_level_points()
        saved = self._runs.master_run(self._chosen) if self._awaits_master and self.app.scene is self else None
        if saved is not None:
            self._awaits_master = False
            self._look_at(saved)
        unfinished = self._unfinished_reader.poll()
        if unfinished is not None and unfinished.value is not None and unfinished.value != self._under_way:
            self._under_way = unfinished.value
            self._calendar = self._read()
            self.lay_out()
        percent = round(100 * self._runs.progress)
        if percent != self._progress:
            self._progress, self.dirty = percent, True
        if self.app.scene is self:
            self._play_found()

    def is_settled(self) -> bool:
        is_busy = self._runs.is_busy or self._unfinished_reader.is_busy or self._awaited_day is not None
        return super().is_settled() and not is_busy

    def _start_levels(self) -> None:
        """Have the bots of all levels play the chosen day's deal if only the person has played it so far."""
        day = self._chosen
        if self._calendar.result(day) is not None and not self._calendar.level_points(day):
            self._runs.start(day)

    def _save_level_points(self) -> None:
        """Save the points of a day once every level has played, and start the animation of its medal."""
        drives, day = self._runs, self._runs.day
        points = tuple(drives.points[level] for level in LEVELS if level in drives.points)
        if day is not None and len(points) == len(LEVELS):
            self.app.record_achievement(level_points_adder(day, points))
            self._calendar = self._read()
            if self._calendar.medal(day) is not None:
                self._stamp(day)
        self._awaits_master = self._awaits_master and not drives.has_failed
        self.lay_out()

    def _stamp(self, day: date) -> None:
        speed = 0 if self.app.settings.person.reduced_motion else self.app.settings.person.speed.factor
        self.timeline = Timeline(self.app.now_s, speed, {day: _STAMP})
        self.app.sound.play("lay")

    def _medal_scale(self, day: date) -> float:
        """Return the current size of a day's medal as a factor: more than 1 during its animation, then 1."""
        return _STAMP_FROM + (1 - _STAMP_FROM) * self.timeline.eased_progress(day)

    # -- actions ------------------------------------------------------------------------------------------------------

    def _choose(self, day: date) -> None:
        self._select_day(day)
        self.lay_out()

    def _select_day(self, day: date) -> None:
        """Select a day, or the nearest day that can be played if this one cannot be selected."""
        calendar = self._calendar
        if not is_choosable(calendar, day):
            day = calendar.today if day > calendar.today else max(day, min(FIRST_DAY, calendar.today))
        if day != self._chosen:
            self._awaits_master = False
        self._chosen, self._month = day, day.replace(day=1)
        self._start_levels()

    def _change_month(self, step: int) -> None:
        """Select the same day of the month ``step`` months later; stop at the first or last month that can be shown."""
        first, last = self._calendar.months
        if first < self._month or step > 0:
            month = min(last, add_months(self._month, step))
            days = [day for week in weeks_of(month) for day in week if day]
            self._choose(days[min(self._chosen.day, len(days)) - 1])

    def play(self, day: date) -> None:
        """Continue the unfinished match of that day, or begin one if there is none; which is read in a thread."""
        if self._awaited_day is not None:
            return
        files = self.app.files

        def find(reader: CareerReader) -> SavedMatch | None:
            id = self._read_unfinished(reader).get(day)
            saved = None if id is None or files.is_deleted(id) else files.load_match(id)
            return None if saved is None or saved.is_over else saved

        self._awaited_day = day
        self._match_finder.start_query(find)
        self.lay_out()

    def _play_found(self) -> None:
        """Play the awaited day as soon as a match of it was found, or all matches were searched."""
        day, found = self._awaited_day, self._match_finder.poll()
        if day is None or found is None:
            return
        if found.value is not None:
            self._awaited_day = None
            self.app.resume_match(found.value)
        elif found.complete:
            self._awaited_day, deal = None, deal_of_the_day(day)
            self._start(DEFAULT_PLAN.with_deal(deal), deal, day)

    def _watch(self) -> None:
        """Show the top bot's run of the chosen day; if it has not been played yet, play it first."""
        self._awaits_master = True
        if self._runs.master_run(self._chosen) is None:
            self._runs.start(self._chosen, (MASTER,))
            self.lay_out()

    # -- input --------------------------------------------------------------------------------------------------------

    def commands(self) -> Commands:
        return {
            Action.MONTH_BACK: partial(self._change_month, -1),
            Action.MONTH_ON: partial(self._change_month, 1),
            Action.TODAY: partial(self._choose, self._calendar.today),
            Action.BY_CODE: self._by_code,
        }

    def handle_button(self, button: str) -> bool:
        step = {"shoulder_l": -1, "shoulder_r": 1}.get(button, 0)
        if step:
            self._change_month(step)
        return step != 0

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        at = {id: n for n, id in enumerate(_ORDER)}
        return sorted(super().build(), key=lambda widget: at.get(widget.id, 0))

    def tree(self) -> Box:
        s, corner, title = self.scale, corner_button(self.scale, self.escape), _("Daily races")
        code = Button(
            s, "code", _("Enter a code"), self._by_code, style=ButtonStyle.NAVY, icon="friends", role=ROLES.name
        )
        return overlay_panel(
            self.app.size, s, "calendar", title, self._body, max_aspect_ratio=_WIDEST, corner=corner, aside=code
        )  # fmt: skip

    def _body(self, room: tuple[int, int]) -> Box:
        compose = self._above if is_tall(self.app.size) else self._beside
        ways = [partial(compose, room, shown) for shown in _LESS]
        return self.view_state.first_that_fits("calendar", room, *ways, self._as_list)

    def _beside(self, room: tuple[int, int], shown: MonthDetails) -> Box:
        gap, wide = self.scale.space_px(36), round(_MONTH * room[0])
        month = self._in_weeks(wide, shown, share=_MONTH)
        ways = (partial(self._aside, has_dots=has_dots) for has_dots in (True, False))
        aside = self.view_state.first_that_fits("aside", (room[0] - wide - gap, room[1]), *ways)
        return Row(month, aside, gap=gap, middle=False)

    def _aside(self, *, has_dots: bool) -> Box:
        return Column(
            self._day(), self._week(has_dots=has_dots), self._main_button(), gap=self.scale.space_px(18), grow=1
        )

    def _above(self, room: tuple[int, int], shown: MonthDetails) -> Box:
        s = self.scale
        month = self._in_weeks(room[0], shown, grow=1)
        return Column(
            month, self._day(grow=0), self._week(has_dots=shown.has_points), self._main_button(), gap=s.space_px(18)
        )

    def _as_list(self) -> Box:
        """Return the layout for small windows: the days as a list, the selected day and its week in a scrolled pane."""
        s = self.scale
        page = Column(self._day(), self._week(has_dots=False), gap=s.space_px(18))
        day = Scroll(s, self.view_state.position("day"), page, min_height=s.space_px(200))
        least = Spacer((round(_ROW * s.px(ROLES.name)), 0), grow=0)
        days = Column(month_list(self._days, self._scroll), least, share=_LIST, grow=1)
        both: Box = Column(days, day, gap=s.space_px(18), grow=1)
        if not is_tall(self.app.size):
            both = Row(days, Column(day, grow=1), gap=s.space_px(30), middle=False, grow=1)
        return Column(self._heading(), both, self._main_button(), gap=s.ring_space_px(26))

    # -- the month ----------------------------------------------------------------------------------------------------

    def _in_weeks(self, wide: int, shown: MonthDetails, *, share: float = 0, grow: float = 0) -> Box:
        """Return the grid of the month with its heading and, if it fits, the legend of the medals."""
        key = medal_legend(self.scale)
        has_key = shown.has_legend and key.width_range()[0] <= wide
        parts = self._heading(), month_grid(self._days, self._medal_scale, shown)
        return Column(*parts, key if has_key else None, gap=self.scale.space_px(16), share=share, grow=grow)

    def _heading(self) -> Box:
        """Return the name of the month between the buttons for the previous and the next month."""
        s, (first, last) = self.scale, self._calendar.months
        side, names = s.space_px(54), [month_and_year(self._month.replace(month=n)) for n in range(1, 13)]
        before = IconButton(
            s, "before", _("Previous month"), lambda: self._change_month(-1), "arrow", side=side, is_mirrored=True,
            enabled=self._month > first,
        )  # fmt: skip
        after = IconButton(
            s, "after", _("Next month"), lambda: self._change_month(1), "arrow", side=side, enabled=self._month < last
        )
        name = month_and_year(self._month)
        month = Label(s, name, ROLES.heading, anchor="c", one_line=True, alternatives=names, id="month")
        return Row(before, month, after, Spacer(), gap=s.space_px(16))

    @property
    def _days(self) -> MonthView:
        return MonthView(self.scale, self._calendar, self._month, self._chosen, self._choose)

    # -- the day, and the main button ---------------------------------------------------------------------------------

    def _day(self, grow: float = 1) -> Box:
        card = DayCard(
            self.scale, self._calendar, self._chosen, self._runs, self.app.settings.profile, self._medal_scale,
            lambda: self.play(self._chosen), self._watch,
        )  # fmt: skip
        return card.box(grow)

    def _week(self, *, has_dots: bool) -> Box:
        return rally_panel(self.scale, self._calendar, self._chosen, has_dots=has_dots)

    def _main_button(self) -> Box | None:
        """Return the button that plays the latest day not yet played, or None if all days are played.

        While it is read whether a match can be continued, the button asks for patience.
        """
        day = self._calendar.next_open
        if day is None:
            return None
        words = play_day_label(self._calendar, day) if self._awaited_day is None else _("One moment…")
        return Button(
            self.scale, "play", words, lambda: self.play(day), style=ButtonStyle.RED,
            icon="play" if day in self._under_way else "flag",
            is_low=True,
        )  # fmt: skip
