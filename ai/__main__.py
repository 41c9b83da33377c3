"""The command line of the bots: ``python -m ai COMMAND …``, one module a command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from ai import bench, program
from ai.arena import command as arena

COMMANDS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "arena": arena.main,
    "bench": bench.main,
    "bot": program.main,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command named first; the exit status is its own, or 2 if there is no such command."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        got = f"unknown command {arguments[0]!r}" if arguments else "a command is missing"
        print(f"ai: {got}, expected one of: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    return command(arguments[1:])


if __name__ == "__main__":
    sys.exit(main())
