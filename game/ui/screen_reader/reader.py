"""The program's side of the system's screen reader: whether one listens, what it is told, what it asks for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import pygame
from pygame.event import Event

from game.ui.screen_reader.requests import REQUESTED, Request, events, request_of
from game.ui.screen_reader.systems import Bridge, Handlers, open_bridge
from game.ui.screen_reader.tree import Screen, ToldTree, Utterance

_STEP_S: Final = 0.1  # while something moves, the screen is told so often
_log = logging.getLogger(__name__)


class ScreenReader:
    """Tells a reader of the system what is on the screen and what happens; without one that listens it does nothing.

    Whatever goes wrong with it is a line in the log, and the game is played on without.
    """

    def __init__(self) -> None:
        self._bridge: Bridge | None = None
        self._arrivals: list[bool] = []
        self._departures: list[bool] = []
        self._known_arrivals = 0
        self._tree = ToldTree()
        self._waiting: list[Utterance] = []
        self._is_due = False
        self._told_s = 0.0
        self._has_focus: bool | None = None

    def open(self, title: str, open_bridge: Callable[[str, Handlers], Bridge] = open_bridge) -> None:
        """Be there for readers, in the window with that title; may be called in a thread.

        AccessKit calls what tells of a reader's coming with a lock held that each of its own calls waits for, and these
        keep Python from going on meanwhile. So that has no Python in it, and nothing is told before a reader is there.
        """
        come, gone = partial(self._arrivals.append, True), partial(self._departures.append, True)
        self._trying(lambda: self._connect(open_bridge(title, Handlers(come, self._asked, gone))))

    def _connect(self, bridge: Bridge) -> None:
        self._bridge = bridge

    def close(self) -> None:
        """Be there no more."""
        self._bridge = None

    @property
    def is_active(self) -> bool:
        """Whether a reader listens."""
        return self._bridge is not None and len(self._arrivals) > len(self._departures)

    # -- what is told ---------------------------------------------------------------------------------------------

    def say(self, words: str, *, asks: bool = False) -> None:
        """Have it said, at once if it ``asks`` something."""
        if self.is_active and words:
            self._waiting.append(Utterance(words, asks))

    def is_due(self, now_s: float, *, has_changed: bool, is_moving: bool) -> bool:
        """Whether the screen is to be told now: once a frame, if anything can have changed and anybody listens."""
        if not self.is_active:
            return False
        is_new = self._known_arrivals != len(self._arrivals)
        self._is_due = self._is_due or has_changed or is_new or bool(self._waiting)
        if not self._is_due or (is_moving and not self._waiting and now_s - self._told_s < _STEP_S):
            return False
        self._is_due, self._told_s = False, now_s
        return True

    def tell(self, screen: Screen) -> None:
        """Tell what is new on the screen, and what is to be said."""
        if self._known_arrivals != len(self._arrivals):
            self._known_arrivals = len(self._arrivals)
            self._tree.begin()
        utterances, self._waiting = self._waiting, []
        self._trying(lambda: self._hand_over(screen, utterances))

    def _hand_over(self, screen: Screen, utterances: Sequence[Utterance]) -> None:
        update = self._tree.update(screen, utterances)
        if update is not None and self._bridge is not None:
            self._bridge.update(lambda: update)

    def follow_window(self, *, has_focus: bool, place: Callable[[], tuple[int, int, int, int]]) -> None:
        """Say whether the window is the one that is used, and where it is then."""
        if self._bridge is None or not self.is_active or has_focus is self._has_focus:
            return
        self._has_focus, bridge = has_focus, self._bridge
        self._trying(lambda: bridge.set_place(place()))
        self._trying(lambda: bridge.set_focus(is_focused=has_focus))

    # -- what is asked --------------------------------------------------------------------------------------------

    def events(self, request: Request, focus: Callable[[str], bool]) -> Iterator[Event]:
        """What keys and mouse would do for it; nothing for what is not there any more."""
        node = self._tree.node(request.target)
        return iter(()) if node is None else events(request, node, focus)

    # -- called by AccessKit, in any thread -----------------------------------------------------------------------

    def _asked(self, asked: Any) -> None:
        self._trying(lambda: pygame.event.post(Event(REQUESTED, request=request_of(asked))))

    def _trying(self, act: Callable[[], object]) -> None:
        """Do it, and be there no more if it fails; a panic of AccessKit is no ``Exception``."""
        try:
            act()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            _log.warning("no screen reader: %s: %s", type(error).__name__, error)
            self.close()
