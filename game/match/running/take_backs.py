"""Take-backs of the viewer's decisions, and redoing them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.engine.moves import Move, MoveKind
from game.engine.observation import Phase
from game.files import limits
from game.match.progress import MatchProgress
from game.match.running.hot_seat import HotSeat
from game.match.running.seat_control import SeatControl
from game.match.running.viewer_feed import LegNotes, ViewerFeed


class TakeBackHistory:
    """Takes back and redoes the viewer's decisions.

    ``undone`` are the moves that can be redone until the viewer makes a new decision.
    """

    def __init__(
        self,
        progress: MatchProgress,
        viewer_feed: ViewerFeed,
        seat_control: SeatControl,
        hot_seat: HotSeat,
        *,
        are_allowed: bool,
    ) -> None:
        self.are_allowed = are_allowed
        self._progress = progress
        self._viewer_feed = viewer_feed
        self._seat_control = seat_control
        self._hot_seat = hot_seat
        self.restore(())

    def restore(self, undone: Sequence[Move]) -> None:
        """Start a leg, or resume one in which the moves ``undone`` were taken back last."""
        notes = self._viewer_feed.notes
        self.undone = tuple(undone)
        self._undos = min(len(notes.taken_back), sum(map(self._is_decision, undone)))
        self._is_all_undone_told = False
        earlier = notes.taken_back[: len(notes.taken_back) - self._undos]
        self._viewer_feed.notes = replace(notes, taken_back=earlier)

    @property
    def notes(self) -> LegNotes:
        """The notes on the moves made so far; they list no more take-backs than a file may hold."""
        here = len(self._viewer_feed.latest_observation.moves)
        notes = self._viewer_feed.notes.before(here)
        return replace(notes, taken_back=(*notes.taken_back, *[here] * self._undos)[: limits.MAX_TAKE_BACKS])

    def forget_redo(self) -> None:
        """Forget the moves that could be redone."""
        self._viewer_feed.notes = self.notes
        self.undone, self._undos = (), 0

    @property
    def can_take_back(self) -> bool:
        """Whether the leg is not over and the viewer may take back a decision in it."""
        return self._are_possible and any(map(self._is_decision, self._progress.moves))

    @property
    def can_redo(self) -> bool:
        """Whether a taken-back decision can be redone."""
        return self._are_possible and bool(self.undone)

    @property
    def _are_possible(self) -> bool:
        return self.are_allowed and self._hot_seat.is_hand_visible and self._progress.phase is not Phase.OVER

    def _is_decision(self, played: Move) -> bool:
        """Return whether that move was a decision of the viewer's that can be taken back.

        With several persons, answers to hazards don't count: the others must not learn who was asked.
        """
        is_answer = played.kind in (MoveKind.COUP_FOURRE, MoveKind.DECLINE)
        return played.seat == self._viewer_feed.seat and not (self._seat_control.is_hot_seat and is_answer)

    def take_back(self, *, is_told: bool) -> tuple[Move, ...]:
        """Take back the viewer's last decision; return the moves before it.

        ``is_told`` says that the viewer has seen the events of all moves so far. Raises ``RuntimeError`` unless
        ``can_take_back``.
        """
        if not self.can_take_back:
            raise RuntimeError("take_back: there is no decision of the viewer's to be taken back")
        moves = self._progress.moves
        if not self.undone:
            self._is_all_undone_told = is_told
        last = max(place for place, move in enumerate(moves) if self._is_decision(move))
        self.undone = (*moves[last:], *self.undone)
        self._undos += 1
        return moves[:last]

    def redo(self) -> tuple[tuple[Move, ...], bool]:
        """Redo the decision that was taken back last; return all moves up to the viewer's next decision.

        Also return whether the viewer has seen their events before. Raises ``RuntimeError`` unless ``can_redo``.
        """
        if not self.can_redo:
            raise RuntimeError("make_again: nothing was taken back")
        own = (place for place, move in enumerate(self.undone) if place and self._is_decision(move))
        until = next(own, len(self.undone))
        moves = (*self._progress.moves, *self.undone[:until])
        self.undone = self.undone[until:]
        self._undos = max(0, self._undos - 1)
        return moves, bool(self.undone) or self._is_all_undone_told
