"""An animation step: what one event looks like, from the moment it begins until the next may begin."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.observation import Observation
from game.table.animation.effects import Effect
from game.table.animation.flight import Flight
from game.ui.audio.sound import SoundName


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and when in its animation step it is heard."""

    sound: SoundName
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class AnimationStep:
    """One event as it is shown, in seconds at normal speed.

    ``rest`` is what lies on the table meanwhile, but for ``hidden``, the ids of what is on its way. Flights end with
    it; ``effects`` may outlast it. One that is ``alone`` waits until whatever outlasts those before it is over. What a
    player does has landed when the first animation step of its session step ends.
    """

    rest: Observation
    duration_s: float = 0.0
    flights: tuple[Flight, ...] = ()
    hidden: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    alone: bool = False
    cues: tuple[Cue, ...] = ()

    @property
    def end_s(self) -> float:
        """When nothing of it is to be seen any more."""
        return max([self.duration_s, *(effect.end_s for effect in self.effects)])
