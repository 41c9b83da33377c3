"""The question whether to extend a leg: it shows all distances, the cards left to draw and the viewer's hand.

The button to look at the table has the focus first, so that an Enter pressed for the last card decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.cards import Card, Family
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import ExtensionGoesTo, load_rules
from game.features.play.prompts.prompt_scene import PromptCallbacks, PromptScene, PromptWords, legal_answers
from game.i18n import _, _n, _r, capital, number
from game.people.profiles import Livery
from game.scenes.host import Host
from game.table.geometry.places import CARD_RATIO
from game.table.painting import card_faces
from game.ui import layout as ui
from game.ui.accessibility_tree import accessible_text
from game.ui.drawing import draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Button, ButtonStyle
from game.words.keys import AnswerHint, answer_hints
from game.words.names import Names
from game.words.vocabulary import term

_WIDEST, _WIDEST_TALL = 1380, 1000  # in t
_BESIDE_FROM = 1.15  # of the window's height; a narrower window stacks the parts
_ROW, _CARD = 54, 104  # a side's row and a card's width, in t


@dataclass(frozen=True, slots=True)
class SideKm:
    """A side's livery (the colors of its car), its name and the kilometers it has driven."""

    livery: Livery
    name: str
    km: int


@dataclass(frozen=True, slots=True)
class ExtensionFacts:
    """What the viewer should know before deciding about an extension.

    ``near_km`` and ``far_km`` are the distances without and with the extension, ``draw_pile`` is the number of cards
    left to draw. ``hand_words`` says what is in the hand; ``stay_gain`` and ``extend_gain`` say what each answer gains.
    """

    sides: tuple[SideKm, ...]
    near_km: int
    far_km: int
    draw_pile: int
    hand: tuple[Card, ...]
    hand_words: str
    stay_gain: str
    extend_gain: str
    rules_id: str


class _AnswerButton(Button):
    """A button for an answer, with which screen readers also read what the answer gains, the text below the button."""

    consequence = ""

    @property
    def value(self) -> str:
        return accessible_text(self.consequence)


class ExtensionPrompt(PromptScene):
    """The question about an extension: a bar for each side's distance, the cards, and below them the two answers.

    ``ask`` returns the question's texts and facts in the current language; ``moves`` are the moves for yes and no.
    """

    first_focus = "look"

    def __init__(
        self,
        app: Host,
        ask: Callable[[], tuple[PromptWords, ExtensionFacts]],
        moves: tuple[Move, Move],
        answers: PromptCallbacks,
    ) -> None:
        super().__init__(app, "extension", lambda: ask()[0], moves, answers)
        self._ask_all = ask

    def handle(self, event: Event) -> bool:
        goes = {pygame.K_LEFT: "no", pygame.K_RIGHT: "yes"}
        if event.type == pygame.KEYDOWN and event.key in goes and not self.is_moving():
            self.controls.focus(goes[event.key], ring=True)
            self.dirty = True
            return True
        return super().handle(event)

    # -- parts ----------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        asked, self._ahead = self._ask_all()
        s, ahead, (yes, no), gap = self.scale, self._ahead, self._moves, self.scale.text_px(48)
        answers = ui.Grid(
            self._answer("no", asked.no, ahead.stay_gain, lambda: self.answer(no), ButtonStyle.RED, "trophy"),
            self._answer("yes", asked.yes, ahead.extend_gain, lambda: self.answer(yes), ButtonStyle.BLUE, asked.icon),
            across=(2, 1), gap=(gap, s.text_px(14)),
        )  # fmt: skip
        is_wide = self.bounds.w >= _BESIDE_FROM * self.bounds.h

        def told(*, has_hand: bool, is_beside: bool) -> ui.Box:
            cards = ui.Column(
                *self._lines(), self._hand() if has_hand and ahead.hand else None, gap=s.text_px(10), grow=1
            )
            return (
                ui.Row(self._bars(), cards, gap=gap) if is_beside else ui.Column(self._bars(), cards, gap=s.text_px(24))
            )

        shapes = [(True, True), (False, True), (False, False)] if is_wide else [(True, False), (False, False)]
        ways = [partial(told, has_hand=has_hand, is_beside=is_beside) for has_hand, is_beside in shapes]
        return self.question_plate(asked, ways, answers, _WIDEST if is_wide else _WIDEST_TALL)

    def _answer(
        self, id: str, words: str, brings: str, act: Callable[[], None], style: ButtonStyle, icon: str
    ) -> ui.Box:
        s = self.scale
        answer = _AnswerButton(s, id, words, act, style=style, icon=icon)
        answer.consequence = brings
        about = ui.Label(s, brings, ui.ROLES.body, anchor="c", balanced=True)
        return ui.Column(answer, about, gap=s.text_px(8))

    def _bars(self) -> ui.Box:
        """Return a bar with the distance of every side, below the numbers of the two possible distances of the leg."""
        s, ahead, line = self.scale, self._ahead, self.scale.text_px
        high = round(1.3 * s.px(ui.ROLES.name))
        rows: list[Sequence[ui.Box]] = [
            (ui.Spacer(grow=0), ui.Spacer(grow=0), ui.Canvas(self._paint_goals, line(240), high, grow=1))
        ]
        for n, side in enumerate(ahead.sides):
            symbol = ui.Canvas(partial(_paint_symbol, side.livery), line(34), line(34))
            name = ui.Label(s, side.name, ui.ROLES.body, id=f"side{n}", label=f"{side.name} {_km(side.km)}")
            row = round(1.3 * s.px(ui.ROLES.body)), line(_ROW)
            rows.append((symbol, name, ui.Canvas(partial(self._paint_bar, side), line(240), row, grow=1)))
        table = ui.Table(*rows, gap=(line(12), 0), grow=1)
        table.share = 0.5
        return table

    def _lines(self) -> list[ui.Box]:
        s, ahead = self.scale, self._ahead
        told = ("cards", _("Cards left to draw"), number(ahead.draw_pile)), ("person", _("Your hand"), ahead.hand_words)
        return [
            ui.Row(
                self.circled_icon(icon), ui.Label(s, label, ui.ROLES.body, grow=1), ui.Label(s, value, ui.ROLES.body,
                one_line=True),
                gap=s.text_px(14), id=f"fact{n}", label=f"{label} {value}",
            )
            for n, (icon, label, value) in enumerate(told)
        ]  # fmt: skip

    def _hand(self) -> ui.Box:
        wide = self.scale.text_px(_CARD)
        high = round(CARD_RATIO * wide) + self.scale.text_px(6)
        return ui.Canvas(self._paint_hand, (2 * wide, 7 * wide), (round(0.7 * high), high))

    def keys(self) -> Sequence[AnswerHint]:
        return answer_hints(yes=False)

    # -- picture --------------------------------------------------------------------------------------------------

    def _track(self, rect: Rect) -> Rect:
        """Return the rectangle in which a bar is drawn, leaving space for half of the number above its right end."""
        over = text.width(number(self._ahead.far_km), "O8", self.scale.px(ui.ROLES.body)) // 2
        return Rect(rect.x, rect.y, rect.w - over, rect.h)

    def _paint_goals(self, surface: Surface, rect: Rect) -> None:
        track, px = self._track(rect), self.scale.px(ui.ROLES.body)
        for km in (self._ahead.near_km, self._ahead.far_km):
            x = track.x + track.w * km / self._ahead.far_km
            text.draw(surface, number(km), x, rect.centery, "O8", px, THEME.text, anchor="c")

    def _paint_bar(self, side: SideKm, surface: Surface, rect: Rect) -> None:
        """Draw a side's distance as a bar with its number, and lines for the two possible distances of the leg."""
        ahead, s, track, px = self._ahead, self.scale, self._track(rect), self.scale.px(ui.ROLES.body)
        thick, y, words, high = s.text_px(3, 2), rect.centery, _km(side.km), min(rect.h - s.text_px(6), round(1.3 * px))
        draw.rounded_rect(surface, (track.x, y - high / 2, track.w, high), 0.3 * high, THEME.surface2)
        for km, color in ((ahead.near_km, THEME.warn), (ahead.far_km, THEME.gold_d)):
            surface.fill(color, (round(track.x + track.w * km / ahead.far_km - thick / 2), rect.y, thick, rect.h))
        across = track.w * side.km / ahead.far_km
        if side.km:
            bar = track.x, y - high / 2, across, high
            draw.rounded_rect(surface, bar, 0.3 * high, livery.color(side.livery), THEME.text, max(1, s.text_px(2)))
        if across > text.width(words, "O7", px) + px:
            text.draw(
                surface, words, track.x + across - 0.5 * px, y, "O7", px, livery.symbol_color(side.livery), anchor="r"
            )
        else:
            text.draw(surface, words, track.x + across + 0.4 * px, y, "O7", px, THEME.text)

    def _paint_hand(self, surface: Surface, rect: Rect) -> None:
        hand, off = self._ahead.hand, self.scale.text_px(6)
        width = min(round((rect.h - off) / CARD_RATIO), self.scale.text_px(_CARD))
        step = min(width + off, (rect.w - width) / max(1, len(hand) - 1))
        for i, held in enumerate(hand):
            drawn = card_faces.face(held, width, self._ahead.rules_id, form="small")
            surface.blit(card_faces.shadow(width), (round(rect.x + i * step + 1), rect.y + 2))
            surface.blit(drawn, (round(rect.x + i * step), rect.y))


def _paint_symbol(worn: Livery, surface: Surface, rect: Rect) -> None:
    livery.draw_badge(surface, worn, *rect.center, min(rect.size) / 2)


def _km(km: int) -> str:
    return _("{km} km", km=number(km))


def extension_prompt(app: Host, observation: Observation, names: Names, answers: PromptCallbacks) -> PromptScene | None:
    """Return the question whether the viewer, who has driven the distance, extends the leg; None if it is not asked."""
    moves = legal_answers(observation, MoveKind.EXTEND, MoveKind.STAY)
    if moves is None:
        return None
    return ExtensionPrompt(app, lambda: _extension_question(observation, names), moves, answers)


def _extension_question(observation: Observation, names: Names) -> tuple[PromptWords, ExtensionFacts]:
    far = load_rules(observation.rules).extended_km
    question = PromptWords(
        icon="flag",
        # Translators: the heading of a question; only the space before the mark may be yours to set.
        title=_("{extension}?", extension=capital(term("extension", observation.rules))),
        facts=(),
        yes=_r(observation.rules, "Extend to {km} km", km=number(far)),
        no=_("Take the win"),
    )
    prospect = ExtensionFacts(
        sides=tuple(SideKm(names.livery(i), names.side(i), side.km) for i, side in enumerate(observation.sides)),
        near_km=observation.target,
        far_km=far,
        draw_pile=observation.draw_pile,
        hand=observation.hand,
        hand_words=_holds(observation),
        stay_gain=_("+{points} points now", points=number(load_rules(observation.rules).points.leg_won)),
        extend_gain=_later(observation, len(names.sides) - 1),
        rules_id=observation.rules,
    )
    return question, prospect


def _holds(observation: Observation) -> str:
    """Return in words what helps in an extended leg: the kilometers and the number of safeties in the hand."""
    km = sum(held.km for held in observation.hand if held.family is Family.DISTANCE)
    held = sum(held.family is Family.SAFETY for held in observation.hand)
    words = capital(term("safeties", observation.rules))
    # Translators: the kilometre cards in the own hand, added up, and how many safeties there are.
    return _("{km} km, {safeties}: {n}", km=number(km), safeties=words, n=number(held))


def _later(observation: Observation, rivals: int) -> str:
    """Return in words which points an extended leg may bring to the viewer and the opponents."""
    worth = load_rules(observation.rules).points
    won, bonus = number(worth.leg_won + worth.extension), number(worth.extension)
    if worth.extension_goes_to is ExtensionGoesTo.WINNER:
        return _("+{points} points if you still win", points=won)
    return _n(
        "+{points} points if you still win, otherwise {bonus} for your opponent",
        "+{points} points if you still win, otherwise {bonus} for every opponent",
        rivals,
        points=won,
        bonus=bonus,
    )
