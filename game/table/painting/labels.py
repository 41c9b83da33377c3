"""Short words on the piles that take the chosen card: what will happen if it is put there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.engine.cards import Card, Family
from game.engine.events import Pile
from game.i18n import card_name
from game.table.geometry.box import Box
from game.table.geometry.places import Places
from game.table.targets import side_of, targets
from game.table.view import DISCARD, TableView, must_discard
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import draw, text
from game.ui.drawing.layers import outer
from game.ui.drawing.theme import THEME
from game.words import effect

_ROOM: Final = 8  # px between a label and the edges of its panel
_NAME_AT: Final = 0.76  # of the height of the discard pile
_NAME_W: Final = 1.35  # of its width
_LINE: Final = 1.2  # of the size of the letters


@dataclass(frozen=True, slots=True)
class Label:
    """Words on a pile; ``px`` is the size of the letters, ``box`` the plate they stand on in ``lines``."""

    pile: str
    words: str
    px: float
    box: Box
    lines: tuple[str, ...]


def landing(places: Places, card: Card, pile: str) -> Box:
    """Where on a pile the card would come to lie: among the stones its own column, of the safeties its slot."""
    if pile == DISCARD or card.family not in (Family.DISTANCE, Family.SAFETY):
        return places.place(pile)
    side = side_of(pile)
    if card.family is Family.SAFETY:
        return places.safety(side, card)
    stone, area = places.stone(side, card.km), places.pile(side, Pile.DISTANCE)
    return Box(stone.x, area.y, stone.w, area.h)


def labels(places: Places, view: TableView, card: Card | None) -> tuple[Label, ...]:
    """The labels of the lit piles, while a card is chosen or carried."""
    if card is None:
        return ()
    o = view.observation
    if must_discard(o):
        return (_name(places, card_name(card, o.rules)),)
    moves = targets(o, card)
    return tuple(
        _label(places, card, pile, effect(moves[pile], o, view.names)) for pile in sorted(view.targets) if pile in moves
    )


def _name(places: Places, words: str) -> Label:
    """The card's own name on the discard pile, where nothing else can be done with any card."""
    t, place = places.layout.t, places.discard_pile
    room, px = _NAME_W * place.w, max(text.MIN_NAME_PX, 20 * t)
    while px > text.MIN_CAPTION_PX and _widest(words, px, room) > room:
        px -= 1
    lines = text.wrap(words, "B6", px, room)
    width = _widest(words, px, room) + 0.8 * px
    height = (len(lines) * _LINE + 0.3) * px
    x = min(place.center[0], _panel(places, DISCARD).right - width / 2)
    y = min(place.y + _NAME_AT * place.h, place.bottom - height / 2 + 3)
    return Label(DISCARD, words, px, Box.around(x, y, width, height), tuple(lines))


def _widest(words: str, px: float, room: float) -> int:
    return max(text.width(line, "B6", px) for line in text.wrap(words, "B6", px, room))


def _label(places: Places, card: Card, pile: str, words: str) -> Label:
    """A plate at the foot of the pile, within its panel."""
    t, where = places.layout.t, landing(places, card, pile)
    panel = _panel(places, pile)
    px = max(text.MIN_TEXT_PX, 17 * t)
    words, px = text.fit(words, "B6", px, panel.w - 2 * _ROOM - 1.2 * px, text.MIN_CAPTION_PX)
    width, height = text.width(words, "B6", px) + 1.2 * px, 1.5 * px
    left = min(max(where.center[0] - width / 2, panel.x + _ROOM), panel.right - _ROOM - width)
    below = 0.75 * height if pile != DISCARD else -3.0  # the discard pile has its name below
    bottom = min(where.bottom + below, panel.bottom - 2)
    return Label(pile, words, px, Box.between(left, bottom - height, left + width, bottom), (words,))


def _panel(places: Places, pile: str) -> Box:
    if pile != DISCARD:
        return places.display(side_of(pile))
    area = places.discard_pile
    right = min(area.right + area.w / 2, places.layout.own.x - 2) if not places.layout.tall else area.right + area.w / 2
    return Box.between(places.draw_pile.x, area.y, right, area.bottom + 26 * places.layout.t)


def draw_label(surface: Surface, label: Label, *, is_meant: bool) -> Rect:
    """Draw a label and return where; the one of the pile that is meant stands out."""
    fill = THEME.glow if is_meant else THEME.paper
    x, middle = label.box.center
    draw.rounded(surface, label.box, 0.5 * label.px, fill, THEME.ink, 2)
    for i, line in enumerate(label.lines):
        y = middle + (i - (len(label.lines) - 1) / 2) * _LINE * label.px
        text.draw(surface, line, x, y, "B6", label.px, THEME.ink, anchor="c")
    return outer(label.box).inflate(2, 2)


def nodes(shown: tuple[Label, ...]) -> list[Node]:
    """The labels in the tree, each with the id of its pile."""
    return [Node(f"label/{label.pile}", plain(label.words), "text", node_rect(label.box)) for label in shown]
