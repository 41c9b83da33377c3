"""The hint on the table: asked for, thought about, shown, and put away."""

from __future__ import annotations

from typing import Protocol

from game.engine.observation import Observation
from game.i18n import _
from game.scenes.prompts.plate import PromptScene
from game.scenes.table.hand import TableHand, Wish
from game.scenes.table.input import TableInput
from game.session.session import Hint, Session
from game.table.animation.player import AnimationPlayer
from game.table.asks import Plate, advice_plate
from game.table.log_lines import goes_to
from game.words import Names, because


class Advised(Protocol):
    """What the hint asks of the table; it is about the ``prompt``, if there is one, else about the hand."""

    session: Session
    input: TableInput
    hand: TableHand
    animation: AnimationPlayer
    wish: Wish | None
    prompt: PromptScene | None
    refused: str

    @property
    def observation(self) -> Observation:
        """What lies on the table at this moment."""
        ...

    def take_up(self) -> bool:
        """Go back to the question that was put aside; False if there is none."""
        ...

    def touch(self) -> None:
        """The view has to be made anew."""
        ...


class TableHint:
    """Marks a card and its pile, or a prompt's answer, until the player chooses anything else."""

    def __init__(self, table: Advised) -> None:
        self._table = table
        self._shown: Hint | None = None

    def ask(self) -> None:
        """Ask for a hint; put it away if it is there, or still being thought about.

        A question that was put aside is taken up, where the hint is to be seen.
        """
        table = self._table
        if table.take_up() and self.is_there:
            return
        if self.is_there:
            self._drop()
        elif table.wish is not None or not table.session.ask_hint():
            table.refused = _("It is not your turn.")
        elif table.prompt is not None:
            table.prompt.advise()
        table.touch()

    @property
    def is_there(self) -> bool:
        """Whether a hint is shown, or still being thought about."""
        return self._shown is not None or self._table.session.is_hint_due

    def _drop(self) -> None:
        self._table.session.drop_hint()
        self._shown = None
        if self._table.input.is_suggesting:
            self._table.input.let_go()
        if self._table.prompt is not None:
            self._table.prompt.withdraw()

    def follow(self) -> None:
        """Show the hint when it has come, and forget it when the player chooses anything else."""
        table, hint = self._table, self._table.session.hint
        if self._shown is not None and (hint is not self._shown or self._is_left):
            self._shown = None
            table.session.drop_hint()
            table.touch()
        elif hint is not None and self._shown is None and table.animation.is_over and table.input.hold is None:
            self._show(hint)
            table.touch()

    def _show(self, hint: Hint) -> None:
        table, self._shown = self._table, hint
        if table.prompt is not None:
            table.prompt.advise(hint.move, self._why)
        elif hint.move.card in table.hand.cards:
            table.input.suggest(table.hand.cards.index(hint.move.card), goes_to(hint.move, table.observation.side))

    def _why(self) -> str:
        reason = self._shown.reason if self._shown is not None else None
        return because(reason, self._table.observation.rules) if reason is not None else ""

    @property
    def _is_left(self) -> bool:
        return self._table.prompt is None and not self._table.input.is_suggesting

    def plate(self, names: Names) -> Plate | None:
        """What the turn plate says of it; None without a hint, and where a prompt says it."""
        if not self.is_there or self._table.prompt is not None:
            return None
        return advice_plate(self._shown, names, self._table.observation.rules)
