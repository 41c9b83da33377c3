"""The plate on the title that offers the first lesson to whoever may not know the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect, Surface

from game.i18n import _
from game.session.lesson import COACH
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Button, Style, Widget


@dataclass(frozen=True, slots=True)
class OfferAnswers:
    """What the two buttons do."""

    begin: Callable[[], None]
    decline: Callable[[], None]


class LessonOffer:
    """The plate in the upper right corner of ``area``, as wide as it may be there; ``is_begun`` for a lesson left.

    It begins above the area if that is too low for it.

    ``t`` is the factor of its measures.
    """

    def __init__(self, area: Rect, t: float, *, is_begun: bool) -> None:
        self._t = t
        self._is_begun = is_begun
        self._pad = round(24 * t)
        self._head_px, self._body_px = 30 * t, max(text.MIN_NAME_PX, 23 * t)
        width = min(area.w, round(640 * t))
        self._across = min(round(120 * t), round(0.3 * width))
        inner, height = width - 2 * self._pad, max(38, round(60 * t))
        room = inner - self._across - self._pad
        self._head_h = text.paragraph_height(self._words[0], "O8", self._head_px, room)
        body = text.paragraph_height(self._words[1], "B5", self._body_px, room)
        said = max(self._across, self._head_h + body)
        gap = round(0.6 * self._pad)
        widths = [Button.natural_width(name, height, icon=not i) for i, name in enumerate(self._answers)]
        is_row = sum(widths) + gap <= inner
        buttons = height if is_row else 2 * height + gap
        self._plate = Rect(0, area.y, width, said + buttons + 3 * self._pad)
        self._plate.right = area.right
        self._plate.bottom = min(self._plate.bottom, area.bottom)
        x, y = self._plate.x + self._pad, self._plate.y + self._pad
        self._said = Rect(
            x + self._across + self._pad, y + (said - self._head_h - body) // 2, room, self._head_h + body
        )
        self._middle = (x + self._across // 2, y + said // 2)
        y += said + self._pad
        if is_row:
            first = inner - gap - widths[1]
            self._places = (Rect(x, y, first, height), Rect(x + first + gap, y, widths[1], height))
        else:
            self._places = (Rect(x, y, inner, height), Rect(x, y + height + gap, inner, height))

    @property
    def _words(self) -> tuple[str, str]:
        if self._is_begun:
            return _("Your lesson is waiting"), _("Go on where you left it.")
        return _("First time here?"), _("Learn the game by playing it. That takes five minutes.")

    @property
    def _answers(self) -> tuple[str, str]:
        return _("Go on with the lesson") if self._is_begun else _("Begin the lesson"), _("I know the game")

    def widgets(self, answers: OfferAnswers) -> list[Widget]:
        """The two buttons."""
        yes, no = self._answers
        return [
            Button("offer", yes, self._places[0], on_press=answers.begin, style=Style.RED, icon="play"),
            Button("knows_game", no, self._places[1], on_press=answers.decline, style=Style.PAPER),
        ]

    def texts(self) -> list[tuple[str, str, Rect]]:
        """What the plate says."""
        return [("offer_text", " ".join(self._words), self._said)]

    def paint(self, surface: Surface) -> None:
        """Draw plate, portrait and words."""
        t = self._t
        rim = max(2, round(5 * t))
        draw.plate(surface, self._plate, 22 * t, THEME.paper, rim=THEME.gold, rim_width=rim, shadow_px=10 * t)
        x, y = self._middle
        half = self._across // 2
        surface.blit(art.portrait(COACH, self._across), (x - half, y - half))
        left, top, room, height = self._said
        head, body = self._words
        text.paragraph(surface, head, (left, top, room, self._head_h), "O8", self._head_px, THEME.text)
        across = text.balanced(body, "B5", self._body_px, room)
        place = (left, top + self._head_h, across, height - self._head_h)
        text.paragraph(surface, body, place, "B5", self._body_px, THEME.text2)
