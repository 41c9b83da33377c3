"""Finds the milestones that the running match reaches, as soon as nothing can take them away any more.

Where moves cannot be taken back, those that a leg earns by itself are found in the player's next turn, from what is
visible by then; all others when the leg is over and on disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.career.reader import LegFilter, RoadbookReader
from game.career.refresh import Roadbook
from game.career.watch import RoadbookWatch
from game.engine.observation import Phase
from game.features.milestones.model import MILESTONES, Progress, earned_so_far, progress_of, shares_of_last_leg
from game.files.background_reader import BackgroundReader
from game.match.session import Session


class MilestoneWatch:
    """Watches one match; call ``follow`` every frame, and ``take`` for what was reached. It reads in threads only.

    ``person`` is the id of the profile that plays. What was reached before the person's first turn is not announced.
    """

    def __init__(self, session: Session, roadbook: Roadbook, person: str) -> None:
        self._session = session
        self._person = person
        self._watch: RoadbookWatch[dict[str, Progress]] = RoadbookWatch(roadbook)
        self._known: set[str] | None = None
        self._legs_seen: int | None = None
        self._moves_seen = -1
        self._leg_reader = BackgroundReader[list[str]]("the running leg", lambda _: [])
        self._reached: list[str] = []
        self.progress: Mapping[str, Progress] = {}
        """The progress of each milestone, as far as it was read."""

    @property
    def is_busy(self) -> bool:
        return self._watch.is_busy or self._leg_reader.is_busy

    def take(self) -> list[str]:
        """Return the ids of the milestones reached since the last call, in the order of the table."""
        reached, self._reached = self._reached, []
        return reached

    def follow(self) -> None:
        """Start reading whatever has happened since the last call, and collect what was read."""
        session = self._session
        if self._legs_seen is None:
            if session.waiting_for_viewer:
                self._look()
        elif session.is_leg_over and len(session.history) > self._legs_seen:
            self._look()
        elif self._is_leg_watched and not self._leg_reader.is_busy:
            self._look_at_leg()
        self._take_found()

    @property
    def _is_leg_watched(self) -> bool:
        """Whether milestones of the running leg are final: no take-backs, and no bot plays for the person."""
        session = self._session
        return self._known is not None and not session.take_backs.are_allowed and not session.deciders.delegated

    def _look(self) -> None:
        self._legs_seen, person, saved = len(self._session.history), self._person, self._session.saved

        def read(reader: RoadbookReader) -> dict[str, Progress]:
            shares = shares_of_last_leg(saved)
            found = progress_of(reader.played(LegFilter(person=person)))
            return {id: replace(one, in_leg=shares.get(id, 0.0)) for id, one in found.items()}

        self._watch.look(read)

    def _look_at_leg(self) -> None:
        """Read what the running leg has earned by now; only in the player's turn, when nothing hidden plays a part."""
        observation = self._session.observation
        is_due = self._session.waiting_for_viewer and observation.phase is Phase.TURN
        if is_due and len(observation.moves) != self._moves_seen:
            self._moves_seen = len(observation.moves)
            saved = self._session.saved
            self._leg_reader.begin(lambda: earned_so_far(saved))

    def _take_found(self) -> None:
        found = self._watch.take()
        if found is not None and found.complete and found.value is not None:
            self.progress = found.value
            reached = {id for id, progress in found.value.items() if progress.is_reached}
            if self._known is not None:
                self._tell(reached)
            self._known = reached | (self._known or set())
        earned = self._leg_reader.take()
        if earned is not None and self._known is not None:
            self._tell(set(earned))
            self._known |= set(earned)

    def _tell(self, reached: set[str]) -> None:
        assert self._known is not None
        self._reached += [m.id for m in MILESTONES if m.id in reached and m.id not in self._known]
