"""The numbers of the evaluation, as data: points of a leg unless said otherwise. Styles differ from them a little."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """What a hand and a lead are worth beyond what the score sheet says."""

    remedies: tuple[float, ...] = (26.0, 8.0, 2.0)
    """The first, second, third remedy of a kind in hand, ready for a hazard that may still come."""
    gos: tuple[float, ...] = (30.0, 16.0, 6.0)
    end_of_limits: tuple[float, ...] = (14.0, 4.0, 1.0)
    hazards: tuple[float, ...] = (20.0, 12.0, 5.0)
    """The first, second, third hazard of a kind in hand that somebody can still be hit with."""
    distance_per_km: float = 0.06
    """A distance card in hand, on top of the turns it saves."""
    spread_turns: float = 5.0
    """How many turns of lead make the race e : 1."""
    run: float = 0.8
    """A kilometre that a side will probably lay before the leg is over."""
    tempo: float = 32.0
    """Being the next to play again."""
    aim: float = 0.75
    """The chance that an opponent who has a hazard for this side gets to lay it on this side, if it is the only one."""
    hold: float = 1.0
    """How much of a coup fourré's expected points a safety in hand is worth."""
    attack: float = 1.0
    """How much the opponents' prospects weigh against the own."""
    threat_points: float = 450.0
    """How many points of lead make an opponent e times as dangerous as another."""
    match: float = 1500.0
    """Having won the match, or lost it."""


PLAIN: Final = Weights()

STYLES: Final[Mapping[str, Weights]] = MappingProxyType(
    {
        "plain": PLAIN,
        "bruno": replace(PLAIN, hold=1.25),
        "carla": replace(PLAIN, attack=1.15, threat_points=300.0),
        "hugo": replace(PLAIN, remedies=(32.0, 12.0, 3.0), gos=(34.0, 20.0, 8.0)),
        "irma": PLAIN,
        "leo": replace(PLAIN, run=1.0, attack=0.9),
        "nina": replace(PLAIN, threat_points=1200.0),
    }
)
"""The drivers' styles by driver id, and ``plain`` without any."""
