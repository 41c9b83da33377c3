"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

LAB = ("arena.outcome", "arena.participant", "arena.report", "executor", "players", "program")


@pytest.mark.parametrize("name", ["evaluation.features", *(f"lab.{name}" for name in LAB)])
def test_docstring_examples_are_true(name: str) -> None:
    result = doctest.testmod(import_module(f"ai.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
