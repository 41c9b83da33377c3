"""A person's results against each driver: finished matches that both played on different sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.career.match_stats import MatchStats

MIN_DECIDED_MATCHES = 3
"""The number of matches won by either of the two from which their score is shown."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A person's matches against one driver, in the order played.

    ``wins`` has, for each match that one of the two won, whether the person did. ``matches`` counts all that both
    played; ``last_s`` is when the last one was saved, in seconds since 1970, ``last_offset_s`` the UTC offset of local
    time then, None if unknown. ``missed`` is the number of matches that the person has played since, without the
    driver.
    """

    wins: tuple[bool, ...] = ()
    matches: int = 0
    last_s: int = 0
    missed: int = 0
    last_offset_s: int | None = None

    @property
    def won(self) -> int:
        """The number of matches that the person won."""
        return sum(self.wins)

    @property
    def lost(self) -> int:
        """The number of matches that the driver won."""
        return len(self.wins) - self.won

    @property
    def has_score(self) -> bool:
        """Whether there are enough matches to show a score."""
        return len(self.wins) >= MIN_DECIDED_MATCHES


def head_to_head(digests: Iterable[MatchStats], drivers: Sequence[str]) -> dict[str, HeadToHead]:
    """Return one person's results against each driver; ``digests`` are that person's matches in the order played.

    Only finished matches count, without practice and delegated legs.
    """
    matches = [
        match for match in digests if match.counts_for_person and match.summary.is_over and not match.summary.delegated
    ]
    return {driver: _met(matches, driver) for driver in drivers}


def _met(matches: Sequence[MatchStats], driver: str) -> HeadToHead:
    found = [(number, match) for number, match in enumerate(matches) if _side(match, driver) is not None]
    if not found:
        return HeadToHead()
    decided = [match for _, match in found if match.summary.winner in {match.summary.side, _side(match, driver)}]
    number, last = found[-1]
    return HeadToHead(
        wins=tuple(match.is_won for match in decided),
        matches=len(found),
        last_s=last.summary.saved_s,
        missed=len(matches) - 1 - number,
        last_offset_s=last.summary.saved_offset_s,
    )


def _side(match: MatchStats, driver: str) -> int | None:
    """Return the driver's side, or None if the driver does not play or is the person's partner."""
    players, own = match.summary.players, match.summary.side
    sides = enumerate(match.summary.sides)
    return next((n for n, seats in sides if n != own and any(players[seat].driver == driver for seat in seats)), None)
