"""The one way to read what comes from disk or a pipe: JSON, by a form.

A form is a class whose fields say what may stand in it: of a type, within its limit (limits.py), one of the words that
exist; ``read`` lets nothing else through. So nothing that gets any further has to be doubted again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar, overload

import msgspec
from msgspec import Struct

from game.engine.errors import brief
from game.engine.reading import json_value

Json = dict[str, Any]
T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)

_MOST_LETTERS = 300
"""Of what is said about a wrong form, which may hold anything."""


class FormatError(ValueError):
    """A file's content is not what it must be; the message says which field, expected what, got what."""


class NewerFormatError(FormatError):
    """A file that a later version of the game wrote."""


@overload
def read(data: object, form: type[T]) -> T: ...
@overload
def read(data: object, form: Any) -> Any: ...
def read(data: object, form: Any) -> Any:
    """What is in JSON data, or in an object with such attributes, by that form; raises ``FormatError``.

    A boolean is no number, 1.0 is no whole one, and further fields are left alone.
    """
    try:
        return msgspec.convert(data, form, from_attributes=True)
    except (msgspec.ValidationError, UnicodeError, RecursionError) as error:  # half a surrogate is of no word
        raise FormatError(str(error)[:_MOST_LETTERS]) from None


def known(words: type[W], word: str) -> W:
    """That word, or the first there is in place of one that only a later version knows."""
    return next((one for one in words if one == word), next(iter(words)))


class _Head(Struct, frozen=True):
    format: str
    version: int


def migrated(data: bytes, name: str, version: int, migrations: Mapping[int, Callable[[Json], Json]]) -> Json:
    """The object in a file of this format, brought to this version: ``migrations`` has for each older the step on.

    Raises ``FormatError`` for anything else, ``NewerFormatError`` for a later version, which cannot be understood.
    """
    form = object_of(data)
    written = read(form, _Head)
    if written.format != name or written.version < min(migrations, default=version):
        raise FormatError(f"expected {name} of version {version}")
    if written.version > version:
        raise NewerFormatError(f"expected {name} of version {version} at most, got {brief(written.version)}")
    for older in range(written.version, version):
        form = migrations[older](form)
    return form


def object_of(data: bytes) -> Json:
    """The object in a file, of whatever format; raises ``FormatError`` if there is none.

    JSON means JSON: UTF-8, no ``NaN``, no key twice.
    """
    try:
        return read(json_value(data, object_pairs_hook=_object), Json)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(f"not JSON: {error}") from None


def _object(pairs: list[tuple[str, object]]) -> Json:
    form = dict(pairs)
    if len(form) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return form
