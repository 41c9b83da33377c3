"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "name", ["bot", "decision", "evaluation.features", "arena.participant", "arena.outcome", "arena.report", "executor"]
)
def test_examples(name: str) -> None:
    result = doctest.testmod(import_module(f"ai.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
