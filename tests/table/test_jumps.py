"""How the table goes from one moment of a leg to another: all cards together, each to where it lies then."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from game.engine.observation import Observation, Phase
from game.match.running.viewer_feed import Jump, Step
from game.settings.settings import HandOrder
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.effects import HighlightEffect
from game.table.animation.jumps import JUMP_S, jump_steps
from game.table.animation.road_effects import CarDrive
from game.table.animation.timing import Timing
from game.table.geometry.layout import fan
from game.table.geometry.places import Places, place_table
from tests.table.random_legs import FIRST_SEED, SIZE, steps_of_a_leg


def turns_of(seed: int) -> list[Observation]:
    """The viewer's decisions of a leg."""
    return [step.observation for _before, step in steps_of_a_leg(seed) if step.observation.legal]


def places_of(observation: Observation) -> Places:
    return place_table(SIZE, tuple(side.seats for side in observation.sides), observation.seat, (700, 1000))


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + 6))
def test_jump_flies_all_cards_at_once_to_where_they_lie_then(seed: int) -> None:
    turns, rng = turns_of(seed), Random(seed)
    for _ in range(20):
        now, then = rng.sample(turns, 2)
        where = places_of(now)
        (step,) = jump_steps(now, then, where, is_reduced=False)
        assert all(flight.end_s == JUMP_S for flight in step.flights)
        in_hand = {flight.hand_index: flight for flight in step.flights if flight.hand_index is not None}
        held = fan(len(then.hand), where.layout)
        for index, card in enumerate(then.hand):
            flight, (x, y, angle) = in_hand.pop(index), held.spots[index]
            assert (flight.card, flight.end.x, flight.end.y, flight.end.angle) == (card, x, y, angle)
        assert not in_hand
        if now.target == then.target:
            driven = {effect.side for effect in step.effects if isinstance(effect, CarDrive)}
            pairs = enumerate(zip(now.sides, then.sides, strict=True))
            assert driven == {side for side, (was, is_) in pairs if was.km != is_.km}


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + 3))
def test_jump_back_is_the_jump_forth_reversed(seed: int) -> None:
    turns = turns_of(seed)
    for now, then in pairwise(turns):
        where = places_of(now)
        (forth,) = jump_steps(now, then, where, is_reduced=False)
        (back,) = jump_steps(then, now, where, is_reduced=False)
        ways = {(flight.card, flight.start, flight.end) for flight in forth.flights}
        assert {(flight.card, flight.end, flight.start) for flight in back.flights} == ways


def test_jump_frames_what_changed_in_reduced_motion() -> None:
    turns = turns_of(FIRST_SEED)
    now, then = turns[-1], turns[0]
    (step,) = jump_steps(now, then, places_of(now), is_reduced=True)
    assert not step.flights
    (frame,) = [effect for effect in step.effects if isinstance(effect, HighlightEffect)]
    changed = [side for side in range(len(now.sides)) if now.sides[side] != then.sides[side]]
    assert len(frame.places) >= len(changed) > 0


def test_jump_replaces_the_steps_that_wait() -> None:
    turns = turns_of(FIRST_SEED)
    first, second, third = turns[:3]
    player = AnimationPlayer(first, Timing(), HandOrder.SORTED)
    player.set_places(places_of(first))
    player.update(0.0)
    player.add(Step((), second))
    player.add(Step((), third, Jump.REDO))
    player.update(0.0)
    assert player.current is not None
    assert player.current.shown_observation.moves == third.moves
    player.update(JUMP_S + 0.01)
    assert (player.observation.moves, player.observation.phase) == (third.moves, Phase.TURN)
    assert not player.is_moving
