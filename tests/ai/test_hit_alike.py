"""Nobody is picked on: three like bots hit the person's seat no more than any other, over many legs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt

import pytest

from ai.bots.attack_choice import permitted_moves, preferred_targets
from ai.bots.factory import make_bot
from ai.information_state import InformationState
from ai.search.pruning import candidate_moves
from ai.spec import Aggression, BotSpec, Targeting
from game.engine.moves import Move
from game.engine.observation import Observation
from game.engine.rules import Seating
from tests.ai.playing import decisions, match_of
from tests.nightly import NIGHTLY

PERSON = 0
LEGS = 32 if NIGHTLY else 16
LEVEL = "steady"


def attacks_made(temper: Targeting, legs: int = LEGS) -> Iterator[tuple[Observation, Move]]:
    """Every attack of many legs: what its seat saw, and the attack."""
    bots = [make_bot(BotSpec(LEVEL, temper=temper, manner=Aggression.SPORTING))] * 4
    bots[PERSON] = make_bot(BotSpec(LEVEL, manner=Aggression.SPORTING))
    for number in range(legs):
        match = match_of("winning_moves", 4, Seating.SOLO, seed=number)
        for _, observation, move in decisions(match, bots, f"alike/{number}"):
            if move.side is not None:
                yield observation, move


def by_chance(hits: int) -> float:
    """How far from a quarter of so many hits chance goes in one case of twenty."""
    return 2.0 * sqrt(0.25 * 0.75 / hits)


def test_even_handed_bots_give_the_person_a_quarter_of_all_attacks() -> None:
    hit = Counter(move.side for _, move in attacks_made(Targeting.EVEN))
    for side in range(4):
        assert hit[side] / hit.total() == pytest.approx(0.25, abs=by_chance(hit.total())), hit


def test_leader_hunting_bots_hit_the_person_as_often_as_it_leads() -> None:
    hit: Counter[int] = Counter()
    led: Counter[int] = Counter()
    for observation, move in attacks_made(Targeting.LEADER):
        if observation.seat == PERSON:
            continue
        assert move.side is not None
        hit[move.side] += 1
        some = candidate_moves(InformationState.of(observation), permitted_moves(observation, Aggression.SPORTING))
        leaders = preferred_targets(observation, Targeting.LEADER, {m.side for m in some if m.side is not None}, list)
        for side in leaders:
            led[side] += 1 / len(leaders)  # type: ignore[assignment]
    for side in range(4):
        assert hit[side] / hit.total() == pytest.approx(led[side] / led.total(), abs=by_chance(hit.total())), (hit, led)
