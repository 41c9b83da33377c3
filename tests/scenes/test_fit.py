"""Every screen fits, in every window, in every language and in one that is 40 % longer than English.

``python -m tests.fit`` checks all sizes in all languages by all rule sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fit import EVERY_LANGUAGE, PSEUDO, SMALL, Watch, faults, watching
from tests.scenes.stages import STAGES
from tests.window import open_window

QUICK = {
    (960, 540): EVERY_LANGUAGE,
    (1080, 1350): EVERY_LANGUAGE,
    (1280, 720): (PSEUDO, "de", "hu"),
    (2560, 1080): (PSEUDO, "de", "it"),
    # These two are 1280 × 720 in everything, only larger: what fits there fits here but for the rounding.
    (1920, 1080): (PSEUDO, "fr"),
    (3840, 2160): (PSEUDO, "de"),
}


@pytest.fixture
def watch() -> Iterator[Watch]:
    with watching() as watched:
        yield watched


@pytest.mark.parametrize("stage", STAGES)
def test_every_screen_fits_every_window_in_every_language(tmp_path: Path, watch: Watch, stage: str) -> None:
    with open_window(tmp_path, size=SMALL) as driver:
        STAGES[stage](driver)
        assert list(faults(driver, watch, QUICK)) == []
