"""Every profile has its settings for itself: who plays is changed, and the screen is that one's at once."""

from __future__ import annotations

from dataclasses import replace

from game.i18n import language
from game.session.profiles import FIRST_PROFILE, Profile
from game.session.settings import Colours
from game.ui.drawing.theme import THEME
from tests.scenes.stages import STAGES
from tests.window import Driver


def test_language_colors_and_text_follow_who_plays_while_the_screen_is_open(driver: Driver) -> None:
    app = driver.app
    app.save_settings(app.settings.with_profile(Profile("ben", "Ben")))
    app.save_settings(replace(app.settings, theme=Colours.CONTRAST, text_size=150))
    app.set_language("fr")
    driver.settle()
    surface = tuple(THEME.surface)
    driver.press("profile")
    driver.settle()
    assert (app.settings.playing, language()) == ("ben", "fr")
    driver.press("profiles.first")
    driver.settle()
    assert (app.settings.playing, language()) == (FIRST_PROFILE.id, "en")
    assert (app.settings.theme, app.settings.text_size) == (Colours.DAY, 100)
    assert tuple(THEME.surface) != surface
    assert driver.find("Profiles")
    driver.press("profiles.ben")
    driver.settle()
    assert (language(), app.settings.theme, app.settings.text_size) == ("fr", Colours.CONTRAST, 150)


def test_in_a_match_of_several_persons_the_hand_is_read_aloud_only_when_it_is_asked_for(driver: Driver) -> None:
    STAGES["table"](driver)
    assert not driver.app.scene.is_hand_private
    STAGES["handover"](driver)
    driver.wait(1)
    driver.press("here")
    driver.settle()
    assert driver.scene == "table"
    assert driver.app.scene.is_hand_private
