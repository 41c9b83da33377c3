"""The questions that the table asks the viewer during a match, and the hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect
from pygame.event import Event

from game.engine.cards import SAFETY_AGAINST
from game.engine.events import Attacked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.features.play.hand import TableHand
from game.features.play.hint_panel import hint_panel, hint_sentence
from game.features.play.prompts.coup_fourre import coup_fourre_prompt
from game.features.play.prompts.extension import extension_prompt
from game.features.play.prompts.prompt_scene import PromptCallbacks
from game.features.play.table_state import TableMatch
from game.features.play.take_backs import TakeBackCommands
from game.i18n import _, capital
from game.match.comparisons import Advice
from game.phrases import N_
from game.scenes.dialogs import DialogButton, DialogScene
from game.scenes.host import Host
from game.table.geometry.box import FloatRect
from game.table.targets import destination_pile
from game.table.top_bar import no_hints_text
from game.table.turn_plate import hint_view, turn_places, waiting_question_view
from game.table.view import LogReplacement, TurnView
from game.ui import layout as ui
from game.ui.accessibility_tree import Node
from game.ui.drawing import text
from game.ui.drawing.layers import outer_rect
from game.ui.layout.tree_form import ViewState
from game.ui.scene import layout_unit
from game.ui.widgets import Button, ButtonStyle, Widget, label_px
from game.words.log import log_line
from game.words.names import Names
from game.words.vocabulary import card_name, term


def hazard_dialog(
    app: Host,
    observation: Observation,
    names: Names,
    attack: Move,
    answers: Sequence[Move],
    on_answer: Callable[[Move | None], None],
) -> DialogScene:
    """Return the dialog that shows a hazard to the attacked person and asks for an answer, if one is possible.

    ``answers`` are the possible moves, empty without the safety against the hazard. ``on_answer`` receives one of them,
    or None if there are none. Escape gives the coup fourré: unlike a refusal it loses nothing.
    """
    rules_id = observation.rules
    assert attack.card is not None
    assert attack.side is not None
    told = Attacked(attack.seat, attack.side, attack.card, attack.card.pile)
    safety = SAFETY_AGAINST[attack.card]
    coup = next((move for move in answers if move.kind is MoveKind.COUP_FOURRE), None)
    decline = next((move for move in answers if move.kind is MoveKind.DECLINE), None)

    def message() -> str:
        if coup is None:
            return _("Nothing in your hand answers it at once.")
        return _("You hold the answer: {card}.", card=card_name(safety, rules_id))

    def lay() -> str:
        return _("{coup_fourre}! Play it crosswise", coup_fourre=capital(term("coup_fourre", rules_id)))

    if coup is None:
        buttons = [DialogButton("go_on", N_("Go on"), lambda: on_answer(None), ButtonStyle.RED)]
    else:
        buttons = [
            DialogButton("yes", lay, lambda: on_answer(coup), ButtonStyle.RED),
            DialogButton("no", N_("Not now, play it later"), lambda: on_answer(decline), ButtonStyle.PAPER),
        ]
    dialog = DialogScene(
        app, "hazard", lambda: log_line(told, names, rules_id) or "", message, buttons, safe=buttons[0]
    )
    dialog.is_private = True  # the question reveals what is in the hand
    return dialog


REOPEN_BUTTON = "question"
"""The id of the button that reopens a question which was put aside."""


def plate_button(unit: float, id: str, words: str, place: FloatRect, icon: str, act: Callable[[], None]) -> Button:
    """Return a golden button for the place beside the panel that says whose turn it is.

    It has no icon if ``place`` is too narrow for both icon and words.
    """
    rect = Rect(*map(round, place))
    fits = Button.natural_width(words, rect.h, icon=True) <= rect.w
    button = Button(
        ui.Scale(unit), id, words, act, style=ButtonStyle.GOLD, icon=icon if fits else None, px=label_px(rect.h)
    )
    button.place(rect)
    return button


class TableQuestions:
    """Asks the viewer questions and shows hints.

    The question that waits for an answer is ``match.prompt``; it is open above the table, or put aside (``is_aside``).
    A hint marks a card and its pile, or an answer of the question, until the player selects something else.
    """

    def __init__(self, hand: TableHand[TableMatch], take_backs: TakeBackCommands) -> None:
        self._hand = hand
        self._stage = hand.stage
        self._match = hand.state
        self._take_backs = take_backs
        self.is_aside = False
        self._hint: Advice | None = None
        self._root: ui.Box | None = None
        self._view_state = ViewState(self._place_panel)
        self._assisted: Observation | None = None

    # -- the question ---------------------------------------------------------------------------------------------

    def open_prompt(self, answer: Callable[[Move], None]) -> None:
        """Open the question that the viewer must answer now, if any; ``answer`` receives the chosen move."""
        asked = self._stage.app, self._match.animation.observation, self._stage.names
        has_hints = self._match.session.hints.are_allowed
        answers = PromptCallbacks(
            answer, self.toggle_hint, self.put_aside, self.turn_plate_rect, self._take_backs.commands(), has_hints
        )
        self._match.prompt = coup_fourre_prompt(*asked, answers) or extension_prompt(*asked, answers)
        if self._match.prompt is not None:
            self._hand.clear_selection()
            self._hand.clear_positions()  # the mouse points at the question now
            self._stage.invalidate()
            self._stage.app.push(self._match.prompt)

    def ask_hazard(self) -> None:
        """Show the hazard for which the viewer was given the screen, and ask for an answer if one is possible."""
        session = self._match.session
        attack, answers = session.hot_seat.pending_hazard, session.hot_seat.hazard_answers
        assert attack is not None
        self._hand.clear_selection()
        self._stage.app.push(
            hazard_dialog(
                self._stage.app,
                self._match.animation.observation,
                self._stage.names,
                attack,
                answers,
                session.hot_seat.answer_hazard,
            )
        )

    def clear_prompt(self) -> None:
        """Forget the question, which has just been answered."""
        self._match.prompt = None

    def remove_question(self) -> None:
        """Remove the question without an answer, because the match goes to another position."""
        prompt, self._match.prompt = self._match.prompt, None
        if prompt is not None and prompt in self._stage.app.scenes:
            self._stage.app.pop(prompt)
        if self.is_aside:
            self.is_aside = False
            self._match.commands.place_controls()

    def put_aside(self) -> None:
        """Put the question aside, to look at the table: nothing can be played, and Enter reopens the question."""
        self.is_aside = True
        self._match.commands.place_controls()
        self._stage.controls.focus(REOPEN_BUTTON, ring=True)

    def reopen(self) -> bool:
        """Reopen the question that was put aside; return False if there is none."""
        if not self.is_aside:
            return False
        assert self._match.prompt is not None
        self._hand.clear_selection()
        self._stage.app.push(self._match.prompt)  # before is_aside changes, so that it grows out of the turn plate
        self.is_aside = False
        self._match.commands.place_controls()
        return True

    def _go_back(self) -> None:
        self.reopen()

    def resize(self, size: tuple[int, int]) -> None:
        """Resize a question that was put aside; the app resizes only its scenes, and this is none of them now."""
        if self._match.prompt is not None and self.is_aside:
            self._match.prompt.resize(size)

    # -- the hint -------------------------------------------------------------------------------------------------

    def toggle_hint(self) -> None:
        """Request a hint, or dismiss the one that is shown or still being computed.

        A question that was put aside is reopened, because its hint is shown there.
        """
        if self.reopen() and self._has_hint:
            return
        if self._has_hint:
            self._drop_hint()
        elif not self._match.session.hints.are_allowed:
            self._match.show_reason(no_hints_text())
        elif self._match.has_pending_move or not self._match.session.hints.request():
            self._match.show_reason(_("It’s not your turn."))
        elif self._match.prompt is not None:
            self._match.prompt.show_hint()
        self._stage.invalidate()

    @property
    def _has_hint(self) -> bool:
        return self._hint is not None or self.is_hint_due

    @property
    def is_hint_due(self) -> bool:
        """Whether a hint is being computed, or is ready but may not be shown yet."""
        session = self._match.session
        return session.hints.is_pending or (session.hints.hint is not None and self._hint is None)

    def _drop_hint(self) -> None:
        had_panel = self.has_panel
        self._match.session.hints.cancel()
        self._hint = None
        if self._hand.is_suggesting:
            self._hand.clear_selection()
        if self._match.prompt is not None:
            self._match.prompt.hide_hint()
        if had_panel:
            self._match.commands.place_controls()

    def update_hint(self) -> None:
        """Show the hint once it is ready, and remove it when the player selects something else."""
        self._request_hint_unasked()
        hint = self._match.session.hints.hint
        is_left = self._match.prompt is None and not self._hand.is_suggesting
        if self._hint is not None and (hint is not self._hint or is_left):
            self._hint = None
            self._match.session.hints.cancel()
            self._match.commands.place_controls()
        elif hint is not None and self._hint is None and self._match.animation.is_over and self._hand.held_card is None:
            self._show_hint(hint)
            self._stage.invalidate()

    def _request_hint_unasked(self) -> None:
        """If the settings say so, request a hint for every turn and question, unless a card is selected or held."""
        is_assisted = self._stage.app.settings.person.assist and not self._stage.is_coached
        is_wished = is_assisted and self._match.animation.is_over
        is_free = self.is_aside is False and not self._match.has_pending_move and self._hand.is_free
        if not is_wished or not is_free or self._assisted is self._match.session.observation:
            return
        if self._match.session.is_waiting_for_viewer and self._match.session.hints.request():
            self._assisted = self._match.session.observation
            if self._match.prompt is not None:
                self._match.prompt.show_hint()
            self._stage.invalidate()

    def _show_hint(self, hint: Advice) -> None:
        self._hint = hint
        self._view_state.position("hint").offset.scroll_to(0)
        move = hint.best.move
        if self._match.prompt is not None:
            self._match.prompt.show_hint(move, self._why)
        elif move.card in self._hand.cards:
            self._hand.suggest(self._hand.cards.index(move.card), destination_pile(move, self._match.observation.side))
            self._match.commands.place_controls()

    def _why(self) -> str:
        if self._hint is None:
            return ""
        return hint_sentence(self._hint, self._stage.names, self._match.observation.rules)

    # -- the hint's panel -----------------------------------------------------------------------------------------

    @property
    def has_panel(self) -> bool:
        """Whether the hint is shown in a panel in the place of the log."""
        return self._hint is not None and self._match.prompt is None

    def panel_controls(self) -> list[Widget]:
        """Build the hint's panel for the present size and language, and return its controls, if a hint is shown."""
        hint, self._root = self._hint, None
        if hint is None or self._match.prompt is not None:
            return []
        app, o = self._stage.app, self._match.observation
        scale = ui.Scale(layout_unit(app.size), text.text_size_factor())
        self._root = hint_panel(
            scale, hint, o, self._stage.names, play=self._play_hint, close=self._close_hint,
            room=self._panel_rect.size, view_state=self._view_state,
        )  # fmt: skip
        self._place_panel()
        return list(self._root.widgets())

    @property
    def _panel_rect(self) -> Rect:
        return outer_rect(self._stage.picture.places.layout.log)

    def _place_panel(self) -> None:
        """Place the panel again, as after scrolling."""
        assert self._root is not None
        self._root.place(self._panel_rect)
        self._stage.invalidate()

    def panel(self) -> LogReplacement | None:
        """Return the hint's panel as a replacement of the log, or None if there is none."""
        if not self.has_panel or self._root is None:
            return None
        return LogReplacement((self._root, self._view_state.offsets), self._root.paint)

    def panel_nodes(self) -> list[Node]:
        """Return the accessibility nodes of the hint's panel; those of its buttons are among the controls'."""
        return list(self._root.accessible_nodes(self._root.rect)) if self.has_panel and self._root else []

    def scroll_panel(self, event: Event) -> bool:
        """Scroll the hint's panel by a turn of the mouse wheel or a page key; return True if it moved."""
        return self.has_panel and self._view_state.handle(event, self._stage.controls.widgets)

    def _play_hint(self) -> None:
        """Play the move of the hint."""
        assert self._hint is not None
        move = self._hint.best.move
        take_off = self._hand.take_off_of(move.card)
        self._drop_hint()
        self._match.commands.play(move, take_off)

    def _close_hint(self) -> None:
        self._drop_hint()
        self._stage.invalidate()

    # -- what the turn plate says of them -------------------------------------------------------------------------

    def turn_plate_hint(self, names: Names) -> TurnView | None:
        """Return the hint as text for the panel that says whose turn it is.

        Return None if there is no hint, or if an open question shows it.
        """
        if not self._has_hint or self._match.prompt is not None:
            return None
        return hint_view(self._hint, names, self._match.observation.rules)

    @property
    def turn_plate_question(self) -> TurnView | None:
        """A question that was put aside, as text for the panel that says whose turn it is, or None without one."""
        return (
            waiting_question_view(self._match.prompt.title, self._match.prompt.icon)
            if self._match.prompt is not None and self.is_aside
            else None
        )

    @property
    def button_w(self) -> int:
        """The width in px of the button that reopens the question; 0 if no question was put aside."""
        high = self._stage.picture.places.layout.turn.h
        return Button.natural_width(_("Answer now"), high, icon=True) if self.is_aside else 0

    def turn_plate_rect(self) -> Rect:
        """Return the rectangle of the panel that says whose turn it is."""
        return outer_rect(turn_places(self._stage.picture.places.layout, self._stage.view.turn).plate)

    def buttons(self) -> list[Button]:
        if not self.is_aside:
            return []
        layout = self._stage.picture.places.layout
        place = turn_places(layout, self._stage.view.turn).button
        if place is None:
            return []
        return [plate_button(layout.unit, REOPEN_BUTTON, _("Answer now"), place, "undo", self._go_back)]
