"""A press that is held is done again, by the program's clock."""

from __future__ import annotations

from itertools import pairwise

import pygame
from pygame.event import Event

from game.ui.key_repeat import DELAY_S, REPEAT_INTERVAL_S, KeyRepeat, is_repeated

SCREEN, OTHER = object(), object()
RIGHT = Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0)


def held(now_s: float = 0.0) -> KeyRepeat:
    repeat = KeyRepeat()
    repeat.start(pygame.K_RIGHT, lambda: RIGHT, SCREEN, now_s)
    return repeat


def times(repeat: KeyRepeat, until_s: float, step_s: float = 0.01) -> list[float]:
    moments = [round(n * step_s, 3) for n in range(1, round(until_s / step_s) + 1)]
    return [now_s for now_s in moments if repeat.pop_due(SCREEN, now_s) is not None]


def test_key_repeat_begins_after_a_delay_and_goes_on_evenly() -> None:
    found = times(held(), DELAY_S + 4 * REPEAT_INTERVAL_S)
    assert found[0] == DELAY_S
    assert len(found) in {4, 5}
    assert all(abs(one + REPEAT_INTERVAL_S - other) < 0.011 for one, other in pairwise(found))


def test_key_repeat_after_a_long_frame_is_one_press() -> None:
    repeat = held()
    assert repeat.pop_due(SCREEN, 10) is not None
    assert repeat.pop_due(SCREEN, 10) is None


def test_key_repeat_is_told_apart_from_a_press() -> None:
    again = held().pop_due(SCREEN, DELAY_S)
    assert again is not None
    assert (again.key, is_repeated(again), is_repeated(RIGHT)) == (pygame.K_RIGHT, True, False)


def test_key_repeat_ends_only_when_its_own_key_is_let_go() -> None:
    repeat = held()
    repeat.release(pygame.K_LEFT)
    repeat.release(None)
    assert repeat.is_held
    repeat.release(pygame.K_RIGHT)
    assert not repeat.is_held
    assert times(repeat, 2) == []


def test_key_repeat_ends_with_its_screen() -> None:
    repeat = held()
    assert repeat.pop_due(OTHER, 1) is None
    assert repeat.pop_due(SCREEN, 2) is None
