"""The tables that tuning plays on, and legs dealt for them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from game.engine.leg import Leg
from game.engine.observation import Options, Seating
from game.engine.rules import load_rules, shuffled


@dataclass(frozen=True, slots=True)
class Table:
    """A kind of leg."""

    rules: str
    seats: int
    seating: str


def deal(table: Table, rng: Random) -> Leg:
    """A leg at that table, dealer and deck by chance; now and then with the bonus that a rule set offers."""
    rules, seating = load_rules(table.rules), Seating(table.seating)
    deck = shuffled(rules.deck(table.seats, seating), rng)
    options = Options(no_100_bonus=rng.random() < _WITH_BONUS)
    return Leg.deal(rules, seating, deck, rng.randrange(table.seats), seats=table.seats, options=options)


_WITH_BONUS: Final = 0.1


def _tables(text: str) -> tuple[Table, ...]:
    """Tables as lines of ``rules seats seating``."""
    parts = [line.split() for line in text.strip().splitlines()]
    return tuple(Table(rules, int(seats), seating) for rules, seats, seating in parts)


TABLES: Final = {
    "duel": _tables(
        """
        winning_moves 2 solo
        dujardin 2 solo
        piatnik 2 solo
        winning_moves 2 solo
        dujardin 2 solo
        mille_miglia 2 solo
        """
    ),
    "solo": _tables(
        """
        winning_moves 4 solo
        dujardin 4 solo
        mille_miglia 4 solo
        winning_moves 4 solo
        winning_moves 3 solo
        piatnik 4 solo
        dujardin 4 solo
        mille_miglia 3 solo
        winning_moves 4 solo
        dujardin 3 solo
        mille_miglia 5 solo
        piatnik 3 solo
        winning_moves 4 solo
        mille_miglia 6 solo
        """
    ),
    "teams": _tables(
        """
        winning_moves 4 teams
        dujardin 4 teams
        piatnik 4 teams
        winning_moves 6 teams
        dujardin 4 teams
        winning_moves 4 teams
        dujardin 6 teams
        piatnik 6 teams
        """
    ),
}
"""By net the tables it is learned on, in turn; one that stands more often counts more."""
