"""Which key of which keyboard was pressed, in the words that keys are called by; and what an event asks for.

A key is known by what stands on it in the user's layout (its keycode), so that Z is where the Z is. Two kinds of keys
have other things on them, and there the place counts (docs/decisions/048-actions-and-keys.md): the letters where a
layout has no Latin ones, and the row of digits where digits need Shift.
"""

from __future__ import annotations

import pygame
from pygame.event import Event

_NAMED = {
    **{getattr(pygame, f"K_F{number}"): f"f{number}" for number in range(1, 16)},
    **{(1 << 30) + 88 + number: f"f{number}" for number in range(16, 25)},
    pygame.K_RETURN: "enter",
    pygame.K_SPACE: "space",
    pygame.K_ESCAPE: "escape",
    pygame.K_TAB: "tab",
    pygame.K_BACKSPACE: "backspace",
    pygame.K_DELETE: "delete",
    pygame.K_INSERT: "insert",
    pygame.K_HOME: "home",
    pygame.K_END: "end",
    pygame.K_PAGEUP: "page_up",
    pygame.K_PAGEDOWN: "page_down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_PAUSE: "pause",
    pygame.K_PRINTSCREEN: "print",
    pygame.K_MENU: "context",
    **{getattr(pygame, f"K_KP{number}"): f"kp_{number}" for number in range(10)},
    pygame.K_KP_ENTER: "kp_enter",
    pygame.K_KP_PLUS: "kp_plus",
    pygame.K_KP_MINUS: "kp_minus",
    pygame.K_KP_MULTIPLY: "kp_multiply",
    pygame.K_KP_DIVIDE: "kp_divide",
    pygame.K_KP_PERIOD: "kp_point",
}
_LATIN = 0x250  # letters from here on are of another alphabet
_FIRST_LETTER, _LAST_LETTER = 4, 29  # scancodes of the keys that have A to Z on them in the US
_FIRST_DIGIT, _LAST_DIGIT = 30, 38  # of 1 to 9
_FRENCH_ZERO = (0xE0, 39)  # à and the key it is on, with 0 above it; Hungarians have a letter there, and 0 elsewhere
_QUESTION = (pygame.K_SLASH, 0xDF, pygame.K_COMMA, pygame.K_QUOTE, pygame.K_PLUS)
"""What has the question mark above it in the layouts of the US, Germany, France and Hungary, Italy, and Sweden. An
event does not tell it: what a key types is known only where text is typed.
"""


def at_its_place(event: Event) -> int:
    """The keycode of a key that was pressed: where a layout has no Latin letter or no digit, that of the place."""
    key, scancode = event.key, getattr(event, "scancode", 0)
    if _FIRST_DIGIT <= scancode <= _LAST_DIGIT and not pygame.K_0 <= key <= pygame.K_9:
        return pygame.K_1 + scancode - _FIRST_DIGIT
    if (key, scancode) == _FRENCH_ZERO:
        return pygame.K_0
    if _FIRST_LETTER <= scancode <= _LAST_LETTER and _LATIN <= key < 1 << 30:
        return pygame.K_a + scancode - _FIRST_LETTER
    return int(key)


def is_chord(event: Event) -> bool:
    """Whether a key was pressed with Ctrl, Alt or the system's key held, or is one of these itself: what it does alone
    is not meant.
    """
    return bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META))


def words_of(event: Event) -> tuple[str, ...]:
    """What a pressed key may be called, the most exact first: with what is held, and without Shift alone.

    A question mark is called so wherever one of our languages has it; a modifier alone is called nothing.
    """
    key, mod = at_its_place(event), event.mod
    if key in _NAMED:
        name = _NAMED[key]
    elif 0x20 < key < 0x110000 and chr(key).isprintable():
        name = chr(key).lower()
    else:
        return ()
    ctrl = "ctrl+" if mod & (pygame.KMOD_CTRL | pygame.KMOD_META) else ""
    alt = "alt+" if mod & pygame.KMOD_ALT else ""
    shift = "shift+" if mod & pygame.KMOD_SHIFT else ""
    exact = f"{ctrl}{alt}{shift}{name}"
    if ctrl or alt:
        return (exact,)
    asked = ("?",) if (shift and key in _QUESTION) or getattr(event, "unicode", "") == "?" else ()
    return (*asked, exact, name) if shift else (*asked, exact)


def asks(event: Event, action: str) -> bool:
    """Whether an event asks for that action: the program has told it what it means."""
    return action in getattr(event, "actions", ())
