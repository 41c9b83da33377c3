"""The person's seat driven by each level of the bots: the same cards, the same rivals, the same seeds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from random import Random

from ai.spec import LEVELS
from game.career.match_stats import match_stats
from game.career.reader import PlayedMatch
from game.engine.moves import Move
from game.engine.rules import Seating
from game.engine.setup import DEFAULT_OPTIONS, MatchSetup, Options
from game.features.calendar.model.day_runs import day_scenario
from game.features.calendar.model.deal_calendar import daily_deal_achievements
from game.features.calendar.model.level_runs import SeatComparison, first_leg_scenario, with_run_as_first_leg
from game.match.bots.client import InlineBots, WorkerBots
from game.match.bots.decisions import BotAnswer, BotQuestion, decide, stand_in_for
from game.match.deals import Deal, deal_of_the_day
from game.match.match_file import SavedLeg, SavedMatch
from game.match.plan import DEFAULT_PLAN, Plan
from game.match.progress import MatchProgress, decision_seed
from game.match.session import Session, match_of_deal
from game.people.players import DRIVERS, HUMAN, Targeting, bot
from tests.match.harness import Clock, first_sensible

DAY = date(2026, 11, 28)


class Recorded(InlineBots):
    """Bots that choose by lot, and the questions they were asked."""

    def __init__(self) -> None:
        self.asked: list[BotQuestion] = []
        super().__init__(self._by_lot)

    def _by_lot(self, question: BotQuestion) -> BotAnswer:
        self.asked.append(question)
        return BotAnswer(Random(question.seed).choice(question.observation.legal))


def played(
    person: Callable[[Session], Move], *, seats: int = 2, temper: Targeting = Targeting.LEADER,
    options: Options = DEFAULT_OPTIONS,
) -> Session:  # fmt: skip
    """A deal driven to its end by the person in seat 1, beginners being the rivals."""
    setup = MatchSetup("winning_moves", Seating.SOLO, seats, options, legs=1)
    players = [bot(driver, level="beginner", targeting=temper) for driver in DRIVERS[:seats]]
    players[1] = HUMAN
    clock = Clock()
    session = Session.new(Plan(setup, tuple(players)), Deal.of(setup, 0, 77), clock=clock, bots=InlineBots())
    while not session.is_leg_over:
        session.poll()
        clock.now_s += 1
        if session.is_waiting_for_viewer:
            session.play(person(session))
    return session


def driven(comparison: SeatComparison) -> int:
    """Poll to the end; how often something was new."""
    news = 0
    while not comparison.is_over:
        news += comparison.poll()
    return news


def test_levels_drive_once_each_and_the_best_comes_first() -> None:
    session = played(first_sensible)
    comparison = SeatComparison(first_leg_scenario(session), bots=Recorded())
    assert comparison.runs == (comparison.own_run,)
    assert driven(comparison) == len(LEVELS)
    assert {drive.level for drive in comparison.runs} == {None, *LEVELS}
    points = [drive.points for drive in comparison.runs]
    assert points == sorted(points, reverse=True)
    assert comparison.rank(comparison.runs[0]) == 1
    assert comparison.rank(comparison.runs[-1]) <= len(points)
    assert comparison.pending_levels == ()


def test_levels_drive_by_the_house_rules_of_the_race() -> None:
    options, bots = Options(rolling_start=True, eight_cards=True), Recorded()
    comparison = SeatComparison(first_leg_scenario(played(first_sensible, options=options)), bots=bots)
    driven(comparison)
    assert {question.observation.options for question in bots.asked} == {options}
    assert max(len(question.observation.hand) for question in bots.asked) == 9
    assert all(run.record.options == options for run in comparison.runs)


def test_own_drive_equals_the_result_of_the_leg() -> None:
    session = played(first_sensible)
    own = SeatComparison(first_leg_scenario(session), bots=Recorded()).own_run
    (result,) = session.history
    view = session.observation.sides[1]
    assert (own.level, own.points, own.km) == (None, result.scores[1].total, view.km)
    assert own.coups_fourres == len(view.coups_fourres)
    assert own.has_won is (result.winner == 1)


def test_bot_is_asked_with_its_seats_own_view_and_the_rivals_stay_the_same() -> None:
    session, bots = played(first_sensible, seats=4), Recorded()
    comparison = SeatComparison(first_leg_scenario(session), bots=bots)
    driven(comparison)
    by_seat = {seat: [q for q in bots.asked if q.observation.seat == seat] for seat in range(4)}
    assert [spec.level for spec in dict.fromkeys(q.spec for q in by_seat[1])] == list(LEVELS)
    for seat in (0, 2, 3):
        (spec,) = {q.spec for q in by_seat[seat]}
        assert (spec.level, spec.style) == ("beginner", DRIVERS[seat])
    first = bots.asked[0]
    assert first.seed == decision_seed(first_leg_scenario(session).seed, first.observation)


def test_rivals_repeat_their_moves_while_a_bot_drives_like_the_person() -> None:
    session = played(first_sensible)
    moves = first_leg_scenario(session).record.moves

    class Same(InlineBots):
        """The person's own moves, and the rivals' as they think anew."""

        def __init__(self) -> None:
            self.at = 0
            super().__init__(self._choose)

        def _choose(self, question: BotQuestion) -> BotAnswer:
            own = moves[self.at % len(moves)]
            self.at += 1
            if question.observation.seat == 1:
                return BotAnswer(next(m for m in question.observation.legal if m.text == own))
            answer = decide(question)
            assert answer.move.text == own
            return answer

    comparison = SeatComparison(first_leg_scenario(session), bots=Same())
    driven(comparison)
    assert {(d.points, d.km, d.has_won) for d in comparison.runs} == {
        (comparison.own_run.points, comparison.own_run.km, comparison.own_run.has_won)
    }
    assert {comparison.rank(drive) for drive in comparison.runs} == {1}


def test_bot_failure_ends_the_comparison_and_keeps_the_drives_so_far() -> None:
    session = played(first_sensible)
    answers = iter(range(10_000))

    def failing(question: BotQuestion) -> BotAnswer:
        if question.spec.level == "skilled" and question.observation.seat == 1:
            return stand_in_for(question, "broken")
        next(answers)
        return BotAnswer(question.observation.legal[0])

    comparison = SeatComparison(first_leg_scenario(session), bots=InlineBots(failing))
    driven(comparison)
    assert comparison.fault == "broken"
    assert {drive.level for drive in comparison.runs} == {None, "beginner", "steady"}
    assert comparison.pending_levels == ("skilled", "master")
    assert not comparison.poll()


def test_rivals_who_spare_the_person_spare_the_seat_whoever_drives_it() -> None:
    session, bots = played(first_sensible, temper=Targeting.SPARES), Recorded()
    driven(SeatComparison(first_leg_scenario(session), bots=bots))
    assert {q.spec.spared for q in bots.asked if q.observation.seat == 0} == {(1,)}


def test_comparison_reports_its_progress() -> None:
    comparison = SeatComparison(first_leg_scenario(played(first_sensible)), bots=Recorded())
    assert comparison.progress == 0
    comparison.poll()
    assert 0 < comparison.progress < 1


def test_comparison_runs_in_a_process_of_its_own_and_ends_it_when_closed() -> None:
    session, worker = played(first_sensible), WorkerBots()
    comparison = SeatComparison(first_leg_scenario(session), bots=worker)
    give_up_s = time.monotonic() + 60
    while len(comparison.runs) < 2:
        comparison.poll()
        assert comparison.fault is None
        assert time.monotonic() < give_up_s
        time.sleep(0.0005)
    assert comparison.runs != (comparison.own_run,)
    comparison.close()
    while worker.pid is not None:
        assert time.monotonic() < give_up_s
        time.sleep(0.001)


def tied(deal: Deal) -> SavedMatch:
    """The deal of a day, two sides with the most points after it, and the leg that decided, by lot."""
    plan = DEFAULT_PLAN.with_deal(deal)
    start = match_of_deal(plan, deal, DAY)
    for seed in range(5000):
        progress, rng, legs = MatchProgress(start), Random(seed), list[SavedLeg]()
        while not progress.match.is_over and len(legs) < 2:
            progress.deal()
            while progress.seat is not None:
                progress.apply(rng.choice(progress.observe(progress.seat).legal))
            progress.count_leg()
            legs.append(SavedLeg(progress.record))
        if len(legs) == 2 and progress.match.is_over:
            return replace(
                start, legs=tuple(legs), totals=progress.match.totals, winner=progress.match.winner, id="tied"
            )
    raise AssertionError("no tie; take another deal")


def test_tie_of_a_day_leaves_its_points_cards_and_comparison_those_of_its_own_leg() -> None:
    deal = deal_of_the_day(DAY)
    saved = tied(deal)
    session = Session(saved, clock=Clock())
    first, own = session.history[0], session.viewer
    assert session.is_match_over
    assert session.deal == deal
    assert first_leg_scenario(session) == replace(day_scenario(DAY)[1], record=first.record)
    (earned,) = daily_deal_achievements([PlayedMatch(match_stats(saved))])
    assert earned.days[DAY.isoformat()].points == first.scores[own].total
    run = SeatComparison(first_leg_scenario(session), bots=Recorded()).own_run
    assert with_run_as_first_leg(saved, replace(run, level="master")).records == (first.record,)
