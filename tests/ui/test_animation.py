from __future__ import annotations

import pytest

from game.ui.animation import (
    Animation,
    AnimationClock,
    Cue,
    Timeline,
    ease_out_back,
    ease_out_cubic,
    linear,
    smoothstep,
)

SECOND = Animation(start_s=1, duration_s=2, easing=linear)


@pytest.mark.parametrize("easing", [linear, ease_out_cubic, smoothstep, ease_out_back])
def test_every_easing_begins_at_nothing_and_ends_at_all(easing: object) -> None:
    assert callable(easing)
    assert easing(0) == 0
    assert easing(1) == 1


def test_back_goes_six_per_cent_too_far() -> None:
    assert max(ease_out_back(p / 200) for p in range(201)) == pytest.approx(1.06, abs=0.005)


@pytest.mark.parametrize(("elapsed_s", "progress"), [(0, 0), (1, 0), (1.5, 0.25), (2.5, 0.75), (3, 1), (100, 1)])
def test_an_animation_is_sampled_by_elapsed_time(elapsed_s: float, progress: float) -> None:
    assert SECOND.progress(elapsed_s) == progress


def test_an_animation_that_takes_no_time_is_over_when_it_begins() -> None:
    animation = Animation(start_s=1, duration_s=0)
    assert [animation.progress(elapsed_s) for elapsed_s in (0.9, 1)] == [0, 1]


def test_a_clock_begins_with_the_first_moment_it_is_told() -> None:
    clock = AnimationClock()
    clock.update(10)
    assert clock.elapsed_s == 0
    assert clock.time_at(11) == 1
    clock.update(10.5)
    assert clock.elapsed_s == 0.5


def test_another_speed_holds_from_then_on() -> None:
    clock = AnimationClock(speed=2)
    clock.update(0)
    clock.update(1)
    clock.speed = 0.5
    clock.update(2)
    assert clock.elapsed_s == 2.5
    clock.speed = 0
    clock.update(3)
    assert clock.elapsed_s == 2.5


def test_time_never_runs_backward() -> None:
    clock = AnimationClock()
    for now_s in (5, 6, 3, 6):
        clock.update(now_s)
    assert clock.elapsed_s == 1


def test_a_sound_is_heard_once_when_it_is_due() -> None:
    clock = AnimationClock()
    clock.cues += [Cue("count", 0.5), Cue("count", 0.6), Cue("bell", 1)]
    heard = []
    for now_s in (0, 0.7, 0.8, 2):
        clock.update(now_s)
        heard.append(clock.pop_due_sounds())
    assert heard == [[], ["count"], [], ["bell"]]


def test_animations_run_side_by_side_from_the_moment_of_their_timeline_on() -> None:
    timeline = Timeline(10, 1, {"first": Animation(duration_s=2, easing=linear), "second": SECOND})
    assert (timeline.eased("first"), timeline.eased("second")) == (0, 0)
    timeline.update(11.5)
    assert (timeline.eased("first"), timeline.eased("second")) == (0.75, 0.25)
    assert timeline.is_running
    timeline.update(13)
    assert (timeline.eased("first"), timeline.eased("second")) == (1, 1)
    assert not timeline.is_running


def test_speed_multiplies_delays_and_durations() -> None:
    timeline = Timeline(0, 2, {"second": SECOND})
    timeline.update(3)
    assert timeline.eased("second") == 0.25


def test_skipping_ends_everything_also_what_has_not_begun_and_silently() -> None:
    timeline = Timeline(0, 1, {"second": SECOND}, [Cue("bell", 1)])
    timeline.skip()
    timeline.update(5)
    assert (timeline.eased("second"), timeline.is_running, timeline.pop_due_sounds()) == (1, False, [])


def test_at_speed_nought_everything_is_over() -> None:
    timeline = Timeline(0, 0, {"second": SECOND}, [Cue("bell", 1)])
    timeline.update(1)
    assert (timeline.eased("second"), timeline.is_running, timeline.pop_due_sounds()) == (1, False, [])


def test_what_a_timeline_does_not_have_is_over() -> None:
    assert Timeline().eased("anything") == 1
    assert not Timeline().is_running
