"""Builds the wheel and the source archive."""

from __future__ import annotations

from pathlib import Path

import environment
from product import DIST, PROGRAM, VERSION


def build() -> list[Path]:
    """Build both; the same commit gives the same files."""
    stem = f"{PROGRAM.replace('-', '_')}-{VERSION}"
    files = [DIST / f"{stem}-py3-none-any.whl", DIST / f"{stem}.tar.gz"]
    for file in files:
        file.unlink(missing_ok=True)
    environment.run(environment.python(), "-m", "hatchling", "build", "-d", DIST, env=environment.reproducible())
    return files
