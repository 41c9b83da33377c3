"""The hint on the table: asked for by key or button, shown on card and pile and in words, gone with the move."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine.cards import card
from game.features.play.scene import TableScene
from game.match.bot_reasons import BotReason, ReasonCode
from game.match.comparisons import Comparison, ComparisonKind
from tests.features.play.table_driver import DRAWS, HANDS, ROLLING, choose, held, lit, on_the_table, said, seen
from tests.features.play.test_prompts import arrived, attacked, facts
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.scenes.stages import STAGES
from tests.window import Driver, middle, open_window

K = ComparisonKind
TOLD = {
    "0 km_100": ("0 km_25", Comparison(K.MORE_KM, numbers=(75,))),
    "0 stop > 2": ("0 stop > 1", Comparison(K.WHOM_AHEAD, 2, 1, numbers=(50,))),
    "0 - repairs": ("0 - km_25", Comparison(K.DROP_UNNEEDED, cards=(card("accident"),))),
    "0 ! driving_ace": ("0 .", Comparison(K.COUP, numbers=(400,))),
    "0 .": ("0 ! driving_ace", Comparison(K.EVEN, is_level=True)),
    "0 +": ("0 =", Comparison(K.EXTEND)),
}


def table(driver: Driver, advice: str, *script: str) -> ScriptedBots:
    bots = ScriptedBots(script, compared=TOLD, advice=advice)
    sit_down(driver, saved_match(HANDS, DRAWS, ROLLING), bots)
    return bots


def heading(driver: Driver) -> str:
    scene = driver.app.visible_scenes[0]
    assert isinstance(scene, TableScene)
    return scene.stage.view.turn.head


@pytest.mark.parametrize(
    ("advice", "pile", "head", "body", "why"),
    [
        (
            "0 km_100",
            "distance/0",
            "Hint: the 100",
            "Enter plays the 100.",
            "The 100 is simply 75 km more than the 25.",
        ),
        (
            "0 stop > 2",
            "battle/2",
            "Hint: Stop against Hugo",
            "Enter plays Stop.",
            "Better Hugo than Carla: 50 km further on.",
        ),
        (
            "0 - repairs",
            "discard",
            "Hint: discarding Repairs",
            "Enter discards Repairs.",
            "You’d need Repairs only after Accident, and that may never come.",
        ),
    ],
)
@pytest.mark.parametrize("way", ["key", "button"])
def test_hint_raises_the_card_marks_its_pile_and_says_why(
    driver: Driver, *, way: str, advice: str, pile: str, head: str, body: str, why: str
) -> None:
    table(driver, advice)
    driver.key(pygame.K_h) if way == "key" else driver.press("hint")
    driver.settle()
    card_id = advice.removeprefix("0 ").removeprefix("- ").split(" ")[0]
    assert held(driver, card_id).focused
    assert lit(driver) == {pile}
    assert driver.control(pile).focused
    assert (heading(driver), said(driver)) == (head, body)
    assert driver.control("why").name == why
    assert on_the_table(driver) == []


@pytest.mark.parametrize(
    ("advice", "notes"),
    [("0 - repairs", ["best", "worse"]), ("0 - accident", ["best", "about the same"])],
    ids=["a clear move", "a close call"],
)
def test_hint_rates_its_move_and_the_one_it_is_compared_with(driver: Driver, advice: str, notes: list[str]) -> None:
    table(driver, advice)
    driver.key(pygame.K_h)
    driver.settle()
    assert [driver.control(f"chance.{n}").name.rpartition(" · ")[2] for n in range(len(notes))] == notes


@pytest.mark.parametrize("advice", ["0 km_100", "0 stop > 2", "0 - repairs"])
def test_enter_plays_the_hint_and_the_hint_is_gone(driver: Driver, advice: str) -> None:
    table(driver, advice)
    driver.key(pygame.K_h)
    driver.settle()
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert on_the_table(driver) == [advice]
    assert not heading(driver).startswith("Hint")
    assert driver.session.hints.hint is None


@pytest.mark.parametrize("key", [pygame.K_h, pygame.K_ESCAPE])
def test_hint_is_put_away_by_h_or_escape(driver: Driver, key: int) -> None:
    bots = table(driver, "0 stop > 2")
    driver.key(pygame.K_h)
    driver.settle()
    driver.key(key)
    driver.pump()
    assert driver.scene == "table"
    assert (heading(driver), lit(driver)) == ("Your turn", set())
    driver.key(pygame.K_h)
    driver.settle()
    assert heading(driver) == "Hint: Stop against Hugo"
    assert bots.hints == 2


def test_hint_is_put_away_by_choosing_another_card(driver: Driver) -> None:
    table(driver, "0 stop > 2")
    driver.key(pygame.K_h)
    driver.settle()
    choose(driver, "km_25")
    driver.pump()
    assert heading(driver) == "Your turn"
    assert "battle/2" not in lit(driver)


def test_hint_being_computed_stops_nothing_and_a_move_drops_it(driver: Driver) -> None:
    bots = table(driver, "0 stop > 2")
    bots.is_thinking = True
    driver.key(pygame.K_h)
    driver.pump(5)
    assert said(driver) == "One moment…"
    assert not driver.app.is_settled
    driver.drag(middle(held(driver, "km_25")), middle(driver.control("distance/0")))
    driver.wait(2)
    assert on_the_table(driver) == ["0 km_25"]
    bots.is_thinking = False
    driver.settle()
    assert heading(driver) == "Your turn"
    assert driver.app.scene.is_settled()


def test_hint_asked_for_before_the_turn_is_shown_is_announced_until_it_comes(driver: Driver) -> None:
    """The match is at the own turn while the table still shows the others' moves: no word of theirs stays."""
    table(driver, "0 km_100", "1 - km_25", "2 - km_25", "3 - km_25")
    scene, session = driver.top(TableScene), driver.session
    choose(driver, "km_25")
    driver.key(pygame.K_RETURN)
    driver.until(
        lambda: len(session.observation.moves) > len(ROLLING) and session.is_waiting_for_viewer, "the own turn"
    )
    assert not scene.animation.is_over
    driver.key(pygame.K_h)
    headings = []
    while not driver.app.is_settled:
        driver.pump()
        headings.append(heading(driver))
    assert list(dict.fromkeys(headings)) == ["Hint", "Hint: the 100"]


def test_hint_asked_for_twice_while_being_computed_is_withdrawn(driver: Driver) -> None:
    bots = table(driver, "0 stop > 2")
    bots.is_thinking = True
    driver.key(pygame.K_h)
    driver.key(pygame.K_h)
    bots.is_thinking = False
    driver.settle()
    assert (heading(driver), bots.hints) == ("Your turn", 1)


def test_hint_is_not_given_while_another_plays(driver: Driver) -> None:
    bots = table(driver, "0 stop > 2")
    driver.drag(middle(held(driver, "km_25")), middle(driver.control("distance/0")))
    driver.key(pygame.K_h)
    assert bots.hints == 0
    driver.settle()
    assert heading(driver) == "Your turn"


def test_hint_speaks_the_new_language_at_once(driver: Driver) -> None:
    table(driver, "0 - repairs")
    driver.key(pygame.K_h)
    driver.settle()
    driver.app.set_language("de")
    driver.pump()
    assert (heading(driver), said(driver)) == ("Tipp: Werkstatt abwerfen", "Eingabe wirft ab: Werkstatt.")
    why = "Werkstatt brauchst du nur nach „Blechschaden“, und das kommt vielleicht nie."
    assert driver.control("why").name == why


# -- the prompts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advice", "words"),
    [
        (
            "0 ! driving_ace",
            "Hint: Coup fourré! Play it crosswise – It scores 400 points at once, and you get another turn.",
        ),
        ("0 .", "Hint: Not now, play it later – It’s a close call: either will do."),
    ],
)
@pytest.mark.parametrize("way", ["key", "button"])
def test_coup_fourre_prompt_shows_the_advice_below_the_facts(driver: Driver, way: str, advice: str, words: str) -> None:
    saved, attack = attacked()
    sit_down(driver, saved, ScriptedBots([attack], compared=TOLD, advice=advice))
    before = facts(driver)
    driver.key(pygame.K_h) if way == "key" else driver.press("hint")
    driver.settle()
    assert facts(driver) == [*before, words]
    driver.key(pygame.K_h)
    driver.settle()
    assert facts(driver) == before
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert [c.id for c in seen(driver).sides[0].coups_fourres] == ["driving_ace"]


def test_prompt_says_that_the_hint_is_being_computed(driver: Driver) -> None:
    saved, attack = attacked()
    bots = ScriptedBots([attack], compared=TOLD, advice="0 .")
    bots.is_thinking = True
    sit_down(driver, saved, bots)
    driver.key(pygame.K_h)
    driver.pump(3)
    assert facts(driver)[-1] == "One moment…"
    driver.key(pygame.K_RETURN)
    bots.is_thinking = False
    driver.settle()
    assert driver.scene == "table"
    assert [c.id for c in seen(driver).sides[0].coups_fourres] == ["driving_ace"]


def test_extension_prompt_shows_the_advice(driver: Driver) -> None:
    bots = ScriptedBots(compared=TOLD, advice="0 +")
    sit_down(driver, arrived(), bots)
    driver.click("25 km")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene == "extension"
    driver.key(pygame.K_h)
    driver.settle()
    assert facts(driver)[-1] == (
        "Hint: Extend to 1,000 km – Driving on is a risk, but winning the longer race is worth it."
    )


# -- reasons in the log ------------------------------------------------------------------------------------------------


def test_log_says_why_a_driver_was_attacked(driver: Driver) -> None:
    why = {"1 speed_limit > 0": BotReason(ReasonCode.ATTACKS_LEG_LEADER, card("speed_limit"), side=0, number=25)}
    hands = ["go km_25 repairs", "go speed_limit", "go", "go"]
    bots = ScriptedBots(["1 speed_limit > 0"], reasons=why)
    sit_down(driver, saved_match(hands, "", ROLLING), bots)
    choose(driver, "km_25")
    driver.key(pygame.K_RETURN)
    driver.settle()
    scene = driver.top(TableScene)
    told = {line.text: line.reason for line in scene.stage.view.log if line.reason}
    assert told == {"Carla plays Speed Limit on you": "holds back the leading car, at 25 km"}


def test_log_never_tells_what_a_bot_thinks_of_its_hand(driver: Driver) -> None:
    why = {"1 km_50": BotReason(ReasonCode.MAKES_EXACT, card("km_50"), number=25)}
    bots = ScriptedBots(["1 km_50"], reasons=why)
    sit_down(driver, saved_match(HANDS, DRAWS, ROLLING), bots)
    choose(driver, "km_25")
    driver.key(pygame.K_RETURN)
    driver.settle()
    scene = driver.top(TableScene)
    assert "Carla plays 50 km" in [line.text for line in scene.stage.view.log]
    assert all(line.reason == "" for line in scene.stage.view.log)


def test_next_hint_is_read_from_its_beginning(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540), language="it") as driver:
        driver.app.save_settings(driver.app.settings.with_values(text_size=200))
        STAGES["hint"](driver)
        top = driver.control("why").rect
        driver.point(middle(driver.control("why")))
        driver.post(pygame.MOUSEWHEEL, x=0, y=-3)
        assert driver.control("why").rect != top
        driver.key(pygame.K_h)
        driver.key(pygame.K_h)
        driver.settle()
        assert driver.control("why").rect == top
