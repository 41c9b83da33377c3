"""Whether every screen fits, in every window, language, size of text and theme, and in words 40 % longer than English.

    python -m tests.fit [STAGE…]            checks all there is: every stage, size, language and size of text, by every
                                            rule set; the themes go round with the sizes of text
    python -m tests.fit --text 75,200 …     only these sizes of text, in per cent
    python -m tests.fit --rules dujardin …  only this rule set
    python -m tests.fit --jobs 4 …          in so many processes, as many as there are cores unless it is said

Controls lie inside the window and apart. A text that had to be cut or stuck out is noted in ``text.overflows`` while it
is drawn. Beside that, no two texts of a screen may cross. Words 40 % longer than English are asked of text as
delivered, real ones of every size. Pictures are sketched, which is quicker and changes no text. The tests check the
part of this that is quick; the command takes an hour of processor time.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from tests.nightly import NIGHTLY

from tests.window import Driver, open_window  # isort: skip - before pygame, so that no window opens

from pygame import Rect, Surface

from game import i18n
from game.engine.rules import RULE_SETS
from game.session.settings import TEXT_SIZE, TEXT_SIZES, Colours
from game.session.setup import DEFAULT_PLAN, may_extend, with_rules
from game.ui.drawing import text
from tests.monkey.episode import sketching
from tests.pseudo import Pseudo
from tests.scenes.stages import STAGES

PSEUDO = "eo"
"""The code under which the made-up language goes: one whose numbers Babel knows and that we have no catalogue for."""

Size = tuple[int, int]
EVERY_LANGUAGE = (PSEUDO, *i18n.LANGUAGES)
EVERY_SIZE = ((960, 540), (1280, 720), (1080, 1350), (2560, 1080), (1920, 1080), (3840, 2160))
SMALL = EVERY_SIZE[0]
SHRUNK = 0.8  # a text may be drawn a fifth smaller than it was asked for

OVERLAP = {"card", "pile", "text", "option", "display", "link", "scroll"}
"""Cards overlap in a hand, piles lie on displays, words on both, an open list on what is below, links in their page."""


def rooms(*larger: Size) -> list[Any]:
    """Sizes and languages for the tests of one screen: the smallest in all languages (by day in those with the longest
    words), larger ones in one long one.
    """
    codes = i18n.LANGUAGES if NIGHTLY else ("de", "fr", "hu")
    others = (size for size in larger if size != SMALL)
    return [*((SMALL, code) for code in codes), *zip(others, itertools.cycle(("de", "hu")))]


@dataclass(frozen=True)
class Line:
    """A line of text as it was drawn: by which scene, on which surface, where on it, and the words."""

    scene: str
    surface: Surface
    place: tuple[int, int, int, int]
    words: str


@dataclass
class Watch:
    """Every line of text drawn since it was last cleared, and how many were looked at in all."""

    lines: set[Line] = field(default_factory=set)
    checked: int = 0

    def clear(self) -> None:
        """Look at what is drawn from now on."""
        self.lines.clear()
        text.overflows.clear()


@contextmanager
def watching() -> Iterator[Watch]:
    """Have the made-up language beside the real ones, and note every line of text that is drawn."""
    watch, draw, load = Watch(), text.draw, i18n.load

    def noting(surface: Surface, words: str, x: float, y: float, *type: Any, **how: Any) -> int:
        across = draw(surface, words, x, y, *type, **how)
        left = x - {"l": 0, "c": across / 2, "r": across}[how.get("anchor", "l")]
        dx, dy = surface.get_abs_offset()
        high = 0.7 * (type[1] if len(type) > 1 else how.get("px", 16)) * SHRUNK
        place = (round(left + dx), round(y - high / 2 + dy), across, round(high))
        watch.lines.add(Line(text._scene[0], surface.get_abs_parent(), place, words))
        return across

    with (
        mock.patch.object(text, "draw", noting),
        mock.patch.object(i18n, "LANGUAGES", EVERY_LANGUAGE),
        mock.patch.object(i18n, "load", lambda code: Pseudo() if code == PSEUDO else load(code)),
    ):
        yield watch


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


def faults(driver: Driver, watch: Watch, matrix: Mapping[Size, Sequence[str]]) -> Iterator[str]:
    """What does not fit of the screen that is shown, in these sizes and languages."""
    for size, codes in matrix.items():
        if driver.app.size != size:
            driver.resize(size)
        for code in codes:
            if code == driver.app.settings.language:
                driver.app.set_language(next(other for other in i18n.LANGUAGES if other != code))  # all is drawn anew
            watch.clear()
            driver.app.set_language(code)
            driver.settle()
            yield from misfits(driver, watch)


def misfits(driver: Driver, watch: Watch) -> Iterator[str]:
    """What does not fit of the screen as it is, all of which was drawn since the watch was cleared."""
    watch.checked += len(watch.lines)
    found = [*text.overflows, *misplaced(driver)]
    if not any(node.role == "option" for node in driver.nodes()):  # an open list covers what is below it
        found += [pair for scene in driver.app.visible for pair in crossings(watch.lines, scene.name)]
    if not watch.lines:
        found.append("nothing was drawn")
    width, height = driver.app.size
    yield from (f"{driver.scene} {width}x{height} {driver.app.settings.language}: {fault}" for fault in found)


def knows(rules: str, stage: str) -> bool:
    """Whether there is such a screen by these rules."""
    return stage not in {"extension", "put_aside"} or may_extend(with_rules(DEFAULT_PLAN, rules))


def bring(driver: Driver, stage: str, rules: str) -> None:
    """Show that screen in a program whose next match is by these rules."""
    driver.app.save_settings(replace(driver.app.settings, plan=with_rules(DEFAULT_PLAN, rules)))
    driver.app.go_home()
    STAGES[stage](driver)


def look(driver: Driver, text_size: int, theme: Colours = Colours.DAY) -> None:
    """Have text of that size, in per cent, and those colours."""
    driver.app.save_settings(replace(driver.app.settings, text_size=text_size, theme=theme))
    driver.settle()


def check_all(stages: Iterable[str], rule_sets: Iterable[str], text_sizes: Sequence[int], jobs: int | None) -> int:
    """Print what does not fit anywhere, and how much was looked at; returns how many faults there are."""
    count = screens = checked = 0
    wanted = [(stage, rules) for stage, rules in itertools.product(stages, rule_sets) if knows(rules, stage)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for found in pool.map(check, *zip(*wanted, strict=True), itertools.repeat(text_sizes)):
            print(*found.faults, sep="\n", end="\n" if found.faults else "", flush=True)
            count, screens, checked = count + len(found.faults), screens + found.screens, checked + found.checked
    print(f"{checked} lines of text on {screens} screens, {count} faults")
    return count


class Found(NamedTuple):
    """What does not fit, on how many screens and lines of text."""

    faults: list[str]
    screens: int
    checked: int


def check(stage: str, rules: str, text_sizes: Sequence[int]) -> Found:
    """Look at one screen by one rule set, in every size of window, language and size of text."""
    found, screens = [], 0
    with (
        watching() as watch,
        sketching(),
        tempfile.TemporaryDirectory() as folder,
        open_window(Path(folder), size=SMALL) as driver,
    ):
        bring(driver, stage, rules)
        for text_size, theme in zip(text_sizes, itertools.cycle(Colours)):
            look(driver, text_size, theme)
            codes = EVERY_LANGUAGE if text_size == TEXT_SIZE else EVERY_LANGUAGE[1:]
            misfits = faults(driver, watch, dict.fromkeys(EVERY_SIZE, codes))
            found += [f"{stage} {rules} {text_size} % {theme} {fault}" for fault in misfits]
            screens += len(EVERY_SIZE) * len(codes)
    return Found(found, screens, watch.checked)


def _main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("stages", nargs="*", default=[], choices=[*STAGES, []])
    parser.add_argument("--text", type=lambda words: [int(word) for word in words.split(",")], default=[*TEXT_SIZES])
    parser.add_argument("--rules", choices=RULE_SETS, action="append")
    parser.add_argument("--jobs", type=int)
    wished = parser.parse_args()
    return check_all(wished.stages or STAGES, wished.rules or RULE_SETS, wished.text, wished.jobs)


if __name__ == "__main__":
    sys.exit(_main() > 0)
