"""The plate on which the table asks something in mid-game. There is no clock, the game waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.moves import Move
from game.scenes.prompt_pictures import PromptPicture
from game.ui import art, draw, text
from game.ui.form import FormScene
from game.ui.i18n import _
from game.ui.scene import Host
from game.ui.theme import THEME
from game.ui.widgets import Button, Style, Widget

_VEIL: Final = 0.62
_SIDE_BY_SIDE_FROM: Final = 1.15  # of the window's height: a narrower one has the picture above the words


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of what an answer brings, behind its icon; without one it is said large."""

    words: str
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt in words: heading, what happened and what it brings, and the two answers."""

    icon: str
    title: str
    facts: tuple[Fact, ...]
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class PromptAnswers:
    """Whom the prompt tells: ``give`` gets the move chosen, ``hint`` is asked for a hint or to put it away."""

    give: Callable[[Move], None]
    hint: Callable[[], None]


class PromptScene(FormScene):
    """A red-headed plate above the table, with a picture, some facts and two answers; Enter is yes, Escape no.

    ``ask`` puts the question into the words of the language in use; ``moves`` are yes and no. H asks for a hint.
    """

    opaque = False
    first_focus = "yes"

    def __init__(
        self,
        app: Host,
        name: str,
        ask: Callable[[], Question],
        picture: PromptPicture,
        moves: tuple[Move, Move],
        answers: PromptAnswers,
    ) -> None:
        super().__init__(app)
        self.name = name
        self._ask = ask
        self._picture = picture
        self._moves = moves
        self._answers = answers
        self._is_advised = False
        self._advised: Move | None = None
        self._why: Callable[[], str] = str

    def enter(self, app: Host) -> None:
        """Lay out; the ring shows at once what Enter does."""
        super().enter(app)
        self.controls.focus(self.first_focus, ring=True)

    def escape(self) -> None:
        """Say no."""
        self._give(self._moves[1])

    def _give(self, move: Move) -> None:
        self.app.pop(self)
        self._answers.give(move)

    def rules_topic(self) -> str:
        """The section about what is asked."""
        return "end" if self.name == "extension" else self.name

    def handle(self, event: Event) -> bool:
        """Besides the controls, H asks for a hint."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_h:
            self._answers.hint()
            return True
        return super().handle(event)

    def advise(self, move: Move | None = None, why: Callable[[], str] = str) -> None:
        """Show a hint below the facts, ``why`` in the language in use; no move is one still being thought about.

        The focus leaves the hint's button, so that Enter stays yes.
        """
        self._is_advised, self._advised, self._why = True, move, why
        self.lay_out()
        if self.controls.focused is not None and self.controls.focused.id == "hint":
            self.controls.focus(self.first_focus, ring=True)

    def withdraw(self) -> None:
        """Show no hint any more."""
        self._is_advised = False
        self.lay_out()

    def _facts(self) -> tuple[Fact, ...]:
        """What is said, with the hint last."""
        if not self._is_advised:
            return self._asked.facts
        if self._advised is None:
            return (*self._asked.facts, Fact(_("One moment …"), "hint"))
        words = _("Hint: {what}", what=self._asked.yes if self._advised is self._moves[0] else self._asked.no)
        why = self._why()
        return (*self._asked.facts, Fact(f"{words} – {why}" if why else words, "hint"))

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Size the plate for its words: picture and facts side by side or one above the other, answers below."""
        self._asked = self._ask()
        self._asked = replace(self._asked, facts=self._facts())
        t, window = self.t, self.bounds
        self._pad, self._head_h = round(40 * t), max(54, round(112 * t))
        self._fact_px = max(text.MIN_NAME_PX, 23 * t)
        self._large_px = max(16.0, 27 * t)
        beside = window.w >= _SIDE_BY_SIDE_FROM * window.h
        width = min(window.w - round(32 * t), round((1280 if beside else 1000) * t))
        inner = width - 2 * self._pad
        height = max(44, round(76 * t))
        column = inner * 0.44 if beside else inner
        facts = self._facts_height(column)
        room = window.h - round(24 * t) - self._head_h - 3 * self._pad - self._buttons_height(inner, height)
        scale = min(t, self._picture_scale(inner, beside=beside), (room if beside else room - facts) / 330)
        pictured = round(330 * scale)
        body = max(facts, pictured) if beside else facts + pictured + round(0.4 * self._pad)
        total = self._head_h + body + 3 * self._pad + self._buttons_height(inner, height) - round(0.4 * self._pad)
        self._plate = Rect(0, 0, width, total)
        self._plate.center = window.center
        self._head = Rect(self._plate.x, self._plate.y, width, self._head_h)
        left, top = self._plate.x + self._pad, self._head.bottom + self._pad
        self._picture_box = Rect(left, top, round(inner * 0.54) if beside else inner, body if beside else pictured)
        self._scale = scale
        facts_top = top + (body - facts) // 2 if beside else self._picture_box.bottom + round(0.4 * self._pad)
        self._facts_box = Rect(round(left + inner - column), facts_top, round(column), facts)
        return self._buttons(left, inner, height)

    def _picture_scale(self, inner: float, *, beside: bool) -> float:
        return inner * (0.54 if beside else 1.0) / 660

    def _labels(self) -> tuple[str, str]:
        return self._asked.yes, self._asked.no

    def _widths(self, height: int) -> list[int]:
        return [Button.natural_width(label, height, icon=label == self._asked.yes) for label in self._labels()]

    def _is_row(self, inner: float, height: int) -> bool:
        return sum(self._widths(height)) + self._pad * 0.6 <= inner

    def _buttons_height(self, inner: float, height: int) -> int:
        return height if self._is_row(inner, height) else 2 * height + round(0.4 * self._pad)

    def _buttons(self, left: int, inner: int, height: int) -> list[Widget]:
        yes, no = self._labels()
        hint_h = max(32, round(0.52 * self._head_h))
        self._hint_box = Rect(0, 0, Button.natural_width(_("Hint"), hint_h, icon=True), hint_h)
        self._hint_box.midright = (self._head.right - self._pad, self._head.centery)
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
        return [
            Button("yes", yes, yes_box, on_press=lambda: self._give(self._moves[0]), style=Style.RED,
                   icon=self._asked.icon),
            Button("no", no, no_box, on_press=self.escape, style=Style.PAPER),
            Button("hint", _("Hint"), self._hint_box, on_press=self._answers.hint, style=Style.PAPER, icon="hint"),
        ]  # fmt: skip

    def _facts_height(self, column: float) -> int:
        return sum(self._fact_height(fact, column) + self._gap(fact) for fact in self._asked.facts)

    def _gap(self, fact: Fact) -> int:
        return round((8 if fact.icon else 16) * self.t)

    def _fact_height(self, fact: Fact, column: float) -> int:
        if fact.icon is None:
            return text.paragraph_height(fact.words, "O7", self._large_px, column)
        words = text.paragraph_height(fact.words, "B6", self._fact_px, column - self._indent)
        return max(words, round(self._roundel * 2))

    @property
    def _roundel(self) -> float:
        return 0.78 * self._fact_px

    @property
    def _indent(self) -> float:
        return 2.15 * self._fact_px

    # -- picture --------------------------------------------------------------------------------------------------

    def texts(self) -> Sequence[tuple[str, str, Rect]]:
        """Heading and facts."""
        facts = [(f"fact{i}", fact.words, self._facts_box) for i, fact in enumerate(self._asked.facts)]
        return [("title", self._asked.title, self._head), *facts]

    def paint(self, surface: Surface) -> None:
        """Draw veil, plate, heading, picture and facts."""
        t = self.t
        draw.veil(surface, THEME.prompt_veil, _VEIL)
        radius, frame = 26 * t, max(4, round(8 * t))
        draw.plate(surface, self._plate.inflate(2 * frame, 2 * frame), radius + frame, THEME.white, shadow_px=14 * t)
        draw.plate(surface, self._plate, radius, THEME.paper, rim=THEME.gold_d, rim_width=max(2, 3 * t), shadow_px=0)
        draw.header(surface, self._head, radius, THEME.red)
        self._paint_head(surface)
        self._picture.paint(surface, self._picture_box, self._scale)
        self._paint_facts(surface)
        self._paint_keys(surface)

    def _paint_head(self, surface: Surface) -> None:
        left, y = self._head.x + self._pad, self._head.centery
        size = 0.62 * self._head_h
        art.blit_icon(surface, self._asked.icon, (left + size / 2, y), size, THEME.gold_l)
        left += round(1.25 * size)
        right = self._hint_box.x - round(0.5 * self._pad)
        px = 62 * self.t
        note, note_px = _("No hurry, the game waits."), max(text.MIN_NAME_PX, 24 * self.t)
        used = text.draw(
            surface, self._asked.title, left, y, "O9", px, THEME.white, max_width=right - left, min_px=0.4 * px
        )
        if left + used + 2 * note_px + text.width(note, "B5", note_px) <= right:
            text.draw(surface, note, right, y, "B5", note_px, THEME.paper, anchor="r")

    def _paint_facts(self, surface: Surface) -> None:
        x, y, w, _h = self._facts_box
        for fact in self._asked.facts:
            height = self._fact_height(fact, w)
            if fact.icon is None:
                across = text.balanced(fact.words, "O7", self._large_px, w)
                text.paragraph(surface, fact.words, (x, y, across, height), "O7", self._large_px, THEME.text)
            else:
                middle = (x + self._roundel, y + min(height / 2, self._roundel * 1.02))
                draw.rounded(
                    surface,
                    (middle[0] - self._roundel, middle[1] - self._roundel, 2 * self._roundel, 2 * self._roundel),
                    self._roundel,
                    THEME.navy,
                )
                art.blit_icon(surface, fact.icon, middle, 1.15 * self._roundel, THEME.gold_l)
                words = text.paragraph_height(fact.words, "B6", self._fact_px, w - self._indent)
                place = (x + self._indent, y + max(0, (height - words) / 2), w - self._indent, words + 2)
                text.paragraph(surface, fact.words, place, "B6", self._fact_px, THEME.text)
            y += height + self._gap(fact)

    def _paint_keys(self, surface: Surface) -> None:
        """A pill below the plate that says which keys answer, if there is room."""
        keys = (_("Enter: yes"), _("Esc: no"), _("H: hint"))  # not in an f-string: extraction doesn't look into one
        words = "     ".join(keys)
        px = max(text.MIN_NAME_PX, 24 * self.t)
        pill = Rect(0, 0, text.width(words, "B5", px) + round(3 * px), round(2.2 * px))
        pill.midtop = (self._plate.centerx, self._plate.bottom + round(30 * self.t))
        if pill.bottom < self.bounds.bottom - 8:
            draw.rounded(surface, pill, pill.h / 2, THEME.prompt_veil)
            text.draw(surface, words, pill.centerx, pill.centery, "B5", px, THEME.white, anchor="c")
