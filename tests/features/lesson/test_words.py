"""What the coach says has words, and they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path

import pygame
import pytest

from game import i18n
from game.engine.observation import Observation
from game.features.lesson import words as lesson
from game.features.lesson.model import COURSES, NOT_NOW, PUPIL
from game.features.lesson.words import lesson_words
from game.features.play.scene import TableScene
from game.table.coach import button_width, coach_pages, coach_places, paint_coach
from game.table.geometry.layout import OptionalRegion, TableLayout, compute_layout
from game.table.painting.pile_names import display_names
from game.table.view import CoachView
from game.ui.drawing import text
from game.ui.drawing.theme import THEME
from tests.features.lesson.lesson_driver import EVERY_TASK, NOTES, SIZES, moments
from tests.fit import LEAST_GROWTH, look, watching
from tests.nightly import NIGHTLY, some
from tests.pseudo import Pseudo
from tests.scenes.stages import STAGES
from tests.window import open_window


def test_coach_words_cover_all_notes_and_tasks_and_nothing_else() -> None:
    assert set(lesson._WORDS) == NOTES | EVERY_TASK


SPOKEN = [*product([*i18n.LANGUAGES, "longer"], COURSES)]
TURNS = cycle([SIZES] if NIGHTLY else [SIZES[at::3] for at in range(3)])
"""By day a third of the windows for each course in each language."""


@pytest.mark.parametrize(
    ("language", "rules_id", "sizes"), [(*spoken, sizes) for spoken, sizes in zip(SPOKEN, TURNS, strict=False)]
)
def test_coach_words_all_fit_the_plate_in_every_window(
    tmp_path: Path, language: str, rules_id: str, sizes: Sequence[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    course, said_at = COURSES[rules_id], moments(rules_id)
    said = {NOT_NOW, *course.last_notes}.union(*(b.notes for b in course.beats), {b.task for b in course.beats} - {""})
    assert {note for note, _o in said_at} == said
    with open_window(tmp_path, language=language if language != "longer" else "en"):
        if language == "longer":
            monkeypatch.setattr(i18n._Current, "translations", Pseudo())
        for size in sizes:
            paint_all(said_at, size)
        assert text.overflows == []


def all_said(said_at: list[tuple[str, Observation]], layout: TableLayout) -> Iterator[CoachView]:
    """All that the coach says in these moments."""
    words = [(note, lesson_words(note, o, "Carla")) for note, o in said_at]
    praises = [("", lesson.praise(seat, "Carla")) for seat in (None, PUPIL, 1 - PUPIL)]
    go_on = button_width(layout, i18n._p("lesson", "Go on"))[0]
    for note, (head, body) in (*words, *praises):
        assert "{" not in head + body
        shown = CoachView("irma", head, body, 0.5)
        yield replace(shown, button_w=go_on if note in NOTES or len(coach_pages(layout, shown)) > 1 else 0)


def paint_all(said_at: list[tuple[str, Observation]], size: tuple[int, int]) -> None:
    """Paint every word of the coach on the plate in a window of that size."""
    layout, surface = compute_layout(2, size, extra=OptionalRegion.COACH), pygame.Surface(size)
    for shown in all_said(said_at, layout):
        room = coach_places(layout, shown.button_w).words.h
        for page, lines in enumerate(coach_pages(layout, shown)):
            assert sum(line.step for line in lines) <= room
            paint_coach(surface, layout, replace(shown, page=page))


def letters(size: tuple[int, int]) -> set[tuple[str, float]]:
    """The faces and sizes in which the lesson's words are written in a window of that size."""
    layout = compute_layout(2, size, extra=OptionalRegion.COACH)
    pages = (page for shown in all_said(moments("winning_moves"), layout) for page in coach_pages(layout, shown))
    return {(line.face, line.px) for page in pages for line in page}


@pytest.mark.parametrize("language", ["de", "hu"])
def test_coach_words_share_one_size_and_grow_with_the_text_setting(tmp_path: Path, language: str) -> None:
    with open_window(tmp_path, language=language) as driver:
        for size in SIZES:
            driver.app.save_settings(driver.app.settings.with_values(text_size=100))
            most = {face: max(px for of, px in letters(size) if of == face) for face in ("O8", "B5")}
            driver.app.save_settings(driver.app.settings.with_values(text_size=200))
            larger = dict(letters(size))
            assert letters(size) == {*larger.items()}, f"one size for headings and one for words in {size}"
            for face, px in larger.items():
                assert px >= LEAST_GROWTH * most[face] - 0.01, f"{face} in {size}"


@pytest.mark.parametrize("text_size", some([200, 130]))
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_coach_words_fit_in_larger_text_too(tmp_path: Path, language: str, text_size: int) -> None:
    with open_window(tmp_path, language=language) as driver:
        driver.app.save_settings(driver.app.settings.with_values(text_size=text_size))
        for rules_id in COURSES:
            for size in ((960, 540), (1280, 720), (1080, 1350)):
                paint_all(moments(rules_id), size)
        assert text.overflows == []


@pytest.mark.parametrize(("size", "language"), [((960, 540), "de"), ((1280, 720), "fr"), ((1920, 1080), "hu")])
def test_coach_page_ends_with_a_sentence_unless_that_is_too_long(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    with open_window(tmp_path, language=language) as driver:
        driver.app.save_settings(driver.app.settings.with_values(text_size=200))
        layout, ends = compute_layout(2, size, extra=OptionalRegion.COACH), list[str]()
        for shown in all_said(moments("winning_moves"), layout):
            for page in coach_pages(layout, shown)[:-1]:
                words = " ".join(line.words for line in page if line.face == "B5")
                assert words.endswith((".", "!", "?")) or not re.search("[.!?] ", words), words
                ends.append(words[-1])
        assert ends.count(".") > len(ends) / 2


def test_page_number_stands_beside_the_button(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(960, 540), language="hu") as driver, watching() as watch:
        STAGES["lesson_task"](driver)
        look(driver, 200)
        assert "1/2" in {line.words for line in watch.lines}
        watch.clear()
        driver.press("more")
        driver.settle()
        assert "2/2" in {line.words for line in watch.lines}
        plate, button = (pygame.Rect(driver.control(id).rect) for id in ("coach", "more"))
        assert plate.contains(button)
        places = [pygame.Rect(line.place) for line in watch.lines if line.words == "2/2"]
        assert places
        assert all(button.bottom < place.top < plate.bottom for place in places)


def test_label_of_a_pile_leaves_no_piece_of_a_name_beside_it(tmp_path: Path) -> None:
    with open_window(tmp_path, size=(1920, 1080), language="hu") as driver:
        STAGES["lesson_task"](driver)
        look(driver, 200)
        scene = driver.top(TableScene)
        label = pygame.Rect(driver.control("label/battle/0").rect)
        _battle, speed, _safeties = display_names(scene.stage.picture.places.displays[0], "dujardin")
        name, picture = pygame.Rect(speed.box.grown(-2)), driver.picture()
        assert name.left < label.right < name.right
        beside = product(range(label.right + 4, name.right), range(name.top, name.bottom))
        assert {tuple(picture.get_at(at)) for at in beside} == {tuple(THEME.surface)}
