"""A sample of what ``python -m tests.foreign_files`` does five thousand times, and that it sees what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.career.career import Career
from tests.findings import Findings
from tests.foreign_files import Change, World, take_in_often
from tests.monkey.episode import sketching

LEDGER, ACHIEVEMENTS = "ledger-anna.jsonl", "achievements-anna.jsonl"


def test_foreign_files_end_in_no_error_and_cost_no_other_file(tmp_path: Path) -> None:
    found = Findings()
    take_in_often(tmp_path, 8, 5, found)
    assert found.faults == []
    assert found.counts["times through the screens"] > 1


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with sketching():
        yield World(tmp_path_factory.mktemp("world"))


def test_foreign_files_check_accepts_a_later_version_and_words_of_one(world: World) -> None:
    later = Change(LEDGER, (0, "version"), 7)
    word = Change(ACHIEVEMENTS, (-1, "milestones"), ["rocket"])
    assert world.suffer({LEDGER: later, ACHIEVEMENTS: word}) == []


def test_foreign_files_check_reports_an_error_on_a_screen(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Career, "close", lambda _: 1 / 0)
    assert any("ZeroDivisionError" in fault for fault in world.suffer({}))


def test_foreign_files_check_reports_a_damage_that_is_not_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {LEDGER: Change(LEDGER, (-1, "matches"), 5)}
    assert world.suffer(wrong) == []
    monkeypatch.setattr("game.app.problem_text", lambda _: "It is done.")
    assert any("told" in fault for fault in world.suffer(wrong))
