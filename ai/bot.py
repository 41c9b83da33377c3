"""The seam between the game and its bots: the description that a bot is made from.

Whoever only describes one imports nothing that thinks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ai.decision import Bot

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


def make_bot(spec: BotSpec = BotSpec()) -> Bot:
    """The bot of that description. Raises ``ValueError`` for a level, style, temper or manner that doesn't exist."""
    from ai.bots.levels import LEVEL_DATA, STYLES  # noqa: PLC0415 - 30 ms that the title does not wait for
    from ai.bots.search_bot import SearchBot  # noqa: PLC0415 - as above

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
