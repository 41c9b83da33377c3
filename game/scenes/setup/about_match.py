"""What the setup screen says about the match chosen so far: by which rules, how long, in what manner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pygame import Rect, Surface

from game.engine.rules import load_rules
from game.i18n import _r
from game.session.players import Manner
from game.session.setup import Plan, may_extend, offers_no_100_bonus
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words.rulesets import length_line, rule_set_notes, rule_set_source, seating_note
from game.words.settings import manner_about

MANNER_ICONS: Final = {Manner.FIERCE: "fierce", Manner.SPORTING: "thumb", Manner.GENTLE: "heart"}

_CARD_SHAPE: Final = 1.4
_SMALLER: Final = 0.5  # px from one size of letters tried to the next


def rules_lines(plan: Plan) -> list[str]:
    """The match in sentences: whose rules, how far, how long, what is special, what was added."""
    setup = plan.setup
    rules = load_rules(setup.rules)
    km, far = rules.distance_km(setup.seats, setup.seating), rules.extended_km
    if may_extend(plan) and setup.options.extension:
        distance = _r(setup.rules, "A leg is {km} km; who gets there may extend it to {far} km.", km=km, far=far)
    else:
        distance = _r(setup.rules, "A leg is {km} km.", km=km)
    lines = [rule_set_source(setup.rules), distance, length_line(setup), rule_set_notes(setup.rules)]
    if offers_no_100_bonus(plan) and setup.options.no_100_bonus:
        points = rules.points.no_100
        lines.append(_r(setup.rules, "A leg won without 200s and 100s brings {points} more points.", points=points))
    note = seating_note(setup)
    return [*lines, note] if note else lines


@dataclass(frozen=True, slots=True)
class _Fit:
    """One way to set the words: their size, whether the sentences run on, and what stands beside them."""

    px: float
    runs_on: bool = False
    has_card: bool = False
    has_manner: bool = False


class About:
    """The words about ``plan`` set in ``place``; ``t`` is the text factor.

    Where there is little room the picture goes first, then the sentences run on in small letters, and at last the
    manner goes.
    """

    def __init__(self, plan: Plan, place: Rect, t: float) -> None:
        self._place, self._t, self._pad = place, t, round(15 * t - 14 * max(0, 0.85 - t))
        self._lines = rules_lines(plan)
        self._manner = plan.manner
        self._card_w = round(92 * t)
        self._fit = self._fitting()

    def _fitting(self) -> _Fit:
        least = float(text.MIN_TEXT_PX)
        best, good = max(least, 24 * self._t), max(least, 19.5 * self._t)
        tries = (
            (good, _Fit(best, has_card=True, has_manner=True)),
            (good, _Fit(best, has_manner=True)),
            (least, _Fit(best, runs_on=True, has_manner=True)),
            (least, _Fit(best, runs_on=True)),
        )
        for smallest, fit in tries:
            for step in range(round((best - smallest) / _SMALLER) + 1):
                smaller = replace(fit, px=max(smallest, best - step * _SMALLER))
                if self._height(smaller) <= self._place.h:
                    return smaller
        return _Fit(least, runs_on=True)

    def _paragraphs(self, fit: _Fit) -> list[str]:
        source, *sentences = self._lines
        return [source, " ".join(sentences)] if fit.runs_on else self._lines

    def _left(self, fit: _Fit) -> int:
        return self._place.x + self._pad + (self._card_w + self._pad if fit.has_card else 0)

    def _heights(self, fit: _Fit) -> list[int]:
        room = self._place.right - self._pad - self._left(fit)
        return [
            text.paragraph_height(line, "B5" if i else "B6", fit.px, room)
            for i, line in enumerate(self._paragraphs(fit))
        ]

    def _manner_room(self, fit: _Fit) -> tuple[float, float]:
        """Where the words about the manner begin, and how wide they may be."""
        left = self._place.x + self._pad + 2.1 * fit.px
        return left, self._place.right - self._pad - left

    def _manner_h(self, fit: _Fit) -> int:
        if not fit.has_manner:
            return 0
        words = text.paragraph_height(manner_about(self._manner), "B5", fit.px, self._manner_room(fit)[1])
        return words + 2 * self._gap(fit)

    def _gap(self, fit: _Fit) -> int:
        """Between the words and the line above the manner."""
        return round(0.4 * fit.px)

    def _height(self, fit: _Fit) -> float:
        card = self._card_w * _CARD_SHAPE if fit.has_card else 0
        return max(sum(self._heights(fit)), card) + 2 * self._pad + self._manner_h(fit)

    @property
    def words(self) -> str:
        """All that is said, as one text."""
        return " ".join([*self._lines, manner_about(self._manner)] if self._fit.has_manner else self._lines)

    def paint(self, surface: Surface) -> None:
        """Draw a plate as high as the words are, card, words, and the manner below a line."""
        fit, t, place, pad = self._fit, self._t, self._place, self._pad
        if self._height(fit) > place.h:
            text.record_overflow(self.words, self._height(fit), place.h)
        box = Rect(place.x, place.y, place.w, min(place.h, round(self._height(fit))))
        draw.rounded(surface, box, 15 * t, THEME.row)
        if fit.has_card:
            card = (box.x + pad, box.y + pad, self._card_w, _CARD_SHAPE * self._card_w)
            draw.shadow(surface, card, 0.07 * self._card_w, 3 * t)
            surface.blit(art.picture("cards/km_200.small", card[2], card[3]), card[:2])
        y, left = float(box.y + pad), self._left(fit)
        for i, (line, height) in enumerate(zip(self._paragraphs(fit), self._heights(fit), strict=True)):
            area = (left, y, box.right - pad - left, height + 2)
            face, color = ("B5", THEME.text2) if i else ("B6", THEME.text)
            text.paragraph(surface, line, area, face, fit.px, color, min_px=fit.px)
            y += height
        if fit.has_manner:
            self._paint_manner(surface, box)

    def _paint_manner(self, surface: Surface, box: Rect) -> None:
        fit, pad, gap = self._fit, self._pad, self._gap(self._fit)
        left, room = self._manner_room(fit)
        height = self._manner_h(fit) - 2 * gap
        y = box.bottom - pad - height
        surface.fill(THEME.line, (box.x + pad, y - gap, box.w - 2 * pad, max(1, round(1.5 * self._t))))
        y += round(0.3 * gap)
        middle = (box.x + pad + 0.8 * fit.px, y + min(height, 2.6 * fit.px) / 2)
        art.blit_icon(surface, MANNER_ICONS[self._manner], middle, 1.5 * fit.px, THEME.text)
        words = manner_about(self._manner)
        text.paragraph(surface, words, (left, y, room, height + 2), "B5", fit.px, THEME.text2, min_px=fit.px)
