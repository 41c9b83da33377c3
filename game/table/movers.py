"""Draws what moves above the resting table: cards in flight, from a cache of turned and scaled faces."""

# ruff: noqa: PLR0913 - drawing takes what, where and how

from __future__ import annotations

from typing import Final

import pygame
from pygame import Surface

from game.engine.cards import Card
from game.table.faces import Form, face, shadow
from game.table.flight import Flight, Pose
from game.ui import art
from game.ui.i18n import language

_BUDGET_WINDOWS: Final = 1.4  # some forty sprites on their way
_ANGLE_STEP: Final = 0.5  # degrees; finer is not seen in flight
_SIZE_STEP: Final = 2  # px
_SHADOW: Final = (0.022, 0.031)  # to the right and down, of the card's width (art.md §5)

_cache = art.SurfaceCache(_BUDGET_WINDOWS)


def draw_flight(surface: Surface, flight: Flight, elapsed_s: float, rules_id: str) -> None:
    """Draw a card where it is at this moment."""
    pose = flight.pose(elapsed_s)
    size, form = flight.nearest(pose.width)
    card, narrow = flight.shows(elapsed_s), flight.narrowness(elapsed_s)
    draw_card(surface, card, pose, rules_id, size=size, form=form, narrow=narrow)


def prewarm(flight: Flight, rules_id: str) -> None:
    """Draw the faces that a flight needs before it begins."""
    cards = {flight.card, None} if flight.turns_over_at is not None else {flight.card}
    for pose, form in ((flight.start, flight.start_form), (flight.end, flight.end_form)):
        shadow(pose.width)
        for card in cards:
            face(card, pose.width, rules_id, form=form)


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
) -> None:
    """Draw a card with its shadow.

    ``size`` is the width of the face it is scaled from, ``lift`` raises it, ``narrow`` is how much of its width is seen
    while it turns over.
    """
    width = size or pose.width
    at = _sprite(None, pose, width, form, rules_id, is_shadow=True)
    dx, dy = (lift * share * pose.width for share in _SHADOW)
    _blit_middle(surface, at, pose.x + dx, pose.y + dy, narrow)
    _blit_middle(surface, _sprite(card, pose, width, form, rules_id), pose.x, pose.y, narrow)


def _blit_middle(surface: Surface, sprite: Surface, x: float, y: float, narrow: float) -> None:
    if narrow < 1:
        w, h = sprite.get_size()
        sprite = pygame.transform.scale(sprite, (max(1, round(w * narrow)), h))
    surface.blit(sprite, (round(x - sprite.get_width() / 2), round(y - sprite.get_height() / 2)))


def _sprite(
    card: Card | None, pose: Pose, size: float, form: Form | None, rules_id: str, *, is_shadow: bool = False
) -> Surface:
    angle = round(pose.angle / _ANGLE_STEP) * _ANGLE_STEP
    if abs(pose.width - size) < _SIZE_STEP:
        width = round(size)
    else:
        width = max(_SIZE_STEP, round(pose.width / _SIZE_STEP) * _SIZE_STEP)
    key = (card, is_shadow, width, angle, round(size), form, rules_id, language())
    found = _cache.get(key)
    if found:
        return found
    base = shadow(size) if is_shadow else face(card, size, rules_id, form=form)
    if width == round(size) and not angle:
        return base
    return _cache.put(key, pygame.transform.rotozoom(base, angle, width / base.get_width()))
