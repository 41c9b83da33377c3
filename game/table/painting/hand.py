"""The viewer's hand: drawing its cards, with the chosen one raised (art.md §4), and finding the card at a point."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from pygame import Rect, Surface

from game.table.animation import card_sprites
from game.table.animation.animation_step import Pose
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import RAISED_SCALE, Fan, TableLayout, fan
from game.table.geometry.places import CARD_RATIO, Places
from game.table.hand_order import with_item_moved
from game.table.painting import card_faces
from game.table.painting.card_faces import RotationBudget
from game.table.view import CardMark, TableView, card_id
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.words.vocabulary import card_name


def raised_index(view: TableView) -> int | None:
    """Return the index in the hand of the raised card, which is the chosen one, or None."""
    index = view.selected
    return index if index is not None and index < len(view.observation.hand) else None


def hand_fan(places: Places, view: TableView) -> Fan:
    """Return where the cards of the hand lie, by index; a card dragged within the hand has the place of its gap."""
    n = len(view.observation.hand)
    spread = fan(n, places.layout, raised_index(view))
    if view.open_place is None:
        return spread
    order = with_item_moved(range(n), *view.open_place)
    return replace(spread, spots=tuple(spread.spots[order.index(index)] for index in range(n)))


def nearest_hand_slot(places: Places, view: TableView, x: float) -> int:
    """Return the index in the hand at which a card would lie that is dragged to ``x``."""
    spots = fan(len(view.observation.hand), places.layout).spots
    return min(range(len(spots)), key=lambda place: abs(spots[place][0] - x))


def _in_order(spots: Fan) -> list[int]:
    """Return the indices of the cards in their drawing order, from the left to the right."""
    return sorted(range(len(spots.spots)), key=lambda index: spots.spots[index][0])


def hand_width(places: Places) -> float:
    """Return the width in pixels of a card in the hand; it is the same for any number of cards."""
    return fan(0, places.layout).card_width


def extent(places: Places, cards: int) -> Rect:
    """Return the area on which a hand of that many cards may be drawn, including a raised card with ring and name."""
    area, (w, h), width = places.layout.hand, places.layout.size, hand_width(places)
    top = int(area.y - 0.3 * width)
    spots = fan(cards, places.layout).spots or ((*area.center, 0.0),)
    left, right = int(spots[0][0] - 1.5 * width), int(spots[-1][0] + 1.5 * width)
    return Rect(left, top, right - left, h - top).clip(Rect(0, 0, w, h))


def hand_key(view: TableView) -> object:
    """Return everything that the picture of the hand depends on, except the language, to detect changes."""
    cards = range(len(view.observation.hand))
    hidden = tuple(card_id(i) in view.hidden for i in cards)
    playable = tuple(map(view.looks_playable, cards))
    return (
        view.observation.hand,
        hidden,
        playable,
        raised_index(view),
        view.open_place,
        view.observation.rules,
        view.marks,
    )


Blits = list[tuple[Surface, tuple[int, int]]]
"""Pictures with the positions of their upper left corners."""


def resting_cards(places: Places, view: TableView, budget: RotationBudget) -> Blits:
    """Return the pictures of the cards that rest in the hand, without the raised one and those in motion."""
    spots, up = hand_fan(places, view), raised_index(view)
    seen = (i for i in _in_order(spots) if i != up and card_id(i) not in view.hidden)
    return [_resting_card(view, spots, i, budget) for i in seen]


def draw_hand(surface: Surface, places: Places, view: TableView, cards: Blits) -> None:
    """Draw the hand: the resting ``cards`` from ``resting_cards``, their marks, and the raised card with its ring."""
    surface.fblits(cards)
    up, marks = raised_index(view), {i: mark for i, mark in view.marks if card_id(i) not in view.hidden}
    if up is None and not marks:
        return
    spots = hand_fan(places, view)
    for i, mark in marks.items():
        if i != up:
            _draw_mark(surface, visible_part(spots, i, up), spots.card_width, mark, places.layout.text_scale)
    if up is not None and card_id(up) not in view.hidden:
        card = _draw_raised(surface, view, spots, up, places.layout.text_scale)
        if up in marks:
            _draw_mark(surface, card, spots.card_width, marks[up], places.layout.text_scale)
        if not spots.is_named:
            _draw_name(surface, view, up, card, places.layout)


def _resting_card(view: TableView, spots: Fan, index: int, budget: RotationBudget) -> tuple[Surface, tuple[int, int]]:
    width, (x, y, angle) = spots.card_width, spots.spots[index]
    card, rules_id = view.observation.hand[index], view.observation.rules
    greyed = not view.looks_playable(index)
    form = card_faces.hand_form(spots)
    if not card_faces.is_rotation_cached(card, width, angle, rules_id, form=form, greyed=greyed) and (
        card_faces.preload_rotation(card, width, angle, rules_id, form=form, greyed=greyed) or not budget.spend(width)
    ):
        budget.postpone()
        return card_sprites.rough_card(card, Pose(x, y, width, angle), rules_id, form)
    drawn = card_faces.rotated_card(card, width, angle, rules_id, form=form, greyed=greyed)
    w, h = card_faces.outline_size(drawn, width)
    return drawn, (round(x - w / 2), round(y - h / 2))


def preload(places: Places) -> Iterator[None]:
    """Draw the ring of a raised card into the cache, before it is needed."""
    place = _raised_place(0, 0, hand_width(places) * RAISED_SCALE)
    _draw_ring(Surface((1, 1)), place, places.layout.text_scale)
    yield


def preload_cards(places: Places, view: TableView) -> Iterator[None]:
    """Start to draw every card of the hand at rest into the cache, bright and dimmed, one per ``next``."""
    spots, rules_id = hand_fan(places, view), view.observation.rules
    form = card_faces.hand_form(spots)
    for card, (_x, _y, angle) in zip(view.observation.hand, spots.spots, strict=True):
        for greyed in (False, True):
            card_faces.preload_rotation(card, spots.card_width, angle, rules_id, form=form, greyed=greyed)
            yield


def preload_raised(places: Places, view: TableView) -> Iterator[None]:
    """Draw every card of the hand as raised into the cache, one per ``next``; dimming it later takes little time."""
    held, rules_id = fan(0, places.layout), view.observation.rules
    width, form = held.card_width, card_faces.hand_form(held)
    card_faces.shadow(width * RAISED_SCALE)
    yield
    for card in dict.fromkeys(view.observation.hand):
        yield from card_faces.preload_and_draw(card, width * RAISED_SCALE, rules_id, form=form)


def _raised_place(x: float, y: float, width: float) -> FloatRect:
    """Return a card's rectangle centered on a point, always rounded to the same size, so that one ring fits all."""
    w, h = round(width), round(round(width) * CARD_RATIO)
    return FloatRect(round(x - w / 2), round(y - h / 2), w, h)


def _draw_ring(surface: Surface, place: FloatRect, text_scale: float) -> None:
    draw.focus_ring(surface, place, place.w * 0.068, text_scale)


def draw_focus(surface: Surface, places: Places, view: TableView, index: int) -> Rect:
    """Draw the focus ring round a card that is not raised, rotated like the card; return the area drawn on."""
    spots = hand_fan(places, view)
    x, y, angle = spots.spots[index]
    place = _raised_place(x, y, spots.card_width)
    return draw.rotated_focus_ring(surface, place, place.w * 0.068, angle, places.layout.text_scale)


def _draw_raised(surface: Surface, view: TableView, spots: Fan, index: int, text_scale: float) -> FloatRect:
    form = card_faces.hand_form(spots)
    width, (x, y, _) = spots.card_width * RAISED_SCALE, spots.spots[index]
    place = _raised_place(x, y, width)
    shift = width * 0.03
    _blit(surface, card_faces.shadow(width), (x + shift, y + shift * 1.4))
    _draw_ring(surface, place, text_scale)
    greyed = not view.looks_playable(index)
    drawn = card_faces.face(view.observation.hand[index], width, view.observation.rules, form=form, greyed=greyed)
    surface.blit(drawn, (place.x, place.y))
    return place


def _draw_mark(surface: Surface, seen: FloatRect, width: float, mark: CardMark, text_scale: float) -> None:
    """Draw a mark in the middle of a card's visible part: words on a label, or a seal; and a frame round the best card.

    The label may cover the next card, but not more of it than the words need.
    """
    x, y = seen.center
    if mark.is_best:
        thick = max(4.0, 7 * text_scale)
        draw.rounded_rect(surface, seen.grown(thick), 0.068 * width + thick, None, THEME.good, thick)
    if not mark.words:
        r = 0.2 * width
        draw.rounded_rect(surface, (x - r, y - r, 2 * r, 2 * r), r, THEME.rolling, THEME.white, max(2, 0.1 * r))
        art.blit_icon(surface, "check", (x, y), 1.2 * r, THEME.white)
        return
    px = max(text.MIN_NAME_PX, min(26 * text_scale, 0.2 * width))
    wide, high = text.width(mark.words, "O8", px) + 1.1 * px, 1.6 * px
    left = max(seen.x + 2, x - wide / 2)
    draw.panel(surface, (left, y - high / 2, wide, high), 0.3 * high, THEME.stopped, shadow_px=2)
    text.draw(surface, mark.words, left + wide / 2, y, "O8", px, THEME.white, anchor="c")


def _draw_name(surface: Surface, view: TableView, index: int, card: FloatRect, layout: TableLayout) -> None:
    """Draw the name of a raised card on a label at the card's foot, because the card is too small for it."""
    name = card_name(view.observation.hand[index], view.observation.rules)
    px = max(text.MIN_NAME_PX, 18 * layout.text_scale)
    margin, height = px * 0.6, px * 1.6
    width = min(text.width(name, "B6", px) + 2 * margin, layout.hand.w)
    middle = min(max(card.center[0], layout.hand.x + width / 2), layout.hand.right - width / 2)
    y = min(card.bottom + height / 2, layout.hand.bottom - height / 2 - 3)
    place = FloatRect.around(middle, y, width, height)
    draw.panel(surface, place, height * 0.3, rim=THEME.text, rim_width=2, shadow_px=2)
    text.draw(surface, name, middle, y, "B6", px, anchor="c", max_width=width - margin)


def _blit(surface: Surface, drawn: Surface, center: tuple[float, float]) -> None:
    surface.blit(drawn, (round(center[0] - drawn.get_width() / 2), round(center[1] - drawn.get_height() / 2)))


def card_at(spots: Fan, up: int | None, pos: tuple[float, float]) -> int | None:
    """Return the index of the topmost card at a point, or None; ``up`` is the index of the raised card, if any."""
    if up is not None and _covers(spots, up, pos, RAISED_SCALE):
        return up
    order = (i for i in reversed(_in_order(spots)) if i != up)
    return next((i for i in order if _covers(spots, i, pos, 1.0)), None)


def _covers(spots: Fan, index: int, pos: tuple[float, float], scale: float) -> bool:
    x, y, angle = spots.spots[index]
    dx, dy = pos[0] - x, pos[1] - y
    turn = math.radians(angle)  # y points down on the screen, so this sign undoes the rotation
    across, down = dx * math.cos(turn) - dy * math.sin(turn), dx * math.sin(turn) + dy * math.cos(turn)
    width = spots.card_width * scale
    return abs(across) <= width / 2 and abs(down) <= width * CARD_RATIO / 2


def visible_part(spots: Fan, index: int, up: int | None) -> FloatRect:
    """Return the part of a card that no other card covers, where it can be pressed; ``up`` is the raised card."""
    x, y, _ = spots.spots[index]
    width = spots.card_width * (RAISED_SCALE if index == up else 1.0)
    height = width * CARD_RATIO
    left, right = x - width / 2, x + width / 2
    if index != up:
        following = [i for i in range(index + 1, len(spots.spots)) if i != up]
        if following:
            right = min(right, spots.spots[following[0]][0] - spots.card_width / 2)
        if up is not None:
            middle, half = spots.spots[up][0], spots.card_width * RAISED_SCALE / 2
            if up > index:
                right = min(right, middle - half)
            else:
                left = max(left, middle + half)
    if right - left < 2:  # wholly under the raised card, except for its foot
        left, right = x - width / 2, x + width / 2
    return FloatRect.between(left, y - height / 2, right, y + height / 2)
