"""How a bot plays, as data: the four levels of strength, and the drivers' styles.

A level is how far a bot looks, how well it remembers, how steady its judgement is. A style is a few points more or less
for what a driver is fond of (art.md §8): it shifts the value of moves that the evaluation finds nearly alike, and never
hides a clearly better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from ai.search.expectimax import SearchBudget


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play, as numbers.

    ``budget`` is the search. ``noise`` is the spread, in points, of what its judgement of each move is off.
    ``remembers`` is how many of the cards discarded last it has in mind when it counts what may still come; None for
    all.
    ``attacks_late`` are the points it thinks an attack less worth as long as its victim has most of the way to go.
    ``holds`` are the points it thinks a safety in hand more worth, for the hope of a coup fourré, while that lasts.
    ``is_absurd`` says that it does what no experienced person would (absurd.py).
    """

    budget: SearchBudget
    noise: float = 0.0
    remembers: int | None = None
    attacks_late: float = 0.0
    holds: float = 0.0
    is_absurd: bool = False

    def at(self, effort: float) -> Level:
        """The level with that share of its worlds, from 0 to 1."""
        return replace(self, budget=replace(self.budget, worlds=round(self.budget.worlds * effort)))


LEVEL_DATA: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "beginner": Level(SearchBudget(), noise=67.0, remembers=2, attacks_late=80.0, is_absurd=True),
        "steady": Level(SearchBudget(), noise=48.0, remembers=12),
        "skilled": Level(SearchBudget(worlds=6, moves=3, margin=60.0, turns=3), noise=11.0, holds=25.0),
        "master": Level(SearchBudget(worlds=216, moves=5, margin=120.0, turns=8)),
    }
)
"""By name, the weakest first."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """What a driver is fond of, as points added to a move's value.

    ``attack``: to laying a hazard; ``attack_leader``: on who leads the leg.
    ``hold``: for each safety that stays in hand; ``remedy``: for each remedy that stays in hand and can still be
    needed; ``drive``: to each 25 km laid.
    """

    attack: float = 0.0
    attack_leader: float = 0.0
    hold: float = 0.0
    remedy: float = 0.0
    drive: float = 0.0


STYLES: Final[Mapping[str, PlayStyle]] = MappingProxyType(
    {
        "plain": PlayStyle(),
        "bruno": PlayStyle(hold=12.0),
        "carla": PlayStyle(attack=4.0, attack_leader=8.0),
        "hugo": PlayStyle(remedy=6.0),
        "irma": PlayStyle(),
        "leo": PlayStyle(drive=2.0, attack=-4.0),
        "nina": PlayStyle(attack=2.0),
    }
)
"""The drivers' styles by driver id, and ``plain`` without any. Nina's even hand is her temper, Irma's style is none."""
