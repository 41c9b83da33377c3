"""The controls on the screen as data: what ``--ui-tree`` writes, for tests and accessibility tools."""

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
    ``listitem``, ``document``, ``text``, ``scroll`` for what is scrolled as a whole, ``status`` for what is told in
    passing, and aloud if nothing else waits; ``table`` with ``row``, ``columnheader``, ``rowheader`` and ``cell``, of
    which a row says all that is in it or nothing; ``group``, and ``dialog``, beside which nothing can be used.
    ``value`` is the state in words or ids where there is one (a switch: "on" or "off"; a radio: "on" if chosen).
    ``description`` is what a tooltip says about it, whether or not that is shown, or the line below its name.
    A part has the id of its whole before a dot (``speed.fast``); what lies on a table has its kind before a slash
    (``card/3``, ``header/1``). A text that is not ``enabled`` tells of what others are doing.

    ``group`` is the id of the node it is in. ``place`` is its position in its set, from 1, and how many there are;
    ``cell`` its row and column in a table or grid, from 0. ``shortcut`` is the key that does the same, as it is shown;
    ``range`` the least, the most and the present number of what can be set or scrolled; ``level`` that of a heading;
    ``caret`` how many characters of a text are before the caret, None where that is always behind them all.
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


def grouped(nodes: Iterable[Node], group: str) -> Iterator[Node]:
    """The nodes, those that are in no other in that group."""
    return (node if node.group else replace(node, group=group) for node in nodes)


def in_dialog(nodes: Sequence[Node]) -> list[Node]:
    """The nodes of a screen that lies over another one, in a dialog that is called like their heading."""
    if not nodes:
        return []
    title = next((node.name for node in nodes if node.level), "")
    rects = [Rect(node.rect) for node in nodes if node.rect[2]]
    x, y, w, h = rects[0].unionall(rects[1:])
    return [Node("dialog", title, "dialog", (x, y, w, h)), *grouped(nodes, "dialog")]


class Numbers:
    """A table to read, of what is drawn as a chart: what heads its columns, and the rows, each with its own head."""

    def __init__(self, id: str, name: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self._id, self._name, self._rows = id, name, (heads, *rows)
        self._told: tuple[object, Sequence[Node]] = (None, ())

    def nodes(self, rect: tuple[int, int, int, int]) -> Sequence[Node]:
        """The table, its rows and cells, all of them there; made once for a place, as they are many."""
        if self._told[0] != rect:
            self._told = rect, tuple(self._made(rect))
        return self._told[1]

    def _made(self, rect: tuple[int, int, int, int]) -> Iterator[Node]:
        yield Node(self._id, plain(self._name), "table", rect)
        for n, row in enumerate(self._rows):
            id = f"{self._id}.{n}"
            yield Node(id, "", "row", rect, group=self._id)
            yield from row_cells(id, row, n, rect)


def row_cells(row: str, words: Sequence[str], at: int, rect: tuple[int, int, int, int]) -> Iterator[Node]:
    """The cells of that row, which is the row number ``at`` of its table: the first one heads it, row 0 the columns."""
    for column, said in enumerate(words):
        role = "cell" if at and column else "rowheader" if at else "columnheader"
        yield Node(f"{row}.{column}", plain(said), role, rect, group=row, cell=(at, column))


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
