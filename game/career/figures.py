"""What each person has done in all matches kept, counted in a thread while the title or the profiles are seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from game.people.profiles import Figures

if TYPE_CHECKING:
    from game.career.collection import Collection
    from game.career.meetings import Meetings
    from game.career.refresh import Roadbook
    from game.career.watch import RoadbookWatch

    _Found = tuple[Mapping[str, Figures], Mapping[str, Mapping[str, Meetings]], Mapping[str, Collection]]


class ProfileFigures:
    """Counts whenever it comes to be shown; ``roadbook`` says whose matches, and is asked then."""

    def __init__(self, roadbook: Callable[[], Roadbook]) -> None:
        self._roadbook = roadbook
        self._counted: Mapping[str, Figures] | None = None
        self._met: Mapping[str, Mapping[str, Meetings]] = {}
        self._earned: Mapping[str, Collection] = {}
        self._watch: RoadbookWatch[_Found] | None = None
        self._was_shown = False

    def of(self, person: str) -> Figures | None:
        """What that person has done; None as long as nobody has counted."""
        return None if self._counted is None else self._counted.get(person, Figures(0, 0, 0, 0))

    def meetings(self, person: str) -> Mapping[str, Meetings]:
        """How that person stands against each driver, as far as it was counted."""
        return self._met.get(person, {})

    def collection(self, person: str) -> Collection | None:
        """What that person has earned, None if nothing or nobody has counted."""
        return self._earned.get(person)

    def change(self, person: str, change: Callable[[Collection], Collection]) -> None:
        """Know what that person has earned besides."""
        from game.career.collection import Collection  # noqa: PLC0415 - as below

        self._earned = {**self._earned, person: change(self._earned.get(person, Collection()))}

    def update(self, *, is_shown: bool) -> bool:
        """Begin to count if it is shown now and was not before; True if something new was counted."""
        if is_shown and not self._was_shown:
            self._count()
        self._was_shown = is_shown
        found = self._watch.take() if self._watch is not None else None
        if found is None or found.value is None:
            return False
        counted, met, earned = found.value
        known = self._counted, self._met, self._earned
        # What was counted may be older than what came by ``change``, and nobody loses what is earned.
        together = {person: self._earned.get(person, theirs) | theirs for person, theirs in earned.items()}
        self._counted, self._met, self._earned = counted, met, {**self._earned, **together}
        return known != (self._counted, self._met, self._earned)

    def count_again(self) -> None:
        """Count in the next frame where it is shown: what is kept has changed meanwhile."""
        self._was_shown = False

    def _count(self) -> None:
        from game.career.watch import RoadbookWatch  # noqa: PLC0415 - SQLite: not before the title

        if self._watch is not None:
            self._watch.close()
        self._watch = RoadbookWatch(self._roadbook())
        self._watch.look(lambda reader: (reader.figures(), reader.meetings(), reader.collections()))

    def close(self) -> None:
        """Count no more."""
        if self._watch is not None:
            self._watch.close()
