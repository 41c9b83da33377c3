"""A sample of what ``python -m tests.damage`` does ten thousand times, and that it sees what is wrong."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from game.career import cache as roadbook_tables
from tests.damage import Victim, damage_often
from tests.findings import Findings


def test_damaged_roadbook_is_made_anew_with_its_whole_list(tmp_path: Path) -> None:
    found = Findings()
    damage_often(tmp_path, 60, 7, found)
    assert found.faults == []
    assert 0 < found.counts["made anew"] < 60


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    return Victim(tmp_path)


def test_undamaged_roadbook_is_left_unchanged(victim: Victim) -> None:
    assert victim.suffer(victim.whole) == (False, [])


def test_changed_figure_in_a_roadbook_is_found_by_its_checksum(victim: Victim, tmp_path: Path) -> None:
    path = tmp_path / "changed"
    path.write_bytes(victim.whole)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE kept SET digest = replace(digest, '1600', '1601') WHERE id = 'c'")
    changed = path.read_bytes()
    assert victim.suffer(changed) == (True, [])


def test_damage_test_reports_a_change_that_is_not_noticed(
    victim: Victim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "changed"
    path.write_bytes(victim.whole)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE kept SET digest = replace(digest, 'Sunday', 'Monday') WHERE id = 'a'")
    monkeypatch.setattr(roadbook_tables, "_WRONG_ROWS", "SELECT 1 WHERE 0")
    is_new, faults = victim.suffer(path.read_bytes())
    assert (is_new, len(faults)) == (False, 1)
