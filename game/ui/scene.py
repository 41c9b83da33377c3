"""A screen, and what it may ask of the program that shows it."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.accessibility_tree import Node
from game.ui.drawing import text
from game.ui.keys import is_chord
from game.ui.widgets.widget import FIRST_KEYLESS

if TYPE_CHECKING:
    from game.ui.audio import Sounds
    from game.ui.music import PieceName

_LATELY = 40
_log = logging.getLogger(__name__)


def is_tall(size: tuple[int, int]) -> bool:
    """Whether a window is laid out tall: one column instead of two (art.md §4)."""
    return size[0] < 1.05 * size[1]


def unit(size: tuple[int, int]) -> float:
    """The layout unit u of a window: 1 at 1920 × 1080, 0.84 at 1080 × 1350 (art.md §4)."""
    w, h = size
    return 0.84 * min(w / 1080, h / 1350) if is_tall(size) else min(w / 1920, h / 1080)


def text_factor(u: float) -> float:
    """The factor t of text and controls, by the size that is set and as far as the screen laid out now has room."""
    return text.factor(u)


HostT = TypeVar("HostT", bound="SceneStack")


class Scene(Generic[HostT]):
    """One screen. A subclass overrides what it needs.

    The program calls ``enter`` once when the scene is shown first, then per frame ``handle`` for every event,
    ``update``, and, only if a visible scene is ``dirty`` or ``is_moving()``, ``render`` of all visible ones from the
    lowest up, after which it sets ``dirty`` to False. An overlay (``opaque`` False) is drawn over the scene below,
    which keeps being updated and rendered but gets no events; it draws its own veil.
    """

    name: str = ""
    """The scene's id in the control tree."""
    is_calm: bool = False
    """Whether all that moves in it does so slowly: half as many pictures a second are enough."""
    opaque: bool = True
    """Whether it covers the whole window; False for an overlay."""
    shows_milestones: bool = False
    """Whether what was reached in a match is shown above it, plate by plate, and not in passing."""
    has_milestones: bool = False
    """Whether what was reached is seen on it already."""
    is_private: bool = False
    """Whether what it says is nobody else's business: it is read aloud only when it is asked for."""

    def __init__(self, app: HostT) -> None:
        self.app = app
        self.dirty = True

    def in_its_size(self) -> AbstractContextManager[None]:
        """What to lay out and draw it in: its text is as large as is set, and as it has room for in this window."""
        return text.limited(text.ROOM, unit(self.app.size))

    def enter(self, app: HostT) -> None:
        """Be shown for the first time: lay out for ``app.size``."""

    def leave(self) -> None:
        """Be closed for good."""

    def resume(self) -> None:
        """Become the topmost scene again, because what lay above was closed."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out for another window size; until this call the old picture was shown scaled."""

    def relabel(self) -> None:
        """Lay out again because the language changed, or full screen was switched."""

    def settings_changed(self) -> None:
        """Follow ``app.settings``, which have just changed, be it here, by a key that works everywhere, or above."""

    def handle(self, event: Event) -> bool:  # noqa: ARG002 - for subclasses
        """React to an input event, positions in window pixels; False if it was none of the scene's business."""
        return False

    def types(self, event: Event) -> bool:
        """Whether a key is typed into a field now, and is no command of the program's; with AltGr only letters are."""
        is_letter = event.key == pygame.K_BACKSPACE or event.key >= pygame.K_SPACE
        is_typing = event.key < FIRST_KEYLESS and (is_letter or not is_chord(event))
        return is_typing and self.typing_place() is not None

    def scan(self) -> None:
        """Offer the next thing to one switch, which then presses it."""
        self.handle(Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=pygame.KMOD_NONE, unicode=""))

    def focus_on(self, id: str) -> bool:  # noqa: ARG002 - for subclasses
        """Give the focus to what has that id in the control tree, or to what it is a part of; False if none can."""
        return False

    def take_offered(self) -> bool:
        """Take what ``scan`` has offered; False if a press of it is all there is to do."""
        return False

    def takes_button(self, button: str) -> bool:  # noqa: ARG002 - for subclasses
        """Take the button of a controller as it is; False if it is a command of the program's."""
        return False

    def update(self, now_s: float) -> None:
        """Advance to this moment; set ``dirty`` if the picture changed."""

    def prepare(self) -> bool:
        """Draw ahead a part of a picture that takes long; True once it can be shown, until which the old one stays."""
        return True

    @property
    def draws_ahead(self) -> bool:
        """Whether ``update`` goes on drawing what will be needed, while nothing happens."""
        return False

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw the whole scene on a surface of the window's size."""

    @property
    def changed(self) -> list[Rect] | None:
        """Where ``render`` has changed the surface; None if that may be anywhere."""
        return None

    def overdrawn(self) -> None:
        """Learn that something else was drawn above it: what is on the screen is not what it drew there."""

    def is_moving(self) -> bool:
        """Whether an animation runs, so that the next frame differs."""
        return False

    @property
    def is_hand_private(self) -> bool:
        """Whether others listen who may not know the hand: it is read aloud only when it is asked for."""
        return False

    def takes_toasts(self) -> bool:
        """Whether something may be told beside it: not while it asks something."""
        return self.opaque

    def is_telling(self) -> bool:
        """Whether an end is still to be seen that others know of already: what it brings is told after it."""
        return False

    def toast_place(self) -> tuple[float, float, float] | None:
        """Where a toast may lie, left, top and width in pixels; None for the upper right corner."""
        return None

    def wordless_place(self) -> Rect | None:
        """Where no words are that a small toast would cover; None for the middle of the top."""
        return None

    def is_settled(self) -> bool:
        """Whether nothing is about to change by itself; the control tree says so, and is written at once then."""
        return not self.is_moving()

    def music(self) -> PieceName | None:
        """The piece that belongs to this screen; None if it is that of the screen below."""
        return None

    def rules_topic(self) -> str | None:
        """The section of the rules, or the card, that the player looks at; None for nothing special."""
        return None

    def typing_place(self) -> Rect | None:
        """Where text is typed now, None for nowhere: then keys are shortcuts."""
        return None

    def pressed_by(self, event: Event) -> Hashable:  # noqa: ARG002 - for subclasses
        """What would take a press of the mouse or of Enter, None if nothing would; see ``game.ui.presses``."""
        return None

    def pressable(self) -> Iterable[Hashable]:
        """Everything of that kind that can be pressed now."""
        return ()

    def nodes(self) -> list[Node]:
        """The controls on the screen, in reading order."""
        return []

    def news(self) -> Sequence[str] | None:
        """What has happened in a scene that tells it line by line, in the words of its control tree; else None."""
        return None


class SceneStack:
    """The scenes that are open, one above the other, and what any of them may ask of the program.

    ``size`` is what they are laid out for, in pixels; ``now_s`` the moment of this frame by ``clock``, in seconds.
    ``shows_focus`` says whether the ring of the focus is to be seen at once: until the mouse is used, and again after a
    key; ``has_focus`` whether the window is the one that is used, ``is_minimized`` whether nobody sees it.
    ``has_changed`` is set for what is seen beside the scenes, ``lately`` tells what was shown last, for a report.
    """

    size: tuple[int, int]
    sound: Sounds
    shows_focus = True
    is_running = True
    has_focus = True
    is_minimized = False
    has_changed = True

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.now_s = clock()
        self.lately: deque[str] = deque(maxlen=_LATELY)
        self._stack: list[Scene[Any]] = []

    def note(self, what: str) -> None:
        """Remember what happened, for a report: scenes and sizes, nothing of what lies on the table."""
        self.lately.append(f"{self.now_s:.2f} {what}")

    @property
    def scene(self) -> Scene[Any]:
        """The topmost scene, which gets the events."""
        return self._stack[-1]

    @property
    def scenes(self) -> list[Scene[Any]]:
        """All scenes that are open, the topmost first."""
        return self._stack[::-1]

    @property
    def visible(self) -> list[Scene[Any]]:
        """The scenes that are seen, the lowest first."""
        lowest = max((i for i, scene in enumerate(self._stack) if scene.opaque), default=0)
        return self._stack[lowest:]

    def push(self, scene: Scene[Any]) -> None:
        """Show a scene above the present one."""
        self.note(f"show {scene.name}")
        self._stack.append(scene)
        scene.enter(self)
        self.has_changed = True

    def pop(self, scene: Scene[Any] | None = None) -> None:
        """Close the topmost scene (or this one and all above it) and show what lies below."""
        at = len(self._stack) - 1 if scene is None else self._stack.index(scene)
        if at == 0:
            raise ValueError("the lowest scene cannot be closed, only replaced")
        self._close_from(at)
        self.scene.resume()
        self.has_changed = True

    def replace(self, scene: Scene[Any]) -> None:
        """Close the topmost scene and show this one in its place."""
        self._close_from(len(self._stack) - 1)
        self.push(scene)

    def go_to(self, scene: Scene[Any]) -> None:
        """Close every scene and show this one."""
        self._close_from(0)
        self.push(scene)

    def _close_from(self, at: int) -> None:
        while len(self._stack) > at:
            self._stack.pop().leave()

    def abandon_scenes(self) -> None:
        """Close every scene after an error, whatever it says."""
        while self._stack:
            try:
                self._stack.pop().leave()
            except Exception:
                _log.exception("a scene could not be closed")

    def quit(self) -> None:
        """Close the program after this frame."""
        self.is_running = False
