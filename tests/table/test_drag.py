from __future__ import annotations

from game.table.animation.hand_moves import grab


def test_a_card_is_lifted_only_after_the_pointer_has_moved_some_way() -> None:
    hold = grab(2, (100, 100), (110, 90))
    assert not hold.lifted
    assert not hold.moved((113, 94)).lifted
    assert hold.moved((118, 90)).lifted


def test_a_lifted_card_stays_lifted_where_it_was_taken_from() -> None:
    assert grab(0, (0, 0), (5, 5)).moved((50, 50)).moved((5, 5)).lifted


def test_a_card_is_carried_by_the_point_where_it_was_taken() -> None:
    hold = grab(1, (100, 200), (120, 190)).moved((320, 90))
    assert hold.middle == (300, 100)


def test_the_slack_grows_with_the_text() -> None:
    assert not grab(0, (0, 0), (0, 0)).moved((8, 0), slack=9).lifted


def test_a_sorted_hand_keeps_the_card_in_the_hand() -> None:
    hold = grab(1, (0, 0), (3, 3)).moved((40, 40))
    assert hold.at_index(2).middle == hold.middle
    assert hold.at_index(2).index == 2
