"""Texts about a saved or planned match: its title, date, rules and current state."""

from __future__ import annotations

import math
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from game.engine.rules import Seating, side_of, sides_of
from game.engine.setup import MatchSetup
from game.files.wall_clock import local_moment, now_s
from game.i18n import _, _n, _r, language, number
from game.i18n.punctuation import join_with_and, join_with_commas, join_with_dots
from game.match.match_file import MatchHead, MatchKind, SavedMatch
from game.match.plan import Plan
from game.match.trash import DAY_S
from game.words.house_rules import house_rules_line
from game.words.names import NOBODY, Names
from game.words.places import place_name
from game.words.rulesets import leg_minutes, length_words, rule_set_name, seating_line

if TYPE_CHECKING:
    from game.career.match_stats import MatchSummary


def names_of(match: MatchSummary) -> Names:
    """Return the names of a saved match's players as its first person sees them."""
    viewer = next(seat for seat, player in enumerate(match.players) if player.is_human)
    return Names.for_table(match.players, sides_of(match.seats, match.seating), viewer)


def opponents_line(match: MatchSummary | SavedMatch) -> str:
    """Return the names of those against whom the person drives: “Carla, Hugo and Nina”.

    If several persons play, all players are named.
    """
    table = match.setup if isinstance(match, SavedMatch) else match
    sides = sides_of(table.seats, table.seating)
    persons = [seat for seat, player in enumerate(match.players) if player.is_human]
    own = sides[side_of(persons[0], sides)] if len(persons) == 1 else ()
    names = Names.for_table(match.players, sides, NOBODY)
    return join_with_and(names.seat(seat) for seat in range(table.seats) if seat not in own)


def match_title(match: MatchSummary) -> str:
    """Return the name that the player gave the match, or else its opponents, its stage or the day of its deal."""
    if match.name:
        return match.name
    match match.kind:
        case MatchKind.DEAL if match.day is not None:
            return _("Daily race, {date}", date=_day(match.day, language(), date.today().year))
        case MatchKind.PRACTICE:
            return join_with_dots([_("Practice"), opponents_line(match)])
        case MatchKind.STAGE if match.stage is not None:
            return place_name(match.stage)
    return opponents_line(match)


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
    """Return a text with the number of the current leg, or with the winner if the match is over.

    Return "" for a race that is not over.
    """
    if match.winner is None:
        return "" if match.legs == 1 else _r(match.rules, "Leg {n}", n=match.leg_number)
    names = names_of(match)
    partner = names.partner(match.winner)
    if partner is not None:
        return _("You and {partner} won!", partner=partner)
    if match.winner == match.side:
        return _("You won!")
    if len(names.sides[match.winner]) > 1:
        return _("{team} won!", team=names.side(match.winner))
    return _("{name} won!", name=names.side(match.winner))


def match_details_line(match: MatchSummary, rules_now: str) -> str:
    """Return a line with seating, length and house rules of a match, and marks such as “open cards” or take-backs.

    Its rule set is named only if it is not ``rules_now``, the one that is set for the next match.
    """
    setup = MatchSetup(match.rules, match.seating, match.seats, target_score=match.target_score, legs=match.legs)
    marks = [house_rules_line(match.house_rules)] if match.house_rules else []
    if match.open_cards:
        marks.append(_("open hands"))
    if match.delegated:
        # Translators: in the line of a kept match, that a bot drove for the player in some of it
        marks.append(_("a bot drove"))
    if match.take_backs:
        marks.append(_n("{n} take-back", "{n} take-backs", match.take_backs))
    rules = [rule_set_name(match.rules)] if match.rules != rules_now else []
    return join_with_dots([*rules, seating_line(setup), length_words(setup), *marks])


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
    """Return a line about a planned match: who plays, its length and its house rules.

    The terms are those of the rule set ``rules_id``, by default the plan's.
    """
    setup, rules_id = plan.setup, rules_id or plan.setup.rules
    length = length_words(setup, rules_id)
    if plan.is_one_leg:
        length = _r(rules_id, "one leg, about {minutes} minutes", minutes=leg_minutes(setup))
    persons, ours = len(plan.other_persons) + 1, [house_rules_line(plan.house_rules)] if plan.house_rules else []
    if persons == 1:
        return join_with_dots([seating_line(setup), length, *ours])
    bots = setup.seats - persons
    who = [_n("{n} at this screen", "{n} at this screen", persons), _n("{n} bot", "{n} bots", bots) if bots else ""]
    teams = [seating_line(setup)] if setup.seating is Seating.TEAMS else []
    return join_with_dots([join_with_commas(filter(None, who)), *teams, length, *ours])


def table_line(begun: MatchHead) -> str:
    """Return the names of the persons in a match of several that was begun, and its leg: “Jonas and Mia, leg 2”."""
    players = [player.player() for player in begun.players]
    names = Names.for_table(players, (), NOBODY)
    who = join_with_and(names.seat(seat) for seat, player in enumerate(players) if player.is_human)
    return who if begun.setup.legs == 1 else join_with_commas([who, _leg(begun.setup.rules, len(begun.legs))])


def saved_match_line(saved: SavedMatch, rules_id: str | None = None) -> str:
    """Return a line about one person's match to be continued: the opponents and the standing.

    The standing is the person's score beside the best other one; in a race, the distances. The terms are those of the
    rule set ``rules_id``, by default the match's.
    """
    sides, is_race = sides_of(saved.setup.seats, saved.setup.seating), saved.setup.legs == 1
    own, scores = side_of(saved.viewer, sides), saved.km if is_race else saved.totals
    best = max(scores[side] for side in range(len(sides)) if side != own)
    # Translators: the score in a match that was begun: the player's own, and the best of the others
    if is_race:
        standing = _("you {own} to {other} km", own=number(scores[own]), other=number(best))
    else:
        standing = _("you {own} to {other}", own=number(scores[own]), other=number(best))
        standing = join_with_commas([_leg(rules_id or saved.setup.rules, saved.leg_number), standing])
    return join_with_dots([opponents_line(saved), standing])


def _leg(rules_id: str, n: int) -> str:
    return _r(rules_id, "leg {n}", n=n)


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
    return _("Going through the races: {done} of {total}", done=done, total=total)
