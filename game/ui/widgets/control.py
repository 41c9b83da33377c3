"""What every control has: an id, a name, a place, and a state the mouse and the keyboard share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.ui.accessibility_tree import Node, node_rect, plain

if TYPE_CHECKING:
    from game.ui.widgets.focus import FocusGroup

MIN_TARGET_PX = 32
"""No control that is pressed is smaller than this in either direction (art.md §4)."""


class Widget:
    """A control on the screen.

    ``id`` is stable over rebuilding and languages, ``name`` the text the player reads. ``focused``, ``hovered``,
    ``pressed`` and ``shows_ring`` are set by its ``FocusGroup``. ``on_press`` is called by mouse and keyboard alike.
    """

    role = "button"
    clicks = True
    """Whether it is heard when it is pressed."""

    def __init__(
        self, id: str, name: str, rect: Rect, *, on_press: Callable[[], None] | None = None, enabled: bool = True
    ) -> None:
        self.id = id
        self.name = name
        self.rect = rect
        self.on_press = on_press
        self.enabled = enabled
        self.focused = False
        self.hovered = False
        self.pressed = False
        self.shows_ring = False
        self.popup: FocusGroup | None = None

    @property
    def value(self) -> str | None:
        """The state told in the control tree."""
        return None

    @property
    def has_ring(self) -> bool:
        """Whether the focus ring is drawn: the control has the focus and the keyboard was used."""
        return self.focused and self.shows_ring

    def contains(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window lies on the control."""
        return bool(self.rect.collidepoint(pos))

    def press(self) -> None:
        """Do what the control does."""
        if self.on_press:
            self.on_press()

    def press_at(self, pos: tuple[int, int]) -> None:  # noqa: ARG002 - for subclasses with parts
        """Be pressed by the mouse at this point."""
        self.press()

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:  # noqa: ARG002 - for subclasses that follow
        """Be held by the mouse, which went down here (``is_first``) or has moved here; True if the picture changes."""
        return False

    def point_at(self, pos: tuple[int, int] | None) -> bool:
        """Note where the mouse points, None for elsewhere; True if the picture changes."""
        was, self.hovered = self.hovered, pos is not None
        return was != self.hovered

    def key(self, key: int) -> bool:  # noqa: ARG002 - for subclasses with values
        """React to a key of its own (an arrow key that changes a value); False if it has no use for it."""
        return False

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the control; ``t`` is the text factor."""

    def nodes(self) -> list[Node]:
        """The control in the tree, with its parts if they can be found by name."""
        rect = node_rect((self.rect.x, self.rect.y, self.rect.w, self.rect.h))
        return [Node(self.id, plain(self.name), self.role, rect, self.enabled, self.focused, self.value)]
