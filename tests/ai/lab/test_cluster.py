"""``--executor``: the same results from a cluster, one of whose machines is switched off in mid-run, as from here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ai.__main__ import main
from ai.lab import cluster
from ai.lab.tune import command, training
from ai.lab.tune.command import TrainingPlan
from tests.nightly import at_night

ROOT = Path(__file__).parents[3]
PATIENCE_S = 60
WORKERS = 3
CLUSTER = ("--executor", "ai.lab.cluster:executor")
ARENA = ("arena", "--json", "--seat", "priority", "--seat", "random", "--legs", "2", "--matches", "40", "--mirror")
TUNE = ("tune", "--net", "duel", "--rounds", "1", "--legs", "240", "--hidden", "4", "--check-legs", "0")


def wait_for(found: Callable[[], bool], what: str) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not found():
        assert time.monotonic() < end_s, what
        time.sleep(0.01)


@pytest.fixture
def workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sequence[subprocess.Popen[bytes]]]:
    """Three workers and their scheduler, started as docs/commands.md says; the address is in the environment."""
    pytest.importorskip("distributed", reason="distributed is not installed (the extra 'cluster')")
    at = tmp_path / "scheduler.json"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])}
    dask = (sys.executable, "-m", "dask")
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(at))
    worker = ("worker", "--scheduler-file", str(at), "--nthreads", "1", "--no-nanny", "--no-dashboard")
    started: list[subprocess.Popen[bytes]] = []
    try:
        for words in (scheduler, *(worker,) * WORKERS):
            started.append(subprocess.Popen([*dask, *words], env=env, cwd=tmp_path, stderr=subprocess.DEVNULL))
            wait_for(at.exists, "the scheduler does not start")
        monkeypatch.setenv(cluster.ADDRESS, json.loads(at.read_text())["address"])
        wait_for(_has_all, "the workers do not come")
        yield started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def _has_all() -> bool:
    with cluster.executor() as jobs:
        return len(jobs._client.scheduler_info()["workers"]) == WORKERS


@contextmanager
def killed_once(worker: subprocess.Popen[bytes], has_begun: Callable[[], bool]) -> Iterator[None]:
    """End the worker without a word as soon as something is there."""
    failed: list[BaseException] = []

    def kill() -> None:
        try:
            wait_for(has_begun, "nothing was done")
        except AssertionError as error:
            failed.append(error)
        worker.kill()

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        thread.join()
    assert not failed
    assert worker.wait(PATIENCE_S) < 0


def untimed(printed: str) -> dict[str, Any]:
    """The arena's figures that do not depend on the machine."""
    data: dict[str, Any] = json.loads(printed)
    data["legs_per_second"] = 0
    for player in data["players"]:
        player["decision_ms"] = {}
    return data


@at_night
@pytest.mark.filterwarnings("ignore")  # distributed's own
def test_cluster_gives_the_same_matches_and_nets_as_one_machine(
    workers: Sequence[subprocess.Popen[bytes]],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker is lost by the one, and another by the other."""
    kept = tmp_path / "kept.jsonl"
    with killed_once(workers[0], lambda: kept.exists() and len(kept.read_text().splitlines()) > 3):
        assert main([*ARENA, *CLUSTER, "--jobs", "2", "--keep", str(kept)]) == 0
    by_cluster = untimed(capfd.readouterr().out)
    assert len(kept.read_text().splitlines()) == 41
    assert main([*ARENA]) == 0
    assert by_cluster == untimed(capfd.readouterr().out)

    monkeypatch.setattr(command, "TrainingPlan", partial(TrainingPlan, legs_a_job=20, passes=2, epochs=1))
    monkeypatch.setattr(training, "BATCH", 16)
    there, here = tmp_path / "cluster", tmp_path / "here"
    with killed_once(workers[1], lambda: any(there.glob("*.npz"))):
        assert main([*TUNE, *CLUSTER, "--folder", str(there)]) == 0
    assert main([*TUNE, "--executor", "tests.ai.lab.in_process:InProcess", "--folder", str(here)]) == 0
    assert (there / "net-0.json").read_text() == (here / "net-0.json").read_text()


def test_arena_plays_the_same_through_any_executor(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "--executor", "tests.ai.lab.in_process:InProcess", "--jobs", "3"]) == 0
    by_executor = untimed(capsys.readouterr().out)
    assert main([*ARENA]) == 0
    assert by_executor == untimed(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("ai.nowhere:executor", "No module named"),
        ("ai.lab.cluster:nothing", "no attribute 'nothing'"),
        ("ai.lab.cluster:executor", "DASK_SCHEDULER_ADDRESS is not set"),
        ("ai.lab.cluster:os.getcwd", "no attribute"),
        ("os:getcwd", "expected a concurrent.futures.Executor, got str"),
    ],
)
def test_executor_that_cannot_be_loaded_is_refused(
    name: str, why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(cluster.ADDRESS, raising=False)
    with pytest.raises(SystemExit, match="2"):
        main([*ARENA, "--executor", name])
    assert main([*TUNE, "--folder", str(tmp_path), "--executor", name]) == 2
    said = capsys.readouterr().err
    assert said.count(f"--executor {name}: ") == 2
    assert why in said
