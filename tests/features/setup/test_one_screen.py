from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.match.plan import DEFAULT_PLAN
from game.people.looks import Symbol
from game.people.players import HUMAN
from game.people.profiles import Profile
from game.ways import Ways
from tests.persons import person
from tests.window import Driver

ZOE = Profile("zoe", "Zoé")


@pytest.fixture
def one_screen(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Who plays at one screen, opened from the title: the person who plays, without a name, and Zoé is known."""
    monkeypatch.setattr(Ways, "show_table", lambda _ways: None)
    settings = driver.app.settings
    driver.app.save_settings(replace(settings, people=(*settings.people, person(ZOE))))
    driver.press("one_screen")
    return driver


def seated(driver: Driver) -> list[str | None]:
    """The names typed in the rows."""
    return [node.value for node in driver.of_role("textbox")]


def names(driver: Driver) -> list[str]:
    return [player.profile.name for player in driver.session.players if player.profile]


def test_house_rules_are_offered_to_four_at_one_screen_and_kept_with_their_table(one_screen: Driver) -> None:
    one_screen.press("add")
    assert "Eight cards" not in one_screen.control("about").name
    one_screen.press("add")
    assert one_screen.control("about").name.endswith("Rolling start · Eight cards")
    one_screen.press("setup")
    one_screen.press("house_rules")
    one_screen.press("rolling_start")
    one_screen.click("Start")
    shared = one_screen.app.settings.machine.shared
    assert shared is not None
    assert shared.house_rules == ("eight_cards",)


def test_names_are_typed_row_by_row_by_enter(one_screen: Driver) -> None:
    assert (one_screen.focused, seated(one_screen)) == ("name-0", ["", ""])
    for name in ("Jonas", "Mia", "Ida"):
        one_screen.write(name)
        one_screen.key(pygame.K_RETURN)
    assert (one_screen.focused, seated(one_screen)) == ("name-3", ["Jonas", "Mia", "Ida", ""])
    assert one_screen.control("about").name == (
        "4 at this screen · one leg, about 5 minutes · Rolling start · Eight cards"
    )
    one_screen.click("Remove Mia")
    one_screen.press("start")
    assert names(one_screen) == ["Jonas", "Ida", ""]


def test_enter_in_the_last_of_six_rows_leads_to_the_start(one_screen: Driver) -> None:
    for _ in range(4):
        one_screen.press("add")
    assert len(seated(one_screen)) == 6
    assert not one_screen.control("add").enabled
    assert one_screen.focused == "name-5"
    one_screen.key(pygame.K_RETURN)
    assert one_screen.focused == "start"


def test_known_name_is_that_person_and_any_other_a_guest(one_screen: Driver) -> None:
    one_screen.write("zoé")
    one_screen.press("name-1")
    one_screen.write("Mia")
    assert [one_screen.control(f"about-{n}").name for n in (1,)] == ["plays as a guest"]
    one_screen.press("start")
    session, settings = one_screen.app.session, one_screen.app.settings
    assert session
    assert session.players[0].profile == ZOE
    assert [guest.name for guest in settings.machine.guests] == ["Mia"]
    assert session.players[1].profile == settings.machine.guests[0]
    assert settings.profile.name == "", "a guest has no profile"


def test_known_persons_and_guests_are_offered_in_a_list(one_screen: Driver) -> None:
    one_screen.write("Mia")
    one_screen.press("start")
    one_screen.app.go_home()
    one_screen.settle()
    one_screen.press("one_screen")
    one_screen.press("name-0")
    for _ in "Mia":
        one_screen.key(pygame.K_BACKSPACE)
    one_screen.press("known-1")
    assert [node.name for node in one_screen.nodes() if node.role == "option"] == ["Mia", "Zoé"]
    one_screen.click("Zoé")
    assert seated(one_screen) == ["", "Zoé"]


def test_name_given_twice_is_refused_in_the_later_row(one_screen: Driver) -> None:
    one_screen.write("Jonas")
    one_screen.press("name-1")
    one_screen.write("jonas")
    assert one_screen.control("fault-1").name == "jonas twice? Add a letter."
    assert not one_screen.control("start").enabled
    one_screen.write("B")
    assert one_screen.control("start").enabled
    one_screen.press("start")
    assert names(one_screen) == ["Jonas", "jonasB"]


def test_name_of_a_bot_is_refused(one_screen: Driver) -> None:
    one_screen.write("Carla")
    assert one_screen.control("fault-0").name == "Carla is one of the drivers."
    assert not one_screen.control("start").enabled


def test_focus_stays_near_a_row_that_is_left_out(one_screen: Driver) -> None:
    one_screen.press("add")
    for left, near in ((0, "name-0"), (1, "name-1")):
        one_screen.press("add")
        one_screen.press(f"leave-{left}")
        assert one_screen.focused == near


def test_empty_row_is_called_by_its_number(one_screen: Driver) -> None:
    one_screen.press("start")
    assert one_screen.app.session
    assert names(one_screen) == ["", ""]
    one_screen.app.go_home()
    one_screen.settle()
    assert one_screen.control("one_screen").value == "Player 1 and Player 2"


def test_symbol_changes_to_the_next_free_one(one_screen: Driver) -> None:
    symbols = []
    for _ in range(6):
        symbols.append(one_screen.control("symbol-0").name)
        one_screen.press("symbol-0")
    assert symbols == [f"Symbol: {name}" for name in ("Star", "Diamond", "Cross", "Ring", "Bars", "Star")]
    one_screen.press("start")
    profile = one_screen.session.players[0].profile
    assert profile
    assert profile.livery.symbol is Symbol.DIAMOND


def test_bots_are_added_up_to_the_seats_of_the_rules(one_screen: Driver) -> None:
    told = []
    while one_screen.control("add_bot").enabled:
        one_screen.press("add_bot")
        told.append(one_screen.control("about").name.partition(" · ")[0])
    assert told == [f"2 at this screen, {bots}" for bots in ("1 bot", "2 bots", "4 bots")]


def test_bot_has_a_row_of_its_own_and_leaves_by_its_cross(one_screen: Driver) -> None:
    one_screen.press("add_bot")
    one_screen.press("add_bot")
    bots = {node.id: node.name for node in one_screen.nodes() if node.id.startswith("bot-")}
    assert bots == {"bot-2": "Bruno", "bot-3": "Carla"}
    one_screen.click("Remove Bruno")
    assert [node.name for node in one_screen.nodes() if node.id.startswith("bot-")] == ["Carla"]
    assert one_screen.focused == "add_bot"
    one_screen.press("start")
    assert [player.driver for player in one_screen.session.players] == [None, None, "carla"]


def test_bot_has_no_cross_where_the_rules_need_it(one_screen: Driver) -> None:
    for _ in range(3):
        one_screen.press("add")
    assert [node.name for node in one_screen.nodes() if node.id.startswith("bot-")] == ["Bruno"]
    assert not [node for node in one_screen.nodes() if node.id.startswith("leave-bot")]


def test_shared_match_is_offered_again_and_leaves_the_own_plan_alone(one_screen: Driver) -> None:
    one_screen.write("Jonas")
    one_screen.press("name-1")
    one_screen.write("Zoé")
    one_screen.press("start")
    app = one_screen.app
    assert app.settings.machine.plan is None
    app.files.delete_match(app.files.match_ids()[0])
    app.go_home()
    one_screen.settle()
    one_screen.press("one_screen")
    assert (one_screen.focused, seated(one_screen)) == ("start", ["Jonas", "Zoé"])


def test_table_that_was_begun_is_gone_on_with(one_screen: Driver) -> None:
    one_screen.write("Jonas")
    one_screen.press("start")
    session = one_screen.session
    one_screen.app.go_home()
    one_screen.settle()
    assert one_screen.control("one_screen").value == "Jonas and Player 2"
    one_screen.press("one_screen")
    assert (one_screen.focused, one_screen.control("begun").name) == ("continue", "Jonas and Player 2")
    one_screen.key(pygame.K_RETURN)
    assert one_screen.session.saved.id == session.saved.id


def test_friend_has_the_current_name_and_is_a_guest_without_a_profile(one_screen: Driver) -> None:
    settings = one_screen.app.settings
    shared = DEFAULT_PLAN.with_persons((HUMAN, replace(HUMAN, profile=Profile("zoe", "Zo")), HUMAN))
    renamed = settings.with_values(shared=shared)
    assert [player.profile for player in renamed.shared_plan("en").players] == [None, ZOE, None]
    assert not any(player.profile for player in renamed.without_profile("zoe").shared_plan("en").players)


def test_rules_and_bots_are_set_up_with_the_same_persons(one_screen: Driver) -> None:
    one_screen.write("Jonas")
    one_screen.press("name-1")
    one_screen.write("Mia")
    one_screen.press("setup")
    assert one_screen.scene == "setup"
    one_screen.press("seats.4")
    assert [one_screen.control(f"driver-{seat}").value for seat in (1,)] == ["Mia"]
    one_screen.press("start")
    assert [player.is_human for player in one_screen.session.players] == [True, True, False, False]
    assert names(one_screen) == ["Jonas", "Mia"]


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
