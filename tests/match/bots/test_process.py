"""The bots' worker process as it should be, once killed, and what passes between it and the game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from game.engine.moves import MoveKind, move
from game.engine.observation import Phase
from game.engine.rules import Seating
from game.files.forms import FormatError
from game.files.problems import ProblemCode
from game.match.bots.client import InlineBots, WorkerBots
from game.match.bots.decisions import BotAnswer, BotQuestion, decide, stand_in_for
from game.match.bots.process import (
    MOST_BYTES,
    answer_from_bytes,
    answer_to_bytes,
    check_hello,
    question_from_bytes,
    question_to_bytes,
    run_worker,
)
from game.match.plan import Plan
from game.match.session import Session
from game.people.players import bot, bot_spec
from tests.cases import each
from tests.match.harness import Clock, QuickBots, aggressive, bots_for, run, setup_of
from tests.waiting import PATIENCE_S, until

ROOT = Path(__file__).parents[3]


def _question() -> BotQuestion:
    clock = Clock()
    session = Session.new(Plan(setup_of(seats=2), bots_for(2)), seed=1, clock=clock, bots=InlineBots())
    run(session, clock, until=lambda s: s.observation.to_move == 0 and len(s.observation.legal) > 1)
    return BotQuestion(bot_spec(bot("carla"), ()), session.observation, "seed")


def _wait(bots: WorkerBots) -> BotAnswer:
    answers: list[BotAnswer] = []
    until(lambda: bool(answers.extend(filter(None, [bots.poll()])) or answers), "an answer")
    return answers[0]


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _pid(bots: WorkerBots) -> int:
    """Its process, which is started in a thread."""
    until(lambda: bots.pid is not None)
    assert bots.pid is not None
    return bots.pid


@pytest.fixture
def worker() -> Iterator[WorkerBots]:
    bots = WorkerBots()
    yield bots
    bots.close()


def test_worker_decides_as_the_game_would_and_ends_when_closed(worker: WorkerBots) -> None:
    question = _question()
    worker.ask(question)
    assert _wait(worker) == decide(question)
    assert worker.poll() is None
    pid = _pid(worker)
    assert worker.pop_problems() == []
    worker.close()
    until(lambda: not _is_running(pid))


def test_killed_worker_is_started_anew(worker: WorkerBots) -> None:
    question = _question()
    first = _pid(worker)
    os.kill(first, signal.SIGKILL)
    worker.ask(question)
    assert _wait(worker) == decide(question)
    assert [p.code for p in worker.pop_problems()] == [ProblemCode.BOT_RESTARTED]
    assert worker.pid != first
    worker.ask(question)
    assert _wait(worker) == decide(question)
    assert worker.pop_problems() == []


def test_match_is_the_same_with_and_without_a_worker(worker: WorkerBots) -> None:
    records = []
    for bots in (worker, InlineBots()):
        clock = Clock()
        session = Session.new(Plan(setup_of(seats=2, legs=1), bots_for(2)), seed=12, clock=clock, bots=bots)
        while not session.is_match_over:
            session.poll()
            clock.now_s += 0.1
            time.sleep(0.0005)
        records.append(session.history[0].record)
        assert session.pop_problems() == []
    assert records[0] == records[1]


SCRIPT = """
import sys, time
from game.match.bots.client import WorkerBots
if __name__ == "__main__":
    bots = WorkerBots()
    while bots.pid is None:
        time.sleep(0.01)
    print(bots.pid, flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_worker_dies_with_a_killed_game_and_survives_an_interrupt(tmp_path: Path) -> None:
    script = tmp_path / "game_like.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    game = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert game.stdin is not None
    assert game.stdout is not None
    pid = int(game.stdout.readline())
    command = Path(f"/proc/{pid}/stat")
    for _ in range(5):  # also while it comes up
        os.kill(pid, signal.SIGINT)
        time.sleep(0.1)
    assert _is_running(pid)
    game.kill()
    assert game.communicate()[1] == ""
    until(
        lambda: not _is_running(pid) or " Z " in (command.read_text() if command.exists() else " Z "),
        "the worker to end with the game",
    )


STOPPED = """
import os, signal, time
from game.match.bots.client import WorkerBots
if __name__ == "__main__":
    bots = WorkerBots()
    while bots.pid is None:
        time.sleep(0.01)
    print(bots.pid)
    os.kill(bots.pid, signal.SIGSTOP)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_stopped_worker_does_not_keep_the_game_from_ending(tmp_path: Path) -> None:
    script = tmp_path / "game_like.py"
    script.write_text(STOPPED)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    game = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment, timeout=PATIENCE_S, check=True
    )
    assert game.stderr == ""
    until(lambda: not _is_running(int(game.stdout)))


def test_worker_needs_no_window() -> None:
    code = "import sys, game.match.bots.process; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_bots_of_a_match_are_all_asked_in_their_own_style() -> None:
    clock, bots = Clock(), QuickBots()
    session = Session.new(Plan(setup_of(legs=1), bots_for(4)), seed=3, clock=clock, bots=bots)
    run(session, clock)
    styles = {q.observation.seat: q.spec.style for q in bots.asked}
    assert styles == {0: "bruno", 1: "carla", 2: "hugo", 3: "irma"}


# -- messages ---------------------------------------------------------------------------------------------------------


TABLES = [
    ("winning_moves", 2, Seating.SOLO),
    ("mille_miglia", 6, Seating.SOLO),
    ("dujardin", 4, Seating.TEAMS),
    ("piatnik", 3, Seating.SOLO),
    ("dujardin", 6, Seating.TEAMS),
]


def _asked(rules: str, seats: int, seating: Seating) -> list[BotQuestion]:
    """Every question of a match full of attacks, those for show included."""
    clock, bots = Clock(), QuickBots(aggressive)
    plan = Plan(setup_of(rules, seats, seating, legs=1), bots_for(seats))
    run(Session.new(plan, seed=5, clock=clock, bots=bots), clock)
    return bots.asked


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_questions_and_answers_arrive_as_they_were_sent(table: tuple[str, int, Seating]) -> None:
    questions = _asked(*table)
    assert {question.observation.phase for question in questions} >= {Phase.TURN, Phase.COUP_FOURRE}
    for number, asked in enumerate(questions):
        question = replace(asked, observation=replace(asked.observation, winner=None, scores=None))  # no longer asked
        data = question_to_bytes(number, question)
        assert question_from_bytes(data) == (number, question)
        assert len(data) < MOST_BYTES / 4
    for question in questions[::9]:
        answer = decide(replace(question, spec=replace(question.spec, level="beginner")))
        assert answer_from_bytes(answer_to_bytes(7, question, answer), 7, question) == answer


def test_answer_of_a_failed_bot_arrives_with_its_problem() -> None:
    question = _question()
    failed = decide(replace(question, spec=replace(question.spec, style="nobody")))
    assert failed.problem is not None
    assert answer_from_bytes(answer_to_bytes(1, question, failed), 1, question) == failed


@each(
    ("path", "wrong"),
    [
        ("version", 2),
        ("kind", "answer"),
        ("number", 1.5),
        ("seed", None),
        ("spec", []),
        ("spec/level", 3),
        ("spec/spared", ["0"]),
        ("spec/effort", True),
        ("seen", "…"),
        ("seen/seat", 9),
        ("seen/hand", ["ferrari"]),
        ("time_ms", -1),
        ("seen/legal", []),
    ],
)
def test_worker_refuses_a_wrong_question_and_goes_on(path: str, wrong: object) -> None:
    form = json.loads(question_to_bytes(1, _question()))
    *folders, name = path.split("/")
    inside = form
    for folder in folders:
        inside = inside[folder]
    inside[name] = wrong
    with pytest.raises(FormatError):
        question_from_bytes(json.dumps(form).encode())
    questions, answers = mock.Mock(), mock.Mock()
    questions.recv_bytes.side_effect = [json.dumps(form).encode(), question_to_bytes(2, _question()), EOFError]
    with (
        mock.patch("game.files.child_process.os.nice", create=True),
        mock.patch("game.files.child_process.signal.signal"),
        redirect_stdout(None),
        redirect_stderr(None),
    ):
        run_worker(questions, answers)
        sys.stdout.close()
    hello, refusal, answer = (call.args[0] for call in answers.send_bytes.call_args_list)
    check_hello(hello)
    with pytest.raises(FormatError, match="refused"):
        answer_from_bytes(refusal, 1, _question())
    assert answer_from_bytes(answer, 2, _question()) is not None


# -- who stands in ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_stand_in_has_a_legal_move_for_each_question_and_spares_as_the_bot(
    table: tuple[str, int, Seating],
) -> None:
    for question in _asked(*table):
        legal = question.observation.legal
        assert stand_in_for(question, "").move in legal
        sparing = replace(question, spec=replace(question.spec, spared=(0, 1)))
        chosen = stand_in_for(sparing, "").move
        assert chosen in legal
        assert chosen.side not in (0, 1)


def test_stand_in_lays_a_card_that_is_plainly_good() -> None:
    question = _question()
    assert stand_in_for(question, "").move.kind is MoveKind.LAY
    assert stand_in_for(question, "").move is not question.observation.legal[0]


def test_failed_bot_is_named_except_when_asked_about_an_attack() -> None:
    question = _question()
    broken = replace(question, spec=replace(question.spec, style="nobody", manner="nobody"))  # type: ignore[arg-type]
    answer = decide(broken)
    assert answer.move in question.observation.legal
    assert answer.problem is not None
    assert (answer.problem.code, answer.problem.values["seat"]) == (ProblemCode.BOT_FAILED, "0")
    about_an_attack = next(q for q in _asked(*TABLES[1]) if q.observation.phase is Phase.COUP_FOURRE)
    answer = decide(replace(about_an_attack, spec=broken.spec))
    assert answer.problem is not None
    assert answer.problem.code is ProblemCode.BOT_STOOD_IN
    assert "seat" not in answer.problem.values


def test_illegal_move_of_a_bot_is_never_played() -> None:
    clock = Clock()
    bots = InlineBots(lambda question: BotAnswer(move(f"{question.observation.seat} ! driving_ace")))
    session = Session.new(Plan(setup_of(seats=2, legs=1), bots_for(2)), seed=3, clock=clock, bots=bots)
    run(session, clock, until=lambda s: len(s.observation.moves) > 20)
    problems = session.pop_problems()
    assert {problem.code for problem in problems} <= {ProblemCode.BOT_FAILED, ProblemCode.BOT_STOOD_IN}
    assert len(problems) == len({(p.code, p.values.get("seat")) for p in problems}), "each is told once"


@pytest.mark.skipif(not hasattr(os, "nice"), reason="only some systems let a process step back")
def test_worker_has_a_lower_priority_than_the_game(worker: WorkerBots) -> None:
    pid = _pid(worker)
    until(lambda: os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0))
