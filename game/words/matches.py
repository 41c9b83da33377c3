"""Texts about a saved or planned match: its title, date, rules and current state."""

from __future__ import annotations

import math
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from game.engine.rules import side_of, sides_of
from game.engine.setup import MatchSetup
from game.files.wall_clock import local_moment, now_s
from game.i18n import _, _n, _r, language
from game.i18n.punctuation import join_with_commas, join_with_dots
from game.match.match_file import MatchKind, SavedMatch
from game.match.plan import Plan
from game.match.trash import DAY_S
from game.words.names import NOBODY, Names
from game.words.places import place_name, stage_title
from game.words.rulesets import leg_minutes, length_words, persons_line, rule_set_name, seating_line

if TYPE_CHECKING:
    from game.career.match_stats import MatchSummary


def names_of(match: MatchSummary) -> Names:
    """Return the names of a saved match's players as its first person sees them."""
    viewer = next(seat for seat, player in enumerate(match.players) if player.is_human)
    return Names.for_table(match.players, sides_of(match.seats, match.seating), viewer)


def _deal_title(match: MatchSummary | SavedMatch) -> str:
    return _("Deal of {date}", date=_day_of(match))


def match_title(match: MatchSummary) -> str:
    """Return the name that the player gave the match, or else its kind and day: “Practice of November 22”."""
    if match.name:
        return match.name
    day = _day_of(match)
    match match.kind:
        case MatchKind.DEAL:
            return _deal_title(match)
        case MatchKind.PRACTICE:
            return _("Practice of {date}", date=day)
        case MatchKind.STAGE if match.stage is not None:
            # Translators: a match that was a stage of the tour, in the list of matches
            return _("{place}, {date}", place=place_name(match.stage), date=day)
    return _("Quick race of {date}", date=day) if match.legs == 1 else _("Match of {date}", date=day)


def _day_of(match: MatchSummary | SavedMatch) -> str:
    """Return the deal's calendar day, or else the day on which the match began, as text."""
    day = match.day
    if day is None:
        begun = match.begun_s, match.begun_offset_s
        day = local_moment(*(begun if match.begun_s else (match.saved_s, match.saved_offset_s))).date()
    return _day(day, language(), date.today().year)


def last_played_text(match: MatchSummary, today: date) -> str:
    """Return a text that says when the match was last played: “Today, 8:15 PM”, “Yesterday” or a date.

    Return "" if the time is unknown.
    """
    if not match.saved_s:
        return ""
    then = local_moment(match.saved_s, match.saved_offset_s)
    if then.date() == today:
        return _("Today, {time}", time=_time(then, language()))
    if then.date() == today - timedelta(days=1):
        return _("Yesterday")
    return _short_day(then.date(), language(), today.year)


def match_state(match: MatchSummary) -> str:
    """Return a text with the number of the current leg, or with the winner if the match is over."""
    if match.winner is None:
        return _r(match.rules, "Leg {n}", n=match.leg_number)
    names = names_of(match)
    partner = names.partner(match.winner)
    if partner is not None:
        return _("You and {partner} won!", partner=partner)
    if match.winner == match.side:
        return _("You won!")
    if len(names.sides[match.winner]) > 1:
        return _("{team} won!", team=names.side(match.winner))
    return _("{name} won!", name=names.side(match.winner))


def match_details_line(match: MatchSummary) -> str:
    """Return a line with rules, seating and length of a match, and marks such as “open cards” or take-backs."""
    setup = MatchSetup(match.rules, match.seating, match.seats, target_score=match.target_score, legs=match.legs)
    marks = [_("open cards")] if match.open_cards else []
    if match.delegated:
        # Translators: in the line of a kept match, that a bot drove for the player in some of it
        marks.append(_("a bot drove"))
    if match.take_backs:
        marks.append(_n("{n} take-back", "{n} take-backs", match.take_backs))
    return join_with_dots([rule_set_name(match.rules), seating_line(setup), length_words(setup), *marks])


def days_left(gone_from_s: int) -> str:
    """Return a text that says how many more days a deleted match can be restored.

    ``gone_from_s`` is when it will be removed for good, in seconds since 1970.
    """
    days = max(1, math.ceil((gone_from_s - now_s()) / DAY_S))
    return _n("Can be restored for {n} more day", "Can be restored for {n} more days", days)


def day_in_short(moment_s: float, offset_s: int | None = None) -> str:
    """Return an abbreviated date; ``moment_s`` is in seconds since 1970.

    ``offset_s`` is the time zone's offset from UTC in seconds, None for this machine's time zone.
    """
    return _short_day(local_moment(moment_s, offset_s).date(), language(), date.today().year)


def plan_summary(plan: Plan, rules_id: str | None = None) -> str:
    """Return a line about a planned match: seating, persons, length.

    The terms are those of the rule set ``rules_id``, by default the plan's.
    """
    setup, rules_id = plan.setup, rules_id or plan.setup.rules
    if plan.is_quick_race:
        length = _r(rules_id, "one leg, about {minutes} minutes", minutes=leg_minutes(setup))
    else:
        length = length_words(setup, rules_id)
    return join_with_dots(filter(None, [seating_line(setup), persons_line(plan.players), length]))


def saved_match_line(saved: SavedMatch, rules_id: str | None = None) -> str:
    """Return a line about the state of a saved match: the leg, the player's score and the best other score.

    A stage of the tour and a chosen deal have only one leg; for these, return the title of the stage or deal. The terms
    are those of the rule set ``rules_id``, by default the match's.
    """
    if saved.stage is not None:
        return stage_title(saved.stage)
    if saved.kind is MatchKind.DEAL:
        return saved.name or _deal_title(saved)
    if saved.setup.legs == 1:
        return join_with_dots([_("Quick race"), seating_line(saved.setup)])
    leg = _r(rules_id or saved.setup.rules, "Leg {n}", n=saved.leg_number)
    sides = sides_of(saved.setup.seats, saved.setup.seating)
    persons = sum(player.is_human for player in saved.players)
    names = Names.for_table(saved.players, sides, saved.viewer if persons == 1 else NOBODY)
    own = side_of(saved.viewer, sides)
    rival = max((side for side in range(len(sides)) if side != own), key=lambda side: saved.totals[side])
    scores = join_with_commas(names.side_with_points(side, saved.totals[side]) for side in (own, rival))
    return join_with_dots([leg, scores])


@lru_cache(1000)
def _day(day: date, code: str, this_year: int) -> str:
    """Return the date with its full month name, and with the year if it is not ``this_year``."""
    from babel.dates import format_date  # noqa: PLC0415 - as in ``number``

    return _in_locale("MMMMd", day, code) if day.year == this_year else str(format_date(day, "long", locale=code))


@lru_cache(1000)
def _short_day(day: date, code: str, this_year: int) -> str:
    return _in_locale("MMMd" if day.year == this_year else "yMMMd", day, code)


def _in_locale(skeleton: str, day: date, code: str) -> str:
    from babel.dates import format_skeleton  # noqa: PLC0415 - as in ``number``

    return str(format_skeleton(skeleton, datetime(day.year, day.month, day.day), locale=code))


@lru_cache(100)
def _time(moment: datetime, code: str) -> str:
    from babel.dates import format_time  # noqa: PLC0415 - as in ``number``

    return str(format_time(moment, "short", locale=code))


def reading_words(done: int, total: int) -> str:
    """Return how many matches have been read, or a request to wait if ``total`` is still 0."""
    if not total:
        return _("One moment…")
    return _("Going through the matches: {done} of {total}", done=done, total=total)
