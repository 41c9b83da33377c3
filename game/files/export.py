"""A file that is written where the player finds it, beside what lies there already."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path

from game.files.writer import FileWriter, is_there, write_atomically


class Export:
    """A file of that name, whose content ``make`` gives, written where the player finds it; poll ``is_done``.

    Then ``path`` says where it lies, or ``why`` in the system's words why it does not. Nothing is written over.
    ``folders`` are those that may take it, the best first.
    """

    def __init__(
        self, writer: FileWriter, folders: Callable[[], Iterable[Path]], name: str, make: Callable[[], bytes]
    ) -> None:
        self.path: Path | None = None
        self._folders = folders
        self._ticket = writer.run(Path(name), lambda: self._write(name, make))

    @property
    def is_done(self) -> bool:
        """Whether it is known what came of it."""
        return self._ticket.is_done

    @property
    def why(self) -> str:
        """Why it was not written, empty if it was."""
        return self._ticket.why

    def _write(self, name: str, make: Callable[[], bytes]) -> None:
        """Write into the first folder that takes it; raises the ``OSError`` of the last one."""
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
    return first if not is_there(first) else next(path for path in others if not is_there(path))
