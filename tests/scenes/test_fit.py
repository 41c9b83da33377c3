"""Every screen fits, in every window, in every language and in one that is 40 % longer than English.

Controls lie inside the window and apart. A text that had to be cut or stuck out is noted in ``text.overflows`` while it
is drawn. Beside that, no two texts of a screen may cross, and none may stick out of the window.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pygame import Rect, Surface

from game.ui import i18n, text
from tests.pseudo import Pseudo
from tests.scenes.stages import STAGES
from tests.window import Driver, open_window

PSEUDO = "eo"
"""The code under which the made-up language goes: one whose numbers Babel knows and that we have no catalogue for."""

EVERY_LANGUAGE = (PSEUDO, *i18n.LANGUAGES)
SIZES = {
    (960, 540): EVERY_LANGUAGE,
    (1080, 1350): EVERY_LANGUAGE,
    (1280, 720): (PSEUDO, "de", "hu"),
    (2560, 1080): (PSEUDO, "de", "it"),
    # These two are 1280 × 720 in everything, only larger: what fits there fits here but for the rounding.
    (1920, 1080): (PSEUDO, "fr"),
    (3840, 2160): (PSEUDO, "de"),
}
SMALL = (960, 540)
SHRUNK = 0.8  # a text may be drawn a fifth smaller than it was asked for


OVERLAP = {"card", "pile", "text", "option", "display", "link", "scroll"}
"""Cards overlap in a hand, piles lie on displays, words on both, an open list on what is below, links in their page."""


@dataclass(frozen=True)
class Line:
    """A line of text as it was drawn: by which scene, on which surface, where on it, and the words."""

    scene: str
    surface: Surface
    place: tuple[int, int, int, int]
    words: str


@pytest.fixture
def languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up language beside the real ones."""
    real = i18n.load
    monkeypatch.setattr(i18n, "LANGUAGES", EVERY_LANGUAGE)
    monkeypatch.setattr(i18n, "load", lambda code: Pseudo() if code == PSEUDO else real(code))


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> set[Line]:
    """Every line of text drawn since it was last cleared."""
    seen: set[Line] = set()
    draw = text.draw

    def noting(surface: Surface, words: str, x: float, y: float, *type: Any, **how: Any) -> int:
        across = draw(surface, words, x, y, *type, **how)
        left = x - {"l": 0, "c": across / 2, "r": across}[how.get("anchor", "l")]
        dx, dy = surface.get_abs_offset()
        high = 0.7 * (type[1] if len(type) > 1 else how.get("px", 16)) * SHRUNK
        place = (round(left + dx), round(y - high / 2 + dy), across, round(high))
        seen.add(Line(text._scene[0], surface.get_abs_parent(), place, words))
        return across

    monkeypatch.setattr(text, "draw", noting)
    return seen


def crossings(lines: Iterable[Line], scene: str) -> list[tuple[str, str]]:
    """The pairs of different texts of the scene that cross. A text may lie on itself: that is how a shadow is made."""
    found, shown = [], [line for line in lines if line.scene == scene and line.words.strip()]
    for i, one in enumerate(shown):
        for other in shown[:i]:
            apart = one.surface is not other.surface or one.words == other.words
            if not apart and Rect(one.place).colliderect(other.place):
                found.append((one.words, other.words))
    return found


def misplaced(driver: Driver) -> list[tuple[str, ...]]:
    """The controls that stick out of the window, and the pairs that overlap."""
    window = Rect((0, 0), driver.app.size)
    nodes = driver.nodes()
    outside = [(node.id,) for node in nodes if not window.contains(node.rect) and node.role != "card"]
    controls = [node for node in nodes if node.role not in OVERLAP]
    pairs = ((a, b) for a, b in itertools.combinations(controls, 2) if not b.id.startswith(f"{a.id}."))  # its parts
    return [*outside, *((a.id, b.id) for a, b in pairs if Rect(a.rect).colliderect(b.rect))]


@pytest.mark.parametrize("stage", STAGES)
def test_every_screen_fits_every_window_in_every_language(
    tmp_path: Path, languages: None, lines: set[Line], stage: str
) -> None:
    with open_window(tmp_path, size=SMALL) as driver:
        STAGES[stage](driver)
        for size, codes in SIZES.items():
            if driver.app.size != size:
                driver.resize(size)
            for code in codes:
                text.overflows.clear()
                lines.clear()
                driver.app.set_language(code)
                driver.settle()
                where = f"{stage} {size} {code}"
                assert lines, where
                assert text.overflows == [], where
                assert crossings(lines, driver.scene) == [], where
                assert misplaced(driver) == [], where
