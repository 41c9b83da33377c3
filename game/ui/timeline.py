"""Animation by elapsed time: clips are sampled, so a frame may be late and a clip may be skipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Easing = Callable[[float], float]
Sample = Callable[[float], None]

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


@dataclass(slots=True, eq=False)
class Clip:
    """One movement: ``sample(p)`` is called with eased progress 0 … 1, and surely once with exactly 1 at the end.

    Before ``start_s`` it is not called. ``then`` is called once after the last sample.
    """

    start_s: float
    duration_s: float
    sample: Sample
    easing: Easing = linear
    then: Callable[[], None] | None = None

    @property
    def end_s(self) -> float:
        """The moment of the last sample, on the timeline's clock."""
        return self.start_s + self.duration_s

    def finish(self) -> None:
        """Jump to the end."""
        self.sample(1)
        if self.then:
            self.then()

    def run(self, now_s: float) -> bool:
        """Sample the clip at this moment and say whether it is over."""
        if now_s < self.start_s:
            return False
        if now_s >= self.end_s:
            self.finish()
            return True
        self.sample(self.easing((now_s - self.start_s) / self.duration_s))
        return False


class Timeline:
    """Clips that run side by side or one after the other, by the moments that ``update`` is told.

    ``speed`` multiplies every duration given from then on: 1.6 slow, 0.55 fast, 0 off (art.md §7).
    """

    def __init__(self, now_s: float = 0, speed: float = 1) -> None:
        self.now_s = now_s
        self.speed = speed
        self._clips: list[Clip] = []

    @property
    def is_running(self) -> bool:
        """Whether a clip is not over yet (or has not begun)."""
        return bool(self._clips)

    @property
    def end_s(self) -> float:
        """When the last clip ends, or now if none runs."""
        return max([self.now_s, *(clip.end_s for clip in self._clips)])

    def add(
        self,
        sample: Sample,
        duration_s: float,
        *,
        delay_s: float = 0,
        easing: Easing = out,
        then: Callable[[], None] | None = None,
    ) -> Clip:
        """Start a clip now, or ``delay_s`` from now, beside those that run."""
        return self._append(self.now_s + delay_s * self.speed, sample, duration_s, easing, then)

    def queue(
        self,
        sample: Sample,
        duration_s: float,
        *,
        delay_s: float = 0,
        easing: Easing = out,
        then: Callable[[], None] | None = None,
    ) -> Clip:
        """Start a clip when all that were added before are over, and ``delay_s`` more."""
        return self._append(self.end_s + delay_s * self.speed, sample, duration_s, easing, then)

    def wait(self, duration_s: float, then: Callable[[], None] | None = None) -> Clip:
        """Queue a pause."""
        return self.queue(lambda _p: None, duration_s, then=then)

    def _append(
        self, start_s: float, sample: Sample, duration_s: float, easing: Easing, then: Callable[[], None] | None
    ) -> Clip:
        clip = Clip(start_s, duration_s * self.speed, sample, easing, then)
        self._clips.append(clip)
        return clip

    def update(self, now_s: float) -> None:
        """Sample every clip at this moment. What a ``then`` adds begins now and is sampled next time."""
        self.now_s = max(self.now_s, now_s)
        over = [clip for clip in sorted(self._clips, key=lambda c: c.end_s) if clip.run(self.now_s)]
        self._clips = [clip for clip in self._clips if clip not in over]

    def skip(self) -> None:
        """Jump to the end of everything, in order of the ends, what a ``then`` adds included."""
        while self._clips:
            clip = min(self._clips, key=lambda c: c.end_s)
            self._clips.remove(clip)
            clip.finish()

    def clear(self) -> None:
        """Drop all clips where they are, without their last sample."""
        self._clips.clear()
