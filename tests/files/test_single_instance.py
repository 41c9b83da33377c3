"""One copy of the game at a time on a user folder, and how a second one calls the first."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest

from game.files import single_instance
from game.files.single_instance import CALL_NAME, LOCK_NAME, SingleInstance, WindowRequestState
from tests.waiting import until

ROOT = Path(__file__).parents[2]
HOLD = """
import sys, time
from pathlib import Path
from game.files.single_instance import SingleInstance
print(SingleInstance(Path(sys.argv[1])).claim(), flush=True)
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """No call is given up, however seldom the copy called gets a turn."""
    monkeypatch.setattr(single_instance, "PATIENCE_S", 3600.0)


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Callable[[], SingleInstance]]:
    """Makes copies of the game on one folder, and closes them afterwards."""
    made: list[SingleInstance] = []

    def make() -> SingleInstance:
        made.append(SingleInstance(tmp_path / "user"))
        return made[-1]

    yield make
    for copy in made:
        copy.close()


Copies = Callable[[], SingleInstance]


def test_first_copy_has_the_folder_until_it_is_closed(copies: Copies) -> None:
    first, second = copies(), copies()
    assert first.claim()
    assert not second.claim()
    assert (first.is_owner, second.is_owner) == (True, False)
    first.close()
    assert second.claim()


def test_folder_is_free_although_a_child_process_inherited_its_lock_file(copies: Copies) -> None:
    first, second = copies(), copies()
    assert first.claim()
    assert first._descriptor is not None
    inherited = os.dup(first._descriptor)
    first.close()
    assert second.claim()
    os.close(inherited)


def test_lock_left_by_a_killed_process_does_not_count(tmp_path: Path, copies: Copies) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "user")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        assert not copies().claim()
        other.kill()
        other.wait()
    assert (tmp_path / "user" / LOCK_NAME).exists()
    assert copies().claim()


def test_call_is_answered_when_the_window_has_come_forward(tmp_path: Path, copies: Copies) -> None:
    first, second = copies(), copies()
    first.claim()
    second.claim()
    first.watch()
    second.watch()
    assert not first.poll_window_request()
    second.request_window()
    until(lambda: first._is_called)
    assert second.request_state is WindowRequestState.AWAITED
    until(first.poll_window_request)
    until(lambda: second.request_state is WindowRequestState.SHOWN)
    assert not first.poll_window_request()
    assert [path.name for path in (tmp_path / "user").iterdir()] == [LOCK_NAME]


def test_call_with_no_answer_is_taken_back(tmp_path: Path, copies: Copies, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_instance, "PATIENCE_S", 0.0)
    first, second = copies(), copies()
    first.claim()  # and looks for nothing, like a copy that hangs
    second.claim()
    second.watch()
    second.request_window()
    until(lambda: second.request_state is WindowRequestState.TIMED_OUT)
    assert not (tmp_path / "user" / CALL_NAME).exists()
    monkeypatch.setattr(single_instance, "PATIENCE_S", 3600.0)
    first.watch()
    second.request_window()
    until(first.poll_window_request)
    until(lambda: second.request_state is WindowRequestState.SHOWN)


def test_waiting_copy_has_the_folder_as_soon_as_it_is_free(copies: Copies) -> None:
    first, second = copies(), copies()
    first.claim()
    second.claim()
    with mock.patch.object(second, "claim", wraps=second.claim) as claim:
        second.watch()
        until(lambda: claim.call_count >= 2)
    assert not second.is_owner
    first.close()
    until(lambda: second.is_owner)
    assert not copies().claim()


def test_call_left_by_a_copy_that_is_gone_raises_no_window(tmp_path: Path, copies: Copies) -> None:
    (tmp_path / "user").mkdir()
    (tmp_path / "user" / CALL_NAME).touch()
    first = copies()
    first.claim()
    with mock.patch.object(first, "_answer", wraps=first._answer) as answer:
        first.watch()
        until(lambda: answer.call_count >= 2)
    assert not first.poll_window_request()


def test_closing_copy_takes_its_call_back(tmp_path: Path, copies: Copies) -> None:
    first, second = copies(), copies()
    first.claim()
    second.claim()
    second.watch()
    second.request_window()
    until((tmp_path / "user" / CALL_NAME).exists)
    second.close()
    until(lambda: not (tmp_path / "user" / CALL_NAME).exists())


@pytest.mark.parametrize("in_the_way", ["folder", "lock"])
def test_game_claims_its_folder_even_if_nothing_can_be_locked(tmp_path: Path, copies: Copies, in_the_way: str) -> None:
    user = tmp_path / "user"
    if in_the_way == "folder":
        user.write_text("a file")
    else:
        (user / LOCK_NAME).mkdir(parents=True)
    first = copies()
    assert first.claim()
    assert first.lock_error is not None


def test_link_in_place_of_the_lock_is_not_followed(tmp_path: Path, copies: Copies) -> None:
    (tmp_path / "user").mkdir()
    (tmp_path / "user" / LOCK_NAME).symlink_to(tmp_path / "elsewhere")
    assert copies().claim()
    assert not (tmp_path / "elsewhere").exists()
