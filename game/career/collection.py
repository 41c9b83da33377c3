"""The collection: what a person has earned once and never loses, in a small file for each profile.

It is made of the kept matches, as the roadbook is, and added to what the file has already: so nothing goes when a match
is deleted or the statistics are reset, and nothing counts twice.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from game.career.person_file import PersonFile
from game.files import limits
from game.files.problems import ProblemCode

_Day = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\d\Z")]
_Levels = Annotated[tuple[limits.Points, ...], Meta(min_length=limits.LEVELS, max_length=limits.LEVELS)]


class Day(Struct, frozen=True, omit_defaults=True):
    """The first drive of a deal of the day: in which match, begun when, and how many points it brought.

    ``begun_offset_s`` is how far local time was from UTC when it was begun, None where nobody knows. With ``has_help``
    moves were taken back in it, or a bot drove: then it earns no medal. ``again`` are the most points that a later
    drive brought.
    """

    match: str
    begun_s: limits.Moment
    points: limits.Points
    has_help: bool = False
    again: limits.Points | None = None
    begun_offset_s: limits.Offset | None = None

    def __or__(self, other: Day) -> Day:
        """Both together: the drive that was begun first, and the best of all others."""
        first, later = sorted((self, other), key=lambda d: (d.begun_s, d.match, d.begun_offset_s is None))
        more = [self.again, other.again, None if later.match == first.match else later.points]
        return replace(first, again=max((points for points in more if points is not None), default=None))


class Collection(Struct, frozen=True, omit_defaults=True):
    """What one person has earned.

    ``days`` are deals of the day that were driven, by their date; ``stages`` those of the tour, by their ids, each with
    the goals that any of its drives reached. ``levels`` are what the levels of the bots, the weakest first, make of
    days' deals in the person's seat, ``milestones`` the ids of those that were ever reached, and opened something.
    """

    days: dict[_Day, Day] = {}
    stages: dict[limits.StageId, tuple[limits.Goal, ...]] = {}
    levels: dict[_Day, _Levels] = {}
    milestones: tuple[limits.Word, ...] = ()

    def __post_init__(self) -> None:
        for day in (*self.days, *self.levels):
            date.fromisoformat(day)

    def __or__(self, other: Collection) -> Collection:
        """Both together; what the levels made first of a deal stays, though later versions drive better."""
        days = dict(self.days)
        for day, drive in other.days.items():
            days[day] = days.get(day, drive) | drive
        stages = {id: set(goals) for id, goals in self.stages.items()}
        for id, goals in other.stages.items():
            stages.setdefault(id, set()).update(goals)
        reached = {id: tuple(sorted(goals)) for id, goals in stages.items()}
        milestones = tuple(sorted({*self.milestones, *other.milestones}))
        return Collection(days, reached, {**other.levels, **self.levels}, milestones)


COLLECTIONS = PersonFile("collection", Collection, limits.COLLECTION_BYTES, ProblemCode.COLLECTION_SET_ASIDE)
"""The files that it stands in."""
