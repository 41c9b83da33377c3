"""The four levels of strength and the drivers' styles, as data.

A level determines how far a bot looks ahead, how much it remembers and how reliable its judgement is. A style is a few
points more or less for moves that a driver likes (art.md §8): it decides between moves of nearly equal value, and never
prevents a clearly better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from ai.search.expectimax import SearchBudget


@dataclass(frozen=True, slots=True)
class Level:
    """A playing strength, as numbers.

    ``budget`` is the amount of search. ``noise`` is the standard deviation, in points, of the bot's error in judging
    each move. ``remembered_discards`` is how many of the latest discards the bot uses to count the cards to come; None
    for all. ``early_attack_penalty`` is by how many points the bot undervalues an attack on a side that has the whole
    distance to go, less as the side advances. ``safety_bonus`` is by how many points it overvalues a safety in hand
    while a coup fourré is possible. ``makes_blunders`` permits the moves of blunders.py.
    """

    budget: SearchBudget
    noise: float = 0.0
    remembered_discards: int | None = None
    early_attack_penalty: float = 0.0
    safety_bonus: float = 0.0
    makes_blunders: bool = False

    def with_effort(self, effort: float) -> Level:
        """Return the level with only the share ``effort``, 0 to 1, of the worlds that its search plays."""
        return replace(self, budget=replace(self.budget, worlds=round(self.budget.worlds * effort)))


LEVEL_DATA: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "beginner": Level(
            SearchBudget(), noise=67.0, remembered_discards=2, early_attack_penalty=80.0, makes_blunders=True
        ),
        "steady": Level(SearchBudget(), noise=48.0, remembered_discards=12),
        "skilled": Level(SearchBudget(worlds=6, moves=3, margin=60.0, turns=3), noise=11.0, safety_bonus=25.0),
        "master": Level(SearchBudget(worlds=216, moves=5, margin=120.0, turns=8)),
    }
)
"""The levels by name, the weakest first."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """The moves that a driver likes, as points added to a move's value.

    ``attack`` is for laying a hazard, and is lost by throwing one away; ``attack_leader`` is in addition for laying it
    on the leader of the leg. ``hold`` is for each safety kept in hand while a coup fourré is possible, ``remedy`` for
    each remedy kept in hand that may be needed, ``drive`` for each 25 km laid.
    """

    attack: float = 0.0
    attack_leader: float = 0.0
    hold: float = 0.0
    remedy: float = 0.0
    drive: float = 0.0


STYLES: Final[Mapping[str, PlayStyle]] = MappingProxyType(
    {
        "plain": PlayStyle(),
        "bruno": PlayStyle(hold=100.0),
        "carla": PlayStyle(attack=20.0, attack_leader=25.0),
        "hugo": PlayStyle(remedy=20.0),
        "irma": PlayStyle(),
        "leo": PlayStyle(drive=3.0, attack=-20.0),
        "nina": PlayStyle(),
    }
)
"""The drivers' styles by driver id, and ``plain`` for none; measured by ``tests/driving_styles.py`` (docs/lab/089).

Nina is fair by her targeting, not by her style; Irma has no special style.
"""
