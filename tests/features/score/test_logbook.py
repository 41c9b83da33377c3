"""The logbook on the score sheet: every line of the leg, and why the bots did what they did."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.features.score.hits import HitsScene
from game.features.score.logbook import LogbookScene
from game.ui.layout import Table
from tests.features.play.table_driver import choose
from tests.fit import boxes, look
from tests.fixed_decks import saved_match, sit_down
from tests.monkey.episode import sketching
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

WHY = "kept for later: Puncture-Proof"


def test_logbook_tells_the_reasons_of_all_moves_once_the_leg_is_over(driver: Driver) -> None:
    STAGES["logbook"](driver)
    seen = driver.log_lines()
    driver.key(pygame.K_HOME)
    told = {*seen, *driver.log_lines()}
    discards = [line for line in told if line.startswith("Carla discards")]
    assert discards
    assert all(WHY in line for line in discards)
    assert not any(WHY in line for line in told if line.startswith("You"))


def test_table_log_explains_attacks_alone(driver: Driver) -> None:
    STAGES["extension"](driver)
    assert not any("kept for later" in line for line in driver.log_lines())


def test_logbook_is_scrolled_by_wheel_and_keys(driver: Driver) -> None:
    STAGES["logbook"](driver)
    driver.resize((960, 540))
    newest = driver.log_lines()
    driver.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False, precise_x=0.0, precise_y=1.0)
    assert driver.log_lines() != newest
    driver.key(pygame.K_HOME)
    first = driver.log_lines()
    assert first[0] == "Carla deals"
    driver.app.set_language("de")
    driver.settle()
    assert driver.log_lines()[0] == "Carla gibt", "another language does not scroll it"
    driver.key(pygame.K_END)
    driver.app.set_language("en")
    driver.settle()
    assert driver.log_lines() == newest


def test_logbook_ends_with_what_the_leg_has_earned(driver: Driver) -> None:
    STAGES["leg_score"](driver)
    driver.app.milestones_reached = ("first_stone", "mechanic")
    driver.press("logbook")
    driver.key(pygame.K_END)
    assert driver.log_lines()[-4:] == [
        "Milestone reached: First stone",
        "New in the garage: Bubble",
        "Milestone reached: Good mechanic",
        "New in the garage: Wagon",
    ]


def test_escape_and_the_logbook_button_lead_back_to_the_score(driver: Driver) -> None:
    STAGES["logbook"](driver)
    assert isinstance(driver.app.scene, LogbookScene)
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "result"
    driver.press("logbook")
    driver.press("close")
    assert driver.scene == "result"
    driver.press("go_on")
    assert driver.scene == "table"


# -- who hits whom -----------------------------------------------------------------------------------------------------


def finish_a_leg_with_attacks(driver: Driver) -> None:
    """You hit Carla once, she hits you twice, once parried; then you reach 700 km, and the table is opened."""
    hands = ["go stop right_of_way km_200 km_200 km_100", "go stop accident"]
    draws = "repairs km_25 km_100 km_25 km_100 km_50 km_25" + " km_50 km_25" * 4
    moves = [
        *("0 go", "1 go", "0 stop > 1", "1 stop > 0", "0 ! right_of_way", "0 km_200", "1 accident > 0", "0 repairs"),
        *("1 - km_25", "0 km_200", "1 - km_25", "0 km_100", "1 - km_25", "0 km_100", "1 - km_25"),
    ]
    sit_down(driver, saved_match(hands, draws, moves))
    choose(driver, "km_100")
    driver.key(pygame.K_RETURN)
    driver.settle()
    driver.press("no")
    driver.settle()
    driver.press("hits")
    driver.settle()


def cells(driver: Driver) -> dict[str, str | None]:
    """The numbers of the table by the cells' names."""
    return {node.name: node.value for node in driver.nodes() if node.role == "cell"}


def test_hits_table_tells_who_hit_whom_in_the_leg_played(driver: Driver) -> None:
    finish_a_leg_with_attacks(driver)
    assert cells(driver) == {
        "You hit Carla once": "1",
        "You – dealt: 1": "1",
        "Carla hit you 2 times; 1 parried by a coup fourré": "2",
        "Carla – dealt: 2": "2",
        "You – taken: 2": "2",
        "Carla – taken: 1": "1",
        "Hits in all: 3": "3",
    }
    assert not [node for node in driver.nodes() if node.id == "scope"], "there is one leg yet"


def test_hits_table_of_a_leg_without_attacks_has_only_zeros(driver: Driver) -> None:
    STAGES["leg_score"](driver)
    driver.press("hits")
    assert cells(driver)["You never hit Carla"] == "0"
    assert cells(driver)["Carla never hit you"] == "0"
    assert cells(driver)["Hits in all: 0"] == "0"


def test_hits_table_covers_the_leg_or_the_match(driver: Driver) -> None:
    STAGES["hits"](driver)
    scene = driver.app.scene
    assert isinstance(scene, HitsScene)
    standings = scene._standings
    for scope, hits in (
        ("match", standings.hits_of_match),
        ("leg", standings.hits[-1]),
        ("match", standings.hits_of_match),
    ):
        driver.press(f"scope.{scope}")
        shown = {node.id: node.value for node in driver.nodes() if node.role == "cell"}
        expected = {f"hits.{by}.{on}": str(hits.laid[by][on]) for by in range(6) for on in range(6) if by != on}
        expected |= {f"hits.{side}.6": str(hits.laid_by(side)) for side in range(6)}
        expected |= {f"hits.6.{side}": str(hits.suffered_by(side)) for side in range(6)}
        assert shown == expected | {"hits.6.6": str(hits.total)}


@pytest.mark.parametrize(("stage", "width"), [("hits", 960), ("hits_of_teams", 1080)])
def test_hits_table_aligns_its_names_and_has_faces_of_one_size(stage: str, width: int, tmp_path: Path) -> None:
    with sketching(), open_window(tmp_path, size=(width, 540 if width == 960 else 1350), language="hu") as driver:
        STAGES[stage](driver)
        look(driver, 200)
        table = next(box for box in boxes(driver.app.scene.root) if isinstance(box, Table))  # type: ignore[attr-defined]
        faces, names = zip(*(row[0].children[:2] for row in table.rows[1:-1]), strict=True)
        assert len({box.rect.w for box in faces}) == 1
        assert len({box.rect.x for box in names}) == 1
        assert len({box.drawn_px for box in names}) == 1
        assert faces[0].rect.w >= faces[0].rect.h, "as large as the row is high"


def test_hits_table_is_walked_through_cell_by_cell_with_the_arrows(driver: Driver) -> None:
    finish_a_leg_with_attacks(driver)
    driver.key(pygame.K_TAB)
    walked = []
    for code in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT):
        driver.key(code)
        walked.append(driver.control("hits").value)
    assert walked == [
        "You hit Carla once",
        "You – dealt: 1",
        "Carla – dealt: 2",
        "Carla hit you 2 times; 1 parried by a coup fourré",
        "You – taken: 2",
        "Carla – taken: 1",
    ]


def note(driver: Driver) -> str:
    return driver.control("note").name


def test_foot_tells_the_sentence_of_the_cell_focused_or_pointed_at(driver: Driver) -> None:
    finish_a_leg_with_attacks(driver)
    assert note(driver) == "Attackers in rows."
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_DOWN)
    assert note(driver) == "You hit Carla once"
    driver.point("Carla hit you 2 times; 1 parried by a coup fourré")
    assert note(driver) == "Carla hit you 2 times; 1 parried by a coup fourré"
    driver.point((3, 3))
    assert note(driver) == "You hit Carla once"
    driver.click("Hits in all: 3")
    driver.point((3, 3))
    assert note(driver) == "Hits in all: 3"


def test_hits_page_and_cell_stay_in_another_language_or_size(driver: Driver) -> None:
    finish_a_leg_with_attacks(driver)
    driver.press("hits.1.0")
    driver.app.set_language("de")
    driver.resize((960, 540))
    driver.point((3, 3))
    assert note(driver) == "Carla hat dich 2-mal getroffen; 1 mit Blitzaktion abgewehrt"


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1080, 1350), (2560, 1080)])
@pytest.mark.parametrize("stage", ["hits", "hits_of_teams"])
def test_hits_table_cells_can_all_be_pressed_by_a_finger(driver: Driver, stage: str, size: tuple[int, int]) -> None:
    STAGES[stage](driver)
    driver.resize(size)
    places = [pygame.Rect(node.rect) for node in driver.nodes() if node.role == "cell"]
    assert all(min(place.size) >= 32 for place in places)
    assert not any(a.colliderect(b) for i, a in enumerate(places) for b in places[:i])
    assert driver.app.window.surface.get_rect().contains(places[0].unionall(places))
