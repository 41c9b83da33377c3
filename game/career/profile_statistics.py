"""Each person's statistics over all kept matches, counted in a thread while the title or the profiles are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from game.people.profiles import PersonTotals

if TYPE_CHECKING:
    from game.career.achievements import Achievements
    from game.career.career import Career
    from game.career.head_to_head import HeadToHead
    from game.career.query import CareerQuery

    _Found = tuple[Mapping[str, PersonTotals], Mapping[str, Mapping[str, HeadToHead]], Mapping[str, Achievements]]


class ProfileStatistics:
    """Each person's statistics over all kept matches.

    They are counted in a thread each time a screen that shows them appears. ``roadbook()`` returns the career to read.
    """

    def __init__(self, roadbook: Callable[[], Career]) -> None:
        self._roadbook = roadbook
        self._counted: Mapping[str, PersonTotals] | None = None
        self._met: Mapping[str, Mapping[str, HeadToHead]] = {}
        self._earned: Mapping[str, Achievements] = {}
        self._watch: CareerQuery[_Found] | None = None
        self._was_shown = False

    def totals_of(self, person: str) -> PersonTotals | None:
        """Return the totals of the person with that profile id; None before the first count."""
        return None if self._counted is None else self._counted.get(person, PersonTotals(0, 0, 0, 0))

    def head_to_head(self, person: str) -> Mapping[str, HeadToHead]:
        """Return the person's results against each driver, as of the last count."""
        return self._met.get(person, {})

    def achievements(self, person: str) -> Achievements | None:
        """Return the person's achievements; None if there are none, or before the first count."""
        return self._earned.get(person)

    def change_achievements(self, person: str, change: Callable[[Achievements], Achievements]) -> None:
        """Apply ``change`` to a person's achievements as of the last count; no file is changed."""
        from game.career.achievements import Achievements  # noqa: PLC0415 - as below

        self._earned = {**self._earned, person: change(self._earned.get(person, Achievements()))}

    def update(self, *, is_shown: bool) -> bool:
        """Start counting if a screen with statistics has just appeared; call this every frame.

        Return whether the statistics have changed.
        """
        if is_shown and not self._was_shown:
            self._count()
        self._was_shown = is_shown
        found = self._watch.poll() if self._watch is not None else None
        if found is None or found.value is None:
            return False
        counted, met, earned = found.value
        known = self._counted, self._met, self._earned
        # The count may be older than the last ``change_achievements``, and achievements are never lost, so both are
        # merged; where they differ, the count has what is on disk.
        together = {person: theirs | self._earned.get(person, theirs) for person, theirs in earned.items()}
        self._counted, self._met, self._earned = counted, met, {**self._earned, **together}
        return known != (self._counted, self._met, self._earned)

    def refresh_stats(self) -> None:
        """Count again in the next frame in which a screen shows statistics, because the kept matches have changed."""
        self._was_shown = False

    def _count(self) -> None:
        from game.career.query import CareerQuery  # noqa: PLC0415 - imports SQLite: not before the title is shown

        if self._watch is not None:
            self._watch.close()
        self._watch = CareerQuery(self._roadbook())
        self._watch.start_query(lambda reader: (reader.figures(), reader.head_to_head(), reader.achievements()))

    def close(self) -> None:
        if self._watch is not None:
            self._watch.close()
