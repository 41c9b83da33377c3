"""The messages of the program's own source, extracted once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from catalogues import extract_template


@cache
def own_template() -> Catalog:
    return extract_template(Path(__file__).parents[1])
