"""A second copy of the game on the same files: it leads to the first, waits for it, or plays without a trace."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game.files import single_instance as instances
from game.files.single_instance import SingleInstance, WindowRequestState
from game.match.plan import DEFAULT_PLAN
from game.settings.settings_file import SettingsFile
from game.settings.user_files import UserFiles
from game.ui.window import GameWindow
from tests.features.play.table_driver import choose, on_the_table, table
from tests.scenes.stages import forgive, go_wrong
from tests.window import Driver, open_window

UNSAVED = "Nothing is saved here: quitting loses it all."


def leave_a_match(folder: Path) -> None:
    """Begin a match in the folder, and close the program."""
    with open_window(folder) as driver:
        driver.app.start_match(DEFAULT_PLAN)


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file in the folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """A user's folder with a match."""
    leave_a_match(tmp_path / "user")
    return tmp_path / "user"


@pytest.fixture
def first(user: Path) -> Iterator[SingleInstance]:
    """The copy that has the folder, without its window."""
    copy = SingleInstance(user)
    assert copy.claim()
    yield copy
    copy.close()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def second(user: Path, first: SingleInstance, shelf: Path) -> Iterator[Driver]:
    """The copy that comes too late."""
    with open_window(user) as driver:
        driver.settle()
        yield driver


def play_unsaved(driver: Driver) -> None:
    driver.press("play")
    driver.settle()
    assert driver.scene == "title"


def test_second_copy_says_that_the_game_is_open_and_leads_to_it_first(second: Driver) -> None:
    assert (second.scene, second.focused) == ("already_open", "show")
    assert second.controls.shows_ring
    assert second.control("title").name == "Milestone Rally is already open"
    names = ["Show that window", "Close this one", "Play here without saving"]
    assert [node.name for node in second.nodes() if node.role == "button"] == names


def test_second_copy_closes_once_the_first_window_is_shown(second: Driver, first: SingleInstance) -> None:
    first.watch()
    second.key(pygame.K_RETURN)
    second.until(first.poll_window_request, "the call")
    assert second.app.is_running
    second.until(lambda: not second.app.is_running, "the end")


def test_second_press_does_nothing_while_the_other_window_is_called(second: Driver, first: SingleInstance) -> None:
    second.key(pygame.K_RETURN)
    second.until(lambda: second.control("message").name == "One moment…", "the words")
    second.settle()
    with mock.patch.object(SingleInstance, "request_window", side_effect=AssertionError("twice")):
        second.key(pygame.K_RETURN)


def test_window_that_does_not_answer_is_told_and_can_be_called_again(
    second: Driver, first: SingleInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instances, "PATIENCE_S", 0.1)
    second.key(pygame.K_RETURN)
    second.until(lambda: "isn’t responding" in second.control("message").name, "the words")
    assert (second.app.is_running, second.focused) == (True, "show")
    monkeypatch.undo()
    first.watch()
    second.settle()
    second.key(pygame.K_RETURN)
    second.until(first.poll_window_request, "the call")
    second.until(lambda: not second.app.is_running, "the end")


@pytest.mark.parametrize("way", ["button", "escape"])
def test_second_copy_can_be_closed(second: Driver, way: str) -> None:
    if way == "button":
        second.press("close")
    else:
        second.key(pygame.K_ESCAPE)
    assert not second.app.is_running


def test_second_copy_goes_on_with_the_match_when_the_first_is_closed(second: Driver, first: SingleInstance) -> None:
    second.app.set_language("de")
    first.close()
    second.until(lambda: second.scene == "title", "the title")
    second.settle()
    assert second.focused == "continue"
    assert second.app.settings.person.language == "en"
    second.app.set_language("fr")
    assert second.app.files.close()
    assert SettingsFile.from_bytes(second.app.files.settings_path.read_bytes()).settings.person.language == "fr"


def test_first_window_comes_forward_when_called_even_if_minimized(user: Path) -> None:
    copy = SingleInstance(user)
    with open_window(user) as driver, mock.patch.object(GameWindow, "come_forward") as come:
        assert not copy.claim()
        copy.watch()
        for event, is_minimized in ((pygame.WINDOWMINIMIZED, True), (pygame.WINDOWRESTORED, False)):
            driver.post(event)
            copy.request_window()
            driver.until(lambda: copy.request_state is WindowRequestState.SHOWN, "the reply")
            come.assert_called_once_with(is_minimized=is_minimized)
            come.reset_mock()
    copy.close()


def test_window_that_the_system_keeps_back_causes_no_trouble(driver: Driver) -> None:
    for is_minimized in (True, False):
        driver.app.window.come_forward(is_minimized=is_minimized)
    driver.settle()


def test_folder_is_free_after_the_end(user: Path) -> None:
    copy = SingleInstance(user)
    assert copy.claim()
    copy.close()


# -- playing without saving --------------------------------------------------------------------------------------------


def test_unsaved_play_leaves_no_trace_in_the_first_copys_folder(second: Driver, user: Path, shelf: Path) -> None:
    before = snapshot(user)
    play_unsaved(second)
    assert second.focused == "lesson", "the other copy's match is not offered"
    second.app.set_language("hu")
    second.app.set_language("en")
    second.app.toggle_mute()
    second.resize((1400, 800))
    table(second)
    choose(second, "km_25")
    second.key(pygame.K_d)
    second.settle()
    assert on_the_table(second) == ["0 - km_25"]
    go_wrong(second)
    assert "could not be saved" in second.control("lead").name
    second.press("report")
    second.until(lambda: "report-" in second.control("explanation").name, "the report")
    report = Path(second.control("explanation").name.removeprefix("Saved to "))
    assert report.parent == shelf
    assert report.exists()
    second.app.close()
    assert snapshot(user) == before
    assert {path.suffix for path in shelf.iterdir()} == {".zip", ".log"}


def test_unsaved_match_says_so_and_can_be_continued_until_the_end(second: Driver, user: Path) -> None:
    play_unsaved(second)
    table(second)
    choose(second, "km_25")
    second.key(pygame.K_d)
    second.settle()
    second.press("menu")
    second.settle()
    assert second.control("note").name == UNSAVED
    second.press("leave")
    second.settle()
    assert second.focused == "continue"
    second.press("continue")
    second.settle()
    assert on_the_table(second) == ["0 - km_25"]


def test_saved_match_says_so(driver: Driver) -> None:
    table(driver)
    choose(driver, "km_25")
    driver.key(pygame.K_d)
    driver.settle()
    driver.press("menu")
    driver.settle()
    assert driver.control("note").name == "Saved after every move."
    assert driver.control("leave").name == "Back to main menu"


def test_error_on_the_already_open_plate_leads_back_to_it(second: Driver) -> None:
    go_wrong(second)
    second.press("go_on")
    second.settle()
    assert second.scene == "already_open"
    forgive(second)


def test_second_copy_leaves_unreadable_settings_where_they_are(user: Path, first: SingleInstance, shelf: Path) -> None:
    (user / "settings.json").write_bytes(b"broken")
    before = snapshot(user)
    with open_window(user) as driver:
        driver.until(lambda: driver.scene == "notice", "the notice")
        assert "changes are not saved" in driver.control("message").name
    assert snapshot(user) == before


# -- drafts ------------------------------------------------------------------------------------------------------------


def test_start_sweeps_the_drafts_of_a_game_that_was_killed(user: Path) -> None:
    (user / "matches" / ".kept.json.123.tmp").write_bytes(b"half")
    with open_window(user) as driver:
        assert not list((user / "matches").glob(".*"))
        assert driver.app.files.latest_match() is not None


def test_second_copy_leaves_the_first_its_drafts(user: Path, first: SingleInstance, shelf: Path) -> None:
    draft = user / "matches" / ".kept.json.123.tmp"
    draft.write_bytes(b"in work")
    with open_window(user) as driver:
        play_unsaved(driver)
    assert draft.read_bytes() == b"in work"


@pytest.mark.skipif(sys.platform == "win32", reason="links are those of POSIX")
def test_settings_file_that_is_a_link_is_told_as_a_problem_and_stays_a_link(user: Path, tmp_path: Path) -> None:
    with open_window(user) as driver:
        settings = UserFiles(user).settings_path
        settings.unlink()
        settings.symlink_to(tmp_path / "elsewhere")
        driver.app.toggle_mute()
        driver.until(lambda: driver.scene == "notice", "the notice")
        assert "it is a link" in driver.control("message").name
        assert settings.is_symlink()
        assert not (tmp_path / "elsewhere").exists()
