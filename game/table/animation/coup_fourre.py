"""The animation of a coup fourré (art.md §7): the safety slams down across the hazard, then the two cards part.

The hazard spins to the discard pile while the safety flies to its slot, the points rise, and the flag of the turn moves
to the side that answered. All this is one animation step: the table itself does not change until everything has landed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.engine.cards import Pile
from game.engine.events import Cleared, CoupFourrePlayed
from game.engine.observation import Observation
from game.table.animation.animation_step import (
    AnimationStep,
    Effect,
    Flight,
    Pose,
    discard_pose,
    pose_distance,
    pose_in,
    safety_pose,
)
from game.table.animation.effects import Dim, PointsPopup, Shake, TurnFlagFlight
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import fan
from game.table.geometry.places import Places
from game.table.painting.card_faces import FaceVariant
from game.table.view import pile_id
from game.ui.animation import ease_in_cubic, smoothstep
from game.words.score import item_points

DIM_S, FLY_S, TURN_S = 0.24, 0.48, 0.30
HOLD_S = 0.18
"""How long hazard and safety lie across each other, so that players see them."""
PART_S = 0.42
_GAIN_S = 0.9
_SHAKE_S = 0.26
_HOVERS = 1.6  # the least scale of the safety before it slams down, of the pile's width
_HOVERS_LARGE = 0.85  # the same, of the width of a card in the hand
_ARC = 0.12
_SPIN = -720.0  # degrees on the way to the discard pile, full turns
_SPIN_ARC = 0.25


def hit_pile(event: CoupFourrePlayed, now: Observation) -> Pile:
    """Return the pile on which the hazard lies that the coup fourré answers."""
    on_speed = now.sides[event.side].speed[-1:] == (event.hazard,)
    return Pile.SPEED if on_speed else Pile.BATTLE


def points_position(hit: FloatRect) -> tuple[float, float]:
    """Return the point where the points won appear: beside the pile ``hit``, so that the cards on it stay visible."""
    return hit.right + hit.w * 0.45, hit.center[1]


def coup_fourre(
    places: Places,
    event: CoupFourrePlayed,
    cleared: Sequence[Cleared],
    now: Observation,
    start: tuple[Pose, FaceVariant | None],
) -> AnimationStep:
    """Return the animation step of a coup fourré.

    ``cleared`` are the events of the hazards that it removes. ``start`` is the safety's pose before its flight, and the
    form of its face if it is in the viewer's hand.
    """
    hit = places.pile(event.side, hit_pile(event, now))
    slams_s = DIM_S + FLY_S + TURN_S
    parts_s = slams_s + HOLD_S
    ends_s = parts_s + PART_S
    count = len(now.discard_pile) + 1
    hazards = tuple(_spinning(places, hazard, parts_s, count + i) for i, hazard in enumerate(cleared))
    safety = _slamming(places, event, hit, start, parts_s)
    effects: tuple[Effect, ...] = (
        Dim(duration_s=ends_s),
        Shake(start_s=slams_s, duration_s=_SHAKE_S, panel=places.display(event.side)),
        PointsPopup(
            start_s=slams_s, duration_s=_GAIN_S, points=item_points("coups_fourres", now.rules), at=points_position(hit)
        ),
        *_flag(places, event, now, parts_s),
    )
    hidden = frozenset(pile_id(hazard.pile, event.side) for hazard in cleared)
    return AnimationStep(now, ends_s, (*hazards, *safety), hidden, effects, waits_for_effects=True)


def _slamming(
    places: Places, event: CoupFourrePlayed, hit: FloatRect, start: tuple[Pose, FaceVariant | None], parts_s: float
) -> tuple[Flight, ...]:
    """Return the safety's flights: to above the hazard, down onto the hazard with a turn, and on to its slot."""
    came_from, form = start
    down = Pose(*hit.center, hit.w, 90)
    wide = max(hit.w * _HOVERS, fan(0, places.layout).card_width * _HOVERS_LARGE)
    above = Pose(hit.center[0], hit.center[1] - 0.1 * wide, wide)
    slot = replace(safety_pose(places.safety(event.side, event.card)), angle=90)
    flying = Flight(
        event.card,
        came_from,
        above,
        duration_s=FLY_S,
        start_s=DIM_S,
        easing=smoothstep,
        arc_px=_ARC * pose_distance(came_from, above),
        start_form=form,
        end_form="small",
        visible_before=form is not None,
        visible_after=False,
    )
    turning = Flight(
        event.card,
        above,
        down,
        duration_s=parts_s - flying.end_s,
        start_s=flying.end_s,
        easing=_slam_and_lie,
        start_form="small",
        end_form="small",
        visible_after=False,
    )
    going = Flight(
        event.card,
        down,
        slot,
        duration_s=PART_S,
        start_s=parts_s,
        easing=smoothstep,
        start_form="small",
        end_form="small",
    )
    return flying, turning, going


def _slam_and_lie(p: float) -> float:
    return ease_in_cubic(min(1.0, p * (TURN_S + HOLD_S) / TURN_S))


def _spinning(places: Places, hazard: Cleared, parts_s: float, count: int) -> Flight:
    """Return the flight of the hazard, spinning, to the discard pile, which then has ``count`` cards."""
    lies, end = pose_in(places.pile(hazard.side, hazard.pile)), discard_pose(places.discard_pile, count)
    return Flight(
        hazard.card,
        lies,
        replace(end, angle=end.angle + _SPIN),
        duration_s=PART_S,
        start_s=parts_s,
        easing=smoothstep,
        arc_px=_SPIN_ARC * pose_distance(lies, end),
        start_form="small",
        end_form="small",
        visible_before=True,
    )


def _flag(places: Places, event: CoupFourrePlayed, now: Observation, parts_s: float) -> tuple[Effect, ...]:
    """Return the effect in which the flag of the turn moves from the attacker to the side that answered."""
    attacker = next((move.seat for move in reversed(now.moves) if move.side is not None), None)
    if attacker is None:
        return ()
    start, end = (places.displays[side].portrait[:2] for side in (places.side_of(attacker), event.side))
    return (TurnFlagFlight(start_s=parts_s, duration_s=PART_S, start=start, end=end),)
