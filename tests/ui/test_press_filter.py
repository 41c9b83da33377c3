"""Which presses are held back: only those that follow another one at the same place, or come too soon to be meant."""

from __future__ import annotations

from collections.abc import Hashable

import pygame
import pytest
from pygame.event import Event

from game.ui.press_filter import DOUBLE_S, REACT_S, SLACK_PX, PressFilter

HERE = (100, 100)


class Screen:
    """A screen on which one thing at a time is pressed."""

    def __init__(self, *shown: str) -> None:
        self.shown = list(shown)

    def press_target(self, event: Event) -> Hashable:
        return self.shown[0] if self.shown else None

    def pressable_ids(self) -> list[str]:
        return self.shown


def click(pos: tuple[int, int] = HERE, button: int = 1) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)


def key(key: int = pygame.K_RETURN) -> Event:
    return Event(pygame.KEYDOWN, key=key, mod=0)


def known(screen: Screen) -> PressFilter:
    presses = PressFilter()
    presses.record_targets(screen, 0, by_itself=False)
    return presses


@pytest.mark.parametrize(("first", "second"), [(click(), click()), (key(), key()), (key(), key(pygame.K_SPACE))])
def test_second_press_is_held_back_from_a_different_control(first: Event, second: Event) -> None:
    screen = Screen("a")
    presses = known(screen)
    assert presses.accepts(first, screen, 10)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=False)
    assert not presses.accepts(second, screen, 10 + DOUBLE_S - 0.01)
    assert presses.accepts(second, screen, 10 + DOUBLE_S + 0.01)


def test_control_of_the_same_id_on_another_screen_is_a_different_control() -> None:
    one, other = Screen("done"), Screen("done")
    presses = known(one)
    assert presses.accepts(key(), one, 10)
    presses.record_targets(other, 10, by_itself=False)
    assert not presses.accepts(key(), other, 10.1)


def test_control_may_be_pressed_again_as_fast_as_fingers_can() -> None:
    screen = Screen("a")
    presses = known(screen)
    assert all(presses.accepts(click(), screen, 10 + 0.05 * n) for n in range(20))


def test_presses_of_different_controls_follow_at_any_speed() -> None:
    screen = Screen("a")
    presses = known(screen)
    for n, event in enumerate((click(), click((100 + SLACK_PX + 1, 100)), key(), click(), key(pygame.K_d), key())):
        screen.shown = [f"{n}"]
        presses.record_targets(screen, 10, by_itself=False)
        assert presses.accepts(event, screen, 10 + 0.02 * n), event


def test_presses_of_one_key_count_as_two_with_another_key_between() -> None:
    screen = Screen("a")
    presses = known(screen)
    assert presses.accepts(key(), screen, 10)
    assert presses.accepts(key(pygame.K_TAB), screen, 10.1)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=False)
    assert presses.accepts(key(), screen, 10.2)


def test_third_press_counts_from_the_first_that_did_something() -> None:
    screen = Screen("a")
    presses = known(screen)
    assert presses.accepts(click(), screen, 10)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=False)
    assert not presses.accepts(click(), screen, 10.2)
    assert not presses.accepts(click(), screen, 10.4)
    assert presses.accepts(click(), screen, 10.6)


def test_release_of_a_press_held_back_is_dropped_with_it() -> None:
    screen = Screen("a")
    presses = known(screen)
    assert presses.accepts(click(), screen, 10)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=False)
    up = Event(pygame.MOUSEBUTTONUP, pos=HERE, button=1)
    assert presses.accepts(up, screen, 10.05)
    assert not presses.accepts(click(), screen, 10.1)
    assert not presses.accepts(up, screen, 10.2)
    assert presses.accepts(up, screen, 10.3), "only that one"


@pytest.mark.parametrize("event", [click(), key()])
def test_control_that_appears_by_itself_is_not_pressed_before_it_is_seen(event: Event) -> None:
    screen = Screen()
    presses = known(screen)
    screen.shown = ["prompt"]
    presses.record_targets(screen, 10, by_itself=True)
    assert presses.holds_back(screen, 10.1)
    assert not presses.accepts(event, screen, 10 + REACT_S - 0.01)
    assert presses.accepts(event, screen, 10 + REACT_S + 0.01)
    assert not presses.holds_back(screen, 10 + REACT_S + 0.02)


def test_screen_opened_by_the_player_can_be_pressed_at_once_elsewhere() -> None:
    screen = Screen("menu")
    presses = known(screen)
    assert presses.accepts(click(), screen, 10)
    screen.shown = ["settings"]
    presses.record_targets(screen, 10, by_itself=False)
    assert presses.accepts(click((400, 300)), screen, 10.02)


def test_events_that_are_no_presses_are_never_held_back() -> None:
    screen = Screen("a")
    presses = known(screen)
    presses.accepts(click(), screen, 10)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=True)
    for event in (key(pygame.K_ESCAPE), key(pygame.K_RIGHT), key(pygame.K_1), Event(pygame.MOUSEMOTION, pos=HERE)):
        assert presses.accepts(event, screen, 10.01)
    assert presses.accepts(Event(pygame.MOUSEBUTTONDOWN, pos=HERE, button=4), screen, 10.01)
