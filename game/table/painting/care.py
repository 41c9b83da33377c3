"""How much a frame may draw anew: the rest is shown roughly, or as it was, until one of the next frames."""

from __future__ import annotations

from typing import Final

from game.table.geometry.places import CARD_RATIO

_PX: Final = 50_000
"""Cards are turned in a frame until they are so large together: one at 1080p, where it takes 1 to 2 ms."""


class Care:
    """The cards that may still be turned in this frame; renew it for every frame.

    ``is_short`` tells that something at rest was put off, so that the next frame will differ although nothing moves;
    ``rounds`` counts the frames after which that was so.
    """

    def __init__(self) -> None:
        self._left_px: float = _PX
        self.is_short = False
        self.rounds = 0

    @property
    def is_untouched(self) -> bool:
        """Whether nothing had to be turned."""
        return self._left_px == _PX

    def renew(self) -> None:
        """Begin another frame."""
        self.rounds += self.is_short
        self._left_px, self.is_short = _PX, False

    def take(self, width: float) -> bool:
        """Whether one more card of that width may be turned."""
        if self._left_px <= 0:
            return False
        self._left_px -= width * width * CARD_RATIO
        return True

    def put_off(self) -> None:
        """Something at rest waits for the next frame."""
        self.is_short = True
