"""Finds the deals by code that a person has finished, among the kept matches.

Deals of the day are not among them; they are in the person's achievements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.career.career import Career
from game.career.query import CareerQuery
from game.career.reader import LegFilter, PlayedMatch
from game.engine.match import final_rank
from game.files.wall_clock import local_moment
from game.match.deals import PlayedDeal
from game.match.match_file import MatchKind


def played_deals(matches: Iterable[PlayedMatch]) -> tuple[PlayedDeal, ...]:
    """Return the deals of these matches, the one played last first, each with its latest result."""
    found: dict[str, PlayedDeal] = {}
    for digest in (played.digest for played in matches if not played.is_gone and played.digest.person):
        match = digest.summary
        is_deal = match.kind is MatchKind.DEAL and match.day is None
        if is_deal and match.deal is not None and match.winner is not None:
            points = digest.deal_points
            begun_on = local_moment(match.begun_s, match.begun_offset_s).date()
            rank = final_rank(match.side, match.totals, match.winner)
            found.pop(match.deal, None)
            found[match.deal] = PlayedDeal(match.deal, begun_on, points, rank, len(match.totals))
    return tuple(reversed(found.values()))


def played_deals_poller(career: Career, person: str) -> Callable[[], tuple[PlayedDeal, ...] | None]:
    """Start to read a person's deals in a thread; return a function that returns them, or None while there are none."""
    query = CareerQuery[tuple[PlayedDeal, ...]](career)
    query.start_query(lambda reader: played_deals(reader.matches(LegFilter(person=person))))
    found: tuple[PlayedDeal, ...] | None = None

    def poll() -> tuple[PlayedDeal, ...] | None:
        nonlocal found
        result = query.poll()
        if result is not None and (result.complete or result.value is not None):
            found = result.value or ()
        return found

    return poll
