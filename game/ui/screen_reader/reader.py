"""The connection to the system's screen reader: whether one is active, what it is sent, what it requests.

AccessKit and the tree are imported only in ``open``, to keep program start fast.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame
from pygame.event import Event

if TYPE_CHECKING:
    from game.ui.accessibility_tree import Node
    from game.ui.screen_reader.requests import ReaderRequest
    from game.ui.screen_reader.systems import Bridge, Handlers
    from game.ui.screen_reader.tree import PublishedTree, ScreenSnapshot

NEEDS_WINDOW = sys.platform in ("win32", "darwin")
"""Whether ``open`` must be called after the window is created but before it is shown."""
READER_REQUEST = pygame.event.custom_type()
"""The type of the pygame event that carries a screen reader's ``request`` to the main thread."""
_STEP_S = 0.1  # while something moves, the least time between updates
_log = logging.getLogger(__name__)


class ScreenReader:
    """Sends the screen and announcements to the system's screen reader; does nothing while none is active.

    Any failure is logged, and the game continues without a screen reader.
    """

    def __init__(self) -> None:
        self._bridge: Bridge | None = None
        self._arrivals: list[bool] = []
        self._departures: list[bool] = []
        self._known_arrivals = 0
        self._tree: PublishedTree | None = None
        self._waiting: list[tuple[str, bool]] = []
        self._is_due = False
        self._told_s = 0.0
        self._has_focus: bool | None = None

    def open(self, title: str, open_bridge: Callable[[str, Handlers], Bridge] | None = None) -> None:
        """Register for screen readers, in the window with this title; may be called in a thread.

        AccessKit calls the handlers for activation with a lock held that each of its own calls waits for, and those
        calls block Python meanwhile. So these handlers contain no Python code, and nothing is sent before a reader is
        active.
        """
        self._close_on_failure(lambda: self._open(title, open_bridge))

    def _open(self, title: str, open_bridge: Callable[[str, Handlers], Bridge] | None) -> None:
        from game.ui.screen_reader import systems, tree  # noqa: PLC0415 - not on the start's path

        come, gone = partial(self._arrivals.append, True), partial(self._departures.append, True)
        self._tree = tree.PublishedTree()
        self._bridge = (open_bridge or systems.open_bridge)(title, systems.Handlers(come, self._post_request, gone))

    def close(self) -> None:
        self._bridge = None

    @property
    def is_active(self) -> bool:
        """Whether a screen reader, or another tool that uses the accessibility tree, is active."""
        return self._bridge is not None and len(self._arrivals) > len(self._departures)

    @property
    def reads_aloud(self) -> bool:
        """Whether the active tool reads aloud, as far as the system knows; some tools do not."""
        return self.is_active and self._bridge is not None and self._bridge.reads_aloud()

    # -- output -----------------------------------------------------------------------------------------------------

    def announce(self, words: str, *, is_assertive: bool = False) -> None:
        """Queue an announcement for the next ``publish``; an assertive one interrupts the reader's speech."""
        if self.is_active and words:
            self._waiting.append((words, is_assertive))

    def is_due(self, now_s: float, *, has_changed: bool, is_moving: bool) -> bool:
        """Return whether to send the screen now: in every frame in which something may have changed.

        While something moves, it is sent less often.
        """
        if not self.is_active:
            return False
        is_new = self._known_arrivals != len(self._arrivals)
        self._is_due = self._is_due or has_changed or is_new or bool(self._waiting)
        if not self._is_due or (is_moving and not self._waiting and now_s - self._told_s < _STEP_S):
            return False
        self._is_due, self._told_s = False, now_s
        return True

    def publish(self, screen: ScreenSnapshot) -> None:
        """Send the changes of the screen, and the queued announcements."""
        waiting, self._waiting = self._waiting, []
        self._close_on_failure(lambda: self._publish(screen, waiting))

    def _publish(self, screen: ScreenSnapshot, said: Sequence[tuple[str, bool]]) -> None:
        tree, bridge = self._tree, self._bridge
        if tree is None or bridge is None:
            return
        if self._known_arrivals != len(self._arrivals):
            self._known_arrivals = len(self._arrivals)
            tree.reset()
        update = tree.update(screen, said)
        if update is not None:
            bridge.update(lambda: update)

    def update_window(self, *, has_focus: bool, place: Callable[[], tuple[int, int, int, int]]) -> None:
        """Send whether the window is active, and its rectangle; ``place`` is called only if the focus changed."""
        if self._bridge is None or not self.is_active or has_focus is self._has_focus:
            return
        self._has_focus, bridge = has_focus, self._bridge
        self._close_on_failure(lambda: bridge.set_place(place()))
        self._close_on_failure(lambda: bridge.set_focus(is_focused=has_focus))

    # -- requests ---------------------------------------------------------------------------------------------------

    def events(
        self, request: ReaderRequest, focus: Callable[[str], bool], find: Callable[[str], Node | None]
    ) -> Iterator[Event]:
        """Return the key and mouse events that do what a request asks; none if its node no longer exists."""
        from game.ui.screen_reader.requests import events  # noqa: PLC0415 - as above

        node = None if self._tree is None else self._tree.node(request.target)
        return iter(()) if node is None else events(request, node, focus, find)

    # -- called by AccessKit, in any thread -----------------------------------------------------------------------

    def _post_request(self, asked: Any) -> None:
        from game.ui.screen_reader.requests import request_of  # noqa: PLC0415 - as above

        self._close_on_failure(lambda: pygame.event.post(Event(READER_REQUEST, request=request_of(asked))))

    def _close_on_failure(self, act: Callable[[], object]) -> None:
        """Call ``act``, and close the connection on any failure; a panic of AccessKit is no ``Exception``."""
        try:
            act()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            _log.warning("no screen reader: %s: %s", type(error).__name__, error)
            self.close()
