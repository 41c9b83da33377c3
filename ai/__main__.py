"""The command line of the bots: ``python -m ai COMMAND …``, one module a command."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

from ai import bench, program
from ai.arena import command as arena
from ai.command_line import EXIT_FAILED, EXIT_USAGE


def _tune(argv: Sequence[str]) -> int:
    try:
        from ai.tune import command as tune  # noqa: PLC0415 - it alone needs numpy, which the game doesn't bring
    except ModuleNotFoundError as missing:
        print(f"ai tune: {missing.name} is missing: install the extra 'tune'", file=sys.stderr)
        return EXIT_FAILED
    return tune.main(argv)


COMMANDS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "arena": arena.main,
    "bench": bench.main,
    "bot": program.main,
    "tune": _tune,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command named first.

    The exit status is its own, 2 if there is no such command, or 1 if nobody reads what it prints any more.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        got = f"unknown command {arguments[0]!r}" if arguments else "a command is missing"
        print(f"ai: {got}, expected one of: {', '.join(COMMANDS)}", file=sys.stderr)
        return EXIT_USAGE
    try:
        status = command(arguments[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes standard output once more as it ends, which would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    return status


if __name__ == "__main__":
    sys.exit(main())
