"""The licences of everything that ships with the game, read from ``assets/licenses/index.toml`` and that folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from game.phrases import Phrase
from game.system.resources import DamagedAssetError, asset_path, load_asset, read_file

FOLDER = "licenses"
INDEX = "index.toml"


@dataclass(frozen=True, slots=True)
class ShippedPart:
    """One of the works that the game's packages consist of; all texts are English, as their authors wrote them."""

    id: str
    name: str
    licence: str
    """An SPDX expression, such as ``LGPL-2.1-or-later``."""
    texts: tuple[str, ...]
    """The names of its licences' full texts, to be passed to ``licence_text``."""
    notice: str
    """The work's copyright notice, in the words that its licence requires."""
    what: str
    """A short description of what the work is for."""
    files: tuple[str, ...]
    """Glob patterns of the shipped files that the work consists of; empty if it is inside the files of other works."""
    ships: frozenset[str]
    """The systems whose packages contain the work: ``linux``, ``windows``, ``macos``."""
    home: str | None = None
    """The web address of the work and its source; None for the game itself."""

    @property
    def purpose(self) -> Phrase:
        return Phrase(self.what, "what a part of the game is for")


class _Index(Struct):
    part: Annotated[tuple[ShippedPart, ...], Meta(min_length=1)]


@cache
def shipped_parts() -> tuple[ShippedPart, ...]:
    """Return all works that ship with the game, the game itself first.

    Raises ``AssetError`` if the index of licences is missing or damaged.
    """
    return load_asset(_Index, lambda index: index.part, FOLDER, INDEX)


def licence_text(name: str) -> str:
    """Return a licence's full text; ``name`` is one of ``ShippedPart.texts``."""
    path = asset_path(FOLDER, *name.split("/"))
    try:
        return read_file(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise DamagedAssetError(path, error) from error


def licence_in_short(part: ShippedPart) -> str:
    """Return the identifier of a work's first licence, with an ellipsis if there is an exception or another licence."""
    first, *more = part.licence.removeprefix("LicenseRef-").replace(" WITH ", " AND ").split(" AND ")
    return f"{first}, …" if more else first


def whole_licence(part: ShippedPart) -> str:
    """Return a work's copyright notice, licence and web address, followed by the full text of every licence."""
    head = "\n".join(line for line in (part.notice, part.licence, part.home) if line)
    return "\n\n".join((head, *(licence_text(name).strip("\n\f") for name in part.texts)))
