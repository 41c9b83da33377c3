"""The player's choice of looks: the back of the cards, the scenery, and whether all cars are alike."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.drawing.theme import THEME

DAY = "day"
NIGHT = "night"


@dataclass(slots=True)
class Looks:
    """The looks in use: ``back`` is one of ``cards/back_….svg``, ``scenery`` one of the ``scenery`` pictures."""

    back: str = "road"
    scenery: str = DAY
    are_cars_alike: bool = False

    @property
    def seen_scenery(self) -> str:
        """The scenery drawn; by day in the contrast theme."""
        return DAY if THEME.is_plain else self.scenery

    @property
    def is_dark(self) -> bool:
        """Whether the scenery has a dark sky."""
        return self.seen_scenery == NIGHT


LOOKS = Looks()
"""The looks in use. ``use`` changes them in place: read them when drawing."""


def use(wanted: Looks) -> bool:
    """Switch to these looks; return True if they are new, so that everything must be redrawn."""
    if wanted == LOOKS:
        return False
    LOOKS.back, LOOKS.scenery, LOOKS.are_cars_alike = wanted.back, wanted.scenery, wanted.are_cars_alike
    return True
