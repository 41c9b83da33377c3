"""Who moves for a bot that failed: the simplest sound play, which takes no time; and what is told of it.

Here is also the one place where a bot's move is checked against the rules, wherever it was thought of.
"""

from __future__ import annotations

import random
from dataclasses import replace

from ai.bots.priority import PriorityBot
from game.engine.moves import Move
from game.engine.observation import Phase
from game.session.bots.question import Answer, Question
from game.session.problems import Problem, ProblemCode


def stand_in(question: Question, error: str) -> Answer:
    """The priority list's move, without a reason; a driver who spares somebody still does."""
    return Answer(_habit(question), problem=failure(question, error))


def failure(question: Question, error: str) -> Problem:
    """What is told of a bot that failed; of one asked about an attack not even who was asked, be it in truth or not."""
    observation = question.observation
    if observation.phase is Phase.COUP_FOURRE:
        return Problem(ProblemCode.BOT_STOOD_IN, {"error": error})
    return Problem(ProblemCode.BOT_FAILED, {"seat": str(observation.seat), "error": error})


def legal_answer(question: Question, answer: Answer) -> Answer:
    """The answer if its move is legal, else a stand-in's."""
    if answer.move in question.observation.legal:
        return answer
    return stand_in(question, f"{answer.move.text} is not legal")


def _habit(question: Question) -> Move:
    observation, spec = question.observation, question.spec
    kind = tuple(move for move in observation.legal if move.side not in spec.spared) or observation.legal
    try:
        bot, rng = PriorityBot(manner=spec.manner), random.Random(question.seed)
        return bot.decide(replace(observation, legal=kind), rng).move
    except Exception:  # whatever was wrong with the question: nobody's match ends for it
        return observation.legal[0]
