"""Exports: files written into a folder where the player finds them; no other file is overwritten."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path

from game.files.writer import FileWriter, exists, write_atomically


class Export:
    """A file with this name, written in the writer's thread with the bytes that ``make`` returns; poll ``is_done``.

    Afterwards ``path`` is the written file, or ``error_text`` says why there is none. An existing file is never
    overwritten; a number is added to the name. ``folders`` returns the folders to try, the best first.
    """

    def __init__(
        self, writer: FileWriter, folders: Callable[[], Iterable[Path]], name: str, make: Callable[[], bytes]
    ) -> None:
        self.path: Path | None = None
        self._folders = folders
        self._ticket = writer.run(Path(name), lambda: self._write(name, make))

    @property
    def is_done(self) -> bool:
        return self._ticket.is_done

    def wait(self) -> None:
        """Wait for the end of the export, in a thread. Raises ``OSError`` if the export failed."""
        self._ticket.wait()

    @property
    def error_text(self) -> str:
        """The system's error text, or an empty text if the file was written."""
        return self._ticket.error_text

    def _write(self, name: str, make: Callable[[], bytes]) -> None:
        """Write into the first folder that accepts the file; raise the last ``OSError`` if none does."""
        data, failed = make(), OSError("there is no folder to export to")
        for folder in self._folders():
            try:
                path = _free_name(folder / name)
                write_atomically(path, data)
            except OSError as error:
                failed = error
            else:
                self.path = path
                return
        raise failed


def _free_name(first: Path) -> Path:
    others = (first.with_stem(f"{first.stem}-{n}") for n in count(2))
    return first if not exists(first) else next(path for path in others if not exists(path))
