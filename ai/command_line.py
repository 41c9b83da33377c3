"""What the commands of the bots share, beside what all commands do (``game.command_line``)."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from game.command_line import EXIT_DONE, EXIT_FAILED, EXIT_USAGE, Parser

__all__ = ["EXIT_DONE", "EXIT_FAILED", "EXIT_INTERRUPTED", "EXIT_USAGE", "Parser", "whole_number"]

EXIT_INTERRUPTED: Final = 130
"""What a shell reports of a program that an interrupt ended."""


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
