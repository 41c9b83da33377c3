"""Finds the goals of its stage that the running match has reached or lost, from what all players can see."""

from __future__ import annotations

from game.engine.observation import Phase
from game.features.tour.stage_results import GoalStatus, goal_status
from game.files.background_task import BackgroundTask
from game.match.session import Session


class GoalWatch:
    """Finds the goals that a match of the tour reaches or loses: call ``update`` every frame; ``status`` is the result.

    The match is read in a thread, only in the player's turns and at the end of a leg, after all moves have been shown,
    so that the result gives nothing hidden away. Taking back a move also takes back a goal that it reached.
    """

    def __init__(self, session: Session) -> None:
        self.status = GoalStatus()
        self._session = session
        self._seen: tuple[int, int] | None = None
        self._is_known = False
        self._reader = BackgroundTask[GoalStatus]("the goals of the stage", lambda _: GoalStatus())

    @property
    def is_busy(self) -> bool:
        return self._reader.is_busy

    def update(self) -> tuple[int, ...] | None:
        """Return the indices of the goals reached since the last change, or None if nothing has changed.

        The first result is empty, as the goals reached before are not new.
        """
        session, o = self._session, self._session.observation
        is_due = session.is_leg_over or (session.is_waiting_for_viewer and o.phase is Phase.TURN)
        if session.stage is not None and is_due and self._seen != (o.leg, len(o.moves)) and not self._reader.is_busy:
            self._seen, saved = (o.leg, len(o.moves)), session.saved
            self._reader.start(lambda: goal_status(saved))
        found = self._reader.poll()
        if found is None or (found == self.status and self._is_known):
            return None
        new = tuple(goal for goal in found.reached if goal not in self.status.reached) if self._is_known else ()
        self.status, self._is_known = found, True
        return new
