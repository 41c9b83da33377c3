"""Every screen is opened once and asked everything: whether it fits, can be read and pressed, and stays as it was.

Each question tells its faults with the stage, the size and the language. The languages with the longest words are
looked at where there is the least room. Every fourth screen is compared with one opened afresh, looked at in other
windows, and seen by one other rule set; at night every screen is. ``python -m tests.fit`` checks all sizes in all
languages by all rule sets.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game.app import App
from game.engine.rules import RULE_SETS
from game.features.rulebook.scene import RulesScene
from game.files.writer import write_atomically
from game.i18n import LANGUAGES, menu_order
from game.match.plan import DEFAULT_PLAN, DEFAULT_SETUP
from game.settings.settings import TEXT_SIZES, ColorTheme, Settings
from game.settings.settings_file import SettingsFile
from game.ui.boxes import box, type_scale
from game.ui.drawing.theme import THEMES
from game.ui.layout import Scale
from tests.fit import PSEUDO, SMALL, Watch, bring, faults, knows, look, misfits, watching
from tests.monkey.episode import sketching
from tests.nightly import NIGHTLY, some
from tests.reader import unreadable
from tests.recording_reader import untold
from tests.scenes.stages import STAGES, TIP_S
from tests.scenes.test_one_switch import slow_to_offer
from tests.scenes.test_resizing import outlived
from tests.scenes.test_themes import reading, set_theme
from tests.targets import missed
from tests.window import Driver, at_rest, open_window

EVERY = 1 if NIGHTLY else 4
STEPS = 40 if NIGHTLY else 5
"""So many steps does the focus take with the system's screen reader listening."""
NUMBER = {stage: number for number, stage in enumerate(STAGES)}
LANDSCAPE = (1280, 720)
OTHER_WINDOWS = {
    (1080, 1350): (PSEUDO, "hu"), (2560, 1080): (PSEUDO,), LANDSCAPE: (PSEUDO,),
    **({(3840, 2160): (PSEUDO,)} if NIGHTLY else {}),
}  # fmt: skip
LARGEST_TEXT = [(size, code) for size in (SMALL, (1080, 1350), (1920, 1080), LANDSCAPE) for code in ("de", "hu", "fr")]
"""One for each screen with the largest text, by turns."""
LONGEST = (PSEUDO, "de")
OTHER_RULES = [rules for rules in RULE_SETS if rules != DEFAULT_SETUP.rules]

WITHOUT_RULES = {
    *("title", "languages", "settings", "keys", "notice", "lesson", "lesson_task"),
    *("picture", "controls", "speech"),
    *("already_open", "already_open_silent", "restart"),
    *("roadbook", "roadbook_of_none", "roadbook_of_broken", "roadbook_of_deleted", "emptying", "naming", "importing"),
    "importing_long",
    *("statistics", "statistics_of_none", "drivers", "rival", "milestones", "stranded", "extension_of_teams"),
    "settings_language",
}
ERRORS = {stage for stage in STAGES if stage.startswith("error")}
SCROLLED = {"importing"}
"""Screens above one that is scrolled to the button that opened them only where it had no room in that language."""
POINTED = {"refused", "tip", "taken_back"}
"""Screens that tell about what is pointed at, until a key is pressed and all is laid out anew."""
STILL = {"report_saved", *ERRORS}
"""Screens that show what was seen when something went wrong, in its language and colours, or name a file's folder."""


CAME_IN_PARTS = [stage for stage in STAGES if stage.startswith("result")]
"""Screens that keep what has come and draw what comes above it."""


@pytest.fixture
def watch() -> Iterator[Watch]:
    with watching() as watched:
        yield watched


# -- questions to a screen in the smallest window ----------------------------------------------------------------------


def in_every_language(driver: Driver, watch: Watch, stage: str) -> Iterator[str]:
    """It fits in each of them, which F2 leads to, and English is as before."""
    driver.clock.now_s += 2 * TIP_S  # what explains itself has done so
    driver.settle()
    seen, before = {}, driver.pixels()
    for _ in menu_order():
        watch.clear()
        driver.key(pygame.K_F2)
        driver.settle()
        seen[driver.app.settings.person.language] = driver.pixels()
        yield from misfits(driver, watch)
    if set(seen) != {PSEUDO, *LANGUAGES}:
        yield f"F2 leads to {[*seen]} only"
    if stage not in STILL and seen["en"] != before:
        yield "after a round of F2 it is another picture"
    if stage not in STILL and len(set(seen.values())) < len(seen):
        yield "it looks the same in two languages"


def switched(driver: Driver, stage: str) -> bytes:
    """Its picture in another language and theme, both switched on the screen; they are as before then."""
    code, theme = others(stage)
    driver.app.set_language(code)
    set_theme(driver, theme)
    driver.settle()
    picture = driver.pixels()
    set_theme(driver, ColorTheme.DAY)
    driver.app.set_language("en")
    driver.settle()
    return picture


def begun(folder: Path, stage: str) -> bytes:
    """Its picture after a start in that language and theme."""
    with open_window(at_rest(folder, *others(stage)), size=SMALL) as driver:
        STAGES[stage](driver)
        if stage in POINTED:
            driver.key(pygame.K_F5)  # a key without a meaning
            set_theme(driver, ColorTheme.DAY)
            set_theme(driver, others(stage)[1])
            driver.settle()
        return driver.pixels()


def others(stage: str) -> tuple[str, ColorTheme]:
    """Another language and another theme for the next screen: each is laid out by the same code in all of them."""
    turn = NUMBER[stage] // EVERY
    return LANGUAGES[1:][turn % len(LANGUAGES[1:])], (ColorTheme.NIGHT, ColorTheme.CONTRAST)[turn % 2]


def with_the_largest_text(driver: Driver, watch: Watch, stage: str) -> Iterator[str]:
    """It fits there too, and is half as large again as in the same window in text as delivered."""
    size, code = LARGEST_TEXT[NUMBER[stage] % len(LARGEST_TEXT)]
    yield from faults(driver, watch, {size: (code,)})
    watch.clear()
    look(driver, max(TEXT_SIZES))
    yield from misfits(driver, watch)


# -- questions to a screen at the size of the design -------------------------------------------------------------------


def in_words_that_can_be_read(driver: Driver, stage: str) -> Iterator[str]:
    """Every word stands out from what lies below it, in every theme."""
    for colours in () if stage.startswith("title") else ColorTheme:
        with reading() as unreadable:
            set_theme(driver, colours)
            driver.app.set_language("en")  # all is drawn anew
            driver.settle()
        yield from (f"{colours}: {fault}" for fault in unreadable)
    set_theme(driver, ColorTheme.DAY)


def by_a_finger(driver: Driver, stage: str) -> Iterator[str]:
    """Everything pressed is large enough for a finger."""
    code = LANGUAGES[NUMBER[stage] % len(LANGUAGES)]
    driver.app.set_language(code)
    driver.settle()
    yield from (f"{code}: {fault}" for fault in missed(driver))


def to_a_reader(driver: Driver) -> Iterator[str]:
    """Its tree has all that a screen reader needs."""
    for code in ("en", "de"):
        driver.app.set_language(code)
        driver.settle()
        yield from (f"{code}: {fault}" for fault in unreadable(driver))


# -- all of them -------------------------------------------------------------------------------------------------------


def all_faults(stage: str, watch: Watch, folder: Path) -> list[str]:
    """What all questions find."""
    found: list[str] = []

    def ask(question: Callable[..., Iterable[object]], *arguments: object) -> None:
        name = question.__name__.replace("_", " ")
        found.extend(f"{stage}, {name}: {fault}" for fault in question(driver, *arguments))

    is_compared = NUMBER[stage] % EVERY == 0
    with open_window(at_rest(folder / "user"), size=SMALL) as driver:
        STAGES[stage](driver)
        ask(in_every_language, watch, stage)
        shown = switched(driver, stage) if is_compared else b""
        ask(outlived, LANDSCAPE)
        ask(in_words_that_can_be_read, stage)
        ask(by_a_finger, stage)
        ask(to_a_reader)
        if stage not in ERRORS:
            ask(slow_to_offer)
        with sketching():  # only words and places are looked at from here on
            if is_compared:
                ask(faults, watch, OTHER_WINDOWS)
            ask(with_the_largest_text, watch, stage)
            ask(untold, STEPS)
    if is_compared and stage not in STILL | SCROLLED and begun(folder / "begun", stage) != shown:
        found.append(f"{stage}: switched to {others(stage)} it is not what a start in them shows")
    return found


@pytest.mark.parametrize("stage", STAGES)
def test_screen_fits_can_be_read_and_pressed_and_stays_as_it_was(tmp_path: Path, watch: Watch, stage: str) -> None:
    assert all_faults(stage, watch, tmp_path) == []


def first_and_whole(folder: Path, stage: str) -> tuple[bytes, bytes]:
    """Its picture after its parts came one by one in text of another size, and drawn anew as a whole."""
    lively = Settings().with_values(plan=DEFAULT_PLAN, language="en", text_size=min(TEXT_SIZES))
    write_atomically(folder / "settings.json", SettingsFile(lively).to_bytes())
    with open_window(folder, size=(1024, 768)) as driver:
        STAGES[stage](driver)
        first, app = driver.pixels(), driver.app
        app._relabel()
        return first, pygame.image.tobytes(app.presenter.render_scenes(app.visible_scenes), "RGB")  # at the same moment


@pytest.mark.parametrize("stage", sorted({*some([*STAGES], 8), *CAME_IN_PARTS}))
def test_screen_drawn_in_parts_equals_the_screen_drawn_whole(tmp_path: Path, stage: str) -> None:
    first, whole = first_and_whole(tmp_path, stage)
    assert first == whole


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        (mock.patch.object(App, "_relabel"), "in every language: it looks the same"),
        (mock.patch.object(RulesScene, "resize"), "outlived: "),
        (mock.patch.object(THEMES["night"], "text2", THEMES["night"].surface), "can be read: night"),
        (mock.patch.object(box, "HIT_PX", 20), "by a finger: "),
        (mock.patch.object(box, "accessible_text", return_value=""), "to a reader: en: close has no name"),
        (mock.patch.object(type_scale, "role_growth", return_value=1), " px only"),
    ],
)
def test_screen_check_reports_a_planted_fault(
    tmp_path: Path, watch: Watch, planted: contextlib.AbstractContextManager[object], told: str
) -> None:
    with planted:
        assert any(told in fault for fault in all_faults("rules_of_a_card", watch, tmp_path))


@pytest.mark.parametrize("stage", some([stage for stage in STAGES if stage not in WITHOUT_RULES]))
def test_screen_fits_the_smallest_window_under_another_rule_set(tmp_path: Path, watch: Watch, stage: str) -> None:
    rules = OTHER_RULES[NUMBER[stage] % len(OTHER_RULES)]
    if knows(rules, stage):
        with sketching(), open_window(tmp_path, size=SMALL) as driver:
            bring(driver, stage, rules)
            assert list(faults(driver, watch, {SMALL: LONGEST})) == [], rules


def test_screen_check_notices_text_that_is_too_large(tmp_path: Path, watch: Watch) -> None:
    least = Scale.min_px
    much = mock.patch.object(Scale, "min_px", lambda scale, role: 6 * least(scale, role))
    with much, open_window(tmp_path, size=SMALL) as driver:
        STAGES["puzzles"](driver)
        assert list(faults(driver, watch, {SMALL: ("de",)}))
