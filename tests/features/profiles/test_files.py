"""Files that come and go: several at once, cancelled, waited for, refused by a second copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from threading import enumerate as enumerate_threads
from typing import Any

import pygame
import pytest

from game.career.career import Career
from game.features.profiles import files as profile_files
from game.features.profiles import model
from game.files.background_task import Progress
from game.files.writer import write_atomically
from game.match.library import MatchLibrary
from game.match.match_file import SavedMatch
from game.people.looks import Paint, Symbol
from game.people.players import with_person_seated
from game.people.profiles import Livery, Profile
from game.scenes.progress import ProgressScene
from game.settings.settings_file import SettingsFile
from game.settings.user_files import UserFiles
from game.words.system_errors import second_copy_text
from tests.features.roadbook.roadbook_stage import kept, played
from tests.persons import settings_of
from tests.scenes.stages import open_profiles
from tests.waiting import until
from tests.window import Driver, open_window

ANNA = Profile("anna", "Anna", Livery(Symbol.MOON, Paint.GREEN))
BEN = Profile("ben", "Ben")


def matches_of(profile: Profile, count: int) -> dict[str, SavedMatch]:
    """So many short matches in which that person plays."""
    setup = kept()["c"].setup
    found = (played(setup, 50 + n, moves=4) for n in range(count))
    return {
        f"{profile.id}-{n}": replace(one, players=with_person_seated(one.players, profile))
        for n, one in enumerate(found)
    }


def profile_file(folder: Path, profile: Profile, count: int = 3, name: str = "") -> Path:
    """The exported file of a person with so many matches."""
    files = UserFiles(folder / profile.id)
    files.matches.mkdir(parents=True)
    for id, saved in matches_of(profile, count).items():
        files.match_path(id).write_bytes(saved.to_bytes())
    data = model.pack_profile(Career(files, files.folder), settings_of(profile).person, Progress())
    files.close()
    return put(folder / (name or f"{profile.name}.zip"), data)


def match_file(folder: Path, name: str = "match.json", title: str = "From elsewhere") -> Path:
    return put(folder / name, replace(kept()["b"], name=title).to_bytes())


def put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def drop(driver: Driver, *paths: Path) -> None:
    for path in paths:
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.pump()


def told(driver: Driver) -> list[str]:
    """The lines of the notice, which is closed."""
    driver.until(lambda: driver.scene == "notice", "the notice")
    driver.settle()
    lines = driver.control("message").name.splitlines()
    driver.press("ok")
    return lines


def people(driver: Driver) -> set[str]:
    return {profile.name for profile in driver.app.settings.profiles}


def ids_here(driver: Driver) -> set[str]:
    return {path.stem for path in driver.app.files.matches.glob("*.json")}


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Event]]:
    """Makes a function of a module wait, from its call number ``after``, until the returned event is set."""
    events: list[Event] = []

    def hold(module: Any, name: str, after: int = 0) -> Event:
        may_go, call, left = Event(), getattr(module, name), [after]
        events.append(may_go)

        def held(*args: Any) -> Any:
            left[0] -= 1
            assert left[0] >= 0 or may_go.wait(60)
            return call(*args)

        monkeypatch.setattr(module, name, held)
        return may_go

    yield hold
    for may_go in events:
        may_go.set()


def shown(driver: Driver) -> ProgressScene:
    """The dialog of a long job, once it can be seen."""
    driver.until(lambda: driver.scene == "progress" and bool(driver.nodes()), "the dialog")
    return driver.top(ProgressScene)


# -- several files ----------------------------------------------------------------------------------------------------


def test_import_of_two_profiles_dropped_at_once_brings_both(driver: Driver, tmp_path: Path) -> None:
    drop(driver, profile_file(tmp_path, ANNA), profile_file(tmp_path, BEN, 1))
    assert told(driver) == ["Imported: Anna · 3 races", "Imported: Ben · 1 race"]
    assert people(driver) == {"", "Anna", "Ben"}
    assert (driver.scene, driver.app.settings.profile) == ("profiles", BEN)
    assert driver.control("name").value == "Ben"


def test_import_tells_a_profile_from_a_match_by_the_content(driver: Driver, tmp_path: Path) -> None:
    drop(driver, profile_file(tmp_path, ANNA, 1, "Anna.ZIP"), match_file(tmp_path, "match.txt"))
    assert told(driver) == ["Imported: Anna · 1 race", "Imported: From elsewhere"]
    driver.settle()
    assert (driver.scene, driver.control("match").name) == ("roadbook", "From elsewhere")
    assert driver.app.settings.profile == ANNA


@pytest.mark.real_threads
def test_import_waits_for_the_one_that_is_running(driver: Driver, tmp_path: Path, gate: Callable[..., Event]) -> None:
    may_go = gate(profile_files, "check_profile")
    drop(driver, profile_file(tmp_path, ANNA, 1))
    shown(driver)
    drop(driver, match_file(tmp_path))
    driver.wait(0.2)
    may_go.set()
    assert told(driver) == ["Imported: Anna · 1 race"]
    driver.until(lambda: driver.scene == "roadbook", "the match")
    driver.settle()
    assert driver.control("note").name == "Imported: From elsewhere"


def test_import_names_every_file_that_is_rejected_and_every_match_beside_it(driver: Driver, tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    bad = put(tmp_path / "bad.zip", b"PK\x03\x04"), put(tmp_path / "bad.json", b"{")
    drop(driver, tmp_path / "folder.json", *bad, match_file(tmp_path))
    assert told(driver) == [
        "Imported: From elsewhere",
        "“folder.json” can’t be imported (that is a folder).",
        "“bad.zip” contains neither a race nor a profile.",
        "“bad.json” contains neither a race nor a profile.",
    ]


def test_import_of_one_file_twice_brings_it_once(driver: Driver, tmp_path: Path) -> None:
    profile, match = profile_file(tmp_path, ANNA), match_file(tmp_path)
    drop(driver, profile, match, profile, match)
    assert told(driver) == ["Imported: Anna · 3 races", "Imported: From elsewhere"]
    assert len(ids_here(driver)) == 4


def test_import_names_several_matches(driver: Driver, tmp_path: Path) -> None:
    files = []
    for n in range(5):
        saved = replace(kept()["b"], name=f"Match {n}", seed=n)
        files.append(put(tmp_path / f"{n}.json", saved.to_bytes()))
    drop(driver, *files[:1])
    driver.until(lambda: driver.scene == "roadbook", "the match")
    driver.settle()
    drop(driver, *files)
    driver.until(lambda: len(ids_here(driver)) == 5, "the matches")
    driver.settle()
    assert driver.control("note").name == "Imported: Match 1, Match 2, Match 3, … · Already here: Match 0"


def test_profile_that_arrives_is_shown_in_place_of_the_one_before(driver: Driver, tmp_path: Path) -> None:
    open_profiles(driver)
    driver.write("Zoe")
    drop(driver, profile_file(tmp_path, ANNA))
    told(driver)
    assert (driver.scene, driver.control("name").value) == ("profiles", "Anna")
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "roadbook", "the profiles are open only once"


# -- progress, and the way out of it ----------------------------------------------------------------------------------


@pytest.mark.real_threads
def test_progress_tells_file_and_count_while_frames_go_on(
    driver: Driver, tmp_path: Path, gate: Callable[..., Event]
) -> None:
    may_go = gate(MatchLibrary, "save_match", after=2)
    drop(driver, profile_file(tmp_path, ANNA))
    shown(driver)
    driver.until(lambda: driver.control("message").name == "Going through the races: 5 of 7", "the count")
    assert (driver.control("file").name, driver.focused) == ("Anna.zip", "cancel")
    may_go.set()
    assert told(driver) == ["Imported: Anna · 3 races"]


@pytest.mark.real_threads
def test_import_cancelled_between_two_matches_is_completed_by_another(
    driver: Driver, tmp_path: Path, gate: Callable[..., Event]
) -> None:
    path, may_go = profile_file(tmp_path, ANNA), gate(MatchLibrary, "save_match", after=1)
    drop(driver, path)
    shown(driver)
    driver.key(pygame.K_ESCAPE)
    assert driver.control("message").name == "One moment…"
    may_go.set()
    assert told(driver) == [
        "Imported: Anna · 2 races",
        "The import was canceled. Import the file again to get the rest.",
    ]
    drop(driver, path)
    assert told(driver) == ["Imported: Anna · 3 races"]
    assert (people(driver), ids_here(driver)) == ({"", "Anna"}, set(matches_of(ANNA, 3)))


@pytest.mark.real_threads
def test_import_cancelled_while_it_is_checked_changes_nothing(
    driver: Driver, tmp_path: Path, gate: Callable[..., Event]
) -> None:
    path, before = profile_file(tmp_path, ANNA), driver.app.settings
    may_go = gate(model, "person_of", after=1)
    drop(driver, path)
    shown(driver)
    driver.wait(0.6)
    driver.press("cancel")
    may_go.set()
    assert told(driver) == ["The import was canceled. Import the file again to get the rest."]
    assert (driver.app.settings, ids_here(driver)) == (before, set())


@pytest.mark.real_threads
def test_import_of_many_matches_is_cancelled_between_two(
    driver: Driver, tmp_path: Path, gate: Callable[..., Event]
) -> None:
    may_go = gate(MatchLibrary, "save_match", after=1)
    drop(driver, *(put(tmp_path / f"{n}.json", replace(kept()["b"], seed=n).to_bytes()) for n in range(4)))
    shown(driver)
    driver.key(pygame.K_ESCAPE)
    may_go.set()
    assert told(driver)[1:] == ["The import was canceled. Import the file again to get the rest."]
    assert len(ids_here(driver)) == 2


def test_import_ends_with_the_game_and_is_completed_at_the_next_start(
    tmp_path: Path, gate: Callable[..., Event]
) -> None:
    path, may_go = profile_file(tmp_path, ANNA), gate(MatchLibrary, "save_match", after=1)
    with open_window(tmp_path / "user", threads=True) as driver:
        drop(driver, path)
        shown(driver)
    may_go.set()
    until(lambda: "progress" not in [thread.name for thread in enumerate_threads()], "the end of the thread")
    with open_window(tmp_path / "user") as driver:
        assert {id[:5] for id in ids_here(driver)} == {"anna-"}
        drop(driver, path)
        told(driver)
        assert (people(driver), ids_here(driver)) == ({"", "Anna"}, set(matches_of(ANNA, 3)))


def test_export_is_cancelled_whole_and_blocks_no_save(tmp_path: Path, gate: Callable[..., Event]) -> None:
    profile_file(tmp_path, ANNA)
    may_go, settings = gate(model, "person_of", after=1), settings_of(ANNA)
    write_atomically(tmp_path / "anna" / "settings.json", SettingsFile(settings).to_bytes())
    with open_window(tmp_path / "anna", language=None, threads=True) as driver:
        open_profiles(driver)
        driver.press("export")
        shown(driver)
        saved = driver.app.files.writer.submit(tmp_path / "a move", b"")
        driver.until(lambda: saved.is_done, "the move")
        driver.key(pygame.K_ESCAPE)
        may_go.set()
        driver.until(lambda: driver.scene == "profiles", "the profiles")
        driver.settle()
        assert not (tmp_path / "anna" / "exports").exists()
        driver.press("export")
        assert told(driver)[0].startswith("Saved to ")
        (path,) = (tmp_path / "anna" / "exports").iterdir()
        assert path.suffix == ".zip"


# -- a second copy ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["drop", "roadbook", "profiles", "export"])
def test_second_copy_neither_imports_nor_exports_a_profile_and_says_why(way: str, tmp_path: Path) -> None:
    path = profile_file(tmp_path, ANNA)
    with open_window(tmp_path / "user"), open_window(tmp_path / "user") as second:
        exports = second.app.files.folder / "exports"
        exports.mkdir()
        put(exports / "anna.zip", path.read_bytes())
        match_file(exports)
        second.press("play")
        second.settle()
        if way == "drop":
            drop(second, path)
        elif way == "roadbook":
            second.press("roadbook")
            second.settle()
            second.press("import")
        else:
            open_profiles(second)
            second.press("import" if way == "profiles" else "export")
        second.settle()
        assert second.control("message").name == second_copy_text()
        assert "files" not in [node.id for node in second.nodes()]
        assert (people(second), ids_here(second)) == ({""}, set())
