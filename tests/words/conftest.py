from __future__ import annotations

import pytest

from game.i18n import set_language


@pytest.fixture(autouse=True)
def english() -> None:
    """Every test begins in the source language, whatever the one before it spoke."""
    set_language("en")
