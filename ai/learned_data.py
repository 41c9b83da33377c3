"""Reads the files of ``ai/data``: the results of training, as JSON."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

_Learned = TypeVar("_Learned")


class LearnedDataError(Exception):
    """A file of this package's data is damaged or missing; the message names it and tells the player what to do."""


def read_learned(name: str, what: str, read: Callable[[str], _Learned]) -> _Learned:
    """Apply ``read`` to the text of ``NAME.json``; ``what`` describes the content in error messages.

    Raises ``LearnedDataError`` if the file is missing or damaged.
    """
    try:
        return read(files("ai").joinpath("data", f"{name}.json").read_text(encoding="ascii"))
    except (OSError, ValueError, LookupError, TypeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise LearnedDataError(f"{name}.json: {what} cannot be read: {why}; install the game again") from error
