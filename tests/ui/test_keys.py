"""Which key was pressed, whatever the layout of the keyboard."""

from __future__ import annotations

import pygame
import pytest
from pygame.event import Event

from game.ui.keys import at_its_place, words_of

SHIFT, CTRL, META = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LMETA


def pressed(key: int, scancode: int = 0, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=key, mod=mod, scancode=scancode, unicode="")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (pressed(pygame.K_h, 11), ("h",)),
        (pressed(pygame.K_h, 11, SHIFT), ("shift+h", "h")),
        (pressed(pygame.K_z, 28, CTRL), ("ctrl+z",)),  # German: Z where the US have Y
        (pressed(pygame.K_z, 29, CTRL), ("ctrl+z",)),
        (pressed(pygame.K_z, 29, META | SHIFT), ("ctrl+shift+z",)),
        (pressed(0x0440, 11), ("h",)),  # Russian: the key where others have H
        (pressed(0xE9, 31), ("2",)),  # French: é, with 2 above it
        (pressed(0xF6, 51), ("ö",)),
        (pressed(pygame.K_F3, 60), ("f3",)),
        (pressed(pygame.K_KP_ENTER, 88), ("kp_enter",)),
        (pressed(pygame.K_TAB, 43, SHIFT), ("shift+tab", "tab")),
        (pressed(pygame.K_LSHIFT, 225, SHIFT), ()),
        (pressed(0, 0), ()),
    ],
)
def test_a_key_is_called_by_what_stands_on_it_or_by_its_place(event: Event, words: tuple[str, ...]) -> None:
    assert words_of(event) == words


@pytest.mark.parametrize("key", [pygame.K_SLASH, 0xDF, pygame.K_COMMA, pygame.K_QUOTE])
def test_a_question_mark_is_one_in_the_layouts_of_all_five_languages(key: int) -> None:
    assert words_of(pressed(key, mod=SHIFT))[0] == "?"
    assert words_of(pressed(key))[0] != "?"


def test_digits_choose_by_their_place_where_they_need_shift() -> None:
    assert [at_its_place(pressed(key, 30 + i)) for i, key in enumerate(map(ord, "&é\"'"))] == [49, 50, 51, 52]
    assert at_its_place(pressed(pygame.K_5, 34)) == pygame.K_5
