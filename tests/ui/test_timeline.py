from __future__ import annotations

import pytest

from game.ui.timeline import Timeline, back, inout, linear, out


@pytest.mark.parametrize("easing", [linear, out, inout, back])
def test_every_easing_begins_at_nothing_and_ends_at_all(easing: object) -> None:
    assert callable(easing)
    assert easing(0) == pytest.approx(0)
    assert easing(1) == pytest.approx(1)


def test_back_goes_six_per_cent_too_far() -> None:
    assert max(back(p / 200) for p in range(201)) == pytest.approx(1.06, abs=0.005)


def test_a_clip_is_sampled_by_elapsed_time_and_ends_with_one() -> None:
    seen: list[float] = []
    timeline = Timeline(now_s=10)
    timeline.add(seen.append, 2, easing=linear)
    for now in (10.0, 10.5, 11.5, 14.0):
        timeline.update(now)
    assert seen == [0, 0.25, 0.75, 1]
    assert not timeline.is_running


def test_a_clip_with_a_delay_is_not_sampled_before_it_begins() -> None:
    seen: list[float] = []
    timeline = Timeline()
    timeline.add(seen.append, 1, delay_s=1, easing=linear)
    timeline.update(0.9)
    assert seen == []
    timeline.update(1.5)
    assert seen == [0.5]


def test_a_late_frame_finishes_clips_in_the_order_of_their_ends() -> None:
    seen: list[str] = []
    timeline = Timeline()
    timeline.add(lambda p: seen.append(f"late {p:g}"), 2)
    timeline.add(lambda p: seen.append(f"early {p:g}"), 1)
    timeline.update(100)
    assert seen == ["early 1", "late 1"]


def test_skipping_jumps_to_the_end_of_everything_also_of_what_has_not_begun() -> None:
    seen: list[float] = []
    timeline = Timeline()
    timeline.add(seen.append, 5, delay_s=3)
    timeline.skip()
    assert seen == [1]
    assert not timeline.is_running


def test_speed_nought_shows_only_the_end() -> None:
    seen: list[float] = []
    timeline = Timeline(speed=0)
    timeline.add(seen.append, 3, delay_s=2)
    timeline.update(0)
    assert seen == [1]
    assert not timeline.is_running


def test_time_never_runs_backward() -> None:
    seen: list[float] = []
    timeline = Timeline(now_s=5)
    timeline.add(seen.append, 2, easing=linear)
    timeline.update(6)
    timeline.update(3)
    assert seen == [0.5, 0.5]
