"""The drivers' styles, as data: a few points more or less for what each of them is fond of (art.md §8).

A style shifts the value of moves that the evaluation finds nearly alike; it never hides a clearly better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """Points added to a move's value. ``attack``: to laying a hazard; ``attack_leader``: on who leads the leg.

    ``hold``: for each safety that stays in hand; ``remedy``: for each remedy that stays in hand and can still be
    needed; ``drive``: to each 25 km laid.
    """

    attack: float = 0.0
    attack_leader: float = 0.0
    hold: float = 0.0
    remedy: float = 0.0
    drive: float = 0.0


STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {
        "plain": Style(),
        "bruno": Style(hold=12.0),
        "carla": Style(attack=4.0, attack_leader=8.0),
        "hugo": Style(remedy=6.0),
        "irma": Style(),
        "leo": Style(drive=2.0, attack=-4.0),
        "nina": Style(attack=2.0),
    }
)
"""The drivers' styles by driver id, and ``plain`` without any. Nina's even hand is her temper, Irma's style is none."""
