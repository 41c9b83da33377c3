from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

from game.ui.audio import Sounds, gain_of
from tests.recording_output import RecordingOutput


def opened(output: RecordingOutput, **volumes: float) -> Sounds:
    """The sounds once the output has opened, or has not."""
    sounds = Sounds(output)
    sounds.set_volumes(**{"effects": 0.7, "ambience": 0.4, **volumes}, muted=False)
    sounds.update(0.0)
    assert sounds._loader is not None
    sounds._loader.join(10)
    sounds.update(0.0)
    return sounds


def test_sound_is_as_loud_as_its_volume() -> None:
    output = RecordingOutput()
    opened(output, effects=1).play("lay")
    opened(output, effects=0.5).play("slip")
    assert output.played == [("lay", 1.0), ("slip", 0.25)]


def test_volume_steps_each_get_louder() -> None:
    gains = [gain_of(volume / 10) for volume in range(11)]
    assert (gains[0], gains[10]) == (0.0, 1.0)
    assert gains == sorted(set(gains))


def test_effects_and_ambience_have_volumes_of_their_own() -> None:
    output = RecordingOutput()
    sounds = opened(output, effects=0, ambience=1)
    sounds.play("lay")
    assert (output.played, output.hums) == ([], [1.0])
    sounds.set_volumes(effects=1, ambience=0, muted=False)
    sounds.update(0.0)
    sounds.play("lay")
    assert (output.names, output.hums) == (["lay"], [1.0, 0.0])


def test_muted_sound_is_not_heard_until_it_is_unmuted() -> None:
    output = RecordingOutput()
    sounds = opened(output, ambience=1)
    for muted in (True, False):
        sounds.set_volumes(effects=1, ambience=1, muted=muted)
        sounds.update(0.0)
        sounds.play("lay")
    assert (output.names, output.hums) == (["lay"], [1.0, 0.0, 1.0])


def test_muted_start_opens_no_device() -> None:
    output = RecordingOutput()
    sounds = Sounds(output)
    sounds.set_volumes(effects=0.7, ambience=0.4, muted=True)
    sounds.update(0.0)
    sounds.close()
    assert sounds._loader is None


def test_missing_audio_device_leaves_the_program_silent() -> None:
    output = RecordingOutput(has_device=False)
    sounds = opened(output)
    sounds.play("lay")
    sounds.close()
    assert (output.played, output.hums) == ([], [])


def test_sound_calls_return_at_once_while_the_device_opens() -> None:
    may_open = Event()

    class SlowSpeaker(RecordingOutput):
        def open(self) -> bool:
            return may_open.wait(10) and super().open()

    output = SlowSpeaker()
    sounds = Sounds(output)
    sounds.set_volumes(effects=1, ambience=1, muted=False)
    sounds.update(0.0)
    sounds.play("lay")
    sounds.update(0.0)
    assert (output.played, output.hums) == ([], [])
    may_open.set()
    sounds.close()
    assert not output.is_open


@pytest.mark.parametrize(
    ("change", "hears_effects"),
    [
        (lambda sounds, back: sounds.set_window_state(has_focus=back), True),
        (lambda sounds, back: sounds.set_window_state(is_seen=back), False),
    ],
    ids=["another_window_has_the_focus", "the_window_is_put_away"],
)
def test_ambience_pauses_while_the_window_is_away(
    change: Callable[[Sounds, bool], None], *, hears_effects: bool
) -> None:
    output = RecordingOutput()
    sounds = opened(output, ambience=1)
    change(sounds, False)
    sounds.update(0.0)
    sounds.play("lay")
    assert (bool(output.played), output.hums) == (hears_effects, [1.0, 0.0])
    change(sounds, True)
    sounds.update(0.0)
    assert output.hums[-1] == 1.0
