"""The controls on the screen as data: ``--ui-tree`` writes them for tests and accessibility tools."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pygame import Rect


@dataclass(frozen=True, slots=True)
class Node:
    """One control: a stable ``id``, the accessible ``name`` as the player reads it, a ``role``, a rectangle in pixels.

    Roles: ``button``, ``radiogroup``, ``radio``, ``switch``, ``combobox``, ``option``, ``slider``, ``textbox``,
    ``tablist``, ``tab``, ``link``, ``scrollbar``, ``card``, ``pile``, ``log``, ``grid``, ``cell``, ``list``,
    ``listitem``, ``document``, ``text``, ``scroll`` for an area scrolled as a whole, ``status`` for a passing message
    (read aloud only if nothing else waits); ``table`` with ``row`` (its name is all its text, or empty),
    ``columnheader``, ``rowheader`` and ``cell``; ``group``, and ``dialog``, which blocks everything outside.
    ``value`` is the state in words or ids (a switch: "on" or "off"; a radio: "on" if chosen). ``description`` is the
    text of the tooltip, shown or not, or the line below the name. The id of a part begins with the id of its control
    and a dot (``speed.fast``); that of an object on the card table with its kind and a slash (``card/3``,
    ``header/1``). A text that is not ``enabled`` describes what others are doing.

    ``group`` is the id of the containing node. ``place`` is the position in its set, from 1, and the set's size;
    ``cell`` is its row and column in a table or grid, from 0. ``shortcut`` is the equivalent key as shown; ``range``
    the minimum, maximum and present value of a slider or scrollbar; ``level`` the level of a heading; ``caret`` the
    number of characters before the caret, None where the caret is always at the end.
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
    caret: int | None = None

    def as_json(self) -> dict[str, object]:
        """Return the JSON object of the node. Empty optional keys, such as ``group`` or ``shortcut``, are left out."""
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


def grouped(nodes: Iterable[Node], group: str) -> Iterator[Node]:
    """Yield the nodes; those without a group get this one, the id of another node."""
    return (node if node.group else replace(node, group=group) for node in nodes)


def in_dialog(nodes: Sequence[Node]) -> list[Node]:
    """Wrap the nodes of an overlay in a dialog node, named after their first heading, else after the open list."""
    if not nodes:
        return []
    title = next((node.name for node in nodes if node.level), nodes[0].name)
    rects = [Rect(node.rect) for node in nodes if node.rect[2]]
    x, y, w, h = rects[0].unionall(rects[1:])
    return [Node("dialog", title, "dialog", (x, y, w, h)), *grouped(nodes, "dialog")]


class DataTable:
    """The accessible table of a chart's data: column headers, and rows that begin with their own header."""

    def __init__(self, id: str, name: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self._id, self._name, self._rows = id, name, (heads, *rows)
        self._cached: tuple[object, Sequence[Node]] = (None, ())

    def nodes(self, rect: tuple[int, int, int, int]) -> Sequence[Node]:
        """Return the nodes of the table, its rows and its cells, all with this rectangle; cached, as they are many."""
        if self._cached[0] != rect:
            self._cached = rect, tuple(self._build_nodes(rect))
        return self._cached[1]

    def _build_nodes(self, rect: tuple[int, int, int, int]) -> Iterator[Node]:
        yield Node(self._id, accessible_text(self._name), "table", rect)
        for n, row in enumerate(self._rows):
            id = f"{self._id}.{n}"
            yield Node(id, "", "row", rect, group=self._id)
            yield from row_cells(id, row, n, rect)


def row_cells(row: str, words: Sequence[str], at: int, rect: tuple[int, int, int, int]) -> Iterator[Node]:
    """Yield the cells of table row ``at``. The first cell is the row's header; row 0 holds the column headers."""
    for column, said in enumerate(words):
        role = "cell" if at and column else "rowheader" if at else "columnheader"
        yield Node(f"{row}.{column}", accessible_text(said), role, rect, group=row, cell=(at, column))


def accessible_text(name: str) -> str:
    """Return a visible text as an accessible name: without soft hyphens, with ordinary spaces."""
    return name.replace("\u00ad", "").replace("\u202f", " ").replace("\u2009", " ").replace("\u00a0", " ")


def node_rect(rect: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    """Round a rectangle to whole pixels."""
    x, y, w, h = rect
    return round(x), round(y), round(w), round(h)


def clipped_rect(rect: Rect, visible: Rect) -> tuple[int, int, int, int]:
    """Return the visible part of ``rect``. If none is visible, return the nearest visible point with size 0."""
    place = rect.clip(visible)
    if place.w and place.h:
        return place.x, place.y, place.w, place.h
    return min(max(rect.x, visible.x), visible.right), min(max(rect.y, visible.y), visible.bottom), 0, 0


def tree_json(
    scene: str, language: str, size: tuple[int, int], nodes: Sequence[Node], *, is_settled: bool = True
) -> str:
    """Return a screen's controls as JSON text; ``is_settled`` is False while something is about to change by itself."""
    tree = {
        "scene": scene,
        "language": language,
        "size": list(size),
        "settled": is_settled,
        "controls": [node.as_json() for node in nodes],
    }
    return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"
