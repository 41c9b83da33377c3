"""Boxes that form a group or a table in the accessibility tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pygame import Rect

from game.ui.accessibility_tree import Node, accessible_text, clipped_rect, grouped, row_cells
from game.ui.boxes.box import Box


class AccessibleGroup(Box):
    """A box whose accessibility nodes form a group with this ``role``; a group with a ``name`` is announced."""

    def __init__(self, child: Box, id: str, role: str = "group", name: str = "") -> None:
        super().__init__(child, grow=child.grow, share=child.share, id=id)
        self._role, self._name = role, name

    def accessible_nodes(self, visible: Rect) -> Iterator[Node]:
        yield Node(self.id, accessible_text(self._name), self._role, clipped_rect(self.rect, visible))
        yield from grouped(super().accessible_nodes(visible), self.id)


class AccessibleTable(Box):
    """A box that is a table in the accessibility tree, with the column headers ``heads``.

    ``rows`` maps the id of a node inside, which becomes a row, to the texts of its cells.
    """

    def __init__(self, child: Box, id: str, name: str, heads: Sequence[str], rows: Mapping[str, Sequence[str]]) -> None:
        super().__init__(child, grow=child.grow, share=child.share, id=id)
        self._name, self._heads, self._rows = name, heads, rows

    def accessible_nodes(self, visible: Rect) -> Iterator[Node]:
        place, head, at = clipped_rect(self.rect, visible), f"{self.id}.heads", 0
        yield Node(self.id, accessible_text(self._name), "table", place)
        yield Node(head, "", "row", place, group=self.id)
        yield from row_cells(head, self._heads, 0, place)
        for node in super().accessible_nodes(visible):
            if node.id not in self._rows:
                yield node
                continue
            at += 1
            yield replace(node, role="row", group=self.id)
            yield from row_cells(node.id, self._rows[node.id], at, node.rect)
