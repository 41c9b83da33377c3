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
def test_easings_all_begin_at_0_and_end_at_1(easing: object) -> None:
    assert callable(easing)
    assert easing(0) == 0
    assert easing(1) == 1


def test_back_easing_overshoots_by_six_per_cent() -> None:
    assert max(ease_out_back(p / 200) for p in range(201)) == pytest.approx(1.06, abs=0.005)


@pytest.mark.parametrize(("elapsed_s", "progress"), [(0, 0), (1, 0), (1.5, 0.25), (2.5, 0.75), (3, 1), (100, 1)])
def test_animation_is_sampled_by_elapsed_time(elapsed_s: float, progress: float) -> None:
    assert SECOND.progress(elapsed_s) == progress


def test_animation_without_duration_is_over_when_it_begins() -> None:
    animation = Animation(start_s=1, duration_s=0)
    assert [animation.progress(elapsed_s) for elapsed_s in (0.9, 1)] == [0, 1]


def test_clock_begins_with_the_first_moment_it_is_told() -> None:
    clock = AnimationClock()
    clock.update(10)
    assert clock.elapsed_s == 0
    assert clock.time_at(11) == 1
    clock.update(10.5)
    assert clock.elapsed_s == 0.5


def test_clock_speed_applies_from_its_change_on() -> None:
    clock = AnimationClock(speed=2)
    clock.update(0)
    clock.update(1)
    clock.speed = 0.5
    clock.update(2)
    assert clock.elapsed_s == 2.5
    clock.speed = 0
    clock.update(3)
    assert clock.elapsed_s == 2.5


def test_clock_never_runs_backward() -> None:
    clock = AnimationClock()
    for now_s in (5, 6, 3, 6):
        clock.update(now_s)
    assert clock.elapsed_s == 1


def test_sound_cue_is_heard_once_when_it_is_due() -> None:
    clock = AnimationClock()
    clock.cues += [Cue("count", 0.5), Cue("count", 0.6), Cue("bell", 1)]
    heard = []
    for now_s in (0, 0.7, 0.8, 2):
        clock.update(now_s)
        heard.append(clock.pop_due_sounds())
    assert heard == [[], ["count"], [], ["bell"]]


def test_animations_run_side_by_side_from_the_start_of_their_timeline() -> None:
    timeline = Timeline(10, 1, {"first": Animation(duration_s=2, easing=linear), "second": SECOND})
    assert (timeline.eased_progress("first"), timeline.eased_progress("second")) == (0, 0)
    timeline.update(11.5)
    assert (timeline.eased_progress("first"), timeline.eased_progress("second")) == (0.75, 0.25)
    assert timeline.is_running
    timeline.update(13)
    assert (timeline.eased_progress("first"), timeline.eased_progress("second")) == (1, 1)
    assert not timeline.is_running


def test_timeline_speed_multiplies_delays_and_durations() -> None:
    timeline = Timeline(0, 2, {"second": SECOND})
    timeline.update(3)
    assert timeline.eased_progress("second") == 0.25


def test_timeline_skip_ends_everything_without_a_sound() -> None:
    timeline = Timeline(0, 1, {"second": SECOND}, [Cue("bell", 1)])
    timeline.skip_to_end()
    timeline.update(5)
    assert (timeline.eased_progress("second"), timeline.is_running, timeline.pop_due_sounds()) == (1, False, [])


def test_timeline_at_speed_0_is_over() -> None:
    timeline = Timeline(0, 0, {"second": SECOND}, [Cue("bell", 1)])
    timeline.update(1)
    assert (timeline.eased_progress("second"), timeline.is_running, timeline.pop_due_sounds()) == (1, False, [])


def test_timeline_without_an_animation_reports_it_over() -> None:
    assert Timeline().eased_progress("anything") == 1
    assert not Timeline().is_running
