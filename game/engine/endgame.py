"""What a leg still holds for one seat, as far as it can tell: hidden cards are assumed to be where they help most.

Whatever is said to be lost stays lost until the leg ends: cards that lie open never come back.
"""

from __future__ import annotations

from collections import Counter

from game.engine.cards import (
    DISTANCES,
    END_OF_LIMIT,
    FASTEST_KM,
    GO,
    REMEDY_FOR,
    RIGHT_OF_WAY,
    SAFETIES,
    SAFETY_AGAINST,
    STOP,
    Card,
    Family,
)
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import KM_UNIT, PileEmpty, load_rules

_MOST_200S, _SLOW_KM = 2, 50


def unseen_cards(o: Observation) -> Counter[Card]:
    """Return how many cards of each kind are in other hands or in the draw pile, as far as the seat can tell."""
    unseen = Counter(load_rules(o.rules).deck(o.seats, o.seating))
    for seen in (o.hand, o.discard_pile, *(pile for side in o.sides for pile in _piles(side))):
        unseen.subtract(seen)
    return +unseen


def helping_cards(side: SideView) -> tuple[Card, ...]:
    """Return the cards of which a side needs one next to roll: a remedy, and the safety that replaces it.

    If the side rolls, these are the cards that it would need without a card on its battle pile.
    """
    top = side.battle[-1] if side.battle else None
    if top is None or top is STOP or top.family is not Family.HAZARD:
        return (GO, RIGHT_OF_WAY)
    return (REMEDY_FOR[top], SAFETY_AGAINST[top])


def ends_with_this_turn(o: Observation) -> bool:
    """Return whether no other turn follows: the draw pile is empty and by these rules that ends the leg."""
    rules = load_rules(o.rules)
    is_extended = o.target > rules.distance_km(o.seats, o.seating)
    end = rules.when_pile_empty_extended if is_extended else rules.when_pile_empty
    return end is PileEmpty.TURN_OF_LAST_CARD and not o.draw_pile


def coup_fourre_brings_turn(o: Observation) -> bool:
    """Return whether the seat, asked for a coup fourré, has a turn after it: not without a card (rules.md D15)."""
    return not ends_with_this_turn(o) and (o.draw_pile > 0 or len(o.hand) > 1)


def may_be_won(o: Observation) -> bool:
    """Return whether some side may still win the leg; False only if no arrangement of the hidden cards allows it.

    Always true in a rule set where the side nearest to the distance wins at the end (rules.md §3).
    """
    if load_rules(o.rules).nearest_wins:
        return True
    unseen = unseen_cards(o)
    return any(_may_arrive(o, side, _within_reach(o, side, unseen)) for side in o.sides)


def may_roll(o: Observation) -> bool:
    """Return whether the seat's side rolls or may still roll in this leg."""
    side = o.sides[o.side]
    return _fewest_to_roll(side, _within_reach(o, side, unseen_cards(o))) is not None


def may_drive(o: Observation) -> bool:
    """Return whether the seat's side may still lay a distance card in this leg."""
    unseen = unseen_cards(o)
    side = o.sides[o.side]
    cards = _within_reach(o, side, unseen)
    if _fewest_to_roll(side, cards) is None:
        return False
    left = (_longest_km(o, unseen) - side.km) // KM_UNIT
    return any(count > 0 and length <= left for length, count in _usable(side, cards).items())


def is_hopeless(o: Observation) -> bool:
    """Return whether it is pointless for the seat to move to play on, as far as it can tell (docs/decisions/088).

    That is so if no side can win the leg any more, or if the seat can only discard and its discards no longer matter:
    the draw pile is empty, or its side can drive no more and no points depend on what is left in its hand.
    """
    if o.phase is not Phase.TURN or not o.legal:
        return False
    return (o.must_discard and not _do_discards_matter(o)) or not may_be_won(o)


def _do_discards_matter(o: Observation) -> bool:
    rules = load_rules(o.rules)
    return bool(o.draw_pile) and (rules.nearest_wins or bool(rules.points.left_in_hand) or may_drive(o))


def _piles(side: SideView) -> tuple[tuple[Card, ...], ...]:
    return side.battle, side.speed, side.distance, side.safeties


def _within_reach(o: Observation, side: SideView, unseen: Counter[Card]) -> Counter[Card]:
    """Return how many cards of each kind the side may hold or still draw."""
    if o.seat not in side.seats:
        return unseen
    return Counter(o.hand) if len(side.seats) == 1 and not _may_draw(o) else unseen + Counter(o.hand)


def _may_draw(o: Observation) -> bool:
    """Return whether the seat may draw another card, in its turn or for a safety that it holds.

    In its turn, one card of each other seat is drawn first; or one, and those of a coup fourré by its right neighbour.
    """
    if o.to_move != o.seat or any(safety in o.hand for safety in SAFETIES):
        return o.draw_pile > 0
    return o.draw_pile >= min(o.seats, 2 + load_rules(o.rules).won_turn_draws)


def _may_arrive(o: Observation, side: SideView, cards: Counter[Card]) -> bool:
    """Return whether these cards could bring the side exactly to the leg's distance."""
    to_roll = _fewest_to_roll(side, cards)
    fewest = _fewest_cards((o.target - side.km) // KM_UNIT, _usable(side, cards))
    held = sum(o.hand_sizes[seat] for seat in side.seats)
    return to_roll is not None and fewest is not None and to_roll + fewest <= held + o.draw_pile


def _longest_km(o: Observation, unseen: Counter[Card]) -> int:
    """Return the leg's distance in km, or the longer one if a side may still arrive and extend the leg."""
    rules = load_rules(o.rules)
    may_extend = o.options.extension and (o.draw_pile or rules.extension_on_empty_pile)
    longest = rules.distances_km(o.seats, o.seating)[1] if may_extend else o.target
    if longest > o.target and any(_may_arrive(o, side, _within_reach(o, side, unseen)) for side in o.sides):
        return longest
    return o.target


def _fewest_to_roll(side: SideView, cards: Counter[Card]) -> int | None:
    """Return the smallest number of these cards that get the side rolling, or None if they cannot."""
    if side.rolling:
        return 0
    remedy, safety = helping_cards(side)
    if cards[safety] or (cards[remedy] and (remedy is GO or RIGHT_OF_WAY in side.safeties)):
        return 1
    return 2 if cards[remedy] and (cards[GO] or cards[RIGHT_OF_WAY]) else None


def _usable(side: SideView, cards: Counter[Card]) -> dict[int, int]:
    """Return, for each length in units of 25 km, how many distance cards of that length the side may still lay."""
    is_slow = side.limited and not (cards[END_OF_LIMIT] or cards[RIGHT_OF_WAY])
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
