"""A whole leg against bots in the real window, by keyboard, and what is on the screen afterwards in every language."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.i18n import LANGUAGES

from .conftest import Program
from .test_evening import saved_moves

pytestmark = [
    pytest.mark.journey,
    pytest.mark.usefixtures("quick"),
    pytest.mark.skipif(
        "MILESTONE_RALLY_PROGRAM" not in os.environ,
        reason="of the source tests/scenes plays whole legs; this is for packages",
    ),
]

LEG_S = 240


def play_to_the_score(program: Program, folder: Path) -> list[str]:
    """Play or discard the first card until the leg is over; the moves that were saved last before that."""
    moves: list[str] = []
    end_s = time.monotonic() + LEG_S
    while (scene := program.tree().get("scene")) != "result":
        assert program.is_running, program.close()
        assert time.monotonic() < end_s, f"the leg does not end: {scene}, {moves}"
        with contextlib.suppress(FileNotFoundError):  # before the first move and after the last there is none
            moves = saved_moves(folder)
        for key in ("1", "Return", "d") if scene == "table" else ("Return",):
            program.key(key)
    return moves


def test_leg_is_played_to_its_score_and_shown_in_all_languages(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play("--seed", "7")
    program.click(program.control("Race"))
    moves = play_to_the_score(program, tmp_path)
    assert len({move.split()[0] for move in moves}) == 4, "all four drivers have moved"
    seen: dict[str, Any] = {}
    for _ in LANGUAGES:
        tree = program.tree()
        seen[tree["language"]] = tuple(control["name"] for control in tree["controls"])
        program.key("F2")
        program.wait("another language", lambda before=tree: program.tree()["language"] != before["language"])  # type: ignore[misc]
    assert set(seen) == set(LANGUAGES)
    assert len(set(seen.values())) == len(LANGUAGES)
    assert program.close() == ""
    assert not (tmp_path / "milestone-rally.log").exists()
