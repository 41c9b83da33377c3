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

    def press_targets(self) -> list[str]:
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
def test_the_second_of_two_presses_is_held_back_from_something_else(first: Event, second: Event) -> None:
    screen = Screen("a")
    presses = known(screen)
    assert presses.accepts(first, screen, 10)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=False)
    assert not presses.accepts(second, screen, 10 + DOUBLE_S - 0.01)
    assert presses.accepts(second, screen, 10 + DOUBLE_S + 0.01)


def test_the_same_thing_on_another_screen_is_something_else() -> None:
    one, other = Screen("done"), Screen("done")
    presses = known(one)
    assert presses.accepts(key(), one, 10)
    presses.record_targets(other, 10, by_itself=False)
    assert not presses.accepts(key(), other, 10.1)


def test_the_same_thing_may_be_pressed_as_fast_as_fingers_can() -> None:
    screen = Screen("a")
    presses = known(screen)
    assert all(presses.accepts(click(), screen, 10 + 0.05 * n) for n in range(20))


def test_presses_of_different_things_follow_each_other_at_any_speed() -> None:
    screen = Screen("a")
    presses = known(screen)
    for n, event in enumerate((click(), click((100 + SLACK_PX + 1, 100)), key(), click(), key(pygame.K_d), key())):
        screen.shown = [f"{n}"]
        presses.record_targets(screen, 10, by_itself=False)
        assert presses.accepts(event, screen, 10 + 0.02 * n), event


def test_another_key_between_two_presses_of_one_key_makes_them_two() -> None:
    screen = Screen("a")
    presses = known(screen)
    assert presses.accepts(key(), screen, 10)
    assert presses.accepts(key(pygame.K_TAB), screen, 10.1)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=False)
    assert presses.accepts(key(), screen, 10.2)


def test_a_third_press_counts_from_the_first_that_did_something() -> None:
    screen = Screen("a")
    presses = known(screen)
    assert presses.accepts(click(), screen, 10)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=False)
    assert not presses.accepts(click(), screen, 10.2)
    assert not presses.accepts(click(), screen, 10.4)
    assert presses.accepts(click(), screen, 10.6)


def test_a_press_that_is_held_back_is_let_go_unseen() -> None:
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
def test_what_appears_by_itself_is_not_pressed_before_anybody_can_have_seen_it(event: Event) -> None:
    screen = Screen()
    presses = known(screen)
    screen.shown = ["prompt"]
    presses.record_targets(screen, 10, by_itself=True)
    assert presses.holds_back(screen, 10.1)
    assert not presses.accepts(event, screen, 10 + REACT_S - 0.01)
    assert presses.accepts(event, screen, 10 + REACT_S + 0.01)
    assert not presses.holds_back(screen, 10 + REACT_S + 0.02)


def test_what_the_player_opened_can_be_pressed_at_once_elsewhere() -> None:
    screen = Screen("menu")
    presses = known(screen)
    assert presses.accepts(click(), screen, 10)
    screen.shown = ["settings"]
    presses.record_targets(screen, 10, by_itself=False)
    assert presses.accepts(click((400, 300)), screen, 10.02)


def test_other_events_are_never_held_back() -> None:
    screen = Screen("a")
    presses = known(screen)
    presses.accepts(click(), screen, 10)
    screen.shown = ["b"]
    presses.record_targets(screen, 10, by_itself=True)
    for event in (key(pygame.K_ESCAPE), key(pygame.K_RIGHT), key(pygame.K_1), Event(pygame.MOUSEMOTION, pos=HERE)):
        assert presses.accepts(event, screen, 10.01)
    assert presses.accepts(Event(pygame.MOUSEBUTTONDOWN, pos=HERE, button=4), screen, 10.01)
