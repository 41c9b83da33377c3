"""The priority list: simple rules that value each move, roughly in points, and an estimate of the turns left to drive.

Subclasses of ``PriorityList`` are in ``search.rollout_policy`` and ``lab.yardstick``, which represent displays in
different ways. The number of driving turns is estimated from the own hand alone, with distances in units of 25 km. The
results are cached, as a leg needs the same few thousand again and again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from itertools import product
from typing import Final

from ai.search.priority_weights import PriorityWeights
from game.engine.cards import Card
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT
from game.engine.tables import FIRST_HAZARD, FIRST_REMEDY, FIRST_SAFETY, KM_BITS, SAFETY_BIT

KM_200: Final = 4
GO: Final = FIRST_REMEDY
END_OF_LIMIT: Final = FIRST_REMEDY + 1
SAFETY_OF: Final = tuple(FIRST_SAFETY + bit.bit_length() - 1 for bit in SAFETY_BIT)
"""Card index of the safety against each hazard, in the order of ``HAZARDS`` and so also of ``REMEDIES``."""
_NEVER_DISCARDED: Final = 1000.0
_DISCARD: Final = MoveKind.DISCARD

UNITS: Final = (1, 2, 3, 4, 8)
"""The length of each distance card in units of 25 km, in the order of ``cards.DISTANCES``."""
_DECK: Final = (10, 10, 10, 12, 4)
_CARDS: Final = 106
_OVERLAP: Final = 0.9
"""How many turns of waiting for cards a driving turn saves, as a card is drawn in it too."""
_SHORTEST: Final = 1.2
"""The minimum number of turns for a distance for which cards must still be drawn."""

Held = tuple[int, int, int, int, int]
"""How many of each distance card a hand has, in the order of ``cards.DISTANCES``."""


@cache
def turns_from_draws(units: int) -> float:
    """Return the mean number of turns to drive ``units`` × 25 km from an empty hand, drawing one card per turn.

    >>> turns_from_draws(0)
    0.0
    """
    if not units:
        return 0.0
    chances, later = 0.0, 0.0
    progress = sorted((turns_from_draws(units - u), n) for u, n in zip(UNITS, _DECK, strict=True) if u <= units)
    best = float("inf")
    for turns, count in progress:
        if turns >= best:
            break
        chances += count / _CARDS
        later += turns * count / _CARDS
        best = (1.0 + later) / chances
    return best


_MOST: Final = 8
"""More cards of one distance than a hand can have."""
_ASKED: Final = 4 * (KM_BITS + 1)
_TURNS: Final[list[list[float] | None]] = [None] * _MOST**5
"""Cache of ``driving_turns``: by hand, then by units and 200s; a negative number is not computed yet.

It is made of lists for speed, as ``driving_turns`` is the most frequent call of a rollout.
"""


def driving_turns(units: int, held: Held, may_lay_200s: int) -> float:
    """Estimate how many turns a side needs to drive ``units`` × 25 km with the distance cards ``held`` and new cards.

    ``may_lay_200s`` is how many 200s the side may still lay in this leg.

    >>> driving_turns(5, (1, 0, 0, 1, 0), 2)
    2.0
    """
    n25, n50, n75, n100, n200 = held
    if n25 | n50 | n75 | n100 | n200 >= _MOST:
        return _turns(units, held, may_lay_200s)
    hand = (((n25 * _MOST + n50) * _MOST + n75) * _MOST + n100) * _MOST + n200
    of_hand = _TURNS[hand]
    if of_hand is None:
        of_hand = _TURNS[hand] = [-1.0] * _ASKED
    key = units * 4 + may_lay_200s + 1
    kept = of_hand[key]
    if kept < 0.0:
        kept = of_hand[key] = _turns(units, held, may_lay_200s)
    return kept


def _turns(units: int, held: Held, may_lay_200s: int) -> float:
    best = turns_from_draws(units)
    most = [min(count, units // unit) for count, unit in zip(held, UNITS, strict=True)]
    most[KM_200] = min(most[KM_200], may_lay_200s)
    for laid in product(*(range(count + 1) for count in most)):
        rest = units - sum(count * unit for count, unit in zip(laid, UNITS, strict=True))
        if rest < 0:
            continue
        cards = sum(laid)
        if rest:
            waiting = turns_from_draws(rest) - _OVERLAP * cards
            best = min(best, cards + max(_SHORTEST, waiting))
        else:
            best = min(best, float(cards))
    return best


def worth_of_extending(  # noqa: PLR0913, PLR0917 - all that it hangs on
    w: PriorityWeights,
    held: list[int],
    rest: int,
    may_lay_200s: int,
    safeties: int,
    left: list[int],
    rolling: int,
    limited: int,
    rounds: float,
    bonus: int,
    shut_out: int,
) -> float:
    """Return the points that extending the leg by ``rest`` × 25 km is likely to bring; negative if it costs points.

    ``held`` is the hand and ``left`` the cards in hands and draw pile, both by card index. ``safeties`` is a mask of
    those laid; ``rolling`` and ``limited`` are numbers of rivals; ``rounds`` is how many rounds the draw pile lasts.
    ``bonus`` and ``shut_out`` are points that the leg certainly brings if it ends now.
    """
    safe, of_safeties, of_hazards, in_hand = safeties, 0, 0, 0
    for n in range(4):
        if held[FIRST_SAFETY + n]:
            of_safeties += held[FIRST_SAFETY + n]
            safe |= 1 << n
    coming = 0
    for n, bit in enumerate(SAFETY_BIT):
        of_hazards += held[FIRST_HAZARD + n]
        if not safe & bit:
            coming += left[FIRST_HAZARD + n] - held[FIRST_HAZARD + n]
    for kind in range(KM_200):
        in_hand += (kind + 1) * KM_UNIT * held[kind]
    return (
        w.extend
        + w.extend_turn * driving_turns(rest, (held[0], held[1], held[2], held[3], held[4]), may_lay_200s)
        + w.extend_hand * min(rest * KM_UNIT, in_hand)
        + w.extend_rolling * rolling
        + w.extend_limited * limited
        + w.extend_pile * rounds
        + w.extend_safety * of_safeties
        + w.extend_laid * safeties.bit_count()
        + w.extend_free * (safeties & 1)
        + w.extend_unseen * coming
        + w.extend_hazard * of_hazards
        + (w.extend_shut_out if shut_out else 0.0)
        + w.extend_bonus * bonus
    )


class PriorityList(ABC):
    """Values a seat's moves by the priority list, roughly in points; subclasses add all that depends on displays.

    ``weights`` are the numbers of the list's rules, ``held`` is the hand by card index, ``safeties`` a mask of those
    laid. ``cards_left`` are the cards in hands and draw pile by card index; ``hidden`` is how many of these are not in
    the own hand. ``rivals`` is the number of other sides. ``ending`` grows from 0 to 1 as the leg approaches its end;
    ``remaining_share`` is 1 minus ``ending``.
    """

    __slots__ = (
        "cards_left",
        "ending",
        "held",
        "hidden",
        "is_limited",
        "is_not_rolling",
        "remaining_share",
        "rivals",
        "safeties",
        "weights",
    )

    weights: PriorityWeights
    held: list[int]
    cards_left: list[int]
    hidden: int
    rivals: int
    safeties: int
    is_not_rolling: bool
    is_limited: bool
    remaining_share: float
    ending: float

    def value(self, move: Move) -> float:
        card = move.card
        assert card is not None
        index = card.index
        if move.kind is _DISCARD:
            return -self._keep_value(index)
        if index < FIRST_HAZARD:
            return self._drive(card)
        if index < FIRST_REMEDY:
            assert move.side is not None
            return self._attack(index - FIRST_HAZARD, move.side)
        if index < FIRST_SAFETY:
            return self._remedy_value(index)
        return self._safety_value(index)

    @abstractmethod
    def _drive(self, card: Card) -> float:
        """Return the value of laying a distance card."""

    @abstractmethod
    def _attack(self, hazard: int, target: int) -> float:
        """Return the value of laying a hazard (an index into ``HAZARDS``) on the side ``target``."""

    @abstractmethod
    def _safety_value(self, safety: int) -> float:
        """Return the value of laying a safety; ``safety`` is its card index."""

    @abstractmethod
    def _keep_distance(self, index: int) -> float:
        """Return the value of keeping a distance card; ``index`` is its card index."""

    @abstractmethod
    def _is_dead(self, hazard: int) -> bool:
        """Return whether all other sides are immune to a hazard (an index into ``HAZARDS``)."""

    @abstractmethod
    def _is_needed(self, number: int) -> bool:
        """Return whether the side needs a remedy (an index into ``REMEDIES``) now."""

    def _unseen(self, kind: int) -> int:
        return self.cards_left[kind] - self.held[kind]

    def _chance_held(self, kind: int, cards: int) -> float:
        """Return the chance that a hidden hand of ``cards`` cards has one with the card index ``kind``."""
        count = self._unseen(kind)
        if not count:
            return 0.0
        return 1.0 - max(0.0, 1.0 - cards / self.hidden) ** count

    def _chance_of_coup(self, safety: int) -> float:
        """Return the chance that a safety in hand can still be laid as a coup fourré; ``safety`` is its card index."""
        coming = self._unseen(safety - FIRST_SAFETY + FIRST_HAZARD + 1)
        if safety == FIRST_SAFETY:
            coming = self._unseen(FIRST_HAZARD) + self._unseen(FIRST_HAZARD + 1)
        chance = self.weights.coup_chance * self.remaining_share / self.rivals**0.5
        return float(1.0 - (1.0 - chance) ** coming)

    def _coming(self, number: int) -> float:
        """Return the share of a hazard's cards that are unseen, 1 for all; ``number`` is an index into ``HAZARDS``."""
        return self._unseen(number + FIRST_HAZARD) / 3.0

    def _remedy_value(self, index: int) -> float:
        w, held = self.weights, self.held
        if index == GO:
            return w.start
        if index == END_OF_LIMIT:
            value = w.lift + w.lift_for_long * (held[2] + held[3] + held[4])
            return value + w.lift_standing if self.is_not_rolling else value
        return w.remedy + (w.remedy_then_go if held[GO] or self.safeties & 1 else 0.0)

    def _keep_value(self, index: int) -> float:
        if index < FIRST_HAZARD:
            return self._keep_distance(index)
        if index >= FIRST_SAFETY:
            return _NEVER_DISCARDED
        fading = 1.0 - self.weights.fade * self.ending
        return fading * (self._keep_hazard(index) if index < FIRST_REMEDY else self._keep_remedy(index))

    def _keep_hazard(self, index: int) -> float:
        w, number = self.weights, index - FIRST_HAZARD
        if self._is_dead(number):
            return 0.0
        value = w.keep_hazard
        if not number:
            value += w.keep_stop
        elif number == 1:
            value += w.keep_limit
        return float(value / self.held[index] ** 0.5)

    def _keep_remedy(self, index: int) -> float:
        w, number = self.weights, index - FIRST_REMEDY
        if self.safeties & SAFETY_BIT[number]:
            return 0.0
        if self.held[SAFETY_OF[number]]:
            return w.keep_covered
        copies = self.held[index]
        if index == GO:
            value = (w.keep_go, w.keep_second_go, w.keep_third_go, 0.0)[min(copies, 4) - 1]
            return value + w.keep_go_standing if copies == 1 and self.is_not_rolling else value
        if self._is_needed(number):
            copies -= 1
        if not copies:
            return w.keep_needed
        if copies > 1:
            return w.keep_second * self._coming(number) if copies == 2 else 0.0
        return (w.keep_end_of_limit if index == END_OF_LIMIT else w.keep_remedy) * self._coming(number)
