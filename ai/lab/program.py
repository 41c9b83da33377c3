"""``python -m ai bot``: one of our bots as a program that any program can ask (rules.md §9).

One request per line of standard input, one answer per line of standard output, until the input ends. The bot has no
memory: an answer depends only on its request (``time_ms`` aside) and on ``--seed``, unless the time cuts it off. An
invalid line, or a request at which the bot fails, is answered by ``{"error": "…"}``, with the same words on standard
error, and the next line is read. Empty lines are skipped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ai.bots.factory import make_bot
from ai.decision import Bot, BotDecision, BotReason, ReasonCode, deadline
from ai.lab.players import FORM, OTHERS, TEMPERS, bot_named, spec_named
from ai.protocol import MoveRequest, ProtocolError, parse_request, request_for
from ai.spec import LEVELS, Aggression, Targeting
from game.engine.cards import Card, Family
from game.system.command_line import EXIT_DONE, EXIT_INTERRUPTED, Parser, print_error

_TEXTS = {
    ReasonCode.ONLY_MOVE: "nothing else can be played",
    ReasonCode.WINS_LEG: "lays {card}: needs exactly this to finish",
    ReasonCode.MAKES_EXACT: "lays {card}: holds exactly the {number} km left after it",
    ReasonCode.SAFE_TRIP: "lays {card} and keeps the 200s back for a safe trip",
    ReasonCode.DRIVES: "lays {card}: {number} km",
    ReasonCode.GETS_GOING: "lays {card} and rolls",
    ReasonCode.REPAIRS: "lays {card} against {other}",
    ReasonCode.LIFTS_LIMIT: "lays {card}",
    ReasonCode.ATTACKS_LEG_LEADER: "{card} for side {side}: leads with {number} km",
    ReasonCode.ATTACKS_MATCH_LEADER: "{card} for side {side}: leads the match with {number} points",
    ReasonCode.ATTACKS_NEAR_FINISH: "{card} for side {side}: needs only {number} km",
    ReasonCode.ATTACKS_ROLLING: "{card} for side {side}: could drive on next turn",
    ReasonCode.ATTACKS_STANDING: "{card} for side {side}: stands, and will need one card more",
    ReasonCode.ATTACKS_LIMITS: "{card} for side {side}: 50 km at a time at most from now on",
    ReasonCode.ATTACKS_IN_TURN: "{card} for side {side}: nobody was attacked less so far",
    ReasonCode.DISCARDS_USELESS: "discards {card}: it can't be laid any more",
    ReasonCode.DISCARDS_DOUBLE: "discards {card}: holds another one",
    ReasonCode.DISCARDS_SHORTEST: "discards {card}: the shortest distance it holds",
    ReasonCode.DISCARDS_NEEDLESS: "discards {card}: {other} can't come any more",
    ReasonCode.DISCARDS_RARELY_NEEDED: "discards {card}: {other} can come once more at most",
    ReasonCode.DISCARDS_HITS_NOBODY: "discards {card}: it hits nobody now",
    ReasonCode.DISCARDS_SPARE: "discards {card}: can best do without it",
    ReasonCode.KEEPS_SAFETY: "discards {card} and keeps {other} for a coup fourré",
    ReasonCode.SAFETY_ROLLS: "lays {card} against {other}",
    ReasonCode.SAFETY_IN_TIME: "lays {card} while the leg lasts",
    ReasonCode.SAFETY_PLAYS_ON: "lays {card} and plays on",
    ReasonCode.COUP_FOURRE: "coup fourré against {other}: {number} points",
    ReasonCode.EXTENDS: "extends: wins the longer leg with a chance of {number} %",
    ReasonCode.STAYS: "takes the leg: would win the longer one with a chance of {number} %",
}


def main(argv: Sequence[str]) -> int:
    """Answer until the input ends. Raises ``BrokenPipeError`` when nobody reads the answers any more."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        bot = _bot(options)
    except ValueError as error:
        parser.error(str(error))
    try:
        serve(bot, sys.stdin.buffer, options.seed)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return EXIT_DONE


def serve(bot: Bot, lines: Iterable[bytes], seed: int) -> None:
    """Answer each line on standard output."""
    for line in lines:
        if line.strip():
            print(json.dumps(_answer(bot, line, seed)), flush=True)


def _answer(bot: Bot, line: bytes, seed: int) -> dict[str, Any]:
    try:
        request = parse_request(line)
        decision = bot.decide(request.observation, Random(_lot(request, seed)), is_late=deadline(request.time_ms))
    except ProtocolError as error:
        problem = str(error)
    except Exception as error:  # other programs rely on an answer to every request
        problem = f"the bot failed: {type(error).__name__}: {error}"
    else:
        return answer_for(decision)
    print_error(f"ai bot: {problem}")
    return {"error": problem}


def answer_for(decision: BotDecision) -> dict[str, Any]:
    """Return the JSON answer that states a bot's decision."""
    answer: dict[str, Any] = {"move": decision.move.text}
    if decision.reason is not None:
        answer["why"] = describe_reason(decision.reason)
    if decision.value is not None:
        answer["value"] = round(decision.value, 6)
    return answer


def describe_reason(reason: BotReason) -> str:
    """Return the reason in English words.

    >>> from game.engine.cards import card
    >>> describe_reason(BotReason(ReasonCode.KEEPS_SAFETY, card=card("km_25"), other=card("extra_tank")))
    'discards 25 km and keeps extra tank for a coup fourré'
    """
    return _TEXTS[reason.code].format(
        card=_name(reason.card), other=_name(reason.other), side=reason.side, number=reason.number
    )


def _name(card: Card | None) -> str:
    if card is None:
        return "nothing"
    return f"{card.km} km" if card.family is Family.DISTANCE else card.id.replace("_", " ")


def _lot(request: MoveRequest, seed: int) -> str:
    """Return the generator's seed: all that the request says about the game."""
    return f"{seed}/{json.dumps(request_for(request.observation, 0))}"


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="ai bot", description="Answer requests of the bot protocol until the input ends.")
    add = parser.add_argument
    names = ", ".join((*LEVELS, *OTHERS))
    add("--level", required=True, metavar="NAME", help=f"{names}; a level also as {FORM}")
    add("--style", metavar="S", help="a driver's style")
    add("--temper", choices=[*map(str, TEMPERS)], help="whom it attacks")
    add("--manner", choices=[*map(str, Aggression)], help="how hard it attacks")
    add("--effort", type=float, metavar="E", help="the share of the level's work it does, 0 to 1")
    add("--seed", type=int, default=1, metavar="N", help="the same seed answers the same (default 1)")
    return parser


def _bot(options: argparse.Namespace) -> Bot:
    kinds = {"style": str, "temper": Targeting, "manner": Aggression, "effort": float}
    changes = {name: kind(value) for name, kind in kinds.items() if (value := getattr(options, name)) is not None}
    spec = spec_named(options.level)
    if spec is None:
        if changes.keys() == {"manner"}:
            return bot_named(f"{options.level}+{options.manner}")
        if changes:
            raise ValueError(f"{options.level} has no {next(iter(changes))}")
        return bot_named(options.level)
    return make_bot(replace(spec, **changes))
