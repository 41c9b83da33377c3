"""Whatever the bots' process does, a match goes on: at once, by legal moves, and no frame waits."""

from __future__ import annotations

import multiprocessing.spawn
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from unittest import mock

import pytest

from ai.spec import BotSpec
from game.files.child_process import Worker
from game.files.problems import ProblemCode
from game.match.bots import client as bots_module
from game.match.bots.client import MOST_FAILURES, SILENCE_S, BotClient, InlineBots, WorkerBots
from game.match.bots.decisions import BotAnswer, BotQuestion, decide, stand_in_for
from game.match.bots.process import question_to_bytes, run_worker
from game.match.plan import Plan
from game.match.session import Session
from game.people.players import HUMAN, bot
from tests.match.bots.faulty_workers import FAULTS, HARMLESS, WRONG_ANSWERS, by_name, in_turn, once, slow
from tests.match.harness import Clock, run, setup_of
from tests.nightly import some
from tests.waiting import until

A_LOOK_S = 0.02
"""What passes by the clock of the bots at each look at a silent process."""
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


def new(plan: Plan, seed: int, bots: BotClient) -> Session:
    return Session.new(plan, seed=seed, clock=Clock(), bots=bots)


def match_with(bots: WorkerBots) -> Session:
    return new(Plan(setup_of(seats=2, legs=1), BEGINNERS), 3, bots)


def play(session: Session, moves: int, look: Callable[[], None] = lambda: None) -> list[ProblemCode]:
    """Play until so many moves are made, in real time but for the session's pauses; what was told meanwhile."""
    session._delayed_reveal.delay_s = 0.0
    told: list[ProblemCode] = []

    def is_done() -> bool:
        look()
        session.poll()
        told.extend(problem.code for problem in session.pop_problems())
        return len(session.observation.moves) >= moves

    until(is_done)
    return told


class Open:
    """Opens workers, which are closed at the end of the test; their ``clock`` stands unless the test turns it.

    So a process that is merely slow, or kept from running, is never taken for a silent one.
    """

    def __init__(self) -> None:
        self.clock = Clock()
        self._opened: list[WorkerBots] = []

    def __call__(self, worker: Worker = run_worker) -> WorkerBots:
        self._opened.append(WorkerBots(clock=self.clock, worker=worker))
        return self._opened[-1]

    def is_ready(self) -> bool:
        """Whether the last one's process says that it is."""
        process = self._opened[-1]._process
        return process is not None and process.is_ready

    def look_at_silence(self) -> None:
        """Let time pass while the last one has a process that is ready."""
        self.clock.now_s += A_LOOK_S * self.is_ready()

    def close(self) -> None:
        for bots in self._opened:
            bots.close()


@pytest.fixture
def opened() -> Iterator[Open]:
    workers = Open()
    yield workers
    workers.close()


@pytest.mark.parametrize("fault", some([*FAULTS], 2))
def test_match_goes_on_with_a_new_process_after_any_fault(fault: str, tmp_path: Path, opened: Open) -> None:
    if fault == "is_stopped" and sys.platform == "win32":
        pytest.skip("POSIX signals")
    bots = opened(partial(once, tmp_path / "was here", fault))
    first = bots._process

    def look() -> None:
        is_first = bots._process is first and (opened.is_ready() or fault == "says_nothing_at_start")
        opened.clock.now_s += A_LOOK_S * (is_first and fault in SILENT)

    session = match_with(bots)
    assert play(session, 1, look) == [ProblemCode.BOT_RESTARTED]
    assert play(session, 4) == [], "it is told once"
    assert bots._process is not first


@pytest.mark.parametrize("fault", ["is_silent", "dies_at_the_question"])
def test_repeated_question_gets_the_answer_it_would_have_had(fault: str, tmp_path: Path, opened: Open) -> None:
    bots, question = opened(partial(once, tmp_path / "was here", fault)), a_question()
    first = bots._process
    bots.ask(question)
    answer = wait(bots, lambda: opened.look_at_silence() if bots._process is first else None)
    assert answer == decide(question)


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
    "an object for an error": "Expected `str | null`, got `object` - at `$.error`",
    "a question not asked yet": "number: expected",
    "work on a question not asked yet": "number: expected",
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


def test_wrong_answers_of_the_process_are_all_noticed(
    tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert list(NOTICED) == list(WRONG_ANSWERS)
    monkeypatch.setattr(bots_module, "MOST_FAILURES", len(NOTICED) + 9)
    session = match_with(opened(partial(in_turn, tmp_path)))
    failures: list[str] = []
    while len(failures) < len(NOTICED):
        assert set(play(session, len(session.observation.moves) + 1)) <= TOLD_OF_FAULTS
        failures = [message for message in caplog.messages if "in a row" in message]
    for message, noticed in zip(failures, NOTICED.values(), strict=False):
        assert noticed in message


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless_oddities_of_the_process_are_no_fault(name: str, opened: Open) -> None:
    session = match_with(opened(partial(by_name, name)))
    assert play(session, 3) == []
    assert session.notes.hurried == frozenset()


def test_slow_process_is_waited_for_while_it_reports_progress(tmp_path: Path, opened: Open) -> None:
    steps = round(4 * SILENCE_S)
    bots, question = opened(partial(slow, tmp_path, steps)), a_question()
    process = bots._process
    assert process is not None
    bots.ask(question)
    for step in range(1, steps + 1):
        until(lambda step=step: process.progress == step)  # type: ignore[misc]
        assert bots.poll() is None
        opened.clock.now_s += 0.5  # all that counts of the time between two looks
        assert bots.poll() is None
        (tmp_path / str(step)).touch()
    assert wait(bots).move in question.observation.legal
    assert bots.pop_problems() == []


@pytest.mark.parametrize("fault", ["dies_at_start", "is_silent", "bytes"])
def test_bots_are_given_up_after_three_faults_in_a_row(fault: str, opened: Open) -> None:
    bots = opened(partial(by_name, fault))
    session = match_with(bots)
    told = play(session, 6, opened.look_at_silence if fault == "is_silent" else lambda: None)
    assert told == [ProblemCode.BOT_RESTARTED, ProblemCode.BOTS_GIVEN_UP]
    assert bots.pid is None


def a_question() -> BotQuestion:
    """A turn with something to choose."""
    clock = Clock()
    session = Session.new(Plan(setup_of(seats=2), BEGINNERS), seed=3, clock=clock, bots=InlineBots())
    run(session, clock, until=lambda s: s.observation.to_move == 0 and len(s.observation.legal) > 1)
    return BotQuestion(BotSpec(level="beginner"), session.observation, "seed")


def wait(bots: WorkerBots, look: Callable[[], None] = lambda: None) -> BotAnswer:
    answers: list[BotAnswer] = []

    def is_done() -> bool:
        look()
        answers.extend(filter(None, [bots.poll()]))
        return bool(answers)

    until(is_done)
    return answers[0]


def test_illegal_move_counts_as_a_failed_bot_and_keeps_the_process(opened: Open) -> None:
    bots = opened(partial(by_name, "illegal"))
    session = match_with(bots)
    assert play(session, 1) == [ProblemCode.BOT_FAILED]
    first = bots.pid
    assert play(session, 4) == [ProblemCode.BOT_FAILED], "of the other seat"
    assert bots.pid == first is not None


def test_stand_in_moves_if_the_second_process_is_silent_too(opened: Open) -> None:
    bots, question = opened(partial(by_name, "is_silent")), a_question()
    bots.ask(question)
    answer = wait(bots, opened.look_at_silence)
    assert answer.move is stand_in_for(question, "").move
    assert answer.reason is None
    assert answer.problem is not None
    assert answer.problem.code is ProblemCode.BOT_STOOD_IN
    assert answer.problem.values == {"error": "nothing was heard for 5.0 s"}
    assert [problem.code for problem in bots.pop_problems()] == [ProblemCode.BOT_RESTARTED]


def test_silence_counts_only_while_the_game_itself_runs(opened: Open) -> None:
    bots = opened(partial(by_name, "is_silent"))
    first = bots._process
    bots.ask(a_question())
    until(opened.is_ready)
    assert bots.poll() is None
    opened.clock.now_s += 3600.0  # the computer slept
    counted_s = 0.5
    while counted_s < SILENCE_S:
        assert bots.poll() is None
        assert bots._process is first
        opened.clock.now_s += 0.4
        counted_s += 0.4
    bots.poll()
    assert bots._process is not first


def test_stand_in_moves_at_once_if_no_process_can_be_started(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", os.fsencode("/there/is/no/such/program"))
    bots, question = opened(), a_question()
    for _ in range(MOST_FAILURES):
        bots.ask(question)
        assert wait(bots).move in question.observation.legal
    assert [problem.code for problem in bots.pop_problems()][-1] is ProblemCode.BOTS_GIVEN_UP
    bots.ask(question)
    answer = bots.poll()
    assert answer is not None
    assert answer.move is stand_in_for(question, "").move


def test_stand_in_moves_if_no_thread_can_be_started(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    question = a_question()
    with monkeypatch.context() as without:
        without.setattr(threading.Thread, "start", mock.Mock(side_effect=RuntimeError("can't start new thread")))
        bots = opened()
        for _ in range(2):
            bots.ask(question)
            assert wait(bots).move is stand_in_for(question, "").move


def test_full_pipe_to_a_stopped_process_blocks_nobody(opened: Open) -> None:
    moves = a_question().observation.moves * 200_000  # no such match: so that the message is longer than any pipe
    question = a_question()
    long = replace(question, observation=replace(question.observation, moves=moves))
    assert len(question_to_bytes(1, long)) > 1_000_000  # and longer than is read
    bots = opened(partial(by_name, "never_reads"))
    bots.ask(long)
    assert wait(bots, opened.look_at_silence).problem is not None


def test_hint_from_a_silent_process_is_reported_as_failed(opened: Open) -> None:
    bots = opened(partial(by_name, "is_silent"))
    plan = Plan(setup_of(seats=2, legs=1), (HUMAN, BEGINNERS[0]))
    person_begins = (session for seed in range(99) if (session := new(plan, seed, bots)).observation.to_move == 0)
    session = next(person_begins)
    session.poll()
    assert session.hints.request()
    told: list[ProblemCode] = []

    def is_told() -> bool:
        opened.look_at_silence()
        session.poll()
        told.extend(problem.code for problem in session.pop_problems())
        return ProblemCode.HINT_FAILED in told

    until(is_told)
    assert told == [ProblemCode.BOT_RESTARTED, ProblemCode.HINT_FAILED]
    assert session.hints.hint is None
    assert session.is_waiting_for_viewer


@POSIX
def test_process_killed_again_and_again_changes_no_move_of_the_match(opened: Open) -> None:
    clock = Clock()
    alone = Session.new(Plan(setup_of(seats=2, legs=1), BEGINNERS), seed=3, clock=clock, bots=InlineBots())
    run(alone, clock, until=lambda s: len(s.observation.moves) >= 12)
    bots = opened()
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
def test_processes_all_end_whatever_their_fault(tmp_path: Path) -> None:
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


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
