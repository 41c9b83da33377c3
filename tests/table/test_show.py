from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.cards import Card, Pile, card
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
from game.session.session import Step
from game.session.settings import Pace
from game.table.animation.animation_step import Act
from game.table.animation.choreography import TakeOff
from game.table.animation.effects import Drive
from game.table.animation.player import Show
from game.table.animation.timing import Tempo, pause_s
from tests.table.playing import steps_of_a_leg

ACT_S = 0.3
START = next(steps_of_a_leg(1))[1].observation
STOP, GO = card("stop"), card("go")


def one_act_each(before: Observation, step: Step, take_off: TakeOff | None) -> list[Act]:
    return [Act(before, ACT_S) for event in step.events if not isinstance(event, TurnBegan | CoupFourreAsked)]


def after(count: int) -> Observation:
    return replace(START, draw_pile=START.draw_pile - count)


def as_it_is(observation: Observation, _held: tuple[Card, ...]) -> Observation:
    return observation


def show_of(*steps: Step, tempo: Tempo | None = None) -> Show:
    show = Show(START, one_act_each, as_it_is, tempo)
    for step in steps:
        show.add(step)
    return show


def begins_after_s(show: Show, second: Observation) -> float:
    """How long it takes until the second step has begun."""
    for frame in range(400):
        show.update(frame / 100)
        if show.act is not None and show.act.rest is second:
            return frame / 100
    raise AssertionError("it never began")


def test_a_step_rests_on_the_table_from_before_it_and_then_shows_its_own() -> None:
    show = show_of(Step((Discarded(1, GO),), after(1)))
    show.update(10.0)
    assert show.rest is START
    show.update(10.0 + ACT_S)
    assert show.rest is show.observation
    assert show.observation.draw_pile == START.draw_pile - 1
    assert show.is_over


def test_acts_follow_each_other_without_a_gap_even_if_a_frame_is_late() -> None:
    show = show_of(Step((Discarded(1, GO), Drew(2, (None,), 5)), after(1)))
    show.update(10.0)
    show.update(10.0 + ACT_S + 0.1)
    assert [elapsed_s for _act, elapsed_s in show.running] == [pytest.approx(0.1)]
    show.update(10.01 + 2 * ACT_S)
    assert show.is_over


def test_a_step_that_shows_nothing_is_over_at_once() -> None:
    show = show_of(Step((), after(2)))
    assert show.update(1.0)
    assert show.is_over
    assert show.observation.draw_pile == START.draw_pile - 2


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
def test_the_table_rests_after_what_others_do_and_longer_if_it_touches_the_viewer(
    event: Event, calm_s: float, adaptive_s: float
) -> None:
    assert pause_s(event, START, Pace.CALM) == calm_s
    assert pause_s(event, START, Pace.ADAPTIVE) == adaptive_s
    assert pause_s(event, START, Pace.QUICK) <= 0.12


def test_a_coup_fourre_against_the_viewer_s_own_hazard_touches_the_viewer() -> None:
    played = CoupFourrePlayed(2, 2, card("right_of_way"), STOP)
    mine = replace(START, moves=(move("0 stop > 2"), move("2 ! right_of_way")))
    other = replace(START, moves=(move("1 stop > 2"), move("2 ! right_of_way")))
    assert [pause_s(played, seen, Pace.ADAPTIVE) for seen in (mine, other)] == [1.1, 0.35]


@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize(
    "follows",
    [
        (CoupFourrePlayed(2, 2, card("right_of_way"), STOP), TurnBegan(2, won=True), Drew(2, (None,), 3)),
        (TurnBegan(2), Drew(2, (None,), 3)),
    ],
    ids=["answered", "not_answered"],
)
def test_after_an_attack_the_pause_is_the_same_whatever_came_of_it(follows: tuple[Event, ...], pace: Pace) -> None:
    attack = Step((Attacked(1, 2, STOP, Pile.BATTLE),), after(1))
    show = show_of(attack, Step(follows, after(2)), tempo=Tempo(pace=pace))
    rests_s = pause_s(attack.events[0], START, pace)
    assert begins_after_s(show, attack.observation) == pytest.approx(ACT_S + rests_s, abs=0.011)


def test_the_viewer_is_asked_for_a_coup_fourre_without_a_pause() -> None:
    show = show_of(Step((Attacked(1, 0, STOP, Pile.BATTLE),), after(1)), Step((CoupFourreAsked(0),), after(2)))
    show.update(0.0)
    show.update(ACT_S)
    assert show.is_over


def test_what_the_viewer_does_begins_at_once() -> None:
    show = show_of(Step((Laid(0, 0, GO, Pile.DISTANCE),), after(1)), Step((Extended(0, 1000),), after(2)))
    show.update(0.0)
    show.update(ACT_S + 0.01)
    assert show.act is not None
    assert show.rest.draw_pile == START.draw_pile - 1


def test_skipping_ends_the_step_and_its_pause_but_not_the_next_step() -> None:
    show = show_of(*(Step((Discarded(seat, GO), Drew(seat, (None,), 3)), after(seat)) for seat in (1, 2)))
    show.update(5.0)
    assert show.skip(5.1)
    assert show.observation.draw_pile == START.draw_pile - 1
    assert not show.is_over
    show.update(5.11)
    assert show.act is not None
    assert not show.is_over


def test_skipping_when_nothing_runs_ends_the_pause() -> None:
    show = show_of(Step((Discarded(1, GO),), after(1)), Step((Discarded(2, GO),), after(2)))
    show.update(5.0)
    show.update(5.01 + ACT_S)
    assert show.act is None
    assert not show.skip(5.02 + ACT_S)
    show.update(5.03 + ACT_S)
    assert show.act is not None


def test_nothing_new_begins_while_something_lies_above_the_table() -> None:
    show = show_of(Step((Discarded(1, GO),), after(1)))
    show.update(5.0, may_begin=lambda: False)
    assert show.act is None
    show.update(6.0)
    assert show.act is not None


# -- what lasts longer than its act ------------------------------------------------------------------------------------


CAR = Drive(duration_s=0.6, side=1, start_km=0, end_km=100, target=700)
ROLLS = Act(START, effects=(CAR,))
DRAWS = Act(START, ACT_S)


def playing(*acts: Act, tempo: Tempo | None = None) -> Show:
    show = Show(START, lambda _before, _step, _take_off: list(acts), as_it_is, tempo)
    show.add(Step((Laid(1, 1, GO, Pile.DISTANCE),), after(1)))
    show.update(0.0)
    return show


def test_the_next_act_begins_while_a_car_still_rolls() -> None:
    show = playing(ROLLS, DRAWS)
    assert show.act is DRAWS
    assert [(effect, elapsed_s) for effect, elapsed_s in show.effects] == [(CAR, 0.0)]
    show.update(ACT_S)
    assert show.is_over
    assert show.is_moving
    assert show.hidden == {"car/1", "km/1"}
    assert show.update(0.6)
    assert (show.is_moving, show.hidden) == (False, frozenset())


def test_an_act_alone_waits_until_nothing_else_moves() -> None:
    show = playing(ROLLS, replace(DRAWS, alone=True))
    show.update(0.59)
    assert [elapsed_s for _act, elapsed_s in show.running][-1] < 0
    show.update(0.6 + ACT_S)
    assert show.is_over


def test_a_car_that_drives_on_before_it_has_arrived_is_one_car() -> None:
    farther = replace(CAR, start_km=100, end_km=200)
    show = playing(ROLLS, Act(START, effects=(farther,)))
    assert [effect for effect, _elapsed_s in show.effects] == [farther]


def test_skipping_ends_what_lasts_longer_too() -> None:
    show = playing(ROLLS, DRAWS)
    show.update(ACT_S)
    assert show.skip(ACT_S)
    assert not show.is_moving


def test_who_leads_changes_when_a_car_passes_another() -> None:
    ahead = replace(START, sides=tuple(replace(side, km=50 * (i == 2)) for i, side in enumerate(START.sides)))
    drives = [Act(ahead, effects=(CAR,)), Act(ahead, 1.0)]
    show = Show(ahead, lambda _before, _step, _take_off: drives, as_it_is)
    show.add(Step((Laid(1, 1, GO, Pile.DISTANCE),), ahead))
    show.update(0.0)
    assert show.leaders == {2}
    show.update(0.5)
    assert show.leaders == {1}


# -- the settings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [1.6, 1.0, 0.55])
def test_the_speed_multiplies_the_time_of_an_act_but_not_the_pause(speed: float) -> None:
    first, second = (Step((Discarded(seat, GO),), after(seat)) for seat in (1, 2))
    show = show_of(first, second, tempo=Tempo(speed, Pace.CALM))
    assert begins_after_s(show, first.observation) == pytest.approx(ACT_S * speed + 0.7, abs=0.011)


def test_at_no_speed_everything_is_there_at_once_and_the_pause_remains() -> None:
    show = show_of(*(Step((Discarded(seat, GO),), after(seat)) for seat in (1, 2)), tempo=Tempo(0.0, Pace.CALM))
    show.update(0.0)
    assert (show.is_moving, show.observation.draw_pile) == (False, START.draw_pile - 1)
    show.update(0.69)
    assert show.observation.draw_pile == START.draw_pile - 1
    show.update(0.71)
    assert show.observation.draw_pile == START.draw_pile - 2


def test_another_speed_holds_at_once_for_what_is_on_its_way() -> None:
    show = playing(ROLLS, DRAWS)
    show.update(0.1)
    show.tempo = Tempo(0.5)
    show.update(0.2)
    assert [elapsed_s for _effect, elapsed_s in show.effects] == [pytest.approx(0.3)]
    show.tempo = Tempo(0.0)
    show.update(0.21)
    assert (show.is_over, show.is_moving) == (True, False)
