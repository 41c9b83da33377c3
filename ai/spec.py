"""The description from which ``ai.bots.factory`` makes a bot: level, style, and whom and how hard it attacks.

This module imports nothing of the search, for code that only describes bots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LEVELS: Final[tuple[str, ...]] = ("beginner", "steady", "skilled", "master")
"""The names of the playing strengths, the weakest first."""
TOP_LEVEL: Final = LEVELS[-1]

FIERCE: Final = "fierce"
SPORTING: Final = "sporting"
GENTLE: Final = "gentle"
AGGRESSION_NAMES: Final[tuple[str, ...]] = (FIERCE, SPORTING, GENTLE)
"""The names of how hard bots attack, the most aggressive first."""

LEADER: Final = "leader"
EVEN: Final = "even"
TARGETING_NAMES: Final[tuple[str, ...]] = (LEADER, EVEN)


@dataclass(frozen=True, slots=True)
class BotSpec:
    """The settings of a bot, which do not change and are never part of an observation.

    ``level`` is the strength, ``style`` a driver's id or ``plain``. ``temper``, one of ``TARGETING_NAMES``, is whom the
    bot attacks; it does not attack the sides in ``spared``. ``manner``, one of ``AGGRESSION_NAMES``, is how hard the
    bot attacks, the same for all bots of a match (attack_choice.py). ``effort`` is the share of the level's search that
    the bot does, 0 to 1.
    """

    level: str = TOP_LEVEL
    style: str = "plain"
    temper: str = LEADER
    spared: tuple[int, ...] = ()
    effort: float = 1.0
    manner: str = FIERCE
