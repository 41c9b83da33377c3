"""The page about the end of a leg (rules.md §3, §4.5, §4.6)."""

from __future__ import annotations

from game.engine.cards import card
from game.engine.rules import PileEmpty
from game.i18n import _, _r, capital, number, term
from game.words.rulebook.differences import extension_points_words, nearest_words, pile_empty_words
from game.words.rulebook.goal import match_text
from game.words.rulebook.model import Block, Played, Point


def end_blocks(played: Played) -> list[Block]:
    """Arriving, going on, running out of cards, and what comes after."""
    voice = played.id
    km, won = number(played.seating.distance_km), number(played.rules.points.leg_won)
    arrived = _r(voice, "Whoever has exactly {km} km ends the leg at once: {points} points.", km=km, points=won)
    count = _r(voice, "All sides count their points, whoever won the leg.")
    return [
        Point(_("Arrived"), arrived, icon="flag", cards=(card("km_100"), card("km_200"))),
        Point(capital(term("extension", voice)), _extension(played), icon="arrow" if played.may_extend else "close"),
        Point(_r(voice, "The draw pile is empty"), _pile_empty(played), icon="cards"),
        Point(_("After that"), f"{count} {match_text(played)}", icon="chart"),
    ]


def _extension(played: Played) -> str:
    voice, rules = played.id, played.rules
    km = number(played.seating.distance_km)
    if not played.seating.may_extend:
        return _r(voice, "There is none in this match: a leg always ends at {km} km.", km=km)
    if not played.may_extend:
        return _("It is switched off for this match.")
    parts = [
        _r(voice, "Whoever arrives at {km} km is asked at once whether the leg goes on to {far} km, for everybody.",
           km=km, far=number(rules.extended_km)),
        _r(voice, "A leg is extended once at most."),
        f"{number(rules.points.extension)}: {extension_points_words(voice, rules)}.",
    ]  # fmt: skip
    if not rules.extension_on_empty_pile:
        parts.append(_r(voice, "It cannot be called once the draw pile is empty."))
    return " ".join(parts)


def _pile_empty(played: Played) -> str:
    voice, rules = played.id, played.rules
    parts = [pile_empty_words(voice, rules.when_pile_empty)]
    if rules.when_pile_empty is not PileEmpty.TURN_OF_LAST_CARD:
        parts.append(_("Whoever cannot lay a card discards one."))
    if played.may_extend and rules.when_pile_empty_extended is not rules.when_pile_empty:
        extended, ends = _r(voice, "After an extension"), pile_empty_words(voice, rules.when_pile_empty_extended)
        parts.append(_("{what}: {how}", what=extended, how=ends))
    return " ".join([*parts, nearest_words(voice, rules)])
