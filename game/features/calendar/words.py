"""Texts of the calendar: days, medals and weeks."""

from __future__ import annotations

from datetime import date

from game.features.calendar.model.deal_calendar import TROPHY_POINTS, DealCalendar, Medal, MedalMiss, Rally
from game.i18n import _, _n, _p, day_and_month, number, say, weekday_and_day
from game.i18n.punctuation import join_with_commas, join_with_dots, label_with_text
from game.people.players import LEVELS
from game.words.settings import level_name


def day_line(calendar: DealCalendar, day: date) -> str:
    """Return a day and the person's result on it: “Monday, November 23: bronze, 900 points”."""
    drive, medal = calendar.result(day), calendar.medal(day)
    if drive is not None:
        parts = [*([say(medal.phrase)] if medal else []), points_line(drive.points)]
    elif day == calendar.today:
        parts = [_("today’s race")]
    else:
        parts = [] if day in calendar.under_way else [_("still to play")]
    if day in calendar.under_way:
        parts.append(under_way())
    return label_with_text(weekday_and_day(day), join_with_commas(parts))


def under_way() -> str:
    """Return the words about a day’s deal that was begun, left, and can be continued."""
    # Translators: of a day’s deal that was begun, left, and can be continued
    return _p("day", "under way")


def points_line(points: int) -> str:
    """Return a number of points with its unit: "900 points"."""
    return _n("{n} point", "{n} points", points)


def day_result_line(calendar: DealCalendar, day: date) -> str:
    """Return the line about a played day: what decides the medal, and the best result of playing it again."""
    result, miss = calendar.result(day), calendar.missed_medal(day)
    assert result is not None
    if result.has_help:
        about = _("You had help, so no medal")
    elif miss is not None:
        about = _miss_line(miss)
    elif calendar.level_points(day):
        about = _("How good your cards were")
    else:
        about = _("The bots are playing your cards…")
    if result.again is None:
        return about
    # Translators: the best result of playing a day’s deal again, which earns no medal
    return join_with_dots([about, _("again: {points}", points=number(result.again.points))])


def _miss_line(miss: MedalMiss) -> str:
    level, medal = level_name(LEVELS[miss.level]), say(miss.medal.phrase)
    if not miss.points:
        return _("Tied with {level}: so close to {medal}", level=level, medal=medal)
    return _n(
        "{n} point behind {level}: so close to {medal}", "{n} points behind {level}: so close to {medal}", miss.points,
        level=level, medal=medal,
    )  # fmt: skip


def rally_line(rally: Rally) -> str:
    """Return the line about the trophy of a week, or the points needed for one, and which days count."""
    if rally.trophy is None:
        won = _("Trophy at {points} points", points=number(min(TROPHY_POINTS.values())))
    else:
        won = {
            Medal.GOLD: _("Gold trophy"),
            Medal.SILVER: _("Silver trophy"),
            Medal.BRONZE: _("Bronze trophy"),
        }[rally.trophy]
    return join_with_dots([won, _("your best five of seven days count")])


def week_line(rally: Rally) -> str:
    """Return the points of a week: “Week 12 rally: 2,700 points”."""
    return label_with_text(_("Week {n} rally", n=rally.days[0].isocalendar().week), points_line(rally.points))


def nonzero_totals(calendar: DealCalendar) -> list[tuple[str, str]]:
    """Return the person's totals as pairs of number and label; totals of 0 are left out."""
    row, days, medals = calendar.day_streak, calendar.days_played, calendar.medal_count
    # Translators: each stands beside its number, which is larger: "4 days in a row", "61 days in all", "23 medals"
    said = [
        (row if row > 1 else 0, _n("day in a row", "days in a row", row)),
        (days, _n("day in all", "days in all", days)),
        (medals, _n("medal", "medals", medals)),
    ]
    return [(number(n), words) for n, words in said if n]


def play_day_label(calendar: DealCalendar, day: date) -> str:
    """Return the label of the button that plays or continues the deal of ``day``."""
    if day in calendar.under_way:
        return _("Continue {day}", day=day_and_month(day)) if day != calendar.today else _("Continue today’s race")
    if day == calendar.today:
        return _("Play today’s race")
    return _("Play {day}", day=day_and_month(day))
