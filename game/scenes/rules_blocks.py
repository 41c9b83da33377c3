"""How the parts of a page of the rules are arranged and drawn; a page is as wide as its place and as high as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pygame import Color, Rect, Surface

from game.engine.cards import Card
from game.i18n import number
from game.i18n.punctuation import chained, labelled, listed, sentence
from game.scenes.prompts.coup_fourre import HazardPicture
from game.table.painting import card_faces
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words.rulebook import (
    Block,
    Difference,
    HazardAnswers,
    Heading,
    Lead,
    Lightning,
    Point,
    PointsTable,
    Portrait,
    Related,
    Tiles,
)
from game.words.rulebook.differences import times
from game.words.vocabulary import card_name

_CARD_RATIO = 1.4
_NARROW_EM = 21  # a column of words narrower than this many letters' heights gives its place up to what stands beside


@dataclass(frozen=True, slots=True)
class Link:
    """A place on the page that leads to a card's own page."""

    card: Card
    rect: Rect


@dataclass(frozen=True, slots=True)
class Arranged:
    """A part of a page: its height, the words on it, how to draw it at a point, and the links on it."""

    height: int
    words: str
    paint: Callable[[Surface, int, int], None]
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Pen:
    """What everything on a page has in common: text factor, how large pictures are, width in pixels, the rule set and
    its name. Where text is larger than as delivered, pictures are not: they give their room to it.
    """

    t: float
    pictures: float
    width: int
    rules_id: str
    rules_name: str

    @property
    def px(self) -> float:
        """The size of running text."""
        return max(text.MIN_NAME_PX, 25 * self.t)

    @property
    def pad(self) -> int:
        """The space round what stands in a box."""
        return max(8, round(16 * self.t))

    def card(self, width: float) -> int:
        """The width of a card's picture that is so wide at 1080p."""
        return round(max(0.62, self.pictures) * width)


def arrange(block: Block, pen: Pen) -> Arranged:
    """Lay out a part of a page."""
    match block:
        case Lead(words):
            return _words(words, pen, "B5", 1.06 * pen.px, THEME.text)
        case Heading(words):
            return _words(words, pen, "O8", 1.2 * pen.px, THEME.text)
        case Point():
            return _point(block, pen)
        case Tiles():
            return _tiles(block, pen)
        case HazardAnswers():
            return _answers(block, pen)
        case PointsTable():
            return _table(block, pen)
        case Difference():
            return _difference(block, pen)
        case Lightning():
            return _lightning(block, pen)
        case Portrait():
            return _portrait(block, pen)


def _words(words: str, pen: Pen, face: str, px: float, color: Color) -> Arranged:
    width = min(pen.width, round(52 * px))  # longer lines are hard to read
    height = text.paragraph_height(words, face, px, width)

    def paint(surface: Surface, x: int, y: int) -> None:
        text.paragraph(surface, words, (x, y, width, height + 2), face, px, color, min_px=px)

    return Arranged(height, words, paint)


# -- cards ----------------------------------------------------------------------------------------------------------


def _picture(surface: Surface, card: Card, x: float, y: float, width: float) -> None:
    height = width * _CARD_RATIO
    draw.shadow(surface, (x, y, width, height), 0.07 * width, max(1, 0.03 * width))
    surface.blit(art.picture(f"cards/{card.id}.small", width, height), (round(x), round(y)))


def _tiles(block: Tiles, pen: Pen) -> Arranged:
    picture, px = pen.card(118), max(text.MIN_TEXT_PX, 0.84 * pen.px)
    pad = max(4, round(8 * pen.t))
    names = [card_name(card, pen.rules_id) for card, _count in block.cards]
    across = round(1.25 * picture)
    words = max(text.width(line, "B6", px) for name in names for line in text.wrap(name, "B6", px, across - pad))
    across = max(across, words + pad)
    columns = min(len(block.cards), max(1, pen.width // across))
    across = min(pen.width // columns, round(1.5 * across))
    lines = max(len(text.wrap(name, "B6", px, across - pad)) for name in names)
    high = round(picture * _CARD_RATIO + lines * px * text.LINE_HEIGHT) + 3 * pad
    places = [Rect(i % columns * across, i // columns * (high + pad), across, high) for i in range(len(block.cards))]

    def paint(surface: Surface, x: int, y: int) -> None:
        for (card, count), name, place in zip(block.cards, names, places, strict=True):
            box = place.move(x, y)
            left, top = box.centerx - picture / 2, box.y + pad
            _picture(surface, card, left, top, picture)
            _count(surface, count, left + picture, top, px)
            below = (box.x + pad / 2, top + picture * _CARD_RATIO + pad, box.w - pad, box.h)
            text.paragraph(surface, name, below, "B6", px, THEME.text, anchor="c", min_px=px)

    said = listed(times(count, card, pen.rules_id) for card, count in block.cards)
    links = tuple(Link(card, place) for (card, _count), place in zip(block.cards, places, strict=True))
    return Arranged(places[-1].bottom, said, paint, links)


def _count(surface: Surface, count: int, right: float, top: float, px: float) -> None:
    """The pill at a picture's corner that says how many there are."""
    words = f"×{number(count)}"
    pill = Rect(0, 0, text.width(words, "O7", px) + round(0.9 * px), round(1.5 * px))
    pill.center = round(right - 0.2 * px), round(top + 0.5 * px)
    draw.rounded(surface, pill, pill.h / 2, THEME.navy, THEME.paper, 2)
    text.draw(surface, words, pill.centerx, pill.centery, "O7", px, THEME.white, anchor="c")


def _cell_gap(pen: Pen) -> int:
    return round(0.41 * pen.px)


def _beside_picture(card: Card, pen: Pen, width: float) -> tuple[int, float, float]:
    """In a cell so wide: the width of the card's picture, 0 if the name needs all, its room and its letters' size."""
    picture, px, gap = pen.card(64), 0.92 * pen.px, _cell_gap(pen)
    name = card_name(card, pen.rules_id)
    room = width - picture - 2 * gap
    if _longest(name, 0.8 * px) > room:
        picture, room = 0, width - 2 * gap
    return picture, room, max(text.MIN_TEXT_PX, min(px, px * room / _longest(name, px)))


def _cell_height(card: Card, pen: Pen, width: float) -> int:
    """How high a cell so wide must be for picture and name."""
    _picture, room, px = _beside_picture(card, pen, width)
    name = text.paragraph_height(card_name(card, pen.rules_id), "B6", px, room)
    return max(round(pen.card(64) * _CARD_RATIO), name)


def _cell(card: Card, pen: Pen, place: Rect) -> Callable[[Surface, int, int], None]:
    """A small card with its name to the right of it, or its name alone."""
    picture, room, px = _beside_picture(card, pen, place.w)
    gap = _cell_gap(pen)
    name = card_name(card, pen.rules_id)
    height = text.paragraph_height(name, "B6", px, room)

    def paint(surface: Surface, x: int, y: int) -> None:
        box = place.move(x, y)
        if picture:
            _picture(surface, card, box.x + gap / 2, box.centery - picture * _CARD_RATIO / 2, picture)
        where = (box.x + picture + 1.5 * gap, box.centery - height / 2, room, height + 2)
        text.paragraph(surface, name, where, "B6", px, THEME.text)

    return paint


def _longest(name: str, px: float) -> float:
    """How wide the longest piece of a name is that cannot be broken."""
    return max(text.width(line, "B6", px) for line in text.wrap(name, "B6", px, 1))


def _cell_width(card: Card, pen: Pen) -> int:
    px = 0.92 * pen.px
    longest = max(text.width(line, "B6", px) for line in text.wrap(card_name(card, pen.rules_id), "B6", px, 11 * px))
    return pen.card(64) + longest + round(1.4 * px)


def _related(block: Related, pen: Pen) -> Arranged:
    head, high = round(1.7 * pen.px), round(pen.card(64) * _CARD_RATIO) + pen.pad
    places, x, y = [], 0, head
    for card in block.cards:
        across = min(pen.width, _cell_width(card, pen))
        if x and x + across > pen.width:
            x, y = 0, y + high
        places.append(Rect(x, y, across, high))
        x += across + pen.pad
    cells = [_cell(card, pen, place) for card, place in zip(block.cards, places, strict=True)]

    def paint(surface: Surface, x: int, y: int) -> None:
        text.draw(surface, block.how, x, y + 0.6 * pen.px, "O7", pen.px, THEME.text, max_width=pen.width)
        for cell in cells:
            cell(surface, x, y)

    said = labelled(block.how, listed(card_name(card, pen.rules_id) for card in block.cards))
    links = tuple(Link(card, place) for card, place in zip(block.cards, places, strict=True))
    return Arranged(places[-1].bottom, said, paint, links)


def _portrait(block: Portrait, pen: Pen) -> Arranged:
    picture, px = min(pen.card(380), round(0.36 * pen.width)), pen.px
    left = picture + 2 * pen.pad
    room, mark = pen.width - left, round(1.1 * px)
    heights = [text.paragraph_height(line, "B5", px, room - mark) + round(0.4 * px) for line in block.does]
    chips = round(1.9 * px)
    below = chips + round(1.4 * px) + sum(heights)
    related, links = [], []
    for belonging in block.related:
        part = _related(belonging, replace(pen, width=room))
        related.append((below, part))
        links += [Link(link.card, link.rect.move(left, below)) for link in part.links]
        below += part.height + pen.pad
    high = max(round(picture * _CARD_RATIO) + pen.pad, below)

    def paint(surface: Surface, x: int, y: int) -> None:
        draw.shadow(surface, (x, y, picture, picture * _CARD_RATIO), 0.07 * picture, 0.03 * picture)
        surface.blit(card_faces.face(block.card, picture, pen.rules_id), (x, y))
        used = _chip(surface, block.family, x + left, y, px)
        text.draw(surface, block.count, x + left + used + 0.8 * px, y + chips / 2, "B5", px, THEME.text2)
        top = y + chips + round(0.8 * px)
        for line, height in zip(block.does, heights, strict=True):
            art.blit_icon(surface, "arrow", (x + left + 0.4 * px, top + 0.6 * px), 0.8 * px, THEME.gold_d)
            where = (x + left + mark, top, room - mark, height)
            text.paragraph(surface, line, where, "B5", px, THEME.text, min_px=px)
            top += height
        for at, part in related:
            part.paint(surface, x + left, y + at)

    said = (block.family, block.count, *block.does, *(part.words for _at, part in related))
    return Arranged(high, " ".join(said), paint, tuple(links))


def _chip(surface: Surface, words: str, x: float, y: float, px: float) -> int:
    chip = Rect(round(x), round(y), text.width(words, "B6", px) + round(1.4 * px), round(1.9 * px))
    draw.rounded(surface, chip, chip.h / 2, THEME.navy)
    text.draw(surface, words, chip.centerx, chip.centery, "B6", px, THEME.gold_l, anchor="c")
    return chip.w


def _lightning(block: Lightning, pen: Pen) -> Arranged:
    scale = min(0.72 * pen.t, pen.width / 700)
    box = Rect(0, 0, round(700 * scale), round(350 * scale))
    picture = HazardPicture(block.hazard, block.safety, pen.rules_id, "carla")

    def paint(surface: Surface, x: int, y: int) -> None:
        where = box.move(x + (pen.width - box.w) // 2, y)
        draw.rounded(surface, Rect(x, y, pen.width, box.h), 15 * pen.t, THEME.row)
        picture.paint(surface, where, scale)

    names = [card_name(card, pen.rules_id) for card in (block.hazard, block.safety)]
    return Arranged(box.h, chained(names), paint)


# -- rules ----------------------------------------------------------------------------------------------------------


def _point(block: Point, pen: Pen) -> Arranged:
    px, pad = pen.px, pen.pad
    indent = round(2.5 * px)
    inner = pen.width - 2 * pad - indent
    picture = pen.card(82)
    step = round((0.66 if len(block.cards) > 2 else 1.12) * picture)
    across = step * (len(block.cards) - 1) + picture if block.cards else 0
    beside = inner - across - pad if across else inner
    is_beside = not across or beside >= _NARROW_EM * px
    room = beside if is_beside else inner
    head = text.paragraph_height(block.head, "O7", px, room)
    body = text.paragraph_height(block.words, "B5", px, room)
    gap, pictured = round(0.2 * px), round(picture * _CARD_RATIO) if across else 0
    words = head + gap + body
    high = 2 * pad + (max(words, pictured) if is_beside else words + pad + pictured)

    def paint(surface: Surface, x: int, y: int) -> None:
        draw.rounded(surface, Rect(x, y, pen.width, high), 15 * pen.t, THEME.row)
        middle = (x + pad + 0.85 * px, y + pad + 0.75 * px)
        _roundel(surface, block, middle, 0.85 * px)
        left = x + pad + indent
        top = y + pad + (max(0, (pictured - words) / 2) if is_beside and block.number == "" and not head else 0)
        text.paragraph(surface, block.head, (left, top, room, head + 2), "O7", px, THEME.text)
        text.paragraph(surface, block.words, (left, top + head + gap, room, body + 2), "B5", px, THEME.text2)
        at = x + pen.width - pad - across if is_beside else left
        down = y + (high - pictured) / 2 if is_beside else y + high - pad - pictured
        for i, card in enumerate(block.cards):
            _picture(surface, card, at + i * step, down, picture)

    return Arranged(high, labelled(block.head, block.words), paint)


def _roundel(surface: Surface, block: Point, middle: tuple[float, float], r: float) -> None:
    draw.rounded(surface, (middle[0] - r, middle[1] - r, 2 * r, 2 * r), r, THEME.navy)
    if block.number:
        text.draw(surface, block.number, *middle, "O9", 1.15 * r, THEME.gold_l, anchor="c")
    else:
        art.blit_icon(surface, block.icon, middle, 1.15 * r, THEME.gold_l)


def _answers(block: HazardAnswers, pen: Pen) -> Arranged:
    px, pad = pen.px, max(4, round(7 * pen.t))
    small = round(0.92 * px)
    columns = _shares(pen.width, (0.30, 0.39, 0.31))
    head = round(1.7 * px)
    then = pen.card(46) + round(1.5 * px)  # the second remedy needs no name: it is always the same
    cells_of = [
        (
            (row.hazard, *columns[0]),
            (row.remedies[0], columns[1][0], columns[1][1] - (then + 2 * pad if len(row.remedies) > 1 else 0)),
            (row.safety, *columns[2]),
        )
        for row in block.rows
    ]
    high = max(_cell_height(card, pen, w) for cells in cells_of for card, _x, w in cells) + 2 * pad
    painters: list[Callable[[Surface, int, int], None]] = []
    links: list[Link] = []
    for i, (row, cells) in enumerate(zip(block.rows, cells_of, strict=True)):
        y = head + i * high
        for card, x, w in cells:
            place = Rect(x, y, w, high)
            painters.append(_cell(card, pen, place))
            links.append(Link(card, place))
        if len(row.remedies) > 1:
            x, w = columns[1]
            links.insert(-1, Link(row.remedies[1], Rect(x + w - then - 2 * pad, y, then, high)))

    def paint(surface: Surface, x: int, y: int) -> None:
        for words, (left, width) in zip(block.columns, columns, strict=True):
            room = width - 0.5 * small
            text.draw(surface, words, x + left + 4, y + 0.7 * px, "O7", small, THEME.text2, max_width=room)
        for i, row in enumerate(block.rows):
            top = y + head + i * high
            if i % 2 == 0:
                draw.rounded(surface, Rect(x, top, pen.width, high), 10 * pen.t, THEME.row)
            if len(row.remedies) > 1:
                right = x + sum(columns[1]) - 2 * pad
                width = pen.card(46)
                art.blit_icon(surface, "arrow", (right - width - 1.05 * px, top + high / 2), 0.9 * px, THEME.gold_d)
                last = right - width - 0.4 * px
                _picture(surface, row.remedies[1], last, top + (high - width * _CARD_RATIO) / 2, width)
        for cell in painters:
            cell(surface, x, y)

    said = [
        sentence(chained(card_name(card, pen.rules_id) for card in (row.hazard, *row.remedies, row.safety)))
        for row in block.rows
    ]
    return Arranged(
        head + len(block.rows) * high, " ".join([sentence(chained(block.columns)), *said]), paint, tuple(links)
    )


def _shares(width: int, shares: Sequence[float]) -> list[tuple[int, int]]:
    """Left end and width of columns that share a width."""
    columns, x = [], 0.0
    for share in shares:
        columns.append((round(x), round(share * width)))
        x += share * width
    return columns


def _table(block: PointsTable, pen: Pen) -> Arranged:
    px, pad = pen.px, pen.pad
    numbers = max(text.width(line.points, "O9", 1.1 * px) for line in block.lines)
    width = min(pen.width, round(48 * px))
    room = width - numbers - 3 * pad
    heads = [text.paragraph_height(line.item, "O7", px, room) for line in block.lines]
    notes = [text.paragraph_height(line.when, "B5", 0.94 * px, room) if line.when else 0 for line in block.lines]
    highs = [head + note + round(0.7 * pad) for head, note in zip(heads, notes, strict=True)]

    def paint(surface: Surface, x: int, y: int) -> None:
        top = y
        for i, (line, high, head) in enumerate(zip(block.lines, highs, heads, strict=True)):
            is_total = block.has_total and i == len(block.lines) - 1
            box = Rect(x, top, width, high)
            if is_total or i % 2 == 0:
                draw.rounded(surface, box, 10 * pen.t, THEME.navy if is_total else THEME.row)
            ink = THEME.white if is_total else THEME.text
            at = (x + pad, top + round(0.35 * pad), room, head + 2)
            text.paragraph(surface, line.item, at, "O7", px, ink)
            if line.when:
                where = (x + pad, at[1] + head, room, high)
                text.paragraph(surface, line.when, where, "B5", 0.94 * px, THEME.text2)
            text.draw(surface, line.points, box.right - pad, box.centery, "O9", 1.1 * px, ink, anchor="r")
            top += high

    said = " ".join(
        sentence(" ".join(part for part in (line.item, line.when, line.points) if part)) for line in block.lines
    )
    return Arranged(sum(highs), said, paint)


def _difference(block: Difference, pen: Pen) -> Arranged:
    px, pad = pen.px, pen.pad
    rows = ((pen.rules_name, block.here), *block.others)
    aside = round(0.3 * pen.width)
    small = 0.94 * px
    room = pen.width - aside - 3 * pad
    heads = [text.paragraph_height(name, "B6", small, aside - pad) for name, _words in rows]
    bodies = [text.paragraph_height(words, "B5", small, room) for _name, words in rows]
    highs = [max(pair) + round(0.6 * pad) for pair in zip(heads, bodies, strict=True)]
    title = text.paragraph_height(block.head, "O7", px, pen.width - 2 * pad) + round(1.2 * pad)
    high = title + sum(highs) + round(0.5 * pad)

    def paint(surface: Surface, x: int, y: int) -> None:
        draw.rounded(surface, Rect(x, y, pen.width, high), 15 * pen.t, THEME.row)
        head = (x + pad, y + round(0.8 * pad), pen.width - 2 * pad, title)
        text.paragraph(surface, block.head, head, "O7", px, THEME.text)
        top = y + title
        for i, ((name, words), tall) in enumerate(zip(rows, highs, strict=True)):
            if i == 0:
                band = Rect(x + round(0.5 * pad), top, pen.width - pad, tall)
                draw.rounded(surface, band, 8 * pen.t, THEME.mark)
            ink = THEME.text if i == 0 else THEME.text2
            line = top + round(0.3 * pad)
            text.paragraph(surface, name, (x + pad, line, aside - pad, tall), "B6", small, ink)
            text.paragraph(surface, words, (x + aside + pad, line, room, tall), "B5", small, ink)
            top += tall

    said = [sentence(labelled(name, words)) for name, words in rows]
    return Arranged(high, " ".join([sentence(block.head), *said]), paint)
