"""Areas that show a part of something long: a list of which one row is chosen, and a text to read."""

# ruff: noqa: PLR0913 - a control is described by many things, all but three by keyword

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.i18n.punctuation import facts
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.scroll import Scroll
from game.ui.widgets.widget import HIT_PX, Widget

_STACKED: Final = 1.3
"""How much higher a row of three lines is."""
_LINES: Final = (0.23, 0.54, 0.81)
"""Where these lines lie, from the top of a row."""
_DRAG_PX: Final = 8  # a hand that holds still moves less


class ScrollArea(Widget):
    """Shows as many steps (rows, lines) of its content as fit, whole ones only, and a bar if there are more.

    It is scrolled by the wheel (``turn``), by holding its bar, and by dragging what it shows. ``scroll`` counts in
    steps and belongs to the scene, so that it outlives a new layout.
    """

    notch = 1
    """How many steps a notch of the wheel scrolls."""

    def __init__(self, id: str, name: str, rect: Rect, scroll: Scroll, *, t: float) -> None:
        super().__init__(id, name, rect)
        self.scroll = scroll
        self.t = t
        self._held_at: float | None = None
        self._is_on_bar = False
        self._began: tuple[int, int] = (0, 0)
        self._was_dragged = False

    @property
    def view(self) -> Rect:
        """Where the steps are shown."""
        raise NotImplementedError

    @property
    def step_px(self) -> float:
        """How high a step is."""
        raise NotImplementedError

    @property
    def bar(self) -> Rect:
        """The trough of the scroll bar."""
        width, view = max(8, round(10 * self.t)), self.view
        return Rect(self.rect.right - width - self.inset, view.y, width, view.h)

    @property
    def inset(self) -> int:
        """How far the bar lies from the right edge."""
        return 0

    def turn(self, notches: float) -> bool:
        """Scroll by the wheel, up if positive; True if the picture changes."""
        return self.scroll.by(-notches * self.notch)

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:
        """Drag the bar if it was taken there, else what is shown."""
        if is_first or self._held_at is None:
            reach = self.bar.inflate(max(0, HIT_PX - self.bar.w), 0)
            self._is_on_bar = self.scroll.is_needed and bool(reach.collidepoint(pos))
            self._held_at = self.scroll.hold(self.bar, pos[1]) if self._is_on_bar else pos[1]
            self._began, self._was_dragged = (pos[1], self.scroll.offset), self._is_on_bar
            return self._is_on_bar
        if self._is_on_bar:
            return self.scroll.drag(self.bar, pos[1] - self._held_at)
        y, offset = self._began
        self._was_dragged = self._was_dragged or abs(pos[1] - y) > _DRAG_PX
        return self._was_dragged and self.scroll.to(offset + (y - pos[1]) / self.step_px)

    def draw_bar(self, surface: Surface) -> None:
        """Draw the bar, if there is more than is seen."""
        if self.scroll.is_needed:
            self.scroll.paint_bar(surface, self.bar, held=self.pressed and self._is_on_bar)

    def bar_nodes(self) -> list[Node]:
        """The bar in the tree, with how far it is, in per cent."""
        if not self.scroll.is_needed:
            return []
        percent, bar = round(100 * self.scroll.offset / self.scroll.most), self.bar
        return [
            Node(
                f"{self.id}.scroll",
                _("Scroll bar"),
                "scrollbar",
                node_rect((*bar.topleft, *bar.size)),
                value=str(percent),
            )
        ]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list: what it is called, a few words about it, and a word at its end, or two: ``last`` after it."""

    id: str
    name: str
    about: str
    end: str
    last: str = ""


class RowList(ScrollArea):
    """Rows one below the other, one of them or none chosen: by Up, Down, Home and End, or by the mouse.

    Enter does what ``on_press`` says, for the chosen row. The rows' last words, if they have any, are a column at least
    ``last_px`` wide. A list that ``stacks`` has three lines a row where the words have no room beside each other.
    """

    role = "list"
    row_h = 62
    """How high a row is with the gap below it, in t."""

    def __init__(
        self,
        id: str,
        name: str,
        rect: Rect,
        rows: Sequence[Row],
        chosen: str | None,
        *,
        scroll: Scroll,
        t: float,
        on_choose: Callable[[str], None],
        on_press: Callable[[], None],
        last_px: float = 0.0,
        stacks: bool = False,
    ) -> None:
        super().__init__(id, name, rect, scroll, t=t)
        self.rows = tuple(rows)
        self._last_px = last_px
        self.chosen = chosen
        self.on_choose = on_choose
        self.on_press = on_press
        self._pointed: int | None = None
        scroll.fit(0, len(self.rows))
        self._is_stacked = stacks and not self._has_room()
        high = self.row_h * t * (_STACKED if self._is_stacked else 1)
        scroll.fit(min(len(self.rows), max(1, round(rect.h / high))), len(self.rows))

    @property
    def view(self) -> Rect:
        """Where rows are shown: all the area."""
        return self.rect

    @property
    def step_px(self) -> float:
        """How high a row is, with the gap below it: as many as are seen fill the area."""
        return self.rect.h / max(1, self.scroll.view)

    @property
    def value(self) -> str | None:
        """The name of the row that is chosen."""
        return next((plain(row.name) for row in self.rows if row.id == self.chosen), None)

    @property
    def _index(self) -> int:
        return next((i for i, row in enumerate(self.rows) if row.id == self.chosen), -1)

    def _shown(self) -> range:
        return range(self.scroll.offset, min(len(self.rows), self.scroll.offset + self.scroll.view))

    def row(self, index: int) -> Rect:
        """The place of a row, if it is seen."""
        step, gap = self.step_px, max(3, round(6 * self.t))
        top, bottom = (self.rect.y + round((index - self.scroll.offset + i) * step) for i in (0, 1))
        room = self.bar.w + round(12 * self.t) if self.scroll.is_needed else 0
        return Rect(self.rect.x, top + gap // 2, self.rect.w - room, bottom - top - gap)

    def _at(self, pos: tuple[int, int]) -> int | None:
        return next((i for i in self._shown() if self.row(i).collidepoint(pos)), None)

    def choose(self, index: int) -> None:
        """Choose a row, bring it into view and tell it."""
        self.scroll.show(index, index + 1)
        self.chosen = self.rows[index].id
        self.on_choose(self.chosen)

    @property
    def scan_parts(self) -> int:
        """The rows."""
        return len(self.rows)

    @property
    def scan_chosen(self) -> int | None:
        """The row that is chosen."""
        return self._index if self._index >= 0 else None

    def scan_to(self, index: int | None) -> None:
        """Choose the row."""
        if index is not None:
            self.choose(index)

    def press_at(self, pos: tuple[int, int]) -> None:
        """Choose the row at the mouse, unless the list was dragged."""
        at = self._at(pos)
        if at is not None and not self._was_dragged:
            self.choose(at)

    def point_at(self, pos: tuple[int, int] | None) -> bool:
        """Note which row the mouse points at."""
        was, self._pointed = self._pointed, None if pos is None else self._at(pos)
        self.hovered = pos is not None
        return was != self._pointed

    def key(self, key: int) -> bool:
        """Choose the row before or after, or the first or last; beyond either end the key is somebody else's."""
        last = len(self.rows) - 1
        ways = {pygame.K_UP: self._index - 1, pygame.K_DOWN: self._index + 1, pygame.K_HOME: 0, pygame.K_END: last}
        at = ways.get(key, -1)
        if not 0 <= at <= last:
            return False
        self.choose(at)
        return True

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the rows that are seen, the chosen one on blue."""
        columns = self._columns()
        for i in self._shown():
            self._draw_row(surface, i, columns)
        self.draw_bar(surface)
        if self.has_ring:
            ring = self.rect.inflate(2 * round(3 * t), 2 * round(3 * t))
            draw.focus_ring(surface, ring, 14 * t, max(0.7, t))

    @property
    def _sizes(self) -> tuple[float, float]:
        """Of names, and of all other words."""
        return max(text.MIN_NAME_PX, 22 * self.t), max(13.0, 21 * self.t)

    def _has_room(self) -> bool:
        """Whether all words are as large as they are meant to be, in columns or in two lines."""
        if self._columns():
            return True
        px, small = self._sizes
        room = self.end_right - round(16 * self.t) - self._left
        return all(
            max(text.width(row.name, "O7", px), text.width(row.about, "B5", self._below_px))
            <= room - text.width(row.end, "B6", small)
            for row in self.rows
        )

    @property
    def _below_px(self) -> float:
        """The size of words below a name."""
        return max(text.MIN_TEXT_PX, 17 * self.t)

    def _columns(self) -> tuple[int, int] | None:
        """Where the words about each row begin and the words at its end begin; None if there is no room beside."""
        px, small = self._sizes
        gap = round(24 * self.t)
        about = self._left + max(text.width(row.name, "O7", px) for row in self.rows) + gap
        end = self.end_right - max(text.width(row.end, "B6", small) for row in self.rows)
        widest = max(text.width(row.about, "B5", small) for row in self.rows)
        return (about, end) if about + widest + gap <= end else None

    @property
    def _left(self) -> int:
        return self.rect.x + round(14 * self.t)

    @property
    def right(self) -> int:
        """Where the last words of all rows end."""
        return self.row(self.scroll.offset).right - round(14 * self.t)

    @property
    def end_right(self) -> int:
        """Where the words at the rows' end do."""
        last = max(text.width(row.last, "B6", self._sizes[1]) for row in self.rows)
        return self.right - (round(max(last, self._last_px) + 24 * self.t) if last else 0)

    def _draw_row(self, surface: Surface, index: int, columns: tuple[int, int] | None) -> None:
        """In one line, what it is about in a column of its own, or in a second line below the name."""
        row, place, is_chosen = self.rows[index], self.row(index), self.rows[index].id == self.chosen
        fill = THEME.blue if is_chosen else THEME.mark if index == self._pointed else THEME.row
        draw.rounded(surface, place, 0.18 * place.h, fill)
        px, small = self._sizes
        ink, faint = (THEME.white, THEME.white) if is_chosen else (THEME.text, THEME.text2)
        left, right, y = self._left, self.end_right, float(place.centery)
        if self._is_stacked:
            end = facts(filter(None, (row.end, row.last)))
            lines = (
                ("O7", px, row.name, ink),
                ("B5", self._below_px, row.about, faint),
                ("B6", self._below_px, end, faint),
            )
            for at, (face, size, words, color) in zip(_LINES, lines, strict=True):
                y = place.y + at * place.h
                text.draw(surface, words, left, y, face, size, color, max_width=self.right - left)
            return
        text.draw(surface, row.last, self.right, y, "B6", small, faint, anchor="r")
        used = text.draw(surface, row.end, right, y, "B6", small, ink, anchor="r")
        room = right - used - round(16 * self.t) - left
        if columns:
            text.draw(surface, row.about, columns[0], y, "B5", small, faint, max_width=columns[1] - columns[0])
        else:
            below, y = place.y + 0.74 * place.h, place.y + 0.32 * place.h
            small = self._below_px
            text.draw(surface, row.about, left, below, "B5", small, faint, max_width=room, min_px=text.MIN_CAPTION_PX)
        text.draw(surface, row.name, left, y, "O7", px, ink, max_width=room)

    def nodes(self) -> list[Node]:
        """The list, the rows that are seen, and the bar."""
        rows = []
        for i in self._shown():
            row, place = self.rows[i], self.row(i)
            said = plain(facts(filter(None, (row.name, row.about, row.end, row.last))))
            state = "on" if row.id == self.chosen else "off"
            rows.append(
                Node(f"{self.id}.{row.id}", said, "listitem", (place.x, place.y, place.w, place.h), value=state)
            )
        return [*super().nodes(), *rows, *self.bar_nodes()]


class TextArea(ScrollArea):
    """A long text below its heading, line by line as it was written; a line that is too long is broken.

    Enter reads on; Up, Down, Page Up, Page Down, Home and End scroll.
    """

    role = "document"
    clicks = False
    notch = 3

    def __init__(self, id: str, name: str, rect: Rect, written: str, *, scroll: Scroll, t: float) -> None:
        super().__init__(id, name, rect, scroll, t=t)
        self._px = max(13.0, 19 * t)
        view = self.view
        self._lines = _lines(written, "B5", self._px, view.w)
        scroll.fit(max(1, int(view.h / self.step_px)), len(self._lines))

    @property
    def inset(self) -> int:
        """How far the bar lies from the right edge."""
        return round(10 * self.t)

    @property
    def _head_px(self) -> float:
        return max(text.MIN_NAME_PX, 21 * self.t)

    @property
    def view(self) -> Rect:
        """Where lines are shown."""
        pad, head = round(16 * self.t), round(2.1 * self._head_px)
        bar = max(8, round(10 * self.t)) + self.inset + round(10 * self.t)
        return Rect(
            self.rect.x + pad, self.rect.y + head, self.rect.w - pad - bar, self.rect.h - head - round(10 * self.t)
        )

    @property
    def step_px(self) -> float:
        """How high a line is."""
        return self._px * text.LINE_HEIGHT

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines that are seen."""
        return self._lines[self.scroll.offset : self.scroll.offset + self.scroll.view]

    @property
    def value(self) -> str | None:
        """What can be read now."""
        return plain("\n".join(self.shown))

    def read_on(self, way: int = 1) -> bool:
        """Scroll so that the last line seen becomes the first, or the other way round; True if the picture changes."""
        return self.scroll.by(way * max(1, self.scroll.view - 1))

    def press(self) -> None:
        """Read on, at the end from the beginning."""
        if not self.read_on():
            self.scroll.to(0)

    def press_at(self, pos: tuple[int, int]) -> None:
        """Nothing: where the mouse presses, a text is dragged."""

    def key(self, key: int) -> bool:
        """Scroll; where there is nothing more in that direction, the key is somebody else's."""
        if key in (pygame.K_UP, pygame.K_DOWN):
            return self.scroll.by(1 if key == pygame.K_DOWN else -1)
        if key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            return self.read_on(1 if key == pygame.K_PAGEDOWN else -1)
        if key in (pygame.K_HOME, pygame.K_END):
            return self.scroll.to(0 if key == pygame.K_HOME else self.scroll.most)
        return False

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the sheet, the heading and the lines that are seen."""
        radius = 12 * t
        draw.rounded(surface, self.rect, radius, THEME.surface2, THEME.edge, max(1, 1.6 * t))
        view, px = self.view, self._head_px
        y = self.rect.y + 1.15 * px
        text.draw(surface, self.name, view.x, y, "O7", px, max_width=view.w, min_px=text.MIN_TEXT_PX)
        for i, line in enumerate(self.shown):
            text.draw(surface, line, view.x, view.y + (i + 0.5) * self.step_px, "B5", self._px, max_width=view.w)
        self.draw_bar(surface)
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius, max(0.7, t))

    def nodes(self) -> list[Node]:
        """The text and its bar."""
        return [*super().nodes(), *self.bar_nodes()]


def _lines(written: str, face: str, px: float, max_width: float) -> tuple[str, ...]:
    """The lines of a plain text, its indentation kept, those too long for the width broken."""
    lines: list[str] = []
    for line in written.replace("\f", "").expandtabs(4).rstrip().splitlines():
        words = line.strip()
        kept = "\u00a0" * (len(line.rstrip()) - len(words)) + words  # spaces that no line is broken at
        if text.width(kept, face, px) <= max_width:  # measured at once: the longest texts have five hundred lines
            lines.append(kept)
        else:
            lines += text.wrap(words, face, px, max_width)
    return tuple(lines)
