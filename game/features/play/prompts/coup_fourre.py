"""The question whether to answer a hazard by a coup fourré: a picture of both cards, what the answer gains, yes or no.

Yes has the focus first. Nobody can regret that answer: the bonus and the extra turn are available only now, and the
safety is worth as much on the table as in the hand (docs/decisions/021).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.engine.cards import SAFETY_AGAINST, Card
from game.engine.endgame import coup_fourre_brings_turn
from game.engine.events import Attacked
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import load_rules
from game.features.play.prompts.prompt_scene import Fact, PromptCallbacks, PromptScene, PromptWords, legal_answers
from game.i18n import _, _n, capital, number
from game.i18n.punctuation import join_with_commas, with_full_stop
from game.scenes.host import Host
from game.table.animation.animation_step import Pose
from game.table.animation.card_sprites import draw_card
from game.table.painting import card_faces
from game.ui.drawing import art, draw, svg
from game.ui.drawing.theme import THEME
from game.ui.layout import Box, Button, Canvas, Column, Flow, Row
from game.ui.widgets import ButtonStyle
from game.words.keys import AnswerHint, answer_hints
from game.words.log import log_line
from game.words.names import Names
from game.words.score import item_points, safety_points
from game.words.vocabulary import card_name, term

_WIDE, _WIDE_IF_TALL = 1280, 1000  # in t
_BESIDE_FROM = 1.15  # of the window's height; a narrower window stacks the parts
_PICTURE = (620, 330)  # its size, in t


@dataclass(frozen=True, slots=True)
class HazardPicture:
    """A picture of a hazard, a bolt of lightning, and the glowing safety that answers it, laid crosswise.

    ``driver`` is the id of the driver who played the hazard and whose portrait is shown, or None for a person.
    """

    hazard: Card
    safety: Card
    rules_id: str
    driver: str | None

    def paint(self, surface: Surface, box: Rect, scale: float) -> None:
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
    """The question about a coup fourré: picture and facts side by side, or stacked in a narrow window.

    ``moves`` are the moves for yes and no.
    """

    first_focus = "yes"

    def __init__(
        self,
        app: Host,
        ask: Callable[[], PromptWords],
        picture: HazardPicture,
        moves: tuple[Move, Move],
        answers: PromptCallbacks,
    ) -> None:
        super().__init__(app, "coup_fourre", ask, moves, answers)
        self._picture = picture

    def tree(self) -> Box:
        s, asked, (yes, no) = self.scale, self._ask(), self._moves
        answers = Flow(
            Button(s, "yes", asked.yes, lambda: self.answer(yes), style=ButtonStyle.RED, icon=asked.icon, grow=1.5),
            Button(s, "no", asked.no, lambda: self.answer(no), style=ButtonStyle.PAPER, grow=1),
            gap=s.text_px(24),
            from_right=True,
        )
        is_wide = self.bounds.w >= _BESIDE_FROM * self.bounds.h
        pictured = self._beside if is_wide else self._above
        return self.question_plate(asked, [pictured, self._facts], answers, _WIDE if is_wide else _WIDE_IF_TALL)

    def _facts(self) -> Box:
        return Column(*self.fact_rows(self._ask().facts), gap=self.scale.text_px(12), grow=1)

    def _beside(self) -> Box:
        return Row(self._drawn(), self._facts(), gap=self.scale.text_px(36))

    def _above(self) -> Box:
        return Column(self._drawn(), self._facts(), gap=self.scale.text_px(20))

    def _drawn(self) -> Box:
        (wide, high), line = _PICTURE, self.scale.text_px

        def paint(surface: Surface, rect: Rect) -> None:
            self._picture.paint(surface, rect, min(rect.w / wide, rect.h / high))

        return Canvas(paint, (line(0.6 * wide), line(wide)), (line(0.6 * high), line(high)))

    def keys(self) -> Sequence[AnswerHint]:
        return answer_hints(yes=True)


def coup_fourre_prompt(
    app: Host, observation: Observation, names: Names, answers: PromptCallbacks
) -> PromptScene | None:
    """Return the question whether the viewer answers the hazard just played, or None if the viewer cannot."""
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
    hazards = join_with_commas(card_name(hazard, rules_id) for hazard, card in SAFETY_AGAINST.items() if card is safety)
    worth = _(
        "{safety} + {coup_fourre} points",
        safety=number(safety_points(observation.sides[observation.side], rules_id)),
        coup_fourre=number(item_points("coups_fourres", rules_id)),
    )
    facts = [
        Fact(with_full_stop(told)),
        Fact(_("You hold the answer: {card}.", card=card_name(safety, rules_id))),
        Fact(worth, "trophy"),
        Fact(_("Can’t hit you anymore: {hazards}", hazards=hazards), "shield"),
    ]
    if coup_fourre_brings_turn(observation):
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
