"""Manners: which attacks a seat leaves be, by what lies open on the table, and never one that stops a winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ai.bots.attack_choice import permitted_moves, prevents_win, round_of
from ai.spec import Aggression
from game.engine.moves import move
from game.engine.observation import Observation, SideView
from game.engine.rules import Seating
from tests.ai.playing import TABLES, position, view, wandering
from tests.cases import each

OWN = view(0, battle="go", distance="km_100")
STARTED = view(1, battle="go", distance="km_75")
FRESH = view(1, battle="go")
BEHIND = view(2, battle="go", distance="km_50")
HAND = "stop accident speed_limit km_25 km_50 go repairs"
ROUND = ("0 - go", "1 - go", "2 - go")


def attacked(observation: Observation, manner: Aggression) -> set[str]:
    """The attacks that manner leaves to choose from, in words without the seat."""
    return {m.text.removeprefix("0 ") for m in permitted_moves(observation, manner) if m.side is not None}


def every(side: int, hazards: str = "stop accident speed_limit") -> set[str]:
    return {f"{hazard} > {side}" for hazard in hazards.split()}


def three(one: SideView, other: SideView = BEHIND, before: Sequence[str] = ROUND * 4, **more: object) -> Observation:
    return position(HAND, [OWN, one, other], before=before, **more)  # type: ignore[arg-type]


# -- hit since its own last turn ---------------------------------------------------------------------------------------


def test_manners_spare_a_side_hit_since_its_last_turn() -> None:
    hit = replace(STARTED, speed=(move("2 speed_limit > 1").card,), limited=True)  # type: ignore[arg-type]
    observation = three(hit, before=(*ROUND * 4, "0 - go", "1 - go", "2 speed_limit > 1"))
    assert attacked(observation, Aggression.FIERCE) == every(1, "stop accident") | every(2)
    assert attacked(observation, Aggression.SPORTING) == every(2)


def test_manners_allow_a_side_to_be_hit_again_after_its_turn() -> None:
    observation = three(STARTED, before=(*ROUND * 4, "0 stop > 1", "1 go", "2 - go"))
    assert attacked(observation, Aggression.SPORTING) == every(1) | every(2)


def test_manners_do_not_spare_a_side_that_parried_by_coup_fourre() -> None:
    free = view(1, battle="go", distance="km_75", safeties="right_of_way", coups_fourres="right_of_way")
    before = (*ROUND * 4, "0 - go", "1 - go", "2 stop > 1", "1 ! right_of_way", "1 km_75", "2 - go")
    assert attacked(three(free, before=before), Aggression.SPORTING) == {"accident > 1"} | every(2)
    # Even one that has no card left to play in the turn it won.
    unplayed = (*before[:-2], "2 - go")
    assert attacked(three(free, before=unplayed), Aggression.SPORTING) == {"accident > 1"} | every(2)


@pytest.mark.parametrize(
    ("since", "is_left_be"),
    [
        (("0 - go", "1 - go", "2 - go", "3 - go"), False),
        (("0 stop > 1", "1 - go", "2 - go", "3 go"), False),
        (("0 - go", "1 - go", "2 stop > 1", "3 go"), False),
        (("2 - go", "3 - go", "0 - go", "1 - go", "2 stop > 1"), True),
    ],
    ids=["nobody", "the other has played since", "the next has played since", "none of the two has"],
)
def test_manners_count_the_last_turn_of_either_partner(since: Sequence[str], is_left_be: bool) -> None:
    sides = [view(0, 2, battle="go", distance="km_100"), view(1, 3, battle="go", distance="km_75")]
    before = ["0 - go", "1 - go", "2 - go", "3 - go"] * 4
    observation = position(HAND, sides, before=[*before, *since])
    assert attacked(observation, Aggression.SPORTING) == (set() if is_left_be else every(1))


# -- the first three rounds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "is_hit"), [(0, False), (1, False), (2, False), (3, True)])
def test_manners_spare_a_side_at_0_km_for_three_rounds(rounds: int, is_hit: bool) -> None:
    observation = three(FRESH, before=ROUND * rounds)
    assert round_of(observation) == rounds + 1
    assert attacked(observation, Aggression.SPORTING) == every(2) | (every(1) if is_hit else set())
    assert attacked(observation, Aggression.FIERCE) == every(1) | every(2)


def test_rounds_are_counted_from_the_opener_despite_seats_passed_over() -> None:
    """A coup fourré may pass seats over."""
    first = ("0 - go", "1 - go", "2 speed_limit > 1", "1 ! right_of_way", "1 - go", "2 - go")
    # The turn went past seat 0: what seat 1 played then was the second round already.
    assert round_of(three(FRESH, before=first)) == 3
    ahead = ("0 stop > 2", "2 ! right_of_way", "2 - go")
    assert round_of(three(FRESH, before=ahead)) == 2


def test_turn_of_several_plays_counts_as_one() -> None:
    assert round_of(three(FRESH, before=("0 driving_ace", "0 extra_tank", "0 - go", "1 - go", "2 - go"))) == 2


# -- gentle ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("km", "is_hit"), [("km_75", False), ("km_100", False), ("km_75 km_50", True)])
def test_gentle_manner_hits_only_sides_that_are_ahead(km: str, is_hit: bool) -> None:
    observation = three(view(1, battle="go", distance=km))
    assert attacked(observation, Aggression.GENTLE) == (every(1) if is_hit else set())
    assert attacked(observation, Aggression.SPORTING) == every(1) | every(2)


@pytest.mark.parametrize(("turns", "is_hit"), [(1, False), (2, False), (3, True)])
def test_gentle_manner_spares_a_hit_side_for_three_turns(turns: int, is_hit: bool) -> None:
    since = ["2 speed_limit > 1", *["0 - go", "1 - go", "2 - go"] * turns]
    observation = three(view(1, battle="go", distance="km_75 km_50"), before=[*ROUND * 4, "0 - go", "1 - go", *since])
    assert attacked(observation, Aggression.GENTLE) == (every(1) if is_hit else set())
    assert attacked(observation, Aggression.SPORTING) == every(1) | every(2)


# -- whoever is about to win is never left be --------------------------------------------------------------------------

NEARLY = "km_200 km_200 km_100 km_75"
"""575 km: 125 are no card, 25 more and a 100 is enough."""


@each(
    ("side", "hazards"),
    [
        (view(1, battle="go", distance=f"{NEARLY} km_25"), "stop accident speed_limit"),
        (view(1, battle="go", distance=f"{NEARLY} km_75"), "stop accident"),
        (view(1, battle="go", distance=f"{NEARLY} km_75", speed="speed_limit"), "stop accident"),
        (view(1, battle="go", distance=NEARLY), ""),
        (view(1, battle="go", distance="km_200 km_200 km_100"), ""),
        (view(1, battle="go", distance="km_100 km_100 km_100 km_100 km_100"), "stop accident speed_limit"),
        (view(1, battle="go", distance=f"{NEARLY} km_25", speed="speed_limit"), ""),
        (view(1, battle="go stop", distance=f"{NEARLY} km_25"), ""),
        (view(1, battle="stop go accident repairs", distance=f"{NEARLY} km_75", safeties="right_of_way"), "accident"),
    ],
)
def test_manners_allow_to_stop_a_side_one_card_from_winning(side: SideView, hazards: str) -> None:
    hit = (*ROUND * 4, "0 - go", "1 - go", "2 speed_limit > 1")
    far = view(0, battle="go", distance="km_200 km_200 km_100 km_100 km_75")
    for manner in (Aggression.SPORTING, Aggression.GENTLE):
        observation = position(HAND, [far, side, replace(BEHIND, rolling=False)], before=hit)
        legal = {m.text for m in observation.legal}
        expected = {f"{hazard} > 1" for hazard in hazards.split()}
        assert {f"0 {attack}" for attack in expected} <= legal
        assert {a for a in attacked(observation, manner) if a.endswith("1")} == expected


def test_manners_reckon_with_the_longer_distance_of_an_extended_leg() -> None:
    hit = (*ROUND * 4, "0 - go", "1 - go", "2 speed_limit > 1")
    at_600 = view(1, battle="go", distance=f"{NEARLY} km_25")
    far = view(0, battle="go", distance="km_100 km_100 km_100 km_100 km_100 km_100 km_100")
    before = (*hit[:-3], "0 +", *hit[-3:])
    assert attacked(position(HAND, [far, at_600, BEHIND], before=before, target=1000), Aggression.SPORTING) == every(2)
    at_900 = view(1, battle="go", distance="km_200 km_200 km_100 km_100 km_75 km_75 km_75 km_75")
    observation = position(HAND, [far, at_900, BEHIND], before=before, target=1000)
    assert attacked(observation, Aggression.SPORTING) == every(1) | every(2)


@pytest.mark.parametrize(
    ("pile", "is_stopped"),
    [(0, False), (1, True), (3, True), (4, False)],
    ids=["over", "last card", "last turn", "not yet"],
)
def test_last_card_may_win_where_the_nearest_side_wins(pile: int, is_stopped: bool) -> None:
    hit = (*ROUND * 4, "0 - go", "1 - go", "2 speed_limit > 1")
    sides = [view(0, battle="go", distance="km_100 km_50"), view(1, battle="go", distance="km_75"), BEHIND]
    observation = position(HAND, sides, before=hit, rules="mille_miglia", draw_pile=pile)
    assert prevents_win(observation, move("0 accident > 1")) == is_stopped
    # A limit leaves it the 50, with which it would not come past.
    assert prevents_win(observation, move("0 speed_limit > 1")) == is_stopped
    assert not prevents_win(replace(observation, rules="dujardin", target=700), move("0 accident > 1"))


# -- always ------------------------------------------------------------------------------------------------------------


@each(("rules", "seats", "seating"), TABLES)
def test_manners_only_remove_attacks_and_each_more_than_the_one_before(
    rules: str, seats: int, seating: Seating
) -> None:
    took = 0
    for _, observation in wandering(rules, seats, seating, "manners"):
        left = [permitted_moves(observation, manner) for manner in tuple(Aggression)]
        assert left[0] == observation.legal
        for fewer, more in zip(left[1:], left, strict=False):
            assert [m for m in more if m in fewer] == list(fewer)
            assert [m for m in more if m.side is None] == [m for m in fewer if m.side is None]
        assert left[-1]
        took += len(left[0]) > len(left[-1])
    assert took


@pytest.mark.parametrize("manner", tuple(Aggression))
def test_manners_use_nothing_but_open_cards(manner: Aggression) -> None:
    for _, observation in wandering("winning_moves", 4, Seating.SOLO, "open"):
        hidden = replace(observation, hand=(), drawn=())
        assert permitted_moves(hidden, manner) == permitted_moves(observation, manner)
