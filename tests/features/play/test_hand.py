"""The order of the hand: put by the player, or sorted by itself."""

from __future__ import annotations

import pygame

from game.match.match_file import SavedMatch
from game.settings.settings import HandOrder
from game.ui.accessibility_tree import Node
from tests.features.play.table_driver import HANDS, at, choose, held, on_the_table, said, seen, table
from tests.fixed_decks import sit_down
from tests.window import Driver, middle

DEALT = ["25 km", "100 km", "Stop", "Speed Limit", "Accident", "Driving Ace", "Repairs"]


def hand(driver: Driver) -> list[str]:
    return [node.name for node in driver.of_role("card")]


def lying(driver: Driver) -> list[Node]:
    """The cards of the hand from left to right, as they are seen."""
    return sorted(driver.of_role("card"), key=lambda node: node.rect[0])


def sort_by_itself(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(hand_order=HandOrder.SORTED))


def test_card_just_drawn_lies_last(driver: Driver) -> None:
    table(driver)
    assert hand(driver) == DEALT


def test_sorted_hand_puts_the_drawn_card_among_the_others(driver: Driver) -> None:
    sort_by_itself(driver)
    table(driver)
    assert hand(driver) == ["25 km", "100 km", "Stop", "Speed Limit", "Accident", "Repairs", "Driving Ace"]


def test_card_is_put_elsewhere_in_the_hand_by_dragging(driver: Driver) -> None:
    table(driver)
    driver.drag(middle(held(driver, "repairs")), middle(held(driver, "km_25")))
    driver.settle()
    assert hand(driver) == ["Repairs", *DEALT[:-1]]
    assert [node.name for node in lying(driver)] == hand(driver)
    assert on_the_table(driver) == []
    assert said(driver) == "Play a card or discard one."


def test_neighbours_make_room_for_a_card_carried_over_them(driver: Driver) -> None:
    table(driver)
    start, over = middle(held(driver, "repairs")), middle(held(driver, "stop"))
    driver.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    driver.post(pygame.MOUSEMOTION, pos=over, rel=(1, 1), buttons=(1, 0, 0))
    assert driver.app.scene.is_moving()
    driver.settle()
    room = [node.name for node in lying(driver)]
    assert room == DEALT[:-1], "the carried one is nowhere"
    gaps = [right.rect[0] - left.rect[0] for left, right in zip(lying(driver), lying(driver)[1:], strict=False)]
    assert gaps.index(max(gaps)) == 1, "between 100 km and Stop"
    driver.post(pygame.MOUSEMOTION, pos=(640, 250), rel=(1, 1), buttons=(1, 0, 0))
    driver.settle()
    driver.post(pygame.MOUSEBUTTONUP, pos=(640, 250), button=1)
    driver.settle()
    assert hand(driver) == DEALT


def test_shift_and_arrows_move_the_chosen_card(driver: Driver) -> None:
    table(driver)
    choose(driver, "stop")
    driver.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    driver.settle()
    assert hand(driver)[1:3] == ["Stop", "100 km"]
    assert driver.focused == held(driver, "stop").id == "card/1"
    for _ in range(3):
        driver.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    driver.settle()
    assert hand(driver)[0] == "Stop"
    driver.key(pygame.K_RIGHT, pygame.KMOD_SHIFT)
    driver.settle()
    assert hand(driver) == ["25 km", "Stop", "100 km", *DEALT[3:]]


def test_hand_order_stays_while_cards_come_and_go(driver: Driver) -> None:
    table(driver)
    choose(driver, "accident")
    driver.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.settle()
    assert len(hand(driver)) == 7
    assert hand(driver)[:6] == ["100 km", "Stop", "Accident", "Speed Limit", "Driving Ace", "Repairs"]
    driver.resize((1080, 1350))
    driver.app.set_language("de")
    driver.settle()
    assert hand(driver)[2] == "Blechschaden"


def test_hand_loses_the_one_of_two_equal_cards_that_was_taken(driver: Driver) -> None:
    table(driver, hands=["go km_25 km_25 stop km_100 driving_ace", *HANDS[1:]])
    first = [i for i, name in enumerate(hand(driver)) if name == "25 km"]
    driver.key(pygame.K_1 + first[1])
    for _ in range(3):
        driver.key(pygame.K_RIGHT, pygame.KMOD_SHIFT)
    driver.settle()
    before = hand(driver)
    last = len(before) - 1 - before[::-1].index("25 km")
    driver.press(f"card/{last}")
    driver.settle()
    assert on_the_table(driver) == ["0 km_25"]
    assert hand(driver)[: len(before) - 1] == [*before[:last], *before[last + 1 :]]


def close_and_go_on(driver: Driver) -> None:
    driver.app.go_home()
    saved = driver.app.files.latest_match()
    assert isinstance(saved, SavedMatch)
    sit_down(driver, saved)


def test_hand_order_is_restored_when_the_match_goes_on(driver: Driver) -> None:
    table(driver)
    choose(driver, "stop")
    driver.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    driver.settle()
    before = hand(driver)
    close_and_go_on(driver)
    assert hand(driver) == before != DEALT


def test_card_drawn_since_the_last_move_lies_last_when_the_match_goes_on(driver: Driver) -> None:
    table(driver)
    choose(driver, "stop")
    driver.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    driver.drag(middle(held(driver, "km_25")), at(driver, "distance/0"))
    driver.settle()
    before = hand(driver)
    close_and_go_on(driver)
    assert hand(driver) == before


def test_sorted_hand_refuses_another_order_and_says_so(driver: Driver) -> None:
    sort_by_itself(driver)
    table(driver)
    before = hand(driver)
    choose(driver, "stop")
    driver.key(pygame.K_RIGHT, pygame.KMOD_SHIFT)
    assert hand(driver) == before
    assert said(driver) == "Your hand sorts itself; you can change that in the settings."


def test_sorting_set_in_mid_game_acts_at_once(driver: Driver) -> None:
    table(driver)
    choose(driver, "stop")
    driver.key(pygame.K_LEFT, pygame.KMOD_SHIFT)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "menu"
    sort_by_itself(driver)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert [c.index for c in seen(driver).hand] == sorted(c.index for c in seen(driver).hand)
