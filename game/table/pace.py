"""How long the table rests between two actions, so that they can be followed (art.md §7).

Only public facts count: whether anybody was asked about a coup fourré must not show in a pause (rules.md §9).
"""

from __future__ import annotations

from typing import Final

from game.engine.events import (
    Attacked,
    CoupFourreAsked,
    CoupFourreDeclined,
    CoupFourrePlayed,
    Discarded,
    Event,
    Extended,
    ExtensionDeclined,
    Laid,
)
from game.engine.observation import Observation

BETWEEN_S: Final = 0.7
TOUCHED_S: Final = 1.1
"""After an action that touches the viewer's own side."""

DEEDS: Final = (Attacked, CoupFourrePlayed, Discarded, Extended, ExtensionDeclined, Laid)
"""What a player does; everything else follows from it."""


def pause_s(event: Event, observation: Observation) -> float:
    """How long after this event nobody else does anything; ``observation`` is the table when it happened."""
    if not isinstance(event, DEEDS):
        return 0.0
    return TOUCHED_S if _touches(event, observation) else BETWEEN_S


def waits(events: tuple[Event, ...], viewer: int) -> bool:
    """Whether a step has to wait for the pause: not if the viewer is asked, nor for what the viewer does."""
    if not events or isinstance(events[0], CoupFourreAsked):
        return False
    return not (isinstance(events[0], (*DEEDS, CoupFourreDeclined)) and events[0].seat == viewer)


def _touches(event: Event, observation: Observation) -> bool:
    match event:
        case Attacked(side=side):
            return side == observation.side
        case CoupFourrePlayed():
            # What it answers is the move before it, and the viewer's own side may have made that.
            attack = next((move for move in reversed(observation.moves) if move.side is not None), None)
            return attack is not None and attack.seat in observation.sides[observation.side].seats
    return False
