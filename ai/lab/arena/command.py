"""``python -m ai arena``: whole matches between players, from the command line (rules.md §9)."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

from ai.lab.arena.checkpoint import Checkpoint, CheckpointError
from ai.lab.arena.outcome import FOREIGN, ArenaSettings, SequenceOutcome
from ai.lab.arena.participant import can_play_foreign, command_of
from ai.lab.arena.report import ArenaProgress, as_data, as_text, fault_as_text
from ai.lab.arena.runner import play_sequences
from ai.lab.executor import HELP, executor_named
from ai.lab.players import bot_named
from game.engine.rules import RULE_SETS, Seating, load_rules
from game.engine.setup import HOUSE_RULES, MatchSetup, Options
from game.system.command_line import (
    EXIT_DONE,
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    EXIT_USAGE,
    Parser,
    integer_parser,
    print_error,
)

_DESCRIPTION: Final = """\
Play whole matches between bots and print how each player did and how the legs went. A stopped match is won by nobody.
"""
_NAMES: Final = """\
A player's name is level[/style][+manner][+temper][@effort], such as master, skilled+sporting or master/bruno+even@0.2,
with a manner of fierce (unless given), sporting or gentle and a temper of leader (unless given) or even; priority, the
list of priorities that bots are measured by, or listed, the one that the game falls back on, which may have a manner;
policy; eager; random; or exec:COMMAND, a program that speaks the
protocol of python -m ai bot.
"""


def main(argv: Sequence[str]) -> int:
    """Play the matches; return 0 if all were played, or stopped by a fault."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        settings = _settings(options)
        executor = None if options.executor is None else executor_named(options.executor)
    except ValueError as error:
        parser.error(str(error))
    try:
        return _run(settings, options, executor)
    except KeyboardInterrupt:
        print_error("arena: stopped")
        return EXIT_INTERRUPTED
    except (CheckpointError, OSError) as error:
        if isinstance(error, OSError) and error.filename is None:
            raise  # not from the checkpoint, but from the output or the system
        print_error(f"ai arena: {error}")
        return EXIT_USAGE
    except BrokenExecutor as error:
        print_error(f"ai arena: a worker died: {error}")
        return EXIT_FAILED


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="ai arena", description=_DESCRIPTION, epilog=_NAMES)
    add = parser.add_argument
    add("--seat", action="append", required=True, dest="seats", metavar="NAME", help="a player; once for each seat")
    add("--rules", choices=RULE_SETS, default=RULE_SETS[0], help="the rule set (default %(default)s)")
    add("--seating", choices=[s.value for s in Seating], default=Seating.SOLO.value, help="default %(default)s")
    count = integer_parser(at_least=1)
    add("--matches", type=count, default=100, metavar="N", help="how many; with --mirror, how many sequences of decks")
    add("--seed", type=int, default=1, metavar="K", help="the same seed deals the same decks (default 1)")
    add("--mirror", action="store_true", help="play each sequence of decks once for each rotation of the players")
    end = parser.add_mutually_exclusive_group()
    end.add_argument("--legs", type=count, metavar="N", help="a match is N legs")
    end.add_argument("--target-score", type=count, metavar="P", help="a match goes to P points")
    for name in HOUSE_RULES:
        flag = f"--{name.replace('_', '-')}"
        add(flag, action="store_true", help=f"play with the house rule {name} (rules.md §10)")
    add("--jobs", type=count, default=1, metavar="J", help="worker processes (default 1: play in this one)")
    add("--executor", metavar="MODULE:NAME", help=f"{HELP}; it plays for J workers")
    add("--time-ms", type=count, default=1000, metavar="T", help="the most a decision may take, in ms (default 1000)")
    add("--keep", type=Path, metavar="FILE", help="keep results in FILE, and go on from those that it holds already")
    add("--json", action="store_true", help="print one JSON object")
    return parser


def _settings(options: argparse.Namespace) -> ArenaSettings:
    """Return the settings of the options; raises ``ValueError`` if they cannot be played."""
    names = tuple(options.seats)
    for name in names:
        if not name.startswith(FOREIGN):
            bot_named(name)
        elif not can_play_foreign():
            raise ValueError("programs in seats need a POSIX system")
        else:
            command_of(name)
    book = load_rules(options.rules)
    target_score, legs = options.target_score, options.legs
    if target_score is None and legs is None:
        target_score, legs = book.match_target, book.match_legs
    wanted = Options(**{name: getattr(options, name) for name in HOUSE_RULES})
    seating = Seating(options.seating)
    setup = MatchSetup(options.rules, seating, len(names), wanted, target_score=target_score, legs=legs)
    return ArenaSettings(names, setup, options.seed, options.mirror, options.time_ms)


def _run(settings: ArenaSettings, options: argparse.Namespace, executor: Executor | None) -> int:
    with ExitStack() as stack:
        stack.enter_context(_terminated_like_interrupted())
        kept = None if options.keep is None else stack.enter_context(Checkpoint(options.keep, settings))
        done = {} if kept is None else {n: kept.outcomes[n] for n in kept.outcomes if n < options.matches}
        legs_per_second = _play(settings, options, executor, done, kept.add if kept else lambda _: None)
    sequences = [done[n] for n in sorted(done)]
    if options.json:
        print(json.dumps(as_data(settings, sequences, legs_per_second)))
    else:
        print(as_text(settings, sequences, legs_per_second))
    return EXIT_DONE


def _play(
    settings: ArenaSettings,
    options: argparse.Namespace,
    executor: Executor | None,
    done: dict[int, SequenceOutcome],
    keep: Callable[[SequenceOutcome], None],
) -> float:
    """Play the sequences that are not ``done`` yet; return the finished legs per second, 0 if none was left."""
    missing = [sequence for sequence in range(options.matches) if sequence not in done]
    progress = ArenaProgress(settings, options.matches)
    began_s = monotonic()
    legs = 0
    with ExitStack() as stack:
        stack.callback(progress.clear_line)
        for outcome in stack.enter_context(closing(play_sequences(settings, missing, options.jobs, executor))):
            keep(outcome)
            done[outcome.sequence] = outcome
            for match in outcome.matches:
                legs += match.legs
                if match.fault is not None:
                    progress.clear_line()
                    print(fault_as_text(match.fault), file=sys.stderr)
            progress.print_if_due(list(done.values()))
    return legs / (monotonic() - began_s) if legs else 0.0


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Treat SIGTERM as an interrupt, so that workers and foreign programs are ended too."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
