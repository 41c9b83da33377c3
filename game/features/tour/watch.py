"""Finds the goals of its stage that the running match has reached or lost, as soon as everybody can know."""

from __future__ import annotations

from game.engine.observation import Phase
from game.features.tour.drives import GoalsSoFar, goals_so_far
from game.files.background_reader import BackgroundReader
from game.match.session import Session


class GoalWatch:
    """Watches the goals of a match: call ``follow`` every frame; ``so_far`` is the result. It reads in a thread only.

    It reads in the player's turns and at the end of a leg, when all moves have been shown, so nothing hidden plays a
    part. A goal is taken back with the move that reached it.
    """

    def __init__(self, session: Session) -> None:
        self.so_far = GoalsSoFar()
        self._session = session
        self._seen: tuple[int, int] | None = None
        self._is_known = False
        self._reader = BackgroundReader[GoalsSoFar]("the goals of the stage", lambda _: GoalsSoFar())

    @property
    def is_busy(self) -> bool:
        return self._reader.is_busy

    def follow(self) -> tuple[int, ...] | None:
        """Return the goals reached since the last call, None if nothing changed; the first reading reports none."""
        session, o = self._session, self._session.observation
        is_due = session.is_leg_over or (session.waiting_for_viewer and o.phase is Phase.TURN)
        if session.stage is not None and is_due and self._seen != (o.leg, len(o.moves)) and not self._reader.is_busy:
            self._seen, saved = (o.leg, len(o.moves)), session.saved
            self._reader.begin(lambda: goals_so_far(saved))
        found = self._reader.take()
        if found is None or (found == self.so_far and self._is_known):
            return None
        new = tuple(goal for goal in found.reached if goal not in self.so_far.reached) if self._is_known else ()
        self.so_far, self._is_known = found, True
        return new
