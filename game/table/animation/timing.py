"""How fast cards move and how long the table rests between two actions, so that they can be followed (art.md §7).

Only public facts count: whether anybody was asked about a coup fourré must not show in a pause (rules.md §9).
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

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
from game.settings.settings import Pace, Settings

DEEDS = (Attacked, CoupFourrePlayed, Discarded, Extended, ExtensionDeclined, Laid)
"""What a player does; everything else follows from it."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Seconds after an action that ``touches`` the viewer's own side, and after any other."""

    touches_s: float
    other_s: float


PAUSES = MappingProxyType(
    {Pace.SLOW: Rest(4.0, 2.5), Pace.CALM: Rest(1.1, 0.7), Pace.ADAPTIVE: Rest(1.1, 0.35), Pace.QUICK: Rest(0.12, 0.12)}
)


@dataclass(frozen=True, slots=True)
class Timing:
    """What the settings say about motion: ``speed`` multiplies the time of all that moves, 0 is at once."""

    speed: float = 1.0
    pace: Pace = Pace.ADAPTIVE
    is_reduced: bool = False

    @property
    def travels(self) -> bool:
        """Whether anything travels; else things are where they belong at once."""
        return bool(self.speed) and not self.is_reduced

    @classmethod
    def of(cls, settings: Settings) -> Timing:
        """The timing that the settings ask for."""
        return cls(settings.speed.factor, settings.pace, settings.reduced_motion)


def pause_s(event: Event, observation: Observation, pace: Pace) -> float:
    """How long after this event nobody else does anything; ``observation`` is the table when it happened."""
    if not isinstance(event, DEEDS):
        return 0.0
    rest = PAUSES[pace]
    return rest.touches_s if _touches(event, observation) else rest.other_s


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
