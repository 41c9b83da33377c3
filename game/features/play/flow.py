"""How the table goes on: what was told is shown step by step, and a move is made as soon as it can be."""

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
    """Brings the match forward on the table; ``may_begin`` says whether what was told may be shown now."""

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
        """Hear what the session has to tell; the card of the first move takes off from there."""
        for step in self._session.poll():
            self._animation.add(step, take_off)

    def settle_down(self) -> None:
        """Let everything that moves arrive."""
        self._animation.skip(self._stage.app.now_s)
        self._hand.moves.arrive()
        self.follow_hand()

    def show_take_backs(self) -> None:
        """Let the buttons of the bar show whether there is anything to be taken back or made again."""
        back, again = self._take_backs.can_take_back, self._take_backs.can_make_again
        is_changed = self._stage.bar.show_take_backs(back=back, again=again)
        if is_changed:
            self._stage.redraw()
        focused = self._stage.controls.focused
        if is_changed and focused is not None and not focused.enabled and not focused.has_ring:
            self._stage.controls.focus(None)  # the mouse pressed it: keys have nothing to go on from there

    def go_on(self, now_s: float) -> None:
        """Show as much of what was told as is due."""
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
        """A new hand makes what was said of the old one pointless."""
        if self._hand.follow():
            self._tooltips.forget()
            self._stage.prewarmer.follow(TableView(self._animation.rest, self._session.players, self._session.viewer))

    def hurry(self) -> None:
        """End the running step and the pause after it, and everything else that moves."""
        self.settle_down()
        self._stage.touch()

    def skip(self) -> None:
        """Show no more of what the others do than how it ends, until the viewer is asked."""
        self._is_skipping = True

    def go_on_skipping(self) -> None:
        """End what has just begun, one step a frame, so that no frame is late."""
        is_due = self._animation.is_over and self._session.waiting_for_viewer
        is_wished = self._is_skipping or self._session.deciders.is_finishing
        self._is_skipping = is_wished and self._stage.is_on_top and not is_due
        if self._is_skipping and self._hand.is_moving:
            self.hurry()

    def play(self, move: Move, take_off: TakeOff) -> None:
        """Make a move as soon as the last one is on disk; the card stays where it is until then."""
        self._match.pending_move = PendingMove(move, take_off)
        self._hand.let_go()
        self._match.refused = ""
        self.make_pending_move()
        self._stage.touch()

    def make_pending_move(self) -> None:
        """Make the move that waits, if the session can take it."""
        pending_move = self._match.pending_move
        if pending_move is None or not self._session.waiting_for_viewer:
            return
        self._match.pending_move = None
        self._stage.touch()  # below a notice nothing flies yet
        self._session.play(pending_move.move)
        self.poll(pending_move.take_off)
        self.go_on(self._stage.app.now_s)

    def drop_everything(self) -> None:
        """Let all that moves arrive, and forget what is carried, chosen, asked, or still to be made."""
        self.settle_down()
        self._match.pending_move, self._match.refused = None, ""
        self._questions.drop()
        self._hand.let_go()
        self._hand.lay_anew()
        self._tooltips.forget()
        self._stage.touch()

    def hear(self) -> None:
        """Show at once what the session has to tell, and the newest line of the log; keep how the hand lies then."""
        self.poll()
        self._stage.log.end = None
        self.show_take_backs()
        self.go_on(self._stage.app.now_s)
        self._session.keep_hand(self._hand.cards, save=True)
