"""The questions that the table asks during a match, open or put aside, and the hint."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from game.engine.moves import Move
from game.engine.observation import Observation
from game.features.play.hand import TableHand
from game.features.play.match import TableMatch
from game.features.play.prompts.coup_fourre import coup_fourre_prompt
from game.features.play.prompts.extension import extension_prompt
from game.features.play.prompts.hazard import hazard_dialog
from game.features.play.prompts.prompt_scene import PromptAnswers
from game.features.play.take_backs import TakeBacks
from game.i18n import _
from game.match.running.hints import Hint
from game.table.geometry.box import Box
from game.table.targets import goes_to
from game.table.top_bar import no_hints
from game.table.turn_plate import advice_shown, aside_shown, turn_places
from game.table.view import TurnShown
from game.ui.drawing.layers import outer
from game.ui.widgets import Button, Style
from game.words.advice import because
from game.words.names import Names

BACK = "question"
"""The id of the button that reopens a question put aside."""


def plate_button(id: str, words: str, place: Box, icon: str, act: Callable[[], None], style: Style) -> Button:
    """Return a button beside the turn plate, without its icon if there is no room for both."""
    rect = Rect(*map(round, place))
    fits = Button.natural_width(words, rect.h, icon=True) <= rect.w
    return Button(id, words, rect, on_press=act, style=style, icon=icon if fits else None)


class TableQuestions:
    """The question that waits for an answer (``match.prompt``), open above the table or put aside, and the hint.

    A hint marks a card and its pile, or an answer of the prompt, until the player chooses something else.
    """

    def __init__(self, hand: TableHand[TableMatch], take_backs: TakeBacks) -> None:
        self._hand = hand
        self._stage = hand.stage
        self._match = hand.match
        self._take_backs = take_backs
        self.is_aside = False
        self._hint: Hint | None = None
        self._assisted: Observation | None = None

    # -- the question ---------------------------------------------------------------------------------------------

    def ask(self, answer: Callable[[Move], None]) -> None:
        """Open the prompt that the viewer must answer now, if any; ``answer`` receives the move."""
        asked = self._stage.app, self._match.animation.observation, self._stage.names
        has_hints = self._match.session.hints.are_allowed
        answers = PromptAnswers(answer, self.ask_hint, self.put, self.nook, self._take_backs.handle, has_hints)
        self._match.prompt = coup_fourre_prompt(*asked, answers) or extension_prompt(*asked, answers)
        if self._match.prompt is not None:
            self._hand.let_go()
            self._hand.forget_places()  # the mouse points at the question now
            self._stage.touch()
            self._stage.app.push(self._match.prompt)

    def ask_hazard(self) -> None:
        """Show the hazard for which the viewer was given the screen, and ask for an answer if there is one."""
        session = self._match.session
        attack, answers = session.hot_seat.hazard, session.hot_seat.answers
        assert attack is not None
        self._hand.let_go()
        self._stage.app.push(
            hazard_dialog(
                self._stage.app,
                self._match.animation.observation,
                self._stage.names,
                attack,
                answers,
                session.hot_seat.answer,
            )
        )

    def close(self) -> None:
        """Clear the prompt, which was answered."""
        self._match.prompt = None

    def drop(self) -> None:
        """Remove the question, open or put aside, because its position is being left."""
        prompt, self._match.prompt = self._match.prompt, None
        if prompt is not None and prompt in self._stage.app.scenes:
            self._stage.app.pop(prompt)
        if self.is_aside:
            self.is_aside = False
            self._match.acts.place_controls()

    def put(self) -> None:
        """Put the question aside: nothing can be played, and Enter reopens the question."""
        self.is_aside = True
        self._match.acts.place_controls()
        self._stage.controls.focus(BACK, ring=True)

    def take_up(self) -> bool:
        """Reopen the question that was put aside; return False if there is none."""
        if not self.is_aside:
            return False
        assert self._match.prompt is not None
        self._hand.let_go()
        self._stage.app.push(self._match.prompt)  # before is_aside changes, so that it grows out of the turn plate
        self.is_aside = False
        self._match.acts.place_controls()
        return True

    def _go_back(self) -> None:
        self.take_up()

    def resize(self, size: tuple[int, int]) -> None:
        """Resize the question put aside, which is not among the app's scenes."""
        if self._match.prompt is not None and self.is_aside:
            self._match.prompt.resize(size)

    # -- the hint -------------------------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """Request a hint; dismiss one that is shown or still being computed.

        A question put aside is reopened, because its hint is shown there.
        """
        if self.take_up() and self._has_hint:
            return
        if self._has_hint:
            self._drop_hint()
        elif not self._match.session.hints.are_allowed:
            self._match.say(no_hints())
        elif self._match.is_move_due or not self._match.session.hints.ask():
            self._match.say(_("It’s not your turn."))
        elif self._match.prompt is not None:
            self._match.prompt.advise()
        self._stage.touch()

    @property
    def _has_hint(self) -> bool:
        return self._hint is not None or self.is_hint_due

    @property
    def is_hint_due(self) -> bool:
        """Whether a hint is being computed, or is ready but may not be shown yet."""
        session = self._match.session
        return session.hints.is_due or (session.hints.hint is not None and self._hint is None)

    def _drop_hint(self) -> None:
        self._match.session.hints.drop()
        self._hint = None
        if self._hand.is_suggesting:
            self._hand.let_go()
        if self._match.prompt is not None:
            self._match.prompt.withdraw()

    def follow(self) -> None:
        """Show the hint once it is ready, and drop it when the player chooses something else."""
        self._assist()
        hint = self._match.session.hints.hint
        is_left = self._match.prompt is None and not self._hand.is_suggesting
        if self._hint is not None and (hint is not self._hint or is_left):
            self._hint = None
            self._match.session.hints.drop()
            self._stage.touch()
        elif hint is not None and self._hint is None and self._match.animation.is_over and self._hand.hold is None:
            self._show_hint(hint)
            self._stage.touch()

    def _assist(self) -> None:
        """Request a hint once per turn and question without being asked, if set and nothing is chosen yet."""
        is_wished = self._stage.app.settings.assist and not self._stage.is_coached and self._match.animation.is_over
        is_free = self.is_aside is False and not self._match.is_move_due and self._hand.is_free
        if not is_wished or not is_free or self._assisted is self._match.session.observation:
            return
        if self._match.session.waiting_for_viewer and self._match.session.hints.ask():
            self._assisted = self._match.session.observation
            if self._match.prompt is not None:
                self._match.prompt.advise()
            self._stage.touch()

    def _show_hint(self, hint: Hint) -> None:
        self._hint = hint
        if self._match.prompt is not None:
            self._match.prompt.advise(hint.move, self._why)
        elif hint.move.card in self._hand.cards:
            self._hand.suggest(self._hand.cards.index(hint.move.card), goes_to(hint.move, self._match.observation.side))

    def _why(self) -> str:
        reason = self._hint.reason if self._hint is not None else None
        return because(reason, self._match.observation.rules) if reason is not None else ""

    # -- what the turn plate says of them -------------------------------------------------------------------------

    def advice(self, names: Names) -> TurnShown | None:
        """Return the hint for the turn plate; None without a hint, or if a prompt shows it."""
        if not self._has_hint or self._match.prompt is not None:
            return None
        return advice_shown(self._hint, names, self._match.observation.rules)

    @property
    def aside(self) -> TurnShown | None:
        """The turn plate's words for a question put aside; None without one."""
        return (
            aside_shown(self._match.prompt.title, self._match.prompt.icon)
            if self._match.prompt is not None and self.is_aside
            else None
        )

    @property
    def button_w(self) -> int:
        """The width in px of the button to reopen the question, beside the turn plate; 0 without one."""
        high = self._stage.picture.places.layout.turn.h
        return Button.natural_width(_("Answer now"), high, icon=True) if self.is_aside else 0

    def nook(self) -> Rect:
        """Return the rectangle of the turn plate."""
        return outer(turn_places(self._stage.picture.places.layout, self._stage.view.turn).plate)

    def buttons(self) -> list[Button]:
        if not self.is_aside:
            return []
        place = turn_places(self._stage.picture.places.layout, self._stage.view.turn).button
        if place is None:
            return []
        return [plate_button(BACK, _("Answer now"), place, "undo", self._go_back, Style.GOLD)]
