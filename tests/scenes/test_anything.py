"""Whatever is pressed at whatever moment: the table never breaks, and at rest it shows what one drawn afresh would."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pygame
import pytest

from game.engine.match import MatchSetup
from game.engine.observation import Seating
from game.scenes.table import TableScene
from game.ui import text
from game.ui.i18n import LANGUAGES
from tests.scenes.at_table import fresh_picture, picture
from tests.scenes.test_whole_leg import sit_down
from tests.window import Driver, middle, open_window

KEYS = (
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE),
    *(pygame.K_d, pygame.K_DELETE, pygame.K_UP, *range(pygame.K_1, pygame.K_9 + 1)),
)
EVENTS = 300


def do_something(driver: Driver, rng: Random) -> None:
    nodes = driver.nodes()
    w, h = driver.app.size
    pos = middle(rng.choice(nodes)) if rng.random() < 0.8 else (rng.randrange(w), rng.randrange(h))
    match rng.randrange(7):
        case 0 | 1:
            driver.key(rng.choice(KEYS), rng.choice((0, 0, pygame.KMOD_SHIFT)))
        case 2 | 3:
            driver.post(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0))
        case 4:
            driver.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=rng.choice((1, 1, 1, 2, 3)))
        case 5:
            driver.post(pygame.MOUSEBUTTONUP, pos=pos, button=rng.choice((1, 1, 1, 3)))
        case 6:
            driver.pump(rng.randrange(1, 40))


def comes_to_rest(driver: Driver, table: TableScene) -> bool:
    """Let the rivals play with all motion skipped, and put everything down; False if the table was left."""
    for _ in range(2000):
        if driver.app.scene is not table or driver.app.is_settled:
            break
        driver.key(pygame.K_F5)
        time.sleep(0.0005)  # the writer's turn
    if driver.app.scene is not table:
        return False
    driver.click((driver.app.size[0] - 3, driver.app.size[1] - 3))
    driver.post(pygame.WINDOWLEAVE)
    return driver.app.scene is table and driver.app.is_settled


@pytest.mark.parametrize(
    ("rules", "seats", "seating", "size"),
    [
        ("winning_moves", 4, Seating.SOLO, (1280, 720)),
        ("dujardin", 6, Seating.TEAMS, (1080, 1350)),
        ("mille_miglia", 6, Seating.SOLO, (960, 540)),
    ],
)
def test_anything_may_be_pressed_at_any_moment(
    tmp_path: Path, rules: str, seats: int, seating: Seating, size: tuple[int, int]
) -> None:
    rng, compared = Random(seats), 0
    with open_window(tmp_path, size=size) as driver:
        sit_down(driver, 1, MatchSetup.by_the_book(rules, seating, seats))
        for count in range(EVENTS):
            if driver.scene in {"title", "match_end"}:
                break
            if driver.scene == "menu":
                driver.key(pygame.K_ESCAPE)
            do_something(driver, rng)
            table = driver.app.scene
            if count % 20 == 0:
                driver.app.set_language(rng.choice(LANGUAGES))
            if count % 20 == 10 and isinstance(table, TableScene) and comes_to_rest(driver, table):
                assert picture(driver) == fresh_picture(driver)
                compared += 1
        assert compared > 3
        assert text.overflows == []
