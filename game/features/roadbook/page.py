"""The base classes of the Roadbook's pages, and its tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pygame.event import Event

from game.career.query import CareerQuery, QueryResult
from game.career.reader import CareerReader
from game.i18n import _
from game.scenes.host import Host
from game.ui.animation import Animation, linear
from game.ui.layout import Box, Scale
from game.ui.layout.tree_form import ViewState


def reading_words(done: int, total: int) -> str:
    """Return how many kept matches have been read, or a request to wait if their number is not known yet."""
    if not total:
        return _("One moment…")
    return _("Going through the matches: {done} of {total}", done=done, total=total)


def unreadable_words() -> str:
    """Return that the Roadbook cannot be read."""
    return _("The Roadbook can’t be read right now.")


T = TypeVar("T")
FADING = Animation(duration_s=0.2, easing=linear)
"""How one landscape fades into another."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """What a page may ask of the scene: to lay it out again, to focus a control, and which control has the focus."""

    app: Host
    lay_out: Callable[[], None]
    focus: Callable[[str], None]
    focused: Callable[[], str | None]


class RoadbookPage:
    """One page: its layout and its input. A subclass overrides what it needs."""

    first_focus: str | None = None
    """The id of the control that gets the focus when the page is opened with the screen."""

    def tree(self, room: tuple[int, int], scale: Scale, lasting: ViewState) -> Box:
        """Return the layout of the page."""
        raise NotImplementedError

    def handle(self, event: Event) -> bool:  # noqa: ARG002 - for subclasses
        """Handle an event before the controls do; return False if it is not for the page."""
        return False

    def escape(self) -> bool:
        """Cancel something on the page by Escape; return False if there is nothing, so that the screen closes."""
        return False

    def update(self, now_s: float) -> bool:  # noqa: ARG002 - for subclasses
        """Advance to this time; return True if the picture changed."""
        return False

    def resume(self) -> None:
        """Show the page again after a screen above it was closed."""

    def import_files(self, files: Sequence[Path]) -> None:
        """Import files from elsewhere; called for the page of the first tab only."""

    def is_settled(self) -> bool:
        """Return whether nothing is about to change by itself."""
        return True

    def close(self) -> None:
        """Close the page for good."""


class CareerPage(RoadbookPage, Generic[T]):
    """A page that reads the Roadbook in a thread; subclasses define ``_make_reader`` and call ``resume`` once made."""

    def __init__(self, frame: PageContext) -> None:
        self._context = frame
        self._app = frame.app
        self._query: CareerQuery[T] = CareerQuery(frame.app.career)
        self._result: QueryResult[T] = QueryResult()

    def _make_reader(self) -> Callable[[CareerReader], T]:
        """Return the function that reads the content for the present choices."""
        raise NotImplementedError

    def _show_result(self, value: T, now_s: float) -> None:
        """Show what was read."""
        raise NotImplementedError

    def resume(self) -> None:
        self._query.start_query(self._make_reader())

    def update(self, now_s: float) -> bool:
        found = self._query.poll()
        if found is None:
            return False
        self._result = found.after(self._result)
        if found.value is not None:
            self._show_result(found.value, now_s)
        self._context.lay_out()
        return True

    def is_settled(self) -> bool:
        return not self._query.is_busy

    def close(self) -> None:
        self._query.close()

    @property
    def _pending_text(self) -> str:
        """That the page is being read or cannot be; empty once it is read."""
        reading = self._result
        if not reading.complete and (reading.total or reading.value is None):
            return reading_words(reading.done, reading.total)
        return unreadable_words() if reading.value is None else ""


@dataclass(frozen=True, slots=True)
class RoadbookTab:
    """A tab of the Roadbook, and how its page is made when it is opened for the first time."""

    id: str
    words: Callable[[], str]
    make: Callable[[PageContext], RoadbookPage]
