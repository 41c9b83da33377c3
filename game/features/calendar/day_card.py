"""The panel of a day: its players and the prize or, once the day is played, the results of the person and the bots."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from pygame import Color, Rect, Surface

from game.engine.rules import sides_of
from game.features.calendar.model.day_runs import MASTER, DayRuns
from game.features.calendar.model.deal_calendar import DealCalendar
from game.features.calendar.month import MedalScale, paint_medal
from game.features.calendar.words import day_line, day_result_line, points_line, under_way
from game.i18n import _, number, weekday_and_day
from game.i18n.punctuation import join_with_dots, label_with_text
from game.match.deals import Deal, deal_of_the_day
from game.match.plan import DEFAULT_PLAN
from game.people.players import LEVELS, first_person_seat, with_person_seated
from game.people.profiles import Livery, Profile
from game.scenes.portraits import draw_portraits
from game.ui import layout as ui
from game.ui.drawing import art, draw, livery
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle
from game.words.names import Names
from game.words.rulesets import rule_set_name, seating_line
from game.words.settings import level_name

_LEAST_BUTTON_GAP = 13
"""The least gap in pixels between two buttons one above the other, so that a finger hits only one."""
_OWN = "own"
"""The key of the person's own result; all other keys are levels of the bots."""


class DayCard:
    """The panel of one day. ``play`` starts or continues its deal, ``watch`` shows how the top bot played it.

    ``runs`` are the bots' runs of a day, and ``medal_scale`` returns the current size of a day's medal as a factor.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - a card is described by many things
        self, scale: ui.Scale, calendar: DealCalendar, day: date, runs: DayRuns, profile: Profile,
        medal_scale: MedalScale,
        play: Callable[[], None], watch: Callable[[], None],
    ) -> None:  # fmt: skip
        self._scale, self._calendar, self._at, self._drives = scale, calendar, day, runs
        self._profile, self._medal_scale, self._play, self._watch = profile, medal_scale, play, watch

    def box(self, grow: float) -> ui.Box:
        """Return the panel as a layout box; ``grow`` is its share of the spare space, 0 to take none."""
        s, day, calendar = self._scale, self._at, self._calendar
        drive, medal = calendar.result(day), calendar.medal(day)
        about = _("The same cards for everyone")
        if drive is not None:
            about = day_result_line(calendar, day)
        if drive is not None and self._drives.has_failed and self._drives.day == day:
            about = _("The rest couldn’t be calculated")
        line = join_with_dots([about, under_way()]) if self._is_under_way else about
        head = ui.Row(
            ui.Column(
                ui.Label(s, weekday_and_day(day), ui.ROLES.heading), ui.Label(s, line, ui.ROLES.small, THEME.text2),
                gap=s.space_px(2),
                id="day", label=join_with_dots([day_line(calendar, day), about]), grow=1,
            ),
            ui.Canvas(partial(self._paint_medal, day), s.space_px(84), (s.space_px(48),
            s.space_px(84))) if medal else None,
            gap=s.space_px(12),
        )  # fmt: skip
        body = ui.Column(head, *(self._runs() if drive else self._players_and_prize()), gap=s.space_px(12), grow=1)
        rim_px, pad = max(1, 2 * s.default_text_scale), (s.space_px(22), s.space_px(16), s.space_px(16))
        return ui.Panel(body, pad, fill=THEME.raised, rim=THEME.edge, rim_px=rim_px, radius=s.space_px(16), grow=grow)

    @property
    def _is_under_way(self) -> bool:
        return self._at in self._calendar.under_way

    def _paint_medal(self, day: date, surface: Surface, place: Rect) -> None:
        medal = self._calendar.medal(day)
        if medal is not None:
            paint_medal(surface, medal, place.center, min(place.size) * self._medal_scale(day))

    def _players_and_prize(self) -> list[ui.Box]:
        """Return the content for a day not yet played: the players, the prize, and a button to play.

        The button is left out if the screen's main button already plays this day.
        """
        s, day = self._scale, self._at
        deal = deal_of_the_day(day)
        table = join_with_dots([rule_set_name(deal.rules), seating_line(deal.setup)])
        prize = _("Then four bots play your cards. Beat them all for gold, three for silver, two for bronze.")
        words, icon = (_("Continue"), "play") if self._is_under_way else (_("Play these cards"), "flag")
        play = ui.Button(s, "play_day", words, self._play, icon=icon, role=ui.ROLES.name)
        return [
            ui.Spacer(),
            ui.Canvas(partial(self._paint_people, deal), s.space_px(200), (s.space_px(40), s.space_px(112))),
            ui.Label(s, table, ui.ROLES.small, THEME.text2, anchor="c", id="table"),
            ui.Spacer(),
            ui.Label(s, prize, ui.ROLES.body, anchor="c", balanced=True, id="prize"),
            ui.Spacer(),
            *([play] if day not in (self._calendar.today, self._calendar.next_open) else []),
        ]

    def _paint_people(self, deal: Deal, surface: Surface, place: Rect) -> None:
        players = with_person_seated(DEFAULT_PLAN.with_deal(deal).players, self._profile)
        names = Names.for_table(players, sides_of(deal.seats, deal.seating), first_person_seat(players))
        sides = len(names.sides)
        d = min(place.h, place.w / (1.3 * sides))
        for side in range(sides):
            draw_portraits(surface, names, side, (place.centerx + 1.3 * d * (side - (sides - 1) / 2), place.centery), d)

    def _runs(self) -> list[ui.Box]:
        """Return the content for a played day: all results, the best first, and buttons to watch or to play again."""
        s, known = self._scale, self._points()
        order = sorted(known, key=lambda of: -known[of])
        due = [level for level in LEVELS if level not in known]
        is_busy = self._drives.is_busy and self._drives.day == self._at
        words = _("One moment…") if is_busy else _("Watch the Master’s run")
        again = _("Continue") if self._is_under_way else _("Play it again")
        buttons = ui.Flow(
            ui.Button(
                s, "watch", words, self._watch, style=ButtonStyle.PAPER, icon="replay", role=ui.ROLES.label, grow=1,
                enabled=not is_busy,
            ),
            ui.Button(
                s, "again", again, self._play, style=ButtonStyle.PAPER, role=ui.ROLES.label,
                grow=1,
            ),
            gap=max(s.space_px(14), _LEAST_BUTTON_GAP),
        )  # fmt: skip
        rows = ui.Column(*(self._run(of, known) for of in (*order, *due)), gap=s.space_px(5), grow=1)
        return [rows, buttons]

    def _points(self) -> dict[str, int]:
        """Return the points by player: the person's under ``_OWN``, and those of each level that has finished."""
        drive, levels = self._calendar.result(self._at), self._calendar.level_points(self._at)
        assert drive is not None
        known = dict(zip(LEVELS, levels, strict=True)) if levels else {}
        if not known and self._drives.day == self._at:
            known = self._drives.points
        return {_OWN: drive.points, **known}

    def _run(self, of: str, known: dict[str, int]) -> ui.Box:
        s, px = self._scale, self._scale.px(ui.ROLES.name)
        low, d = round(1.2 * px), round(1.7 * px)
        names = {_OWN: _("You"), **{level: level_name(level) for level in LEVELS}}
        points = number(known[of]) if of in known else ""
        row = ui.Row(
            ui.Canvas(partial(self._paint_driver, of), d, (low, d)),
            ui.Label(s, names[of], ui.ROLES.name, one_line=True, alternatives=list(names.values())),
            ui.Canvas(partial(self._paint_run, of, known), s.text_px(40), s.text_px(20), grow=1),
            ui.Label(s, points, ui.ROLES.name, one_line=True, anchor="r", alternatives=list(map(number,
            known.values()))),
            gap=s.space_px(14), id=f"run.{of}",
            label=label_with_text(names[of], points_line(known[of]) if of in known else _("still to come")),
        )  # fmt: skip
        fill = THEME.mark if of == _OWN else THEME.row
        return ui.Panel(row, (s.space_px(10), s.space_px(3), s.space_px(3)), fill=fill, radius=s.space_px(10), grow=1)

    def _paint_driver(self, of: str, surface: Surface, place: Rect) -> None:
        paint_driver(surface, place, self._profile.livery if of == _OWN else None)

    def _paint_run(self, of: str, known: dict[str, int], surface: Surface, place: Rect) -> None:
        """Draw a player's points as a bar, or the progress of a level that is still playing."""
        drives = self._drives
        is_busy = drives.is_busy and drives.day == self._at
        bar = place.inflate(0, min(0, round(self._scale.px(ui.ROLES.name)) - place.h))
        if of in known:
            most = max(1, *known.values())
            share = max(0, known[of]) / most
            if of == MASTER and is_busy:
                share *= drives.progress
            _paint_bar(surface, bar, share, THEME.red if of == _OWN else THEME.blue)
        else:
            is_next = is_busy and of == next(level for level in LEVELS if level not in known)
            _paint_bar(surface, bar, drives.progress if is_next else 0.0, None)


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


def _paint_bar(surface: Surface, place: Rect, share: float, color: Color | None) -> None:
    """Draw a bar that fills ``share`` of the width of ``place``; a share of 0 or less draws nothing.

    Without a color the bar shows progress: it is gray, inside a frame.
    """
    bar = place.inflate(0, -place.h // 3)
    if color is None:
        draw.rounded_rect(surface, bar, 6, THEME.surface2, THEME.edge, 1)
    bar.w = round(max(0.0, share) * bar.w)
    if bar.w > 2:
        draw.rounded_rect(surface, bar, min(6, bar.w / 2), color or THEME.edge)
