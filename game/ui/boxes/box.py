"""Boxes, which measure, place and draw themselves and list their controls; and the controls, which are boxes too."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from pygame import Rect, Surface
from pygame.event import Event

from game.ui.accessibility_tree import DataTable, Node, accessible_text, clipped_rect, node_rect

MIN_TARGET_PX = 32
"""The minimum size of a pressable control in either direction (art.md §4)."""
HIT_PX = 44
"""A press near a control counts for it within an area grown to this size, unless another control is nearer."""


SizeRange = tuple[int, int]
"""Minimum and preferred length in pixels. For a ``gap`` or a ``Spacer``: horizontal and vertical length."""


class Box:
    """A part of a screen. ``grow`` is its share of the unused space along the direction of its parent.

    ``share`` is its preferred part of a row's width (0 … 1). ``id`` and ``label`` make it an accessible text, which
    replaces all texts inside; controls inside are still listed. ``wide`` and ``high`` are the size in pixels of a box
    without children, a range or one number; a box with children is as large as they are.
    """

    data_table: DataTable | None = None
    """The accessible table of the data that is drawn here, if any."""

    def __init__(
        self, *children: Box, wide: SizeRange | int = 0, high: SizeRange | int = 0, grow: float = 0, share: float = 0,
        id: str = "", label: str = "",
    ) -> None:  # fmt: skip
        self.children: Sequence[Box] = children
        self.grow = grow
        self.share = share
        self.id = id
        self.label = label
        self.level = 1 if id.rpartition(".")[2] == "title" else 0
        """The heading level, 0 if it is no heading."""
        self.rect = Rect(0, 0, 0, 0)
        self._own_width = (wide, wide) if isinstance(wide, int) else wide
        self._own_height = (high, high) if isinstance(high, int) else high
        self._widths: SizeRange | None = None
        self._heights: dict[int, SizeRange] = {}

    # -- measuring ----------------------------------------------------------------------------------------------------

    def measure_width(self) -> SizeRange:
        """Return the minimum and the preferred width in pixels."""
        return highest(child.width_range() for child in self.children) if self.children else self._own_width

    def width_range(self) -> SizeRange:
        """Return ``measure_width()``, cached because a layout asks several times."""
        if self._widths is None:
            self._widths = self.measure_width()
        return self._widths

    def measure_height(self, width: int) -> SizeRange:
        """Return the minimum and the preferred height at this width, in pixels."""
        return highest(child.height_range(width) for child in self.children) if self.children else self._own_height

    def height_range(self, width: int) -> SizeRange:
        """Return ``measure_height(width)``, cached."""
        if width not in self._heights:
            self._heights[width] = self.measure_height(width)
        return self._heights[width]

    def has_room(self, size: tuple[int, int]) -> bool:
        """Return whether the box fits into ``size`` at its minimum width and height."""
        return self.width_range()[0] <= size[0] and self.height_range(size[0])[0] <= size[1]

    # -- placing, drawing, listing ------------------------------------------------------------------------------------

    def place(self, rect: Rect) -> None:
        """Give the box this rectangle, and place everything inside it."""
        self.rect = rect
        for child in self.children:
            child.place(rect)

    def paint(self, surface: Surface) -> None:
        """Draw everything but the controls."""
        for child in self.children:
            child.paint(surface)

    def widgets(self) -> Iterator[Widget]:
        """Yield the controls inside, in Tab order."""
        for child in self.children:
            yield from child.widgets()

    def accessible_nodes(self, visible: Rect) -> Iterator[Node]:
        """Yield the accessibility nodes inside in reading order, with rectangles clipped to ``visible``.

        Content scrolled out of sight is included.
        """
        if self.label:
            yield Node(self.id, accessible_text(self.label), "text", clipped_rect(self.rect, visible), level=self.level)
            for widget in self.widgets():
                yield from widget.accessible_nodes(visible)
        else:
            for child in self.children:
                yield from child.accessible_nodes(visible)
        yield from self.data_nodes(visible)

    def data_nodes(self, visible: Rect) -> Iterable[Node]:
        """Return the accessibility nodes of the data that is drawn here."""
        return () if self.data_table is None else self.data_table.nodes(clipped_rect(self.rect, visible))


def highest(sides: Iterable[SizeRange]) -> SizeRange:
    """Return the largest minimum and the largest preferred length."""
    highest, wished = 0, 0
    for least, wish in sides:  # called for every box at every width: plain loops take half the time
        highest = least if least > highest else highest
        wished = wish if wish > wished else wished
    return highest, wished


class Widget(Box):
    """A control: a box that the player can focus, press or read. It replaces all controls inside, and is drawn last.

    A control that is no part of a tree gets its ``rect``.

    ``id`` stays the same when the control is rebuilt or the language changes; ``name`` is the text the player reads.
    The ``FocusGroup`` sets ``focused``, ``hovered``, ``pressed`` and ``shows_ring``. ``on_press`` is called for mouse
    and keyboard alike.
    """

    role = "button"
    has_click_sound = True
    """Whether a press makes a sound."""
    is_scanned = True
    """Whether switch access offers the control (``game.ui.scanning``); False if it is only for reading."""
    takes_text = False
    """Whether the player types text into the control. If so, ``handle_text_key`` gets all keys first, and
    ``handle_text_event`` the typed text.
    """

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self, id: str, name: str, rect: Rect | None = None, *, on_press: Callable[[], None] | None = None,
        enabled: bool = True, children: Sequence[Box] = (), wide: SizeRange | int = 0, high: SizeRange | int = 0,
        grow: float = 0, share: float = 0,
    ) -> None:  # fmt: skip
        super().__init__(*children, wide=wide, high=high, grow=grow, share=share, id=id)
        self.name = name
        self.rect = self.rect if rect is None else rect
        self.on_press = on_press
        self.enabled = enabled
        self.focused = False
        self.hovered = False
        self.pressed = False
        self.shows_ring = False
        self.clip: Rect | None = None
        """The visible area, if the control is part of scrolled content."""

    def place(self, rect: Rect) -> None:
        super().place(rect)
        self.clip = None

    def widgets(self) -> Iterator[Widget]:
        yield self

    def accessible_nodes(self, visible: Rect) -> Iterator[Node]:
        yield from clipped_nodes(self)
        yield from self.data_nodes(visible)

    @property
    def value(self) -> str | None:
        """The control's state in words or ids, for the accessibility tree."""
        return None

    @property
    def range(self) -> tuple[float, float, float] | None:
        """Minimum, maximum and present value, or None for a control without a number."""
        return None

    @property
    def focus_rect(self) -> Rect:
        """The part that must be scrolled into view while the control is focused."""
        return self.rect

    def seen_from(self, other: Widget) -> Rect:
        """Return the rectangle to use for focus moves from ``other``: out of sight it counts as at the nearest edge."""
        return self.rect if self.clip is None or self.clip == other.clip else self.rect.clamp(self.clip)

    @property
    def min_part_size(self) -> tuple[int, int]:
        """Width and height of the smallest pressable part."""
        return self.rect.size

    @property
    def scan_parts(self) -> int:
        """How many parts switch access offers one by one; 0 if the control is pressed as a whole."""
        return 0

    @property
    def scan_chosen(self) -> int | None:
        """The index of the chosen part, or None. The scan starts with that part; selecting it presses the control."""
        return None

    @property
    def scan_rows(self) -> Sequence[int]:
        """The number of parts in each row, empty if there are no rows. Many parts are offered row by row first."""
        return ()

    def parts_rect(self, first: int, end: int) -> Rect | None:  # noqa: ARG002 - for subclasses with rows
        """Return the rectangle around the parts with indices from ``first`` to before ``end``, or None without rows."""
        return None

    def scan_offer(self, index: int | None) -> None:
        """Show the part with this index as offered by switch access; None if none is offered any more."""

    def scan_select(self, index: int) -> int | None:  # noqa: ARG002 - for subclasses with parts
        """Select the offered part; return the index of the part where the scan continues, or None if it ends."""
        return None

    @property
    def has_ring(self) -> bool:
        """Whether to draw the focus ring: the control was focused by keyboard."""
        return self.focused and self.shows_ring

    def contains(self, pos: tuple[int, int]) -> bool:
        """Return whether a point of the window is on the visible part of the control."""
        return bool(self.rect.collidepoint(pos)) and (self.clip is None or bool(self.clip.collidepoint(pos)))

    def is_background_at(self, pos: tuple[int, int]) -> bool:  # noqa: ARG002 - for subclasses
        """Return whether the control is only the background at this point, so that a press means a control near it."""
        return False

    def distance_from(self, pos: tuple[int, int]) -> float | None:
        """Return the distance of a point in pixels, or None if a press there does not count for the control."""
        grown = hit_rect(self.rect, self.min_part_size)
        grown = grown if self.clip is None else grown.clip(self.clip)
        if not self.rect.size > (0, 0) or not grown.collidepoint(pos):
            return None
        return math.dist(pos, self.nearest_to(pos))

    def nearest_to(self, pos: tuple[int, int]) -> tuple[int, int]:
        """Return the point of the control that is nearest to ``pos``."""
        rect = self.rect
        return min(max(pos[0], rect.x), rect.right - 1), min(max(pos[1], rect.y), rect.bottom - 1)

    def press(self) -> None:
        """Do what a press of the control does."""
        if self.on_press:
            self.on_press()

    def press_at(self, pos: tuple[int, int]) -> None:  # noqa: ARG002 - for subclasses with parts
        """Do what a mouse press at this point does."""
        self.press()

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:  # noqa: ARG002 - for subclasses that follow
        """Follow the held mouse button, ``is_first`` when just pressed; return True if the picture changes."""
        return False

    def hover_at(self, pos: tuple[int, int] | None) -> bool:
        """Record where the mouse is on the control, or None if elsewhere; return True if the picture changes."""
        was, self.hovered = self.hovered, pos is not None
        return was != self.hovered

    def handle_key(self, key: int) -> bool:  # noqa: ARG002 - for subclasses with values
        """React to a key that the control itself uses, such as an arrow; return False for any other key."""
        return False

    def handle_text_key(self, key: int, mod: int) -> bool:  # noqa: ARG002 - for those that take text
        """React to a key and its modifiers in a text field; return False for keys that it does not use."""
        return False

    def handle_text_event(self, event: Event) -> bool:  # noqa: ARG002 - for those that take text
        """React to a text event; return True if the picture changes."""
        return False

    def draw(self, surface: Surface, text_scale: float) -> None:
        """Draw the control."""

    def nodes(self) -> list[Node]:
        """Return the accessibility nodes of the control and its named parts."""
        rect = node_rect((self.rect.x, self.rect.y, self.rect.w, self.rect.h))
        return [
            Node(
                self.id,
                accessible_text(self.name),
                self.role,
                rect,
                self.enabled,
                self.focused,
                self.value,
                range=self.range,
            )
        ]


def hit_rect(rect: Rect, size: tuple[int, int] | None = None) -> Rect:
    """Return the area in which a press counts for ``rect``; ``size`` is that of its smallest part."""
    wide, high = size or rect.size
    return rect.inflate(max(0, HIT_PX - wide), max(0, HIT_PX - high))


def clipped_nodes(widget: Widget) -> list[Node]:
    """Return a control's nodes, clipped to their visible part; one out of sight becomes a point at the nearest edge."""
    clip = widget.clip
    if clip is None:
        return widget.nodes()
    return [replace(node, rect=clipped_rect(Rect(node.rect), clip)) for node in widget.nodes()]
