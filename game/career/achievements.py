"""A person's permanent achievements, in a small file for each profile.

They are computed from the kept matches, like the cache, and added to the file: nothing is lost when a match is deleted
or the statistics are reset, and nothing counts twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, NamedTuple, Self

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from game.career.person_file import PersonFile, RecordForm
from game.files import limits
from game.files.problems import ProblemCode

_Day = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\d\Z")]
_Levels = Annotated[tuple[limits.Points, ...], Meta(min_length=limits.MAX_LEVELS, max_length=limits.MAX_LEVELS)]


class LaterPlay(NamedTuple):
    """A play of a deal of the day that does not count, as another match of that day counts: its points and match."""

    points: limits.Points
    match: str


class DailyDealResult(Struct, frozen=True, omit_defaults=True):
    """The result of the play of a deal of the day that counts: its match, when it began, and its points.

    ``begun_offset_s`` is the UTC offset of local time then, None if unknown. With ``has_help`` there were take-backs or
    a bot played for the person, so there is no medal. ``again`` is the later play with the most points.
    """

    match: str
    begun_s: limits.UnixSeconds
    points: limits.Points
    has_help: bool = False
    again: LaterPlay | None = None
    begun_offset_s: limits.UtcOffset | None = None

    def __or__(self, other: DailyDealResult) -> DailyDealResult:
        """Return this result, which still counts, with the best later play of both."""
        plays = self.again, other.again, LaterPlay(other.points, other.match)
        later = (play for play in plays if play is not None and play.match != self.match)
        return replace(self, again=max(later, default=None))


class Achievements(RecordForm, frozen=True):
    """The achievements of one person.

    ``days`` are the results of the deals of the day, by date; ``stages`` the goals reached in any play of each tour
    stage, by the stage's id. ``levels`` are, by date, the points that each bot level, weakest first, made in the
    person's seat with the deal of that day. ``milestones`` are the ids of the milestones ever reached that unlocked
    something.
    """

    days: dict[_Day, DailyDealResult] = field(default_factory=dict)
    stages: dict[limits.StageId, tuple[limits.Goal, ...]] = field(default_factory=dict)
    levels: dict[_Day, _Levels] = field(default_factory=dict)
    milestones: tuple[limits.EnumWord, ...] = ()

    def __post_init__(self) -> None:
        for day in (*self.days, *self.levels):
            date.fromisoformat(day)

    @classmethod
    def joined(cls, parts: Iterable[Self]) -> Self:
        """Return the achievements of all parts.

        What was counted first stays: of a day the result, though a later part's may be earlier or better, and the
        points of the bot levels, though later bots may play better.
        """
        days: dict[str, DailyDealResult] = {}
        stages: dict[str, set[int]] = {}
        levels: dict[str, tuple[int, ...]] = {}
        milestones: set[str] = set()
        for part in parts:
            for day, result in part.days.items():
                days[day] = days.get(day, result) | result
            for id, goals in part.stages.items():
                stages.setdefault(id, set()).update(goals)
            levels = part.levels | levels
            milestones.update(part.milestones)
        return cls(days, {id: tuple(sorted(goals)) for id, goals in stages.items()}, levels, tuple(sorted(milestones)))


ACHIEVEMENT_FILES = PersonFile(
    "achievements", Achievements, limits.MAX_ACHIEVEMENTS_BYTES, ProblemCode.ACHIEVEMENTS_QUARANTINED
)
"""The achievements, one file per person."""
