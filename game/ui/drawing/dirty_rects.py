"""Which parts of the screen show something that has moved over what rests, so that only they are drawn again."""

from __future__ import annotations

from collections.abc import Iterable

from pygame import Rect, Surface

from game.ui.drawing.layers import merged


class Trail:
    """What was drawn above the resting picture of a surface.

    Usage, whenever the scene renders::

        for area in trail.areas(surface, key, changed):
            surface.set_clip(area)
            draw_what_rests(surface)
        surface.set_clip(None)
        trail.add(draw_what_moves(surface))      # the rectangles it drew in; or trail.lose()

    ``changed`` is where what rests looks otherwise than in the last picture, ``key`` (anything comparable) another way
    to say so for all of it. Whatever draws above the rest must either be added or lose the trail, else it stays on the
    screen.
    """

    def __init__(self) -> None:
        self._surface: Surface | None = None
        self._key: object = None
        self._rects: list[Rect] | None = None

    def areas(self, surface: Surface, key: object, changed: Iterable[Rect] = ()) -> list[Rect]:
        """Where what rests has to be drawn: everywhere, unless this surface showed the same rest the last time."""
        is_known = self._rects is not None and surface is self._surface and key == self._key
        whole = surface.get_rect()
        areas = [whole]
        if is_known:
            rects = (rect.clip(whole) for rect in (*(self._rects or ()), *changed))
            areas = merged([rect for rect in rects if rect])
        self._surface, self._key, self._rects = surface, key, []
        return areas

    def add(self, rects: Iterable[Rect]) -> None:
        """Something was drawn in these rectangles."""
        if self._rects is not None:
            self._rects += rects

    def lose(self) -> None:
        """Something was drawn that nobody follows: the next picture is drawn as a whole."""
        self._rects = None
