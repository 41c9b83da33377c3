from __future__ import annotations

import typing

import pytest

from game.engine.events import (
    Attacked,
    Cleared,
    CoupFourrePlayed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Extended,
    Laid,
    LegEnded,
    TurnBegan,
)
from game.engine.observation import Observation
from game.match.running.viewer_feed import Step
from game.table.animation.animation_step import AnimationStep
from game.table.animation.effects import CrossFade, Dim, HighlightEffect, PointsPopup, WinPlate
from game.table.animation.reduced_motion import reduced_motion_steps
from tests.table.random_legs import WORDS_ALONE, first_event, laid_out, legs

LEGS = legs()
ALL = {type(event) for _before, step in LEGS for event in step.events} | WORDS_ALONE


def still(before: Observation, step: Step) -> list[AnimationStep]:
    return reduced_motion_steps(before, step.events, step.observation, laid_out(before))


def first(kind: type[Event], own: bool | None = None) -> list[AnimationStep]:
    """How the first step is shown that begins with such an event; ``own`` asks for the viewer's, or another's."""
    for before, step in LEGS:
        found = step.events[0] if step.events else None
        if isinstance(found, kind) and own in (None, getattr(found, "seat", None) == before.seat):
            return still(before, step)
    raise AssertionError(f"no step of these legs begins with {kind.__name__}")


def test_test_sample_legs_contain_every_kind_of_event() -> None:
    assert set(typing.get_args(Event)) == ALL


def test_reduced_motion_lets_nothing_travel_turn_or_grow() -> None:
    for before, step in LEGS:
        for animation_step in still(before, step):
            assert all(
                flight.start == flight.end and not flight.arc_px and not flight.tilt_degrees
                for flight in animation_step.flights
            )
            assert {type(effect) for effect in animation_step.effects} <= {
                CrossFade,
                HighlightEffect,
                Dim,
                PointsPopup,
                WinPlate,
            }
            assert all(
                effect.is_still for effect in animation_step.effects if isinstance(effect, PointsPopup | WinPlate)
            )


def test_reduced_motion_shows_every_event_that_changes_the_table() -> None:
    for before, step in LEGS:
        changing = [event for event in step.events if type(event) not in WORDS_ALONE]
        assert len(still(before, step)) >= len(changing)


@pytest.mark.parametrize("kind", [Dealt, Discarded, Extended, Cleared, Drew])
def test_reduced_motion_fades_cards_in_where_they_end(kind: type[Event]) -> None:
    event, now, then = first_event(kind)
    (animation_step,) = still(now, Step((event,), then))
    assert animation_step.duration_s == 0.12
    assert [effect.duration_s for effect in animation_step.effects if isinstance(effect, CrossFade)] == [0.12]


@pytest.mark.parametrize("kind", [Laid, Attacked])
def test_reduced_motion_frames_a_card_laid_by_a_rival_for_a_moment(kind: type[Event]) -> None:
    fades, framed, *_rest = first(kind, own=False)
    (frame,) = framed.effects
    assert fades.duration_s == 0.12
    assert isinstance(frame, HighlightEffect)
    assert (framed.duration_s, frame.duration_s) == (0.9, 0.9)


def test_attack_line_leads_from_the_attacker_to_the_side_it_hits() -> None:
    before, step = next((b, s) for b, s in LEGS if s.events and isinstance(s.events[0], Attacked))
    attack = step.events[0]
    assert isinstance(attack, Attacked)
    (frame,) = still(before, step)[1].effects
    assert isinstance(frame, HighlightEffect)
    where = laid_out(before)
    hit = [where.display(where.side_of(attack.seat)), where.display(attack.side)]
    assert [framed.place for framed in frame.places] == hit
    assert frame.line is not None
    assert frame.line[1] == where.pile(attack.side, attack.pile).center


def test_card_drawn_by_the_viewer_is_framed_without_delaying_the_game() -> None:
    for before, step in LEGS:
        drew = next((event for event in step.events if isinstance(event, Drew)), None)
        is_discard_before = bool(step.events) and isinstance(step.events[0], Discarded)
        if drew is not None and drew.seat == before.seat and is_discard_before:
            animation_step = next(
                animation_step
                for animation_step in still(before, step)
                if any(isinstance(e, HighlightEffect) for e in animation_step.effects)
            )
            assert animation_step.duration_s == 0.12
            assert animation_step.end_s == 0.9
            return
    raise AssertionError


def test_coup_fourre_is_a_still_picture_in_reduced_motion() -> None:
    picture, *_rest = first(CoupFourrePlayed)
    assert picture.duration_s == 1.2
    (safety,) = picture.flights
    assert safety.end.angle == 90
    assert {Dim, PointsPopup} == {type(effect) for effect in picture.effects}


def test_leg_end_shows_only_its_plate_in_reduced_motion() -> None:
    before, step = next((b, s) for b, s in LEGS if any(isinstance(event, LegEnded) for event in s.events))
    animation_step = still(before, step)[-1]
    assert animation_step.duration_s == 1.6
    assert [type(effect) for effect in animation_step.effects] == [WinPlate]


def test_turn_passes_on_without_taking_time() -> None:
    begins, now, then = first_event(TurnBegan)
    (animation_step,) = still(now, Step((begins,), then))
    assert animation_step.duration_s == 0
