"""How a person stands against each driver: the matches that the two played on different sides, and one of them won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.career.digest import Digest

TOLD_FROM = 3
"""So many meetings it takes until the score is told."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """What came of the matches against one driver, in the order played.

    ``wins`` tells of each whether the person won it. ``matches`` is how many both played, ``last_s`` when the last was
    saved, in seconds since 1970, ``last_offset_s`` how far local time was from UTC then, None where nobody knows.
    ``missed`` is how many matches the person has played since.
    """

    wins: tuple[bool, ...] = ()
    matches: int = 0
    last_s: int = 0
    missed: int = 0
    last_offset_s: int | None = None

    @property
    def won(self) -> int:
        """How many the person won."""
        return sum(self.wins)

    @property
    def lost(self) -> int:
        """How many the driver won."""
        return len(self.wins) - self.won

    @property
    def is_told(self) -> bool:
        """Whether there are enough of them to speak of a score."""
        return len(self.wins) >= TOLD_FROM


def meetings(digests: Iterable[Digest], drivers: Sequence[str]) -> dict[str, Meetings]:
    """How one person, whose matches these are in the order played, stands against each of the drivers.

    Only matches in earnest count that are over and in which no bot decided for anybody.
    """
    matches = [match for match in digests if match.is_own and match.summary.is_over and not match.summary.delegated]
    return {driver: _met(matches, driver) for driver in drivers}


def _met(matches: Sequence[Digest], driver: str) -> Meetings:
    found = [(number, match) for number, match in enumerate(matches) if _side(match, driver) is not None]
    if not found:
        return Meetings()
    decided = [match for _, match in found if match.summary.winner in {match.summary.side, _side(match, driver)}]
    number, last = found[-1]
    return Meetings(
        wins=tuple(match.is_won for match in decided),
        matches=len(found),
        last_s=last.summary.saved_s,
        missed=len(matches) - 1 - number,
        last_offset_s=last.summary.saved_offset_s,
    )


def _side(match: Digest, driver: str) -> int | None:
    """The side that the driver is on, None if it does not play or is the person's partner."""
    players, own = match.summary.players, match.summary.side
    sides = enumerate(match.summary.sides)
    return next((n for n, seats in sides if n != own and any(players[seat].driver == driver for seat in seats)), None)
