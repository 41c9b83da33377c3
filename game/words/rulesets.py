"""Names and descriptions of rule sets and matches, in our own words; only titles are quoted from the booklets."""

from __future__ import annotations

from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchSetup
from game.i18n import _, _n, _r, _rn, number, say
from game.match.plan import LEG_COUNTS, TARGET_SCORES, Plan
from game.phrases import Phrase
from game.words.vocabulary import player_or_team_text

_MINUTES_FOR_100_KM = 0.7
"""A solo leg of four seats has about 68 moves (rules.md D2): 17 by the player (9 s each) and 51 by bots (3 s each)."""


def rule_set_name(rules_id: str) -> str:
    """Return the name of a rule set, short enough for a list."""
    return say(Phrase(load_rules(rules_id).words.name))


def rule_set_source(rules_id: str) -> str:
    """Return a line that names the booklet from which a rule set comes."""
    return say(Phrase(load_rules(rules_id).words.booklet))


def rule_set_notes(rules_id: str) -> str:
    """Return two short sentences on what it is like to play by this rule set."""
    return say(Phrase(load_rules(rules_id).words.character))


def seating_line(setup: MatchSetup) -> str:
    """Return a text with the number of players and whether they play solo or in teams."""
    if setup.seating is Seating.TEAMS:
        return _n("{n} team of two", "{n} teams of two", setup.seats // 2)
    return _n("{n} driver, solo", "{n} drivers, solo", setup.seats)


def leg_minutes(setup: MatchSetup) -> int:
    """Return about how many minutes a leg takes; that depends on the distance, not on the number of seats."""
    rules = load_rules(setup.rules)
    return round(_MINUTES_FOR_100_KM * rules.distance_km(setup.seats, setup.seating) / 100)


def seating_note(setup: MatchSetup) -> str | None:
    """Return a sentence that says the seating is not in the booklet, or None if it is (rules.md D2)."""
    option = load_rules(setup.rules).seating_option(setup.seats, setup.seating)
    if option is None or option.is_in_booklet:
        return None
    if not _is_instead_of_teams(setup):
        return _("This seating is not in the booklet; it’s our addition.")
    return _rn(
        setup.rules,
        "Four solo is our own addition: {n} hazard left out to keep the race moving.",
        "Four solo is our own addition: {n} hazards left out to keep the race moving.",
        len(option.removed),
    )


def plan_lines(plan: Plan) -> list[str]:
    """Return sentences about a planned match: booklet, distance, special rules, and what is not in the booklet."""
    setup = plan.setup
    rules = load_rules(setup.rules)
    km, far = rules.distance_km(setup.seats, setup.seating), rules.extended_km
    lines = [rule_set_source(setup.rules)]
    if plan.may_extend and setup.options.extension:
        lines.append(_r(setup.rules, "A leg is {km} km; whoever gets there may extend it to {far} km.", km=km, far=far))
    else:
        lines.append(_r(setup.rules, "A leg is {km} km.", km=km))
    if plan.offers_no_100_bonus and setup.options.no_100_bonus:
        points = rules.points.no_100
        lines.append(_r(setup.rules, "Winning a leg without 200s and 100s earns {points} more points.", points=points))
    if not plan.take_backs:
        lines.append(_("Moves can’t be taken back."))
    note = seating_note(setup)
    return [*lines, note] if note else lines


def length_words(setup: MatchSetup, rules_id: str | None = None) -> str:
    """Return the length of a match as text: "2 legs", "5,000 points".

    The terms are those of the rule set ``rules_id``, by default the match's.
    """
    if setup.legs:
        return _rn(rules_id or setup.rules, "{n} leg", "{n} legs", setup.legs)
    return _("{points} points", points=number(setup.target_score or 0))


def length_label(setup: MatchSetup) -> str:
    """Return the length of a match as a short label: "One leg", "3 legs", "To 5,000"."""
    if setup.legs == 1:
        return _r(setup.rules, "One leg")
    return length_words(setup) if setup.legs else _("To {points}", points=number(setup.target_score or 0))


def length_options(setup: MatchSetup) -> list[tuple[str, str]]:
    """Return the match lengths to choose from, each as an id and a text: first the target scores, then numbers of legs.

    The length set in ``setup`` is always included.
    """
    targets = sorted({*TARGET_SCORES, *([setup.target_score] if setup.target_score else [])})
    legs = sorted({*LEG_COUNTS, *([setup.legs] if setup.legs else [])})
    return [
        *((f"points-{target}", _("{points} points", points=number(target))) for target in targets),
        *((f"legs-{n}", _rn(setup.rules, "{n} leg", "{n} legs", n)) for n in legs),
    ]


def seating_reason(setup: MatchSetup) -> str | None:
    """Return why a seating that is not in the booklet was added and some cards are left out, or None if it is in it."""
    option = load_rules(setup.rules).seating_option(setup.seats, setup.seating)
    if option is None or option.is_in_booklet:
        return None
    if not _is_instead_of_teams(setup):
        return seating_note(setup)
    ours = _("Four solo is our own addition: the booklet has four play as two teams.")
    why = _r(setup.rules, "Three rivals’ attacks would choke the race, so some hazards are left out.")
    return f"{ours} {why}" if option.removed else ours


def _is_instead_of_teams(setup: MatchSetup) -> bool:
    teams = load_rules(setup.rules).seating_option(4, Seating.TEAMS)
    return bool(setup.seats == 4 and setup.seating is Seating.SOLO and teams and teams.is_in_booklet)


def one_leg_line(rules_id: str) -> str:
    """Return the sentence that the winner of the only leg wins the match, whatever the points (rules.md D23)."""
    return _r(rules_id, "The winner of the leg takes the match, whatever the points.")


def length_line(setup: MatchSetup) -> str:
    """Return a sentence that says when the match ends and who wins it."""
    if setup.is_decided_by_leg:
        return one_leg_line(setup.rules)
    if setup.legs:
        return _rn(
            setup.rules,
            "{n} leg decides: the most points win.",
            "{n} legs decide: the most points win.",
            setup.legs,
        )
    points = setup.target_score or 0
    return player_or_team_text(
        setup.seating,
        _r(setup.rules, "You drive leg after leg until a player has {points} points or more.", points=points),
        _r(setup.rules, "You drive leg after leg until a team has {points} points or more.", points=points),
    )
