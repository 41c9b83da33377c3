"""The prompt of the extension: how far everybody is, what is left, what the own hand has, and two answers of one size.

Its first focus is looking at the table, so that an Enter pressed for the last card decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pygame
from pygame import Color, Rect, Surface
from pygame.event import Event

from game.engine.cards import Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import ExtensionGoesTo, load_rules
from game.i18n import _, _n, _r, capital, number
from game.scenes.host import Host
from game.scenes.prompts.prompt_scene import PromptAnswers, PromptScene, PromptWords, legal_answers
from game.session.profiles import Livery
from game.table.geometry.places import CARD_RATIO
from game.table.painting import card_faces
from game.ui.accessibility_tree import plain
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Button, Style, Widget
from game.words import Names
from game.words.keys import Answering, answering
from game.words.vocabulary import term

_WIDEST, _WIDEST_TALL = 1380, 1000
_ROW: Final = 54  # a side's row, at text factor 1
_LEAST_ROW: Final = 24  # px
_INSIDE_FROM: Final = 0.6  # of the far goal: from there on a side's km stand on its bar, else behind it
_BESIDE: Final = 1.1  # of an answer's height: its icon and what is left free beside the words
_LINE: Final = 1.2  # of the size of the letters
_NAMES: Final = 0.34  # of the column, for symbols and names, at most


@dataclass(frozen=True, slots=True)
class SideKm:
    """How far a side has come, and what it is called."""

    livery: Livery
    name: str
    km: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """What speaks for and against going on: the sides in order, both goals, what is left to draw, and the own hand.

    ``holds`` is the hand in words; ``now`` and ``later`` are what the two answers bring.
    """

    sides: tuple[SideKm, ...]
    near_km: int
    far_km: int
    draw_pile: int
    hand: tuple[Card, ...]
    holds: str
    now: str
    later: str
    rules_id: str


class ExtensionPrompt(PromptScene):
    """Bars left, cards right, or one above the other in a narrow window; below them the two answers."""

    first_focus = "look"

    def __init__(
        self,
        app: Host,
        ask: Callable[[], tuple[PromptWords, Prospect]],
        moves: tuple[Move, Move],
        answers: PromptAnswers,
    ) -> None:
        super().__init__(app, "extension", lambda: ask()[0], moves, answers)
        self._ask_all = ask

    def handle(self, event: Event) -> bool:
        """Left and Right go to the two answers, from wherever the focus is."""
        goes = {pygame.K_LEFT: "no", pygame.K_RIGHT: "yes"}
        if event.type == pygame.KEYDOWN and event.key in goes and not self.is_moving():
            self.controls.focus(goes[event.key], ring=True)
            self.dirty = True
            return True
        return super().handle(event)

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Size the plate for its words; rows of many sides are lower."""
        self._measure()
        self._asked, self._ahead = self._ask_all()
        self._facts = self._hints(self._asked)
        t, window = self.t, self.bounds
        width = min(window.w - round(32 * t), round((_WIDEST if self._is_beside else _WIDEST_TALL) * t))
        inner, gap = width - 2 * self._pad, round(1.2 * self._pad)
        column = (inner - gap) // 2 if self._is_beside else inner
        cards = self._cards_height(column)
        hint = self._facts_height(self._facts, inner)
        answers = self._answer_height((inner - gap) // 2)
        fixed = self._head_h + 3 * self._pad + answers + (hint + self._pad // 2 if hint else 0)
        bars = self._bars_height(window.h - round(44 * t) - fixed - (0 if self._is_beside else cards + self._pad))
        body = max(bars, cards) if self._is_beside else bars + self._pad + cards
        self._place_plate(width, fixed + body)
        left, top = self._plate.x + self._pad, self._head.bottom + self._pad
        self._bars_box = Rect(left, top + (max(0, body - bars) // 2 if self._is_beside else 0), column, bars)
        right = (left + column + gap, top + max(0, body - cards) // 2)
        self._cards_box = Rect(right if self._is_beside else (left, top + bars + self._pad), (column, cards))
        self._facts_box = Rect(left, top + body + self._pad // 2, inner, hint)
        return [*self._head_buttons(), *self._answer_buttons(Rect(left, 0, inner, answers), gap)]

    def _bars_height(self, room: int) -> int:
        """The scale and a row for every side."""
        count = len(self._ahead.sides)
        self._scale_h = round(1.5 * self._fact_px)
        self._row_h = max(_LEAST_ROW, min(round(_ROW * self.t), (room - self._scale_h) // count))
        return self._scale_h + count * self._row_h

    def _cards_height(self, column: int) -> int:
        """Two lines, and the hand in small faces as wide as the column lets them."""
        self._line_h = round(2.2 * self._roundel) + round(6 * self.t)
        self._card_w = min(round(104 * self.t), round(column / 5.2))
        shown = round(self._card_w * CARD_RATIO) + round(10 * self.t) if self._ahead.hand else 0
        return 2 * self._line_h + shown

    def _answer_height(self, column: int) -> int:
        """High enough for what the answers bring, in as many lines as that takes."""
        self._one = max(60, round(100 * self.t))
        lines = max(len(_Answer.lines(words, column, self._one)) for words in (self._ahead.now, self._ahead.later))
        return self._one + round((lines - 1) * _LINE * _Answer.second_px(self._one))

    def _answer_buttons(self, row: Rect, gap: int) -> list[Widget]:
        row.bottom = self._plate.bottom - self._pad
        now = Rect(row.x, row.y, (row.w - gap) // 2, row.h)
        later = now.move(row.w - now.w, 0)
        yes, no = self._moves
        return [
            _Answer("no", self._asked.no, now, second=self._ahead.now, one=self._one, icon="trophy", style=Style.RED,
                    on_press=lambda: self.give(no)),
            _Answer("yes", self._asked.yes, later, second=self._ahead.later, one=self._one, icon=self._asked.icon,
                    style=Style.BLUE, on_press=lambda: self.give(yes)),
        ]  # fmt: skip

    # -- picture --------------------------------------------------------------------------------------------------

    def keys(self) -> Sequence[Answering]:
        """Which keys answer."""
        return answering(yes=False)

    def texts(self) -> Sequence[tuple[str, str, Rect]]:
        """Heading, the sides with their km, what is left, the hand, and the hint."""
        ahead = self._ahead
        sides = [(f"side{i}", f"{s.name} {_km(s.km)}", self._row(i)) for i, s in enumerate(ahead.sides)]
        said = [(f"{label} {value}", self._cards_box) for _icon, label, value in self._lines()]
        said += [(fact.words, self._facts_box) for fact in self._facts]
        facts = [(f"fact{i}", words, box) for i, (words, box) in enumerate(said)]
        return [("title", self._asked.title, self._head), *sides, *facts]

    def paint_body(self, surface: Surface) -> None:
        """Draw bars, cards and hint."""
        self._paint_bars(surface)
        self._paint_cards(surface)
        self._paint_facts(surface, self._facts, self._facts_box)

    def _row(self, index: int) -> Rect:
        box = self._bars_box
        return Rect(box.x, box.y + self._scale_h + index * self._row_h, box.w, self._row_h)

    def _paint_bars(self, surface: Surface) -> None:
        ahead, box, px = self._ahead, self._bars_box, self._fact_px
        r = min(0.42 * self._row_h, 17 * self.t)
        name_left = box.x + 2 * r + round(0.5 * px)
        widest = max(text.width(side.name, "B6", px) for side in ahead.sides)
        names = min(widest, round(_NAMES * box.w))
        left = name_left + names + round(0.7 * px)
        track = box.right - round(0.5 * text.width(number(ahead.far_km), "O8", px)) - left
        high = min(0.46 * self._row_h, 22 * self.t)
        for i, side in enumerate(ahead.sides):
            y = self._row(i).centery
            livery.draw_plate(surface, side.livery, box.x + r, y, r)
            text.draw(surface, side.name, name_left, y, "B6", px, THEME.text, max_width=names, min_px=11)
            draw.rounded(surface, (left, y - high / 2, track, high), 0.3 * high, THEME.surface2)
        top, foot = box.y + round(1.15 * px), self._row(len(ahead.sides) - 1).bottom
        thick = max(2, round(3 * self.t))
        for km, color in ((ahead.near_km, THEME.warn), (ahead.far_km, THEME.gold_d)):
            x = left + track * km / ahead.far_km
            text.draw(surface, number(km), x, box.y + 0.6 * px, "O8", px, THEME.text, anchor="c")
            surface.fill(color, (round(x - thick / 2), top, thick, foot - top))
        for i, side in enumerate(ahead.sides):
            self._paint_bar(surface, side, Rect(left, round(self._row(i).centery - high / 2), track, round(high)))

    def _paint_bar(self, surface: Surface, side: SideKm, track: Rect) -> None:
        """A side's way so far, with its km on it or behind it."""
        px, words = max(text.MIN_TEXT_PX, min(0.9 * track.h, 0.95 * self._fact_px)), _km(side.km)
        across = track.w * side.km / self._ahead.far_km
        if side.km:
            bar = track.x, track.y, across, track.h
            draw.rounded(surface, bar, 0.3 * track.h, livery.color(side.livery), THEME.text, max(1, 2 * self.t))
        y = track.centery
        if side.km >= _INSIDE_FROM * self._ahead.far_km:
            ink = livery.ink(side.livery)
            text.draw(surface, words, track.x + across - 0.5 * px, y, "O7", px, ink, anchor="r")
        else:
            text.draw(surface, words, track.x + across + 0.4 * px, y, "O7", px, THEME.text)

    def _lines(self) -> tuple[tuple[str, str, str], ...]:
        """What is left and what the hand holds: an icon, what it is, and how much."""
        ahead = self._ahead
        left = number(ahead.draw_pile)
        return ("cards", _("Cards left to draw"), left), ("person", _("Your hand"), ahead.holds)

    def _paint_cards(self, surface: Surface) -> None:
        box, px = self._cards_box, self._fact_px
        for i, (icon, label, value) in enumerate(self._lines()):
            y = box.y + round((i + 0.5) * self._line_h) - round(3 * self.t)
            self._paint_sign(surface, icon, (box.x + self._roundel, y))
            left = box.x + self._indent
            used = text.draw(surface, label, left, y, "B6", px, THEME.text)
            room = box.right - left - used - px
            text.draw(surface, value, box.right, y, "O7" if not i else "B6", px, THEME.text, anchor="r", max_width=room)
        self._paint_hand(surface, Rect(box.x, box.y + 2 * self._line_h, box.w, box.bottom - box.y - 2 * self._line_h))

    def _paint_hand(self, surface: Surface, box: Rect) -> None:
        width, hand = self._card_w, self._ahead.hand
        step = min(width + 6 * self.t, (box.w - width) / max(1, len(hand) - 1))
        for i, held in enumerate(hand):
            drawn = card_faces.face(held, width, self._ahead.rules_id, form="small")
            surface.blit(card_faces.shadow(width), (round(box.x + i * step + 1), round(box.y + 2)))
            surface.blit(drawn, (round(box.x + i * step), box.y))


class _Answer(Button):
    """A button that says below its name what it brings; ``one`` is its height with one line of that."""

    def __init__(self, id: str, name: str, rect: Rect, *, second: str, one: int, **look: Any) -> None:
        super().__init__(id, name, rect, **look)
        self.second = second
        self._one = one

    @property
    def value(self) -> str | None:
        """What it brings."""
        return plain(self.second)

    @staticmethod
    def second_px(one: int) -> float:
        """The size of the letters below the name."""
        return max(text.MIN_TEXT_PX, 0.21 * one)

    @classmethod
    def lines(cls, words: str, width: float, one: int) -> list[str]:
        """What it brings, in lines."""
        room = width - _BESIDE * one
        return text.wrap(words, "B6", cls.second_px(one), text.balanced(words, "B6", cls.second_px(one), room))

    def _draw_label(self, surface: Surface, rect: Rect, ink: Color) -> None:
        one, lines = self._one, self.lines(self.second, rect.w, self._one)
        room, px, step = rect.w - _BESIDE * one, self.second_px(one), _LINE * self.second_px(one)
        name, name_px = text.fit(self.name, "O8", max(15.0, 0.28 * one), room, text.MIN_NAME_PX)
        across = max(text.width(name, "O8", name_px), *(text.width(line, "B6", px) for line in lines))
        left = rect.centerx - (across - 0.6 * one) / 2
        art.blit_icon(surface, self.icon or "", (left - 0.4 * one, rect.centery), 0.4 * one, ink)
        top = rect.centery - (0.36 * one + len(lines) * step) / 2
        text.draw(surface, name, left, top + 0.18 * one, "O8", name_px, ink)
        for i, line in enumerate(lines):
            text.draw(surface, line, left, top + 0.36 * one + (i + 0.5) * step, "B6", px, ink)


def _km(km: int) -> str:
    return _("{km} km", km=number(km))


def extension_prompt(app: Host, observation: Observation, names: Names, answers: PromptAnswers) -> PromptScene | None:
    """The prompt for the viewer who has reached the finish; None if nothing of that kind is asked."""
    moves = legal_answers(observation, MoveKind.EXTEND, MoveKind.STAY)
    if moves is None:
        return None
    return ExtensionPrompt(app, lambda: _extension_question(observation, names), moves, answers)


def _extension_question(observation: Observation, names: Names) -> tuple[PromptWords, Prospect]:
    far = load_rules(observation.rules).extended_km
    question = PromptWords(
        icon="flag",
        # Translators: the heading of a question; only the space before the mark may be yours to set.
        title=_("{extension}?", extension=capital(term("extension", observation.rules))),
        facts=(),
        yes=_r(observation.rules, "Extend to {km} km", km=number(far)),
        no=_("Take the win"),
    )
    prospect = Prospect(
        sides=tuple(SideKm(names.livery(i), names.side(i), side.km) for i, side in enumerate(observation.sides)),
        near_km=observation.target,
        far_km=far,
        draw_pile=observation.draw_pile,
        hand=observation.hand,
        holds=_holds(observation),
        now=_("+{points} points now", points=number(load_rules(observation.rules).points.leg_won)),
        later=_later(observation, len(names.sides) - 1),
        rules_id=observation.rules,
    )
    return question, prospect


def _holds(observation: Observation) -> str:
    """What the own hand has for a longer way."""
    km = sum(held.km for held in observation.hand if held.family is Family.DISTANCE)
    held = sum(held.family is Family.SAFETY for held in observation.hand)
    words = capital(term("safeties", observation.rules))
    # Translators: the kilometre cards in the own hand, added up, and how many safeties there are.
    return _("{km} km, {safeties}: {n}", km=number(km), safeties=words, n=number(held))


def _later(observation: Observation, rivals: int) -> str:
    """What a leg that goes on may bring."""
    worth = load_rules(observation.rules).points
    won, bonus = number(worth.leg_won + worth.extension), number(worth.extension)
    if worth.extension_goes_to is ExtensionGoesTo.WINNER:
        return _("+{points} points if you still win", points=won)
    return _n(
        "+{points} points if you still win, else {bonus} for your opponent",
        "+{points} points if you still win, else {bonus} for every opponent",
        rivals,
        points=won,
        bonus=bonus,
    )
