"""What is asked of a bot and what it answers; how that is decided, and by whom where the bot fails.

A failed bot's move is that of the simplest sound play, which takes no time. Here is also the one place where a bot's
move is checked against the rules, wherever it was thought of; and the question asked for show, which takes as long as a
real one, so that no pause tells whether a coup fourré was asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from ai.bots.priority import listed_move
from ai.decision import deadline, never_late
from ai.spec import BotSpec
from game.engine.cards import SAFETY_AGAINST, Card
from game.engine.moves import Move, MoveKind, move
from game.engine.observation import Observation, Phase
from game.files.problems import Problem, ProblemCode
from game.match.bot_reasons import BotReason


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """What is asked of a bot: all that it gets.

    ``seed`` makes its random generator. ``time_ms`` is the ceiling at which it stops thinking; None, as for all that is
    decided in a match, lets it do its level's work, so that every machine decides alike.
    """

    spec: BotSpec
    observation: Observation
    seed: str
    time_ms: float | None = None


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """The bot's move and why; with a problem if it failed and a stand-in chose the move."""

    move: Move
    reason: BotReason | None = None
    problem: Problem | None = None


def decide(question: BotQuestion, report_progress: Callable[[], None] = lambda: None) -> BotAnswer:
    """Ask the bot; the answer is the same for the same question, unless that has a ceiling which cut it off.

    ``report_progress`` is called before each play-out. A bot's mistake must not end somebody's match.
    """
    is_over = never_late if question.time_ms is None else deadline(question.time_ms)

    def is_late() -> bool:
        report_progress()
        return is_over()

    try:
        from ai.bots.factory import make_bot  # noqa: PLC0415 - the search takes 30 ms to load, before the title is seen

        rng = random.Random(question.seed)
        decision = make_bot(question.spec).decide(question.observation, rng, is_late=is_late)
    except Exception as error:
        return stand_in(question, repr(error))
    return BotAnswer(decision.move, decision.reason)


def stand_in(question: BotQuestion, error: str) -> BotAnswer:
    """The priority list's move, without a reason; a driver who spares somebody still does."""
    return BotAnswer(_fallback_move(question), problem=failure(question, error))


def failure(question: BotQuestion, error: str) -> Problem:
    """What is told of a bot that failed; of one asked about an attack not even who was asked, be it in truth or not."""
    observation = question.observation
    if observation.phase is Phase.COUP_FOURRE:
        return Problem(ProblemCode.BOT_STOOD_IN, {"error": error})
    return Problem(ProblemCode.BOT_FAILED, {"seat": str(observation.seat), "error": error})


def legal_answer(question: BotQuestion, answer: BotAnswer) -> BotAnswer:
    """The answer if its move is legal, else a stand-in's."""
    if answer.move in question.observation.legal:
        return answer
    return stand_in(question, f"{answer.move.text} is not legal")


def _fallback_move(question: BotQuestion) -> Move:
    observation, spec = question.observation, question.spec
    kind = tuple(move for move in observation.legal if move.side not in spec.spared) or observation.legal
    try:
        return listed_move(replace(observation, legal=kind), spec.manner)
    except Exception:  # whatever was wrong with the question: nobody's match ends for it
        return observation.legal[0]


def decoy(observation: Observation, attack: Move) -> Observation:
    """What the seat would see if it held the safety against ``attack`` and were asked for it."""
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
