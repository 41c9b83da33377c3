"""A card under the mouse: pressed, lifted and carried."""

from __future__ import annotations

import math

import pytest

from game.engine.cards import card
from game.table.animation.animation_step import Pose
from game.table.animation.hand_moves import (
    MOST_DEGREES,
    PULL_RANGE,
    HandMoves,
    Sway,
    attracted_center,
    card_center,
    distance_to,
    grab,
)
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import compute_layout, fan
from game.ui.animation import AnimationClock


def test_card_is_lifted_only_after_the_pointer_has_moved_some_way() -> None:
    hold = grab(2, (100, 100), (110, 90))
    assert not hold.lifted
    assert not hold.moved((113, 94)).lifted
    assert hold.moved((118, 90)).lifted


def test_lifted_card_stays_lifted_at_the_point_it_was_taken_from() -> None:
    assert grab(0, (0, 0), (5, 5)).moved((50, 50)).moved((5, 5)).lifted


def test_card_is_carried_by_the_point_where_it_was_taken() -> None:
    hold = grab(1, (100, 200), (120, 190)).moved((320, 90))
    assert hold.middle == (300, 100)


def test_drag_slack_grows_with_the_text() -> None:
    assert not grab(0, (0, 0), (0, 0)).moved((8, 0), slack=9).lifted


def test_carried_card_stays_carried_when_the_hand_is_sorted() -> None:
    hold = grab(1, (0, 0), (3, 3)).moved((40, 40))
    assert hold.at_index(2).middle == hold.middle
    assert hold.at_index(2).index == 2


WIDTH = 100.0
PILE = FloatRect(400, 100, 80, 112)


def swayed(speed_px_s: float, seconds: float, frame_s: float) -> Sway:
    sway = Sway(0.0, 0.0)
    for frame in range(1, round(seconds / frame_s) + 1):
        sway = sway.after(speed_px_s * frame * frame_s, frame * frame_s, WIDTH)
    return sway


def test_carried_card_leans_back_from_its_direction() -> None:
    assert swayed(400, 0.3, 1 / 60).degrees < -2
    assert swayed(-400, 0.3, 1 / 60).degrees > 2


def test_carried_card_leans_alike_at_any_frame_rate() -> None:
    assert swayed(400, 0.3, 1 / 30).degrees == pytest.approx(swayed(400, 0.3, 1 / 120).degrees, abs=0.1)


def test_carried_card_never_leans_past_its_limit() -> None:
    assert abs(swayed(9000, 1.0, 1 / 60).degrees) <= MOST_DEGREES


def test_carried_card_stands_straight_again_soon_after_it_stops() -> None:
    sway = swayed(900, 0.3, 1 / 60)
    for frame in range(40):
        sway = sway.after(sway.x, sway.at_s + (frame + 1) / 60, WIDTH)
    assert sway.degrees == 0


def test_leaning_card_keeps_the_pointer_where_it_was_taken() -> None:
    hold = grab(0, (100, 100), (130, 60)).moved((300, 300))
    x, y = card_center(hold, 8.0)
    assert math.dist((x, y), (300, 300)) == pytest.approx(math.dist((100, 100), (130, 60)))
    assert card_center(hold) == hold.middle
    assert x > hold.middle[0], "taken above its middle and turned to the left, its foot goes to the right"


def test_pile_attracts_a_near_card_and_never_a_far_one() -> None:
    x, y = PILE.center
    far, near = (x - 400, y), (PILE.x - PULL_RANGE * WIDTH / 2, y)
    assert attracted_center(far, far, PILE, WIDTH) == far
    at = attracted_center(near, near, PILE, WIDTH)
    assert near[0] < at[0] < x
    inside = attracted_center((x - 20, y), (x - 20, y), PILE, WIDTH)
    assert x - inside[0] == pytest.approx(8)


def test_distance_to_a_box_is_measured_to_its_nearest_point() -> None:
    assert distance_to(PILE, (440, 150)) == 0
    assert distance_to(PILE, (400 - 3, 100 - 4)) == 5


HAND = fan(3, compute_layout(4, (960, 540)))
CARRIED = Pose(300, 100, HAND.card_width)


def returning(speed: float = 1) -> HandMoves:
    moves = HandMoves(AnimationClock(speed))
    moves.update(10, None, WIDTH, travels=True)
    moves.send_back(card("go"), 1, CARRIED, HAND, 10)
    return moves


@pytest.mark.parametrize("speed", [0.5, 1, 2])
def test_returning_card_moves_by_the_clock(speed: float) -> None:
    moves = returning(speed)
    assert moves.poses(HAND, 10)[1] == CARRIED
    assert not moves.update(10 + 0.2 * speed, None, WIDTH, travels=True)
    assert moves.moving_indices == {1}
    assert moves.update(10 + 0.24 * speed, None, WIDTH, travels=True)
    assert not moves.moving_indices


def test_returning_card_arrives_at_once_when_nothing_may_travel() -> None:
    moves = returning()
    assert moves.update(10.05, None, WIDTH, travels=False)
    assert not moves.is_moving
