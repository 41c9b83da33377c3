"""A control made of boxes one of which is chosen: the arrow keys walk through them, the mouse takes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.layout.box import Box
from game.ui.widgets.widget import ARROWS, Widget


@dataclass(frozen=True, slots=True)
class Cell:
    """One to choose: its id, where it is, all there is to say of it, and its state."""

    id: str
    box: Box
    said: str
    state: str | None = None


class Cells(Widget):
    """The control; its picture is that of the boxes, but for the mark of the chosen one."""

    role = "grid"
    clicks = False

    def __init__(
        self, id: str, name: str, rect: Rect, cells: Sequence[Cell], chosen: str, on_choose: Callable[[str], None]
    ) -> None:
        super().__init__(id, name, rect)
        self.cells = tuple(cells)
        self.chosen = chosen
        self.on_choose = on_choose

    @property
    def _at(self) -> int:
        return next((n for n, cell in enumerate(self.cells) if cell.id == self.chosen), 0)

    @property
    def spot(self) -> Rect:
        """The chosen cell."""
        return self.cells[self._at].box.rect

    @property
    def value(self) -> str | None:
        """What is chosen, with all there is to say."""
        return plain(self.cells[self._at].said)

    def choose(self, at: int) -> None:
        """Choose a cell and tell it."""
        self.chosen = self.cells[at].id
        self.on_choose(self.chosen)

    def key(self, key: int) -> bool:
        """Walk to the next cell straight in that direction; at the edges the key is somebody else's."""
        if key not in ARROWS:
            return False
        here, (dx, dy) = self.spot, ARROWS[key]
        ahead: list[tuple[int, int]] = []
        for n, cell in enumerate(self.cells):
            x, y = cell.box.rect.x - here.x, cell.box.rect.y - here.y
            along, aside = (x * dx, y) if dx else (y * dy, x)
            if along > 0 and not aside:
                ahead.append((along, n))
        if ahead:
            self.choose(min(ahead)[1])
        return bool(ahead)

    @property
    def scan_parts(self) -> int:
        """The cells."""
        return len(self.cells)

    @property
    def scan_chosen(self) -> int | None:
        """The one that is chosen."""
        return self._at

    def scan_to(self, index: int | None) -> None:
        """Choose the cell."""
        if index is not None:
            self.choose(index)

    def press_at(self, pos: tuple[int, int]) -> None:
        """Choose the cell at the mouse."""
        at = next((n for n, cell in enumerate(self.cells) if cell.box.rect.collidepoint(pos)), None)
        if at is not None:
            self.choose(at)

    def draw(self, surface: Surface, t: float) -> None:
        """Mark the chosen one."""
        if self.has_ring:
            draw.focus_ring(surface, self.spot, 0.11 * self.spot.h, max(0.7, t))
        elif self.focused:
            draw.rounded(surface, self.spot, 0.11 * self.spot.h, None, THEME.text, max(2, 3 * t))

    def nodes(self) -> list[Node]:
        """The whole and its cells."""
        cells = [
            Node(
                f"{self.id}.{c.id}",
                plain(c.said),
                "cell",
                node_rect((*c.box.rect.topleft, *c.box.rect.size)),
                value=c.state,
            )
            for c in self.cells
        ]
        return [*super().nodes(), *cells]


class Choice(Box):
    """The boxes of ``cells``, laid out by ``child``, as one control."""

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self, id: str, name: str, child: Box, cells: Sequence[Cell], chosen: str, on_choose: Callable[[str], None], *,
        grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(child, grow=grow)
        self.widget = Cells(id, name, self.rect, cells, chosen, on_choose)

    def place(self, rect: Rect) -> None:
        """Be laid out there, control and boxes."""
        super().place(rect)
        self.widget.rect, self.widget.clip = rect, None

    def widgets(self) -> Iterator[Widget]:
        """The control, which speaks for all that is in it."""
        yield self.widget

    def told(self, seen: Rect) -> Iterator[Node]:  # noqa: ARG002 - as every box
        """Nothing: the control tells it."""
        return iter(())
