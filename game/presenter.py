"""The picture on the screen: draws the visible scenes when they change, and keeps the old picture during a resize."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import pygame
from pygame import Surface

from game.features.milestones.toast import MilestoneAnnouncer
from game.scenes.host import Host
from game.table.painting import ground
from game.ui.drawing import art, text, theme
from game.ui.scene import Scene

RESIZE_QUIET_S = 0.15  # resizing by mouse sends many sizes; the new picture is shown once it pauses
_LAY_OUT_S = 0.05  # after this pause the new picture is prepared in slices


class Presenter:
    """Draws the scenes of ``app`` in its window, laid out for the last size at which the window settled.

    While it ``is_preparing``, the next scene is being drawn and the screen shows the previous one; during a resize the
    screen shows ``old_picture``. ``is_drawing_ahead`` says that there is such drawing left for the next frame.
    ``shown_scene`` is the topmost scene if the screen shows it in its current layout, else None.
    """

    def __init__(self, app: Host, milestones: MilestoneAnnouncer) -> None:
        self.frames_presented = 0
        self.is_preparing = self.is_drawing_ahead = False
        self.shown_scene: Scene[Any] | None = None
        self._app = app
        self._milestones = milestones
        self.old_picture: Surface | None = None
        self._resized_s = 0.0
        self.reset()

    def reset(self) -> None:
        """Start anew with the current window size, whatever was shown."""
        self.old_picture = self.shown_scene = None
        self.is_preparing = self.is_drawing_ahead = False
        self._seen_size = self._shown_size = self._app.window.size
        self._app.size = self._app.window.layout_size

    @property
    def is_current(self) -> bool:
        """Whether the screen shows the present scenes in their current layout."""
        return self.old_picture is None and not self.is_preparing

    @property
    def is_at_rest(self) -> bool:
        return self.is_current and not any(scene.is_moving() for scene in self._app.visible_scenes)

    def update_size(self) -> None:
        """During a resize show the old picture scaled; lay out the scenes when no new size has come for a moment."""
        app, window = self._app, self._app.window
        size = window.size
        if size == self._shown_size and self.old_picture is None:
            return
        if self.old_picture is None or size != self._seen_size:
            self.old_picture = self.old_picture or self._picture()
            self._resized_s, self._seen_size = app.now_s, size
            ground.preload_map(window.layout_size)
            app.has_changed, self.is_preparing, self.is_drawing_ahead = True, False, False
        elif app.now_s - self._resized_s >= RESIZE_QUIET_S:
            self._lay_out()
            self.old_picture = self.shown_scene = None
            windowed = window.windowed_size or app.settings.machine.window_size
            app.save_settings(app.settings.with_values(window_size=windowed))
            app.has_changed = True
        elif app.now_s - self._resized_s >= _LAY_OUT_S:
            self._lay_out()
            self.is_drawing_ahead = not all(map(_is_prepared, app.visible_scenes))
        else:
            ground.is_ready(window.layout_size)  # converts the preloaded picture to the window's format early

    def _lay_out(self) -> None:
        """Lay out the scenes for the last size that the window had, unless they are."""
        app = self._app
        if self._shown_size != self._seen_size:
            self._shown_size, app.size = self._seen_size, app.window.layout_size
            app.record_event(f"laid out for {self._seen_size[0]} x {self._seen_size[1]}")
            art.fit_caches(app.size)
            for scene in app.scenes[::-1]:
                scene.resize(app.size)

    @property
    def resize_wait_s(self) -> float:
        """How many seconds without another resize must pass until the next step of a resize.

        Infinite if there is no resize.
        """
        if self.old_picture is None:
            return inf
        quiet_s = RESIZE_QUIET_S if self._shown_size == self._seen_size else _LAY_OUT_S
        return max(0, self._resized_s + quiet_s - self._app.clock())

    def _picture(self) -> Surface:
        """Return a new surface with the visible scenes as they were laid out last."""
        picture = Surface(self._app.size)
        self.render(picture)
        return picture

    def render_scenes(self, scenes: Sequence[Scene[Any]]) -> Surface:
        """Return a new surface with some of the visible scenes, drawn completely."""
        picture = Surface(self._app.size)
        for scene in scenes:
            scene.mark_overdrawn()
            scene.render(picture, self._app.now_s)
            scene.mark_overdrawn()
        return picture

    def render(self, surface: Surface) -> None:
        """Draw the visible scenes, and above them milestone messages, captions and the short message (toast)."""
        app, visible = self._app, self._app.visible_scenes
        for scene in visible:
            text.set_scene(scene.name)
            with scene.text_size_context():
                scene.render(surface, app.now_s)
        for scene in visible[:-1]:
            scene.mark_overdrawn()
        if self._milestones.is_seen:
            self._milestones.draw(surface, app.now_s)
            app.scene.mark_overdrawn()
        app.captions.draw(surface)
        if app.toast is not None:
            app.toast.draw(surface, app.scene.small_toast_rect())
        if app.toast is not None or app.captions.is_shown:
            app.scene.mark_overdrawn()

    def present_if_changed(self) -> bool:
        """Show on the screen what has changed since the last frame; return whether a picture was shown.

        There is none if nothing has changed or the scene is still being prepared.
        """
        app, visible = self._app, self._app.visible_scenes
        if not (app.has_changed or any(scene.dirty or scene.is_moving() for scene in visible)):
            return False
        if not self.old_picture:
            self.is_preparing = self.is_drawing_ahead = not all(map(_is_prepared, visible))
        if self.is_preparing:
            return False
        surface, areas = app.window.surface, None
        is_alone = len(visible) == 1 and not app.has_changed
        if self.old_picture:
            _show_whole(self.old_picture, surface)
            app.scene.mark_overdrawn()
        else:
            self.render(surface)
            areas = app.scene.changed_areas if is_alone else None
        for scene in visible:
            scene.dirty = False
        app.has_changed, self.shown_scene = False, app.scene
        self.frames_presented += 1
        app.window.present(areas)
        return True


def _is_prepared(scene: Scene[Any]) -> bool:
    """Draw the next part of a scene in advance, in its text size; return whether all parts are drawn."""
    with scene.text_size_context():
        return scene.preload()


def _show_whole(picture: Surface, surface: Surface) -> None:
    """Draw a picture as large as it fits, undistorted and centered, on a plain background."""
    place = picture.get_rect().fit(surface.get_rect())
    if place.size != surface.get_size():
        surface.fill(theme.THEME.navy)
    pygame.transform.smoothscale(picture, place.size, surface.subsurface(place))
