"""The progress of the table: events are shown step by step, and a move is made as soon as it is possible."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.moves import Move
from game.features.play.hand import TableHand
from game.features.play.match import PendingMove, TableMatch
from game.features.play.questions import TableQuestions
from game.features.play.rivals import Rivals
from game.features.play.take_backs import TakeBacks
from game.table.animation.choreography import TakeOff
from game.table.tooltips import Tooltips
from game.table.view import TableView


class TableFlow:
    """Advances the match on the table; ``may_begin`` says whether the next step may be shown now."""

    def __init__(
        self,
        hand: TableHand[TableMatch],
        take_backs: TakeBacks,
        questions: TableQuestions,
        tooltips: Tooltips,
        rivals: Rivals,
        may_begin: Callable[[], bool],
    ) -> None:
        self._hand = hand
        self._stage = hand.stage
        self._match = hand.match
        self._session = hand.match.session
        self._animation = hand.match.animation
        self._take_backs = take_backs
        self._questions = questions
        self._tooltips = tooltips
        self._rivals = rivals
        self._may_begin = may_begin
        self._is_skipping = False

    def poll(self, take_off: TakeOff | None = None) -> None:
        """Fetch the session's new steps; the card of the first move flies from ``take_off``."""
        for step in self._session.poll():
            self._animation.add(step, take_off)

    def settle_down(self) -> None:
        """Finish all animations at once."""
        self._animation.skip(self._stage.app.now_s)
        self._hand.moves.arrive()
        self.follow_hand()

    def show_take_backs(self) -> None:
        """Enable or disable the take-back buttons of the top bar."""
        back, again = self._take_backs.can_take_back, self._take_backs.can_make_again
        is_changed = self._stage.bar.show_take_backs(back=back, again=again)
        if is_changed:
            self._stage.redraw()
        focused = self._stage.controls.focused
        if is_changed and focused is not None and not focused.enabled and not focused.has_ring:
            self._stage.controls.focus(None)  # focused by the mouse: keys must not continue from there

    def go_on(self, now_s: float) -> None:
        """Show the steps that are due at this time in seconds."""
        if self._animation.update(now_s, may_begin=self._may_begin):
            self.follow_hand()
            self._stage.touch()
        self._rivals.follow(now_s)
        self._stage.renderer.prepare(self._animation.take_begun(), self._stage.latest)
        leaders = self._animation.leaders
        if leaders != self._match.leaders:
            self._match.leaders = leaders
            self._stage.touch()
        self._stage.play_cues(self._animation.clock)

    def follow_hand(self) -> None:
        """Adopt a changed hand: end its tooltips and preload its pictures."""
        if self._hand.follow():
            self._tooltips.forget()
            self._stage.prewarmer.follow(TableView(self._animation.rest, self._session.players, self._session.viewer))

    def hurry(self) -> None:
        """End the running step, the pause after it, and all other animations."""
        self.settle_down()
        self._stage.touch()

    def skip(self) -> None:
        """Show only the result of the others' turns, until the viewer is asked."""
        self._is_skipping = True

    def go_on_skipping(self) -> None:
        """End the step that has just begun, one per frame, so that no frame is late."""
        is_due = self._animation.is_over and self._session.waiting_for_viewer
        is_wished = self._is_skipping or self._session.deciders.is_finishing
        self._is_skipping = is_wished and self._stage.is_on_top and not is_due
        if self._is_skipping and self._hand.is_moving:
            self.hurry()

    def play(self, move: Move, take_off: TakeOff) -> None:
        """Make a move as soon as the last one is saved; until then its card stays where it is."""
        self._match.pending_move = PendingMove(move, take_off)
        self._hand.let_go()
        self._match.refused = ""
        self.make_pending_move()
        self._stage.touch()

    def make_pending_move(self) -> None:
        """Make the pending move, if the session can accept it."""
        pending_move = self._match.pending_move
        if pending_move is None or not self._session.waiting_for_viewer:
            return
        self._match.pending_move = None
        self._stage.touch()  # below a notice the flight does not begin yet
        self._session.play(pending_move.move)
        self.poll(pending_move.take_off)
        self.go_on(self._stage.app.now_s)

    def drop_everything(self) -> None:
        """Finish all animations, and clear the choice, the question and the pending move."""
        self.settle_down()
        self._match.pending_move, self._match.refused = None, ""
        self._questions.drop()
        self._hand.let_go()
        self._hand.lay_anew()
        self._tooltips.forget()
        self._stage.touch()

    def hear(self) -> None:
        """Show the session's new steps and the newest log line at once, and save the order of the hand."""
        self.poll()
        self._stage.log.end = None
        self.show_take_backs()
        self.go_on(self._stage.app.now_s)
        self._session.keep_hand(self._hand.cards, save=True)
