"""The compiled rules: look-up tables for legality and for the effect of a card, made once per kind of leg.

Hot code looks up lists and dicts by small ints only: 6 ns per look-up, while an Enum attribute costs 66 ns.

The *state* of a side's display, as far as traffic matters, is one int below ``STATES``: battle code × 32, plus 16 if
limited, plus the mask of the safeties laid. Battle codes: 0 empty, 1 go, or empty with a rolling start, 2 gasoline, 3
spare_tire, 4 repairs on top; 5 + 5 × h + u: hazard h (stop, out_of_gas, flat_tire, accident) on top of u, one of the
first five codes. A hazard never lies on a hazard, so one card below the top is all that can ever be uncovered.

The *progress* of a side is one int: kilometres / 25, plus 64 per 200 laid, plus 256 per 100 laid,
plus 4096 shifted by the safety's number for each coup fourré. The bits below ``FIRST_COUP_FOURRE_BIT`` index
``fitting_distances``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, cast

from game.engine.cards import CARDS, DISTANCES, HAZARDS, REMEDIES, SAFETIES, SAFETY_AGAINST, SPEED_LIMIT, Card, Family
from game.engine.moves import MAX_SEATS, MOVES, Move, MoveKind
from game.engine.rules import KM_UNIT, BattleTop, PileEmpty, Rules, Seating, sides_of
from game.engine.setup import Options

if TYPE_CHECKING:
    from game.engine.observation import SideView

KINDS: Final = len(CARDS)
FIRST_HAZARD: Final = HAZARDS[0].index
FIRST_REMEDY: Final = REMEDIES[0].index
FIRST_SAFETY: Final = SAFETIES[0].index
LOW_BITS: Final = FIRST_REMEDY
"""Bits in the low half of a hand mask, for distances and hazards; the high half is for remedies and safeties."""
LOW: Final = (1 << LOW_BITS) - 1
LOW_KEYS: Final = 1 << LOW_BITS + len(DISTANCES)
HIGH_KEYS: Final = 1 << KINDS - LOW_BITS + len(REMEDIES)
"""Number of keys of ``own_moves`` for the high half of a hand: bits for the cards held, above them for those that fit.
"""
HAZARD_BITS: Final = 0b11111 << FIRST_HAZARD

STATES: Final = 25 * 32
LIMITED: Final = 16
RIGHT_OF_WAY_BIT: Final = 1
GO_CODE: Final = 1
"""The battle code of a Go, and with a rolling start of an empty pile."""

KM_BITS: Final = 63
ONE_200: Final = 64
TWO_200S: Final = 128
ONE_100: Final = 256
FIRST_COUP_FOURRE_BIT: Final = 4096
"""The lowest of the four bits of a side's progress that stand for its coups fourrés; all lower bits count distance."""
REACH_BITS: Final = FIRST_COUP_FOURRE_BIT - 1

UP_TO_50: Final = 0b00011
"""Mask of the distance cards that a limited side may lay (rules.md §4.3)."""
NO_200: Final = 0b01111

DISCARD: Final = 0
DISTANCE: Final = 1
REMEDY: Final = 2
HAZARD: Final = 3
SAFETY: Final = 4
COUP_FOURRE: Final = 5
DECLINE: Final = 6
EXTEND: Final = 7
STAY: Final = 8
"""Operations, that is what a move does, from ``DISCARD`` to ``STAY``; up to ``SAFETY`` they play a card in one's turn.
"""

_BATTLE_HAZARDS: Final = tuple(h for h in HAZARDS if h.id != "speed_limit")
_BATTLE_REMEDIES: Final = tuple(r for r in REMEDIES if r.id != "end_of_limit")
_HAZARD_NUMBER: Final = {h: i for i, h in enumerate(_BATTLE_HAZARDS)}
_REMEDY_CODE: Final = {r: 1 + i for i, r in enumerate(_BATTLE_REMEDIES)}

SAFETY_BIT: Final = tuple(1 << SAFETIES.index(SAFETY_AGAINST[h]) for h in HAZARDS)
"""For each hazard, in the order of ``HAZARDS``: the bit of the safety against it in a mask of safeties."""

MoveCode = tuple[int, int, int, int, int, object, int, tuple[int, ...], tuple[int, ...]]
"""The parts of a move that ``Leg.apply`` needs.

Operation, seat, index into the card counts, bit of the card in a hand mask, side whose display changes, the change
(next states, or the step of progress), mask that keeps the other sides' bits of the open hazards, the side's own bits
of them by state, seats that may answer.
"""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRules:
    """The look-up tables and constants of a leg, by rule set, seating and options.

    ``playable_distances``, ``playable_remedies``: by state, the cards that may be laid on one's own display, shifted to
    their place in the keys of ``own_moves``. ``open_hazards``: by side and state, the hazards that may land, five bits
    per side. ``fitting_distances``, ``fitting_distances_extended``: by progress, the distances that do not go too far,
    shifted like ``playable_distances``. ``start_state`` is the state of a display without cards
    (``start_state_of``).
    """

    rules: Rules
    options: Options
    seating: Seating
    seats: int
    sides: tuple[tuple[int, ...], ...]
    side_of: tuple[int, ...]
    left: tuple[int, ...]
    base_km: int
    may_extend: bool
    playable_distances: tuple[int, ...]
    playable_remedies: tuple[int, ...]
    open_hazards: tuple[tuple[int, ...], ...]
    others: tuple[tuple[int, ...], ...]
    fitting_distances: tuple[int, ...]
    fitting_distances_extended: tuple[int, ...]
    move_codes: tuple[MoveCode, ...]
    safety_plays_on: bool
    won_turn_safety_plays_on: bool
    won_turn_draws: int
    start_state: int
    hand_size: int
    full_hand: int
    when_pile_empty: PileEmpty
    when_pile_empty_extended: PileEmpty

    def states_after(self, move: Move, states: list[int]) -> list[int]:
        """Return every side's state after a move, to look ahead without a leg.

        Return ``states`` itself if the move changes no state.
        """
        op, _, _, _, side, what, _, _, _ = self.move_codes[move.index]
        if not (REMEDY <= op <= COUP_FOURRE):
            return states
        after = list(states)
        after[side] = cast("tuple[int, ...]", what)[after[side]]
        return after

    def progress_after(self, move: Move, progress: list[int]) -> list[int]:
        """Return every side's progress after a move, or ``progress`` itself if the move does not change it."""
        op, _, _, _, side, what, _, _, _ = self.move_codes[move.index]
        if op not in {DISTANCE, COUP_FOURRE}:
            return progress
        after = list(progress)
        after[side] += (
            cast(int, what) if op == DISTANCE else FIRST_COUP_FOURRE_BIT << SAFETIES.index(cast(Card, move.card))
        )
        return after


def is_rolling(state: int) -> bool:
    """Return whether a display in that state is rolling (rules.md §1)."""
    battle = state >> 5
    return battle == GO_CODE or (bool(state & RIGHT_OF_WAY_BIT) and battle < 5)


def is_stopped(state: int) -> bool:
    """Return whether a hazard is on top of the battle pile of a display in that state."""
    return state >> 5 >= 5


def state_of(battle: Sequence[Card], speed: Sequence[Card], safeties: Sequence[Card], start_state: int) -> int:
    """Return the state of a display with these piles as one int; the top card of each pile is last.

    ``start_state`` is the state of a display without cards (``CompiledRules``).
    """
    code, laid = _battle_code(battle, start_state >> 5), sum(1 << SAFETIES.index(s) for s in safeties)
    if speed:
        return code << 5 | laid | (LIMITED if speed[-1] is SPEED_LIMIT else 0)
    return code << 5 | laid | (0 if laid & RIGHT_OF_WAY_BIT else start_state & LIMITED)


def start_state_of(rules: Rules, options: Options) -> int:
    """Return the state of a display without cards.

    With a rolling start the empty battle pile counts as a Go, and in some rule sets the empty speed pile as a limit.
    """
    return (GO_CODE << 5 if options.rolling_start else 0) | (LIMITED if rules.starts_limited else 0)


def states_of(sides: Sequence[SideView], start_state: int) -> list[int]:
    """Return the state of each side's display."""
    return [state_of(side.battle, side.speed, side.safeties, start_state) for side in sides]


def progress_of_cards(distance: Sequence[Card], coups_fourres: Sequence[Card]) -> int:
    """Return the progress of a side that laid these cards, as one int."""
    side_progress = sum(_STEP[card.index] for card in distance)
    return side_progress + sum(FIRST_COUP_FOURRE_BIT << SAFETIES.index(s) for s in coups_fourres)


def is_immune(state: int, hazard: Card) -> bool:
    """Return whether the safety against that hazard is laid."""
    return bool(state & SAFETY_BIT[hazard.index - FIRST_HAZARD])


def hazards_cleared(state: int, safety: Card) -> tuple[Card, ...]:
    """Return the hazards that the safety would remove from a display in that state (rules.md §4.3).

    The battle pile's hazard comes first. A limit may be that of an empty pile (``start_state_of``), without a card.
    """
    top = (state >> 5) - 5
    on_battle = _BATTLE_HAZARDS[top // 5] if top >= 0 else None
    cleared = [on_battle] if on_battle is not None and SAFETY_AGAINST[on_battle] is safety else []
    if state & LIMITED and SAFETY_AGAINST[SPEED_LIMIT] is safety:
        cleared.append(SPEED_LIMIT)
    return tuple(cleared)


def next_state(state: int, card: Card) -> int:
    """Return the state of a display after a remedy, hazard or safety was laid on it; ``state`` is that before."""
    battle, flags = state >> 5, state & 31
    if card.id == "speed_limit":
        return state | LIMITED
    if card.id == "end_of_limit":
        return state & ~LIMITED
    if card.family is Family.REMEDY:
        return _REMEDY_CODE[card] << 5 | flags
    if card.family is Family.HAZARD:
        return (5 + 5 * _HAZARD_NUMBER[card] + battle) << 5 | flags if battle < 5 else state
    for hazard in hazards_cleared(state, card):
        if hazard is SPEED_LIMIT:
            flags &= ~LIMITED
        else:
            battle = (battle - 5) % 5
    return battle << 5 | flags | 1 << SAFETIES.index(card)


@cache
def compiled_rules_for(rules: Rules, seating: Seating, seats: int, options: Options) -> CompiledRules:
    """Return the look-up tables for legs with that rule set, seating and options; they are cached."""
    sides = sides_of(seats, seating)
    side_of = tuple(next(i for i, s in enumerate(sides) if seat in s) for seat in range(seats))
    base_km = rules.distance_km(seats, seating)
    openness = tuple(_open(rules, state) for state in range(STATES))
    open_at = tuple(tuple(mask << 5 * side for mask in openness) for side in range(len(sides)))
    return CompiledRules(
        rules=rules,
        options=options,
        seating=seating,
        seats=seats,
        sides=sides,
        side_of=side_of,
        left=tuple((seat + 1) % seats for seat in range(seats)),
        base_km=base_km,
        may_extend=options.extension and rules.may_extend(seats, seating),
        playable_distances=tuple(_dist_ok(state) << LOW_BITS for state in range(STATES)),
        playable_remedies=tuple(_rem_ok(state) << KINDS - LOW_BITS for state in range(STATES)),
        open_hazards=open_at,
        others=tuple(_others(side, len(sides)) for side in side_of),
        fitting_distances=_reach(base_km),
        fitting_distances_extended=_reach(rules.extended_km),
        move_codes=tuple(_code(m, sides, side_of, open_at) for m in MOVES if m.seat < seats),
        safety_plays_on=rules.safety_plays_on,
        won_turn_safety_plays_on=rules.won_turn_safety_plays_on,
        won_turn_draws=rules.won_turn_draws,
        start_state=start_state_of(rules, options),
        hand_size=options.hand_size(rules),
        full_hand=options.full_hand(rules),
        when_pile_empty=rules.when_pile_empty,
        when_pile_empty_extended=rules.when_pile_empty_extended,
    )


def own_moves(seat: int, key: int, low: bool) -> tuple[Move, ...]:
    """Return the moves except attacks that a seat may make with the low or high half of its hand (``LOW_BITS``).

    ``key`` is that half of the hand mask and, in higher bits, the mask of cards that may be laid (``CompiledRules``).
    """
    first, size = (0, LOW_BITS) if low else (LOW_BITS, KINDS - LOW_BITS)
    held, fits = key & ((1 << size) - 1), key >> size
    moves = []
    for card in CARDS[first : first + size]:
        if not held >> card.index - first & 1:
            continue
        moves.append(_DISCARDS[seat][card.index])
        lays = card.family is Family.SAFETY
        if card.family is Family.DISTANCE:
            lays = bool(fits >> card.index & 1)
        elif card.family is Family.REMEDY:
            lays = bool(fits >> card.index - FIRST_REMEDY & 1)
        if lays:
            moves.append(_LAYS[seat][card.index])
    return tuple(moves)


def attack_moves(seat: int, key: int) -> tuple[Move, ...]:
    """Return the attacks that a seat may make.

    ``key`` has five bits per side: the hazards that the seat holds and that may land on that side.
    """
    return tuple(_ATTACKS[seat][side][i] for side in range(MAX_SEATS) for i in range(5) if key >> 5 * side + i & 1)


def _battle_code(battle: Sequence[Card], empty: int) -> int:
    if not battle:
        return empty
    top = battle[-1]
    if top.family is Family.REMEDY:
        return _REMEDY_CODE[top]
    return 5 + 5 * _HAZARD_NUMBER[top] + _battle_code(battle[:-1], empty)


def _dist_ok(state: int) -> int:
    if not is_rolling(state):
        return 0
    return UP_TO_50 if state & LIMITED else 0b11111


def _rem_ok(state: int) -> int:
    """Return a bit mask of the remedies that may be laid, in the order of ``REMEDIES`` (rules.md §4.3, D13, D20)."""
    battle = state >> 5
    ok = 0b00010 if state & LIMITED else 0
    if battle >= 5:
        remedy = _BATTLE_REMEDIES[(battle - 5) // 5]
        ok |= 1 << remedy.index - FIRST_REMEDY
    elif battle != 1:
        ok |= 0b00001
    return ok & ~0b00001 if state & RIGHT_OF_WAY_BIT else ok


def _open(rules: Rules, state: int) -> int:
    """Return a bit mask of the hazards that may land, in the order of ``HAZARDS`` (rules.md §3, §4.3)."""
    battle = state >> 5
    top = (BattleTop.EMPTY, BattleTop.GO, *[BattleTop.REMEDY] * 3)[battle] if battle < 5 else BattleTop.HAZARD
    stops = is_rolling(state) if rules.hazard_needs_rolling else top is not BattleTop.HAZARD
    mask = 0
    for i, hazard in enumerate(HAZARDS):
        already = hazard is SPEED_LIMIT and state & LIMITED
        lands = top in rules.limit_lands_on if hazard is SPEED_LIMIT else stops
        if lands and not already and not is_immune(state, hazard):
            mask |= 1 << i
    return mask


def _others(side: int, sides: int) -> tuple[int, ...]:
    """Return, indexed by mask of hazards held, that mask repeated for each opposing side, five bits per side."""
    return tuple(sum(held << 5 * s for s in range(sides) if s != side) for held in range(32))


@cache
def _reach(target_km: int) -> tuple[int, ...]:
    """Return, indexed by progress, the mask of distances that are not too long; 0 at the target (rules.md §4.3)."""
    masks = []
    for side_progress in range(FIRST_COUP_FOURRE_BIT):
        left_km = target_km - (side_progress & KM_BITS) * KM_UNIT
        mask = sum(1 << card.index for card in DISTANCES if card.km <= left_km)
        masks.append((mask & NO_200 if side_progress & TWO_200S else mask) << LOW_BITS)
    return tuple(masks)


_STEP: Final = tuple(c.km // KM_UNIT + (ONE_200 if c.km == 200 else ONE_100 if c.km == 100 else 0) for c in CARDS)
_NEXT: Final = {
    c: tuple(next_state(state, c) for state in range(STATES)) for c in CARDS if c.family is not Family.DISTANCE
}

_OPS: Final = {
    MoveKind.DISCARD: DISCARD,
    MoveKind.COUP_FOURRE: COUP_FOURRE,
    MoveKind.DECLINE: DECLINE,
    MoveKind.EXTEND: EXTEND,
    MoveKind.STAY: STAY,
}
_LAY_OPS: Final = {
    Family.DISTANCE: DISTANCE,
    Family.REMEDY: REMEDY,
    Family.HAZARD: HAZARD,
    Family.SAFETY: SAFETY,
}


def _code(
    move: Move,
    sides: tuple[tuple[int, ...], ...],
    side_of: tuple[int, ...],
    open_at: tuple[tuple[int, ...], ...],
) -> MoveCode:
    side = side_of[move.seat] if move.side is None else move.side
    if side >= len(sides):  # no such side: never legal, the entry only keeps the numbering
        side = 0
    keep = ~(0b11111 << 5 * side)
    answering = sides[side]
    card = move.card
    if card is None:
        return _OPS[move.kind], move.seat, 0, 0, side, 0, keep, open_at[side], answering
    op = _LAY_OPS[card.family] if move.kind is MoveKind.LAY else _OPS[move.kind]
    what: object = _STEP[card.index] if op == DISTANCE else _NEXT.get(card, 0)
    return op, move.seat, move.seat * KINDS + card.index, 1 << card.index, side, what, keep, open_at[side], answering


def _moves_by_card(kind: MoveKind) -> tuple[dict[int, Move], ...]:
    return tuple(
        {m.card.index: m for m in MOVES if m.seat == seat and m.kind is kind and m.card is not None and m.side is None}
        for seat in range(MAX_SEATS)
    )


_DISCARDS: Final = _moves_by_card(MoveKind.DISCARD)
_LAYS: Final = _moves_by_card(MoveKind.LAY)
_ATTACKS: Final[tuple[tuple[tuple[Move, ...], ...], ...]] = tuple(
    tuple(tuple(m for m in MOVES if m.seat == seat and m.side == side) for side in range(MAX_SEATS))
    for seat in range(MAX_SEATS)
)
COUP_FOURRE_MOVES: Final = tuple(
    {m.card.index: m for m in MOVES if m.seat == s and m.kind is MoveKind.COUP_FOURRE and m.card}
    for s in range(MAX_SEATS)
)
DECLINE_MOVES: Final = tuple(m for m in MOVES if m.kind is MoveKind.DECLINE)
EXTEND_MOVES: Final = tuple(m for m in MOVES if m.kind is MoveKind.EXTEND)
STAY_MOVES: Final = tuple(m for m in MOVES if m.kind is MoveKind.STAY)
