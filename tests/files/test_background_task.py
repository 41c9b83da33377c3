"""What is read in a thread of its own comes to an end, whatever happens to it, and an error is told once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.career.career import Career, QueryResult
from game.career.query import CareerQuery
from game.features.matches.match_index import MatchIndex, MatchListing
from game.features.replay.model.leg_replay import ReplayLoader
from game.files.background_task import BackgroundTask
from game.settings.user_files import UserFiles
from tests.played_legs import played_match

PATIENCE_S = 20


def reader() -> BackgroundTask[str]:
    return BackgroundTask("what is read", lambda error: f"instead of {error}")


def wait(is_done: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not is_done():
        assert time.monotonic() < end_s
        time.sleep(0.001)


def fail() -> str:
    raise KeyError("ours")


def test_reader_result_is_taken_once() -> None:
    read = reader()
    read.start(lambda: "a")
    wait(lambda: not read.is_running)
    assert read.is_busy
    assert (read.poll(), read.poll(), read.is_busy) == ("a", None, False)


def test_reader_skips_all_waiting_requests_but_the_last() -> None:
    read, gate, begun = reader(), threading.Event(), list[str]()

    def note(name: str) -> str:
        begun.append(name)
        assert gate.wait(PATIENCE_S)
        return name

    for name in "abc":
        read.start(lambda name=name: note(name))  # type: ignore[misc]
        wait(lambda: bool(begun))
    assert read.should_stop
    gate.set()
    wait(lambda: not read.is_running)
    assert (begun, read.poll()) == (["a", "c"], "c")


def test_reader_error_is_logged_once_and_keeps_nothing_busy(caplog: pytest.LogCaptureFixture) -> None:
    read = reader()
    read.start(fail)
    wait(lambda: not read.is_running)
    assert (read.poll(), read.is_busy) == ("instead of 'ours'", False)
    assert [record.message for record in caplog.records] == ["what is read"]
    read.start(lambda: "b")
    wait(lambda: not read.is_running)
    assert read.poll() == "b"


def test_closed_reader_gives_no_result() -> None:
    read, gate = reader(), threading.Event()
    read.start(lambda: str(gate.wait(PATIENCE_S)))
    read.start(lambda: "b")
    read.close()
    gate.set()
    wait(lambda: not read.is_running)
    assert (read.poll(), read.is_busy) == (None, False)


def test_readers_never_wait_for_a_thread_that_cannot_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = UserFiles(tmp_path)
    index, watch = _index(files, tmp_path), _watch(files, tmp_path)

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        index.start_read()
        watch.start_query(lambda _: 1)
        loader, read = ReplayLoader(played_match(), 0), reader()
        read.start(lambda: "a")
    assert (index.poll(), index.is_busy) == (MatchListing(complete=True), False)
    assert (watch.poll(), watch.is_busy) == (QueryResult(complete=True), False)
    assert (loader.poll(), read.poll()) == ((None,), "instead of can't start new thread")
    index.start_read()
    wait(lambda: not index.is_running)
    assert index.poll() == MatchListing(complete=True)
    files.close()


def _index(files: UserFiles, folder: Path) -> MatchIndex:
    return MatchIndex(files, Career(files, folder))


def _watch(files: UserFiles, folder: Path) -> CareerQuery[int]:
    return CareerQuery(Career(files, folder))
