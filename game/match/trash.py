"""The folder of deleted matches: each lies there for thirty days, by its name and when it was deleted.

Nothing but files of such names is ever removed there, and nothing at all if the folder is a link: what lies behind it
is none of ours.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from game.files.writer import check_replaceable, flush_folder, is_there, remove

DELETED = "deleted"
"""The folder beside the kept matches."""
DAYS = 30
"""How long what was deleted can be fetched back; then the next start removes it."""
DAY_S = 86_400

_NAME = r"([A-Za-z0-9_-]{1,64}(?:\.broken-\d{1,6})?)"
_DATED = re.compile(_NAME + r"\.deleted-(\d{1,12})\.json")
_UNDATED = re.compile(_NAME + r"\.json")  # of a version that emptied the folder at each start


class DeletedFile(NamedTuple):
    """A match that was deleted, or a file that was set aside: its id, where it lies, when it was, in s since 1970."""

    id: str
    path: Path
    deleted_s: int

    @property
    def gone_from_s(self) -> int:
        """From when on it is removed for good."""
        return self.deleted_s + DAYS * DAY_S


class DeletedMatches:
    """What was deleted, in ``folder``. Nothing here is for a frame; all of it may raise ``OSError`` but ``sweep``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def place(self, path: Path, deleted_s: int) -> Path:
        """Where a kept file goes that is deleted in that second."""
        return self.folder / f"{path.stem}.deleted-{deleted_s}.json"

    def files(self) -> list[DeletedFile]:
        """All that can be fetched back, the latest first."""
        return sorted(self._dated(), key=lambda file: (-file.deleted_s, file.id))

    def last(self, id: str) -> Path:
        """Where the match of that id lies as it was deleted last."""
        found = next((file.path for file in self.files() if file.id == id), None)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), id)
        return found

    def move(self, path: Path, place: Path) -> None:
        """Give a file another place, in which nothing lies, here or from here, and have both folders know it."""
        place.parent.mkdir(parents=True, exist_ok=True)
        self._check()
        check_replaceable(path)
        if is_there(place):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place))
        path.rename(place)
        flush_folder(place.parent)
        flush_folder(path.parent)

    def empty(self) -> None:
        """Remove all that was deleted for good."""
        _remove_all(self._dated())

    def sweep(self, today_s: int) -> None:
        """Remove for good what was deleted thirty days ago; what can't be removed stays.

        What has no date, or one that is still to come, gets that of today.
        """
        with contextlib.suppress(OSError):
            self._date_all(today_s)
            _remove_all(file for file in self._dated() if file.gone_from_s <= today_s)

    def _dated(self) -> Iterator[DeletedFile]:
        for name in self._names():
            found = _DATED.fullmatch(name)
            if found is not None:
                yield DeletedFile(found[1], self.folder / name, int(found[2]))

    def _date_all(self, today_s: int) -> None:
        for name in self._names():
            undated, dated = _UNDATED.fullmatch(name), _DATED.fullmatch(name)
            id = undated[1] if undated else dated[1] if dated and int(dated[2]) > today_s + DAY_S else ""
            if id:
                with contextlib.suppress(OSError):
                    self.move(self.folder / name, self.folder / f"{id}.deleted-{today_s}.json")

    def _names(self) -> list[str]:
        """What lies there; nothing if the folder is not there, or is none of ours."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            self._check()
            return os.listdir(self.folder)
        return []

    def _check(self) -> None:
        if self.folder.is_symlink():
            raise NotADirectoryError(errno.ENOTDIR, "it is a link", str(self.folder))


def _remove_all(files: Iterable[DeletedFile]) -> None:
    """Remove these; one that cannot be hinders no other, and is the error that is raised."""
    failed = None
    for file in files:
        try:
            remove(file.path)
        except OSError as error:
            failed = error
    if failed is not None:
        raise failed
