"""Milestones told in passing: when, where, how long, and never over a question."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.career.ledger import LEDGER_FILES
from game.engine.observation import Phase
from game.engine.setup import Options
from game.features.milestones.model import MILESTONES
from game.features.milestones.toast import STAYS_S
from game.features.play.scene import TableScene
from game.match.match_file import SavedMatch
from game.match.session import Session
from game.people.profiles import Profile
from game.ui.layout import Label
from tests.fit import SMALL, boxes, look
from tests.fixed_decks import saved_match, sit_down
from tests.recording_output import RecordingOutput
from tests.scenes.stages import STAGES
from tests.window import Driver, hurry, open_window


def rolling(*, allows_take_backs: bool = False, moves: tuple[str, ...] = ()) -> SavedMatch:
    """A match in which the person can drive at once."""
    start = ["0 go", "1 go", "2 go", "3 go"]
    saved = saved_match(["go km_100 km_200 km_50", "go", "go", "go"], "", (*start, *moves))
    return replace(saved, allows_take_backs=allows_take_backs)


@pytest.fixture
def heard() -> RecordingOutput:
    return RecordingOutput()


@pytest.fixture
def telling(tmp_path: Path, heard: RecordingOutput) -> Iterator[Driver]:
    with open_window(tmp_path, counts=True, output=heard) as driver:
        yield driver


def pixels(picture: pygame.Surface, place: tuple[int, int, int, int]) -> bytes:
    return pygame.image.tobytes(picture.subsurface(place), "RGB")


def lay(driver: Driver, card: str) -> None:
    hand = [each.id for each in driver.top(TableScene).hand.cards]
    driver.key(pygame.K_1 + hand.index(card))
    driver.key(pygame.K_RETURN)


def is_known(driver: Driver) -> bool:
    """Whether it is known what was reached before."""
    watch = driver.app.milestones._watch
    return watch is not None and watch._known is not None


def sit(driver: Driver, saved: SavedMatch) -> None:
    sit_down(driver, saved)
    driver.until(lambda: is_known(driver), "what was reached before")


def test_toast_comes_in_the_leg_where_moves_cannot_be_taken_back(telling: Driver, heard: RecordingOutput) -> None:
    sit(telling, rolling())
    assert telling.told("milestone") is None
    lay(telling, "km_100")
    telling.until(lambda: telling.told("milestone") is not None, "the milestone")
    assert telling.told("milestone") == "Milestone reached: First milestone"
    assert heard.names.count("milestone") == 1
    assert telling.scene == "table"
    assert telling.focused != "milestone"


def test_toast_lies_over_the_head_of_the_log_and_goes_by_itself(telling: Driver) -> None:
    sit(telling, rolling())
    lay(telling, "km_100")
    telling.until(lambda: telling.told("milestone") is not None, "the milestone")
    log, toast = telling.control("log").rect, telling.control("milestone").rect
    assert (toast[0], toast[1], toast[2]) == (log[0], log[1], log[2])
    telling.wait(STAYS_S / 2)
    assert telling.told("milestone") is not None
    with_toast = telling.picture()
    telling.wait(STAYS_S / 2 + 0.1)
    assert telling.told("milestone") is None
    assert pixels(telling.picture(), toast) != pixels(with_toast, toast)
    telling.wait(STAYS_S)
    assert telling.told("milestone") is None, "it is told once"


def test_toast_is_composed_once(telling: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(telling, rolling())
    lay(telling, "km_100")
    telling.until(lambda: telling.told("milestone") is not None, "the milestone")
    composed, compose = [], telling.app.milestones._plate
    monkeypatch.setattr(telling.app.milestones, "_plate", lambda: composed.append(1) or compose())
    telling.wait(STAYS_S / 2)
    assert telling.told("milestone") is not None
    assert not composed
    telling.resize((960, 540))
    assert telling.told("milestone") is not None
    assert len(composed) == 1


def test_toast_waits_for_the_end_of_a_leg_with_take_backs(telling: Driver) -> None:
    sit(telling, rolling(allows_take_backs=True))
    lay(telling, "km_100")
    hurry(telling)
    telling.wait(2)
    assert telling.told("milestone") is None
    watch = telling.app.milestones._watch
    assert watch is not None
    assert watch.pop_reached() == []


def nearly_there() -> SavedMatch:
    """A duel in which a 25 brings the person to the goal."""
    ways = ["go", "km_200", "km_200", "km_100", "km_100", "km_75"]
    moves = [text for way in ways for text in (f"0 {way}", "1 - km_25")]
    hands = [" ".join(ways[:6]), " ".join(["km_25"] * 6)]
    return replace(saved_match(hands, "km_25 km_25", moves), allows_take_backs=True)


def test_milestone_of_the_end_is_told_no_sooner_than_the_end_is_seen(telling: Driver) -> None:
    ways = ["go", "km_200", "km_200", "km_100", "km_100", "km_75"]
    moves = [text for way in ways for text in (f"0 {way}", f"1 {way}")]
    saved = saved_match([" ".join(ways)] * 2, "go km_25", moves, options=Options(extension=False))
    sit_down(telling, replace(saved, allows_take_backs=True), ["1 km_25"])
    telling.until(lambda: is_known(telling), "what was reached before")
    session, scene = telling.session, telling.top(TableScene)
    telling.key(pygame.K_1)
    telling.key(pygame.K_d)
    telling.until(lambda: session.is_leg_over, "the end")
    while scene.animation.shown_observation.phase is not Phase.OVER:
        assert telling.told("milestone") is None
        time.sleep(0.005)  # what was reached has time to be read
        telling.pump()
    telling.until(lambda: "badge.1" in plate(telling), "the milestones")


def after_the_leg(driver: Driver) -> None:
    """The milestones of a leg that is over are there."""
    sit(driver, nearly_there())
    lay(driver, "km_25")
    driver.until(lambda: driver.scene == "extension", "the question")
    driver.settle()
    assert driver.told("milestone") is None
    driver.press("no")
    driver.until(lambda: "badge.1" in plate(driver), "the milestones")
    driver.settle()


def plate(driver: Driver) -> dict[str, str]:
    return {node.id: node.name for node in driver.nodes()}


def test_milestones_of_a_leg_are_put_on_the_shelf_of_its_result(telling: Driver, heard: RecordingOutput) -> None:
    after_the_leg(telling)
    assert [scene.name for scene in telling.app.scenes] == ["result"]
    assert {"badge.1", "badge.2", "badge.3"} < set(plate(telling))
    assert len(telling.app.milestones_reached) == 4
    assert heard.names.count("milestone") == 1
    telling.wait(STAYS_S)
    assert telling.told("milestone") is None


def test_milestones_wait_while_a_screen_lies_above_the_result(telling: Driver) -> None:
    after_the_leg(telling)
    telling.key(pygame.K_ESCAPE)
    telling.settle()
    telling.app.milestones._queue.append("big_leg")
    telling.wait(1)
    assert (telling.scene, telling.told("milestone")) == ("menu", None)
    telling.key(pygame.K_ESCAPE)
    telling.until(lambda: "big_leg" in telling.app.milestones_reached, "the milestone")
    telling.settle()
    assert plate(telling)["badge.1"].startswith("New: Big score")


def test_milestones_still_waiting_in_the_next_leg_are_told_one_by_one(telling: Driver) -> None:
    sit(telling, rolling())
    telling.app.milestones._queue += ["big_leg", "mechanic", "all_five"]
    telling.until(lambda: telling.told("milestone") == "Milestone reached: Big score", "the first")
    telling.until(lambda: telling.told("milestone") == "Milestone reached: Good mechanic", "the second")
    telling.until(lambda: telling.told("milestone") == "Milestone reached: All five", "the third")


def test_toast_waits_while_the_menu_is_open(telling: Driver) -> None:
    sit(telling, rolling())
    telling.app.milestones._queue.append("big_leg")
    telling.key(pygame.K_ESCAPE)
    assert telling.scene == "menu"
    telling.wait(1)
    assert telling.told("milestone") is None
    telling.settle()
    telling.key(pygame.K_ESCAPE)
    telling.until(lambda: telling.told("milestone") == "Milestone reached: Big score", "the milestone")
    telling.wait(1)
    telling.key(pygame.K_ESCAPE)
    telling.pump(2)
    assert telling.told("milestone") is None, "it makes room"
    telling.settle()
    telling.key(pygame.K_ESCAPE)
    telling.until(lambda: telling.told("milestone") == "Milestone reached: Big score", "the milestone again")


@pytest.mark.parametrize("reduced", [False, True])
def test_toast_does_not_travel_with_reduced_motion(tmp_path: Path, *, reduced: bool) -> None:
    with open_window(tmp_path, counts=True) as driver:
        driver.app.save_settings(driver.app.settings.with_values(reduced_motion=reduced))
        sit(driver, rolling())
        before = driver.picture()
        driver.app.milestones._queue.append("big_leg")
        driver.until(lambda: driver.told("milestone") is not None, "the milestone")
        driver.pump(4)
        x, y, _w, h = driver.control("milestone").rect
        rim = (x, y + h // 3, 3, h // 3)
        is_there = pixels(driver.picture(), rim) != pixels(before, rim)
        assert is_there == reduced


def test_lesson_followed_to_its_end_is_told_by_a_toast(telling: Driver) -> None:
    telling.app.save_settings(telling.app.settings.with_values(lesson_finished_s=1_731_500_000))
    telling.until(lambda: telling.told("milestone") == "Milestone reached: Driving school", "the milestone")
    x, y, w, h = telling.control("milestone").rect
    assert x + w <= telling.app.size[0]
    assert y + h <= telling.app.size[1]


def test_lesson_of_another_person_brings_no_toast(telling: Driver) -> None:
    settings = telling.app.settings
    other = replace(settings.profile, id="zoe")
    telling.app.save_settings(settings.with_profile(other).with_values(lesson_finished_s=1_731_500_000))
    telling.wait(1)
    assert telling.told("milestone") is None


def test_roadbook_problem_never_stops_a_match(telling: Driver) -> None:
    person = telling.app.settings.profile.id
    telling.until(
        lambda: telling.app.profile_stats(person) is not None, "the title's own reading, which must not find it"
    )
    assert telling.app.career.refresh().wait(20)
    telling.settle()
    LEDGER_FILES.path(telling.app.files.folder, person).write_bytes(b"no ledger")
    sit_down(telling, rolling())
    lay(telling, "km_100")
    hurry(telling)
    assert telling.scene == "table"
    assert isinstance(telling.app.session, Session)
    telling.until(lambda: bool(telling.app._untold), "that it is found")
    assert telling.scene == "table"
    telling.app.go_home()
    telling.until(lambda: telling.scene == "notice", "what is said of it after the match")


@pytest.mark.parametrize("stage", ["table", "title"])
def test_toast_words_follow_the_text_size_and_fit_every_window(tmp_path: Path, stage: str) -> None:
    with open_window(tmp_path, counts=True) as driver:
        STAGES[stage](driver)
        teller = driver.app.milestones
        for size in (SMALL, (1080, 1350)):
            driver.resize(size)
            drawn = []
            for per_cent in (100, 200):
                look(driver, per_cent)
                for code in ("de", "hu", "fr"):
                    driver.app.set_language(code)
                    for milestone in MILESTONES:
                        teller._toast_id = milestone.id
                        plate = teller._placed_toast()
                        assert pygame.Rect((0, 0), size).contains(plate.rect), (size, code, milestone.id)
                        assert plate.has_room(plate.rect.size)
                        drawn.append([label.drawn_px for label in boxes(plate) if isinstance(label, Label)])
            half = len(drawn) // 2
            assert all(
                px >= 1.5 * was for a, b in zip(drawn, drawn[half:], strict=False) for was, px in zip(a, b, strict=True)
            )
        teller._toast_id = None


def test_milestone_of_another_persons_race_is_not_told(telling: Driver) -> None:
    saved = rolling()
    players = (replace(saved.players[0], profile=Profile("ben", "Ben")), *saved.players[1:])
    sit_down(telling, replace(saved, players=players))
    telling.settle()
    lay(telling, "km_100")
    telling.wait(STAYS_S)
    telling.settle()
    assert telling.told("milestone") is None
    assert telling.app.milestones_reached == ()
    assert telling.app.milestone_shares == {}
