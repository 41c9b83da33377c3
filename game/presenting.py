"""What is on the screen: the scenes that are seen, whenever they change, and the old picture while a size changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

import pygame
from pygame import Surface

from game.features.milestones.toast import MilestoneTeller
from game.scenes.host import Host
from game.table.painting import ground
from game.ui.drawing import art, text, theme
from game.ui.scene import Scene

RESIZE_QUIET_S = 0.15  # a resize by the mouse sends many sizes; pictures are shown anew once it rests
_LAY_OUT_S = 0.05  # after which they are drawn already, in slices


class Presenter:
    """Draws the scenes of ``app`` in its window, laid out for the size that this had when it last came to rest.

    While it ``is_preparing``, the next scene is drawn and the old one still seen; while the window's size changes,
    the ``old_picture`` is. ``draws_ahead`` says whether either has left something to draw in the next frame.
    ``shown`` is the topmost scene, if it lies where it is seen.
    """

    def __init__(self, app: Host, milestones: MilestoneTeller) -> None:
        self.frames_presented = 0
        self.is_preparing = self.draws_ahead = False
        self.shown: Scene[Any] | None = None
        self._app = app
        self._milestones = milestones
        self.old_picture: Surface | None = None
        self._resized_s = 0.0
        self.start_over()

    def start_over(self) -> None:
        """Be laid out for the window as it is now, whatever was shown."""
        self.old_picture = self.shown = None
        self.is_preparing = self.draws_ahead = False
        self._seen_size = self._shown_size = self._app.window.size
        self._app.size = self._app.window.layout_size

    @property
    def is_current(self) -> bool:
        """Whether what is on the screen are the present scenes, at their places."""
        return self.old_picture is None and not self.is_preparing

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing moves on the screen, though something may come by itself."""
        return self.is_current and not any(scene.is_moving() for scene in self._app.visible)

    def follow_size(self) -> None:
        """Show the old picture scaled while the window's size changes, and lay out anew when it has come to rest."""
        app, window = self._app, self._app.window
        size = window.size
        if size == self._shown_size and self.old_picture is None:
            return
        if self.old_picture is None or size != self._seen_size:
            self.old_picture = self.old_picture or self._picture()
            self._resized_s, self._seen_size = app.now_s, size
            ground.prefetch(window.layout_size)
            app.has_changed, self.is_preparing, self.draws_ahead = True, False, False
        elif app.now_s - self._resized_s >= RESIZE_QUIET_S:
            self._lay_out()
            self.old_picture = self.shown = None
            windowed = window.windowed_size or app.settings.window_size
            app.save_settings(replace(app.settings, window_size=windowed))
            app.has_changed = True
        elif app.now_s - self._resized_s >= _LAY_OUT_S:
            self._lay_out()
            self.draws_ahead = not all(map(_is_prepared, app.visible))
        else:
            ground.is_ready(window.layout_size)  # then it is in the window's format before it is wanted

    def _lay_out(self) -> None:
        """Lay the scenes out for the size seen last, if they are not."""
        app = self._app
        if self._shown_size != self._seen_size:
            self._shown_size, app.size = self._seen_size, app.window.layout_size
            app.note(f"laid out for {self._seen_size[0]} x {self._seen_size[1]}")
            art.fit_caches(app.size)
            for scene in app.scenes[::-1]:
                scene.resize(app.size)

    @property
    def quiet_s(self) -> float:
        """How long, while a size changes, no other has to come until something is done for it."""
        if self.old_picture is None:
            return inf
        quiet_s = RESIZE_QUIET_S if self._shown_size == self._seen_size else _LAY_OUT_S
        return max(0, self._resized_s + quiet_s - self._app.clock())

    def _picture(self) -> Surface:
        """The visible scenes as they were laid out last, on a surface of their own."""
        picture = Surface(self._app.size)
        self.render(picture)
        return picture

    def picture_of(self, scenes: Sequence[Scene[Any]]) -> Surface:
        """Some of the scenes that are seen, whole, on a surface of their own."""
        picture = Surface(self._app.size)
        for scene in scenes:
            scene.overdrawn()
            scene.render(picture, self._app.now_s)
            scene.overdrawn()
        return picture

    def render(self, surface: Surface) -> None:
        """Draw the scenes that are seen, and above them what is said in passing."""
        app, visible = self._app, self._app.visible
        for scene in visible:
            text.set_scene(scene.name)
            with scene.in_its_size():
                scene.render(surface, app.now_s)
        for scene in visible[:-1]:
            scene.overdrawn()
        if self._milestones.is_seen:
            self._milestones.draw(surface, app.now_s)
            app.scene.overdrawn()
        app.captions.draw(surface)
        if app.toast is not None:
            app.toast.draw(surface, app.scene.wordless_place())
        if app.toast is not None or app.captions.is_shown:
            app.scene.overdrawn()

    def present_if_changed(self) -> bool:
        """Show what has changed since the last frame; False if nothing has, or if it is not yet all painted."""
        app, visible = self._app, self._app.visible
        if not (app.has_changed or any(scene.dirty or scene.is_moving() for scene in visible)):
            return False
        if not self.old_picture:
            self.is_preparing = self.draws_ahead = not all(map(_is_prepared, visible))
        if self.is_preparing:
            return False
        surface, areas = app.window.surface, None
        is_alone = len(visible) == 1 and not app.has_changed
        if self.old_picture:
            _show_whole(self.old_picture, surface)
            app.scene.overdrawn()
        else:
            self.render(surface)
            areas = app.scene.changed if is_alone else None
        for scene in visible:
            scene.dirty = False
        app.has_changed, self.shown = False, app.scene
        self.frames_presented += 1
        app.window.present(areas)
        return True


def _is_prepared(scene: Scene[Any]) -> bool:
    """Whether all of a scene is painted, after a part of what was missing was, in the size that it is drawn in."""
    with scene.in_its_size():
        return scene.prepare()


def _show_whole(picture: Surface, surface: Surface) -> None:
    """Draw a picture as large as it fits, undistorted and in the middle; a plain ground fills the rest."""
    place = picture.get_rect().fit(surface.get_rect())
    if place.size != surface.get_size():
        surface.fill(theme.THEME.navy)
    pygame.transform.smoothscale(picture, place.size, surface.subsurface(place))
