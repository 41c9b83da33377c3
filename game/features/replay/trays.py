"""All hands of a position, visible: a panel with the cards of each seat (a tray), the card just played raised."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from game.engine.cards import Card
from game.engine.observation import Observation
from game.features.replay.model.leg_replay import LegReplay
from game.i18n import language
from game.i18n.punctuation import join_with_commas
from game.table.geometry.box import FloatRect
from game.table.geometry.places import CARD_RATIO
from game.table.hand_order import sorted_by_kind
from game.table.painting import card_faces
from game.table.painting.display import radius
from game.table.painting.header import LastMove, last_move, paint_last_move
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.words.names import Names
from game.words.vocabulary import card_name

_STEP, _APART = 0.40, 1.05
"""The distance from card to card, in card widths: the minimum, and the one used if there is enough space."""
_RISES_PX = 10.0  # u
_USUAL = 7
"""Every tray has space for at least this number of cards, so that the cards of all hands have the same size."""
_LOW = 0.42
"""In a tray whose height is less than this share of its width, the player's name is to the left of the cards."""
_HEAD_OF_LOW = 0.36
_BUDGET_WINDOWS = 0.8  # about sixteen trays
_cache = art.SurfaceCache(_BUDGET_WINDOWS)
"""A cache for pictures of trays only: in the shared cache, a leg's trays would replace what the table always needs."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The visible hand of a seat. If the seat moved last, ``played`` is the index of the card that it played."""

    seat: int
    side: int
    cards: tuple[Card, ...]
    played: int | None = None


def trays_of(leg: LegReplay, place: int, *, is_turn_shown: bool) -> tuple[Tray, ...]:
    """Return the visible hands after turn ``place`` (0: the deal), by seat.

    Cards drawn for the next turn are left out until ``is_turn_shown``: turn ``place`` has been shown completely.
    """
    drawer, drawn = leg.drawn_at(place)
    turn = leg.turns[place - 1] if place else None
    trays = []
    for seat, hand in enumerate(leg.hands(place)):
        cards = list(hand)
        for card in drawn if seat == drawer and not is_turn_shown and place else ():
            cards.remove(card)
        if turn is None or turn.seat != seat:
            trays.append(Tray(seat, leg.side_of(seat), sorted_by_kind(cards)))
            continue
        shown = sorted_by_kind((*cards, turn.card))
        trays.append(Tray(seat, leg.side_of(seat), shown, shown.index(turn.card)))
    return tuple(trays)


@dataclass(frozen=True, slots=True)
class _TrayParts:
    """Where the player's name (``head``) and the cards of a tray are: in a low tray side by side, else stacked."""

    head: FloatRect
    cards: FloatRect
    is_low: bool


def _tray_parts(box: FloatRect, u: float, t: float) -> _TrayParts:
    pad = max(4.0, 8 * u)
    rises = _RISES_PX * u
    if box.h < _LOW * box.w:
        head = FloatRect(box.x, box.y, _HEAD_OF_LOW * box.w, box.h)
        wide, high = box.w - head.w - 1.5 * pad, box.h - 1.3 * pad - rises
        cards = FloatRect(head.right, box.y + 0.5 * pad + rises, wide, high)
        return _TrayParts(head, cards, is_low=True)
    head = FloatRect(box.x, box.y, box.w, min(48 * t, 0.30 * box.h))
    top = head.bottom + rises
    return _TrayParts(head, FloatRect(box.x + pad, top, box.w - 2 * pad, box.bottom - pad - top), is_low=False)


def _cards(box: FloatRect, tray: Tray, u: float, t: float) -> tuple[float, float, list[tuple[float, float]]]:
    """Return the width of a card in px, the distance from card to card, and the upper left corner of each card."""
    gaps, inner = max(1, len(tray.cards) - 1), _tray_parts(box, u, t).cards
    wide = min(0.98 * inner.h / CARD_RATIO, inner.w / (1 + _STEP * max(gaps, _USUAL - 1)))
    step = min(_APART * wide, (inner.w - wide) / gaps)
    left = inner.x + (inner.w - wide - step * gaps) / 2
    y = inner.y + (inner.h - wide * CARD_RATIO) / 2
    rises = [_RISES_PX * u if i == tray.played else 0.0 for i in range(len(tray.cards))]
    return wide, step, [(left + i * step, y - rise) for i, rise in enumerate(rises)]


def draw_tray(
    surface: Surface, box: FloatRect, tray: Tray, observation: Observation, names: Names, scale: tuple[float, float]
) -> None:
    """Draw one seat's hand with the player's name, and with the player's move if this seat moved last.

    ``scale`` is the table's layout unit and its text scale. The picture is cached: a turn changes one or two hands.
    """
    did = last_move(observation, tray.side) if tray.played is not None else None
    shadow = _shadow_px(scale[0])
    room = FloatRect(0, 0, box.w, box.h)

    def make() -> Surface:
        picture = Surface((round(box.w + shadow) + 1, round(box.h + shadow) + 1), pygame.SRCALPHA)
        _paint(picture, room, tray, (names, observation.rules, did), scale)
        return picture

    key = ("tray", tray, box.w, box.h, names, observation.rules, did, scale, language())
    surface.blit(_cache.get(key) or _cache.put(key, make()), (round(box.x), round(box.y)))


def _shadow_px(u: float) -> float:
    return 4 * u + 1


def _paint(
    surface: Surface, box: FloatRect, tray: Tray, words: tuple[Names, str, LastMove | None], scale: tuple[float, float]
) -> None:
    """Paint a tray with the player's name and cards; ``words`` are the names, the rule set's id and the last move."""
    (u, t), (names, rules_id, did) = scale, words
    rim, color = radius(u), livery.color(names.livery(tray.side))
    edge, width = (THEME.gold, max(2.0, 4 * u)) if tray.played is not None else (THEME.edge, max(1.0, 2 * u))
    draw.panel(surface, box, rim, THEME.surface, rim=edge, rim_width=width, shadow_px=_shadow_px(u))
    surface.fill(color, Rect(round(box.x + rim), round(box.y), round(box.w - 2 * rim), max(3, round(5 * u))))
    _draw_head(surface, _tray_parts(box, u, t), tray, did, names, t)
    wide, _step, corners = _cards(box, tray, u, t)
    shade = card_faces.shadow(wide)
    for card, (x, y) in zip(tray.cards, corners, strict=True):
        surface.blit(shade, (round(x + 0.022 * wide), round(y + 0.03 * wide)))
        surface.blit(card_faces.face(card, wide, rules_id, form="fan"), (round(x), round(y)))


def _draw_head(surface: Surface, parts: _TrayParts, tray: Tray, did: LastMove | None, names: Names, t: float) -> None:
    """Draw the player's portrait and name, and beside or below it the player's last move."""
    head = parts.head
    line = min(48 * t, 0.5 * head.h) if parts.is_low else head.h
    y = head.y + 0.54 * line + (0.1 * line if parts.is_low else 0)
    left = _draw_seat(surface, head.x, y, tray, names, line)
    name, room, px = names.seat(tray.seat), head.right - 4 * t - left, max(text.MIN_NAME_PX, 0.42 * line)
    wide = text.draw(surface, name, left, y, "O7", px, max_width=room, min_px=text.MIN_CAPTION_PX)
    if did is None:
        return
    at = head.x + 10 * t if parts.is_low else left + wide + 0.4 * line
    below = head.y + 1.5 * line if parts.is_low else y
    liveries = [names.livery(side) for side in range(len(names.sides))]
    paint_last_move(surface, did, (at, below), head.right - 8 * t - at, t, liveries=liveries)


def _draw_seat(surface: Surface, left: float, y: float, tray: Tray, names: Names, line: float) -> float:
    """Draw the player's portrait and badge, and return the x where the name begins."""
    d, x = 0.74 * line, left + 0.24 * line
    driver = names.drivers[tray.seat]
    if driver is None:
        livery.draw_badge(surface, names.livery(tray.side), x + d / 2, y, 0.46 * d)
    else:
        surface.blit(art.portrait(driver, d), (round(x), round(y - d / 2)))
        livery.draw_badge(surface, names.livery(tray.side), x + 0.9 * d, y + 0.32 * d, 0.26 * d)
    return x + 1.3 * d


def tray_nodes(
    boxes: tuple[FloatRect, ...], trays: tuple[Tray, ...], names: Names, rules_id: str, scale: tuple[float, float]
) -> list[Node]:
    """Return the accessibility nodes of every hand and its cards."""
    nodes = []
    for box, tray in zip(boxes, trays, strict=True):
        said = join_with_commas(accessible_text(card_name(card, rules_id)) for card in tray.cards)
        id, count = f"tray/{tray.seat}", len(tray.cards)
        nodes.append(Node(id, names.seat(tray.seat), "list", node_rect(box), value=said))
        wide, step, corners = _cards(box, tray, *scale)
        for i, (card, (x, y)) in enumerate(zip(tray.cards, corners, strict=True)):
            place = node_rect(FloatRect(x, y, min(step, wide) if i + 1 < count else wide, wide * CARD_RATIO))
            name = accessible_text(card_name(card, rules_id))
            nodes.append(Node(f"{id}/{i}", name, "card", place, group=id, place=(i + 1, count)))
    return nodes
