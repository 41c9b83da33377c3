"""What lies below a tab of the Roadbook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pygame.event import Event

from game.career.reader import RoadbookReader
from game.career.watch import Reading, RoadbookWatch
from game.features.roadbook.words import reading_words, unreadable_words
from game.scenes.host import Host
from game.ui.animation import Animation, linear
from game.ui.layout import Box, Scale
from game.ui.layout.tree_form import Lasting

T = TypeVar("T")
FADING = Animation(duration_s=0.2, easing=linear)
"""How a landscape becomes another."""


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


class ReadingPage(Page, Generic[T]):
    """A page of what is read of the Roadbook in a thread: a subclass says how, and calls ``resume`` when it is made."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._app = frame.app
        self._watch: RoadbookWatch[T] = RoadbookWatch(frame.app.roadbook)
        self._reading: Reading[T] = Reading()

    def _reader(self) -> Callable[[RoadbookReader], T]:
        """How it is read, by what is chosen now."""
        raise NotImplementedError

    def _show(self, value: T, now_s: float) -> None:
        """Show what was read."""
        raise NotImplementedError

    def resume(self) -> None:
        self._watch.look(self._reader())

    def update(self, now_s: float) -> bool:
        found = self._watch.take()
        if found is None:
            return False
        self._reading = found.after(self._reading)
        if found.value is not None:
            self._show(found.value, now_s)
        self._frame.lay_out()
        return True

    def is_settled(self) -> bool:
        return not self._watch.is_busy

    def close(self) -> None:
        self._watch.close()

    @property
    def _pending(self) -> str:
        """That it is still read, or can't be; empty once it is there."""
        reading = self._reading
        if not reading.complete and (reading.total or reading.value is None):
            return reading_words(reading.done, reading.total)
        return unreadable_words() if reading.value is None else ""


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the Roadbook and how its page is made, which is done when it is opened first."""

    id: str
    words: Callable[[], str]
    make: Callable[[Frame], Page]
