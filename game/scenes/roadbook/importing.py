"""Files that are taken in: read in a thread, what is no match refused in a sentence; and the plate to choose one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.i18n import _, _n, legible
from game.scenes.dialogs import PlateForm
from game.scenes.host import Host
from game.session.storage.background_reader import BackgroundReader
from game.session.storage.exchange import FoundFile, importable, imported, kept_already
from game.session.storage.json_codec import FormatError, NewerFormatError
from game.session.storage.match_file import OldDeckError, Saved
from game.session.storage.store import UserFiles
from game.ui.layout import ROLES, Box, Column, Flow, Label, Line, Listing, button, lines
from game.ui.widgets import Style
from game.ui.widgets.scroll import Scroll
from game.words.failures import why_words
from game.words.matches import day_in_short

_MOST_TOLD: Final = 3
"""So many refusals stand in one notice; of the others it says how many they are."""
_MOST_SEEN: Final = 8
"""So many files are seen at once."""


@dataclass(frozen=True, slots=True)
class Import:
    """A match from a file, and the one that it is if it is among those kept ``already``."""

    match: Saved
    already: Saved | None = None

    @property
    def is_nothing_new(self) -> bool:
        """Whether the one that is kept is where this one is."""
        return self.already is not None and self.already.records == self.match.records


Taken = Import | OSError | FormatError


class Intake:
    """Reads files that are to be taken in, one after the other; poll ``take`` and ``take_refusals``."""

    def __init__(self, files: UserFiles) -> None:
        self._files = files
        self._waiting: list[Path] = []
        self._paths: list[Path] = []
        self._reader = BackgroundReader[list[tuple[Path, Taken]]]("files to be taken in", self._unreadable)
        self._refused: list[tuple[Path, OSError | FormatError]] = []

    @property
    def is_under_way(self) -> bool:
        """Whether files are still read."""
        return self._reader.is_busy

    def begin(self, paths: Sequence[Path]) -> None:
        """Have these read, after those that are being read."""
        self._waiting += paths
        self.go_on()

    def go_on(self) -> None:
        """Read what else there is to be taken in."""
        if not self.is_under_way and self._waiting:
            paths, self._paths, self._waiting = self._waiting, self._waiting, []
            self._reader.begin(lambda: [(path, _read(self._files, path)) for path in paths])

    def _unreadable(self, why: Exception) -> list[tuple[Path, Taken]]:
        return [(path, FormatError(str(why))) for path in self._paths]

    def take(self) -> list[Import]:
        """The matches that have been read since the last call, each once; call ``go_on`` when they are kept."""
        read = self._reader.take() or []
        self._refused += [(path, why) for path, why in read if not isinstance(why, Import)]
        taken: dict[object, Import] = {}
        for _path, found in read:
            if isinstance(found, Import):
                taken.setdefault(found.match.records, found)
        return list(taken.values())

    def take_refusals(self) -> Callable[[], str] | None:
        """Why the others were not taken in, in words; None if there is nothing to say."""
        refused, self._refused = self._refused, []
        return (lambda: _refusals(refused)) if refused else None


def _read(files: UserFiles, path: Path) -> Taken:
    try:
        match = imported(path)
    except (OSError, FormatError) as why:
        return why
    return Import(match, kept_already(files, match))


def _refusals(refused: Sequence[tuple[Path, OSError | FormatError]]) -> str:
    told = [_refusal(path.name, why) for path, why in refused[:_MOST_TOLD]]
    more = len(refused) - len(told)
    if more:
        told.append(_n("The same goes for {n} more.", "The same goes for {n} more.", more))
    return "\n".join(told)


def _refusal(name: str, why: OSError | FormatError) -> str:
    match why:
        case NewerFormatError():
            return _("“{file}” was made by a newer version of the game and can’t be imported.", file=name)
        case OldDeckError():
            return _("“{file}” is from an older version with different cards, and can’t be imported.", file=name)
        case FormatError():
            return _("“{file}” contains no playable match.", file=name)
    return _("“{file}” can’t be read ({error}).", file=name, error=why_words(why.strerror or str(why)))


class ImportScene(PlateForm):
    """The plate with the files that were found where files of this kind lie; ``take_in`` gets the one chosen."""

    name = "import"
    opaque = False

    def __init__(self, app: Host, take_in: Callable[[Sequence[Path]], None]) -> None:
        super().__init__(app)
        self._take_in = take_in
        self._reader = BackgroundReader[tuple[list[Path], list[FoundFile]]]("files to be found", lambda _: ([], []))
        self._reader.begin(lambda: (list(app.files.import_folders()), importable(app.files.import_folders())))
        self._found: list[FoundFile] | None = None
        self._folders: list[Path] = []
        self._chosen = 0
        self._scroll = Scroll()

    def escape(self) -> None:
        """Go back."""
        self.app.pop(self)

    def update(self, now_s: float) -> None:  # noqa: ARG002 - the arguments are those of every scene
        """Show what was found."""
        found = self._reader.take()
        if found is not None:
            self._folders, self._found = found
            self.lay_out()
            self.controls.focus("files" if self._found else "back")

    def is_settled(self) -> bool:
        """Whether all files are found."""
        return self._found is not None

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        """The files from the last to the first, and the two answers."""
        s = self.scale
        take = button(s, "take_in", _("Import"), self._import, style=Style.RED, icon="arrow") if self._found else None
        back = button(s, "back", _("Go back"), self.escape, style=Style.PAPER)
        foot = Flow(take, back, gap=s.line(18), from_right=True)
        return self.plate(_("Import a match"), [self._told], foot, wide=1100)

    def _told(self) -> Box:
        s, found = self.scale, self._found or ()
        rows = lines(s, [self._row(n, file) for n, file in enumerate(found)])
        files = Listing(
            s, "files", _("Files"), rows, str(self._chosen), self._choose, self._import, scroll=self._scroll,
            most=_MOST_SEEN,
        )  # fmt: skip
        said = Label(s, self._said(), ROLES.body, id="message")
        return Column(said, files if found else None, gap=s.line(14), grow=1)

    @staticmethod
    def _row(n: int, file: FoundFile) -> Line:
        name, folder = legible(file.path.stem), legible(file.path.parent.name)
        return Line(str(n), name, folder, day_in_short(file.changed_s))

    def _choose(self, id: str) -> None:
        self._chosen = int(id)

    def _import(self) -> None:
        if self._found:
            path = self._found[self._chosen].path
            self.app.pop(self)
            self._take_in([path])

    # -- words --------------------------------------------------------------------------------------------------------

    def _said(self) -> str:
        if self._found is None:
            return _("One moment…")
        if self._found:
            return _("Choose a match, or drop a file on the window at any time.")
        folders = "\n".join(legible(str(folder)) for folder in self._folders)
        return _("There is no match in these folders. Put a file there, or drop one on the window.") + "\n" + folders
