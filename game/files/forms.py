"""The only way to read JSON from disk or a pipe: checked against a msgspec schema, called a form.

A form is a class whose fields state the type, the limit (limits.py) and the allowed words. ``convert`` accepts nothing
else, so data that passed needs no further check.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeVar, overload

import msgspec
from msgspec import Struct

from game.engine.errors import abbreviate
from game.engine.untrusted_input import parse_json

Json = dict[str, Any]
T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)

_MOST_LETTERS = 300
"""The longest error message, in characters: it quotes wrong data, which may have any length."""


class FormatError(ValueError):
    """Raised if the content of a file is not as expected; the message names field, expected and actual value."""


class NewerFormatError(FormatError):
    """Raised for a file that a later version of the game wrote."""


@overload
def convert(data: object, form: type[T]) -> T: ...
@overload
def convert(data: object, form: Any) -> Any: ...
def convert(data: object, form: Any) -> Any:
    """Convert JSON data, or an object with matching attributes, to the form (a type); raises ``FormatError``.

    Types are strict: a boolean is no number and 1.0 no integer. Unknown fields are ignored.
    """
    try:
        return msgspec.convert(data, form, from_attributes=True)
    except (msgspec.ValidationError, UnicodeError, RecursionError) as error:  # a lone surrogate belongs to no word
        raise FormatError(str(error)[:_MOST_LETTERS]) from None


def known_or_first(words: type[W], word: str) -> W:
    """Return the member of an enum with that value, or the first member if only a later version knows it."""
    return next((one for one in words if one == word), next(iter(words)))


class _FormatHeader(Struct, frozen=True):
    format: str
    version: int


def parse_versioned(data: bytes, name: str, version: int) -> Json:
    """Return the JSON object of a file of the format ``name`` and of that version.

    Raises ``NewerFormatError`` for a file of a later version, ``FormatError`` for anything else.
    """
    form = parse_object(data)
    written = convert(form, _FormatHeader)
    if written.format == name and written.version > version:
        raise NewerFormatError(f"expected {name} of version {version} at most, got {abbreviate(written.version)}")
    if (written.format, written.version) != (name, version):
        raise FormatError(f"expected {name} of version {version}")
    return form


def parse_object(data: bytes) -> Json:
    """Return the JSON object in a file's content, whatever its format; raises ``FormatError``.

    Strict JSON: UTF-8, no ``NaN``, no duplicate keys.
    """
    try:
        return convert(parse_json(data, object_pairs_hook=_object), Json)
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(f"not JSON: {error}") from None


def _object(pairs: list[tuple[str, object]]) -> Json:
    form = dict(pairs)
    if len(form) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return form
