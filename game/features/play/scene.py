"""The scene of a running match: it shows the session's steps one by one and accepts the player's cards."""

from __future__ import annotations

from functools import partial

from pygame.event import Event

from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.features.play.delegation import Delegation
from game.features.play.discards import DiscardsScene
from game.features.play.flow import TableFlow
from game.features.play.hand import TableHand
from game.features.play.hand_scene import PlayableTableScene
from game.features.play.keys import TableKeys
from game.features.play.menu import PauseMenuScene
from game.features.play.questions import TableQuestions
from game.features.play.reactions import DriverReactions
from game.features.play.table_state import TableCommands, TableMatch
from game.features.play.take_backs import TakeBackCommands
from game.features.play.view_builder import TableViewBuilder, stage_title
from game.features.tour.model import scenery_of
from game.features.tour.watch import GoalWatch
from game.features.tour.words import goal_views, star_line, table_chip
from game.phrases import N_
from game.scenes import background
from game.scenes.dialogs import DialogButton, NoticeScene, confirmation_dialog
from game.scenes.host import Host
from game.settings.bindings import Action
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.animation.choreography import PlayedCardStart
from game.table.animation.timing import Timing
from game.table.discard_warning import discard_loss_text
from game.table.geometry.layout import OptionalRegion
from game.table.painting.picture import TablePicture
from game.table.targets import discard_move
from game.table.view import CoachView, TableView
from game.ui.accessibility_tree import Node
from game.ui.keys import Commands
from game.ui.music import PieceName
from game.ui.toast import STAYS_S
from game.ui.widgets import ButtonStyle
from game.ui.window import trim_malloc
from game.words.problems import problem_text

NEAR_KM = 200


def leg_music(observation: Observation) -> PieceName:
    """Return the name of the music for a position: another piece plays once a side has at most 200 km left."""
    nearest_km = min(observation.target - side.km for side in observation.sides)
    return "last_200" if nearest_km <= NEAR_KM else "race"


class TableScene(PlayableTableScene):
    """The scene of the running match in ``app.session``, which must not be None.

    It is made of parts, each of which uses only those before it: ``stage`` is what is visible, ``match`` the shown
    position and the pending move, ``hand`` the player's cards and which of them is selected; ``take_backs`` take moves
    back, ``questions`` ask for answers and show the hint, ``delegation`` lets a bot play; ``cursor``, ``scanning`` and
    ``keys`` are input without a mouse, ``painter`` draws.
    """

    hand: TableHand[TableMatch]
    name = "table"
    is_coached = False
    """Whether the table has a panel with a coach's explanations, which ``coach_view`` returns."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        assert app.session is not None
        session = self.session = app.session
        self.region = scenery_of(session.stage)
        self._first_steps = session.poll()
        self._is_finish_due = False
        shown = self._first_steps[0].observation if self._first_steps else session.observation
        stage = self.stage
        stage.is_coached = self.is_coached
        match = self.match = TableMatch(stage, session, shown)
        hand = TableHand(stage, match)
        self.set_hand(hand)
        self.take_backs = TakeBackCommands(match)
        self.questions = TableQuestions(hand, self.take_backs)
        self.delegation = Delegation(stage, match, self.questions)
        rivals = self.reactions = DriverReactions(stage, match, self._may_speak)
        self.goals = GoalWatch(session)
        views = TableViewBuilder(
            hand, self.questions, self.take_backs, self.delegation,
            reactions=rivals, goals=self.goals, coach=self.coach_view,
        )  # fmt: skip
        stage.make_view = views.build
        flow = self.flow = TableFlow(hand, self.take_backs, self.questions, self.tooltips, rivals, self._may_begin)
        match.commands = TableCommands(
            self.play,
            self.ask_discard,
            self.show_discards,
            flow.skip_to_own_turn,
            flow.reset_interaction,
            flow.show_new_steps,
            self.place_controls,
        )
        self.keys = TableKeys(hand, self.cursor, self.questions.reopen, self.open_menu)

    # -- life ---------------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        self._lay_out()
        for step in self._first_steps:
            self.animation.add(step)
        self.flow.advance(app.now_s)

    def resize(self, size: tuple[int, int]) -> None:
        self.flow.finish_motion()
        self.animation.reset_take_offs()
        self.hand.reset_layout()
        self.match.pending_move = self.match.pending_move and self.match.pending_move.with_card_in_hand()
        self.stage.pointer = (0, 0)
        self.tooltips.hide()
        self.questions.resize(size)
        self._lay_out()

    def rebuild_layout(self) -> None:
        self.flow.finish_motion()
        self.match.refusal = ""
        self._lay_out()

    def resume(self) -> None:
        self.stage.clear_button_states()
        if self.controls.focused is not None and not self.controls.focused.has_ring:
            self.controls.focus(None)  # a control focused by the mouse must not react to Enter
        self.hand.release_held_card()
        if self.hand.is_auto_sorted:
            self.flow.finish_motion()
            self.hand.sort()
            self.flow.update_hand()
        self.stage.invalidate()

    def _lay_out(self) -> None:
        o = self.animation.observation
        extra = (
            OptionalRegion.COACH
            if self.is_coached
            else OptionalRegion.GOALS
            if self.session.stage is not None
            else OptionalRegion.NOTHING
        )
        self.picture = TablePicture(self.app.size, o, self.session.viewer, extra=extra)
        self.animation.set_places(self.picture.places)
        press = {
            "menu": self.open_menu,
            "hint": self.questions.toggle_hint,
            "rules": self.app.show_rules,
            "take_back": self.take_backs.take_back,
            "make_again": self.take_backs.redo,
        }
        players, viewer, has_hints = self.session.players, self.session.viewer, self.session.hints.are_allowed
        title, goals = stage_title(self.session, o), goal_views(self.session.stage, *self.goals.status)
        has_take_backs, chip = self.take_backs.are_allowed, table_chip(self.session.stage, o.options, o.rules)
        bare = TableView(o, players, viewer, has_take_backs=has_take_backs, title=title, chip=chip, goals=goals)
        self.stage.lay_out(self.picture, AnimationRenderer(self.picture), press, bare, has_hints=has_hints)
        self.flow.update_take_back_buttons()
        self.place_controls()
        self.stage.start_preloading()

    def place_controls(self) -> None:
        """Set the table's controls: the top bar, the log, and the buttons about questions and letting a bot play."""
        self.stage.invalidate()
        grip, stage = self.controls.interaction_state, self.stage
        log = self.questions.panel_controls() or [stage.log]
        self.controls.replace([*stage.bar.buttons, *log, *self.questions.buttons(), *self.delegation.buttons()])
        self.controls.restore(grip)

    # -- time ---------------------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> None:
        if self.app.is_minimized:
            return
        self.flow.fetch_steps()
        for problem in self.session.pop_problems():
            self.app.push(NoticeScene(self.app, partial(problem_text, problem, self.stage.names)))
            self.stage.invalidate()  # a hint that was awaited will not come
        self.flow.make_pending_move()
        self.flow.update_take_back_buttons()
        self._update_goals()
        self.questions.update_hint()
        self.flow.advance(now_s)
        self.flow.skip_step()
        self.match.clear_old_refusal()
        self.update_visuals(now_s)
        self._ask_or_show_score()
        self.delegation.update_button()

    def _update_goals(self) -> None:
        """Show new states of the tour stage's goals, and announce stars that were just earned."""
        if self.is_showing_ending() or not (self.session.is_leg_over or self.animation.is_over):
            return
        new, goals = self.goals.update(), self.stage.view.goals
        if new is None:
            return
        self.stage.invalidate()
        if new:
            told = partial(star_line, *(goals[goal].words for goal in new))
            self.app.show_toast("star", told, len(new) * STAYS_S)
            self.app.sound.play("bell")

    def is_showing_ending(self) -> bool:
        is_seen = self.animation.shown_observation.phase is Phase.OVER and not self.animation.is_waiting
        return self.session.is_leg_over and not is_seen

    def apply_changed_settings(self) -> None:
        self.stage.update_sound_button()
        timing = Timing.of(self.app.settings)
        if timing.is_reduced != self.animation.timing.is_reduced:
            self.flow.finish_animations()
        self.animation.configure(timing, self.app.settings.person.hand_order)

    def _ask_or_show_score(self) -> None:
        """Once all animation is over, ask the viewer, cover the table for the next person, or show the score."""
        if self.session.is_played_out and not self._is_finish_due:
            self._is_finish_due = True
            background.preload(self.app.size, with_stone=True)
            if self.session.autosave.has_file:
                self.app.career.record_earned(self.session.saved)
        if not self.animation.is_over or self.is_moving() or not self.stage.is_on_top:
            return
        if self.animation.observation.phase is Phase.OVER:
            self._show_score()
        elif self.session.hot_seat.handover is not None:
            self.app.show_table()
        elif self.session.hot_seat.pending_hazard is not None:
            self.questions.ask_hazard()
        elif self._has_unasked_question:
            self.questions.open_prompt(self._answer)

    @property
    def _has_unasked_question(self) -> bool:
        """Whether the viewer must answer a question that was not opened yet."""
        is_free = self.session.is_waiting_for_viewer and not self.match.has_pending_move and self.match.prompt is None
        return is_free and self.animation.observation.phase is not Phase.TURN

    def _show_score(self) -> None:
        trim_malloc()
        self.app.show_score()

    def _answer(self, move: Move) -> None:
        """Play the move with which the viewer answered a question; a safety starts its flight in the hand."""
        self.questions.clear_prompt()
        self.play(move, self.hand.take_off_of(move.card))

    def _may_begin(self) -> bool:
        """Return whether the next step may be shown now; a step that has begun is always shown to its end."""
        return self.stage.is_on_top

    def _may_speak(self) -> bool:
        """Return whether a driver's remark may be shown now: nothing else is to be read, and there is no coach."""
        is_busy = self.match.prompt is not None or self.tooltips.is_shown or bool(self.match.refusal)
        return self.stage.is_on_top and not is_busy and not self.is_coached

    def coach_view(self) -> CoachView | None:
        """Return the explanation of the coach at this moment, or None."""
        return None

    def scroll_log(self, event: Event) -> bool:
        return self.questions.scroll_panel(event) if self.questions.has_panel else super().scroll_log(event)

    def nodes(self) -> list[Node]:
        nodes = super().nodes()
        known = {node.id for node in nodes}
        return [*nodes, *(node for node in self.questions.panel_nodes() if node.id not in known)]

    def log_lines(self) -> list[str]:
        return self.stage.log_texts()

    def music(self) -> PieceName:
        return leg_music(self.animation.shown_observation)

    def rules_topic(self) -> str | None:
        about = super().rules_topic()
        return self.match.prompt.rules_topic() if about is None and self.match.prompt is not None else about

    # -- what the player asks for -------------------------------------------------------------------------------------

    def play(self, move: Move, take_off: PlayedCardStart) -> None:
        """Make a move as soon as the previous one is saved; until then the card stays at ``take_off``."""
        self.flow.play(move, take_off)

    def ask_discard(self, card: Card) -> None:
        """Ask the player to confirm the discard of a valuable card, such as a safety or the last remedy of a kind."""

        def discard() -> None:
            if card in self.hand.cards:
                self.play(discard_move(self.match.observation, card), self.hand.take_off_of(card))

        observation = self.match.observation
        answer = DialogButton("discard", N_("Discard it"), discard, ButtonStyle.RED)
        self.app.push(
            confirmation_dialog(
                self.app, N_("Discard this card?"), lambda: discard_loss_text(observation, card), answer
            )
        )

    def show_discards(self) -> None:
        """Open the dialog with every card of the discard pile."""
        self.app.push(DiscardsScene(self.app, self.match.observation.discard_pile, self.match.observation.rules))

    def open_menu(self) -> None:
        self.app.push(PauseMenuScene(self.app, more=lambda: [*self.take_backs.entries(), *self.delegation.entries()]))

    # -- input --------------------------------------------------------------------------------------------------------

    def commands(self) -> Commands:
        return {
            **super().commands(),
            **self.take_backs.commands(),
            Action.HINT: self.questions.toggle_hint,
            Action.LOOK_THROUGH: self.show_discards,
            Action.SKIP: self.flow.skip_to_own_turn,
            Action.DELEGATE: self.delegation.toggle,
            Action.MENU: self.open_menu,
        }

    def finish_animations(self) -> None:
        self.flow.finish_animations()
        self.reactions.end()

    @property
    def is_busy(self) -> bool:
        """Whether the picture will still change without any input: something moves, or a move or goal is pending."""
        return self.is_moving() or self.picture.is_behind or self.match.has_pending_move or self.goals.is_busy

    @property
    def is_hand_private(self) -> bool:
        return self.session.seat_control.is_hot_seat

    def allows_toasts(self) -> bool:
        return self.match.prompt is None

    def toast_slot(self) -> tuple[float, float, float] | None:
        log = self.picture.places.layout.log
        return log.x, log.y, log.w

    def is_settled(self) -> bool:
        if self.is_busy or self.questions.is_hint_due:
            return False
        if not self.stage.is_on_top:
            return True
        is_own_turn = self.animation.is_over and self.session.is_waiting_for_viewer and not self._has_unasked_question
        return is_own_turn and not self.delegation.is_button_outdated
