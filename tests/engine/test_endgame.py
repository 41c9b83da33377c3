"""Whether a leg can still be won: by hand, and in whole legs, where what is said to be lost must never be won."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.engine.endgame import may_be_won
from game.engine.leg import Leg
from game.engine.observation import Observation
from game.engine.rules import Seating, load_rules, shuffled, sides_of
from game.engine.setup import MatchContext
from tests.ai.playing import TABLES, position, view
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
        (without(*ALL_KM, own="km_25 spare_tire", side=STANDING), True),
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
