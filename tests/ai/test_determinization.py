"""Imagined worlds hold every card once, look like the real table, and heed what the others betrayed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ai.information_state import InformationState
from ai.search.determinization import Determinizer
from game.engine.cards import Card, card
from game.engine.observation import Observation, Phase, SideView
from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchContext
from tests.ai.playing import TABLES, position, view, wandering

EVERY = 4
"""Worlds are dealt at every fourth decision, and whenever a seat is asked something."""


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_a_world_looks_like_the_table_and_holds_every_card_once(rules: str, seats: int, seating: Seating) -> None:
    deck = Counter(load_rules(rules).deck(seats, seating))
    for number, (_, observation) in enumerate(wandering(rules, seats, seating, "world")):
        if number % EVERY and observation.phase is Phase.TURN:
            continue
        o = observation
        world = Determinizer(InformationState.of(o)).deal(Random(number))
        assert world.observe(o.seat, MatchContext(o.leg, o.totals, o.target_score, o.legs)) == o
        cards = Counter(world.deck[len(world.deck) - world.draw_pile :])
        for seat in range(seats):
            cards.update(world.hand(seat))
        layout = world.layout()
        cards.update(layout.discard_pile)
        for display in layout.displays:
            for pile in (display.battle, display.speed, display.distance, display.safeties):
                cards.update(pile)
        assert cards == deck


@pytest.mark.parametrize(("rules", "seats", "seating"), TABLES)
def test_a_world_can_be_played_to_its_end(rules: str, seats: int, seating: Seating) -> None:
    rng = Random(5)
    for number, (_, observation) in enumerate(wandering(rules, seats, seating, "end")):
        if number % 15:
            continue
        world = Determinizer(InformationState.of(observation)).deal(rng)
        while not world.is_over:
            world.apply(rng.choice(world.legal_moves()))
        assert world.scores is not None


def test_worlds_differ_in_what_is_hidden_and_follow_the_generator() -> None:
    observation = position("go km_25 km_50", [view(0), view(1, battle="go")])
    worlds = Determinizer(InformationState.of(observation))
    hands = [worlds.deal(Random(seed)).hand(1) for seed in range(20)]
    assert len(set(hands)) > 15
    assert hands == [worlds.deal(Random(seed)).hand(1) for seed in range(20)]


def test_playing_on_in_one_world_leaves_the_next_alone() -> None:
    observation = position("go km_25 km_50", [view(0), view(1, battle="go")])
    worlds = Determinizer(InformationState.of(observation))
    first = worlds.deal(Random(1))
    while not first.is_over:
        first.apply(first.legal_moves()[0])
    assert worlds.deal(Random(1)).hand(1) == Determinizer(InformationState.of(observation)).deal(Random(1)).hand(1)


OWN = view(0, battle="go", distance="km_100")


@pytest.mark.parametrize(
    ("display", "silence", "lacking"),
    [
        (view(1), "1 - km_25", "go right_of_way"),
        (view(1, battle="go stop"), "1 - km_25", "go right_of_way"),
        (view(1, battle="go out_of_gas"), "1 - km_25", "gasoline extra_tank"),
        (view(1, battle="go flat_tire"), "1 speed_limit > 0", "spare_tire puncture_proof"),
        (view(1, battle="go accident"), "1 - km_25", "repairs driving_ace"),
        (view(1, battle="go"), "1 - gasoline", "km_25 km_50 km_75 km_100"),
    ],
)
def test_what_a_side_betrayed_to_lack_is_seldom_in_its_hand(display: SideView, silence: str, lacking: str) -> None:
    silent = _share_holding(position("repairs", [OWN, display], before=[silence]), set(map(card, lacking.split())))
    unknown = _share_holding(position("repairs", [OWN, display]), set(map(card, lacking.split())))
    assert silent <= 0.2
    assert unknown >= 2 * silent


def _share_holding(observation: Observation, lacking: set[Card]) -> float:
    worlds = Determinizer(InformationState.of(observation))
    rng = Random(7)
    return sum(bool(lacking.intersection(worlds.deal(rng).hand(1))) for _ in range(300)) / 300
