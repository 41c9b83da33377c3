from __future__ import annotations

from dataclasses import replace

from game.engine.cards import Card, card
from game.settings.settings import HandOrder
from game.table.hand_order import in_held_order, index_in_hand, sorted_by_kind, with_hand_order, with_item_moved
from tests.table.positions import observation


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def test_sorted_hand_has_kilometres_first_and_safeties_last() -> None:
    assert sorted_by_kind(cards("driving_ace go stop km_200 km_25")) == cards("km_25 km_200 stop go driving_ace")


def test_held_cards_keep_their_order_and_new_cards_come_last() -> None:
    assert in_held_order(cards("stop km_25 go"), cards("go km_50 stop")) == cards("stop go km_50")


def test_equal_cards_stay_only_as_many_as_there_are() -> None:
    assert in_held_order(cards("km_25 go km_25"), cards("km_25 go")) == cards("km_25 go")
    assert in_held_order(cards("km_25 go"), cards("km_25 km_25 go")) == cards("km_25 go km_25")


def test_moved_card_goes_to_its_new_place_and_the_others_close_up() -> None:
    assert with_item_moved("abcd", 0, 2) == tuple("bcad")
    assert with_item_moved("abcd", 3, 0) == tuple("dabc")
    assert with_item_moved("abcd", 1, 1) == tuple("abcd")


def test_equal_cards_leave_by_the_place_meant() -> None:
    hand = cards("km_25 go km_25")
    assert index_in_hand(hand, card("km_25"), 2) == 2
    assert index_in_hand(hand, card("km_25"), 1) == 0
    assert index_in_hand(hand, card("km_25"), None) == 0


def test_new_hand_is_sorted_except_for_the_card_just_drawn() -> None:
    seen = replace(observation(hand=("go", "km_25", "stop", "km_50")), drawn=(card("km_25"),))
    assert with_hand_order(seen, HandOrder.OWN).hand == cards("km_50 stop go km_25")
    assert with_hand_order(seen, HandOrder.SORTED).hand == cards("km_25 km_50 stop go")
