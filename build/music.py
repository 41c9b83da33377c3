"""Makes assets/music: the themes that are heard beside the game, two a mood, each some choruses.

python build/music.py                     all of them
python build/music.py waltz_1             only this chorus
python build/music.py waltz_1 --to DIR    and into another folder

What a small band of the years of the poster might have played. Chords are written down here, tunes come from
build/composer.py, sounds from build/band.py. Needs the extra ``dev``, FluidSynth and a sound font: only who changes the
music needs them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import numpy as np
import soundfile
from band import played
from composer import Chorus, Style, score
from environment import CannotBuildError, require
from numpy import ndarray
from numpy.random import default_rng
from synth import RATE_HZ, filtered, gain, integrated_db, rise, write_wished

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "music"
MUSIC_DB = -16.0
"""The loudness of a chorus in LUFS; the settings have a volume of their own for music."""
_PEAK_DB = -2.5
_HOW = "Debian: apt-get install fluidsynth musescore-general-soundfont vorbis-tools"
_QUALITY = -0.3  # of the encoder, -1 to 10

_WALTZ = Style(
    beats=3,
    form="AABA",
    cells=(
        ((0, 2), (2, 1)),
        ((0, 1), (1, 1), (2, 1)),
        ((0, 1.5), (1.5, 0.5), (2, 1)),
        ((0, 1), (1, 0.5), (1.5, 0.5), (2, 1)),
        ((0, 1), (1, 2)),
        ((0, 0.5), (0.5, 0.5), (1, 1), (2, 1)),
    ),
    bass=(0,),
    chords=((1, 0.5), (2, 0.44)),
    drums=(("brush", 0, 0.3), ("tap", 1, 0.35), ("tap", 2, 0.3)),
)
_FOX_CELLS = (
    ((0, 1.5), (1.5, 0.5), (2, 2)),
    ((0, 1), (1, 1), (2, 2)),
    ((0, 1), (1, 0.5), (1.5, 0.5), (2, 2)),
    ((0, 0.5), (0.5, 0.5), (1, 1), (2, 1), (3, 1)),
    ((0, 1), (1, 1), (2, 1.5), (3.5, 0.5)),
    ((0, 2), (2, 1), (3, 1)),
)
_FOX = Style(
    beats=4,
    form="ABA",
    cells=_FOX_CELLS,
    bass=(0, 2),
    chords=((1, 0.5), (3, 0.44)),
    drums=(("brush", 0, 0.4), ("tap", 1, 0.55), ("brush", 2, 0.4), ("tap", 3, 0.55), ("tap", 3.5, 0.25)),
    offbeat=0.6,
)
_WALKING = Style(
    beats=4,
    form="AABA",
    cells=_FOX_CELLS,
    bass=(),
    chords=((1, 0.5), (3, 0.44)),
    drums=(
        ("ride", 0, 0.4),
        ("ride", 1, 0.5),
        ("ride", 1.5, 0.3),
        ("ride", 2, 0.4),
        ("ride", 3, 0.5),
        ("hat", 1, 0.5),
        ("hat", 3, 0.5),
        ("kick", 0, 0.3),
    ),
    offbeat=0.64,
    chord_instrument="piano",
    counter_instrument="cello",
)
_BEGUINE = Style(
    beats=4,
    form="ABA",
    cells=(
        ((0, 3), (3, 1)),
        ((0, 1.5), (1.5, 1.5), (3, 1)),
        ((0, 2), (2, 1), (3, 1)),
        ((0, 1), (1, 1), (2, 2)),
        ((0, 1.5), (1.5, 0.5), (2, 2)),
    ),
    bass=(0, 2, 3),
    chords=((0.5, 0.4), (1, 0.5), (1.5, 0.36), (2.5, 0.4), (3, 0.5), (3.5, 0.36)),
    drums=(("kick", 0, 0.3), ("brush", 0, 0.4), ("tap", 1, 0.3), ("tap", 1.5, 0.3), ("brush", 2, 0.4), ("tap", 3, 0.4)),
    chord_length=0.4,
)
_SWING = Style(
    beats=4,
    form="AABA",
    cells=(
        ((0, 0.5), (0.5, 0.5), (1, 0.5), (1.5, 0.5), (2, 1), (3, 1)),
        ((0, 1), (1, 0.5), (1.5, 0.5), (2, 0.5), (2.5, 0.5), (3, 1)),
        ((0, 1.5), (1.5, 0.5), (2, 2)),
        ((0, 0.5), (0.5, 0.5), (1, 1), (2, 1.5), (3.5, 0.5)),
        ((0, 1), (1, 1), (2, 2)),
        ((0, 2), (2, 0.5), (2.5, 0.5), (3, 1)),
    ),
    bass=(0, 2),
    chords=((0, 0.36), (1, 0.6), (2, 0.36), (3, 0.6)),
    drums=(("brush", 0, 0.3), ("slap", 1, 0.35), ("brush", 2, 0.3), ("slap", 3, 0.35)),
    chord_length=0.34,
    offbeat=0.62,
    chord_instrument="steel_guitar",
    counter_instrument="cello",
)
_TANGO = Style(
    beats=4,
    form="ABA",
    cells=(
        ((0, 1), (1, 0.5), (1.5, 0.5), (2, 1), (3, 1)),
        ((0, 1.5), (1.5, 0.5), (2, 1), (3, 1)),
        ((0, 0.5), (0.5, 0.5), (1, 1), (2, 2)),
        ((0, 2), (2, 0.5), (2.5, 0.5), (3, 1)),
        ((0, 1.5), (1.5, 0.5), (2, 2)),
    ),
    bass=(0, 1.5, 2, 3),
    chords=((0, 0.6), (1, 0.44), (2, 0.5), (3, 0.44), (3.5, 0.5)),
    drums=(("tap", 0, 0.4), ("tap", 1.5, 0.3), ("tap", 2, 0.4), ("tap", 3, 0.3), ("slap", 3.5, 0.4)),
    chord_length=0.3,
    chord_instrument="piano",
    counter_instrument="cello",
)
_MARCH = Style(
    beats=4,
    form="AABA",
    cells=(
        ((0, 1), (1, 1), (2, 1), (3, 1)),
        ((0, 1.5), (1.5, 0.5), (2, 1.5), (3.5, 0.5)),
        ((0, 2), (2, 2)),
        ((0, 1), (1, 0.5), (1.5, 0.5), (2, 2)),
        ((0, 2), (2, 1), (3, 1)),
    ),
    bass=(0, 2),
    chords=((1, 0.5), (3, 0.5)),
    drums=(("bass_drum", 0, 0.5), ("snare", 1, 0.4), ("bass_drum", 2, 0.45), ("snare", 3, 0.4), ("snare", 3.5, 0.3)),
    bass_instrument="tuba",
    chord_instrument="banjo",
    counter_instrument="trombone",
)

_WALTZ_PARTS = (
    {"A": "Am Am Dm Dm E7 E7 Am E7", "B": "Dm G7 C F Bm7b5 E7 Am Am"},
    {"A": "C C A7 Dm Dm G7 C G7", "B": "F F#o C A7 D7 D7 G7 G7"},
)
_BEGUINE_PARTS = (
    {"A": "C6 C6 Dm7 G7 Dm7 G7 C6 G7", "B": "F6 Fm6 C6 A7 D7 D7 Dm7 G7"},
    {"A": "Am6 Am6 Dm7 Dm7 E7 E7 Am6 E7", "B": "Dm7 G7 C6 Am7 Bm7b5 E7 Am6 E7"},
)
_FOX_PARTS = (
    {"A": "C6 A7 Dm7 G7 C6 A7 Dm7 G7", "B": "E7 E7 A7 A7 D7 D7 G7 G7"},
    {"A": "C6 C6 E7 E7 A7 D7 G7 G7", "B": "F6 F#o C6 A7 D7 D7 G7 G7"},
    {"A": "C6 Em7 Dm7 G7 C6 Am7 Dm7 G7", "B": "C7 C7 F6 F6 D7 D7 G7 G7"},
)
_SWING_PARTS = (
    {"A": "Am6 Am6 Dm6 Dm6 E7 E7 Am6 E7", "B": "A7 A7 D7 D7 G7 G7 C6 E7"},
    {"A": "C6 C6 C#o C#o Dm7 G7 C6 G7", "B": "C7 C7 F6 F#o C6 A7 D7 G7"},
    {"A": "C6 E7 A7 A7 D7 G7 C6 G7", "B": "F6 F#o C6 A7 Dm7 Fm6 C6 G7"},
)
_WALKING_PARTS = (
    {"A": "Am6 Am6 Am6 Am6 Dm6 Dm6 E7 E7", "B": "A7 A7 Dm6 Dm6 G7 G7 E7 E7"},
    {"A": "Am6 F7 Bm7b5 E7 Am6 F7 E7 E7", "B": "Dm6 Dm6 Am6 Am6 F7 F7 E7 E7"},
)
_TANGO_PARTS = (
    {"A": "Am Am E7 E7 Dm6 Am E7 E7", "B": "C C G7 G7 Dm6 Am E7 E7"},
    {"A": "Am Dm6 Am E7 Am Dm6 E7 E7", "B": "A7 A7 Dm6 Dm6 Bm7b5 E7 Am E7"},
)
_SLOW_FOX_PARTS = ({"A": "C Am7 Dm7 G7 C A7 Dm7 G7", "B": "F Fm6 C A7 D7 D7 G7 G7"},)
_MARCH_PARTS = ({"A": "C C C#o Dm7 G7 G7 C G7", "B": "E7 E7 A7 A7 D7 D7 G7 G7"},)


def _choruses(
    theme: str, style: Style, tempo: float, band: tuple[str, ...], all_parts: tuple[dict[str, str], ...], seed: str
) -> dict[str, Chorus]:  # fmt: skip
    """Return the choruses of a theme, each with its chords, key, tempo and leads."""
    made = {}
    for i, parts in enumerate(all_parts):
        rng = Random(f"{seed} {i}")
        made[f"{theme}_{i + 1}"] = Chorus(
            seed=rng.randrange(1 << 30),
            style=style,
            beats_a_minute=tempo * rng.uniform(0.96, 1.04),
            shift=(0, 5, -2)[i],
            parts=parts,
            leads=(band[i % len(band)], band[(i + 1) % len(band)]),
            has_second=i % 2 == 0,
        )
    return made


_DANCE_BAND = ("accordion", "clarinet", "vibraphone")
CHORUSES = {
    **_choruses("waltz", _WALTZ, 138, _DANCE_BAND, _WALTZ_PARTS, seed="title"),
    **_choruses("beguine", _BEGUINE, 126, ("flute", "clarinet", "muted_trumpet"), _BEGUINE_PARTS, seed="beguine"),
    **_choruses("foxtrot", _FOX, 132, _DANCE_BAND, _FOX_PARTS, seed="race"),
    **_choruses("swing", _SWING, 184, ("violin", "clarinet", "accordion"), _SWING_PARTS, seed="swing"),
    **_choruses("walking", _WALKING, 168, _DANCE_BAND, _WALKING_PARTS, seed="last_200"),
    **_choruses("tango", _TANGO, 132, ("violin", "bandoneon"), _TANGO_PARTS, seed="tango"),
    **_choruses("slow_fox", _FOX, 112, _DANCE_BAND, _SLOW_FOX_PARTS, seed="win"),
    **_choruses("march", _MARCH, 208, ("trumpet", "clarinet"), _MARCH_PARTS, seed="march"),
}


def made(name: str) -> ndarray:
    """Return a chorus, left and right, at the common loudness, with silent ends and no clipping."""
    chorus = CHORUSES[name]
    sound = filtered(played(chorus, score(chorus), default_rng(list(name.encode()))), 35, 15_000)
    t = np.arange(sound.shape[1]) / RATE_HZ
    sound = sound * rise(t, 0.01) * rise(t[::-1], 1.2)
    for _ in range(2):  # limiting peaks lowers the loudness, so iterate
        sound = _limited(sound * gain(MUSIC_DB - integrated_db(sound)))
    return sound


def _limited(sound: ndarray) -> ndarray:
    """Return the sound with its peaks turned down, softly from before each until after it."""
    step, reach = RATE_HZ // 500, 12
    peaks = np.max(np.abs(sound), axis=0)
    peaks = np.pad(peaks, (0, -len(peaks) % step)).reshape(-1, step).max(axis=1)
    wanted = np.pad(np.minimum(1.0, gain(_PEAK_DB) / np.maximum(peaks, 1e-9)), 2 * reach, mode="edge")
    least = np.min(np.lib.stride_tricks.sliding_window_view(wanted, 2 * reach + 1), axis=1)
    window = np.hanning(2 * reach + 1)
    smooth = np.convolve(least, window / window.sum(), "valid")
    return sound * np.interp(np.arange(sound.shape[1]), (np.arange(len(smooth)) + 0.5) * step, smooth)


def write(name: str, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder, "sound.wav")
        soundfile.write(sound, made(name).T, RATE_HZ, "PCM_24")
        subprocess.run(["oggenc", "-Q", "-q", str(_QUALITY), "-o", file, sound], check=True)


if __name__ == "__main__":
    try:
        require("fluidsynth", "oggenc", by=_HOW)
        write_wished(write, tuple(CHORUSES), FOLDER)
    except CannotBuildError as problem:
        sys.exit(str(problem))
