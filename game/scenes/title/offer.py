"""The plate on the title that offers a lesson to whoever may not know the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.i18n import _
from game.scenes.title.signs import plate_growth
from game.session.lesson import COACH
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Button, Style, Widget
from game.ui.widgets.buttons import label_px

_LEAST_T: Final = 0.6


@dataclass(frozen=True, slots=True)
class OfferAnswers:
    """What the two buttons do."""

    begin: Callable[[], None]
    decline: Callable[[], None]


class LessonOffer:
    """The plate in the upper right corner of ``area``; ``is_begun`` for a lesson left.

    As delivered it begins above the area if that is too low for it. Words may be ``larger`` than as delivered; a plate
    that is flat has its answers beside the words, no portrait, and is as wide as the area.
    """

    def __init__(self, area: Rect, u: float, *, is_begun: bool, larger: float = 1, is_flat: bool = False) -> None:
        least = max(_LEAST_T, u)
        self._t = t = least * plate_growth(larger)
        self._is_begun, self._is_flat = is_begun, is_flat
        self._pad = round((16 if is_flat else 24) * t)
        self._head_px, self._body_px = 30 * least * larger, max(text.MIN_NAME_PX, 23 * least * larger)
        self._high, self._px = max(38, round(60 * t)), label_px(max(38, round(60 * least))) * larger
        self._gap = round(0.6 * self._pad)
        widths = [
            Button.natural_width(name, self._high, icon=not i, px=self._px) for i, name in enumerate(self._answers)
        ]
        self._across = 0
        self._plate = self._flat(area, widths) if is_flat else self._upright(area, widths)
        lines = text.wrap(self._words[0], "O8", self._head_px, self._said.w)
        self.is_cut = (
            not area.contains(self._plate)
            or any(text.width(line, "O8", self._head_px) > self._said.w for line in lines)
            or any(wide > place.w for wide, place in zip(widths, self._places, strict=True))
        )
        """Whether there is not room enough for it as it is."""

    def _upright(self, area: Rect, widths: Sequence[int]) -> Rect:
        """Portrait and words, and below them the answers, beside each other if they are short."""
        pad, gap, height = self._pad, self._gap, self._high
        width = min(area.w, round(640 * self._t))
        self._across = min(round(120 * self._t), round(0.3 * width))
        inner = width - 2 * pad
        room = inner - self._across - pad
        said_h = self._measure(room)
        said = max(self._across, said_h)
        is_row = sum(widths) + gap <= inner
        plate = Rect(0, area.y, width, said + (height if is_row else 2 * height + gap) + 3 * pad)
        plate.right = area.right
        plate.bottom = min(plate.bottom, area.bottom)
        x, y = plate.x + pad, plate.y + pad
        self._said = Rect(x + self._across + pad, y + (said - said_h) // 2, room, said_h)
        self._middle = (x + self._across // 2, y + said // 2)
        y += said + pad
        if is_row:
            first = inner - gap - widths[1]
            self._places = (Rect(x, y, first, height), Rect(x + first + gap, y, widths[1], height))
        else:
            self._places = (Rect(x, y, inner, height), Rect(x, y + height + gap, inner, height))
        return plate

    def _flat(self, area: Rect, widths: Sequence[int]) -> Rect:
        """The words, and right of them the answers."""
        pad, gap, height = self._pad, self._gap, self._high
        wide = max(widths)
        room = max(1, area.w - wide - 3 * pad)
        said_h, answers_h = self._measure(room), 2 * height + gap
        plate = Rect(area.x, area.y, area.w, max(said_h, answers_h) + 2 * pad)
        self._said = Rect(plate.x + pad, plate.centery - said_h // 2, room, said_h)
        answers = Rect(0, plate.centery - answers_h // 2, wide, height)
        answers.right = plate.right - pad
        self._places = (answers, answers.move(0, height + gap))
        return plate

    def _measure(self, room: int) -> int:
        """How high the words are at this width."""
        self._head_h = text.paragraph_height(self._words[0], "O8", self._head_px, room)
        return self._head_h + text.paragraph_height(self._words[1], "B5", self._body_px, room)

    @property
    def rect(self) -> Rect:
        """Where the plate is."""
        return self._plate

    @property
    def _words(self) -> tuple[str, str]:
        if self._is_begun:
            return _("Your lesson is waiting"), _("Go on where you left off.")
        return _("First time here?"), _("Learn the game by playing it. It takes five minutes.")

    @property
    def _answers(self) -> tuple[str, str]:
        return _("Go on with the lesson") if self._is_begun else _("Begin the lesson"), _("I know the game")

    def widgets(self, answers: OfferAnswers) -> list[Widget]:
        """The two buttons."""
        yes, no = self._answers
        first, second = self._places
        return [
            Button("offer", yes, first, on_press=answers.begin, style=Style.RED, icon="play", px=self._px),
            Button("knows_game", no, second, on_press=answers.decline, style=Style.PAPER, px=self._px),
        ]

    def texts(self) -> list[tuple[str, str, Rect]]:
        """What the plate says."""
        return [("offer_text", " ".join(self._words), self._said)]

    def paint(self, surface: Surface) -> None:
        """Draw plate, portrait and words."""
        t = self._t
        rim = max(2, round(5 * t))
        draw.plate(surface, self._plate, 22 * t, THEME.surface, rim=THEME.gold, rim_width=rim, shadow_px=10 * t)
        if self._across:
            x, y = self._middle
            half = self._across // 2
            surface.blit(art.portrait(COACH, self._across), (x - half, y - half))
        left, top, room, height = self._said
        head, body = self._words
        text.paragraph(surface, head, (left, top, room, self._head_h), "O8", self._head_px, THEME.text)
        across = text.balanced(body, "B5", self._body_px, room)
        place = (left, top + self._head_h, across, height - self._head_h)
        text.paragraph(surface, body, place, "B5", self._body_px, THEME.text2)
