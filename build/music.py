"""Makes assets/music: the pieces that are heard beside the game, each some choruses to be played in any order.

python build/music.py                     all of them
python build/music.py title_1             only this chorus
python build/music.py title_1 --to DIR    and into another folder

A waltz with an accordion for the title, an easy foxtrot for the race, a quicker one in minor for the last 200 km, and a
slow dance for who has won: what a small band of the years of the poster might have played. Chords are written down
here, tunes come from build/composer.py, sounds from build/band.py. The same music comes out every time; a test compares
it with the committed files. Needs the extra ``dev``.
"""

from __future__ import annotations

from math import ceil
from pathlib import Path
from random import Random

import numpy as np
from band import played
from composer import Chorus, Style, score
from numpy import ndarray
from numpy.random import default_rng
from synth import PEAK_DB, RATE_HZ, filtered, gain, heard_power, rise, roomy, write_wished, written

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "music"
MUSIC_DB = -23.0
"""The average loudness of a chorus; the settings have a volume of their own for music."""
_FILE_HZ = 24_000  # nothing is above 8 kHz
_QUALITY = 0.1  # of the encoder, 0 to 1
_ROOM_S = 0.28

WALTZ = Style(beats=3)
FOX = Style(beats=4, offbeat=0.6)
WALKING = Style(beats=4, offbeat=0.64, walks=True)

_TITLE_PARTS = (
    {"A": "Am Am Dm Dm E7 E7 Am E7", "B": "Dm G7 C F Bm7b5 E7 Am Am"},
    {"A": "C C A7 Dm Dm G7 C G7", "B": "F F#o C A7 D7 D7 G7 G7"},
    {"A": "Am E7 Am A7 Dm Am E7 E7", "B": "F G7 C Am Dm E7 Am E7"},
    {"A": "C Em Am C Dm G7 C G7", "B": "Am E7 Am Am D7 D7 G7 G7"},
    {"A": "Am Am E7 E7 E7 E7 Am Am", "B": "A7 A7 Dm Dm Am Am E7 E7"},
    {"A": "C Am7 Dm7 G7 Em7 A7 Dm7 G7", "B": "F Fm6 Em7 A7 Dm7 G7 C G7"},
    {"A": "Am C Dm Am F C E7 E7", "B": "C G7 C C Bm7b5 E7 Am E7"},
)
_RACE_PARTS = (
    {"A": "C6 A7 Dm7 G7 C6 A7 Dm7 G7", "B": "E7 E7 A7 A7 D7 D7 G7 G7"},
    {"A": "C6 C6 E7 E7 A7 D7 G7 G7", "B": "F6 F#o C6 A7 D7 D7 G7 G7"},
    {"A": "C6 Em7 Dm7 G7 C6 Am7 Dm7 G7", "B": "C7 C7 F6 F6 D7 D7 G7 G7"},
    {"A": "Am6 Am6 Dm6 Dm6 E7 E7 Am6 E7", "B": "G7 G7 C6 C6 Bm7b5 E7 Am6 E7"},
    {"A": "C6 C6 D7 D7 Dm7 G7 C6 G7", "B": "F6 Fm6 C6 A7 D7 D7 Dm7 G7"},
    {"A": "Am7 D7 G7 C6 F6 Bm7b5 E7 Am7", "B": "Dm7 G7 C6 A7 Dm7 Fm6 C6 E7"},
    {"A": "C6 C#o Dm7 G7 C6 C#o Dm7 G7", "B": "E7 E7 Am7 Am7 D7 D7 G7 G7"},
)
_LAST_200_PARTS = (
    {"A": "Am6 Am6 Am6 Am6 Dm6 Dm6 E7 E7", "B": "A7 A7 Dm6 Dm6 G7 G7 E7 E7"},
    {"A": "Am6 F7 Bm7b5 E7 Am6 F7 E7 E7", "B": "Dm6 Dm6 Am6 Am6 F7 F7 E7 E7"},
    {"A": "Am6 E7 Am6 A7 Dm6 Am6 E7 E7", "B": "Dm7 G7 C6 F6 Bm7b5 E7 Am6 E7"},
    {"A": "Am6 Dm6 Am6 Dm6 F7 F7 E7 E7", "B": "C6 G7 C6 C6 Bm7b5 Bm7b5 E7 E7"},
    {"A": "Am7 D7 Am7 D7 F6 F7 E7 E7", "B": "A7 A7 D7 D7 G7 C6 Bm7b5 E7"},
    {"A": "Am6 Am6 F7 F7 E7 E7 Am6 E7", "B": "Dm6 E7 Am6 A7 Dm6 F7 E7 E7"},
)
_WIN_PARTS = (
    {"A": "C Am7 Dm7 G7 C A7 Dm7 G7", "B": "F Fm6 C A7 D7 D7 G7 G7"},
    {"A": "C C F F G7 G7 C G7", "B": "Am7 Em7 F C D7 D7 Dm7 G7"},
    {"A": "C6 Em7 F G7 Em7 A7 D7 G7", "B": "F G7 Em7 Am7 Dm7 G7 C G7"},
    {"A": "C E7 Am7 C7 F Fm6 C G7", "B": "F F#o C A7 Dm7 Fm6 C G7"},
    {"A": "C C7 F Fm6 C A7 Dm7 G7", "B": "E7 E7 Am7 Am7 D7 D7 G7 G7"},
)
_BAND = ("accordion", "clarinet", "vibraphone")


def _choruses(
    piece: str, style: Style, tempo: float, form: str, all_parts: tuple[dict[str, str], ...]
) -> dict[str, Chorus]:  # fmt: skip
    """Return the choruses of a piece, each with its chords, key, tempo and leads."""
    made = {}
    for i, parts in enumerate(all_parts):
        rng = Random(f"{piece} {i}")
        leads = [_BAND[i % 3], _BAND[(i + 1 + i // 3) % 3]]
        made[f"{piece}_{i + 1}"] = Chorus(
            seed=rng.randrange(1 << 30),
            style=style,
            beats_a_minute=tempo * rng.uniform(0.96, 1.04),
            shift=(0, 5, -2, 3, -4, 2, -3)[i],
            parts=parts,
            form=form,
            leads=leads if leads[0] != leads[1] else leads[:1],
            has_second=i % 2 == 0,
        )
    return made


CHORUSES = {
    **_choruses("title", WALTZ, 138, "AABA", _TITLE_PARTS),
    **_choruses("race", FOX, 132, "ABA", _RACE_PARTS),
    **_choruses("last_200", WALKING, 168, "AABA", _LAST_200_PARTS),
    **_choruses("win", FOX, 112, "ABA", _WIN_PARTS),
}


def made(name: str) -> ndarray:
    """Return the samples of a chorus at ``RATE_HZ``, always the same, at the common loudness."""
    chorus = CHORUSES[name]
    rng = default_rng(list(name.encode()))
    end_s = ceil(chorus.seconds(chorus.total_beats) + 2.0)  # whole seconds make the Fourier transform fast
    sound = np.zeros(end_s * RATE_HZ)
    for note in score(chorus):
        from_s, to_s = chorus.seconds(note.beat), chorus.seconds(note.beat + note.length)
        part = played(note.instrument, note.pitch, to_s - from_s)
        at = max(0, round((from_s + rng.normal(0, 0.004)) * RATE_HZ))
        sound[at : at + len(part)] += note.loud * part[: len(sound) - at]
    return _finished(roomy(rng, sound, 0.3, _ROOM_S)[: len(sound)])


def loudness_db(sound: ndarray) -> float:
    """Return the loudness of music as a whole."""
    return float(10 * np.log10(np.mean(heard_power(sound)) + 1e-12))


def _finished(sound: ndarray) -> ndarray:
    """Return the sound without rumble and hiss, with the right loudness, silent ends and limited peaks."""
    sound = filtered(sound, 45, 8000)
    sound -= np.mean(sound)
    t = np.arange(len(sound)) / RATE_HZ
    sound = sound * rise(t, 0.01) * rise(t[::-1], 1.2)
    top = gain(PEAK_DB)
    for _ in range(3):
        sound = sound * gain(MUSIC_DB - loudness_db(sound))
        sound = top * np.tanh(sound / top)
    return sound


def resampled(sound: ndarray) -> ndarray:
    """Return the sound at the sample rate of the files."""
    count = round(len(sound) * _FILE_HZ / RATE_HZ)
    return np.fft.irfft(np.fft.rfft(sound)[: count // 2 + 1], count) * count / len(sound)


def write(name: str, file: Path) -> None:
    written(file, resampled(made(name)), _FILE_HZ, _QUALITY)


if __name__ == "__main__":
    write_wished(write, tuple(CHORUSES), FOLDER)
