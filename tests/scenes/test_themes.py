"""Day, night and high contrast: switched at any moment, nothing of the other stays, and every word can be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pygame
from pygame import Color, Rect, Surface

from game.features.play.scene import TableScene
from game.settings.settings import ColorTheme
from game.ui.drawing import incremental, text
from game.ui.drawing.theme import THEME, THEMES
from tests.contrast import READABLE, READABLE_LARGE, contrast, luminance
from tests.persons import person_in
from tests.pictures import worst_square
from tests.scenes.stages import STAGES
from tests.window import Driver

OTHERS = (ColorTheme.NIGHT, ColorTheme.CONTRAST)
DECORATION = {"—", *(str(km) for km in (25, 50, 75, 100, 200))}
"""What stands in empty slots: their kind is spoken, and shown large when pointed at (art.md §2)."""


def set_theme(driver: Driver, colours: ColorTheme) -> None:
    driver.app.save_settings(driver.app.settings.with_values(theme=colours))


# -- switching --------------------------------------------------------------------------------------------------------


def test_theme_tiles_switch_at_once_and_the_choice_is_remembered(driver: Driver, tmp_path: Path) -> None:
    driver.press("settings")
    driver.press("categories.picture")
    day = driver.picture()
    driver.click("Night")
    driver.settle()
    assert THEMES["night"] == THEME
    assert driver.control("theme.night").value == "on"
    assert worst_square(day, driver.picture())[0] > 100
    driver.key(pygame.K_LEFT)
    driver.settle()
    assert worst_square(day, driver.picture())[0] < 60, "but for the ring of the focus"
    path = tmp_path / "user" / "settings.json"
    driver.until(lambda: person_in(path)["theme"] == "day", "the settings file")


def test_table_goes_on_after_a_theme_switch_during_a_flight(driver: Driver) -> None:
    STAGES["table"](driver)
    driver.key(pygame.K_RETURN)
    driver.wait(0.1)
    for colours in (*OTHERS, ColorTheme.DAY):
        set_theme(driver, colours)
        driver.pump()
    driver.settle()
    assert driver.scene == "table"


def strip_of(driver: Driver) -> Surface:
    """The road with what lies round it."""
    table = driver.top(TableScene)
    return driver.picture().subsurface(Rect(table.picture.places.road.strip))


def grey(color: Color) -> bool:
    return max(color[:3]) - min(color[:3]) < 12


def test_high_contrast_road_has_no_landscape_and_clear_lines(driver: Driver) -> None:
    set_theme(driver, ColorTheme.CONTRAST)
    STAGES["table"](driver)
    strip = strip_of(driver)
    w, h = strip.get_size()
    empty = [strip.get_at((x, y)) for x in range(round(0.4 * w), round(0.7 * w), 7) for y in range(2, h, 3)]
    colored = [color for color in empty if not grey(color)]
    assert len(colored) < 0.1 * len(empty), "the stones' caps"
    assert contrast(THEME.line, THEME.road) > 7
    assert contrast(THEME.paper, THEME.road) > 15


def test_night_fog_before_the_extension_does_not_glare(driver: Driver) -> None:
    set_theme(driver, ColorTheme.NIGHT)
    STAGES["table"](driver)
    strip = strip_of(driver)
    w, h = strip.get_size()
    light = [luminance(strip.get_at((x, y))) for x in range(round(0.90 * w), w, 5) for y in range(2, h, 3)]
    assert sum(light) / len(light) < 0.1


# -- reading ----------------------------------------------------------------------------------------------------------


@contextmanager
def reading() -> Iterator[list[str]]:
    """Note every line of text that can hardly be read on what lies below it when it is drawn."""
    draw, faults = text.draw, list[str]()

    def noting(surface: Surface, words: str, x: float, y: float, *type: Any, **how: Any) -> int:
        is_seen = not isinstance(surface.get_abs_parent(), incremental._NullSurface)
        ground = ground_of(surface, words, (x, y), type, how) if is_seen else None
        color = how.get("color") or (type[2] if len(type) > 2 else None) or THEME.text
        px = type[1] if len(type) > 1 else how.get("px", 16)
        least = READABLE_LARGE if px >= 24 or (px >= 18.6 and type[0] in {"O7", "O8", "O9"}) else READABLE
        if ground is not None and words not in DECORATION and contrast(color, ground) < least:
            faults.append(f"{words}: {contrast(color, ground):.1f}")
        return draw(surface, words, x, y, *type, **how)

    with mock.patch.object(text, "draw", noting):
        yield faults


def ground_of(
    surface: Surface, words: str, at: tuple[float, float], type: tuple[Any, ...], how: dict[str, Any]
) -> Color | None:
    """The colour of most of what lies where the words will be seen; None where nothing is yet, or none is seen."""
    face, px = (*type, *("B5", 16)[len(type) :])[:2]
    across = min(text.width(words, face, px), how.get("max_width") or surface.get_width())
    left = at[0] - {"l": 0, "c": across / 2, "r": across}[how.get("anchor", "l")]
    place = Rect(round(left), round(at[1] - 0.4 * px), round(across), round(0.8 * px)).clip(surface.get_clip())
    if not place.w or not place.h:
        return None
    points = [(place.x + (place.w - 1) * i // 8, place.y + (place.h - 1) * j // 2) for i in range(9) for j in range(3)]
    seen = Counter(tuple(surface.get_at(point)) for point in points if surface.get_at(point).a > 200)
    return Color(*seen.most_common(1)[0][0]) if seen else None


def test_contrast_check_notices_a_word_on_its_own_colour() -> None:
    pygame.font.init()
    surface = Surface((200, 40))
    surface.fill(THEME.surface)
    with reading() as faults:
        text.draw(surface, "seen", 10, 20, "B5", 16, THEME.text)
        text.draw(surface, "unseen", 100, 20, "B5", 16, THEME.surface2)
    assert [fault.partition(":")[0] for fault in faults] == ["unseen"]
