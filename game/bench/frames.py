"""Frames: while a leg is played at one size, while nothing happens, and while bots think without a pause."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import count
from typing import Final

from game.bench.player import PATIENCE_S, SEED, UnfinishedLegError, playing
from game.bench.times import Cost
from game.engine.moves import MoveKind
from game.session.bots.client import LocalBots, WorkerBots
from game.session.bots.worker import Question, decide
from game.session.players import LEVELS, bot, bot_spec
from game.session.session import Session
from game.session.setup import DEFAULT_PLAN, with_levels

IDLE_S: Final = 10.0
COMING_TO_REST_S: Final = 10.0  # pictures for later are drawn in advance while nothing happens
_CHOICES: Final = 3
THINKING_S: Final = 45.0  # some three thousand frames


@dataclass(frozen=True, slots=True)
class Leg:
    """The frames of one leg at one size, those with seven cards on their way, and idling in percent of one core."""

    size: tuple[int, int]
    all_frames: Cost
    seven_cards: Cost
    idle_cpu_percent: float


@dataclass(frozen=True, slots=True)
class Thinking:
    """The frames drawn while bots think; ``decisions`` is how many the worker that never rests made meanwhile."""

    size: tuple[int, int]
    all_frames: Cost
    decisions: int


class Thinker:
    """A worker that is asked the same question of the strongest bot again and again, so that it never rests."""

    def __init__(self, question: Question) -> None:
        self.decisions = 0
        self._question = question
        self._bots = WorkerBots()
        self._bots.ask(question)

    def keep_busy(self) -> None:
        """Ask anew if it has answered."""
        if self._bots.poll() is not None:
            self.decisions += 1
            self._bots.ask(self._question)

    def close(self) -> None:
        """End the worker."""
        self._bots.close()


def measure_leg(size: tuple[int, int]) -> Leg:
    """Deal, idle, and play one leg at this window size. Raises ``UnfinishedLegError``."""
    with playing(size) as player:
        player.idle(COMING_TO_REST_S)
        began_s, began_cpu_s = time.monotonic(), time.process_time()
        player.idle(IDLE_S)
        idle = 100 * (time.process_time() - began_cpu_s) / (time.monotonic() - began_s)
        if not player.play_leg():
            raise UnfinishedLegError(f"bench: the leg had not ended after {PATIENCE_S:.0f} s")
    return Leg(size, player.frames.cost, player.sevens.cost, round(idle, 2))


def measure_thinking(size: tuple[int, int]) -> Thinking:
    """Play against the strongest bots while a second worker thinks all the time."""
    with playing(size, with_levels(DEFAULT_PLAN, LEVELS[-1])) as player:
        thinker = Thinker(_hard_question())
        try:
            _wait_for(thinker)
            player.forget_frames()
            player.before_frame = thinker.keep_busy
            player.play_leg(THINKING_S)
        finally:
            thinker.close()
    return Thinking(size, player.frames.cost, thinker.decisions)


def _hard_question() -> Question:
    """A turn of the viewer's with three cards at least to lay, asked of the strongest bot: it has to search."""
    seconds = count(1.0)
    strongest = bot_spec(bot("irma", level=LEVELS[-1]), None)
    session = Session.new(DEFAULT_PLAN, seed=SEED, clock=lambda: next(seconds), bots=LocalBots())
    while True:
        session.poll()
        if session.waiting_for_viewer:
            question = Question(strongest, session.observation, "bench")
            if len({move.card for move in session.observation.legal if move.kind is MoveKind.LAY}) >= _CHOICES:
                return question
            session.play(decide(question).move)


def _wait_for(thinker: Thinker) -> None:
    """Let the worker come up and make its first decision, which loads what all later ones use; it does not count."""
    until_s = time.monotonic() + PATIENCE_S
    while not thinker.decisions and time.monotonic() < until_s:
        thinker.keep_busy()
        time.sleep(0.01)
    thinker.decisions = 0
