"""The command line of the bench, ``python -m game.bench``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from game.app import NoWindowError
from game.bench import measurements
from game.bench.player import UnfinishedLegError
from game.system.command_line import EXIT_STATUSES, CommandRunner, Parser
from game.system.resources import AssetError


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the arguments ask for, and return the exit status."""
    runner = CommandRunner("game.bench", (NoWindowError, AssetError, UnfinishedLegError))
    return runner.run(lambda: _run(_parser().parse_args(arguments)))


def _parser() -> argparse.ArgumentParser:
    what = "Measure start, frames, waits and memory in the real window."
    parser = Parser(prog="game.bench", description=what, epilog=EXIT_STATUSES)
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.add_argument("--quick", action="store_true", help="a little of everything, to see that all can be measured")
    return parser


def _run(options: argparse.Namespace) -> int:
    extent = measurements.QUICK if options.quick else measurements.WHOLE
    return measurements.main(extent, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
