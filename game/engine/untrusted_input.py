"""Reads files and JSON from untrusted sources: only regular files of a limited size, without ever blocking."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

_FLAGS: Final = sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK"))
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)  # Windows lacks the flag: there only the check before opening protects

_KINDS: Final = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class IrregularFileError(OSError):
    """A path must not be read: it is not that of a regular file, or the file is too large; the message says which."""


def read_regular_file(path: str | Path, max_bytes: int, *, follows_links: bool = False) -> bytes:
    """Return the content of a regular file of at most ``max_bytes`` bytes.

    Reading a pipe may block for ever, reading a device may never end, and opening one may have effects: so the path is
    checked before it is opened, and the open file again. Raises ``OSError`` if the file cannot be read,
    ``IrregularFileError`` if it must not be read, ``ValueError`` for an invalid path.
    """
    with _open(path, max_bytes, follows_links=follows_links) as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:  # the file has grown meanwhile, or the system generates it while it is read
        raise _irregular(errno.EFBIG)
    return data


def read_head(path: str | Path, n: int, max_bytes: int) -> bytes:
    """Return the first ``n`` bytes of what ``read_regular_file`` would return; raises the same errors."""
    with _open(path, max_bytes, follows_links=True) as file:
        return file.read(n)


def _open(path: str | Path, max_bytes: int, *, follows_links: bool) -> BinaryIO:
    _check(os.stat(path, follow_symlinks=follows_links), max_bytes)
    flags = os.O_RDONLY | _FLAGS | (0 if follows_links else _NO_LINK)
    file = open(os.open(path, flags), "rb")  # noqa: SIM115 - the caller closes it
    try:
        _check(os.fstat(file.fileno()), max_bytes)
    except BaseException:
        file.close()
        raise
    return file


def _check(found: os.stat_result, most_bytes: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise _irregular(errno.EISDIR)
    if not stat.S_ISREG(found.st_mode):
        what = next((name for is_it, name in _KINDS if is_it(found.st_mode)), "something else")
        raise IrregularFileError(f"it is no file, but {what}")
    if found.st_size > most_bytes:
        raise _irregular(errno.EFBIG)


def _irregular(code: int) -> IrregularFileError:
    """Return an error with the system's own text, which the interface translates."""
    return IrregularFileError(code, os.strerror(code))


def parse_json(text: str | bytes, **hooks: Any) -> Any:
    """Parse strict JSON: UTF-8 without a byte order mark, no ``NaN``. Raises ``ValueError``.

    ``hooks`` are keyword arguments of ``json.loads``.
    """
    try:
        return json.loads(text if isinstance(text, str) else text.decode("utf-8"), parse_constant=_refuse, **hooks)
    except RecursionError as error:
        raise ValueError(str(error)) from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")
