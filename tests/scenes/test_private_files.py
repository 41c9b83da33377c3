"""Only their owner can read the files of a player: a match file holds all hands, a profile a name."""

from __future__ import annotations

import logging
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.career.cache import FILE_NAME as CACHE
from game.features.matches.exchange import start_export
from game.features.puzzles.model import answer_puzzle, shipped_puzzles
from game.files.export import Export
from game.files.single_instance import LOCK_NAME
from game.files.writer import PendingWrite, write_atomically
from game.match.trash import TRASH_FOLDER
from game.people.profiles import FIRST_PROFILE
from game.system.logs import FILE
from tests.played_legs import played_match
from tests.waiting import until
from tests.window import open_window


@pytest.fixture
def open_mask() -> Iterator[None]:
    """A system that takes no rights away from new files."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
@pytest.mark.usefixtures("open_mask")
def test_files_of_a_played_evening_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    tree, user = tmp_path / "tree.json", tmp_path / "user"
    with open_window(user, ui_tree=tree) as driver:
        app = driver.app
        files, career = app.files, app.career

        def done(change: PendingWrite | Export | None) -> None:
            assert change is not None
            until(lambda: change.is_done)
            assert not change.error_text

        app.save_settings(app.settings)
        for id in ("sent", "gone"):
            done(files.save_match(id, played_match().to_bytes()))
        until(lambda: career.refresh().wait(0.01))
        done(files.delete_match("gone"))
        until(lambda: career.refresh().wait(0.01))
        puzzle = shipped_puzzles()[0].id
        done(answer_puzzle(career, FIRST_PROFILE.id, puzzle, solved=True))
        (puzzles,) = user.glob("puzzles-*")
        puzzles.write_bytes(b"broken")
        done(answer_puzzle(career, FIRST_PROFILE.id, puzzle, solved=True))
        write_atomically(files.match_path("broken"), b"broken")
        assert files.load_match("broken") is None
        done(start_export(files, "sent"))
        done(Export(files.writer, files.picture_folders, "picture.png", lambda: b"a picture"))
        done(files.save_report("report.zip", lambda: b"a report"))
        logging.getLogger("game").warning("a line")
        driver.settle()
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in [tree, *user.rglob("*")] if path.is_file()}
    assert {path.name for path, mode in found.items() if mode != 0o600} == set()
    assert {"settings.json", CACHE, LOCK_NAME, FILE, "tree.json"} <= {path.name for path in found}
    assert {path.parent.name for path in found} >= {"matches", "exports", "pictures", TRASH_FOLDER}
