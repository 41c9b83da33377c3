"""The Roadbook's page of kept matches: what it shows, and everything that can be done with a match."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pygame
import pytest

from game.career.facts import leg_facts
from game.career.match_stats import summary_of
from game.engine.moves import move
from game.engine.rules import Seating, load_rules
from game.engine.setup import MatchSetup
from game.features.lesson.model import lesson_match
from game.features.matches.exchange import read_match_file
from game.features.matches.page import MatchesPage
from game.features.matches.race_road import side_progress
from game.features.report.error import SaveStatus
from game.features.roadbook.page import PageContext, RoadbookPage, RoadbookTab
from game.features.roadbook.scene import RoadbookScene
from game.files.wall_clock import local_moment
from game.match.match_file import VERSION, MatchKind, SavedMatch
from game.ui.layout import Box, Button, Scale
from game.ui.layout.tree_form import ViewState
from game.words.matches import match_title
from tests.features.roadbook.roadbook_stage import fill, kept, played
from tests.played_legs import played_match
from tests.scenes.stages import roadbook_of_none
from tests.window import Driver, open_window

RECORD = Path(__file__).parents[2] / "records" / "chain.json"
SOLO = Seating.SOLO
NOVEMBER_28_S = int(datetime(2024, 11, 28, 12, tzinfo=UTC).timestamp())


def opened(driver: Driver) -> Driver:
    """Show the Roadbook with the matches of ``kept``."""
    fill(driver.app.files, driver.app.settings.profile)
    driver.press("roadbook")
    driver.settle()
    return driver


def page(driver: Driver) -> MatchesPage:
    scene = driver.top(RoadbookScene)
    assert isinstance(scene.page, MatchesPage)
    return scene.page


def listed(driver: Driver) -> list[str]:
    """The ids of all rows, in sight or not."""
    return [entry.id for entry in page(driver).rows if entry.id]


def chosen(driver: Driver) -> str:
    return page(driver).chosen_id


def files_of(driver: Driver) -> dict[str, bytes]:
    return {path.stem: path.read_bytes() for path in driver.app.files.matches.glob("*.json")}


def new_ids(driver: Driver) -> set[str]:
    return set(files_of(driver)) - set(kept()) - {"h.broken-1"}


def drop(driver: Driver, path: Path) -> None:
    driver.post(pygame.DROPFILE, file=str(path))


# -- what is shown --------------------------------------------------------------------------------------------------


def test_roadbook_opens_from_the_title_and_goes_back(driver: Driver) -> None:
    opened(driver)
    assert (driver.scene, driver.focused) == ("roadbook", "matches")
    driver.key(pygame.K_ESCAPE)
    assert (driver.scene, driver.focused) == ("title", "roadbook")


def test_running_matches_come_before_finished_ones_and_broken_files_last(driver: Driver) -> None:
    opened(driver)
    assert listed(driver) == ["a", "b", "c", "d", "e", "f", "g", "h.broken-1"]
    assert [entry.heading for entry in page(driver).rows if entry.is_heading] == [
        "In progress",
        "Finished",
        "Can’t be read",
    ]


def title_of(id: str) -> str:
    """What a match without a name is called in the list."""
    return match_title(summary_of(kept()[id]))


def test_row_tells_name_day_and_standing(driver: Driver) -> None:
    opened(driver)
    rows = rows_of(driver)
    assert rows["matches.a"].startswith("Sunday’s round · Nov 22, 2024 · Leg ")
    assert rows["matches.b"].startswith(f"{title_of('b')} · Nov 21, 2024 · Leg 1 · ")


def test_row_tells_the_kilometers_of_a_race_and_the_points_of_a_match(driver: Driver) -> None:
    opened(driver)
    driver.key(pygame.K_END)
    rows, race = rows_of(driver), summary_of(kept()["g"])
    assert rows["matches.g"].endswith(f"You: {race.km[0]:,} km, Carla: {race.km[1]:,} km")
    assert rows["matches.c"].endswith(" points")


def test_deal_of_the_day_is_named_after_its_day_whenever_it_was_played(driver: Driver) -> None:
    days = [date(2024, 11, day) for day in (22, 24, 25)]
    driver.app.files.matches.mkdir(parents=True, exist_ok=True)
    for n, day in enumerate(days):
        deal = replace(kept()["e"], day=day, begun_s=NOVEMBER_28_S, saved_s=NOVEMBER_28_S - n)
        driver.app.files.match_path(day.isoformat()).write_bytes(deal.to_bytes())
    driver.press("roadbook")
    driver.settle()
    rows = [node.name.split(" · ")[0] for node in driver.of_role("listitem")]
    assert rows == ["Daily race, November 22, 2024", "Daily race, November 24, 2024", "Daily race, November 25, 2024"]
    assert driver.control("match").name == "Daily race, November 22, 2024"
    driver.press("copy")
    driver.settle()
    assert driver.control("match").name == "Copy of Daily race, November 22, 2024"
    driver.controls.focus("matches")
    driver.key(pygame.K_END)
    driver.press("delete")
    driver.settle()
    assert driver.control("note").name == "Deleted: Daily race, November 25, 2024"


def test_midnight_makes_today_yesterday(driver: Driver) -> None:
    played_s = kept()["b"].saved_s
    day = local_moment(played_s).date()
    driver.app.today = lambda: day
    opened(driver)
    assert rows_of(driver)["matches.b"].startswith(f"{title_of('b')} · Today, ")
    driver.app.today = lambda: day + timedelta(days=1)
    driver.pump(2)
    assert rows_of(driver)["matches.b"].startswith(f"{title_of('b')} · Yesterday · ")


def test_midnight_leaves_a_name_being_typed_alone(driver: Driver) -> None:
    opened(driver)
    driver.press("name")
    driver.post(pygame.TEXTINPUT, text=" by night")
    field = driver.control("name_field")
    assert field.value is not None
    assert field.value.endswith(" by night")
    tomorrow = driver.app.today() + timedelta(days=1)
    driver.app.today = lambda: tomorrow
    driver.pump(2)
    assert (driver.control("name_field").value, driver.focused) == (field.value, "name_field")


def rows_of(driver: Driver) -> dict[str, str]:
    return {node.id: node.name for node in driver.of_role("listitem")}


@pytest.mark.real_threads
def test_matches_are_never_parsed_in_a_frame(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    read = SavedMatch.from_bytes

    def noted(data: bytes) -> SavedMatch:
        seen.append(threading.current_thread() is threading.main_thread())
        return read(data)

    fill(driver.app.files, driver.app.settings.profile)
    monkeypatch.setattr(SavedMatch, "from_bytes", noted)
    driver.press("roadbook")
    driver.settle()
    driver.press("copy")
    driver.settle()
    assert seen
    assert not any(seen)


def test_empty_roadbook_says_so_and_import_has_the_focus(driver: Driver) -> None:
    roadbook_of_none(driver)
    assert driver.control("empty").name.startswith("No race yet")
    assert driver.focused == "import"
    assert not driver.shows("matches")


def test_road_shows_points_to_the_target_with_the_running_legs_km() -> None:
    match = summary_of(kept()["a"])
    match = replace(match, target_score=5000, totals=(2500, 0, -100, 6000), km=(500, 0, 50, 0))
    assert side_progress(match) == (0.6, 0.0, 0.0, 1.0)


def test_road_of_a_quick_race_shows_the_cars_where_they_are() -> None:
    match = replace(summary_of(played(MatchSetup("winning_moves", SOLO, 2, legs=1), 3, moves=10)), km=(350, 700))
    assert side_progress(match) == (0.5, 1.0)
    assert side_progress(replace(match, km=(500, 1000))) == (0.5, 1.0), "the leg was extended"


def test_road_of_a_race_that_is_over_shows_its_kilometers_too() -> None:
    race = summary_of(kept()["g"])
    assert race.is_over
    assert race.km == tuple(side.km for side in leg_facts(kept()["g"].legs[0]).sides)
    near, far = load_rules(race.rules).distances_km(race.seats, race.seating)
    target = far if max(race.km) > near else near
    assert side_progress(race) == tuple(km / target for km in race.km)


def test_road_of_a_match_of_legs_goes_as_far_as_legs_are_played() -> None:
    match = summary_of(played(MatchSetup("winning_moves", SOLO, 2, legs=4), 3, moves=10))
    match = replace(match, leg_number=3, totals=(1000, 500), km=(0, 0))
    assert side_progress(match) == (0.5, 0.25)
    assert side_progress(replace(match, leg_number=4, km=(), is_over=True, winner=0)) == (1.0, 0.5)


# -- keyboard -------------------------------------------------------------------------------------------------------


def test_arrows_and_page_keys_choose_rows_and_bring_them_into_sight(driver: Driver) -> None:
    opened(driver)
    ways = []
    for key in (pygame.K_DOWN, pygame.K_END, pygame.K_PAGEUP, pygame.K_HOME):
        driver.key(key)
        ways.append(chosen(driver))
        assert driver.control(f"matches.{chosen(driver)}").value == "on"
    assert ways == ["b", "h.broken-1", "c", "a"]


def test_controls_are_all_reached_by_tab(driver: Driver) -> None:
    opened(driver)
    driver.key(pygame.K_DELETE)
    driver.settle()
    reached = set()
    for _ in range(20):
        driver.key(pygame.K_TAB)
        reached.add(driver.focused)
    page = {"matches", "delete", "go_on", "look_back", "name", "copy", "export", "import", "undo"}
    assert reached == {"tabs.races", *page, "close"}


def test_wheel_and_bar_scroll_the_list(driver: Driver) -> None:
    opened(driver)
    driver.post(pygame.MOUSEWHEEL, x=0, y=-10, flipped=False)
    assert driver.control("matches.scroll").value == "100"
    driver.post(pygame.MOUSEWHEEL, x=0, y=10, flipped=False)
    assert driver.control("matches.scroll").value == "0"


# -- go on, look at -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["button", "enter"])
def test_running_match_goes_on(driver: Driver, way: str) -> None:
    opened(driver)
    driver.key(pygame.K_DOWN)
    if way == "button":
        driver.click("Continue")
    else:
        driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.app.session is not None, "the match")
    session = driver.session
    assert session.setup == kept()["b"].setup
    driver.until(lambda: driver.scene == "table", "the table")


@pytest.mark.parametrize("way", ["button", "enter"])
def test_finished_match_opens_in_the_replay(driver: Driver, way: str) -> None:
    opened(driver)
    driver.press("matches.c")
    assert not driver.shows("go_on")
    if way == "button":
        driver.click("Look back")
    else:
        driver.press("matches.c")
        driver.key(pygame.K_RETURN)
    driver.until(lambda: driver.scene == "replay", "the replay")
    driver.settle()
    driver.key(pygame.K_ESCAPE)
    assert (driver.scene, chosen(driver)) == ("roadbook", "c")


def test_result_of_a_finished_match_is_shown_again_and_nothing_is_saved(driver: Driver) -> None:
    opened(driver)
    kept = {path: path.read_bytes() for path in (driver.app.files.folder / "matches").iterdir()}
    driver.press("matches.a")
    assert not driver.shows("result")
    driver.press("matches.c")
    driver.press("result")
    driver.until(lambda: driver.scene == "result", "the result")
    driver.settle()
    driver.press("rows")
    assert driver.control("sheet.total")
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "title"
    assert kept == {path: path.read_bytes() for path in (driver.app.files.folder / "matches").iterdir()}


def test_result_of_a_race_that_ended_on_an_attack_is_shown_too(driver: Driver) -> None:
    race = played_match(legs=1, seed=19)
    assert move(race.records[-1].moves[-1] or "").side is not None, "take another seed"
    race = replace(race, setup=replace(race.setup, legs=1), winner=race.totals.index(max(race.totals)), id="attack")
    opened(driver)
    driver.app.go_home()
    driver.app.files.match_path("attack").write_bytes(race.to_bytes())
    driver.settle()
    driver.press("roadbook")
    driver.settle()
    driver.press("matches.attack")
    driver.press("result")
    driver.until(lambda: driver.scene == "result", "the result")
    assert driver.app.recovery.kept_progress() is SaveStatus.OVER, "after an error it is no lesson"


def test_match_broken_meanwhile_becomes_a_row_of_its_own(driver: Driver) -> None:
    opened(driver)
    driver.app.files.match_path("a").write_text("{")
    driver.click("Continue")
    driver.until(lambda: driver.scene == "notice", "the notice")
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert "a" not in listed(driver)
    assert "a.broken-1" in listed(driver)


# -- name -----------------------------------------------------------------------------------------------------------


def typed(driver: Driver, words: str) -> None:
    for letter in words:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter))
        driver.post(pygame.TEXTINPUT, text=letter)


def test_match_name_is_typed_and_its_letters_are_no_commands(driver: Driver) -> None:
    opened(driver)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_n)
    assert driver.focused == "name_field"
    typed(driver, "Many mmZ")
    driver.key(pygame.K_BACKSPACE)
    assert not driver.app.settings.machine.muted
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert json.loads(files_of(driver)["b"])["name"] == "Many mm"
    assert driver.control("match").name == "Many mm"
    assert (chosen(driver), driver.focused) == ("b", "matches")


def test_escape_leaves_the_name_as_it_was(driver: Driver) -> None:
    before = files_of(opened(driver))
    driver.click("Name…")
    typed(driver, "xyz")
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert driver.scene == "roadbook"
    assert files_of(driver) == before
    assert driver.control("match").name == "Sunday’s round"


def test_name_is_no_longer_than_a_file_may_hold(driver: Driver) -> None:
    opened(driver)
    driver.click("Name…")
    driver.post(pygame.TEXTINPUT, text="x" * 100 + "\n")
    assert driver.control("match_about").name == "A name can have 40 characters at most."
    driver.click("Save name")
    driver.settle()
    saved = driver.app.files.load_match("a")
    assert saved is not None
    assert len(saved.name) == 40


# -- copy -----------------------------------------------------------------------------------------------------------


def test_copy_is_a_match_of_its_own_for_practice(driver: Driver) -> None:
    before = files_of(opened(driver))
    driver.click("Copy")
    driver.settle()
    (id,) = new_ids(driver)
    copied = SavedMatch.from_bytes(files_of(driver)[id])
    assert (copied.name, copied.kind) == ("Copy of Sunday’s round", MatchKind.PRACTICE)
    assert copied.records == kept()["a"].records
    assert {name: data for name, data in files_of(driver).items() if name != id} == before
    assert chosen(driver) == id


# -- delete ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["button", "key"])
def test_match_is_deleted_without_a_question_and_the_next_one_is_chosen(driver: Driver, way: str) -> None:
    opened(driver)
    if way == "button":
        driver.press("delete")
    else:
        driver.key(pygame.K_DELETE)
    assert "a" not in listed(driver)
    driver.settle()
    assert (chosen(driver), driver.control("note").name) == ("b", "Deleted: Sunday’s round")
    assert "a" not in files_of(driver)


@pytest.mark.parametrize("way", ["button", "key"])
def test_deleted_matches_come_back_the_last_one_first(driver: Driver, way: str) -> None:
    before = files_of(opened(driver))
    for _ in range(2):
        driver.key(pygame.K_DELETE)
        driver.settle()
    back = []
    for _ in range(2):
        if way == "button":
            driver.click("Undo")
        else:
            driver.key(pygame.K_z, pygame.KMOD_LCTRL)
        driver.wait(0.6)  # a second press at once would be a slip
        driver.settle()
        back.append(chosen(driver))
    assert back == ["b", "a"]
    assert files_of(driver) == before
    assert not driver.shows("undo")


def test_last_match_can_be_restored_after_its_deletion(driver: Driver) -> None:
    driver.app.files.save_match("only", kept()["g"].to_bytes())
    driver.until(lambda: driver.app.files.match_path("only").exists(), "the file")
    driver.press("roadbook")
    driver.settle()
    driver.key(pygame.K_DELETE)
    driver.settle()
    assert driver.focused == "undo"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert listed(driver) == ["only"]


def test_title_continues_no_match_that_was_deleted(driver: Driver) -> None:
    opened(driver)
    for _ in range(2):
        driver.key(pygame.K_DELETE)
        driver.settle()
    driver.key(pygame.K_ESCAPE)
    assert "Continue" not in driver.names()


# -- what was deleted -----------------------------------------------------------------------------------------------


def deleted(driver: Driver, *ids: str) -> Driver:
    """Show the Roadbook, these matches deleted, and one of them chosen."""
    opened(driver)
    for id in ids:
        driver.press(f"matches.{id}")
        driver.key(pygame.K_DELETE)
        driver.settle()
    driver.key(pygame.K_END)
    return driver


def gone(driver: Driver) -> list[str]:
    """The ids of the matches in the list of deleted ones."""
    return [entry.deleted.id for entry in page(driver).rows if entry.deleted]


def test_deleted_matches_have_a_list_with_the_days_left_for_each(driver: Driver) -> None:
    deleted(driver, "c", "a")
    assert [entry.heading for entry in page(driver).rows if entry.is_heading][-1] == "Deleted"
    assert sorted(gone(driver)) == ["a", "c"]
    said = {node.name for node in driver.of_role("listitem")}
    assert any(name.startswith("Sunday’s round · Can be restored for 30 more days · ") for name in said)
    assert "Can be restored for 30 more days" in driver.control("match_about").name


@pytest.mark.parametrize("way", ["button", "enter", "switch"])
def test_deleted_match_can_be_restored_at_another_start_too(tmp_path: Path, way: str) -> None:
    with open_window(tmp_path) as driver:
        before = files_of(deleted(driver, "a", "b"))
        assert set(before) == set(kept()) - {"a", "b"} | {"h.broken-1"}
    with open_window(tmp_path) as driver:
        driver.press("roadbook")
        driver.settle()
        driver.key(pygame.K_END)
        wanted = gone(driver)[-1]
        if way == "button":
            driver.press("restore")
        elif way == "enter":
            driver.key(pygame.K_RETURN)
        else:
            driver.key(pygame.K_TAB)
            assert driver.focused == "restore"
            driver.key(pygame.K_RETURN)
        driver.settle()
        assert (chosen(driver), driver.focused) == (wanted, "matches")
        assert driver.control("note").name.startswith("Restored: ")
        assert set(files_of(driver)) == set(before) | {wanted}
        assert len(gone(driver)) == 1


def test_deleted_match_can_only_be_restored(driver: Driver) -> None:
    deleted(driver, "a")
    before = files_of(driver)
    buttons = {node.id for node in driver.of_role("button")}
    assert buttons == {"restore", "empty", "import", "undo", "close"}
    for key in (pygame.K_n, pygame.K_DELETE):
        driver.key(key)
        driver.settle()
    assert (driver.scene, files_of(driver), gone(driver)) == ("roadbook", before, ["a"])


def test_deleted_matches_all_go_once_that_is_confirmed(driver: Driver) -> None:
    deleted(driver, "a", "b")
    driver.press("empty")
    assert driver.control("message").name == ("This removes 2 deleted races. They can’t be restored after that.")
    assert driver.focused == "back"
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert len(gone(driver)) == 2
    driver.press("empty")
    driver.press("remove")
    driver.settle()
    assert gone(driver) == []
    assert not driver.shows("undo")
    assert driver.focused == "matches"
    assert list((driver.app.files.matches / "deleted").iterdir()) == []


def test_undo_and_the_list_restore_a_match_once(driver: Driver) -> None:
    deleted(driver, "a", "b")
    driver.key(pygame.K_z, pygame.KMOD_LCTRL)
    driver.settle()
    assert (chosen(driver), gone(driver)) == ("b", ["a"])
    driver.key(pygame.K_END)
    driver.press("restore")
    driver.settle()
    assert (chosen(driver), gone(driver)) == ("a", [])
    assert not driver.shows("undo")


def test_deleted_file_that_cannot_be_read_is_restored_too(driver: Driver) -> None:
    opened(driver)
    driver.key(pygame.K_END)
    driver.key(pygame.K_DELETE)
    driver.settle()
    driver.key(pygame.K_END)
    row = next(node for node in driver.of_role("listitem") if node.value == "on")
    assert row.name == "Can’t be read · h.broken-1 · Can be restored for 30 more days"
    driver.press("restore")
    driver.settle()
    assert chosen(driver) == "h.broken-1"


# -- a file that cannot be read -------------------------------------------------------------------------------------


def test_broken_file_can_only_be_exported_and_deleted(driver: Driver) -> None:
    opened(driver)
    driver.key(pygame.K_END)
    ids = {node.id for node in driver.of_role("button")}
    assert ids == {"delete", "export", "import", "close"}
    driver.click("Export…")
    driver.until(lambda: driver.scene == "notice", "the notice")
    driver.key(pygame.K_ESCAPE)
    (exported,) = (driver.app.files.folder / "exports").iterdir()
    assert exported.read_text() == '{"format": "none"}'
    driver.press("delete")
    driver.settle()
    assert "h.broken-1" not in listed(driver)
    driver.key(pygame.K_z, pygame.KMOD_LCTRL)
    driver.settle()
    assert chosen(driver) == "h.broken-1"


# -- export and import ----------------------------------------------------------------------------------------------


def exported(driver: Driver) -> Path:
    driver.click("Export…")
    driver.until(lambda: driver.scene == "notice", "the notice")
    (path,) = (driver.app.files.folder / "exports").iterdir()
    assert str(path) in driver.control("message").name
    driver.key(pygame.K_ESCAPE)
    return path


def test_export_tells_its_path_and_is_offered_for_import(driver: Driver) -> None:
    opened(driver)
    path = exported(driver)
    assert read_match_file(path).records == kept()["a"].records
    driver.click("Import…")
    driver.settle()
    assert driver.scene == "import"
    assert driver.control("files").value == path.stem
    driver.click("Import")
    driver.settle()
    assert (chosen(driver), driver.control("note").name) == ("a", "Already here: Sunday’s round")
    assert new_ids(driver) == set()
    driver.press("delete")
    driver.settle()
    drop(driver, path)
    driver.settle()
    (id,) = new_ids(driver)
    assert (chosen(driver), driver.control("note").name) == (id, "Imported: Sunday’s round")
    assert SavedMatch.from_bytes(files_of(driver)[id]) == replace(read_match_file(path), is_imported=True)


def test_file_dropped_again_or_twice_at_once_is_kept_once(driver: Driver, tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    for path in (one, other):
        path.write_bytes(replace(kept()["b"], name="From elsewhere").to_bytes())
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(one)))
    drop(driver, other)
    drop(driver, one)
    driver.settle()
    drop(driver, other)
    driver.settle()
    (id,) = files_of(driver)
    assert (chosen(driver), driver.control("note").name) == (id, "Already here: From elsewhere")


@pytest.mark.parametrize("answer", ["again", "show"])
def test_match_left_at_another_point_is_asked_about_when_imported(driver: Driver, tmp_path: Path, answer: str) -> None:
    opened(driver)
    driver.press("matches.b")
    driver.settle()
    path, other = tmp_path / "later.json", kept()["b"]
    leg = replace(other.legs[-1].record, moves=other.legs[-1].record.moves[:-1])
    path.write_bytes(replace(other, name="Later", legs=(replace(other.legs[-1], record=leg),)).to_bytes())
    drop(driver, path)
    driver.until(lambda: driver.scene == "import_again", "the question")
    driver.settle()
    assert match_title(summary_of(other)) in driver.control("message").name
    driver.press(answer)
    driver.settle()
    if answer == "show":
        assert (chosen(driver), new_ids(driver)) == ("b", set())
    else:
        (id,) = new_ids(driver)
        assert (chosen(driver), driver.control("match").name) == (id, "Later")


def test_import_screen_without_files_tells_where_to_put_them(driver: Driver) -> None:
    roadbook_of_none(driver)
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert str(driver.app.files.folder / "exports") in driver.control("message").name
    assert driver.focused == "back"
    driver.key(pygame.K_RETURN)
    assert driver.scene == "roadbook"


@pytest.mark.parametrize("screen", ["title", "roadbook", "settings"])
def test_file_dropped_on_the_window_is_imported(driver: Driver, tmp_path: Path, screen: str) -> None:
    path = tmp_path / "dropped.json"
    path.write_bytes(replace(kept()["b"], name="From elsewhere").to_bytes())
    if screen != "title":
        driver.press(screen)
        driver.settle()
    drop(driver, path)
    driver.settle()
    assert driver.scene == "roadbook"
    assert driver.control("match").name == "From elsewhere"
    assert len(files_of(driver)) == 1
    assert path.exists()


def test_file_dropped_during_a_match_is_imported_when_the_match_is_left(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "dropped.json"
    path.write_bytes(replace(kept()["b"], name="From elsewhere").to_bytes())
    driver.press("race")
    driver.until(lambda: driver.scene == "table", "the table")
    drop(driver, path)
    driver.wait(0.2)
    assert driver.scene == "table"
    driver.app.go_home()
    driver.until(lambda: driver.scene == "roadbook", "the Roadbook")
    driver.settle()
    assert driver.control("match").name == "From elsewhere"
    assert len(files_of(driver)) == 2


def test_record_of_a_leg_is_imported_as_practice(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "chain.json"
    path.write_text(json.dumps(json.loads(RECORD.read_text(encoding="utf-8"))["record"]))
    drop(driver, path)
    driver.settle()
    assert driver.control("match").name == "chain"
    driver.click("Continue")
    driver.until(lambda: driver.scene == "table", "the table")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "“odd.json” contains neither a race nor a profile."),
        (
            json.dumps(json.loads(lesson_match(1).to_bytes()) | {"version": VERSION + 1}).encode(),
            "“odd.json” was made by a newer version of the game and can’t be imported.",
        ),
    ],
    ids=["broken", "newer"],
)
def test_import_refuses_what_is_no_match_in_a_sentence(
    driver: Driver, tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(content)
    drop(driver, path)
    driver.until(lambda: driver.scene == "notice", "the notice")
    assert driver.control("message").name == said
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert files_of(driver) == {}
    assert path.read_bytes() == content


def test_refusals_are_told_only_in_part_when_there_are_many(driver: Driver, tmp_path: Path) -> None:
    for n in range(5):
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / f"missing-{n}.json")))
    driver.until(lambda: driver.scene == "notice", "the notice")
    assert driver.control("message").name.endswith("The same goes for 2 more.")


def test_match_that_cannot_be_written_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(driver)
    files = driver.app.files
    nowhere = files.match_path("a") / "b.json"
    monkeypatch.setattr(files, "save_match", lambda _id, data: files.writer.submit(nowhere, data))
    driver.click("Copy")
    driver.until(lambda: driver.scene == "notice", "the notice")
    assert driver.control("message").name.startswith("The change could not be saved (")


# -- tabs -----------------------------------------------------------------------------------------------------------


class Blank(RoadbookPage):
    """A page with one button."""

    first_focus = "blank"

    def tree(self, available_size: tuple[int, int], scale: Scale, view_state: ViewState) -> Box:
        del available_size, view_state
        return Button(scale, "blank", "Blank", lambda: None)


@pytest.fixture
def tabbed(driver: Driver) -> Driver:
    """A Roadbook of two pages."""
    fill(driver.app.files, driver.app.settings.profile)
    book = driver.app.career

    def matches(frame: PageContext) -> RoadbookPage:
        return MatchesPage(frame, book, print, print)

    tabs = [
        RoadbookTab("matches", lambda: "Matches", matches),
        RoadbookTab("blank", lambda: "Second", lambda _frame: Blank()),
    ]
    driver.app.push(RoadbookScene(driver.app, tabs))
    driver.settle()
    return driver


def test_tabs_turn_by_mouse_arrows_and_ctrl_tab(tabbed: Driver) -> None:
    tabbed.press("tabs.blank")
    assert "blank" in [node.id for node in tabbed.nodes()]
    tabbed.key(pygame.K_LEFT)
    tabbed.settle()
    assert tabbed.control("tabs").value == "Matches"
    for expected in ("Second", "Matches"):
        tabbed.key(pygame.K_TAB, pygame.KMOD_LCTRL)
        assert tabbed.control("tabs").value == expected


def test_focus_is_never_lost_when_a_page_is_turned_and_the_tabs_keep_it(driver: Driver) -> None:
    opened(driver)
    for _ in range(4):
        driver.key(pygame.K_TAB, pygame.KMOD_LCTRL)
        driver.settle()
        assert driver.controls.focused is not None
    driver.controls.focus("tabs", ring=True)
    for title in ("drivers", "collection", "puzzles"):
        driver.key(pygame.K_RIGHT)
        driver.settle()
        assert driver.focused == f"tabs.{title}"


def test_roadbook_has_four_tabs_and_its_owners_name(driver: Driver) -> None:
    settings = driver.app.settings
    driver.app.save_settings(settings.with_profile(replace(settings.profile, name="Anna")))
    opened(driver)
    assert driver.control("title").name == "Anna’s Roadbook"
    tabs = [node.name for node in driver.of_role("tab")]
    assert tabs == ["Races", "Drivers", "Collection", "Puzzles"]


def test_tabs_stand_in_two_rows_if_one_has_no_room(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(text_size=200))
    driver.resize((1080, 1350))
    driver.app.set_language("hu")
    opened(driver)
    tabs = driver.of_role("tab")
    tops = sorted({tab.rect[1] for tab in tabs})
    assert [[tab.rect[1] for tab in tabs].count(top) for top in tops] == [2, 2]
    assert len({tab.rect[2] for tab in tabs}) == 1, "and each as wide as the others"
    assert tabs[0].rect[0] == tabs[2].rect[0]
    driver.press("tabs.collection")
    driver.settle()
    driver.key(pygame.K_LEFT)
    driver.settle()
    assert driver.control("tabs.drivers").value == "on", "the next one may be in the row above"
