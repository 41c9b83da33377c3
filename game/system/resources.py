"""Paths of the files that ship with the game, in a checkout, an installed wheel or a frozen app; all are read-only."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_MOST_LETTERS = 300  # of a reason, which may quote a file's content


class AssetError(Exception):
    """The file at ``path``, which ships with the game, cannot be used; the message is a sentence that names it."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path.name}: {what}; install the game again")
        self.path = path


class MissingAssetError(AssetError):
    """A file that ships with the game is missing."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"missing from the installation, looked for in {path.parent}")


class DamagedAssetError(AssetError):
    """A file that ships with the game cannot be read or has wrong content."""

    def __init__(self, path: Path, why: object) -> None:
        self.why = _in_words(why)
        super().__init__(path, f"damaged in the installation, in {path.parent} ({self.why})")


def _in_words(why: object) -> str:
    return why.strerror if isinstance(why, OSError) and why.strerror else " ".join(str(why)[:_MOST_LETTERS].split())


_USED_UP = {errno.EMFILE, errno.ENFILE, errno.ENOMEM}


def read_file(path: Path) -> bytes:
    """Return the content of a file that ships with the game.

    Raises ``AssetError``, or ``OSError`` if the system lacks memory or file handles.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise MissingAssetError(path) from None
    except OSError as error:
        if error.errno in _USED_UP:
            raise
        raise DamagedAssetError(path, error) from error


@cache
def data_root() -> Path:
    """Return the folder that contains ``assets/`` and ``locale/``."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen)
    packaged = Path(str(files("game"))) / "data"
    return packaged if packaged.is_dir() else checkout_root()


def checkout_root() -> Path:
    """Return the root folder of the source tree; meaningful only if ``is_checkout()``."""
    return Path(str(files("game"))).parent


def installation_id() -> tuple[int, int] | None:
    """Return an id of this installation that changes with every update, or None if it cannot be determined.

    A checkout always has the same id, as its files change while somebody works on them.
    """
    if is_checkout():
        return 0, 0
    is_frozen = getattr(sys, "_MEIPASS", None) is not None
    try:
        found = os.stat(sys.executable if is_frozen else checkout_root() / "game" / "__init__.py")
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def is_checkout() -> bool:
    """Return whether the game runs from a source tree, which has no compiled catalogues."""
    return data_root() == checkout_root() and getattr(sys, "_MEIPASS", None) is None


def asset_path(*parts: str) -> Path:
    """Return the path of a file in ``assets/``; ``parts`` are its folders and name.

    Raises ``AssetError`` if the file is missing.
    """
    path = data_root().joinpath("assets", *parts)
    try:
        if path.is_file():
            return path
    except OSError as error:
        raise DamagedAssetError(path, error) from error
    raise MissingAssetError(path)


def load_asset(form: Any, make: Callable[[Any], T], *parts: str) -> T:
    """Return what ``make`` makes of a data file in ``assets/``, whose content must be of the msgspec ``form``.

    Raises ``AssetError``, also if ``make`` raises a ``ValueError``.
    """
    path = asset_path(*parts)
    decode: Callable[..., Any] = msgspec.toml.decode if path.suffix == ".toml" else msgspec.json.decode
    try:
        return make(decode(read_file(path), type=form))
    except (ValueError, RecursionError) as error:
        raise DamagedAssetError(path, error) from error
