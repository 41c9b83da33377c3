"""The base classes of the Roadbook's pages, and the class of its tabs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pygame import Surface

from game.career.career import QueryResult
from game.career.query import CareerQuery
from game.career.reader import CareerReader
from game.i18n import Words, _
from game.scenes.host import Host
from game.ui.animation import Animation, Timeline
from game.ui.keys import Commands
from game.ui.layout import Box, Column, Scale, Scroll, ScrollPosition
from game.ui.layout.tree_form import ViewState
from game.words.matches import reading_words


def unreadable_words() -> str:
    """Return the message that the Roadbook cannot be read."""
    return _("The Roadbook can’t be read right now.")


T = TypeVar("T")
_HIGHEST_FOOT = 0.3  # of the height of a page


def scrolled_above_foot(
    s: Scale, position: ScrollPosition, content: Box, foot: Box, available_size: tuple[int, int]
) -> Box:
    """Return the content in a scrolled pane; the foot below it scrolls too if it is too high to stay."""
    (wide, high), gap = available_size, s.space_px(18)
    if foot.height_range(wide)[1] > _HIGHEST_FOOT * high:
        return Scroll(s, position, Column(content, foot, gap=gap), min_height=0)
    return Column(Scroll(s, position, content, min_height=0), foot, gap=gap)


@dataclass(frozen=True, slots=True)
class PageContext:
    """What a page needs from the Roadbook's screen.

    ``lay_out`` lays the screen out again, ``focus`` focuses the control with that id, and ``focused`` returns the id of
    the focused control.
    """

    app: Host
    lay_out: Callable[[], None]
    focus: Callable[[str], None]
    focused: Callable[[], str | None]


class RoadbookPage:
    """Base class of the Roadbook's pages. A subclass must define ``tree`` and may override the other methods."""

    first_focus: str | None = None
    """The id of the control that is focused if the Roadbook opens with this page, or None."""

    def tree(self, available_size: tuple[int, int], scale: Scale, view_state: ViewState) -> Box:
        """Return the page as a layout box for an area of ``available_size`` pixels.

        ``view_state`` keeps what outlives the box, such as the scroll offsets.
        """
        raise NotImplementedError

    def commands(self) -> Commands:
        """Return what each key action of this page calls now."""
        return {}

    def escape(self) -> bool:
        """Cancel what is going on, such as typing a name; return False if there is nothing to cancel."""
        return False

    def update(self, now_s: float) -> bool:  # noqa: ARG002 - for subclasses
        """Advance to the time ``now_s``, in seconds; return True if the page must be drawn again."""
        return False

    def resume(self) -> None:
        """Update the page when it is visible again, after another page or a screen above it."""

    def is_settled(self) -> bool:
        """Return whether the page will not change until there is input."""
        return True

    def close(self) -> None:
        """Release what the page uses; it is not shown again."""


class CareerPage(RoadbookPage, Generic[T]):
    """A page that reads its content from the career in a thread.

    A subclass defines ``_make_reader`` and ``_show_result``, and calls ``resume`` at the end of its ``__init__``.
    """

    def __init__(self, frame: PageContext) -> None:
        self._context = frame
        self._app = frame.app
        self._query: CareerQuery[T] = CareerQuery(frame.app.career)
        self._result: QueryResult[T] = QueryResult()
        self._awaits_picture = False
        self._timeline = Timeline()

    def _make_reader(self) -> Callable[[CareerReader], T]:
        """Return a function, to be called in a thread, that reads the content as the page needs it now."""
        raise NotImplementedError

    def _show_result(self, value: T, now_s: float) -> None:
        """Show the content that was read; ``now_s`` is the current time in seconds."""
        raise NotImplementedError

    def resume(self) -> None:
        self._query.start_query(self._make_reader())

    def update(self, now_s: float) -> bool:
        found, has_changed = self._query.poll(), self._awaits_picture or self._timeline.is_running
        self._awaits_picture = False  # until it is drawn again
        self._timeline.update(now_s)
        if found is None:
            return has_changed
        last = self._result
        is_unchanged = last.complete and not found.total and found.value is not None
        self._result = replace(found, complete=found.complete or is_unchanged)
        if found.value is not None:
            self._show_result(found.value, now_s)
        self._context.lay_out()
        return True

    def is_settled(self) -> bool:
        return not (self._query.is_busy or self._awaits_picture or self._timeline.is_running)

    def close(self) -> None:
        self._query.close()

    def _animate(self, animations: Mapping[Hashable, Animation]) -> None:
        """Start these animations, at the person's speed; with reduced motion they are finished at once."""
        person = self._app.settings.person
        self._timeline = Timeline(self._app.now_s, 0 if person.reduced_motion else person.speed.factor, animations)

    def _await_picture(self, drawn: Surface | None) -> Surface | None:
        """Return ``drawn``; if it is None because it is not rendered yet, request another drawing in the next frame."""
        self._awaits_picture = self._awaits_picture or drawn is None
        return drawn

    @property
    def _pending_text(self) -> str:
        """The message that the content is being read or cannot be read; "" once it is read."""
        reading = self._result
        if not reading.complete and (reading.total or reading.value is None):
            return reading_words(reading.done, reading.total)
        return unreadable_words() if reading.value is None else ""


PageMaker = Callable[[PageContext], RoadbookPage]


class PageGroup(RoadbookPage):
    """A page that shows one of several others; each is made when it is shown first."""

    def __init__(self, frame: PageContext, makers: Mapping[str, PageMaker], first: str) -> None:
        self._context = frame
        self._makers = makers
        self._pages: dict[str, RoadbookPage] = {}
        self.shown_id = first

    @property
    def shown(self) -> RoadbookPage:
        """The visible page."""
        if self.shown_id not in self._pages:
            self._pages[self.shown_id] = self._makers[self.shown_id](self._context)
        return self._pages[self.shown_id]

    def show(self, id: str) -> None:
        """Show the page with that id."""
        is_known, self.shown_id = id in self._pages, id
        self._context.lay_out()
        if is_known:
            self.shown.resume()

    def tree(self, available_size: tuple[int, int], scale: Scale, view_state: ViewState) -> Box:
        return self.shown.tree(available_size, scale, view_state)

    def commands(self) -> Commands:
        return self.shown.commands()

    def escape(self) -> bool:
        return self.shown.escape()

    def update(self, now_s: float) -> bool:
        return self.shown.update(now_s)

    def resume(self) -> None:
        self.shown.resume()

    def is_settled(self) -> bool:
        return self.shown.is_settled()

    def close(self) -> None:
        for page in self._pages.values():
            page.close()


@dataclass(frozen=True, slots=True)
class RoadbookTab:
    """A tab of the Roadbook. ``words`` returns its title; ``make`` creates its page when it is opened first."""

    id: str
    words: Words
    make: PageMaker
