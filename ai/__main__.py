"""The command line of the bots, ``python -m ai COMMAND …``; each command is a module of ``ai.lab``."""

from __future__ import annotations

if __name__ == "__main__":  # before slow imports
    from game.system.interrupts import restore_default_interrupt

    restore_default_interrupt()

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from ai.learned_data import LearnedDataError
from game.engine.errors import RulesFileError
from game.system.command_line import EXIT_DONE, EXIT_FAILED, EXIT_STATUSES, EXIT_USAGE, CommandRunner, print_error

LABORATORY: Final = "ai.lab"
"""The package that contains the commands; an installed game lacks it, so it is imported only when a command is run."""
COMMANDS: Final = {
    "arena": "arena.command",
    "bench": "bench",
    "bot": "program",
    "calibration": "calibration",
    "truth": "truth",
    "tune": "tune.command",
}
"""For each command name, the module of ``ai.lab`` that has its function ``main``."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the first argument names, and return the exit status.

    The status is 2 if there is no such command, and 1 if standard output was closed. Any error is reported in one
    sentence.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    return CommandRunner("ai", (LearnedDataError, RulesFileError)).run(lambda: _run(arguments))


def _run(arguments: list[str]) -> int:
    if arguments[:1] in (["-h"], ["--help"]):
        print(f"usage: python -m ai COMMAND …\ncommands: {', '.join(COMMANDS)}; each has its own --help")
        print(EXIT_STATUSES)
        return EXIT_DONE
    if not arguments or arguments[0] not in COMMANDS:
        got = f"unknown command {arguments[0]!r}" if arguments else "a command is missing"
        print_error(f"ai: {got}, expected one of: {', '.join(COMMANDS)}")
        return EXIT_USAGE
    name = arguments[0]
    try:
        command = import_module(f"{LABORATORY}.{COMMANDS[name]}")
    except ModuleNotFoundError as missing:
        if missing.name == LABORATORY:
            print_error(f"ai {name}: works in a checkout of the source only: packages come without the laboratory")
        elif missing.name == "numpy":
            print_error(f"ai {name}: numpy is missing: install the extra 'tune'")
        else:
            raise
        return EXIT_FAILED
    status: int = command.main(arguments[1:])
    return status


if __name__ == "__main__":
    sys.exit(main())
