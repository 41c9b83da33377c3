"""An update that comes while the game is open: what is loaded only now would be another version's."""

from __future__ import annotations

import os
import sys
import zlib
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game.system import resources
from game.system.resources import installation_id
from tests.scenes.stages import STAGES
from tests.window import open_window

SAFE = "Quit and start it again to go on. Your race is safe and will continue next time."


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a frozen program that the game believes to be."""
    path = tmp_path / "program"
    path.write_bytes(b"1.0")
    monkeypatch.setattr(resources, "is_checkout", lambda: False)
    monkeypatch.setattr(sys, "_MEIPASS", str(resources.data_root()), raising=False)
    monkeypatch.setattr(sys, "executable", str(path))
    return path


def update(program: Path) -> None:
    """Put another version in its place, as a package manager does."""
    program.with_suffix(".new").write_bytes(b"1.0.1")
    os.replace(program.with_suffix(".new"), program)


def test_installed_version_is_told_apart_from_another(program: Path) -> None:
    before = installation_id()
    assert installation_id() == before
    update(program)
    assert installation_id() not in (before, None)
    program.unlink()
    assert installation_id() is None


def test_update_is_announced_on_the_next_screen_and_keeps_the_race(program: Path, tmp_path: Path) -> None:
    with open_window(tmp_path / "user") as driver:
        STAGES["table"](driver)
        update(program)
        driver.wait(2)
        assert driver.scene == "table"
        driver.key(pygame.K_F1)
        driver.settle()
        assert driver.app.session is None
        assert (driver.scene, driver.focused, driver.control("message").name) == ("restart", "quit", SAFE)
        driver.key(pygame.K_ESCAPE)
        assert not driver.app.is_running
    with open_window(tmp_path / "user") as driver:
        driver.click("Continue")
        assert driver.scene == "table"


def test_error_after_an_update_is_blamed_on_the_update(program: Path, tmp_path: Path) -> None:
    with open_window(tmp_path / "user") as driver:
        driver.settle()
        update(program)
        driver.may_fail = True
        with mock.patch.object(driver.app, "show_roadbook", side_effect=zlib.error("incorrect header check")):
            driver.click("Roadbook")
        driver.settle()
        assert (driver.scene, driver.control("message").name) == ("restart", "Quit and start it again to go on.")
        driver.press("quit")
        assert (driver.app.is_running, driver.app.recovery.exit_message) == (False, None)
