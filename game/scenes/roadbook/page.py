"""What lies below a tab of the Roadbook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygame.event import Event

from game.scenes.host import Host
from game.ui.layout import Box, Scale
from game.ui.layout.tree_form import Lasting


@dataclass(frozen=True, slots=True)
class Frame:
    """What a page may ask of the scene round it: to be laid out anew, to give a control the focus, and which has it."""

    app: Host
    lay_out: Callable[[], None]
    focus: Callable[[str], None]
    focused: Callable[[], str | None]


class Page:
    """One page: what is on it, and what it hears. A subclass overrides what it needs."""

    first_focus: str | None = None
    """The id of the control that gets the focus when the page is opened with the screen."""

    def tree(self, room: tuple[int, int], scale: Scale, lasting: Lasting) -> Box:
        """All that is on the page."""
        raise NotImplementedError

    def handle(self, event: Event) -> bool:  # noqa: ARG002 - for subclasses
        """React to an event before the controls do; False if it was none of the page's business."""
        return False

    def escape(self) -> bool:
        """Let Escape end something on the page; False if there is nothing, so that the screen is closed."""
        return False

    def update(self, now_s: float) -> bool:  # noqa: ARG002 - for subclasses
        """Advance to this moment; True if the picture changed."""
        return False

    def resume(self) -> None:
        """Be seen again after what lay above was closed."""

    def take_in(self, files: Sequence[Path]) -> None:
        """Take in files from elsewhere; only the page of the first tab is asked."""

    def is_settled(self) -> bool:
        """Whether nothing is about to change by itself."""
        return True

    def close(self) -> None:
        """Be closed for good."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the Roadbook and how its page is made, which is done when it is opened first."""

    id: str
    words: Callable[[], str]
    make: Callable[[Frame], Page]
