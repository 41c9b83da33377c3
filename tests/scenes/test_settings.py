"""The settings: every one acts at once and is remembered, by mouse and by keyboard."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.i18n import LANGUAGES
from game.scenes.menu import MenuScene
from game.scenes.settings import settings_layout
from game.scenes.table.scene import TableScene
from game.session.settings import HandOrder, Pace, Settings, Speed
from game.session.storage.settings_file import SettingsFile
from game.table.animation.timing import Timing
from game.ui.drawing import text
from tests.fit import watching
from tests.scenes.test_whole_leg import sit_down
from tests.window import Driver, hurry, middle, open_window

SIZES = ((960, 540), (1280, 720), (1920, 1080), (2560, 1080), (1080, 1350), (3840, 2160))


@pytest.fixture
def settings(driver: Driver) -> Driver:
    """The settings, opened from the title."""
    driver.click("Settings")
    assert driver.scene == "settings"
    return driver


def stored(folder: Path) -> Settings:
    return SettingsFile.from_bytes((folder / "user" / "settings.json").read_bytes()).settings


def step_at(driver: Driver, id: str, step: float) -> tuple[int, int]:
    """The point on a slider where its knob stands at that step of ten."""
    slider = next(w for w in driver.app.scene.controls.widgets if w.id == id)  # type: ignore[attr-defined]
    return round(slider.track.x + slider.track.w * step / 10), slider.rect.centery


@pytest.mark.parametrize(
    ("control", "field", "value"),
    [
        ("speed.slow", "speed", Speed.SLOW),
        ("speed.off", "speed", Speed.OFF),
        ("pace.calm", "pace", Pace.CALM),
        ("pace.quick", "pace", Pace.QUICK),
        ("hand_order.sorted", "hand_order", HandOrder.SORTED),
        ("reduced_motion", "reduced_motion", True),
        ("captions", "captions", True),
        ("sound", "muted", True),
    ],
)
def test_every_setting_is_taken_over_at_once_and_remembered(
    settings: Driver, tmp_path: Path, control: str, field: str, value: object
) -> None:
    settings.press(control)
    assert getattr(settings.app.settings, field) == value
    assert settings.control(control).value == ("off" if control == "sound" else "on")
    settings.until(lambda: getattr(stored(tmp_path), field) == value, "the settings file")


def test_a_press_on_a_slider_sets_it_there(settings: Driver) -> None:
    settings.click(step_at(settings, "effects_volume", 3))
    assert settings.app.settings.effects_volume == 3
    assert settings.control("effects_volume").value == "3"


def test_the_volume_of_the_music_is_set_and_remembered(settings: Driver, tmp_path: Path) -> None:
    settings.click(step_at(settings, "music_volume", 8))
    assert settings.control("music_volume").value == "8"
    settings.until(lambda: stored(tmp_path).music_volume == 8, "the settings file")


def test_a_slider_follows_the_mouse_and_stops_at_its_ends(settings: Driver) -> None:
    start, end = step_at(settings, "ambience_volume", 4), step_at(settings, "ambience_volume", 25)
    settings.drag(start, (end[0], end[1] + 90))
    assert settings.app.settings.ambience_volume == 10
    settings.drag(step_at(settings, "ambience_volume", 10), step_at(settings, "ambience_volume", -9))
    assert settings.app.settings.ambience_volume == 0


def test_a_slider_acts_while_it_is_still_held(settings: Driver) -> None:
    settings.post(pygame.MOUSEBUTTONDOWN, pos=step_at(settings, "effects_volume", 7), button=1)
    settings.post(pygame.MOUSEMOTION, pos=step_at(settings, "effects_volume", 2.2), rel=(1, 1), buttons=(1, 0, 0))
    assert settings.app.settings.effects_volume == 2


def test_a_press_on_the_slider_s_label_moves_nothing(settings: Driver) -> None:
    x, y, _w, h = settings.control("effects_volume").rect
    settings.drag((x + 5, y + h // 2), step_at(settings, "effects_volume", 1))
    assert settings.app.settings.effects_volume == Settings().effects_volume


def test_the_keyboard_moves_a_slider(settings: Driver) -> None:
    settings.press("sound")
    settings.key(pygame.K_TAB)
    assert settings.focused == "effects_volume"
    for key, volume in ((pygame.K_LEFT, 6), (pygame.K_END, 10), (pygame.K_RIGHT, 10), (pygame.K_HOME, 0)):
        settings.key(key)
        assert settings.app.settings.effects_volume == volume


def test_the_language_changes_the_settings_themselves(settings: Driver) -> None:
    settings.press("language")
    settings.click("Deutsch")
    assert settings.app.settings.language == "de"
    assert settings.scene == "settings"
    assert settings.control("language").value == "Deutsch"


def test_full_screen_is_switched_at_once(settings: Driver) -> None:
    settings.press("fullscreen")
    assert settings.app.is_fullscreen
    assert settings.app.settings.fullscreen
    assert settings.control("fullscreen").value == "on"
    settings.key(pygame.K_F11)
    assert settings.control("fullscreen").value == "off"


@pytest.mark.parametrize("way", ["click", "escape", "enter"])
def test_the_settings_lead_back_to_where_they_were_opened(driver: Driver, way: str) -> None:
    driver.app.push(MenuScene(driver.app))
    driver.pump()
    driver.click("Settings")
    match way:
        case "click":
            driver.click("Done")
        case "escape":
            driver.key(pygame.K_ESCAPE)
        case "enter":
            driver.key(pygame.K_RETURN)
    assert driver.scene == "menu"


def test_what_is_set_in_the_menu_acts_on_the_running_match(driver: Driver) -> None:
    sit_down(driver, 3, MatchSetup.by_the_book("winning_moves", Seating.SOLO, 4))
    hurry(driver)
    table = driver.app.scene
    assert isinstance(table, TableScene)
    drawn = table.animation.rest.hand
    driver.key(pygame.K_ESCAPE)
    driver.click("Settings")
    for control in ("hand_order.sorted", "speed.fast", "pace.quick", "reduced_motion"):
        driver.press(control)
    driver.click("Done")
    driver.click("Continue")
    driver.settle()
    assert drawn != table.animation.rest.hand == tuple(sorted(drawn, key=lambda card: card.index))
    assert table.animation.timing == Timing(Speed.FAST.factor, Pace.QUICK, is_reduced=True)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_and_all_lies_on_the_plate(size: tuple[int, int]) -> None:
    places = settings_layout(size)
    steps = [rect for field in places.fields for rect in (field.name, field.note, field.steps)]
    rects = [places.head, *places.headings, *steps, *places.rows, places.done]
    for i, rect in enumerate(rects):
        assert places.plate.contains(rect)
        assert rect.collidelistall(rects) == [i]
    assert all(rect.h >= 32 for rect in (*places.rows, *(field.steps for field in places.fields), places.done))


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1080, 1350)])
def test_the_settings_fit_in_every_language(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_window(tmp_path, size=size) as driver:
        driver.press("settings")
        for code in LANGUAGES:
            driver.app.set_language(code)
            for choice in ("pace.calm", "pace.adaptive", "pace.quick", "hand_order.sorted", "hand_order.own"):
                driver.press(choice)
            driver.press("language")
            driver.click(middle(driver.control(f"language.{code}")))
            assert all(Rect(0, 0, *size).contains(node.rect) for node in driver.nodes())
        assert text.overflows == []


@pytest.mark.parametrize("size", SIZES)
def test_words_and_boxes_of_a_column_begin_at_one_line(tmp_path: Path, size: tuple[int, int]) -> None:
    with watching() as watch, open_window(tmp_path, size=size) as driver:
        driver.press("settings")
        driver.settle()
        places = settings_layout(size)
        columns = {round(field.steps.x) for field in places.fields} | {round(row.x) for row in places.rows}
        said = {line.words: line.place[0] for line in watch.lines if line.scene == "settings"}
        for words in ("Game", "Speed of the cards", "Order of the hand", "Less motion", "Effects", "Language"):
            assert min(abs(said[words] - column) for column in columns) <= 1, words


# -- a file that is not quite right -----------------------------------------------------------------------------------


def test_wrong_settings_are_named_at_the_start_once_and_the_rest_counts(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    form = json.loads(SettingsFile(Settings(language="de", pace=Pace.CALM)).to_bytes())
    path.write_text(json.dumps(form | {"effects_volume": 11, "card_speed": "warp", "mine": 1}), encoding="utf-8")
    with open_window(tmp_path, language=None) as driver:
        assert driver.control("message").name == (
            "Diese Einstellungen waren nicht lesbar und stehen wieder wie am Anfang: Tempo der Karten, Effekte."
        )
        driver.settle()
        driver.key(pygame.K_RETURN)
        assert (driver.scene, driver.app.settings) == ("title", Settings(language="de", pace=Pace.CALM))
    assert json.loads(path.read_text(encoding="utf-8")) == form | {"mine": 1}
    with open_window(tmp_path, language=None) as driver:
        assert driver.scene == "title"


def test_settings_of_a_newer_version_are_left_alone_and_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    newer = b'{"format": "milestone-rally-settings", "version": 99, "language": "de"}'
    path.write_bytes(newer)
    with open_window(tmp_path, language=None) as driver:
        assert "newer version" in driver.control("message").name
        driver.settle()
        driver.key(pygame.K_RETURN)
        driver.app.toggle_mute()
        driver.settle()
        assert (driver.scene, driver.app.settings.muted) == ("title", True)
    assert path.read_bytes() == newer
