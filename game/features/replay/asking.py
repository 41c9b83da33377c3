"""A table on which the player makes a decision once more, with a panel that asks and then tells the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame
from pygame import Rect
from pygame.event import Event

from game.engine.cards import Card
from game.engine.errors import Refusal
from game.engine.moves import Move
from game.engine.observation import Observation
from game.features.play.discards import DiscardsScene
from game.features.play.hand import TableHand
from game.features.play.hand_scene import PlayableTableScene
from game.features.play.keys import TableKeys
from game.features.play.stage import TableStage
from game.features.play.table_state import TableCommands, TableState
from game.features.replay.asked_panel import AnswerActions, answer_button_tooltip
from game.features.replay.model.attempt import Attempt
from game.features.replay.words import answer_words, heading_words, miss_words
from game.i18n import say
from game.people.players import Player
from game.phrases import N_
from game.scenes.host import Host
from game.settings.bindings import Action
from game.table.animation.animation_player import AnimationPlayer
from game.table.animation.choreography import PlayedCardStart
from game.table.animation.timing import Timing
from game.table.hand_order import with_hand_order
from game.table.painting.hand import visible_part
from game.table.targets import destination_pile, discard_move, last_pile, playable_piles
from game.table.top_bar import BarButton
from game.table.turn_plate import TurnContext, turn_view
from game.table.view import DISCARD, CardMark, TableView, TurnView
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import text
from game.ui.keys import Commands
from game.ui.layout import Box, Scale
from game.ui.layout.tree_form import ViewState
from game.ui.scene import layout_unit
from game.ui.widgets import Widget
from game.words.vocabulary import card_name

_MISSES_BEFORE_HELP = 2
"""After this many wrong answers, the button that shows the answer gets the focus."""


class AskedTable(TableState):
    """The state of a table on which a decision is asked: cards can be played until the attempt is over."""

    def __init__(self, stage: TableStage, attempt: Attempt) -> None:
        settings = stage.app.settings
        seen = with_hand_order(attempt.seen, settings.person.hand_order, None)
        super().__init__(stage, AnimationPlayer(seen, Timing.of(settings), settings.person.hand_order))
        self._attempt = attempt

    @property
    def observation(self) -> Observation:
        is_open = not (self._attempt.is_over or self._attempt.is_question)
        return self.animation.shown_observation if is_open else replace(self.animation.shown_observation, legal=())

    def refusal_for(self, move: Move) -> Refusal | None:
        return self._attempt.why_not(move)


class AskingScene(PlayableTableScene):
    """A table on which a decision is asked again. ``players`` are by seat; ``back`` is the button that leaves.

    A subclass lays out the stage (``lay_out_table``), builds the panel (``make_panel``) in ``room``, keeps the result
    (``end_attempt``) and goes on (``go_on``).
    """

    def __init__(self, app: Host, attempt: Attempt, players: Sequence[Player], back: BarButton) -> None:
        super().__init__(app)
        self.attempt = attempt
        self.players = tuple(players)
        self.back = back
        self.match = AskedTable(self.stage, attempt)
        self.stage.make_view = self.make_view
        self.set_hand(TableHand(self.stage, self.match))
        self.match.commands = TableCommands(
            self.play, self._discard, self._look_through, *(lambda: None,) * 3, self.lay_out_panel
        )
        self.keys = TableKeys(self.hand, self.cursor, lambda: False, self.leave_scene)
        self.actions = AnswerActions(self._answer_with_card, self._answer, self.help, self._reveal, self.go_on)
        self.view_state = ViewState(self._place_panel)
        self.root = Box()
        self._news: list[str] = []
        self._is_ended = False

    # -- what a subclass says -----------------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """The heading's question, unless it is one of yes or no."""
        raise NotImplementedError

    def lay_out_table(self) -> None:
        raise NotImplementedError

    @property
    def room(self) -> Rect:
        raise NotImplementedError

    def make_panel(self, scale: Scale) -> Box:
        raise NotImplementedError

    def end_attempt(self) -> None:
        raise NotImplementedError

    def go_on(self) -> None:
        raise NotImplementedError

    def commands(self) -> Commands:
        return {
            **super().commands(),
            Action.LOOK_THROUGH: self._look_through,
            Action.HINT: self.help,
            Action.LOG: lambda: self.controls.focus(self._first_button, ring=True),
            Action.MENU: self.leave_scene,
        }

    def leave_scene(self) -> None:
        self.app.pop(self)

    # -- life ---------------------------------------------------------------------------------------------------------

    def enter(self, app: Host) -> None:  # noqa: ARG002 - as every scene
        self._lay_out()
        self.controls.focus(self._first_button if self.attempt.is_question else None, ring=self.app.shows_focus)

    def resize(self, size: tuple[int, int]) -> None:  # noqa: ARG002 - as every scene
        self.finish_animations()
        self.hand.reset_layout()
        self.tooltips.hide()
        self._lay_out()

    def rebuild_layout(self) -> None:
        is_miss = self._news and self.match.refusal == self._news[-1]
        if is_miss and self.attempt.chosen is not None and not self.attempt.is_over:
            self._news[-1] = miss_words(self.attempt, self.attempt.chosen)
            self.match.refusal = self._news[-1]
        else:
            self.match.refusal = ""  # its words are of another language
        self._lay_out()

    def resume(self) -> None:
        self.stage.clear_button_states()
        self.hand.release_held_card()

    def apply_changed_settings(self) -> None:
        self.stage.update_sound_button()
        self.animation.configure(Timing.of(self.app.settings), self.app.settings.person.hand_order)

    def _lay_out(self) -> None:
        self.lay_out_table()
        self.lay_out_panel()
        self.stage.start_preloading()

    def lay_out_panel(self) -> None:
        """Build the panel with the question and its controls."""
        self.root = self.make_panel(Scale(layout_unit(self.app.size), text.text_size_factor()))
        self._place_panel()

    def _place_panel(self) -> None:
        """Place the panel and its controls, as after scrolling."""
        self.root.place(self.room)
        self.controls.replace([*self.root.widgets(), *self.other_controls()])
        self._update_answer_button()
        self.stage.invalidate()

    def other_controls(self) -> list[Widget]:
        """Return the controls beside those of the panel, in the order of the Tab key."""
        return list(self.stage.bar.buttons)

    @property
    def _first_button(self) -> str:
        return next((widget.id for widget in self.controls.widgets if widget.id.startswith("answer")), "take")

    def describe_control(self, id: str) -> str | None:
        return say(self.back.tooltip) if id == self.back.id else answer_button_tooltip(id)

    # -- time ---------------------------------------------------------------------------------------------------------

    def update(self, now_s: float) -> None:
        if self.animation.update(now_s):
            self.stage.invalidate()
        self.stage.renderer.prepare(self.animation.pop_begun(), self.stage.latest_view)
        self.stage.play_cues(self.animation.clock)
        self.update_visuals(now_s)

    def _update_answer_button(self) -> None:
        """Enable the button that answers with the selected card only while a card is selected."""
        for widget in self.controls.widgets:
            if widget.id == "take":
                widget.enabled = self.hand.selected is not None

    # -- view ---------------------------------------------------------------------------------------------------------

    def make_view(self) -> TableView:
        hand, o, attempt = self.hand, self.match.observation, self.attempt
        view = TableView(o, self.players, o.seat)
        best, goes = self._best(o) if attempt.is_over else (None, None)
        return replace(
            view,
            turn=self._turn_shown(view),
            selected=hand.selected if best is None else best,
            focused_pile=hand.aimed_pile,
            targets=hand.lit_piles(),
            lit_card=None if hand.active_index is None else o.hand[hand.active_index],
            last_pile=goes or last_pile(o),
            hidden=hand.hidden_ids,
            open_place=hand.gap_for_carried,
            dimmed=frozenset(i for i, card in enumerate(o.hand) if i != best and attempt.is_tried_out(card)),
            marks=tuple(self._marks(o, best)),
        )

    def _best(self, o: Observation) -> tuple[int | None, str | None]:
        """Return the hand index of the best move's card, and the pile it goes to; both are None for a yes-or-no
        question.

        If the player found another right move, return that move instead.
        """
        move = self.attempt.chosen if self.attempt.solved else self.attempt.judgement.best.move
        if move is None or move.card is None or self.attempt.is_question:
            return None, None
        return o.hand.index(move.card), destination_pile(move, o.side)

    def _marks(self, o: Observation, best: int | None) -> list[tuple[int, CardMark]]:
        """Return the marks on the hand's cards: the points lost on each wrong one, and a seal on ``best``.

        When the answer is known, the move once played is marked too.
        """
        lost, played = dict[Card, int](), [self.attempt.judgement.played.move] if self.attempt.is_over else []
        for move in (*self.attempt.wrong_moves, *played):
            if move.card is not None:
                lost[move.card] = self.attempt.points_lost(move)
        marks = [(o.hand.index(card), CardMark(f"−{n}")) for card, n in lost.items() if card in o.hand]
        marks = [mark for mark in marks if mark[0] != best]
        return marks if best is None else [*marks, (best, CardMark(is_best=True))]

    def _turn_shown(self, view: TableView) -> TurnView:
        hand, o, attempt = self.hand, view.observation, self.attempt
        if attempt.is_over:
            return TurnView(heading_words(attempt, self.asked), answer_words(attempt, view.names)[0], "advice")
        taken = hand.carried_index if hand.carried_index is not None else hand.selected
        pointed = taken if taken is not None else hand.hovered_card
        is_small = self.stage.picture.hand_form == "fan"
        moment = TurnContext(
            o, view.names, (), None if pointed is None else o.hand[pointed], taken is not None, self.match.refusal,
            names_card=is_small and pointed != hand.selected,
            enter_card=o.hand[hand.selected] if hand.selected is not None and hand.held_card is None else None,
        )  # fmt: skip
        return turn_view(moment, self.match.refusal_for)

    # -- answers ------------------------------------------------------------------------------------------------------

    def play(self, move: Move, take_off: PlayedCardStart) -> None:
        """Answer with this move; the card flies back to its place in the hand."""
        self._answer(move)
        if take_off.pose is not None:
            self.hand.fly_back(take_off.index, take_off.pose)

    def _answer(self, move: Move) -> None:
        """Answer with this move, and play the sound for a right or wrong answer."""
        self.hand.clear_selection()
        if self.attempt.answer(move):
            self.app.sound.play("lay")
            self.app.sound.play("bell", N_("Bell – right"))
        else:
            self._news.append(miss_words(self.attempt, move))
            self.match.show_refusal(self._news[-1], N_("Knock – not that one"))
        self._show_result()

    def _discard(self, card: Card) -> None:
        """Answer by discarding the card; unlike in a match, no confirmation is needed."""
        self._answer(discard_move(self.match.observation, card))

    def _answer_with_card(self) -> None:
        """Answer by playing the selected card on its only target.

        With several targets, first aim at one of them; with no target, or if the discard pile is aimed at, discard the
        card.
        """
        o, index = self.match.observation, self.hand.selected
        if index is None:
            return
        piles = playable_piles(o, o.hand[index])
        if self.hand.aimed_pile == DISCARD or not piles:
            self.hand.discard(index)
        elif self.hand.aimed_pile in piles:
            self.play(piles[self.hand.aimed_pile], PlayedCardStart(index, None))
        elif len(piles) > 1:
            self.hand.aimed_pile = next(iter(piles))
            self.controls.focus(None)
            self.stage.invalidate()
        else:
            self.play(next(iter(piles.values())), PlayedCardStart(index, None))

    def help(self) -> None:
        """Say where to look; the second time, leave two moves to choose from."""
        if self.attempt.can_help:
            self.attempt.help()
            self.hand.clear_selection()
            self._show_result()

    def _reveal(self) -> None:
        self.attempt.reveal()
        self.hand.clear_selection()
        self.app.sound.play("lay")
        self._show_result()

    def _show_result(self) -> None:
        """Update the panel after an answer; if the attempt is over, keep the result."""
        attempt = self.attempt
        if attempt.is_over and not self._is_ended:
            self._is_ended = True
            self.end_attempt()
            self._news.append(" ".join((heading_words(attempt, self.asked), *answer_words(attempt, self.stage.names))))
        self.lay_out_panel()
        if attempt.is_over:
            self.controls.focus("next", ring=True)
        elif self.attempt.misses >= _MISSES_BEFORE_HELP:
            self.controls.focus("show", ring=self.app.shows_focus)

    def _look_through(self) -> None:
        self.app.push(DiscardsScene(self.app, self.attempt.seen.discard_pile, self.attempt.seen.rules))

    # -- input --------------------------------------------------------------------------------------------------------

    def handle_key(self, event: Event) -> bool:
        if self.controls.popup is not None:
            return self.controls.handle(event)
        if self.match.observation.legal:
            return super().handle_key(event)
        if event.key == pygame.K_ESCAPE and self.hand.cursor_id is None:
            self.leave_scene()
            return True
        return self.handle_command(event) or self.controls.handle(event)

    def offer_next_control(self) -> None:
        super().offer_next_control()
        self._update_answer_button()

    def handle(self, event: Event) -> bool:
        is_page = event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
        if is_page and self.view_state.handle(event, self.controls.widgets):
            return True
        used = super().handle(event)
        self._update_answer_button()
        return used

    def scroll_log(self, event: Event) -> bool:
        return self.view_state.handle(event, self.controls.widgets)

    def is_settled(self) -> bool:
        return not (self.is_moving() or self.stage.picture.is_behind)

    def log_lines(self) -> list[str]:
        return [accessible_text(said) for said in self._news]

    def nodes(self) -> list[Node]:
        view, spots = self.stage.view, self.stage.picture.hand_spots(self.stage.view)
        nodes, o = [*self.root.accessible_nodes(self.root.rect)], view.observation
        known = {node.id for node in nodes}
        nodes += [node for node in super().nodes() if node.id not in known]
        for i, mark in view.marks:
            name, words = card_name(o.hand[i], o.rules), mark.words or heading_words(self.attempt, self.asked)
            place = node_rect(visible_part(spots, i, view.selected))
            nodes.append(Node(f"mark/{i}", accessible_text(name), "text", place, value=accessible_text(words)))
        return nodes
