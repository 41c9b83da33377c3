"""The card of a day: its players and the prize, or once it is played the runs of the person and the bots."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from pygame import Rect, Surface

from game.engine.rules import sides_of
from game.features.calendar.model.calendar import Calendar
from game.features.calendar.model.day_drives import MASTER, DayDrives
from game.features.calendar.month import Stamped, paint_medal
from game.features.calendar.result import paint_bar, paint_driver
from game.features.calendar.words import day_line, drive_line, points_line
from game.i18n import _, number, weekday_and_day
from game.i18n.punctuation import facts, labelled
from game.match.deals import Deal, deal_of_the_day
from game.match.plan import DEFAULT_PLAN, with_deal
from game.people.players import LEVELS, person_in, seated
from game.people.profiles import Profile
from game.scenes.portraits import draw_portraits
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Canvas, Column, Flow, Label, Plate, Row, Scale, Spacer, button
from game.ui.widgets import Style
from game.words.names import Names
from game.words.rulesets import rule_set_name, seating_line
from game.words.settings import level_name

_APART = 13
"""Pixels between two buttons one above the other, so that a finger can hit each."""
_OWN = "own"
"""The key of the person's run among those of the levels."""


class DayCard:
    """The card of one day; ``play`` plays its deal, ``watch`` shows the Master's run."""

    def __init__(  # noqa: PLR0913, PLR0917 - a card is described by many things
        self, scale: Scale, calendar: Calendar, day: date, drives: DayDrives, profile: Profile, stamped: Stamped,
        play: Callable[[], None], watch: Callable[[], None],
    ) -> None:  # fmt: skip
        self._scale, self._calendar, self._at, self._drives = scale, calendar, day, drives
        self._profile, self._stamped, self._play, self._watch = profile, stamped, play, watch

    def box(self, grow: float) -> Box:
        """Return the card; ``grow`` is its share of the space that is left."""
        s, day, calendar = self._scale, self._at, self._calendar
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
        """Return players and prize, and a play button unless the screen's main button plays this day."""
        s, day = self._scale, self._at
        deal = deal_of_the_day(day)
        table = facts([rule_set_name(deal.rules), seating_line(deal.setup)])
        prize = _("Afterwards four bots drive in your seat. Beat them all for gold, three for silver, two for bronze.")
        play = button(s, "play_day", _("Play this deal"), self._play, icon="flag", role=ROLES.name)
        return [
            Spacer(),
            Canvas(partial(self._paint_people, deal), s.gap(200), (s.gap(40), s.gap(112))),
            Label(s, table, ROLES.small, THEME.text2, anchor="c", id="table"),
            Spacer(),
            Label(s, prize, ROLES.body, anchor="c", balanced=True, id="prize"),
            Spacer(),
            *([play] if day not in (self._calendar.today, self._calendar.next_open) else []),
        ]

    def _paint_people(self, deal: Deal, surface: Surface, place: Rect) -> None:
        players = seated(with_deal(DEFAULT_PLAN, deal).players, self._profile)
        names = Names.at(players, sides_of(deal.seats, deal.seating), person_in(players))
        sides = len(names.sides)
        d = min(place.h, place.w / (1.3 * sides))
        for side in range(sides):
            draw_portraits(surface, names, side, (place.centerx + 1.3 * d * (side - (sides - 1) / 2), place.centery), d)

    def _runs(self) -> list[Box]:
        """Return the runs, the best first, and their buttons."""
        s, known = self._scale, self._points()
        order = sorted(known, key=lambda of: -known[of])
        due = [level for level in LEVELS if level not in known]
        is_busy = self._drives.is_busy and self._drives.day == self._at
        words = _("One moment…") if is_busy else _("Watch the Master’s run")
        buttons = Flow(
            button(
                s, "watch", words, self._watch, style=Style.PAPER, icon="replay", role=ROLES.label, grow=1,
                enabled=not is_busy,
            ),
            button(
                s, "again", _("Play it again"), self._play, style=Style.PAPER, role=ROLES.label,
                grow=1,
            ),
            gap=max(s.gap(14), _APART),
        )  # fmt: skip
        rows = Column(*(self._run(of, known) for of in (*order, *due)), gap=s.gap(5), grow=1)
        return [rows, buttons]

    def _points(self) -> dict[str, int]:
        """Return the known points of the day: the person's, and those of the levels."""
        drive, levels = self._calendar.drive(self._at), self._calendar.levels(self._at)
        assert drive is not None
        known = dict(zip(LEVELS, levels, strict=True)) if levels else {}
        if not known and self._drives.day == self._at:
            known = self._drives.points
        return {_OWN: drive.points, **known}

    def _run(self, of: str, known: dict[str, int]) -> Box:
        s, px = self._scale, self._scale.px(ROLES.name)
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
        paint_driver(surface, place, self._profile.livery if of == _OWN else None)

    def _paint_run(self, of: str, known: dict[str, int], surface: Surface, place: Rect) -> None:
        """Draw the points as a bar, or the progress of a level that is still playing."""
        drives = self._drives
        is_busy = drives.is_busy and drives.day == self._at
        bar = place.inflate(0, min(0, round(self._scale.px(ROLES.name)) - place.h))
        if of in known:
            most = max(1, *known.values())
            share = max(0, known[of]) / most
            if of == MASTER and is_busy:
                share *= drives.progress
            paint_bar(surface, bar, share, THEME.red if of == _OWN else THEME.blue)
        else:
            is_next = is_busy and of == next(level for level in LEVELS if level not in known)
            paint_bar(surface, bar, drives.progress if is_next else 0.0, None)
