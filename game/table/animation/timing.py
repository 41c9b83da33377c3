"""The speed of cards and the pauses between two actions, so that players can follow (art.md §7).

Only public facts count: no pause may reveal whether somebody was asked about a coup fourré (rules.md §9).
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
from game.settings.settings import BotPace, Settings

PLAYER_ACTIONS = (Attacked, CoupFourrePlayed, Discarded, Extended, ExtensionDeclined, Laid)
"""The actions of players; all other events follow from them."""


@dataclass(frozen=True, slots=True)
class PauseLengths:
    """The pause in seconds after an action that ``touches`` the viewer's own side, and after any other."""

    touches_s: float
    other_s: float


PAUSES = MappingProxyType(
    {
        BotPace.SLOW: PauseLengths(4.0, 2.5),
        BotPace.CALM: PauseLengths(1.1, 0.7),
        BotPace.ADAPTIVE: PauseLengths(1.1, 0.35),
        BotPace.QUICK: PauseLengths(0.12, 0.12),
    }
)


@dataclass(frozen=True, slots=True)
class Timing:
    """The settings of motion: ``duration_factor`` multiplies the duration of everything that moves; 0 shows results at
    once.
    """

    duration_factor: float = 1.0
    pace: BotPace = BotPace.ADAPTIVE
    is_reduced: bool = False

    @property
    def travels(self) -> bool:
        """Whether anything travels; else everything is in its place at once."""
        return bool(self.duration_factor) and not self.is_reduced

    @classmethod
    def of(cls, settings: Settings) -> Timing:
        """Return the timing that the settings ask for."""
        return cls(settings.speed.factor, settings.pace, settings.reduced_motion)


def pause_s(event: Event, observation: Observation, pace: BotPace) -> float:
    """Return the pause after this event; ``observation`` is the table when it happened."""
    if not isinstance(event, PLAYER_ACTIONS):
        return 0.0
    rest = PAUSES[pace]
    return rest.touches_s if _touches(event, observation) else rest.other_s


def waits_for_pause(events: tuple[Event, ...], viewer: int) -> bool:
    """Return whether a step waits for the pause: not if the viewer is asked or acts."""
    if not events or isinstance(events[0], CoupFourreAsked):
        return False
    return not (isinstance(events[0], (*PLAYER_ACTIONS, CoupFourreDeclined)) and events[0].seat == viewer)


def _touches(event: Event, observation: Observation) -> bool:
    match event:
        case Attacked(side=side):
            return side == observation.side
        case CoupFourrePlayed():
            # It answers the attack before it, which the viewer's own side may have made.
            attack = next((move for move in reversed(observation.moves) if move.side is not None), None)
            return attack is not None and attack.seat in observation.sides[observation.side].seats
    return False
