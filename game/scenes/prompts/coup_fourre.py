"""The prompt of the coup fourré: a picture of hazard and answer, what it brings, and yes or no.

Its first focus is yes. Nobody can regret that answer: the bonus and the turn are to be had now or never, and the safety
is worth as much on the table as in the hand (docs/decisions/021).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pygame import Rect, Surface

from game.engine.moves import Move
from game.i18n import _
from game.scenes.host import Host
from game.scenes.prompts.pictures import PromptPicture
from game.scenes.prompts.plate import PromptAnswers, PromptScene, Question
from game.ui.widgets import Button, Style, Widget


class CoupFourrePrompt(PromptScene):
    """Picture and facts side by side, or one above the other in a narrow window, and the two answers below."""

    first_focus = "yes"

    def __init__(
        self,
        app: Host,
        ask: Callable[[], Question],
        picture: PromptPicture,
        moves: tuple[Move, Move],
        answers: PromptAnswers,
    ) -> None:
        super().__init__(app, "coup_fourre", ask, moves, answers)
        self._picture = picture

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Size the plate for its words."""
        self._measure()
        asked = self._ask()
        self._asked = replace(asked, facts=(*asked.facts, *self._hints(asked)))
        t, window, beside = self.t, self.bounds, self._is_beside
        width = min(window.w - round(32 * t), round((1280 if beside else 1000) * t))
        inner = width - 2 * self._pad
        height = max(44, round(76 * t))
        column = inner * 0.44 if beside else inner
        facts = self._facts_height(self._asked.facts, column)
        answers = self._answers_height(inner, height)
        room = window.h - round(24 * t) - self._head_h - 3 * self._pad - answers
        scale = min(t, inner * (0.54 if beside else 1.0) / 660, (room if beside else room - facts) / 330)
        pictured = round(330 * scale)
        body = max(facts, pictured) if beside else facts + pictured + round(0.4 * self._pad)
        self._place_plate(width, self._head_h + body + 3 * self._pad + answers - round(0.4 * self._pad))
        left, top = self._plate.x + self._pad, self._head.bottom + self._pad
        self._picture_box = Rect(left, top, round(inner * 0.54) if beside else inner, body if beside else pictured)
        self._scale = scale
        facts_top = top + (body - facts) // 2 if beside else self._picture_box.bottom + round(0.4 * self._pad)
        self._facts_box = Rect(round(left + inner - column), facts_top, round(column), facts)
        return [*self._answer_buttons(left, inner, height), *self._head_buttons()]

    def _widths(self, height: int) -> list[int]:
        labels = self._asked.yes, self._asked.no
        return [Button.natural_width(label, height, icon=label == self._asked.yes) for label in labels]

    def _is_row(self, inner: float, height: int) -> bool:
        return sum(self._widths(height)) + self._pad * 0.6 <= inner

    def _answers_height(self, inner: float, height: int) -> int:
        return height if self._is_row(inner, height) else 2 * height + round(0.4 * self._pad)

    def _answer_buttons(self, left: int, inner: int, height: int) -> list[Widget]:
        bottom = self._plate.bottom - self._pad - round(0.1 * self._pad)
        if self._is_row(inner, height):
            first, second = self._widths(height)
            spare = inner - first - second - round(0.6 * self._pad)
            yes_box = Rect(left, bottom - height, first + round(0.6 * spare), height)
            no_left = yes_box.right + round(0.6 * self._pad)
            no_box = Rect(no_left, bottom - height, left + inner - no_left, height)
        else:
            yes_box = Rect(left, bottom - 2 * height - round(0.4 * self._pad), inner, height)
            no_box = Rect(left, bottom - height, inner, height)
        yes, no = self._moves
        return [
            Button("yes", self._asked.yes, yes_box, on_press=lambda: self.give(yes), style=Style.RED,
                   icon=self._asked.icon),
            Button("no", self._asked.no, no_box, on_press=lambda: self.give(no), style=Style.PAPER),
        ]  # fmt: skip

    # -- picture --------------------------------------------------------------------------------------------------

    def keys(self) -> Sequence[str]:
        """Which keys answer."""
        return _("Enter: yes"), _("Esc: look at the table"), _("H: hint")

    def texts(self) -> Sequence[tuple[str, str, Rect]]:
        """Heading and facts."""
        facts = [(f"fact{i}", fact.words, self._facts_box) for i, fact in enumerate(self._asked.facts)]
        return [("title", self._asked.title, self._head), *facts]

    def paint_body(self, surface: Surface) -> None:
        """Draw picture and facts."""
        self._picture.paint(surface, self._picture_box, self._scale)
        self._paint_facts(surface, self._asked.facts, self._facts_box)
