"""Every profile has its settings for itself: who plays is changed, and the screen is that one's at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pygame

from game.i18n import language
from game.people.profiles import FIRST_PROFILE, Profile
from game.settings.settings import ColorTheme
from game.ui.drawing.theme import THEME
from tests.features.play.test_handover import sit_down, take_part
from tests.recording_voice import RecordingVoice, listen, switch_on
from tests.scenes.stages import STAGES, open_profiles
from tests.window import Driver, open_window


def test_language_colors_and_text_follow_the_playing_profile_at_once(driver: Driver) -> None:
    app = driver.app
    app.save_settings(app.settings.with_profile(Profile("ben", "Ben")))
    app.save_settings(replace(app.settings, theme=ColorTheme.CONTRAST, text_size=150))
    app.set_language("fr")
    driver.settle()
    surface = tuple(THEME.surface)
    open_profiles(driver)
    assert (app.settings.playing, language()) == ("ben", "fr")
    first = app.settings.profiles[0]
    assert first.id == FIRST_PROFILE.id
    driver.press(f"profiles.{first.id}")
    driver.settle()
    assert (app.settings.playing, language()) == (first.id, "en")
    assert (app.settings.theme, app.settings.text_size) == (ColorTheme.DAY, 100)
    assert tuple(THEME.surface) != surface
    assert driver.find("Profiles")
    driver.press("profiles.ben")
    driver.settle()
    assert (language(), app.settings.theme, app.settings.text_size) == ("fr", ColorTheme.CONTRAST, 150)


def test_hazard_question_is_read_aloud_only_when_asked_for_on_a_shared_screen(tmp_path: Path) -> None:
    voice = RecordingVoice()
    with open_window(tmp_path, voice=voice) as driver:
        session = sit_down(driver, seed=7)
        switch_on(driver, voice)
        rng = Random(5)
        for _ in range(300):
            if driver.scene == "hazard":
                break
            take_part(driver, session, rng)
        assert driver.scene == "hazard"
        driver.settle()
        said = " ".join(listen(driver, voice))
        asked = [node.name for node in driver.nodes()]
        assert "This is for you alone. F7 reads it aloud." in said
        assert not any(name in said for name in asked[1:])
        driver.key(pygame.K_TAB)
        assert not any(name in " ".join(listen(driver, voice)) for name in asked[1:])
        driver.key(pygame.K_F7)
        read = " ".join(listen(driver, voice))
        assert all(name.rstrip(".") in read for name in asked)


def test_hand_is_read_aloud_only_when_asked_for_on_a_shared_screen(driver: Driver) -> None:
    STAGES["table"](driver)
    assert not driver.app.scene.is_hand_private
    STAGES["handover"](driver)
    driver.wait(1)
    driver.press("here")
    driver.settle()
    assert driver.scene == "table"
    assert driver.app.scene.is_hand_private
