"""The features of a position after a move: which inputs (rows) of the network are on, in four groups.

A row stands for a fact, such as "75 km to go" or "two gasolines in hand that may still be needed". The groups are the
own side's display, the own hand, one rival's display, and the rest. Each group depends on few numbers, so its part of
the network can be computed once and cached (value_network.py). Hot code: ints, lists, look-up tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Final

from game.engine.cards import DISTANCES
from game.engine.rules import KM_UNIT, Points, Rules, load_rules
from game.engine.tables import (
    FIRST_HAZARD,
    FIRST_REMEDY,
    FIRST_SAFETY,
    KINDS,
    KM_BITS,
    LIMITED,
    ONE_100,
    ONE_200,
    REACH_BITS,
    RIGHT_OF_WAY_BIT,
    SAFETY_BIT,
    STATES,
    TWO_200S,
)

_KM: Final = tuple(card.km // KM_UNIT for card in DISTANCES)
_KM_200: Final = 4
HUNDREDS: Final = REACH_BITS + 1 - ONE_100
_SAFETY_OF: Final = tuple(bit.bit_length() - 1 for bit in SAFETY_BIT)
"""Index into ``SAFETIES`` of the safety against each hazard, in the order of ``HAZARDS`` and so of ``REMEDIES``."""
_ANSWERED: Final = tuple(tuple(h for h in range(5) if _SAFETY_OF[h] == s) for s in range(4))

STRUCTURES: Final = ((2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (2, 2), (3, 2))
"""The possible numbers of sides and of seats per side, in the order of their rows."""

LEARNED_RULES: Final = ("winning_moves", "piatnik", "dujardin", "mille_miglia")
"""The rule sets on which the networks were trained, in the order of their rows.

For any other rule set, the row of the most similar one is used. Adding a rule set here adds a row, so every network in
``ai/data`` must be trained again.
"""

FINAL_DISTANCE: Final = 0
MAY_EXTEND: Final = 1
EXTENDED_BY_OWN: Final = 2
EXTENDED_BY_OTHER: Final = 3
"""Whether the leg's distance is final, may be extended, or was extended by the own side or another one."""


class _RowNumbers:
    """Assigns numbers to the rows, the network's inputs, one kind of fact after the other."""

    def __init__(self) -> None:
        self.rows = 0
        self.names: list[str] = []

    def add(self, name: str, count: int) -> int:
        first = self.rows
        self.rows += count
        self.names += [f"{name}/{i}" for i in range(count)]
        return first


_layout = _RowNumbers()
_rows = _layout.add

# The own display.
_OWN_TRAFFIC: Final = _rows("own traffic", 10)
_OWN_LIMITED: Final = _rows("own limited", 2)
_OWN_SAFETIES: Final = _rows("own safeties", 16)
_OWN_REST: Final = _rows("own rest", 41)
_OWN_200S: Final = _rows("own 200s", 3)
_OWN_NO_100: Final = _rows("own no 100", 1)
_OWN_AT_START: Final = _rows("own at start", 1)
_OWN_NEAR: Final = _rows("own near and rolling", 16)
_EXTENSION: Final = _rows("extension", 8)
_AGAIN: Final = _rows("plays again", 1)

# The own hand.
_HELD_KM: Final = _rows("held km", 5 * 4)
_HELD_HAZARDS: Final = _rows("held hazards", 5 * 3)
_HELD_REMEDIES: Final = _rows("held remedies", 5 * 4)
_HELD_COVERED: Final = _rows("held remedies covered by a held safety", 4)
_HELD_SAFETIES: Final = _rows("held safety by hazards unseen", 4 * 9)
_HELD_USELESS: Final = _rows("held useless", 8)
_HELD_CARDS: Final = _rows("held cards", 8)
_READY: Final = _rows("ready to roll", 8)
_SLOW_KM: Final = _rows("limited with 25s and 50s", 5)
_LIMIT_READY: Final = _rows("limited with a way out", 2)
_EXACT: Final = _rows("cards that make the rest exactly", 7)
_SUM_KM: Final = _rows("km held that fit", 14)
_ALL_KM: Final = _rows("km held", 14)
_BEST_KM: Final = _rows("best card to drive with", 6)

# A rival's display.
_RIVAL_TRAFFIC: Final = _rows("rival traffic", 10)
_RIVAL_LIMITED: Final = _rows("rival limited", 2)
_RIVAL_SAFETIES: Final = _rows("rival safeties", 16)
_RIVAL_REST: Final = _rows("rival rest", 41)
_RIVAL_200S: Final = _rows("rival 200s", 3)
_RIVAL_AT_START: Final = _rows("rival at start", 1)
_RIVAL_NEAR: Final = _rows("rival near and rolling", 16)
_RIVAL_LACKS: Final = _rows("rival lacks", 4)
_RIVAL_LACKS_WHAT: Final = _rows("rival lacks its way out", 5)
_RIVAL_CARDS: Final = _rows("rival cards", 8)
_RIVAL_TURN: Final = _rows("rival plays after", 6)
_RIVAL_HIT: Final = _rows("rival just attacked", 10)

# Everything else.
_PILE: Final = _rows("draw pile", 36)
_UNSEEN_HAZARDS: Final = _rows("unseen hazards", 5 * 6)
_UNSEEN_GO: Final = _rows("unseen go", 15)
_UNSEEN_REMEDIES: Final = _rows("unseen remedies", 4 * 7)
_UNSEEN_SAFETIES: Final = _rows("unseen safeties", 4)
_UNSEEN_200S: Final = _rows("unseen 200s", 5)
_UNSEEN_KM: Final = _rows("unseen km a card", 8)
_RULES: Final = _rows("rules", len(LEARNED_RULES))
_STRUCTURE: Final = _rows("structure", len(STRUCTURES))
_OTHERS: Final = _rows("other rivals", 5)
_OTHERS_REST: Final = _rows("nearest other rival", 9)
_OTHERS_ROLLING: Final = _rows("other rivals rolling", 6)
_PARTNER_LACKS: Final = _rows("partner lacks", 1)

ROWS: Final = _layout.rows
NAMES: Final = tuple(_layout.names)

_ROLLS: Final = 0
_NEEDS_GO: Final = 1
_NEEDS_FIRST_REMEDY: Final = 2


def table_name(sides: int, seats: int) -> str:
    """Return which of the learned data files fits that number of sides and seats: "duel", "solo" or "teams"."""
    if seats > sides:
        return "teams"
    return "duel" if sides == 2 else "solo"


@cache
def most_similar(rules_id: str) -> str:
    """Return the one of ``LEARNED_RULES`` that differs from this rule set in the fewest settings.

    >>> most_similar("dujardin")
    'dujardin'
    """
    if rules_id in LEARNED_RULES:
        return rules_id
    rules = load_rules(rules_id)
    return min(LEARNED_RULES, key=lambda learned: _differences(load_rules(learned), rules))


def _differences(one: Rules, other: Rules) -> int:
    """Return how many settings, points and cards of the deck differ between two rule sets."""
    names = [field.name for field in fields(Rules) if field.name not in {"id", "words", "sources", "points", "cards"}]
    course = [name for name in names if getattr(one, name) != getattr(other, name)]
    points = [f.name for f in fields(Points) if getattr(one.points, f.name) != getattr(other.points, f.name)]
    return len(course) + len(points) + sum(abs(a - b) for a, b in zip(one.cards, other.cards, strict=True))


def traffic_need(state: int) -> int:
    """Return what a side in that state needs in order to roll, as a number.

    0 is nothing, as it rolls; 1 is go; 2, 3 and 4 are gasoline, spare tire and repairs. Add 5 if right_of_way is laid.
    """
    return _TRAFFIC[state]


def _traffic(state: int) -> int:
    battle = state >> 5
    free = bool(state & RIGHT_OF_WAY_BIT)
    if battle >= 5:
        hazard = (battle - 5) // 5  # stop, out_of_gas, flat_tire, accident
        code = _NEEDS_GO if hazard == 0 else _NEEDS_FIRST_REMEDY + hazard - 1
    else:
        code = _ROLLS if battle == 1 or free else _NEEDS_GO
    return code + 5 * free


_TRAFFIC: Final = tuple(_traffic(state) for state in range(STATES))


def own_rows(state: int, progress: int, distance: int, extension: int) -> list[int]:
    """Return the rows that describe the own display; ``distance`` is the leg's, in units of 25 km.

    ``extension`` is one of the numbers from ``FINAL_DISTANCE`` to ``EXTENDED_BY_OTHER``.
    """
    rest = distance - (progress & KM_BITS)
    code = traffic_need(state)
    limited = is_limited(state)
    rows = [
        _OWN_TRAFFIC + code,
        _OWN_SAFETIES + (state & 15),
        _OWN_REST + rest,
        _OWN_200S + (2 if progress & TWO_200S else 1 if progress & ONE_200 else 0),
        _EXTENSION + extension + (4 if distance > 28 else 0),
    ]
    if limited:
        rows.append(_OWN_LIMITED + (1 if code % 5 else 0))
    if not progress & (HUNDREDS | ONE_200 | TWO_200S):
        rows.append(_OWN_NO_100)
    if not progress & KM_BITS:
        rows.append(_OWN_AT_START)
    rows.append(_OWN_NEAR + min(rest // 2, 7) + (0 if code % 5 else 8))
    return rows


def rival_rows(  # noqa: PLR0913, PLR0917 - the numbers that its part of the net is kept by
    state: int, progress: int, distance: int, lacks: int, cards: int, turn: int, hit: int
) -> list[int]:
    """Return the rows that describe a rival's display; ``distance`` is the leg's, in units of 25 km.

    ``cards`` is the number of cards in the hand of the rival's seat that plays next, and ``turn`` how many seats after
    the own one that seat plays. ``lacks`` is as in ``InformationState``. ``hit`` is 0, or 1 + the number of the hazard
    just laid on the rival, plus 5 if the safety against it has been seen.
    """
    rest = distance - (progress & KM_BITS)
    code = traffic_need(state)
    rows = [
        _RIVAL_TRAFFIC + code,
        _RIVAL_SAFETIES + (state & 15),
        _RIVAL_REST + rest,
        _RIVAL_200S + (2 if progress & TWO_200S else 1 if progress & ONE_200 else 0),
        _RIVAL_LACKS + lacks,
        _RIVAL_CARDS + min(cards, 7),
        _RIVAL_TURN + min(turn, 5),
        _RIVAL_NEAR + min(rest // 2, 7) + (0 if code % 5 else 8),
    ]
    if is_limited(state):
        rows.append(_RIVAL_LIMITED + (1 if code % 5 else 0))
    if not progress & KM_BITS:
        rows.append(_RIVAL_AT_START)
    if lacks & 1:
        rows.append(_RIVAL_LACKS_WHAT + code % 5)
    if hit:
        rows.append(_RIVAL_HIT + hit - 1)
    return rows


def hand_rows(  # noqa: PLR0912, PLR0915 - one pass over the hand; the hottest code of the bots
    hand: list[int], state: int, progress: int, distance: int, useful: int, unseen: tuple[int, ...]
) -> list[int]:
    """Return the rows that describe the own hand; ``distance`` is the leg's, in units of 25 km.

    ``hand`` and ``unseen`` count cards by card index; ``useful`` has a bit for each hazard to which not all rivals are
    immune. ``state`` and ``progress`` are the own side's.
    """
    rest = distance - (progress & KM_BITS)
    safeties, free = state & 15, state & RIGHT_OF_WAY_BIT
    rows: list[int] = []
    useless = total = cards = 0
    fits = held_distances(hand, progress, rest)
    for i in range(5):
        n = hand[i]
        if n:
            cards += n
            total += _KM[i] * n
            fit = fits.count(_KM[i])
            useless += n - fit
            if fit:
                rows.append(_HELD_KM + 4 * i + min(fit, 4) - 1)
        n = hand[FIRST_HAZARD + i]
        if n:
            cards += n
            if useful >> i & 1:
                rows.append(_HELD_HAZARDS + 3 * i + min(n, 3) - 1)
            else:
                useless += n
        n = hand[FIRST_REMEDY + i]
        if n:
            cards += n
            safety = _SAFETY_OF[i]
            if safeties >> safety & 1:
                useless += n
            else:
                rows.append(_HELD_REMEDIES + 4 * i + min(n, 4) - 1)
                # right_of_way covers two remedies, but the row occurs once, as in the training samples
                # (tune/training.py).
                if hand[FIRST_SAFETY + safety] and _HELD_COVERED + safety not in rows:
                    rows.append(_HELD_COVERED + safety)
    for s in range(4):
        if hand[FIRST_SAFETY + s]:
            cards += 1
            threats = 0
            for h in _ANSWERED[s]:
                threats += unseen[FIRST_HAZARD + h]
            rows.append(_HELD_SAFETIES + 9 * s + min(threats, 8))
    rows.append(_HELD_USELESS + min(useless, 7))
    rows.append(_HELD_CARDS + min(cards, 7))
    rows.append(_READY + _readiness(hand, traffic_need(state), free))
    rows.append(_ALL_KM + min(total // 2, 13))
    reach = sum(fits)
    rows.append(_SUM_KM + (13 if reach >= rest else min(reach // 2, 12)))
    if rest <= 24:
        rows.append(_EXACT + fewest_cards_for_rest(tuple(fits), rest))
    if state & LIMITED and not free:
        rows.append(_SLOW_KM + min(hand[0] + hand[1], 4) if rest > 1 else _SLOW_KM + min(hand[0], 4))
        if hand[FIRST_SAFETY]:
            rows.append(_LIMIT_READY + 1)
        elif hand[FIRST_REMEDY + 1]:
            rows.append(_LIMIT_READY)
        fits = [km for km in fits if km <= 2]
    rows.append(_BEST_KM + (_BEST[max(fits)] if fits else 5))
    return rows


_BEST: Final = {1: 0, 2: 1, 3: 2, 4: 3, 8: 4}


def _readiness(hand: list[int], code: int, free: int) -> int:
    """Return how ready the hand is to make the side roll, as a number.

    0: rolling already; 1, 2: only go is needed, and in hand or not; 3 to 6: a remedy is needed, and in hand are the
    remedy and go, only the remedy, only go, neither; 7: the safety against the hazard is in hand.
    """
    need = code % 5
    if need == 0:
        return 0
    go = hand[FIRST_REMEDY] > 0 or free or hand[FIRST_SAFETY] > 0
    if need == 1:
        return 1 if go else 2
    remedy = need  # gasoline, spare_tire, repairs are 2, 3, 4 of their family
    if hand[FIRST_SAFETY + remedy - 1]:
        return 7
    has = hand[FIRST_REMEDY + remedy] > 0
    return (3 if go else 4) if has else (5 if go else 6)


def held_distances(hand: list[int], progress: int, rest: int) -> list[int]:
    """Return the distance cards in hand that can still be laid, as lengths in units of 25 km.

    ``rest`` is the distance left to go, in the same units.
    """
    twos = 0 if progress & TWO_200S else 1 if progress & ONE_200 else 2
    fits: list[int] = []
    for i, km in enumerate(_KM):
        if hand[i] and km <= rest:
            fits += [km] * (min(hand[i], twos) if i == _KM_200 else hand[i])
    return fits


@cache
def fewest_cards_for_rest(fits: tuple[int, ...], rest: int) -> int:
    """Return the smallest number of the cards ``fits`` that add up to exactly ``rest``, both in units of 25 km.

    5 stands for 5 or more, 6 for no such combination; 0 if ``rest`` is 0.
    """
    if rest == 0:
        return 0
    fewest = {0: 0}
    for km in fits:
        for laid, cards in list(fewest.items()):
            there = laid + km
            if there <= rest and fewest.get(there, 99) > cards + 1:
                fewest[there] = cards + 1
    return min(fewest[rest], 5) if rest in fewest else 6


def table_rows(
    rules_id: str, seats: int, sides: int, draw_pile: int, unseen: tuple[int, ...], own_state: int
) -> list[int]:
    """Return the rows that are the same for all rivals: draw pile, unseen cards, rule set, seating."""
    rows = [
        _PILE + (draw_pile if draw_pile <= 12 else min(12 + (draw_pile - 9) // 4, 35)),
        _UNSEEN_GO + min(unseen[FIRST_REMEDY], 14),
        _UNSEEN_200S + min(unseen[_KM_200], 4),
        _RULES + LEARNED_RULES.index(most_similar(rules_id)),
        _STRUCTURE + STRUCTURES.index((sides, seats // sides)),
    ]
    for h in range(5):
        if not own_state & SAFETY_BIT[h] and unseen[FIRST_HAZARD + h]:
            rows.append(_UNSEEN_HAZARDS + 6 * h + min(unseen[FIRST_HAZARD + h], 5))
    for r in range(1, 5):
        rows.append(_UNSEEN_REMEDIES + 7 * (r - 1) + min(unseen[FIRST_REMEDY + r], 6))
    for s in range(4):
        if unseen[FIRST_SAFETY + s]:
            rows.append(_UNSEEN_SAFETIES + s)
    total = sum(unseen)
    if total:
        km = sum(_KM[i] * unseen[i] for i in range(5)) * KM_UNIT
        rows.append(_UNSEEN_KM + min(int(km / total / 8), 7))
    return rows


def others_rows(rests: Sequence[int], rolling: int, *, partner_lacks: bool) -> list[int]:
    """Return the rows that describe all rivals but the one whose forecast is computed.

    ``rests`` are their distances left in units of 25 km, ``rolling`` is how many of them roll. ``partner_lacks`` means
    that the own partner has shown that it lacks the card that the own side needs.
    """
    rows = [_OTHERS + min(len(rests), 4)]
    if rests:
        rows += [_OTHERS_REST + min(min(rests) // 2, 8), _OTHERS_ROLLING + min(rolling, 5)]
    if partner_lacks:
        rows.append(_PARTNER_LACKS)
    return rows


AGAIN_ROW: Final = _AGAIN
"""The row that says that the own seat plays next."""


def is_limited(state: int) -> bool:
    """Return whether a side in that state is limited by a speed limit."""
    return bool(state & LIMITED) and not state & RIGHT_OF_WAY_BIT


assert KINDS == 19
