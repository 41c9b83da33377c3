"""What a stage looks like: its region's landscape and map on every screen of it, its twist in the top bar."""

from __future__ import annotations

import pygame
import pytest

from game.features.replay.opening import open_replay
from game.features.title.scene import TitleScene
from game.features.tour.model import REGIONS, Region, stage_of
from game.match.match_file import SavedMatch
from game.people.looks import Scenery
from game.table.painting import ground
from game.table.top_bar import back_button
from game.ui.drawing import art
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME
from game.ways import Ways
from game.words.places import place_about
from tests.raced_legs import raced_match
from tests.scenes.stages import STAGES
from tests.window import Driver

TABLES = {"tour_coast": "coast", "tour_stage": "autumn", "tour_alps": "snow", "tour_night": "night"}
"""A table of each region, and the landscape that it wears."""


@pytest.mark.parametrize(("table", "scenery"), list(TABLES.items()), ids=list(TABLES))
def test_stage_wears_the_landscape_of_its_region_until_it_is_left(driver: Driver, table: str, scenery: str) -> None:
    app = driver.app
    app.save_settings(app.settings.with_values(scenery=Scenery.DAY))
    STAGES[table](driver)
    assert LOOKS.seen_scenery == scenery
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "menu"
    app.show_settings()
    assert LOOKS.seen_scenery == scenery, "what lies over the table, too"
    app.go_home()
    assert isinstance(app.scene, TitleScene)
    assert LOOKS.seen_scenery == "day"


def test_free_race_wears_the_landscape_of_the_garage_on_the_plain_map(driver: Driver) -> None:
    plain = map_of(None)
    driver.app.save_settings(driver.app.settings.with_values(scenery=Scenery.SNOW))
    STAGES["table"](driver)
    assert LOOKS.seen_scenery == "snow"
    assert LOOKS.region is None
    assert map_of(None) == plain


def test_stage_wears_no_landscape_of_its_own_in_high_contrast(driver: Driver) -> None:
    driver.app.save_settings(driver.app.settings.with_values(theme="contrast"))
    STAGES["tour_night"](driver)
    assert LOOKS.seen_scenery == "day"


def test_result_and_replay_of_a_stage_wear_its_region(driver: Driver) -> None:
    saved = raced_match(3, stage=stage_of("schneewies"))
    Ways(driver.app).show_result(saved)
    driver.settle()
    assert LOOKS.seen_scenery == "snow"
    driver.app.go_home()
    look_back(driver, saved)
    assert LOOKS.seen_scenery == "snow"
    driver.app.pop()
    assert LOOKS.region is None


def look_back(driver: Driver, saved: SavedMatch) -> None:
    open_replay(driver.app, saved, 0, back_button("stone", lambda: "Back", lambda: ""), is_reviewed=False)
    driver.until(lambda: driver.scene == "replay", "the replay")


def map_of(region: str | None, light: float = 1.0) -> str:
    return ground._drawing("parts/table_day", region, light, (1920, 1080))


def test_maps_of_all_regions_differ_only_in_their_colors() -> None:
    ours = {color for color in ground._DAY.split() if f"#{color}" in art.fragment("parts/table_day")}
    assert len(ours) == 13
    for region in REGIONS:
        drawn = map_of(region.scenery)
        assert not any(f"#{color}" in drawn for color in ours)
        assert len(drawn) == len(map_of(None))
    assert len({map_of(region.scenery) for region in REGIONS}) == len(REGIONS)


def test_map_of_a_region_is_darker_in_the_dark_theme(driver: Driver) -> None:
    bright = map_of(Region.ALPS.scenery)
    driver.app.save_settings(driver.app.settings.with_values(theme="night"))
    assert map_of(Region.ALPS.scenery, THEME.region_light) != bright
    assert THEME.region_light < 0.5


def test_table_of_a_stage_is_shown_only_once_its_map_is_drawn(driver: Driver) -> None:
    shown = driver.app.size
    STAGES["tour_night"](driver)
    assert ground.is_ready(shown)
    assert driver.picture().get_at((2, shown[1] // 2))[:3] != (200, 211, 164), "not the plain map's ground"


def test_twist_of_a_stage_is_a_chip_that_tells_its_sentence_when_pressed(driver: Driver) -> None:
    driver.resize((1920, 1080))
    STAGES["tour_alps"](driver)
    assert driver.control("chip").name == "Limited to 50"
    driver.click("Limited to 50")
    assert place_about("col_des_marmottes") in driver.control("tip").name


def test_empty_speed_pile_that_limits_says_so_until_the_limit_ends(driver: Driver) -> None:
    STAGES["tour_alps"](driver)
    said = driver.control("speed/0").description or ""
    assert "No card, but a limit: at most 50 km per card." in said
    hand = [node.name for node in driver.of_role("card")]
    driver.key(pygame.K_1 + hand.index("End of Limit"))
    driver.key(pygame.K_RETURN)
    driver.until(lambda: "No limit" in (driver.control("speed/0").description or ""), "the end of the limit")
