"""The files of ``ai/data``: what was learned, as JSON."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

_Learned = TypeVar("_Learned")


class LearnedDataError(Exception):
    """A file of this package's data is damaged or missing; the message names it and says what to do."""


def read_learned(name: str, what: str, read: Callable[[str], _Learned]) -> _Learned:
    """What ``read`` makes of the text of ``NAME.json``, which holds ``what``.

    Raises ``LearnedDataError`` if the file is missing or damaged.
    """
    try:
        return read(files("ai").joinpath("data", f"{name}.json").read_text(encoding="ascii"))
    except (OSError, ValueError, LookupError, TypeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise LearnedDataError(f"{name}.json: {what} cannot be read: {why}; install the game again") from error
