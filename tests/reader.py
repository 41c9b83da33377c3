"""What of a screen a screen reader could not tell, or would tell wrongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from game.ui.accessibility_tree import Node
from tests.window import Driver

NAMELESS = {"group", "table", "row", "list", "columnheader", "rowheader", "cell"}
"""Roles of what may go without a name: what is in it has one, or it is a part of what has."""


def unreadable(driver: Driver) -> Iterator[str]:
    """All faults of the tree that is told now."""
    nodes, controls = driver.nodes(), getattr(driver.app.scene, "controls", None)
    yield from misgrouped(nodes)
    yield from miscounted(nodes)
    yield from (f"{node.id} has no name" for node in nodes if not node.name and node.role not in NAMELESS)
    focused = None if controls is None else (controls.popup or controls).focused
    if focused is not None and not any(node.focused and _whole(node.id, focused.id) for node in nodes):
        yield f"{focused.id} has the focus unseen"


def _whole(id: str, of: str) -> bool:
    return id == of or id.startswith(f"{of}.")


def misgrouped(nodes: Sequence[Node]) -> Iterator[str]:
    """Ids that are there twice, and groups that do not come before what is in them."""
    yield from (f"{id} is there {count} times" for id, count in Counter(n.id for n in nodes).items() if count > 1)
    known: set[str] = set()
    for node in nodes:
        if node.group and node.group not in known:
            yield f"{node.id} is in {node.group}, which does not come before it"
        known.add(node.id)


def miscounted(nodes: Sequence[Node]) -> Iterator[str]:
    """Sets whose positions do not follow each other, or go beyond how many there are."""
    sets: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for node in nodes:
        if node.place is not None:
            sets.setdefault((node.group, node.role), []).append(node.place)
    for (group, role), places in sets.items():
        first, count = places[0]
        if places != [(first + n, count) for n in range(len(places))] or first + len(places) - 1 > count or first < 1:
            yield f"{role} of {group}: {places}"
