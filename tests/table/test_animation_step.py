from __future__ import annotations

import pytest

from game.engine.cards import card
from game.table.animation.animation_step import Flight, Pose
from game.ui.animation import linear

GO = card("go")
FLIGHT = Flight(GO, Pose(0, 100, 50, 10), Pose(200, 300, 100, -10), duration_s=2.0, start_s=1.0, easing=linear)


def test_flight_leads_from_one_pose_to_the_other_by_the_clock() -> None:
    assert FLIGHT.pose(0.5) == FLIGHT.pose(1.0) == FLIGHT.start
    assert FLIGHT.pose(2.0) == Pose(100, 200, 75, 0)
    middle, end = FLIGHT.pose(99.0), FLIGHT.end
    assert (middle.x, middle.y, middle.width, middle.angle) == pytest.approx((end.x, end.y, end.width, end.angle))


def test_flying_card_is_visible_from_its_take_off() -> None:
    assert not FLIGHT.is_seen(0.9)
    assert FLIGHT.is_seen(1.0)
    assert FLIGHT.is_seen(5.0)


def test_flying_card_vanishes_when_it_lands_in_a_hidden_hand() -> None:
    flight = Flight(None, FLIGHT.start, FLIGHT.end, duration_s=1.0, visible_after=False)
    assert flight.is_seen(0.99)
    assert not flight.is_seen(1.0)


def test_flight_arc_rises_above_the_straight_line_and_lands_on_it() -> None:
    flight = Flight(GO, FLIGHT.start, FLIGHT.end, duration_s=1.0, easing=linear, arc_px=40, tilt_degrees=8)
    assert flight.pose(0.5).y == pytest.approx(200 - 40)
    assert flight.pose(0.5).angle == pytest.approx(8)
    assert flight.pose(1.0).y == pytest.approx(300)


def test_flying_card_turns_over_on_its_way() -> None:
    flight = Flight(GO, FLIGHT.start, FLIGHT.end, duration_s=1.0, turns_over_at=0.6)
    assert flight.visible_face(0.59) is None
    assert flight.visible_face(0.6) is GO


def test_flying_card_is_drawn_from_the_size_that_need_not_be_enlarged() -> None:
    flight = Flight(GO, Pose(0, 0, 190), Pose(0, 0, 60), duration_s=1.0, start_form="full", end_form="small")
    assert flight.source_size(190) == (190, "full")
    assert flight.source_size(120) == (190, "full")
    assert flight.source_size(62) == (60, "small")


def test_flying_card_shows_its_edge_while_it_turns_over() -> None:
    flight = Flight(GO, FLIGHT.start, FLIGHT.end, duration_s=1.0, turns_over_at=0.6)
    assert [flight.visible_width_share(moment) for moment in (0.0, 0.3, 1.0)] == [1.0, 1.0, 1.0]
    assert flight.visible_width_share(0.6) < 0.1
    assert FLIGHT.visible_width_share(1.6) == 1.0
