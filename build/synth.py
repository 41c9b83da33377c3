"""Sound synthesis for build/sounds.py and build/music.py: noise, tones, envelopes, filters, reverb and files, by numpy.

A sound is an array of floats at ``RATE_HZ``, in two rows if left and right differ; times are seconds, pitches hertz,
levels decibels of full scale. All randomness comes from the generator passed in.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import soundfile
from numpy import ndarray
from numpy.random import Generator

RATE_HZ = 44_100
PEAK_DB = -3.0  # headroom for the encoder
INAUDIBLE_DB = -50.0  # below the peak, at the end of a sound
LOUDEST_S = 0.2  # a sound is as loud as the loudest stretch of this length
_BLOCK = 4096  # the encoder overflows on longer ones


def clock(duration_s: float) -> ndarray:
    """Return the time of each sample."""
    return np.arange(round(duration_s * RATE_HZ)) / RATE_HZ


def gain(level_db: float) -> float:
    return 10 ** (level_db / 20)


# -- sources -----------------------------------------------------------------------------------------------------------


def noise(rng: Generator, duration_s: float, low_hz: float, high_hz: float, slope: float = 0.0) -> ndarray:
    """Return looping noise between two pitches; its amplitude changes with the pitch to the power of ``slope``."""
    n = round(duration_s * RATE_HZ)
    pitch = np.fft.rfftfreq(n, 1 / RATE_HZ)
    spectrum = _window(pitch, low_hz, high_hz) * np.maximum(pitch, 20.0) ** slope
    waves = spectrum * np.exp(2j * np.pi * rng.random(len(pitch)))
    waves[0] = 0
    sound = np.fft.irfft(waves, n)
    return sound / np.sqrt(np.mean(sound**2))


def tone(pitch_hz: ndarray | float, duration_s: float, partials: tuple[float, ...] = (1.0,)) -> ndarray:
    """Return a tone with harmonic partials of these amplitudes; the pitch may change."""
    t = clock(duration_s)
    phase = 2 * np.pi * np.cumsum(np.broadcast_to(pitch_hz, t.shape)) / RATE_HZ
    return sum(amplitude * np.sin(n * phase) for n, amplitude in enumerate(partials, 1))


def struck(duration_s: float, modes: tuple[tuple[float, float, float], ...]) -> ndarray:
    """Return a ringing sound: modes of pitch, amplitude, and the time in which each falls to a third."""
    t = clock(duration_s)
    ring = sum(a * np.sin(2 * np.pi * hz * t) * np.exp(-t / fall_s) for hz, a, fall_s in modes)
    return ring * rise(t, 0.0015) * rise(t[::-1], 0.3 * duration_s)


def pulses(rate_hz: ndarray, beat: ndarray) -> ndarray:
    """Return a repeated beat, ``rate_hz`` times a second at each moment."""
    turns = np.cumsum(rate_hz) / RATE_HZ
    starts = np.flatnonzero(np.diff(np.floor(turns), prepend=-1.0) > 0)
    train = np.zeros(len(rate_hz))
    train[starts] = 1.0
    return convolve(train, beat)[: len(rate_hz)]


# -- shapes ------------------------------------------------------------------------------------------------------------


def rise(t: ndarray, attack_s: float) -> ndarray:
    """Return a smooth envelope from 0 to 1 in this time."""
    return 0.5 - 0.5 * np.cos(np.pi * np.clip(t / attack_s, 0, 1))


def falling(duration_s: float, attack_s: float, fall_s: float) -> ndarray:
    """Return an envelope up in ``attack_s``, then down to a third in every ``fall_s``."""
    t = clock(duration_s)
    return rise(t, attack_s) * np.exp(-np.maximum(0, t - attack_s) / fall_s)


def held(duration_s: float, attack_s: float, release_s: float) -> ndarray:
    """Return an envelope that rises, holds, and falls at the end."""
    t = clock(duration_s)
    return rise(t, attack_s) * rise(t[::-1], release_s)


def swell(duration_s: float, middle_s: float, width_s: float) -> ndarray:
    """Return an envelope up and down around a moment."""
    return np.exp(-(((clock(duration_s) - middle_s) / width_s) ** 2))


def along(duration_s: float, *points: tuple[float, float]) -> ndarray:
    """Return linear interpolation between points of time and value."""
    moments, values = zip(*points, strict=True)
    return np.interp(clock(duration_s), moments, values)


# -- putting together --------------------------------------------------------------------------------------------------


def mix(*parts: tuple[float, ndarray]) -> ndarray:
    """Mix sounds, each starting at its time."""
    starts = [round(start_s * RATE_HZ) for start_s, _ in parts]
    ends = [start + sound.shape[-1] for start, (_, sound) in zip(starts, parts, strict=True)]
    sides = max((sound.shape[:-1] for _, sound in parts), key=len)
    whole = np.zeros((*sides, max(ends)))
    for start, end, (_, sound) in zip(starts, ends, parts, strict=True):
        whole[..., start:end] += sound
    return whole


def placed(sound: ndarray, place: ndarray | float) -> ndarray:
    """Return the sound between left (-1) and right (1), as loud as before; the place may change."""
    angle = np.pi / 4 * (1 + np.broadcast_to(place, sound.shape))
    return np.sqrt(2) * np.array((np.cos(angle) * sound, np.sin(angle) * sound))


def convolve(a: ndarray, b: ndarray) -> ndarray:
    length = a.shape[-1] + b.shape[-1] - 1
    n = 1 << length.bit_length()  # the transform is fastest at powers of two
    return np.fft.irfft(np.fft.rfft(a, n) * np.fft.rfft(b, n), n)[..., :length]


def _padded(length: int) -> int:
    """Return the length with some silence, so that its transform is fast."""
    step = 1 << max(0, length.bit_length() - 5)
    return -(-length // step) * step


def filtered(sound: ndarray, low_hz: float, high_hz: float) -> ndarray:
    """Return the sound between two pitches, with soft edges."""
    n = _padded(sound.shape[-1] + RATE_HZ // 10)  # so that the end does not ring into the start
    pitch = np.fft.rfftfreq(n, 1 / RATE_HZ)
    return np.fft.irfft(np.fft.rfft(sound, n) * _window(pitch, low_hz, high_hz), n)[..., : sound.shape[-1]]


def _window(pitch: ndarray, low_hz: float, high_hz: float) -> ndarray:
    with np.errstate(divide="ignore"):
        return 1 / np.sqrt((1 + (low_hz / pitch) ** 4) * (1 + (pitch / high_hz) ** 4))


def warm(sound: ndarray, drive: float) -> ndarray:
    """Return the sound with soft clipping, as from a gramophone's horn."""
    return np.tanh(drive * sound / np.max(np.abs(sound)))


def roomy(rng: Generator, sound: ndarray, share: float, fall_s: float = 0.09) -> ndarray:
    """Return the sound in a small wooden room, whose echoes differ left and right."""
    tail = np.array([noise(rng, 5 * fall_s, 200, 3500) * falling(5 * fall_s, 0.004, fall_s) for _ in range(2)])
    wet = convolve(sound, tail)
    wet *= share * np.sqrt(np.mean(sound**2) / np.mean(wet**2) * sound.shape[-1] / wet.shape[-1])
    wet[..., : sound.shape[-1]] += sound
    return wet


# -- levels ------------------------------------------------------------------------------------------------------------


def loudness_db(sound: ndarray) -> float:
    """Return the perceived loudness of the loudest fifth of a second, as heard in the middle."""
    window = np.ones(round(LOUDEST_S * RATE_HZ)) / round(LOUDEST_S * RATE_HZ)
    power = np.mean(np.atleast_2d(heard_power(sound)), axis=0)
    return float(10 * np.log10(np.max(convolve(power, window)) + 1e-12))


def integrated_db(sound: ndarray) -> float:
    """Return the loudness of a stereo sound as a whole, by ITU-R BS.1770: without its pauses, in LUFS."""
    step = RATE_HZ // 10
    power = np.sum(heard_power(sound), axis=0)
    tenths = power[: len(power) // step * step].reshape(-1, step).mean(axis=1)
    blocks = np.convolve(tenths, np.full(4, 0.25), "valid")
    blocks = blocks[blocks > 10 ** ((-70 + 0.691) / 10)]
    return float(-0.691 + 10 * np.log10(np.mean(blocks[blocks > np.mean(blocks) / 10])))


def heard_power(sound: ndarray) -> ndarray:
    """Return the perceived power of each sample; silence is added at the end."""
    n = _padded(max(sound.shape[-1], round(LOUDEST_S * RATE_HZ)))
    pitch = np.fft.rfftfreq(n, 1 / RATE_HZ)
    return np.fft.irfft(np.fft.rfft(sound, n) * _ear(pitch), n) ** 2


def _ear(pitch: ndarray) -> ndarray:
    """Return the weighting of ITU-R BS.1770: less bass, 4 dB more above 2 kHz."""
    bass, treble = 1j * pitch / 38.135, 1j * pitch / 1681.97
    shelf = (1.5849 * treble**2 + 1.2585 * treble / 0.70718 + 1) / (treble**2 + treble / 0.70718 + 1)
    return np.abs(shelf * bass**2 / (bass**2 + bass / 0.50033 + 1))


def _shortened(sound: ndarray) -> ndarray:
    """Return the sound without its inaudible end."""
    size = np.max(np.abs(np.atleast_2d(sound)), axis=0)
    return sound[..., : np.flatnonzero(size > gain(INAUDIBLE_DB) * np.max(size))[-1] + 1]


def finished(sound: ndarray, level_db: float, fade_s: float = 0.02) -> ndarray:
    """Return the sound ready for a file: no rumble, no hiss, silent ends, the right level, softly limited peaks."""
    sound = _shortened(filtered(sound, 50, 9000))
    t = np.arange(sound.shape[-1]) / RATE_HZ
    sound = sound * rise(t, 0.004) * rise(t[::-1], fade_s)
    top = gain(PEAK_DB)
    for _ in range(6):  # limiting peaks lowers the loudness, so iterate
        sound = sound * gain(level_db - loudness_db(sound))
        sound = top * np.tanh(sound / top)
    return sound


# -- files -------------------------------------------------------------------------------------------------------------


def written(file: Path, sound: ndarray, quality: float) -> None:
    """Encode a sound into a file; quality is the encoder's, 0 to 1."""
    kind = {"format": "OGG", "subtype": "VORBIS", "compression_level": 1 - quality}
    with soundfile.SoundFile(file, "w", RATE_HZ, sound.ndim, **kind) as encoder:
        for start in range(0, sound.shape[-1], _BLOCK):
            encoder.write(sound[..., start : start + _BLOCK].T)


def write_wished(write: Callable[[str, Path], None], names: Sequence[str], folder: Path) -> None:
    """Write the files named on the command line, or all of ``names``, into this folder or another one."""
    parser = argparse.ArgumentParser(description="Make what is heard, the same every time.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these, of {', '.join(names)}")
    parser.add_argument("--to", type=Path, default=folder, metavar="DIR", help="another folder than %(default)s")
    wished = parser.parse_args()
    unknown = [name for name in wished.names if name not in names]
    if unknown:
        parser.error(f"there is no {unknown[0]}")
    wished.to.mkdir(parents=True, exist_ok=True)
    for name in wished.names or names:
        write(name, wished.to / f"{name}.ogg")
