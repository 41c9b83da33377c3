"""Scenes made of widgets, which are rebuilt whenever size, language or state change."""

# ruff: noqa: ARG002 - the arguments are those of every scene

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress

from pygame import Rect, Surface
from pygame.event import Event

from game.ui.accessibility_tree import Node
from game.ui.animation import Timeline
from game.ui.boxes.box import Widget
from game.ui.drawing import text
from game.ui.drawing.incremental import IncrementalRender, NotLoadedError
from game.ui.scanning import FormScan
from game.ui.scene import HostT, Scene, layout_unit, text_scale_for
from game.ui.widgets.focus_group import FocusGroup


class WidgetScene(Scene[HostT]):
    """A scene that passes focus, switch scanning and mouse presses on to its widgets."""

    controls: FocusGroup
    scanning: FormScan

    def text_input_rect(self) -> Rect | None:
        field = self.controls.text_target
        return field.rect if field is not None and not self.scanning.is_offered(field.id) else None

    def offer_next_control(self) -> None:
        self.scanning.advance()
        self.dirty = True

    def stop_scan(self) -> None:
        self.scanning.stop()

    def focus_control(self, id: str) -> bool:
        self.dirty = True
        return self.controls.focus_control(id)

    def select_scanned_item(self) -> bool:
        self.dirty = True
        return self.scanning.select()

    def press_target(self, event: Event) -> Hashable:
        return self.controls.press_target(event)

    def pressable_ids(self) -> Iterable[Hashable]:
        return self.controls.pressable_ids()


class FormScene(WidgetScene[HostT]):
    """A scene made of widgets. A subclass builds them (``build``) and draws the background (``paint``).

    ``unit`` and ``text_scale`` are the layout unit and the text scale of the window (art.md §4), ``bounds`` its
    rectangle. Calling ``lay_out`` rebuilds all widgets; focus and hover stay with the same ids.
    """

    first_focus: str | None = None
    """The id of the widget that has the focus when the scene opens; None for the first enabled one."""

    def __init__(self, app: HostT) -> None:
        super().__init__(app)
        self.controls = FocusGroup(on_escape=self.escape, on_pressed=lambda: app.sound.play("press"))
        self.scanning = FormScan(self.controls)
        self.bounds = Rect(0, 0, *app.size)
        self.unit = self.text_scale = 1.0
        self._preload: IncrementalRender | None = IncrementalRender(app.clock)

    def build(self) -> Sequence[Widget]:
        """Return the widgets for the present size, language and state, in Tab order."""
        raise NotImplementedError

    def paint(self, surface: Surface) -> None:
        """Draw everything but the widgets."""

    def escape(self) -> None:
        """React to the Escape key."""

    def lay_out(self) -> None:
        """Rebuild the widgets and mark the scene dirty."""
        self.bounds = Rect(0, 0, *self.app.size)
        self.unit = layout_unit(self.app.size)
        with self.text_size_context():
            self.text_scale = text_scale_for(self.unit)
            self.controls.replace(self.build())
        self.dirty = True

    def enter(self, app: HostT) -> None:
        self.lay_out()
        first = self.first_focus or next((w.id for w in self.controls.widgets if w.enabled), None)
        self.controls.focus(first, ring=app.shows_focus)

    def resize(self, size: tuple[int, int]) -> None:
        self._lay_out_again()

    def rebuild_layout(self) -> None:
        self._lay_out_again()

    def _restart_preload(self) -> None:
        """Make ``preload`` draw the next picture in advance."""
        self._preload = self._preload or IncrementalRender(self.app.clock)

    def _lay_out_again(self) -> None:
        """Lay out without ending a drag in progress or closing an open list."""
        grip = self.controls.interaction_state
        self._restart_preload()
        self.lay_out()
        self.controls.restore(grip)

    def resume(self) -> None:
        for widget in self.controls.widgets:
            widget.hovered = widget.pressed = False
        self._restart_preload()
        self.lay_out()
        if self.controls.focused is not None:
            self.controls.focus(self.controls.focused.id, ring=self.app.shows_focus)

    def handle(self, event: Event) -> bool:
        used = self.controls.handle(event) or super().handle(event)
        self.dirty = self.dirty or used
        return used

    def preload(self) -> bool:
        if self._preload is not None:
            text.set_scene(self.name)
            if self._preload.draw_slice(self.app.size, self.preload_frame):
                self._preload = None
        return self._preload is None

    def preload_frame(self, surface: Surface) -> None:
        """Fill the picture caches for the next frame, as far as its large pictures are loaded."""
        try:
            self.render(surface, self.app.now_s)
        except NotLoadedError:
            self.preload_widgets(surface)
            raise

    def preload_widgets(self, surface: Surface) -> None:
        """Draw only the widgets, so that all their large pictures start loading."""
        for widget in self.controls.widgets:
            with suppress(NotLoadedError):
                widget.draw(surface, self.text_scale)

    def render(self, surface: Surface, now_s: float) -> None:
        self.paint(surface)
        self.controls.draw(surface, self.text_scale)

    def nodes(self) -> list[Node]:
        return self.controls.nodes()


class TimedFormScene(FormScene[HostT]):
    """A form whose parts appear one after the other; its ``timeline`` says when."""

    def __init__(self, app: HostT) -> None:
        super().__init__(app)
        self.timeline = Timeline()

    def update(self, now_s: float) -> None:
        if self._preload is not None:
            self.timeline.ignore_time_until(now_s)
        elif self.timeline.is_running:
            self.timeline.update(now_s)
            self.dirty = True
            for sound in self.timeline.pop_due_sounds():
                self.app.sound.play(sound)

    def preload_frame(self, surface: Surface) -> None:
        elapsed_s, self.timeline.elapsed_s = self.timeline.elapsed_s, math.inf
        try:
            super().preload_frame(surface)
        finally:
            self.timeline.elapsed_s = elapsed_s

    def is_moving(self) -> bool:
        return self.timeline.is_running
