"""The log on disk: where it lies, and that no line ever gets into anything but a regular file of its own."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

import platformdirs
import pytest

from game.settings.user_files import NoHomeError, UserFiles
from game.system.logs import FILE, LogFileHandler, log_path, without_paths

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, fifos and devices are those of a POSIX system")
RECORD = logging.LogRecord("game.test", logging.ERROR, "", 0, "a line", None, None)
FULL = 300 * 1024


def write(path: Path) -> bool:
    """Log a line into the file there; whether it was kept."""
    log = LogFileHandler(path)
    log.emit(RECORD)
    log.close()
    return not log.has_lost_lines


def test_log_line_makes_folder_and_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / FILE
    assert write(path)
    assert path.read_text(encoding="utf-8").endswith("ERROR game.test: a line\n")


def test_log_lies_in_the_user_folder_or_in_the_system_folder_for_logs(tmp_path: Path) -> None:
    assert log_path(tmp_path) == tmp_path / FILE
    assert log_path() == platformdirs.user_log_path("milestone-rally", appauthor=False) / FILE
    assert UserFiles(tmp_path).log_path == tmp_path / FILE
    assert UserFiles().log_path == log_path()


@pytest.mark.parametrize("home", [RuntimeError("no home"), Path("~/.local/state")], ids=["refused", "not known"])
def test_missing_home_means_no_log_and_no_place_for_a_match(
    home: Path | RuntimeError, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def find(*_: object, **__: object) -> Path:
        if isinstance(home, RuntimeError):
            raise home
        return home

    for kind in ("user_log_path", "user_state_path", "user_config_path"):
        monkeypatch.setattr(platformdirs, kind, find)
    assert log_path() is None
    with pytest.raises(NoHomeError, match="--user-dir"):
        UserFiles()
    assert UserFiles(tmp_path).log_path == tmp_path / FILE


@posix
def test_log_is_never_written_through_a_link(tmp_path: Path) -> None:
    other, path = tmp_path / "other", tmp_path / FILE
    other.write_text("mine")
    path.symlink_to(other)
    assert not write(path)
    assert (other.read_text(), path.is_symlink()) == ("mine", True)
    other.unlink()
    assert not write(path)
    assert not other.exists()


@posix
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/null", path)])
def test_log_leaves_what_is_no_regular_file_alone_at_once(tmp_path: Path, make: object) -> None:
    path = tmp_path / FILE
    assert callable(make)
    make(path)
    before = path.lstat().st_mode
    assert not write(path)
    assert path.lstat().st_mode == before


@posix
def test_full_log_does_not_replace_a_link(tmp_path: Path) -> None:
    other, path = tmp_path / "other", tmp_path / FILE
    other.write_text("mine")
    path.write_bytes(b"x" * FULL)
    path.with_name(f"{FILE}.1").symlink_to(other)
    assert not write(path)
    assert (path.stat().st_size, other.read_text()) == (FULL, "mine")
    assert path.with_name(f"{FILE}.1").is_symlink()


def test_full_log_is_put_away_and_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"x" * FULL)
    assert write(path)
    assert path.with_name(f"{FILE}.1").stat().st_size == FULL
    assert path.stat().st_size < 100


def test_log_omits_the_folders_above_the_program() -> None:
    root = Path(__file__).parents[2]
    assert without_paths(f'File "{root}{os.sep}game{os.sep}x.py"') == f'File "game{os.sep}x.py"'
