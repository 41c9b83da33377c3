"""Why a move was chosen, told from what the seat sees."""

from __future__ import annotations

from typing import Final

from ai.bots.tempers import attacks_on, may_be_last
from ai.decision import Reason, ReasonCode
from ai.evaluation.afterstate_value import Worth
from ai.evaluation.features import cards_for, held_distances, traffic
from ai.information_state import Sight
from ai.search.expectimax import Finding
from game.engine.cards import CARDS, HAZARDS, REMEDIES, REMEDY_FOR, SAFETIES, SAFETY_AGAINST, Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT
from game.engine.tables import FIRST_HAZARD, FIRST_SAFETY, KM_BITS, ONE_200, TWO_200S, hazards_cleared, is_rolling

_KM_200: Final = 4
_NEAR_KM: Final = 200
_CLEAR_LEAD: Final = 500
"""Points of lead that make a side the one to stop in the match."""
_HAZARD_ANSWERED: Final = {remedy: hazard for hazard, remedy in REMEDY_FOR.items()}


def reason_for(sight: Sight, chosen: Finding, worth: Worth, *, in_turn: bool) -> Reason:
    """The reason for the move chosen; ``in_turn`` says that temper chose the side attacked."""
    move = chosen.move
    if len(sight.observation.legal) == 1:
        return Reason(ReasonCode.ONLY_MOVE, move.card)
    kind = move.kind
    if kind in (MoveKind.EXTEND, MoveKind.STAY):
        code = ReasonCode.EXTENDS if kind is MoveKind.EXTEND else ReasonCode.STAYS
        return Reason(code, number=worth.percent_of_extended_leg())
    card = move.card
    assert card is not None
    if kind is MoveKind.COUP_FOURRE:
        own, then, banked = sight.side, chosen.after, worth.outlook.banked
        brought = banked(then.states[own], then.ways[own]) - banked(sight.states[own], sight.ways[own])
        return Reason(ReasonCode.COUP_FOURRE, card, sight.observation.moves[-1].card, number=brought)
    if kind is MoveKind.DISCARD:
        return _discard(sight, card)
    if move.side is not None:
        return _attack(sight, move, in_turn=in_turn)
    if card.family is Family.DISTANCE:
        return _distance(sight, chosen)
    return _safety(sight, card) if card.family is Family.SAFETY else _remedy(card)


def _remedy(card: Card) -> Reason:
    if card is REMEDIES[0]:
        return Reason(ReasonCode.GETS_GOING, card)
    if card is REMEDIES[1]:
        return Reason(ReasonCode.LIFTS_LIMIT, card)
    return Reason(ReasonCode.REPAIRS, card, _HAZARD_ANSWERED[card])


def _safety(sight: Sight, card: Card) -> Reason:
    state = sight.states[sight.side]
    cleared = hazards_cleared(state, card)
    if cleared:
        return Reason(ReasonCode.SAFETY_ROLLS, card, cleared[0])
    if card is SAFETIES[0] and traffic(state) % 5 == 1:
        return Reason(ReasonCode.GETS_GOING, card)
    if sight.plays_on_with(card) and sight.draw_pile:
        return Reason(ReasonCode.SAFETY_PLAYS_ON, card)
    return Reason(ReasonCode.SAFETY_IN_TIME, card)


def _distance(sight: Sight, chosen: Finding) -> Reason:
    after, card = chosen.after, chosen.move.card
    assert card is not None
    if after.arrived:
        return Reason(ReasonCode.WINS_LEG, card, number=card.km)
    way = after.ways[sight.side]
    km = (way & KM_BITS) * KM_UNIT
    rest = sight.observation.target - km
    fits = held_distances(after.hand, way, rest // KM_UNIT)
    if 1 <= cards_for(tuple(fits), rest // KM_UNIT) <= 2:
        return Reason(ReasonCode.MAKES_EXACT, card, number=rest)
    could_200 = not way & (ONE_200 | TWO_200S) and sight.hand[_KM_200] and km - card.km + 200 <= km + rest
    if could_200 and any(m.card is CARDS[_KM_200] and m.kind is MoveKind.LAY for m in sight.observation.legal):
        return Reason(ReasonCode.SAFE_TRIP, card)
    return Reason(ReasonCode.DRIVES, card, number=km)


def _discard(sight: Sight, card: Card) -> Reason:
    if _is_useless(sight, card):
        return Reason(ReasonCode.DISCARDS_USELESS, card)
    for hazard in HAZARDS:
        safety = SAFETY_AGAINST[hazard]
        if sight.hand[safety.index] and sight.unseen[hazard.index]:
            return Reason(ReasonCode.KEEPS_SAFETY, card, safety)
    return Reason(ReasonCode.DISCARDS_SPARE, card)


def _is_useless(sight: Sight, card: Card) -> bool:
    """Whether the card can't be laid any more in this leg, as far as the table shows."""
    side = sight.side
    if card.family is Family.DISTANCE:
        rest_km = _furthest_km(sight) - (sight.ways[side] & KM_BITS) * KM_UNIT
        third = card.index == _KM_200 and sight.ways[side] & TWO_200S
        return card.km > rest_km or bool(third)
    if card.family is Family.REMEDY:
        return _is_immune(sight.states[side], _HAZARD_ANSWERED[card])
    others = [state for s, state in enumerate(sight.states) if s != side]
    return card.family is Family.HAZARD and all(_is_immune(state, card) for state in others)


def _furthest_km(sight: Sight) -> int:
    """The distance that the leg may yet come to."""
    rules = sight.table.rules
    may_extend = sight.table.may_extend and not sight.is_extended
    if may_extend and (sight.draw_pile or rules.extension_on_empty_pile):
        return rules.extended_km
    return sight.observation.target


def _is_immune(state: int, hazard: Card) -> bool:
    return bool(state >> SAFETY_AGAINST[hazard].index - FIRST_SAFETY & 1)


def _attack(sight: Sight, move: Move, *, in_turn: bool) -> Reason:
    side, card = move.side, move.card
    assert side is not None
    o = sight.observation
    km = [(way & KM_BITS) * KM_UNIT for way in sight.ways]
    rest = o.target - km[side]
    hits = attacks_on(o)
    if in_turn and hits[side] == min(hits) < max(hits):
        return Reason(ReasonCode.ATTACKS_IN_TURN, card, side=side)
    if rest <= _NEAR_KM:
        return Reason(ReasonCode.ATTACKS_NEAR_FINISH, card, side=side, number=rest)
    lead = o.totals[side] - max(t for s, t in enumerate(o.totals) if s != side) if o.totals else 0
    if lead >= _CLEAR_LEAD or (lead > 0 and may_be_last(o)):
        return Reason(ReasonCode.ATTACKS_MATCH_LEADER, card, side=side, number=o.totals[side])
    if km[side] > max(k for s, k in enumerate(km) if s != side):
        return Reason(ReasonCode.ATTACKS_LEG_LEADER, card, side=side, number=km[side])
    if card is HAZARDS[1]:
        return Reason(ReasonCode.ATTACKS_LIMITS, card, side=side)
    rolls = is_rolling(sight.states[side])
    return Reason(ReasonCode.ATTACKS_ROLLING if rolls else ReasonCode.ATTACKS_STANDING, card, side=side)


assert HAZARDS[0].index == FIRST_HAZARD
