"""Reporting a problem in mid-game with the real mouse, and playing the report on the command line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import PATIENCE_S, PROGRAM, ROOT, Program

pytestmark = [pytest.mark.journey, pytest.mark.usefixtures("quick")]


def test_report_from_the_menu_can_be_replayed(play: Callable[..., Program], tmp_path: Path) -> None:
    program = play("--seed", "7")
    program.click(program.control("Race"))
    program.click(program.control("Menu"))
    program.click(program.control("More"))
    program.click(program.control("Report a problem"))
    program.scene("report")
    program.click(program.control("Save a report"))
    program.control("All right")
    (report,) = tmp_path.glob("milestone-rally-report-*.zip")
    assert any(str(report) in control["name"] for control in program.controls())
    program.click(program.control("All right"))
    program.scene("menu")
    assert program.close() == ""
    command = [*PROGRAM, "replay", str(report), "--json"]
    played = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE_S)
    told = json.loads(played.stdout)
    assert (told["ok"], len(told["sides"]), told["winner"]) == (True, 4, None)
