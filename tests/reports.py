"""What is in a report, for tests."""

from __future__ import annotations

import zipfile
from pathlib import Path


def parts_of(path: Path) -> dict[str, bytes]:
    """The parts of a report by their names."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}
