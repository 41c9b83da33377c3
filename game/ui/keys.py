"""The names of pressed keys, and the actions that an event requests.

A key is identified by its label in the user's layout (its keycode), so Z is where the Z is. Two groups of keys are
identified by position instead (docs/decisions/048-actions-and-keys.md): letters in layouts without Latin ones, and
the digit row in layouts where digits need Shift.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame
from pygame.event import Event

Commands = Mapping[str, Callable[[], object]]
"""A table of key actions and what each calls."""
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
_LATIN = 0x250  # letters from here on belong to other alphabets
_FIRST_LETTER, _LAST_LETTER = 4, 29  # scancodes of A to Z in the US layout
_FIRST_DIGIT, _LAST_DIGIT = 30, 38  # scancodes of 1 to 9
_FRENCH_ZERO = (0xE0, 39)  # à and the key it is on, with 0 above it; Hungarians have a letter there, and 0 elsewhere
_QUESTION = (pygame.K_SLASH, 0xDF, pygame.K_COMMA, pygame.K_QUOTE, pygame.K_PLUS)
"""The keys with a question mark above them in the layouts of the US, Germany, France and Hungary, Italy, and
Sweden. A key event does not contain the typed character; only text input has it.
"""


def keycode_of(event: Event) -> int:
    """Return the keycode of a pressed key, or of its US position if the layout has no Latin letter or digit there."""
    key, scancode = event.key, getattr(event, "scancode", 0)
    if _FIRST_DIGIT <= scancode <= _LAST_DIGIT and not pygame.K_0 <= key <= pygame.K_9:
        return pygame.K_1 + scancode - _FIRST_DIGIT
    if (key, scancode) == _FRENCH_ZERO:
        return pygame.K_0
    if _FIRST_LETTER <= scancode <= _LAST_LETTER and _LATIN <= key < 1 << 30:
        return pygame.K_a + scancode - _FIRST_LETTER
    return int(key)


def is_chord(event: Event) -> bool:
    """Return whether Ctrl, Alt or the system's key is held in a key event, or is the pressed key itself."""
    return bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META))


def key_names(event: Event) -> tuple[str, ...]:
    """Return the names of a pressed key, the most exact first: with all modifiers, then without Shift.

    A question mark is named ``?`` in all layouts of the game's languages; a modifier alone has no name.
    """
    key, mod = keycode_of(event), event.mod
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


def requests_action(event: Event, action: str) -> bool:
    """Return whether an event requests this action; the program has attached the actions to the event."""
    return action in getattr(event, "actions", ())


def requests_anything(event: Event) -> bool:
    """Return whether an event requests any action, as few do."""
    return bool(getattr(event, "actions", ()))


def run_command(event: Event, commands: Commands) -> bool:
    """Run the command of an action that an event requests; return False if there is none in the table."""
    command = next((command for action, command in commands.items() if requests_action(event, action)), None)
    if command is not None:
        command()
    return command is not None
