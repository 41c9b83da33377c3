"""What the rule sets are called in our own words; titles of booklets only as their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchSetup
from game.i18n import _, _n, _r, _rn, of_rule_set
from game.session.players import Player
from game.words.vocabulary import by_seating

_MINUTES_FOR_100_KM: Final = 0.7
"""A leg of four alone has some 68 moves (rules.md D2): 17 of the player's own at 9 s, the bots' at 3 s with a look."""


def rule_set_name(rules_id: str) -> str:
    """The name of a rule set, short enough for a list."""
    return of_rule_set(load_rules(rules_id).words.name)


def rule_set_source(rules_id: str) -> str:
    """Whose rules these are, as a line."""
    return of_rule_set(load_rules(rules_id).words.booklet)


def rule_set_notes(rules_id: str) -> str:
    """What playing by this rule set feels like, in two short sentences."""
    return of_rule_set(load_rules(rules_id).words.character)


def seating_line(setup: MatchSetup) -> str:
    """How many play, and whether each alone."""
    if setup.seating is Seating.TEAMS:
        return _n("{n} team of two", "{n} teams of two", setup.seats // 2)
    return _n("{n} driver, each alone", "{n} drivers, each alone", setup.seats)


def persons_line(players: Sequence[Player]) -> str:
    """How many persons play at the one screen; empty for one alone."""
    persons = sum(player.is_human for player in players)
    return _n("{n} person here", "{n} people here", persons) if persons > 1 else ""


def leg_minutes(setup: MatchSetup) -> int:
    """About how long a leg takes, in minutes: the farther the longer, hardly longer with more drivers."""
    rules = load_rules(setup.rules)
    return round(_MINUTES_FOR_100_KM * rules.distance_km(setup.seats, setup.seating) / 100)


def seating_note(setup: MatchSetup) -> str | None:
    """That the booklet does not seat players like this, if it does not, in one sentence (rules.md D2)."""
    option = load_rules(setup.rules).seating_option(setup.seats, setup.seating)
    if option is None or option.in_book:
        return None
    if not _is_instead_of_teams(setup):
        return _("This seating is not in the booklet; it’s our addition.")
    return _rn(
        setup.rules,
        "Four alone is our own addition: {n} hazard left out to keep the race moving.",
        "Four alone is our own addition: {n} hazards left out to keep the race moving.",
        len(option.removed),
    )


def seating_reason(setup: MatchSetup) -> str | None:
    """The same for whoever wants to know it all: what the booklet has instead, and why cards are left out."""
    option = load_rules(setup.rules).seating_option(setup.seats, setup.seating)
    if option is None or option.in_book:
        return None
    if not _is_instead_of_teams(setup):
        return seating_note(setup)
    ours = _("Four alone is our own addition: the booklet has four play as two teams.")
    why = _r(setup.rules, "Three rivals’ attacks would choke the race, so some hazards are left out.")
    return f"{ours} {why}" if option.removed else ours


def _is_instead_of_teams(setup: MatchSetup) -> bool:
    teams = load_rules(setup.rules).seating_option(4, Seating.TEAMS)
    return bool(setup.seats == 4 and setup.seating is Seating.SOLO and teams and teams.in_book)


def length_line(setup: MatchSetup) -> str:
    """When the match is over, in one sentence."""
    if setup.legs:
        return _rn(
            setup.rules,
            "{n} leg decides: the most points win.",
            "{n} legs decide: the most points win.",
            setup.legs,
        )
    points = setup.target_score or 0
    return by_seating(
        setup.seating,
        _r(setup.rules, "You drive leg after leg until a player has {points} points or more.", points=points),
        _r(setup.rules, "You drive leg after leg until a team has {points} points or more.", points=points),
    )
