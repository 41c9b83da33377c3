"""Files and folders whose names are no UTF-8 or have controls: shown by replacement signs, used as they are."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from tests.window import Driver, open_window  # isort: skip - before pygame, so that no window opens

import pygame
import pytest

from game.i18n import replace_unprintable
from game.match.match_file import SavedMatch
from tests.played_legs import played_match
from tests.recording_voice import RecordingVoice
from tests.scenes.stages import STAGES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names are text there")

NAMES = (b"stra\xdfe", b"no\xff\xfe", b"a\nb", b"\x1b[31mred", b"\xed\xa0\x80", "\u2028ő".encode())


def odd(folder: Path, name: bytes) -> Path:
    """The place of that name in a folder."""
    return folder / os.fsdecode(name)


def legibly(driver: Driver) -> None:
    """What is on the screen could be drawn, and there is nothing in it that is no text."""
    driver.settle()
    said = " ".join(part for node in driver.nodes() for part in (node.name, node.value or "", node.description))
    assert replace_unprintable(said.replace("\n", " ")) == said.replace("\n", " ")


@pytest.fixture(params=NAMES, ids=repr)
def name(request: pytest.FixtureRequest) -> bytes:
    return request.param


@pytest.fixture
def odd_driver(tmp_path: Path, name: bytes) -> Iterator[Driver]:
    """The program with its files in a folder of that name."""
    with open_window(odd(tmp_path, name), ui_tree=tmp_path / "tree.json", voice=RecordingVoice()) as driver:
        yield driver
        driver.until((tmp_path / "tree.json").exists, "the tree")


def test_files_with_odd_names_are_found_imported_and_exported(odd_driver: Driver, name: bytes) -> None:
    driver, app = odd_driver, odd_driver.app
    app.save_settings(app.settings)
    saved = SavedMatch.from_bytes(played_match().to_bytes())
    folder = app.files.folder / "exports"
    folder.mkdir()
    odd(folder, name + b".json").write_bytes(saved.to_bytes())
    driver.press("roadbook")
    driver.settle()
    driver.press("import")
    driver.settle()
    legibly(driver)
    assert driver.control("files").value is not None
    driver.press("take_in")
    driver.settle()
    legibly(driver)
    odd(folder, name + b".json").unlink()
    driver.press("export")
    driver.until(lambda: driver.scene == "notice", "the notice")
    legibly(driver)
    (written,) = folder.iterdir()
    assert SavedMatch.from_bytes(written.read_bytes()).records == saved.records


def test_bad_or_missing_file_is_refused_by_its_odd_name(odd_driver: Driver, tmp_path: Path, name: bytes) -> None:
    broken = odd(tmp_path, name + b".json")
    broken.write_bytes(b"{")
    odd_driver.app.import_files([broken, odd(tmp_path, name + b"gone.json")])
    odd_driver.until(lambda: odd_driver.scene == "notice", "the notice")
    legibly(odd_driver)


def test_report_and_file_set_aside_are_told_by_their_odd_names(odd_driver: Driver, name: bytes) -> None:
    driver = odd_driver
    STAGES["report"](driver)
    driver.press("save")
    driver.until(lambda: ".zip" in driver.control("message").name, "the report")
    legibly(driver)
    folder = driver.app.files.folder
    with open_window(folder / "more") as other:
        other.app.close()
        (folder / "more" / "settings.json").write_bytes(b"{")
    with open_window(folder / "more", language=None) as other:
        legibly(other)


def test_dropped_file_with_an_unreadable_name_does_not_end_the_game(driver: Driver) -> None:
    """As pygame does: it raises, and what came with it is lost."""
    wrong = SystemError("<built-in function get> returned a result with an exception set")
    with mock.patch.object(pygame.event, "get", side_effect=wrong):
        driver.pump()
    assert driver.app.toast is not None
    driver.settle()
    assert driver.scene == "title"
