"""Whether every screen fits, in every window, language, size of text and theme, and in words 40 % longer than English.

    python -m tests.fit [STAGE…]            checks all there is: every stage, size, language and size of text, by every
                                            rule set; the themes go round with the sizes of text
    python -m tests.fit --text 75,200 …     only these sizes of text, in per cent
    python -m tests.fit --rules dujardin …  only this rule set
    python -m tests.fit --jobs 4 …          in so many processes, as many as there are cores unless it is said

Controls lie inside the window and apart, and a finger hits each of them. So do the boxes of screens that are made of
these; there text of 200 % is half as large again as of 100 % at least, and all words of one role are of one size. A
text that had to be cut or stuck out is noted in ``text.overflows`` while it is drawn. Beside that, no two texts of a
screen may cross. Words 40 % longer than English are asked of text as delivered, real ones of every size. Pictures are
sketched, which is quicker and changes no text. The tests check the part of this that is quick; the command takes an
hour of processor time.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from game.i18n import compiled_catalogues
from tests.nightly import NIGHTLY

from tests.window import Driver, open_window  # isort: skip - before pygame, so that no window opens

from pygame import Color, Rect, Surface

from game import i18n
from game.engine.rules import RULE_SETS
from game.match.plan import DEFAULT_PLAN
from game.settings.settings import TEXT_SIZE, TEXT_SIZES, ColorTheme
from game.ui.drawing import incremental, text
from game.ui.layout import ROLES, Box, Canvas, Label, Role, Scroll
from game.ui.layout.tree_form import TreeForm
from game.ui.widgets.focus_group import FocusGroup
from tests.monkey.episode import sketching
from tests.pseudo import Pseudo
from tests.scenes.stages import STAGES
from tests.targets import missed

PSEUDO = "eo"
"""The code under which the made-up language goes: one whose numbers Babel knows and that we have no catalogue for."""

Size = tuple[int, int]
EVERY_LANGUAGE = (PSEUDO, *i18n.LANGUAGES)
EVERY_SIZE = ((960, 540), (1280, 720), (1080, 1350), (2560, 1080), (1920, 1080), (3840, 2160))
SMALL = EVERY_SIZE[0]
SHRUNK = 0.8  # a text may be drawn a fifth smaller than it was asked for

LEAST_GROWTH = 1.5
"""How much larger than as delivered every text is when text of 200 % is set."""
FIXED = (ROLES.display, ROLES.title)
"""The roles whose words are large already: they leave the room to the others."""

UNEVEN = frozenset[str]()
"""The scenes in which words of one role are of several sizes; to be made shorter, never longer."""
OVERLAP = {
    *("card", "pile", "text", "option", "display", "link", "scroll"),
    *("group", "dialog", "table", "row", "columnheader", "rowheader", "cell"),
}
"""Cards overlap in a hand, piles lie on displays, words on both, an open list on what is below, links in their page,
and in groups and tables lies what is in them.
"""


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
    letters: dict[tuple[str, str], float] = field(default_factory=dict)
    """How large the letters on controls were, by scene and words; the smallest if they were drawn several times."""
    is_at_controls: bool = False
    delivered: dict[tuple[Size, str], dict[str, float]] = field(default_factory=dict)
    """The same of screens made of boxes, in text as delivered, by window and language."""

    def clear(self) -> None:
        """Look at what is drawn from now on."""
        self.lines.clear()
        self.letters.clear()
        text.overflows.clear()


@contextmanager
def watching() -> Iterator[Watch]:
    """Have the made-up language beside the real ones, and note every line of text that is drawn."""
    watch, draw, load = Watch(), text.draw, compiled_catalogues.load_catalogue
    render, draw_controls = text.render, FocusGroup.draw

    def measuring(words: str, face: str, px: float, color: Color | None = None) -> Surface:
        if watch.is_at_controls:
            key = text._scene[0], words
            watch.letters[key] = min(px, watch.letters.get(key, px))
        return render(words, face, px, color)

    def drawing(controls: FocusGroup, surface: Surface, t: float) -> None:
        watch.is_at_controls = True
        draw_controls(controls, surface, t)
        watch.is_at_controls = False

    def noting(surface: Surface, words: str, x: float, y: float, *type: Any, **how: Any) -> int:
        across = draw(surface, words, x, y, *type, **how)
        left = x - {"l": 0, "c": across / 2, "r": across}[how.get("anchor", "l")]
        dx, dy = surface.get_abs_offset()
        high = 0.7 * (type[1] if len(type) > 1 else how.get("px", 16)) * SHRUNK
        place = (round(left + dx), round(y - high / 2 + dy), across, round(high))
        seen = Rect(place).clip(surface.get_clip().move(dx, dy))
        if (
            seen.h and seen.w and not incremental.is_drawing_slice()
        ):  # else it is scrolled out of sight, or only drawn ahead
            watch.lines.add(Line(text._scene[0], surface.get_abs_parent(), (seen.x, seen.y, seen.w, seen.h), words))
        return across

    with (
        mock.patch.object(text, "draw", noting),
        mock.patch.object(text, "render", measuring),
        mock.patch.object(FocusGroup, "draw", drawing),
        mock.patch.object(i18n, "LANGUAGES", EVERY_LANGUAGE),
        mock.patch.object(i18n, "load_catalogue", lambda code: Pseudo() if code == PSEUDO else load(code)),
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


def strays(box: Box) -> Iterator[tuple[Box, Box]]:
    """The boxes of a tree that stick out of the one they are in, or cross the one beside; what is scrolled may."""
    for child in box.children:
        if child.rect.w and child.rect.h and not isinstance(box, Scroll) and not box.rect.contains(child.rect):
            yield box, child
        yield from strays(child)
    for one, other in itertools.combinations(box.children, 2):
        if one.rect.colliderect(other.rect):
            yield one, other


def boxes(box: Box) -> Iterator[Box]:
    """A tree of boxes, from the root on."""
    yield box
    for child in box.children:
        yield from boxes(child)


def letters(driver: Driver, watch: Watch) -> dict[str, float]:
    """How large the words of the screen are, as far as it is made of boxes: all but those whose role is fixed or that
    a picture says, such as the game's name in its lettering.
    """
    scene = driver.app.scene
    if not isinstance(scene, TreeForm):
        return {}
    labels = [box for box in boxes(scene.root) if isinstance(box, Label)]
    sizes = {words: px for (name, words), px in watch.letters.items() if name == scene.name}
    sizes |= {label.words: label.drawn_px for label in labels}
    fixed = {word for label in labels if label.role in FIXED for word in label.words.split()}
    fixed |= {word.upper() for box in boxes(scene.root) if isinstance(box, Canvas) for word in box.label.split()}
    return {words: px for words, px in sizes.items() if not fixed.issuperset(words.split())}


def ungrown(before: Mapping[str, float], now: Mapping[str, float]) -> Iterator[str]:
    """What is hardly larger in the largest text than as delivered."""
    for words in before.keys() & now.keys():
        if now[words] < LEAST_GROWTH * before[words] - 0.01:
            yield f"{words!r} grows from {before[words]:.1f} to {now[words]:.1f} px only"


def uneven(root: Box) -> Iterator[str]:
    """The words of a tree that differ by more than a pixel in size, though they are there for the same."""
    sizes: dict[Role, dict[str, float]] = {}
    for box in boxes(root):
        if isinstance(box, Label) and box.words:
            sizes.setdefault(box.role, {})[box.words] = box.drawn_px
    for drawn in sizes.values():
        least, most = min(drawn, key=drawn.__getitem__), max(drawn, key=drawn.__getitem__)
        if drawn[most] - drawn[least] > 1:
            yield f"{least!r} has {drawn[least]:.1f} px and {most!r} {drawn[most]:.1f}, in one role"


def faults(driver: Driver, watch: Watch, matrix: Mapping[Size, Sequence[str]]) -> Iterator[str]:
    """What does not fit of the screen that is shown, in these sizes and languages."""
    for size, codes in matrix.items():
        if driver.app.size != size:
            driver.resize(size)
        for code in codes:
            if code == driver.app.settings.person.language:
                driver.app.set_language(next(other for other in i18n.LANGUAGES if other != code))  # all is drawn anew
            watch.clear()
            driver.app.set_language(code)
            driver.settle()
            yield from misfits(driver, watch)


def misfits(driver: Driver, watch: Watch) -> Iterator[str]:
    """What does not fit of the screen as it is, all of which was drawn since the watch was cleared."""
    watch.checked += len(watch.lines)
    found = [*text.overflows, *misplaced(driver)]
    trees = [scene.root for scene in driver.app.visible_scenes if isinstance(scene, TreeForm)]
    found += [("stray", *pair) for root in trees for pair in strays(root)]
    if driver.scene not in UNEVEN:
        found += [fault for root in trees for fault in uneven(root)]
    window = driver.app.size, driver.app.settings.person.language or ""
    match driver.app.settings.person.text_size:
        case 100:
            watch.delivered[window] = letters(driver, watch)
        case 200:
            found += ungrown(watch.delivered.get(window, {}), letters(driver, watch))
    if not driver.of_role("option"):  # an open list covers what is below it
        found += [pair for scene in driver.app.visible_scenes for pair in crossings(watch.lines, scene.name)]
    if not watch.lines:
        found.append("nothing was drawn")
    width, height = driver.app.size
    yield from (f"{driver.scene} {width}x{height} {driver.app.settings.person.language}: {fault}" for fault in found)


def knows(rules: str, stage: str) -> bool:
    """Whether there is such a screen by these rules."""
    return stage not in {"extension", "put_aside"} or DEFAULT_PLAN.with_rules(rules).may_extend


def bring(driver: Driver, stage: str, rules: str) -> None:
    """Show that screen in a program whose next match is by these rules."""
    driver.app.save_settings(driver.app.settings.with_values(plan=DEFAULT_PLAN.with_rules(rules)))
    driver.app.go_home()
    STAGES[stage](driver)


def look(driver: Driver, text_size: int, theme: ColorTheme = ColorTheme.DAY) -> None:
    """Have text of that size, in per cent, and those colours."""
    driver.app.save_settings(driver.app.settings.with_values(text_size=text_size, theme=theme))
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
        for text_size, theme in zip(text_sizes, itertools.cycle(ColorTheme)):
            look(driver, text_size, theme)
            codes = EVERY_LANGUAGE if text_size == TEXT_SIZE else EVERY_LANGUAGE[1:]
            misfits = faults(driver, watch, dict.fromkeys(EVERY_SIZE, codes))
            found += [f"{stage} {rules} {text_size} % {theme} {fault}" for fault in misfits]
            if text_size == TEXT_SIZE:
                found += [f"{stage} {rules} {fault}" for fault in unhit(driver)]
            screens += len(EVERY_SIZE) * len(codes)
    return Found(found, screens, watch.checked)


def unhit(driver: Driver) -> Iterator[str]:
    """What of the screen a finger misses, in every size of window."""
    for size in EVERY_SIZE:
        driver.resize(size)
        driver.settle()
        yield from (f"{driver.scene} {size[0]}x{size[1]}: {fault}" for fault in missed(driver))


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
