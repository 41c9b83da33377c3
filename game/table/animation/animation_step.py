"""The animation step: what is shown for one event until the next may begin (card flights, effects, sounds).

Steps and flights are only data; everything in them depends on the seconds since the step began. ``effects`` and
``road_effects`` have the subclasses of ``Effect``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import ClassVar

from pygame import Rect, Surface

from game.engine.cards import Card
from game.engine.observation import Observation
from game.table.geometry.box import FloatRect
from game.table.geometry.places import Places
from game.table.painting.card_faces import FaceVariant
from game.table.view import TableView
from game.ui.animation import Animation, Cue

MAX_ENLARGEMENT = 1.12
"""The largest factor by which a picture of a card may be scaled up."""
_TURNING = 0.25
"""How long before and after the moment in which a card turns over it looks narrower, as a share of its flight."""
_ASKEW = 3.0


def covering_rect(box: FloatRect) -> Rect:
    """Return a rectangle of whole pixels that covers a box completely."""
    return Rect(math.floor(box.x), math.floor(box.y), math.ceil(box.w) + 1, math.ceil(box.h) + 1)


@dataclass(frozen=True, slots=True)
class Pose:
    """A card's center and width in pixels, and its angle, counter-clockwise in degrees."""

    x: float
    y: float
    width: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Flight(Animation):
    """The movement of one card from one pose to another.

    ``card`` is None for a card seen from behind. ``turns_over_at`` is the progress (0 … 1) at which a card turns over
    from back to face, or from face to back if it ``turns_face_down``. ``arc_px`` is the height of the path above the
    straight line, ``tilt_degrees`` how far the card leans halfway, ``shake_px`` how far it shakes sideways at the end.
    ``start_form`` and ``end_form`` are the variants of the face. ``visible_before`` and ``visible_after`` say whether
    the card is drawn before the flight starts and after it ends. ``hand_index`` is the index in the viewer's hand at
    which the card lands, None for other places.
    """

    card: Card | None
    start: Pose
    end: Pose
    arc_px: float = 0.0
    tilt_degrees: float = 0.0
    shake_px: float = 0.0
    turns_over_at: float | None = None
    turns_face_down: bool = False
    start_form: FaceVariant | None = None
    end_form: FaceVariant | None = None
    visible_after: bool = True
    visible_before: bool = False
    hand_index: int | None = None

    def is_seen(self, elapsed_s: float) -> bool:
        """Return whether the card is drawn at this moment."""
        if elapsed_s < self.start_s:
            return self.visible_before
        return self.visible_after or elapsed_s < self.end_s

    def pose(self, elapsed_s: float) -> Pose:
        """Return the pose of the card ``elapsed_s`` seconds after its animation step began."""
        clock = self.progress(elapsed_s)
        p, swing = self.easing(clock), math.sin(math.pi * clock)
        a, b = self.start, self.end
        return Pose(
            a.x + (b.x - a.x) * p + self.shake_px * math.sin(4 * math.pi * clock) * clock,
            a.y + (b.y - a.y) * p - self.arc_px * swing,
            max(1.0, a.width + (b.width - a.width) * p),
            a.angle + (b.angle - a.angle) * p + self.tilt_degrees * swing,
        )

    def visible_face(self, elapsed_s: float) -> Card | None:
        """Return the card whose face is visible at this moment, or None if the back is."""
        if self.turns_over_at is not None and (self.progress(elapsed_s) < self.turns_over_at) != self.turns_face_down:
            return None
        return self.card

    def visible_width_share(self, elapsed_s: float) -> float:
        """Return the share of the card's width that is visible: less than 1 while the card turns over."""
        if self.turns_over_at is None:
            return 1.0
        return max(0.05, min(1.0, abs(self.progress(elapsed_s) - self.turns_over_at) / _TURNING))

    def source_size(self, width: float) -> tuple[float, FaceVariant | None]:
        """Return the width and form of the cached picture from which to scale the card to ``width`` pixels.

        This is the smaller one of start and end, unless it would have to be scaled up too much.
        """
        small, large = sorted(
            ((self.start.width, self.start_form), (self.end.width, self.end_form)), key=lambda size: size[0]
        )
        return small if width <= small[0] * MAX_ENLARGEMENT else large


def pose_distance(a: Pose, b: Pose) -> float:
    """Return the distance between the centers of two poses in pixels."""
    return math.hypot(a.x - b.x, a.y - b.y)


def pose_in(box: FloatRect) -> Pose:
    """Return the pose of a card that fills a box."""
    return Pose(*box.center, box.w)


def discard_pose(pile: FloatRect, count: int) -> Pose:
    """Return the pose of the top card of a discard pile with ``count`` cards.

    The cards lie at a slight angle, alternately to the left and to the right.
    """
    return replace(pose_in(pile), angle=_ASKEW if count % 2 else -_ASKEW)


def safety_pose(slot: FloatRect) -> Pose:
    """Return the pose of a safety card that lies on its slot, as wide as the picture of a safety there."""
    return Pose(*slot.center, slot.w * 0.74)


class EffectLayer(IntEnum):
    """The drawing order of effects, the lowest first."""

    FADE = 0
    """Cross-fades are drawn first."""
    ROAD = 1
    """Effects with cars, stones, laurels and numbers."""
    SHAKE = 2
    """A shake moves everything drawn so far."""
    DARK = 3
    """Darkening covers everything drawn so far, but not the cards in flight."""
    ABOVE = 4
    """All other effects are drawn above the cards in flight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Animation):
    """Something other than a card that moves or changes during an animation step.

    It begins ``start_s`` seconds after the step and lasts ``duration_s`` seconds, both at normal speed.
    """

    layer: ClassVar[EffectLayer] = EffectLayer.ABOVE

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of the things that the table at rest must not show until the effect ends."""
        return frozenset()

    def is_seen(self, elapsed_s: float) -> bool:
        """Return whether the effect is drawn at this moment."""
        return self.start_s <= elapsed_s < self.end_s

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:  # noqa: ARG002 - for subclasses
        """Return the rectangles in which the effect is drawn, or None if that may be anywhere."""
        return None

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        """Draw the effect as it looks ``elapsed_s`` seconds after its step began; ``view`` is the table at rest."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class AnimationStep:
    """What is shown for one event; all times are in seconds at normal speed.

    ``shown_observation`` is the table meanwhile, without the things in motion, whose ids are ``hidden``. Flights end
    with the step; ``effects`` may outlast it. If ``waits_for_effects``, the step begins only when all effects of
    earlier steps are over. ``cues`` are its sounds. A played card has landed when the first animation step of its
    session step ends.
    """

    shown_observation: Observation
    duration_s: float = 0.0
    flights: tuple[Flight, ...] = ()
    hidden: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    waits_for_effects: bool = False
    cues: tuple[Cue, ...] = ()

    @property
    def end_s(self) -> float:
        """The seconds from the beginning of the step until nothing of it is visible any more."""
        return max([self.duration_s, *(effect.end_s for effect in self.effects)])
