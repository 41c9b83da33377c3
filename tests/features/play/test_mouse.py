"""The table played with the mouse: cards dragged, clicked, discarded."""

from __future__ import annotations

import pygame
import pytest

from game.settings.settings import HandOrder
from tests.features.play.table_driver import (
    at,
    carry,
    choose,
    held,
    lit,
    on_the_table,
    press,
    release,
    said,
    seen,
    table,
)
from tests.window import Driver, middle

# -- dragging ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card_id", "target", "expected"),
    [
        ("km_25", "distance/0", "0 km_25"),
        ("km_100", "battle/0", "0 km_100"),
        ("driving_ace", "safeties/0", "0 driving_ace"),
        ("accident", "battle/2", "0 accident > 2"),
        ("accident", "safeties/3", "0 accident > 3"),
        ("speed_limit", "speed/1", "0 speed_limit > 1"),
        ("stop", "discard", "0 - stop"),
        ("repairs", "discard", "0 - repairs"),
    ],
)
def test_card_dropped_on_a_pile_or_on_its_display_is_played(
    driver: Driver, card_id: str, target: str, expected: str
) -> None:
    table(driver)
    driver.drag(middle(held(driver, card_id)), at(driver, target))
    driver.settle()
    assert on_the_table(driver) == [expected]


def test_card_dropped_between_the_piles_of_a_display_is_played(driver: Driver) -> None:
    scene = table(driver)
    panel = scene.picture.places.display(2)
    driver.drag(middle(held(driver, "stop")), (round(panel.right) - 6, round(panel.y) + 6))
    driver.settle()
    assert on_the_table(driver) == ["0 stop > 2"]


@pytest.mark.parametrize(
    ("card_id", "target", "reason"),
    [
        ("repairs", "battle/0", "There is nothing to fix with this card."),
        ("km_25", "battle/2", "Play this card in front of you."),
        ("stop", "battle/0", "Play this card on an opponent."),
        ("stop", "draw", "Play this card on an opponent."),
        ("km_25", "draw", "Play this card in front of you."),
        ("repairs", "draw", "There is nothing to fix with this card."),
    ],
)
def test_refused_card_goes_back_and_the_turn_plate_says_why(
    driver: Driver, card_id: str, target: str, reason: str
) -> None:
    table(driver)
    before = [node.id for node in driver.nodes()]
    driver.drag(middle(held(driver, card_id)), at(driver, target))
    assert driver.app.scene.is_moving()
    assert said(driver) == reason
    driver.settle()
    assert on_the_table(driver) == []
    assert [node.id for node in driver.nodes()] == before
    assert said(driver) == reason, "it stays until something else is done"


@pytest.mark.parametrize("card_id", ["km_100", "repairs"])
def test_refusal_while_others_play_is_cleared_in_the_players_turn(driver: Driver, card_id: str) -> None:
    scene = table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.until(lambda: seen(driver).to_move == 1, "the next driver's turn")
    for _ in range(2):
        driver.click(middle(held(driver, card_id)))
    assert said(driver) == "It’s not your turn."
    driver.until(lambda: seen(driver).to_move == 0, "the player's turn")
    assert scene.stage.view.turn.head == "Your turn"
    assert scene.stage.view.turn.tone != "refused"
    assert said(driver) != "It’s not your turn."


def test_message_of_the_press_that_brings_the_turn_stays(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(hand_order=HandOrder.SORTED))
    table(driver)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.until(lambda: seen(driver).to_move == 3, "the last driver's turn")
    choose(driver, "stop")
    while seen(driver).to_move == 3:
        driver.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert said(driver) == "Your hand sorts itself; you can change that in the settings."


def test_refusal_names_the_side_that_cannot_be_hit(driver: Driver) -> None:
    table(driver, moves=["0 go", "1 - go", "2 go", "3 go"])
    driver.drag(middle(held(driver, "stop")), at(driver, "battle/1"))
    assert said(driver) == "Carla isn’t rolling yet: Go is missing."


def test_card_dropped_on_a_sorted_hand_is_only_put_back(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(hand_order=HandOrder.SORTED))
    table(driver)
    start = middle(held(driver, "stop"))
    driver.drag(start, middle(held(driver, "accident")))
    assert said(driver) == "Play a card or discard one."
    driver.settle()
    assert on_the_table(driver) == []


def test_piles_that_take_the_carried_card_light_up(driver: Driver) -> None:
    table(driver)
    start = middle(held(driver, "accident"))
    dark = driver.pixels()
    press(driver, start)
    assert lit(driver) == set()
    carry(driver, (start[0], start[1] - 80))
    assert lit(driver) == {"battle/1", "battle/2", "battle/3", "discard"}
    assert driver.pixels() != dark
    release(driver, start)
    driver.settle()
    assert lit(driver) == set()


def test_carried_card_lies_under_the_pointer_in_the_very_next_frame(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(reduced_motion=True))  # else it leans as well
    table(driver)
    start = middle(held(driver, "stop"))
    press(driver, start)
    carry(driver, (start[0] - 60, start[1] - 60))
    shots = []
    for pos in ((420, 330), (640, 300), (560, 330)):
        carry(driver, pos)
        shots.append(pygame.image.tobytes(driver.picture().subsurface((pos[0] - 20, pos[1] - 20, 40, 40)), "RGB"))
    assert shots[0] == shots[1] == shots[2]


def test_carried_card_goes_back_by_escape_and_by_the_right_button(driver: Driver) -> None:
    table(driver)
    for let_go in (lambda: driver.key(pygame.K_ESCAPE), lambda: press(driver, (600, 300), button=3)):
        start = middle(held(driver, "stop"))
        press(driver, start)
        carry(driver, (600, 300))
        let_go()
        driver.settle()
        release(driver, (600, 300))
        assert driver.scene == "table"
        assert on_the_table(driver) == []
        assert driver.shows("card/6")


# -- clicking ----------------------------------------------------------------------------------------------------------


def test_click_chooses_a_card_and_a_second_one_lays_it_if_one_place_takes_it(driver: Driver) -> None:
    table(driver)
    driver.click("25 km")
    assert driver.focused == held(driver, "km_25").id
    assert lit(driver) == {"distance/0", "discard"}
    assert said(driver) == "Play it on the lit pile: 25 km."
    driver.click("25 km")
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]


def test_second_click_lays_nothing_where_several_places_take_the_card(driver: Driver) -> None:
    table(driver)
    driver.click("Accident")
    driver.click("Accident")
    driver.settle()
    assert on_the_table(driver) == []
    assert said(driver) == "Accident: who gets it?"
    driver.click(at(driver, "battle/3"))
    driver.settle()
    assert on_the_table(driver) == ["0 accident > 3"]


def test_click_on_a_pile_that_does_not_take_the_card_says_why(driver: Driver) -> None:
    table(driver)
    driver.click("25 km")
    driver.click(at(driver, "battle/1"))
    assert said(driver) == "Play this card in front of you."
    assert on_the_table(driver) == []


def test_click_on_the_discard_pile_discards_the_chosen_card(driver: Driver) -> None:
    table(driver)
    driver.click("Repairs")
    driver.click(at(driver, "discard"))
    driver.settle()
    assert on_the_table(driver) == ["0 - repairs"]


def test_click_beside_everything_clears_the_choice(driver: Driver) -> None:
    table(driver)
    driver.click("Stop")
    driver.click((330, 505))
    assert driver.focused is None
    assert lit(driver) == set()


def test_right_click_discards(driver: Driver) -> None:
    table(driver)
    press(driver, middle(held(driver, "repairs")), button=3)
    driver.settle()
    assert on_the_table(driver) == ["0 - repairs"]


@pytest.mark.parametrize("way", ["right_click", "drag", "key"])
def test_discard_of_a_safety_asks_first(driver: Driver, way: str) -> None:
    table(driver)
    place = middle(held(driver, "driving_ace"))
    if way == "right_click":
        press(driver, place, button=3)
    elif way == "drag":
        driver.drag(place, at(driver, "discard"))
    else:
        choose(driver, "driving_ace")
        driver.key(pygame.K_DELETE)
    driver.settle()
    assert driver.scene == "confirm"
    driver.click("Go back")
    driver.settle()
    assert on_the_table(driver) == []
    press(driver, middle(held(driver, "driving_ace")), button=3)
    driver.click("Discard it")
    driver.settle()
    assert on_the_table(driver) == ["0 - driving_ace"]


def test_card_under_the_pointer_is_unmarked_after_a_move_until_the_mouse_moves(driver: Driver) -> None:
    scene = table(driver, hands=["go accident stop km_25 km_100 km_25", "go km_50", "go", "go"])
    where = middle(held(driver, "km_25"))
    driver.point(where)
    assert scene.hand.hovered_card is not None
    for _ in range(2):
        driver.click(where)
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]
    assert scene.hand.hovered_card is None
    driver.point((where[0] + 2, where[1]))
    assert scene.hand.hovered_card is not None


@pytest.mark.parametrize("seats", [(1, 2, 3), (3,)], ids=["any", "the last, with the own next card"])
def test_card_moved_within_the_hand_while_a_rival_drives_stays_where_it_was_put(
    driver: Driver, seats: tuple[int, ...]
) -> None:
    scene = table(driver, "1 - km_25", "2 - km_25", "3 - km_25")
    choose(driver, "repairs")
    driver.key(pygame.K_d)
    driver.until(lambda: seen(driver).to_move == 2, "the first rival's move")
    start, end = at(driver, "card/0"), at(driver, "card/3")
    driver.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    for x in range(start[0], end[0] + 20, 10):
        driver.post(pygame.MOUSEMOTION, pos=(x, end[1]), rel=(1, 1), buttons=(1, 0, 0))
    driver.until(lambda: scene.animation.is_moving and seen(driver).to_move in seats, "the rival's card")
    before, moving = scene.hand.cards, scene.hand.cards[0]
    driver.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
    moved = scene.hand.cards
    assert moved != before
    assert moved.index(moving) > 0
    driver.settle()
    assert [card for card in scene.hand.cards if card in moved][: len(moved)] == list(moved)
