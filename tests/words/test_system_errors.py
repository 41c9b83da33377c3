"""Why something failed is told in the player's language, as far as the system's reasons are known."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import i18n
from game.system.resources import DamagedAssetError, MissingAssetError
from game.words.system_errors import broken_file_text, error_text


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    i18n.set_language("en")


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "no space left"), ("de", "kein Platz mehr"), ("fr", "plus de place"), ("it", "spazio esaurito")],
)
def test_system_error_is_translated(code: str, said: str) -> None:
    i18n.set_language(code)
    assert error_text(os.strerror(errno.ENOSPC)) == said


def test_unknown_system_error_stays_as_it_is() -> None:
    i18n.set_language("de")
    assert error_text("flux capacitor empty") == "flux capacitor empty"


def test_broken_file_is_reported_with_its_name_folder_and_reason() -> None:
    i18n.set_language("de")
    path = Path("/games/road.svg")
    damaged = broken_file_text(DamagedAssetError(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES))))
    folder = str(path.parent)
    assert damaged.startswith("road.svg: ")
    assert folder in damaged
    assert "(keine Berechtigung)" in damaged
    missing = broken_file_text(MissingAssetError(path))
    assert missing.startswith("road.svg: fehlt")
    assert folder in missing
