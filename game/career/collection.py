"""The collection: what a person has earned once and never loses, in a small file for each profile.

It is made of the kept matches, as the roadbook is, and added to what the file has already: so nothing goes when a match
is deleted or the statistics are reset, and nothing counts twice. The file is one line, a checksum and a JSON object,
and is replaced as a whole, by the writer's thread alone; whoever reads it may do so in any thread.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from game.career.ledger import form_in, line_of
from game.engine.reading import OddFileError
from game.features.puzzles.model import PuzzleBook
from game.files import limits
from game.files.forms import FormatError, NewerFormatError
from game.files.problems import ProblemCode
from game.files.writer import write_atomically
from game.match.library import CarefulReader, problem_of, read_patiently, set_aside

if TYPE_CHECKING:
    from game.career.digest import Digest

VERSION: Final = 1

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
    the goals that any of its drives reached; ``puzzles`` its own ones and how all were answered. ``levels`` are what
    the levels of the bots, the weakest first, make of days' deals in the person's seat, ``milestones`` the ids of those
    that were ever reached, and opened something.
    """

    days: dict[_Day, Day] = {}
    stages: dict[limits.StageId, tuple[limits.Goal, ...]] = {}
    puzzles: PuzzleBook = PuzzleBook()
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
        return Collection(days, reached, self.puzzles | other.puzzles, {**other.levels, **self.levels}, milestones)


def collected(digests: Iterable[Digest]) -> Collection:
    """What a person has earned in these matches."""
    found = Collection()
    for digest in digests:
        match = digest.summary
        if match.day is not None and digest.is_own and match.is_over:
            points, has_help = match.totals[match.side], not digest.is_clean
            drive = Day(match.id, match.begun_s, points, has_help, begun_offset_s=match.begun_offset_s)
            found |= Collection({match.day.isoformat(): drive})
        if digest.stage is not None and digest.is_driven:
            found |= Collection(stages={digest.stage: digest.goals})
    return found


# -- the file ----------------------------------------------------------------------------------------------------------


class _Form(Struct, frozen=True, kw_only=True):
    collection: Collection
    format: Literal["milestone-rally-collection"] = "milestone-rally-collection"
    version: int = VERSION


class _Head(Struct, frozen=True):
    version: int


_form: Final = Decoder(_Form).decode
_head: Final = Decoder(_Head).decode


def collection_to_bytes(collection: Collection) -> bytes:
    """The content of the file."""
    return line_of(_Form(collection=collection))


def collection_from_bytes(data: bytes) -> Collection:
    """What is in such a file; raises ``FormatError``, and ``NewerFormatError`` for a later version's."""
    try:
        form = form_in(data.removesuffix(b"\n"))
        if _head(form).version > VERSION:
            raise NewerFormatError(f"expected a collection of version {VERSION} at most")
        return _form(form).collection
    except (msgspec.DecodeError, RecursionError) as error:
        raise FormatError(str(error)) from None


def read_collections(folder: Path) -> dict[str, Collection]:
    """What can be read of each person's file in the folder, by the id of the profile; raises ``OSError``."""
    found = {}
    for path in folder.glob("collection-*.json"):
        if re.fullmatch(limits.COLLECTIONS, path.name):
            with contextlib.suppress(FileNotFoundError, OddFileError, FormatError):
                data = read_patiently(path, limits.COLLECTION_BYTES)
                found[path.stem.removeprefix("collection-")] = collection_from_bytes(data)
    return found


class CollectionFile:
    """One person's file; what is wrong with it is one of the reader's problems to take."""

    def __init__(self, folder: Path, person: str, reader: CarefulReader) -> None:
        self.path = folder / f"collection-{person}.json"
        self._reader = reader

    def change(self, change: Callable[[Collection], Collection]) -> None:
        """Write what ``change`` makes of it, if that is anything else; for the writer's thread.

        Raises ``OSError``, and ``NewerFormatError`` for what must stay as it is.
        """
        before = self._sound()
        after = change(before)
        if after != before:
            write_atomically(self.path, collection_to_bytes(after))

    def _sound(self) -> Collection:
        try:
            return collection_from_bytes(read_patiently(self.path, limits.COLLECTION_BYTES))
        except FileNotFoundError:
            return Collection()
        except NewerFormatError:
            raise
        except (OddFileError, FormatError) as error:
            self._reader.note(problem_of(ProblemCode.COLLECTION_SET_ASIDE, set_aside(self.path), error))
            return Collection()
