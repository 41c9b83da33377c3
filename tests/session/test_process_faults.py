"""Whatever the bots' process does, a match goes on: at once, by legal moves, and no frame waits."""

from __future__ import annotations

import multiprocessing.spawn
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from unittest import mock

import pytest

from ai.bot import BotSpec
from game.session.bots import client as bots_module
from game.session.bots.client import MOST_FAILURES, SILENCE, START_S, Bots, LocalBots, WorkerBots
from game.session.bots.decisions import BotAnswer, BotQuestion, decide, stand_in
from game.session.bots.process import LONGEST_MS, question_to_bytes
from game.session.players import HUMAN, bot
from game.session.problems import ProblemCode
from game.session.running import deciders
from game.session.session import Session
from game.session.setup import Plan
from tests.nightly import some
from tests.session.faulty_workers import FAULTS, HARMLESS, WRONG_ANSWERS, by_name, in_turn, once
from tests.session.harness import Clock, run, setup_of

BUDGET_MS = 300.0
PATIENCE_S = 40.0  # of a machine with much else to do
BEGINNERS = (bot("bruno", level="beginner"), bot("carla", level="beginner"))
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")

TOLD_OF_FAULTS = {ProblemCode.BOT_RESTARTED, ProblemCode.BOT_STOOD_IN}
SILENT = {
    "says_nothing_at_start",
    "is_stopped",
    "is_silent",
    "never_reads",
    "answers_the_one_before",
    "floods",
    "half a message",
    "half a length",
}
"""Those that nothing is heard of."""


@pytest.fixture(autouse=True)
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciders, "DECISION_MS", BUDGET_MS)
    monkeypatch.setattr(deciders, "ANSWER_MS", BUDGET_MS)


@pytest.fixture(autouse=True)
def no_waiting_in_the_frame(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Reading, writing and starting may each wait for ever: so none is ever done in the frame's thread."""

    def elsewhere(original: Callable[..., object]) -> Callable[..., object]:
        def checked(*args: object, **kwargs: object) -> object:
            if threading.current_thread() is threading.main_thread():
                in_the_frame.append(original.__qualname__)
            return original(*args, **kwargs)

        return checked

    in_the_frame: list[str] = []
    process = multiprocessing.get_context("spawn").Process
    for owner, names in ((Connection, ("recv_bytes", "send_bytes", "poll")), (process, ("start", "join"))):
        for name in names:
            monkeypatch.setattr(owner, name, elsewhere(getattr(owner, name)))
    yield
    assert in_the_frame == []


def new(plan: Plan, seed: int, bots: Bots) -> Session:
    return Session.new(plan, seed=seed, clock=Clock(), bots=bots)


def match_with(bots: WorkerBots) -> Session:
    return new(Plan(setup_of(seats=2, legs=1), BEGINNERS), 3, bots)


def play(session: Session, moves: int) -> list[ProblemCode]:
    """Play until so many moves are made, in real time but for the session's pauses; what was told meanwhile."""
    session._hold.delay_s = 0.0
    told: list[ProblemCode] = []
    end_s = time.monotonic() + PATIENCE_S
    while len(session.observation.moves) < moves:
        assert time.monotonic() < end_s, f"the match stands still after {session.observation.moves}, told {told}"
        session.poll()
        told += [problem.code for problem in session.take_problems()]
        time.sleep(0.001)
    return told


@pytest.fixture
def opened() -> Iterator[list[WorkerBots]]:
    """Workers to be closed at the end of the test."""
    bots: list[WorkerBots] = []
    yield bots
    for each in bots:
        each.close()


@pytest.mark.parametrize("fault", some([*FAULTS], 2))
def test_after_any_fault_the_match_goes_on_with_a_new_process(
    fault: str, tmp_path: Path, opened: list[WorkerBots], monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == "is_stopped" and sys.platform == "win32":
        pytest.skip("POSIX signals")
    if fault == "says_nothing_at_start":
        monkeypatch.setattr(bots_module, "START_S", 1.0)
    bots = WorkerBots(worker=partial(once, tmp_path / "was here", fault))
    opened.append(bots)
    session = match_with(bots)
    assert play(session, 1) == [ProblemCode.BOT_STOOD_IN if fault in SILENT else ProblemCode.BOT_RESTARTED]
    monkeypatch.setattr(bots_module, "START_S", START_S)
    assert play(session, 4) == [], "it is told once"
    assert bots.pid is not None


NOTICED = {
    "nothing in a frame": "not JSON",
    "bytes": "not JSON",
    "a broken pickle": "not JSON",
    "no UTF-8": "not JSON",
    "a list": "got `array`",
    "another version": "at `$.version`",
    "another format": "at `$.format`",
    "another kind": "at `$.kind`",
    "a number for a move": "Expected `str`, got `int` - at `$.move`",
    "no move": "Expected `str`, got `null` - at `$.move`",
    "a move of no card": "ferrari",
    "a text for a truth": "Expected `bool`, got `str` - at `$.was_cut`",
    "an object for an error": "Expected `str | null`, got `object` - at `$.error`",
    "a question not asked yet": "number: expected",
    "a number of 4,000 digits": "at `$.number`",
    "a number of 5,000 digits": "not JSON",
    "NaN": "not JSON: NaN",
    "deep nesting": "not JSON",
    "an unknown reason": "at `$.reasons[0].code`",
    "a reason for another kind of move": "repairs is none for",
    "a reason with a number too many": "only_move: the number is wrong",
    "a reason with a number beyond all bounds": "only_move: the number is wrong",
    "a reason with a card too many": "only_move: expected as the other card none",
    "a reason of an unknown card": "at `$.reasons[0].card`",
    "a reason of another card": "expected its card",
    "a reason with a side too many": "the side is wrong",
    "a reason of another move": "reasons: expected places",
    "two reasons": "reasons: expected places",
}
"""What is logged of each wrong answer."""


def test_no_wrong_answer_is_taken_for_one(
    tmp_path: Path, opened: list[WorkerBots], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert list(NOTICED) == list(WRONG_ANSWERS)
    monkeypatch.setattr(bots_module, "MOST_FAILURES", len(NOTICED) + 9)
    bots = WorkerBots(worker=partial(in_turn, tmp_path))
    opened.append(bots)
    session = match_with(bots)
    failures: list[str] = []
    while len(failures) < len(NOTICED):
        assert set(play(session, len(session.observation.moves) + 1)) <= TOLD_OF_FAULTS
        failures = [message for message in caplog.messages if "in a row" in message]
    for message, noticed in zip(failures, NOTICED.values(), strict=False):
        assert noticed in message


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_no_fault_is_borne(name: str, opened: list[WorkerBots]) -> None:
    bots = WorkerBots(worker=partial(by_name, name))
    opened.append(bots)
    session = match_with(bots)
    assert play(session, 3) == []
    assert session.notes.hurried == frozenset()


@pytest.mark.parametrize("fault", ["dies_at_start", "is_silent", "bytes"])
def test_after_three_faults_in_a_row_the_bots_stay_in_the_game(fault: str, opened: list[WorkerBots]) -> None:
    bots = WorkerBots(worker=partial(by_name, fault))
    opened.append(bots)
    session = match_with(bots)
    first = ProblemCode.BOT_STOOD_IN if fault == "is_silent" else ProblemCode.BOT_RESTARTED
    assert play(session, 6) == [first, ProblemCode.BOT_IN_GAME]
    assert bots.pid is None


def a_question() -> BotQuestion:
    """A turn with something to choose."""
    clock = Clock()
    session = Session.new(Plan(setup_of(seats=2), BEGINNERS), seed=3, clock=clock, bots=LocalBots())
    run(session, clock, until=lambda s: s.observation.to_move == 0 and len(s.observation.legal) > 1)
    return BotQuestion(BotSpec(level="beginner"), session.observation, "seed", BUDGET_MS)


def wait(bots: WorkerBots) -> BotAnswer:
    end_s = time.monotonic() + PATIENCE_S
    while (answer := bots.poll()) is None:
        assert time.monotonic() < end_s, "no answer"
        time.sleep(0.001)
    return answer


def test_an_illegal_move_is_that_of_a_failed_bot_and_its_process_stays(opened: list[WorkerBots]) -> None:
    bots = WorkerBots(worker=partial(by_name, "illegal"))
    opened.append(bots)
    session = match_with(bots)
    assert play(session, 1) == [ProblemCode.BOT_FAILED]
    first = bots.pid
    assert play(session, 4) == [ProblemCode.BOT_FAILED], "of the other seat"
    assert bots.pid == first is not None


def test_a_silent_process_has_its_move_made_by_a_stand_in_at_once(opened: list[WorkerBots]) -> None:
    bots, question = WorkerBots(worker=partial(by_name, "is_silent")), a_question()
    opened.append(bots)
    bots.ask(question)
    answer = wait(bots)
    assert answer.move is stand_in(question, "").move
    assert (answer.was_cut, answer.reason) == (True, None)
    assert answer.problem is not None
    assert answer.problem.code is ProblemCode.BOT_STOOD_IN
    assert answer.problem.values == {"error": "nothing was heard for 0.6 s"}
    assert bots.take_problems() == []


def test_silence_counts_only_as_long_as_the_game_itself_runs(opened: list[WorkerBots]) -> None:
    clock = Clock()
    bots = WorkerBots(clock=clock, worker=partial(by_name, "is_silent"))
    opened.append(bots)
    bots.ask(replace(a_question(), time_ms=500.0))
    until(lambda: is_ready(bots))
    assert bots.poll() is None
    clock.now_s += 3600.0  # the computer slept
    assert bots.poll() is None
    clock.now_s += 0.4
    assert bots.poll() is None
    clock.now_s += 0.4
    assert bots.poll() is not None


def test_a_question_without_a_ceiling_gets_one(opened: list[WorkerBots]) -> None:
    clock = Clock()
    bots = WorkerBots(clock=clock, worker=partial(by_name, "is_silent"))
    opened.append(bots)
    bots.ask(replace(a_question(), time_ms=None))
    until(lambda: is_ready(bots))
    waited_s = 0.0
    while bots.poll() is None:
        clock.now_s += 0.5
        waited_s += 0.5
        time.sleep(0.001)
        assert waited_s < 10 * LONGEST_MS
    assert waited_s > SILENCE * LONGEST_MS / 1000


def test_a_process_that_cannot_be_started_leaves_the_bots_in_the_game(
    opened: list[WorkerBots], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", os.fsencode("/there/is/no/such/program"))
    bots, question = WorkerBots(), a_question()
    opened.append(bots)
    for _ in range(MOST_FAILURES):
        bots.ask(question)
        assert wait(bots).move in question.observation.legal
    assert [problem.code for problem in bots.take_problems()][-1] is ProblemCode.BOT_IN_GAME
    bots.ask(question)
    assert wait(bots) == decide(question)


def test_where_no_thread_is_to_be_had_a_stand_in_moves(
    opened: list[WorkerBots], monkeypatch: pytest.MonkeyPatch
) -> None:
    question = a_question()
    with monkeypatch.context() as without:
        without.setattr(threading.Thread, "start", mock.Mock(side_effect=RuntimeError("can't start new thread")))
        bots = WorkerBots()
        opened.append(bots)
        bots.ask(question)
        answer = wait(bots)
        bots.ask(question)
        assert wait(bots).move is answer.move is stand_in(question, "").move


def test_bots_in_the_game_that_never_come_to_an_end_are_not_waited_for(
    opened: list[WorkerBots], monkeypatch: pytest.MonkeyPatch
) -> None:
    release = threading.Event()
    monkeypatch.setattr(bots_module, "MOST_FAILURES", 1)
    monkeypatch.setattr(bots_module, "decide", lambda question: release.wait() and decide(question))
    bots, question = WorkerBots(worker=partial(by_name, "dies_at_start")), a_question()
    opened.append(bots)
    try:
        for waited in ("nothing was heard for 0.6 s", "an earlier question is still thought about"):
            bots.ask(replace(question))
            answer = wait(bots)
            assert answer.move in question.observation.legal
            assert answer.problem is not None
            assert answer.problem.values["error"] == waited
    finally:
        release.set()


def test_a_full_pipe_to_a_stopped_process_keeps_nobody_waiting(opened: list[WorkerBots]) -> None:
    moves = a_question().observation.moves * 200_000  # no such match: so that the message is longer than any pipe
    question = a_question()
    long = replace(question, observation=replace(question.observation, moves=moves))
    assert len(question_to_bytes(1, long)) > 1_000_000  # and longer than is read
    bots = WorkerBots(worker=partial(by_name, "never_reads"))
    opened.append(bots)
    bots.ask(long)
    assert wait(bots).problem is not None


def test_a_hint_that_the_process_is_silent_about_is_told_as_failed(opened: list[WorkerBots]) -> None:
    bots = WorkerBots(worker=partial(by_name, "is_silent"))
    opened.append(bots)
    plan = Plan(setup_of(seats=2, legs=1), (HUMAN, BEGINNERS[0]))
    person_begins = (session for seed in range(99) if (session := new(plan, seed, bots)).observation.to_move == 0)
    session = next(person_begins)
    session.poll()
    assert session.hints.ask()
    told: list[ProblemCode] = []
    end_s = time.monotonic() + PATIENCE_S
    while not told:
        assert time.monotonic() < end_s
        session.poll()
        told = [problem.code for problem in session.take_problems()]
        time.sleep(0.001)
    assert told == [ProblemCode.HINT_FAILED]
    assert session.hints.hint is None
    assert session.waiting_for_viewer


@POSIX
def test_a_process_killed_again_and_again_changes_nothing_in_the_match(
    opened: list[WorkerBots], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciders, "DECISION_MS", 5000.0)
    monkeypatch.setattr(deciders, "ANSWER_MS", 5000.0)
    clock = Clock()
    alone = Session.new(Plan(setup_of(seats=2, legs=1), BEGINNERS), seed=3, clock=clock, bots=LocalBots())
    run(alone, clock, until=lambda s: len(s.observation.moves) >= 12)
    bots = WorkerBots()
    opened.append(bots)
    session, killed = match_with(bots), 0
    for moves in (2, 5, 9, 12):
        play(session, moves)
        if bots.pid is not None:
            os.kill(bots.pid, signal.SIGKILL)
            killed += 1
    assert killed
    assert session.observation.moves[:12] == alone.observation.moves[:12]
    assert session.notes.hurried == frozenset()


@POSIX
def test_no_process_is_left_whatever_it_did(tmp_path: Path) -> None:
    pids = []
    for fault in ("is_stopped", "is_silent", "half a message", "closes_its_answers"):
        bots = WorkerBots(worker=partial(by_name, fault))
        bots.ask(a_question())
        until(lambda bots=bots: bots.pid is not None)  # type: ignore[misc]
        pids.append(bots.pid)
        bots.close()
    for pid in pids:
        assert pid is not None
        until(lambda pid=pid: not is_running(pid))  # type: ignore[misc]


def until(condition: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end_s
        time.sleep(0.002)


def is_ready(bots: WorkerBots) -> bool:
    return bots._process is not None and bots._process.is_ready


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
