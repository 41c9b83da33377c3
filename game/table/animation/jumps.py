"""The animation of a jump to an earlier or later moment of a leg, when moves were taken back or made again.

All cards fly at the same time from their present places to their new ones, and the cars drive; the moves in between are
not shown one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from game.engine.cards import Card, Family, Pile
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
from game.table.animation.choreography import HIDDEN_HAND_WIDTH, TURNS_OVER_AT, drawn_indices
from game.table.animation.effects import CrossFade, HighlightEffect
from game.table.animation.reduced_motion import FADE_S, FRAME_S
from game.table.animation.road_effects import CarDrive
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import fan
from game.table.geometry.places import Places, stack_step
from game.table.painting.card_faces import FaceVariant, hand_form
from game.table.painting.target_glow import FramedPlace
from game.table.view import DISCARD, DRAW, card_id, pile_id
from game.ui.animation import Cue, smoothstep

JUMP_S = 0.3
"""The duration of a jump in seconds, over any number of moves."""
_ARC = 0.08

_SEAT = "seat"
_Place = tuple[str, int]
"""Where a card lies: a pile's name and its side, the discard pile, or ``_SEAT`` and the seat with a hidden hand."""


def jump_steps(now: Observation, then: Observation, places: Places, *, is_reduced: bool) -> list[AnimationStep]:
    """Return the animation step of a jump from the table ``now`` to the table ``then``.

    If ``is_reduced``, nothing flies; frames mark what has changed.
    """
    jump = _Jump(now, then, places)
    return [jump.faded() if is_reduced else jump.flown()]


@dataclass(frozen=True, slots=True)
class _PathEnd:
    """The start or the end of a card's flight.

    ``hand`` is the card's index if it lies in the viewer's hand there, ``pile`` the pile's id if it lies on a pile.
    """

    pose: Pose
    form: FaceVariant | None = "small"
    hand: int | None = None
    pile: str | None = None


@dataclass(frozen=True, slots=True)
class _Jump:
    now: Observation
    then: Observation
    places: Places

    def flown(self) -> AnimationStep:
        """Return the step with full motion: cards fly, cars drive and chips change."""
        ways = list(self._ways())
        flights = (*self._within_hand(), *(self._flight(card, start, end) for card, start, end in ways))
        effects = tuple(self._effects())
        duration_s = max([0.0, *(flight.end_s for flight in flights)])
        hidden = {end.pile for _card, _start, end in ways if end.pile is not None}
        hidden.update(card_id(index) for index in range(len(self.then.hand)))
        in_order = tuple(sorted(flights, key=lambda flight: -1 if flight.hand_index is None else flight.hand_index))
        rest, cues = replace(self.then, legal=()), (Cue("slide"),) if ways else ()
        return AnimationStep(rest, duration_s, in_order, frozenset(hidden), effects, cues=cues)

    def faded(self) -> AnimationStep:
        """Return the step with reduced motion: the old picture fades into the new one, and frames mark the changes."""
        displays = [FramedPlace(self.places.display(side)) for side in self._changed_sides]
        frame = HighlightEffect(duration_s=FRAME_S, places=(*displays, *self._back_in_hand()))
        return AnimationStep(replace(self.then, legal=()), FADE_S, effects=(CrossFade(duration_s=FADE_S), frame))

    def _back_in_hand(self) -> Iterator[FramedPlace]:
        held = fan(len(self.then.hand), self.places.layout)
        for index in drawn_indices(self.now.hand, self.then.hand):
            x, y, angle = held.spots[index]
            width, height = held.card_width, held.card_width * 1.4
            yield FramedPlace(FloatRect.around(x, y, width, height), angle)

    @property
    def _changed_sides(self) -> list[int]:
        pairs = zip(self.now.sides, self.then.sides, strict=True)
        return [side for side, (was, is_) in enumerate(pairs) if was != is_]

    # -- the cards ------------------------------------------------------------------------------------------------

    def _ways(self) -> Iterator[tuple[Card, _PathEnd, _PathEnd]]:
        """Yield each card that changes its place, with the start and end of its flight.

        A card that is not known to lie anywhere before or after the jump comes from or goes to the draw pile.
        """
        was, will_be = self._card_counts(self.now), self._card_counts(self.then)
        starts = [(card, self._end(self.now, card, place)) for card, place in (was - will_be).elements()]
        ends = [(card, self._end(self.then, card, place)) for card, place in (will_be - was).elements()]
        now, then = self.now.hand, self.then.hand
        starts += [(now[index], self._in_hand(len(now), index)) for index in drawn_indices(then, now)]
        ends += [(then[index], self._in_hand(len(then), index)) for index in drawn_indices(now, then)]
        drawn = _PathEnd(pose_in(self.places.draw_pile), pile=DRAW)
        for card, start in starts:
            end = next((found for found in ends if found[0] is card), (card, drawn))
            if end in ends:
                ends.remove(end)
            yield card, start, end[1]
        yield from ((card, drawn, end) for card, end in ends)

    def _card_counts(self, at: Observation) -> Counter[tuple[Card, _Place]]:
        """Return how many of each card lie at each place at the moment ``at``.

        Only known cards count: those open on the table, and in other players' hands those that were played later.
        """
        lying_there = Counter((card, (DISCARD, 0)) for card in at.discard_pile)
        for side, display in enumerate(at.sides):
            piles = (display.battle, display.speed, display.distance, display.safeties)
            for pile, cards in zip((Pile.BATTLE, Pile.SPEED, Pile.DISTANCE, Pile.SAFETIES), piles, strict=True):
                lying_there.update((card, (pile, side)) for card in cards)
        later = max(self.now, self.then, key=lambda moment: len(moment.moves))
        for move in later.moves[len(at.moves) :]:
            if move.card is not None and move.seat != at.seat:
                lying_there[move.card, (_SEAT, move.seat)] += 1
        return lying_there

    def _end(self, at: Observation, card: Card, place: _Place) -> _PathEnd:
        pile, number = place
        if pile == _SEAT:
            x, y = self.places.card_origin(number)
            return _PathEnd(Pose(x, y, self._card_width * HIDDEN_HAND_WIDTH), None)
        if pile == DISCARD:
            return _PathEnd(discard_pose(self.places.discard_pile, len(at.discard_pile)), pile=DISCARD)
        where = pile_id(pile, number)
        if card.family is Family.SAFETY:
            return _PathEnd(safety_pose(self.places.safety(number, card)), pile=where)
        if card.family is not Family.DISTANCE:
            return _PathEnd(pose_in(self.places.place(where)), pile=where)
        stone, stack = self.places.stone(number, card.km), at.sides[number].distance.count(card)
        step = stack_step(self.places.pile(number, Pile.DISTANCE), stone, stack)
        return _PathEnd(pose_in(stone.moved(0, -step * (stack - 1))), pile=where)

    def _flight(self, card: Card, start: _PathEnd, end: _PathEnd) -> Flight:
        """Return a card's flight between two places; on the way to or from the draw pile the card turns over."""
        return Flight(
            card,
            start.pose,
            end.pose,
            duration_s=JUMP_S,
            easing=smoothstep,
            arc_px=_ARC * pose_distance(start.pose, end.pose),
            turns_over_at=TURNS_OVER_AT if start.pile == DRAW else 1 - TURNS_OVER_AT if end.pile == DRAW else None,
            turns_face_down=end.pile == DRAW,
            start_form=start.form,
            end_form=end.form,
            visible_after=end.pile is not None or end.hand is not None,
            visible_before=True,
            hand_index=end.hand,
        )

    # -- the hand -------------------------------------------------------------------------------------------------

    @property
    def _card_width(self) -> float:
        return fan(0, self.places.layout).card_width

    def _in_hand(self, count: int, index: int) -> _PathEnd:
        held = fan(count, self.places.layout)
        x, y, angle = held.spots[index]
        return _PathEnd(Pose(x, y, held.card_width, angle), hand_form(held), index)

    def _within_hand(self) -> Iterator[Flight]:
        """Yield the flights of the cards that stay in the hand."""
        now, then = self.now.hand, self.then.hand
        gone, come = set(drawn_indices(then, now)), set(drawn_indices(now, then))
        left = [index for index in range(len(now)) if index not in gone]
        for index in (index for index in range(len(then)) if index not in come):
            was = next(old for old in left if now[old] is then[index])
            left.remove(was)
            yield self._flight(then[index], self._in_hand(len(now), was), self._in_hand(len(then), index))

    # -- the rest of the table ------------------------------------------------------------------------------------

    def _effects(self) -> Iterator[Effect]:
        now, then = self.now, self.then
        active = {self.places.side_of(seat) for seat in (now.to_move, then.to_move) if seat is not None}
        changed = sorted(active.union(self._changed_sides))
        yield CrossFade(duration_s=JUMP_S, boxes=tuple(self.places.displays[side].chips_area for side in changed))
        if now.target != then.target:
            yield CrossFade(duration_s=JUMP_S, boxes=(self.places.layout.strip,))
            return
        for side, (was, is_) in enumerate(zip(now.sides, then.sides, strict=True)):
            if was.km != is_.km:
                yield CarDrive(duration_s=JUMP_S, side=side, start_km=was.km, end_km=is_.km, target=then.target)
