"""What is left to win in a leg: by hand, and in whole legs, where what is said to be lost must never come."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from game.engine.cards import Family
from game.engine.endgame import (
    coup_fourre_brings_turn,
    ends_with_this_turn,
    helping_cards,
    is_hopeless,
    may_be_won,
    may_drive,
    may_roll,
    unseen_cards,
)
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import Seating, load_rules, shuffled, sides_of
from game.engine.setup import MatchContext, Options
from tests.ai.playing import TABLES, another_world, position, unseen, view, wandering
from tests.cases import each

FAR = view(1, battle="go", distance="km_75")
NEAR = view(0, battle="go", distance="km_200 km_200 km_100 km_100 km_75")


def without(
    *kinds: str, own: str = "gasoline", draw_pile: int = 0, side: object = NEAR, rival: object = FAR
) -> Observation:
    """Nothing of these kinds is left: all lie on the discard pile that do not lie elsewhere."""
    seen = position(own, [side, rival], draw_pile=draw_pile)  # type: ignore[list-item]
    left = [*load_rules("winning_moves").deck(2, Seating.SOLO)]
    for shown in (seen.hand, *(pile for s in seen.sides for pile in (s.battle, s.speed, s.distance, s.safeties))):
        for held in shown:
            left.remove(held)
    return replace(seen, discard_pile=tuple(held for held in left if held.id in kinds), hand_sizes=(len(seen.hand), 6))


ALL_KM = ("km_25", "km_50", "km_75", "km_100", "km_200")
STANDING = view(0, battle="go flat_tire", distance="km_200 km_200 km_100 km_100 km_75")
LIMITED = view(1, battle="go", speed="speed_limit", distance="km_75")


@each(
    ("observation", "expected"),
    [
        (without(), True),
        (without(*ALL_KM), False),
        (without(*ALL_KM, own="km_25"), True),
        (without(*ALL_KM, own="km_50"), False),
        (without(*ALL_KM, own="km_25", side=STANDING), False),
        (without(*ALL_KM, own="km_25 spare_tire", side=STANDING), False),
        (without(*ALL_KM, own="km_25 spare_tire go", side=STANDING), True),
        (without(*ALL_KM, own="km_25 puncture_proof", side=STANDING), True),
        (without(*ALL_KM, own="km_25 spare_tire right_of_way", side=STANDING), True),
        (without(*ALL_KM, own="km_25 go", side=STANDING), False),
        (without(*ALL_KM[:3], own="gasoline"), False),
        (without(*ALL_KM[:3], own="gasoline", draw_pile=3), False),
        (without("km_25", "km_75"), False),
        (without("km_25", "km_50"), True),
        (without("km_100", "km_200", rival=LIMITED), False),
        (without("km_50", "km_75", "end_of_limit", "right_of_way", rival=LIMITED), False),
        (without("km_25", "km_200", rival=view(1, battle="go", distance="km_100 km_100 km_100 km_75")), True),
        (without(*ALL_KM[:3], own="gasoline", rival=view(1, distance="km_200 km_200 km_100")), True),
        (without(*ALL_KM[:3], "go", "right_of_way", rival=view(1, distance="km_200 km_200 km_100")), False),
    ],
)
def test_side_needs_the_cards_for_exactly_what_is_left(observation: Observation, *, expected: bool) -> None:
    assert may_be_won(observation) is expected


def test_leg_may_always_be_won_where_the_nearest_side_wins() -> None:
    assert may_be_won(replace(without(*ALL_KM), rules="mille_miglia"))


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_leg_that_was_reported_lost_is_won_by_nobody(rules: str, seats: int, seating: Seating) -> None:
    context, lost = MatchContext(1, (0,) * len(sides_of(seats, seating)), 5000, None), 0
    for seed in range(25):
        rng = Random(f"{rules}/{seats}/{seating}/{seed}")
        book = load_rules(rules)
        leg = Leg.deal(book, seating, shuffled(book.deck(seats, seating), rng), rng.randrange(seats), seats=seats)
        said = False
        while not leg.is_over:
            if leg.draw_pile < seats:
                said = said or not all(may_be_won(leg.observe(seat, context)) for seat in range(seats))
            leg.apply(rng.choice(leg.legal_moves()))
        lost += said
        assert not (said and leg.winner is not None)
    assert bool(lost) is (rules != "mille_miglia"), "such legs there are, but for those that the nearest wins"


# -- what the one who stands may hope for ------------------------------------------------------------------------------

ALL_STOPS = ("go", "right_of_way")
STOPPED = view(0, battle="go stop", distance="km_100")
BROKEN = view(0, battle="go accident", distance="km_100")
BROKEN_AND_FREE = view(0, battle="go accident", distance="km_100", safeties="right_of_way")
REPAIRED = view(0, battle="go accident repairs", distance="km_100")
FAST = view(0, battle="go", distance="km_200 km_200")
SLOW = view(0, battle="go", speed="speed_limit", distance="km_100")


@each(
    ("side", "helps"),
    [
        (view(0), "go right_of_way"),
        (STOPPED, "go right_of_way"),
        (REPAIRED, "go right_of_way"),
        (BROKEN, "repairs driving_ace"),
        (view(0, battle="go out_of_gas"), "gasoline extra_tank"),
        (view(0, battle="go flat_tire"), "spare_tire puncture_proof"),
    ],
)
def test_helping_cards_are_the_remedy_and_the_safety(side: SideView, helps: str) -> None:
    assert [help.id for help in helping_cards(side)] == helps.split()


@each(
    ("observation", "expected"),
    [
        (without(draw_pile=9, side=STOPPED), True),
        (without(*ALL_STOPS, draw_pile=9, side=STOPPED), False),
        (without(*ALL_STOPS, own="go", draw_pile=9, side=STOPPED), True),
        (without("go", draw_pile=9, side=STOPPED), True),
        (without(draw_pile=0, side=STOPPED), False),
        (without(draw_pile=1, side=STOPPED), False),  # the rival draws it
        (without(draw_pile=2, side=STOPPED), True),
        (without(own="extra_tank", draw_pile=1, side=STOPPED), True),  # by a coup fourré
        (without("repairs", "driving_ace", draw_pile=9, side=BROKEN), False),
        (without("repairs", draw_pile=9, side=BROKEN), True),
        (without(*ALL_STOPS, "driving_ace", draw_pile=9, side=BROKEN), False),  # repaired, it would wait for ever
        (without(*ALL_STOPS, draw_pile=9, side=BROKEN), True),
        (without("go", "driving_ace", draw_pile=9, side=BROKEN_AND_FREE), True),
        (without(*ALL_STOPS, draw_pile=9, side=REPAIRED), False),
        (without(*ALL_STOPS, draw_pile=9, side=NEAR), True),
    ],
)
def test_side_may_roll_while_what_it_needs_is_not_all_seen(observation: Observation, *, expected: bool) -> None:
    assert may_roll(observation) is expected


@each(
    ("observation", "expected"),
    [
        (without(draw_pile=9), True),
        (without(*ALL_KM, draw_pile=9), False),
        (without(*ALL_KM, own="km_25", draw_pile=9), True),
        (without(*ALL_KM, own="km_50", draw_pile=9), False),  # 25 km from the goal, and nobody may extend
        (without("km_25", "km_50", draw_pile=9, side=SLOW), True),
        (without("km_25", "km_50", "end_of_limit", "right_of_way", draw_pile=9, side=SLOW), False),
        (without("km_25", "km_50", "km_75", "km_100", draw_pile=9, side=SLOW), True),
        (
            without(
                "km_25", "km_50", "km_75", "km_100", draw_pile=9, side=view(0, battle="go", distance="km_200 " * 2)
            ),
            False,
        ),
        (without(*ALL_STOPS, draw_pile=9, side=STOPPED), False),
    ],
)
def test_side_may_drive_while_it_may_roll_and_a_distance_fits(observation: Observation, *, expected: bool) -> None:
    assert may_drive(observation) is expected


def test_side_past_the_others_may_drive_on_if_the_leg_may_be_extended() -> None:
    near_rival = view(1, battle="go", distance="km_200 km_200 km_100 km_100 km_50 km_25")
    far_rival = view(1, battle="go")
    seen = without("km_25", own="km_50", draw_pile=9, rival=near_rival)
    assert not may_drive(seen)
    assert may_drive(without("km_75", own="km_50 km_25", draw_pile=9, rival=near_rival))
    assert may_drive(without(own="km_50", draw_pile=9, rival=far_rival))


def test_unseen_cards_are_those_that_lie_nowhere_open() -> None:
    for _leg, seen in wandering("dujardin", 3, Seating.SOLO, "unseen"):
        assert sorted(unseen_cards(seen).elements(), key=lambda held: held.index) == unseen(seen)


def played_on(leg: Leg, seat: int, rng: Random) -> Leg:
    """The leg played to its end as kindly as can be: the seat drives wherever it can, and nobody stops it."""

    def worth(move: Move) -> tuple[float, float]:
        card = move.card
        if card is None or move.kind is MoveKind.COUP_FOURRE:
            return (move.kind in {MoveKind.EXTEND, MoveKind.COUP_FOURRE}, 0)
        if move.kind is MoveKind.DISCARD:
            return (-1, rng.random() - card.km - 100 * (card.family in {Family.REMEDY, Family.SAFETY}))
        return (2 if card.km else 1, rng.random()) if leg.seat == seat else (rng.choice((-2, 0)), rng.random())

    while not leg.is_over:
        leg.apply(max(leg.legal_moves(), key=worth))
    return leg


HOUSE = Options(rolling_start=True, eight_cards=True)


@pytest.mark.parametrize("options", [Options(), HOUSE], ids=["book", "house"])
def test_side_that_was_said_to_drive_no_more_lays_no_distance(options: Options) -> None:
    """In other worlds that look the same, with the best will of everybody."""
    stuck, rng = 0, Random(f"stuck/{options}")
    for (rules, seats, seating), number in product(TABLES, range(3)):
        for _leg, seen in wandering(rules, seats, seating, f"stuck/{number}", options):
            if seen.legal and seen.phase is Phase.TURN and not may_drive(seen):
                stuck += 1
                for _ in range(4):
                    end = played_on(another_world(seen, rng), seen.seat, rng)
                    assert end.km(seen.side) == seen.sides[seen.side].km, seen
    assert stuck > 50


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_discards_are_pointless_only_where_nothing_depends_on_them(rules: str, seats: int, seating: Seating) -> None:
    """The side drives no more, and no card that it keeps brings or costs a point."""
    for number in range(6):
        for _leg, seen in wandering(rules, seats, seating, f"pointless/{number}"):
            if seen.draw_pile and is_hopeless(seen) and may_be_won(seen):
                assert seen.must_discard
                assert not may_drive(seen)
                assert not any(held.family is Family.SAFETY for held in seen.hand)
                assert rules != "mille_miglia"


@each(
    ("rules", "target", "draw_pile", "hand", "ends", "goes_on"),
    [
        ("winning_moves", 700, 0, "driving_ace go", False, True),
        ("winning_moves", 700, 0, "driving_ace", False, False),
        ("winning_moves", 700, 1, "driving_ace", False, True),
        ("mille_miglia", 1000, 0, "driving_ace go", True, False),
        ("mille_miglia", 1000, 1, "driving_ace go", False, True),
        ("piatnik", 700, 0, "driving_ace go", False, True),
        ("piatnik", 1000, 0, "driving_ace go", True, False),
    ],
)
def test_turn_is_the_last_where_an_empty_pile_ends_the_leg(
    rules: str, target: int, draw_pile: int, hand: str, ends: bool, goes_on: bool
) -> None:
    sides = [view(0, battle="go"), view(1, battle="go")]
    observation = position(
        hand, sides, rules=rules, target=target, draw_pile=draw_pile, phase=Phase.COUP_FOURRE, attack="1 accident > 0"
    )
    assert (ends_with_this_turn(observation), coup_fourre_brings_turn(observation)) == (ends, goes_on)


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_coup_fourre_brings_a_turn_where_it_is_said_to(rules: str, seats: int, seating: Seating) -> None:
    asked = 0
    for leg, seen in (moment for seed in "abcdefgh" for moment in wandering(rules, seats, seating, seed)):
        if seen.phase is not Phase.COUP_FOURRE:
            continue
        then = leg.copy()
        then.apply(next(one for one in seen.legal if one.kind is MoveKind.COUP_FOURRE))
        is_next = not then.is_over and then.seat == seen.seat and then.phase is Phase.TURN
        is_stuck = then.is_over and not ends_with_this_turn(seen)  # by hands that nobody can see
        assert coup_fourre_brings_turn(seen) == is_next or is_stuck
        asked += 1
    assert asked
