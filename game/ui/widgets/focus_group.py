"""The group of controls of a scene, for which mouse and keyboard are equal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.accessibility_tree import Node
from game.ui.boxes.box import Widget, clipped_nodes
from game.ui.drawing import draw

FIRST_KEYLESS = 1 << 30
"""The lowest SDL key code of keys that type no character."""
PRESS_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_RING_PX = 20
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


@dataclass(frozen=True, slots=True)
class InteractionState:
    """What is kept when controls are rebuilt: the ids of the held control, the open one and the focused option."""

    held: str | None
    opened: str | None
    option: str | None


class PopupOpener(Widget):
    """A control that opens a list, its ``popup``."""

    popup: FocusGroup | None = None


class FocusGroup:
    """The controls of one scene.

    Tab and Shift+Tab move the focus in order, the arrow keys to the nearest control in their direction; Enter and Space
    press, Escape calls ``on_escape``. The mouse presses a control if its button goes down and up there; ``on_pressed``
    is called before a control with a click sound acts. While a control has an open ``popup`` (a list), the popup gets
    all events; a press beside it closes it.
    """

    def __init__(
        self,
        widgets: Iterable[Widget] = (),
        *,
        on_escape: Callable[[], None] | None = None,
        on_pressed: Callable[[], None] | None = None,
    ) -> None:
        self.widgets: list[Widget] = list(widgets)
        self.on_escape = on_escape
        self.on_pressed = on_pressed
        self.on_focused: Callable[[], None] | None = None
        """Called when a control gets the focus with a visible ring."""
        self.shows_ring = False
        self.scanned_group: tuple[str, ...] = ()
        """The ids of the controls in the group that switch access offers."""
        self.scanned_parts: tuple[int, int] | None = None
        """The row of parts that switch access offers: the index of the first, and the one after the last."""

    @property
    def focused(self) -> Widget | None:
        return next((w for w in self.widgets if w.focused), None)

    @property
    def scanned_rect(self) -> Rect | None:
        """The rectangle around the group or row that switch access offers, or None."""
        if self.scanned_parts is not None and self.focused is not None:
            return self.focused.parts_rect(*self.scanned_parts)
        rects = [w.rect if w.clip is None else w.rect.clip(w.clip) for w in self.widgets if w.id in self.scanned_group]
        return rects[0].unionall(rects[1:]) if rects else None

    @property
    def text_target(self) -> Widget | None:
        """The focused control, if the player can type text into it."""
        focused = self.focused
        return focused if focused is not None and focused.takes_text and not self.popup else None

    @property
    def popup(self) -> FocusGroup | None:
        """The open list of a control, if any."""
        return next((w.popup for w in self.widgets if isinstance(w, PopupOpener) and w.popup), None)

    def replace(self, widgets: Iterable[Widget]) -> None:
        """Replace all controls by newly built ones. Focus and hover stay with the same ids; open lists close."""
        focused = self.focused
        hovered = {w.id for w in self.widgets if w.hovered}
        self.widgets = list(widgets)
        for widget in self.widgets:
            widget.hovered = widget.id in hovered
        if focused and focused not in self.widgets:  # a control that stayed keeps the focus even if disabled
            self._give_focus(focused.id)

    @property
    def interaction_state(self) -> InteractionState:
        """Which control is held and which list is open, for ``restore`` after a new layout."""
        held = next((w.id for w in self.widgets if w.pressed), None)
        opened = next((w.id for w in self.widgets if isinstance(w, PopupOpener) and w.popup), None)
        option = self.popup.focused if self.popup else None
        return InteractionState(held, opened, option.id if option else None)

    def restore(self, grip: InteractionState) -> None:
        """Hold the same control and open the same list as before the new layout."""
        for widget in self.widgets:
            widget.pressed = widget.id == grip.held
            if widget.id == grip.opened:
                widget.press()
        if self.popup:
            self.popup.focus(grip.option, ring=self.shows_ring)

    def focus(self, id: str | None, *, ring: bool | None = None) -> None:
        """Focus the control with this id, or none if it is None or unknown; ``ring`` shows or hides the focus ring."""
        if ring is not None:
            self.shows_ring = ring
        self._give_focus(id)
        if self.shows_ring and self.on_focused is not None:
            self.on_focused()

    def focus_control(self, id: str) -> bool:
        """Focus the control with this id, or the control it is part of; return False if neither can be focused."""
        group = self.popup or self
        wholes = {".".join(id.split(".")[:parts]) for parts in range(1, id.count(".") + 2)}
        found = next((w for w in reversed(group.widgets) if w.enabled and w.id in wholes), None)
        if found is not None:
            group.focus(found.id, ring=True)
        return found is not None

    def _give_focus(self, id: str | None) -> None:
        for widget in self.widgets:
            widget.focused = widget.id == id and widget.enabled
            widget.shows_ring = self.shows_ring

    def handle(self, event: Event) -> bool:
        """React to an event; return True if the scene must be redrawn."""
        if self.popup:
            return self._handle_popup(self.popup, event)
        match event.type:
            case pygame.MOUSEMOTION:
                return self._move(event.pos)
            case pygame.WINDOWLEAVE:
                return any([w.hover_at(None) for w in self.widgets])  # noqa: C419 - all of them
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                return self._down(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                return self._up(event.pos)
            case pygame.KEYDOWN:
                return self._key(event.key, event.mod)
            case pygame.TEXTINPUT | pygame.TEXTEDITING:
                return self.text_target is not None and self.text_target.handle_text_event(event)
        return False

    def _handle_popup(self, popup: FocusGroup, event: Event) -> bool:
        beside = event.type == pygame.MOUSEBUTTONDOWN and popup.widget_at(event.pos) is None
        if beside and popup.on_escape:
            popup.on_escape()
            return True
        popup.on_pressed = self.on_pressed
        return popup.handle(event) or event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.KEYDOWN)

    def widget_at(self, pos: tuple[int, int]) -> Widget | None:
        """Return the topmost (last) control at a point; if there is none, or only background, the nearest small one."""
        there = next((w for w in reversed(self.widgets) if w.contains(pos)), None)
        if there is not None and not there.is_background_at(pos):
            return there
        beside = [(far, w) for w in self.widgets if w is not there and (far := w.distance_from(pos)) is not None]
        return min(beside, key=lambda pair: pair[0])[1] if beside else there

    def press_target(self, event: Event) -> str | None:
        """Return the id of the control that a mouse or keyboard event would press, or None."""
        if self.popup:
            return self.popup.press_target(event)
        widget = self.widget_at(event.pos) if event.type == pygame.MOUSEBUTTONDOWN else self.focused
        return widget.id if widget is not None and widget.enabled else None

    def pressable_ids(self) -> list[str]:
        """Return the ids of all controls that can be pressed now."""
        return self.popup.pressable_ids() if self.popup else [w.id for w in self.widgets if w.enabled]

    def _move(self, pos: tuple[int, int]) -> bool:
        target = self.widget_at(pos)
        changed = [w.hover_at(w.nearest_to(pos) if w is target and w.enabled else None) for w in self.widgets]
        held = next((w for w in self.widgets if w.pressed), None)
        has_followed = held is not None and held.hold_at(pos, is_first=False)
        return has_followed or any(changed)

    def _down(self, pos: tuple[int, int]) -> bool:
        for widget in self.widgets:  # a control still pressed was released without an event
            widget.pressed = False
        target = self.widget_at(pos)
        if target is None or not target.enabled:
            return False
        self.focus(target.id, ring=False)
        target.pressed = True
        target.hold_at(target.nearest_to(pos), is_first=True)
        return True

    def _up(self, pos: tuple[int, int]) -> bool:
        held = next((w for w in self.widgets if w.pressed), None)
        if held is None:
            return False
        held.pressed = False
        if self.widget_at(pos) is held:
            self._click(held)
            held.press_at(held.nearest_to(pos))
        return True

    def _key(self, key: int, mod: int) -> bool:
        focused = self.focused
        if focused and (focused.handle_text_key(key, mod) if focused.takes_text else focused.handle_key(key)):
            self.focus((self.focused or focused).id, ring=True)  # the control may have moved the focus
            return True
        if key == pygame.K_TAB:
            return self.focus_next(-1 if mod & pygame.KMOD_SHIFT else 1)
        if key in ARROWS:
            return self._focus_toward(ARROWS[key])
        if key in PRESS_KEYS and focused:
            self.focus(focused.id, ring=True)
            self._click(focused)
            focused.press()
            return True
        if key == pygame.K_ESCAPE and self.on_escape:
            self.on_escape()
            return True
        return False

    def _click(self, widget: Widget) -> None:
        if widget.has_click_sound and self.on_pressed:
            self.on_pressed()

    def focus_next(self, step: int) -> bool:
        """Focus the next control in Tab order, or the previous one for -1; after the last comes the first."""
        usable = [w for w in self.widgets if w.enabled]
        if not usable:
            return False
        here = self.focused
        at = usable.index(here) + step if here in usable else (0 if step > 0 else -1)
        self.focus(usable[at % len(usable)].id, ring=True)
        return True

    def _focus_toward(self, direction: tuple[int, int]) -> bool:
        here = self.focused
        if here is None:
            return self.focus_next(1)
        is_in = [
            w for w in self.widgets if here.clip is not None and w.rect.contains(here.clip)
        ]  # the panes it scrolls in
        others = [w for w in self.widgets if w.enabled and w is not here and w not in is_in]
        ahead = [(d, w) for w in others if (d := distance_towards(here.rect, w.seen_from(here), direction)) is not None]
        if not ahead:
            return False
        self.focus(min(ahead, key=lambda pair: pair[0])[1].id, ring=True)
        return True

    def draw(self, surface: Surface, text_scale: float) -> None:
        """Draw all controls; the focused one and its parts are above the others, an open list above all."""
        self.draw_within(surface, text_scale, surface.get_rect())

    def draw_within(self, surface: Surface, text_scale: float, area: Rect) -> None:
        """Draw the controls that touch an area, in the same order as ``draw``."""
        focused = None if self.focused is None else self.focused.id
        for widget in sorted(self.widgets, key=lambda w: focused in (w.id, w.id.rpartition(".")[0])):
            if area.colliderect(drawn_area(widget.rect)):
                clip = surface.get_clip()
                if widget.clip is not None:  # its ring may extend sideways, where nothing scrolls
                    surface.set_clip(widget.clip.inflate(2 * _RING_PX, 0).clip(clip))
                widget.draw(surface, text_scale)
                surface.set_clip(clip)
        if self.scanned_rect is not None:
            draw.focus_ring(surface, self.scanned_rect.inflate(8, 8), 10 * text_scale, max(0.7, text_scale))
        if self.popup:
            self.popup.draw(surface, text_scale)

    def nodes(self) -> list[Node]:
        """Return the accessibility nodes of all controls, or only those of an open list."""
        return self.popup.nodes() if self.popup else [node for w in self.widgets for node in clipped_nodes(w)]


def drawn_area(rect: Rect) -> Rect:
    """Return the area in which a control draws, with its shadow and focus ring."""
    return rect.inflate(2 * _RING_PX, 2 * _RING_PX)


def distance_towards(here: Rect, there: Rect, direction: tuple[int, int]) -> float | None:
    """Return how far a control is in a direction, sideways counted double, or None if it is not in that direction.

    A control above or below does not count as right or left, however wide it is.
    """
    dx, dy = direction
    across = _apart(here.left, here.right, there.left, there.right)
    down = _apart(here.top, here.bottom, there.top, there.bottom)
    ahead = (there.centerx - here.centerx) * dx + (there.centery - here.centery) * dy
    between, aside = (across, down) if dx else (down, across)
    if ahead <= 0 or aside > 3 * ahead or (aside and not between):
        return None
    return ahead + 2 * aside


def _apart(a0: int, a1: int, b0: int, b1: int) -> int:
    """Return the gap between two ranges of coordinates, 0 if they overlap."""
    return max(0, b0 - a1, a0 - b1)
