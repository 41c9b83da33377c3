"""How much a frame may draw anew: the rest is shown roughly, or as it was, until one of the next frames."""

from __future__ import annotations

from typing import Final

_CARDS: Final = 2
"""So many cards may be turned in one frame: each takes 0.5 to 1 ms at 1080p."""


class Care:
    """The cards that may still be turned in this frame; renew it for every frame.

    ``is_short`` tells that something at rest was put off, so that the next frame will differ although nothing moves;
    ``rounds`` counts the frames after which that was so.
    """

    def __init__(self) -> None:
        self._left = _CARDS
        self.is_short = False
        self.rounds = 0

    @property
    def is_untouched(self) -> bool:
        """Whether nothing had to be turned."""
        return self._left == _CARDS

    def renew(self) -> None:
        """Begin another frame."""
        self.rounds += self.is_short
        self._left, self.is_short = _CARDS, False

    def take(self) -> bool:
        """Whether one more card may be turned."""
        if not self._left:
            return False
        self._left -= 1
        return True

    def put_off(self) -> None:
        """Something at rest waits for the next frame."""
        self.is_short = True
