"""The discard pile looked through."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pygame
import pytest

from game.engine.cards import Card
from game.engine.rules import Seating, load_rules
from game.features.play.discards import DiscardsScene
from game.ui.drawing import text
from tests.features.play.table_driver import at, choose, on_the_table, table
from tests.fit import look
from tests.monkey.episode import sketching
from tests.window import Driver, middle, open_window

SIZES = [(960, 540), (1280, 720), (1920, 1080), (1080, 1350), (3840, 2160)]


def discard(driver: Driver, *cards: str) -> None:
    for card_id in cards:
        choose(driver, card_id)
        driver.key(pygame.K_d)
        driver.settle()


def shown(driver: Driver) -> list[str]:
    return [node.name for node in driver.below("discarded/")]


def test_press_on_the_discard_pile_shows_all_its_cards_newest_first(driver: Driver) -> None:
    table(driver, "1 - km_50", "2 - go", "3 - go")
    discard(driver, "stop")
    driver.click(at(driver, "discard"))
    assert driver.scene == "discards"
    names = shown(driver)
    assert len(names) == 4
    assert names[-1] == "Stop"
    counts = [node.name.split(": ") for node in driver.below("kind/")]
    assert sum(int(count) for _kind, count in counts) == 4
    assert ["Stop", "1"] in counts
    driver.point(middle(driver.control("discarded/3")))
    assert driver.control("foot").name == "Number 4: Stop"
    driver.key(pygame.K_ESCAPE)
    assert driver.scene == "table"


def test_discards_open_and_close_by_the_same_key(driver: Driver) -> None:
    table(driver)
    driver.key(pygame.K_v)
    assert driver.scene == "discards"
    assert driver.control("foot").name == "Nothing has been discarded yet."
    driver.key(pygame.K_v)
    assert driver.scene == "table"


def test_press_on_the_discard_pile_discards_a_chosen_card_instead(driver: Driver) -> None:
    table(driver)
    driver.click("Repairs")
    driver.click(at(driver, "discard"))
    driver.settle()
    assert driver.scene == "table"
    assert on_the_table(driver) == ["0 - repairs"]


@pytest.mark.parametrize(
    ("size", "text_size"), [*((size, 100) for size in SIZES), *((size, 200) for size in SIZES[1:])]
)
def test_discards_all_show_their_corner_above_the_foot(tmp_path: Path, size: tuple[int, int], text_size: int) -> None:
    deck = shuffled()
    with sketching(), open_window(tmp_path, size=size) as driver:
        look(driver, text_size)
        for cards in (0, 1, 14, 60, 98):
            driver.app.push(DiscardsScene(driver.app, deck[:cards], "winning_moves"))
            driver.settle()
            assert len(shown(driver)) == cards
            foot = pygame.Rect(driver.control("foot").rect)
            places = [pygame.Rect(node.rect) for node in driver.nodes() if node.id.startswith(("discarded/", "kind/"))]
            assert all(place.w and place.h and place.bottom <= foot.y for place in places), "nothing is scrolled away"
            for left, right in itertools.pairwise(places[-cards:]):
                assert right.x - left.x >= 0.3 * left.w - 1 or right.y >= left.bottom
            driver.key(pygame.K_ESCAPE)


def shuffled() -> tuple[Card, ...]:
    deck = list(load_rules("winning_moves").deck(4, Seating.SOLO))
    random.Random(2).shuffle(deck)
    return tuple(deck)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "hu"])
def test_discards_words_fit_the_smallest_window(tmp_path: Path, language: str) -> None:
    with open_window(tmp_path, size=(960, 540), language=language) as driver:
        driver.app.push(DiscardsScene(driver.app, shuffled()[:60], "winning_moves"))
        for index in range(0, 60, 7):
            driver.point(middle(driver.control(f"discarded/{index}")))
        assert text.overflows == []


@pytest.mark.parametrize("cards", [0, 1, 14, 60, 98])
def test_discards_show_what_has_room_in_a_window_below_the_minimum(tmp_path: Path, cards: int) -> None:
    deck = shuffled()
    with open_window(tmp_path, size=(640, 360)) as driver:
        driver.app.window._window.minimum_size = (1, 1)  # a system may not keep to it
        for size in ((800, 400), (640, 360), (320, 200), (100, 80)):
            driver.resize(size)
            driver.app.push(DiscardsScene(driver.app, deck[:cards], "winning_moves"))
            driver.settle()
            assert len(shown(driver)) == cards
            driver.point((size[0] // 2, size[1] // 2))
            driver.key(pygame.K_ESCAPE)
            assert driver.scene == "title"
