"""A player at the arena's table: one of our bots here, a program of somebody else's in ``foreign``."""

from __future__ import annotations

from functools import cache
from random import Random
from time import perf_counter
from typing import NamedTuple, Protocol

from ai.bots.players import bot_named
from ai.decision import Bot
from ai.evaluation.value_network import NetError
from game.engine.moves import Move
from game.engine.observation import Observation


class FaultError(Exception):
    """A player did what it must not; the message says what."""


class Answer(NamedTuple):
    """A legal move, how long it took, and whether the time cut the thinking off."""

    move: Move
    duration_ms: float
    was_cut: bool


class Seated(Protocol):
    """A player that can be asked."""

    def decide(self, observation: Observation, lot: str, *, time_ms: int) -> Answer:
        """Its move, one of ``observation.legal``; ``lot`` seeds its generator. Raises ``FaultError``."""

    def close(self) -> None:
        """Let it go."""


class OwnPlayer:
    """One of our bots, in this process."""

    def __init__(self, name: str) -> None:
        self._bot = _bot(name)

    def decide(self, observation: Observation, lot: str, *, time_ms: int) -> Answer:
        """Its move. Raises ``FaultError`` if the bot raises or its answer is no legal move, and ``NetError``."""
        rng = Random(lot)
        began = perf_counter()
        try:
            decision = self._bot.decide(observation, rng, time_ms=time_ms)
        except NetError:
            raise  # not the bot's fault: nothing more can be played here
        except Exception as error:
            raise FaultError(f"raised {type(error).__name__}: {error}") from error
        duration_ms = (perf_counter() - began) * 1000
        if decision.move not in observation.legal:
            raise FaultError(f"chose {decision.move.text!r}, which is not legal")
        return Answer(decision.move, duration_ms, decision.was_cut)

    def close(self) -> None:
        """Nothing to let go."""


@cache
def _bot(name: str) -> Bot:
    """Bots have no memory, so one serves all seats and matches of a process."""
    return bot_named(name)
