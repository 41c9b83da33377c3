from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.cards import Pile, card
from game.engine.events import (
    Attacked,
    CoupFourreAsked,
    CoupFourrePlayed,
    Discarded,
    Drew,
    Event,
    Extended,
    Laid,
    TurnBegan,
)
from game.engine.moves import move
from game.engine.observation import Observation
from game.match.running.viewer_feed import Step
from game.settings.settings import BotPace, HandOrder
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.animation_step import AnimationStep
from game.table.animation.choreography import PlayedCardStart
from game.table.animation.road_effects import CarDrive
from game.table.animation.timing import Timing, pause_s
from tests.cases import each
from tests.table.random_legs import steps_of_a_leg

STEP_S = 0.3
START = next(steps_of_a_leg(1))[1].observation
STOP, GO = card("stop"), card("go")


class Player(AnimationPlayer):
    """Shows every step in the same way: for each event that shows anything one animation step, or those given."""

    def __init__(self, start: Observation, *animation_steps: AnimationStep, timing: Timing | None = None) -> None:
        super().__init__(start, timing or Timing(), HandOrder.OWN)
        self._given = list(animation_steps)

    def choreograph(self, before: Observation, step: Step, take_off: PlayedCardStart | None) -> list[AnimationStep]:
        shown = [event for event in step.events if not isinstance(event, TurnBegan | CoupFourreAsked)]
        return self._given or [AnimationStep(before, STEP_S) for _event in shown]


def after(count: int) -> Observation:
    return replace(START, draw_pile=START.draw_pile - count)


def show_of(*steps: Step, timing: Timing | None = None) -> AnimationPlayer:
    player = Player(START, timing=timing)
    for step in steps:
        player.add(step)
    return player


def begins_after_s(player: AnimationPlayer, second: Observation) -> float:
    """How long it takes until the second step has begun."""
    for frame in range(400):
        player.update(frame / 100)
        if player.current is not None and player.current.shown_observation == second:
            return frame / 100
    raise AssertionError("it never began")


def test_player_rests_on_the_former_table_until_a_step_ends() -> None:
    player = show_of(Step((Discarded(1, GO),), after(1)))
    player.update(10.0)
    assert player.shown_observation is START
    player.update(10.0 + STEP_S)
    assert player.shown_observation is player.observation
    assert player.observation.draw_pile == START.draw_pile - 1
    assert player.is_over


def test_animation_steps_follow_without_a_gap_even_after_a_late_frame() -> None:
    player = show_of(Step((Discarded(1, GO), Drew(2, (None,), 5)), after(1)))
    player.update(10.0)
    player.update(10.0 + STEP_S + 0.1)
    assert [elapsed_s for _act, elapsed_s in player.running] == [pytest.approx(0.1)]
    player.update(10.01 + 2 * STEP_S)
    assert player.is_over


def test_step_that_shows_nothing_is_over_at_once() -> None:
    player = show_of(Step((), after(2)))
    assert player.update(1.0)
    assert player.is_over
    assert player.observation.draw_pile == START.draw_pile - 2


@pytest.mark.parametrize(
    ("event", "calm_s", "adaptive_s"),
    [
        (Discarded(1, GO), 0.7, 0.35),
        (Laid(1, 1, GO, Pile.BATTLE), 0.7, 0.35),
        (Attacked(1, 2, STOP, Pile.BATTLE), 0.7, 0.35),
        (Attacked(1, 0, STOP, Pile.BATTLE), 1.1, 1.1),
        (Drew(1, (None,), 3), 0.0, 0.0),
    ],
)
def test_pause_after_a_rival_event_is_longer_if_it_touches_the_viewer(
    event: Event, calm_s: float, adaptive_s: float
) -> None:
    assert pause_s(event, START, BotPace.CALM) == calm_s
    assert pause_s(event, START, BotPace.ADAPTIVE) == adaptive_s
    assert pause_s(event, START, BotPace.QUICK) <= 0.12


def test_coup_fourre_against_the_viewer_hazard_gets_the_long_pause() -> None:
    played = CoupFourrePlayed(2, 2, card("right_of_way"), STOP)
    mine = replace(START, moves=(move("0 stop > 2"), move("2 ! right_of_way")))
    other = replace(START, moves=(move("1 stop > 2"), move("2 ! right_of_way")))
    assert [pause_s(played, seen, BotPace.ADAPTIVE) for seen in (mine, other)] == [1.1, 0.35]


@each("pace", BotPace)
@each(
    "follows",
    [
        (CoupFourrePlayed(2, 2, card("right_of_way"), STOP), TurnBegan(2, won=True), Drew(2, (None,), 3)),
        (TurnBegan(2), Drew(2, (None,), 3)),
    ],
)
def test_pause_after_an_attack_is_the_same_whatever_came_of_it(follows: tuple[Event, ...], pace: BotPace) -> None:
    attack = Step((Attacked(1, 2, STOP, Pile.BATTLE),), after(1))
    player = show_of(attack, Step(follows, after(2)), timing=Timing(pace=pace))
    rests_s = pause_s(attack.events[0], START, pace)
    assert begins_after_s(player, attack.observation) == pytest.approx(STEP_S + rests_s, abs=0.011)


def test_coup_fourre_question_to_the_viewer_comes_without_a_pause() -> None:
    player = show_of(Step((Attacked(1, 0, STOP, Pile.BATTLE),), after(1)), Step((CoupFourreAsked(0),), after(2)))
    player.update(0.0)
    player.update(STEP_S)
    assert player.is_over


def test_viewer_moves_are_shown_without_a_pause() -> None:
    player = show_of(Step((Laid(0, 0, GO, Pile.DISTANCE),), after(1)), Step((Extended(0, 1000),), after(2)))
    player.update(0.0)
    player.update(STEP_S + 0.01)
    assert player.current is not None
    assert player.shown_observation.draw_pile == START.draw_pile - 1


def test_skipping_ends_the_step_and_its_pause_but_not_the_next_step() -> None:
    player = show_of(*(Step((Discarded(seat, GO), Drew(seat, (None,), 3)), after(seat)) for seat in (1, 2)))
    player.update(5.0)
    assert player.skip(5.1)
    assert player.observation.draw_pile == START.draw_pile - 1
    assert not player.is_over
    player.update(5.11)
    assert player.current is not None
    assert not player.is_over


def test_skipping_ends_the_pause_when_nothing_runs() -> None:
    player = show_of(Step((Discarded(1, GO),), after(1)), Step((Discarded(2, GO),), after(2)))
    player.update(5.0)
    player.update(5.01 + STEP_S)
    assert player.current is None
    assert not player.skip(5.02 + STEP_S)
    player.update(5.03 + STEP_S)
    assert player.current is not None


def test_player_begins_nothing_while_a_scene_lies_above_the_table() -> None:
    player = show_of(Step((Discarded(1, GO),), after(1)))
    player.update(5.0, may_begin=lambda: False)
    assert player.current is None
    player.update(6.0)
    assert player.current is not None


# -- what lasts longer than its animation step ----------------------------------------------------------------------


CAR = CarDrive(duration_s=0.6, side=1, start_km=0, end_km=100, target=700)
ROLLS = AnimationStep(START, effects=(CAR,))
DRAWS = AnimationStep(START, STEP_S)


def playing(*animation_steps: AnimationStep, timing: Timing | None = None) -> AnimationPlayer:
    player = Player(START, *animation_steps, timing=timing)
    player.add(Step((Laid(1, 1, GO, Pile.DISTANCE),), after(1)))
    player.update(0.0)
    return player


def test_animation_step_begins_while_a_car_still_rolls() -> None:
    player = playing(ROLLS, DRAWS)
    assert player.current is DRAWS
    assert [(effect, elapsed_s) for effect, elapsed_s in player.effects] == [(CAR, 0.0)]
    player.update(STEP_S)
    assert player.is_over
    assert player.is_moving
    assert player.hidden == {"car/1", "km/1"}
    assert player.update(0.6)
    assert (player.is_moving, player.hidden) == (False, frozenset())


def test_animation_step_marked_alone_waits_until_nothing_else_moves() -> None:
    player = playing(ROLLS, replace(DRAWS, waits_for_effects=True))
    player.update(0.59)
    assert [elapsed_s for _act, elapsed_s in player.running][-1] < 0
    player.update(0.6 + STEP_S)
    assert player.is_over


def test_car_that_drives_on_before_it_has_arrived_is_one_car() -> None:
    farther = replace(CAR, start_km=100, end_km=200)
    player = playing(ROLLS, AnimationStep(START, effects=(farther,)))
    assert [effect for effect, _elapsed_s in player.effects] == [farther]


def test_skipping_ends_effects_that_outlast_their_step() -> None:
    player = playing(ROLLS, DRAWS)
    player.update(STEP_S)
    assert player.skip(STEP_S)
    assert not player.is_moving


def test_leader_changes_when_a_car_passes_another() -> None:
    ahead = replace(START, sides=tuple(replace(side, km=50 * (i == 2)) for i, side in enumerate(START.sides)))
    drives = [AnimationStep(ahead, effects=(CAR,)), AnimationStep(ahead, 1.0)]
    player = Player(ahead, *drives)
    player.add(Step((Laid(1, 1, GO, Pile.DISTANCE),), ahead))
    player.update(0.0)
    assert player.leaders == {2}
    player.update(0.5)
    assert player.leaders == {1}


# -- the settings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [1.6, 1.0, 0.55])
def test_animation_speed_scales_the_step_but_not_the_pause(speed: float) -> None:
    first, second = (Step((Discarded(seat, GO),), after(seat)) for seat in (1, 2))
    player = show_of(first, second, timing=Timing(speed, BotPace.CALM))
    assert begins_after_s(player, first.observation) == pytest.approx(STEP_S * speed + 0.7, abs=0.011)


def test_animation_speed_off_shows_all_at_once_and_keeps_the_pause() -> None:
    player = show_of(*(Step((Discarded(seat, GO),), after(seat)) for seat in (1, 2)), timing=Timing(0.0, BotPace.CALM))
    player.update(0.0)
    assert (player.is_moving, player.observation.draw_pile) == (False, START.draw_pile - 1)
    player.update(0.69)
    assert player.observation.draw_pile == START.draw_pile - 1
    player.update(0.71)
    assert player.observation.draw_pile == START.draw_pile - 2


def test_animation_speed_change_applies_at_once_to_what_is_moving() -> None:
    player = playing(ROLLS, DRAWS)
    player.update(0.1)
    player.configure(Timing(0.5), HandOrder.OWN)
    player.update(0.2)
    assert [elapsed_s for _effect, elapsed_s in player.effects] == [pytest.approx(0.3)]
    player.timing = Timing(0.0)
    player.update(0.21)
    assert (player.is_over, player.is_moving) == (True, False)
