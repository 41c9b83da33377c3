"""The animation step: what is shown for one event until the next may begin (card flights, effects, sounds).

All of it is data, sampled by the time since the step began; ``effects`` and ``road_effects`` draw the effects.
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

ENLARGED = 1.12
"""The most that a picture of a card may be scaled up."""
_TURNING = 0.25
"""The share of its way in which a card turns over before it shows the other side, and again after."""
_ASKEW = 3.0


def box_rect(box: FloatRect) -> Rect:
    """Return all the pixels of a box, and a little more."""
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
    """One card on its way from one pose to another.

    ``card`` None is a back; with ``turns_over_at`` a card shows its back before that progress, or after it if it
    ``turns_face_down``. ``arc_px`` is the height of the path above the straight line in px, ``tilt_degrees`` the card's
    lean halfway in degrees, ``shake_px`` how far in px it shakes from side to side at the end. A card not
    ``visible_after`` its landing has gone into a hidden hand. ``hand_index`` is the index in the viewer's hand at which
    it lands.
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
        """Return where the card is at this moment."""
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
        """Return the visible face at this moment, or None for the back."""
        if self.turns_over_at is not None and (self.progress(elapsed_s) < self.turns_over_at) != self.turns_face_down:
            return None
        return self.card

    def visible_width_share(self, elapsed_s: float) -> float:
        """Return the visible share of the card's width while it turns over, else 1; in between it shows its edge."""
        if self.turns_over_at is None:
            return 1.0
        return max(0.05, min(1.0, abs(self.progress(elapsed_s) - self.turns_over_at) / _TURNING))

    def source_size(self, width: float) -> tuple[float, FaceVariant | None]:
        """Return the size and form to draw the card from at that width: the smaller one unless scaled up too much."""
        small, large = sorted(
            ((self.start.width, self.start_form), (self.end.width, self.end_form)), key=lambda size: size[0]
        )
        return small if width <= small[0] * ENLARGED else large


def distance(a: Pose, b: Pose) -> float:
    """Return the distance between two poses in pixels."""
    return math.hypot(a.x - b.x, a.y - b.y)


def pose_in(box: FloatRect) -> Pose:
    """Return the pose of a card that fills a box."""
    return Pose(*box.center, box.w)


def discard_pose(pile: FloatRect, count: int) -> Pose:
    """Return the pose of the top one of ``count`` cards on the discard pile: askew, contrary to the one below."""
    return replace(pose_in(pile), angle=_ASKEW if count % 2 else -_ASKEW)


def safety_pose(slot: FloatRect) -> Pose:
    """Return the pose of a card on the slot of a safety, as wide as its plate."""
    return Pose(*slot.center, slot.w * 0.74)


class EffectLayer(IntEnum):
    """The drawing order of effects, the lowest first."""

    FADE = 0
    """Cross-fades are drawn first."""
    ROAD = 1
    """Cars and stones."""
    SHAKE = 2
    """A shake moves everything drawn so far."""
    DARK = 3
    """The dark covers all that, but not the cards in flight."""
    ABOVE = 4
    """All other effects are drawn above the cards in flight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Animation):
    """An effect from ``start_s`` after its animation step began for ``duration_s``, both at normal speed."""

    layer: ClassVar[EffectLayer] = EffectLayer.ABOVE

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of what is not painted at rest until the effect ends."""
        return frozenset()

    def is_seen(self, elapsed_s: float) -> bool:
        """Return whether the effect is drawn at this moment."""
        return self.start_s <= elapsed_s < self.end_s

    def draw_areas(self, places: Places) -> tuple[Rect, ...] | None:  # noqa: ARG002 - for subclasses
        """Return where the effect is drawn, for the most frequent effects; None is anywhere."""
        return None

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        """Draw the effect as it is ``elapsed_s`` after its step began, above what ``view`` shows at rest."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class AnimationStep:
    """The picture of one event, in seconds at normal speed.

    ``shown_observation`` is what lies on the table meanwhile, without ``hidden``, the ids of things in flight. Flights
    end with the step; ``effects`` may outlast it. A step that is ``waits_for_effects`` waits until everything that
    outlasts earlier steps is over. A player's action has landed when the first animation step of its session step ends.
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
        """The time at which nothing of the step is visible any more."""
        return max([self.duration_s, *(effect.end_s for effect in self.effects)])
