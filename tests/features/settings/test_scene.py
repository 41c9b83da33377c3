"""The settings: every one acts at once and is remembered, by mouse and by keyboard."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.features.play.menu import PauseMenuScene
from game.features.play.scene import TableScene
from game.features.settings.categories import CATEGORIES, Category
from game.i18n import LANGUAGES
from game.settings.bindings import DELIVERED_KEYS, Action
from game.settings.settings import AnimationSpeed, BotPace, ColorTheme, HandOrder, Machine, Person, ScanSpeed, Settings
from game.settings.settings_file import SettingsFile
from game.table.animation.timing import Timing
from game.ui.widgets.switches import Slider
from tests.features.play.test_whole_leg import sit_down
from tests.fit import look
from tests.persons import settings_of
from tests.window import Driver, hurry, open_window

PAGE_OF = {name: category.id for category in CATEGORIES for entry in category.entries for name in entry.names}
PAGE_OF |= {"sound": "picture", "language": "game", "fullscreen": "picture"}
"""The page of every setting, and of every control that is not called like its setting."""


@pytest.fixture
def volumes(settings: Driver) -> Driver:
    """The page of the sound."""
    settings.press("categories.picture")
    settings.post(pygame.MOUSEWHEEL, y=-30, x=0, flipped=False)
    return settings


@pytest.fixture
def settings(driver: Driver) -> Driver:
    """The settings, opened from the title."""
    driver.click("Settings")
    assert driver.scene == "settings"
    return driver


def press(driver: Driver, control: str) -> None:
    """Press a control on its page."""
    driver.press(f"categories.{PAGE_OF[control.partition('.')[0]]}")
    driver.press(control)


def stored(folder: Path) -> Settings:
    return SettingsFile.from_bytes((folder / "user" / "settings.json").read_bytes()).settings


def step_at(driver: Driver, id: str, step: float) -> tuple[int, int]:
    """The point on a slider where its knob stands at that step of ten, its page being open."""
    slider = next(w for w in driver.controls.widgets if w.id == id and isinstance(w, Slider))
    return round(slider.track.x + slider.track.w * step / 10), slider.rect.centery


@pytest.mark.parametrize(
    ("control", "field", "value"),
    [
        ("speed.slow", "speed", AnimationSpeed.SLOW),
        ("speed.off", "speed", AnimationSpeed.OFF),
        ("pace.calm", "pace", BotPace.CALM),
        ("pace.quick", "pace", BotPace.QUICK),
        ("hand_order.sorted", "hand_order", HandOrder.SORTED),
        ("reduced_motion", "reduced_motion", True),
        ("captions", "captions", True),
        ("theme.night", "theme", ColorTheme.NIGHT),
        ("theme.contrast", "theme", ColorTheme.CONTRAST),
        ("sound", "muted", True),
    ],
)
def test_settings_all_act_at_once_and_are_remembered(
    settings: Driver, tmp_path: Path, control: str, field: str, value: object
) -> None:
    press(settings, control)
    assert settings.app.settings.value(field) == value
    assert settings.control(control).value == ("off" if control == "sound" else "on")
    settings.until(lambda: stored(tmp_path).value(field) == value, "the settings file")


def test_slider_is_set_by_a_press_on_it(volumes: Driver) -> None:
    volumes.click(step_at(volumes, "effects_volume", 3))
    assert volumes.app.settings.machine.effects_volume == 3
    assert volumes.control("effects_volume").value == "3"


def test_music_volume_is_set_and_remembered(volumes: Driver, tmp_path: Path) -> None:
    volumes.click(step_at(volumes, "music_volume", 8))
    assert volumes.control("music_volume").value == "8"
    volumes.until(lambda: stored(tmp_path).machine.music_volume == 8, "the settings file")


def test_slider_follows_the_mouse_and_stops_at_its_ends(volumes: Driver) -> None:
    start, end = step_at(volumes, "ambience_volume", 4), step_at(volumes, "ambience_volume", 25)
    volumes.drag(start, (end[0], end[1] + 90))
    assert volumes.app.settings.machine.ambience_volume == 10
    volumes.drag(step_at(volumes, "ambience_volume", 10), step_at(volumes, "ambience_volume", -9))
    assert volumes.app.settings.machine.ambience_volume == 0


def test_slider_acts_while_it_is_still_held(volumes: Driver) -> None:
    volumes.post(pygame.MOUSEBUTTONDOWN, pos=step_at(volumes, "effects_volume", 7), button=1)
    volumes.post(pygame.MOUSEMOTION, pos=step_at(volumes, "effects_volume", 2.2), rel=(1, 1), buttons=(1, 0, 0))
    assert volumes.app.settings.machine.effects_volume == 2


def test_slider_is_moved_by_the_keyboard(volumes: Driver) -> None:
    volumes.press("sound")
    volumes.key(pygame.K_TAB)
    assert volumes.focused == "effects_volume"
    for key, volume in ((pygame.K_LEFT, 6), (pygame.K_END, 10), (pygame.K_RIGHT, 10), (pygame.K_HOME, 0)):
        volumes.key(key)
        assert volumes.app.settings.machine.effects_volume == volume


def test_language_changes_the_settings_screen_itself(settings: Driver) -> None:
    press(settings, "language")
    settings.click("Deutsch")
    assert settings.app.settings.person.language == "de"
    assert settings.scene == "settings"
    assert settings.control("language").value == "Deutsch"


def test_settings_tell_who_plays_and_lead_to_the_profiles(settings: Driver) -> None:
    assert settings.control("profile").name == "You"
    settings.press("profile")
    assert settings.scene == "profiles"


def test_full_screen_is_switched_at_once(settings: Driver) -> None:
    press(settings, "fullscreen")
    assert settings.app.window.is_fullscreen
    assert settings.app.settings.machine.fullscreen
    assert settings.control("fullscreen").value == "on"
    settings.key(pygame.K_F11)
    assert settings.control("fullscreen").value == "off"


@pytest.mark.parametrize("way", ["click", "escape", "enter"])
def test_settings_lead_back_to_where_they_were_opened(driver: Driver, way: str) -> None:
    driver.app.push(PauseMenuScene(driver.app))
    driver.pump()
    driver.click("Settings")
    match way:
        case "click":
            driver.press("close")
        case "escape":
            driver.key(pygame.K_ESCAPE)
        case "enter":
            driver.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
            driver.key(pygame.K_RETURN)
    assert driver.scene == "menu"


def test_settings_changed_in_the_menu_act_on_the_running_match(driver: Driver) -> None:
    sit_down(driver, 3, MatchSetup.from_booklet("winning_moves", Seating.SOLO, 4))
    hurry(driver)
    table = driver.top(TableScene)
    drawn = table.animation.shown_observation.hand
    driver.key(pygame.K_ESCAPE)
    driver.click("Settings")
    for control in ("hand_order.sorted", "speed.fast", "pace.quick", "reduced_motion"):
        press(driver, control)
    driver.press("close")
    driver.click("Continue")
    driver.settle()
    assert drawn != table.animation.shown_observation.hand == tuple(sorted(drawn, key=lambda card: card.index))
    assert table.animation.timing == Timing(AnimationSpeed.FAST.factor, BotPace.QUICK, is_reduced=True)


# -- the pages --------------------------------------------------------------------------------------------------------


def test_settings_of_picture_sound_and_game_are_all_on_a_page() -> None:
    elsewhere = {
        *("language", "fullscreen", "window_size"),
        *(
            *("plan", "one_leg", "race_rules", "shared", "guests", "knows_game", "lesson", "playing"),
            *("id", "name", "livery", "lesson_finished_s"),
        ),
        *("said", "back", "scenery", "garage_seen"),
    }
    assert set(PAGE_OF) >= {field.name for kind in (Machine, Person) for field in fields(kind)} - elsewhere


def test_arrows_change_the_settings_page_and_enter_reads_on(settings: Driver) -> None:
    assert settings.focused == "categories.game"
    for category in CATEGORIES[1:]:
        settings.key(pygame.K_DOWN)
        assert settings.focused == f"categories.{category.id}"
        assert settings.control(f"categories.{category.id}").value == "on"
    settings.key(pygame.K_RETURN)
    assert settings.focused == "assist"


@pytest.mark.parametrize("category", CATEGORIES, ids=lambda category: category.id)
def test_tab_goes_through_the_page_then_to_the_way_back_and_out(settings: Driver, category: Category) -> None:
    settings.press(f"categories.{category.id}")
    settings.app.save_settings(
        settings.app.settings.with_values(**(OTHERWISE | {"scan": ScanSpeed.OFF, "keys": OTHER_KEYS}))
    )
    settings.pump()
    went: list[object] = []
    while not went or went[-1] != "categories":
        settings.key(pygame.K_TAB)
        assert settings.focused
        went.append(settings.focused.partition(".")[0])
    shown = [node.id for node in settings.nodes() if node.role in {"switch", "slider", "combobox", "radiogroup"}]
    assert [id for id in went if id in shown] == shown
    assert went[-2:] == ["close", "categories"]
    assert "reset" in went


OTHERWISE: dict[str, Any] = {
    "speed": AnimationSpeed.FAST,
    "pace": BotPace.CALM,
    "reduced_motion": True,
    "muted": True,
    "music_volume": 9,
    "scan": ScanSpeed.SLOW,
    "speech_speed": 1,
    "language": "de",
}
"""Something else than what is delivered, on every page that has settings of its own."""
OTHER_KEYS = DELIVERED_KEYS.with_input(Action.HINT, "k")


@pytest.mark.parametrize("page", ["game", "picture", "controls", "help"])
def test_settings_page_is_reset_to_its_defaults_once_confirmed(settings: Driver, tmp_path: Path, page: str) -> None:
    settings.press(f"categories.{page}")
    assert not settings.control("reset").enabled
    now = settings.app.settings
    delivered = settings_of(*now.profiles)
    settings.app.save_settings(settings.app.settings.with_values(**OTHERWISE))
    settings.pump()
    settings.press("reset")
    assert (settings.scene, settings.focused) == ("confirm", "back"), "Enter alone does no harm"
    settings.press("back")
    assert settings.app.settings == delivered.with_values(**OTHERWISE)
    settings.press("reset")
    settings.press("reset")
    settings.pump()
    assert settings.focused is not None
    mine = {name for name in OTHERWISE if PAGE_OF[name] == page and name not in ("language", "fullscreen")}
    others = {name: value for name, value in OTHERWISE.items() if name not in mine}
    assert mine
    assert settings.app.settings == delivered.with_values(**others), "the other pages stay as they were"
    assert not settings.control("reset").enabled
    settings.until(lambda: stored(tmp_path) == settings.app.settings, "the settings file")


def test_wheel_scrolls_a_long_page_and_the_focus_comes_into_view(settings: Driver) -> None:
    settings.press("categories.help")
    above = settings.control("assist").rect
    settings.post(pygame.MOUSEWHEEL, y=-2, x=0, flipped=False)
    assert settings.control("assist").rect != above
    settings.key(pygame.K_TAB)
    settings.key(pygame.K_TAB)
    assert (settings.focused, settings.control("assist").rect) == ("assist", above)


# -- a file that is not quite right -----------------------------------------------------------------------------------


def test_wrong_settings_are_named_once_at_the_start_and_the_rest_counts(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    form = json.loads(SettingsFile(Settings().with_values(language="de", pace=BotPace.CALM)).to_bytes())
    wrong = json.loads(json.dumps(form | {"mine": 1}))
    wrong["machine"]["effects_volume"], wrong["people"]["first"]["speed"] = 11, "warp"
    path.write_text(json.dumps(wrong), encoding="utf-8")
    with open_window(tmp_path, language=None) as driver:
        assert driver.control("message").name == (
            "Diese Einstellungen waren nicht lesbar und stehen wieder auf Standard: Effekte, Tempo der Karten."
        )
        driver.settle()
        driver.key(pygame.K_RETURN)
        now = driver.app.settings
        delivered = settings_of(*now.profiles)
        assert (driver.scene, now) == ("title", delivered.with_values(language="de", pace=BotPace.CALM))
    assert json.loads(path.read_text(encoding="utf-8")) == form | {"mine": 1}
    with open_window(tmp_path, language=None) as driver:
        assert driver.scene == "title"


def test_settings_of_a_newer_version_are_left_alone_and_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    newer = b'{"format": "milestone-rally-settings", "version": 99, "language": "de"}'
    path.write_bytes(newer)
    with open_window(tmp_path, language=None) as driver:
        assert "newer version" in driver.control("message").name
        driver.settle()
        driver.key(pygame.K_RETURN)
        driver.app.toggle_mute()
        driver.settle()
        assert (driver.scene, driver.app.settings.machine.muted) == ("title", True)
    assert path.read_bytes() == newer


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_page_titles_stand_in_one_place_whichever_page_is_open(tmp_path: Path, size: tuple[int, int]) -> None:
    with open_window(tmp_path, size=size) as driver:
        driver.press("settings")
        for language, percent in product(LANGUAGES, (150, 200)):
            driver.app.set_language(language)
            look(driver, percent)
            places = set()
            for category in CATEGORIES:
                driver.press(f"categories.{category.id}")
                places.add(tuple(node.rect for node in driver.below("categories.")))
            assert len(places) == 1, (language, percent)


def test_defaults_can_be_restored_as_soon_as_a_slider_was_moved(volumes: Driver) -> None:
    assert not volumes.control("reset").enabled
    volumes.click(step_at(volumes, "effects_volume", 3))
    assert volumes.control("reset").enabled
