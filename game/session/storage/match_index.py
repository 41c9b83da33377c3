"""The list of kept matches, read in a thread: from the roadbook, or from the files where that cannot be used."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.engine.record import replay
from game.engine.rules import sides_of
from game.session.problems import Problem, ProblemCode
from game.session.storage.library import MatchLibrary
from game.session.storage.match_file import Saved
from game.session.storage.roadbook import Roadbook
from game.session.storage.roadbook_reader import MatchSummary, RoadbookReader

_SHOWN_EVERY_S: Final = 0.25
_SHOWN_EVERY: Final = 20


@dataclass(frozen=True, slots=True)
class KeptMatches:
    """What the library holds: its matches, the one saved last first, and the ids of files that cannot be read.

    As long as it is not ``complete`` more may come.
    """

    matches: tuple[MatchSummary, ...] = ()
    broken: tuple[str, ...] = ()
    complete: bool = False


class MatchIndex:
    """Reads the list as often as it is asked to ``look``; poll ``take`` for what it has found since."""

    def __init__(self, library: MatchLibrary, roadbook: Roadbook) -> None:
        self._library = library
        self._roadbook = roadbook
        self._lock = threading.Lock()
        self._found: KeptMatches | None = None
        self._problems: list[Problem] = []
        self._is_wanted = self._is_at_it = False

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

    def take_problems(self) -> list[Problem]:
        """What went wrong with the roadbook since the last call."""
        with self._lock:
            problems, self._problems = self._problems, []
        return problems

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
            self._read()

    def _read(self) -> None:
        if not self._library.is_read_only:
            try:
                self._read_roadbook()
            except (OSError, sqlite3.Error):
                pass  # the matches themselves may well be there
            else:
                return
        for found in _from_files(self._library):
            self._publish(found)

    def _read_roadbook(self) -> None:
        """Show what is known already, then what is new. Raises ``OSError`` or ``sqlite3.Error``."""
        self._publish_known()
        refresh = self._roadbook.refresh()
        while not refresh.wait(_SHOWN_EVERY_S):
            self._publish_known()
        with self._lock:
            self._problems += refresh.problems
        if any(problem.code is ProblemCode.ROADBOOK_FAILED for problem in refresh.problems):
            raise OSError(refresh.problems[-1].values["error"])
        self._publish(self._listed(complete=True))

    def _publish_known(self) -> None:
        """Show what is in the roadbook by now; one that is damaged is made anew, and has nothing until then."""
        if self._roadbook.path.exists():
            with contextlib.suppress(sqlite3.Error):
                self._publish(self._listed(complete=False))

    def _listed(self, *, complete: bool) -> KeptMatches:
        with RoadbookReader(self._roadbook.path) as reader:
            matches = tuple(match for match in reader.summaries() if not self._library.is_deleted(match.id))
            unreadable = [file.id for file in reader.unreadable() if not self._library.is_deleted(file.id)]
        return KeptMatches(matches, (*unreadable, *self._library.broken_ids()), complete)

    def _publish(self, found: KeptMatches) -> None:
        with self._lock:
            self._found = found


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


def summary_of(saved: Saved) -> MatchSummary:
    """What the list shows of a match."""
    setup, sides = saved.setup, sides_of(saved.setup.seats, saved.setup.seating)
    leg = None if saved.is_over else replay(saved.records[-1])
    return MatchSummary(
        id=saved.id,
        name=saved.name,
        kind=saved.kind,
        rules=setup.rules,
        seating=setup.seating,
        seats=setup.seats,
        players=saved.players,
        side=next(side for side, seats in enumerate(sides) if saved.viewer in seats),
        totals=saved.totals,
        is_over=saved.is_over,
        winner=saved.winner,
        leg_number=saved.leg_number,
        km=() if leg is None or leg.is_over else tuple(map(leg.km, range(len(sides)))),
        take_backs=saved.take_backs,
        open_cards=saved.open_cards,
        target_score=setup.target_score,
        legs=setup.legs,
        begun_s=saved.begun_s,
        saved_s=saved.saved_s,
    )
