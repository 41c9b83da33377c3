"""The seam between the game and its bots: the description that a bot is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ai.bots.attack_choice import FIERCE, LEADER, MANNERS, TEMPERS
from ai.bots.levels import LEVEL_DATA, STYLES
from ai.bots.search_bot import SearchBot
from ai.decision import Bot

__all__ = ["LEVELS", "MANNERS", "TEMPERS", "TOP_LEVEL", "BotSpec", "make_bot"]

LEVELS: Final[tuple[str, ...]] = tuple(LEVEL_DATA)
"""How strong a bot is, the weakest first."""
TOP_LEVEL: Final = LEVELS[-1]


@dataclass(frozen=True, slots=True)
class BotSpec:
    """All that makes a bot: given once, when it is made, and never part of an observation.

    ``level`` is its strength, ``style`` a driver's id or ``plain``; ``temper`` says whether it goes for whoever
    leads or spreads attacks evenly; the sides in ``spared`` it does not attack. ``manner`` is how hard it attacks, as
    all drivers of a match do (attack_choice.py). ``effort`` is the share of the level's work that it does, from 0 to 1.
    """

    level: str = TOP_LEVEL
    style: str = "plain"
    temper: str = LEADER
    spared: tuple[int, ...] = ()
    effort: float = 1.0
    manner: str = FIERCE


def make_bot(spec: BotSpec = BotSpec()) -> Bot:
    """The bot of that description. Raises ``ValueError`` for a level, style, temper or manner that doesn't exist."""
    for name, value, known in (
        ("level", spec.level, LEVELS),
        ("style", spec.style, tuple(STYLES)),
        ("temper", spec.temper, TEMPERS),
        ("manner", spec.manner, MANNERS),
    ):
        if value not in known:
            raise ValueError(f"bot: {name} must be one of {', '.join(known)}, got {value!r}")
    if not 0.0 <= spec.effort <= 1.0:
        raise ValueError(f"bot: effort must be from 0 to 1, got {spec.effort}")
    level = LEVEL_DATA[spec.level].at(spec.effort)
    return SearchBot(level, STYLES[spec.style], temper=spec.temper, spared=spec.spared, manner=spec.manner)
