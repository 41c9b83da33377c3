"""Turns events into animation steps in which nothing moves, rotates or grows (art.md §7, reduced motion).

Things fade in at their final places, and frames mark important ones for a moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.engine.cards import Pile
from game.engine.events import (
    Attacked,
    Cleared,
    CoupFourrePlayed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Extended,
    Laid,
    LegEnded,
    TurnBegan,
)
from game.engine.observation import Observation
from game.table.animation.animation_step import AnimationStep, Flight, pose_in
from game.table.animation.choreography import Choreographer, PlayedCardStart, drawn_indices
from game.table.animation.coup_fourre import hit_pile, points_position
from game.table.animation.effects import CrossFade, Dim, HighlightEffect, PointsPopup, WinPlate
from game.table.animation.sounds import with_sounds
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import fan
from game.table.geometry.places import Places
from game.table.painting.target_glow import FramedPlace, Point
from game.table.view import card_id
from game.words.score import item_points

FADE_S = 0.12
FRAME_S = 0.9
_COUP_S = 1.2
_WIN_S = 1.6


def reduced_motion_steps(
    before: Observation,
    events: tuple[Event, ...],
    after: Observation,
    places: Places,
    take_off: PlayedCardStart | None = None,
) -> list[AnimationStep]:
    """Return the animation steps of a session step without motion; see ``choreography.animation_steps``."""
    choreographer = _ReducedMotion(places, take_off)
    return [
        animation_step
        for event, now, then in choreographer.transitions(before, events, after)
        for animation_step in with_sounds(event, list(choreographer.show(event, now, then)), before.side)
    ]


@dataclass(frozen=True, slots=True)
class _ReducedMotion(Choreographer):
    """The choreography in which nothing moves."""

    def show(self, event: Event, now: Observation, then: Observation) -> Iterator[AnimationStep]:
        match event:
            case Drew(seat=seat) if seat == now.seat:
                yield _fading(then, HighlightEffect(duration_s=FRAME_S, places=self._drawn(now, then)))
            case Dealt() | Drew() | Cleared() | Discarded() | Extended():
                yield _fading(then)
            case TurnBegan():
                yield AnimationStep(then, effects=(CrossFade(duration_s=FADE_S),))
            case Laid():
                yield _fading(then)
                yield _framing(then, FramedPlace(self._laid(event)))
            case Attacked(seat=seat, side=side, pile=pile):
                yield _fading(then)
                panels = (FramedPlace(self.places.display(each)) for each in (self.places.side_of(seat), side))
                start = self.places.displays[self.places.side_of(seat)].portrait[:2]
                yield _framing(then, *panels, line=(start, self.places.pile(side, pile).center))
            case CoupFourrePlayed():
                yield self._coup_fourre(event, now)
                yield _fading(then)
            case LegEnded(winner=winner):
                plate = WinPlate(duration_s=_WIN_S, winner=winner, is_still=True)
                yield AnimationStep(replace(then, legal=()), _WIN_S, effects=(plate,), waits_for_effects=True)

    def _drawn(self, now: Observation, then: Observation) -> tuple[FramedPlace, ...]:
        """Return the places of the cards just drawn in the viewer's hand, to be framed."""
        held = fan(len(then.hand), self.places.layout)
        width, height = held.card_width, held.card_width * 1.4
        spots = (held.spots[index] for index in drawn_indices(now.hand, then.hand))
        return tuple(
            FramedPlace(FloatRect(x - width / 2, y - height / 2, width, height), angle) for x, y, angle in spots
        )

    def _laid(self, event: Laid) -> FloatRect:
        """Return the place to frame after a card was played: its stone, its safety slot, or else the side's chips."""
        if event.pile is Pile.DISTANCE:
            return self.places.stone(event.side, event.card.km)
        if event.pile is Pile.SAFETIES:
            return self.places.safety(event.side, event.card)
        return self.places.displays[event.side].chips_area

    def _coup_fourre(self, event: CoupFourrePlayed, now: Observation) -> AnimationStep:
        """Return the step that shows the safety across the hazard, with the points won beside them."""
        hit = self.places.pile(event.side, hit_pile(event, now))
        across = replace(pose_in(hit), angle=90.0)
        safety = Flight(event.card, across, across, duration_s=_COUP_S, start_form="small", end_form="small")
        worth = item_points("coups_fourres", now.rules)
        gain = PointsPopup(duration_s=_COUP_S, points=worth, at=points_position(hit), is_still=True)
        hidden = frozenset({card_id(self.hand_index_of(now, event.card))} if event.seat == now.seat else ())
        return AnimationStep(now, _COUP_S, (safety,), hidden, (Dim(duration_s=_COUP_S), gain), waits_for_effects=True)


def _fading(then: Observation, *more: HighlightEffect) -> AnimationStep:
    return AnimationStep(replace(then, legal=()), FADE_S, effects=(CrossFade(duration_s=FADE_S), *more))


def _framing(then: Observation, *places: FramedPlace, line: tuple[Point, Point] | None = None) -> AnimationStep:
    frame = HighlightEffect(duration_s=FRAME_S, places=places, line=line)
    return AnimationStep(replace(then, legal=()), FRAME_S, effects=(frame,))
