"""The committed sounds, measured as they are decoded; build/sounds.py makes them."""

from __future__ import annotations

import os
import runpy
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest
import soundfile

from tests.cases import each

os.environ["SDL_AUDIODRIVER"] = "dummy"
ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "assets" / "sounds").glob("*.ogg"))
EFFECTS = [path for path in FILES if path.stem != "ambience"]
ROAD = ROOT / "assets" / "sounds" / "ambience.ogg"


@pytest.fixture(scope="module")
def script() -> Iterator[SimpleNamespace]:
    """build/sounds.py, which finds its workshop beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "build"))
        yield SimpleNamespace(**runpy.run_path(str(ROOT / "build" / "sounds.py")))


def decoded(path: Path) -> np.ndarray:
    """Return the samples in rows: one, or left and right."""
    samples, rate_hz = soundfile.read(path, always_2d=True)
    assert rate_hz == 44_100
    return samples.T


def level_db(samples: np.ndarray) -> float:
    return float(20 * np.log10(np.sqrt(np.mean(samples**2))))


@each("path", FILES)
def test_sound_does_not_clip(path: Path) -> None:
    assert np.max(np.abs(decoded(path))) <= 10 ** (-1 / 20)


@each("path", FILES)
def test_sound_has_no_offset_from_zero(path: Path) -> None:
    samples = decoded(path)
    assert np.max(np.abs(np.mean(samples, axis=1))) < 0.01 * np.max(np.abs(samples))


@each("path", EFFECTS)
def test_effect_begins_and_ends_in_silence_with_no_click(path: Path) -> None:
    samples = decoded(path)
    assert np.max(np.abs(samples[:, [0, -1]])) < 0.01
    assert np.max(np.abs(samples[:, -40:])) < 0.05 * np.max(np.abs(samples))


@each("path", EFFECTS)
def test_effect_is_short_and_its_file_small(path: Path) -> None:
    assert decoded(path).shape[1] / 44_100 <= 2.0
    assert path.stat().st_size <= 30_000


@each("path", EFFECTS)
def test_effect_is_as_loud_as_the_others_of_its_class(path: Path, script: SimpleNamespace) -> None:
    wanted_db, _maker = script.EFFECTS[path.stem]
    assert script.loudness_db(decoded(path)) == pytest.approx(wanted_db, abs=1.0)


def test_effect_classes_never_drown_each_other_and_the_road_is_quieter(script: SimpleNamespace) -> None:
    effects_db = [script.loudness_db(decoded(path)) for path in EFFECTS]
    assert max(effects_db) - min(effects_db) < 12
    assert level_db(decoded(ROAD)) < min(effects_db)


@each("path", FILES)
def test_sound_script_makes_the_committed_files(path: Path, script: SimpleNamespace) -> None:
    samples, made = decoded(path), np.atleast_2d(script.made(path.stem))
    assert samples.shape == made.shape
    # The encoder loses what is not heard, most of it in noise.
    alike = np.sum(samples * made) / np.sqrt(np.sum(samples**2) * np.sum(made**2))
    assert alike > 0.93


def test_road_and_crowd_sound_wider_than_a_car_in_front_of_the_player() -> None:
    def likeness(name: str) -> float:
        left, right = decoded(ROOT / "assets" / "sounds" / f"{name}.ogg")
        return float(np.corrcoef(left, right)[0, 1])

    assert max(likeness("ambience"), likeness("crowd")) < 0.75
    assert min(likeness("lay"), likeness("crash")) > 0.8


def test_fanfare_and_crowd_do_not_clip_together() -> None:
    fanfare, crowd = (decoded(ROOT / "assets" / "sounds" / f"{name}.ogg") for name in ("win", "crowd"))
    both = np.zeros((2, max(fanfare.shape[1], crowd.shape[1])))
    for samples in (fanfare, crowd):
        both[:, : samples.shape[1]] += samples
    assert np.max(np.abs(both)) < 1


def test_sounds_of_the_script_are_all_committed(script: SimpleNamespace) -> None:
    assert {path.stem for path in FILES} == {*script.EFFECTS, script.ROAD}


def test_road_sound_loops_with_no_seam() -> None:
    samples = decoded(ROAD)
    steps = np.diff(np.concatenate((samples[:, -3:], samples[:, :3]), axis=1))
    bends = np.diff(steps)
    assert np.max(np.abs(steps)) <= np.percentile(np.abs(np.diff(samples)), 99.9)
    assert np.max(np.abs(bends)) <= np.percentile(np.abs(np.diff(samples, 2)), 99.9)
    before, after = samples[:, -8820:], samples[:, :8820]
    assert level_db(before) == pytest.approx(level_db(after), abs=3)


def test_mixer_adds_no_gap_to_the_road_sound() -> None:
    pygame.mixer.init(44_100, -16, 2)
    try:
        frames = len(pygame.mixer.Sound(ROAD).get_raw()) // 4
    finally:
        pygame.mixer.quit()
    assert frames == decoded(ROAD).shape[1]
