"""Legs for the benchmark that need no window, or bots that are always alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from game.bench.player import SEED
from game.engine.moves import MoveKind
from game.match.bots.client import LocalBots
from game.match.bots.decisions import BotAnswer, BotQuestion, decide
from game.match.plan import DEFAULT_PLAN, Plan
from game.match.session import Session
from game.people.players import LEVELS, bot, bot_spec

EVENTFUL_SEED = 905
"""With bots that play ``simply`` the scripted player's first leg has a coup fourré and an extension, both its own."""
_CHOICES = 3


def simply(question: BotQuestion) -> BotAnswer:
    """Lay the last card that can be laid, else make the first move there is: as long as the rules are the same."""
    legal = question.observation.legal
    return BotAnswer([*legal[:1], *(move for move in legal if move.kind is MoveKind.LAY)][-1])


def decisions(decides: Callable[[BotQuestion], BotAnswer], plan: Plan = DEFAULT_PLAN) -> Iterator[Session]:
    """A leg in which everybody plays so, as it is before each decision of the viewer's."""
    session = Session.new(plan, seed=SEED, clock=count(1.0).__next__, bots=LocalBots(decides))
    while not session.is_leg_over:
        session.poll()
        if session.waiting_for_viewer:
            yield session
            session.play(decides(_asked(session)).move)


def hard_question() -> BotQuestion:
    """A turn of the viewer's with three cards at least to lay, asked of the strongest bot: it has to search."""
    return next(
        _asked(session)
        for session in decisions(decide)
        if len({move.card for move in session.observation.legal if move.kind is MoveKind.LAY}) >= _CHOICES
    )


def _asked(session: Session) -> BotQuestion:
    return BotQuestion(bot_spec(bot("irma", level=LEVELS[-1]), None), session.observation, "bench")
