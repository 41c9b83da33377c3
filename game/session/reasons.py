"""The bots' reasons: what each code is told with, and which may be told while a leg runs.

Those may that say nothing about a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ai.decision import Reason as BotReason
from ai.decision import ReasonCode

__all__ = ["PUBLIC_REASONS", "REASON_FIELDS", "BotReason", "ReasonCode", "fits_its_code", "public_reason"]

_CARD: Final = frozenset({"card"})
_NUMBER: Final = frozenset({"card", "number"})
_OTHER: Final = frozenset({"card", "other"})
_SIDE: Final = frozenset({"card", "side"})
_COUNTED_SIDE: Final = frozenset({"card", "side", "number"})

REASON_FIELDS: Final[Mapping[ReasonCode, frozenset[str]]] = MappingProxyType(
    {
        ReasonCode.ONLY_MOVE: _CARD,
        ReasonCode.WINS_LEG: _NUMBER,
        ReasonCode.MAKES_EXACT: _NUMBER,
        ReasonCode.SAFE_TRIP: _CARD,
        ReasonCode.DRIVES: _NUMBER,
        ReasonCode.GETS_GOING: _CARD,
        ReasonCode.REPAIRS: _OTHER,
        ReasonCode.LIFTS_LIMIT: _CARD,
        ReasonCode.ATTACKS_LEG_LEADER: _COUNTED_SIDE,
        ReasonCode.ATTACKS_MATCH_LEADER: _COUNTED_SIDE,
        ReasonCode.ATTACKS_NEAR_FINISH: _COUNTED_SIDE,
        ReasonCode.ATTACKS_ROLLING: _SIDE,
        ReasonCode.ATTACKS_STANDING: _SIDE,
        ReasonCode.ATTACKS_LIMITS: _SIDE,
        ReasonCode.ATTACKS_IN_TURN: _SIDE,
        ReasonCode.DISCARDS_USELESS: _CARD,
        ReasonCode.DISCARDS_SPARE: _CARD,
        ReasonCode.KEEPS_SAFETY: _OTHER,
        ReasonCode.SAFETY_ROLLS: _OTHER,
        ReasonCode.SAFETY_IN_TIME: _CARD,
        ReasonCode.SAFETY_PLAYS_ON: _CARD,
        ReasonCode.COUP_FOURRE: frozenset({"card", "other", "number"}),
        ReasonCode.DECLINES: _CARD,
        ReasonCode.EXTENDS: frozenset({"number"}),
        ReasonCode.STAYS: frozenset({"number"}),
    }
)
"""The fields that a reason of each code is told with: all of these and no other, save for ``fits_its_code``'s one."""

PUBLIC_REASONS: Final[Mapping[ReasonCode, frozenset[str]]] = MappingProxyType(
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
"""The reasons that others at the table may hear, with the fields of them that are public.

Why a side is attacked follows from its kilometres, its points and the attacks on it, which all can see. Every other
reason speaks of the hand: ``lays 100: exactly what it needs`` of what is held for the rest of the way, ``keeps a
safety`` of that safety, a discard of what is left.
"""


def public_reason(reason: BotReason) -> BotReason | None:
    """What of a bot's reason its opponents and partners may hear while the leg runs, None for nothing."""
    fields = PUBLIC_REASONS.get(reason.code)
    return None if fields is None else BotReason(reason.code, **{name: getattr(reason, name) for name in fields})


def fits_its_code(reason: BotReason) -> bool:
    """Whether a reason has the fields of its code; the only move need not be one with a card."""
    filled = {name for name in ("card", "other", "side", "number") if getattr(reason, name) is not None}
    needed = REASON_FIELDS[reason.code]
    return filled == needed or (reason.code is ReasonCode.ONLY_MOVE and not filled)
