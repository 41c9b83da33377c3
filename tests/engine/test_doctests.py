"""The examples in the engine's docstrings run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["cards", "moves", "rules", "setup", "attacks"])
def test_docstring_examples_are_true(name):
    result = doctest.testmod(import_module(f"game.engine.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
