"""What was chosen for all that is drawn: the back of the cards, the scenery, and whether all cars are alike."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.drawing.theme import THEME

DAY = "day"
NIGHT = "night"


@dataclass(slots=True)
class Looks:
    """What is in use: ``back`` is one of ``cards/back_….svg``, ``scenery`` of those in ``scenery``."""

    back: str = "road"
    scenery: str = DAY
    are_cars_alike: bool = False

    @property
    def seen_scenery(self) -> str:
        """The scenery; by day where colours are to stand out."""
        return DAY if THEME.is_plain else self.scenery

    @property
    def is_dark(self) -> bool:
        """Whether the sky is."""
        return self.seen_scenery == NIGHT


LOOKS = Looks()
"""They change by ``use``, so ask for them when drawing."""


def use(wanted: Looks) -> bool:
    """Draw so from now on; True if that is new: then all that is shown is to be drawn again."""
    if wanted == LOOKS:
        return False
    LOOKS.back, LOOKS.scenery, LOOKS.are_cars_alike = wanted.back, wanted.scenery, wanted.are_cars_alike
    return True
