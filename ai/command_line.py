"""What the commands of the bots share: an argument parser that says what is wrong in one sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Final, NoReturn

EXIT_DONE: Final = 0
EXIT_FAILED: Final = 1
EXIT_USAGE: Final = 2
EXIT_INTERRUPTED: Final = 130
"""What a shell reports of a program that an interrupt ended."""


class Parser(argparse.ArgumentParser):
    """An argument parser without the usage lines in front of its complaint."""

    def error(self, message: str) -> NoReturn:
        """Say it on standard error and leave."""
        print(f"{self.prog}: {message}; try --help", file=sys.stderr)
        sys.exit(EXIT_USAGE)


def whole_number(*, at_least: int) -> Callable[[str], int]:
    """A reader of whole numbers from ``at_least`` on, for ``add_argument(type=…)``."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = at_least - 1
        if number < at_least:
            raise argparse.ArgumentTypeError(f"must be a whole number from {at_least}, got {text!r}")
        return number

    return read
