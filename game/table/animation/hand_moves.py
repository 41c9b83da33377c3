"""How cards of the viewer's hand move when the player drags one: the carried card, and cards that move aside or return.

A carried card hangs under the pointer, leans against its motion, and is attracted by a pile nearby.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.engine.cards import Card
from game.table.animation import card_sprites
from game.table.animation.animation_step import Flight, Pose
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import Fan
from game.table.painting.card_faces import FaceVariant, RotationBudget, hand_form
from game.ui.animation import AnimationClock

CLICK_SLACK_PX = 6.0
"""How far the pointer may move during a click before the card is dragged, in pixels at text scale 1."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of the hand on which the mouse button is pressed.

    ``index`` is its index in the hand, ``grip`` the pointer's offset from the card's center at the press. ``lifted``
    says that the pointer has moved far enough: from then on the card follows the pointer.
    """

    index: int
    grip: Point
    pressed_at: Point
    pointer: Point
    lifted: bool = False

    @property
    def middle(self) -> Point:
        """The center of the carried card while it does not lean."""
        return self.pointer[0] - self.grip[0], self.pointer[1] - self.grip[1]

    def moved(self, pos: Point, *, slack: float = CLICK_SLACK_PX) -> HeldCard:
        """Return the held card after the pointer moved to ``pos``.

        The card is lifted once the pointer is more than ``slack`` pixels away from where it was pressed.
        """
        away = math.dist(pos, self.pressed_at)
        return HeldCard(self.index, self.grip, self.pressed_at, pos, self.lifted or away > slack)

    def at_index(self, index: int) -> HeldCard:
        """Return the same held card at another index, after the hand was sorted again."""
        return HeldCard(index, self.grip, self.pressed_at, self.pointer, self.lifted)


def grab(index: int, middle: Point, pos: Point) -> HeldCard:
    """Return the card at an index as held by the mouse; ``middle`` is the card's center, ``pos`` the pointer."""
    return HeldCard(index, (pos[0] - middle[0], pos[1] - middle[1]), pos, pos)


MOST_DEGREES = 8.0
_DEGREES = 1.1
"""How many degrees a carried card leans at a speed of one card width per second."""
_LAZY_S = 0.07
"""The time after which a carried card leans by two thirds of the angle for its speed."""
_STILL_DEGREES = 0.25
_PULL = 0.6
"""How far a carried card moves towards the middle of a pile under the pointer, as a share of the way."""
PULL_RANGE = 0.55
"""The distance within which a pile attracts a carried card, in card widths."""


@dataclass(frozen=True, slots=True)
class Sway:
    """How far a carried card leans: ``degrees`` counter-clockwise at the time ``at_s``, with the pointer at ``x``."""

    x: float
    at_s: float
    degrees: float = 0.0

    def after(self, x: float, now_s: float, width: float) -> Sway:
        """Return how far the card leans at a later time with the pointer at ``x``; ``width`` is the card's width."""
        passed_s = now_s - self.at_s
        if passed_s <= 0:
            return self
        speed = (x - self.x) / width / passed_s
        wanted = max(-MOST_DEGREES, min(MOST_DEGREES, -_DEGREES * speed))
        degrees = wanted + (self.degrees - wanted) * math.exp(-passed_s / _LAZY_S)
        return Sway(x, now_s, 0.0 if not wanted and abs(degrees) < _STILL_DEGREES else degrees)


def card_center(hold: HeldCard, degrees: float = 0.0) -> Point:
    """Return the center of a carried card that leans by ``degrees`` about the point where the mouse holds it."""
    turn, (x, y) = math.radians(degrees), hold.grip
    across, down = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    return hold.pointer[0] - across, hold.pointer[1] - down


def distance_to(box: FloatRect, pos: Point) -> float:
    """Return the distance of a point from a box in pixels, 0 if the point is inside."""
    dx = max(box.x - pos[0], 0.0, pos[0] - box.right)
    dy = max(box.y - pos[1], 0.0, pos[1] - box.bottom)
    return math.hypot(dx, dy)


def attracted_center(at: Point, pointer: Point, pile: FloatRect, width: float) -> Point:
    """Return the center of a carried card after a pile has attracted it: the more, the nearer the pointer is.

    ``at`` is the center without attraction, ``width`` the card's width.
    """
    share = _PULL * max(0.0, 1 - distance_to(pile, pointer) / (PULL_RANGE * width))
    x, y = pile.center
    return at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share


_BACK_S = 0.22
_SLIDE_S = 0.14  # a card of the hand makes room for another
_LIFTED = 2.2  # the height of a carried card, in which its shadow is scaled


class HandMoves:
    """The cards that move within the hand, and how far the carried card leans.

    Movements run on the ``clock``. If motion is switched off (``travels`` is False in ``update``), cards are in their
    places at once, and the carried card does not lean.
    """

    def __init__(self, clock: AnimationClock) -> None:
        self._clock = clock
        self._travels = True
        self._flights: dict[int, Flight] = {}
        self._sway: Sway | None = None

    # -- cards in motion ----------------------------------------------------------------------------------------------

    @property
    def moving_indices(self) -> frozenset[int]:
        """The indices of the cards that are still moving to their places in the hand."""
        return frozenset(self._flights)

    @property
    def is_moving(self) -> bool:
        """Whether the next frame differs even if the pointer does not move."""
        return bool(self._flights) or (self._sway is not None and self._sway.degrees != 0)

    def poses(self, spots: Fan, now_s: float) -> list[Pose]:
        """Return the pose in which each card of the hand is drawn at this time; ``spots`` are their final places."""
        poses = [_pose_in(spots, index) for index in range(len(spots.spots))]
        for index, flight in self._flights.items():
            poses[index] = flight.pose(self._clock.time_at(now_s))
        return poses

    def slide(
        self,
        hand: Sequence[Card],
        before: Sequence[Pose],
        after: Fan,
        now_s: float,
        *,
        except_indices: Iterable[int | None] = (),
    ) -> None:
        """Start to move the cards of the hand from the poses ``before`` to their places ``after``.

        ``except_indices`` are the indices of cards that do not move.
        """
        self._flights = {}
        for index, start in enumerate(before):
            if start != _pose_in(after, index) and index not in set(except_indices):
                self._send(hand[index], index, (start, after), now_s, _SLIDE_S)

    def send_back(
        self, card: Card, index: int, start: Pose, spots: Fan, now_s: float, *, shakes_px: float = 0.0
    ) -> None:
        """Start to move a carried card from ``start`` back to its place in the hand.

        ``shakes_px`` is how far it shakes sideways at the end, because its move was refused.
        """
        self._send(card, index, (start, spots), now_s, _BACK_S, shakes_px=shakes_px)

    def _send(
        self, card: Card, index: int, way: tuple[Pose, Fan], now_s: float, duration_s: float, *, shakes_px: float = 0.0
    ) -> None:
        """Start to move the card at ``index`` from a pose to its place in the hand."""
        if not self._travels:
            return
        start, spots = way
        form = hand_form(spots)
        self._flights[index] = Flight(
            card,
            start,
            _pose_in(spots, index),
            duration_s=duration_s,
            start_s=self._clock.time_at(now_s),
            shake_px=shakes_px,
            start_form=form,
            end_form=form,
            hand_index=index,
        )

    def finish_all(self) -> None:
        """End all movements: every card is in its place at once."""
        self._flights = {}

    def forget_places(self) -> None:
        """End all movements and the lean of the carried card, because the hand has a new layout."""
        self.finish_all()
        self._sway = None

    # -- the carried card ---------------------------------------------------------------------------------------------

    def carried_pose(self, hold: HeldCard, spots: Fan, pile: FloatRect | None) -> Pose:
        """Return the pose of a carried card; ``pile`` is the pile that attracts it, if any."""
        degrees = self._sway.degrees if self._sway is not None else 0.0
        at = card_center(hold, degrees)
        if pile is not None:
            at = attracted_center(at, hold.pointer, pile, spots.card_width)
        return Pose(*at, spots.card_width, degrees)

    # -- time and picture ---------------------------------------------------------------------------------------------

    def update(self, now_s: float, hold: HeldCard | None, width: float, *, travels: bool) -> bool:
        """Advance to this time; return whether a card has arrived at its place.

        ``hold`` is the card held by the mouse, ``width`` a card's width, ``travels`` whether motion is switched on.
        """
        self._clock.update(now_s)
        self._travels = travels
        if hold is None or not hold.lifted or not travels:
            self._sway = None
        elif self._sway is None:
            self._sway = Sway(hold.pointer[0], now_s)
        else:
            self._sway = self._sway.after(hold.pointer[0], now_s, width)
        elapsed_s = self._clock.elapsed_s
        running = {index: flight for index, flight in self._flights.items() if travels and elapsed_s < flight.end_s}
        has_arrived, self._flights = len(running) < len(self._flights), running
        return has_arrived

    def draw(self, surface: Surface, rules_id: str, budget: RotationBudget) -> list[Rect]:
        """Draw the moving cards, those on the right above those on the left, and return the areas drawn on."""
        elapsed_s = self._clock.elapsed_s
        in_order = sorted(self._flights.values(), key=lambda flight: flight.end.x)
        return [card_sprites.draw_flight(surface, flight, elapsed_s, rules_id, budget=budget) for flight in in_order]


def _pose_in(spots: Fan, index: int) -> Pose:
    x, y, angle = spots.spots[index]
    return Pose(x, y, spots.card_width, angle)


def draw_carried(surface: Surface, card: Card, pose: Pose, rules_id: str, form: FaceVariant) -> Rect:
    """Draw the card that the mouse carries, high above the table, and return the area drawn on."""
    return card_sprites.draw_card(
        surface, card, pose, rules_id, size=pose.width, form=form, final_angle=0.0, lift=_LIFTED
    )
