"""The description that a bot is made from: its level, style, temper and manner.

Whoever only describes a bot imports nothing that thinks; ``ai.bots.factory`` makes the bot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LEVELS: Final[tuple[str, ...]] = ("beginner", "steady", "skilled", "master")
"""How strong a bot is, the weakest first."""
TOP_LEVEL: Final = LEVELS[-1]

FIERCE: Final = "fierce"
SPORTING: Final = "sporting"
GENTLE: Final = "gentle"
MANNERS: Final[tuple[str, ...]] = (FIERCE, SPORTING, GENTLE)
"""The hardest first."""

LEADER: Final = "leader"
EVEN: Final = "even"
TEMPERS: Final[tuple[str, ...]] = (LEADER, EVEN)


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
