from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.cards import card
from game.engine.events import (
    Attacked,
    CoupFourreAsked,
    CoupFourrePlayed,
    Discarded,
    Drew,
    Event,
    Extended,
    Laid,
    Pile,
    TurnBegan,
)
from game.engine.moves import move
from game.engine.observation import Observation
from game.session.session import Step
from game.table.acts import Act
from game.table.choreography import TakeOff
from game.table.pace import pause_s
from game.table.show import Show
from tests.table.playing import steps_of_a_leg

ACT_S = 0.3
START = next(steps_of_a_leg(1))[1].observation
STOP, GO = card("stop"), card("go")


def one_act_each(before: Observation, step: Step, take_off: TakeOff | None) -> list[Act]:
    return [Act(before, ACT_S) for event in step.events if not isinstance(event, TurnBegan | CoupFourreAsked)]


def after(count: int) -> Observation:
    return replace(START, draw_pile=START.draw_pile - count)


def show_of(*steps: Step) -> Show:
    show = Show(START, one_act_each, lambda observation, _held: observation)
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
    assert show.elapsed_s(10.0 + ACT_S + 0.1) == pytest.approx(0.1)
    show.update(10.01 + 2 * ACT_S)
    assert show.is_over


def test_a_step_that_shows_nothing_is_over_at_once() -> None:
    show = show_of(Step((), after(2)))
    assert show.update(1.0)
    assert show.is_over
    assert show.observation.draw_pile == START.draw_pile - 2


@pytest.mark.parametrize(
    ("event", "expected_s"),
    [
        (Discarded(1, GO), 0.7),
        (Laid(1, 1, GO, Pile.BATTLE), 0.7),
        (Attacked(1, 2, STOP, Pile.BATTLE), 0.7),
        (Attacked(1, 0, STOP, Pile.BATTLE), 1.1),
        (Drew(1, (None,), 3), 0.0),
    ],
)
def test_the_table_rests_after_what_others_do_and_longer_if_it_touches_the_viewer(
    event: Event, expected_s: float
) -> None:
    assert pause_s(event, START) == expected_s


def test_a_coup_fourre_against_the_viewer_s_own_hazard_touches_the_viewer() -> None:
    played = CoupFourrePlayed(2, 2, card("right_of_way"), STOP)
    mine = replace(START, moves=(move("0 stop > 2"), move("2 ! right_of_way")))
    other = replace(START, moves=(move("1 stop > 2"), move("2 ! right_of_way")))
    assert (pause_s(played, mine), pause_s(played, other)) == (1.1, 0.7)


@pytest.mark.parametrize(
    "follows",
    [
        (CoupFourrePlayed(2, 2, card("right_of_way"), STOP), TurnBegan(2, won=True), Drew(2, (None,), 3)),
        (TurnBegan(2), Drew(2, (None,), 3)),
    ],
    ids=["answered", "not_answered"],
)
def test_after_an_attack_the_pause_is_the_same_whatever_came_of_it(follows: tuple[Event, ...]) -> None:
    attack = Step((Attacked(1, 2, STOP, Pile.BATTLE),), after(1))
    show = show_of(attack, Step(follows, after(2)))
    assert begins_after_s(show, attack.observation) == pytest.approx(ACT_S + 0.7, abs=0.011)


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
    show.update(5.0 + ACT_S)
    assert show.act is None
    assert not show.skip(5.4)
    show.update(5.41)
    assert show.act is not None


def test_nothing_new_begins_while_something_lies_above_the_table() -> None:
    show = show_of(Step((Discarded(1, GO),), after(1)))
    show.update(5.0, may_begin=False)
    assert show.act is None
    show.update(6.0)
    assert show.act is not None
