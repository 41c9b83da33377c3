"""The command line of the bots: ``python -m ai COMMAND …``, one module a command."""

from __future__ import annotations

if __name__ == "__main__":  # before all that takes time
    from game.interrupts import leave_to_the_system

    leave_to_the_system()

import sys
from collections.abc import Callable, Sequence
from typing import Final

from ai import bench, calibration, program, truth
from ai.arena import command as arena
from ai.learned_data import LearnedDataError
from game.command_line import EXIT_DONE, EXIT_FAILED, EXIT_STATUSES, EXIT_USAGE, Guard, complain
from game.engine.errors import RulesFileError


def _tune(argv: Sequence[str]) -> int:
    try:
        from ai.tune import command as tune  # noqa: PLC0415 - it alone needs numpy, which the game doesn't bring
    except ModuleNotFoundError as missing:
        complain(f"ai tune: {missing.name} is missing: install the extra 'tune'")
        return EXIT_FAILED
    return tune.main(argv)


COMMANDS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "arena": arena.main,
    "bench": bench.main,
    "bot": program.main,
    "calibration": calibration.main,
    "truth": truth.main,
    "tune": _tune,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command named first.

    The exit status is its own, 2 if there is no such command, or 1 if nobody reads what it prints any more. Whatever
    else goes wrong is told in a sentence.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    return Guard("ai", (LearnedDataError, RulesFileError)).run(lambda: _run(arguments))


def _run(arguments: list[str]) -> int:
    if arguments[:1] in (["-h"], ["--help"]):
        print(f"usage: python -m ai COMMAND …\ncommands: {', '.join(COMMANDS)}; each has its own --help")
        print(EXIT_STATUSES)
        return EXIT_DONE
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        got = f"unknown command {arguments[0]!r}" if arguments else "a command is missing"
        complain(f"ai: {got}, expected one of: {', '.join(COMMANDS)}")
        return EXIT_USAGE
    return command(arguments[1:])


if __name__ == "__main__":
    sys.exit(main())
