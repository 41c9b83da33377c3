"""A scene made of widgets: it rebuilds them whenever size, language or state change."""

# ruff: noqa: ARG002 - the arguments are those of every scene

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress

from pygame import Rect, Surface
from pygame.event import Event

from game.ui.accessibility_tree import Node
from game.ui.animation import Timeline
from game.ui.drawing import text
from game.ui.drawing.slices import AwaitedError, Preparation
from game.ui.scanning import FormScan
from game.ui.scene import HostT, Scene, text_factor, unit
from game.ui.widgets.widget import FocusGroup, Widget


class ControlledScene(Scene[HostT]):
    """A scene that passes focus, switch scanning and presses to its widgets."""

    controls: FocusGroup
    scanning: FormScan

    def typing_place(self) -> Rect | None:
        field = self.controls.typed_into
        return field.rect if field is not None and not self.scanning.is_at(field.id) else None

    def scan(self) -> None:
        self.scanning.go_on()
        self.dirty = True

    def focus_on(self, id: str) -> bool:
        self.dirty = True
        return self.controls.focus_on(id)

    def take_offered(self) -> bool:
        self.dirty = True
        return self.scanning.take()

    def pressed_by(self, event: Event) -> Hashable:
        return self.controls.pressed_by(event)

    def pressable(self) -> Iterable[Hashable]:
        return self.controls.pressable()


class FormScene(ControlledScene[HostT]):
    """A subclass builds the widgets (``build``) and draws the background (``paint``).

    ``u`` and ``t`` are the layout unit and the text scale of the window (art.md §4), ``bounds`` the window.
    Calling ``lay_out`` rebuilds all widgets; focus and hover stay with the same ids.
    """

    first_focus: str | None = None
    """The id of the widget focused at first."""

    def __init__(self, app: HostT) -> None:
        super().__init__(app)
        self.controls = FocusGroup(on_escape=self.escape, on_pressed=lambda: app.sound.play("press"))
        self.scanning = FormScan(self.controls)
        self.bounds = Rect(0, 0, *app.size)
        self.u = self.t = 1.0
        self._preparation: Preparation | None = Preparation(app.clock)

    def build(self) -> Sequence[Widget]:
        """Return the widgets for the present size, language and state, in Tab order."""
        raise NotImplementedError

    def paint(self, surface: Surface) -> None:
        """Draw everything but the widgets."""

    def escape(self) -> None:
        """Handle Escape."""

    def lay_out(self) -> None:
        """Rebuild the widgets and mark the scene dirty."""
        self.bounds = Rect(0, 0, *self.app.size)
        self.u = unit(self.app.size)
        with self.in_its_size():
            self.t = text_factor(self.u)
            self.controls.replace(self.build())
        self.dirty = True

    def enter(self, app: HostT) -> None:
        self.lay_out()
        first = self.first_focus or next((w.id for w in self.controls.widgets if w.enabled), None)
        self.controls.focus(first, ring=app.shows_focus)

    def resize(self, size: tuple[int, int]) -> None:
        self._lay_out_again()

    def relabel(self) -> None:
        self._lay_out_again()

    def _draw_anew(self) -> None:
        """Have the next picture preloaded."""
        self._preparation = self._preparation or Preparation(self.app.clock)

    def _lay_out_again(self) -> None:
        """Lay out; a drag in progress goes on, and an open list stays open."""
        grip = self.controls.grip
        self._draw_anew()
        self.lay_out()
        self.controls.take_up(grip)

    def resume(self) -> None:
        for widget in self.controls.widgets:
            widget.hovered = widget.pressed = False
        self._draw_anew()
        self.lay_out()
        if self.controls.focused is not None:
            self.controls.focus(self.controls.focused.id, ring=self.app.shows_focus)

    def handle(self, event: Event) -> bool:
        used = self.controls.handle(event)
        self.dirty = self.dirty or used
        return used

    def prepare(self) -> bool:
        if self._preparation is not None:
            text.set_scene(self.name)
            if self._preparation.go_on(self.app.size, self.draw_ahead):
                self._preparation = None
        return self._preparation is None

    def draw_ahead(self, surface: Surface) -> None:
        """Preload the next frame, as far as its pictures are loaded."""
        try:
            self.render(surface, self.app.now_s)
        except AwaitedError:
            self.draw_meanwhile(surface)
            raise

    def draw_meanwhile(self, surface: Surface) -> None:
        """Draw the widgets without the background, so that all their large pictures start loading."""
        for widget in self.controls.widgets:
            with suppress(AwaitedError):
                widget.draw(surface, self.t)

    def render(self, surface: Surface, now_s: float) -> None:
        self.paint(surface)
        self.controls.draw(surface, self.t)

    def nodes(self) -> list[Node]:
        return self.controls.nodes()


class TimedFormScene(FormScene[HostT]):
    """A form whose parts come in one after the other, on its ``timeline``."""

    def __init__(self, app: HostT) -> None:
        super().__init__(app)
        self.timeline = Timeline()

    def update(self, now_s: float) -> None:
        if self._preparation is not None:
            self.timeline.wait(now_s)
        elif self.timeline.is_running:
            self.timeline.update(now_s)
            self.dirty = True
            for sound in self.timeline.take_sounds():
                self.app.sound.play(sound)

    def draw_ahead(self, surface: Surface) -> None:
        elapsed_s, self.timeline.elapsed_s = self.timeline.elapsed_s, math.inf
        try:
            super().draw_ahead(surface)
        finally:
            self.timeline.elapsed_s = elapsed_s

    def is_moving(self) -> bool:
        return self.timeline.is_running
