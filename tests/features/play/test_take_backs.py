"""Moves taken back and made again at the table: by button, key and menu, at any moment, and what shows it after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game.engine.cards import card
from game.engine.observation import Phase
from game.features.play.scene import TableScene
from game.files.writer import write_atomically
from game.match.match_file import SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.settings.settings import AnimationSpeed, HandOrder, Settings
from game.settings.settings_file import SettingsFile
from tests.features.lesson.lesson_driver import at_task
from tests.features.play.table_driver import DRAWS, HANDS, ROLLING, at, carry, choose, press, said, seen
from tests.features.play.test_prompts import arrived, attacked
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.window import Driver, open_window

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
SCRIPT = ["1 - km_50", "2 km_50"]
BACK_LINE = "You take back your last move"


def sit(driver: Driver, saved: SavedMatch, script: list[str] | ScriptedBots) -> TableScene:
    sit_down(driver, replace(saved, allows_take_backs=True), script)
    scene = driver.app.visible_scenes[0]
    assert isinstance(scene, TableScene)
    return scene


def at_table(driver: Driver, *, script: list[str] | ScriptedBots | None = None) -> TableScene:
    """Seat 0's turn, everybody rolling; the rivals answer its first move by one distance and two discards."""
    return sit(driver, saved_match(HANDS, DRAWS, ROLLING), SCRIPT * 9 if script is None else script)


def lay(driver: Driver, card_id: str = "km_25") -> None:
    choose(driver, card_id)
    driver.key(pygame.K_RETURN)
    driver.settle()


def log_of(scene: TableScene) -> list[str]:
    return [line.text for line in scene.stage.view.log]


def by_button(driver: Driver, id: str) -> None:
    driver.press(id)


def by_menu(driver: Driver, id: str) -> None:
    driver.key(pygame.K_ESCAPE)
    driver.press("more")
    driver.press(id)


def by_u(driver: Driver, id: str) -> None:
    driver.key(pygame.K_u, SHIFT if id == "make_again" else 0)


def by_ctrl(driver: Driver, id: str) -> None:
    driver.key(pygame.K_y if id == "make_again" else pygame.K_z, CTRL)


def by_ctrl_z(driver: Driver, id: str) -> None:
    driver.key(pygame.K_z, CTRL | SHIFT if id == "make_again" else CTRL)


def by_focus(driver: Driver, id: str) -> None:
    while driver.focused != id:
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)


@pytest.mark.parametrize("ask", [by_button, by_menu, by_u, by_ctrl, by_ctrl_z, by_focus])
def test_move_is_taken_back_and_made_again(driver: Driver, ask: Callable[[Driver, str], None]) -> None:
    scene = at_table(driver)
    before = seen(driver)
    lay(driver)
    after = seen(driver)
    assert after.sides[2].km == 50
    ask(driver, "take_back")
    driver.settle()
    assert (driver.scene, seen(driver)) == ("table", before)
    assert said(driver) == "Taken back. Decide again."
    assert log_of(scene)[-2:] == ["Irma plays Go", BACK_LINE]
    ask(driver, "make_again")
    driver.settle()
    assert seen(driver) == after
    assert BACK_LINE not in log_of(scene)
    assert said(driver) != "Taken back. Decide again."


def test_take_back_buttons_show_whether_there_is_anything_to_do(driver: Driver) -> None:
    at_table(driver)

    def enabled() -> tuple[bool, bool]:
        return driver.control("take_back").enabled, driver.control("make_again").enabled

    assert enabled() == (True, False)
    driver.key(pygame.K_u)
    driver.settle()
    assert seen(driver).moves == ()
    assert enabled() == (False, True)
    driver.key(pygame.K_u)
    driver.settle()
    assert seen(driver).moves == ()
    driver.press("make_again")
    driver.settle()
    assert enabled() == (True, False)
    driver.key(pygame.K_y, CTRL)
    driver.settle()
    assert len(seen(driver).moves) == 4


def test_focus_goes_on_from_a_take_back_button_with_nothing_left_to_do(driver: Driver) -> None:
    at_table(driver)
    by_focus(driver, "take_back")
    driver.settle()
    assert not driver.control("take_back").enabled
    assert driver.focused == "take_back"
    driver.key(pygame.K_TAB)
    assert driver.focused == "make_again"


def test_new_decision_leaves_one_log_line_and_clears_the_moves_to_make_again(driver: Driver) -> None:
    scene = at_table(driver)
    for _ in range(3):
        lay(driver)
        driver.key(pygame.K_u)
        driver.settle()
    assert log_of(scene)[-1] == "You take back 3 moves"
    lay(driver, "km_100")
    assert log_of(scene).count("You take back 3 moves") == 1
    assert not driver.control("make_again").enabled
    assert scene.session.saved.take_backs == 3


@pytest.mark.parametrize("lesson", [True, False])
def test_take_back_has_no_buttons_or_keys_where_it_is_not_allowed(driver: Driver, *, lesson: bool) -> None:
    if lesson:
        at_task(driver, "first_km")
    else:
        sit_down(driver, saved_match(HANDS, DRAWS, ROLLING), SCRIPT)
        lay(driver)
    scene = driver.top(TableScene)
    before = scene.session.observation
    for ask in (by_u, by_ctrl, by_ctrl_z):
        ask(driver, "take_back")
        ask(driver, "make_again")
    driver.settle()
    assert scene.session.observation == before
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert {"take_back", "make_again"}.isdisjoint(driver.ids())
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert {"take_back", "make_again"}.isdisjoint(driver.ids())


# -- in wrong moments --------------------------------------------------------------------------------------------------


def test_cards_fly_back_together_and_any_press_ends_it(driver: Driver) -> None:
    scene = at_table(driver)
    lay(driver)
    driver.post(pygame.KEYDOWN, key=pygame.K_u, mod=0, unicode="u")
    driver.pump()
    flights = {flight.card.id for flight, _elapsed_s in scene.animation.flights if flight.card}
    assert {"km_25", "km_50"} <= flights
    assert scene.is_moving()
    driver.key(pygame.K_F5)
    assert not scene.is_moving()
    assert scene.hand.cards.count(card("km_25")) == 1
    lay(driver)
    driver.key(pygame.K_u)
    driver.wait(0.31)
    assert not scene.is_moving()


def test_take_back_works_while_cards_fly_and_bots_think(driver: Driver) -> None:
    scene = at_table(driver)
    before = seen(driver)
    choose(driver, "km_25")
    driver.post(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    driver.until(lambda: scene.session.take_backs.can_take_back and len(scene.session.observation.moves) > 4)
    assert scene.is_moving()
    driver.key(pygame.K_z, CTRL)
    driver.settle()
    assert seen(driver) == before
    assert len(log_of(scene)) == 6


@pytest.mark.parametrize("aside", [False, True])
@pytest.mark.parametrize("kind", ["coup_fourre", "extension"])
def test_prompt_closes_on_a_take_back_and_asks_again(driver: Driver, kind: str, *, aside: bool) -> None:
    if kind == "coup_fourre":
        saved, attack = attacked()
        scene = sit(driver, saved, [attack])
    else:
        scene = sit(driver, arrived(), [])
        driver.click("25 km")
        driver.key(pygame.K_RETURN)
        driver.settle()
    assert driver.scene == kind
    asked = scene.session.observation
    if aside:
        driver.key(pygame.K_ESCAPE)
        driver.settle()
    driver.key(pygame.K_u)
    driver.settle()
    assert driver.scene == "table"
    assert seen(driver).phase is Phase.TURN
    assert scene.match.prompt is None
    assert not scene.questions.is_aside
    assert not driver.shows("question")
    driver.key(pygame.K_u, SHIFT)
    driver.settle()
    assert (driver.scene, scene.session.observation) == (kind, asked)


@pytest.mark.parametrize("frames", [0, 3])
def test_prompt_on_its_way_aside_closes_on_a_take_back(driver: Driver, frames: int) -> None:
    saved, attack = attacked()
    scene = sit(driver, saved, [attack])
    driver.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")
    driver.pump(frames)
    assert driver.app.scene.is_moving()
    driver.key(pygame.K_z, CTRL)
    driver.settle()
    assert (driver.scene, seen(driver).phase, scene.questions.is_aside) == ("table", Phase.TURN, False)


def test_answer_to_a_prompt_is_taken_back_too(driver: Driver) -> None:
    saved, attack = attacked()
    scene = sit(driver, saved, [attack])
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert seen(driver).sides[0].coups_fourres
    driver.key(pygame.K_u)
    driver.settle()
    assert driver.scene == "coup_fourre"
    assert not scene.animation.observation.sides[0].safeties


def test_carried_card_lies_in_the_hand_again_after_a_take_back(driver: Driver) -> None:
    scene = at_table(driver)
    lay(driver)
    start = at(driver, "card/2")
    press(driver, start)
    carry(driver, (start[0], start[1] - 200))
    assert scene.hand.held_card is not None
    driver.key(pygame.K_u)
    driver.settle()
    assert scene.hand.held_card is None
    assert (len(seen(driver).moves), len(scene.hand.cards)) == (4, 7)
    driver.post(pygame.MOUSEBUTTONUP, pos=at(driver, "draw"), button=1)
    driver.settle()
    assert len(seen(driver).moves) == 4


def test_move_waiting_for_the_disk_is_simply_dropped_by_a_take_back(driver: Driver) -> None:
    scene = at_table(driver)
    lay(driver)
    before = seen(driver)
    with mock.patch.object(Session, "is_waiting_for_viewer", new_callable=mock.PropertyMock, return_value=False):
        choose(driver, "km_100")
        driver.key(pygame.K_RETURN)
        assert scene.match.has_pending_move
        driver.key(pygame.K_u)
        assert not scene.match.has_pending_move
    driver.settle()
    assert seen(driver) == before
    assert scene.session.saved.take_backs == 0


def test_hint_is_gone_after_a_take_back(driver: Driver) -> None:
    scene = at_table(driver, script=ScriptedBots(SCRIPT, advice="0 km_100"))
    lay(driver)
    driver.key(pygame.K_h)
    driver.settle()
    assert scene.hand.is_suggesting
    driver.key(pygame.K_u)
    driver.settle()
    assert not scene.hand.is_suggesting
    assert scene.hand.selected is None
    assert said(driver) == "Taken back. Decide again."


def test_hand_order_is_restored_by_a_take_back(tmp_path: Path) -> None:
    write_atomically(
        tmp_path / "settings.json", SettingsFile(Settings().with_values(hand_order=HandOrder.OWN)).to_bytes()
    )
    with open_window(tmp_path, language="en") as driver:
        scene = at_table(driver)
        driver.key(pygame.K_3)
        for _ in range(2):
            driver.key(pygame.K_LEFT, SHIFT)
        driver.settle()
        order = scene.hand.cards
        driver.key(pygame.K_ESCAPE)
        lay(driver)
        assert scene.hand.cards != order
        driver.key(pygame.K_u)
        driver.settle()
        assert scene.hand.cards == order


@pytest.mark.parametrize(
    "settings", [Settings().with_values(reduced_motion=True), Settings().with_values(speed=AnimationSpeed.OFF)]
)
def test_cards_never_fly_back_without_motion(tmp_path: Path, settings: Settings) -> None:
    write_atomically(tmp_path / "settings.json", SettingsFile(settings.with_values(language="en")).to_bytes())
    with open_window(tmp_path) as driver:
        scene = at_table(driver)
        before = seen(driver)
        lay(driver)
        driver.post(pygame.KEYDOWN, key=pygame.K_u, mod=0, unicode="u")
        assert not list(scene.animation.flights)
        assert scene.animation.is_moving is settings.person.reduced_motion
        driver.wait(0.13)
        assert scene.animation.observation == before


def test_take_back_is_exact_after_the_last_card_and_a_resize(driver: Driver) -> None:
    scene = at_table(driver)
    before = seen(driver)
    lay(driver)
    driver.post(pygame.KEYDOWN, key=pygame.K_u, mod=0, unicode="u")
    driver.resize((960, 540))
    driver.settle()
    assert scene.animation.observation == before
    driver.app.set_language("de")
    driver.settle()
    assert scene.stage.view.turn.body == "Zurückgenommen. Entscheide neu."


# -- what shows it afterwards ------------------------------------------------------------------------------------------


def test_result_tells_of_take_backs(driver: Driver) -> None:
    saved = replace(arrived(), setup=replace(arrived().setup, target_score=None, legs=1))
    sit(driver, saved, [])
    driver.key(pygame.K_u)
    driver.settle()
    driver.key(pygame.K_1 + seen(driver).hand.index(card("km_75")))
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.click("25 km")
    driver.key(pygame.K_RETURN)
    driver.settle()
    if driver.scene == "extension":
        driver.press("no")
        driver.settle()
    driver.key(pygame.K_F5)
    driver.settle()
    assert driver.scene == "result"
    assert driver.control("take_backs").name == "Played with 1 take-back"


def test_match_resumes_where_it_was_taken_back_to(driver: Driver) -> None:
    at_table(driver)
    before = seen(driver)
    lay(driver)
    driver.key(pygame.K_u)
    driver.settle()
    driver.app.go_home()
    driver.settle()
    driver.press("continue")
    driver.settle()
    assert seen(driver) == before
    assert driver.control("make_again").enabled
    assert said(driver) == "Taken back. Decide again."


def test_setup_switch_for_take_backs_is_on_by_default(driver: Driver) -> None:
    assert DEFAULT_PLAN.take_backs
    driver.press("race.setup")
    driver.settle()
    driver.press("details")
    words = driver.control("details_about").name
    assert driver.control("take-backs").value == "on"
    driver.press("take-backs")
    assert driver.control("take-backs").value == "off"
    assert "Moves can’t be taken back." in driver.control("details_about").name
    assert "Moves can’t be taken back." not in words
    driver.press("start")
    driver.until(lambda: driver.scene == "table")
    assert not driver.shows("take_back")
    assert not driver.app.settings.last_match_plan("en").take_backs
