"""The priority bot: sensible in plain positions, legal everywhere, and honest."""

from __future__ import annotations

from random import Random

import pytest

from ai.bot import RandomBot
from ai.bots.priority import PriorityBot
from ai.bots.priority_list import turns
from ai.decision import BotReason, ReasonCode
from game.engine.cards import card
from game.engine.match import Match
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase
from game.engine.rules import Seating
from tests.ai.obvious import OBVIOUS, ROLLING, STOPPED
from tests.ai.playing import TABLES, another_world, decisions, match_of, position, view
from tests.cases import each

POSITIONS: dict[str, tuple[Observation, set[str]]] = OBVIOUS | {
    "lays the safety before it arrives, where it plays on": (
        position(
            "driving_ace km_75 km_50 km_100 gasoline go end_of_limit",
            [view(0, battle="go", distance="km_200 km_200 km_75 km_75 km_75"), ROLLING],
            rules="dujardin",
        ),
        {"0 driving_ace"},
    ),
}


@each("name", POSITIONS)
def test_it_plays_what_is_plainly_right(name: str) -> None:
    observation, expected = POSITIONS[name]
    assert PriorityBot().decide(observation, Random(1)).move.text in expected


REASONS = [
    ("arrives with the card that fits exactly", BotReason(ReasonCode.WINS_LEG, card("km_75"), number=75)),
    ("mends the car", BotReason(ReasonCode.REPAIRS, card("gasoline"), other=card("out_of_gas"))),
    (
        "stops an opponent who is about to arrive",
        BotReason(ReasonCode.ATTACKS_NEAR_FINISH, card("accident"), side=1, number=100),
    ),
    (
        "attacks the one who is furthest ahead",
        BotReason(ReasonCode.ATTACKS_NEAR_FINISH, card("out_of_gas"), side=2, number=200),
    ),
    (
        "gets out of an accident with the safety",
        BotReason(ReasonCode.SAFETY_ROLLS, card("driving_ace"), other=card("accident")),
    ),
    ("discards a remedy that its safety has made useless", BotReason(ReasonCode.DISCARDS_USELESS, card("gasoline"))),
    (
        "answers with the coup fourré",
        BotReason(ReasonCode.COUP_FOURRE, card("driving_ace"), other=card("accident"), number=400),
    ),
]


@pytest.mark.parametrize(("name", "expected"), REASONS)
def test_it_says_why(name: str, expected: BotReason) -> None:
    assert PriorityBot().decide(POSITIONS[name][0], Random(1)).reason == expected


def _asked_at_700(*, totals: tuple[int, int], hand: str = "km_100 km_100 km_100 go gasoline repairs") -> Observation:
    """The question whether to extend, an opponent being at 100 km."""
    distance = "km_200 km_200 km_100 km_100 km_100"
    return position(
        hand,
        [view(0, battle="go", distance=distance), STOPPED],
        phase=Phase.EXTENSION,
        attack="0 km_100",
        totals=totals,
        target=700,
    )


def test_it_takes_a_leg_that_wins_the_match() -> None:
    assert PriorityBot().decide(_asked_at_700(totals=(4300, 3000)), Random(1)).move.kind is MoveKind.STAY


def test_it_goes_on_if_the_leg_would_win_the_match_for_another() -> None:
    assert PriorityBot().decide(_asked_at_700(totals=(1000, 4900)), Random(1)).move.kind is MoveKind.EXTEND


def test_it_has_nothing_to_say_when_nothing_is_asked() -> None:
    observation = position("go km_25 km_50 km_75 km_100 spare_tire repairs", [view(0), view(1)])
    waiting = type(observation)(**{f: getattr(observation, f) for f in observation.__slots__ if f != "legal"}, legal=())
    with pytest.raises(ValueError, match="seat 0 has nothing to decide"):
        PriorityBot().decide(waiting, Random(1))


@each(("rules", "seats", "seating"), TABLES)
def test_it_plays_legal_moves_that_hidden_cards_do_not_change(rules: str, seats: int, seating: Seating) -> None:
    match = match_of(rules, seats, seating)
    bot = PriorityBot()
    for number, (leg, observation, move) in enumerate(decisions(match, [bot] * seats, "priority")):
        assert move in observation.legal
        if number % 4 and observation.phase is Phase.TURN:
            continue
        seen = another_world(observation, Random(number)).observe(observation.seat, match.context)
        assert seen == observation
        assert bot.decide(seen, Random(f"priority/{len(leg.moves)}")).move is move


@pytest.mark.parametrize("rules", ["winning_moves", "piatnik", "dujardin", "mille_miglia"])
def test_it_beats_random_play_by_far(rules: str) -> None:
    lead = 0
    for number in range(10):
        match: Match = match_of(rules, 2, Seating.SOLO, seed=number)
        for _ in decisions(match, [PriorityBot(), RandomBot()], f"random/{number}"):
            pass
        lead += match.totals[0] - match.totals[1]
    assert lead / 10 > 500


@pytest.mark.parametrize(
    ("units", "held", "expected"),
    [
        (0, (0, 0, 0, 0, 0), 0.0),
        (4, (0, 2, 0, 0, 0), 2.0),
        (8, (0, 0, 0, 0, 1), 1.0),
        (7, (0, 0, 1, 1, 0), 2.0),
        (2, (8, 0, 0, 0, 0), 2.0),  # more than a hand holds, and than is kept
    ],
)
def test_a_hand_that_reaches_the_distance_exactly_needs_its_cards_turns(
    units: int, held: tuple[int, int, int, int, int], expected: float
) -> None:
    assert turns(units, held, 2) == expected


def test_a_third_200_does_not_shorten_the_way() -> None:
    assert turns(8, (0, 0, 0, 0, 1), 0) == turns(8, (0, 0, 0, 0, 0), 0) > 5
