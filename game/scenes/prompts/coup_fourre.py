"""The prompt of the coup fourré: a picture of hazard and answer, what it brings, and yes or no.

Its first focus is yes. Nobody can regret that answer: the bonus and the turn are to be had now or never, and the safety
is worth as much on the table as in the hand (docs/decisions/021).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from game.engine.cards import SAFETY_AGAINST, Card
from game.engine.events import Attacked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import PileEmpty, load_rules
from game.i18n import _, _n, capital, number
from game.i18n.punctuation import listed, sentence
from game.scenes.host import Host
from game.scenes.prompts.prompt_scene import Fact, PromptAnswers, PromptScene, PromptWords, legal_answers
from game.table.animation.animation_step import Pose
from game.table.animation.card_sprites import draw_card
from game.table.painting import card_faces
from game.ui.drawing import art, draw, svg
from game.ui.drawing.theme import THEME
from game.ui.widgets import Button, Style, Widget
from game.words import Names, log_line
from game.words.keys import Answering, answering
from game.words.score import points
from game.words.vocabulary import card_name, term


@dataclass(frozen=True, slots=True)
class HazardPicture:
    """The hazard with the driver who laid it, a bolt, and the safety crosswise in a glow; None is a person."""

    hazard: Card
    safety: Card
    rules_id: str
    driver: str | None

    def paint(self, surface: Surface, box: Rect, scale: float) -> None:
        """Draw it."""
        width = 212 * scale
        left = box.centerx - 330 * scale
        hazard = Pose(left + 140 * scale, box.centery + 8 * scale, width, 7)
        draw_card(surface, self.hazard, hazard, self.rules_id)
        if self.driver:
            d = 92 * scale
            picture = art.portrait(self.driver, d)
            surface.blit(picture, (round(left + 4 * scale), round(box.centery - 160 * scale)))
        self._paint_bolt(surface, left + 300 * scale, box.centery, 46 * scale)
        self._paint_safety(surface, left + 506 * scale, box.centery, width * 0.98, scale)

    @staticmethod
    def _paint_bolt(surface: Surface, x: float, y: float, r: float) -> None:
        rings = svg.circle(r, r, r, THEME.red) + svg.circle(r, r, r * 0.86, stroke=THEME.paper, width=r * 0.06)
        surface.blit(art.svg(rings, 2 * r, 2 * r), (round(x - r), round(y - r)))
        art.blit_icon(surface, "bolt", (x, y), 1.15 * r, THEME.gold_l)

    def _paint_safety(self, surface: Surface, x: float, y: float, width: float, scale: float) -> None:
        card = card_faces.crosswise(self.safety, width, self.rules_id)
        rect = card.get_rect(center=(round(x), round(y)))
        draw.glow(surface, rect, 0.068 * width, scale)
        surface.blit(card, rect)


class CoupFourrePrompt(PromptScene):
    """Picture and facts side by side, or one above the other in a narrow window, and the two answers below."""

    first_focus = "yes"

    def __init__(
        self,
        app: Host,
        ask: Callable[[], PromptWords],
        picture: HazardPicture,
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

    def keys(self) -> Sequence[Answering]:
        """Which keys answer."""
        return answering(yes=True)

    def texts(self) -> Sequence[tuple[str, str, Rect]]:
        """Heading and facts."""
        facts = [(f"fact{i}", fact.words, self._facts_box) for i, fact in enumerate(self._asked.facts)]
        return [("title", self._asked.title, self._head), *facts]

    def paint_body(self, surface: Surface) -> None:
        """Draw picture and facts."""
        self._picture.paint(surface, self._picture_box, self._scale)
        self._paint_facts(surface, self._asked.facts, self._facts_box)


def coup_fourre_prompt(app: Host, observation: Observation, names: Names, answers: PromptAnswers) -> PromptScene | None:
    """The prompt for the viewer who may answer the hazard just laid; None if nothing of that kind is asked."""
    moves = legal_answers(observation, MoveKind.COUP_FOURRE, MoveKind.DECLINE)
    if moves is None:
        return None
    attack = next(move for move in reversed(observation.moves) if move.side is not None)
    assert attack.card is not None
    picture = HazardPicture(attack.card, SAFETY_AGAINST[attack.card], observation.rules, names.drivers[attack.seat])
    return CoupFourrePrompt(app, lambda: _coup_fourre_question(observation, names, attack), picture, moves, answers)


def _coup_fourre_question(observation: Observation, names: Names, attack: Move) -> PromptWords:
    assert attack.card is not None
    assert attack.side is not None
    rules_id = observation.rules
    safety = SAFETY_AGAINST[attack.card]
    title = capital(term("coup_fourre", rules_id))
    told = log_line(Attacked(attack.seat, attack.side, attack.card, attack.card.pile), names, rules_id) or ""
    hazards = listed(card_name(hazard, rules_id) for hazard, card in SAFETY_AGAINST.items() if card is safety)
    worth = _(
        "{safety} + {coup_fourre} points",
        safety=number(points("safeties", rules_id)),
        coup_fourre=number(points("coups_fourres", rules_id)),
    )
    facts = [
        Fact(sentence(told)),
        Fact(_("You hold the answer: {card}.", card=card_name(safety, rules_id))),
        Fact(worth, "trophy"),
        Fact(_("Can’t hit you anymore: {hazards}", hazards=hazards), "shield"),
    ]
    if not _ends_with_this_turn(observation):
        facts.append(Fact(_what_next(observation), "arrow"))
    return PromptWords(
        icon="bolt",
        # Translators: the heading of a question; only the space before the mark may be yours to set.
        title=_("{coup_fourre}!", coup_fourre=title),
        facts=tuple(facts),
        yes=_("{coup_fourre}! Play it crosswise", coup_fourre=title),
        no=_("Not now, play it later"),
    )


def _what_next(observation: Observation) -> str:
    cards = min(load_rules(observation.rules).won_turn_draws, observation.draw_pile)
    if not cards:
        return _("Then it’s your turn")
    return _n("Then it’s your turn: draw {n} card", "Then it’s your turn: draw {n} cards", cards)


def _ends_with_this_turn(observation: Observation) -> bool:
    """Whether no turn follows, as the last card is drawn and the booklet ends the leg with that turn."""
    rules = load_rules(observation.rules)
    is_extended = observation.target > rules.distance_km(observation.seats, observation.seating)
    end = rules.when_pile_empty_extended if is_extended else rules.when_pile_empty
    return end is PileEmpty.TURN_OF_LAST_CARD and not observation.draw_pile
