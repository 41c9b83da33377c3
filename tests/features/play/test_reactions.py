"""The drivers at the table: their faces follow the race, and now and then one of them says something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game.career.head_to_head import HeadToHead
from game.career.profile_statistics import ProfileStatistics
from game.drivers import remarks
from game.drivers.words import remark_lines
from game.features.play.scene import TableScene
from game.people.drivers import DRIVERS
from game.settings.settings import BotPace, RemarkFrequency
from game.table.painting import header
from game.ui.drawing import text
from game.ui.speech.wording import sentences
from tests.fixed_decks import saved_match, sit_down
from tests.recording_voice import RecordingVoice
from tests.scenes.stages import STAGES
from tests.window import Driver, middle, open_window

HANDS = ["go stop stop km_50 km_75 km_100", "go km_25 km_50 repairs gasoline", "go right_of_way km_25 km_50"]
ROLLING = ["0 go", "1 go", "2 go"]


@contextmanager
def everybody_talks() -> Iterator[None]:
    """Whoever might say something does, but for the first words."""
    chances = {
        occasion: float(occasion is not remarks.RemarkOccasion.RACE_START) for occasion in remarks.RemarkOccasion
    }
    with mock.patch.object(remarks, "REMARK_PROBABILITIES", chances):
        yield


@pytest.fixture
def talkative() -> Iterator[None]:
    with everybody_talks():
        yield


def table(driver: Driver, moves: Sequence[str] = ROLLING, script: tuple[str, ...] = ()) -> None:
    sit_down(driver, saved_match(HANDS, moves=moves), script)


def faces(driver: Driver) -> set[str]:
    """What faces show that are not calm."""
    return {node.name for node in driver.below("face/")}


def said(driver: Driver) -> str:
    return driver.told("remark") or ""


def hit(driver: Driver, side: int) -> None:
    """Lay a Stop on that side, and go on only as far as the attack and what came of it."""
    driver.drag("Stop", middle(driver.control(f"battle/{side}")))


def follow(driver: Driver, until: str) -> None:
    """Let time pass until a driver says something of which this is a part, or is silent again."""
    for _ in range(600):
        driver.pump()
        if bool(said(driver)) is bool(until) and until in said(driver):
            return
    raise AssertionError(f"never said {until!r}")


def test_rival_face_shows_that_a_hazard_took_hold(driver: Driver) -> None:
    table(driver)
    assert faces(driver) == set()
    hit(driver, 1)
    driver.settle()
    assert faces(driver) == {"Carla scowls"}
    assert driver.find("Carla scowls").id == "face/1"


def test_rival_face_and_remark_wait_until_the_attack_is_answered(driver: Driver, talkative: None) -> None:
    """Whether anybody was asked does not show: neither moves before the second step."""
    table(driver)
    hit(driver, 2)
    driver.pump(20)
    assert faces(driver) == set()
    assert not said(driver)


def test_rival_remark_stays_for_a_while(driver: Driver, talkative: None) -> None:
    table(driver)
    hit(driver, 1)
    follow(driver, "Carla: ")
    picture = driver.pixels()
    follow(driver, "")
    assert driver.pixels() != picture
    assert dict(driver.app.settings.person.said) == {"carla/hit_by_you": 1}


def test_rival_remark_is_spoken_aloud_without_interrupting(tmp_path: Path) -> None:
    voice = RecordingVoice()
    with open_window(tmp_path, voice=voice) as driver, everybody_talks():
        driver.app.save_settings(driver.app.settings.with_values(speech=True))
        table(driver)
        hit(driver, 1)
        follow(driver, "Carla: ")
        words = sentences([said(driver)])
        follow(driver, "")
        driver.app.voicing.speech.wait_until_sent()
    told = [said for said, manner in zip(voice.said, voice.manners, strict=True) if manner.is_incidental]
    assert told == [words]
    assert voice.said.count(words) == 1


def test_rival_remark_ends_at_a_press(driver: Driver, talkative: None) -> None:
    table(driver)
    hit(driver, 1)
    follow(driver, "Carla: ")
    driver.key(pygame.K_LEFT)
    assert not said(driver)


def test_rival_remarks_and_faces_can_be_switched_off(driver: Driver, talkative: None) -> None:
    driver.app.save_settings(driver.app.settings.with_values(remarks=RemarkFrequency.OFF, pace=BotPace.QUICK))
    table(driver)
    hit(driver, 1)
    driver.settle()
    assert driver.app.settings.person.said == ()
    driver.app.save_settings(driver.app.settings.with_values(faces=False))
    driver.settle()
    assert not faces(driver)


def test_rival_remark_is_not_repeated_when_the_leg_goes_on(driver: Driver, talkative: None) -> None:
    table(driver, [*ROLLING, "0 stop > 1", "1 - km_25", "2 - km_25"])
    driver.pump(30)
    assert not said(driver)
    assert faces(driver) == {"Carla scowls"}


def test_rival_remark_without_room_beside_the_name_stands_in_the_log(driver: Driver, talkative: None) -> None:
    driver.resize((960, 540))
    table(driver)
    with mock.patch("game.features.play.reactions.has_room_for", return_value=False):
        hit(driver, 1)
        follow(driver, "Carla: ")
        words = said(driver).removeprefix("Carla: ")
        assert driver.log_lines()[-1] == words
        follow(driver, "")
        assert words not in driver.log_lines()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1080, 1350)])
def test_rival_remark_grows_by_half_in_larger_text_or_stands_in_the_log(tmp_path: Path, size: tuple[int, int]) -> None:
    """It stands in the place of the name then."""
    with open_window(tmp_path, size=size) as driver:
        driver.app.save_settings(driver.app.settings.with_values(text_size=200))
        STAGES["table"](driver)
        places = driver.top(TableScene).stage.picture.places.displays[1]
        left, right = header.name_left(places, 1), header._km_left(places, 700, 1000)
        lines = [words for lines in remark_lines("en")["carla"].values() for words in lines]
        sizes = {header._beside_bubble(places, "Carla", words, left, right)[1] for words in lines}
        least = (
            1.35 * header._BUBBLE_PX * text.default_scale(places.unit)
        )  # in the smaller windows all of 200 % is less
    assert all(px == 0 or px >= least for px in sizes)
    assert len(sizes) > 1 or size == (1080, 1350)


def test_rival_faces_are_the_same_in_another_language_and_size(driver: Driver) -> None:
    table(driver, [*ROLLING, "0 stop > 1", "1 - km_25", "2 - km_25"])
    assert faces(driver) == {"Carla scowls"}
    driver.key(pygame.K_F2)
    driver.resize((1920, 1080))
    driver.settle()
    assert faces(driver) == {"Carla ärgert sich"}


# -- after the leg -----------------------------------------------------------------------------------------------------


def met(won: int, lost: int) -> dict[str, HeadToHead]:
    return {"carla": HeadToHead((True,) * won + (False,) * lost, matches=won + lost)}


def test_result_has_a_rivals_remark_on_the_leg(driver: Driver, talkative: None) -> None:
    STAGES["leg_score"](driver)
    words = driver.control("remark").name
    assert words in remark_lines("en")["carla"]["shut_out"]
    driver.key(pygame.K_F2)
    driver.settle()
    assert driver.control("remark").name in remark_lines("de")["carla"]["shut_out"]


def test_driver_tooltip_tells_playing_style_and_balance(driver: Driver) -> None:
    with mock.patch.object(ProfileStatistics, "head_to_head", return_value=met(4, 7)):
        table(driver)
        driver.point(middle(driver.control("header/1")))
        driver.wait(2)
    tip = driver.control("tip").name
    assert "Would rather attack than drive. Carla leads 7–4." in tip
    driver.point(middle(driver.control("header/2")))
    driver.wait(2)
    assert "leads" not in driver.control("tip").name


def test_words_of_old_meetings_are_never_made_for_a_frame(driver: Driver) -> None:
    known = met(4, 7)
    with mock.patch.object(ProfileStatistics, "head_to_head", return_value=known):
        table(driver)
        scene = driver.top(TableScene)
        with mock.patch("game.drivers.words.head_to_head_line", side_effect=AssertionError("made for a frame")):
            assert scene.stage.make_view().head_to_head is known


def test_driver_list_shows_a_face_and_one_sentence_for_each(driver: Driver) -> None:
    with mock.patch.object(ProfileStatistics, "head_to_head", return_value=met(2, 2)):
        STAGES["setup"](driver)
    assert any("Plays to win, and always wants a rematch · Tied at 2–2" in name for name in driver.names())
    driver.press("driver-1")
    driver.settle()
    portraits = [widget.picture for widget in driver.controls.popup.widgets]  # type: ignore[union-attr]
    assert len(portraits) == len(DRIVERS)
    assert len({pygame.image.tobytes(picture, "RGBA") for picture in portraits}) == len(DRIVERS)
