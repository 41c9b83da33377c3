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
from ai.decision import Bot, deadline
from ai.lab.players import FORM, OTHERS, TEMPERS, bot_named, spec_named
from ai.protocol import MoveRequest, ProtocolError, answer_for, parse_request, request_for
from ai.spec import LEVELS, Aggression, Targeting
from game.system.command_line import EXIT_DONE, EXIT_INTERRUPTED, Parser, print_error


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
