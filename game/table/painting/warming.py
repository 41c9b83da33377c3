"""Draws ahead what the table will need, a little a frame, so that no frame waits for many pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from game.table.animation.animation_renderer import AnimationRenderer
from game.table.painting.picture import TablePicture
from game.table.view import TableView

_DONE: Final = object()


class Warming:
    """The pictures that are still to be drawn ahead; a new one for every new ``TablePicture``."""

    def __init__(self, picture: TablePicture, performance: AnimationRenderer, view: TableView) -> None:
        self._picture = picture
        self._hand: Iterator[None] = iter(())
        self._raised: Iterator[None] = iter(())
        self._table: Iterator[None] = chain(picture.prewarm(view), performance.prewarm())
        self.follow(view)

    def follow(self, view: TableView) -> None:
        """Begin with the cards of this hand, which is on its way or lies there."""
        self._hand, self._raised = self._picture.prewarm_hand(view), self._picture.prewarm_raised(view)

    def go_on(self, *, is_moving: bool) -> None:
        """Draw one thing, unless this frame has enough to do; while anything moves only what takes little time."""
        if not self._picture.is_behind and (self._picture.care.is_untouched or not is_moving):
            waiting = (self._hand,) if is_moving else (self._hand, self._raised, self._table)
            any(next(things, _DONE) is not _DONE for things in waiting)
