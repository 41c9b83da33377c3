"""The synthesized instruments of build/music.py: accordion, clarinet, vibraphone, guitar, bass and brushes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy import ndarray
from numpy.random import default_rng
from synth import RATE_HZ, clock, falling, filtered, held, noise, rise, struck

_HIGHEST_HZ = 7000.0
_TUNING_HZ = 440.0


def pitch_hz(pitch: int) -> float:
    """Return the frequency of a MIDI pitch, equal temperament."""
    return _TUNING_HZ * 2 ** ((pitch - 69) / 12)


def _partials(hz: float, weights: Callable[[int], float], duration_s: float, bend: ndarray | float = 1.0) -> ndarray:
    """Return the sum of the audible harmonics with those weights."""
    phase = 2 * np.pi * np.cumsum(np.broadcast_to(hz * bend, clock(duration_s).shape)) / RATE_HZ
    return sum(weights(n) * np.sin(n * phase) for n in range(1, max(2, int(_HIGHEST_HZ / hz)) + 1))


def accordion(hz: float, duration_s: float) -> ndarray:
    """Return an accordion: two reeds slightly out of tune, as in a musette, with a swelling bellows."""
    t = clock(duration_s)
    beating_hz = 2.4
    reeds = sum(
        _partials(hz + side * beating_hz / 2, lambda n: (1.0 if n % 2 else 0.72) / n**1.15, duration_s)
        for side in (-1, 1)
    )
    bellows = 0.85 + 0.15 * np.sin(np.pi * np.clip(t / duration_s, 0, 1))
    return 0.5 * reeds * bellows * held(duration_s, 0.05, min(0.09, 0.3 * duration_s))


def clarinet(hz: float, duration_s: float) -> ndarray:
    """Return a clarinet: odd harmonics, and a late vibrato."""
    t = clock(duration_s)
    vibrato = 1 + 0.004 * np.sin(2 * np.pi * 5.2 * t) * rise(t - 0.25, 0.3)
    tone = _partials(hz, lambda n: 1 / n**1.3 if n % 2 else 0.12 / n, duration_s, vibrato)
    return tone * held(duration_s, 0.045, min(0.08, 0.3 * duration_s))


def vibraphone(hz: float, duration_s: float) -> ndarray:
    """Return a vibraphone: a metal bar over a tube, with a slow fan."""
    ring_s = duration_s + 0.7
    bar = struck(ring_s, ((hz, 1.0, 0.9), (3.99 * hz, 0.14, 0.22), (9.2 * hz, 0.025, 0.05)))
    t = clock(ring_s)
    fan = 1 - 0.16 * (0.5 - 0.5 * np.cos(2 * np.pi * 4.2 * t))
    return 1.25 * bar * fan * rise(t[::-1], 0.35)


def guitar(hz: float, duration_s: float) -> ndarray:
    """Return a guitar: a steel string picked near its end, damped by the hand."""
    ring_s = duration_s + 0.25
    count = max(2, min(16, int(_HIGHEST_HZ / hz)))
    modes = tuple((n * hz, abs(np.sin(n * np.pi * 0.17)) / n**1.1, 0.75 / n**0.7) for n in range(1, count + 1))
    return struck(ring_s, modes) * held(ring_s, 0.001, 0.28)


def bass(hz: float, duration_s: float) -> ndarray:
    """Return a plucked double bass."""
    ring_s = duration_s + 0.12
    modes = ((hz, 1.0, 0.85), (2 * hz, 0.62, 0.5), (3 * hz, 0.32, 0.32), (4 * hz, 0.16, 0.2), (5.02 * hz, 0.08, 0.1))
    return struck(ring_s, modes) * rise(clock(ring_s), 0.008) * held(ring_s, 0.004, 0.14)


@cache
def _skin(kind: str) -> ndarray:
    rng = default_rng(list(kind.encode()))
    if kind == "brush":  # a sweep around the drum
        wipe = noise(rng, 0.34, 900, 5200, -0.4) * falling(0.34, 0.12, 0.1)
        return filtered(wipe, 700, 6000) * held(0.34, 0.02, 0.1)
    tap = noise(rng, 0.16, 700, 4800, -0.3) * falling(0.16, 0.004, 0.035)
    return tap + 0.25 * struck(0.16, ((196, 1.0, 0.04), (330, 0.5, 0.02)))


_PLAYERS: dict[str, tuple[Callable[[float, float], ndarray], float]] = {
    "accordion": (accordion, 0.3),
    "clarinet": (clarinet, 0.22),
    "vibraphone": (vibraphone, 0.25),
    "guitar": (guitar, 0.3),
    "bass": (bass, 0.25),
}
"""The instruments and their volumes in the band."""
_BRUSH_GAIN = 0.12


@cache
def _sounded(instrument: str, pitch: int, duration_ms: int) -> ndarray:
    player, gain = _PLAYERS[instrument]
    return gain * player(pitch_hz(pitch), duration_ms / 1000)


def played(instrument: str, pitch: int, duration_s: float) -> ndarray:
    """Return one note of the band, cached: do not change it."""
    if instrument in _PLAYERS:
        return _sounded(instrument, pitch, 20 * max(4, round(50 * duration_s)))
    return _BRUSH_GAIN * _skin(instrument)
