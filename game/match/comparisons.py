"""What each kind of comparison of two moves must contain, so that words can be made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ai.comparison import EVEN_KINDS, Advice, Comparison, ComparisonKind, MoveValue
from game.engine.cards import Family
from game.engine.moves import Move, MoveKind
from game.files import limits

__all__ = [
    "COMPARISON_RULES",
    "EVEN_KINDS",
    "Advice",
    "Comparison",
    "ComparisonKind",
    "ComparisonRule",
    "MoveValue",
    "comparison_fault",
]

_KM = range(limits.MAX_KM + 1)
_POINTS = range(limits.MAX_POINTS + 1)
_COUNT = range(limits.MAX_PERCENT + 1)


@dataclass(frozen=True, slots=True)
class ComparisonRule:
    """What a comparison of one kind must contain.

    ``better`` and ``other`` are the kinds of the two moves, None for any, ``sides`` says how many sides are named,
    ``card`` is the family of the card, None without one, ``number`` the range of the numbers, of which there are
    ``numbers``.
    """

    better: MoveKind | None = None
    other: MoveKind | None = None
    sides: int = 0
    card: Family | None = None
    number: range = _KM
    numbers: int = 0


_LAY, _DISCARD = MoveKind.LAY, MoveKind.DISCARD
_K = ComparisonKind

COMPARISON_RULES: Mapping[ComparisonKind, ComparisonRule] = MappingProxyType(
    {
        _K.ONLY: ComparisonRule(),
        _K.TAUGHT: ComparisonRule(),
        _K.EVEN: ComparisonRule(),
        _K.EVEN_USELESS: ComparisonRule(_DISCARD, _DISCARD),
        _K.EVEN_IDLE: ComparisonRule(_DISCARD, _DISCARD),
        _K.EVEN_ORDER: ComparisonRule(_LAY, _LAY, numbers=1),
        _K.COUP: ComparisonRule(MoveKind.COUP_FOURRE, number=_POINTS, numbers=1),
        _K.COUP_PARRY: ComparisonRule(MoveKind.COUP_FOURRE),
        _K.COUP_LAST: ComparisonRule(MoveKind.COUP_FOURRE, number=_POINTS, numbers=1),
        _K.COUP_PARRY_LAST: ComparisonRule(MoveKind.COUP_FOURRE),
        _K.EXTEND: ComparisonRule(MoveKind.EXTEND),
        _K.STAY: ComparisonRule(MoveKind.STAY),
        _K.FINISH: ComparisonRule(_LAY),
        _K.STOP: ComparisonRule(_LAY, sides=1, numbers=1),
        _K.WHOM_AHEAD: ComparisonRule(_LAY, _LAY, sides=2, numbers=1),
        _K.WHOM_LEADS: ComparisonRule(_LAY, _LAY, sides=2, number=_POINTS, numbers=1),
        _K.WHOM_FIRST: ComparisonRule(_LAY, _LAY, sides=2),
        _K.WHOM_FREE: ComparisonRule(_LAY, _LAY, sides=2),
        _K.WHOM_SHUT_OUT: ComparisonRule(_LAY, _LAY, sides=2, number=_POINTS, numbers=1),
        _K.WHOM_ROLLS: ComparisonRule(_LAY, _LAY, sides=2),
        _K.LONGER: ComparisonRule(_LAY, _LAY, card=Family.REMEDY),
        _K.RARER: ComparisonRule(_LAY, _LAY),
        _K.AGAIN: ComparisonRule(_LAY),
        _K.ROLLS: ComparisonRule(_LAY),
        _K.FREES: ComparisonRule(_LAY, card=Family.HAZARD),
        _K.KEEP_SAFETY: ComparisonRule(None, _LAY, card=Family.SAFETY, number=_POINTS, numbers=1),
        _K.KEEP_PARRY: ComparisonRule(None, _LAY, card=Family.SAFETY),
        _K.BANK: ComparisonRule(_LAY, card=Family.SAFETY, number=_POINTS, numbers=1),
        _K.LAY_SAFETY: ComparisonRule(_LAY, card=Family.SAFETY),
        _K.WHICH_SAFETY: ComparisonRule(_LAY, _LAY),
        _K.LEADER: ComparisonRule(None, _LAY),
        _K.NOW: ComparisonRule(_LAY, _LAY),
        _K.EXACT: ComparisonRule(None, _LAY),
        _K.ONE_CARD: ComparisonRule(None, _LAY, numbers=2),
        _K.DELAY: ComparisonRule(_DISCARD, _LAY, number=_POINTS, numbers=2),
        _K.BONUS: ComparisonRule(None, _LAY, number=_POINTS, numbers=1),
        _K.LIFT: ComparisonRule(_LAY, card=Family.DISTANCE),
        _K.LIFT_EARLY: ComparisonRule(_LAY, card=Family.DISTANCE),
        _K.LIFT_BARE: ComparisonRule(_LAY),
        _K.LIFT_FIRST: ComparisonRule(_LAY, _LAY),
        _K.WAIT_HIT: ComparisonRule(_DISCARD, _LAY, sides=1),
        _K.WAIT_LIFT: ComparisonRule(_DISCARD, _LAY),
        _K.ALONE: ComparisonRule(_LAY, _LAY, sides=1),
        _K.HOLD: ComparisonRule(_LAY, sides=1),
        _K.HOLD_LEADER: ComparisonRule(_LAY, sides=1),
        _K.HOLD_STUCK: ComparisonRule(_LAY, sides=1),
        _K.HOLD_STANDING: ComparisonRule(_LAY, sides=1),
        _K.LIMIT: ComparisonRule(_LAY, sides=1),
        _K.LIMIT_LEADER: ComparisonRule(_LAY, sides=1),
        _K.LIMIT_STUCK: ComparisonRule(_LAY, sides=1),
        _K.LIMIT_STANDING: ComparisonRule(_LAY, sides=1),
        _K.LIMIT_LATER: ComparisonRule(_LAY, sides=1),
        _K.BLOCK: ComparisonRule(_LAY, sides=1, card=Family.REMEDY),
        _K.FORWARD: ComparisonRule(_LAY),
        _K.MORE_KM: ComparisonRule(_LAY, _LAY, numbers=1),
        _K.MORE_THAN_BONUS: ComparisonRule(_LAY, _LAY, number=_POINTS, numbers=2),
        _K.NEEDED: ComparisonRule(None, _DISCARD, card=Family.HAZARD),
        _K.DROP_SAFE: ComparisonRule(_DISCARD, _DISCARD, card=Family.SAFETY),
        _K.DROP_OUT: ComparisonRule(_DISCARD, _DISCARD, card=Family.HAZARD, number=_COUNT, numbers=1),
        _K.DROP_FAR: ComparisonRule(_DISCARD, _DISCARD, numbers=1),
        _K.DROP_THIRD: ComparisonRule(_DISCARD, _DISCARD),
        _K.DROP_IMMUNE: ComparisonRule(_DISCARD, _DISCARD),
        _K.DROP_MINUS: ComparisonRule(_DISCARD, _DISCARD),
        _K.DROP_COVERED: ComparisonRule(_DISCARD, _DISCARD, card=Family.SAFETY),
        _K.DROP_DOUBLE: ComparisonRule(_DISCARD, _DISCARD, number=_COUNT, numbers=1),
        _K.DROP_SHORT: ComparisonRule(_DISCARD, _DISCARD),
        _K.DROP_LIMITED: ComparisonRule(_DISCARD, _DISCARD),
        _K.DROP_PLENTY: ComparisonRule(_DISCARD, _DISCARD, number=_COUNT, numbers=1),
        _K.DROP_SHORTEST: ComparisonRule(_DISCARD, _DISCARD, number=_COUNT, numbers=1),
        _K.DROP_UNNEEDED: ComparisonRule(_DISCARD, _DISCARD, card=Family.HAZARD),
        _K.DROP_IDLE: ComparisonRule(_DISCARD, _DISCARD),
        _K.HOME: ComparisonRule(),
        _K.SAFER: ComparisonRule(),
        _K.FIRST: ComparisonRule(None, _LAY, number=_COUNT, numbers=1),
        _K.WIN: ComparisonRule(),
        _K.WIN_LITTLE: ComparisonRule(),
    }
)
"""What the comments at the kinds in ai/comparison.py say, as rules that can be checked."""


def comparison_fault(comparison: Comparison, better: Move, other: Move | None, sides: int) -> str | None:
    """Return what is wrong if a comparison says this of two moves at a table of ``sides`` sides, or None."""
    form, kind = COMPARISON_RULES[comparison.kind], comparison.kind.value
    if (other is None) is not (comparison.kind in {ComparisonKind.ONLY, ComparisonKind.TAUGHT}):
        return f"{kind}: expected another move unless it is compared with none"
    if form.better not in {None, better.kind} or (other is not None and form.other not in {None, other.kind}):
        return f"{kind} is none for these moves"
    named = [side for side in (comparison.side, comparison.other) if side is not None]
    if len(named) != form.sides or (comparison.side is None and named) or not set(named).issubset(range(sides)):
        return f"{kind}: the sides are wrong"
    if [card.family for card in comparison.cards] != ([] if form.card is None else [form.card]):
        return f"{kind}: the cards are wrong"
    if len(comparison.numbers) != form.numbers or any(number not in form.number for number in comparison.numbers):
        return f"{kind}: the numbers are wrong"
    if comparison.kind in EVEN_KINDS and not comparison.is_level:
        return f"{kind}: expected level moves"
    return None
