"""How often frames are drawn, by a clock that moves only while somebody sleeps."""

from __future__ import annotations

import pytest

from game.ui.pacing import FramePacer


class Sleeper:
    """A clock, and the sleep that moves it."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def sleep(self, duration_s: float) -> None:
        self.now_s += duration_s

    def frames(self, pacer: FramePacer, count: int, took_s: float = 0.002, *, spares_power: bool = False) -> float:
        """How many a second so many frames were."""
        began_s = self.now_s
        for _ in range(count):
            self.now_s += took_s
            pacer.record_frame(took_s)
            pacer.wait(spares_power=spares_power)
        return round(count / (self.now_s - began_s))


def paced(hz: int) -> tuple[FramePacer, Sleeper]:
    sleeper = Sleeper()
    return FramePacer(lambda: hz, lambda: sleeper.now_s, sleeper.sleep), sleeper


def test_frames_come_at_the_rate_of_the_display() -> None:
    for hz in (50, 60, 144):
        pacer, sleeper = paced(hz)
        assert sleeper.frames(pacer, 100) == hz


def test_frame_rate_on_a_battery_is_at_most_sixty() -> None:
    pacer, sleeper = paced(120)
    assert sleeper.frames(pacer, 100, spares_power=True) == 60
    assert sleeper.frames(pacer, 100) == 120


def test_frame_rate_falls_to_sixty_while_frames_are_late_for_the_display() -> None:
    pacer, sleeper = paced(144)
    sleeper.frames(pacer, 300, 0.009)
    assert sleeper.frames(pacer, 300) == 60
    assert sleeper.frames(pacer, 300) == 144


def test_late_frame_makes_none_after_it_hurry() -> None:
    pacer, sleeper = paced(60)
    sleeper.frames(pacer, 1, 0.5)
    assert sleeper.frames(pacer, 6) == 60


def test_pause_ends_with_a_frame_at_once() -> None:
    pacer, sleeper = paced(60)
    pacer.wait(spares_power=False)
    sleeper.now_s += pacer.pause_s(rests=True)
    before_s = sleeper.now_s
    pacer.wait(spares_power=False)
    assert sleeper.now_s == before_s


def test_wait_is_no_longer_than_the_time_allowed() -> None:
    pacer, sleeper = paced(60)
    before_s = sleeper.now_s
    pacer.wait(spares_power=False, most_s=0.004)
    assert sleeper.now_s == pytest.approx(before_s + 0.004)


def test_polling_becomes_rare_after_two_seconds_of_rest() -> None:
    pacer, sleeper = paced(60)
    restless_s, resting_s = pacer.pause_s(rests=False), pacer.pause_s(rests=True)
    sleeper.now_s += 2.1
    asleep_s = pacer.pause_s(rests=True)
    assert restless_s < resting_s < asleep_s < 0.5
    assert pacer.pause_s(rests=False) == restless_s
    assert pacer.pause_s(rests=True) == resting_s
