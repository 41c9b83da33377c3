"""The list of kept matches, read in a thread: from the roadbook, or from the files if it cannot be used."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace

from game.career.career import Career
from game.career.match_stats import MatchSummary, summary_of
from game.engine.untrusted_input import read_regular_file
from game.files import limits
from game.files.background_task import BackgroundTask
from game.files.forms import FormatError
from game.match.library import MatchLibrary
from game.match.match_file import SavedMatch
from game.match.trash import DeletedFile

_SHOWN_EVERY_S = 0.25
_SHOWN_EVERY = 20


@dataclass(frozen=True, slots=True)
class DeletedMatch:
    """A deleted match that can be restored; ``match`` is None for a file that cannot be read."""

    file: DeletedFile
    match: MatchSummary | None = None


@dataclass(frozen=True, slots=True)
class KeptMatches:
    """The content of the library: the matches, last saved first, the ids of unreadable files, then the deleted ones,
    latest first.

    More may come until the list is ``complete``.
    """

    matches: tuple[MatchSummary, ...] = ()
    broken: tuple[str, ...] = ()
    deleted: tuple[DeletedMatch, ...] = ()
    complete: bool = False


class MatchIndex(BackgroundTask[KeptMatches]):
    """Reads the list whenever ``start_read`` is called; poll ``take`` for what was found since."""

    def __init__(self, library: MatchLibrary, roadbook: Career) -> None:
        super().__init__("the list of matches", lambda _: KeptMatches(complete=True))
        self._library = library
        self._roadbook = roadbook
        self._seen: dict[DeletedFile, DeletedMatch] = {}

    def start_read(self) -> None:
        """Start reading the list; if it is being read, it is read once more afterwards."""
        self.start(self._read)

    def _read(self) -> KeptMatches:
        """Return the list from the roadbook, or from the match files if the roadbook cannot be used."""
        found = None if self._library.is_read_only else self._read_roadbook()
        return found or self._read_files()

    def _read_roadbook(self) -> KeptMatches | None:
        """Publish what is known already, then return the list with what is new; None if it can't be read."""
        self._publish_known()
        refresh = self._roadbook.refresh()
        while not refresh.wait(_SHOWN_EVERY_S):
            self._publish_known()
        return self._known(complete=True) if refresh.problem is None else None

    def _publish_known(self) -> None:
        known = self._known(complete=False)
        if known is not None:
            self.publish(known)

    def _known(self, *, complete: bool) -> KeptMatches | None:
        """Return what the roadbook holds by now; a damaged one is rebuilt, and holds nothing until then."""
        known = self._roadbook.read(lambda reader: (reader.summaries(), reader.unreadable()))
        if known is None:
            return None
        matches = tuple(match for match in known[0] if not self._library.is_deleted(match.id))
        unreadable = [file.id for file in known[1] if not self._library.is_deleted(file.id)]
        broken = (*unreadable, *self._library.quarantined_ids())
        return KeptMatches(matches, broken, self._deleted(reads=complete), complete=complete)

    def _read_files(self) -> KeptMatches:
        """Read all match files, publishing the list as far as it is read, the match changed last first."""
        matches: list[MatchSummary] = []
        for id in self._library.match_ids():
            saved = self._library.load_match(id)
            if saved is not None:
                matches.append(summary_of(saved))
            if len(matches) % _SHOWN_EVERY == 0:
                self.publish(KeptMatches(tuple(matches), deleted=self._deleted(reads=False)))
        broken = tuple(self._library.quarantined_ids())
        return KeptMatches(tuple(matches), broken, self._deleted(reads=True), complete=True)

    def _deleted(self, *, reads: bool) -> tuple[DeletedMatch, ...]:
        """Return the deleted matches; without ``reads`` only those whose file was read before."""
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
