from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.app import App
from game.match.plan import DEFAULT_PLAN
from game.people.players import HUMAN
from game.people.profiles import Profile
from tests.persons import person
from tests.window import Driver, open_window

ZOE = Profile("zoe", "Zoé")


@pytest.fixture
def one_screen(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Who plays at one screen, opened from the title."""
    monkeypatch.setattr(App, "show_table", lambda _app: None)
    settings = driver.app.settings
    driver.app.save_settings(replace(settings, people=(*settings.people, person(ZOE))))
    driver.press("one_screen")
    return driver


def seated(driver: Driver) -> list[str | None]:
    """Who sits there beside the person at the machine."""
    return [node.value for node in driver.nodes() if node.role == "combobox"]


def test_setup_of_one_screen_has_a_row_for_each_person(one_screen: Driver) -> None:
    assert one_screen.control("you").name == "Player 1"
    assert seated(one_screen) == ["Player 2"]
    one_screen.press("driver-1")
    one_screen.click("Zoé")
    one_screen.press("add")
    assert seated(one_screen) == ["Zoé", "Player 3"]
    assert one_screen.control("about").name == "3 drivers, each alone · 3 people here · 5,000 points"
    one_screen.click("Without Zoé")
    assert seated(one_screen) == ["Player 2"]


def test_persons_can_be_added_only_up_to_the_seats_of_the_rules(one_screen: Driver) -> None:
    for _ in range(4):
        one_screen.press("add")
    assert len(seated(one_screen)) == 5
    assert not one_screen.control("add").enabled


def test_shared_match_is_offered_again_and_leaves_the_own_plan_alone(one_screen: Driver) -> None:
    one_screen.press("driver-1")
    one_screen.click("Zoé")
    one_screen.press("start")
    app = one_screen.app
    assert app.session
    assert [player.profile and player.profile.name for player in app.session.players] == ["", "Zoé"]
    assert app.settings.machine.plan is None
    app.go_home()
    one_screen.press("one_screen")
    assert seated(one_screen) == ["Zoé"]


def test_friend_has_the_current_name_and_is_a_guest_without_a_profile(one_screen: Driver) -> None:
    settings = one_screen.app.settings
    shared = DEFAULT_PLAN.with_persons((HUMAN, replace(HUMAN, profile=Profile("zoe", "Zo")), HUMAN))
    renamed = settings.with_values(shared=shared)
    assert [player.profile for player in renamed.shared_plan("en").players] == [None, ZOE, None]
    assert not any(player.profile for player in renamed.without_profile("zoe").shared_plan("en").players)


def test_rules_and_bots_are_set_up_with_the_same_persons(one_screen: Driver) -> None:
    one_screen.press("setup")
    assert one_screen.scene == "setup"
    one_screen.press("seats.4")
    one_screen.press("start")
    app = one_screen.app
    assert app.session
    assert [player.is_human for player in app.session.players] == [True, True, False, False]
    app.go_home()
    one_screen.press("one_screen")
    one_screen.press("add")
    assert app.settings.machine.shared
    assert one_screen.control("about").name == "4 drivers, each alone · 3 people here · 5,000 points"


@pytest.mark.parametrize(
    ("rules", "persons", "bots", "seats", "humans"),
    [
        ("winning_moves", 2, 0, 2, 2),
        ("winning_moves", 5, 0, 6, 5),
        ("mille_miglia", 5, 0, 5, 5),
        ("winning_moves", 3, 2, 4, 3),
        ("winning_moves", 6, 3, 6, 6),
    ],
)
def test_seats_are_as_many_as_the_rules_have_for_the_persons(
    rules: str, persons: int, bots: int, seats: int, humans: int
) -> None:
    plan = DEFAULT_PLAN.with_rules(rules).with_persons((HUMAN,) * persons, bots)
    assert (plan.setup.seats, len(plan.other_persons) + 1) == (seats, humans)


def test_friend_who_is_now_the_playing_profile_sits_there_only_once(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        settings = driver.app.settings
        shared = DEFAULT_PLAN.with_persons((HUMAN, replace(HUMAN, profile=ZOE)))
        driver.app.save_settings(settings.with_profile(ZOE).with_values(shared=shared))
        driver.press("one_screen")
        assert (driver.control("you").name, seated(driver)) == ("Zoé", ["Player 2"])
