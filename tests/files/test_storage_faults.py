"""Every so manieth of what ``python -m tests.storage_faults`` lets fail, and that it sees what is wrong."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from game.career import cache
from game.match import library
from tests.findings import Findings
from tests.storage_faults import Fault, Trial, fail_often

PARTS = 2
EVERY = 150


@pytest.mark.parametrize("part", range(PARTS))
def test_storage_loses_nothing_whichever_call_to_the_disk_fails(tmp_path: Path, part: int) -> None:
    found = Findings()
    fail_often(tmp_path, EVERY * PARTS, found, first=EVERY * part)
    assert found.faults == []
    assert found.counts["tried"] > 10


def test_storage_check_reports_a_sound_file_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial(tmp_path)
    reads = [Fault("read", at, errno.EIO, is_for_ever=True) for at in range(1, 4)]
    assert [trial.try_out(fault) for fault in reads] == [[], [], []]
    monkeypatch.setattr(library, "is_content_error", lambda _: True)
    assert any("set aside" in wrong for fault in reads for wrong in trial.try_out(fault))


def test_storage_check_reports_a_busy_cache_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial, fault = Trial(tmp_path), Fault("SQLite execute", 5, errno.EBUSY, is_for_ever=True)
    assert trial.try_out(fault) == []
    monkeypatch.setattr(cache, "_PASSING", {})
    assert any("made anew" in wrong for wrong in trial.try_out(fault))


def test_storage_check_reports_a_save_that_never_reaches_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial, fault = Trial(tmp_path), Fault("rename", 99, errno.EIO, is_for_ever=False)
    assert trial.try_out(fault) == []
    monkeypatch.setattr("game.files.writer.write_atomically", lambda *_: None)
    assert any("neither" in wrong for wrong in trial.try_out(fault))
