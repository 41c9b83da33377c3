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


@dataclass(frozen=True, slots=True, eq=False)
class _Clip:
    """One movement: ``sample(p)`` is called with eased progress 0 … 1, and surely once with exactly 1 at the end.

    Before ``start_s`` it is not called.
    """

    start_s: float
    duration_s: float
    sample: Sample
    easing: Easing

    @property
    def end_s(self) -> float:
        """The moment of the last sample, on the timeline's clock."""
        return self.start_s + self.duration_s

    def run(self, now_s: float) -> None:
        """Sample the clip at this moment."""
        if now_s >= self.end_s:
            self.sample(1)
        elif now_s >= self.start_s:
            self.sample(self.easing((now_s - self.start_s) / self.duration_s))


class Timeline:
    """Clips that run side by side, by the moments that ``update`` is told.

    ``speed`` multiplies every duration: 1.6 slow, 0.55 fast, 0 off (art.md §7).
    """

    def __init__(self, now_s: float = 0, speed: float = 1) -> None:
        self._now_s = now_s
        self._speed = speed
        self._clips: list[_Clip] = []

    @property
    def is_running(self) -> bool:
        """Whether a clip is not over yet (or has not begun)."""
        return bool(self._clips)

    def add(self, sample: Sample, duration_s: float, *, delay_s: float = 0, easing: Easing = out) -> None:
        """Start a clip now, or ``delay_s`` from now, beside those that run."""
        start_s = self._now_s + delay_s * self._speed
        self._clips.append(_Clip(start_s, duration_s * self._speed, sample, easing))

    def update(self, now_s: float) -> None:
        """Sample every clip at this moment, in the order of their ends; time never runs backward."""
        self._now_s = max(self._now_s, now_s)
        for clip in sorted(self._clips, key=lambda clip: clip.end_s):
            clip.run(self._now_s)
        self._clips = [clip for clip in self._clips if clip.end_s > self._now_s]

    def skip(self) -> None:
        """Jump to the end of everything, in the order of the ends."""
        self.update(max((clip.end_s for clip in self._clips), default=self._now_s))
