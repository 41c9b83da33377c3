"""Legs in a row: dealer, totals, the end of a match, ties (rules.md §4.1, §5)."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from game.engine.events import Dealt, Event
from game.engine.match import Match
from game.engine.record import Record, replay
from game.engine.rules import Score, Seating
from game.engine.setup import MatchContext, MatchSetup
from tests.cases import each

SOLO, TEAMS = Seating.SOLO, Seating.TEAMS


def setup(seats=3, seating=SOLO, rules="winning_moves", **ends):
    return MatchSetup(rules, seating, seats, **(ends or {"target_score": 5000}))


def score_leg(match, *totals, won_by=0):
    """Let the sides score that much in a leg: a real leg with other scores and another winner."""
    rng = Random(1)
    leg = match.deal(match.shuffled_deck(rng))
    scores = tuple(Score(km=total) for total in totals)
    match.add_finished_leg(_Finished(leg, scores, won_by))


class _Finished(SimpleNamespace):
    def __init__(self, leg, scores, winner):
        names = ("was_dealt", "moves", "rules", "options", "seating", "seats", "dealer", "deck")
        super().__init__(scores=scores, winner=winner, **{name: getattr(leg, name) for name in names})


def play_randomly(leg, rng):
    while moves := leg.legal_moves():
        leg.apply(rng.choice(moves))
    return leg


@pytest.mark.parametrize("dealer", [-1, 4])
def test_match_refuses_a_dealer_that_is_no_seat(dealer):
    with pytest.raises(ValueError, match=f"a seat from 0 to 3, got {dealer}"):
        Match(setup(4), dealer)


def test_first_dealer_is_drawn_by_lot():
    dealers = [Match.with_random_dealer(setup(4), Random(seed)).dealer for seed in range(40)]
    assert set(dealers) == {0, 1, 2, 3}
    assert dealers == [Match.with_random_dealer(setup(4), Random(seed)).dealer for seed in range(40)]


def test_dealer_passes_to_the_left_and_round_to_seat_0():
    match = Match(setup(3), dealer=1)
    dealers = []
    for _ in range(4):
        leg = match.deal(match.shuffled_deck(Random(1)))
        dealers.append(leg.dealer)
        score_leg(match, 0, 0, 0)
    assert dealers == [1, 2, 0, 1]


def test_match_of_random_legs_adds_up_to_its_totals():
    rng = Random(7)
    match = Match.with_random_dealer(setup(4, TEAMS, "dujardin", target_score=1500), rng)
    while not match.is_over:
        assert match.context == MatchContext(len(match.results) + 1, match.totals, 1500, None)
        match.add_finished_leg(play_randomly(match.deal(match.shuffled_deck(rng)), rng))
    sums = tuple(sum(result.scores[side].total for result in match.results) for side in range(2))
    assert match.totals == sums
    assert max(sums) >= 1500
    assert match.winner == sums.index(max(sums))


def test_result_keeps_the_record_of_its_leg():
    rng = Random(3)
    match = Match.with_random_dealer(setup(2, legs=1), rng)
    leg = play_randomly(match.deal(match.shuffled_deck(rng)), rng)
    match.add_finished_leg(leg)
    result = match.results[0]
    assert result.record == Record.of(leg)
    assert replay(result.record).scores == result.scores == leg.scores
    assert result.winner == leg.winner


def test_match_passes_on_the_events_of_the_deal():
    events: list[Event] = []
    match = Match(setup(2), dealer=1)
    match.deal(match.shuffled_deck(Random(1)), events)
    assert isinstance(events[0], Dealt)
    assert events[0].dealer == 1


@each(
    ("ends", "legs", "winner"),
    [
        ({"target_score": 1000}, [(400, 900), (500, 50)], None),
        ({"target_score": 1000}, [(400, 900), (600, 50)], 0),
        ({"target_score": 1000}, [(1200, 1300)], 1),
        ({"target_score": 1000}, [(1000, 1000)], None),
        ({"target_score": 1000}, [(1000, 1000), (5, 10)], 1),
        ({"target_score": 1000}, [(1000, 1000), (-500, -600)], 0),
        ({"target_score": 1000}, [(1000, 1000), (5, 5)], None),
        ({"legs": 2}, [(400, 900)], None),
        ({"legs": 2}, [(400, 900), (0, 0)], 1),
        ({"legs": 2}, [(400, 900), (500, 0)], None),
        ({"legs": 2}, [(400, 900), (500, 0), (10, 0)], 0),
        ({"legs": 1}, [(9000, 0)], 0),
        ({"legs": 2}, [(9000, 0)], None),
    ],
)
def test_match_ends_with_its_winner_as_listed(ends, legs, winner):
    match = Match(setup(2, **ends), dealer=0)
    for totals in legs:
        assert not match.is_over
        score_leg(match, *totals)
    assert (match.is_over, match.winner) == (winner is not None, winner)


@each(
    ("rules", "ends", "legs", "winner"),
    [
        # legs: who won it, the totals; winner: of the match, None if it goes on
        ("mille_miglia", {"legs": 1}, [(1, 1825, 1650)], 1),
        ("mille_miglia", {"legs": 1}, [(0, 1000, 1000)], 0),
        ("mille_miglia", {"legs": 1}, [(None, 1200, 1300)], 1),
        ("mille_miglia", {"legs": 1}, [(None, 1200, 1200)], None),
        ("mille_miglia", {"legs": 1}, [(None, 1200, 1200), (0, 100, 900)], 0),
        ("mille_miglia", {"legs": 1}, [(None, 1200, 1200), (None, 100, 900)], 1),
        ("mille_miglia", {"legs": 2}, [(1, 1825, 1650), (1, 900, 900)], 0),
        ("mille_miglia", {"target_score": 1500}, [(1, 1825, 1650)], 0),
        ("dujardin", {"legs": 1}, [(1, 1825, 1650)], 0),
    ],
)
def test_single_leg_match_by_mille_miglia_goes_to_the_winner_of_the_leg(rules, ends, legs, winner):
    """rules.md D23."""
    match = Match(setup(2, rules=rules, **ends), dealer=0)
    for won_by, *totals in legs:
        assert not match.is_over
        score_leg(match, *totals, won_by=won_by)
    assert (match.is_over, match.winner) == (winner is not None, winner)


def test_tie_below_the_lead_does_not_delay_the_end_of_the_match():
    match = Match(setup(3, target_score=1000), dealer=0)
    score_leg(match, 1000, 500, 500)
    assert match.winner == 0


def test_finished_match_deals_no_further_leg():
    match = Match(setup(2, legs=1), dealer=0)
    score_leg(match, 10, 0)
    with pytest.raises(ValueError, match="the match is over"):
        match.deal(match.shuffled_deck(Random(1)))


def test_unfinished_leg_cannot_be_added_to_a_match():
    match = Match(setup(2), dealer=0)
    with pytest.raises(ValueError, match="the leg is not over"):
        match.add_finished_leg(match.deal(match.shuffled_deck(Random(1))))


@pytest.mark.parametrize(
    "ends", [{"target_score": None}, {"target_score": 100, "legs": 3}, {"legs": 0}, {"target_score": -5}]
)
def test_match_setup_has_either_a_target_or_a_number_of_legs(ends):
    with pytest.raises(ValueError, match="a match needs a target score or a number of legs"):
        setup(2, **ends)


def test_match_setup_needs_a_seating_of_its_rules():
    with pytest.raises(ValueError, match="piatnik does not seat 5"):
        setup(5, SOLO, "piatnik")


@pytest.mark.parametrize(("rules", "target", "legs"), [("winning_moves", 5000, None), ("mille_miglia", None, 1)])
def test_match_setup_by_the_book_ends_as_in_the_rulebook(rules, target, legs):
    book = MatchSetup.from_booklet(rules, SOLO, 2)
    assert (book.target_score, book.legs) == (target, legs)


def test_match_refuses_a_dealer_beyond_its_seats():
    with pytest.raises(ValueError, match="a seat from 0 to 1, got 2"):
        Match(setup(2), dealer=2)
