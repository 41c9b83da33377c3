"""Legs for the benchmark that need no window or use deterministic bots."""

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
"""With bots that play ``simply``, the scripted player has a coup fourré and an extension in its first leg."""
_CHOICES = 3


def simply(question: BotQuestion) -> BotAnswer:
    """Play the last card that can be laid, else the first legal move: constant as long as the rules are."""
    legal = question.observation.legal
    return BotAnswer([*legal[:1], *(move for move in legal if move.kind is MoveKind.LAY)][-1])


def sessions_before_decisions(
    decides: Callable[[BotQuestion], BotAnswer], plan: Plan = DEFAULT_PLAN
) -> Iterator[Session]:
    """Yield a session before each decision of the viewer's in a leg in which ``decides`` plays all seats."""
    session = Session.new(plan, seed=SEED, clock=count(1.0).__next__, bots=InlineBots(decides))
    while not session.is_leg_over:
        session.poll()
        if session.is_waiting_for_viewer:
            yield session
            session.play(decides(_asked(session)).move)


def hard_question() -> BotQuestion:
    """Return a question to the strongest bot about a turn with at least three playable cards, which needs a search."""
    return next(
        _asked(session)
        for session in sessions_before_decisions(decide)
        if len({move.card for move in session.observation.legal if move.kind is MoveKind.LAY}) >= _CHOICES
    )


def _asked(session: Session) -> BotQuestion:
    return BotQuestion(bot_spec(bot("irma", level=LEVELS[-1]), None), session.observation, "bench")
