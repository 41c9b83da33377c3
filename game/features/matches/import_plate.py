"""The dialog with the files that may be imported, found where such files usually lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.features.matches.exchange import FoundFile, importable
from game.files.background_reader import BackgroundReader
from game.i18n import _, legible
from game.scenes.dialogs import PlateForm
from game.scenes.host import Host
from game.ui.layout import ROLES, Box, Column, Flow, Label, Line, Listing, button, lines
from game.ui.widgets import Style
from game.ui.widgets.scroll import Scroll
from game.words.matches import day_in_short

_MOST_SEEN = 8
"""The files that are visible at once."""


@dataclass(frozen=True, slots=True)
class Importable:
    """A kind of files: its texts, and ``find``, which searches folders for such files."""

    title: Callable[[], str]
    choose: Callable[[], str]
    none: Callable[[], str]
    find: Callable[[Sequence[Path]], list[FoundFile]] = importable


MATCHES = Importable(
    lambda: _("Import a match"),
    lambda: _("Choose a match, or drop a file on the window at any time."),
    lambda: _("There is no match in these folders. Put a file there, or drop one on the window."),
)


class ImportScene(PlateForm):
    """The dialog for one ``kind`` of files; ``take_in`` gets the chosen file."""

    name = "import"
    opaque = False

    def __init__(self, app: Host, take_in: Callable[[Sequence[Path]], None], kind: Importable = MATCHES) -> None:
        super().__init__(app)
        self._take_in = take_in
        self._kind = kind
        self._reader = BackgroundReader[tuple[list[Path], list[FoundFile]]]("files to be found", lambda _: ([], []))
        self._reader.begin(lambda: (folders := list(app.files.import_folders()), kind.find(folders)))
        self._found: list[FoundFile] | None = None
        self._folders: list[Path] = []
        self._chosen = 0
        self._scroll = Scroll()

    def escape(self) -> None:
        self.app.pop(self)

    def update(self, now_s: float) -> None:  # noqa: ARG002 - the arguments are those of every scene
        found = self._reader.take()
        if found is not None:
            self._folders, self._found = found
            self.lay_out()
            self.controls.focus("files" if self._found else "back")

    def is_settled(self) -> bool:
        return self._found is not None

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        s = self.scale
        take = button(s, "take_in", _("Import"), self._import, style=Style.RED, icon="arrow") if self._found else None
        back = button(s, "back", _("Go back"), self.escape, style=Style.PAPER)
        foot = Flow(take, back, gap=s.line(18), from_right=True)
        return self.plate(self._kind.title(), [self._told], foot, wide=1100)

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
            return self._kind.choose()
        folders = "\n".join(legible(str(folder)) for folder in self._folders)
        return self._kind.none() + "\n" + folders
