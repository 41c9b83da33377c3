"""The finished deals by code, looked up among the kept matches in a thread.

Deals of the day are in the person's collection instead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

from game.engine.reading import read_regular
from game.engine.rules import side_of, sides_of
from game.files import limits
from game.files.background_reader import BackgroundReader
from game.files.forms import FormatError
from game.files.wall_clock import local_moment
from game.match.deals import Deal, DealPlayed
from game.match.library import MatchLibrary
from game.match.match_file import MatchKind, Saved
from game.match.progress import leg_deal

MOST_LOOKED_AT = 500
"""The newest kept matches that are searched; each takes about a millisecond."""
MOST_DEALS = 50
"""The deals that are read at most; each takes about ten milliseconds."""


class DealsPlayed(BackgroundReader[tuple[DealPlayed, ...]]):
    """Searches the kept matches as soon as it is created; files that hold no match are skipped."""

    def __init__(self, files: MatchLibrary) -> None:
        super().__init__("deals played", lambda _: ())
        self._deals: tuple[DealPlayed, ...] | None = None
        self.begin(lambda: _looked_up(files))

    def look(self) -> tuple[DealPlayed, ...] | None:
        """Return the deals, each as it was last played, the latest first; None during the search."""
        if self._deals is None:
            self._deals = self.take()
        return self._deals


def deals_of(files: MatchLibrary, matches: Mapping[str, str]) -> dict[str, Deal]:
    """Return the deals of these one-leg matches, by the same keys. Reads every file; unreadable ones are left out."""
    found = {}
    for key, id in matches.items():
        with suppress(OSError, ValueError, OverflowError, RecursionError, FormatError):
            saved = Saved.from_bytes(read_regular(files.match_path(id), limits.MATCH_BYTES))
            deal = leg_deal(saved, 1)
            if deal.deck == saved.records[0].deck:
                found[key] = deal
    return found


def _looked_up(files: MatchLibrary) -> tuple[DealPlayed, ...]:
    found: dict[str, DealPlayed] = {}
    for id in files.match_ids()[:MOST_LOOKED_AT]:
        with suppress(OSError, ValueError, OverflowError, RecursionError, FormatError):
            deal = _played(read_regular(files.match_path(id), limits.MATCH_BYTES))
            if deal is not None:
                found.setdefault(deal.code, deal)
        if len(found) == MOST_DEALS:
            break
    return tuple(found.values())


def _played(data: bytes) -> DealPlayed | None:
    """Return the deal of a match file; None for other kinds, days, imported matches and those not over."""
    form = json.loads(data)
    if not isinstance(form, dict) or form.get("kind") != MatchKind.DEAL or form.get("over") is not True:
        return None
    if form.get("day") is not None:
        return None
    saved = Saved.from_bytes(data)
    deal = leg_deal(saved, 1)
    if saved.is_imported or not saved.is_over or deal.deck != saved.records[0].deck:
        return None
    sides = sides_of(saved.setup.seats, saved.setup.seating)
    side = side_of(saved.viewer, sides)
    on = local_moment(saved.begun_s, saved.begun_offset_s).date()
    points = saved.totals[side]
    place = 1 + sum(total > points for total in saved.totals)
    return DealPlayed(deal.code, on, points, place, len(sides))
