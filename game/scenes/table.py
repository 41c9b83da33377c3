"""The table: shows what the session tells, step by step, and takes the player's cards."""

# ruff: noqa: ARG002 - the arguments are those of every scene

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.cards import Card
from game.engine.errors import Reason
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.scenes.after_leg import show_score
from game.scenes.dialogs import NoticeScene
from game.scenes.discard_question import discard_question
from game.scenes.discards import DiscardsScene
from game.scenes.menu import MenuScene
from game.scenes.prompt_plate import PromptAnswers, PromptScene
from game.scenes.prompts import coup_fourre_prompt, extension_prompt
from game.scenes.table_input import TableInput
from game.scenes.table_tips import TableTips
from game.session.problems import Problem
from game.session.session import Hint, Session, Step
from game.session.settings import HandOrder
from game.table import asks, movers, turn
from game.table.acts import Act
from game.table.carry import REACH, distance_to
from game.table.choreography import TakeOff, acts
from game.table.drag import Hold
from game.table.effects import Frame, Framed
from game.table.faces import NAMED_FROM_PX, hand_form
from game.table.flight import Flight, Pose
from game.table.hand_moves import HandMoves, draw_carried
from game.table.hand_order import arranged, moved
from game.table.labels import Label, draw_label, labels, landing
from game.table.labels import nodes as label_nodes
from game.table.layout import Fan
from game.table.lights import Breath
from game.table.log_panel import LogPanel
from game.table.pace import Tempo
from game.table.performance import Performance
from game.table.picture import TablePicture
from game.table.show import Show
from game.table.stillness import FRAME_S, still_acts
from game.table.story import goes_to, last_pile, log_lines
from game.table.targets import discarding, refusal
from game.table.view import CoachShown, LogLine, TableView, card_id
from game.ui.focus import FocusGroup
from game.ui.i18n import _, language
from game.ui.scene import Host, Scene
from game.ui.trail import Trail
from game.ui.tree import Node
from game.ui.widgets import Button, IconButton, Style
from game.ui.words import Names, because
from game.ui.words.problems import problem_text

_RIGHT_BUTTON: Final = 3
_SHAKE_PX: Final = 5
_DONE: Final = object()


@dataclass(frozen=True, slots=True)
class _Wish:
    """A move that waits until the session can take it, and where its card lies meanwhile."""

    move: Move
    take_off: TakeOff


class TableScene(Scene):
    """The running match of ``app.session``; there must be one."""

    name = "table"
    is_coached = False
    """Whether somebody explains: a plate for ``coach`` to fill."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        assert app.session is not None
        self.session: Session = app.session
        self.controls = FocusGroup(on_pressed=lambda: app.sound.play("press"))
        self.input = TableInput(self)
        self._wish: _Wish | None = None
        self._moves = HandMoves()
        self._tips = TableTips(self)
        self._log: LogPanel | None = None
        self._pointer = (0, 0)
        self._story: tuple[object, tuple[LogLine, ...]] = (None, ())
        self._refused = ""
        self._advice: Hint | None = None
        self._prompt: PromptScene | None = None
        self._view: TableView | None = None
        self._views_made = 0
        self._trail = Trail()
        self.labels: tuple[Label, ...] = ()
        self._is_stale = True
        self._leaders: frozenset[int] = frozenset()
        self._breath = Breath()

    # -- life ---------------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:
        """Show what is there at once; of a new leg, let the cards be dealt."""
        steps = self.session.poll()
        first = steps[0].observation if steps else self.session.observation
        hand = arranged(first, app.settings.hand_order, self.session.hand or None)
        self.show = Show(hand, self._choreograph, self._arrange, Tempo.of(app.settings))
        self._hand = self.show.rest.hand
        self._lay_out()
        for step in steps:
            self._hear(step)
        self._go_on(app.now_s)

    def leave(self) -> None:
        """Free the pictures at once: they are as large as the window."""
        self.picture.let_go()
        self._before = None

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out for the new size; what was on its way has arrived."""
        self._settle_down()
        self.input.hold = self.input.place = None
        self._tips.forget()
        self._lay_out()

    def relabel(self) -> None:
        """Write everything in the new language; a card that is carried stays where it is."""
        self._settle_down()
        self._refused = ""
        self._lay_out()

    def resume(self) -> None:
        """Go on after what lay above was closed; the order of the hand may have been set anew there."""
        for widget in self.controls.widgets:
            widget.hovered = widget.pressed = False
        self.input.put_back()
        if self.app.settings.hand_order is HandOrder.SORTED:
            self._settle_down()
            self.input.place = None
            self.show.observation = arranged(self.show.observation, HandOrder.SORTED)
            self._follow_hand()
        self._touch()

    def _settle_down(self) -> None:
        self.show.skip(self.app.now_s)
        self._moves.arrive()
        self._follow_hand()

    def _lay_out(self) -> None:
        observation = self.show.observation
        sides = tuple(side.seats for side in observation.sides)
        self.picture = TablePicture(self.app.size, sides, self.session.viewer, coached=self.is_coached)
        self.performance = Performance(self.picture)
        menu = Button("menu", _("Menu"), self.picture.menu_rect, on_press=self.open_menu, style=Style.NAVY, icon="menu")
        hint = Button("hint", _("Hint"), self.picture.hint_rect, on_press=self.hint, style=Style.NAVY, icon="hint")
        sound = IconButton("sound", "", self.picture.sound_rect, on_press=self.app.toggle_mute, style=Style.NAVY)
        self._sound = sound
        self._follow_mute()
        kind = Button if self.picture.names_rules else IconButton
        rules_rect, look_up = self.picture.rules_rect, self.app.show_rules
        rules = kind("rules", _("Rules"), rules_rect, on_press=look_up, style=Style.NAVY, icon="rules")
        end = self._log.end if self._log is not None else None
        layout = self.picture.places.layout
        self._log = LogPanel(layout, lambda: self.view.log, end=end, on_scroll=self._touch)
        self.controls.replace([menu, hint, rules, sound, self._log])
        self._touch()
        self._warming: Iterator[None] | None = chain(self.picture.prewarm(self.view), self.performance.prewarm())

    def _follow_mute(self) -> None:
        """Let the button show what the key may have switched."""
        muted = self.app.settings.muted
        self._sound.icon = "mute" if muted else "sound"
        self._sound.name = _("Switch the sound on") if muted else _("Switch the sound off")

    def _touch(self) -> None:
        """The view has to be made anew."""
        self._is_stale = True
        self.dirty = True

    # -- course -------------------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> None:
        """Hear what happened, and show as much of it as is due."""
        self._follow_mute()
        self._follow_settings()
        for step in self.session.poll():
            self._hear(step)
        self._tell_problems(self.session.take_problems())
        self._grant_wish()
        self._follow_hint()
        self._moves.travel = self.show.tempo.travel
        if self._moves.update(now_s, self.input.hold, self.picture.hand_width):
            self._touch()
        self._go_on(now_s)
        self.dirty = self._tips.update(now_s) or self.dirty
        if self._breath.update(now_s, is_lit=bool(self.view.targets), is_still=not self.show.tempo.travel):
            self.dirty = True
        self._warm_up()
        self._follow_up()

    def _hear(self, step: Step, take_off: TakeOff | None = None) -> None:
        self.show.add(step, take_off)

    def _arrange(self, observation: Observation, held: tuple[Card, ...]) -> Observation:
        return arranged(observation, self.app.settings.hand_order, held)

    def _follow_settings(self) -> None:
        """Take over another tempo; what moves although nothing may move any more has arrived."""
        tempo = Tempo.of(self.app.settings)
        if tempo.is_reduced != self.show.tempo.is_reduced:
            self._hurry()
        self.show.tempo = tempo

    def _go_on(self, now_s: float) -> None:
        if self.show.update(now_s, may_begin=self._may_begin):
            self._follow_hand()
            self._touch()
        self.performance.prepare(self.show.take_begun(), self._view)
        leaders = self.show.leaders
        if leaders != self._leaders:
            self._leaders = leaders
            self._touch()
        for sound in self.show.take_sounds():
            self.app.sound.play(sound)

    def _follow_hand(self) -> None:
        """Keep what is chosen and carried, whatever the hand is now; a new state makes an old refusal pointless."""
        hand = self.show.rest.hand
        if hand != self._hand:
            self.input.follow(self._hand, hand)
            self._hand = hand
            self.session.keep_hand(hand)
            self._moves.arrive()
            self._tips.forget()

    def _warm_up(self) -> None:
        """Draw a face in advance, so that later no frame waits for many."""
        if self._warming is not None and not self.is_moving() and next(self._warming, _DONE) is _DONE:
            self._warming = None

    def _follow_up(self) -> None:
        """What comes after everything was shown: a question, or the score."""
        if not self.show.is_over or self.is_moving() or not self._is_on_top:
            return
        observation = self.show.observation
        if observation.phase is Phase.OVER:
            self._show_score()
        elif observation.phase is not Phase.TURN and self.session.waiting_for_viewer and self._wish is None:
            asked = (self.app, observation, self.names, PromptAnswers(self._answer, self.hint))
            prompt = coup_fourre_prompt(*asked) or extension_prompt(*asked)
            if prompt is not None:
                self.input.let_go()
                self._prompt = prompt
                self.app.push(prompt)

    def _show_score(self) -> None:
        show_score(self.app, self.session)

    def _answer(self, move: Move) -> None:
        """The prompt's answer; a safety flies from the hand."""
        self._prompt = None
        index = self._hand.index(move.card) if move.card in self._hand else 0
        pose = self._poses()[index] if self._hand else Pose(0, 0, self.spots().card_width)
        self.play(move, TakeOff(index, pose))

    def _choreograph(self, before: Observation, step: Step, take_off: TakeOff | None) -> list[Act]:
        choreograph = still_acts if self.show.tempo.is_reduced else acts
        return choreograph(before, step.events, step.observation, self.picture.places, take_off)

    def _tell_problems(self, problems: list[Problem]) -> None:
        for problem in problems:
            self.app.push(NoticeScene(self.app, partial(problem_text, problem, self.names)))

    @property
    def _is_on_top(self) -> bool:
        return self.app.scene is self

    def _may_begin(self) -> bool:
        """Whether what was told may be shown now; what runs ends in any case."""
        return self._is_on_top

    # -- the hint -----------------------------------------------------------------------------------------------------

    def hint(self) -> None:
        """Ask for a hint; put it away if it is there, or still being thought about."""
        if self._advice is not None or self.session.is_hint_due:
            self._drop_hint()
        elif self._wish is not None or not self.session.ask_hint():
            self._refused = _("It is not your turn.")
        elif self._prompt is not None:
            self._prompt.advise()
        self._touch()

    def _drop_hint(self) -> None:
        self.session.drop_hint()
        self._advice = None
        if self.input.is_suggesting:
            self.input.let_go()
        if self._prompt is not None:
            self._prompt.withdraw()

    def _follow_hint(self) -> None:
        """Show the hint when it has come, and forget it when the player chooses anything else."""
        hint = self.session.hint
        if self._advice is not None and (hint is not self._advice or self._is_hint_left):
            self._advice = None
            self.session.drop_hint()
            self._touch()
        elif hint is not None and self._advice is None and self.show.is_over and self.input.hold is None:
            self._advice = hint
            if self._prompt is not None:
                self._prompt.advise(hint.move, self._why)
            elif hint.move.card in self._hand:
                self.input.suggest(self._hand.index(hint.move.card), goes_to(hint.move, self.observation.side))
            self._touch()

    def _why(self) -> str:
        reason = self._advice.reason if self._advice is not None else None
        return because(reason, self.observation.rules) if reason is not None else ""

    @property
    def _is_hint_left(self) -> bool:
        return self._prompt is None and not self.input.is_suggesting

    # -- what the hand asks for ---------------------------------------------------------------------------------------

    @property
    def observation(self) -> Observation:
        """What lies on the table at this moment."""
        return self.show.rest

    @property
    def text_factor(self) -> float:
        """How large text and controls are."""
        return self.picture.places.layout.t

    @property
    def names(self) -> Names:
        """Who is called what."""
        return self.view.names

    def spots(self) -> Fan:
        """Where the cards of the hand lie."""
        return self.picture.hand_spots(self.view)

    def hit(self, pos: tuple[int, int]) -> int | str | None:
        """What lies at a point."""
        return self.picture.hit(self.view, pos)

    def hand_place(self, pos: tuple[int, int], x: float) -> int | None:
        """The place in the hand for a card carried with its middle at ``x``; none in a hand that sorts itself."""
        if self.app.settings.hand_order is HandOrder.SORTED:
            return None
        return self.picture.hand_place(self.view, pos, x)

    def make_room(self, index: int, place: int | None) -> None:
        """Let the other cards of the hand slide to where they leave that place open."""
        before = self._poses()
        self._touch()
        self._moves.slide(self._hand, before, self.spots(), self.app.now_s, but=(index,))

    def reorder(self, index: int, place: int) -> bool:
        """Put a card of the hand at another place; a hand that sorts itself stays as it is, and says so."""
        if self.app.settings.hand_order is HandOrder.SORTED:
            self._refused = _("The hand sorts itself; the settings can change that.")
            self._touch()
            return False
        before = self._poses()
        order = moved(range(len(self._hand)), index, place)
        hand = tuple(self._hand[i] for i in order)
        self.show.observation = replace(self.show.observation, hand=hand)
        self._hand = hand
        self.session.keep_hand(hand, save=True)
        self.input.follow_move(order)
        self.input.place = None
        self._touch()
        but = (self.input.carried, self.input.selected)
        self._moves.slide(hand, [before[i] for i in order], self.spots(), self.app.now_s, but=but)
        return True

    def _poses(self) -> list[Pose]:
        """Where each card of the hand is seen now."""
        return self._moves.poses(self.spots(), self.app.now_s)

    def carried_pose(self, hold: Hold) -> Pose:
        """Where the card under the mouse is seen."""
        meant = self.input.meant
        pile = None if meant is None else landing(self.picture.places, self._hand[hold.index], meant)
        return self._moves.carried_pose(hold, self.spots(), pile)

    def nearest(self, card: Card, piles: Iterable[str], pos: tuple[float, float]) -> str | None:
        """The pile nearest to a point of those that are near enough to draw the card."""
        far = {pile: distance_to(landing(self.picture.places, card, pile), pos) for pile in piles}
        near = min(far, key=far.__getitem__, default=None)
        return near if near is not None and far[near] < REACH * self.picture.hand_width else None

    def play(self, move: Move, take_off: TakeOff) -> None:
        """Make a move as soon as the last one is on disk; the card stays where it is until then."""
        self._wish = _Wish(move, take_off)
        self.input.let_go()
        self._refused = ""
        self._grant_wish()
        self._touch()

    def _grant_wish(self) -> None:
        wish = self._wish
        if wish is None or not self.session.waiting_for_viewer:
            return
        self._wish = None
        self.session.play(wish.move)
        for step in self.session.poll():
            self._hear(step, wish.take_off)
        self._go_on(self.app.now_s)

    def why_not(self, move: Move) -> Reason | None:
        """Why a move is not possible at the moment that is shown."""
        return self.session.why_not(move) if self.show.is_over else Reason.WRONG_SEAT

    def refuse(self, card: Card, pile: str | None) -> None:
        """Say in the turn plate why the card cannot be put there."""
        self._say_no(refusal(self.observation, self.names, self.why_not, card, pile))

    def _say_no(self, reason: str) -> None:
        """Show the reason in the turn plate; no words are no refusal."""
        self._refused = reason
        if self._refused:
            self.app.sound.play("knock")
            self._frame_reason()
        self._touch()

    def _frame_reason(self) -> None:
        """Where nothing may move, and so no card shakes its head, a frame draws the eye to the words."""
        if self.show.tempo.is_reduced:
            plate = turn.plate_box(self.picture.places.layout, turn.turn_shown(self.view))
            self.show.accompany(Frame(duration_s=FRAME_S, places=(Framed(plate),)))

    def fly_back(self, index: int, pose: Pose) -> None:
        """Let a card return to its place in the hand, shaking its head if it was refused."""
        shakes_px = _SHAKE_PX * self.picture.places.layout.t if self._refused else 0.0
        self._moves.send_back(self._hand[index], index, pose, self.spots(), self.app.now_s, shakes_px=shakes_px)
        self._touch()

    def ask_discard(self, card: Card) -> None:
        """Ask whether a safety or a last remedy is really to be discarded."""

        def discard() -> None:
            if card in self._hand:
                index = self._hand.index(card)
                self.play(discarding(self.observation, card), TakeOff(index, self._poses()[index]))

        self.app.push(discard_question(self.app, self.observation, card, discard))

    def look_through(self) -> None:
        """Show every card of the discard pile."""
        self.app.push(DiscardsScene(self.app, self.observation.discard_pile, self.observation.rules))

    def open_menu(self) -> None:
        """Open the menu."""
        self.app.push(MenuScene(self.app))

    def rules_topic(self) -> str | None:
        """The card that is chosen, carried or pointed at, or on top of the pile that is pointed at."""
        pointed = self.input.active if self.input.active is not None else self.input.hovered
        pile = self.input.aim or self.input.pointed
        top = self.view.top(pile) if pile is not None else None
        looked_at = self.observation.hand[pointed] if pointed is not None else top
        return looked_at.id if looked_at is not None else None

    # -- input --------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """End what runs if something is pressed, then let the press do what it does."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button > _RIGHT_BUTTON:
            return False  # the wheel tells its turns as presses too
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._hurry()
            self._refused = ""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        if event.type == pygame.MOUSEWHEEL:
            return self._log is not None and self._log.contains(self._pointer) and self._log.turn(event.y)
        was_carried = self.input.carried, self.input.place
        used = self.input.handle(event)
        self.dirty = self._tips.follow(event, self.app.now_s) or used or self.dirty
        is_only_carried = self.input.carried is not None and (self.input.carried, self.input.place) == was_carried
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) or (used and not is_only_carried):
            self._touch()
        return used

    @property
    def is_carrying(self) -> bool:
        """Whether the mouse holds a card."""
        return self.input.hold is not None

    @property
    def focused_spot(self) -> str | None:
        """The id of what the keyboard has chosen or points at."""
        if self.controls.focused is not None:
            return self.controls.focused.id
        chosen = self.input.selected
        return self.input.aim or (card_id(chosen) if chosen is not None else None)

    def _hurry(self) -> None:
        """End the running step and the pause after it, and everything else that moves."""
        self._moves.arrive()
        self.show.skip(self.app.now_s)
        self._follow_hand()
        self._touch()

    # -- picture ------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        """The view of this moment; made anew only if something changed."""
        if self._view is not None and not self._is_stale:
            return self._view
        rest, act, chosen = self.show.rest, self.show.act, self.input
        bare = TableView(rest, self.session.players, self.session.viewer)
        log = self._log_lines(rest, bare.names)
        is_advised = self._prompt is None and (self._advice is not None or self.session.is_hint_due)
        is_free = act is None or not any(flight.hand is not None for flight in act.flights)
        pointed = chosen.active if chosen.active is not None else chosen.hovered
        card = rest.hand[pointed] if pointed is not None and is_free else None
        moment = asks.Moment(
            rest,
            bare.names,
            log,
            card,
            chosen.active is not None,
            self._refused,
            asks.advice_plate(self._advice, bare.names, rest.rules) if is_advised else None,
            # a raised card carries its name itself
            names_card=self.picture.hand_width < NAMED_FROM_PX and pointed != chosen.selected,
        )
        said = asks.plate(moment, self.why_not)
        self._is_stale = False
        self._views_made += 1
        active = None if chosen.active is None else rest.hand[chosen.active]
        self._view = TableView(
            rest,
            self.session.players,
            self.session.viewer,
            log=log,
            log_end=self._log.end if self._log is not None else None,
            prompt_head=said.head,
            prompt_body=said.body,
            prompt_tone=said.tone,
            selected=chosen.selected if is_free else None,
            focused_pile=chosen.aim,
            targets=chosen.lit(),
            lit_card=active,
            last=last_pile(rest),
            hidden=self._hidden(),
            makes_room=self._room(),
            coach=self.coach(),
            leaders=self._leaders,
        )
        self.labels = labels(self.picture.places, self._view, active)
        return self._view

    def coach(self) -> CoachShown | None:
        """What is explained at this moment, if anybody does."""
        return None

    def _log_lines(self, rest: Observation, names: Names) -> tuple[LogLine, ...]:
        """The story so far, told anew only if there is more of it or another language."""
        known = (rest.moves, rest.scores, len(self.session.reasons), language())
        if self._story[0] != known:
            self._story = known, log_lines(rest, names, self.session.reasons)
        return self._story[1]

    def _room(self) -> tuple[int, int] | None:
        """The card that is carried over the hand, and the place that is left open for it."""
        carried, place = self.input.carried, self.input.place
        return None if carried is None or place is None else (carried, place)

    def _hidden(self) -> frozenset[str]:
        """What is on its way, or carried, and not drawn where it rests."""
        carried = self.input.carried
        away = [carried, *self._moves.under_way, self._wish.take_off.index if self._wish else None]
        return self.show.hidden | {card_id(index) for index in away if index is not None}

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw the table at rest where it shows again, then what moves above it, the carried card last."""
        view = self.view
        self.performance.changed(self.picture.show(view))
        for area in self._trail.areas(surface, self._rest_key()):
            surface.set_clip(area)
            self._draw_rest(surface, view, area)
        surface.set_clip(None)
        drawn = self.performance.draw(surface, self.show, view, self._is_carried())
        self._moves.draw(surface, now_s, view.observation.rules)
        self._draw_labels(surface, are_meant=False)
        self._draw_carried(surface, view)
        self._draw_labels(surface, are_meant=True)
        has_tip = self._is_on_top and self._tips.draw(surface)
        is_held = self.input.hold is not None or self._wish is not None
        if drawn is None or is_held or self._moves.is_moving or self.labels or has_tip:
            self._trail.lose()
        else:
            self._trail.add(drawn)

    def _rest_key(self) -> tuple[object, ...]:
        """Everything that ``_draw_rest`` depends on."""
        buttons = tuple((w.name, w.enabled, w.hovered, w.pressed, w.focused) for w in self.controls.widgets)
        return self._views_made, self._breath.strength, buttons

    def _draw_rest(self, surface: Surface, view: TableView, area: Rect) -> None:
        self.picture.render(surface)
        self.picture.draw_breath(surface, view, self._breath.strength)
        if area.colliderect(self.picture.hand_extent):
            self.picture.draw_hand(surface, view)
        if any(area.colliderect(widget.rect.inflate(40, 40)) for widget in self.controls.widgets):
            self.controls.draw(surface, self.text_factor)

    def overdrawn(self) -> None:
        """Draw all of the next picture."""
        self._trail.lose()

    def _is_carried(self) -> Callable[[Flight], bool]:
        """Whether a flight is the one of the card that the mouse carries, of which there is one."""
        carried = self.input.carried
        held = [self._hand[carried]] if carried is not None else []

        def is_carried(flight: Flight) -> bool:
            if flight.hand is None or flight.card not in held:
                return False
            held.clear()
            return True

        return is_carried

    def _draw_carried(self, surface: Surface, view: TableView) -> None:
        hold, wish = self.input.hold, self._wish
        if wish is not None and wish.move.card is not None:
            pose = wish.take_off.pose
            size, form = self.picture.hand_width, hand_form(self.picture.hand_width)
            movers.draw_card(surface, wish.move.card, pose, view.observation.rules, size=size, form=form)
        elif hold is not None and hold.lifted:
            draw_carried(surface, view.observation.hand[hold.index], self.carried_pose(hold), view.observation.rules)

    def _draw_labels(self, surface: Surface, *, are_meant: bool) -> None:
        """The labels of the lit piles, the one that is meant above the card that hides its pile."""
        meant = self.input.meant
        for label in self.labels:
            if (label.pile == meant) is are_meant:
                draw_label(surface, label, is_meant=are_meant)

    # -- state --------------------------------------------------------------------------------------------------------

    def is_moving(self) -> bool:
        """Whether an act runs or a card returns."""
        return self.show.is_moving or self._moves.is_moving

    def is_settled(self) -> bool:
        """Whether nothing is about to happen by itself; under a menu or prompt nothing is."""
        if self.is_moving() or self._wish is not None or self.session.is_hint_due:
            return False
        return not self._is_on_top or (self.show.is_over and self.session.waiting_for_viewer)

    def nodes(self) -> list[Node]:
        """The controls of the top bar, the cards, the piles."""
        nodes = [*self.controls.nodes(), *self.picture.nodes(self.view)]
        return [*nodes, *label_nodes(self.labels), *self._tips.nodes()]
