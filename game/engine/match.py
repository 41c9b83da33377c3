"""A match: legs played until a side reaches the target score, or a fixed number of legs (rules.md §4.1, §5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.leg import Leg
from game.engine.record import Record
from game.engine.rules import Score, load_rules, shuffled, sides_of
from game.engine.setup import MatchContext, MatchSetup


@dataclass(frozen=True, slots=True)
class LegResult:
    """A finished leg: the points of each side, the winning side (None if none won), and the record."""

    scores: tuple[Score, ...]
    winner: int | None
    record: Record


class Match:
    """A match in progress. ``dealer`` is the seat that deals the current leg or, between legs, the next one."""

    def __init__(self, setup: MatchSetup, dealer: int) -> None:
        if not 0 <= dealer < setup.seats:
            raise ValueError(f"the dealer must be a seat from 0 to {setup.seats - 1}, got {dealer}")
        self.setup = setup
        self.dealer = dealer
        self.rules = load_rules(setup.rules)
        self.sides = sides_of(setup.seats, setup.seating)
        self.totals: tuple[int, ...] = (0,) * len(self.sides)
        self.results: list[LegResult] = []
        self._reached = False

    @classmethod
    def with_random_dealer(cls, setup: MatchSetup, rng: Random) -> Match:
        """Return a match whose first dealer is chosen at random (rules.md §4.1)."""
        return cls(setup, int(rng.random() * setup.seats))

    @property
    def context(self) -> MatchContext:
        """The data about the match that observations of the current leg include; between legs, of the next leg."""
        return MatchContext(len(self.results) + 1, self.totals, self.setup.target_score, self.setup.legs)

    @property
    def is_over(self) -> bool:
        """Whether the match has a winner: the target score or the number of legs is reached, without a tie."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """The side that won the match, or None while the match is not over.

        That is the only side with the highest total; after a tie another leg is played. In a match of a single leg that
        decides the match, it is the winner of the leg (rules.md D23).
        """
        if not self._reached:
            return None
        leg_winner = self.results[-1].winner
        if self.setup.is_decided_by_leg and leg_winner is not None:
            return leg_winner
        best = max(self.totals)
        return self.totals.index(best) if self.totals.count(best) == 1 else None

    def shuffled_deck(self, rng: Random) -> tuple[Card, ...]:
        """Return a shuffled deck for the next leg."""
        return shuffled(self.rules.deck(self.setup.seats, self.setup.seating), rng)

    def deal(self, deck: Sequence[Card], events: list[Event] | None = None) -> Leg:
        """Deal the next leg from the front of ``deck``. Raises ``ValueError`` if the match is over."""
        if self.is_over:
            raise ValueError("the match is over")
        return Leg.deal(
            self.rules,
            self.setup.seating,
            deck,
            self.dealer,
            seats=self.setup.seats,
            options=self.setup.options,
            events=events,
        )

    def add_finished_leg(self, leg: Leg) -> None:
        """Add a finished leg's result to the match; the seat left of the dealer deals the next leg.

        Raises ``ValueError`` if the leg is not over.
        """
        scores = leg.scores
        if scores is None:
            raise ValueError("the leg is not over")
        self.results.append(LegResult(scores, leg.winner, Record.of(leg)))
        self.totals = tuple(total + score.total for total, score in zip(self.totals, scores, strict=True))
        self.dealer = (self.dealer + 1) % self.setup.seats
        # Points can be lost again in the leg that breaks a tie (rules.md §5, left in hand): the target stays reached.
        self._reached = self._reached or self._has_reached_its_end()

    def _has_reached_its_end(self) -> bool:
        if self.setup.target_score is not None:
            return max(self.totals) >= self.setup.target_score
        return self.setup.legs is not None and len(self.results) >= self.setup.legs


def final_rank(side: int, totals: Sequence[int], winner: int) -> int:
    """Return a side's rank at the end of a match, from 1; equal points share a rank, and the winner is always first."""
    if side == winner:
        return 1
    return 2 + sum(total > totals[side] for other, total in enumerate(totals) if other != winner)
