"""Which key was pressed, whatever the layout of the keyboard."""

from __future__ import annotations

import string

import pygame
import pytest
from pygame.event import Event

from game.i18n import LANGUAGES, set_language
from game.settings.bindings import DELIVERED_KEYS, Action
from game.ui.keys import key_names, keycode_of
from game.words.keys import key_name
from tests.cases import each

SHIFT, CTRL, META = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LMETA


def pressed(key: int, scancode: int = 0, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=key, mod=mod, scancode=scancode, unicode="")


@each(
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
def test_key_is_called_by_its_label_or_by_its_place(event: Event, words: tuple[str, ...]) -> None:
    assert key_names(event) == words


@pytest.mark.parametrize("key", [pygame.K_SLASH, 0xDF, pygame.K_COMMA, pygame.K_QUOTE])
def test_question_mark_is_found_in_the_layouts_of_five_languages(key: int) -> None:
    assert key_names(pressed(key, mod=SHIFT))[0] == "?"
    assert key_names(pressed(key))[0] != "?"


def test_digit_row_gives_digits_where_they_need_shift() -> None:
    assert [keycode_of(pressed(key, 30 + i)) for i, key in enumerate(map(ord, "&é\"'"))] == [49, 50, 51, 52]
    assert keycode_of(pressed(pygame.K_5, 34)) == pygame.K_5


DIGIT_ROW = range(30, 40)
LAYOUTS = {
    "en": ("1234567890", {}, ("/", 56)),
    "de": ("1234567890", {"z": 28, "y": 29}, ("ß", 45)),
    "fr": ("&é\"'(-è_çà", {"a": 20, "q": 4, "z": 26, "w": 29, "m": 51}, (",", 16)),
    "it": ("1234567890", {}, ("'", 45)),
    "hu": ("123456789ö", {"z": 28, "y": 29, "0": 53}, (",", 54)),
}
"""What stands on the row of digits from left to right, on keys that are elsewhere than in the US, and below the
question mark: by the layouts of the X server's xkeyboard-config."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_default_keys_exist_in_the_layout_of_each_language(language: str) -> None:
    row, elsewhere, _question = LAYOUTS[language]
    typed = {letter: 4 + n for n, letter in enumerate(string.ascii_lowercase)} | elsewhere
    presses = [pressed(ord(key), scancode) for key, scancode in typed.items()]
    presses += [pressed(ord(key), scancode) for key, scancode in zip(row, DIGIT_ROW, strict=True)]
    words = {word for event in presses for word in key_names(event)}
    own = {DELIVERED_KEYS.own(action).rpartition("+")[2] for action in Action}
    assert {key for key in own if len(key) == 1} <= words
    assert set("0123456789") <= words
    assert ("ö" in words) == (language == "hu")


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_and_digits_mean_themselves_wherever_they_are(language: str) -> None:
    row, elsewhere, (question, scancode) = LAYOUTS[language]
    for key, place in elsewhere.items():
        assert key_names(pressed(ord(key), place)) == (key,)
    assert [key_names(pressed(ord(key), place))[0] for key, place in zip(row, DIGIT_ROW, strict=True)][:9] == [
        *"123456789"
    ]
    asked = key_names(pressed(ord(question), scancode, SHIFT))
    assert DELIVERED_KEYS.actions(asked[0]) == (Action.KEYS,)
    assert not DELIVERED_KEYS.actions(key_names(pressed(ord(question), scancode))[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_key_cap_shows_what_stands_on_the_key(language: str, request: pytest.FixtureRequest) -> None:
    row, _elsewhere, (question, scancode) = LAYOUTS[language]
    set_language(language)
    request.addfinalizer(lambda: set_language("en"))
    assert key_name(key_names(pressed(ord(question), scancode))[0]) == question
    assert key_name(key_names(pressed(ord(row[0]), 30))[0]) == "1"
    assert key_name("é") == "É"
    assert key_name("ctrl+z").endswith("+Z")
