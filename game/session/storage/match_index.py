"""The list of kept matches, read in a thread: from the roadbook, or from the files where that cannot be used."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from game.engine.reading import read_regular
from game.session.storage import limits
from game.session.storage.deleted import DeletedFile
from game.session.storage.digest import MatchSummary, summary_of
from game.session.storage.json_codec import FormatError
from game.session.storage.library import MatchLibrary
from game.session.storage.match_file import Saved
from game.session.storage.roadbook import Roadbook

_log = logging.getLogger(__name__)
_SHOWN_EVERY_S: Final = 0.25
_SHOWN_EVERY: Final = 20


@dataclass(frozen=True, slots=True)
class DeletedMatch:
    """A match that was deleted and can be fetched back; ``match`` is None for a file that cannot be read."""

    file: DeletedFile
    match: MatchSummary | None = None


@dataclass(frozen=True, slots=True)
class KeptMatches:
    """What the library holds: its matches, the one saved last first, and the ids of files that cannot be read.

    Then what was deleted, the latest first. As long as it is not ``complete`` more may come.
    """

    matches: tuple[MatchSummary, ...] = ()
    broken: tuple[str, ...] = ()
    deleted: tuple[DeletedMatch, ...] = ()
    complete: bool = False


class MatchIndex:
    """Reads the list as often as it is asked to ``look``; poll ``take`` for what it has found since."""

    def __init__(self, library: MatchLibrary, roadbook: Roadbook) -> None:
        self._library = library
        self._roadbook = roadbook
        self._lock = threading.Lock()
        self._found: KeptMatches | None = None
        self._is_wanted = self._is_at_it = False
        self._seen: dict[DeletedFile, DeletedMatch] = {}

    def look(self) -> None:
        """Have the list read anew, once more if it is being read."""
        with self._lock:
            self._is_wanted = True
            if self._is_at_it:
                return
            self._is_at_it = True
        threading.Thread(target=self._work, name="match index", daemon=True).start()

    def take(self) -> KeptMatches | None:
        """What is known by now, None if that is nothing new."""
        with self._lock:
            found, self._found = self._found, None
        return found

    @property
    def is_at_it(self) -> bool:
        """Whether more will come."""
        return self._is_at_it or self._found is not None

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._is_wanted:
                    self._is_at_it = False
                    return
                self._is_wanted = False
            try:
                self._read()
            except Exception:  # a mistake of ours: whoever waits must not wait for ever
                _log.exception("the list of matches")
                self._publish(KeptMatches(complete=True))

    def _read(self) -> None:
        """From the roadbook, or where it cannot be used from the matches themselves, which may well be there."""
        if not self._library.is_read_only and self._read_roadbook():
            return
        for found in _from_files(self._library):
            self._publish(found)

    def _read_roadbook(self) -> bool:
        """Show what is known already, then what is new; whether that went well."""
        self._publish_known(complete=False)
        refresh = self._roadbook.refresh()
        while not refresh.wait(_SHOWN_EVERY_S):
            self._publish_known(complete=False)
        return refresh.problem is None and self._publish_known(complete=True)

    def _publish_known(self, *, complete: bool) -> bool:
        """Show what is in the roadbook by now; one that is damaged is made anew, and has nothing until then."""
        known = self._roadbook.read(lambda reader: (reader.summaries(), reader.unreadable()))
        if known is None:
            return False
        matches = tuple(match for match in known[0] if not self._library.is_deleted(match.id))
        unreadable = [file.id for file in known[1] if not self._library.is_deleted(file.id)]
        self._publish(KeptMatches(matches, (*unreadable, *self._library.broken_ids()), complete=complete))
        return True

    def _publish(self, found: KeptMatches) -> None:
        """Have it taken, with what was deleted: what is not read yet comes with the complete list."""
        found = replace(found, deleted=self._deleted(reads=found.complete))
        with self._lock:
            self._found = found

    def _deleted(self, *, reads: bool) -> tuple[DeletedMatch, ...]:
        files: list[DeletedFile] = []
        with contextlib.suppress(OSError):
            files = self._library.deleted_files()
        self._seen = {file: self._seen.get(file) or _deleted(file) for file in files if reads or file in self._seen}
        return tuple(self._seen.values())


def _from_files(library: MatchLibrary) -> Iterator[KeptMatches]:
    """The list as far as it is read, the match changed last first."""
    matches: list[MatchSummary] = []
    for id in library.match_ids():
        saved = library.load_match(id)
        if saved is not None:
            matches.append(summary_of(saved))
        if len(matches) % _SHOWN_EVERY == 0:
            yield KeptMatches(tuple(matches))
    yield KeptMatches(tuple(matches), tuple(library.broken_ids()), complete=True)


def _deleted(file: DeletedFile) -> DeletedMatch:
    try:
        saved = Saved.from_bytes(read_regular(file.path, limits.MATCH_BYTES))
    except (OSError, FormatError):
        return DeletedMatch(file)
    return DeletedMatch(file, summary_of(replace(saved, id=file.id)))
