"""Which of the bots' reasons may be told while a leg runs: those that say nothing about a hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ai.decision import Reason as BotReason
from ai.decision import ReasonCode

__all__ = ["PUBLIC_REASONS", "BotReason", "ReasonCode", "public_reason"]

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
