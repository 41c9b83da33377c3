"""The calendar of the deals of the day: a month with its medals, the chosen day beside it, and its week below that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.rules import sides_of
from game.i18n import _, month_and_year, number, weekday_and_day
from game.i18n.punctuation import facts, labelled
from game.scenes.deals.month import (
    Month,
    Shown,
    is_choosable,
    month_grid,
    month_list,
    paint_dots,
    paint_medal,
    trophy_color,
)
from game.scenes.deals.result import paint_bar, paint_driver
from game.scenes.host import Host
from game.scenes.portraits import draw_portraits
from game.scenes.screen import corner_button, overlay_screen
from game.session.calendar import FIRST_DAY, Calendar, Medal, month_beside, weeks_of, with_levels
from game.session.day_drives import MASTER, DayDrives
from game.session.deals import Deal, deal_of_the_day
from game.session.players import LEVELS, person_in, seated
from game.session.setup import DEFAULT_PLAN, Plan, with_deal
from game.session.storage.match_file import Saved
from game.ui.animation import Animation, Timeline, back
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.layout import (
    ROLES,
    Box,
    Canvas,
    Column,
    Flow,
    Icon,
    Label,
    Plate,
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
from game.words.calendar import (
    day_line,
    drive_line,
    figures_of,
    open_words,
    points_line,
    rally_line,
    week_line,
)
from game.words.names import Names
from game.words.rulesets import rule_set_name, seating_line
from game.words.settings import level_name

Start = Callable[[Plan, Deal, date | None], None]
"""Begins a deal; the date is that of a deal of the day."""

_WIDEST: Final = 1.9  # of the plate's height
_MONTH, _LIST = 0.615, 0.46  # of the room
_ROW: Final = 9  # times the size of its letters: how narrow a row of the list becomes
_APART: Final = 13
"""Pixels between two buttons one above the other, so that a finger hits either."""
_OWN: Final = "own"
"""How the person's drive is called among those of the levels."""
_STAMP: Final = Animation(duration_s=0.16, easing=back)
_STAMP_FROM: Final = 1.7  # of its size
_ORDER: Final = ("play", "days", "watch", "again", "play_day", "before", "after", "code", "close")


_LESS: Final = (Shown(), Shown(points=False), Shown(points=False, weeks=False))
"""Ornament goes first."""


class CalendarScene(TimedFormScene[Host], TreeForm[Host]):
    """The screen. ``start`` plays a deal, ``by_code`` opens the dialog of all others, ``look_at`` shows a drive."""

    name = "calendar"
    opaque = False

    def __init__(
        self,
        app: Host,
        start: Start,
        by_code: Callable[[], None],
        look_at: Callable[[Saved], None],
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(app)
        self._start, self._by_code, self._look_at, self._today = start, by_code, look_at, today
        self._scroll = Offset()
        self._drives = DayDrives()
        self._is_awaited = False
        """Whether the Master's drive is to be shown as soon as it is known."""
        self._progress = 0
        self._is_laid_out = False
        self._calendar = self._read()
        self._chosen = self._calendar.today
        self._month = self._chosen.replace(day=1)

    def _read(self) -> Calendar:
        return Calendar(self.app.collection(self.app.settings.profile.person), self._today())

    # -- time ---------------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        """Begin with what waits: the deal, else the days."""
        self.first_focus = "days" if self._calendar.next_open is None else "play"
        self._count()
        super().enter(app)

    def prepare(self) -> bool:
        """Leave the first frame to the layout: drawing it takes as long again."""
        was_laid_out, self._is_laid_out = self._is_laid_out, True
        return was_laid_out

    def relabel(self) -> None:
        """Look again: language or what was earned may be others."""
        self._read_again()
        super().relabel()

    def resume(self) -> None:
        """Look again after what lay above."""
        self._read_again()
        super().resume()

    def _read_again(self) -> None:
        self._calendar = self._read()
        self._count()

    def leave(self) -> None:
        """End what is still being driven."""
        self._drives.close()

    def escape(self) -> None:
        """Go back to where it was opened."""
        self.app.pop(self)

    def update(self, now_s: float) -> None:
        """Follow the clock over midnight, and hear of the levels' drives."""
        super().update(now_s)
        if self._today() != self._calendar.today and self._read().today != self._calendar.today:
            self._read_again()
            self._choose(self._chosen)
        if self._drives.poll():
            self._take()
        percent = round(100 * self._drives.progress)
        if percent != self._progress:
            self._progress, self.dirty = percent, True

    def is_settled(self) -> bool:
        """Whether nothing is being driven."""
        return super().is_settled() and not self._drives.is_busy

    def _count(self) -> None:
        """Have the levels drive the chosen day, if that is not known."""
        day = self._chosen
        if self._calendar.drive(day) is not None and not self._calendar.levels(day):
            self._drives.begin(day)

    def _take(self) -> None:
        """Keep what all levels made of a day, stamp its medal, and show the Master's drive if that is awaited."""
        drives, day = self._drives, self._drives.day
        points = tuple(drives.points[level] for level in LEVELS if level in drives.points)
        if day is not None and len(points) == len(LEVELS):
            self.app.collect(with_levels(day, points))
            self._calendar = self._read()
            if self._calendar.medal(day) is not None:
                self._stamp(day)
        saved = self._drives.masters(self._chosen)
        if self._is_awaited and saved is not None and self.app.scene is self:
            self._is_awaited = False
            self._look_at(saved)
        self.lay_out()

    def _stamp(self, day: date) -> None:
        speed = 0 if self.app.settings.reduced_motion else self.app.settings.speed.factor
        self.timeline = Timeline(self.app.now_s, speed, {day: _STAMP})
        self.app.sound.play("lay")

    def _stamped(self, day: date) -> float:
        """How large a medal is just now."""
        return _STAMP_FROM + (1 - _STAMP_FROM) * self.timeline.eased(day)

    # -- what is meant ------------------------------------------------------------------------------------------------

    def _choose(self, day: date) -> None:
        """Look at a day; one of which there is nothing to be seen is the nearest that waited at some time."""
        calendar = self._calendar
        if not is_choosable(calendar, day):
            day = calendar.today if day > calendar.today else max(day, min(FIRST_DAY, calendar.today))
        if day != self._chosen:
            self._is_awaited = False
        self._chosen, self._month = day, day.replace(day=1)
        self._count()
        self.lay_out()

    def _turn(self, step: int) -> None:
        """Go to the same day of another month, as far as there are any."""
        first, last = self._calendar.months
        if first < self._month or step > 0:
            month = min(last, month_beside(self._month, step))
            days = [day for week in weeks_of(month) for day in week if day]
            self._choose(days[min(self._chosen.day, len(days)) - 1])

    def _play(self, day: date) -> None:
        deal = deal_of_the_day(day)
        self._start(with_deal(DEFAULT_PLAN, deal), deal, day)

    def _watch(self) -> None:
        """Show how the Master drives the chosen day, as soon as that is known."""
        saved = self._drives.masters(self._chosen)
        if saved is not None:
            self._look_at(saved)
            return
        self._is_awaited = True
        self._drives.begin(self._chosen, (MASTER,))
        self.lay_out()

    # -- input --------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Besides the controls: keys for other months, for today and for deals by their code."""
        if super().handle(event):
            return True
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._turn(1 if key == pygame.K_PAGEDOWN else -1)
        elif key == pygame.K_HOME:
            self._choose(self._calendar.today)
        elif key == pygame.K_n:
            self._by_code()
        return key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_n)

    def takes_button(self, button: str) -> bool:
        """Turn the months by the shoulders of a controller."""
        step = {"shoulder_l": -1, "shoulder_r": 1}.get(button, 0)
        if step:
            self._turn(step)
        return step != 0

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The controls, the most likely first."""
        at = {id: n for n, id in enumerate(_ORDER)}
        return sorted(super().build(), key=lambda widget: at.get(widget.id, 0))

    def tree(self) -> Box:
        """The month beside day and week, or above them."""
        corner, title = corner_button(self.scale, self.escape), _("Deals of the day")
        return overlay_screen(
            self.app.size, self.scale, "calendar", title, self._body, widest=_WIDEST, corner=corner
        )  # fmt: skip

    def _body(self, room: tuple[int, int]) -> Box:
        compose = self._above if is_tall(self.app.size) else self._beside
        ways = [partial(compose, room, shown) for shown in _LESS]
        return self.lasting.fitting("calendar", room, *ways, self._as_list)

    def _beside(self, room: tuple[int, int], shown: Shown) -> Box:
        s, gap, wide = self.scale, self.scale.gap(36), round(_MONTH * room[0])
        month = Column(self._heading(wide), self._grid(shown), gap=s.gap(16), share=_MONTH)
        ways = (partial(self._aside, has_dots=has_dots) for has_dots in (True, False))
        aside = self.lasting.fitting("aside", (room[0] - wide - gap, room[1]), *ways)
        return Row(month, aside, gap=gap, middle=False)

    def _aside(self, *, has_dots: bool) -> Box:
        return Column(self._day(), self._week(has_dots=has_dots), self._red(), gap=self.scale.gap(18), grow=1)

    def _above(self, room: tuple[int, int], shown: Shown) -> Box:
        s = self.scale
        month = Column(self._heading(room[0]), self._grid(shown), gap=s.gap(16), grow=1)
        return Column(month, self._day(grow=0), self._week(has_dots=shown.points), self._red(), gap=s.gap(18))

    def _as_list(self) -> Box:
        """The days as a list, and whatever has no room below each other to be scrolled through."""
        s = self.scale
        page = Column(self._day(), self._week(has_dots=False), gap=s.gap(18))
        day = Scroll(s, self.lasting.pane("day"), page, least=s.gap(200))
        least = Spacer((round(_ROW * s.px(ROLES.name)), 0), grow=0)
        days = Column(month_list(self._days, self._scroll), least, share=_LIST, grow=1)
        both: Box = Column(days, day, gap=s.gap(18), grow=1)
        if not is_tall(self.app.size):
            both = Row(days, Column(day, grow=1), gap=s.gap(30), middle=False, grow=1)
        return Column(self._heading(0), both, self._red(), gap=s.gap(14))

    # -- the month ----------------------------------------------------------------------------------------------------

    def _heading(self, wide: int) -> Box:
        """The month between its arrows, and as much besides as there is room for."""
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
        words = _("Deal by code")
        code = button(s, "code", words, self._by_code, style=Style.PAPER, icon="code", role=ROLES.label)
        icon = icon_button(s, "code", words, self._by_code, "code", side=side)
        ways = [Row(before, month, after, Spacer(), *more, gap=s.gap(16)) for more in ((self._key(), code), (code,))]
        least = Row(before, month, after, Spacer(), icon, gap=s.gap(16))
        return next((way for way in ways if way.widths()[0] <= wide), least)

    def _key(self) -> Box:
        """What a medal is for."""
        s, side, boxes = self.scale, round(1.5 * self.scale.px(ROLES.small)), list[Box]()
        for medal, beaten in ((Medal.GOLD, 4), (Medal.SILVER, 3), (Medal.BRONZE, 2)):
            picture = Canvas(partial(_paint_key, medal), side, side)
            boxes += [picture, Label(s, number(beaten), ROLES.small, one_line=True)]
        words = _("of {n} bots beaten", n=len(LEVELS))
        said = _("Gold for four of four bots beaten, silver for three, bronze for two")
        label = Label(s, words, ROLES.small, THEME.text2, one_line=True)
        return Row(*boxes, label, gap=s.gap(6), id="key", says=said)

    def _grid(self, shown: Shown) -> Box:
        return month_grid(self._days, self._stamped, shown)

    @property
    def _days(self) -> Month:
        return Month(self.scale, self._calendar, self._month, self._chosen, self._choose)

    # -- the day ------------------------------------------------------------------------------------------------------

    def _day(self, grow: float = 1) -> Box:
        """The chosen day: what the seat was worth, or who plays."""
        s, day, calendar = self.scale, self._chosen, self._calendar
        drive, medal = calendar.drive(day), calendar.medal(day)
        about = _("The same cards for everyone")
        if drive is not None:
            about = drive_line(drive, is_counted=bool(calendar.levels(day)))
        if drive is not None and self._drives.has_failed and self._drives.day == day:
            about = _("The rest couldn’t be calculated")
        head = Row(
            Column(
                Label(s, weekday_and_day(day), ROLES.heading), Label(s, about, ROLES.small, THEME.text2), gap=s.gap(2),
                id="day", says=facts([day_line(calendar, day), about]), grow=1,
            ),
            Canvas(partial(self._paint_medal, day), s.gap(84), (s.gap(48), s.gap(84))) if medal else None,
            gap=s.gap(12),
        )  # fmt: skip
        body = Column(head, *(self._runs() if drive else self._who()), gap=s.gap(12), grow=1)
        rim_px, pad = max(1, 2 * s.delivered), (s.gap(22), s.gap(16), s.gap(16))
        return Plate(body, pad, fill=THEME.raised, rim=THEME.edge, rim_px=rim_px, radius=s.gap(16), grow=grow)

    def _paint_medal(self, day: date, surface: Surface, place: Rect) -> None:
        medal = self._calendar.medal(day)
        if medal is not None:
            paint_medal(surface, medal, place.center, min(place.size) * self._stamped(day))

    def _who(self) -> list[Box]:
        """Who plays, what there is to be won, and the button of a day that is over."""
        s, day = self.scale, self._chosen
        deal = deal_of_the_day(day)
        table = facts([rule_set_name(deal.rules), seating_line(deal.setup)])
        prize = _("Afterwards four bots drive in your seat. Beat them all for gold, three for silver, two for bronze.")
        play = button(s, "play_day", _("Play this deal"), lambda: self._play(day), icon="flag", role=ROLES.name)
        return [
            Spacer(),
            Canvas(partial(self._paint_people, deal), s.gap(200), (s.gap(40), s.gap(112))),
            Label(s, table, ROLES.small, THEME.text2, anchor="c", id="table"),
            Spacer(),
            Label(s, prize, ROLES.body, anchor="c", balanced=True, id="prize"),
            Spacer(),
            *([play] if day not in (self._calendar.today, self._next_open) else []),
        ]

    def _paint_people(self, deal: Deal, surface: Surface, place: Rect) -> None:
        """Draw who drives that day."""
        players = seated(with_deal(DEFAULT_PLAN, deal).players, self.app.settings.profile)
        names = Names.at(players, sides_of(deal.seats, deal.seating), person_in(players))
        sides = len(names.sides)
        d = min(place.h, place.w / (1.3 * sides))
        for side in range(sides):
            draw_portraits(surface, names, side, (place.centerx + 1.3 * d * (side - (sides - 1) / 2), place.centery), d)

    def _runs(self) -> list[Box]:
        """The drives, the best first, and what can be done with them."""
        s, known = self.scale, self._points()
        order = sorted(known, key=lambda of: -known[of])
        due = [level for level in LEVELS if level not in known]
        is_busy = self._drives.is_busy and self._drives.day == self._chosen
        words = _("One moment…") if is_busy else _("Watch the Master’s run")
        buttons = Flow(
            button(
                s, "watch", words, self._watch, style=Style.PAPER, icon="replay", role=ROLES.label, grow=1,
                enabled=not is_busy,
            ),
            button(
                s, "again", _("Play it again"), lambda: self._play(self._chosen), style=Style.PAPER, role=ROLES.label,
                grow=1,
            ),
            gap=max(s.gap(14), _APART),
        )  # fmt: skip
        rows = Column(*(self._run(of, known) for of in (*order, *due)), gap=s.gap(5), grow=1)
        return [rows, buttons]

    def _points(self) -> dict[str, int]:
        """What is known of the chosen day: the person's points, and those of the levels."""
        drive, levels = self._calendar.drive(self._chosen), self._calendar.levels(self._chosen)
        assert drive is not None
        known = dict(zip(LEVELS, levels, strict=True)) if levels else {}
        if not known and self._drives.day == self._chosen:
            known = self._drives.points
        return {_OWN: drive.points, **known}

    def _run(self, of: str, known: dict[str, int]) -> Box:
        s, px = self.scale, self.scale.px(ROLES.name)
        low, d = round(1.2 * px), round(1.7 * px)
        names = {_OWN: _("You"), **{level: level_name(level) for level in LEVELS}}
        points = number(known[of]) if of in known else ""
        row = Row(
            Canvas(partial(self._paint_driver, of), d, (low, d)),
            Label(s, names[of], ROLES.name, one_line=True, others=list(names.values())),
            Canvas(partial(self._paint_run, of, known), s.line(40), s.line(20), grow=1),
            Label(s, points, ROLES.name, one_line=True, anchor="r", others=list(map(number, known.values()))),
            gap=s.gap(14), id=f"run.{of}",
            says=labelled(names[of], points_line(known[of]) if of in known else _("still to come")),
        )  # fmt: skip
        fill = THEME.mark if of == _OWN else THEME.row
        return Plate(row, (s.gap(10), s.gap(3), s.gap(3)), fill=fill, radius=s.gap(10), grow=1)

    def _paint_driver(self, of: str, surface: Surface, place: Rect) -> None:
        paint_driver(surface, place, self.app.settings.profile.livery if of == _OWN else None)

    def _paint_run(self, of: str, known: dict[str, int], surface: Surface, place: Rect) -> None:
        """The points as a bar; where a level still drives, how far it has come."""
        drives = self._drives
        is_busy = drives.is_busy and drives.day == self._chosen
        bar = place.inflate(0, min(0, round(self.scale.px(ROLES.name)) - place.h))
        if of in known:
            most = max(1, *known.values())
            share = max(0, known[of]) / most
            if of == MASTER and is_busy and self._is_awaited:
                share *= drives.progress
            paint_bar(surface, bar, share, THEME.red if of == _OWN else THEME.blue)
        else:
            is_next = is_busy and of == next(level for level in LEVELS if level not in known)
            paint_bar(surface, bar, drives.progress if is_next else 0.0, None)

    # -- the week, and the way on -------------------------------------------------------------------------------------

    def _week(self, *, has_dots: bool) -> Box:
        """The rally of the week of the chosen day, and what was gathered in all."""
        s, rally = self.scale, self._calendar.rally(self._chosen)
        about = rally_line(rally)
        name = _("Rally of week {n}", n=rally.days[0].isocalendar().week)
        color = trophy_color(rally.trophy) if rally.trophy else THEME.navy_off
        head = Row(
            Icon("trophy", round(1.2 * s.px(ROLES.heading)), color), Label(s, name, ROLES.heading, THEME.white, grow=1),
            Label(s, number(rally.points), ROLES.heading, THEME.gold_l, one_line=True), gap=s.gap(14),
        )  # fmt: skip
        dots = Canvas(partial(paint_dots, self._calendar, self._chosen), s.gap(300), (s.gap(44), s.gap(52)))
        figures = [
            Row(
                Label(s, n, replace(ROLES.heading, face="O9"), THEME.gold_l, one_line=True),
                Label(s, words, ROLES.small, THEME.white, grow=1),
                gap=s.gap(8), grow=1, id=f"figure.{at}", says=f"{n} {words}",
            )
            for at, (n, words) in enumerate(figures_of(self._calendar))
        ]  # fmt: skip
        said = Column(
            head, Label(s, about, ROLES.small, THEME.on_navy),
            gap=s.gap(4), id="week", says=facts([week_line(rally), about]),
        )  # fmt: skip
        body = Column(
            said, dots if has_dots else None,
            Flow(*figures, gap=s.gap(14), is_tight=True) if figures else None, gap=s.gap(12),
        )  # fmt: skip
        return Plate(body, (s.gap(24), s.gap(18), s.gap(18)), fill=THEME.navy, radius=s.gap(16))

    @property
    def _next_open(self) -> date | None:
        return self._calendar.next_open

    def _red(self) -> Box | None:
        """The button that plays today's deal, then the latest that waits; nothing once all are played."""
        day = self._next_open
        if day is None:
            return None
        return button(
            self.scale, "play", open_words(self._calendar, day), lambda: self._play(day), style=Style.RED, icon="flag",
            is_low=True,
        )  # fmt: skip


def _paint_key(medal: Medal, surface: Surface, place: Rect) -> None:
    paint_medal(surface, medal, place.center, min(place.size))
