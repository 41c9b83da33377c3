"""Each milestone, from both sides: what earns it, and what just misses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest
from msgspec.structs import asdict
from msgspec.structs import replace as replaced

from game.career.facts import SideFacts
from game.career.match_stats import LegStats, MatchStats, MatchSummary
from game.engine.cards import HAZARDS, SAFETIES
from game.engine.rules import Seating, sides_of
from game.features.milestones.model import (
    MILESTONES,
    MilestoneFamily,
    MilestoneProgress,
    count_milestones,
    earned_by_leg,
    earned_by_match,
    leg_shares,
)
from game.match.match_file import MatchKind
from game.people.players import DRIVERS, HUMAN, bot
from tests.careers import IDLE, own_of
from tests.cases import each

DRIVEN = replaced(IDLE, km=25)
SAFETY_IDS, HAZARD_IDS = tuple(card.id for card in SAFETIES), tuple(card.id for card in HAZARDS)


LEG_CASES: dict[str, tuple[SideFacts, SideFacts]] = {
    "first_stone": (own_of(km=100), own_of(km=75)),
    "exactly_there": (own_of(won=True, won_with_25=True), own_of(won=True, km=700)),
    "no_200": (own_of(won=True), own_of(won=True, laid_200=True)),
    "long_road": (own_of(won=True, has_extended=True), own_of(has_extended=True)),
    "last_100": (own_of(stopped_near_goal=True), IDLE),
    "all_five": (own_of(hazards=HAZARD_IDS), own_of(hazards=HAZARD_IDS[:4])),
    "traffic_jam": (own_of(stopped_all=True), IDLE),
    "crawl": (own_of(limited_turns=10), own_of(limited_turns=9)),
    "shut_out": (own_of(won=True, drove_alone=True), own_of(drove_alone=True)),
    "next_turn": (own_of(cured_at_once=True), IDLE),
    "mechanic": (own_of(remedies=5), own_of(remedies=4)),
    "foot_down": (own_of(sped_after_limit=True), IDLE),
    "come_back": (own_of(won=True, behind_km=400), own_of(won=True, behind_km=375)),
    "not_a_scratch": (own_of(won=True, was_hit=0), own_of(was_hit=0)),
    "first_coup": (own_of(coups_fourres=SAFETY_IDS[:1]), own_of(safeties=SAFETY_IDS[:1])),
    "two_coups": (own_of(coups_fourres=SAFETY_IDS[:2]), own_of(coups_fourres=SAFETY_IDS[:1])),
    "all_four": (own_of(safeties=SAFETY_IDS), own_of(safeties=SAFETY_IDS[:3])),
    "last_moment": (own_of(parried_near_goal=True), IDLE),
    "last_card": (own_of(won=True, cards_left=0), own_of(won=True, cards_left=1)),
    "big_leg": (own_of(points=2000), own_of(points=1975)),
}


def match_of(
    levels: Sequence[str] = ("master", "steady", "skilled"),
    *,
    rules: str = "winning_moves",
    seating: Seating = Seating.SOLO,
    day: str | None = None,
    **changes: Any,
) -> MatchStats:
    """A match of four that the person has won against one master and weaker ones."""
    drivers = [driver for driver in DRIVERS if driver != "bruno"]
    match = MatchSummary(
        id="one",
        name="",
        kind=MatchKind.MATCH,
        rules=rules,
        seating=seating,
        seats=1 + len(levels),
        players=(HUMAN, *(bot(driver, level=level) for driver, level in zip(drivers, levels, strict=False))),
        side=0,
        totals=(0,) * len(sides_of(1 + len(levels), seating)),
        is_over=True,
        winner=0,
        leg_number=1,
        km=(),
        take_backs=0,
        delegated=0,
        open_cards=False,
        target_score=None,
        legs=1,
        begun_s=1,
        saved_s=2,
    )
    return MatchStats(replace(match, day=day, **changes), "first")  # type: ignore[arg-type]


SIX = ("steady",) * 5
MATCH_CASES: dict[str, tuple[MatchStats, MatchStats]] = {
    "first_match": (match_of(), match_of(winner=1)),
    "masters": (match_of(("master",) * 3), match_of(("master", "master", "skilled"))),
    "team": (match_of(seating=Seating.TEAMS), match_of()),
    "full_table": (match_of(SIX, rules="mille_miglia"), match_of(SIX, rules="dujardin", seating=Seating.TEAMS)),
}


def test_milestones_are_grouped_by_family_and_have_unique_ids():
    assert [family for family, _own in groupby(milestone.family for milestone in MILESTONES)] == list(MilestoneFamily)
    assert len({milestone.id for milestone in MILESTONES}) == len(MILESTONES)


def test_milestones_all_have_a_case():
    counted = {"ten_thousand", "each_coup", "three_in_a_row", "school", "every_rule", "seven_days"}
    assert set(LEG_CASES) == {m.id for m in MILESTONES if m.leg_condition is not None or m.amount is not None}
    assert set(MATCH_CASES) == {m.id for m in MILESTONES if m.match_condition is not None}
    assert {milestone.id for milestone in MILESTONES} == {*LEG_CASES, *MATCH_CASES, *counted}


@each("milestone", LEG_CASES)
def test_leg_earns_its_milestone_or_just_misses_it(milestone):
    earns, misses = LEG_CASES[milestone]
    assert milestone in earned_by_leg(earns)
    assert milestone not in earned_by_leg(misses)


def test_milestone_of_one_leg_tells_how_much_of_it_was_reached():
    told = {
        "first_stone": 0.75, "all_five": 0.8, "crawl": 0.9, "mechanic": 0.8, "two_coups": 0.5, "all_four": 0.75,
        "big_leg": 0.9,
    }  # fmt: skip
    own = own_of(
        km=75, hazards=HAZARD_IDS[:4], limited_turns=9, remedies=4, points=1800, coups_fourres=SAFETY_IDS[:1],
        safeties=SAFETY_IDS[:3],
    )  # fmt: skip
    assert leg_shares(own) == told


@pytest.mark.parametrize("milestone", MATCH_CASES)
def test_match_earns_its_milestone_or_just_misses_it(milestone):
    earns, misses = MATCH_CASES[milestone]
    assert milestone in earned_by_match(earns)
    assert milestone not in earned_by_match(misses)


@pytest.mark.parametrize(
    "spoilt",
    [
        {"open_cards": True},
        {"take_backs": 1},
        {"kind": MatchKind.PRACTICE},
        {"kind": MatchKind.DEAL},
        {"is_over": False, "winner": None},
    ],
)
def test_match_that_does_not_count_earns_no_milestone(spoilt):
    assert earned_by_match(match_of(**spoilt)) == frozenset()


@pytest.mark.parametrize(
    ("match", "is_own"),
    [
        ({}, True),
        ({"kind": MatchKind.DEAL, "day": "2026-03-01"}, True),
        ({"take_backs": 1}, True),  # which is about a leg
        ({"open_cards": True}, False),
        ({"kind": MatchKind.PRACTICE}, False),
    ],
)
def test_match_counts_only_without_open_cards_and_practice(match, is_own):
    assert match_of(**match).counts_for_person is is_own


def _leg(when_s: int, km: int = 0, *coups: str) -> LegStats:
    own = asdict(own_of(km=km, coups_fourres=coups, cards_left=1))
    return LegStats(**own, match="one", sides=4, rivals=frozenset(), luck=None, saved_s=when_s)


def _match(when_s: int, *, won: bool = True, rules: str = "dujardin", day: str | None = None) -> MatchStats:
    kind = MatchKind.MATCH if day is None else MatchKind.DEAL
    return match_of(day=day, kind=kind, winner=int(not won), rules=rules, saved_s=when_s)


def test_ten_thousand_km_add_up_over_legs_and_keep_their_moment():
    short = count_milestones([_leg(1, 9_000), _leg(2, 975)], [])["ten_thousand"]
    assert (short.count, short.is_reached, short.reached_s) == (9_975, False, None)
    there = count_milestones([_leg(1, 9_000), _leg(2, 1_000), _leg(3, 700)], [])["ten_thousand"]
    assert (there.count, there.is_reached, there.reached_s) == (10_000, True, 2)


def test_full_set_of_coups_fourres_needs_each_safety_once():
    ids = [safety.id for safety in SAFETIES]
    assert count_milestones([_leg(1, 0, *ids[:2]), _leg(2, 0, *ids[:3])], [])["each_coup"].count == 3
    assert count_milestones([_leg(1, 0, *ids[:2]), _leg(2, 0, *ids[2:])], [])["each_coup"].reached_s == 2


def test_three_wins_in_a_row_are_not_three_in_all():
    lost_between = [_match(1), _match(2), _match(3, won=False), _match(4)]
    assert count_milestones([], lost_between)["three_in_a_row"].count == 2
    assert (
        count_milestones([], [*lost_between, _match(5), _match(6), _match(7, won=False)])["three_in_a_row"].reached_s
        == 6
    )


def test_deal_of_the_day_between_matches_breaks_no_row_of_wins():
    played = [_match(1), _match(2), _match(3, won=False, day="2026-03-01"), _match(4)]
    assert count_milestones([], played)["three_in_a_row"].reached_s == 4


def test_well_read_milestone_needs_a_match_by_every_rule_set_won_or_lost():
    played = [_match(n, won=False, rules=rules) for n, rules in enumerate(("dujardin", "piatnik", "mille_miglia"))]
    assert count_milestones([], [*played, _match(4)])["every_rule"].count == 3
    assert count_milestones([], [*played, _match(5, rules="winning_moves")])["every_rule"].reached_s == 5


def test_seven_days_milestone_needs_seven_different_days():
    days = [_match(n, day=f"2026-03-0{n}") for n in range(1, 7)]
    assert count_milestones([], [*days, _match(8, day="2026-03-01")])["seven_days"].count == 6
    assert count_milestones([], [*days, _match(8, day="2026-03-07")])["seven_days"].reached_s == 8


def test_lesson_milestone_needs_no_leg_and_no_match():
    assert not count_milestones([], [])["school"].is_reached
    assert count_milestones([], [], lesson_finished_s=12)["school"].reached_s == 12


def test_milestone_share_is_the_greater_of_all_legs_and_one_leg():
    four = next(milestone for milestone in MILESTONES if milestone.goal == 4)
    assert MilestoneProgress(four, 3).share == 0.75
    assert MilestoneProgress(four, 1, last_leg_share=0.6).share == 0.6
