"""Animations by elapsed time: each frame computes positions from the time, so late or skipped frames do no harm."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from game.ui.audio import SoundName

Easing = Callable[[float], float]

_OVERSHOOT = 1.25  # overshoots by 6 %


def linear(p: float) -> float:
    """Return the progress ``p`` (0 … 1) unchanged, for constant speed."""
    return p


def ease_out_cubic(p: float) -> float:
    """Return the progress ``p`` (0 … 1) eased as 1 − (1 − p)³: a fast start and a slow end."""
    return 1 - (1 - p) ** 3


def smoothstep(p: float) -> float:
    """Return the progress ``p`` (0 … 1) eased as p²(3 − 2p): a slow start and a slow end."""
    return p * p * (3 - 2 * p)


def ease_in_cubic(p: float) -> float:
    """Return the progress ``p`` (0 … 1) eased as p³: a slow start, then faster until the end."""
    return p**3


def ease_out_back(p: float) -> float:
    """Return the progress ``p`` (0 … 1) eased like ``ease_out_cubic``, but going 6 % beyond the end and back."""
    q = p - 1
    return 1 + (_OVERSHOOT + 1) * q**3 + _OVERSHOOT * q**2


@dataclass(frozen=True, slots=True, kw_only=True)
class Animation:
    """A period of ``duration_s`` that begins at ``start_s``, both in seconds of its clock at normal speed."""

    duration_s: float
    start_s: float = 0.0
    easing: Easing = ease_out_cubic

    @property
    def end_s(self) -> float:
        return self.start_s + self.duration_s

    def progress(self, elapsed_s: float) -> float:
        """Return the share of the duration that has passed, 0 … 1."""
        if self.duration_s <= 0:
            return float(elapsed_s >= self.start_s)
        return min(1.0, max(0.0, (elapsed_s - self.start_s) / self.duration_s))

    def eased_progress(self, elapsed_s: float) -> float:
        """Return the eased progress: 0 until the start, 1 from the end on."""
        return self.easing(self.progress(elapsed_s))


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound and the time when it is played; ``target`` is the seat of the player it hits, if any."""

    sound: SoundName
    at_s: float = 0.0
    target: int | None = None


class AnimationClock:
    """A clock for animations: ``update`` advances ``elapsed_s``, the seconds passed at normal speed.

    ``speed`` multiplies all durations (art.md §7) and may change at any time; at 0 the clock stands still.
    """

    def __init__(self, speed: float = 1) -> None:
        self.speed = speed
        self.elapsed_s = 0.0
        self.cues: list[Cue] = []
        self.now_s: float | None = None

    def update(self, now_s: float) -> None:
        """Advance to ``now_s``, a time of the program's clock; earlier times are ignored."""
        self.elapsed_s = self.time_at(now_s)
        self.now_s = now_s if self.now_s is None else max(self.now_s, now_s)

    def ignore_time_until(self, now_s: float) -> None:
        """Continue from ``now_s`` without counting the time since the last update."""
        self.now_s = now_s

    def time_at(self, now_s: float) -> float:
        """Return what ``elapsed_s`` will be when the program's clock shows ``now_s``."""
        if self.now_s is None or not self.speed:
            return self.elapsed_s
        return self.elapsed_s + max(0.0, now_s - self.now_s) / self.speed

    def pop_due_cues(self) -> list[Cue]:
        """Remove and return the cues whose time has come, at most one per sound."""
        due: dict[SoundName, Cue] = {}
        for cue in self.cues:
            if cue.at_s <= self.elapsed_s:
                due.setdefault(cue.sound, cue)
        self.cues = [cue for cue in self.cues if cue.at_s > self.elapsed_s]
        return list(due.values())

    def pop_due_sounds(self) -> list[SoundName]:
        """Remove the cues whose time has come, and return their sounds."""
        return [cue.sound for cue in self.pop_due_cues()]


class Timeline(AnimationClock):
    """A clock with named animations. At speed 0 all of them are finished at once and no sound is played."""

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
            self.skip_to_end()

    @property
    def is_running(self) -> bool:
        """Whether any animation has not ended yet."""
        return self.elapsed_s < self._end_s

    def eased_progress(self, name: Hashable) -> float:
        """Return an animation's eased progress, 0 … 1; an unknown name counts as finished."""
        return self._animations[name].eased_progress(self.elapsed_s) if name in self._animations else 1.0

    def skip_to_end(self) -> None:
        """Jump to the end and drop all remaining sounds."""
        self.elapsed_s = math.inf
        self.cues.clear()
