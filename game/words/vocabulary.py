"""The English names of the cards and the terms of the game; each booklet has its own words for them (rules.md §7).

``build/catalogues.py`` extracts each of them once per rule set, with the rule set's id as gettext context.
"""

from __future__ import annotations

from game.engine.cards import Card, Family
from game.engine.rules import Seating
from game.i18n import _, _r

CARDS: dict[str, str] = {
    "go": "Go",
    "gasoline": "Gasoline",
    "spare_tire": "Spare Tire",
    "repairs": "Repairs",
    "end_of_limit": "End of Limit",
    "stop": "Stop",
    "out_of_gas": "Out of Gas",
    "flat_tire": "Flat Tire",
    "accident": "Accident",
    "speed_limit": "Speed Limit",
    "right_of_way": "Right of Way",
    "extra_tank": "Extra Tank",
    "puncture_proof": "Puncture-Proof",
    "driving_ace": "Driving Ace",
}
"""The English names of cards by card id; distance cards are not listed, as their names are made from their km."""

TERMS: dict[str, str] = {
    "distance_cards": "distance cards",
    "hazards": "hazards",
    "remedies": "remedies",
    "safeties": "safeties",
    "battle_pile": "battle pile",
    "speed_pile": "speed pile",
    "draw_pile": "draw pile",
    "discard_pile": "discard pile",
    "leg": "leg",
    "match": "match",
    "coup_fourre": "coup fourré",
    "delayed_action": "delayed action",
    "safe_trip": "safe trip",
    "shut_out": "shut-out",
    "extension": "extension",
    "drawn_leg": "drawn leg",
}
"""The English terms of the game by term id, in lower case."""


def card_name(card: Card, rules_id: str) -> str:
    """Return a card's name in the terms of a rule set (rules.md §7), with soft hyphens where it may be divided."""
    if card.family is Family.DISTANCE:
        return _("{km} km", km=card.km)
    return _r(rules_id, CARDS[card.id])


def player_or_team_text(seating: Seating, player: str, team: str) -> str:
    """Return the text ``team`` if the seating is in teams, else the text ``player``.

    Texts never speak of a “side”: no language has a word that a player would use for both a player and a team.
    """
    return team if seating is Seating.TEAMS else player


def term(term_id: str, rules_id: str) -> str:
    """Return a term of the game in the words of a rule set (rules.md §7), in lower case if the language allows."""
    return _r(rules_id, TERMS[term_id])
