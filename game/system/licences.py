"""The licences of everything that the game is shipped with: ``assets/licenses/index.toml``, and the texts beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import msgspec

from game.system.resources import DamagedAssetError, asset, read_file

FOLDER = "licenses"
INDEX = "index.toml"


@dataclass(frozen=True, slots=True)
class ShippedPart:
    """One of the works that the packages consist of; all words are English, as their authors wrote them."""

    id: str
    name: str
    licence: str
    """An expression of SPDX identifiers, such as ``LGPL-2.1-or-later``."""
    texts: tuple[str, ...]
    """What ``licence_text`` is asked for."""
    notice: str
    """Whose it is, in the words that its licence wants to be said."""
    what: str
    """What it is, in a few words."""
    files: tuple[str, ...]
    """Patterns of the shipped files that it consists of; none if it is inside others."""
    ships: frozenset[str]
    """The systems whose packages have it: ``linux``, ``windows``, ``macos``."""
    home: str | None = None
    """Where it and its source come from; None for the game itself."""


class _Index(msgspec.Struct):
    part: tuple[ShippedPart, ...]


@cache
def shipped_parts() -> tuple[ShippedPart, ...]:
    """Every part, the game itself first; raises ``AssetError`` if the index is missing or damaged."""
    path = asset(FOLDER, INDEX)
    try:
        index = msgspec.toml.decode(read_file(path), type=_Index)
    except (msgspec.DecodeError, ValueError) as error:
        raise DamagedAssetError(path, error) from error
    return index.part


def licence_text(name: str) -> str:
    """A licence word for word; ``name`` is one of a part's ``texts``."""
    path = asset(FOLDER, *name.split("/"))
    try:
        return read_file(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise DamagedAssetError(path, error) from error


def licence_in_short(part: ShippedPart) -> str:
    """The first licence that a part is under; an ellipsis stands for an exception and further ones."""
    first, *more = part.licence.removeprefix("LicenseRef-").replace(" WITH ", " AND ").split(" AND ")
    return f"{first}, …" if more else first


def whole_licence(part: ShippedPart) -> str:
    """Whose a part is, under which licences and where it is from, and then every licence word for word."""
    head = "\n".join(line for line in (part.notice, part.licence, part.home) if line)
    return "\n\n".join((head, *(licence_text(name).strip("\n\f") for name in part.texts)))
