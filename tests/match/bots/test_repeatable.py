"""What a bot decides hangs on its work, never on the machine: who gives a friend a deal gives the same rivals."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from unittest import mock

import pytest

from ai.spec import LEVELS, TOP_LEVEL, BotSpec
from game.engine.observation import Phase
from game.features.calendar.model.day_runs import day_scenario
from game.features.calendar.model.level_runs import LevelRuns
from game.match.bots import decisions, process
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotAnswer, BotQuestion, decide
from game.match.bots.process import ProgressMessage, answer_from_bytes, question_from_bytes, question_to_bytes
from game.match.deals import Deal, deal_of_the_day
from game.match.plan import DEFAULT_PLAN, Plan
from game.match.running.seat_control import HINT_MS
from game.match.session import Session
from game.people.players import DRIVERS, bot
from tests.match.harness import Clock, QuickBots, aggressive, bots_for, first_sensible, person_and_bots, run, setup_of

DAY = date(2026, 11, 28)
DEAL = Deal.of(setup_of(seats=2, legs=1), 0, 78)
SKILLED = tuple(bot(driver, level="skilled") for driver in DRIVERS[:2])


def of_the_day(bots: QuickBots, clock: Clock) -> Session:
    deal = deal_of_the_day(DAY)
    return Session.new(DEFAULT_PLAN.with_deal(deal), deal, day=DAY, clock=clock, bots=bots)


def by_code(bots: QuickBots, clock: Clock) -> Session:
    return Session.new(DEFAULT_PLAN.with_deal(DEAL), Deal.from_code(DEAL.code), clock=clock, bots=bots)


def of_the_tour(bots: QuickBots, clock: Clock) -> Session:
    return Session.new(Plan(setup_of(legs=1), person_and_bots(4)), stage="alps", seed=3, clock=clock, bots=bots)


def any_other(bots: QuickBots, clock: Clock) -> Session:
    return Session.new(Plan(setup_of(legs=1), person_and_bots(4)), seed=3, clock=clock, bots=bots)


@pytest.mark.parametrize("begin", [of_the_day, by_code, of_the_tour, any_other])
def test_decisions_of_a_match_have_no_time_limit(begin: Callable[[QuickBots, Clock], Session]) -> None:
    bots, clock = QuickBots(aggressive), Clock()
    run(begin(bots, clock), clock, until=lambda s: s.is_leg_over, person=first_sensible)
    arrived = [question_from_bytes(question_to_bytes(1, question))[1] for question in bots.asked]
    assert {question.observation.phase for question in arrived} >= {Phase.TURN, Phase.COUP_FOURRE}
    assert {question.time_ms for question in arrived} == {None}


def test_drives_of_the_levels_have_no_time_limit() -> None:
    bots = QuickBots()
    drives = LevelRuns(day_scenario(DAY)[1], levels=LEVELS[:1], bots=bots)
    while not drives.is_over:
        drives.poll()
    arrived = [question_from_bytes(question_to_bytes(1, question))[1] for question in bots.asked]
    assert {question.time_ms for question in arrived} == {None}


def test_hint_has_a_time_limit() -> None:
    bots, clock = QuickBots(), Clock()
    session = any_other(bots, clock)
    run(session, clock, until=lambda s: s.is_waiting_for_viewer)
    assert session.hints.request()
    session.poll()
    assert question_from_bytes(question_to_bytes(1, bots.asked[-1]))[1].time_ms == HINT_MS


def without_time() -> AbstractContextManager[object]:
    """A machine so slow that any time is over at once."""
    return mock.patch.object(decisions, "deadline", return_value=lambda: True)


def test_deal_has_the_same_rivals_on_a_slow_machine() -> None:
    asked: list[BotQuestion] = []

    def noted(question: BotQuestion) -> BotAnswer:
        asked.append(question)
        return decide(question)

    def moves() -> tuple[object, ...]:
        clock = Clock()
        session = Session.new(Plan(setup_of(seats=2, legs=1), SKILLED), DEAL, clock=clock, bots=InlineBots(noted))
        run(session, clock, until=lambda s: s.is_leg_over)
        return session.observation.moves

    quick = moves()
    with without_time():
        assert moves() == quick
        cut_off = [decide(replace(question, time_ms=1.0)) for question in asked]
    assert cut_off != [decide(question) for question in asked], "with a limit it would have other ones"


def test_bot_reports_progress_while_it_looks_into_worlds() -> None:
    looks: list[int] = []
    question = _hard()
    assert decide(question, lambda: looks.append(1)) == decide(question)
    assert len(looks) > 10


def _hard() -> BotQuestion:
    """A question that a bot has to look into worlds for."""
    clock, bots = Clock(), InlineBots()
    session = Session.new(Plan(setup_of(seats=2, legs=1), bots_for(2)), seed=3, clock=clock, bots=bots)
    for _ in range(40):
        looks: list[int] = []
        question = BotQuestion(BotSpec(level="skilled"), session.observation, "seed")
        if session.observation.legal and decide(question, lambda looks=looks: looks.append(1)) and len(looks) > 10:  # type: ignore[misc]
            return question
        before = len(session.observation.moves)
        run(session, clock, until=lambda s, before=before: len(s.observation.moves) > before)  # type: ignore[misc]
    raise AssertionError("no such question in this leg")


def test_worker_reports_progress_before_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WORKING_EVERY_S", 0.0)
    question, sent = _hard(), list[bytes]()
    answer = process._reply(question_to_bytes(7, question), sent.append)
    assert len(sent) > 10
    assert {type(answer_from_bytes(message, 7, question)) for message in sent} == {ProgressMessage}
    assert answer_from_bytes(sent[0], 8, question) is None, "of an earlier question"
    assert answer_from_bytes(answer, 7, question) == decide(question)


def test_answer_to_an_attack_takes_no_search() -> None:
    """So nothing of a hand is to be told from how long the strongest thinks, though nothing cuts it off."""
    bots, clock = QuickBots(aggressive), Clock()
    session = Session.new(Plan(setup_of(legs=1), bots_for(4)), seed=3, clock=clock, bots=bots)
    run(session, clock, until=lambda s: s.is_leg_over)
    asked = [question for question in bots.asked if question.observation.phase is Phase.COUP_FOURRE]
    assert len(asked) > 3
    looks: list[int] = []
    for question in asked:
        decide(replace(question, spec=BotSpec(level=TOP_LEVEL)), lambda: looks.append(1))
    assert looks == []
