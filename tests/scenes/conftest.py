from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window import Driver, open_window


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """The program in English at 1280 × 720, freshly installed."""
    with open_window(tmp_path / "user") as running:
        yield running
