"""What a later version knows (a stage, a goal, a milestone, a thing of the garage) is left out here, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.features.tour.model import total_stars
from game.files.limits import MAX_GOALS
from game.files.writer import write_atomically
from game.match.match_file import MatchKind
from game.people.profiles import Profile
from game.settings.settings_file import SettingsFile
from tests.cases import each
from tests.features.roadbook.roadbook_stage import played
from tests.persons import settings_of
from tests.window import Driver, open_window

PERSON = "ab12"
KEPT = Achievements(
    stages={"port_sablon": (0, 2, 7), "saint_aubin": (MAX_GOALS - 1,), "atlantis": (0, 1, 5)},
    milestones=("first_flight", "school"),
)
SEEN = ("body/rocket", "body/saloon")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """A window on the files of a later version, in which a stage was driven and another is under way."""
    race = replace(played(MatchSetup("winning_moves", Seating.SOLO, 2, legs=1), 3), kind=MatchKind.STAGE)
    running = replace(played(MatchSetup("winning_moves", Seating.SOLO, 3, legs=1), 5, moves=40), kind=MatchKind.STAGE)
    write_atomically(ACHIEVEMENT_FILES.path(tmp_path, PERSON), ACHIEVEMENT_FILES.to_bytes(KEPT))
    write_atomically(tmp_path / "matches" / "over.json", replace(race, stage="atlantis").to_bytes())
    write_atomically(tmp_path / "matches" / "runs.json", replace(running, stage="moon_base").to_bytes())
    settings = settings_of(Profile(PERSON), language="en", garage_seen=SEEN)
    write_atomically(tmp_path / "settings.json", SettingsFile(settings).to_bytes())
    with open_window(tmp_path, counts=True) as opened:
        opened.settle()
        yield opened


def open_page(tab: str) -> Callable[[Driver], None]:
    def open_it(driver: Driver) -> None:
        driver.press("roadbook")
        driver.settle()
        driver.press(f"tabs.{tab}")

    return open_it


def resume_stage(driver: Driver) -> None:
    open_page("races")(driver)
    driver.press("matches.runs")
    driver.settle()
    driver.press("go_on")
    driver.until(lambda: driver.scene == "table", "the table")


SCREENS: dict[str, Callable[[Driver], None]] = {
    "title": lambda _: None,
    "tour": lambda driver: driver.press("tour"),
    "calendar": lambda driver: driver.app.show_deals(),
    "table": resume_stage,
    **{tab: open_page(tab) for tab in ("races", "drivers", "collection", "puzzles")},
}


@each("screen", SCREENS)
def test_what_a_later_version_knows_is_left_out_on_every_screen(driver: Driver, screen: str) -> None:
    SCREENS[screen](driver)
    driver.settle()
    assert not driver.app.recovery.is_error_shown
    driver.app.go_home()
    driver.settle()


def test_stars_of_a_later_version_are_not_counted(driver: Driver) -> None:
    driver.press("tour")
    driver.settle()
    assert driver.control("all").name == f"2 / {total_stars()} stars"


def test_what_a_later_version_knows_is_kept_when_more_is_achieved(driver: Driver, tmp_path: Path) -> None:
    driver.app.record_achievement(lambda before: before | Achievements(stages={"port_sablon": (1,)}))
    driver.press("roadbook")
    driver.settle()
    driver.app.save_settings(driver.app.settings.with_values(effects_volume=3))
    assert driver.app.files.close()
    found = driver.app.career.read(lambda reader: reader.achievements())
    assert found is not None
    assert found[PERSON].stages == {**KEPT.stages, "port_sablon": (0, 1, 2, 7)}
    assert set(found[PERSON].milestones) >= set(KEPT.milestones)
    assert SettingsFile.from_bytes((tmp_path / "settings.json").read_bytes()).settings.person.garage_seen == SEEN
    assert [path.name for path in tmp_path.rglob("*broken*")] == []
