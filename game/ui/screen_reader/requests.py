"""A screen reader's requests as key and mouse events: it can do nothing that a player could not do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pygame
from pygame.event import Event

from game.ui.accessibility_tree import Node

_LEFT, _RIGHT = 1, 3


@dataclass(frozen=True, slots=True)
class ReaderRequest:
    """A request: the action (``CLICK`` …), the node's number, and a text or number such as the caret's position."""

    action: str
    target: int
    value: str | float | None = None


def request_of(asked: Any) -> ReaderRequest:
    """Convert a request from AccessKit's format."""
    data = asked.data
    value = data[1] if isinstance(data, tuple) else data
    if hasattr(value, "focus"):  # a selection: its caret
        value = value.focus.character_index
    return ReaderRequest(
        str(asked.action).rpartition(".")[2],
        asked.target,
        value if isinstance(value, str | float | int) else None,
    )


def events(
    request: ReaderRequest, node: Node, focus: Callable[[str], bool], find: Callable[[str], Node | None]
) -> Iterator[Event]:
    """Yield the key and mouse events that do what a request asks of a node.

    ``focus`` focuses a control by its id and brings it into sight, ``find`` returns a node as it is now.
    """
    action = request.action
    if action in ("CLICK", "EXPAND", "COLLAPSE"):
        yield from _press(node, _LEFT, focus, find)
    elif action == "SHOW_CONTEXT_MENU":
        yield from _press(node, _RIGHT, focus, find)
    elif action in ("FOCUS", "SCROLL_INTO_VIEW"):
        focus(node.id)
    elif action in ("SCROLL_UP", "SCROLL_DOWN"):
        yield _moved(node)
        yield Event(pygame.MOUSEWHEEL, x=0, y=1 if action == "SCROLL_UP" else -1)
    elif action in ("INCREMENT", "DECREMENT") and focus(node.id):
        yield from _key(pygame.K_RIGHT if action == "INCREMENT" else pygame.K_LEFT)
    elif action == "SET_VALUE" and request.value is not None and focus(node.id):
        yield from _set(node, request.value)
    elif action == "SET_TEXT_SELECTION" and request.value is not None and focus(node.id):
        yield from _key(pygame.K_HOME)
        for _letter in range(int(request.value)):
            yield from _key(pygame.K_RIGHT)


def _press(
    node: Node, button: int, focus: Callable[[str], bool], find: Callable[[str], Node | None]
) -> Iterator[Event]:
    """Yield a mouse click on the node, then the mouse leaving; if the node is out of sight, focus it first.

    A control that has the focus then is pressed by a key, a part of one by the mouse. A text field is only focused.
    """
    if node.role == "textbox":
        focus(node.id)  # Enter, which may do more, is left to the player
    elif _is_in_sight(node):
        yield from _click(node, button)
    elif button == _LEFT and focus(node.id):
        now = find(node.id)
        yield from _click(now, button) if now and _is_in_sight(now) and not now.focused else _key(pygame.K_RETURN)


def _is_in_sight(node: Node) -> bool:
    return bool(node.rect[2] and node.rect[3])


def _click(node: Node, button: int) -> Iterator[Event]:
    moved = _moved(node)
    yield moved
    yield Event(pygame.MOUSEBUTTONDOWN, pos=moved.pos, button=button)
    yield Event(pygame.MOUSEBUTTONUP, pos=moved.pos, button=button)
    yield Event(pygame.WINDOWLEAVE)


def _set(node: Node, value: str | float) -> Iterator[Event]:
    """Yield the keys that move a slider step by step to a value, or that replace the text of a field."""
    if node.range is not None:
        least, most, now = node.range
        wanted = min(max(float(value), least), most)
        for _step in range(abs(round(wanted - now))):
            yield from _key(pygame.K_RIGHT if wanted > now else pygame.K_LEFT)
    elif node.role == "textbox":
        yield from _key(pygame.K_HOME)
        for _letter in node.value or "":
            yield from _key(pygame.K_DELETE)
        yield Event(pygame.TEXTINPUT, text=str(value))


def _moved(node: Node) -> Event:
    x, y, w, h = node.rect
    return Event(pygame.MOUSEMOTION, pos=(x + w // 2, y + h // 2), rel=(0, 0), buttons=(0, 0, 0))


def _key(key: int) -> Iterator[Event]:
    yield Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_NONE, unicode="")
    yield Event(pygame.KEYUP, key=key, mod=pygame.KMOD_NONE)
