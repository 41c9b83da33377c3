"""The meaning of keys and controller buttons: events get the actions they ask for here, and only here.

Scenes call ``game.ui.keys.asks``. Keys that move the focus are replaced by the standard keys, so that no widget needs
to know others.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame
from pygame.event import Event

from game.settings.bindings import Action, Bindings
from game.ui.keys import is_chord, key_names, keycode_of

_FOCUS_KEYS = {
    Action.PRESS: (pygame.K_RETURN, pygame.KMOD_NONE),
    Action.ESCAPE: (pygame.K_ESCAPE, pygame.KMOD_NONE),
    Action.LEFT: (pygame.K_LEFT, pygame.KMOD_NONE),
    Action.RIGHT: (pygame.K_RIGHT, pygame.KMOD_NONE),
    Action.UP: (pygame.K_UP, pygame.KMOD_NONE),
    Action.DOWN: (pygame.K_DOWN, pygame.KMOD_NONE),
    Action.NEXT: (pygame.K_TAB, pygame.KMOD_NONE),
    Action.BACK: (pygame.K_TAB, pygame.KMOD_SHIFT),
}
_STEPS_TYPED = (pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_TAB)
_SCROLLING = (pygame.K_PAGEUP, pygame.K_PAGEDOWN)


def key_event(actions: Iterable[Action], key: int = 0, mod: int = 0) -> Event:
    """Return a key press that asks for these actions; one that moves the focus gets the standard key."""
    asked = tuple(actions)
    moving = next((_FOCUS_KEYS[action] for action in asked if action in _FOCUS_KEYS), None)
    key, mod = (key, mod) if moving is None else moving
    return Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", actions=asked)


def press_of(button: str, buttons: Bindings) -> Event | None:
    """Return the key press that a controller button stands for, or None if it has no action."""
    actions = buttons.actions(button)
    return key_event(actions) if actions else None


def with_actions(event: Event, keys: Bindings) -> Event | None:
    """Return a key press with its actions; None for a chord without action, which must not act as its plain key."""
    asked = next(((word, found) for word in key_names(event) if (found := keys.actions(word))), None)
    word, actions = asked or ("", ())
    if is_chord(event) and not actions:
        return None
    moving = next((action for action in actions if action in _FOCUS_KEYS), None)
    if moving is not None and word == keys.own(moving):
        return key_event(actions)
    key = pygame.K_UNKNOWN if is_chord(event) else keycode_of(event)
    return Event(pygame.KEYDOWN, event.dict | {"key": key, "actions": actions})


def repeats(event: Event) -> bool:
    """Return whether a held press repeats: a step, or deleting a letter in a text field."""
    if not hasattr(event, "actions"):  # typed into a text field
        return event.key in _STEPS_TYPED
    return all(action.repeats for action in event.actions) and (bool(event.actions) or event.key in _SCROLLING)
