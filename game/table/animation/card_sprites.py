"""Draws cards that move above the table, from a cache of rotated and scaled faces."""

# ruff: noqa: PLR0913 - drawing takes what, where and how

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import pygame
from pygame import Rect, Surface

from game.engine.cards import Card
from game.i18n import language
from game.table.animation.animation_step import MAX_ENLARGEMENT, Flight, Pose
from game.table.painting import card_faces
from game.table.painting.card_faces import HELD_FORMS, FaceVariant, RotationBudget, face, merged_with_shadow, shadow
from game.ui.drawing import art
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME

_BUDGET_WINDOWS = 1.0  # some thirty cards in flight
_STEP = 1.4  # degrees from card to card in a hand; nothing finer shows in flight
_LIFTED_STEP = 0.7  # degrees; finer, because players look at the card they carry
_NEAR = (-1, 1, -2, 2)  # steps that hardly differ
_SIZE_STEP = 2  # px
_ROUGH_TO = 6.0  # degrees; cards in a hand lean no more
_ROUGH_FROM_PX = 288
"""The width from which a card that leans little is rotated roughly: smoothing takes 3 ms, and pixels are small."""
_AS_ONE_TO = 15.0  # degrees; up to here a shadow rotated with its card still falls to the lower right
_MOMENTS = 12  # the moments of a flight whose rotations are prepared
_SHADOW = (0.022, 0.031)  # to the right and down, of the card's width (art.md §5)

_NO_BUDGET = RotationBudget(0)

_cache = art.SurfaceCache(_BUDGET_WINDOWS)


def draw_flight(
    surface: Surface,
    flight: Flight,
    elapsed_s: float,
    rules_id: str,
    piles: tuple[float, ...] = (),
    budget: RotationBudget | None = None,
) -> Rect:
    """Draw a card in flight as it is at this moment, and return the area drawn on.

    ``piles`` are the widths of the cards on the table, in ascending order: backs and small faces are scaled from the
    cached pictures of these widths. If no ``budget`` is left, a similar rotation from the cache is drawn. Angles are
    rounded to steps from the final angle, so that the card lands exactly. A straight card that flies without tilt gets
    its final angle at once.
    """
    look, pose = _look_and_pose(flight, elapsed_s, rules_id, piles)
    return surface.blit(*_placed(look, pose, flight.end.angle, flight.visible_width_share(elapsed_s), budget))


def _look_and_pose(flight: Flight, elapsed_s: float, rules_id: str, piles: tuple[float, ...]) -> tuple[_CardLook, Pose]:
    """Return the look and pose of a card in flight at this moment."""
    pose = flight.pose(elapsed_s)
    if not flight.start.angle and not flight.tilt_degrees and abs(flight.end.angle) <= _ROUGH_TO:
        pose = replace(pose, angle=flight.end.angle)
    size, form = flight.source_size(pose.width)
    card = flight.visible_face(elapsed_s)
    if piles and (card is None or form not in HELD_FORMS):
        size, form = next((width for width in piles if pose.width <= width * MAX_ENLARGEMENT), piles[-1]), "small"
    return _look(card, size, form, rules_id), pose


def preload_flight(flight: Flight, rules_id: str, piles: tuple[float, ...]) -> Iterator[None]:
    """Start to draw in another thread the pictures that a flight will need, one per ``next``."""
    card, end = flight.card, flight.end
    if card is None:
        return
    if flight.turns_over_at is not None and not flight.turns_face_down:
        card_faces.preload_face(card, end.width, rules_id, flight.end_form)
    elif flight.hand_index is not None and flight.end_form is not None:
        for greyed in (False, True):
            card_faces.preload_rotation(card, end.width, end.angle, rules_id, form=flight.end_form, greyed=greyed)
            yield
    elif flight.turns_over_at is None and (flight.tilt_degrees or flight.start.angle):
        if flight.end_form is not None:
            card_faces.preload_rotation(card, end.width, end.angle, rules_id, form=flight.end_form)
        for moment in range(_MOMENTS):
            elapsed_s = flight.start_s + flight.duration_s * (moment + 0.5) / _MOMENTS
            look, pose = _look_and_pose(flight, elapsed_s, rules_id, piles)
            angle = _stepped_angle(pose.angle, end.angle, look)
            if 0 < abs(angle) <= _AS_ONE_TO and look.is_smooth(angle) and not _cached_rotation(look, angle):
                _preload_rotation(look, angle)
            yield


def _preload_rotation(look: _CardLook, angle: float) -> bool:
    """Start to rotate a card smoothly in another thread; return False if that has started before."""
    if look.card is not None and look.is_of_hand:
        return card_faces.preload_rotation(look.card, look.size, angle, look.rules_id, form=look.form)
    key, wide = ("turned", look, angle), art.with_transparent_border(_upright(look), THEME.paper)
    return art.preload_surface(key, lambda: pygame.transform.rotozoom(wide, angle, 1), partial(_cache.put, key))


def draw_card(
    surface: Surface,
    card: Card | None,
    pose: Pose,
    rules_id: str,
    *,
    size: float | None = None,
    form: FaceVariant | None = None,
    final_angle: float | None = None,
    lift: float = 1.0,
    narrow: float = 1.0,
    budget: RotationBudget | None = None,
) -> Rect:
    """Draw a card with its shadow, and return the area drawn on.

    ``size`` is the width of the cached face from which the card is scaled. Angles are rounded to steps from
    ``final_angle``, or not at all if it is None. ``lift`` is the height above the table, which scales the shadow's
    distance; ``narrow`` is the visible share of the card's width while it turns over.
    """
    look = _look(card, size or pose.width, form, rules_id, lift)
    return surface.blit(*_placed(look, pose, final_angle, narrow, budget))


def rough_card(card: Card, pose: Pose, rules_id: str, form: FaceVariant) -> tuple[Surface, tuple[int, int]]:
    """Return a roughly rotated picture of a card in the hand, and the position of its upper left corner.

    It is shown until the smooth rotation is ready.
    """
    return _placed(_look(card, pose.width, form, rules_id), pose, None, 1.0, _NO_BUDGET)


@dataclass(frozen=True, slots=True)
class _CardLook:
    """Everything that a card's picture depends on except its pose: a cache key.

    ``size`` is the width of the face in pixels, ``back`` the design of the card backs.
    """

    card: Card | None
    size: int
    form: FaceVariant | None
    rules_id: str
    lift: float
    language: str
    back: str

    @property
    def is_of_hand(self) -> bool:
        """Whether the card looks the same as one that lies in the hand, so that their cache is shared."""
        return self.lift == 1 and self.form in HELD_FORMS

    @property
    def step(self) -> float:
        """The step in degrees to which rotation angles are rounded."""
        return _STEP if self.lift <= 1 else _LIFTED_STEP

    def is_smooth(self, angle: float) -> bool:
        """Return whether a rotation by that angle is worth smoothing."""
        return self.size < _ROUGH_FROM_PX or self.lift > 1 or abs(angle) > _ROUGH_TO


def _look(card: Card | None, size: float, form: FaceVariant | None, rules_id: str, lift: float = 1.0) -> _CardLook:
    return _CardLook(card, round(size), form, rules_id, lift, language(), LOOKS.back)


def _placed(
    look: _CardLook, pose: Pose, lies: float | None, narrow: float, budget: RotationBudget | None
) -> tuple[Surface, tuple[int, int]]:
    """Return the picture of a card with its shadow, and the position of the picture's upper left corner."""
    sprite, (dx, dy) = _sprite(look, _stepped_width(pose.width, look), _stepped_angle(pose.angle, lies, look), budget)
    if narrow < 1:
        w, h = sprite.get_size()
        sprite, dx = pygame.transform.scale(sprite, (max(1, round(w * narrow)), h)), round(dx * narrow)
    left, top = pose.x - (sprite.get_width() - dx) / 2, pose.y - (sprite.get_height() - dy) / 2
    return sprite, (round(left), round(top))


def _stepped_width(width: float, look: _CardLook) -> int:
    if abs(width - look.size) < _SIZE_STEP:
        return look.size
    return max(_SIZE_STEP, round(width / _SIZE_STEP) * _SIZE_STEP)


def _stepped_angle(angle: float, lies: float | None, look: _CardLook) -> float:
    stepped = angle if lies is None else lies + round((angle - lies) / look.step) * look.step
    return round(stepped, 2) + 0.0  # never -0


def _sprite(
    look: _CardLook, width: int, angle: float, budget: RotationBudget | None
) -> tuple[Surface, tuple[int, int]]:
    """Return a card and its shadow as one picture, and how many pixels the shadow adds to the right and down."""
    offset = round(look.lift * _SHADOW[0] * width), round(look.lift * _SHADOW[1] * width)
    if abs(angle) > _AS_ONE_TO:
        key: object = "apart", look, width, angle
        return _cache.get(key) or _cache.put(key, _rotated_far(look, width, angle, budget)), offset
    turned, how = _turned(look, angle, budget)
    if width == look.size:
        return turned, offset
    key = "scaled", look, width, how
    return _cache.get(key) or _cache.put(key, _scaled(turned, width / look.size)), offset


def _turned(look: _CardLook, angle: float, budget: RotationBudget | None) -> tuple[Surface, object]:
    """Return a slightly rotated card in the size of its face, and a cache key for the rotation used.

    That is a smooth rotation, else a smooth one by a similar angle, else a rough one. With a budget, the smooth
    rotation of one card per frame starts in another thread; if it was started but is not ready, the card is rotated
    here.
    """
    if not angle:
        return _upright(look), angle
    found = _cached_rotation(look, angle)
    if (
        found is None
        and look.is_smooth(angle)
        and (budget is None or (budget.is_untouched and budget.spend(look.size)))
    ):
        begins = budget is not None and _preload_rotation(look, angle)
        found = None if begins else _smooth(look, angle)
    if found is not None:
        return found, angle
    for near in (round(angle + steps * look.step, 2) for steps in _NEAR):
        found = _cached_rotation(look, near)
        if found is not None:
            return found, near
    key = "rough", look, angle
    return _cache.get(key) or _cache.put(key, pygame.transform.rotate(_upright(look), angle)), key


def _cached_rotation(look: _CardLook, angle: float) -> Surface | None:
    """Return the smoothly rotated card from the cache of flying cards or of the hand, or None."""
    card = look.card
    if card is not None and look.is_of_hand:
        is_held = card_faces.is_rotation_cached(card, look.size, angle, look.rules_id, form=look.form)
        return card_faces.rotated_card(card, look.size, angle, look.rules_id, form=look.form) if is_held else None
    return _cache.get(("turned", look, angle))


def _smooth(look: _CardLook, angle: float) -> Surface:
    """Return a smoothly rotated card, and cache it; a card that looks as in the hand shares the hand's cache."""
    if look.card is not None and look.is_of_hand:
        return card_faces.rotated_card(look.card, look.size, angle, look.rules_id, form=look.form)
    key = "turned", look, angle
    return _cache.put(key, art.preloaded_surface(key) or art.rotated(_upright(look), angle, THEME.paper))


def _upright(look: _CardLook) -> Surface:
    """Return a card that is not rotated, with its shadow as one picture."""
    right, down = (look.lift * share * look.size for share in _SHADOW)
    drawn = face(look.card, look.size, look.rules_id, form=look.form)
    key = "upright", look
    return _cache.get(key) or _cache.put(key, merged_with_shadow(drawn, shadow(look.size), right, down))


def _scaled(card: Surface, scale: float) -> Surface:
    w, h = card.get_size()
    return pygame.transform.smoothscale(card, (max(1, round(w * scale)), max(1, round(h * scale))))


def _rotated_far(look: _CardLook, width: int, angle: float, budget: RotationBudget | None) -> Surface:
    """Return a card rotated by a large angle, with its shadow at the lower right of the rotated card."""
    if budget is not None:
        budget.spend(width)
    drawn = _rotate_exactly(face(look.card, look.size, look.rules_id, form=look.form), look, width, angle)
    shade = _rotate_exactly(shadow(look.size), look, width, angle)
    right, down = (look.lift * share * width for share in _SHADOW)
    return merged_with_shadow(drawn, shade, right, down)


def _rotate_exactly(picture: Surface, look: _CardLook, width: int, angle: float) -> Surface:
    """Return the picture rotated by any angle; by a multiple of 90° exactly, so that no edge gets steps."""
    scale = width / look.size
    if angle % 90:
        return art.rotated(picture, angle, THEME.paper, scale)
    turned = pygame.transform.rotate(picture, angle)
    return turned if scale == 1 else _scaled(turned, scale)
