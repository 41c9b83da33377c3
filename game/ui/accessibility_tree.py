"""The controls on the screen as data: what ``--ui-tree`` writes, for tests and accessibility tools."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect


@dataclass(frozen=True, slots=True)
class Node:
    """One control: a stable ``id``, the accessible ``name`` as the player reads it, a ``role``, a rectangle in pixels.

    Roles: ``button``, ``radio``, ``switch``, ``combobox``, ``option``, ``slider``, ``tablist``, ``tab``, ``link``,
    ``scrollbar``, ``card``, ``pile``, ``log``, ``grid``, ``cell``, ``list``, ``listitem``, ``document``, ``text``,
    ``scroll`` for what is scrolled as a whole, ``status`` for what is told in passing, and aloud
    if nothing else waits.
    ``value`` is the state in words or ids where there is one (a switch: "on" or "off"; a radio: "on" if chosen).
    ``description`` is what a tooltip says about it, whether or not that is shown, or the line below its name.
    A part has the id of its whole before a dot (``speed.fast``); what lies on a table has its kind before a slash
    (``card/3``, ``header/1``). A text that is not ``enabled`` tells of what others are doing.

    ``group`` is the id of the node it belongs to. What holds others: ``group``, ``dialog`` (nothing else can be used
    now), ``table``, ``row``, and controls with parts. ``place`` is its position in its set, from 1, and how many there
    are; ``cell`` its row and column in a table, from 0. ``shortcut`` is the key that does the same, as it is shown;
    ``range`` the least, the most and the present number of what can be set or scrolled; ``level`` that of a heading.
    """

    id: str
    name: str
    role: str
    rect: tuple[int, int, int, int]
    enabled: bool = True
    focused: bool = False
    value: str | None = None
    description: str = ""
    group: str = ""
    place: tuple[int, int] | None = None
    cell: tuple[int, int] | None = None
    shortcut: str = ""
    range: tuple[float, float, float] | None = None
    level: int = 0

    def as_json(self) -> dict[str, object]:
        """The node as an object of the tree's JSON; what not all nodes have stands in it only where it is."""
        some = ("group", "place", "cell", "shortcut", "range", "level")
        return {
            "id": self.id,
            "name": self.name,
            "role": self.role,
            "rect": list(self.rect),
            "enabled": self.enabled,
            "focused": self.focused,
            "value": self.value,
            "description": self.description,
            **{of: known for of in some if (known := getattr(self, of))},
        }


def plain(name: str) -> str:
    """A visible text as a name: without soft hyphens, with ordinary spaces."""
    return name.replace("\u00ad", "").replace("\u202f", " ").replace("\u2009", " ").replace("\u00a0", " ")


def node_rect(rect: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    """A rectangle in whole pixels."""
    x, y, w, h = rect
    return round(x), round(y), round(w), round(h)


def seen_rect(rect: Rect, seen: Rect) -> tuple[int, int, int, int]:
    """As much of a place as is seen there; of what is out of sight the nearest point."""
    place = rect.clip(seen)
    if place.w and place.h:
        return place.x, place.y, place.w, place.h
    return min(max(rect.x, seen.x), seen.right), min(max(rect.y, seen.y), seen.bottom), 0, 0


def tree_text(
    scene: str, language: str, size: tuple[int, int], nodes: Sequence[Node], *, is_settled: bool = True
) -> str:
    """The JSON text of a screen on which nothing moves; it is not settled while something is to come by itself."""
    tree = {
        "scene": scene,
        "language": language,
        "size": list(size),
        "settled": is_settled,
        "controls": [node.as_json() for node in nodes],
    }
    return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"
