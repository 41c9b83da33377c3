"""A sample of what ``python -m tests.damage`` does ten thousand times, and that it sees what is wrong."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from game.career import career
from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.ledger import LEDGER_FILES, Ledger, LedgerEntry
from tests.damage import Harm, Victim, damage_often
from tests.findings import Findings


def test_damaged_cache_is_made_anew_with_its_whole_list(tmp_path: Path) -> None:
    found = Findings()
    damage_often(tmp_path, 60, 7, found)
    assert found.faults == []
    assert 0 < found.counts["made anew"] < 60


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    return Victim(tmp_path)


def test_undamaged_cache_is_left_unchanged(victim: Victim) -> None:
    assert victim.suffer(victim.whole) == Harm()


def changed(victim: Victim, folder: Path, old: bytes, new: bytes, *, is_checked: bool = True) -> bytes:
    """The cache with other bytes in its digests, whose checksums are right unless it is not to be ``is_checked``."""
    path = folder / "changed"
    path.write_bytes(victim.whole)
    with closing(sqlite3.connect(path)) as db, db:
        for id, digest in db.execute("SELECT id, digest FROM kept WHERE digest IS NOT NULL").fetchall():
            data = digest[9:].replace(old, new)
            head = b"%08x " % zlib.crc32(data) if is_checked else digest[:9]
            db.execute("UPDATE kept SET digest = ? WHERE id = ?", (head + data, id))
    return path.read_bytes()


@pytest.mark.parametrize(
    "new", [b'"rules":1', b'"rules":"w\xe9nning_moves"', b'"rules":' + b"[" * 200_000], ids=["type", "utf8", "nested"]
)
def test_cache_with_a_wrong_digest_is_made_anew(victim: Victim, tmp_path: Path, new: bytes) -> None:
    assert victim.suffer(changed(victim, tmp_path, b'"rules":"winning_moves"', new)) == Harm(is_new=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"day":"2024-11-16"', b'"day":"2024-11-17"'), (b'"port_sablon"', b'"qort_sablon"'), (b'"first"', b'"fhrst"')],
    ids=["day", "stage", "person"],
)
def test_flipped_bit_in_the_cache_reaches_no_file_of_record(
    victim: Victim, tmp_path: Path, old: bytes, new: bytes
) -> None:
    assert victim.suffer(changed(victim, tmp_path, old, new, is_checked=False)) == Harm(is_new=True)


def test_cache_that_claims_to_be_read_only_is_made_anew(victim: Victim) -> None:
    changed = bytearray(victim.whole)
    changed[18] = 9  # the version needed to write, of which SQLite knows two
    with victim.touched():
        assert victim.suffer(bytes(changed)) == Harm(is_new=True)


def test_line_of_a_ledger_that_is_no_text_costs_that_line() -> None:
    ledger = Ledger({"kept": LedgerEntry((5,)), "lost": LedgerEntry((6,))})
    head, kept, lost = LEDGER_FILES.to_bytes(ledger).splitlines()
    wrong = lost[9:].replace(b"lost", b"l\xe9st")
    content, error = LEDGER_FILES.from_bytes(b"\n".join((head, kept, b"%08x %b" % (zlib.crc32(wrong), wrong), b"")))
    assert content == Ledger({"kept": LedgerEntry((5,))})
    assert error is not None


def test_damaged_line_of_achievements_costs_that_line() -> None:
    whole = Achievements(stages={"port_sablon": (0, 1)}, levels={"2026-11-24": (1, 2, 3, 4)}, milestones=("school",))
    head, *lines = ACHIEVEMENT_FILES.to_bytes(whole).splitlines(keepends=True)
    assert ACHIEVEMENT_FILES.from_bytes(b"".join((head, *lines))) == (whole, None)
    for n in range(len(lines)):
        kept, error = ACHIEVEMENT_FILES.from_bytes(b"".join((head, *lines[:n], b"wrong\n", *lines[n + 1 :])))
        assert error is not None
        assert kept != whole
        assert len([*kept.parts()]) == len(lines) - 1


def test_damage_test_reports_a_wrong_list(victim: Victim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(career.Career, "read", lambda *_: None)
    assert any("wrong" in fault for fault in victim.suffer(victim.whole).faults)
