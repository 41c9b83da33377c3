"""The mixer that is really there, on SDL's dummy device, whose clock runs although nobody listens."""

from __future__ import annotations

import inspect
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import get_args
from unittest.mock import Mock

import pygame
import pytest

from game.system.resources import data_root
from game.ui.audio import AMBIENCE, RESERVED_VOICES, MixerOutput, SoundName, sound_files
from game.ui.music import THEMES

os.environ["SDL_AUDIODRIVER"] = "dummy"
PATIENCE_S = 10.0
PLAY = inspect.unwrap(MixerOutput.play)
"""At once: a short sound might be over before anybody looks."""


@pytest.fixture
def output() -> Iterator[MixerOutput]:
    output = MixerOutput()
    assert output.open()
    yield output
    output.close()


def heard() -> int:
    """How many voices sound now, those of ambience and music apart."""
    return sum(pygame.mixer.Channel(n).get_busy() for n in range(RESERVED_VOICES, pygame.mixer.get_num_channels()))


def comes_true(what: Callable[[], object]) -> bool:
    """Whether that comes true soon: what the output is told it does aside."""
    give_up_s = time.monotonic() + PATIENCE_S
    while not what():
        if time.monotonic() > give_up_s:
            return False
        time.sleep(0.005)
    return True


def hums() -> bool:
    return pygame.mixer.Channel(0).get_busy()


def test_sound_names_and_sound_files_match() -> None:
    files = {path.stem for path in (data_root() / "assets" / "sounds").iterdir()}
    assert files == {AMBIENCE, *(file for name in get_args(SoundName) for file in sound_files(name))}


def test_sound_is_heard_left_and_right(output: MixerOutput) -> None:
    how = pygame.mixer.get_init()
    assert how is not None
    rate_hz, _bits, channels = how
    sound = next(output._effects["horn"])
    assert channels == 2
    assert len(sound.get_raw()) == 4 * round(rate_hz * sound.get_length())


def test_sounds_can_all_be_played(output: MixerOutput) -> None:
    for name in get_args(SoundName):
        pygame.mixer.stop()
        PLAY(output, name, 0.5)
        assert heard() == 1, name


def test_sounds_beyond_the_voices_are_dropped_and_spare_the_ambience(output: MixerOutput) -> None:
    output.set_ambience_gain(0.2)
    for _ in range(40):
        PLAY(output, "horn", 0.5)
    assert heard() == pygame.mixer.get_num_channels() - RESERVED_VOICES
    assert comes_true(hums)


def test_ambience_changes_its_volume_and_ends_at_0(output: MixerOutput) -> None:
    for gain in (0.2, 0.7):
        output.set_ambience_gain(gain)
        assert comes_true(hums)
    output.set_ambience_gain(0.0)
    assert comes_true(lambda: not hums())
    output.set_ambience_gain(0.2)
    assert comes_true(hums)


def test_mixer_that_blocks_makes_no_caller_wait(output: MixerOutput, monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on, channel = Event(), pygame.mixer.Channel

    def late(voice: int) -> pygame.mixer.Channel:
        assert may_go_on.wait(PATIENCE_S)
        return channel(voice)

    with monkeypatch.context() as patch:
        patch.setattr("pygame.mixer.Channel", late)
        output.set_ambience_gain(0.2)
        output.play("horn", 0.5)
        output.start_chorus(0.5, 0.0)
        assert not output.is_chorus_over()
        may_go_on.set()
        assert comes_true(output.is_chorus_over)
    assert hums()


def music_voices() -> list[bool]:
    return [pygame.mixer.Channel(n).get_busy() for n in range(1, RESERVED_VOICES)]


def test_chorus_is_played_and_fades_into_the_next(output: MixerOutput) -> None:
    assert output.is_chorus_over()
    assert output.load_chorus(THEMES["title"][0][0])
    output.start_chorus(0.5, 0.0)
    assert comes_true(lambda: sorted(music_voices()) == [False, True])
    assert output.load_chorus(THEMES["race"][0][0])
    output.start_chorus(0.5, 0.2)
    assert comes_true(lambda: music_voices() == [True, True])
    assert comes_true(lambda: not all(music_voices()))
    assert not output.is_chorus_over()


def test_held_music_is_not_over_and_goes_on(output: MixerOutput) -> None:
    output.load_chorus(THEMES["win"][0][0])
    output.start_chorus(0.5, 0.0)
    output.pause_music(paused=True)
    assert not output.is_chorus_over()
    output.pause_music(paused=False)
    output.set_music_gain(0.2)
    assert not output.is_chorus_over()


def test_missing_music_file_is_reported(output: MixerOutput, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.system.resources.data_root", lambda: Path("/nowhere"))
    assert not output.load_chorus(THEMES["title"][0][0])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(path.read_bytes()[:900]),
        lambda path: path.write_bytes(path.read_bytes()[:3000]),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"no sound at all"),
        lambda path: path.unlink(),
    ],
    ids=["a beginning", "a half", "nothing", "something else", "missing"],
)
def test_broken_sound_leaves_all_others_playable(
    spoil: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(data_root() / "assets" / "sounds", tmp_path / "assets" / "sounds")
    for name in ("horn", "slip_2", AMBIENCE):
        spoil(tmp_path / "assets" / "sounds" / f"{name}.ogg")
    monkeypatch.setattr("game.system.resources.data_root", lambda: tmp_path)
    output = MixerOutput()
    try:
        assert output.open()
        output.set_ambience_gain(0.5)
        output.play("horn", 0.5)
        assert comes_true(output.is_chorus_over)  # so all is done
        pygame.mixer.stop()
        for name in ("lay", "slip", "slip"):
            pygame.mixer.stop()
            PLAY(output, name, 0.5)
            assert heard() == 1, name
    finally:
        output.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only there ALSA is asked")
@pytest.mark.parametrize(("found", "driver"), [([], "pulseaudio"), (["/dev/snd/pcmC0D0p"], "")])
def test_sound_servers_alone_are_tried_without_a_sound_card(
    found: list[str], driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SDL_AUDIODRIVER")
    monkeypatch.setattr("game.ui.audio.glob", lambda _path: found)
    monkeypatch.setattr("pygame.mixer.init", Mock(side_effect=pygame.error("no device")))
    assert not MixerOutput().open()
    assert os.environ.get("SDL_AUDIODRIVER", "").partition(",")[0] == driver


def test_audio_driver_that_was_chosen_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ui.audio.glob", lambda _path: [])
    output = MixerOutput()
    assert output.open()
    output.close()
    assert os.environ["SDL_AUDIODRIVER"] == "dummy"


def test_mixer_without_a_device_does_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing")
    assert not MixerOutput().open()
