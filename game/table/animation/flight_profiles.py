"""The flight of each card family from a hand to its pile."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.animation import Easing, ease_out_back, ease_out_cubic, smoothstep


@dataclass(frozen=True, slots=True)
class FlightProfile:
    """A card's flight; ``arc`` is a share of the distance, ``tilt`` in degrees."""

    duration_s: float
    easing: Easing
    arc: float = 0.0
    tilt: float = 0.0


HAZARD_FLIGHT = FlightProfile(0.52, smoothstep, arc=0.22, tilt=10.0)
FLIGHT_PROFILES = {
    "distance": FlightProfile(0.32, ease_out_cubic),
    "remedy": FlightProfile(0.34, ease_out_cubic),
    "safety": FlightProfile(0.42, ease_out_back),
    "hazard": HAZARD_FLIGHT,
}
DISCARD_FLIGHT = FlightProfile(0.26, ease_out_cubic, arc=0.05)
