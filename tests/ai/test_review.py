"""A leg looked at again: judged on what its seat knew, beside all sensible moves, and the same each time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from ai.evaluation.evaluation import Evaluation
from ai.information_state import InformationState
from ai.lab.players import bot_named
from ai.review import BUDGET, Judgement, Luck, PositionChances, ReviewFinding, ReviewSize, judge, review
from ai.search.expectimax import SearchBudget, SearchResult, search
from game.engine.cards import SAFETIES
from game.engine.leg import Leg
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.record import Record, replay
from game.engine.rules import Seating, load_rules, shuffled
from game.engine.setup import MatchContext
from game.features.puzzles.model import shipped_puzzles
from tests.nightly import some

QUICK = SearchBudget(worlds=12, moves=6, margin=200.0, turns=2)
CONTEXT = MatchContext(2, (400, 900, 0), 5000)


@cache
def _leg(player: str = "random", seats: int = 3) -> Leg:
    rules, rng = load_rules("winning_moves"), Random(5)
    leg = Leg.deal(rules, Seating.SOLO, shuffled(rules.deck(seats, Seating.SOLO), rng), 0, seats=seats)
    bot = bot_named(player)
    while leg.seat is not None:
        leg.apply(bot.decide(leg.observe(leg.seat, CONTEXT), rng).move)
    return leg


@cache
def _findings(player: str = "random") -> tuple[ReviewFinding, ...]:
    return tuple(review(Record.of(_leg(player)), CONTEXT, 1, budget=QUICK))


def _judgements(player: str = "random") -> list[Judgement]:
    return [finding for finding in _findings(player) if isinstance(finding, Judgement)]


def test_review_begins_with_an_outline_of_what_follows() -> None:
    first, leg = _findings()[0], _leg()
    assert isinstance(first, ReviewSize)
    assert first.moves == len(leg.moves)
    assert first.decisions == len(_judgements()) > 0


def test_review_judges_the_decisions_of_its_seat_with_the_move_made() -> None:
    moves = _leg().moves
    for judgement in _judgements():
        assert moves[judgement.place] == judgement.played.move
        assert judgement.played.move.seat == 1
        assert judgement.played in judgement.values


def test_best_move_costs_nothing_and_no_move_costs_less() -> None:
    for judgement in _judgements():
        assert judgement.cost >= 0.0
        assert judgement.percent_lost >= 0
        assert (judgement.cost == 0.0) == (judgement.best == judgement.played)
        points = [value.points for value in judgement.values]
        assert points == sorted(points, reverse=True)


@pytest.mark.parametrize(("ahead", "off", "cost"), [(20.0, 25.0, 0.0), (30.0, 25.0, 30.0), (30.0, 45.0, 0.0)])
def test_review_calls_nothing_a_mistake_that_worlds_leave_in_doubt(
    ahead: float, off: float, cost: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsure(evaluation: Evaluation, *args: Any, played: Move, **kwargs: Any) -> SearchResult:
        found, a_point = search(evaluation, *args, played=played, **kwargs), evaluation.equity.chance_per_point
        best = next(f for f in found.moves if f.move != played)
        made = next(f for f in found.moves if f.move == played)
        values = (
            replace(best, value=found.policy_value + ahead * a_point, error=off * a_point),
            replace(made, error=0.0),
        )
        return replace(found, moves=(values[0], replace(values[1], value=found.policy_value)))

    monkeypatch.setattr("ai.review.search", unsure)
    rules = load_rules("winning_moves")
    leg = Leg.deal(rules, Seating.SOLO, shuffled(rules.deck(2, Seating.SOLO), Random(5)), 0, seats=2)
    assert leg.seat is not None
    seen = leg.observe(leg.seat, MatchContext(1, (0, 0), 5000))
    thrown = next(move for move in seen.legal if move.kind is MoveKind.DISCARD)
    assert judge(seen, thrown, place=0, budget=QUICK).cost == pytest.approx(cost)


def test_review_looks_longer_into_a_dear_move_than_into_a_sound_one() -> None:
    puzzle = shipped_puzzles()[4]
    seen, judged = puzzle.observation(), puzzle.judgement()

    def looked_into(move: Move) -> int:
        evaluation = Evaluation(InformationState.of(seen))
        return search(evaluation, BUDGET, Random("0"), lambda: False, played=move).worlds

    assert 2 * looked_into(judged.best.move) < looked_into(judged.played.move)
    assert judge(seen, judged.best.move, place=judged.place).cost == 0.0


def test_random_moves_cost_more_than_sound_ones() -> None:
    costs = {player: [j.cost for j in _judgements(player)] for player in ("random", "priority")}
    means = {player: sum(each) / len(each) for player, each in costs.items()}
    assert means["random"] > 20.0 + 2.0 * means["priority"]


def test_review_has_an_outlook_after_each_move_with_chances_adding_up() -> None:
    looks = [finding for finding in _findings() if isinstance(finding, PositionChances)]
    assert [look.place for look in looks] == list(range(len(_leg().moves) + 1))
    for look in looks:
        assert sum(look.match) == pytest.approx(1.0)
        assert sum(look.leg) <= 1.0 + 1e-9


def test_last_outlook_is_the_result_of_the_leg() -> None:
    looks = [finding for finding in _findings("priority") if isinstance(finding, PositionChances)]
    winner = _leg("priority").winner
    assert looks[-1].leg == tuple(float(side == winner) for side in range(3))


def test_outlook_of_a_finished_match_is_certain() -> None:
    leg = _leg("priority")
    last = MatchContext(3, (0, 9000, 0), None, 3)
    end = _few(review(Record.of(leg), last, 0, budget=QUICK), len(leg.moves) + 2)[-1]
    assert isinstance(end, PositionChances)
    assert end.match == (0.0, 1.0, 0.0)


def _few(findings: Iterable[ReviewFinding], count: int) -> list[ReviewFinding]:
    return list(islice(findings, count))


def test_review_judges_the_same_leg_alike_each_time() -> None:
    again = _few(review(Record.of(_leg()), CONTEXT, 1, budget=QUICK), len(_findings()))
    assert tuple(again) == _findings()


def test_review_does_not_depend_on_hidden_cards() -> None:
    """The cards still in the draw pile after a decision, and the others' hands, are none of its business."""
    record = Record.of(_leg())
    place = next(j.place for j in _judgements() if j.place > 10)
    until = replace(record, moves=record.moves[: place + 1])
    drawn = len(record.deck) - replay(until).draw_pile
    other = replace(until, deck=(*record.deck[:drawn], *reversed(record.deck[drawn:])))

    def last(of: Record) -> ReviewFinding:
        return list(review(of, CONTEXT, 1, budget=QUICK))[-1]

    assert other.deck != until.deck
    assert last(other) == last(until)


def test_luck_averages_nothing_over_many_legs() -> None:
    """What is drawn is as often better as worse than expected."""
    rules, total, count = load_rules("winning_moves"), 0.0, 0
    player = bot_named("priority")
    for seed in some(range(12), 2):
        rng = Random(seed)
        leg = Leg.deal(rules, Seating.SOLO, shuffled(rules.deck(2, Seating.SOLO), rng), 0, seats=2)
        context = MatchContext(1, (0, 0), 5000)
        while leg.seat is not None:
            leg.apply(player.decide(leg.observe(leg.seat, context), rng).move)
        found = _few(review(Record.of(leg), context, 0, budget=QUICK), len(leg.moves) + 3)
        luck = found[-1]
        assert isinstance(luck, Luck)
        assert luck.attacks < 100.0
        total, count = total + luck.drawn, count + 1
    assert abs(total / count) < 400.0


def _asked_about_a_coup_fourre() -> Observation:
    rules, player = load_rules("winning_moves"), bot_named("priority")
    context = MatchContext(1, (0, 0), 5000)
    for seed in range(50):
        rng = Random(seed)
        leg = Leg.deal(rules, Seating.SOLO, shuffled(rules.deck(2, Seating.SOLO), rng), 0, seats=2)
        while leg.seat is not None:
            seen = leg.observe(leg.seat, context)
            if seen.legal[0].kind is MoveKind.COUP_FOURRE:
                return seen
            leg.apply(player.decide(seen, rng).move)
    raise AssertionError("no coup fourré")


def _decline(seen: Observation) -> Move:
    return next(move for move in seen.legal if move.kind is MoveKind.DECLINE)


def test_review_judges_a_declined_coup_fourre() -> None:
    """No bot has the move among its candidates."""
    seen = _asked_about_a_coup_fourre()
    judgement = judge(seen, _decline(seen), place=4, budget=QUICK)
    assert judgement.best.move.kind is MoveKind.COUP_FOURRE
    assert judgement.cost > 100.0


def test_review_judges_a_discarded_safety() -> None:
    """No bot has the move among its candidates."""
    rules, rng = load_rules("winning_moves"), Random(1)
    for seed in range(50):
        leg = Leg.deal(rules, Seating.SOLO, shuffled(rules.deck(2, Seating.SOLO), Random(seed)), 0, seats=2)
        assert leg.seat is not None
        seen = leg.observe(leg.seat, MatchContext(1, (0, 0), 5000))
        thrown = [m for m in seen.legal if m.kind is MoveKind.DISCARD and m.card in SAFETIES]
        if thrown:
            break
    judgement = judge(seen, thrown[0], place=0, budget=QUICK, seed=str(rng.random()))
    assert judgement.cost > 50.0
    assert judgement.best.move.card not in SAFETIES or judgement.best.move.kind is MoveKind.LAY
