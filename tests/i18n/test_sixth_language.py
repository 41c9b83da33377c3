"""One more language needs a catalogue and nothing else: here Esperanto, in a copy of the source tree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import catalogues
import pytest
from babel.numbers import format_decimal

ROOT = Path(__file__).parents[2]

LOOK = """
import json, sys
from pathlib import Path
from game.engine.cards import card
from game.i18n import _n, menu_order, number
from game.words.vocabulary import card_name
from tests.window import open_window
import pygame

with open_window(Path(sys.argv[1]), language="eo") as driver:
    title = driver.names()
    driver.press("language")
    listed = driver.names()
    words = {
        "card": card_name(card("go"), "dujardin"),
        "points": _n("{n} point", "{n} points", 2),
        "number": number(1234567),
    }
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_F2)
    print(json.dumps({"title": title, "listed": listed, "after F2": driver.app.settings.person.language, **words}))
"""


def run(tree: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree), "XDG_CACHE_HOME": str(tree / "cache")}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The source tree with an empty folder for Esperanto."""
    for folder in ("game", "ai", "assets", "build", "locale", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "records"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "locale" / "eo").mkdir()
    return tmp_path


def test_sixth_language_needs_no_change_of_the_code(tree: Path) -> None:
    catalogues.update(tree)
    path = catalogues.catalogue_path(tree, "eo")
    catalogue = catalogues.read(path, "eo")
    assert str(catalogue.plural_forms).startswith("nplurals=2")
    for id, context, said in (("English", "own name of the language", "Esperanto"), ("Race", None, "Rapida kuro")):
        message = catalogue.get(id, context)
        assert message is not None
        message.string = said
    path.write_bytes(catalogues._written(catalogue))

    seen = json.loads(run(tree, "-c", LOOK, str(tree / "user")))
    assert "Esperanto" in seen["title"], "the button of the languages says the one in use"
    assert "Rapida kuro" in seen["title"]
    assert "Quit" in seen["title"], "what is not translated yet is English"
    assert [name for name in seen["listed"] if name in ("Deutsch", "English", "Esperanto", "Français")] == [
        *("English", "Deutsch", "Esperanto", "Français"),
    ]
    assert seen["card"] == "Go"
    assert seen["points"] == "2 points"
    assert seen["number"] == format_decimal(1234567, locale="eo") != format_decimal(1234567, locale="en")
    assert seen["after F2"] == "fr"
