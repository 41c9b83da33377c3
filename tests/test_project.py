"""The project's own promises: import contracts, and one test command for README, CI and developers."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_imports_point_downward_only() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]  # it would silence our loggers here
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr


def test_ci_runs_the_readme_s_test_command() -> None:
    command = runpy.run_path(str(ROOT / "build" / "check.py"))["test_command"]()
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    assert '["test_command"]()' in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_neither_locale_nor_build_is_a_package() -> None:
    assert not list(ROOT.glob("locale/__init__.py")) + list(ROOT.glob("build/__init__.py"))


def test_the_bundle_s_recipe_names_every_folder_of_data_in_the_packages() -> None:
    recipe = (ROOT / "build" / "milestone-rally.spec").read_text(encoding="utf-8")
    files = (path for package in ("game", "ai") for path in (ROOT / package).rglob("*") if path.is_file())
    folders = {path.parent for path in files if path.suffix in {".json", ".toml"}}
    assert len(folders) == 2
    for folder in folders:
        assert f'"{folder.relative_to(ROOT).as_posix()}"' in recipe
