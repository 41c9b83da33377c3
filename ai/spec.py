"""The description from which a bot is made: level, style, temper and manner.

Code that only describes a bot does not import the search; ``ai.bots.factory`` makes the bot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LEVELS: Final[tuple[str, ...]] = ("beginner", "steady", "skilled", "master")
"""Playing strengths, the weakest first."""
TOP_LEVEL: Final = LEVELS[-1]

FIERCE: Final = "fierce"
SPORTING: Final = "sporting"
GENTLE: Final = "gentle"
AGGRESSION_NAMES: Final[tuple[str, ...]] = (FIERCE, SPORTING, GENTLE)
"""The most aggressive first."""

LEADER: Final = "leader"
EVEN: Final = "even"
TARGETING_NAMES: Final[tuple[str, ...]] = (LEADER, EVEN)


@dataclass(frozen=True, slots=True)
class BotSpec:
    """The settings of a bot: fixed when it is made, and never part of an observation.

    ``level`` is its strength, ``style`` a driver's id or ``plain``; ``temper`` is whether it attacks the leader or
    spreads attacks evenly; it does not attack the sides in ``spared``. ``manner`` is how hard it attacks, the same for
    all drivers of a match (attack_choice.py). ``effort`` is the share of the level's search work that it does, 0 to 1.
    """

    level: str = TOP_LEVEL
    style: str = "plain"
    temper: str = LEADER
    spared: tuple[int, ...] = ()
    effort: float = 1.0
    manner: str = FIERCE
