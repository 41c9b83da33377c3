"""Draws what moves above the resting table: cards in flight, from a cache of turned and scaled faces."""

# ruff: noqa: PLR0913, PLR0917 - drawing takes what, where and how

from __future__ import annotations

from typing import Final

import pygame
from pygame import Rect, Surface

from game.engine.cards import Card
from game.table.care import Care
from game.table.faces import Form, face, hand_form, shaded, shadow
from game.table.flight import ENLARGED, Flight, Pose
from game.ui import art
from game.ui.i18n import language
from game.ui.theme import THEME

_BUDGET_WINDOWS: Final = 1.4  # some forty sprites on their way
_ANGLE_STEP: Final = 0.7  # degrees: from card to card in a hand, so that these are met again; finer is not seen
_NEAR: Final = (-1, 1, -2, 2)  # steps: what hardly differs
_SIZE_STEP: Final = 2  # px
_COARSE_TO: Final = 6.0  # degrees, as cards lean in a hand: turned without smoothing they cost a sixth
_AS_ONE_TO: Final = 15.0  # degrees: a shadow that turns so far with its card still falls to the lower right
_SHADOW: Final = (0.022, 0.031)  # to the right and down, of the card's width (art.md §5)

_cache = art.SurfaceCache(_BUDGET_WINDOWS)


def draw_flight(
    surface: Surface,
    flight: Flight,
    elapsed_s: float,
    rules_id: str,
    piles: tuple[float, ...] = (),
    care: Care | None = None,
) -> Rect:
    """Draw a card where it is at this moment, and return where that is.

    ``piles`` are the widths that cards on the table have, in order: backs and small faces are scaled from these, which
    are there already. Without ``care`` left, a card is drawn as it was turned just before.
    """
    pose = flight.pose(elapsed_s)
    size, form = flight.nearest(pose.width)
    card, narrow = flight.shows(elapsed_s), flight.narrowness(elapsed_s)
    if piles and (card is None or form != hand_form(size)):
        size, form = next((width for width in piles if pose.width <= width * ENLARGED), piles[-1]), "small"
    return draw_card(surface, card, pose, rules_id, size=size, form=form, narrow=narrow, care=care)


def draw_card(
    surface: Surface,
    card: Card | None,
    pose: Pose,
    rules_id: str,
    *,
    size: float | None = None,
    form: Form | None = None,
    lift: float = 1.0,
    narrow: float = 1.0,
    care: Care | None = None,
) -> Rect:
    """Draw a card with its shadow, and return where.

    ``size`` is the width of the face it is scaled from, ``lift`` raises it, ``narrow`` is how much of its width is seen
    while it turns over.
    """
    sprite, (dx, dy) = _sprite(card, pose, size or pose.width, form, rules_id, lift, care)
    if narrow < 1:
        w, h = sprite.get_size()
        sprite, dx = pygame.transform.scale(sprite, (max(1, round(w * narrow)), h)), round(dx * narrow)
    left, top = pose.x - (sprite.get_width() - dx) / 2, pose.y - (sprite.get_height() - dy) / 2
    return surface.blit(sprite, (round(left), round(top)))


def _sprite(
    card: Card | None,
    pose: Pose,
    size: float,
    form: Form | None,
    rules_id: str,
    lift: float,
    care: Care | None,
) -> tuple[Surface, tuple[int, int]]:
    """A card and its shadow as one picture, and by how much the shadow makes it larger, to the right and down."""
    angle = round(round(pose.angle / _ANGLE_STEP) * _ANGLE_STEP, 1)
    if abs(pose.width - size) < _SIZE_STEP:
        width = round(size)
    else:
        width = max(_SIZE_STEP, round(pose.width / _SIZE_STEP) * _SIZE_STEP)
    right, down = (round(lift * share * width) for share in _SHADOW)

    def key(angle: float) -> object:
        return card, width, round(angle, 1), round(size), form, rules_id, lift, language()

    found = _cache.get(key(angle))
    if found is None and care is not None and not care.take(width):
        near = (_cache.get(key(angle + steps * _ANGLE_STEP)) for steps in _NEAR)
        found = next((sprite for sprite in near if sprite is not None), None)
    if found:
        return found, (right, down)
    return _cache.put(key(angle), _drawn(card, size, form, rules_id, lift, width, angle)), (right, down)


def _drawn(
    card: Card | None, size: float, form: Form | None, rules_id: str, lift: float, width: int, angle: float
) -> Surface:
    """A card of that face at another width and angle, with its shadow."""
    if abs(angle) > _AS_ONE_TO:
        drawn, shade = face(card, size, rules_id, form=form), shadow(size)
        drawn, shade = (art.turned(each, angle, THEME.paper, width / round(size)) for each in (drawn, shade))
        right, down = (lift * share * width for share in _SHADOW)
        return shaded(drawn, shade, right, down)
    right, down = (lift * share * size for share in _SHADOW)
    key = ("upright", card, round(size), form, rules_id, lift, language())
    upright = _cache.get(key)
    if upright is None:
        upright = _cache.put(key, shaded(face(card, size, rules_id, form=form), shadow(size), right, down))
    return _leaning(upright, width / round(size), angle, is_fine=lift > 1)


def _leaning(card: Surface, scale: float, angle: float, *, is_fine: bool) -> Surface:
    """A card with its shadow, scaled and leaning a little; what is gone at once is turned without smoothing."""
    if angle and (is_fine or abs(angle) > _COARSE_TO):
        return art.turned(card, angle, THEME.paper, scale)
    if scale != 1:
        card = pygame.transform.smoothscale(card, (round(card.get_width() * scale), round(card.get_height() * scale)))
    return pygame.transform.rotate(card, angle) if angle else card
