"""A position as one seat sees it, in numbers for the evaluation. Hot code: ints and lists (tables.py explains why).

All of it is computed from an ``Observation``; of the cards that the seat cannot see, only the numbers are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from game.engine.cards import REMEDIES, SAFETIES, SPEED_LIMIT, Card
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import KM_UNIT, Points, Seating, load_rules
from game.engine.tables import (
    FIRST_COUP_FOURRE_BIT,
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    KINDS,
    KM_BITS,
    SAFETY_BIT,
    TWO_200S,
    CompiledRules,
    compiled_rules_for,
    is_rolling,
    progress_of_cards,
    states_of,
)

LACKS_NEEDED_CARD: Final = 1
"""Bit of ``lacks``: a side that cannot drive did not lay the card that it needs, so it had none in its last turn."""
LACKS_DISTANCE: Final = 2
"""Bit of ``lacks``: a rolling side laid no distance in its last turn, so it probably had none."""
_LIMITED_CARD_KM: Final = 200
_LONGEST_KM: Final = 1000


class InformationState:
    """What a seat knows, as numbers.

    ``states`` and ``progress`` are by side (tables.py). ``hand`` and ``unseen`` count cards by card index; ``unseen``
    are those in the draw pile and in all other hands together. ``sizes`` are the hand sizes by seat. ``lacks`` are bits
    by side: the kinds of card that the side probably does not hold (``LACKS_NEEDED_CARD``, ``LACKS_DISTANCE``).
    ``extender`` is the side that extended the leg, -1 if none. ``extra_play_safeties`` are the safeties drawn in a won
    turn that would give an extra play, as a mask by card index (rules.md D5).
    """

    __slots__ = (
        "compiled_rules",
        "draw_pile",
        "extender",
        "extra_play_safeties",
        "hand",
        "lacks",
        "observation",
        "progress",
        "seat",
        "side",
        "sizes",
        "states",
        "unseen",
    )

    compiled_rules: CompiledRules
    observation: Observation
    seat: int
    side: int
    states: list[int]
    progress: list[int]
    hand: list[int]
    unseen: list[int]
    draw_pile: int
    sizes: Sequence[int]
    lacks: list[int]
    extender: int
    extra_play_safeties: int

    @classmethod
    def of(cls, o: Observation) -> InformationState:
        """Return the information state of an observation."""
        information = cls()
        table = information.compiled_rules = compiled_rules_for(load_rules(o.rules), o.seating, o.seats, o.options)
        information.observation = o
        information.seat = o.seat
        information.side = table.side_of[o.seat]
        information.states = states_of(o.sides, table.start_state)
        information.progress = [progress_of_cards(s.distance, s.coups_fourres) for s in o.sides]
        information.draw_pile = o.draw_pile
        information.sizes = o.hand_sizes
        information.hand, information.unseen = _count(o)
        information.extender = -1
        if o.target > table.base_km:
            extenders = (table.side_of[m.seat] for m in o.moves if m.kind is MoveKind.EXTEND)
            information.extender = next(extenders, information.side)  # a puzzle has only the latest moves
        information.extra_play_safeties = information._fresh_safeties()
        information.lacks = [0] * len(o.sides)
        information._infer_lacks(o.moves)
        return information

    def at_later_position(self, leg: Leg) -> InformationState:
        """Return what the same seat knows in its own turn later in a leg; ``leg`` continues from this observation."""
        information = InformationState()
        information.compiled_rules = self.compiled_rules
        information.observation = self.observation
        information.seat, information.side = self.seat, self.side
        information.states, information.progress = leg.states, leg.progress
        information.draw_pile = leg.draw_pile
        information.sizes = (
            self.sizes if leg.draw_pile else [leg.hand_size(seat) for seat in range(self.compiled_rules.seats)]
        )
        extender = leg.extender
        information.extender = -1 if extender is None else extender
        information.extra_play_safeties = leg.extra_play_safeties
        hand = information.hand = leg.counts(self.seat)
        unseen = [u + before - now for u, before, now in zip(self.unseen, self.hand, hand, strict=True)]
        moves = leg.moves_since(len(self.observation.moves))
        for move in moves:
            if move.card is not None:
                unseen[move.card.index] -= 1
        information.unseen = unseen
        information.lacks = [0] * len(self.lacks)
        information._infer_lacks(moves)
        return information

    @property
    def is_extended(self) -> bool:
        return self.extender >= 0

    def gives_extra_play(self, safety: Card) -> bool:
        """Return whether laying that safety now lets the seat play again (rules.md §3, D5)."""
        more = self.compiled_rules.rules.safety_plays_on and self.draw_pile > 0
        return more or bool(self.extra_play_safeties >> safety.index & 1)

    def _fresh_safeties(self) -> int:
        if not self.compiled_rules.rules.won_turn_safety_plays_on:
            return 0
        for move in reversed(self.observation.moves):
            if move.seat != self.seat:
                return 0
            if move.kind is MoveKind.COUP_FOURRE:
                return sum(1 << card.index for card in self.observation.drawn if card in SAFETIES)
            if move.card not in SAFETIES:
                return 0
        return 0

    def _infer_lacks(self, moves: Sequence[Move]) -> None:
        """Set ``lacks`` from the last move of each other seat, assuming that a seat which could drive would have."""
        table = self.compiled_rules
        waiting = {seat for seat in range(table.seats) if seat != self.seat}
        attacked = set()
        for move in reversed(moves):
            seat = move.seat
            if seat in waiting and move.kind in (MoveKind.LAY, MoveKind.DISCARD):
                waiting.discard(seat)
                if table.side_of[seat] not in attacked:
                    self.lacks[table.side_of[seat]] |= self._lack_shown_by(move)
            if move.side is not None and move.card is not SPEED_LIMIT:
                attacked.add(move.side)
            if not waiting:
                break

    def _lack_shown_by(self, move: Move) -> int:
        card = move.card
        assert card is not None
        if move.kind is MoveKind.LAY and (card in REMEDIES or card.km):
            return 0
        if not is_rolling(self.states[self.compiled_rules.side_of[move.seat]]):
            return LACKS_NEEDED_CARD
        return LACKS_DISTANCE if move.kind is MoveKind.DISCARD else 0


def _count(o: Observation) -> tuple[list[int], list[int]]:
    """Return the numbers of cards in the observer's hand and of unseen cards, each by card index."""
    hand = [0] * KINDS
    for card in o.hand:
        hand[card.index] += 1
    unseen = list(deck_counts(o.rules, o.seats, o.seating))
    for card in o.hand:
        unseen[card.index] -= 1
    for card in o.discard_pile:
        unseen[card.index] -= 1
    for side in o.sides:
        for pile in (side.battle, side.speed, side.distance, side.safeties):
            for card in pile:
                unseen[card.index] -= 1
    return hand, unseen


@cache
def deck_counts(rules_id: str, seats: int, seating: Seating) -> tuple[int, ...]:
    """Return how many cards of each kind the deck for that seating has, by card index."""
    counts = [0] * KINDS
    for card in load_rules(rules_id).deck(seats, seating):
        counts[card.index] += 1
    return tuple(counts)


def points_so_far(state: int, progress: int, points: Points) -> int:
    """Return the points that a side has made in the leg for kilometres, safeties and coups fourrés (rules.md §5).

    ``state`` and ``progress`` are the side's numbers as explained in tables.py.
    """
    safeties = (state & 15).bit_count()
    made = points.all_four if safeties == 4 and points.all_four else safeties * points.safety
    return (
        made
        + (progress & KM_BITS) * KM_UNIT * points.km
        + (progress // FIRST_COUP_FOURRE_BIT).bit_count() * points.coup_fourre
    )


def is_useless(
    card: Card, states: Sequence[int], progress: Sequence[int], side: int, rest_km: int = _LONGEST_KM
) -> bool:
    """Return whether the side cannot lay the card any more in this leg, or only without any effect.

    Such a card is a distance longer than ``rest_km``, the most that the side may have left to go, a third 200, or a
    hazard or remedy that safeties have made pointless.
    """
    index = card.index
    if index < FIRST_HAZARD:
        return card.km > rest_km or (card.km == _LIMITED_CARD_KM and bool(progress[side] & TWO_200S))
    if index < FIRST_REMEDY:
        bit = SAFETY_BIT[index - FIRST_HAZARD]
        return all(state & bit for other, state in enumerate(states) if other != side)
    return index < FIRST_SAFETY and bool(states[side] & SAFETY_BIT[index - FIRST_REMEDY])
