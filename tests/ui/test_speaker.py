"""The mixer that is really there, on SDL's dummy device, whose clock runs although nobody listens."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import get_args

import pygame
import pytest

from game.ui.resources import data_root
from game.ui.sound import AMBIENCE, SoundName
from game.ui.speaker import MixerSpeaker, files_of

os.environ["SDL_AUDIODRIVER"] = "dummy"
PATIENCE_S = 10.0


@pytest.fixture
def speaker() -> Iterator[MixerSpeaker]:
    speaker = MixerSpeaker()
    assert speaker.open()
    yield speaker
    speaker.close()


def heard() -> int:
    """How many voices sound now, the ambience's apart."""
    return sum(pygame.mixer.Channel(n).get_busy() for n in range(1, pygame.mixer.get_num_channels()))


def hums() -> bool:
    return pygame.mixer.Channel(0).get_busy()


def test_every_name_has_its_files_and_every_file_its_name() -> None:
    files = {path.stem for path in (data_root() / "assets" / "sounds").iterdir()}
    assert files == {AMBIENCE, *(file for name in get_args(SoundName) for file in files_of(name))}


def test_every_sound_can_be_played(speaker: MixerSpeaker) -> None:
    for name in get_args(SoundName):
        pygame.mixer.stop()
        speaker.play(name, 0.5)
        assert heard() == 1, name


def test_more_sounds_than_voices_are_left_out_and_leave_the_ambience_alone(speaker: MixerSpeaker) -> None:
    speaker.hum(0.2)
    for _ in range(40):
        speaker.play("horn", 0.5)
    assert heard() == pygame.mixer.get_num_channels() - 1
    assert hums()


def test_the_ambience_goes_on_at_another_volume_and_ends_when_it_is_0(speaker: MixerSpeaker) -> None:
    for gain in (0.2, 0.7):
        speaker.hum(gain)
        assert hums()
    speaker.hum(0.0)
    give_up_s = time.monotonic() + PATIENCE_S
    while hums():
        assert time.monotonic() < give_up_s
        time.sleep(0.01)
    speaker.hum(0.2)
    assert hums()


def test_without_a_device_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing")
    assert not MixerSpeaker().open()
