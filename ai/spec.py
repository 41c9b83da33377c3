"""The description from which ``ai.bots.factory`` makes a bot: level, style, and whom and how hard it attacks.

This module imports nothing of the search, for code that only describes bots.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LEVELS: Final[tuple[str, ...]] = ("beginner", "steady", "skilled", "master")
"""The names of the playing strengths, the weakest first."""
TOP_LEVEL: Final = LEVELS[-1]


class Targeting(StrEnum):
    """Which opponents a bot attacks; also called its *temper*."""

    LEADER = "leader"
    """The side that leads the leg or, if the match may end with it, the side most likely to win the match.

    The choice is among the sides that the bot may hit. It takes a clearly better attack (ai/bots/attack_choice.py).
    """
    EVEN = "even"
    """Of the sides that the bot may hit, the one that was attacked least often in this leg."""
    SPARES = "spares"
    """Like ``LEADER``, but never the sides that ``BotSpec.spared`` names: the person's."""


class Aggression(StrEnum):
    """How hard all bots of a match attack, whatever each one's level and targeting; also called their *manner*."""

    FIERCE = "fierce"
    """A bot makes the attack that brings the most points, whichever side it hits."""
    SPORTING = "sporting"
    """No side is attacked twice between two of its turns, nor in the first three rounds while it has 0 km."""
    GENTLE = "gentle"
    """Like ``SPORTING``, but a bot attacks only sides ahead of its own, and none that was hit in its last three turns.
    """


@dataclass(frozen=True, slots=True)
class BotSpec:
    """The settings of a bot, which do not change and are never part of an observation.

    ``level`` is the strength, ``style`` a driver's id or ``plain``. ``temper`` is whom the bot attacks; it does not
    attack the sides in ``spared``. ``manner`` is how hard it attacks, the same for all bots of a match. ``effort`` is
    the share of the level's search that the bot does, 0 to 1.
    """

    level: str = TOP_LEVEL
    style: str = "plain"
    temper: Targeting = Targeting.LEADER
    spared: tuple[int, ...] = ()
    effort: float = 1.0
    manner: Aggression = Aggression.FIERCE
