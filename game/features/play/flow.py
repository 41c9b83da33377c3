"""The progress of a match on the table: its steps are shown one by one, and the viewer's move is made when possible."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.moves import Move
from game.features.play.hand import TableHand
from game.features.play.questions import TableQuestions
from game.features.play.reactions import DriverReactions
from game.features.play.table_state import PendingMove, TableMatch
from game.features.play.take_backs import TakeBackCommands
from game.table.animation.choreography import PlayedCardStart
from game.table.tooltips import Tooltips
from game.table.view import TableView


class TableFlow:
    """Shows the steps of the session one after another and makes the viewer's moves.

    ``may_begin`` returns whether the next step may be shown now.
    """

    def __init__(
        self,
        hand: TableHand[TableMatch],
        take_backs: TakeBackCommands,
        questions: TableQuestions,
        tooltips: Tooltips,
        reactions: DriverReactions,
        may_begin: Callable[[], bool],
    ) -> None:
        self._hand = hand
        self._stage = hand.stage
        self._match = hand.state
        self._session = hand.state.session
        self._animation = hand.state.animation
        self._take_backs = take_backs
        self._questions = questions
        self._tooltips = tooltips
        self._reactions = reactions
        self._may_begin = may_begin
        self._is_skipping = False

    def fetch_steps(self, take_off: PlayedCardStart | None = None) -> None:
        """Queue the session's new steps for animation; the card of the first one starts its flight at ``take_off``."""
        for step in self._session.poll():
            self._animation.add(step, take_off)

    def finish_motion(self) -> None:
        """Finish all animations at once and update the hand, without drawing the table again."""
        self._animation.skip(self._stage.app.now_s)
        self._hand.moves.finish_all()
        self.update_hand()

    def update_take_back_buttons(self) -> None:
        """Enable or disable the take-back buttons of the top bar."""
        back, again = self._take_backs.can_take_back, self._take_backs.can_redo
        is_changed = self._stage.bar.show_take_backs(back=back, again=again)
        if is_changed:
            self._stage.request_redraw()
        focused = self._stage.controls.focused
        if is_changed and focused is not None and not focused.enabled and not focused.has_ring:
            self._stage.controls.focus(None)  # focused by the mouse: keys must not continue from there

    def advance(self, now_s: float) -> None:
        """Show the steps, remarks and sounds that are due at this time."""
        if self._animation.update(now_s, may_begin=self._may_begin):
            self.update_hand()
            self._stage.invalidate()
        self._reactions.update(now_s)
        self._stage.renderer.prepare(self._animation.pop_begun(), self._stage.latest_view)
        leaders = self._animation.leaders
        if leaders != self._match.leaders:
            self._match.leaders = leaders
            self._stage.invalidate()
        self._stage.play_cues(self._animation.clock)

    def update_hand(self) -> None:
        """Update the shown hand; if its cards changed, hide tooltips and preload the pictures of the new cards."""
        if self._hand.update_cards():
            self._tooltips.hide()
            self._stage.preloader.preload_hand(
                TableView(self._animation.shown_observation, self._session.players, self._session.viewer)
            )

    def finish_animations(self) -> None:
        """Finish all animations at once, also the pause after a step, and draw the table again."""
        self.finish_motion()
        self._stage.invalidate()

    def skip_to_own_turn(self) -> None:
        """Show only the results of the other players' turns, without animation, until the viewer has to decide."""
        self._is_skipping = True

    def skip_step(self) -> None:
        """While skipping, finish the step that has just begun. Only one step per frame, so that no frame is late."""
        is_due = self._animation.is_over and self._session.is_waiting_for_viewer
        is_wished = self._is_skipping or self._session.seat_control.is_autoplaying
        self._is_skipping = is_wished and self._stage.is_on_top and not is_due
        if self._is_skipping and self._hand.is_moving:
            self.finish_animations()

    def play(self, move: Move, take_off: PlayedCardStart) -> None:
        """Make a move as soon as the previous one is saved; until then the card stays at ``take_off``."""
        self._match.pending_move = PendingMove(move, take_off)
        self._hand.clear_selection()
        self._match.refusal = ""
        self.make_pending_move()
        self._stage.invalidate()

    def make_pending_move(self) -> None:
        """Make the pending move, if there is one and the session can accept it now."""
        pending_move = self._match.pending_move
        if pending_move is None or not self._session.is_waiting_for_viewer:
            return
        self._match.pending_move = None
        self._stage.invalidate()  # below a notice the flight does not begin yet
        self._session.play(pending_move.move)
        self.fetch_steps(pending_move.take_off)
        self.advance(self._stage.app.now_s)

    def reset_interaction(self) -> None:
        """Finish all animations, unselect the card, close the question and cancel the pending move."""
        self.finish_motion()
        self._match.pending_move, self._match.refusal = None, ""
        self._questions.remove_question()
        self._hand.clear_selection()
        self._hand.reset_layout()
        self._tooltips.hide()
        self._stage.invalidate()

    def show_new_steps(self) -> None:
        """Show the session's new steps at once, scroll the log to its end, and save the order of the hand."""
        self.fetch_steps()
        self._stage.log.end = None
        self.update_take_back_buttons()
        self.advance(self._stage.app.now_s)
        self._session.save_hand_order(self._hand.cards, save=True)
