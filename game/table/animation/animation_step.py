"""One stage of how an event is shown, until the next may begin: cards in flight, effects, sounds.

All of it is data, sampled by the time since the step began; how effects are drawn is told in ``effects`` and
``road_effects``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import ClassVar

from pygame import Rect, Surface

from game.engine.cards import Card
from game.engine.observation import Observation
from game.table.geometry.box import Box
from game.table.geometry.places import Places
from game.table.painting.card_faces import FaceVariant
from game.table.view import TableView
from game.ui.animation import Animation, Cue

ENLARGED = 1.12
"""A picture of a card may be blown up so much."""
_TURNING = 0.25
"""A card begins to turn over so much of its way before it shows the other side, and ends as much later."""
_ASKEW = 3.0


def box_rect(box: Box) -> Rect:
    """All the pixels of a box, and a little more."""
    return Rect(math.floor(box.x), math.floor(box.y), math.ceil(box.w) + 1, math.ceil(box.h) + 1)


@dataclass(frozen=True, slots=True)
class Pose:
    """A card somewhere: its middle and its width in pixels, and its angle, counter-clockwise in degrees."""

    x: float
    y: float
    width: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Flight(Animation):
    """One card on its way from one pose to another.

    ``card`` None is a back; with ``turns_over_at`` a card shows its back before that progress, or after it if it
    ``turns_away``. ``arc`` is how far
    above the straight line the way leads in px, ``tilt`` how far the card leans in its middle in degrees, ``shakes``
    how far it shakes its head at the end. A card that is not ``visible_after`` its landing has gone into a hidden
    hand. ``hand`` is the index in the viewer's hand that it comes to lie at.
    """

    card: Card | None
    start: Pose
    end: Pose
    arc: float = 0.0
    tilt: float = 0.0
    shakes: float = 0.0
    turns_over_at: float | None = None
    turns_away: bool = False
    start_form: FaceVariant | None = None
    end_form: FaceVariant | None = None
    visible_after: bool = True
    visible_before: bool = False
    hand: int | None = None

    def is_seen(self, elapsed_s: float) -> bool:
        """Whether the card is drawn at this moment."""
        if elapsed_s < self.start_s:
            return self.visible_before
        return self.visible_after or elapsed_s < self.end_s

    def pose(self, elapsed_s: float) -> Pose:
        """Where the card is at this moment."""
        clock = self.progress(elapsed_s)
        p, swing = self.easing(clock), math.sin(math.pi * clock)
        a, b = self.start, self.end
        return Pose(
            a.x + (b.x - a.x) * p + self.shakes * math.sin(4 * math.pi * clock) * clock,
            a.y + (b.y - a.y) * p - self.arc * swing,
            max(1.0, a.width + (b.width - a.width) * p),
            a.angle + (b.angle - a.angle) * p + self.tilt * swing,
        )

    def shows(self, elapsed_s: float) -> Card | None:
        """What is seen of the card at this moment: its face, or None for its back."""
        if self.turns_over_at is not None and (self.progress(elapsed_s) < self.turns_over_at) != self.turns_away:
            return None
        return self.card

    def narrowness(self, elapsed_s: float) -> float:
        """How wide the card looks while it turns over, 1 if it does not: it shows its edge in between."""
        if self.turns_over_at is None:
            return 1.0
        return max(0.05, min(1.0, abs(self.progress(elapsed_s) - self.turns_over_at) / _TURNING))

    def nearest(self, width: float) -> tuple[float, FaceVariant | None]:
        """From which of its two sizes the card is best drawn at that width: the smaller one that is not blown up."""
        small, large = sorted(
            ((self.start.width, self.start_form), (self.end.width, self.end_form)), key=lambda size: size[0]
        )
        return small if width <= small[0] * ENLARGED else large


def distance(a: Pose, b: Pose) -> float:
    """How far apart two poses are in pixels."""
    return math.hypot(a.x - b.x, a.y - b.y)


def lying(box: Box) -> Pose:
    """A card that fills a box."""
    return Pose(*box.center, box.w)


def discarded(pile: Box, count: int) -> Pose:
    """The uppermost of so many cards on the discard pile: askew, each the other way than the one below it."""
    return replace(lying(pile), angle=_ASKEW if count % 2 else -_ASKEW)


def plate(slot: Box) -> Pose:
    """A card on the slot of a safety, as wide as its plate."""
    return Pose(*slot.center, slot.w * 0.74)


class EffectLayer(IntEnum):
    """How high an effect is drawn, the lowest first."""

    FADE = 0
    """What fades lies lowest."""
    ROAD = 1
    """Then cars and stones."""
    SHAKE = 2
    """A shake moves them all."""
    DARK = 3
    """The dark lies above, but below the cards in flight."""
    ABOVE = 4
    """And the rest above the cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Animation):
    """Something that runs from ``start_s`` after its animation step began for ``duration_s``, both at normal speed."""

    layer: ClassVar[EffectLayer] = EffectLayer.ABOVE

    @property
    def hides(self) -> frozenset[str]:
        """The ids of what is not drawn at rest until it is over."""
        return frozenset()

    def is_seen(self, elapsed_s: float) -> bool:
        """Whether it is drawn at this moment."""
        return self.start_s <= elapsed_s < self.end_s

    def reach(self, places: Places) -> tuple[Rect, ...] | None:  # noqa: ARG002 - for subclasses
        """Where it is drawn, for those that are seen most; None is anywhere."""
        return None

    def draw(self, surface: Surface, elapsed_s: float, places: Places, view: TableView) -> None:
        """Draw it as it is so long after its animation step began, above what ``view`` shows at rest."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class AnimationStep:
    """One event as it is shown, in seconds at normal speed.

    ``rest`` is what lies on the table meanwhile, but for ``hidden``, the ids of what is on its way. Flights end with
    it; ``effects`` may outlast it. One that is ``alone`` waits until whatever outlasts those before it is over. What a
    player does has landed when the first animation step of its session step ends.
    """

    rest: Observation
    duration_s: float = 0.0
    flights: tuple[Flight, ...] = ()
    hidden: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    alone: bool = False
    cues: tuple[Cue, ...] = ()

    @property
    def end_s(self) -> float:
        """When nothing of it is to be seen any more."""
        return max([self.duration_s, *(effect.end_s for effect in self.effects)])
