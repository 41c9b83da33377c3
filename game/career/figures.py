"""Each person's figures over all kept matches, counted in a thread while the title or the profiles are shown."""

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
    """Counts each time the title or the profiles appear; ``roadbook()`` then returns the career to count."""

    def __init__(self, roadbook: Callable[[], Roadbook]) -> None:
        self._roadbook = roadbook
        self._counted: Mapping[str, Figures] | None = None
        self._met: Mapping[str, Mapping[str, Meetings]] = {}
        self._earned: Mapping[str, Collection] = {}
        self._watch: RoadbookWatch[_Found] | None = None
        self._was_shown = False

    def of(self, person: str) -> Figures | None:
        """Return the figures of a person; None before the first count."""
        return None if self._counted is None else self._counted.get(person, Figures(0, 0, 0, 0))

    def meetings(self, person: str) -> Mapping[str, Meetings]:
        """Return the person's record against each driver, as of the last count."""
        return self._met.get(person, {})

    def collection(self, person: str) -> Collection | None:
        """Return the person's achievements, None if there are none or before the first count."""
        return self._earned.get(person)

    def change(self, person: str, change: Callable[[Collection], Collection]) -> None:
        """Change the cached achievements of a person."""
        from game.career.collection import Collection  # noqa: PLC0415 - as below

        self._earned = {**self._earned, person: change(self._earned.get(person, Collection()))}

    def update(self, *, is_shown: bool) -> bool:
        """Start counting if the screen has just appeared; return True if the figures have changed."""
        if is_shown and not self._was_shown:
            self._count()
        self._was_shown = is_shown
        found = self._watch.take() if self._watch is not None else None
        if found is None or found.value is None:
            return False
        counted, met, earned = found.value
        known = self._counted, self._met, self._earned
        # The count may be older than the last ``change``, and achievements are never lost, so both are merged.
        together = {person: self._earned.get(person, theirs) | theirs for person, theirs in earned.items()}
        self._counted, self._met, self._earned = counted, met, {**self._earned, **together}
        return known != (self._counted, self._met, self._earned)

    def count_again(self) -> None:
        """Count again in the next frame if the screen is shown, because the kept matches have changed."""
        self._was_shown = False

    def _count(self) -> None:
        from game.career.watch import RoadbookWatch  # noqa: PLC0415 - imports SQLite: not before the title is shown

        if self._watch is not None:
            self._watch.close()
        self._watch = RoadbookWatch(self._roadbook())
        self._watch.look(lambda reader: (reader.figures(), reader.meetings(), reader.collections()))

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()
