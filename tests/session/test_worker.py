"""The bots' worker process: the real one, once started, once killed, once useless."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from game.session.bots import SILENCE_S, LocalBots, WorkerBots
from game.session.botworker import Answer, Question, decide
from game.session.players import bot, bot_spec
from game.session.problems import ProblemCode
from game.session.session import Session
from game.session.setup import Plan
from tests.session.driving import Clock, QuickBots, bots_for, run, setup_of

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60


def _question() -> Question:
    clock = Clock()
    session = Session.new(Plan(setup_of(seats=2), bots_for(2)), seed=3, clock=clock, bots=LocalBots())
    run(session, clock, until=lambda s: s.observation.to_move == 0 and len(s.observation.legal) > 1)
    return Question(bot_spec(bot("carla"), None), session.observation, "seed")


def _wait(bots: WorkerBots) -> Answer:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if (answer := bots.poll()) is not None:
            return answer
        time.sleep(0.002)
    pytest.fail("no answer")


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def worker() -> Iterator[WorkerBots]:
    bots = WorkerBots()
    yield bots
    bots.close()


def test_the_worker_decides_as_the_game_would_and_goes_when_closed(worker: WorkerBots) -> None:
    question = _question()
    worker.ask(question)
    assert _wait(worker) == decide(question)
    assert worker.poll() is None
    pid = worker.pid
    assert pid is not None
    assert worker.take_problems() == []
    worker.close()
    assert not _is_running(pid)


def test_a_killed_worker_is_started_anew(worker: WorkerBots) -> None:
    question = _question()
    first = worker.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    worker.ask(question)
    assert _wait(worker) == decide(question)
    assert [p.code for p in worker.take_problems()] == [ProblemCode.BOT_RESTARTED]
    assert worker.pid != first
    worker.ask(question)
    assert _wait(worker) == decide(question)
    assert worker.take_problems() == []


def dying_worker(pipe: Connection) -> None:
    """A worker that is of no use."""
    pipe.recv()


def silent_worker(pipe: Connection) -> None:
    """A worker that never answers."""
    pipe.recv()
    time.sleep(PATIENCE_S)


def test_a_worker_that_keeps_dying_is_replaced_by_the_game_itself() -> None:
    bots = WorkerBots(worker=dying_worker)
    question = _question()
    for _ in range(2):
        bots.ask(question)
        assert _wait(bots) == decide(question)
    assert [p.code for p in bots.take_problems()] == [ProblemCode.BOT_RESTARTED, ProblemCode.BOT_IN_GAME]
    assert bots.pid is None
    bots.close()


def test_a_silent_worker_counts_as_dead() -> None:
    clock = Clock()
    bots = WorkerBots(clock=clock, worker=silent_worker)
    question = _question()
    bots.ask(question)
    for _ in range(2):
        assert bots.poll() is None
        clock.now_s += SILENCE_S + 1
    bots.poll()
    assert _wait(bots) == decide(question)
    assert [p.code for p in bots.take_problems()] == [ProblemCode.BOT_RESTARTED, ProblemCode.BOT_IN_GAME]
    bots.close()


def test_a_match_with_the_worker_is_the_match_without(worker: WorkerBots) -> None:
    records = []
    for bots in (worker, LocalBots()):
        clock = Clock()
        session = Session.new(Plan(setup_of(seats=2, legs=1), bots_for(2)), seed=12, clock=clock, bots=bots)
        while not session.is_match_over:
            session.poll()
            clock.now_s += 0.1
            time.sleep(0.0005)
        records.append(session.history[0].record)
        assert session.take_problems() == []
    assert records[0] == records[1]


SCRIPT = """
import sys, time
from game.session.bots import WorkerBots
if __name__ == "__main__":
    bots = WorkerBots()
    print(bots.pid, flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_the_worker_dies_with_a_killed_game_and_survives_an_interrupt(tmp_path: Path) -> None:
    script = tmp_path / "game_like.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    game = subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    assert game.stdin is not None
    assert game.stdout is not None
    pid = int(game.stdout.readline())
    command = Path(f"/proc/{pid}/stat")
    time.sleep(1.0)  # let it come up: before that an interrupt may still end it
    os.kill(pid, signal.SIGINT)
    time.sleep(0.2)
    assert _is_running(pid)
    game.kill()
    game.communicate()
    end = time.monotonic() + PATIENCE_S
    while _is_running(pid) and " Z " not in (command.read_text() if command.exists() else " Z "):
        assert time.monotonic() < end, "the worker outlives the game"
        time.sleep(0.02)


def test_the_worker_needs_no_window() -> None:
    code = "import sys, game.session.botworker; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_a_bot_that_fails_takes_the_first_legal_move() -> None:
    question = _question()
    broken = Question(bot_spec(bot("leo"), None), question.observation, "seed")
    object.__setattr__(broken.spec, "style", "nobody")
    answer = decide(broken)
    assert answer.move is question.observation.legal[0]
    assert answer.problem is not None
    assert answer.problem.code is ProblemCode.BOT_FAILED


def test_all_bots_of_a_match_are_asked_with_their_own_character() -> None:
    clock, bots = Clock(), QuickBots()
    session = Session.new(Plan(setup_of(legs=1), bots_for(4)), seed=3, clock=clock, bots=bots)
    run(session, clock)
    styles = {q.observation.seat: q.spec.style for q in bots.asked}
    assert styles == {0: "bruno", 1: "carla", 2: "hugo", 3: "irma"}
