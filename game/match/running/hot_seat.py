"""Several persons at one screen: whose turn it is to hold it, and which hazard each person must answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.engine.errors import Refusal
from game.engine.moves import Move
from game.engine.observation import Phase
from game.match.bots.decisions import BotAnswer
from game.match.library import Autosave
from game.match.progress import MatchProgress
from game.match.running.delayed_reveal import DelayedReveal
from game.match.running.seat_control import IllegalMoveError


@dataclass(frozen=True, slots=True)
class Handover:
    """The seat of the person who must be given the screen.

    ``attack`` is the hazard on that person's side, if that is the cause. Every person of an attacked side gets the
    screen, whether there is anything to answer or not.
    """

    seat: int
    attack: Move | None = None


class HotSeat:
    """Controls who holds the screen if several persons play.

    While it ``is_covered``, the table is hidden and no step is delivered: the person of ``handover`` is not there yet.
    """

    def __init__(self, progress: MatchProgress, delayed_reveal: DelayedReveal, autosave: Autosave) -> None:
        self.is_covered = False
        self._progress = progress
        self._viewer_feed = delayed_reveal.viewer_feed
        self._seat_control = delayed_reveal.seat_control
        self._delayed_reveal = delayed_reveal
        self._autosave = autosave

    def cover_table(self, undone: Sequence[Move] = (), seat: int | None = None) -> None:
        """Hide the table, if several persons play, until the person whose turn comes next has taken the screen.

        It is counted from ``seat``, by default the one that decides now.
        """
        deciders = self._seat_control
        if deciders.is_hot_seat:
            seats = self._progress.match.setup.seats
            seat = seat if seat is not None else self._progress.seat or 0
            those = [person for person in deciders.persons if deciders.is_person(person)] or deciders.persons
            self._viewer_feed.switch_viewer(min(those, key=lambda person: (person - seat) % seats), undone)
            self.is_covered = True

    @property
    def handover(self) -> Handover | None:
        """The person who must be given the screen before anything goes on, or None if it stays with the viewer."""
        hold, viewer = self._delayed_reveal.pending, self._viewer_feed.seat
        is_at_rest = self._viewer_feed.is_delivered and self._autosave.is_settled
        if not self._seat_control.is_hot_seat or not (self.is_covered or is_at_rest):
            return None
        covered = Handover(viewer) if self.is_covered else None
        if hold is not None:
            waits = hold.persons_to_show and (self.is_covered or hold.persons_to_show[0] != viewer)
            return Handover(hold.persons_to_show[0], hold.attack) if waits else covered
        seat = self._progress.seat
        is_anothers = seat is not None and seat != viewer and self._seat_control.is_person(seat)
        return Handover(seat) if seat is not None and is_anothers and not self.is_covered else covered

    def accept_handover(self, undone: Sequence[Move]) -> None:
        """Give the screen to the person of ``handover``. Raises ``RuntimeError`` if there is none."""
        handover, hold = self.handover, self._delayed_reveal.pending
        if handover is None:
            raise RuntimeError("take_screen: nobody is to be given the screen")
        self.is_covered = False
        if handover.seat != self._viewer_feed.seat:
            self._viewer_feed.switch_viewer(handover.seat, undone)
            if hold is None:
                self._viewer_feed.queue([])
            else:
                self._viewer_feed.queue_attack_again(hold.attack_event, hold.moves_before)

    @property
    def is_waiting_for_viewer(self) -> bool:
        """Whether the viewer must decide, all steps are delivered, and the last move is on disk."""
        is_free = self._delayed_reveal.is_all_revealed and self._autosave.is_settled and not self.is_covered
        return is_free and self._seat_control.is_viewers_decision

    @property
    def is_hand_visible(self) -> bool:
        """Whether the viewer is a person who sees their own cards, with no handover panel in front."""
        is_asked = self.is_covered or self.pending_hazard is not None or self.handover is not None
        return self._viewer_feed.seat in self._seat_control.persons and not is_asked

    @property
    def pending_hazard(self) -> Move | None:
        """The hazard that is shown to the viewer and must be answered, even if only with None; else None."""
        hold, is_told = self._delayed_reveal.pending, self._viewer_feed.is_delivered and not self.is_covered
        is_shown = hold is not None and is_told and hold.persons_to_show[:1] == (self._viewer_feed.seat,)
        return hold.attack if hold is not None and is_shown else None

    @property
    def hazard_answers(self) -> tuple[Move, ...]:
        """The moves with which the viewer may answer ``pending_hazard``; empty if there is nothing to decide."""
        is_asked = self._progress.phase is Phase.COUP_FOURRE and self._seat_control.is_viewers_decision
        return (
            self._progress.observe(self._viewer_feed.seat).legal if self.pending_hazard is not None and is_asked else ()
        )

    def answer_hazard(self, move: Move | None) -> None:
        """Answer ``pending_hazard`` with one of ``hazard_answers``, or with None if that is empty.

        Raises ``IllegalMoveError`` for another move, ``RuntimeError`` if there is no hazard or a decision is missing.
        """
        hold, answers = self._delayed_reveal.pending, self.hazard_answers
        if hold is None or self.pending_hazard is None:
            raise RuntimeError("answer: there is no hazard to be answered")
        if move is not None:
            if move not in answers:
                raise IllegalMoveError(move, Refusal.WRONG_SEAT)
            hold.answer = BotAnswer(move)
        elif answers:
            raise RuntimeError("answer: there is a decision to be made")
        hold.persons_to_show = hold.persons_to_show[1:]
