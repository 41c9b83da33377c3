from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from unittest import mock

import pygame
import pytest
from pygame import Color, Rect, Surface

from game.ui.drawing import text
from tests.cases import each
from tests.resource_usage import ResourceUsage

SHY, NARROW, THIN = "\u00ad", "\u202f", "\u2009"
LIMIT = f"Geschwindigkeits{SHY}begrenzung"


def ink_of(surface: Surface) -> Rect:
    """The smallest rectangle that holds everything drawn on black."""
    surface.set_colorkey((0, 0, 0))
    return surface.get_bounding_rect()


def test_soft_hyphen_takes_no_room() -> None:
    assert text.width(LIMIT, "B5", 20) == text.width(LIMIT.replace(SHY, ""), "B5", 20)


def test_word_breaks_at_its_soft_hyphen_with_a_hyphen() -> None:
    assert text.wrap(LIMIT, "B5", 20, 160) == ["Geschwindigkeits-", "begrenzung"]


def test_word_that_fits_stays_whole() -> None:
    assert [line.replace(SHY, "") for line in text.wrap(LIMIT, "B5", 20, 400)] == ["Geschwindigkeitsbegrenzung"]


def test_lines_break_at_spaces_and_keep_to_the_width() -> None:
    lines = text.wrap("Who gets there may extend the leg to a thousand kilometres", "B5", 16, 120)
    assert len(lines) > 2
    assert all(text.width(line, "B5", 16) <= 120 for line in lines)
    assert " ".join(lines) == "Who gets there may extend the leg to a thousand kilometres"


@pytest.mark.parametrize("room", [90, 140, 200, 260, 500])
def test_balanced_lines_are_as_few_and_leave_no_word_alone(room: int) -> None:
    words = f"Lern das Spiel beim Spielen. Das dauert fünf Minuten mit {LIMIT}."
    wide = text.wrap(words, "B5", 18, room)
    narrow = text.wrap(words, "B5", 18, text.balanced_width(words, "B5", 18, room))
    assert len(narrow) == len(wide)
    assert sum(line.endswith("-") for line in narrow) <= sum(line.endswith("-") for line in wide)
    lengths = [[text.width(line, "B5", 18) for line in lines] for lines in (wide, narrow)]
    assert max(lengths[1]) - min(lengths[1]) <= max(lengths[0]) - min(lengths[0])


def test_hyphenated_word_breaks_at_its_hyphen_without_a_second_one() -> None:
    assert text.wrap("Fahrer-Training", "B5", 20, 80) == ["Fahrer-", "Training"]


def test_path_breaks_at_its_slashes() -> None:
    assert text.wrap("/home/someone/files", "B5", 16, 90) == ["/home/", "someone/", "files"]


def test_nonbreaking_space_never_breaks() -> None:
    assert text.wrap("300\u00a0km", "B5", 20, 30) == ["300\u00a0km"]


def test_number_and_its_unit_stay_on_one_line() -> None:
    assert text.wrap("noch 1.000 km", "B5", 20, 70) == ["noch", "1.000\u00a0km"]
    assert text.wrap("1000 kmx", "B5", 20, 60) == ["1000", "kmx"]
    assert text.wrap("még 25 km-t", "B5", 20, 60) == ["még", "25\u00a0km-t"]
    assert text.wrap("Ötször 200-as", "B5", 20, 40) == ["Ötször", "200-as"]
    assert text.wrap("200-Kilometer-Karte", "B5", 20, 60) == ["200-", "Kilometer-", "Karte"]


def test_newlines_begin_a_paragraph() -> None:
    assert text.wrap("one\ntwo", "B5", 16, 400) == ["one", "two"]


@pytest.mark.parametrize("space", [NARROW, THIN])
def test_narrow_space_is_a_gap_of_a_fifth_of_an_em(space: str) -> None:
    apart = text.width(f"5{space}000", "O7", 40) - text.width("5", "O7", 40) - text.width("000", "O7", 40)
    assert apart == 8


@pytest.mark.parametrize("space", [NARROW, THIN])
def test_narrow_space_is_drawn_as_wide_as_it_is_measured(space: str) -> None:
    said = f"5{space}000{space}km{space}!"
    assert text.render(said, "O7", 40).get_width() == text.width(said, "O7", 40)


@pytest.mark.parametrize("face", ["O6", "O7", "O8", "O9"])
def test_small_bold_numbers_are_spaced_like_large_ones(face: str) -> None:
    em = text.width("1000", face, 400) / 400
    for px in range(11, 44):
        drawn = text.render("1000", face, px, Color("white"))
        assert drawn.get_width() == text.width("1000", face, px)
        assert abs(drawn.get_width() - em * px) <= 2


def test_small_numbers_have_edges_of_their_own_colour() -> None:
    drawn = text.render("8", "O9", 16, Color(200, 100, 50))
    shades = {tuple(drawn.get_at((x, y)))[:3] for x in range(drawn.get_width()) for y in range(drawn.get_height())}
    assert shades == {(200, 100, 50)}


@each("px", range(12, 60, 3))
def test_capitals_are_centred_at_every_size(px: int) -> None:
    for face in ("O7", "B5"):
        surface = Surface((200, 100))
        text.draw(surface, "H", 20, 50, face, px, Color("white"))
        assert abs(ink_of(surface).centery - 50) <= 1


def test_capitals_are_centred_in_the_line() -> None:
    surface = Surface((200, 100))
    text.draw(surface, "H", 20, 50, "O7", 60, Color("white"))
    assert abs(ink_of(surface).centery - 50) <= 1


@pytest.mark.parametrize(("anchor", "edge"), [("l", "left"), ("c", "centerx"), ("r", "right")])
def test_anchor_says_which_end_of_a_text_stands_at_x(anchor: text.Anchor, edge: str) -> None:
    surface = Surface((200, 60))
    text.draw(surface, "HHH", 100, 30, "O7", 30, Color("white"), anchor=anchor)
    assert abs(getattr(ink_of(surface), edge) - 100) <= 4


def test_text_that_fits_leaves_no_overflow() -> None:
    text.draw(Surface((300, 40)), "Start", 0, 20, "O7", 20, max_width=200)
    assert text.overflows == []


def test_text_shrinks_before_it_is_shortened() -> None:
    full = text.width("Match length", "B6", 20)
    said, px = text.fit_line("Match length", "B6", 20, full * 0.9, 14)
    assert said == "Match length"
    assert 14 <= px < 20
    assert text.width(said, "B6", px) <= full * 0.9
    assert text.overflows == []


def test_text_too_long_at_its_smallest_gets_an_ellipsis_and_is_recorded() -> None:
    text.set_scene("here")
    drawn = text.draw(Surface((300, 40)), "Match length", 0, 20, "B6", 20, max_width=40, min_px=16)
    assert drawn <= 40
    assert [(o.scene, o.text, o.max_width) for o in text.overflows] == [("here", "Match length", 40)]


def test_overflow_is_recorded_once() -> None:
    for _ in range(2):
        text.draw(Surface((300, 40)), "Match length", 0, 20, "B6", 20, max_width=40, min_px=16)
    assert len(text.overflows) == 1


def test_paragraph_returns_the_height_it_used() -> None:
    surface = Surface((200, 200))
    used = text.paragraph(surface, "one two three four five six", (10, 10, 80, 180), "B5", 16, Color("white"))
    assert used == text.paragraph_height("one two three four five six", "B5", 16, 80)
    assert ink_of(surface).bottom <= 10 + used


def test_paragraph_too_high_for_its_place_is_recorded() -> None:
    text.paragraph(Surface((200, 200)), "one two three four five six", (0, 0, 40, 30), "B5", 16, min_px=14)
    assert [o.text for o in text.overflows] == ["one two three four five six"]


def test_text_rendered_twice_is_the_same_surface() -> None:
    assert text.render("Hugo", "O7", 20, Color("red")) is text.render("Hugo", "O7", 20, Color("red"))


def test_fonts_can_be_forgotten_and_come_back(made_once: Callable[[], None]) -> None:
    before = text.width("Hugo", "O7", 20)
    made_once()
    pygame.font.init()
    assert text.width("Hugo", "O7", 20) == before


def test_fonts_hold_no_file_open_and_only_so_many_are_kept() -> None:
    kept = lru_cache(maxsize=text._MOST_FONTS)(text._font.__wrapped__)  # the tests keep more
    before = ResourceUsage.now().handles
    with mock.patch.object(text, "_font", kept):
        for px in range(6, 606):
            text._font("B5", px).size("Milestone")
    assert ResourceUsage.now().handles == before
    assert kept.cache_info().currsize <= 24
    text.forget_fonts()
