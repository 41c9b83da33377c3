"""The parts of each bot reason, and the reasons that are public during a leg because they reveal no part of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ai.decision import BotReason, ReasonCode
from game.engine.cards import Family
from game.engine.moves import Move, MoveKind
from game.files import limits

__all__ = ["PUBLIC_REASONS", "REASON_FORMS", "BotReason", "ReasonCode", "ReasonForm", "fault_of", "public_reason"]

_KM = range(limits.KM + 1)
_POINTS = range(-limits.POINTS, limits.POINTS + 1)
_PERCENT = range(limits.PERCENT + 1)


@dataclass(frozen=True, slots=True)
class ReasonForm:
    """The parts that a reason of one code must have, beside the card of its move; the others must be None.

    ``kind`` and ``family`` are those of the move and its card, None for any. With ``attacks`` the reason names the
    attacked side. ``other`` is the family of the other card, ``numbers`` the range of the number.
    """

    kind: MoveKind | None = MoveKind.LAY
    family: Family | None = None
    other: Family | None = None
    attacks: bool = False
    numbers: range | None = None


_ATTACK = ReasonForm(family=Family.HAZARD, attacks=True)
_ATTACK_KM = ReasonForm(family=Family.HAZARD, attacks=True, numbers=_KM)
_DISTANCE = ReasonForm(family=Family.DISTANCE, numbers=_KM)
_DISCARD = ReasonForm(MoveKind.DISCARD)
_NOT_NEEDED = ReasonForm(MoveKind.DISCARD, Family.REMEDY, Family.HAZARD)
_SAFETY = ReasonForm(family=Family.SAFETY)

REASON_FORMS: Mapping[ReasonCode, ReasonForm] = MappingProxyType(
    {
        ReasonCode.ONLY_MOVE: ReasonForm(None),
        ReasonCode.WINS_LEG: _DISTANCE,
        ReasonCode.MAKES_EXACT: _DISTANCE,
        ReasonCode.SAFE_TRIP: ReasonForm(family=Family.DISTANCE),
        ReasonCode.DRIVES: _DISTANCE,
        ReasonCode.GETS_GOING: ReasonForm(),
        ReasonCode.REPAIRS: ReasonForm(family=Family.REMEDY, other=Family.HAZARD),
        ReasonCode.LIFTS_LIMIT: ReasonForm(family=Family.REMEDY),
        ReasonCode.ATTACKS_LEG_LEADER: _ATTACK_KM,
        ReasonCode.ATTACKS_MATCH_LEADER: ReasonForm(family=Family.HAZARD, attacks=True, numbers=_POINTS),
        ReasonCode.ATTACKS_NEAR_FINISH: _ATTACK_KM,
        ReasonCode.ATTACKS_ROLLING: _ATTACK,
        ReasonCode.ATTACKS_STANDING: _ATTACK,
        ReasonCode.ATTACKS_LIMITS: _ATTACK,
        ReasonCode.ATTACKS_IN_TURN: _ATTACK,
        ReasonCode.DISCARDS_USELESS: _DISCARD,
        ReasonCode.DISCARDS_DOUBLE: _DISCARD,
        ReasonCode.DISCARDS_SHORTEST: ReasonForm(MoveKind.DISCARD, Family.DISTANCE),
        ReasonCode.DISCARDS_NEEDLESS: _NOT_NEEDED,
        ReasonCode.DISCARDS_RARELY_NEEDED: _NOT_NEEDED,
        ReasonCode.DISCARDS_HITS_NOBODY: ReasonForm(MoveKind.DISCARD, Family.HAZARD),
        ReasonCode.DISCARDS_SPARE: _DISCARD,
        ReasonCode.KEEPS_SAFETY: ReasonForm(MoveKind.DISCARD, other=Family.SAFETY),
        ReasonCode.SAFETY_ROLLS: ReasonForm(family=Family.SAFETY, other=Family.HAZARD),
        ReasonCode.SAFETY_IN_TIME: _SAFETY,
        ReasonCode.SAFETY_PLAYS_ON: _SAFETY,
        ReasonCode.COUP_FOURRE: ReasonForm(MoveKind.COUP_FOURRE, other=Family.HAZARD, numbers=_POINTS),
        ReasonCode.DECLINES: ReasonForm(MoveKind.DECLINE),
        ReasonCode.EXTENDS: ReasonForm(MoveKind.EXTEND, numbers=_PERCENT),
        ReasonCode.STAYS: ReasonForm(MoveKind.STAY, numbers=_PERCENT),
    }
)
"""The comments at the codes in ai/decision.py, as checks. ``DECLINES`` is the one exception to the card being that of
the move: its card is the one kept. A refusal is never shown, so no such reason is ever written.
"""


def fault_of(reason: BotReason, move: Move) -> str | None:
    """Return what is wrong with the reason as one for that move, None if nothing is."""
    form, code = REASON_FORMS[reason.code], reason.code.value
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
"""The reasons that others at the table may see, with their public fields.

The reason to attack a side follows from public facts: its kilometers, its points and the attacks on it. Every other
reason reveals part of the hand.
"""


def public_reason(reason: BotReason) -> BotReason | None:
    """Return the public part of a bot's reason while the leg runs, None if there is none."""
    fields = PUBLIC_REASONS.get(reason.code)
    return None if fields is None else BotReason(reason.code, **{name: getattr(reason, name) for name in fields})
