"""An act: what one event looks like, from the moment it begins until the table rests again."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.observation import Observation
from game.table.flight import Drive, Flight
from game.ui.sound import SoundName


@dataclass(frozen=True, slots=True)
class Gain:
    """Points won, rising from a point of the table with the bolt that won them."""

    points: int
    x: float
    y: float
    start_s: float
    duration_s: float


@dataclass(frozen=True, slots=True)
class Win:
    """The plate with who won the leg."""

    winner: int | None
    duration_s: float


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and when in its act it is heard."""

    sound: SoundName
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Act:
    """One event as it is shown.

    ``rest`` is what lies on the table meanwhile, but for ``hidden``, the ids of what is on its way. With ``dims`` all
    but what moves is darkened; with ``fades`` the picture from before fades into ``rest``.
    """

    rest: Observation
    duration_s: float = 0.0
    flights: tuple[Flight, ...] = ()
    drives: tuple[Drive, ...] = ()
    hidden: frozenset[str] = frozenset()
    gain: Gain | None = None
    win: Win | None = None
    dims: bool = False
    fades: bool = False
    cues: tuple[Cue, ...] = ()
