"""What is heard while the program is played, by an output that writes it down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.engine.cards import card
from game.scenes.table.scene import TableScene
from game.session.settings import LOUDEST, Speed
from game.ui.audio import gain_of
from tests.fixed_decks import saved_match, sit_down
from tests.recording_output import RecordingOutput
from tests.window import Driver, middle, open_window

ROLLING = ["0 go", "1 go", "2 go", "3 go"]
HANDS = ["go accident stop driving_ace km_100 km_25", "go flat_tire", "go", "go"]
DRAWS = "speed_limit km_50 km_50 km_50 repairs km_25 km_25 km_25"


@pytest.fixture
def output() -> RecordingOutput:
    return RecordingOutput()


@pytest.fixture
def driver(tmp_path: Path, output: RecordingOutput) -> Iterator[Driver]:
    with open_window(tmp_path / "user", output=output) as running:
        running.until(lambda: bool(output.hums), "the output")
        yield running


def table(driver: Driver, *script: str) -> TableScene:
    """Seat 0's turn, everybody rolling; hand: km_25, km_100, stop, speed_limit, accident, repairs, driving_ace."""
    scene = sit_down(driver, saved_match(HANDS, DRAWS, ROLLING), script)
    assert isinstance(scene, TableScene)
    return scene


def lay(driver: Driver, scene: TableScene, card_id: str) -> None:
    """Choose a card by its number and lay it by Enter."""
    driver.key(pygame.K_1 + scene.observation.hand.index(card(card_id)))
    driver.key(pygame.K_RETURN)


def test_a_match_begins_with_the_cards_being_dealt(driver: Driver, output: RecordingOutput) -> None:
    driver.click("Play a match")
    driver.wait(1.0)
    assert output.names[:11] == ["press", *["slip"] * 10]


def test_a_card_laid_is_heard_to_land_and_the_car_to_drive(driver: Driver, output: RecordingOutput) -> None:
    scene = table(driver)
    driver.settle()
    output.played.clear()
    lay(driver, scene, "km_100")
    driver.until(lambda: len(output.played) >= 2)
    driver.wait(0.3)
    assert output.names[:2] == ["lay", "engine_steady"]
    assert output.names.count("engine_steady") == 1


def test_an_attack_on_the_viewer_is_heard_to_fly_to_land_and_to_strike_once(
    driver: Driver, output: RecordingOutput
) -> None:
    scene = table(driver, "1 flat_tire > 0")
    driver.settle()
    output.played.clear()
    lay(driver, scene, "km_25")
    driver.settle()
    names = output.names
    attacked = names.index("swish")
    assert names[attacked : attacked + 3] == ["swish", "lay", "flat"]
    assert [names.count(name) for name in ("swish", "flat", "engine_slow")] == [1, 1, 1]


@pytest.mark.parametrize(
    "motion", [{"speed": Speed.OFF}, {"reduced_motion": True}, {"speed": Speed.SLOW}], ids=["off", "reduced", "slow"]
)
def test_what_happens_is_heard_however_little_moves(
    driver: Driver, output: RecordingOutput, motion: dict[str, Any]
) -> None:
    driver.app.save_settings(replace(driver.app.settings, **motion))
    scene = table(driver, "1 flat_tire > 0")
    driver.settle()
    output.played.clear()
    lay(driver, scene, "km_25")
    driver.settle()
    names = output.names
    assert [names.count(name) for name in ("engine_slow", "flat", "swish", "lay")] == [1, 1, 1, 2]
    assert "slip" in names


def test_what_is_skipped_is_not_heard(driver: Driver, output: RecordingOutput) -> None:
    scene = table(driver)
    driver.settle()
    output.played.clear()
    lay(driver, scene, "km_100")
    driver.until(lambda: scene.animation.current is not None)
    driver.key(pygame.K_F5)
    driver.pump(3)
    assert not {"lay", "engine_steady"} & set(output.names)


def test_a_card_that_cannot_lie_there_knocks(driver: Driver, output: RecordingOutput) -> None:
    scene = table(driver)
    driver.settle()
    output.played.clear()
    at = middle(driver.control(f"card/{scene.observation.hand.index(card('repairs'))}"))
    driver.drag(at, (at[0], at[1] - 200))
    assert output.names == ["knock"]


def test_the_volumes_of_the_settings_are_heard(driver: Driver, output: RecordingOutput) -> None:
    settings = driver.app.settings
    assert output.hums == [gain_of(settings.ambience_volume / LOUDEST)]
    driver.app.sound.play("bell")
    assert output.played[-1] == ("bell", gain_of(settings.effects_volume / LOUDEST))


def test_closing_the_program_closes_the_speaker(tmp_path: Path) -> None:
    output = RecordingOutput()
    with open_window(tmp_path / "user", output=output) as driver:
        driver.until(lambda: output.is_open, "the output")
    assert not output.is_open


def test_without_a_device_the_game_is_played_in_silence(tmp_path: Path) -> None:
    output = RecordingOutput(has_device=False)
    with open_window(tmp_path / "user", output=output) as driver:
        scene = table(driver)
        driver.settle()
        lay(driver, scene, "km_100")
        driver.settle()
    assert (output.played, output.hums) == ([], [])


def test_switched_on_again_the_sound_is_heard_at_once(driver: Driver, output: RecordingOutput) -> None:
    driver.key(pygame.K_m)
    assert output.played == []
    driver.key(pygame.K_m)
    assert output.names == ["press"]


def test_m_silences_every_screen_and_is_remembered(tmp_path: Path) -> None:
    output = RecordingOutput()
    with open_window(tmp_path / "user", output=output) as driver:
        driver.until(lambda: bool(output.hums), "the output")
        driver.key(pygame.K_m)
        table(driver)
        driver.app.sound.play("bell")
        assert output.played == []
        assert output.hums[-1] == 0.0
    with open_window(tmp_path / "user", output=RecordingOutput()) as driver:
        assert driver.app.settings.muted
        driver.key(pygame.K_m)
        assert not driver.app.settings.muted


def test_m_says_for_a_moment_what_it_did(driver: Driver) -> None:
    before = top_of(driver)
    driver.key(pygame.K_m)
    driver.pump()
    assert top_of(driver) != before
    driver.wait(2.0)
    assert top_of(driver) == before


def test_the_table_has_a_button_for_it_that_follows_the_key(driver: Driver) -> None:
    table(driver)
    driver.press("sound")
    assert driver.app.settings.muted
    driver.pump()
    assert driver.control("sound").name == "Switch the sound on"
    driver.key(pygame.K_m)
    driver.pump()
    assert driver.control("sound").name == "Switch the sound off"


def test_a_control_is_heard_when_it_is_pressed(driver: Driver, output: RecordingOutput) -> None:
    driver.click("Settings")
    driver.key(pygame.K_RETURN)
    assert output.names == ["press", "press"]


def test_the_settings_follow_the_key(driver: Driver) -> None:
    driver.click("Settings")
    assert driver.control("sound").value == "on"
    driver.key(pygame.K_m)
    driver.pump()
    assert driver.control("sound").value == "off"


def top_of(driver: Driver) -> bytes:
    """The pixels at the top of the window, where notices stand."""
    w, h = driver.app.size
    return pygame.image.tobytes(driver.picture().subsurface((0, 0, w, h // 6)), "RGB")
