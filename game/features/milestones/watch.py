"""Finds the milestones that the running match reaches, as soon as they can no longer be lost.

If moves cannot be taken back, milestones earned by a leg alone are found in the player's next turn, only from what the
player can see by then. All others are found when the leg is over and saved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.career.career import Career
from game.career.query import CareerQuery
from game.career.reader import CareerReader, LegFilter
from game.engine.observation import Phase
from game.features.milestones.model import (
    MILESTONES,
    MilestoneProgress,
    earned_by_last_leg,
    last_leg_shares,
    milestone_progress,
)
from game.files.background_task import BackgroundTask
from game.match.session import Session


class MilestoneWatch:
    """Finds the milestones that one match reaches: call ``update`` every frame, then ``pop_reached``.

    ``person`` is the id of the profile that plays. Milestones reached before the person's first turn are not reported.
    All reading is done in threads.
    """

    def __init__(self, session: Session, roadbook: Career, person: str) -> None:
        self._session = session
        self._person = person
        self._watch: CareerQuery[dict[str, MilestoneProgress]] = CareerQuery(roadbook)
        self._known: set[str] | None = None
        self._legs_seen: int | None = None
        self._moves_seen = -1
        self._leg_reader = BackgroundTask[list[str]]("the running leg", lambda _: [])
        self._reached: list[str] = []
        self.progress: Mapping[str, MilestoneProgress] = {}
        """The progress of each milestone, as far as it was read."""

    def pop_reached(self) -> list[str]:
        """Return the ids of the milestones reached since the last call, in the order of ``MILESTONES``."""
        reached, self._reached = self._reached, []
        return reached

    def update(self) -> None:
        """Start to read what has happened since the last call, and collect the results of earlier reading."""
        session = self._session
        if self._legs_seen is None:
            if session.is_waiting_for_viewer:
                self._read_career()
        elif session.is_leg_over and len(session.history) > self._legs_seen:
            self._read_career()
        elif self._is_leg_final and not self._leg_reader.is_busy:
            self._read_running_leg()
        self._collect_results()

    @property
    def _is_leg_final(self) -> bool:
        """Whether a milestone earned in the running leg cannot be lost again.

        That is so if take-backs are not allowed and no bot has played for the person.
        """
        session = self._session
        return (
            self._known is not None and not session.take_backs.are_allowed and not session.seat_control.autopilot_used
        )

    def _read_career(self) -> None:
        self._legs_seen, person, saved = len(self._session.history), self._person, self._session.saved

        def read(reader: CareerReader) -> dict[str, MilestoneProgress]:
            shares = last_leg_shares(saved)
            found = milestone_progress(reader.matches(LegFilter(person=person)))
            return {id: replace(one, last_leg_share=shares.get(id, 0.0)) for id, one in found.items()}

        self._watch.start_query(read)

    def _read_running_leg(self) -> None:
        """Start to read which milestones the running leg has earned, but only in the player's turn.

        At that time no hidden card can give anything away.
        """
        observation = self._session.observation
        is_due = self._session.is_waiting_for_viewer and observation.phase is Phase.TURN
        if is_due and len(observation.moves) != self._moves_seen:
            self._moves_seen = len(observation.moves)
            saved = self._session.saved
            self._leg_reader.start(lambda: earned_by_last_leg(saved))

    def _collect_results(self) -> None:
        found = self._watch.poll()
        if found is not None and found.complete and found.value is not None:
            self.progress = found.value
            reached = {id for id, progress in found.value.items() if progress.is_reached}
            if self._known is not None:
                self._add_reached(reached)
            self._known = reached | (self._known or set())
        earned = self._leg_reader.poll()
        if earned is not None and self._known is not None:
            self._add_reached(set(earned))
            self._known |= set(earned)

    def _add_reached(self, reached: set[str]) -> None:
        assert self._known is not None
        self._reached += [m.id for m in MILESTONES if m.id in reached and m.id not in self._known]
