from __future__ import annotations

import pygame
import pytest

from game.engine.observation import Phase
from game.features.play.scene import TableScene
from game.match.match_file import SavedMatch
from game.match.session import Session
from tests.features.play.table_driver import seen
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.window import FRAME_S, Driver


def attacked(rules: str = "winning_moves", *, limit: bool = False) -> tuple[SavedMatch, str]:
    """Seat 0 rolls, holds the answer, and is about to be hit by seat 1."""
    hazard, safety = ("speed_limit", "right_of_way") if limit else ("accident", "driving_ace")
    hands = [f"go {safety} repairs", f"go {hazard}"]
    return saved_match(hands, moves=["0 go", "1 go", "0 - repairs"], rules=rules), f"1 {hazard} > 0"


def arrived(target_score: int = 5000) -> SavedMatch:
    """Seat 0 lacks the 25 km it holds, of 700."""
    ways = ["go", "km_200", "km_200", "km_100", "km_100", "km_75"]
    moves = [text for way in ways for text in (f"0 {way}", "1 - km_25")]
    return saved_match([" ".join(ways), " ".join(["km_25"] * 6)], "km_25", moves, target_score=target_score)


def ask_coup_fourre(driver: Driver) -> None:
    saved, attack = attacked()
    sit_down(driver, saved, [attack])
    assert driver.scene == "coup_fourre"


def ask_extension(driver: Driver, target_score: int = 5000) -> None:
    sit_down(driver, arrived(target_score))
    driver.click("25 km")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == "extension"


def facts(driver: Driver) -> list[str]:
    return [node.name for node in driver.below("fact")]


# -- the coup fourré ---------------------------------------------------------------------------------------------------


def test_coup_fourre_prompt_says_what_happened_and_what_it_brings(driver: Driver) -> None:
    ask_coup_fourre(driver)
    assert driver.find("Coup fourré!", "text")
    assert facts(driver) == [
        "Carla plays Accident on you.",
        "You hold the answer: Driving Ace.",
        "100 + 300 points",
        "Can’t hit you anymore: Accident",
        "Then it’s your turn: draw 2 cards",
    ]
    assert driver.focused == "yes"


@pytest.mark.parametrize(("rules", "worth"), [("piatnik", "100 + 200 points"), ("dujardin", "100 + 300 points")])
def test_prompt_takes_its_points_from_the_rules(driver: Driver, rules: str, worth: str) -> None:
    saved, attack = attacked(rules)
    sit_down(driver, saved, [attack])
    assert worth in facts(driver)


def test_right_of_way_prompt_names_both_hazards(driver: Driver) -> None:
    saved, attack = attacked(limit=True)
    sit_down(driver, saved, [attack])
    assert "Can’t hit you anymore: Stop, Speed Limit" in facts(driver)


@pytest.mark.parametrize("way", ["enter", "click"])
def test_accepted_coup_fourre_lays_the_safety_crosswise_and_gives_the_turn(driver: Driver, way: str) -> None:
    ask_coup_fourre(driver)
    driver.key(pygame.K_RETURN) if way == "enter" else driver.press("yes")
    assert driver.scene == "table"
    assert driver.app.scene.is_moving()
    driver.settle()
    own = seen(driver).sides[0]
    assert [card.id for card in own.coups_fourres] == ["driving_ace"]
    assert own.rolling
    assert (seen(driver).to_move, len(seen(driver).hand)) == (0, 7)


def test_declined_coup_fourre_keeps_the_safety_in_the_hand(driver: Driver) -> None:
    ask_coup_fourre(driver)
    driver.press("no")
    driver.settle()
    own = seen(driver).sides[0]
    assert own.safeties == ()
    assert not own.rolling
    assert "driving_ace" in [card.id for card in seen(driver).hand]
    assert driver.scene == "table"


def test_prompt_opens_exactly_when_the_attack_has_landed_and_the_car_stands(driver: Driver) -> None:
    saved, attack = attacked()
    app = driver.app
    app.start_session(Session(saved, files=app.files, clock=app.clock, bots=ScriptedBots([attack])))
    app.show_table()
    table = driver.top(TableScene)
    driver.until(lambda: table.animation.current is not None, "the attack")
    assert driver.scene == "table"
    moved_s = 0.0
    while driver.scene == "table":
        assert moved_s < 1.2, "the attack takes 520 ms, its landing 120, and 500 until the car stands"
        driver.pump()
        moved_s += FRAME_S
    assert moved_s > 1.1
    assert table.animation.is_over


def test_prompt_waits_without_a_clock_and_rests(driver: Driver) -> None:
    ask_coup_fourre(driver)
    driver.pump(100)
    presented = driver.app.presenter.frames_presented
    driver.wait(30)
    assert driver.scene == "coup_fourre"
    assert driver.app.presenter.frames_presented == presented
    assert driver.app.is_settled


def test_match_resumed_at_the_coup_fourre_prompt_asks_again(driver: Driver) -> None:
    ask_coup_fourre(driver)
    driver.app.go_home()
    driver.pump()
    driver.press("continue")
    driver.until(lambda: driver.app.is_settled and driver.scene != "table", "the prompt")
    assert driver.scene == "coup_fourre"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert [card.id for card in seen(driver).sides[0].coups_fourres] == ["driving_ace"]


def test_coup_fourre_prompt_speaks_the_new_language_at_once(driver: Driver) -> None:
    ask_coup_fourre(driver)
    driver.app.set_language("de")
    driver.pump()
    assert driver.find("Blitzaktion!", "text")
    assert driver.focused == "yes"


# -- the extension -----------------------------------------------------------------------------------------------------


def test_extension_prompt_says_what_it_brings_and_risks(driver: Driver) -> None:
    ask_extension(driver)
    assert driver.find("Extension?", "text")
    assert [node.name for node in driver.below("side")] == ["You 700 km", "Carla 0 km"]
    assert facts(driver) == ["Cards left to draw 77", "Your hand 0 km, Safeties: 0"]
    assert driver.find("Take the win", "button").value == "+400 points now"
    assert driver.find("Extend to 1,000 km", "button").value == "+600 points if you still win"
    assert driver.find("Look at the table", "button").focused


def test_extension_makes_the_leg_longer(driver: Driver) -> None:
    ask_extension(driver)
    driver.key(pygame.K_RIGHT)
    assert driver.focused == "yes"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert seen(driver).target == 1000
    assert driver.scene == "table"


def test_win_taken_at_the_extension_ends_the_leg_and_shows_the_score(driver: Driver) -> None:
    ask_extension(driver)
    driver.key(pygame.K_LEFT)
    assert driver.focused == "no"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == "result"
    driver.press("go_on")
    driver.settle()
    assert driver.scene == "table"
    assert (seen(driver).leg, seen(driver).phase) == (2, Phase.TURN)
    assert seen(driver).totals[0] > 1000


def test_match_resumed_at_the_extension_asks_again(driver: Driver) -> None:
    ask_extension(driver)
    driver.app.go_home()
    driver.pump()
    driver.press("continue")
    driver.until(lambda: driver.app.is_settled and driver.scene != "table", "the prompt")
    assert driver.scene == "extension"


def test_match_resumed_at_the_end_of_a_leg_shows_its_score_at_once(driver: Driver) -> None:
    ask_extension(driver)
    driver.press("no")
    driver.settle()
    assert driver.scene == "result"
    driver.app.go_home()
    driver.pump()
    driver.press("continue")
    driver.pump(3)
    assert driver.scene == "result"


def test_last_leg_leads_to_the_end_of_the_match_and_to_another_match(driver: Driver) -> None:
    ask_extension(driver, target_score=1000)
    driver.press("no")
    driver.settle()
    assert driver.scene == "result"
    driver.press("go_on")
    driver.pump(5)
    assert driver.scene == "table"
    assert seen(driver).totals == (0, 0)
