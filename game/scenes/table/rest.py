"""The table with nothing moving on it, drawn only where it looks otherwise than before or where something has moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pygame import Rect, Surface

from game.table.animation.effects import Frame
from game.table.painting.picture import TablePicture
from game.table.view import TableView
from game.ui.drawing.layers import DirtyRects
from game.ui.widgets.widget import FocusGroup, reach


class TableRest:
    """Draws what rests: the picture, the light of its targets, the hand, what a coach points at, and the controls.

    Usage, whenever the scene renders::

        rest.draw(surface, picture, view, strength, painted)   # ``painted``: what ``picture.show`` painted again
        rest.follow(draw_what_moves(surface))                  # the rectangles it drew in; or rest.lose()
    """

    def __init__(self, controls: FocusGroup) -> None:
        self._controls = controls
        self._dirty_rects = DirtyRects()
        self._hand: object = None
        self._light: tuple[frozenset[str], object] = (frozenset(), None)
        self._pointed: tuple[Frame, ...] = ()
        self._buttons: dict[str, object] = {}

    def draw(
        self,
        surface: Surface,
        picture: TablePicture,
        view: TableView,
        strength: float,
        painted: Iterable[Rect],
        t: float,
    ) -> None:
        """Draw the table wherever the surface shows something else; ``strength`` is that of the breathing light."""
        changed = [*painted, *self._changed_hand(picture, view), *self._changed_light(picture, view, strength)]
        changed += [*self._changed_pointing(picture, view), *self._changed_buttons()]
        for area in self._dirty_rects.areas(surface, picture, changed):
            surface.set_clip(area)
            picture.render(surface)
            picture.draw_lights(surface, view, strength)
            if area.colliderect(picture.hand_extent):
                picture.draw_hand(surface, view)
            picture.draw_pointed(surface, self._pointed)
            self._controls.draw_within(surface, t, area)
        surface.set_clip(None)

    def follow(self, drawn: Iterable[Rect]) -> None:
        """Something was drawn above the table in these rectangles."""
        self._dirty_rects.add(drawn)

    def lose(self) -> None:
        """Something was drawn above the table that may be anywhere."""
        self._dirty_rects.lose()

    def _changed_hand(self, picture: TablePicture, view: TableView) -> Iterator[Rect]:
        was, self._hand = self._hand, picture.hand_shown(view)
        if was != self._hand:
            yield picture.hand_extent

    def _changed_light(self, picture: TablePicture, view: TableView, strength: float) -> Iterator[Rect]:
        (were, was), self._light = self._light, (view.targets, (view.lit_card, strength))
        is_alike = was == self._light[1] and were == view.targets
        yield from picture.light_extents(frozenset() if is_alike else were | view.targets)

    def _changed_pointing(self, picture: TablePicture, view: TableView) -> Iterator[Rect]:
        was, self._pointed = self._pointed, picture.pointed(view)
        if was != self._pointed:
            yield from picture.pointed_extents((*was, *self._pointed))

    def _changed_buttons(self) -> Iterator[Rect]:
        states: dict[str, object] = {
            w.id: (w.name, w.enabled, w.hovered, w.pressed, w.focused, w.shows_ring) for w in self._controls.widgets
        }
        was, self._buttons = self._buttons, states
        for widget in self._controls.widgets:
            if was.get(widget.id) != states[widget.id]:
                yield reach(widget.rect)
