"""Legs for the benchmark, played without a window or by bots that always choose the same moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from game.bench.player import SEED
from game.engine.moves import MoveKind
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotAnswer, BotQuestion, decide
from game.match.plan import DEFAULT_PLAN, Plan
from game.match.session import Session
from game.people.players import LEVELS, bot, bot_spec

EVENTFUL_SEED = 905
"""A seed with which the scripted player, against the simple bots below, has a coup fourré and an extension in leg 1."""
_CHOICES = 3


def decide_simply(question: BotQuestion) -> BotAnswer:
    """Answer with the last card that can be laid, else the first legal move: constant as long as the rules are."""
    legal = question.observation.legal
    return BotAnswer([*legal[:1], *(move for move in legal if move.kind is MoveKind.LAY)][-1])


def sessions_before_decisions(
    decides: Callable[[BotQuestion], BotAnswer], plan: Plan = DEFAULT_PLAN
) -> Iterator[Session]:
    """Yield a session before each of the viewer's decisions in one leg; ``decides`` answers for all seats."""
    session = Session.new(plan, seed=SEED, clock=count(1.0).__next__, bots=InlineBots(decides))
    while not session.is_leg_over:
        session.poll()
        if session.is_waiting_for_viewer:
            yield session
            session.play(decides(_asked(session)).move)


def hard_question() -> BotQuestion:
    """Return a question to the strongest bot that needs a search.

    It is about a turn with at least three playable cards.
    """
    return next(
        _asked(session)
        for session in sessions_before_decisions(decide)
        if len({move.card for move in session.observation.legal if move.kind is MoveKind.LAY}) >= _CHOICES
    )


def _asked(session: Session) -> BotQuestion:
    return BotQuestion(bot_spec(bot("irma", level=LEVELS[-1]), ()), session.observation, "bench")
