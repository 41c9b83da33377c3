"""The choice of the music played during a leg. Pure."""

from __future__ import annotations

from game.engine.observation import Observation
from game.ui.music import PieceName

NEAR_KM = 200


def leg_music(observation: Observation) -> PieceName:
    """Return "last_200" once a side has at most 200 km left, else "race"; an extension makes the way longer again."""
    nearest_km = min(observation.target - side.km for side in observation.sides)
    return "last_200" if nearest_km <= NEAR_KM else "race"
