"""Reads the results of training, which are JSON files in ``ai/data``."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

_Learned = TypeVar("_Learned")


class LearnedDataError(Exception):
    """A file in ``ai/data`` is damaged or missing; the message names the file and tells the player what to do."""


def read_learned(name: str, what: str, read: Callable[[str], _Learned]) -> _Learned:
    """Parse the file ``ai/data/NAME.json`` with the function ``read``; ``what`` names its content in error messages.

    Raises ``LearnedDataError`` if the file is missing or damaged.
    """
    try:
        return read(files("ai").joinpath("data", f"{name}.json").read_text(encoding="ascii"))
    except (OSError, ValueError, LookupError, TypeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise LearnedDataError(f"{name}.json: {what} cannot be read: {why}; install the game again") from error
