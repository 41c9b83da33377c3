"""What a key or a button of a controller means: events are told here, once, what they ask for.

Scenes ask ``game.ui.keys.asks``. What moves the focus is turned into the keys that always do, so that no control knows
of any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame
from pygame.event import Event

from game.session.bindings import Action, Bindings
from game.ui.keys import at_its_place, words_of

_FOCUS_KEYS: Final = {
    Action.PRESS: (pygame.K_RETURN, pygame.KMOD_NONE),
    Action.ESCAPE: (pygame.K_ESCAPE, pygame.KMOD_NONE),
    Action.LEFT: (pygame.K_LEFT, pygame.KMOD_NONE),
    Action.RIGHT: (pygame.K_RIGHT, pygame.KMOD_NONE),
    Action.UP: (pygame.K_UP, pygame.KMOD_NONE),
    Action.DOWN: (pygame.K_DOWN, pygame.KMOD_NONE),
    Action.NEXT: (pygame.K_TAB, pygame.KMOD_NONE),
    Action.BACK: (pygame.K_TAB, pygame.KMOD_SHIFT),
}


def key_event(actions: Iterable[Action], key: int = 0, mod: int = 0) -> Event:
    """A press of a key that asks for that; one that moves the focus is the key that always does."""
    asked = tuple(actions)
    moving = next((_FOCUS_KEYS[action] for action in asked if action in _FOCUS_KEYS), None)
    key, mod = (key, mod) if moving is None else moving
    return Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", actions=asked)


def press_of(button: str, buttons: Bindings) -> Event | None:
    """The press of a key that a button of a controller stands for; None if it asks for nothing."""
    actions = buttons.actions(button)
    return key_event(actions) if actions else None


def meant(event: Event, keys: Bindings) -> Event:
    """The press of a key, with what it asks for."""
    asked = next(((word, found) for word in words_of(event) if (found := keys.actions(word))), None)
    key = at_its_place(event)
    if asked is None:
        return Event(pygame.KEYDOWN, event.dict | {"key": key, "actions": ()})
    word, actions = asked
    moving = next((action for action in actions if action in _FOCUS_KEYS), None)
    if moving is not None and word == keys.own(moving):
        return key_event(actions)
    return Event(pygame.KEYDOWN, event.dict | {"key": key, "actions": actions})
