"""The Roadbook's page of statistics: what it shows, how it is filtered, read and begun anew."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pygame
import pytest

from game.career import career as roadbook
from game.career.match_stats import MatchStats, match_stats
from game.career.reader import CareerReader
from game.features.matches.race_road import car_front_px
from game.match.match_file import SavedMatch
from game.settings.settings import TEXT_SIZE, TEXT_SIZES
from game.ui.accessibility_tree import Node
from game.ui.boxes.box import HIT_PX
from tests.features.roadbook.roadbook_stage import fill, fill_season, kept
from tests.fit import faults, look, watching
from tests.scenes.stages import open_sheet, statistics, statistics_of_none
from tests.waiting import PATIENCE_S
from tests.window import Driver, middle, open_window


def value(driver: Driver, id: str) -> str:
    return driver.control(id).value or ""


def look_back_on(driver: Driver, ids: str) -> None:
    """Open the statistics of some of the kept matches."""
    fill(driver.app.files, driver.app.settings.profile)
    for id in kept().keys() - set(ids):
        driver.app.files.match_path(id).unlink()
    driver.press("roadbook")
    driver.settle()
    driver.press("tabs.drivers")


def test_panels_all_tell_what_they_show(driver: Driver) -> None:
    statistics(driver)
    told = "80 legs · since Dec 13, 2024 · 1 leg with help left out"
    assert driver.control("note").name == told
    assert value(driver, "won").startswith("Legs won: 6 of 80. Beginner: 0 of 16 won.")
    assert value(driver, "points").startswith("Average of the last 10 legs: ")
    assert "points in the best leg." in value(driver, "best")
    assert "4 / 19 multi-leg matches won." in value(driver, "best")
    assert value(driver, "safeties").endswith(" per ten legs.")
    assert value(driver, "hits").startswith("Attackers in rows. ")


def test_car_is_as_far_along_its_road_as_its_share_however_small() -> None:
    lane = pygame.Rect(30, 20, 300, 24)
    start, *way, end = (car_front_px(lane, share / 100) for share in (0, 6, 7, 12, 50, 100))
    assert end == lane.w
    assert start < lane.w / 5
    assert [round((front - start) / (end - start), 2) for front in way] == [0.06, 0.07, 0.12, 0.5]


def test_filter_shows_the_legs_of_one_rule_set(driver: Driver) -> None:
    statistics(driver)
    driver.press("rules")
    driver.press("rules.dujardin")
    driver.settle()
    assert driver.control("note").name.startswith("28 legs · ")
    driver.press("seating.teams")
    driver.settle()
    assert driver.control("note").name == "No leg of this kind yet"
    driver.press("seating.all")
    driver.settle()
    assert driver.control("note").name.startswith("28 legs")


def test_cars_and_line_come_in_unless_motion_is_reduced(tmp_path: Path) -> None:
    with open_window(tmp_path) as driver:
        fill_season(driver.app.files, driver.app.settings.profile)
        driver.press("roadbook")
        driver.settle()
        driver.press("tabs.drivers")
        driver.until(lambda: driver.control("note").name.startswith("80 legs"), "the figures")
        early = driver.picture()
        driver.settle()
        assert driver.picture().get_buffer().raw != early.get_buffer().raw


def test_hits_matrix_is_walked_by_arrows_and_left_at_its_edge(driver: Driver) -> None:
    statistics(driver)
    while driver.focused != "hits":
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_LEFT)
    said = value(driver, "hits")
    assert " hits you " in said
    assert said in [node.name for node in driver.of_role("cell")]
    driver.key(pygame.K_UP)
    driver.key(pygame.K_UP)
    assert driver.focused != "hits"


def reveal(driver: Driver, id: str) -> None:
    """Scroll to that panel."""
    driver.controls.focus(id, ring=True)
    driver.settle()


def test_hits_matrix_column_is_wide_enough_for_a_finger_and_presses_step_on(driver: Driver) -> None:
    statistics(driver)
    reveal(driver, "hits")
    cells = [node for node in driver.of_role("cell") if node.group == "hits"]
    columns: dict[str, list[Node]] = {node.id.rpartition(".")[2]: [] for node in cells}
    for node in cells:
        columns[node.id.rpartition(".")[2]].append(node)
    assert len(columns) == 5
    for column in columns.values():
        places = [pygame.Rect(node.rect) for node in column]
        assert min(places[0].unionall(places).size) >= HIT_PX
        pos = places[-1].center
        said = []
        for _ in column:
            driver.click(pos)
            said.append(value(driver, "hits"))
        assert said == [column[-1].name, *(node.name for node in column[:-1])]


def test_hits_matrix_cell_is_chosen_by_the_mouse(driver: Driver) -> None:
    statistics(driver)
    reveal(driver, "hits")
    cell = next(node for node in driver.of_role("cell") if node.name.startswith("You hit"))
    driver.click(middle(cell))
    assert value(driver, "hits") == cell.name


def test_statistics_controls_are_all_reached_by_tab(driver: Driver) -> None:
    statistics(driver)
    seen = set()
    for _ in range(16):
        driver.key(pygame.K_TAB)
        seen.add(driver.focused)
    assert seen >= {
        "drivers",
        "licence",
        "rules",
        "seating.all",
        "reset",
        "won",
        "points",
        "best",
        "safeties",
        "hits",
        "close",
    }


def test_statistics_before_the_first_leg_lead_to_a_match(driver: Driver) -> None:
    statistics_of_none(driver)
    assert driver.focused == "licence", "Enter goes on from the list to the sheet"
    driver.press("new_match")
    assert driver.scene == "setup"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "roadbook"


@pytest.mark.parametrize("text_size", [TEXT_SIZE, max(TEXT_SIZES)])
def test_note_of_too_few_legs_for_a_line_covers_nothing(tmp_path: Path, text_size: int) -> None:
    with watching() as watch, open_window(tmp_path, size=(1280, 720), language="fr") as driver:
        look(driver, text_size)
        look_back_on(driver, "g")
        open_sheet(driver)
        driver.until(lambda: value(driver, "points").startswith("Trop peu"), "the figures")
        reveal(driver, "points")
        assert [*faults(driver, watch, {driver.app.size: ("fr",)})] == []
        assert any(line.words.startswith("Trop peu") for line in watch.lines)


def test_average_of_fewer_than_ten_legs_tells_their_number(driver: Driver) -> None:
    look_back_on(driver, "ceg")
    driver.until(lambda: value(driver, "points").startswith("Average of the last 5 legs: "), "the figures")


def test_matches_are_not_mentioned_while_only_single_legs_were_driven(driver: Driver) -> None:
    look_back_on(driver, "eg")
    driver.until(lambda: driver.control("note").name.startswith("2 legs"), "the figures")
    assert "matches" not in value(driver, "best")


def test_statistics_begun_anew_count_nothing_and_the_matches_stay(driver: Driver) -> None:
    statistics(driver)
    driver.press("reset")
    assert (driver.scene, driver.focused) == ("confirm", "back")
    driver.press("back")
    assert driver.control("note").name.startswith("80 legs")
    driver.settle()
    driver.press("reset")
    driver.settle()
    driver.press("reset")
    driver.until(lambda: driver.shows("empty"), "nothing")
    assert len(list(driver.app.files.matches.glob("*.json"))) == 20


def test_reset_that_fails_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    statistics(driver)

    def fails() -> None:
        raise OSError(28, "No space left on device")

    ticket = driver.app.files.writer.run(driver.app.files.folder, fails)
    monkeypatch.setattr(driver.app, "reset_statistics", lambda: ticket)
    driver.press("reset")
    driver.settle()
    driver.press("reset")
    driver.until(lambda: driver.scene == "notice", "the notice")
    assert driver.control("message").name == "The change could not be saved (no space left)."


@pytest.mark.real_threads
def test_legs_are_never_read_in_a_frame(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    on_main = []
    read = CareerReader.legs

    def noted(reader: CareerReader, *only: object) -> object:
        on_main.append(threading.current_thread() is threading.main_thread())
        return read(reader, *only)  # type: ignore[arg-type]

    monkeypatch.setattr(CareerReader, "legs", noted)
    statistics(driver)
    assert on_main
    assert not any(on_main)


@pytest.mark.real_threads
def test_first_picture_does_not_wait_for_the_figures(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_season(driver.app.files, driver.app.settings.profile)
    driver.press("roadbook")
    driver.settle()
    gate, read = threading.Event(), CareerReader.legs

    def held(reader: CareerReader, *only: object) -> object:
        assert gate.wait(20)
        return read(reader, *only)  # type: ignore[arg-type]

    monkeypatch.setattr(CareerReader, "legs", held)
    driver.press("tabs.drivers")
    assert driver.control("note").name == "One moment…"
    assert driver.control("won").value == "Legs won: 0 of 0."
    gate.set()
    driver.until(lambda: driver.control("note").name.startswith("80 legs"), "the figures")


@pytest.mark.real_threads
def test_rebuild_of_the_roadbook_tells_its_progress(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    is_told = threading.Event()

    def after_it(saved: SavedMatch) -> MatchStats:
        assert is_told.wait(PATIENCE_S)
        return match_stats(saved)

    monkeypatch.setattr(roadbook, "match_stats", after_it)
    fill_season(driver.app.files, driver.app.settings.profile)
    driver.app.show_roadbook()
    driver.press("tabs.drivers")
    driver.until(lambda: driver.control("note").name == "Going through the races: 0 of 20", "the progress")
    is_told.set()
    driver.until(lambda: driver.control("note").name.startswith("80 legs"), "the figures")


def test_roadbook_that_cannot_be_used_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    monkeypatch.setattr(sqlite3, "connect", fails)
    driver.press("roadbook")
    driver.until(lambda: driver.scene == "notice", "the notice")
    driver.settle()
    driver.press("ok")
    driver.press("tabs.drivers")
    driver.settle()
    assert driver.control("note").name == "The Roadbook can’t be read right now."


def test_damaged_cache_is_made_anew_and_nothing_is_told(driver: Driver) -> None:
    fill_season(driver.app.files, driver.app.settings.profile)
    driver.app.career.cache.path.write_bytes(b"SQLite format 3\0" + bytes(5000))
    driver.press("roadbook")
    driver.press("tabs.drivers")
    driver.until(lambda: driver.control("note").name.startswith("80 legs"), "the figures")
    assert (driver.scene, driver.app.files.pop_problems()) == ("roadbook", [])


def test_statistics_tab_is_read_anew_when_it_is_opened_again(driver: Driver) -> None:
    statistics_of_none(driver)
    fill_season(driver.app.files, driver.app.settings.profile)
    driver.press("tabs.races")
    driver.press("tabs.drivers")
    driver.until(lambda: any(node.name.startswith("80 legs · since") for node in driver.nodes()), "the figures")
