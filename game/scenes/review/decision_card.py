"""One dear decision: how the race stood, what was played, what would have been better and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.engine.cards import Card
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.i18n import _, number
from game.i18n.punctuation import in_a_row
from game.scenes.roadbook.race_road import draw_lanes
from game.session.review import Judgement
from game.table.painting import card_faces
from game.ui.accessibility_tree import Node, plain
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget
from game.words import Names
from game.words.advice import advice
from game.words.review import attack_words, better_words, cost_words, played_words, why_words

_RATIO: Final = 1.4  # a card's height to its width
_ROAD: Final = 38.0  # u
_RISE: Final = 12.0  # u: from how far below a card comes in
_SENTENCE_LINES: Final = 3
_FRAME: Final = 7.0  # u
_MARK: Final = 0.11  # of a card's width: the radius of the mark at its corner
_LEAST_MARK_PX: Final = 8.0


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the viewer's: in which turn, what was known, and how it was judged."""

    turn: int
    seen: Observation
    judgement: Judgement

    def card(self, move: Move) -> Card | None:
        """The card that a move is about: one that is kept is the one that could have been laid."""
        if move.kind is MoveKind.DECLINE:
            return next((value.move.card for value in self.judgement.values if value.move.card is not None), None)
        return move.card


class DecisionCard(Widget):
    """The place of the decision of that rank, from 0; empty until there is one, see ``show``."""

    def __init__(
        self, rank: int, rect: Rect, names: Names, *, u: float, is_tall: bool, on_press: Callable[[int], None]
    ) -> None:
        super().__init__(f"decision.{rank}", "", rect, on_press=lambda: on_press(rank), enabled=False)
        self.decision: Decision | None = None
        self.waits = True
        self.come = 1.0
        self.is_shown = True
        self._rank = rank
        self._names = names
        self._u = u
        self._is_tall = is_tall

    def show(self, decision: Decision | None, *, waits: bool, come: float) -> None:
        """Show a decision, ``come`` in so far, 0 … 1; without one say whether it is still waited for."""
        self.decision, self.waits, self.come = decision, waits, come
        self.enabled = decision is not None
        self.name = self._empty_words() if decision is None else self._heading(decision)

    def _empty_words(self) -> str:
        return _("Calculating…") if self.waits else _("No other costly decision")

    def _heading(self, decision: Decision) -> str:
        return _("Turn {n}", n=decision.turn)

    @property
    def value(self) -> str | None:
        """All that is told of the decision."""
        if self.decision is None:
            return None
        judgement, rules_id = self.decision.judgement, self.decision.seen.rules
        played, best = judgement.played.move, judgement.best.move
        said = [
            played_words(played, self._names, rules_id),
            advice(played, self._names, rules_id),
            better_words(best, self._names, rules_id),
            advice(best, self._names, rules_id),
            *cost_words(judgement),
            why_words(judgement, self._names, rules_id),
        ]
        return plain(in_a_row(part for part in said if part))

    def nodes(self) -> list[Node]:
        """The place in the tree, unless something else is said there."""
        return super().nodes() if self.is_shown else []

    # -- picture --------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the plate, and what is known."""
        u = self._u
        radius = 16 * u + 2
        if not self.is_shown:
            return
        if self.decision is None:
            self._draw_empty(surface, t, radius)
            return
        down = round((1 - self.come) * _RISE * u)
        place = self.rect.move(0, down)
        fill = THEME.raised if not (self.hovered or self.pressed) else THEME.mark.lerp(THEME.raised, 0.6)
        draw.plate(surface, place, radius, fill, rim=THEME.edge, rim_width=max(1, 2 * u), shadow_px=5 * u + 1)
        if self.has_ring:
            draw.focus_ring(surface, place, radius, max(0.7, t))
        self._draw_decision(surface, self.decision, place, t)

    def _pad(self) -> int:
        return round(max(8, 20 * self._u))

    def _draw_empty(self, surface: Surface, t: float, radius: float) -> None:
        draw.rounded(surface, self.rect, radius, THEME.row, THEME.edge, max(1, 2 * self._u))
        pad = self._pad()
        line = self._line(self.rect)
        r = 0.42 * line
        y = self.rect.y + pad / 2 + line / 2
        ink = THEME.faint if self.waits else THEME.text2
        draw.rounded(surface, (self.rect.x + pad, y - r, 2 * r, 2 * r), r, THEME.surface2)
        text.draw(surface, number(self._rank + 1), self.rect.x + pad + r, y, "O8", r, ink, anchor="c")
        left = self.rect.x + pad + 2 * r + 10 * t
        px, room = max(text.MIN_TEXT_PX, 20 * t), self.rect.right - pad - left
        text.draw(surface, self._empty_words(), left, y, "B5", px, THEME.text2, max_width=room, min_px=11)

    def _line(self, place: Rect) -> float:
        """How high the line with the turn is."""
        return min(0.2 * place.h, max(26.0, 44 * self._u))

    def _draw_decision(self, surface: Surface, decision: Decision, place: Rect, t: float) -> None:
        u, pad = self._u, self._pad()
        line = self._line(place)
        inner = Rect(place.x + pad, round(place.y + pad / 2), place.w - 2 * pad, round(place.h - pad))
        self._draw_head(surface, decision, Rect(inner.x, inner.y, inner.w, round(line)), t)
        top = inner.y + line + 4 * u
        if not self._is_tall:
            road = Rect(inner.x, round(top), inner.w, round(max(18, _ROAD * u)))
            self._draw_road(surface, decision, road)
            top = road.bottom + 6 * u
        px = max(text.MIN_TEXT_PX, 21 * t)
        why = why_words(decision.judgement, self._names, decision.seen.rules)
        if self._is_tall:
            half = inner.w // 2
            moves = Rect(inner.x, round(top), half - pad, round(inner.bottom - top))
            words = Rect(inner.x + half, moves.y, inner.w - half, moves.h)
            road = Rect(words.x, 0, words.w, round(max(18, _ROAD * u)))
            road.bottom = words.bottom
            words.h -= road.h + round(6 * u)
            self._draw_road(surface, decision, road)
        else:
            high = round(_SENTENCE_LINES * px * text.LINE_HEIGHT)
            moves = Rect(inner.x, round(top), inner.w, round(inner.bottom - high - 4 * u - top))
            words = Rect(inner.x, inner.bottom - high, inner.w, high)
        self._draw_moves(surface, decision, moves, t)
        body = (words.x, words.y, words.w, words.h)
        text.paragraph(surface, why, body, "B5", px, THEME.text, min_px=text.MIN_CAPTION_PX)

    def _draw_head(self, surface: Surface, decision: Decision, line: Rect, t: float) -> None:
        """Draw rank and turn, and at the right what it cost."""
        r, y = 0.42 * line.h, line.centery
        draw.rounded(surface, (line.x, y - r, 2 * r, 2 * r), r, THEME.navy)
        text.draw(surface, number(self._rank + 1), line.x + r, y, "O8", 1.05 * r, THEME.white, anchor="c")
        left, right, px = line.x + 2 * r + 10 * t, float(line.right), max(text.MIN_CAPTION_PX, 18 * t)
        costs = cost_words(decision.judgement)
        for said, ground in reversed(list(zip(costs, (THEME.stopped, THEME.limited), strict=False))):
            wide = text.width(said, "B6", px) + 0.75 * px
            high = 1.6 * px
            draw.rounded(surface, (right - wide, y - high / 2, wide, high), 0.3 * high, ground)
            text.draw(surface, said, right - wide / 2, y, "B6", px, THEME.white, anchor="c")
            right -= wide + 0.3 * px
        room = right - left
        heading = max(text.MIN_NAME_PX, 24 * t)
        text.draw(surface, self._heading(decision), left, y, "O8", heading, max_width=room, min_px=12)

    def _draw_road(self, surface: Surface, decision: Decision, road: Rect) -> None:
        seen = decision.seen
        draw_lanes(surface, road, [min(1.0, side.km / seen.target) for side in seen.sides], self._names)

    def _draw_moves(self, surface: Surface, decision: Decision, place: Rect, t: float) -> None:
        """Draw the move played and the better one, an arrow between them."""
        judgement, rules_id, u = decision.judgement, decision.seen.rules, self._u
        px = max(text.MIN_TEXT_PX, 19 * t)
        caption = 1.35 * px
        frame = max(3.0, _FRAME * u)
        above = max(frame, max(_LEAST_MARK_PX, _MARK * place.h / _RATIO) - 0.2 * px)
        high = place.h - caption - frame - above
        wide = min(high / _RATIO, 0.36 * place.w)
        middle = place.y + caption + above + high / 2
        played, best = judgement.played.move, judgement.best.move
        for at, move, is_better in ((0.25, played, False), (0.75, best, True)):
            x = place.x + at * place.w
            ink = THEME.good if is_better else THEME.bad
            room = place.w / 2 - 6 * u
            said = self._caption(move, rules_id, room, is_better=is_better)
            text.draw(surface, said, x, place.y + caption / 2, "B6", px, ink, anchor="c", max_width=room, min_px=11)
            box = Rect(0, 0, round(wide), round(wide * _RATIO))
            box.center = round(x), round(middle)
            self._draw_move(surface, decision, move, box, frame if is_better else 0.0)
        art.blit_icon(surface, "arrow", (place.centerx, middle), min(0.4 * wide, 40 * t), THEME.text2)

    def _caption(self, move: Move, rules_id: str, room: float, *, is_better: bool) -> str:
        """What stands above a move's card; names of teams have no room everywhere."""
        said = (better_words if is_better else played_words)(move, self._names, rules_id)
        if move.side is not None and text.width(said, "B6", text.MIN_CAPTION_PX) > room:
            return attack_words()[is_better]
        return said

    def _draw_move(self, surface: Surface, decision: Decision, move: Move, box: Rect, frame: float) -> None:
        """Draw a move's card, or a plate for one without; ``frame`` is how broad that of the better move is."""
        card, wide = decision.card(move), box.w
        if frame:
            around = box.inflate(2 * frame, 2 * frame)
            draw.rounded(surface, around, 0.08 * wide + frame, THEME.rolling)
        if card is None:
            draw.rounded(surface, box, 0.08 * wide, THEME.navy)
            icon = "flag" if move.kind is MoveKind.STAY else "skip"
            art.blit_icon(surface, icon, box.center, 0.6 * wide, THEME.gold_l)
        else:
            if not frame:
                surface.blit(card_faces.shadow(wide), (box.x + round(0.03 * wide), box.y + round(0.04 * wide)))
            surface.blit(card_faces.face(card, wide, decision.seen.rules), box)
        r = max(_LEAST_MARK_PX, _MARK * wide)
        self._draw_mark(surface, (box.right, box.y), r, is_better=frame > 0)
        if move.side is not None:
            livery.draw_plate(surface, self._names.livery(move.side), box.right, box.bottom - r, r)

    def _draw_mark(self, surface: Surface, middle: tuple[float, float], r: float, *, is_better: bool) -> None:
        icon, ground = ("check", THEME.rolling) if is_better else ("close", THEME.stopped)
        x, y = middle
        draw.rounded(surface, (x - r - 2, y - r - 2, 2 * r + 4, 2 * r + 4), r + 2, THEME.white)
        draw.rounded(surface, (x - r, y - r, 2 * r, 2 * r), r, ground)
        art.blit_icon(surface, icon, middle, 1.2 * r, THEME.white)
