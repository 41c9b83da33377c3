"""The dialog that lists the files that may be imported, found in the folders where such files usually are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.features.matches.exchange import FoundFile, find_importable_files, may_be_match
from game.files.background_task import BackgroundTask
from game.i18n import Words, _, replace_unprintable, say
from game.phrases import N_
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.ui import layout as ui
from game.ui.widgets import ButtonStyle
from game.ui.widgets.scroll_offset import ScrollOffset
from game.words.matches import day_in_short
from game.words.system_errors import second_copy_text

_MOST_SEEN = 8
"""The list shows at most this many files at once."""


@dataclass(frozen=True, slots=True)
class ImportKind:
    """A kind of files that can be imported.

    ``title``, ``choose`` and ``none`` return the texts of the dialog: its title, the text above the list, and the text
    if no file is found. Such a file has this ``suffix``, and ``may_be`` returns true for it.
    """

    title: Words
    choose: Words
    none: Words
    suffix: str = ".json"
    may_be: Callable[[Path], bool] = may_be_match


MATCHES = ImportKind(
    N_("Import a race"),
    N_("Choose a race, or drop a file on the window at any time."),
    N_("There is no race in these folders. Put a file there, or drop one on the window."),
)


class ImportScene(PanelForm):
    """The dialog in which the player picks a file of one ``kind``, to be imported. A second copy imports nothing."""

    name = "import"
    opaque = False

    def __init__(self, app: Host, kind: ImportKind = MATCHES) -> None:
        super().__init__(app)
        self._kind = kind
        self._reader = BackgroundTask[tuple[list[Path], list[FoundFile]]]("files to be found", lambda _: ([], []))
        self._reader.start(self._find)
        self._found: list[FoundFile] | None = None
        self._folders: list[Path] = []
        self._chosen = 0
        self._scroll = ScrollOffset()

    def _find(self) -> tuple[list[Path], list[FoundFile]]:
        folders = [] if self.app.files.is_read_only else list(self.app.files.import_folders())
        return folders, find_importable_files(folders, self._kind.suffix, self._kind.may_be)

    def escape(self) -> None:
        self.app.pop(self)

    def update(self, now_s: float) -> None:  # noqa: ARG002 - the arguments are those of every scene
        found = self._reader.poll()
        if found is not None:
            self._folders, self._found = found
            self.lay_out()
            self.controls.focus("files" if self._found else "back")

    def is_settled(self) -> bool:
        return self._found is not None

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s = self.scale
        take = (
            ui.Button(s, "take_in", _("Import"), self._import, style=ButtonStyle.RED, icon="arrow")
            if self._found
            else None
        )
        back = ui.Button(s, "back", _("Go back"), self.escape, style=ButtonStyle.PAPER)
        foot = ui.Flow(take, back, gap=s.text_px(18), from_right=True)
        return self.plate(say(self._kind.title), [self._content], foot, wide=1100)

    def _content(self) -> ui.Box:
        s, found = self.scale, self._found or ()
        rows = ui.list_items(s, [self._row(n, file) for n, file in enumerate(found)])
        files = ui.Listing(
            s, "files", _("Files"), rows, str(self._chosen), self._choose, self._import, scroll=self._scroll,
            max_rows=_MOST_SEEN,
        )  # fmt: skip
        said = ui.Label(s, self._said(), ui.ROLES.body, id="message")
        return ui.Column(said, files if found else None, gap=s.text_px(14), grow=1)

    @staticmethod
    def _row(n: int, file: FoundFile) -> ui.ListLine:
        name, folder = replace_unprintable(file.path.stem), replace_unprintable(file.path.parent.name)
        return ui.ListLine(str(n), name, folder, day_in_short(file.changed_s))

    def _choose(self, id: str) -> None:
        self._chosen = int(id)

    def _import(self) -> None:
        if self._found:
            path = self._found[self._chosen].path
            self.app.pop(self)
            self.app.import_files([path])

    # -- words --------------------------------------------------------------------------------------------------------

    def _said(self) -> str:
        if self._found is None:
            return _("One moment…")
        if self._found:
            return say(self._kind.choose)
        if self.app.files.is_read_only:
            return second_copy_text()
        folders = "\n".join(replace_unprintable(str(folder)) for folder in self._folders)
        return say(self._kind.none) + "\n" + folders
