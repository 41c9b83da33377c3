"""Imagined worlds hold every card once, look like the real table, and heed what the others betrayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from ai.information_state import InformationState
from ai.search.determinization import Determinizer
from ai.search.rollout_policy import rollout_move
from game.engine.cards import Card, Family, card
from game.engine.leg import Leg
from game.engine.moves import move
from game.engine.observation import Observation, Phase
from game.engine.rules import Seating, load_rules, shuffled
from game.engine.setup import MatchContext
from tests.ai.playing import TABLES, position, view, wandering
from tests.cases import each

EVERY = 4
"""Worlds are dealt at every fourth decision, and whenever a seat is asked something."""


@each(("rules", "seats", "seating"), TABLES)
def test_world_looks_like_the_table_and_holds_each_card_once(rules: str, seats: int, seating: Seating) -> None:
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
        layout = world.piles()
        cards.update(layout.discard_pile)
        for display in layout.displays:
            for pile in (display.battle, display.speed, display.distance, display.safeties):
                cards.update(pile)
        assert cards == deck


@each(("rules", "seats", "seating"), TABLES)
def test_world_can_be_played_to_its_end(rules: str, seats: int, seating: Seating) -> None:
    rng = Random(5)
    for number, (_, observation) in enumerate(wandering(rules, seats, seating, "end")):
        if number % 15:
            continue
        world = Determinizer(InformationState.of(observation)).deal(rng)
        while not world.is_over:
            world.apply(rng.choice(world.legal_moves()))
        assert world.scores is not None


def test_worlds_differ_in_hidden_cards_and_follow_the_generator() -> None:
    observation = position("go km_25 km_50", [view(0), view(1, battle="go")])
    worlds = Determinizer(InformationState.of(observation))
    hands = [worlds.deal(Random(seed)).hand(1) for seed in range(20)]
    assert len(set(hands)) > 15
    assert hands == [worlds.deal(Random(seed)).hand(1) for seed in range(20)]


def test_worlds_do_not_change_when_another_is_played_on() -> None:
    observation = position("go km_25 km_50", [view(0), view(1, battle="go")])
    worlds = Determinizer(InformationState.of(observation))
    first = worlds.deal(Random(1))
    while not first.is_over:
        first.apply(first.legal_moves()[0])
    assert worlds.deal(Random(1)).hand(1) == Determinizer(InformationState.of(observation)).deal(Random(1)).hand(1)


SILENT = "1 go, 0 go, 1 km_100, 0 km_100, "
"""Seats 0 and 1 have begun to roll; what follows tells of the hand of seat 1."""


@pytest.mark.parametrize(
    ("moves", "lacking"),
    [
        ("1 - km_25", "go right_of_way"),
        (SILENT + "1 km_25, 0 stop > 1, 1 - km_25", "go right_of_way"),
        (SILENT + "1 km_25, 0 out_of_gas > 1, 1 - km_25", "gasoline extra_tank"),
        (SILENT + "1 km_25, 0 flat_tire > 1, 1 - km_25", "spare_tire puncture_proof"),
        (SILENT + "1 km_25, 0 accident > 1, 1 - km_25", "repairs driving_ace"),
        (SILENT + "1 - gasoline", "km_100"),
        (SILENT + "1 - gasoline", "stop"),
    ],
)
def test_worlds_seldom_give_a_side_the_cards_it_betrayed_to_lack(moves: str, lacking: str) -> None:
    observation = _after(moves.split(", "))
    share = _share_holding(observation, set(map(card, lacking.split())))
    unknown = _share_holding(_after(["1 go", "0 go"]), set(map(card, lacking.split())))
    assert share <= 0.35
    assert unknown >= 1.5 * share


def test_worlds_often_give_a_side_hazards_it_had_no_target_for() -> None:
    """Nobody has been rolling yet: who holds stops could not lay them."""
    waiting = ["1 - km_25", "0 - km_25", "1 - km_50", "0 - km_50"]
    rolling = ["1 - km_25", "0 go", "1 - km_50", "0 km_50"]
    stop = {card("accident")}
    assert _share_holding(_after(waiting), stop) > 3 * _share_holding(_after(rolling), stop)


def test_worlds_hold_as_many_cards_of_each_family_as_real_hands() -> None:
    """By family, over games by the rollout policy: neither more nor less than a tenth off, safeties a quarter."""
    held: Counter[Family] = Counter()
    foreseen: Counter[Family] = Counter()
    rng = Random(11)
    for number in range(60):
        leg = Leg.deal(RULES, Seating.SOLO, shuffled(RULES.deck(2, Seating.SOLO), rng), number % 2, seats=2)
        while (seat := leg.seat) is not None:
            other = 1 - seat
            if leg.phase is Phase.TURN and rng.random() < 0.3:
                held.update(c.family for c in leg.hand(other))
                worlds = Determinizer(InformationState.of(leg.observe(seat, MATCH)))
                for _ in range(4):
                    foreseen.update(c.family for c in worlds.deal(rng).hand(other))
            leg.apply(rollout_move(leg))
    for family, count in held.items():
        off = foreseen[family] / 4 / count - 1
        assert abs(off) < (0.25 if family is Family.SAFETY else 0.1), (family, off)


RULES = load_rules("winning_moves")
MATCH = MatchContext(1, (0, 0), 5000, None)


def _after(moves: Sequence[str]) -> Observation:
    """What seat 0 sees in its turn after these moves of a leg of two, seat 1 first, whatever hands allow them."""
    deck = list(RULES.deck(2, Seating.SOLO))
    wanted: list[list[Card]] = [[], []]
    for text in moves:
        made = move(text)
        assert made.card is not None
        wanted[made.seat].append(made.card)
        deck.remove(made.card)
    Random(3).shuffle(deck)
    for hand in wanted:
        while len(hand) < 6 + len(moves):
            hand.append(next(c for c in deck if c.family is Family.REMEDY or c.km == 25))
            deck.remove(hand[-1])
    dealt = [wanted[1 - n % 2][n // 2] for n in range(12)]
    drawn = [wanted[1 - n % 2][6 + n // 2] for n in range(len(moves) + 1)]
    rest = [c for hand in wanted for c in hand[6:]]
    for c in drawn:
        rest.remove(c)
    leg = Leg.deal(RULES, Seating.SOLO, [*dealt, *drawn, *deck, *rest], 0, seats=2)
    for text in moves:
        leg.apply(move(text))
    return leg.observe(0, MATCH)


def _share_holding(observation: Observation, lacking: set[Card]) -> float:
    worlds = Determinizer(InformationState.of(observation))
    rng = Random(7)
    return sum(bool(lacking.intersection(worlds.deal(rng).hand(1))) for _ in range(300)) / 300
