"""Every screen fits, in every window, in every language and in one that is 40 % longer than English.

The languages with the longest words are checked where there is the least room and in the windows of other proportions;
of the other rule sets every screen has one. ``python -m tests.fit`` checks all sizes in all languages by all rule sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from game.engine.rules import RULE_SETS
from game.scenes.lesson import LessonEndScene
from game.session.settings import TEXT_SIZES
from game.session.setup import DEFAULT_SETUP
from tests.fit import PSEUDO, SMALL, Watch, bring, faults, knows, look, watching
from tests.scenes.stages import STAGES
from tests.window import open_window

QUICK = {
    SMALL: (PSEUDO, "de", "fr", "hu"),
    (1080, 1350): (PSEUDO, "hu"),
    (2560, 1080): (PSEUDO,),
}
ENLARGED = {(1280, 720): (PSEUDO,), (3840, 2160): (PSEUDO,)}
"""The smallest in everything, only larger, as 1920 × 1080 is: what fits there fits here but for the rounding."""
SAMPLES = [(size, code) for size in (SMALL, (1080, 1350), (1920, 1080), (1280, 720)) for code in ("de", "hu", "fr")]
"""One for each screen with the largest text, by turns."""
LONGEST = (PSEUDO, "de")
OTHER_RULES = [rules for rules in RULE_SETS if rules != DEFAULT_SETUP.rules]

WITHOUT_RULES = {
    *("title", "languages", "settings", "keys", "notice", "lesson", "lesson_task"),
    *("picture", "sound", "speech", "set_keys", "set_profile"),
    *("already_open", "already_open_silent"),
    *("roadbook", "roadbook_of_none", "roadbook_of_broken", "roadbook_of_deleted", "emptying", "naming", "importing"),
    *("statistics", "statistics_of_none", "milestones"),
}


@pytest.fixture
def watch() -> Iterator[Watch]:
    with watching() as watched:
        yield watched


@pytest.mark.parametrize("stage", STAGES)
def test_every_screen_fits_every_kind_of_window(tmp_path: Path, watch: Watch, stage: str) -> None:
    with open_window(tmp_path, size=SMALL) as driver:
        STAGES[stage](driver)
        is_fourth = list(STAGES).index(stage) % 4 == 0
        assert list(faults(driver, watch, QUICK | (ENLARGED if is_fourth else {}))) == []


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage not in WITHOUT_RULES])
def test_every_screen_fits_the_smallest_window_by_another_rule_set(tmp_path: Path, watch: Watch, stage: str) -> None:
    rules = OTHER_RULES[list(STAGES).index(stage) % len(OTHER_RULES)]
    if knows(rules, stage):
        with open_window(tmp_path, size=SMALL) as driver:
            bring(driver, stage, rules)
            assert list(faults(driver, watch, {SMALL: LONGEST})) == [], rules


@pytest.mark.parametrize("stage", STAGES)
def test_every_screen_fits_with_the_largest_text(tmp_path: Path, watch: Watch, stage: str) -> None:
    size, code = SAMPLES[list(STAGES).index(stage) % len(SAMPLES)]
    with open_window(tmp_path, size=SMALL) as driver:
        STAGES[stage](driver)
        look(driver, max(TEXT_SIZES))
        assert list(faults(driver, watch, {size: (code,)})) == []


def test_text_that_is_too_large_would_be_noticed(tmp_path: Path, watch: Watch) -> None:
    with open_window(tmp_path, size=SMALL) as driver, mock.patch.object(LessonEndScene, "text_limit", (3.0, 3.0)):
        STAGES["lesson_end"](driver)
        look(driver, max(TEXT_SIZES))
        assert list(faults(driver, watch, {SMALL: ("de",)}))
