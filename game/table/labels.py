"""Short words on the piles that take the chosen card: what will happen if it is put there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.engine.cards import Card, Family
from game.engine.events import Pile
from game.table.box import Box
from game.table.places import Places
from game.table.targets import side_of, targets
from game.table.view import DISCARD, TableView
from game.ui import draw, text
from game.ui.layers import outer
from game.ui.theme import THEME
from game.ui.tree import Node, node_rect, plain
from game.ui.words import effect

_ROOM: Final = 8  # px between a label and the edges of its panel


@dataclass(frozen=True, slots=True)
class Label:
    """Words on a pile; ``px`` is the size of the letters, ``box`` the plate they stand on."""

    pile: str
    words: str
    px: float
    box: Box


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
    moves = targets(view.observation, card)
    return tuple(
        _label(places, card, pile, effect(moves[pile], view.observation, view.names))
        for pile in sorted(view.targets)
        if pile in moves
    )


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
    return Label(pile, words, px, Box.between(left, bottom - height, left + width, bottom))


def _panel(places: Places, pile: str) -> Box:
    if pile != DISCARD:
        return places.display(side_of(pile))
    area = places.discard_pile
    right = min(area.right + area.w / 2, places.layout.own.x - 2) if not places.layout.tall else area.right + area.w / 2
    return Box.between(places.draw_pile.x, area.y, right, area.bottom + 26 * places.layout.t)


def draw_label(surface: Surface, label: Label, *, is_meant: bool) -> Rect:
    """Draw a label and return where; the one of the pile that is meant stands out."""
    fill = THEME.glow if is_meant else THEME.paper
    draw.rounded(surface, label.box, label.box.h * 0.34, fill, THEME.ink, 2)
    text.draw(surface, label.words, *label.box.center, "B6", label.px, THEME.ink, anchor="c")
    return outer(label.box).inflate(2, 2)


def nodes(shown: tuple[Label, ...]) -> list[Node]:
    """The labels in the tree, each with the id of its pile."""
    return [Node(f"label/{label.pile}", plain(label.words), "text", node_rect(label.box)) for label in shown]
