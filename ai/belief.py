"""What a seat hasn't seen: the cards of the draw pile and of the other hands, which to it are one lot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from game.engine.cards import CARDS
from game.engine.observation import Observation, Seating
from game.engine.rules import load_rules


@dataclass(frozen=True, slots=True)
class Belief:
    """How many cards of each kind (by card index) are unseen, and where they lie.

    ``total`` counts them all; ``draw_pile`` of them are still to be drawn, the others are in ``hand_sizes`` of the
    other seats (0 for the own seat). Each unseen card is anywhere with the same chance.
    """

    counts: tuple[int, ...]
    total: int
    draw_pile: int
    hand_sizes: tuple[int, ...]

    def draw_chance(self, index: int) -> float:
        """The chance that the next card drawn is of that kind; 0 if nothing is left to draw."""
        return self.counts[index] / self.total if self.total and self.draw_pile else 0.0

    def holding_chance(self, index: int, cards: int) -> float:
        """The chance that some hands of together that many cards hold at least one card of that kind."""
        missing = 1.0
        for n in range(self.counts[index]):
            missing *= max(0.0, (self.total - n - cards) / (self.total - n)) if self.total > n else 1.0
        return 1.0 - missing


def belief(observation: Observation) -> Belief:
    """What the seat of that observation can conclude from the deck and all it sees."""
    counts = list(_deck_counts(observation.rules, observation.seats, observation.seating))
    seen = [observation.hand, observation.discard_pile]
    for side in observation.sides:
        seen += [side.battle, side.speed, side.distance, side.safeties]
    for cards in seen:
        for card in cards:
            counts[card.index] = max(0, counts[card.index] - 1)
    others = tuple(0 if s == observation.seat else size for s, size in enumerate(observation.hand_sizes))
    return Belief(tuple(counts), sum(counts), observation.draw_pile, others)


@cache
def _deck_counts(rules_id: str, seats: int, seating: Seating) -> tuple[int, ...]:
    counts = [0] * len(CARDS)
    for card in load_rules(rules_id).deck(seats, seating):
        counts[card.index] += 1
    return tuple(counts)
