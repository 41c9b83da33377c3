"""The table scene: shows the session's steps one by one and accepts the player's cards."""

from __future__ import annotations

from functools import partial

from game.engine.cards import Card
from game.engine.moves import Move
from game.engine.observation import Phase
from game.engine.rules import load_rules
from game.features.play.delegation import Delegation
from game.features.play.discards import DiscardsScene
from game.features.play.flow import TableFlow
from game.features.play.hand import TableHand
from game.features.play.hand_scene import HandScene
from game.features.play.keys import TableKeys
from game.features.play.match import TableActs, TableMatch
from game.features.play.menu import MenuScene
from game.features.play.questions import TableQuestions
from game.features.play.rivals import Rivals
from game.features.play.take_backs import TakeBacks
from game.features.play.view_builder import TableTells, TableViews, stage_title
from game.features.tour.watch import GoalWatch
from game.features.tour.words import goals_shown, star_line
from game.i18n import _
from game.scenes import background
from game.scenes.dialogs import DialogButton, NoticeScene, confirm
from game.scenes.host import Host
from game.settings.bindings import Action
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.animation.choreography import TakeOff
from game.table.animation.timing import Timing
from game.table.discard_warning import why_keep
from game.table.geometry.layout import Extra
from game.table.leg_music import leg_music
from game.table.painting.picture import TablePicture
from game.table.targets import discarding
from game.table.view import CoachShown, TableView
from game.ui.music import PieceName
from game.ui.toast import STAYS_S
from game.ui.widgets import Style
from game.ui.window import trim_malloc
from game.words.problems import problem_text

_RIGHT_BUTTON = 3


class TableScene(HandScene):
    """The running match of ``app.session``; there must be one.

    Each part knows only those before it, and alone changes what it has: ``stage`` is what is visible, ``match`` the
    shown position and the pending move, ``hand`` the player's cards and choice; ``take_backs`` undo moves,
    ``questions`` ask for answers and show the hint, ``delegation`` lets a bot play; ``looking``, ``scanning`` and
    ``keys`` work without a mouse, ``painter`` draws.
    """

    hand: TableHand[TableMatch]
    name = "table"
    is_coached = False
    """Whether a coach explains, on a plate whose content ``coach`` returns."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        assert app.session is not None
        session = self.session = app.session
        self._first_steps = session.poll()
        self._is_finish_due = False
        shown = self._first_steps[0].observation if self._first_steps else session.observation
        stage = self.stage
        stage.is_coached = self.is_coached
        match = self.match = TableMatch(stage, session, shown)
        hand = TableHand(stage, match)
        self.play_from(hand)
        self.take_backs = TakeBacks(match)
        self.questions = TableQuestions(hand, self.take_backs)
        self.delegation = Delegation(stage, match, self.questions)
        rivals = self.rivals = Rivals(stage, match, self._may_speak)
        self.goals = GoalWatch(session)
        tells = TableTells(rivals, self.coach, lambda: self.goals.so_far)
        views = TableViews(hand, self.questions, self.take_backs, self.delegation, tells)
        stage.make_view = views.make
        flow = self.flow = TableFlow(hand, self.take_backs, self.questions, self.tooltips, rivals, self._may_begin)
        looks, places = self.look_through, self.place_controls
        match.acts = TableActs(self.play, self.ask_discard, looks, flow.skip, flow.drop_everything, flow.hear, places)
        acts = {
            Action.HINT: self.questions.ask_hint,
            Action.TAKE_BACK: self.take_backs.take_back,
            Action.MAKE_AGAIN: self.take_backs.make_again,
            Action.LOOK_THROUGH: looks,
            Action.SKIP: flow.skip,
            Action.DELEGATE: self.delegation.toggle,
            Action.MENU: self.open_menu,
        }
        self.keys = TableKeys(hand, self.looking, self.questions.take_up, acts)

    # -- life ---------------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        self._lay_out()
        for step in self._first_steps:
            self.animation.add(step)
        self.flow.go_on(app.now_s)

    def resize(self, size: tuple[int, int]) -> None:
        self.flow.settle_down()
        self.animation.forget_places()
        self.hand.lay_anew()
        self.match.pending_move = self.match.pending_move and self.match.pending_move.from_hand()
        self.stage.pointer = (0, 0)
        self.tooltips.forget()
        self.questions.resize(size)
        self._lay_out()

    def relabel(self) -> None:
        self.flow.settle_down()
        self.match.refused = ""
        self._lay_out()

    def resume(self) -> None:
        self.stage.resume()
        if self.controls.focused is not None and not self.controls.focused.has_ring:
            self.controls.focus(None)  # a control focused by the mouse must not react to Enter
        self.hand.put_back()
        if self.hand.sorts_itself:
            self.flow.settle_down()
            self.hand.sort()
            self.flow.follow_hand()
        self.stage.touch()

    def _lay_out(self) -> None:
        o = self.animation.observation
        sides = tuple(side.seats for side in o.sides)
        distances_km = load_rules(o.rules).distances_km(o.seats, o.seating)
        extra = Extra.COACH if self.is_coached else Extra.GOALS if self.session.stage is not None else Extra.NOTHING
        self.picture = TablePicture(self.app.size, sides, self.session.viewer, distances_km, extra=extra)
        self.animation.lay_out(self.picture.places)
        press = {
            "menu": self.open_menu,
            "hint": self.questions.ask_hint,
            "rules": self.app.show_rules,
            "take_back": self.take_backs.take_back,
            "make_again": self.take_backs.make_again,
        }
        players, viewer, has_hints = self.session.players, self.session.viewer, self.session.hints.are_allowed
        title, goals = stage_title(self.session, o), goals_shown(self.session.stage, *self.goals.so_far)
        has_take_backs = self.take_backs.are_allowed
        bare = TableView(o, players, viewer, has_take_backs=has_take_backs, title=title, goals=goals)
        self.stage.lay_out(self.picture, AnimationRenderer(self.picture), press, bare, has_hints=has_hints)
        self.flow.show_take_backs()
        self.place_controls()
        self.stage.prewarm()

    def place_controls(self) -> None:
        """Set the controls: the bar, the log, and the buttons of questions and delegation."""
        self.stage.touch()
        grip, stage = self.controls.grip, self.stage
        self.controls.replace([*stage.bar.buttons, stage.log, *self.questions.buttons(), *self.delegation.buttons()])
        self.controls.take_up(grip)

    # -- time ---------------------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> None:
        if self.app.is_minimized:
            return
        self.flow.poll()
        for problem in self.session.take_problems():
            self.app.push(NoticeScene(self.app, partial(problem_text, problem, self.stage.names)))
            self.stage.touch()  # a hint that was awaited will not come
        self.flow.make_pending_move()
        self.flow.show_take_backs()
        self._follow_goals()
        self.questions.follow()
        self.flow.go_on(now_s)
        self.flow.go_on_skipping()
        self.match.forget_refusal()
        self.go_on(now_s)
        self._follow_up()
        self.delegation.follow()

    def _follow_goals(self) -> None:
        """Show changes of the stage's goals, and announce stars once they are earned."""
        if self.is_telling():
            return
        new, goals = self.goals.follow(), self.stage.view.goals
        if new is None:
            return
        self.stage.touch()
        if new:
            told = partial(star_line, *(goals[goal].words for goal in new))
            self.app.show_toast("star", told, len(new) * STAYS_S)
            self.app.sound.play("bell")

    def is_telling(self) -> bool:
        is_seen = self.animation.rest.phase is Phase.OVER and not self.animation.is_waiting
        return self.session.is_leg_over and not is_seen

    def settings_changed(self) -> None:
        self.stage.follow_settings()
        timing = Timing.of(self.app.settings)
        if timing.is_reduced != self.animation.timing.is_reduced:
            self.flow.hurry()
        self.animation.follow(timing, self.app.settings.hand_order)

    def _follow_up(self) -> None:
        """Do what comes after everything was shown: ask a question, or show the score."""
        if self.session.is_played_out and not self._is_finish_due:
            self._is_finish_due = True
            background.prefetch(self.app.size, with_stone=True)
        if not self.animation.is_over or self.is_moving() or not self.stage.is_on_top:
            return
        if self.animation.observation.phase is Phase.OVER:
            self._show_score()
        elif self.session.hot_seat.handover is not None:
            self.app.show_table()
        elif self.session.hot_seat.hazard is not None:
            self.questions.ask_hazard()
        elif self._is_to_be_asked:
            self.questions.ask(self._answer)

    @property
    def _is_to_be_asked(self) -> bool:
        """Whether a question waits for the viewer that was not asked yet."""
        is_free = self.session.waiting_for_viewer and not self.match.is_move_due and self.match.prompt is None
        return is_free and self.animation.observation.phase is not Phase.TURN

    def _show_score(self) -> None:
        trim_malloc()
        self.app.show_score()

    def _answer(self, move: Move) -> None:
        """Play the prompt's answer; a safety flies from the hand."""
        self.questions.close()
        self.play(move, self.hand.take_off(move.card))

    def _may_begin(self) -> bool:
        """Return whether the next step may be shown now; a running one ends in any case."""
        return self.stage.is_on_top

    def _may_speak(self) -> bool:
        """Return whether a driver may speak: nothing else is to be read, and no coach explains."""
        is_busy = self.match.prompt is not None or self.tooltips.is_shown or bool(self.match.refused)
        return self.stage.is_on_top and not is_busy and not self.is_coached

    def coach(self) -> CoachShown | None:
        """Return the coach's explanation for this moment, if any."""
        return None

    def news(self) -> list[str]:
        return self.stage.news()

    def music(self) -> PieceName:
        return leg_music(self.animation.rest)

    def rules_topic(self) -> str | None:
        about = super().rules_topic()
        return self.match.prompt.rules_topic() if about is None and self.match.prompt is not None else about

    # -- what the player asks for -------------------------------------------------------------------------------------

    def play(self, move: Move, take_off: TakeOff) -> None:
        """Make a move as soon as the last one is saved; until then its card stays where it is."""
        self.flow.play(move, take_off)

    def ask_discard(self, card: Card) -> None:
        """Ask for confirmation before discarding a safety or a last remedy."""

        def discard() -> None:
            if card in self.hand.cards:
                self.play(discarding(self.match.observation, card), self.hand.take_off(card))

        observation = self.match.observation
        answer = DialogButton("discard", lambda: _("Discard it"), discard, Style.RED)
        self.app.push(confirm(self.app, lambda: _("Discard this card?"), lambda: why_keep(observation, card), answer))

    def look_through(self) -> None:
        """Show every card of the discard pile."""
        self.app.push(DiscardsScene(self.app, self.match.observation.discard_pile, self.match.observation.rules))

    def open_menu(self) -> None:
        self.app.push(MenuScene(self.app, more=lambda: [*self.take_backs.entries(), *self.delegation.entries()]))

    # -- input --------------------------------------------------------------------------------------------------------

    def hurry(self) -> None:
        self.flow.hurry()
        self.rivals.end()

    @property
    def is_busy(self) -> bool:
        """Whether the table is about to change the picture by itself."""
        return self.is_moving() or self.picture.is_behind or self.match.is_move_due or self.goals.is_busy

    @property
    def is_hand_private(self) -> bool:
        return self.session.deciders.is_shared

    def takes_toasts(self) -> bool:
        return self.match.prompt is None

    def toast_place(self) -> tuple[float, float, float] | None:
        log = self.picture.places.layout.log
        return log.x, log.y, log.w

    def is_settled(self) -> bool:
        if self.is_busy or self.questions.is_hint_due:
            return False
        if not self.stage.is_on_top:
            return True
        is_own_turn = self.animation.is_over and self.session.waiting_for_viewer and not self._is_to_be_asked
        return is_own_turn and not self.delegation.is_due
