"""Programs in the arena's seats: whatever they do, it is their fault, it is told, and the others play on."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ai.__main__ import main
from ai.lab.arena import participant
from ai.lab.arena.participant import FaultError, ForeignProgram
from tests.ai.playing import position, view

fcntl = pytest.importorskip("fcntl", reason="programs in seats need POSIX pipes and sessions")

WELL_BEHAVED = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["legal"][0], "why": "the first", "value": 0.5}), flush=True)
"""


def seat(script: str) -> str:
    """A seat for that Python script; ``-S -E`` only makes it start faster."""
    return f"exec:{shlex.quote(sys.executable)} -S -E -c {shlex.quote(script)}"


def play(capsys: pytest.CaptureFixture[str], name: str, *options: str) -> dict[str, Any]:
    assert main(["arena", "--json", "--seat", name, "--seat", "random", "--legs", "1", *options]) == 0
    data = json.loads(capsys.readouterr().out)
    assert isinstance(data, dict)
    return data


def test_program_that_plays_by_the_rules_has_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    data = play(capsys, seat(WELL_BEHAVED), "--matches", "2", "--mirror", "--jobs", "2", "--time-ms", "20000")
    program = data["players"][0]
    assert (program["matches"], program["faults"], program["name"]) == (4, 0, seat(WELL_BEHAVED))
    assert program["decision_ms"]["median"] > 0
    assert sum(player["won"] for player in data["players"]) == 4


def test_own_bot_has_no_fault_when_played_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"exec:{shlex.quote(sys.executable)} -m ai bot --level beginner@0.1"
    data = play(capsys, name, "--matches", "1", "--time-ms", "20000")
    assert data["players"][0]["faults"] == 0


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("import time; time.sleep(600)", r"was silent for 0\.3 s"),
        ("import sys\nwhile True: sys.stdin.readline()", r"was silent for 0\.3 s"),
        ("import sys, time\nwhile True: sys.stdout.write(' '); sys.stdout.flush(); time.sleep(0.02)",
         r"was silent for 0\.3 s|spoke without being asked"),
        ("raise SystemExit(3)", r"ended with exit status 3"),
        ("import sys; sys.stdin.readline(); raise SystemExit(4)", r"ended with exit status 4"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", r"ended with exit status -15"),
        ("import os, sys, time; sys.stdin.readline(); os.close(1); time.sleep(600)", r"closed its input or output"),
        ("import os, time; os.close(0); time.sleep(600)", r"closed its input or output|was silent for 0\.3 s"),
        ("import sys; sys.stdin.readline(); print('hello')", r"answered 'hello': not JSON: .*"),
        ("import sys; sys.stdin.readline(); print()", r"answered '': not JSON: .*"),
        ("import sys; sys.stdin.readline(); print('[' * 90000)", r"answered '\[+'…: not JSON: .*"),
        ("import sys; sys.stdin.readline(); print('{}')", r"answered '{}': move must be one of the legal moves.*"),
        ("import sys; sys.stdin.readline(); print('{\"move\": \"0 fly\"}')", r"answered .*, got '0 fly'"),
        ("import sys; sys.stdin.readline(); sys.stdout.buffer.write(b'\\xff\\xfe\\n')", r"answered .*: not JSON: .*"),
        ("import sys; sys.stdin.readline(); sys.stdout.write('x' * 3000000)",
         r"answered with more than 1000000 bytes, 'x+'…"),
        ("import sys; sys.stdin.readline(); sys.stdout.write('{}\\n{}\\n')", r"answered with more than one line, .*"),
        ("import sys\nwhile True: sys.stdout.write('{}\\n' * 9999)",
         r"spoke without being asked|answered with more than .*"),
        ("import sys; sys.stdin.readline(); sys.stdout.write('{\"move\"')", r"ended with exit status 0"),
    ],
)  # fmt: skip
def test_program_is_at_fault_for_anything_it_does_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, script: str, reason: str
) -> None:
    # Long enough for an interpreter to start, where what it does then is the point.
    starts = "silent" not in reason
    monkeypatch.setattr(participant, "GRACE_S", 20.0 if starts else 0.2)
    began_s = time.monotonic()
    data = play(capsys, seat(script), "--matches", "1", "--time-ms", "100")
    assert time.monotonic() - began_s < 10
    (fault,) = data["faults"]
    assert re.fullmatch(reason, fault["reason"]), fault["reason"]
    assert [player["faults"] for player in data["players"]] == [1, 0]
    assert [player["won"] for player in data["players"]] == [0, 0]
    assert fault["request"]["seat"] == 0
    assert fault["request"]["time_ms"] == 100


def test_program_that_does_not_exist_is_at_fault(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = play(capsys, f"exec:{tmp_path}/nothing --fast", "--matches", "2")
    assert [fault["reason"].split(":")[0] for fault in data["faults"]] == ["can't be run"] * 2


def test_fault_is_reported_with_its_request_and_other_matches_are_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    counter = tmp_path / "count"
    script = f"""
import json, pathlib, sys
counter = pathlib.Path({str(counter)!r})
for line in sys.stdin:
    asked = len(counter.read_text()) if counter.exists() else 0
    counter.write_text("x" * (asked + 1))
    print(json.dumps({{"move": "nonsense" if asked == 70 else json.loads(line)["legal"][0]}}), flush=True)
"""
    options = ["--matches", "3", "--mirror", "--legs", "1", "--time-ms", "20000"]
    assert main(["arena", "--json", "--seat", seat(script), "--seat", "random", *options]) == 0
    out, said = capsys.readouterr()
    data = json.loads(out)
    assert [player["faults"] for player in data["players"]] == [1, 0]
    assert sum(player["won"] for player in data["players"]) == 5
    complaint, request = said.splitlines()
    assert complaint.startswith("arena: fault of seat 0 (exec:")
    assert complaint.endswith("got 'nonsense'")
    assert json.loads(request) == data["faults"][0]["request"]


def test_program_that_never_reads_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(participant, "GRACE_S", 0.2)
    monkeypatch.setattr(participant, "request_for", lambda *_: {"long": "x" * 3_000_000})  # far more than a pipe holds
    player = ForeignProgram(seat("import time; time.sleep(600)"))
    observation = position("go km_25 km_50 km_75 stop km_100 km_25", [view(0), view(1)])
    began_s = time.monotonic()
    with pytest.raises(FaultError, match="was silent for"):
        player.decide(observation, "", time_ms=100)
    assert time.monotonic() - began_s < 5


def test_answer_before_the_request_was_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(participant, "request_for", lambda *_: {"long": "x" * 3_000_000})
    player = ForeignProgram(seat("import sys, time; sys.stdin.read(9); print('{}', flush=True); time.sleep(600)"))
    observation = position("go km_25 km_50 km_75 stop km_100 km_25", [view(0), view(1)])
    with pytest.raises(FaultError, match="answered before it had read the request"):
        player.decide(observation, "", time_ms=20_000)


def test_processes_that_a_program_leaves_running_are_ended(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    # Parent and child share a lock, which is free once both are gone. Neither minds the end of its input.
    lock = tmp_path / "lock"
    script = f"""
import fcntl, json, os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
lock = open({str(lock)!r}, "w")
fcntl.flock(lock, fcntl.LOCK_EX)
if not os.fork():
    time.sleep(600)
for line in sys.stdin:
    print(json.dumps({{"move": json.loads(line)["legal"][0]}}), flush=True)
time.sleep(600)
"""
    data = play(capsys, seat(script), "--matches", "1", "--time-ms", "20000")
    assert data["faults"] == []
    with lock.open("w") as file:
        deadline_s = time.monotonic() + 10
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                assert time.monotonic() < deadline_s, "a process of the program's is still there"
                time.sleep(0.02)
