"""Animation by elapsed time: what moves is sampled, so a frame may be late and anything may be skipped."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from game.ui.audio import SoundName

Easing = Callable[[float], float]

_OVERSHOOT = 1.25  # gives 6 % beyond the end


def linear(p: float) -> float:
    """As the clock goes."""
    return p


def out(p: float) -> float:
    """Fast at first, then gently: 1 − (1 − p)³."""
    return 1 - (1 - p) ** 3


def inout(p: float) -> float:
    """Gently at both ends: smoothstep."""
    return p * p * (3 - 2 * p)


def slam(p: float) -> float:
    """Slowly at first, then ever faster until it hits: p³."""
    return p**3


def back(p: float) -> float:
    """Like ``out``, but 6 % beyond the end and back."""
    q = p - 1
    return 1 + (_OVERSHOOT + 1) * q**3 + _OVERSHOOT * q**2


@dataclass(frozen=True, slots=True, kw_only=True)
class Animation:
    """Something that takes ``duration_s`` from ``start_s`` on, both at normal speed and by the clock it runs on."""

    duration_s: float
    start_s: float = 0.0
    easing: Easing = out

    @property
    def end_s(self) -> float:
        """When it is over."""
        return self.start_s + self.duration_s

    def progress(self, elapsed_s: float) -> float:
        """How far it is by the clock, 0 … 1."""
        if self.duration_s <= 0:
            return float(elapsed_s >= self.start_s)
        return min(1.0, max(0.0, (elapsed_s - self.start_s) / self.duration_s))

    def eased(self, elapsed_s: float) -> float:
        """How far it is to be seen: 0 until it starts, 1 from its end on."""
        return self.easing(self.progress(elapsed_s))


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound, and when it is heard; ``whom`` it strikes, as the game counts them, if it strikes somebody."""

    sound: SoundName
    at_s: float = 0.0
    whom: int | None = None


class Clock:
    """The time of animations: ``elapsed_s`` at normal speed, by the moments that ``update`` is told.

    ``speed`` multiplies how long everything takes (art.md §7) and may be changed at any time; at 0 the clock stands.
    """

    def __init__(self, speed: float = 1) -> None:
        self.speed = speed
        self.elapsed_s = 0.0
        self.cues: list[Cue] = []
        self.now_s: float | None = None

    def update(self, now_s: float) -> None:
        """Go on to this moment; time never runs backward."""
        self.elapsed_s = self.at(now_s)
        self.now_s = now_s if self.now_s is None else max(self.now_s, now_s)

    def wait(self, now_s: float) -> None:
        """Let the time up to this moment pass by, and go on from there."""
        self.now_s = now_s

    def at(self, now_s: float) -> float:
        """What it shows at a moment that is still to come."""
        if self.now_s is None or not self.speed:
            return self.elapsed_s
        return self.elapsed_s + max(0.0, now_s - self.now_s) / self.speed

    def take_cues(self) -> list[Cue]:
        """The cues that are due since this was asked last, one for each sound."""
        due: dict[SoundName, Cue] = {}
        for cue in self.cues:
            if cue.at_s <= self.elapsed_s:
                due.setdefault(cue.sound, cue)
        self.cues = [cue for cue in self.cues if cue.at_s > self.elapsed_s]
        return list(due.values())

    def take_sounds(self) -> list[SoundName]:
        """The sounds of these cues."""
        return [cue.sound for cue in self.take_cues()]


class Timeline(Clock):
    """A clock with all the animations that run on it, by name; at speed 0 they are over at once and silent."""

    def __init__(
        self,
        now_s: float = 0,
        speed: float = 1,
        animations: Mapping[Hashable, Animation] = MappingProxyType({}),
        cues: Iterable[Cue] = (),
    ) -> None:
        super().__init__(speed)
        self.update(now_s)
        self.cues.extend(cues)
        self._animations = animations
        self._end_s = max((animation.end_s for animation in animations.values()), default=0.0)
        if not speed:
            self.skip()

    @property
    def is_running(self) -> bool:
        """Whether an animation is not over yet (or has not begun)."""
        return self.elapsed_s < self._end_s

    def eased(self, name: Hashable) -> float:
        """How far that animation is to be seen; one that there is not is over."""
        return self._animations[name].eased(self.elapsed_s) if name in self._animations else 1.0

    def skip(self) -> None:
        """Jump to the end of everything; what would have been heard on the way is not."""
        self.elapsed_s = math.inf
        self.cues.clear()
