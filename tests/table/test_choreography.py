from __future__ import annotations

import typing
from collections.abc import Callable
from dataclasses import replace

import pytest

from game.engine.cards import Pile, card
from game.engine.events import (
    Attacked,
    Cleared,
    CoupFourrePlayed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Extended,
    ExtensionAsked,
    Laid,
    LegEnded,
    TurnBegan,
)
from game.engine.observation import Phase
from game.engine.rules import Seating
from game.table.animation.animation_step import AnimationStep, Flight, Pose, discard_pose
from game.table.animation.choreography import PlayedCardStart, animation_steps, drawn_indices
from game.table.animation.effects import (
    CrossFade,
    Dim,
    DrawPileCountdown,
    PointsPopup,
    Shake,
    StoneDrop,
    TurnFlagFlight,
)
from game.table.animation.intermediate_states import intermediate_states, transitions
from game.table.animation.road_effects import CarDrive, Skid
from game.table.geometry.layout import fan
from game.table.hand_order import sorted_by_kind
from tests.table.random_legs import WORDS_ALONE, first_event, laid_out, legs, steps_of_a_leg

EVERY_SEATING = [
    ("winning_moves", 4, Seating.SOLO),
    ("winning_moves", 6, Seating.TEAMS),
    ("piatnik", 2, Seating.SOLO),
    ("dujardin", 4, Seating.TEAMS),
    ("mille_miglia", 5, Seating.SOLO),
]


LEGS = legs()


def first(event: type[Event], own: bool | None = None) -> tuple[Event, list[AnimationStep]]:
    """The animation steps of the first event of that type; ``own`` asks for the viewer's, or for another's."""
    found, now, then = first_event(event, own=own)
    return found, animation_steps(now, (found,), then, laid_out(now))


# -- what lies on the table between two events -------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "seats", "seating"), EVERY_SEATING)
def test_events_alone_lead_to_the_observation_after_them(rules: str, seats: int, seating: Seating) -> None:
    for before, step in legs(rules, seats, seating, count=4):
        if not step.events:
            continue
        # An event that changes nothing keeps the last real one from being replaced by the observation itself.
        reached = intermediate_states(before, (*step.events, ExtensionAsked(0)), step.observation)[-2]
        expected = step.observation
        for part in ("hand", "hand_sizes", "draw_pile", "discard_pile", "sides", "target", "moves", "winner"):
            assert getattr(reached, part) == getattr(expected, part), (part, step.events)
        if expected.phase is Phase.TURN:
            assert reached.to_move == expected.to_move


def test_moves_become_legal_only_after_the_last_event_is_shown() -> None:
    for before, step in LEGS:
        assert all(not moment.legal for moment in intermediate_states(before, step.events, step.observation)[:-1])


def test_draw_pile_holds_the_whole_deck_before_the_deal() -> None:
    before, step = next(steps_of_a_leg(5))
    bare = intermediate_states(before, step.events, step.observation)[0]
    assert bare.draw_pile == step.observation.draw_pile + sum(step.observation.hand_sizes)
    assert bare.hand == ()
    assert {side.km for side in bare.sides} == {0}


# -- every event becomes animation steps ----------------------------------------------------------------------------


def test_events_are_all_shown_or_known_to_change_only_words() -> None:
    shown = {type(event) for _before, step in LEGS for event in step.events}
    missing = set(typing.get_args(Event)) - shown - WORDS_ALONE
    assert missing == set(), "the legs of this test should have every event"
    for kind in typing.get_args(Event):
        if kind not in WORDS_ALONE:
            _event, shown_as = first(kind)
            assert shown_as, kind
            assert all(animation_step.end_s > 0 for animation_step in shown_as), kind


@pytest.mark.parametrize("kind", sorted(WORDS_ALONE, key=str))
def test_event_that_only_changes_words_takes_no_time(kind: Callable[[int], Event]) -> None:
    before, step = LEGS[5]
    assert animation_steps(before, (kind(0),), step.observation, laid_out(before)) == []


def test_turn_passes_on_while_the_chips_change_over() -> None:
    _event, (animation_step,) = first(TurnBegan)
    assert animation_step.duration_s == 0
    assert [(type(effect), effect.duration_s) for effect in animation_step.effects] == [(CrossFade, 0.16)]


@pytest.mark.parametrize(
    ("kind", "own", "expected_ms"),
    [
        (Drew, False, 260),
        (Attacked, False, 520 + 120),
        (CoupFourrePlayed, False, 240 + 480 + 300 + 180 + 420),
        (Cleared, None, 360),
        (Discarded, False, 260),
        (Extended, None, 900),
        (LegEnded, None, 1600),
    ],
)
def test_event_takes_the_time_of_the_motion_table(kind: type[Event], own: bool | None, expected_ms: int) -> None:
    _event, shown_as = first(kind, own)
    assert round(1000 * sum(animation_step.duration_s for animation_step in shown_as)) == expected_ms


@pytest.mark.parametrize(("pile", "expected_ms"), [("battle", 340), ("speed", 340), ("safeties", 420)])
def test_remedies_and_safeties_are_laid_in_their_own_time(pile: str, expected_ms: int) -> None:
    for before, step in LEGS:
        laid = step.events[0] if step.events else None
        if isinstance(laid, Laid) and laid.pile == pile and laid.seat != before.seat:
            shown_as = animation_steps(before, (laid,), step.observation, laid_out(before))
            assert round(1000 * shown_as[0].duration_s) == expected_ms
            return
    raise AssertionError(pile)


def test_car_drives_after_its_card_has_landed() -> None:
    for before, step in LEGS:
        laid = step.events[0] if step.events else None
        if isinstance(laid, Laid) and laid.pile is Pile.DISTANCE:
            shown_as = animation_steps(before, (laid,), step.observation, laid_out(before))
            drive, drop = shown_as[1].effects
            assert isinstance(drive, CarDrive)
            assert isinstance(drop, StoneDrop)
            assert (drive.side, drive.start_km) == (laid.side, before.sides[laid.side].km)
            assert drive.km(0) == drive.start_km
            assert drive.km(drive.end_s) == before.sides[laid.side].km + laid.card.km
            assert drive.duration_s == min(0.7, 0.12 + 0.003 * laid.card.km)
            assert shown_as[1].duration_s == 0, "the next player may draw while it drives"
            assert drive.hidden == {f"car/{laid.side}", f"km/{laid.side}"}
            assert drop.hidden == {f"distance/{laid.side}"}
            return
    raise AssertionError


# -- where the cards fly -----------------------------------------------------------------------------------------------


def landing(flight: Flight) -> tuple[int, int]:
    pose = flight.pose(flight.end_s)
    return round(pose.x), round(pose.y)


def middle(box: typing.Any) -> tuple[int, int]:
    return round(box.center[0]), round(box.center[1])


def test_hazard_flies_from_its_player_to_the_pile_it_hits() -> None:
    event, (animation_step, hit) = first(Attacked, own=False)
    assert isinstance(event, Attacked)
    where = laid_out(LEGS[0][0])
    flight, lands = animation_step.flights
    assert (flight.start.x, flight.start.y) == where.card_origin(event.seat)
    assert landing(flight) == landing(lands) == middle(where.pile(event.side, event.pile))
    assert lands.end.width == where.pile(event.side, event.pile).w
    assert any(isinstance(effect, Shake) and effect.panel == where.display(event.side) for effect in hit.effects)
    halfway = flight.pose(flight.duration_s / 2)
    assert halfway.y < (flight.start.y + flight.end.y) / 2 - 10, "not in an arc"


def test_own_card_flies_from_where_it_was_dropped_and_the_hand_closes_up() -> None:
    for before, step in LEGS:
        laid = step.events[0] if step.events else None
        if isinstance(laid, Laid) and laid.seat == before.seat:
            index = before.hand.index(laid.card)
            dropped = Pose(700, 300, 130)
            animation_step = animation_steps(
                before, (laid,), step.observation, laid_out(before), PlayedCardStart(index, dropped)
            )[0]
            assert animation_step.flights[-1].start == dropped
            assert [flight.hand_index for flight in animation_step.flights[:-1]] == list(range(len(before.hand) - 1))
            assert animation_step.hidden == {f"card/{i}" for i in range(len(before.hand))}
            return
    raise AssertionError


def test_card_dropped_on_its_pile_flies_shorter_than_one_from_the_hand() -> None:
    event, shown_as = first(Discarded, own=True)
    before = next(b for b, s in LEGS if event in s.events)
    near = Pose(*laid_out(before).discard_pile.center, 130)
    assert isinstance(event, Discarded)
    step = next(s for b, s in LEGS if b is before)
    take_off = PlayedCardStart(before.hand.index(event.card), near)
    then = intermediate_states(before, (event,), step.observation)[-1]
    dropped = animation_steps(before, (event,), then, laid_out(before), take_off)
    assert dropped[0].flights[-1].duration_s < shown_as[0].flights[-1].duration_s


def test_card_drawn_by_the_viewer_lands_at_its_place_in_the_hand() -> None:
    for before, step in LEGS:
        drew = next((e for e in step.events if isinstance(e, Drew) and e.seat == before.seat), None)
        if drew is not None and not isinstance(step.events[0], Dealt):
            at = step.events.index(drew)
            now, then = intermediate_states(before, step.events, step.observation)[at : at + 2]
            flights = animation_steps(now, (drew,), then, laid_out(before))[-1].flights
            spots = fan(len(then.hand), laid_out(before).layout).spots
            assert [flight.card for flight in flights] == list(then.hand)
            assert [landing(f) for f in flights] == [(round(x), round(y)) for x, y, _ in spots]
            new = next(f for f in flights if f.turns_over_at is not None)
            assert (new.visible_face(0.0), new.visible_face(new.end_s)) == (None, new.card)
            return
    raise AssertionError


def test_rival_draw_shows_no_face() -> None:
    _event, (animation_step,) = first(Drew, own=False)
    assert all(flight.card is None for flight in animation_step.flights)
    assert not any(flight.is_seen(flight.end_s) for flight in animation_step.flights)


def test_display_hit_by_the_viewer_does_not_shake() -> None:
    _event, (_flying, hit) = first(Attacked, own=True)
    assert not any(isinstance(effect, Shake) for effect in hit.effects)


def test_car_of_a_side_that_was_rolling_brakes() -> None:
    braked = set()
    for before, step in LEGS:
        hit = step.events[0] if step.events else None
        if isinstance(hit, Attacked):
            shown_as = animation_steps(before, (hit,), step.observation, laid_out(before))
            was_rolling, rolls = (o.sides[hit.side].rolling for o in (before, step.observation))
            brakes = any(isinstance(effect, Skid) for effect in shown_as[-1].effects)
            assert brakes == (was_rolling and not rolls)
            braked.add(brakes)
    assert braked == {True, False}


def test_coup_fourre_slams_down_crosswise_and_both_cards_part() -> None:
    event, (animation_step, _changing) = first(CoupFourrePlayed)
    assert isinstance(event, CoupFourrePlayed)
    where = laid_out(LEGS[0][0])
    *_hand, flying, slamming, going = animation_step.flights
    assert (flying.end.angle, slamming.end.angle, going.end.angle) == (0, 90, 90)
    assert slamming.pose(1.02 + 0.01).angle == 90
    assert slamming.pose(1.02 - 0.05).width > slamming.end.width
    assert landing(going) == middle(where.safety(event.side, event.card))
    gain = next(effect for effect in animation_step.effects if isinstance(effect, PointsPopup))
    assert gain.points == 300
    assert {Dim, Shake, PointsPopup, TurnFlagFlight} == {type(effect) for effect in animation_step.effects}


def test_hazard_of_a_coup_fourre_spins_to_the_discard_pile() -> None:
    for before, step in LEGS:
        if step.events and isinstance(step.events[0], CoupFourrePlayed):
            assert isinstance(step.events[1], Cleared)
            animation_step = animation_steps(before, step.events, step.observation, laid_out(before))[0]
            spinning = next(flight for flight in animation_step.flights if flight.card is step.events[1].card)
            assert abs(spinning.end.angle) > 360
            lies = discard_pose(laid_out(before).discard_pile, len(step.observation.discard_pile))
            assert landing(spinning) == (round(lies.x), round(lies.y))
            assert spinning.end.angle % 360 == lies.angle % 360
            assert spinning.is_seen(0.0), "it lies there until it is thrown off"
            assert f"{step.events[1].pile}/{step.events[1].side}" in animation_step.hidden
            return
    raise AssertionError


def test_discard_lands_askew_just_as_it_will_lie() -> None:
    angles = set()
    for before, step in LEGS:
        for event, now, then in transitions(before, step.events, step.observation):
            if isinstance(event, Discarded | Cleared):
                flight = animation_steps(now, (event,), then, laid_out(before))[0].flights[-1]
                lies = discard_pose(laid_out(before).discard_pile, len(then.discard_pile))
                assert flight.end.angle % 360 == lies.angle % 360
                angles.add(lies.angle)
    assert angles == {3.0, -3.0}


def test_draw_pile_count_falls_with_every_card_dealt() -> None:
    _event, (animation_step,) = first(Dealt)
    (count,) = animation_step.effects
    assert isinstance(count, DrawPileCountdown)
    assert [count.number(flight.start_s + 0.001) for flight in animation_step.flights] == list(
        range(count.before - 1, count.after - 1, -1)
    )


def test_deal_gives_every_seat_its_cards_in_turn() -> None:
    before, step = next(steps_of_a_leg(5))
    dealt = step.events[0]
    assert isinstance(dealt, Dealt)
    animation_step = animation_steps(
        before, (dealt,), intermediate_states(before, step.events, step.observation)[1], laid_out(before)
    )[0]
    assert len(animation_step.flights) == 24
    own = [flight for flight in animation_step.flights if flight.hand_index is not None]
    assert [flight.card for flight in own] == list(sorted_by_kind(dealt.hands[before.seat]))  # type: ignore[arg-type]
    starts = [flight.start_s for flight in animation_step.flights]
    assert starts == sorted(starts)


@pytest.mark.parametrize("size", [(960, 540), (1080, 1350)])
def test_flights_of_a_leg_all_stay_within_the_window(size: tuple[int, int]) -> None:
    for before, step in LEGS[:200]:
        where = laid_out(before, size)
        for animation_step in animation_steps(before, step.events, step.observation, where):
            for flight in animation_step.flights:
                for pose in (flight.start, flight.end):
                    assert -pose.width < pose.x < size[0] + pose.width
                    assert -pose.width < pose.y < size[1] + pose.width


def test_drawn_cards_lie_behind_equal_cards_in_the_hand() -> None:
    fifty, go = card("km_50"), card("go")
    assert drawn_indices((go, fifty), (go, fifty, fifty)) == [2]
    assert drawn_indices((), (go, fifty)) == [0, 1]


def test_step_without_events_shows_nothing() -> None:
    observation = LEGS[3][1].observation
    assert animation_steps(observation, (), replace(observation, draw_pile=3), laid_out(observation)) == []
