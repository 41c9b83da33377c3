"""Turns events into animation steps in which cards fly and cars drive (art.md §7).

Before an animation step the picture shows the table before the event, and after the step the table after the event, so
animation steps may be skipped at any time. Nothing here draws or keeps state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.engine.cards import Card, Pile
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
from game.table.animation.coup_fourre import coup_fourre
from game.table.animation.effects import CrossFade, DrawPileCountdown, Laurel, Shake, StoneDrop, WinPlate
from game.table.animation.intermediate_states import transitions
from game.table.animation.road_effects import CarDrive, FinishCrossing, RoadRescale, Skid
from game.table.animation.sounds import with_sounds
from game.table.geometry.layout import Fan, fan
from game.table.geometry.places import Places, stack_step
from game.table.hand_order import index_in_hand
from game.table.painting.card_faces import FaceVariant, hand_form
from game.table.view import card_id, pile_id
from game.ui.animation import Easing, ease_out_back, ease_out_cubic, smoothstep


@dataclass(frozen=True, slots=True)
class FlightProfile:
    """The manner in which a kind of card flies.

    ``arc`` is the height of the path above the straight line, as a share of the distance; ``tilt`` is how far the card
    leans halfway, in degrees.
    """

    duration_s: float
    easing: Easing
    arc: float = 0.0
    tilt: float = 0.0


HAZARD_FLIGHT = FlightProfile(0.52, smoothstep, arc=0.22, tilt=10.0)
FLIGHT_PROFILES = {
    "distance": FlightProfile(0.32, ease_out_cubic),
    "remedy": FlightProfile(0.34, ease_out_cubic),
    "safety": FlightProfile(0.42, ease_out_back),
    "hazard": HAZARD_FLIGHT,
}
DISCARD_FLIGHT = FlightProfile(0.26, ease_out_cubic, arc=0.05)


_DEAL_S = 0.09
_DEAL_STEP_S = 0.05  # the next card leaves 40 ms before this one has landed
_DRAW_S = 0.26
_OPEN_S = 0.18  # the hand makes room
_CLOSE_S = 0.16  # the hand closes up
_LAND_S = 0.12
_HOVERS = 1.12  # the scale of a hazard just before it lands
_SHAKE_S, _SKID_S = 0.26, 0.5
_CLEAR_S = 0.36
_CHANGE_S = 0.16  # a chip changes
_CAR_S, _CAR_S_A_KM, _CAR_MOST_S = 0.12, 0.003, 0.7
_DROP_S = 0.16
_LAUREL_S = 0.4
_EXTEND_S = 0.9
_WIN_S = 1.6
TURNS_OVER_AT = 0.6
_NEAR = 0.35  # the least share of its time that a flight takes, for a card dropped next to its pile
HIDDEN_HAND_WIDTH = 0.3  # of the viewer's cards: the width of a card at a rival's portrait


@dataclass(frozen=True, slots=True)
class PlayedCardStart:
    """The start of the flight of a card that the viewer plays.

    ``index`` is the card's index in the hand. ``pose`` is where the card is held by the mouse or raised; None means its
    place in the hand. ``raised`` is the index of the raised card, if any.
    """

    index: int
    pose: Pose | None
    raised: int | None = None

    def from_hand(self) -> PlayedCardStart:
        """Return the start of the same card from its place in the hand, for a window of another size."""
        return PlayedCardStart(self.index, None)


def animation_steps(
    before: Observation,
    events: tuple[Event, ...],
    after: Observation,
    places: Places,
    take_off: PlayedCardStart | None = None,
) -> list[AnimationStep]:
    """Return the animation steps of a session step in order; events that show nothing have none.

    ``before`` and ``after`` are the table before and after all ``events`` of the step. ``take_off`` is the start of the
    viewer's card if one leaves the hand.
    """
    choreographer = _FullMotion(places, take_off)
    told = choreographer.transitions(before, events, after)
    shown: list[AnimationStep] = []
    while told:
        event, now, then = told.pop(0)
        if isinstance(event, CoupFourrePlayed):  # one animation together with the clearing of the hazards
            cleared: list[Cleared] = []
            while told and isinstance(told[0][0], Cleared):
                cleared.append(told[0][0])
                then = told.pop(0)[2]
            seen = list(choreographer.coup_fourre(event, cleared, now, then))
        else:
            seen = list(choreographer.show(event, now, then))
        shown += with_sounds(event, seen, before.side)
    return shown


@dataclass(frozen=True, slots=True)
class Choreographer:
    """The common part of the choreographies with full and with reduced motion.

    ``take_off`` is the start of the viewer's card if one leaves the hand in this step.
    """

    places: Places
    take_off: PlayedCardStart | None

    def transitions(
        self, before: Observation, events: tuple[Event, ...], after: Observation
    ) -> list[tuple[Event, Observation, Observation]]:
        """Return each event of a step with the table before it and after it."""
        return transitions(before, events, after, self.take_off.index if self.take_off else None)

    def hand_index_of(self, now: Observation, card: Card) -> int:
        """Return the index in the viewer's hand of the card that leaves it; ``now`` is the table before that."""
        return index_in_hand(now.hand, card, self.take_off.index if self.take_off else None)


@dataclass(frozen=True, slots=True)
class _FullMotion(Choreographer):
    """The choreography in which cards fly and cars drive."""

    def show(self, event: Event, now: Observation, then: Observation) -> Iterator[AnimationStep]:
        """Yield the animation steps of one event; ``now`` and ``then`` are the table before and after it."""
        match event:
            case Dealt():
                yield self._deal(event, now, then)
            case TurnBegan():
                yield self._fade_chips_step(then, *self._active_sides(now, then))
            case Drew():
                yield self._draw(event, now, then)
            case Laid(seat=seat, side=side, card=card, pile=pile):
                yield self._fly_to_table(now, then, seat, card, self._landing_pose(then, side, card, pile))
                yield self._after_laying(event, now, then)
            case Attacked(seat=seat, side=side, card=card, pile=pile):
                yield self._attack(now, then, seat, card, pose_in(self.places.pile(side, pile)))
                yield self._hit(event, now, then)
            case CoupFourrePlayed():
                yield from self.coup_fourre(event, [], now, then)
            case Cleared(side=side, card=card, pile=pile):
                yield self._clear(now, side, card, pile)
                yield self._fade_chips_step(then, side)
            case Discarded(seat=seat, card=card):
                end = discard_pose(self.places.discard_pile, len(then.discard_pile))
                yield self._fly_to_table(now, then, seat, card, end, DISCARD_FLIGHT)
            case Extended():
                rest = replace(then, legal=())
                yield AnimationStep(
                    rest, _EXTEND_S, effects=(RoadRescale(duration_s=_EXTEND_S),), waits_for_effects=True
                )
            case LegEnded(winner=winner):
                yield self._end(winner, then)

    # -- the hand -------------------------------------------------------------------------------------------------

    def _fan(self, n: int, raised: int | None = None) -> Fan:
        return fan(n, self.places.layout, raised)

    @property
    def _hand_form(self) -> FaceVariant:
        return hand_form(self._fan(0))

    def _in_hand(self, n: int, index: int, raised: int | None = None) -> Pose:
        held = self._fan(n, raised)
        x, y, angle = held.spots[index]
        return Pose(x, y, held.card_width, angle)

    def _closing(self, now: Observation, then: Observation, gone: int) -> Iterator[Flight]:
        """Yield the flights of the remaining cards, which close the gap at the index ``gone``."""
        raised = self.take_off.raised if self.take_off else None
        for index, card in enumerate(then.hand):
            was = index + (index >= gone)
            start = self._in_hand(len(now.hand), was, None if raised == was else raised)
            yield self._within_hand(card, start, self._in_hand(len(then.hand), index), index, _CLOSE_S)

    def _opening(self, now: Observation, then: Observation, new: Sequence[int]) -> Iterator[Flight]:
        """Yield the flights of the cards in the hand that move apart for new cards at the indices ``new``."""
        old = iter(range(len(now.hand)))
        for index, card in enumerate(then.hand):
            if index not in new:
                start = self._in_hand(len(now.hand), next(old))
                yield self._within_hand(card, start, self._in_hand(len(then.hand), index), index, _OPEN_S)

    def _within_hand(self, card: Card, start: Pose, end: Pose, index: int, duration_s: float) -> Flight:
        form = self._hand_form
        return Flight(card, start, end, duration_s=duration_s, start_form=form, end_form=form, hand_index=index)

    # -- cards to hands -------------------------------------------------------------------------------------------

    def _deal(self, event: Dealt, now: Observation, then: Observation) -> AnimationStep:
        """Return the step in which cards are dealt one by one to each seat, beginning after the dealer."""
        seats = len(event.hands)
        order = [(event.dealer + 1 + i) % seats for i in range(seats)]
        flights: list[Flight] = []
        for index in range(max(map(len, event.hands))):
            for seat in order:
                if index < len(event.hands[seat]):
                    start_s = len(flights) * _DEAL_STEP_S
                    flights.append(self._to_hand(then, seat, index, _DEAL_S, start_s))
        end_s = max((flight.end_s for flight in flights), default=0)
        count = DrawPileCountdown(duration_s=end_s, before=now.draw_pile, after=then.draw_pile, step_s=_DEAL_STEP_S)
        return AnimationStep(replace(now, draw_pile=then.draw_pile), end_s, tuple(flights), effects=(count,))

    def _draw(self, event: Drew, now: Observation, then: Observation) -> AnimationStep:
        rest = replace(now, draw_pile=event.draw_pile)
        if event.seat != now.seat:
            flights = tuple(
                self._to_hand(then, event.seat, 0, _DRAW_S, i * _DRAW_S / 2) for i in range(len(event.cards))
            )
            return AnimationStep(rest, max(flight.end_s for flight in flights), flights)
        new = drawn_indices(now.hand, then.hand)
        coming = [self._to_hand(then, event.seat, at, _DRAW_S, i * _DRAW_S / 2) for i, at in enumerate(new)]
        flights = tuple(sorted((*self._opening(now, then, new), *coming), key=lambda flight: flight.hand_index or 0))
        return AnimationStep(rest, max(flight.end_s for flight in flights), flights, hidden=_all_cards(now))

    def _to_hand(self, then: Observation, seat: int, index: int, duration_s: float, start_s: float) -> Flight:
        """Return a card's flight from the draw pile to a seat; the viewer's card turns over on the way."""
        start = pose_in(self.places.draw_pile)
        if seat == then.seat:
            end = self._in_hand(len(then.hand), index)
            return Flight(
                then.hand[index],
                start,
                end,
                duration_s=duration_s,
                start_s=start_s,
                arc_px=0.08 * pose_distance(start, end),
                turns_over_at=TURNS_OVER_AT,
                end_form=self._hand_form,
                hand_index=index,
            )
        x, y = self.places.card_origin(seat)
        end = Pose(x, y, self._fan(0).card_width * HIDDEN_HAND_WIDTH)
        arc = 0.08 * pose_distance(start, end)
        return Flight(None, start, end, duration_s=duration_s, start_s=start_s, arc_px=arc, visible_after=False)

    # -- cards to the table ---------------------------------------------------------------------------------------

    def _fly_to_table(
        self,
        now: Observation,
        then: Observation,
        seat: int,
        card: Card,
        end: Pose,
        profile: FlightProfile | None = None,
    ) -> AnimationStep:
        """Return the step in which a card flies from a seat's hand to ``end`` and the hand closes the gap."""
        profile = profile or FLIGHT_PROFILES[card.family.value]
        start, gone = self._flight_start(now, seat, card)
        away = pose_distance(start, end)
        if seat == now.seat:  # a card dropped close by takes less time
            reach = away / (0.4 * self.places.layout.size[1])
            profile = replace(profile, duration_s=profile.duration_s * min(1.0, max(_NEAR, reach)))
        flight = Flight(
            card,
            start,
            end,
            duration_s=profile.duration_s,
            easing=profile.easing,
            arc_px=profile.arc * away,
            tilt_degrees=profile.tilt,
            start_form=self._hand_form if gone is not None else None,
            end_form="small",
        )
        if gone is None:
            return AnimationStep(now, flight.end_s, (flight,))
        flights = (*self._closing(now, then, gone), flight)
        return AnimationStep(now, max(f.end_s for f in flights), flights, hidden=_all_cards(now))

    def _flight_start(self, now: Observation, seat: int, card: Card) -> tuple[Pose, int | None]:
        """Return where a card's flight starts, and the card's index in the viewer's hand, None for other hands."""
        if seat != now.seat:
            x, y = self.places.card_origin(seat)
            return Pose(x, y, self._fan(0).card_width * HIDDEN_HAND_WIDTH), None
        index = self.hand_index_of(now, card)
        if self.take_off and self.take_off.index == index and self.take_off.pose is not None:
            return self.take_off.pose, index
        return self._in_hand(len(now.hand), index), index

    def _landing_pose(self, then: Observation, side: int, card: Card, pile: Pile) -> Pose:
        """Return the pose of a card that has landed on a display."""
        if pile is Pile.SAFETIES:
            return safety_pose(self.places.safety(side, card))
        if pile is not Pile.DISTANCE:
            return pose_in(self.places.pile(side, pile))
        stack, step = self._stack(then, side, card)
        return pose_in(self.places.stone(side, card.km).moved(0, -step * (stack - 1)))

    def _stack(self, then: Observation, side: int, card: Card) -> tuple[int, float]:
        """Return how many stones of the card's distance a side has, and how many px each lies above the one below."""
        stack = sum(laid is card for laid in then.sides[side].distance)
        stone = self.places.stone(side, card.km)
        return stack, stack_step(self.places.pile(side, Pile.DISTANCE), stone, stack)

    # -- consequences -----------------------------------------------------------------------------------------------

    def _after_laying(self, event: Laid, now: Observation, then: Observation) -> AnimationStep:
        """Return the step with the consequences of a card played: a car drives, a chip changes, or a laurel opens."""
        side, card = event.side, event.card
        effects: tuple[Effect, ...] = (self._fade_chips(side),)
        if event.pile is Pile.DISTANCE:
            effects = self._drive(side, card, now, then)
        elif event.pile is Pile.SAFETIES:
            effects = (*effects, Laurel(duration_s=_LAUREL_S, slot=self.places.safety(side, card)))
        return AnimationStep(replace(then, legal=()), effects=effects)

    def _drive(self, side: int, card: Card, now: Observation, then: Observation) -> tuple[Effect, ...]:
        start_km, end_km = now.sides[side].km, then.sides[side].km
        duration_s = min(_CAR_MOST_S, _CAR_S + _CAR_S_A_KM * (end_km - start_km))
        drive = CarDrive(duration_s=duration_s, side=side, start_km=start_km, end_km=end_km, target=then.target)
        stack, step = self._stack(then, side, card)
        stone = self.places.stone(side, card.km)
        return drive, StoneDrop(duration_s=_DROP_S, side=side, km=card.km, stone=stone, stack=stack, step=step)

    def _attack(self, now: Observation, then: Observation, seat: int, card: Card, end: Pose) -> AnimationStep:
        """Return the step in which a hazard flies in a high arc and drops onto the pile."""
        above = replace(end, width=end.width * _HOVERS)
        flying = self._fly_to_table(now, then, seat, card, above, HAZARD_FLIGHT)
        flight = replace(flying.flights[-1], visible_after=False)
        landing = Flight(
            card,
            above,
            end,
            duration_s=_LAND_S,
            start_s=flight.end_s,
            easing=ease_out_back,
            start_form="small",
            end_form="small",
        )
        duration_s = max(flying.duration_s, landing.end_s)
        return replace(flying, duration_s=duration_s, flights=(*flying.flights[:-1], flight, landing))

    def _hit(self, event: Attacked, now: Observation, then: Observation) -> AnimationStep:
        """Return the step with the consequences of an attack: the car stops, and the attacked display shakes.

        The display does not shake if the viewer attacked.
        """
        side, effects = event.side, [self._fade_chips(event.side)]
        if event.seat != now.seat:
            effects.append(Shake(duration_s=_SHAKE_S, panel=self.places.display(side)))
        if now.sides[side].rolling and not then.sides[side].rolling:
            effects.append(Skid(duration_s=_SKID_S, side=side, km=then.sides[side].km, target=then.target))
        return AnimationStep(replace(then, legal=()), effects=tuple(effects))

    def _fade_chips(self, *sides: int) -> Effect:
        """Return the effect in which the chips of these sides change with a cross-fade."""
        return CrossFade(duration_s=_CHANGE_S, boxes=tuple(self.places.displays[side].chips_area for side in sides))

    def _fade_chips_step(self, then: Observation, *sides: int) -> AnimationStep:
        return AnimationStep(then, effects=(self._fade_chips(*sides),))

    def _active_sides(self, now: Observation, then: Observation) -> set[int]:
        return {self.places.side_of(seat) for seat in (now.to_move, then.to_move) if seat is not None}

    def _clear(self, now: Observation, side: int, card: Card, pile: Pile) -> AnimationStep:
        start = pose_in(self.places.pile(side, pile))
        end = discard_pose(self.places.discard_pile, len(now.discard_pile) + 1)
        arc = 0.15 * pose_distance(start, end)
        end = replace(end, angle=end.angle - 360)  # it spins once on its way
        flight = Flight(
            card, start, end, duration_s=_CLEAR_S, easing=smoothstep, arc_px=arc, start_form="small", end_form="small"
        )
        return AnimationStep(now, flight.end_s, (flight,), frozenset({pile_id(pile, side)}))

    def coup_fourre(
        self, event: CoupFourrePlayed, cleared: Sequence[Cleared], now: Observation, then: Observation
    ) -> Iterator[AnimationStep]:
        """Yield the steps of a coup fourré and the hazards it clears; see ``game.table.animation.coup_fourre``."""
        start, gone = self._flight_start(now, event.seat, event.card)
        form = self._hand_form if gone is not None else None
        animation_step = coup_fourre(self.places, event, cleared, now, (start, form))
        if gone is not None:
            flights = (*self._closing(now, then, gone), *animation_step.flights)
            animation_step = replace(animation_step, flights=flights, hidden=animation_step.hidden | _all_cards(now))
        yield animation_step
        yield self._fade_chips_step(then, event.side)

    def _end(self, winner: int | None, then: Observation) -> AnimationStep:
        """Return the step at the end of a leg: the winner's car crosses the line, and a panel names the winner."""
        effects: list[Effect] = [WinPlate(duration_s=_WIN_S, winner=winner)]
        if winner is not None:
            km = tuple(side.km for side in then.sides)
            effects.insert(0, FinishCrossing(duration_s=_WIN_S, winner=winner, km=km, target=then.target))
        return AnimationStep(replace(then, legal=()), _WIN_S, effects=tuple(effects), waits_for_effects=True)


def drawn_indices(old: Sequence[Card], new: Sequence[Card]) -> list[int]:
    """Return the indices in the hand ``new`` of the cards that the hand ``old`` did not have.

    Of equal cards, the last ones count as new.
    """
    left, found = list(old), []
    for index, card in enumerate(new):
        if card in left:
            left.remove(card)
        else:
            found.append(index)
    return found


def _all_cards(observation: Observation) -> frozenset[str]:
    return frozenset(card_id(index) for index in range(len(observation.hand)))
