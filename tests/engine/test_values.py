"""What the engine hands out is plain and can't be changed: whoever gets it may keep it."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import is_dataclass
from pathlib import Path

import pytest

import game.engine
from game.engine.errors import RulesError
from game.engine.piles import Display, TablePiles
from game.engine.rules import load_rules
from tests.cases import each

BOARD = {Display, TablePiles}
"""The one board that is played on."""
ONE_OF_A_KIND = {"Card", "Move", "Rules", "CompiledRules"}
"""There is one of each, found by its name; so they are compared by identity, which is quick."""


def values() -> list[type]:
    modules = [
        importlib.import_module(f"game.engine.{info.name}") for info in pkgutil.iter_modules(game.engine.__path__)
    ]
    found = (thing for module in modules for thing in vars(module).values())
    return sorted({t for t in found if isinstance(t, type) and is_dataclass(t)}, key=lambda t: t.__name__)


@each("value", values())
def test_value_classes_have_slots_only_and_cannot_be_changed(value: type) -> None:
    assert "__dict__" not in dir(value)
    assert "__slots__" in vars(value)
    assert value.__dataclass_params__.frozen is (value not in BOARD)  # type: ignore[attr-defined]
    assert value.__dataclass_params__.eq is (value.__name__ not in ONE_OF_A_KIND)  # type: ignore[attr-defined]


def test_rule_set_of_a_missing_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.engine.rules.files", lambda _package: Path("nowhere"))
    with pytest.raises(RulesError, match=r"piatnik\.toml: .*; install the game again"):
        load_rules.__wrapped__("piatnik")
