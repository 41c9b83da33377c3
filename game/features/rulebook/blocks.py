"""Turn the blocks of a rules page into boxes of the layout."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from pygame import Rect, Surface

from game.engine.cards import Card
from game.features.play.prompts.coup_fourre import HazardPicture
from game.features.rulebook.text import (
    Block,
    CardPortrait,
    CardTiles,
    CoupFourrePicture,
    Difference,
    HazardAnswers,
    Heading,
    Lead,
    Point,
    PointsTable,
    Related,
)
from game.features.rulebook.text.differences import card_count
from game.i18n import number
from game.i18n.punctuation import join_with_commas, join_with_dashes, label_with_text, with_full_stop
from game.table.painting import card_faces
from game.ui import layout as ui
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words.vocabulary import card_name

_CARD_RATIO = 1.4
_NARROW_EM = 14  # smallest width of a column of words, in text heights
_ITEM = replace(ui.ROLES.lead, face="O7")
_CARD = replace(ui.ROLES.body, face="B6")


@dataclass(frozen=True, slots=True)
class RulesPageLayout:
    """Turns the blocks of a rules page into boxes; ``open`` shows the page of the card with an id.

    Pictures do not grow with the text size; this leaves more space for the text.
    """

    scale: ui.Scale
    rules_id: str
    rules_name: str
    open: Callable[[str], None]
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def block_box(self, block: Block) -> ui.Box:
        s = self.scale
        match block:
            case Lead(words):
                return ui.Label(s, words, ui.ROLES.lead)
            case Heading(words):
                return ui.Label(s, words, ui.ROLES.heading)
            case Point():
                return self._point(block)
            case CardTiles():
                tiles = [self._tile(card, count) for card, count in block.cards]
                return ui.Grid(*tiles, across=range(12, 0, -1), gap=(0, s.text_px(8)))
            case HazardAnswers():
                return self._answers(block)
            case PointsTable():
                return self._table(block)
            case Difference():
                return self._difference(block)
            case CoupFourrePicture():
                return self._lightning(block)
            case CardPortrait():
                return self._portrait(block)

    def spoken_text(self, block: Block) -> str:
        """Return the text of a block for screen readers."""
        match block:
            case Lead(words) | Heading(words):
                return words
            case Point():
                return label_with_text(block.head, block.words)
            case CardTiles():
                return join_with_commas(card_count(count, card, self.rules_id) for card, count in block.cards)
            case HazardAnswers():
                answers = [self._names(row.hazard, *row.remedies, row.safety) for row in block.rows]
                return " ".join(with_full_stop(join_with_dashes(names)) for names in (block.columns, *answers))
            case PointsTable():
                lines = [filter(None, (line.item, line.when, line.points)) for line in block.lines]
                return " ".join(with_full_stop(" ".join(parts)) for parts in lines)
            case Difference():
                rows = ((self.rules_name, block.here), *block.others)
                return " ".join(
                    [
                        with_full_stop(block.head),
                        *(with_full_stop(label_with_text(name, words)) for name, words in rows),
                    ]
                )
            case CoupFourrePicture():
                return join_with_dashes(self._names(block.hazard, block.safety))
            case CardPortrait():
                related = [
                    label_with_text(known.how, join_with_commas(self._names(*known.cards))) for known in block.related
                ]
                return " ".join((block.family, block.count, *block.effects, *related))

    def _names(self, *cards: Card) -> list[str]:
        return [card_name(card, self.rules_id) for card in cards]

    # -- cards --------------------------------------------------------------------------------------------------------

    def _picture(self, card: Card, units: float, count: int = 0) -> ui.Box:
        """Return a card's picture, ``units`` wide, with its number in the deck (``count``) unless that is 0."""
        wide = self.scale.text_px(units)
        draws = partial(_paint_card, card, count, self.scale.px(ui.ROLES.body))
        return ui.Canvas(draws, wide, round(wide * _CARD_RATIO))

    def _link(self, card: Card, *boxes: ui.Box, gap: int) -> ui.Box:
        id, name = f"link-{next(self._numbers)}.{card.id}", card_name(card, self.rules_id)

        return ui.Link(id, name, ui.Row(*boxes, gap=gap), lambda: self.open(card.id), radius=self.scale.text_px(12))

    def _tile(self, card: Card, count: int) -> ui.Box:
        s = self.scale
        name = ui.Label(s, card_name(card, self.rules_id), _CARD, anchor="c")
        picture = ui.Row(ui.Spacer(), self._picture(card, 118, count), ui.Spacer())
        least = ui.Spacer((s.text_px(148), 0), grow=0)
        return self._link(
            card, ui.Column(ui.Spacer((0, s.text_px(8))), picture, name, least, gap=s.text_px(4), grow=1), gap=0
        )

    def _cell(self, card: Card, *, may_stack: bool = False) -> ui.Box:
        """Return a small card with its name at the right; with ``may_stack`` the name is below if it does not fit."""
        s = self.scale
        name = ui.Label(s, card_name(card, self.rules_id), _CARD, grow=1)
        parts = ui.Spacer(grow=0), ui.Row(self._picture(card, 64)), name
        both = (
            ui.Flow(*parts, gap=s.text_px(8), grow=1, is_tight=True)
            if may_stack
            else ui.Row(*parts, gap=s.text_px(8), grow=1)
        )
        link = self._link(card, both, gap=0)
        link.grow = 1
        return link

    def _related(self, block: Related) -> ui.Box:
        s = self.scale
        cells = ui.Grid(*map(self._cell, block.cards), across=(4, 3, 2, 1), gap=(s.text_px(8), s.text_px(8)))
        return ui.Column(ui.Label(s, block.how, _ITEM), cells, gap=s.text_px(8))

    def _portrait(self, block: CardPortrait) -> ui.Box:
        s, wide = self.scale, self.scale.text_px(350)
        face = ui.Canvas(partial(_paint_face, block.card, self.rules_id, wide), wide, round(wide * _CARD_RATIO))
        family = ui.Label(s, block.family, replace(ui.ROLES.lead, face="B6"), THEME.gold_l, one_line=True)
        chip = ui.Panel(family, (s.text_px(18), s.text_px(6), s.text_px(6)), fill=THEME.navy, radius=s.text_px(24))
        head = ui.Row(chip, ui.Label(s, block.count, ui.ROLES.lead, THEME.text2, grow=1), gap=s.text_px(20))
        does = [
            ui.Row(self._arrow(), ui.Label(s, line, ui.ROLES.lead, grow=1), gap=s.text_px(10)) for line in block.effects
        ]
        words = self._words(head, *does, *map(self._related, block.related), gap=s.text_px(14))
        return ui.Flow(face, words, gap=s.text_px(32), is_tight=True, middle=False)

    def _arrow(self) -> ui.Box:
        return ui.Icon("arrow", round(0.8 * self.scale.px(ui.ROLES.lead)), THEME.gold_d)

    def _words(self, *boxes: ui.Box | None, gap: int = 0) -> ui.Box:
        """Return the boxes in a column that is never too narrow to read."""
        least = ui.Spacer((round(_NARROW_EM * self.scale.px(ui.ROLES.lead)), 0), grow=0)
        return ui.Column(ui.Column(*boxes, gap=gap), least, grow=1)

    def _lightning(self, block: CoupFourrePicture) -> ui.Box:
        s, picture = self.scale, HazardPicture(block.hazard, block.safety, self.rules_id, "carla")

        def paint(surface: Surface, rect: Rect) -> None:
            picture.paint(surface, rect, min(0.72 * s.text_scale, rect.w / 700))

        high = round(250 * s.text_scale)
        return ui.Panel(
            ui.Canvas(paint, s.text_px(300), (s.text_px(150), high)), 0, fill=THEME.row, radius=s.text_px(15)
        )

    # -- rules --------------------------------------------------------------------------------------------------------

    def _point(self, block: Point) -> ui.Box:
        s, px = self.scale, self.scale.px(ui.ROLES.lead)
        roundel = ui.Canvas(partial(_paint_roundel, block), round(1.7 * px), round(1.7 * px))
        head = ui.Label(s, block.head, _ITEM) if block.head else None
        words = self._words(head, ui.Label(s, block.words, ui.ROLES.lead, THEME.text2), gap=s.text_px(5))
        beside = (
            ui.Flow(words, self._cards(block.cards), gap=s.text_px(16), grow=1, is_tight=True) if block.cards else words
        )
        row = ui.Row(roundel, beside, gap=s.text_px(18), middle=False)
        return ui.Panel(row, s.text_px(16), fill=THEME.row, radius=s.text_px(15))

    def _cards(self, cards: tuple[Card, ...]) -> ui.Box:
        """Return a row of cards; three or more cards overlap."""
        wide = self.scale.text_px(82)
        step = round((0.66 if len(cards) > 2 else 1.12) * wide)

        def paint(surface: Surface, rect: Rect) -> None:
            for n, card in enumerate(cards):
                _paint_picture(surface, card, rect.x + n * step, rect.y, wide)

        return ui.Canvas(paint, step * (len(cards) - 1) + wide, round(wide * _CARD_RATIO))

    def _answers(self, block: HazardAnswers) -> ui.Box:
        s, gap = self.scale, self.scale.text_px(12)
        heads: list[ui.Box] = [ui.Label(s, words, replace(_CARD, face="O7"), THEME.text2) for words in block.columns]
        rows = [heads]
        for row in block.rows:
            first, *others = row.remedies
            remedies = ui.Row(self._cell(first, may_stack=True), *map(self._then, others))
            rows.append([self._cell(row.hazard, may_stack=True), remedies, self._cell(row.safety, may_stack=True)])
        across = [max(box.width_range()[0] for box in column) for column in zip(*rows, strict=True)]
        lines = []
        for n, cells in enumerate(rows):
            columns = [
                ui.Column(box, ui.Spacer((least, 0), grow=0), share=share, grow=1)
                for box, least, share in zip(cells, across, (0.3, 0.39, 0.31), strict=True)
            ]
            fill = THEME.row if n % 2 else None
            line = ui.Flow(*columns, gap=gap, is_tight=True)
            lines.append(ui.Panel(line, (0, s.text_px(7), s.text_px(7)), fill=fill, radius=s.text_px(10)))
        return ui.Column(*lines)

    def _then(self, card: Card) -> ui.Box:
        """Return an arrow and the second remedy, without a name because it is always the same card."""
        s = self.scale
        return self._link(card, self._arrow(), self._picture(card, 46), ui.Spacer((s.text_px(8), 0)), gap=s.text_px(8))

    def _table(self, block: PointsTable) -> ui.Box:
        s, rows = self.scale, []
        for n, line in enumerate(block.lines):
            is_total = block.has_total and n == len(block.lines) - 1
            ink = THEME.white if is_total else THEME.text
            when = ui.Label(s, line.when, ui.ROLES.body, THEME.text2) if line.when else None
            words = ui.Column(ui.Label(s, line.item, _ITEM, ink), when, grow=1)
            figure = ui.Label(s, line.points, replace(ui.ROLES.lead, face="O9"), ink, one_line=True)
            fill = THEME.navy if is_total else None if n % 2 else THEME.row
            pad = s.text_px(16), s.text_px(6), s.text_px(6)
            rows.append(ui.Panel(ui.Row(words, figure, gap=s.text_px(20)), pad, fill=fill, radius=s.text_px(10)))
        return ui.Column(*rows)

    def _difference(self, block: Difference) -> ui.Box:
        s, pad, rows = self.scale, self.scale.text_px(16), []
        for n, (name, words) in enumerate(((self.rules_name, block.here), *block.others)):
            ink = THEME.text2 if n else THEME.text
            who, said = ui.Label(s, name, _CARD, ink, share=0.3), ui.Label(s, words, ui.ROLES.body, ink, grow=1)
            line = ui.Flow(who, said, gap=pad, middle=False, is_tight=True)
            rows.append(
                ui.Panel(line, (pad // 2, pad // 3, pad // 3), fill=None if n else THEME.mark, radius=s.text_px(8))
            )
        head = ui.Panel(ui.Label(s, block.head, _ITEM), (pad // 2, 0, pad // 2))
        return ui.Panel(ui.Column(head, *rows), (pad // 2, pad, pad // 2), fill=THEME.row, radius=s.text_px(15))


def _paint_picture(surface: Surface, card: Card, x: float, y: float, width: float) -> None:
    height = width * _CARD_RATIO
    draw.shadow(surface, (x, y, width, height), 0.07 * width, max(1, 0.03 * width))
    surface.blit(art.picture(f"cards/{card.id}.small", width, height), (round(x), round(y)))


def _paint_card(card: Card, count: int, px: float, surface: Surface, place: Rect) -> None:
    _paint_picture(surface, card, *place.topleft, place.w)
    if count:
        words = f"×{number(count)}"
        high, wide = 1.5 * px, text.width(words, "O7", px) + 0.9 * px
        x, y = place.right - 0.2 * px, place.y + 0.5 * px
        draw.rounded_rect(surface, (x - wide / 2, y - high / 2, wide, high), high / 2, THEME.navy, THEME.paper, 2)
        text.draw(surface, words, x, y, "O7", px, THEME.white, anchor="c")


def _paint_face(card: Card, rules_id: str, wide: int, surface: Surface, place: Rect) -> None:
    draw.shadow(surface, (*place.topleft, wide, wide * _CARD_RATIO), 0.07 * wide, 0.03 * wide)
    surface.blit(card_faces.face(card, wide, rules_id), place)


def _paint_roundel(block: Point, surface: Surface, place: Rect) -> None:
    r = place.w / 2
    x, y = place.centerx, place.y + r
    draw.rounded_rect(surface, (place.x, place.y, 2 * r, 2 * r), r, THEME.navy)
    if block.number:
        text.draw(surface, block.number, x, y, "O9", 1.15 * r, THEME.gold_l, anchor="c")
    else:
        art.blit_icon(surface, block.icon, (x, y), 1.15 * r, THEME.gold_l)
