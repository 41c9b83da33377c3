"""Tempers: whom a bot goes for once it attacks, of all sides that it may hit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ai.bots.attack_choice import TARGETING_MARGIN, attack_counts, match_may_end, preferred_targets
from ai.bots.factory import make_bot
from ai.bots.levels import LEVEL_DATA, PlayStyle
from ai.bots.search_bot import SearchBot
from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.search.expectimax import SearchResult, search
from ai.spec import TOP_LEVEL, BotSpec, Targeting
from game.engine.observation import Observation, SideView
from tests.ai.playing import position, view

OWN = view(0, battle="go stop", distance="km_50")
FIRST = view(1, battle="go", distance="km_100 km_75")
SECOND = view(2, battle="go", distance="km_100")
THIRD = view(3, battle="go")
HAND = "accident speed_limit end_of_limit end_of_limit repairs spare_tire"


def seen(*sides: SideView, before: Sequence[str] = (), totals: Sequence[int] = ()) -> Observation:
    return position(HAND, [OWN, *(sides or (FIRST, SECOND, THIRD))], before=before, totals=totals)


def unasked() -> Sequence[float]:
    raise AssertionError("the match is not about to end")


# -- whom temper goes for ----------------------------------------------------------------------------------------------


def test_leader_temper_attacks_the_side_with_most_km_of_those_allowed() -> None:
    assert preferred_targets(seen(), Targeting.LEADER, {1, 2, 3}, unasked) == {1}
    assert preferred_targets(seen(), Targeting.LEADER, {2, 3}, unasked) == {2}
    assert preferred_targets(
        seen(FIRST, view(2, battle="go", distance="km_100 km_75"), THIRD), Targeting.LEADER, {1, 2, 3}, unasked
    ) == {1, 2}


@pytest.mark.parametrize("totals", [(0, 3650, 0, 0), (3700, 0, 0, 0)])
def test_leader_temper_attacks_the_likely_winner_when_the_match_may_end(totals: tuple[int, ...]) -> None:
    observation = seen(totals=totals)
    assert match_may_end(observation)
    assert preferred_targets(observation, Targeting.LEADER, {1, 2, 3}, lambda: (0.0, 3000.0, 3400.0, 3800.0)) == {3}
    assert preferred_targets(observation, Targeting.LEADER, {1, 2}, lambda: (0.0, 3000.0, 3400.0, 3800.0)) == {2}


@pytest.mark.parametrize(("leg", "legs", "is_last"), [(1, 1, True), (2, 3, False), (3, 3, True), (4, 3, True)])
def test_last_of_so_many_legs_may_end_the_match(leg: int, legs: int, is_last: bool) -> None:
    observation = replace(seen(totals=(0, 9000, 0, 0)), target_score=None, legs=legs, leg=leg)
    assert match_may_end(observation) is is_last


def test_match_far_from_its_target_is_not_about_to_end() -> None:
    assert not match_may_end(seen(totals=(3600, 0, 0, 0)))
    assert not match_may_end(replace(seen(), totals=()))


def test_even_temper_attacks_the_side_attacked_least_by_anybody() -> None:
    before = ["1 stop > 2", "2 - go", "3 stop > 1", "1 ! right_of_way", "1 - go"]
    assert attack_counts(seen(before=before)) == (0, 1, 1, 0)
    assert preferred_targets(seen(before=before), Targeting.EVEN, {1, 2, 3}, unasked) == {3}
    assert preferred_targets(seen(before=before), Targeting.EVEN, {1, 2}, unasked) == {1, 2}
    assert preferred_targets(seen(), Targeting.EVEN, {1, 2, 3}, unasked) == {1, 2, 3}


# -- what a bot makes of it --------------------------------------------------------------------------------------------


def chosen(observation: Observation, temper: Targeting, liking: float = 0.0, effort: float = 0.0) -> str:
    """What the top level does without a look into worlds, or with some; ``liking`` makes any attack as dear as that."""
    return (
        SearchBot(LEVEL_DATA["master"].with_effort(effort), PlayStyle(attack=liking), targeting=temper)
        .decide(observation, Random(1))
        .move.text
    )


def test_bot_hits_the_leader_rather_than_a_side_at_0_km() -> None:
    """The attack that players complained of: an accident on 0 km while a rival rolled at 175."""
    for totals in ((0, 0, 0, 0), (0, 0, 0, 1500)):
        observation = seen(totals=totals)
        for level in LEVEL_DATA:
            for number in range(5):
                spec = BotSpec(level=level, effort=0.1 if level == TOP_LEVEL else 1.0)
                decision = make_bot(spec).decide(observation, Random(number))
                assert decision.move.side in (None, 1), (totals, level, decision)


def test_even_handed_bot_hits_the_side_that_others_left_alone() -> None:
    before = ["1 speed_limit > 2", "2 end_of_limit", "3 stop > 1", "1 go"]
    assert chosen(seen(before=before), Targeting.EVEN, 2000.0).endswith("> 3")
    assert (
        chosen(seen(before=[*before, "2 stop > 3", "3 go", "1 stop > 3", "2 - go", "3 go"]), Targeting.EVEN, 2000.0)[-1]
        in "12"
    )


@pytest.mark.parametrize(
    ("better", "off", "hit"),
    [
        (TARGETING_MARGIN - 3.0, 0.0, "1"),
        (TARGETING_MARGIN + 3.0, 0.0, "2"),
        (TARGETING_MARGIN + 50.0, 30.0, "2"),
        (TARGETING_MARGIN + 50.0, 60.0, "1"),
        (TARGETING_MARGIN + 50.0, 300.0, "1"),
    ],
)
def test_attack_off_the_leader_has_to_be_clearly_better(
    better: float, off: float, hit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The less sure the worlds are, the better the other attack has to be."""

    def unsure(evaluation: Evaluation, *args: Any, **kwargs: Any) -> SearchResult:
        found = search(evaluation, *args, **kwargs)
        a_point, on_leader = evaluation.equity.chance_per_point, "0 accident > 1"
        ahead = {on_leader: 0.0, "0 accident > 2": better}
        moves = tuple(
            replace(f, value=found.policy_value + ahead.get(f.move.text, -500.0) * a_point, error=off * a_point)
            for f in found.moves
        )
        return replace(found, moves=tuple(sorted(moves, key=lambda f: -f.value)))

    monkeypatch.setattr("ai.bots.search_bot.search", unsure)
    assert chosen(seen(), Targeting.LEADER)[-1] == hit


def test_doubt_falls_with_the_number_of_worlds() -> None:
    information = InformationState.of(seen())
    evaluation = Evaluation(information)

    def doubts(worlds: int) -> list[float]:
        budget = replace(LEVEL_DATA["master"].budget, worlds=worlds)
        found = search(evaluation, budget, Random(1), lambda: False)
        return [f.error / evaluation.equity.chance_per_point for f in found.moves if f.error]

    assert doubts(0) == [pytest.approx(max(doubts(0)))] * len(doubts(0))
    assert max(doubts(6)) <= max(doubts(0))
    assert min(doubts(6)) > max(doubts(6)) / 2.0 > 0.0
    assert min(doubts(120)) < min(doubts(6))
