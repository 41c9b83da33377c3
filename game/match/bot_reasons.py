"""The parts that each kind of bot reason has, and the reasons that are public during a leg.

A reason is public if it reveals no part of a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ai.decision import BotReason, ReasonCode
from game.engine.cards import Family
from game.engine.moves import Move, MoveKind
from game.files import limits

__all__ = ["PUBLIC_REASONS", "REASON_RULES", "BotReason", "ReasonCode", "ReasonRule", "public_reason", "reason_fault"]

_KM = range(limits.MAX_KM + 1)
_POINTS = range(-limits.MAX_POINTS, limits.MAX_POINTS + 1)
_PERCENT = range(limits.MAX_PERCENT + 1)


@dataclass(frozen=True, slots=True)
class ReasonRule:
    """What a bot's reason of one kind must contain, beside the card of its move; all else must be None.

    ``kind`` and ``family`` are those of the move and its card, None for any. With ``attacks`` the reason names the
    attacked side. ``other`` is the family of the other card, ``numbers`` the range of the number.
    """

    kind: MoveKind | None = MoveKind.LAY
    family: Family | None = None
    other: Family | None = None
    attacks: bool = False
    numbers: range | None = None


_ATTACK = ReasonRule(family=Family.HAZARD, attacks=True)
_ATTACK_KM = ReasonRule(family=Family.HAZARD, attacks=True, numbers=_KM)
_DISTANCE = ReasonRule(family=Family.DISTANCE, numbers=_KM)
_DISCARD = ReasonRule(MoveKind.DISCARD)
_NOT_NEEDED = ReasonRule(MoveKind.DISCARD, Family.REMEDY, Family.HAZARD)
_SAFETY = ReasonRule(family=Family.SAFETY)

REASON_RULES: Mapping[ReasonCode, ReasonRule] = MappingProxyType(
    {
        ReasonCode.ONLY_MOVE: ReasonRule(None),
        ReasonCode.WINS_LEG: _DISTANCE,
        ReasonCode.MAKES_EXACT: _DISTANCE,
        ReasonCode.SAFE_TRIP: ReasonRule(family=Family.DISTANCE),
        ReasonCode.DRIVES: _DISTANCE,
        ReasonCode.GETS_GOING: ReasonRule(),
        ReasonCode.REPAIRS: ReasonRule(family=Family.REMEDY, other=Family.HAZARD),
        ReasonCode.LIFTS_LIMIT: ReasonRule(family=Family.REMEDY),
        ReasonCode.ATTACKS_LEG_LEADER: _ATTACK_KM,
        ReasonCode.ATTACKS_MATCH_LEADER: ReasonRule(family=Family.HAZARD, attacks=True, numbers=_POINTS),
        ReasonCode.ATTACKS_NEAR_FINISH: _ATTACK_KM,
        ReasonCode.ATTACKS_ROLLING: _ATTACK,
        ReasonCode.ATTACKS_STANDING: _ATTACK,
        ReasonCode.ATTACKS_LIMITS: _ATTACK,
        ReasonCode.ATTACKS_IN_TURN: _ATTACK,
        ReasonCode.DISCARDS_USELESS: _DISCARD,
        ReasonCode.DISCARDS_DOUBLE: _DISCARD,
        ReasonCode.DISCARDS_SHORTEST: ReasonRule(MoveKind.DISCARD, Family.DISTANCE),
        ReasonCode.DISCARDS_NEEDLESS: _NOT_NEEDED,
        ReasonCode.DISCARDS_RARELY_NEEDED: _NOT_NEEDED,
        ReasonCode.DISCARDS_HITS_NOBODY: ReasonRule(MoveKind.DISCARD, Family.HAZARD),
        ReasonCode.DISCARDS_SPARE: _DISCARD,
        ReasonCode.KEEPS_SAFETY: ReasonRule(MoveKind.DISCARD, other=Family.SAFETY),
        ReasonCode.SAFETY_ROLLS: ReasonRule(family=Family.SAFETY, other=Family.HAZARD),
        ReasonCode.SAFETY_IN_TIME: _SAFETY,
        ReasonCode.SAFETY_PLAYS_ON: _SAFETY,
        ReasonCode.COUP_FOURRE: ReasonRule(MoveKind.COUP_FOURRE, other=Family.HAZARD, numbers=_POINTS),
        ReasonCode.EXTENDS: ReasonRule(MoveKind.EXTEND, numbers=_PERCENT),
        ReasonCode.STAYS: ReasonRule(MoveKind.STAY, numbers=_PERCENT),
    }
)
"""What the comments at the codes in ai/decision.py say, as rules that can be checked."""


def reason_fault(reason: BotReason, move: Move) -> str | None:
    """Return what is wrong if a bot gives this reason for that move, or None if nothing is wrong."""
    form, code = REASON_RULES[reason.code], reason.code.value
    if form.kind not in {None, move.kind} or form.family not in {None, move.card and move.card.family}:
        return f"{code} is none for {move.text}"
    if reason.card is not move.card:
        return f"{code} for {move.text}: expected its card, got {reason.card}"
    if (reason.other and reason.other.family) is not form.other:
        return f"{code}: expected as the other card {form.other or 'none'}, got {reason.other}"
    if reason.side != (move.side if form.attacks else None):
        return f"{code} for {move.text}: the side is wrong"
    if (reason.number is None) is not (form.numbers is None) or reason.number not in (form.numbers or {None}):
        return f"{code}: the number is wrong"
    return None


PUBLIC_REASONS: Mapping[ReasonCode, frozenset[str]] = MappingProxyType(
    {
        ReasonCode.ATTACKS_LEG_LEADER: frozenset({"card", "side", "number"}),
        ReasonCode.ATTACKS_MATCH_LEADER: frozenset({"card", "side", "number"}),
        ReasonCode.ATTACKS_NEAR_FINISH: frozenset({"card", "side", "number"}),
        ReasonCode.ATTACKS_ROLLING: frozenset({"card", "side"}),
        ReasonCode.ATTACKS_STANDING: frozenset({"card", "side"}),
        ReasonCode.ATTACKS_LIMITS: frozenset({"card", "side"}),
        ReasonCode.ATTACKS_IN_TURN: frozenset({"card", "side"}),
    }
)
"""The reasons that the other players may see during a leg, with their public fields.

The reason to attack a side follows from public facts: its kilometers, its points and the attacks on it. Every other
reason reveals part of the hand.
"""


def public_reason(reason: BotReason) -> BotReason | None:
    """Return the part of a bot's reason that others may see during the leg, or None if they may see nothing."""
    fields = PUBLIC_REASONS.get(reason.code)
    return None if fields is None else BotReason(reason.code, **{name: getattr(reason, name) for name in fields})
