"""The player's choice of looks: the back of the cards, the scenery, and whether all cars look alike."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.drawing.theme import THEME

DAY = "day"
NIGHT = "night"


@dataclass(slots=True)
class Looks:
    """A choice of looks: ``back`` is the ``…`` of a picture ``cards/back_….svg``, ``scenery`` names the landscape.

    ``region`` names the landscape of the region that the screen shows, on its map too; None if it shows none.
    """

    back: str = "road"
    scenery: str = DAY
    are_cars_alike: bool = False
    region: str | None = None

    @property
    def seen_scenery(self) -> str:
        """The scenery that is drawn: in the contrast theme always the one by day."""
        return DAY if THEME.is_plain else self.region or self.scenery

    @property
    def is_dark(self) -> bool:
        """Whether the scenery has a dark sky."""
        return self.seen_scenery == NIGHT


LOOKS = Looks()
"""The looks in use. ``switch_looks`` changes them in place, so read them at every drawing."""


def switch_looks(wanted: Looks) -> bool:
    """Switch to these looks; return True if they differ from the present ones, so that everything must be redrawn."""
    if wanted == LOOKS:
        return False
    LOOKS.back, LOOKS.scenery, LOOKS.are_cars_alike = wanted.back, wanted.scenery, wanted.are_cars_alike
    LOOKS.region = wanted.region
    return True
