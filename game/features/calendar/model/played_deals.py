"""Finds the deals by code that the person has finished, by searching the saved matches in a thread.

Deals of the day are not among them; they are in the person's achievements.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

from game.engine.rules import side_of, sides_of
from game.engine.untrusted_input import read_regular_file
from game.files import limits
from game.files.background_task import BackgroundTask
from game.files.forms import FormatError
from game.files.wall_clock import local_moment
from game.match.deals import Deal, PlayedDeal
from game.match.library import MatchLibrary
from game.match.match_file import MatchKind, SavedMatch
from game.match.progress import leg_deal

MOST_MATCHES_SEARCHED = 500
"""Only this many of the newest saved matches are searched; each takes about a millisecond."""
MOST_DEALS = 50
"""The search ends when this many deals are found; each takes about ten milliseconds."""


class PlayedDealsReader(BackgroundTask[tuple[PlayedDeal, ...]]):
    """Searches the saved matches for deals by code, beginning when it is created; unreadable files are skipped."""

    def __init__(self, files: MatchLibrary) -> None:
        super().__init__("deals played", lambda _: ())
        self._deals: tuple[PlayedDeal, ...] | None = None
        self.start(lambda: _find_played_deals(files))

    def poll_deals(self) -> tuple[PlayedDeal, ...] | None:
        """Return the deals, the latest first, each with its latest result; None while the search runs."""
        if self._deals is None:
            self._deals = self.poll()
        return self._deals


def read_deals(files: MatchLibrary, matches: Mapping[str, str]) -> dict[str, Deal]:
    """Return the deals of saved matches of one leg, given as match ids by any keys, under the same keys.

    Reads a file for each match; matches that cannot be read are left out.
    """
    found = {}
    for key, id in matches.items():
        with suppress(OSError, ValueError, OverflowError, RecursionError, FormatError):
            saved = SavedMatch.from_bytes(read_regular_file(files.match_path(id), limits.MATCH_BYTES))
            deal = leg_deal(saved, 1)
            if deal.deck == saved.records[0].deck:
                found[key] = deal
    return found


def _find_played_deals(files: MatchLibrary) -> tuple[PlayedDeal, ...]:
    found: dict[str, PlayedDeal] = {}
    for id in files.match_ids()[:MOST_MATCHES_SEARCHED]:
        with suppress(OSError, ValueError, OverflowError, RecursionError, FormatError):
            deal = _finished_deal(read_regular_file(files.match_path(id), limits.MATCH_BYTES))
            if deal is not None:
                found.setdefault(deal.code, deal)
        if len(found) == MOST_DEALS:
            break
    return tuple(found.values())


def _finished_deal(data: bytes) -> PlayedDeal | None:
    """Return the deal of the match file ``data``.

    Return None for a deal of the day, for other kinds of matches, and for matches imported or not finished.
    """
    form = json.loads(data)
    if not isinstance(form, dict) or form.get("kind") != MatchKind.DEAL or form.get("over") is not True:
        return None
    if form.get("day") is not None:
        return None
    saved = SavedMatch.from_bytes(data)
    deal = leg_deal(saved, 1)
    if saved.is_imported or not saved.is_over or deal.deck != saved.records[0].deck:
        return None
    sides = sides_of(saved.setup.seats, saved.setup.seating)
    side = side_of(saved.viewer, sides)
    on = local_moment(saved.begun_s, saved.begun_offset_s).date()
    points = saved.totals[side]
    place = 1 + sum(total > points for total in saved.totals)
    return PlayedDeal(deal.code, on, points, place, len(sides))
