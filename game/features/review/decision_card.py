"""The panels about the costliest decisions: the state of the race, the move played, the better move and the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pygame import Color, Rect, Surface

from game.engine.cards import Card
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.features.matches.race_road import draw_race_road
from game.features.review.findings import SHOWN_DECISIONS
from game.features.review.model import Judgement
from game.features.review.words import better_words, cost_words, played_words, why_words
from game.i18n import _, number
from game.i18n.punctuation import join_with_semicolons, with_full_stop
from game.table.painting import card_faces
from game.ui import layout as ui
from game.ui.accessibility_tree import accessible_text
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget
from game.words.advice import advice
from game.words.names import Names

CAPTION = replace(ui.ROLES.label, face="B6")
_TURN = replace(ui.ROLES.name, face="O8")
_COST = replace(ui.ROLES.small, face="B6")
_RATIO = 1.4  # a card's height to its width
_ROAD = 38  # u
_RISE = 12  # u: how far below its place a card appears
_FRAME = 7  # u: the width of the better move's frame
_MARK = 0.11  # of a card's width: the radius of the mark at its corner
_LEAST_MARK_PX = 8
_MOVE = 0.46  # of the width, for each of the two moves
_CARD = 0.72  # of a move's width, at most
_ART, _FLAT_ART = (80, 260), (80, 150)
"""The minimum and the preferred height of the pictures of cards, in text units, in tall and in flat panels."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision of the viewer: the number of its turn, what the viewer knew, and how the review judged it."""

    turn: int
    observation: Observation
    judgement: Judgement

    @property
    def heading(self) -> str:
        return _("Turn {n}", n=self.turn)

    def card(self, move: Move) -> Card | None:
        """Return the card of a move, or None without one; for a declined coup fourré, the card not played."""
        if move.kind is MoveKind.DECLINE:
            return next((value.move.card for value in self.judgement.values if value.move.card is not None), None)
        return move.card

    def captions(self, names: Names) -> tuple[str, str]:
        """Return two short captions: what the viewer played, and what would have been better."""
        played, best = self.judgement.played.move, self.judgement.best.move
        return played_words(played, names, self.observation.rules), better_words(best, names, self.observation.rules)

    def why(self, names: Names) -> str:
        """Return the text that says why the better move is better."""
        return why_words(self.judgement, names, self.observation.rules)

    def accessible_text(self, names: Names) -> str:
        """Return everything that the decision's panel shows, as text for screen readers."""
        (played, better), rules_id = self.captions(names), self.observation.rules
        said = [
            played,
            advice(self.judgement.played.move, names, rules_id),
            better,
            advice(self.judgement.best.move, names, rules_id),
            *cost_words(self.judgement),
            self.why(names),
        ]
        return accessible_text(join_with_semicolons(part for part in said if part))


def _paint_plate(u: float, fill: Color, surface: Surface, rect: Rect) -> None:
    draw.panel(surface, rect, 16 * u + 2, fill, rim=THEME.edge, rim_width=max(1, 2 * u), shadow_px=5 * u + 1)


class _DecisionControl(Widget):
    """The invisible control over a decision's panel; ``said`` is its text for screen readers."""

    def __init__(self, id: str, name: str, rect: Rect, said: str, radius: float, on_press: Callable[[], None]) -> None:
        super().__init__(id, name, rect, on_press=on_press, enabled=bool(said))
        self._said, self._radius = said, radius

    @property
    def value(self) -> str | None:
        return self._said or None

    def draw(self, surface: Surface, text_scale: float) -> None:
        if self.has_ring:
            draw.focus_ring(surface, self.rect, self._radius, max(0.7, text_scale))


class _DecisionCard(ui.PressableRow):
    """The panel of a decision; ``come`` returns how far the animation of its appearance is, from 0 to 1."""

    def __init__(
        self, scale: ui.Scale, content: ui.Box, make: Callable[[Rect], Widget], come: Callable[[], float]
    ) -> None:
        super().__init__(
            content, make, self._paint_plate, pad=(scale.space_px(20), scale.space_px(10), scale.space_px(10))
        )
        self._u, self._come = scale.unit, come

    def _paint_plate(self, surface: Surface, rect: Rect, is_pointed: bool) -> None:
        if self.widget is None or not self.widget.enabled:
            draw.rounded_rect(surface, rect, 16 * self._u + 2, THEME.row, THEME.edge, max(1, 2 * self._u))
        else:
            _paint_plate(self._u, THEME.mark.lerp(THEME.raised, 0.6) if is_pointed else THEME.raised, surface, rect)

    def paint(self, surface: Surface) -> None:
        plate, place = self.children[0], self.rect.move(0, round((1 - self._come()) * _RISE * self._u))
        if plate.rect != place:
            plate.place(place)
        super().paint(surface)


class DecisionCards:
    """The panels of the costliest decisions, which ``dearest`` has in order.

    While the review ``waits`` for decisions, their panels are empty; afterwards a panel says that there are no more.
    Panels are known by their rank, from 0. ``come`` returns how far the animation of a panel's appearance is, from 0 to
    1; ``on_press`` gets the rank of the pressed panel. All panels have the same space for each text, so that these are
    at the same height.
    """

    def __init__(
        self, scale: ui.Scale, names: Names, dearest: Sequence[ReviewedDecision], *, waits: bool, come: Callable[[int],
        float],
        on_press: Callable[[int], None],
    ) -> None:  # fmt: skip
        self.scale, self._names, self._decisions = scale, names, dearest
        self._waits, self._appearance, self._on_press = waits, come, on_press

    def boxes(self, *, is_flat: bool) -> list[ui.Box]:
        """Return the panels, the costliest decision first; flat panels have the reason beside the moves, not below."""
        count = SHOWN_DECISIONS if self._waits else min(SHOWN_DECISIONS, len(self._decisions) + 1)
        return [self._card(rank, is_flat=is_flat) for rank in range(count)]

    def _card(self, rank: int, *, is_flat: bool) -> ui.Box:
        decision = self._decisions[rank] if rank < len(self._decisions) else None
        if decision is None:
            name, said, content = self._empty_words(), "", self._empty(rank, is_flat=is_flat)
        else:
            name, said = decision.heading, decision.accessible_text(self._names)
            content = (self._flat if is_flat else self._upright)(rank, decision)
        radius = 16 * self.scale.unit + 2

        def make(rect: Rect) -> Widget:
            return _DecisionControl(f"decision.{rank}", name, rect, said, radius, partial(self._on_press, rank))

        card = _DecisionCard(self.scale, content, make, partial(self._appearance, rank))
        is_last = decision is None and not self._waits
        card.grow = not (is_flat and is_last)
        card.share = 0 if is_flat else (SHOWN_DECISIONS - rank if is_last else 1) / SHOWN_DECISIONS
        return card

    def _empty_words(self) -> str:
        return _("Calculating…") if self._waits else _("No other costly decision")

    def _empty(self, rank: int, *, is_flat: bool) -> ui.Box:
        s = self.scale
        words = ui.Label(s, self._empty_words(), ui.ROLES.body, THEME.text2, grow=1)
        if self._waits:
            room = ui.Spacer((0, s.text_px(_FLAT_ART[0])))
            return ui.Column(ui.Row(self._badge(rank, THEME.surface2, THEME.faint), words, gap=s.space_px(12)), room)
        if is_flat:
            return ui.Row(ui.Icon("check", s.text_px(28), THEME.gold_d), words, gap=s.space_px(12))
        check = ui.Row(ui.Spacer(), ui.Icon("check", s.text_px(60), THEME.gold_d), ui.Spacer())
        told = ui.Label(s, self._empty_words(), ui.ROLES.heading, THEME.text2, anchor="c")
        return ui.Column(ui.Spacer(), check, told, ui.Spacer(), gap=s.space_px(16))

    def _upright(self, rank: int, decision: ReviewedDecision) -> ui.Box:
        why = self._why(decision, [other.why(self._names) for other in self._decisions])
        parts = self._head(rank, decision), self._road(decision), self._moves(decision, _ART), why
        return ui.Column(*parts, gap=self.scale.space_px(8))

    def _flat(self, rank: int, decision: ReviewedDecision) -> ui.Box:
        s = self.scale
        moves, words = (
            self._moves(decision, _FLAT_ART),
            ui.Column(self._why(decision), ui.Spacer(), self._road(decision)),
        )
        moves.share = words.share = 0.5
        return ui.Column(
            self._head(rank, decision),
            ui.Row(moves, words, gap=s.space_px(36), middle=False, grow=1),
            gap=s.space_px(8),
        )

    # -- parts ----------------------------------------------------------------------------------------------------

    def _head(self, rank: int, decision: ReviewedDecision) -> ui.Box:
        """Return the head of a decision's panel: rank and turn, and to the right or below them what it cost."""
        s, every = self.scale, [cost_words(decision.judgement) for decision in self._decisions]
        turn = ui.Label(
            s, decision.heading, _TURN, one_line=True, alternatives=[other.heading for other in self._decisions]
        )
        costs = [
            self._pill(said, ground, [costs[n] for costs in every if n < len(costs)])
            for n, (said, ground) in enumerate(zip(every[rank], (THEME.stopped, THEME.limited), strict=False))
        ]
        name = ui.Row(self._badge(rank, THEME.navy, THEME.white), turn, gap=s.space_px(12), grow=1)
        return ui.Flow(name, ui.Row(*costs, gap=s.space_px(6)), gap=s.space_px(6))

    def _badge(self, rank: int, ground: Color, ink: Color) -> ui.Box:
        d = round(1.3 * self.scale.px(_TURN))

        def paint(surface: Surface, rect: Rect) -> None:
            draw.rounded_rect(surface, rect, d / 2, ground)
            text.draw(surface, number(rank + 1), *rect.center, "O8", 0.55 * d, ink, anchor="c")

        return ui.Canvas(paint, d, d)

    def _pill(self, said: str, ground: Color, others: Sequence[str]) -> ui.Box:
        px = self.scale.px(_COST)
        words = ui.Label(self.scale, said, _COST, THEME.white, anchor="c", one_line=True, alternatives=others)
        return ui.Panel(words, (round(0.35 * px), round(0.15 * px), round(0.15 * px)), fill=ground, radius=0.45 * px)

    def _road(self, decision: ReviewedDecision) -> ui.Box:
        shares = [min(1.0, side.km / decision.observation.target) for side in decision.observation.sides]
        high = max(18, self.scale.space_px(_ROAD))
        return ui.Canvas(lambda surface, rect: draw_race_road(surface, rect, shares, self._names), 0, high)

    def _why(self, decision: ReviewedDecision, others: Sequence[str] = ()) -> ui.Box:
        return ui.Label(self.scale, decision.why(self._names), ui.ROLES.body, alternatives=others)

    def _moves(self, decision: ReviewedDecision, high: tuple[int, int]) -> ui.Box:
        """Return the pictures of the move played and the better one, with an arrow between them."""
        s, every = self.scale, [other.captions(self._names) for other in self._decisions]
        judgement, captions = decision.judgement, decision.captions(self._names)
        said, pictures = [], []
        for n, move in enumerate((judgement.played.move, judgement.best.move)):
            others = [captions[n] for captions in every]
            ink = THEME.good if n else THEME.bad
            said.append(ui.Label(s, captions[n], CAPTION, ink, anchor="c", alternatives=others, share=_MOVE))
            paint = partial(self._paint_move, decision, move, s.unit * _FRAME + 1 if n else 0)
            pictures.append(ui.Canvas(paint, s.text_px(60), (s.text_px(high[0]), s.text_px(high[1])), share=_MOVE))
        arrow = ui.Canvas(self._paint_arrow, 0, 0, grow=1)
        between = ui.Row(pictures[0], arrow, pictures[1], middle=False, grow=1)
        return ui.Column(ui.Row(said[0], ui.Spacer(), said[1], middle=False), between, gap=s.space_px(4), grow=1)

    # -- picture --------------------------------------------------------------------------------------------------

    def _paint_arrow(self, surface: Surface, rect: Rect) -> None:
        art.blit_icon(surface, "arrow", rect.center, min(0.25 * rect.h, self.scale.text_px(40)), THEME.text2)

    def _paint_move(self, decision: ReviewedDecision, move: Move, frame: float, surface: Surface, rect: Rect) -> None:
        """Draw a move's card, or an icon for a move without a card; a ``frame`` of that width marks the better move."""
        above = max(frame, _LEAST_MARK_PX, _MARK * rect.h / _RATIO)
        wide = round(min((rect.h - above - frame) / _RATIO, _CARD * rect.w))
        place = rect.inflate(wide - rect.w, round(wide * _RATIO) - rect.h).move(0, round((above - frame) / 2))
        card = decision.card(move)
        if frame:
            draw.rounded_rect(surface, place.inflate(2 * frame, 2 * frame), 0.08 * wide + frame, THEME.rolling)
        if card is None:
            draw.rounded_rect(surface, place, 0.08 * wide, THEME.navy)
            icon = "flag" if move.kind is MoveKind.STAY else "skip"
            art.blit_icon(surface, icon, place.center, 0.6 * wide, THEME.gold_l)
        else:
            if not frame:
                surface.blit(card_faces.shadow(wide), place.move(round(0.03 * wide), round(0.04 * wide)))
            surface.blit(card_faces.face(card, wide, decision.observation.rules), place)
        r = max(_LEAST_MARK_PX, _MARK * wide)
        _paint_mark(surface, place.topright, r, is_better=frame > 0)
        if move.side is not None:
            livery.draw_badge(surface, self._names.livery(move.side), place.right, place.bottom - r, r)


def _paint_mark(surface: Surface, middle: tuple[float, float], r: float, *, is_better: bool) -> None:
    icon, ground = ("check", THEME.rolling) if is_better else ("close", THEME.stopped)
    x, y = middle
    draw.rounded_rect(surface, (x - r - 2, y - r - 2, 2 * r + 4, 2 * r + 4), r + 2, THEME.white)
    draw.rounded_rect(surface, (x - r, y - r, 2 * r, 2 * r), r, ground)
    art.blit_icon(surface, icon, middle, 1.2 * r, THEME.white)


def no_decisions_plate(scale: ui.Scale, icon: str, heading: str, words: str) -> ui.Box:
    """Return the panel that is shown in place of all decisions if there are none to show."""
    s = scale
    told = ui.Column(
        ui.Spacer(),
        ui.Row(ui.Spacer(), ui.Icon(icon, s.text_px(90), THEME.gold_d), ui.Spacer()),
        ui.Label(s, heading, ui.ROLES.figure, anchor="c"),
        ui.Label(s, words, ui.ROLES.lead, THEME.text2, anchor="c"),
        ui.Spacer(),
        gap=s.space_px(20),
    )
    said, paint = " ".join((with_full_stop(heading), words)), partial(_paint_plate, s.unit, THEME.raised)
    return ui.Panel(told, s.space_px(20), ground=paint, grow=1, id="nothing", label=said)
