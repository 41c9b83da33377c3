"""The drawing of cards that move above the table, from a cache of rotated and scaled faces."""

# ruff: noqa: PLR0913 - drawing takes what, where and how

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import pygame
from pygame import Rect, Surface

from game.engine.cards import Card
from game.i18n import language
from game.table.animation.animation_step import ENLARGED, Flight, Pose
from game.table.painting import card_faces
from game.table.painting.card_faces import FaceVariant, RotationBudget, face, hand_form, shaded, shadow
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
    """Draw a card where it is at this moment, and return its place.

    ``piles`` are the widths of cards on the table, in order: backs and small faces are scaled from these, which are
    cached. Without ``budget`` left, a card is drawn at its previous rotation. The steps of rotation are counted from
    the final angle, so that the card lands exactly; a card that was straight and flies without tilt leans at once.
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
    if piles and (card is None or form != hand_form(size)):
        size, form = next((width for width in piles if pose.width <= width * ENLARGED), piles[-1]), "small"
    return _look(card, size, form, rules_id), pose


def preload_flight(flight: Flight, rules_id: str, piles: tuple[float, ...]) -> Iterator[None]:
    """Begin to draw in the background what a flight will need, one part per ``next``: face, card at rest, rotations."""
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
    """Begin to rotate a card smoothly in the background; return False if that is already under way."""
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
    """Draw a card with its shadow, and return its place.

    ``size`` is the width of the face to scale from, ``final_angle`` the angle from which rotation steps are counted
    (None: no steps), ``lift`` the height above the table, ``narrow`` the visible share of the width while the card
    turns over.
    """
    look = _look(card, size or pose.width, form, rules_id, lift)
    return surface.blit(*_placed(look, pose, final_angle, narrow, budget))


def rough_card(card: Card, pose: Pose, rules_id: str, form: FaceVariant) -> tuple[Surface, tuple[int, int]]:
    """Return the picture and position of a card in the hand that still waits for its smooth rotation."""
    return _placed(_look(card, pose.width, form, rules_id), pose, None, 1.0, _NO_BUDGET)


@dataclass(frozen=True, slots=True)
class _CardLook:
    """The look of a card at any place; ``size`` is the width of its face in pixels."""

    card: Card | None
    size: int
    form: FaceVariant | None
    rules_id: str
    lift: float
    language: str
    back: str

    @property
    def is_of_hand(self) -> bool:
        """Whether the card looks like one that lies in the hand."""
        return self.lift == 1 and self.form == hand_form(self.size)

    @property
    def step(self) -> float:
        """The step of rotation in degrees."""
        return _STEP if self.lift <= 1 else _LIFTED_STEP

    def is_smooth(self, angle: float) -> bool:
        """Return whether a rotation by that angle is worth smoothing."""
        return self.size < _ROUGH_FROM_PX or self.lift > 1 or abs(angle) > _ROUGH_TO


def _look(card: Card | None, size: float, form: FaceVariant | None, rules_id: str, lift: float = 1.0) -> _CardLook:
    return _CardLook(card, round(size), form, rules_id, lift, language(), LOOKS.back)


def _placed(
    look: _CardLook, pose: Pose, lies: float | None, narrow: float, budget: RotationBudget | None
) -> tuple[Surface, tuple[int, int]]:
    """Return the picture of a card with its shadow, and the position of its upper left corner."""
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
    """Return a card and its shadow as one picture, and how much the shadow adds to the right and down."""
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
    """Return a card of its own size that leans a little, and the rotation used: smooth, nearly that angle, or rough.

    With a budget, one card per frame begins to be rotated smoothly in the background, to be drawn from the next frame
    on; if it is not ready then, it is rotated here.
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
    """Return a card that was rotated smoothly before, in flight or in the hand, or None."""
    card = look.card
    if card is not None and look.is_of_hand:
        is_held = card_faces.is_rotation_cached(card, look.size, angle, look.rules_id, form=look.form)
        return card_faces.rotated_card(card, look.size, angle, look.rules_id, form=look.form) if is_held else None
    return _cache.get(("turned", look, angle))


def _smooth(look: _CardLook, angle: float) -> Surface:
    """Rotate a card smoothly; one of the hand as it will lie there, so that this is done once."""
    if look.card is not None and look.is_of_hand:
        return card_faces.rotated_card(look.card, look.size, angle, look.rules_id, form=look.form)
    key = "turned", look, angle
    return _cache.put(key, art.preloaded_surface(key) or art.rotated(_upright(look), angle, THEME.paper))


def _upright(look: _CardLook) -> Surface:
    """Return a card that is not rotated, with its shadow as one picture."""
    right, down = (look.lift * share * look.size for share in _SHADOW)
    drawn = face(look.card, look.size, look.rules_id, form=look.form)
    key = "upright", look
    return _cache.get(key) or _cache.put(key, shaded(drawn, shadow(look.size), right, down))


def _scaled(card: Surface, scale: float) -> Surface:
    w, h = card.get_size()
    return pygame.transform.smoothscale(card, (max(1, round(w * scale)), max(1, round(h * scale))))


def _rotated_far(look: _CardLook, width: int, angle: float, budget: RotationBudget | None) -> Surface:
    """Return a card rotated so far that its shadow must be placed to the lower right of it anew."""
    if budget is not None:
        budget.spend(width)
    drawn = _rotate_exactly(face(look.card, look.size, look.rules_id, form=look.form), look, width, angle)
    shade = _rotate_exactly(shadow(look.size), look, width, angle)
    right, down = (look.lift * share * width for share in _SHADOW)
    return shaded(drawn, shade, right, down)


def _rotate_exactly(picture: Surface, look: _CardLook, width: int, angle: float) -> Surface:
    """Return the picture rotated by any angle; by a multiple of 90° exactly, so that no edge gets steps."""
    scale = width / look.size
    if angle % 90:
        return art.rotated(picture, angle, THEME.paper, scale)
    turned = pygame.transform.rotate(picture, angle)
    return turned if scale == 1 else _scaled(turned, scale)
