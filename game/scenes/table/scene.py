"""The table: shows what the session tells, step by step, and takes the player's cards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pygame
from pygame import Surface
from pygame.event import Event

from game.engine.cards import Card
from game.engine.errors import Refusal
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.engine.rules import load_rules
from game.i18n import _
from game.scenes.dialogs import DialogButton, NoticeScene, confirm
from game.scenes.host import Host
from game.scenes.menu import MenuScene
from game.scenes.table.delegation import Delegation
from game.scenes.table.discards import DiscardsScene
from game.scenes.table.hand import TableHand
from game.scenes.table.looking import Looking
from game.scenes.table.painter import TablePainter
from game.scenes.table.questions import TableQuestions
from game.scenes.table.scanning import TableScan
from game.scenes.table.stage import TableStage
from game.scenes.table.take_backs import TakeBacks
from game.scenes.table.view_builder import TableViews
from game.session.actions import Action
from game.session.problems import Problem
from game.session.session import Session
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.animation_renderer import AnimationRenderer
from game.table.animation.choreography import TakeOff
from game.table.animation.effects import Frame
from game.table.animation.reduced_motion import FRAME_S
from game.table.animation.timing import Timing
from game.table.discard_warning import why_keep
from game.table.geometry.box import Box
from game.table.hand_order import arranged
from game.table.leg_music import leg_music
from game.table.painting.picture import TablePicture
from game.table.painting.target_glow import Framed, GlowPulse, Label, label_nodes
from game.table.standing import turn_node
from game.table.targets import discarding, refusal
from game.table.tooltips import Tooltips
from game.table.turn_plate import plate_box
from game.table.view import CoachShown, TableView, card_id
from game.ui.accessibility_tree import Node
from game.ui.keys import asks
from game.ui.music import PieceName
from game.ui.presses import is_press
from game.ui.scene import Scene
from game.ui.widgets import Style
from game.words import Names
from game.words.problems import problem_text

_RIGHT_BUTTON: Final = 3


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move that waits until the session can take it, and where its card lies meanwhile."""

    move: Move
    take_off: TakeOff

    def from_hand(self) -> PendingMove:
        """The same, its card back in the hand."""
        return PendingMove(self.move, self.take_off.from_hand())


class TableScene(Scene[Host]):
    """The running match of ``app.session``; there must be one.

    Its parts, each of which alone changes what it has: ``animation`` plays what was told, ``hand`` are the player's
    cards and what is chosen of them, ``questions`` what is asked, with the hint, ``take_backs`` lead back,
    ``delegation`` lets a bot play; ``views`` put together what is seen, ``painter`` draws it with ``picture`` and
    ``renderer``. The scene has the rest: what was wished for and refused.
    """

    name = "table"
    is_coached = False
    """Whether somebody explains: a plate for ``coach`` to fill."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        assert app.session is not None
        self.session: Session = app.session
        self.views = TableViews(self)
        self.stage = TableStage(self, self.views.make)
        self.controls = self.stage.controls
        self.tooltips = Tooltips(self.controls, self.why_not)
        self.questions = TableQuestions(self)
        self.take_backs = TakeBacks(self)
        self.delegation = Delegation(self)
        self.looking = Looking(self)
        self.scanning = TableScan(self)
        self.pulse = GlowPulse()
        self.painter = TablePainter(self)
        self.pending_move: PendingMove | None = None
        self.refused = ""
        self._own_turn = (False, False)
        self.leaders: frozenset[int] = frozenset()
        self._is_skipping = False

    # -- life ---------------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        """Show what is there at once; of a new leg, let the cards be dealt."""
        steps = self.session.poll()
        first = steps[0].observation if steps else self.session.observation
        shown = arranged(first, app.settings.hand_order, self.session.viewpoint.hand or None)
        self.animation = AnimationPlayer(shown, Timing.of(app.settings), app.settings.hand_order)
        self.hand = TableHand(self, self.animation.rest.hand)
        self._lay_out()
        for step in steps:
            self.animation.add(step)
        self._go_on(app.now_s)

    def leave(self) -> None:
        """Free the pictures at once: they are as large as the window."""
        self.picture.let_go()

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out for the new size: what was on its way has arrived, and nothing stays that has a place in the old."""
        self._settle_down()
        self.animation.forget_places()
        self.hand.lay_anew()
        self.pending_move = self.pending_move and self.pending_move.from_hand()
        self.stage.pointer = (0, 0)
        self.tooltips.forget()
        self.questions.resize(size)
        self._lay_out()

    def relabel(self) -> None:
        """Write everything in the new language; a card that is carried stays where it is."""
        self._settle_down()
        self.refused = ""
        self._lay_out()

    def resume(self) -> None:
        """Go on after what lay above was closed; the order of the hand may have been set anew there."""
        self.stage.resume()
        if self.controls.focused is not None and not self.controls.focused.has_ring:
            self.controls.focus(None)  # what the mouse pressed is nothing that Enter should press
        self.hand.put_back()
        if self.hand.sorts_itself:
            self._settle_down()
            self.hand.sort()
            self._follow_hand()
        self.touch()

    def _settle_down(self) -> None:
        """Let everything that moves arrive."""
        self.animation.skip(self.app.now_s)
        self.hand.moves.arrive()
        self._follow_hand()

    def _lay_out(self) -> None:
        o = self.animation.observation
        sides = tuple(side.seats for side in o.sides)
        distances_km = load_rules(o.rules).distances_km(o.seats, o.seating)
        self.picture = TablePicture(self.app.size, sides, self.session.viewer, distances_km, coached=self.is_coached)
        self.animation.lay_out(self.picture.places)
        press = {
            "menu": self.open_menu,
            "hint": self.questions.ask_hint,
            "rules": self.app.show_rules,
            "take_back": self.take_backs.take_back,
            "make_again": self.take_backs.make_again,
        }
        has_take_backs = self.take_backs.are_allowed
        self.stage.lay_out(self.picture, AnimationRenderer(self.picture), press, has_take_backs=has_take_backs)
        self._show_take_backs()
        self.place_controls()
        self.stage.prewarm()

    def place_controls(self) -> None:
        """Put the controls where they belong now: the bar, the log, and the way back to a question put aside."""
        self.touch()
        grip, stage = self.controls.grip, self.stage
        self.controls.replace([*stage.bar.buttons, stage.log, *self.questions.buttons(), *self.delegation.buttons()])
        self.controls.take_up(grip)

    def touch(self) -> None:
        """The view has to be made anew."""
        self.stage.touch()

    # -- time ---------------------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> None:
        """Hear what happened, and show as much of it as is due."""
        for step in self.session.poll():
            self.animation.add(step)
        self._tell_problems(self.session.take_problems())
        self._make_pending_move()
        self._show_take_backs()
        self.questions.follow()
        self.delegation.follow()
        if self.hand.update(now_s):
            self.touch()
        self._go_on(now_s)
        self._go_on_skipping()
        self._forget_refusal()
        self.dirty = self.tooltips.update(now_s) or self.dirty
        if self.pulse.update(now_s, is_lit=bool(self.view.targets), is_still=not self.animation.timing.travels):
            self.dirty = True
        self.dirty = self.picture.is_behind or self.dirty
        if not self.is_moving():
            self.stage.prewarmer.go_on(is_moving=False)
        self._follow_up()

    def _go_on_skipping(self) -> None:
        """End what has just begun, one step a frame, so that no frame is late."""
        is_due = self.animation.is_over and self.session.waiting_for_viewer
        is_wished = self._is_skipping or self.session.deciders.is_finishing
        self._is_skipping = is_wished and self.is_on_top and not is_due
        if self._is_skipping and self.is_moving():
            self._hurry()

    def settings_changed(self) -> None:
        """Take over sound and timing; what moves although nothing may move any more has arrived."""
        self.stage.follow_settings()
        timing = Timing.of(self.app.settings)
        if timing.is_reduced != self.animation.timing.is_reduced:
            self._hurry()
        self.animation.follow(timing, self.app.settings.hand_order)

    def _show_take_backs(self) -> None:
        back, again = self.take_backs.can_take_back, self.take_backs.can_make_again
        is_changed = self.stage.bar.show_take_backs(back=back, again=again)
        self.dirty = is_changed or self.dirty
        focused = self.controls.focused
        if is_changed and focused is not None and not focused.enabled and not focused.has_ring:
            self.controls.focus(None)  # the mouse pressed it: keys have nothing to go on from there

    def _go_on(self, now_s: float) -> None:
        if self.animation.update(now_s, may_begin=self._may_begin):
            self._follow_hand()
            self.touch()
        self.stage.renderer.prepare(self.animation.take_begun(), self.stage.latest)
        leaders = self.animation.leaders
        if leaders != self.leaders:
            self.leaders = leaders
            self.touch()
        self.stage.play_cues(self.animation.clock)

    def _follow_hand(self) -> None:
        """A new hand makes what was said of the old one pointless."""
        if self.hand.follow():
            self.tooltips.forget()
            self.stage.prewarmer.follow(TableView(self.animation.rest, self.session.players, self.session.viewer))

    def _follow_up(self) -> None:
        """What comes after everything was shown: a question, or the score."""
        if not self.animation.is_over or self.is_moving() or not self.is_on_top:
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
        is_free = self.session.waiting_for_viewer and self.pending_move is None and self.questions.prompt is None
        return is_free and self.animation.observation.phase is not Phase.TURN

    def _show_score(self) -> None:
        self.app.show_score()

    def _answer(self, move: Move) -> None:
        """The prompt's answer; a safety flies from the hand."""
        self.questions.close()
        self.play(move, self.hand.take_off(move.card))

    def _tell_problems(self, problems: list[Problem]) -> None:
        for problem in problems:
            self.app.push(NoticeScene(self.app, partial(problem_text, problem, self.names)))
            self.touch()  # the hint that was waited for does not come

    def _may_begin(self) -> bool:
        """Whether what was told may be shown now; what runs ends in any case."""
        return self.is_on_top

    # -- what lies there ----------------------------------------------------------------------------------------------

    @property
    def is_on_top(self) -> bool:
        """Whether nothing lies above the table."""
        return self.stage.is_on_top

    @property
    def observation(self) -> Observation:
        """What lies on the table at this moment; while something is asked or a bot plays, no card can be played."""
        is_driven = self.session.deciders.is_delegated or self.session.deciders.is_finishing
        is_free = self.questions.prompt is None and not is_driven
        return self.animation.rest if is_free else replace(self.animation.rest, legal=())

    @property
    def view(self) -> TableView:
        """The table as it is seen now."""
        return self.stage.view

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the lit piles."""
        return self.stage.labels

    @property
    def label_boxes(self) -> Iterator[Box]:
        """Where these are."""
        return (label.box for label in self.labels)

    @property
    def names(self) -> Names:
        """Who is called what."""
        return self.stage.names

    @property
    def log_end(self) -> int | None:
        """The lowest line of the log that is seen, None for the newest."""
        return self.stage.log.end

    @property
    def is_move_due(self) -> bool:
        """Whether a move was chosen that is still to be made."""
        return self.pending_move is not None

    @property
    def text_factor(self) -> float:
        """How large text and controls are."""
        return self.stage.text_factor

    @property
    def is_carrying(self) -> bool:
        """Whether the mouse holds a card."""
        return self.hand.hold is not None

    @property
    def focused_spot(self) -> str | None:
        """The id of what the keyboard has chosen or points at."""
        if self.looking.spot is not None:
            return self.looking.spot
        if self.controls.focused is not None:
            return self.controls.focused.id
        chosen = self.hand.selected
        return self.hand.aim or (card_id(chosen) if chosen is not None else None)

    def hit(self, pos: tuple[int, int]) -> int | str | None:
        """What lies at a point."""
        return self.picture.hit(self.view, pos)

    def coach(self) -> CoachShown | None:
        """What is explained at this moment, if anybody does."""
        return None

    def news(self) -> list[str]:
        """The log as it was told so far."""
        return self.stage.news()

    def music(self) -> PieceName:
        """The race, as far as it is shown."""
        return leg_music(self.animation.rest)

    def rules_topic(self) -> str | None:
        """The card that is chosen, carried or pointed at, or on top of the pile pointed at; else what is asked."""
        taken = self.hand.carried if self.hand.carried is not None else self.hand.selected
        pointed = taken if taken is not None else self.hand.hovered
        pile = self.hand.aim or self.hand.pointed
        top = self.view.top(pile) if pile is not None else None
        looked_at = self.observation.hand[pointed] if pointed is not None else top
        if looked_at is not None:
            return looked_at.id
        return self.questions.prompt.rules_topic() if self.questions.prompt is not None else None

    # -- what the player asks for -------------------------------------------------------------------------------------

    def play(self, move: Move, take_off: TakeOff) -> None:
        """Make a move as soon as the last one is on disk; the card stays where it is until then."""
        self.pending_move = PendingMove(move, take_off)
        self.hand.let_go()
        self.refused = ""
        self._make_pending_move()
        self.touch()

    def _make_pending_move(self) -> None:
        pending_move = self.pending_move
        if pending_move is None or not self.session.waiting_for_viewer:
            return
        self.pending_move = None
        self.touch()  # below a notice nothing flies yet
        self.session.play(pending_move.move)
        for step in self.session.poll():
            self.animation.add(step, pending_move.take_off)
        self._go_on(self.app.now_s)

    def drop_everything(self) -> None:
        """Let all that moves arrive, and forget what is carried, chosen, asked, or still to be made."""
        self._settle_down()
        self.pending_move, self.refused = None, ""
        self.questions.drop()
        self.hand.let_go()
        self.hand.lay_anew()
        self.tooltips.forget()
        self.touch()

    def hear(self) -> None:
        """Show at once what the session has to tell, and the newest line of the log; keep how the hand lies then."""
        for step in self.session.poll():
            self.animation.add(step)
        self.stage.log.end = None
        self._show_take_backs()
        self._go_on(self.app.now_s)
        self.session.keep_hand(self.hand.cards, save=True)

    def why_not(self, move: Move) -> Refusal | None:
        """Why a move is not possible at the moment that is shown."""
        return self.session.why_not(move) if self.animation.is_over else Refusal.WRONG_SEAT

    def refuse(self, card: Card, pile: str | None) -> None:
        """Say in the turn plate why the card cannot be put there."""
        self._say_no(refusal(self.observation, self.names, self.why_not, card, pile))

    def say(self, reason: str) -> None:
        """Say in the turn plate why something is not possible, without more ado."""
        self.refused, self._own_turn = reason, self._turn_shown
        self.touch()

    @property
    def _turn_shown(self) -> tuple[bool, bool]:
        """Whether it is the viewer's turn at the moment that is shown, and whether anything may be played in it."""
        return self.observation.to_move == self.observation.seat, bool(self.observation.legal)

    def _forget_refusal(self) -> None:
        """Whatever was refused while others played: now it is the player's turn, or a move is asked of it."""
        before, self._own_turn = self._own_turn, self._turn_shown
        if self._own_turn > before and self.refused:
            self.refused = ""
            self.touch()

    def _say_no(self, reason: str) -> None:
        """Show the reason in the turn plate; no words are no refusal."""
        self.say(reason)
        if reason:
            self.app.sound.play("knock")
            self._frame_reason()

    def _frame_reason(self) -> None:
        """Where nothing may move, and so no card shakes its head, a frame draws the eye to the words."""
        if self.animation.timing.is_reduced:
            plate = plate_box(self.picture.places.layout, self.view.turn)
            self.animation.accompany(Frame(duration_s=FRAME_S, places=(Framed(plate),)))

    def ask_discard(self, card: Card) -> None:
        """Ask whether a safety or a last remedy is really to be discarded."""

        def discard() -> None:
            if card in self.hand.cards:
                self.play(discarding(self.observation, card), self.hand.take_off(card))

        observation = self.observation
        answer = DialogButton("discard", lambda: _("Discard it"), discard, Style.RED)
        self.app.push(confirm(self.app, lambda: _("Discard this card?"), lambda: why_keep(observation, card), answer))

    def look_through(self) -> None:
        """Show every card of the discard pile."""
        self.app.push(DiscardsScene(self.app, self.observation.discard_pile, self.observation.rules))

    def open_menu(self) -> None:
        """Open the menu."""
        self.app.push(MenuScene(self.app, more=lambda: [*self.take_backs.entries(), *self.delegation.entries()]))

    def do_asked(self, event: Event) -> bool:
        """Do what a key asks of the table as a whole; False if it is none of these."""
        acts = {
            Action.HINT: self.questions.ask_hint,
            Action.LOOK_THROUGH: self.look_through,
            Action.LOG: self._go_to_log,
            Action.SKIP: self.skip,
            Action.DELEGATE: self.delegation.toggle,
            Action.MENU: self.open_menu,
            Action.DISPLAYS: self.looking.begin,
        }
        act = next((act for action, act in acts.items() if asks(event, action)), None)
        if act is not None:
            act()
        return act is not None

    def _go_to_log(self) -> None:
        """Give the focus to the log, whose lines are then walked through."""
        self.looking.end()
        self.controls.focus("log", ring=True)

    def skip(self) -> None:
        """Show no more of what the others do than how it ends, until the viewer is asked."""
        self._is_skipping = True

    # -- input --------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """End what runs if something is pressed, then let the press do what it does."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button > _RIGHT_BUTTON:
            return False  # the wheel tells its turns as presses too
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            seen = self.pressed_by(event)
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.hand.begin_press()
            self._hurry()
            self.refused = ""
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.looking.end()
            if is_press(event) and self._has_appeared(event, seen):
                return True
        if event.type == pygame.MOUSEMOTION:
            self.stage.pointer = event.pos
        if event.type == pygame.MOUSEWHEEL:
            log = self.stage.log
            return log.contains(self.stage.pointer) and log.turn(event.y)
        was_carried = self.hand.carried, self.hand.place
        used = self.hand.handle(event)
        self.dirty = self._follow_tooltip(event) or used or self.dirty
        is_only_carried = self.hand.carried is not None and (self.hand.carried, self.hand.place) == was_carried
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) or (used and not is_only_carried):
            self.touch()
        return used

    def scan(self) -> None:
        """Offer the next card, pile or button to one switch."""
        self.scanning.go_on()

    def _follow_tooltip(self, event: Event) -> bool:
        """Let the tooltip follow pointer and focus; True if it vanished."""
        if event.type == pygame.MOUSEMOTION and not self.is_carrying:
            return self.tooltips.point(event.pos, self.picture.places, self.view, self.app.now_s)
        if event.type == pygame.KEYDOWN:
            return self.tooltips.focus(self.focused_spot, self.app.now_s)
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            return self.tooltips.end()
        return event.type == pygame.WINDOWLEAVE and self.tooltips.forget()

    def _has_appeared(self, event: Event, seen: Hashable) -> bool:
        """Whether a press that ended what moved would do something else than was seen; it may choose a card."""
        now = self.pressed_by(event)
        return now != seen and not self.hand.may_only_choose(event, now)

    def pressed_by(self, event: Event) -> Hashable:
        """What would take a press."""
        return self.hand.pressed_by(event)

    def pressable(self) -> Iterable[Hashable]:
        """What can be pressed, but for what the player chose."""
        return self.hand.pressable()

    def _hurry(self) -> None:
        """End the running step and the pause after it, and everything else that moves."""
        self._settle_down()
        self.touch()

    # -- picture and state --------------------------------------------------------------------------------------------

    def prepare(self) -> bool:
        """Paint a part of the table before it is seen for the first time, in this window or language."""
        return self.stage.prepare()

    def render(self, surface: Surface, now_s: float) -> None:  # noqa: ARG002 - as every scene
        """Draw the table, and in a frame that had little to do something that will be needed."""
        had_little_to_do = self.painter.draw(surface)
        if had_little_to_do and self.is_moving():
            self.stage.prewarmer.go_on(is_moving=True)

    def overdrawn(self) -> None:
        """Draw all of the next picture."""
        self.painter.overdrawn()

    def is_moving(self) -> bool:
        """Whether an animation step runs or a card returns."""
        return self.animation.is_moving or self.hand.moves.is_moving

    @property
    def is_busy(self) -> bool:
        """Whether the picture is about to change by what the table does itself."""
        return self.is_moving() or self.picture.is_behind or self.pending_move is not None

    @property
    def is_hand_private(self) -> bool:
        """Whether several persons play at the one screen."""
        return self.session.deciders.is_shared

    def takes_toasts(self) -> bool:
        """Whether no question is open."""
        return self.questions.prompt is None

    def toast_place(self) -> tuple[float, float, float] | None:
        """Over the head of the log, as wide."""
        log = self.picture.places.layout.log
        return log.x, log.y, log.w

    def is_settled(self) -> bool:
        """Whether nothing is about to happen by itself; under a menu or prompt nothing is."""
        if self.is_busy or self.questions.is_hint_due:
            return False
        if not self.is_on_top:
            return True
        return self.animation.is_over and self.session.waiting_for_viewer and not self._is_to_be_asked

    def nodes(self) -> list[Node]:
        """What is asked, the controls of the top bar, how the sides stand, the cards, the piles."""
        places, focus = self.picture.places, self.looking.spot
        piles = [replace(node, focused=node.focused or node.id == focus) for node in self.stage.nodes()]
        things = [*self.controls.nodes(), *piles, *self.looking.nodes({node.id for node in piles})]
        return [
            turn_node(places, self.view),
            *self.tooltips.describe(things, places, self.view),
            *label_nodes(self.labels),
            *self.tooltips.nodes(self.picture.places, self.view, self.label_boxes),
        ]
