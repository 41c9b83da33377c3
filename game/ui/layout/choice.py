"""A control made of boxes one of which is chosen: the arrow keys walk through them, the mouse takes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final

from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.layout.box import Box, Column, Grid, Plate, Row, Spacer
from game.ui.layout.leaves import Icon
from game.ui.layout.type_scale import ROLES, Scale
from game.ui.layout.words import Label
from game.ui.widgets import Option
from game.ui.widgets.widget import ARROWS, Widget

_PARTS: Final = {"grid": "cell", "radiogroup": "radio", "tablist": "tab"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One to choose: its id, where it is, all there is to say of it, and its state."""

    id: str
    box: Box
    said: str
    state: str | None = None


class Cells(Widget):
    """The control; its picture is that of the boxes, but for the mark of the chosen one. By its ``role`` it is a grid,
    of which a cell is looked at, a radiogroup, which takes the next one when it is pressed, or a tablist, which then
    does what it was told.
    """

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self, id: str, name: str, rect: Rect, cells: Sequence[Cell], chosen: str, on_choose: Callable[[str], None], *,
        role: str = "grid", on_press: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(id, name, rect, on_press=on_press)
        self.role, self.clicks = role, role != "grid"
        self.cells = tuple(cells)
        self.chosen = chosen
        self.on_choose = on_choose
        self._pointed: int | None = None

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

    def is_pointed(self, id: str) -> bool:
        """Whether the mouse points at that cell."""
        return self._pointed is not None and self.cells[self._pointed].id == id

    def _below(self, pos: tuple[int, int]) -> int | None:
        return next((n for n, cell in enumerate(self.cells) if cell.box.rect.collidepoint(pos)), None)

    def point_at(self, pos: tuple[int, int] | None) -> bool:
        """Note which cell the mouse points at."""
        was, self._pointed = self._pointed, None if pos is None else self._below(pos)
        self.hovered = pos is not None
        return was != self._pointed

    def choose(self, at: int) -> None:
        """Choose a cell and tell it."""
        self.chosen = self.cells[at].id
        self.on_choose(self.chosen)

    def press(self) -> None:
        """Take the next one of a radiogroup, after the last the first."""
        if self.role == "radiogroup":
            self.choose((self._at + 1) % len(self.cells))
        super().press()

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
        """The cells, unless a press takes the next one."""
        return 0 if self.role == "radiogroup" else len(self.cells)

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
        at = self._below(pos)
        if at is not None:
            self.choose(at)

    def draw(self, surface: Surface, t: float) -> None:
        """Mark the chosen one."""
        if self.has_ring:
            draw.focus_ring(surface, self.spot, _radius(self.spot), max(0.7, t))
        elif self.focused and self.role == "grid":
            draw.rounded(surface, self.spot, _radius(self.spot), None, THEME.text, max(2, 3 * t))

    def nodes(self) -> list[Node]:
        """The whole and its cells; the focus is told at the chosen one, unless cells are only looked at."""
        (whole,), is_grid, cells = super().nodes(), self.role == "grid", []
        for cell in self.cells:
            rect = node_rect((*cell.box.rect.topleft, *cell.box.rect.size))
            node = Node(f"{self.id}.{cell.id}", plain(cell.said), _PARTS[self.role], rect, value=cell.state)
            is_on = cell.id == self.chosen
            cells.append(
                node if is_grid else replace(node, focused=self.focused and is_on, value="on" if is_on else "off")
            )
        return [replace(whole, focused=self.focused and is_grid), *cells]


def _radius(rect: Rect) -> float:
    return 0.11 * rect.h


class Choice(Box):
    """The boxes of ``cells``, laid out by ``child``, as one control."""

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self, id: str, name: str, child: Box, cells: Sequence[Cell], chosen: str, on_choose: Callable[[str], None], *,
        role: str = "grid", on_press: Callable[[], None] | None = None, grow: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(child, grow=grow)
        self.widget = Cells(id, name, self.rect, cells, chosen, on_choose, role=role, on_press=on_press)

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


# -- ready choices ----------------------------------------------------------------------------------------------------


def _choice(  # noqa: PLR0913 - a control is described by many things
    id: str, name: str, cells: Sequence[tuple[str, str, Box]], chosen: str, on_choose: Callable[[str], None], *,
    role: str, ground: Callable[[Surface, Rect, bool, bool], None], pad: tuple[int, int, int],
    lay: Callable[[Sequence[Box]], Box], on_press: Callable[[], None] | None = None,
) -> Choice:  # fmt: skip
    """A choice of cells, each a key, what is said of it and its content; ``ground`` is told which is chosen and which
    is pointed at.
    """

    def paint(key: str, surface: Surface, rect: Rect) -> None:
        ground(surface, rect, key == choice.widget.chosen, choice.widget.is_pointed(key))

    made = [Cell(key, Plate(box, pad, ground=partial(paint, key)), said) for key, said, box in cells]
    child = lay([cell.box for cell in made])
    choice = Choice(id, name, child, made, chosen, on_choose, role=role, on_press=on_press)
    return choice


def _fewer(count: int) -> tuple[int, ...]:
    """In how many columns so many cells stand: all side by side, or in two rows, or in three, and so on."""
    return tuple(dict.fromkeys(-(-count // rows) for rows in range(1, count + 1)))


def fields(
    scale: Scale, id: str, name: str, options: Sequence[Option], chosen: str, on_change: Callable[[str], None]
) -> Choice:
    """One of a few words, all side by side or, where they have no room so, in several rows."""
    s, px, least_px = scale, scale.px(ROLES.body), scale.least(ROLES.body)
    tick, inset = round(px), s.line(4, 2)

    def content(key: str, label: str) -> Box:
        ink = THEME.white if key == chosen else THEME.text
        role = replace(ROLES.body, face="O7" if key == chosen else "O6")
        mark = Icon("check", tick, ink) if key == chosen else None
        side = Spacer((0 if mark else tick // 2, 0))
        return Row(side, mark, Label(s, label, role, ink, one_line=True), side, gap=round(0.3 * px))

    def ground(surface: Surface, rect: Rect, is_chosen: bool, is_pointed: bool) -> None:
        if is_chosen or is_pointed:
            draw.rounded(surface, rect, 0.19 * rect.h, THEME.blue if is_chosen else THEME.raised)

    def lay(cells: Sequence[Box]) -> Box:
        grid = Grid(*cells, across=_fewer(len(cells)), gap=(2 * inset, 2 * inset))
        return Plate(grid, inset, fill=THEME.surface2, rim=THEME.faint, rim_px=s.line(2), radius=s.line(12) + inset)

    high = max(1, round(0.8 * least_px - 0.14 * px) - inset)
    cells = [(key, label, content(key, label)) for key, label in options]
    return _choice(
        id, name, cells, chosen, on_change, role="radiogroup", ground=ground, pad=(round(0.2 * px), high, high), lay=lay
    )


def pictures(
    scale: Scale, id: str, name: str, options: Sequence[tuple[str, str, Box]], chosen: str,
    on_change: Callable[[str], None],
) -> Choice:  # fmt: skip
    """One of a few pictures, each a key, its name and what shows it."""
    s, px = scale, scale.px(ROLES.body)

    def content(key: str, label: str, picture: Box) -> Box:
        mark = Icon("check", round(0.9 * px), THEME.text) if key == chosen else None
        words = Label(s, label, replace(ROLES.body, face="O6"), anchor="c")
        return Column(picture, Row(Spacer(), mark, words, Spacer(), gap=round(0.3 * px)), gap=s.line(8))

    def ground(surface: Surface, rect: Rect, is_chosen: bool, is_pointed: bool) -> None:
        rim, thick = (THEME.gold_d, s.line(3, 2)) if is_chosen else (THEME.edge, s.line(1.6))
        fill = THEME.mark if is_chosen or is_pointed else THEME.row
        draw.rounded(surface, rect, s.line(12), fill, rim, thick)

    def lay(cells: Sequence[Box]) -> Box:
        return Grid(*cells, across=_fewer(len(cells)), gap=(s.gap(16), s.gap(16)))

    cells = [(key, label, content(key, label, picture)) for key, label, picture in options]
    pad = s.line(10), s.line(10), s.line(8)
    return _choice(id, name, cells, chosen, on_change, role="radiogroup", ground=ground, pad=pad, lay=lay)


def contents(  # noqa: PLR0913 - a control is described by many things
    scale: Scale, id: str, name: str, titles: Sequence[Option], open: str, on_open: Callable[[str], None], *,
    on_press: Callable[[], None], icons: Mapping[str, str] = MappingProxyType({}), across: Sequence[int] = (1,),
) -> Choice:  # fmt: skip
    """Titles of which one is open, below each other or in so many columns ``across`` as there is room for; Enter does
    what ``on_press`` says. ``icons`` stand before them, by their keys.
    """
    s, px = scale, scale.px(ROLES.name)

    def content(key: str, title: str) -> Box:
        ink = THEME.white if key == open else THEME.text
        picture = Icon(icons[key], round(1.3 * px), ink) if key in icons else None
        words = Label(s, title, replace(ROLES.name, face="O7" if key == open else "O6"), ink, grow=1)
        return Row(picture, words, gap=round(0.5 * px))

    def ground(surface: Surface, rect: Rect, is_chosen: bool, is_pointed: bool) -> None:
        if is_chosen or is_pointed:
            draw.rounded(surface, rect, min(0.22 * rect.h, s.line(14)), THEME.blue if is_chosen else THEME.row)

    def lay(cells: Sequence[Box]) -> Box:
        return Grid(*cells, across=across, gap=(s.line(10), s.line(6)))

    high = max(1, round(0.65 * s.least(ROLES.name)))
    cells = [(key, title, content(key, title)) for key, title in titles]
    return _choice(
        id, name, cells, open, on_open, role="tablist", ground=ground, pad=(s.line(14), high, high), lay=lay,
        on_press=on_press,
    )  # fmt: skip
