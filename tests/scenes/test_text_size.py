"""Text in other sizes: it follows the setting at once, and is larger wherever the window has room."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pygame
import pytest
from pygame import Rect, Surface

from game import TITLE
from game.engine.rules import Seating
from game.features.play.scene import TableScene
from game.i18n import LANGUAGES
from game.people.players import HUMAN, bot
from game.scenes.screen import ScreenPanel
from game.settings.settings import TEXT_SIZES
from game.ui.drawing import draw, text
from game.ui.layout import Scroll
from game.ui.layout.tree_form import TreeForm
from tests.fit import LEAST_GROWTH, boxes, look
from tests.fixed_decks import saved_match, sit_down
from tests.monkey.episode import sketching
from tests.nightly import some
from tests.persons import person_in
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

CLEARLY = 1.25
"""How much larger, on the whole, a table's words are at the largest size than as delivered."""
MUCH = 1.6
"""The same of screens that were full already: what is ornament, or had a page in common, gives way."""


FULL = ("title", "title_with_match", "setup", "setup_of_two", "setup_rules", "deal")
"""Stages that were full already."""


def heights(driver: Driver, text_size: int) -> dict[str, float]:
    """The words on the screen, each with the height of its letters in pixels where it is largest."""
    sizes: dict[str, float] = {}
    draw = text.draw

    def noting(surface: Any, words: str, x: float, y: float, *type: Any, **how: Any) -> int:
        face, px = (*type, *("B5", 16)[len(type) :])[:2]
        face, px = how.get("face", face), how.get("px", px)
        if how.get("max_width") is not None:
            words, px = text.fit_line(words, face, px, how["max_width"], how.get("min_px"))
        sizes[words] = max(px, sizes.get(words, 0))
        return draw(surface, words, x, y, *type, **how)

    other = next(size for size in TEXT_SIZES if size != text_size)
    driver.app.save_settings(driver.app.settings.with_values(text_size=other))  # else nothing might be drawn anew
    driver.settle()
    with mock.patch.object(text, "draw", noting):
        driver.app.save_settings(driver.app.settings.with_values(text_size=text_size))
        driver.settle()
    return sizes


def growth(driver: Driver, text_size: int) -> float:
    """How much larger the words are on the whole, those that stand there in both sizes, the longer counting more."""
    before, after = heights(driver, 100), heights(driver, text_size)
    both = [words for words in before if words in after and words.strip() and words not in TITLE.upper().split()]
    assert len(both) > 2
    return sum(len(words) * after[words] for words in both) / sum(len(words) * before[words] for words in both)


def test_text_size_steps_act_at_once_and_are_remembered(driver: Driver, tmp_path: Path) -> None:
    STAGES["picture"](driver)
    before = heights(driver, 100)
    driver.press("text_size.200")
    driver.settle()
    assert driver.control("text_size.200").value == "on"
    path = tmp_path / "user" / "settings.json"
    driver.until(lambda: person_in(path)["text_size"] == 200, "the settings file")
    driver.press("text_size.100")
    driver.settle()
    assert heights(driver, 100) == before


@pytest.mark.parametrize("stage", some(["table", "table_of_six", "pin", "replay"], 2))
def test_largest_text_is_clearly_larger_at_full_hd_on_tables(tmp_path: Path, stage: str) -> None:
    with sketching(), open_window(tmp_path, size=(1920, 1080)) as driver:
        STAGES[stage](driver)
        assert growth(driver, max(TEXT_SIZES)) > CLEARLY


@pytest.mark.parametrize(("stage", "language"), some([*itertools.product(FULL, LANGUAGES)]))
def test_largest_text_is_much_larger_where_ornament_made_room(tmp_path: Path, stage: str, language: str) -> None:
    with sketching(), open_window(tmp_path, size=(1920, 1080), language=language) as driver:
        STAGES[stage](driver)
        assert growth(driver, max(TEXT_SIZES)) > MUCH


@pytest.mark.parametrize("stage", ["table", "rules_of_attack", "title"])
def test_text_size_grows_and_shrinks_text_in_the_smallest_window(tmp_path: Path, stage: str) -> None:
    with sketching(), open_window(tmp_path, size=(960, 540)) as driver:
        STAGES[stage](driver)
        assert growth(driver, max(TEXT_SIZES)) > 1.05
        assert growth(driver, min(TEXT_SIZES)) < 1


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1080, 1350)])
def test_table_words_between_controls_grow_by_half(tmp_path: Path, size: tuple[int, int]) -> None:
    with sketching(), open_window(tmp_path, size=size, language="de") as driver:
        STAGES["replay_open"](driver)
        said = [driver.control("turn").name, driver.control("speed").value, driver.control("hands").value]
        if size != (960, 540):  # there the curve has the turns on it, without their numbers
            said += ["25", "20"]
        before, after = heights(driver, 100), heights(driver, 200)
        assert [words for words in said if words and after[words] < LEAST_GROWTH * before[words]] == []


def test_week_beside_the_deal_of_the_day_grows_with_its_sign(driver: Driver) -> None:
    STAGES["title_with_days"](driver)
    before = driver.control("week").rect
    driver.app.save_settings(driver.app.settings.with_values(text_size=200))
    driver.settle()
    after = driver.control("week").rect
    assert min(after[2] / before[2], after[3] / before[3]) >= LEAST_GROWTH


def test_table_painted_ahead_equals_the_table_painted_later(tmp_path: Path) -> None:
    """In a window that leaves larger text no room: a name was cut once it was painted anew (a monkey's seed 777)."""
    with open_window(tmp_path, language="it") as driver:
        app = driver.app
        app.save_settings(app.settings.with_values(text_size=150))
        saved = saved_match(["go"] * 6, rules="piatnik", seating=Seating.TEAMS)
        rivals = [bot(driver) for driver in ("leo", "nina", "irma", "bruno", "hugo")]
        sit_down(driver, replace(saved, players=(HUMAN, *rivals)))
        app.window._window.minimum_size = (1, 1)
        app.window.resize((570, 368))
        driver.wait(1.0)
        app.show_table()
        driver.settle()
        scene, shown, anew = app.scene, driver.picture(), Surface(app.window.size)
        assert isinstance(scene, TableScene)
        scene.resize(app.size)
        app.presenter.render(anew)
        while scene.picture.is_behind:
            app.presenter.render(anew)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(anew, "RGB")


@pytest.mark.parametrize(
    ("stage", "size"), [("roadbook", (960, 540)), ("profiles", (1080, 1350)), ("result_of_bots", (1080, 1350))]
)
def test_scroll_areas_never_lie_inside_each_other(stage: str, size: tuple[int, int], tmp_path: Path) -> None:
    with sketching(), open_window(tmp_path, size=size, language="hu") as driver:
        STAGES[stage](driver)
        look(driver, 200)
        scrolled = [Rect(node.rect) for node in driver.nodes() if f"{node.id}.scroll" in {n.id for n in driver.nodes()}]
        assert scrolled
        assert not any(one.contains(other) for one, other in itertools.permutations(scrolled, 2))


def test_chosen_row_comes_into_view_in_a_list_scrolled_with_its_page(tmp_path: Path) -> None:
    with sketching(), open_window(tmp_path, size=(960, 540), language="hu") as driver:
        STAGES["result_of_bots"](driver)
        look(driver, 200)
        driver.controls.focus("drive.own", ring=True)
        page, high = Rect(driver.control("result").rect), set[int]()
        rows = [node.id for node in driver.below("drive.")]
        assert len(rows) > 3
        for key in (*(pygame.K_TAB,) * (len(rows) - 1), pygame.K_UP):
            driver.key(key)
            row = driver.control(driver.focused or "")
            assert row.id in rows
            assert page.contains(row.rect)
            high.add(row.rect[3])
        assert len(high) == 1, "each is seen whole"


@pytest.mark.parametrize("stage", ["calendar_done"])
def test_focus_ring_below_a_scroll_area_clears_it_and_the_plate_rim(stage: str, tmp_path: Path) -> None:
    with sketching(), open_window(tmp_path, size=(960, 540), language="hu") as driver:
        STAGES[stage](driver)
        look(driver, 200)
        scene = driver.top(TreeForm)
        assert scene.controls.focused is not None
        reach = 2 * draw.ring_margin(scene.text_scale)
        ring = Rect(scene.controls.focused.rect).inflate(reach, reach)
        panes = [widget for widget in scene.controls.widgets if isinstance(widget, Scroll)]
        screen = next(box for box in boxes(scene.root) if isinstance(box, ScreenPanel))
        rim = 2 * scene.scale.text_px(5)
        assert panes
        assert not any(ring.colliderect(pane.rect) for pane in panes)
        assert screen._plate.inflate(-rim, -rim).contains(ring)
