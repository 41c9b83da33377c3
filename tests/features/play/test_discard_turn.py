"""The turn of a player who can lay nothing: a card has to go, and which one is the player's choice."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine.cards import card
from game.engine.moves import MoveKind
from game.features.play.scene import TableScene
from game.table.painting.pile_names import pile_names
from game.table.painting.target_glow import PULSES_HZ
from game.ui.drawing.layers import outer_rect
from tests.features.play.table_driver import at, choose, held, lit, said, seen, table
from tests.fit import look, rooms
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.window import Driver, middle, open_window

HANDS = ["end_of_limit gasoline spare_tire repairs gasoline km_100", "go", "go", "go"]


def stopped(driver: Driver, *, advice: str = "") -> TableScene:
    """Seat 0 waits for the green light and holds none."""
    scene = sit_down(driver, saved_match(HANDS, "km_25"), ScriptedBots(advice=advice))
    assert isinstance(scene, TableScene)
    assert {move.kind for move in scene.match.observation.legal} == {MoveKind.DISCARD}
    return scene


def discarded(driver: Driver) -> list[str]:
    driver.settle()
    return [move.text for move in seen(driver).moves if move.seat == 0]


def head(driver: Driver) -> str:
    return driver.top(TableScene).stage.view.turn.head


def test_hand_is_bright_as_a_whole_and_no_card_is_chosen_beforehand(driver: Driver) -> None:
    scene = stopped(driver)
    hand = range(len(seen(driver).hand))
    assert all(scene.stage.view.looks_playable(index) for index in hand)
    assert not any(driver.control(f"card/{index}").focused for index in hand)
    assert scene.hand.selected is None


def test_turn_plate_and_pile_tell_what_enter_discards(driver: Driver) -> None:
    stopped(driver)
    assert head(driver) == "Nothing to play"
    assert said(driver) == "Useful, unseen: 14\u00a0×\u00a0Go, 1\u00a0×\u00a0Right of Way."
    assert lit(driver) == set()
    choose(driver, "repairs")
    assert lit(driver) == {"discard"}
    assert said(driver) == "Choose a card to discard; Enter discards Repairs."
    assert driver.control("label/discard").name == "discard"


def test_own_battle_pile_tells_what_helps_and_a_rival_s_does_not(driver: Driver) -> None:
    stopped(driver)
    told = {node.id: node.description or "" for node in driver.nodes()}
    assert "Useful, unseen" in told["battle/0"]
    assert not any("Useful, unseen" in told[f"battle/{side}"] for side in (1, 2, 3))


@pytest.mark.parametrize("way", ["enter", "pile", "drag", "right", "d"])
def test_chosen_card_can_be_discarded_in_every_way(driver: Driver, way: str) -> None:
    stopped(driver)
    if way != "drag":
        choose(driver, "repairs")
    match way:
        case "enter":
            driver.key(pygame.K_RETURN)
        case "pile":
            driver.click(at(driver, "discard"))
        case "drag":
            driver.drag(middle(held(driver, "repairs")), at(driver, "discard"))
        case "right":
            pos = middle(held(driver, "repairs"))
            driver.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=3)
        case _:
            driver.key(pygame.K_d)
    assert discarded(driver) == ["0 - repairs"]


@pytest.mark.parametrize("way", ["enter", "pile", "d"])
def test_discard_needs_a_chosen_card(driver: Driver, way: str) -> None:
    stopped(driver)
    match way:
        case "enter":
            driver.key(pygame.K_RETURN)
        case "pile":
            driver.click(at(driver, "discard"))
        case _:
            driver.key(pygame.K_d)
    driver.pump()
    assert driver.session.observation.moves == ()


def test_keys_begin_at_the_card_just_drawn(driver: Driver) -> None:
    scene = stopped(driver)
    driver.key(pygame.K_RETURN)
    assert scene.hand.selected == seen(driver).hand.index(card("km_25"))
    driver.key(pygame.K_ESCAPE)
    assert (driver.scene, scene.hand.selected) == ("table", None)


def test_enter_discards_the_card_that_the_hint_chose(driver: Driver) -> None:
    stopped(driver, advice="0 - gasoline")
    driver.key(pygame.K_h)
    driver.settle()
    driver.key(pygame.K_RETURN)
    assert discarded(driver) == ["0 - gasoline"]


def test_second_press_on_the_chosen_card_says_why_it_cannot_be_laid(driver: Driver) -> None:
    stopped(driver)
    driver.click("Repairs")
    driver.click("Repairs")
    driver.settle()
    assert said(driver) == "There is nothing to fix with this card."
    assert discarded(driver) == []


def test_card_pointed_at_tells_why_it_cannot_be_laid(driver: Driver) -> None:
    stopped(driver)
    driver.point(middle(held(driver, "km_25")))
    assert head(driver) == "Nothing to play"
    assert said(driver) == "You’re not rolling: Go is missing."


def test_discard_pile_pulses_while_a_card_is_chosen(driver: Driver) -> None:
    stopped(driver)
    choose(driver, "repairs")
    bright = driver.pixels()
    driver.wait(0.5 / PULSES_HZ)
    assert driver.pixels() != bright


def test_turn_with_a_card_to_lay_chooses_no_discard(driver: Driver) -> None:
    scene = table(driver)
    assert scene.hand.selected is None
    assert lit(driver) == set()
    assert head(driver) == "Your turn"


@pytest.mark.parametrize(("size", "language"), rooms((1280, 720), (1080, 1350)))
def test_discard_pile_is_seen_behind_its_label(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    with open_window(tmp_path, size=size, language=language) as driver:
        stopped(driver)
        for index in range(7):
            driver.key(pygame.K_1 + index)
            label, pile = (pygame.Rect(driver.control(id).rect) for id in ("label/discard", "discard"))
            assert label.clip(pile).h < pile.h / 4


def test_discard_pile_name_stays_clear_of_words_and_light_at_200_percent(tmp_path: Path) -> None:
    with open_window(tmp_path, language="hu") as driver:
        scene = stopped(driver)
        look(driver, 200)
        rules = scene.match.observation.rules
        _drawn, discards = pile_names(scene.stage.picture.places, rules)
        name = outer_rect(discards.box).inflate(-1.4 * discards.px, -6)  # but for its round ends

        def seen_there() -> bytes:
            return pygame.image.tobytes(driver.app.window.surface.subsurface(name), "RGB")

        assert not name.colliderect(driver.control("discard").rect)
        before = seen_there()
        driver.key(pygame.K_1)
        assert seen_there() == before
