"""The speed of cards, and the pauses between players' actions, which let players follow the game (art.md §7).

Pauses depend only on public facts: none may reveal whether somebody was asked about a coup fourré (rules.md §9).
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
"""The events that are actions of players; all other events follow from these."""


@dataclass(frozen=True, slots=True)
class PauseLengths:
    """The pauses in seconds after an action that concerns the viewer's side (``own_side_s``), and after any other."""

    own_side_s: float
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
    """The settings that concern motion.

    ``duration_factor`` multiplies the duration of everything that moves; 0 shows results at once. ``is_reduced`` asks
    for reduced motion.
    """

    duration_factor: float = 1.0
    pace: BotPace = BotPace.ADAPTIVE
    is_reduced: bool = False

    @property
    def has_motion(self) -> bool:
        """Whether things move to their places; if not, everything is in its place at once."""
        return bool(self.duration_factor) and not self.is_reduced

    @classmethod
    def of(cls, settings: Settings) -> Timing:
        """Return the timing according to the settings."""
        return cls(settings.person.speed.factor, settings.person.pace, settings.person.reduced_motion)


def pause_s(event: Event, observation: Observation, pace: BotPace) -> float:
    """Return the pause in seconds after an event; ``observation`` is the table after it."""
    if not isinstance(event, PLAYER_ACTIONS):
        return 0.0
    rest = PAUSES[pace]
    return rest.own_side_s if _touches(event, observation) else rest.other_s


def waits_for_pause(events: tuple[Event, ...], viewer: int) -> bool:
    """Return whether a session step with these events must wait until the pause before it is over.

    It does not wait if the viewer is asked a question or acts.
    """
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
