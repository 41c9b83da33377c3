"""The committed music, measured as it is decoded, and the notes it is made of; build/music.py makes both.

FluidSynth is not needed here: the files are compared with the notes.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile

from game.ui.music import THEMES
from tests.cases import each
from tests.nightly import some

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "assets" / "music").glob("*.ogg"))
ALL = [chorus for themes in THEMES.values() for theme in themes for chorus in theme]
RATE_HZ = 44_100
LOUDNESS_DB = -16.0
TRUE_PEAK_DB = -1.0
PACKAGE_BYTES = 5_000_000
TAIL_S = 2.2


@pytest.fixture(scope="module")
def script() -> Iterator[SimpleNamespace]:
    """build/music.py, which finds composer, band and workshop beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "build"))
        import band  # noqa: PLC0415 - beside the script
        import composer  # noqa: PLC0415

        parts = {"is_strong": composer.is_strong, "drums": set(band.DRUMS), "players": band.PLAYERS}
        yield SimpleNamespace(**runpy.run_path(str(ROOT / "build" / "music.py")), **parts)


def decoded(chorus: str) -> np.ndarray:
    """Return the samples, left and right, in two rows."""
    samples, rate_hz = soundfile.read(ROOT / "assets" / "music" / f"{chorus}.ogg")
    assert (rate_hz, samples.shape[1]) == (RATE_HZ, 2)
    return samples.T


def true_peak(samples: np.ndarray) -> float:
    """Return the highest peak of the wave that the samples of one channel stand for, between them too."""
    near = np.flatnonzero(np.abs(samples) > 0.8 * np.max(np.abs(samples)))
    around = np.arange(-24, 25)
    windows = np.pad(samples, 24)[near[:, None] + 24 + around]
    between = [np.sinc(around - part) * np.hanning(51)[1:-1] for part in (0.0, 0.25, 0.5, 0.75)]
    return float(np.max(np.abs(windows @ np.array(between).T)))


def pitched(script: SimpleNamespace, chorus: str) -> list[Any]:
    return [note for note in script.score(script.CHORUSES[chorus]) if note.instrument not in script.drums]


def chord_of(script: SimpleNamespace, chorus: str, note: Any) -> Any:
    made = script.CHORUSES[chorus]
    return made.harmony[min(int(note.beat // made.style.beats), len(made.harmony) - 1)]


# -- the files --------------------------------------------------------------------------------------------------------


def test_music_has_two_themes_for_each_of_four_moods() -> None:
    assert [len(themes) for themes in THEMES.values()] == [2, 2, 2, 2]
    assert len({chorus.rsplit("_", 1)[0] for chorus in ALL}) == 8


def test_choruses_of_all_themes_are_committed_and_made_by_the_script(script: SimpleNamespace) -> None:
    assert {path.stem for path in FILES} == set(ALL) == set(script.CHORUSES)


def test_music_is_a_small_part_of_the_package() -> None:
    assert sum(path.stat().st_size for path in FILES) <= PACKAGE_BYTES


@each("chorus", some(ALL))
def test_chorus_does_not_clip(chorus: str) -> None:
    assert max(true_peak(side) for side in decoded(chorus)) <= 10 ** (TRUE_PEAK_DB / 20)


@each("chorus", ALL)
def test_chorus_begins_and_ends_in_silence_so_that_any_other_follows_without_a_seam(chorus: str) -> None:
    samples = decoded(chorus)
    assert np.max(np.abs(np.mean(samples, axis=1))) < 0.001
    assert np.max(np.abs(samples[:, [0, -1]])) < 0.001
    assert np.max(np.abs(samples[:, -2200:])) < 0.003


@each("chorus", some(ALL))
def test_choruses_are_equally_loud_and_never_grow_loud(chorus: str, script: SimpleNamespace) -> None:
    samples = decoded(chorus)
    assert script.integrated_db(samples) == pytest.approx(LOUDNESS_DB, abs=1)
    seconds = [
        script.integrated_db(samples[:, at : at + 3 * RATE_HZ])
        for at in range(0, samples.shape[1] - 5 * RATE_HZ, 3 * RATE_HZ)
    ]
    assert max(seconds) < LOUDNESS_DB + 5


@each("chorus", some(ALL))
def test_chorus_has_a_bass_and_air_and_is_wide(chorus: str) -> None:
    left, right = decoded(chorus)
    power = np.abs(np.fft.rfft(left + right, 1 << 22)) ** 2
    pitch = np.fft.rfftfreq(1 << 22, 1 / RATE_HZ)
    assert np.sum(power[pitch < 120]) > 0.03 * np.sum(power)
    assert np.sum(power[pitch > 8000]) > 1e-4 * np.sum(power)
    assert 0.3 < np.corrcoef(left, right)[0, 1] < 0.95


@each("chorus", ALL)
def test_chorus_lasts_as_long_as_its_notes(chorus: str, script: SimpleNamespace) -> None:
    made = script.CHORUSES[chorus]
    assert decoded(chorus).shape[1] / RATE_HZ == pytest.approx(made.seconds(made.total_beats) + TAIL_S, abs=0.05)


@each("chorus", some(ALL))
def test_chorus_sounds_its_notes(chorus: str, script: SimpleNamespace) -> None:
    """Each half bar's sound is more like its own notes' pitch classes than like those of another place."""
    made, samples = script.CHORUSES[chorus], np.mean(decoded(chorus), axis=0)
    pitch = np.fft.rfftfreq(1 << 14, 1 / RATE_HZ)
    heard_range = (pitch > 100) & (pitch < 2000)
    key = np.rint(12 * np.log2(pitch[heard_range] / 440)).astype(int) % 12  # from A
    heard, written = [], []
    for at in np.arange(made.intro_bars * made.style.beats, made.total_beats - 12, 2.0):
        start = round(made.seconds(at) * RATE_HZ)
        wave = samples[start : start + (1 << 14)] * np.hanning(1 << 14)
        heard.append(np.bincount(key, np.abs(np.fft.rfft(wave))[heard_range] ** 2, 12) ** 0.5)
        sounding = [note for note in pitched(script, chorus) if note.beat < at + 1 and note.beat + note.length > at]
        written.append(np.bincount([(note.pitch - 69) % 12 for note in sounding], [n.loud for n in sounding], 12))
    likeness = np.corrcoef(heard, written)[: len(heard), len(heard) :]
    assert np.mean(np.diag(likeness)) > 0.55
    assert np.mean(np.diag(likeness)) > np.mean(likeness) + 0.25


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
        is_approach = note.instrument == "bass" and not made.style.bass and note.beat % 4 == 3
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
        made = script.CHORUSES[chorus]
        bass = [note for note in pitched(script, chorus) if note.instrument == made.style.bass_instrument]
        assert max(bass, key=lambda note: note.beat).pitch % 12 == made.harmony[made.intro_bars].root


def test_players_of_all_notes_have_a_place_and_the_bass_is_in_the_middle(script: SimpleNamespace) -> None:
    for chorus in ALL:
        players = {note.instrument for note in pitched(script, chorus)}
        assert players <= set(script.players)
        places = [script.players[name].place for name in players]
        assert len(set(places)) == len(places)
        assert max(places) - min(places) > 40
    assert all(abs(script.players[name].place - 64) <= 4 for name in ("bass", "tuba"))
