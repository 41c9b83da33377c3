"""The project's own promises: import contracts, and one test command for README, CI and developers."""

from __future__ import annotations

import runpy
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parents[1]


def test_imports_point_downward_only() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]  # it would silence our loggers here
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr


def test_ci_runs_the_readme_s_test_command() -> None:
    command = runpy.run_path(str(ROOT / "build" / "check.py"))["test_command"]()
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    assert '["test_command"]()' in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_folder_of_tests_is_run(pytestconfig: pytest.Config) -> None:
    left_out = pytestconfig.getini("norecursedirs")
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert not [folder for folder in folders for pattern in left_out if fnmatch(folder.name, pattern)]


def test_neither_locale_nor_build_is_a_package() -> None:
    assert not list(ROOT.glob("locale/__init__.py")) + list(ROOT.glob("build/__init__.py"))


def test_the_bundle_s_recipe_names_every_folder_of_data_in_the_packages() -> None:
    recipe = (ROOT / "build" / "milestone-rally.spec").read_text(encoding="utf-8")
    files = (path for package in ("game", "ai") for path in (ROOT / package).rglob("*") if path.is_file())
    folders = {path.parent for path in files if path.suffix in {".json", ".toml"}}
    assert len(folders) == 2
    for folder in folders:
        assert f'"{folder.relative_to(ROOT).as_posix()}"' in recipe


RECTANGLES: Final = {
    "a picture": {
        *("background", "error", "handover", "prompts/extension", "title/life"),
        *("match_end/keeping", "match_end/photo", "match_end/scene"),
        "roadbook/milestone_grid",
        *("roadbook/race_road", "roadbook/statistics", "settings/key_cap", "settings/theme_picture", "tour/map"),
    },
    "the frame of a screen, or where it lies in the window": {
        *("dialogs", "match_end/result", "milestone_toast", "prompts/prompt_scene", "roadbook/scene"),
        "screen",
        "table/questions",
    },
    "the board of the replay and its time line": {
        *("replay/controls", "replay/hands", "replay/layout", "replay/scene", "replay/timeline", "replay/trays"),
    },
    "cards that overlap": {"table/discards", "table/painter"},
}
"""The scenes that say where something lies, by the reason; all others leave it to ``game.ui.layout``."""
MOST_RECTANGLES: Final = 75


def test_screens_are_composed_but_for_those_with_a_reason() -> None:
    scenes = ROOT / "game/scenes"
    found = {path: path.read_text("utf-8").count("Rect(") for path in scenes.rglob("*.py")}
    wrote = {path.relative_to(scenes).with_suffix("").as_posix() for path, count in found.items() if count}
    assert wrote == set().union(*RECTANGLES.values())
    assert sum(found.values()) <= MOST_RECTANGLES
