"""A screen (``Scene``) and the stack of open screens (``SceneStack``), through which scenes use the program."""

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
from game.ui.keys import Commands, is_chord, requests_anything, run_command
from game.ui.widgets.focus_group import FIRST_KEYLESS

if TYPE_CHECKING:
    from game.ui.audio import Sounds
    from game.ui.music import PieceName

_LATELY = 40
_log = logging.getLogger(__name__)


def is_tall(size: tuple[int, int]) -> bool:
    """Return whether a window of this size gets the tall layout: one column instead of two (art.md §4)."""
    return size[0] < 1.05 * size[1]


def layout_unit(size: tuple[int, int]) -> float:
    """Return the layout unit u of a window: 1 at 1920 × 1080, 0.84 at 1080 × 1350 (art.md §4)."""
    w, h = size
    return 0.84 * min(w / 1080, h / 1350) if is_tall(size) else min(w / 1920, h / 1080)


def text_scale_for(unit: float) -> float:
    """Return the scale t of text and controls at this layout unit: the player's setting, within the screen's limit."""
    return text.scale_for(unit)


HostT = TypeVar("HostT", bound="SceneStack")


class Scene(Generic[HostT]):
    """One screen. A subclass overrides what it needs.

    The program calls ``enter`` once when the scene is first shown, then per frame ``handle`` for every event and
    ``update``. If a visible scene is ``dirty`` or ``is_moving()``, it calls ``render`` of all visible ones, the lowest
    first, and then sets ``dirty`` to False. An overlay (``opaque`` False) is drawn over the scene below, which is still
    updated and rendered but gets no events; the overlay itself dims what is below it.
    """

    name: str = ""
    """The scene's id in the accessibility tree."""
    has_half_frame_rate: bool = False
    """Whether all animations are so slow that half the frame rate is enough."""
    opaque: bool = True
    """Whether the scene covers the whole window; False for an overlay."""
    announces_milestones: bool = False
    """Whether this scene itself shows the milestones just reached, instead of a toast."""
    is_private: bool = False
    """Whether the scene's texts are private: they are read aloud only on request."""
    region: str | None = None
    """The landscape in which this screen and those above it are drawn, in place of the person's; None for no other."""

    def __init__(self, app: HostT) -> None:
        self.app = app
        self.dirty = True

    def text_size_context(self) -> AbstractContextManager[None]:
        """Return the context for layout and drawing of the scene; it limits the text size to what fits the window."""
        return text.limit_scale(text.MAX_SCALE_UNITS, layout_unit(self.app.size))

    def enter(self, app: HostT) -> None:
        """Lay out the scene for ``app.size``; called when it is first shown."""

    def leave(self) -> None:
        """Clean up; called when the scene is closed."""

    def resume(self) -> None:
        """Continue as the topmost scene; called after the scene above was closed."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out for another window size; until this call, the old picture is shown stretched."""

    def rebuild_layout(self) -> None:
        """Lay out again; called after the language changed or full screen was switched."""

    def apply_changed_settings(self) -> None:
        """React to changed ``app.settings``; called wherever the change was made."""

    def commands(self) -> Commands:
        """Return what each key action of this screen calls now."""
        return {}

    def handle(self, event: Event) -> bool:
        """React to an input event, with positions in window pixels; return False if the scene ignores it."""
        return requests_anything(event) and run_command(event, self.commands())

    def is_typed_key(self, event: Event) -> bool:
        """Return whether a key event types into a text field and is no command. With AltGr only letters type."""
        is_letter = event.key == pygame.K_BACKSPACE or event.key >= pygame.K_SPACE
        is_typing = event.key < FIRST_KEYLESS and (is_letter or not is_chord(event))
        return is_typing and self.text_input_rect() is not None

    def offer_next_control(self) -> None:
        """Offer the next control to a player who uses a single switch."""
        self.handle(Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=pygame.KMOD_NONE, unicode=""))

    def stop_scan(self) -> None:
        """Offer nothing any more, since no single switch is used."""

    def focus_control(self, id: str) -> bool:  # noqa: ARG002 - for subclasses
        """Focus the control with this id, or the control it is part of; return False if neither can be focused."""
        return False

    def select_scanned_item(self) -> bool:
        """Enter or select the group or part offered by ``offer_next_control``; return False if a press of the control
        is meant.
        """
        return False

    def handle_button(self, button: str) -> bool:  # noqa: ARG002 - for subclasses
        """Handle a controller button; return False to have it handled as the key or command assigned to it."""
        return False

    def update(self, now_s: float) -> None:
        """Advance to ``now_s``, a time of the program's clock; set ``dirty`` if the picture changed."""

    def preload(self) -> bool:
        """Preload part of a slow picture; return True once it is ready to be shown. Until then the old one stays."""
        return True

    @property
    def is_preloading(self) -> bool:
        """Whether ``update`` still has pictures to preload, so that the program must not sleep long between frames."""
        return False

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw the whole scene on a surface of the window's size."""

    @property
    def changed_areas(self) -> list[Rect] | None:
        """The areas that the last ``render`` changed on the surface; None for anywhere."""
        return None

    def mark_overdrawn(self) -> None:
        """Record that something was drawn over this scene, so that the next ``render`` draws everything again."""

    def is_moving(self) -> bool:
        """Return whether an animation is running, so that the next frame differs."""
        return False

    @property
    def is_hand_private(self) -> bool:
        """Whether bystanders must not hear which cards are in the hand, so that it is read aloud only on request."""
        return False

    def allows_toasts(self) -> bool:
        """Return whether toasts may appear now; they may not while the scene asks a question."""
        return self.opaque

    def is_showing_ending(self) -> bool:
        """Return whether the leg is over but its end is not on screen yet; results are announced afterwards."""
        return False

    def toast_slot(self) -> tuple[float, float, float] | None:
        """Return left edge, top edge and width of a toast in pixels, or None for the upper right corner."""
        return None

    def small_toast_rect(self) -> Rect | None:
        """Return an area without text that a small toast may cover, or None for the top center."""
        return None

    def is_settled(self) -> bool:
        """Return whether the screen stays as it is without input; the accessibility tree is then written at once."""
        return not self.is_moving()

    def music(self) -> PieceName | None:
        """Return the piece of music for this screen, or None to keep that of the screen below."""
        return None

    def rules_topic(self) -> str | None:
        """Return the section of the rules, or the card, that the player is looking at, or None."""
        return None

    def text_input_rect(self) -> Rect | None:
        """Return the rectangle where the player types text, or None if keys are shortcuts now."""
        return None

    def press_target(self, event: Event) -> Hashable:  # noqa: ARG002 - for subclasses
        """Return an id of what a mouse or Enter press would hit, or None if nothing; see ``game.ui.press_filter``."""
        return None

    def pressable_ids(self) -> Iterable[Hashable]:
        """Return the ids of everything that can be pressed now."""
        return ()

    def nodes(self) -> list[Node]:
        """Return the controls on the screen as accessibility nodes, in reading order."""
        return []

    def log_lines(self) -> Sequence[str] | None:
        """Return the lines of the scene's event log, worded as in its accessibility tree, or None if it has no log."""
        return None


class SceneStack:
    """The stack of open scenes, and everything that a scene may use of the program.

    ``size`` is the layout size in pixels; ``now_s`` the time of this frame by ``clock``, in seconds. ``shows_focus``
    says whether the focus ring is visible: until the mouse is used, and again after a key. ``has_focus`` says whether
    the window is active. ``has_changed`` is set when something outside the scenes changed; ``recent_events`` lists the
    latest events for a bug report.
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
        self.recent_events: deque[str] = deque(maxlen=_LATELY)
        self._stack: list[Scene[Any]] = []

    def record_event(self, what: str) -> None:
        """Remember an event for a bug report: scenes and window sizes, never cards or hands."""
        self.recent_events.append(f"{self.now_s:.2f} {what}")

    @property
    def scene(self) -> Scene[Any]:
        """The topmost scene, which gets the events."""
        return self._stack[-1]

    @property
    def scenes(self) -> list[Scene[Any]]:
        """All open scenes, topmost first."""
        return self._stack[::-1]

    @property
    def visible_scenes(self) -> list[Scene[Any]]:
        """The scenes that can be seen, lowest first."""
        lowest = max((i for i, scene in enumerate(self._stack) if scene.opaque), default=0)
        return self._stack[lowest:]

    def push(self, scene: Scene[Any]) -> None:
        """Open a scene above the present one."""
        self.record_event(f"show {scene.name}")
        self._stack.append(scene)
        self.apply_scene_looks()
        scene.enter(self)
        self.has_changed = True

    def pop(self, scene: Scene[Any] | None = None) -> None:
        """Close the topmost scene, or ``scene`` and all above it, and continue with the scene below."""
        at = len(self._stack) - 1 if scene is None else self._stack.index(scene)
        if at == 0:
            raise ValueError("the lowest scene cannot be closed, only replaced")
        self._close_from(at)
        self.apply_scene_looks()
        self.scene.resume()
        self.has_changed = True

    def replace(self, scene: Scene[Any]) -> None:
        """Close the topmost scene and open this one instead."""
        self._close_from(len(self._stack) - 1)
        self.push(scene)

    def go_to(self, scene: Scene[Any]) -> None:
        """Close all scenes and open this one."""
        self._close_from(0)
        self.push(scene)

    def apply_scene_looks(self) -> None:
        """Apply what the open scenes want to look like; called when one was opened or closed."""

    def _close_from(self, at: int) -> None:
        while len(self._stack) > at:
            self._stack.pop().leave()

    def abandon_scenes(self) -> None:
        """Close all scenes after an error; if a scene fails to close, the failure is only logged."""
        while self._stack:
            try:
                self._stack.pop().leave()
            except Exception:
                _log.exception("a scene could not be closed")

    def quit(self) -> None:
        self.is_running = False
