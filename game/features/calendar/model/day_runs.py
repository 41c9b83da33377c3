"""The bots of each level play a day's deal in the person's seat.

The result depends on the day alone: the cards, the rivals and all random seeds come from the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from ai.spec import LEVELS, TOP_LEVEL
from game.features.calendar.model.level_runs import LegScenario, LevelRuns, with_run_as_first_leg
from game.match.deals import deal_of_the_day
from game.match.match_file import SavedLeg, SavedMatch
from game.match.plan import DEFAULT_PLAN
from game.match.progress import MatchProgress
from game.match.session import match_of_deal

MASTER = TOP_LEVEL
"""The strongest level; only its runs can be watched."""


def day_scenario(day: date) -> tuple[SavedMatch, LegScenario]:
    """Return the deal of a day before the first move: as a saved match, and as a leg for the bots to play."""
    deal = deal_of_the_day(day)
    start = match_of_deal(DEFAULT_PLAN.with_deal(deal), deal, day)
    progress = MatchProgress(start)
    progress.deal()
    record = progress.record
    driven = LegScenario(record, start.players, start.manner, start.viewer, progress.match.context, start.seed)
    return replace(start, legs=(SavedLeg(record),)), driven


class DayRuns:
    """Plays a day's deal with the bots of each level, in a worker process: call ``poll`` every frame, ``close`` at the
    end.

    ``day`` is the day started last, or None if none has been started. The top bot's runs are kept in ``masters``.
    """

    def __init__(self, masters: dict[date, SavedMatch]) -> None:
        self.day: date | None = None
        self._levels: Sequence[str] = ()
        self._saved: SavedMatch | None = None
        self._runs: LevelRuns | None = None
        self._masters = masters

    def start(self, day: date, levels: Sequence[str] = LEVELS) -> None:
        """Play the day's deal with these levels; continue runs of the same day and levels, stop any others."""
        if self.is_busy and self.day == day and set(levels) <= set(self._levels):
            return
        self.close()
        self.day, self._levels = day, levels
        self._saved, driven = day_scenario(day)
        self._runs = LevelRuns(driven, levels=levels)

    @property
    def is_busy(self) -> bool:
        return self._runs is not None and not self._runs.is_over

    @property
    def has_failed(self) -> bool:
        """Whether an error kept the bots from finishing all runs."""
        return self._runs is not None and self._runs.fault is not None

    @property
    def progress(self) -> float:
        """How far the run being played has come, from 0 to 1."""
        return self._runs.progress if self._runs is not None else 0.0

    @property
    def points(self) -> dict[str, int]:
        """The points of each level that has finished the deal of ``day``."""
        return {drive.level or "": drive.points for drive in self._runs.runs} if self._runs is not None else {}

    def poll(self) -> bool:
        """Continue the runs without blocking; return True if one has just ended or an error has stopped them."""
        drives = self._runs
        if drives is None or not drives.poll():
            return False
        assert self._saved is not None
        assert self.day is not None
        for drive in drives.runs:
            if drive.level == MASTER:
                self._masters[self.day] = with_run_as_first_leg(self._saved, drive)
        return True

    def master_run(self, day: date) -> SavedMatch | None:
        """Return the top bot's run of a day as a saved match to watch, or None if it is not played yet."""
        return self._masters.get(day)

    def close(self) -> None:
        """"""
        if self._runs is not None:
            self._runs.close()
