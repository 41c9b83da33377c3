"""What a search reads off a leg agrees with what the leg shows card by card."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.cards import CARDS, SAFETIES, card
from game.engine.leg import Leg
from game.engine.moves import move
from game.engine.rules import RULE_SETS, Seating, load_rules, shuffled
from game.engine.tables import progress_of_cards, state_of
from tests.engine.positions import On, position

ROLLING = On(battle="go", distance="km_100")


def _random_leg(rules: str, seats: int) -> Leg:
    book = load_rules(rules)
    rng = Random(f"{rules}/{seats}")
    return Leg.deal(book, Seating.SOLO, shuffled(book.deck(seats, Seating.SOLO), rng), 0, seats=seats)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_states_ways_and_counts_agree_with_the_piles_and_hands(rules: str) -> None:
    leg = _random_leg(rules, 3)
    rng = Random(2)
    while not leg.is_over:
        displays = leg.piles().displays
        assert list(leg.states) == [
            state_of(d.battle, d.speed, d.safeties, leg.compiled_rules.start_state) for d in displays
        ]
        assert list(leg.progress) == [progress_of_cards(d.distance, d.coups_fourres) for d in displays]
        for seat in range(3):
            assert list(leg.counts(seat)) == [leg.hand(seat).count(c) for c in CARDS]
            assert leg.hand_size(seat) == sum(leg.counts(seat))
        leg.apply(rng.choice(leg.legal_moves()))


def test_counts_returned_by_a_leg_can_be_changed_safely() -> None:
    leg = _random_leg("winning_moves", 2)
    held = leg.hand(0)
    counts = leg.counts(0)
    counts[0] += 1
    assert leg.hand(0) == held


@pytest.mark.parametrize("count", [0, 1, 5])
def test_moves_since_leave_out_the_first_ones(count: int) -> None:
    leg = _random_leg("dujardin", 2)
    rng = Random(3)
    for _ in range(5):
        leg.apply(rng.choice(leg.legal_moves()))
    assert tuple(leg.moves_since(count)) == leg.moves[count:]


@pytest.mark.parametrize(
    ("rules", "first", "fresh"),
    [
        ("winning_moves", "1 ! driving_ace", {"extra_tank"}),
        ("winning_moves", "1 .", set()),
        ("piatnik", "1 ! driving_ace", set()),
        ("dujardin", "1 ! driving_ace", set()),
    ],
)
def test_safety_drawn_by_a_won_turn_is_fresh_where_it_plays_on(rules: str, first: str, fresh: set[str]) -> None:
    leg = position(
        rules,
        hands=["accident km_25 km_25 km_25 km_25 km_25 km_25", "driving_ace go go go go puncture_proof"],
        sides={1: ROLLING},
        draw_pile="extra_tank km_50 km_50 km_50 km_50",
    )
    leg.apply(move("0 accident > 1"))
    leg.apply(move(first))
    assert leg.extra_play_safeties == sum(1 << card(c).index for c in fresh)
    assert {c.id for c in SAFETIES if leg.extra_play_safeties >> c.index & 1} == fresh


def test_fresh_safety_stays_fresh_no_longer_than_its_turn() -> None:
    leg = position(
        "winning_moves",
        hands=["accident km_25 km_25 km_25 km_25 km_25 km_25", "driving_ace go go go go puncture_proof"],
        sides={1: ROLLING},
        draw_pile="extra_tank km_50 km_50 km_50 km_50",
    )
    for text in ("0 accident > 1", "1 ! driving_ace", "1 - go"):
        leg.apply(move(text))
    assert leg.extra_play_safeties == 0
