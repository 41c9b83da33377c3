"""The priority list as a player: sensible in plain positions, legal everywhere, honest, whatever was learned."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ai import learned_data
from ai.bots.priority import priority_move
from ai.lab.players import ListBot, RandomBot
from ai.learned_data import LearnedDataError
from ai.search import hand_model, policy_table
from ai.search.priority_list import driving_turns
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
def test_list_bot_plays_obvious_moves(name: str) -> None:
    observation, expected = POSITIONS[name]
    assert priority_move(observation).text in expected


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


def test_list_bot_ends_a_leg_that_wins_the_match() -> None:
    assert priority_move(_asked_at_700(totals=(4300, 3000))).kind is MoveKind.STAY


def test_list_bot_extends_a_leg_that_would_lose_the_match() -> None:
    assert priority_move(_asked_at_700(totals=(1000, 4900))).kind is MoveKind.EXTEND


@each(("rules", "seats", "seating"), TABLES)
def test_list_bot_plays_legal_moves_that_hidden_cards_do_not_change(rules: str, seats: int, seating: Seating) -> None:
    match = match_of(rules, seats, seating)
    for number, (_, observation, move) in enumerate(decisions(match, [ListBot()] * seats, "priority")):
        assert move in observation.legal
        if number % 4 and observation.phase is Phase.TURN:
            continue
        seen = another_world(observation, Random(number)).observe(observation.seat, match.context)
        assert seen == observation
        assert priority_move(seen) is move


def test_list_bot_plays_without_the_learned_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned_data, "files", lambda _: Path("nowhere"))
    for read in (policy_table.policy_for, policy_table.load_policy, hand_model.load_hand_model):
        read.cache_clear()
    with pytest.raises(LearnedDataError):
        policy_table.load_policy("policy_duel")
    for observation, expected in POSITIONS.values():
        assert priority_move(observation).text in expected


@pytest.mark.parametrize("rules", ["winning_moves", "piatnik", "dujardin", "mille_miglia"])
def test_list_bot_beats_random_play_by_far(rules: str) -> None:
    lead = 0
    for number in range(10):
        match: Match = match_of(rules, 2, Seating.SOLO, seed=number)
        for _ in decisions(match, [ListBot(), RandomBot()], f"random/{number}"):
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
def test_turns_needed_to_reach_the_distance_follow_from_the_cards_held(
    units: int, held: tuple[int, int, int, int, int], expected: float
) -> None:
    assert driving_turns(units, held, 2) == expected


def test_third_200_does_not_shorten_the_way() -> None:
    assert driving_turns(8, (0, 0, 0, 0, 1), 0) == driving_turns(8, (0, 0, 0, 0, 0), 0) > 5
