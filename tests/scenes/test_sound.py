"""What is heard while the program is played, by an output that writes it down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pygame
import pytest

from game.engine.cards import card
from game.features.play.scene import TableScene, leg_music
from game.features.result.scene import ResultScene
from game.i18n import LANGUAGES
from game.settings.settings import LOUDEST, MUSIC_VOLUME, AnimationSpeed
from game.ui.audio import SoundName, gain_of
from game.ui.music import THEMES
from tests.cases import each
from tests.features.result.result_scenes import ended as how_it_ended
from tests.features.result.result_scenes import exits, standings
from tests.fixed_decks import saved_match, sit_down
from tests.recording_output import RecordingOutput
from tests.table.positions import observation
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
    driver.key(pygame.K_1 + scene.match.observation.hand.index(card(card_id)))
    driver.key(pygame.K_RETURN)


def test_match_begins_with_the_sound_of_dealing(driver: Driver, output: RecordingOutput) -> None:
    driver.click("Race")
    driver.wait(1.0)
    assert output.names[:11] == ["press", *["slip"] * 10]


def test_laid_card_is_heard_to_land_and_the_car_to_drive(driver: Driver, output: RecordingOutput) -> None:
    scene = table(driver)
    driver.settle()
    output.played.clear()
    lay(driver, scene, "km_100")
    driver.until(lambda: len(output.played) >= 2)
    driver.wait(0.3)
    assert output.names[:2] == ["lay", "engine_steady"]
    assert output.names.count("engine_steady") == 1


def test_attack_on_the_viewer_is_heard_to_fly_land_and_strike_once(driver: Driver, output: RecordingOutput) -> None:
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
    "motion",
    [{"speed": AnimationSpeed.OFF}, {"reduced_motion": True}, {"speed": AnimationSpeed.SLOW}],
    ids=["off", "reduced", "slow"],
)
def test_sounds_are_heard_however_little_moves(driver: Driver, output: RecordingOutput, motion: dict[str, Any]) -> None:
    driver.app.save_settings(driver.app.settings.with_values(**motion))
    scene = table(driver, "1 flat_tire > 0")
    driver.settle()
    output.played.clear()
    lay(driver, scene, "km_25")
    driver.settle()
    names = output.names
    assert [names.count(name) for name in ("engine_slow", "flat", "swish", "lay")] == [1, 1, 1, 2]
    assert "slip" in names


def test_skipped_animation_is_not_heard(driver: Driver, output: RecordingOutput) -> None:
    scene = table(driver)
    driver.settle()
    output.played.clear()
    lay(driver, scene, "km_100")
    driver.until(lambda: scene.animation.current is not None)
    driver.key(pygame.K_F5)
    driver.pump(3)
    assert not {"lay", "engine_steady"} & set(output.names)


def test_card_dropped_where_it_cannot_lie_knocks(driver: Driver, output: RecordingOutput) -> None:
    scene = table(driver)
    driver.settle()
    output.played.clear()
    at = middle(driver.control(f"card/{scene.match.observation.hand.index(card('repairs'))}"))
    driver.drag(at, (at[0], at[1] - 200))
    assert output.names == ["knock"]


def test_volume_settings_set_how_loud_sounds_are(driver: Driver, output: RecordingOutput) -> None:
    settings = driver.app.settings
    assert output.hums == [gain_of(settings.machine.ambience_volume / LOUDEST)]
    driver.app.sound.play("bell")
    assert output.played[-1] == ("bell", gain_of(settings.machine.effects_volume / LOUDEST))


def test_speaker_closes_with_the_program(tmp_path: Path) -> None:
    output = RecordingOutput()
    with open_window(tmp_path / "user", output=output) as driver:
        driver.until(lambda: output.is_open, "the output")
    assert not output.is_open


def test_missing_sound_device_leaves_the_game_playable(tmp_path: Path) -> None:
    output = RecordingOutput(has_device=False)
    with open_window(tmp_path / "user", output=output) as driver:
        scene = table(driver)
        driver.settle()
        lay(driver, scene, "km_100")
        driver.settle()
    assert (output.played, output.hums) == ([], [])


def test_sound_switched_on_again_is_heard_at_once(driver: Driver, output: RecordingOutput) -> None:
    driver.key(pygame.K_m)
    assert output.played == []
    driver.key(pygame.K_m)
    assert output.names == ["press"]


def test_mute_key_silences_every_screen_and_is_remembered(tmp_path: Path) -> None:
    output = RecordingOutput()
    with open_window(tmp_path / "user", output=output) as driver:
        driver.until(lambda: bool(output.hums), "the output")
        driver.key(pygame.K_m)
        table(driver)
        driver.app.sound.play("bell")
        assert output.played == []
        assert output.hums[-1] == 0.0
    with open_window(tmp_path / "user", output=RecordingOutput()) as driver:
        assert driver.app.settings.machine.muted
        driver.key(pygame.K_m)
        assert not driver.app.settings.machine.muted


def test_mute_key_shows_a_toast_for_a_moment(driver: Driver) -> None:
    before = top_of(driver)
    driver.key(pygame.K_m)
    driver.pump()
    assert top_of(driver) != before
    driver.wait(2.0)
    assert top_of(driver) == before


def test_sound_button_at_the_table_follows_the_mute_key(driver: Driver) -> None:
    table(driver)
    driver.press("sound")
    assert driver.app.settings.machine.muted
    driver.pump()
    assert driver.control("sound").name == "Switch the sound on"
    driver.key(pygame.K_m)
    driver.pump()
    assert driver.control("sound").name == "Switch the sound off"


def test_pressed_control_is_heard(driver: Driver, output: RecordingOutput) -> None:
    driver.click("Settings")
    driver.key(pygame.K_RETURN)
    assert output.names == ["press", "press"]


def test_sound_setting_follows_the_mute_key(driver: Driver) -> None:
    driver.click("Settings")
    driver.press("categories.picture")
    assert driver.control("sound").value == "on"
    driver.key(pygame.K_m)
    driver.pump()
    assert driver.control("sound").value == "off"


def top_of(driver: Driver) -> bytes:
    """The pixels at the top of the window, where notices stand."""
    w, h = driver.app.size
    return pygame.image.tobytes(driver.picture().subsurface((0, 0, w, h // 6)), "RGB")


# -- music ------------------------------------------------------------------------------------------------------------


def piece_of(output: RecordingOutput) -> str:
    begun = output.begun[-1][0] if output.begun else ""
    return next((piece for piece, themes in THEMES.items() if any(begun in theme for theme in themes)), "")


def test_title_music_plays_on_title_and_settings(driver: Driver, output: RecordingOutput) -> None:
    driver.until(lambda: bool(output.begun), "music")
    driver.click("Settings")
    driver.wait(1)
    assert (driver.app.sound.music.piece, piece_of(output)) == ("title", "title")


def test_race_music_plays_during_a_leg_and_under_its_menu(driver: Driver, output: RecordingOutput) -> None:
    table(driver)
    driver.until(lambda: piece_of(output) == "race", "the race")
    driver.key(pygame.K_ESCAPE)
    driver.wait(1)
    assert driver.app.sound.music.piece == "race"
    driver.app.go_home()
    driver.until(lambda: piece_of(output) == "title", "the title's music")


@pytest.mark.parametrize(
    ("km", "target", "expected"),
    [((0, 0), 700, "race"), ((0, 475), 700, "race"), ((0, 500), 700, "last_200"), ((700, 0), 700, "last_200"),
     ((700, 0), 1000, "race"), ((25, 800), 1000, "last_200")],
)  # fmt: skip
def test_last_200_km_of_any_side_have_their_own_music(km: tuple[int, int], target: int, expected: str) -> None:
    now = observation(2)
    sides = tuple(replace(side, km=driven_km) for side, driven_km in zip(now.sides, km, strict=True))
    assert leg_music(replace(now, sides=sides, target=target)) == expected


@pytest.mark.parametrize(("place", "expected"), [(0, "win"), (1, "title")])
def test_winner_music_plays_only_if_the_viewer_has_won(
    driver: Driver, output: RecordingOutput, place: int, expected: str
) -> None:
    leave, ended = driver.app.go_home, standings()
    seen_from = replace(ended.names, viewer=ended.names.sides[ended.ranking[place]][0])
    result = how_it_ended(replace(ended, names=seen_from, match_winner=ended.ranking[0]))
    driver.app.go_to(ResultScene(driver.app, result, exits(leave, leave), celebrates=True))
    driver.until(lambda: piece_of(output) == expected, expected)


def test_music_key_switches_the_music_off_and_on_at_its_old_volume(driver: Driver) -> None:
    """The key shows a toast."""
    driver.app.save_settings(driver.app.settings.with_values(music_volume=6))
    before = top_of(driver)
    driver.key(pygame.K_F9)
    driver.pump()
    assert driver.app.settings.machine.music_volume == 0
    assert top_of(driver) != before
    driver.key(pygame.K_F9)
    assert driver.app.settings.machine.music_volume == 6


def test_music_key_ends_the_mute(driver: Driver) -> None:
    driver.key(pygame.K_m)
    driver.key(pygame.K_F9)
    settings = driver.app.settings
    assert (settings.machine.muted, settings.machine.music_volume) == (False, MUSIC_VOLUME)


def test_music_switched_off_stays_off_at_the_next_start(tmp_path: Path) -> None:
    with open_window(tmp_path / "user", output=RecordingOutput()) as driver:
        driver.key(pygame.K_F9)
    output = RecordingOutput()
    with open_window(tmp_path / "user", output=output) as driver:
        driver.until(lambda: bool(output.hums), "the output")
        driver.wait(2)
        assert (driver.app.settings.machine.music_volume, output.begun) == (0, [])
        driver.key(pygame.K_F9)
        assert driver.app.settings.machine.music_volume == MUSIC_VOLUME
        driver.until(lambda: bool(output.begun), "music")


def test_music_setting_follows_the_music_key(driver: Driver) -> None:
    driver.click("Settings")
    driver.press("categories.picture")
    assert driver.control("music_volume").value == str(MUSIC_VOLUME)
    driver.key(pygame.K_F9)
    driver.pump()
    assert driver.control("music_volume").value == "0"


def test_music_is_softer_during_an_important_sound(driver: Driver, output: RecordingOutput) -> None:
    driver.until(lambda: bool(output.begun), "music")
    driver.wait(2)
    loud = output.music_gains[-1]
    driver.app.sound.play("slip")
    driver.wait(0.7)
    assert output.music_gains[-1] == loud
    driver.app.sound.play("crash")
    driver.wait(0.7)
    assert output.music_gains[-1] < 0.6 * loud
    driver.wait(3)
    assert output.music_gains[-1] == loud


# -- captions ---------------------------------------------------------------------------------------------------------


def caption(driver: Driver) -> str:
    return next((node.name for node in driver.app.nodes() if node.id == "sound_caption"), "")


@pytest.fixture
def reader(driver: Driver) -> Driver:
    """A player who has the captions on, and all sound off."""
    driver.app.save_settings(driver.app.settings.with_values(captions=True, muted=True))
    return driver


def test_captions_are_off_by_default(driver: Driver) -> None:
    driver.app.sound.play("crash")
    driver.pump()
    assert caption(driver) == ""


def test_caption_of_an_attack_on_the_viewer_lasts_for_a_moment(reader: Driver, output: RecordingOutput) -> None:
    scene = table(reader, "1 flat_tire > 0")
    reader.settle()
    lay(reader, scene, "km_25")
    reader.until(lambda: caption(reader) == "A tire bursts – attack on you", "the caption")
    assert output.names == []
    reader.wait(3)
    reader.settle()
    assert caption(reader) == ""


def test_caption_of_an_attack_on_another_names_its_target(reader: Driver) -> None:
    scene = table(reader, "1 flat_tire > 2")
    reader.settle()
    lay(reader, scene, "km_25")
    reader.until(lambda: caption(reader) == f"A tire bursts – attack on {scene.stage.names.side(2)}", "the caption")


def test_caption_of_a_frequent_sound_never_hides_a_telling_one(reader: Driver) -> None:
    reader.app.sound.play("slip")
    reader.pump()
    assert caption(reader) == "A card is drawn"
    reader.app.sound.play("crash")
    reader.app.sound.play("slip")
    reader.pump()
    assert caption(reader) == "Crash"
    reader.wait(3)
    reader.app.sound.play("slip")
    reader.pump()
    assert caption(reader) == "A card is drawn"


@each(("language", "sound"), product(LANGUAGES, sorted(set(get_args(SoundName)) - {"press"})))
def test_sounds_all_have_captions_in_every_language(reader: Driver, sound: SoundName, language: str) -> None:
    if reader.app.settings.person.language != language:
        reader.app.set_language(language)
    reader.clock.now_s += 5
    reader.pump()
    assert caption(reader) == ""
    reader.app.sound.play(sound)
    reader.pump()
    assert caption(reader)


def test_caption_plate_leaves_the_picture_as_it_was(reader: Driver) -> None:
    table(reader)
    reader.settle()
    reader.wait(3)
    before = top_of(reader)
    reader.app.sound.play("bell")
    reader.pump()
    assert top_of(reader) != before
    reader.wait(3)
    assert top_of(reader) == before


def test_caption_announces_the_quicker_music(reader: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    table(reader)
    reader.settle()
    reader.wait(3)
    assert caption(reader) == ""
    monkeypatch.setattr(TableScene, "music", lambda _scene: "last_200")
    reader.pump()
    assert caption(reader) == "Faster music – the last 200 km"
