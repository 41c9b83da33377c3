"""Which piece is heard while a leg is played. Pure."""

from __future__ import annotations

from game.engine.observation import Observation
from game.ui.music import PieceName

NEAR_KM = 200


def leg_music(observation: Observation) -> PieceName:
    """The race, or what is quicker once a side has the last 200 km before it; an extension makes the way long again."""
    nearest_km = min(observation.target - side.km for side in observation.sides)
    return "last_200" if nearest_km <= NEAR_KM else "race"
