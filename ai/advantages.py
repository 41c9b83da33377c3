"""The table of advantages: the first thing that the better of two moves has over the other.

A row tells what is plain on the table, or what sampled worlds show. Moves that the search cannot tell apart are told by
the same rows, but for those that claim that one wins more often.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from ai.comparison import EVEN_KINDS, Comparison, ComparisonKind
from ai.evaluation.afterstates import Afterstate
from ai.evaluation.evaluation import Evaluation
from ai.evaluation.features import fewest_cards_for_rest, held_distances
from ai.information_state import deck_counts, is_useless
from ai.move_pair import (
    LIMIT_KM,
    LITTLE,
    MovePair,
    counts_hand,
    furthest_rest_km,
    is_clear,
    is_decided,
    laid_family,
    laid_km,
    shown_chance,
)
from ai.search.expectimax import MoveEstimate
from game.engine.cards import (
    CARDS,
    END_OF_LIMIT,
    FASTEST_KM,
    GO,
    HAZARDS,
    REMEDY_FOR,
    RIGHT_OF_WAY,
    SAFETIES,
    SAFETY_AGAINST,
    SPEED_LIMIT,
    STOP,
    Card,
    Family,
)
from game.engine.endgame import coup_fourre_brings_turn
from game.engine.moves import Move, MoveKind
from game.engine.rules import KM_UNIT
from game.engine.tables import LIMITED, RIGHT_OF_WAY_BIT, hazards_cleared, is_rolling

_HOME: Final = 0.15
"""The shares of worlds from which a row of the table holds."""
_HIT: Final = 0.12
_OVER: Final = 0.25
_COUP_LIKELY: Final = 0.15
_COUP_UNLIKELY: Final = 0.08
_LIMITED_SHARE: Final = 0.15
_FEW_CARDS: Final = 2
_NEAR_KM: Final = 100
"""Sides are about equally far if they are less than this apart."""
_PLENTY: Final = 4
"""With so many useful distances in hand one can be spared."""
_NEVER: Final = 6
"""What ``fewest_cards_for_rest`` returns if no cards make the rest."""
_BREAKDOWNS: Final = HAZARDS[2:]
_HAZARD_OF: Final = {remedy: hazard for hazard, remedy in REMEDY_FOR.items()}


def compare(evaluation: Evaluation, better: MoveEstimate, other: MoveEstimate | None, rng: Random) -> Comparison:
    """Return the first thing that the better of two moves has over the other, by the order of the table."""
    if other is None:
        return Comparison(ComparisonKind.ONLY)
    pair = MovePair(evaluation, better, other, rng)
    is_level = not is_clear(evaluation, better, other)
    rows = (*_EITHER, *_TABLE, *(_LEVEL if is_level else _CLEAR))
    told = next(told for row in rows if (told := row(pair)) is not None)
    return replace(told, is_level=is_level or told.kind in EVEN_KINDS)


_Row = Callable[[MovePair], Comparison | None]


def _useless(pair: MovePair) -> Comparison | None:
    are_useless = _are_discards(pair) and _is_useless(pair, pair.a.card) and _is_useless(pair, pair.b.card)
    return Comparison(ComparisonKind.EVEN_USELESS) if are_useless else None


def _order(pair: MovePair) -> Comparison | None:
    km_a, km_b = laid_km(pair.a), laid_km(pair.b)
    is_rest = _are_distances(pair) and km_a != km_b and km_a + km_b == pair.rest_km
    if not is_rest or (km_a > LIMIT_KM) is not (km_b > LIMIT_KM):
        return None
    return Comparison(ComparisonKind.EVEN_ORDER, numbers=(pair.rest_km,))


def _coup(pair: MovePair) -> Comparison | None:
    if pair.a.kind is not MoveKind.COUP_FOURRE:
        return None
    is_more = coup_fourre_brings_turn(pair.information.observation)
    if not pair.do_points_decide:
        return Comparison(ComparisonKind.COUP_PARRY if is_more else ComparisonKind.COUP_PARRY_LAST)
    return Comparison(ComparisonKind.COUP if is_more else ComparisonKind.COUP_LAST, numbers=(_brought(pair),))


def _extension(pair: MovePair) -> Comparison | None:
    kinds = {MoveKind.EXTEND: ComparisonKind.EXTEND, MoveKind.STAY: ComparisonKind.STAY}
    return Comparison(kinds[pair.a.kind]) if pair.a.kind in kinds else None


def _finish(pair: MovePair) -> Comparison | None:
    arrives = pair.then_a.has_arrived and not pair.then_b.has_arrived
    return Comparison(ComparisonKind.FINISH) if arrives else None


def _stop(pair: MovePair) -> Comparison | None:
    side = pair.a.side
    if side is None or pair.b.side is not None or not _holds(pair, pair.a):
        return None
    most = LIMIT_KM if pair.information.states[side] & LIMITED else FASTEST_KM
    is_near = pair.rest_of(side) <= most
    return Comparison(ComparisonKind.STOP, side, numbers=(pair.rest_of(side),)) if is_near else None


def _whom(pair: MovePair) -> Comparison | None:
    side, other = pair.a.side, pair.b.side
    if side is None or other is None or side == other:
        return None
    ahead = pair.km_of(side) - pair.km_of(other)
    if ahead > 0:
        return Comparison(ComparisonKind.WHOM_AHEAD, side, other, numbers=(ahead,))
    totals = pair.information.observation.totals
    leads = totals[side] - totals[other] if totals else 0
    if leads > 0:
        return Comparison(ComparisonKind.WHOM_LEADS, side, other, numbers=(leads,))
    seen, states = pair.information.observation, pair.information.states
    if is_rolling(states[side]) and not is_rolling(states[other]):
        return Comparison(ComparisonKind.WHOM_ROLLS, side, other)
    if not states[side] & LIMITED and states[other] & LIMITED and pair.a.card is pair.b.card:
        return Comparison(ComparisonKind.WHOM_FREE, side, other)
    if not pair.km_of(side) and pair.km_of(pair.own) and pair.points.shut_out and pair.do_points_decide:
        return Comparison(ComparisonKind.WHOM_SHUT_OUT, side, other, numbers=(pair.points.shut_out,))
    turn = {one: min((seat - seen.seat) % seen.seats for seat in seen.sides[one].seats) for one in (side, other)}
    is_first = ahead > -_NEAR_KM and turn[side] < turn[other]
    return Comparison(ComparisonKind.WHOM_FIRST, side, other) if is_first else None


def _longer(pair: MovePair) -> Comparison | None:
    a, b = pair.a.card, pair.b.card
    if pair.a.side is None or pair.a.side != pair.b.side or a not in _BREAKDOWNS:
        return None
    if b is STOP:
        return Comparison(ComparisonKind.LONGER, cards=(REMEDY_FOR[a],))
    unseen = pair.information.unseen
    is_rarer = b in _BREAKDOWNS and unseen[REMEDY_FOR[a].index] < unseen[REMEDY_FOR[b].index]
    return Comparison(ComparisonKind.RARER) if is_rarer else None


def _again(pair: MovePair) -> Comparison | None:
    is_more = pair.then_a.plays_again and not pair.then_b.plays_again
    return Comparison(ComparisonKind.AGAIN) if is_more else None


def _rolls(pair: MovePair) -> Comparison | None:
    own = pair.own
    rolls_a, rolls_b = is_rolling(pair.then_a.states[own]), is_rolling(pair.then_b.states[own])
    if rolls_a and not rolls_b and not is_rolling(pair.state):
        return _keep(pair) or Comparison(ComparisonKind.ROLLS)
    for hazard in _BREAKDOWNS:
        if _suffers(pair, hazard) and not _has(pair.then_a, own, hazard) and _has(pair.then_b, own, hazard):
            return Comparison(ComparisonKind.FREES, cards=(hazard,))
    return None


def _keep(pair: MovePair) -> Comparison | None:
    """Say of a safety that it may still answer an attack."""
    laid = _laid_safety(pair.b)
    if laid is None or _laid_safety(pair.a) is not None:
        return None
    chance, _ = pair.means(lambda one: laid in one.coups)
    if chance < _COUP_LIKELY:
        return None
    if not pair.do_points_decide:
        return Comparison(ComparisonKind.KEEP_PARRY, cards=(laid,))
    return Comparison(ComparisonKind.KEEP_SAFETY, cards=(laid,), numbers=(pair.points.coup_fourre,))


def _safety(pair: MovePair) -> Comparison | None:
    laid_a, laid_b = _laid_safety(pair.a), _laid_safety(pair.b)
    if laid_a is not None and laid_b is not None:
        return _which_safety(pair, laid_a, laid_b)
    if laid_a is None:
        return None
    _, over = pair.means(lambda one: one.is_over)
    if over >= _OVER and pair.do_points_decide:
        return Comparison(ComparisonKind.BANK, cards=(laid_a,), numbers=(_brought(pair),))
    _, chance = pair.means(lambda one: laid_a in one.coups)
    return Comparison(ComparisonKind.LAY_SAFETY, cards=(laid_a,)) if chance < _COUP_UNLIKELY else None


def _which_safety(pair: MovePair, laid_a: Card, laid_b: Card) -> Comparison | None:
    """Say of two safeties that more hazards are left against the one to keep."""
    left_a, left_b = (_hazards_left(pair, safety) for safety in (laid_a, laid_b))
    return Comparison(ComparisonKind.WHICH_SAFETY) if left_a < left_b else None


def _leader(pair: MovePair) -> Comparison | None:
    if not laid_km(pair.b) or pair.a.side is not None:
        return None
    own, furthest = pair.km_of(pair.own), max(pair.km_of(side) for side in pair.rivals)
    if not own + laid_km(pair.a) <= furthest < own + laid_km(pair.b) or not _is_safer(pair):
        return None
    return Comparison(ComparisonKind.LEADER)


def _now(pair: MovePair) -> Comparison | None:
    if not _are_distances(pair) or not laid_km(pair.b) <= LIMIT_KM < laid_km(pair.a):
        return None
    if pair.hand[END_OF_LIMIT.index] or pair.state & (LIMITED | RIGHT_OF_WAY_BIT):
        return None
    _, limited = pair.means(lambda one: one.is_limited)
    return Comparison(ComparisonKind.NOW) if limited >= _LIMITED_SHARE else None


def _exact(pair: MovePair) -> Comparison | None:
    if not laid_km(pair.b):
        return None
    fits = 1 <= _cards_to_finish(pair, pair.then_a) <= _FEW_CARDS and _cards_to_finish(pair, pair.then_b) == _NEVER
    return Comparison(ComparisonKind.EXACT) if fits else None


def _one_card(pair: MovePair) -> Comparison | None:
    if not laid_km(pair.b) or _cards_to_finish(pair, pair.then_b) <= _FEW_CARDS:
        return None
    rest, left = pair.rest_after(pair.then_a), pair.rest_after(pair.then_b)
    fitting = [card for card in CARDS if card.km == rest and pair.can_come(card)]
    if not fitting or any(card.km == left for card in CARDS):
        return None
    return Comparison(ComparisonKind.ONE_CARD, numbers=(rest, left))


def _delayed(pair: MovePair) -> Comparison | None:
    """Say of a discard that a win once the draw pile is empty scores more."""
    more, left = pair.points.delayed_action, pair.information.draw_pile
    is_soon = 0 < left <= 2 * pair.information.observation.seats
    if (
        pair.a.kind is not MoveKind.DISCARD
        or not laid_km(pair.b)
        or not is_soon
        or not pair.do_points_decide
        or not more
    ):
        return None
    is_near = _cards_to_finish(pair, pair.then_a) <= _FEW_CARDS
    return Comparison(ComparisonKind.DELAY, numbers=(left, more)) if is_near else None


def _bonus(pair: MovePair) -> Comparison | None:
    is_first = laid_km(pair.b) == FASTEST_KM != laid_km(pair.a) and pair.bonus
    if not is_first or pair.a.side is not None:
        return None
    return Comparison(ComparisonKind.BONUS, numbers=(pair.bonus,))


def _lift(pair: MovePair) -> Comparison | None:
    own = pair.own
    if not pair.state & LIMITED or pair.then_a.states[own] & LIMITED or not pair.then_b.states[own] & LIMITED:
        return None
    if _is_go(pair.b) and _is_safer(pair) and not _can_be_stopped(pair, pair.then_a.states[own]):
        return Comparison(ComparisonKind.LIFT_FIRST)
    fast = [card for card in CARDS if card.km > LIMIT_KM and pair.hand[card.index] and not _is_useless(pair, card)]
    fast = [card for card in fast if card.km <= pair.rest_km]
    if not fast:
        return Comparison(ComparisonKind.LIFT_BARE)
    kind = ComparisonKind.LIFT if is_rolling(pair.then_a.states[own]) else ComparisonKind.LIFT_EARLY
    return Comparison(kind, cards=(fast[-1],))


def _first(pair: MovePair) -> Comparison | None:
    """Say of a go why it can wait while nobody rolls."""
    if not _is_go(pair.b) or any(is_rolling(state) for state in pair.then_a.states):
        return None
    return Comparison(ComparisonKind.FIRST, numbers=(pair.hand[GO.index],)) if _is_safer(pair) else None


def _wait(pair: MovePair) -> Comparison | None:
    """Say of a discard why the other card is no use yet."""
    b = pair.b
    if pair.a.kind is not MoveKind.DISCARD or b.kind is not MoveKind.LAY:
        return None
    if b.side is not None and not is_rolling(pair.information.states[b.side]):
        return Comparison(ComparisonKind.WAIT_HIT, b.side)
    is_early = b.card is END_OF_LIMIT and not is_rolling(pair.then_b.states[pair.own])
    return Comparison(ComparisonKind.WAIT_LIFT) if is_early else None


def _hold(pair: MovePair) -> Comparison | None:
    side = pair.a.side
    if side is None or pair.b.side is not None:
        return None
    rolling = [one for one, state in enumerate(pair.information.states) if is_rolling(state)]
    if rolling == [side] and laid_family(pair.b) is Family.REMEDY:
        return Comparison(ComparisonKind.ALONE, side)
    is_leader = all(pair.km_of(side) > pair.km_of(other) for other in (*pair.rivals, pair.own) if other != side)
    is_stuck = not any(laid_km(move) for move in pair.information.observation.legal)
    is_stuck &= laid_family(pair.b) is not Family.REMEDY
    if not is_rolling(pair.information.states[side]):
        return _hinder(pair, side)
    plain, leader, stuck, standing = _LIMITS if pair.a.card is SPEED_LIMIT else _HOLDS
    if is_leader or not is_stuck:
        return Comparison(leader if is_leader else plain, side)
    return Comparison(stuck if is_rolling(pair.state) else standing, side)


_HOLDS: Final = (
    ComparisonKind.HOLD, ComparisonKind.HOLD_LEADER, ComparisonKind.HOLD_STUCK, ComparisonKind.HOLD_STANDING
)  # fmt: skip
_LIMITS: Final = (
    ComparisonKind.LIMIT, ComparisonKind.LIMIT_LEADER, ComparisonKind.LIMIT_STUCK, ComparisonKind.LIMIT_STANDING
)  # fmt: skip


def _hinder(pair: MovePair, side: int) -> Comparison | None:
    """Say what an attack does to a side that stands."""
    card = pair.a.card
    if card is SPEED_LIMIT:
        return Comparison(ComparisonKind.LIMIT_LATER, side)
    return Comparison(ComparisonKind.BLOCK, side, cards=(REMEDY_FOR[card],)) if card in _BREAKDOWNS else None


def _more_km(pair: MovePair) -> Comparison | None:
    if not laid_km(pair.a):
        return None
    if not laid_km(pair.b):
        return Comparison(ComparisonKind.FORWARD)
    more = laid_km(pair.a) - laid_km(pair.b)
    if more > 0 and pair.bonus and laid_km(pair.a) == FASTEST_KM:
        return Comparison(ComparisonKind.MORE_THAN_BONUS, numbers=(more, pair.bonus))
    return Comparison(ComparisonKind.MORE_KM, numbers=(more,)) if more > 0 else None


def _needed(pair: MovePair) -> Comparison | None:
    card = pair.b.card
    if pair.b.kind is not MoveKind.DISCARD or card is None or card is pair.a.card:
        return None
    hazard = _HAZARD_OF.get(card)
    is_needed = hazard is not None and _suffers(pair, hazard)
    return Comparison(ComparisonKind.NEEDED, cards=(hazard,)) if is_needed and hazard else None


def _drop(pair: MovePair) -> Comparison | None:
    a, b = pair.a.card, pair.b.card
    if a is None or b is None or not _are_discards(pair) or _is_useless(pair, b):
        return None
    if (dead := _drop_dead(pair, a)) is not None:
        return dead
    if counts_hand(pair.evaluation) and a.km > b.km:
        return Comparison(ComparisonKind.DROP_MINUS)
    if is_decided(pair.evaluation, *pair.estimates):
        return None
    return _drop_distance(pair, a, b) if a.km else _drop_other(pair, a, b)


def _drop_dead(pair: MovePair, card: Card) -> Comparison | None:
    """Say why a discarded card can do nothing any more, if that is so."""
    hazard = _HAZARD_OF.get(card)
    if hazard is not None and not _is_useless(pair, card):
        count = _number_in_deck(pair, hazard)
        is_out = hazard is not STOP and _number_in_sight(pair, hazard) == count > 0 and not _suffers(pair, hazard)
        return Comparison(ComparisonKind.DROP_OUT, cards=(hazard,), numbers=(count,)) if is_out else None
    if not _is_useless(pair, card):
        return None
    if hazard is not None:
        return Comparison(ComparisonKind.DROP_SAFE, cards=(SAFETY_AGAINST[hazard],))
    if card.family is Family.HAZARD:
        return Comparison(ComparisonKind.DROP_IMMUNE)
    if card.km > furthest_rest_km(pair.information):
        return Comparison(ComparisonKind.DROP_FAR, numbers=(furthest_rest_km(pair.information),))
    return Comparison(ComparisonKind.DROP_THIRD)


def _drop_distance(pair: MovePair, a: Card, b: Card) -> Comparison | None:
    """Say why a distance can be spared."""
    if a.km < b.km:
        return Comparison(ComparisonKind.DROP_SHORT)
    is_slowed = pair.state & LIMITED and not pair.hand[END_OF_LIMIT.index] and not pair.hand[RIGHT_OF_WAY.index]
    if a.km > LIMIT_KM >= b.km and is_slowed:
        return Comparison(ComparisonKind.DROP_LIMITED)
    lengths = [
        card.km for card in CARDS for _ in range(pair.hand[card.index]) if not _is_useless(pair, card) and card.km
    ]
    if b.km:
        return None
    if len(lengths) >= _PLENTY:
        return Comparison(ComparisonKind.DROP_PLENTY, numbers=(len(lengths),))
    if lengths.count(a.km) > pair.hand[b.index]:
        return Comparison(ComparisonKind.DROP_DOUBLE, numbers=(lengths.count(a.km),))
    is_shortest = a.km == min(lengths) < max(lengths)
    return Comparison(ComparisonKind.DROP_SHORTEST, numbers=(len(lengths),)) if is_shortest else None


def _drop_other(pair: MovePair, a: Card, b: Card) -> Comparison | None:
    """Say why a remedy or a hazard can be spared."""
    held, hazard, hazard_b = pair.hand, _HAZARD_OF.get(a), _HAZARD_OF.get(b)
    if hazard is not None and held[SAFETY_AGAINST[hazard].index]:
        return Comparison(ComparisonKind.DROP_COVERED, cards=(SAFETY_AGAINST[hazard],))
    if held[a.index] > 1 and (b.km or held[b.index] == 1):
        return Comparison(ComparisonKind.DROP_DOUBLE, numbers=(held[a.index],))
    if hazard is not None and hazard is not STOP and not _suffers(pair, hazard):
        is_alike = hazard_b is not None and hazard_b is not STOP
        return None if is_alike else Comparison(ComparisonKind.DROP_UNNEEDED, cards=(hazard,))
    hits = {move.card for move in pair.information.observation.legal if move.side is not None}
    is_idle = a.family is Family.HAZARD and a not in hits and (b.family is not Family.HAZARD or b in hits)
    return Comparison(ComparisonKind.DROP_IDLE) if is_idle else None


def _home(pair: MovePair) -> Comparison | None:
    is_sooner = pair.gain(lambda one: one.home is not None) <= -_HOME
    return Comparison(ComparisonKind.HOME) if is_sooner else None


def _safer(pair: MovePair) -> Comparison | None:
    return Comparison(ComparisonKind.SAFER) if _is_safer(pair) else None


def _win(pair: MovePair) -> Comparison:
    better, other = (shown_chance(pair.evaluation, one) for one in pair.estimates)
    return Comparison(ComparisonKind.WIN if better - other > LITTLE else ComparisonKind.WIN_LITTLE)


def _idle(pair: MovePair) -> Comparison | None:
    can_lay = {move.card for move in pair.information.observation.legal if move.kind is MoveKind.LAY}
    is_idle = _are_discards(pair) and not can_lay & {pair.a.card, pair.b.card}
    return Comparison(ComparisonKind.EVEN_IDLE) if is_idle else None


def _even(_pair: MovePair) -> Comparison:
    return Comparison(ComparisonKind.EVEN)


_EITHER: Final[tuple[_Row, ...]] = (_useless, _order)
"""The kinds of moves of which neither is better, whatever the search finds."""
_TABLE: Final[tuple[_Row, ...]] = (
    _coup, _extension, _finish, _stop, _whom, _longer, _again, _rolls, _keep, _safety, _leader, _now, _exact, _one_card,
    _delayed, _bonus, _lift, _first, _wait, _hold, _more_km, _needed, _drop,
)  # fmt: skip
"""The other kinds in the order in which they are tried."""
_CLEAR: Final[tuple[_Row, ...]] = (_home, _safer, _win)
"""Those tried next of moves one of which is better; the last one always holds."""
_LEVEL: Final[tuple[_Row, ...]] = (_idle, _even)
"""Those tried next of moves that the search cannot tell apart; the last one always holds."""


def _brought(pair: MovePair) -> int:
    """Return the points that the better move brings the own side at once."""
    own, then, banked = pair.own, pair.then_a, pair.evaluation.points_so_far
    return banked(then.states[own], then.progress[own]) - banked(pair.state, pair.information.progress[own])


def _are_discards(pair: MovePair) -> bool:
    return pair.a.kind is pair.b.kind is MoveKind.DISCARD


def _are_distances(pair: MovePair) -> bool:
    return laid_km(pair.a) > 0 and laid_km(pair.b) > 0


def _laid_safety(move: Move) -> Card | None:
    return move.card if move.kind is MoveKind.LAY and move.card in SAFETIES else None


def _is_useless(pair: MovePair, card: Card | None) -> bool:
    states, progress = pair.information.states, pair.information.progress
    return card is not None and is_useless(card, states, progress, pair.own, furthest_rest_km(pair.information))


def _suffers(pair: MovePair, hazard: Card) -> bool:
    """Return whether that hazard is on the own display."""
    return hazard in hazards_cleared(pair.state, SAFETY_AGAINST[hazard])


def _has(then: Afterstate, side: int, hazard: Card) -> bool:
    """Return whether that hazard is on a display after a move."""
    return hazard in hazards_cleared(then.states[side], SAFETY_AGAINST[hazard])


def _is_go(move: Move) -> bool:
    return move.card is GO and move.kind is MoveKind.LAY


def _is_safer(pair: MovePair) -> bool:
    """Return whether the own side is stopped less often after *a*."""
    return pair.gain(lambda one: one.is_hit) <= -_HIT


def _can_be_stopped(pair: MovePair, state: int) -> bool:
    """Return whether a hazard other than a limit may land on the own side in that state."""
    lands = pair.information.compiled_rules.open_hazards[pair.own][state] >> 5 * pair.own & 0b11111
    return bool(lands & ~(1 << HAZARDS.index(SPEED_LIMIT)))


def _holds(pair: MovePair, attack: Move) -> bool:
    """Return whether an attack stops a side that rolls."""
    return (
        attack.side is not None and attack.card is not SPEED_LIMIT and is_rolling(pair.information.states[attack.side])
    )


def _number_in_deck(pair: MovePair, card: Card) -> int:
    seen = pair.information.observation
    return deck_counts(seen.rules, seen.seats, seen.seating)[card.index]


def _number_in_sight(pair: MovePair, card: Card) -> int:
    """Return how many of a card the seat can look at now: in its hand, on the discard pile and on top of piles."""
    seen = pair.information.observation
    tops = [pile[-1] for side in seen.sides for pile in (side.battle, side.speed) if pile]
    return sum(it is card for it in (*tops, *seen.discard_pile, *seen.hand))


def _hazards_left(pair: MovePair, safety: Card) -> int:
    """Return how many hazards against which a safety protects may be in other hands or in the draw pile."""
    return sum(pair.information.unseen[hazard.index] for hazard in HAZARDS if SAFETY_AGAINST[hazard] is safety)


def _cards_to_finish(pair: MovePair, then: Afterstate) -> int:
    """Return the fewest cards of the hand that make exactly the rest after a move, ``_NEVER`` if none do."""
    rest = pair.rest_after(then) // KM_UNIT
    return fewest_cards_for_rest(tuple(held_distances(then.hand, then.progress[pair.own], rest)), rest)
