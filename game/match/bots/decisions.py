"""Questions to bots and their answers, how a question is decided, and the stand-in for a bot that fails.

The stand-in plays by the priority list, which takes no time. A bot's move is checked against the rules only here. A
decoy question is asked although nothing is to be decided; it takes as long as a real one, so that no pause reveals
whether a coup fourré was possible.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from ai.bots.priority import priority_move
from ai.comparison import Advice
from ai.decision import deadline, never_late
from ai.spec import BotSpec
from game.engine.cards import SAFETY_AGAINST, Card
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase
from game.files.problems import Problem, ProblemCode
from game.match.bot_reasons import BotReason


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """All that a bot gets for one decision.

    ``seed`` seeds the bot's random generator. ``time_ms`` is a time limit; None, as for all decisions in a match, lets
    the bot do its level's full work, so that every machine decides alike.
    """

    spec: BotSpec
    observation: Observation
    seed: str
    time_ms: float | None = None
    is_hint: bool = False


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """A bot's move and the reason for it; with ``problem`` the bot failed and a stand-in moved.

    The coach gives ``advice`` instead of a reason.
    """

    move: Move
    reason: BotReason | None = None
    problem: Problem | None = None
    advice: Advice | None = None


def decide(question: BotQuestion, report_progress: Callable[[], None] = lambda: None) -> BotAnswer:
    """Let the bot decide a question. Equal questions give equal answers unless a time limit cuts the search off.

    ``report_progress`` is called before each simulated game. If the bot raises an exception, a stand-in answers, so the
    exception cannot end a match.
    """
    is_over = never_late if question.time_ms is None else deadline(question.time_ms)

    def is_late() -> bool:
        report_progress()
        return is_over()

    try:
        from ai.bots.factory import make_bot  # noqa: PLC0415 - loading the search takes 30 ms: not before the title
        from ai.coach import advise  # noqa: PLC0415 - as above

        rng = random.Random(question.seed)
        if question.is_hint:
            advice = advise(question.observation, rng, is_late=is_late)
            return BotAnswer(advice.best.move, advice=advice)
        decision = make_bot(question.spec).decide(question.observation, rng, is_late=is_late)
    except Exception as error:
        return stand_in_for(question, repr(error))
    return BotAnswer(decision.move, decision.reason)


def stand_in_for(question: BotQuestion, error: str) -> BotAnswer:
    """Return a stand-in's answer for a bot that failed with ``error``: the first legal move of the priority list.

    It has no reason. Like the bot, the stand-in avoids attacks on the sides that the bot spares.
    """
    return BotAnswer(_fallback_move(question), problem=failure_problem(question, error))


def failure_problem(question: BotQuestion, error: str) -> Problem:
    """Return the problem to report for a bot that failed with ``error``.

    It does not name a seat that was asked about an attack, really or as a decoy, since that would reveal who was asked.
    """
    observation = question.observation
    if observation.phase is Phase.COUP_FOURRE:
        return Problem(ProblemCode.BOT_STOOD_IN, {"error": error})
    return Problem(ProblemCode.BOT_FAILED, {"seat": str(observation.seat), "error": error})


def legal_answer(question: BotQuestion, answer: BotAnswer) -> BotAnswer:
    """Return the answer if its move is legal, else a stand-in's answer."""
    if answer.move in question.observation.legal:
        return answer
    return stand_in_for(question, f"{answer.move.text} is not legal")


def _fallback_move(question: BotQuestion) -> Move:
    observation, spec = question.observation, question.spec
    kind = tuple(move for move in observation.legal if move.side not in spec.spared) or observation.legal
    try:
        return priority_move(replace(observation, legal=kind), spec.manner)
    except Exception:  # a faulty question must not end a match
        return observation.legal[0]


def decoy_observation(observation: Observation, attack: Move) -> Observation:
    """Return what the observed seat would see if it held the safety against ``attack`` and could play it."""
    assert attack.card is not None
    seat, safety = observation.seat, SAFETY_AGAINST[attack.card]
    hand = _with_safety(observation.hand, safety)
    return replace(
        observation,
        phase=Phase.COUP_FOURRE,
        to_move=seat,
        hand=hand,
        drawn=(),
        hand_sizes=tuple(len(hand) if s == seat else size for s, size in enumerate(observation.hand_sizes)),
        legal=(move(f"{seat} {MoveKind.COUP_FOURRE} {safety.id}"), move(f"{seat} {MoveKind.DECLINE}")),
    )


def _with_safety(hand: tuple[Card, ...], safety: Card) -> tuple[Card, ...]:
    return tuple(sorted((safety, *hand[1:]), key=lambda c: c.id))
