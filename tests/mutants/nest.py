"""A process in a copy of the project that tries mutants: it forks, and the fork runs the tests on the changed file.

Requests and answers are JSON objects, a line each. What every test needs and no mutant touches is imported once, before
any fork. A fork has its own group of processes, so that nothing of it is left, and an alarm for each test.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NoReturn

import babel.dates
import babel.numbers
import coverage
import hypothesis.strategies
import numpy as np
import pygame
import pytest

from tests.mutants.mutations import GROUPS

LOG = "mutants.log"
MEMORY_BYTES = 3 << 30
QUIET = (
    "-q",
    "-x",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
)
PRELOADED = (babel.dates, babel.numbers, hypothesis.strategies, np, pygame)

SOME_CPU_S, SOME_REAL_S = 2.0, 40.0
TIMES_CPU, TIMES_REAL = 6.0, 30.0
"""How long a test may take on a mutant: so long, and so many times what it takes without."""


class Order:
    """Runs the chosen tests in the order chosen, the others not at all; ends a test that takes far too long."""

    def __init__(self, chosen: dict[str, float]) -> None:
        self.usual_s = chosen
        self.rank = {id: at for at, id in enumerate(chosen)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self.rank), key=lambda item: self.rank[item.nodeid])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        set_alarm(self.usual_s[item.nodeid])
        yield
        set_alarm(None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            Path("killer.txt").write_text(report.nodeid, encoding="utf-8")


class Chart:
    """Notes which lines of a group of packages each test runs, and how long it takes."""

    def __init__(self, group: str) -> None:
        packages = [str(Path(package).resolve() / "*") for package in GROUPS[group]]
        self.coverage = coverage.Coverage(data_file=None, include=packages)
        self.tests: dict[str, float] = {}
        self.failed = ""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.coverage.switch_context(item.nodeid)
        start_s = cpu_s()
        yield
        self.tests[item.nodeid] = round(cpu_s() - start_s, 4)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = f"{report.nodeid} ({report.longreprtext.strip().splitlines()[-1]})"

    def lines(self) -> dict[str, dict[int, str]]:
        """For each file and line the tests that run it, as bits of a number in hexadecimal."""
        data, bit = self.coverage.get_data(), {id: 1 << at for at, id in enumerate(self.tests)}
        return {
            Path(file).relative_to(Path.cwd()).as_posix(): {
                line: hex(sum(bit[id] for id in tests if id)) for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }


def cpu_s() -> float:
    """The processor's time this process and its ended children have had."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def set_alarm(usual_s: float | None) -> None:
    """End this process if the test that begins now takes far longer than usual, even where Python cannot intervene."""
    for timer, some_s, times in (
        (signal.ITIMER_PROF, SOME_CPU_S, TIMES_CPU),
        (signal.ITIMER_REAL, SOME_REAL_S, TIMES_REAL),
    ):
        signal.setitimer(timer, 0 if usual_s is None else some_s + times * usual_s)


def charted(group: str, file: str) -> dict[str, Any]:
    """Run the tests of a file on the program as it is, and chart them."""
    chart = Chart(group)
    chart.coverage.start()
    status = pytest.main([*QUIET, file], plugins=[chart])
    chart.coverage.stop()
    return {"status": int(status), "killer": chart.failed, "tests": chart.tests, "lines": chart.lines()}


def tried(tests: dict[str, float]) -> dict[str, Any]:
    """Run these tests until one fails; the names of files come before the ``::`` of their tests."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    files = dict.fromkeys(id.partition("::")[0] for id in tests)
    status = pytest.main([*QUIET, *files], plugins=[Order(tests)])
    return {"status": int(status)}


def forked(job: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Do a job in a fork, and see that nothing is left of it; the signal that ended it stands under ``signal``."""
    answer = Path("answer.json")
    answer.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        hatch(job, answer)
    _, status = os.waitpid(child, 0)
    end_rest_of(child)
    if os.WIFSIGNALED(status):
        return {"signal": os.WTERMSIG(status)}
    return json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else {"status": 1}


def hatch(job: Callable[[], dict[str, Any]], answer: Path) -> NoReturn:
    """Do a job in a fork that was just made; what is said goes into a log."""
    try:
        os.setpgid(0, 0)
        for stream, name in ((0, os.devnull), (1, LOG), (2, LOG)):
            os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_APPEND), stream)
        answer.write_text(json.dumps(job()), encoding="utf-8")
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def end_rest_of(group: int) -> None:
    """Kill what is left of a group of processes."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def answer_to(request: dict[str, Any]) -> dict[str, Any]:
    """Chart a file of tests, or try a mutant."""
    if "chart" in request:
        return forked(lambda: charted(request["group"], request["chart"]))
    file, killer = Path(request["path"]), Path("killer.txt")
    killer.unlink(missing_ok=True)
    original, times = file.read_bytes(), file.stat()
    file.write_text(request["source"], encoding="utf-8")
    try:
        answer = forked(lambda: tried(request["tests"]))
    finally:
        file.write_bytes(original)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    return answer | {"killer": killer.read_text(encoding="utf-8") if killer.exists() else ""}


def serve(requests: IO[str], answers: IO[str]) -> None:
    """Answer requests until there are no more."""
    hypothesis.settings.register_profile(
        "mutants",
        max_examples=25,
        database=None,
        derandomize=True,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    hypothesis.settings.load_profile("mutants")
    for line in requests:
        start_s = time.monotonic()
        answer = answer_to(json.loads(line))
        print(json.dumps(answer | {"took_s": round(time.monotonic() - start_s, 2)}), file=answers, flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    serve(sys.stdin, sys.stdout)
