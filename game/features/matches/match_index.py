"""The list of saved matches, read in a thread: from the career, or from the match files if that fails."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from game.career.career import Career
from game.career.match_stats import MatchSummary, summary_of
from game.engine.untrusted_input import read_regular_file
from game.files import limits
from game.files.background_task import BackgroundTask
from game.files.forms import FormatError
from game.files.problems import ProblemCode
from game.match.library import MatchLibrary, file_problem
from game.match.match_file import SavedMatch
from game.match.trash import DeletedFile

_SHOWN_EVERY = 20
MatchAction = Callable[[SavedMatch], None]


@dataclass(frozen=True, slots=True)
class DeletedMatch:
    """A deleted match that can be restored; ``match`` is None if its file cannot be read."""

    file: DeletedFile
    match: MatchSummary | None = None


@dataclass(frozen=True, slots=True)
class MatchListing:
    """All saved matches (the one saved last comes first), unreadable files, and deleted matches (the latest first).

    ``broken`` are the ids of unreadable files. While ``complete`` is false, the list is still being read and may grow.
    """

    matches: tuple[MatchSummary, ...] = ()
    broken: tuple[str, ...] = ()
    deleted: tuple[DeletedMatch, ...] = ()
    complete: bool = False


class MatchIndex(BackgroundTask[MatchListing]):
    """Reads the list of saved matches whenever ``start_read`` is called; ``poll`` returns what was read."""

    def __init__(self, library: MatchLibrary, career: Career) -> None:
        super().__init__("the list of matches", lambda _: MatchListing(complete=True))
        self._library = library
        self._career = career
        self._seen: dict[DeletedFile, DeletedMatch] = {}

    def start_read(self) -> None:
        """Start to read the list; if it is being read already, read it once more afterwards."""
        self.start(self._read)

    def _read(self) -> MatchListing:
        """Publish the matches that the career already knows, bring it up to date, and return the complete list.

        If that fails, or in a read-only copy of the game, the match files themselves are read.
        """
        shown = None
        for result in self._career.updates(lambda reader: (reader.summaries(), reader.unreadable())):
            if not result.complete and result.value is not None and result.value is not shown:
                shown = result.value
                self.publish(self._listing(*shown, complete=False))
        return self._read_files() if result.value is None else self._listing(*result.value, complete=True)

    def _listing(self, matches: list[MatchSummary], unreadable: list[str], *, complete: bool) -> MatchListing:
        kept = tuple(match for match in matches if not self._library.is_deleted(match.id))
        broken = [id for id in unreadable if not self._library.is_deleted(id)] + self._library.quarantined_ids()
        return MatchListing(kept, tuple(broken), self._deleted(reads=complete), complete=complete)

    def _read_files(self) -> MatchListing:
        """Read all match files, the last changed first, and publish the list every ``_SHOWN_EVERY`` files."""
        matches: list[MatchSummary] = []
        for id in self._library.match_ids():
            saved = self._library.load_match(id)
            if saved is not None:
                matches.append(summary_of(saved))
            if len(matches) % _SHOWN_EVERY == 0:
                self.publish(MatchListing(tuple(matches), deleted=self._deleted(reads=False)))
        broken = tuple(self._library.quarantined_ids())
        return MatchListing(tuple(matches), broken, self._deleted(reads=True), complete=True)

    def _deleted(self, *, reads: bool) -> tuple[DeletedMatch, ...]:
        """Return the deleted matches; unless ``reads``, leave out those whose file was not read before."""
        files: list[DeletedFile] = []
        with contextlib.suppress(OSError):
            files = self._library.deleted_files()
        self._seen = {file: self._seen.get(file) or _deleted(file) for file in files if reads or file in self._seen}
        return tuple(self._seen.values())


def _deleted(file: DeletedFile) -> DeletedMatch:
    try:
        saved = SavedMatch.from_bytes(read_regular_file(file.path, limits.MATCH_BYTES))
    except (OSError, FormatError):
        return DeletedMatch(file)
    return DeletedMatch(file, summary_of(replace(saved, id=file.id)))


class MatchLoader:
    """Reads a kept match in a thread and passes it to an action, one at a time; call ``update`` every frame."""

    def __init__(self, files: MatchLibrary) -> None:
        self._files = files
        self._task = BackgroundTask[SavedMatch | None]("a kept match", self._report_unreadable)
        self._action: MatchAction | None = None

    @property
    def is_loading(self) -> bool:
        return self._action is not None

    def load(self, id: str, use: MatchAction) -> None:
        """Read the match with that id, then pass it to ``use``; do nothing while another one is being read."""
        if self._action is None:
            self._action = use
            self._task.start(lambda: self._files.load_match(id))

    def _report_unreadable(self, why: Exception) -> None:
        self._files.add_problem(file_problem(ProblemCode.SAVE_UNREADABLE, self._files.matches, why))

    def update(self) -> bool:
        """Call the action if its match was read; return True if it could not be read, which the library reports."""
        if self._action is None or self._task.is_running:
            return False
        saved, use, self._action = self._task.poll(), self._action, None
        if saved is None:
            return True
        use(saved)
        return False
