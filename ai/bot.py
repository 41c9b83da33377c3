"""The seam between the game and its bots: what a bot is made from, and the one question it answers."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final, Protocol

from ai.expectimax import Expectimax
from ai.weights import STYLES
from game.engine.moves import Move
from game.engine.observation import Observation

LEVELS: Final[tuple[str, ...]] = ("steady",)
TEMPERS: Final[tuple[str, ...]] = ("leader", "even")


@dataclass(frozen=True, slots=True)
class BotSpec:
    """All that makes a bot: given once, when it is made, and never part of an observation.

    ``level`` is its strength, ``style`` a driver's id or ``plain``; ``temper`` says whether it goes for whoever is
    likeliest to win or treats its opponents alike; the sides in ``spared`` it attacks only if nothing else will do.
    """

    level: str = "steady"
    style: str = "plain"
    temper: str = "leader"
    spared: tuple[int, ...] = ()


class Bot(Protocol):
    """A seat's mind, without memory: the observation holds all it may know."""

    def decide(self, observation: Observation, rng: random.Random) -> Move:
        """One of ``observation.legal``; the same for the same observation and the same state of ``rng``."""


def make_bot(spec: BotSpec = BotSpec()) -> Bot:
    """The bot of that description. Raises ``ValueError`` for a level, style or temper that doesn't exist."""
    for name, value, known in (
        ("level", spec.level, LEVELS),
        ("style", spec.style, tuple(STYLES)),
        ("temper", spec.temper, TEMPERS),
    ):
        if value not in known:
            raise ValueError(f"bot: {name} must be one of {', '.join(known)}, got {value!r}")
    return Expectimax(STYLES[spec.style], is_even_handed=spec.temper == "even", spared=spec.spared)
