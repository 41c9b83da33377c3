"""The folder of deleted matches: each is kept for thirty days, named by its id and deletion time.

Only files with such names are ever removed there, and nothing if the folder is a link: the folder that it leads to is
not ours.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from game.files.writer import check_replaceable, exists, remove_file, sync_folder

TRASH_FOLDER = "deleted"
"""The name of the trash folder, which lies in the folder of the kept matches."""
DAYS = 30
"""How many days a deleted file can be restored; after that the next start of the program removes it."""
DAY_S = 86_400

_NAME = r"([A-Za-z0-9_-]{1,64}(?:\.broken-\d{1,6})?)"
_DATED = re.compile(_NAME + r"\.deleted-(\d{1,12})\.json")


class DeletedFile(NamedTuple):
    """A deleted match or quarantined file: its id, its path, and when it was deleted, in seconds since 1970."""

    id: str
    path: Path
    deleted_s: int

    @property
    def expires_s(self) -> int:
        """When the file is due for final removal, in seconds since 1970."""
        return self.deleted_s + DAYS * DAY_S


class Trash:
    """The deleted files in ``folder``. All methods use the disk; all but ``purge`` may raise ``OSError``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def trash_path(self, path: Path, deleted_s: int) -> Path:
        """Return the path that a file gets in the trash if it is deleted in that second (since 1970)."""
        return self.folder / f"{path.stem}.deleted-{deleted_s}.json"

    def files(self) -> list[DeletedFile]:
        """Return all files that can be restored, the one deleted last first."""
        return sorted(self._dated(), key=lambda file: (-file.deleted_s, file.id))

    def newest(self, id: str) -> Path:
        """Return the path of the file with that id that was deleted last. May raise ``FileNotFoundError``."""
        found = next((file.path for file in self.files() if file.id == id), None)
        if found is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), id)
        return found

    def move(self, path: Path, place: Path) -> None:
        """Move a file into or out of the trash, to the path ``place``, which must be free; durable on return."""
        place.parent.mkdir(parents=True, exist_ok=True)
        self._check()
        check_replaceable(path)
        if exists(place):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place))
        path.rename(place)
        sync_folder(place.parent)
        sync_folder(path.parent)

    def empty(self) -> None:
        _remove_all(self._dated())

    def purge(self, today_s: int) -> None:
        """Remove files thirty days after their deletion; errors are ignored. ``today_s`` is now, in seconds since 1970.

        A file with a date in the future gets today's.
        """
        with contextlib.suppress(OSError):
            self._date_all(today_s)
            _remove_all(file for file in self._dated() if file.expires_s <= today_s)

    def _dated(self) -> Iterator[DeletedFile]:
        for name in self._names():
            found = _DATED.fullmatch(name)
            if found is not None:
                yield DeletedFile(found[1], self.folder / name, int(found[2]))

    def _date_all(self, today_s: int) -> None:
        for name in self._names():
            dated = _DATED.fullmatch(name)
            if dated and int(dated[2]) > today_s + DAY_S:
                with contextlib.suppress(OSError):
                    self.move(self.folder / name, self.folder / f"{dated[1]}.deleted-{today_s}.json")

    def _names(self) -> list[str]:
        """Return the file names in the folder; none if it is missing or a link."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            self._check()
            return os.listdir(self.folder)
        return []

    def _check(self) -> None:
        if self.folder.is_symlink():
            raise NotADirectoryError(errno.ENOTDIR, "it is a link", str(self.folder))


def _remove_all(files: Iterable[DeletedFile]) -> None:
    """Remove as many of the files as possible, then raise the last error if one failed."""
    failed = None
    for file in files:
        try:
            remove_file(file.path)
        except OSError as error:
            failed = error
    if failed is not None:
        raise failed
