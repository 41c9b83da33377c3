"""Import of match files, in a thread: a match that is not here yet is saved, any other one is recognized."""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from game.career.match_stats import MatchSummary, summary_of
from game.features.matches.exchange import have_same_beginning, read_match_file
from game.files.forms import FormatError
from game.i18n import _
from game.i18n.punctuation import join_with_commas, join_with_dots
from game.match.library import MatchLibrary
from game.match.match_file import SavedMatch
from game.words.matches import match_title

_SEED = re.compile(rb'"seed":(-?\d+),')
_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A match from a file, and ``match``, the saved one that it has become or that began as the same match.

    ``other`` is the match from the file if it has other moves than the saved one, which the player must decide about.
    """

    match: MatchSummary
    is_new: bool = False
    other: SavedMatch | None = None


class MatchImporter:
    """Imports match files, one after the other. Raises what ``read_match_file`` raises, and ``OSError``."""

    def __init__(self, files: MatchLibrary) -> None:
        self._files = files

    def import_match(self, path: Path) -> ImportedMatch:
        match = read_match_file(path)
        kept = self.find(match)
        if kept is not None:
            return ImportedMatch(summary_of(kept), other=None if kept.records == match.records else match)
        id = self._files.new_id()
        if (ticket := self._files.save_match(id, match.to_bytes())) is not None:
            ticket.wait()
        self._ids[match.seed].append(id)
        return ImportedMatch(summary_of(replace(match, id=id)), is_new=True)

    def find(self, match: SavedMatch) -> SavedMatch | None:
        """Return the saved match that began as the same match, even if other moves followed, or None."""
        for id in self._ids[match.seed]:
            with contextlib.suppress(OSError, FormatError):  # an unreadable file is reported elsewhere
                kept = SavedMatch.from_bytes(self._files.match_bytes(id))
                if have_same_beginning(kept, match):
                    return replace(kept, id=id)
        return None

    @cached_property
    def _ids(self) -> Mapping[int, list[str]]:
        """The ids of all saved matches by seed."""
        found: dict[int, list[str]] = defaultdict(list)
        for id in self._files.match_ids():
            with contextlib.suppress(OSError):
                for seed in _SEED.findall(self._files.match_bytes(id)):
                    found[int(seed)].append(id)
        return found


def imported_words(found: Sequence[ImportedMatch]) -> str:
    """Return the names of the matches that were imported, and of those that were here already."""
    new = {one.match.id: one.match for one in found if one.is_new}
    known = {one.match.id: one.match for one in found if one.other is None and one.match.id not in new}
    return join_with_dots(
        [
            *([_("Imported: {name}", name=_titles(new.values()))] if new else []),
            *([_("Already here: {name}", name=_titles(known.values()))] if known else []),
        ]
    )


def _titles(matches: Iterable[MatchSummary]) -> str:
    first, *more = [match_title(match) for match in matches]
    return join_with_commas([first, *more[: _MOST_TOLD - 1], *(["…"] if len(more) >= _MOST_TOLD else [])])
