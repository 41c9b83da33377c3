"""Whether a leg can still be won, as far as one seat can tell: hidden cards are assumed to be where they help most."""

from __future__ import annotations

from collections import Counter

from game.engine.cards import CARD_BY_ID, DISTANCES, FASTEST_KM, REMEDY_FOR, SAFETY_AGAINST, Card, Family
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import KM_UNIT, load_rules

_GO, _END_OF_LIMIT, _RIGHT_OF_WAY = (CARD_BY_ID[id] for id in ("go", "end_of_limit", "right_of_way"))
_STOP = CARD_BY_ID["stop"]
_MOST_200S, _SLOW_KM = 2, 50


def may_be_won(o: Observation) -> bool:
    """Return whether some side may still win the leg; False only if no arrangement of the hidden cards allows it.

    Always true in a rule set where the side nearest to the distance wins at the end (rules.md §3).
    """
    rules = load_rules(o.rules)
    if rules.nearest_wins:
        return True
    hidden = Counter(rules.deck(o.seats, o.seating))
    hidden.subtract(o.hand)
    hidden.subtract(o.discard_pile)
    for side in o.sides:
        for pile in (side.battle, side.speed, side.distance, side.safeties):
            hidden.subtract(pile)
    return any(_may_arrive(o, side, _within_reach(o, side, hidden)) for side in o.sides)


def is_hopeless(o: Observation) -> bool:
    """Return whether it is pointless for the seat to move to play on, as far as it can tell.

    That is so if no side can win the leg any more, or if the draw pile is empty and the seat can only discard.
    """
    is_turn = o.phase is Phase.TURN and bool(o.legal)
    return is_turn and ((o.must_discard and not o.draw_pile) or not may_be_won(o))


def _within_reach(o: Observation, side: SideView, hidden: Counter[Card]) -> Counter[Card]:
    """Return how many cards of each kind the side may hold or still draw; ``hidden`` counts the unseen cards."""
    if o.seat not in side.seats:
        return hidden
    alone = not o.draw_pile and len(side.seats) == 1
    return Counter(o.hand) if alone else hidden + Counter(o.hand)


def _may_arrive(o: Observation, side: SideView, cards: Counter[Card]) -> bool:
    """Return whether these cards could bring the side exactly to the leg's distance."""
    if not (side.rolling or _may_roll(side, cards)):
        return False
    is_slow = side.limited and not (cards[_END_OF_LIMIT] or cards[_RIGHT_OF_WAY])
    held = sum(o.hand_sizes[seat] for seat in side.seats) - (not side.rolling)
    fewest = _fewest_cards((o.target - side.km) // KM_UNIT, _usable(side, cards, is_slow=is_slow))
    return fewest is not None and (bool(o.draw_pile) or fewest <= held)


def _may_roll(side: SideView, cards: Counter[Card]) -> bool:
    """Return whether a side that is not rolling may get the card that its battle pile needs first."""
    top = side.battle[-1] if side.battle else None
    if top is not None and top.family is Family.HAZARD and top is not _STOP:
        return bool(cards[REMEDY_FOR[top]] or cards[SAFETY_AGAINST[top]])
    return bool(cards[_GO] or cards[_RIGHT_OF_WAY])


def _usable(side: SideView, cards: Counter[Card], *, is_slow: bool) -> dict[int, int]:
    """Return, for each length in units of 25 km, how many distance cards of that length the side may still lay."""
    most_200s = _MOST_200S - sum(laid.km == FASTEST_KM for laid in side.distance)
    found = {held.km // KM_UNIT: cards[held] for held in DISTANCES if held.km <= _SLOW_KM or not is_slow}
    longest = FASTEST_KM // KM_UNIT
    return {length: min(count, most_200s) if length == longest else count for length, count in found.items()}


def _fewest_cards(to_go: int, usable: dict[int, int]) -> int | None:
    """Return the smallest number of cards that add up to exactly ``to_go`` units, or None if no combination does.

    ``usable`` is the result of ``_usable``.
    """
    fewest = {0: 0}
    for length, count in usable.items():
        for _ in range(max(0, count)):
            for made, cards in sorted(fewest.items(), reverse=True):
                if made + length <= to_go:
                    fewest[made + length] = min(cards + 1, fewest.get(made + length, to_go + 1))
    return fewest.get(to_go)
