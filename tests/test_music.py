"""The committed music, measured as it is decoded, and the notes it is made of; build/music.py makes both."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile

from game.ui.music import CHORUSES, REPEAT_S
from tests.cases import each
from tests.nightly import some

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "assets" / "music").glob("*.ogg"))
ALL = [chorus for choruses in CHORUSES.values() for chorus in choruses]
DRUMS = {"brush", "tap"}
LOUDNESS_DB = -23.0
PACKAGE_BYTES = 6_000_000


@pytest.fixture(scope="module")
def script() -> Iterator[SimpleNamespace]:
    """build/music.py, which finds composer, band and workshop beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "build"))
        import composer  # noqa: PLC0415 - beside the script

        yield SimpleNamespace(**runpy.run_path(str(ROOT / "build" / "music.py")), is_strong=composer.is_strong)


def decoded(chorus: str, folder: Path = ROOT / "assets" / "music") -> np.ndarray:
    samples, rate_hz = soundfile.read(folder / f"{chorus}.ogg")
    assert (rate_hz, samples.ndim) == (24_000, 1)
    return samples


def pitched(script: SimpleNamespace, chorus: str) -> list[Any]:
    return [note for note in script.score(script.CHORUSES[chorus]) if note.instrument not in DRUMS]


def chord_of(script: SimpleNamespace, chorus: str, note: Any) -> Any:
    made = script.CHORUSES[chorus]
    return made.harmony[min(int(note.beat // made.style.beats), len(made.harmony) - 1)]


# -- the files --------------------------------------------------------------------------------------------------------


def test_choruses_of_all_pieces_are_committed_and_made_by_the_script(script: SimpleNamespace) -> None:
    assert {path.stem for path in FILES} == set(ALL) == set(script.CHORUSES)


def test_music_is_a_small_part_of_the_package() -> None:
    assert sum(path.stat().st_size for path in FILES) < PACKAGE_BYTES


@each("chorus", ALL)
def test_chorus_does_not_clip_and_begins_and_ends_in_silence(chorus: str) -> None:
    samples = decoded(chorus)
    assert np.max(np.abs(samples)) < 10 ** (-6 / 20)
    assert abs(np.mean(samples)) < 0.001
    assert max(np.abs(samples[[0, -1]])) < 0.002
    assert np.max(np.abs(samples[-1200:])) < 0.02 * np.max(np.abs(samples))


@each("chorus", some(ALL))
def test_choruses_are_equally_loud_and_never_grow_loud(chorus: str, script: SimpleNamespace) -> None:
    samples = decoded(chorus)
    at_44_khz = np.interp(np.arange(0, len(samples), 24 / 44.1), np.arange(len(samples)), samples)
    power = script.heard_power(at_44_khz[: 1 << 21])  # 47 s; its transform is quick at powers of two
    assert 10 * np.log10(np.mean(power)) == pytest.approx(LOUDNESS_DB, abs=0.5)
    seconds = power[: len(power) // 44_100 * 44_100].reshape(-1, 44_100).mean(axis=1)
    assert 10 * np.log10(np.max(seconds)) < LOUDNESS_DB + 4


@pytest.mark.parametrize("piece", CHORUSES)
def test_piece_lasts_four_minutes_before_a_chorus_comes_again(piece: str) -> None:
    lengths_s = [len(decoded(chorus)) / 24_000 for chorus in CHORUSES[piece]]
    assert REPEAT_S >= 240
    assert sum(lengths_s) - max(lengths_s) > REPEAT_S


@pytest.mark.parametrize("chorus", ["title_2"])
def test_music_script_makes_the_committed_files(chorus: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "build/music.py", chorus, "--to", tmp_path], cwd=ROOT, check=True)
    samples, made = decoded(chorus), decoded(chorus, tmp_path)
    assert len(samples) == len(made)
    alike = np.dot(samples, made) / np.sqrt(np.dot(samples, samples) * np.dot(made, made))
    assert alike > 0.98


# -- the notes --------------------------------------------------------------------------------------------------------


@each("chorus", ALL)
def test_notes_on_strong_beats_all_belong_to_the_chord(chorus: str, script: SimpleNamespace) -> None:
    beats = script.CHORUSES[chorus].style.beats
    strong = [note for note in pitched(script, chorus) if script.is_strong(note.beat % beats, beats)]
    assert len(strong) > 60
    for note in strong:
        assert note.pitch % 12 in chord_of(script, chorus, note).tones, note


@each("chorus", ALL)
def test_notes_keep_to_the_scale_except_in_a_walking_bass(chorus: str, script: SimpleNamespace) -> None:
    made = script.CHORUSES[chorus]
    for note in pitched(script, chorus):
        is_approach = note.instrument == "bass" and made.style.walks and note.beat % 4 == 3
        assert is_approach or note.pitch % 12 in chord_of(script, chorus, note).scale, note


@each("chorus", ALL)
def test_tune_moves_by_steps_more_than_by_leaps_and_stays_in_range(chorus: str, script: SimpleNamespace) -> None:
    made = script.CHORUSES[chorus]
    by_beat: dict[float, int] = {}
    for note in pitched(script, chorus):
        if note.instrument in made.leads:
            by_beat[note.beat] = max(note.pitch, by_beat.get(note.beat, 0))
    tune = [by_beat[beat] for beat in sorted(by_beat)]
    leaps = np.abs(np.diff(tune))
    assert min(tune) >= 60
    assert max(tune) <= 84
    assert np.mean(leaps <= 4) > 0.8
    assert np.mean(leaps > 7) < 0.06


def test_choruses_all_have_different_tunes(script: SimpleNamespace) -> None:
    tunes = {tuple((note.beat, note.pitch) for note in pitched(script, chorus)) for chorus in ALL}
    assert len(tunes) == len(ALL)


def test_choruses_all_end_on_their_tonic(script: SimpleNamespace) -> None:
    for chorus in ALL:
        last = max((note for note in pitched(script, chorus) if note.instrument == "bass"), key=lambda note: note.beat)
        assert last.pitch % 12 == script.CHORUSES[chorus].harmony[script.CHORUSES[chorus].intro_bars].root


@each(("instrument", "pitch"), product(["accordion", "clarinet", "vibraphone", "guitar", "bass"], [45, 57, 69]))
def test_instrument_is_in_tune(instrument: str, pitch: int, script: SimpleNamespace) -> None:
    sound = script.played(instrument, pitch, 1.0)
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 20))
    wanted_hz = 440 * 2 ** ((pitch - 69) / 12)
    frequencies = np.fft.rfftfreq(1 << 20, 1 / 44_100)
    near = (frequencies > 0.94 * wanted_hz) & (frequencies < 1.06 * wanted_hz)
    centre_hz = np.sum(frequencies[near] * spectrum[near] ** 2) / np.sum(spectrum[near] ** 2)
    assert abs(1200 * np.log2(centre_hz / wanted_hz)) < 5


def test_lead_instruments_are_equally_loud_and_above_the_band(
    script: SimpleNamespace,
) -> None:
    """The brushes are heard all the same."""

    def level_db(instrument: str, *pitches: int) -> float:
        return float(np.mean([script.loudness_db(script.played(instrument, pitch, 0.6)) for pitch in pitches]))

    leads = [level_db(lead, 67, 72, 77) for lead in ("accordion", "clarinet", "vibraphone")]
    band = [level_db("guitar", 55, 60, 64), level_db("bass", 36, 41, 46)]
    brushes = [level_db("brush", 0), level_db("tap", 0)]
    assert max(leads) - min(leads) < 4
    assert max(band) < np.mean(leads)
    assert min(brushes) > min(leads) - 22
