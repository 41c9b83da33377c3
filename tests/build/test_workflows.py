"""The workflows do what everybody does, by the same commands."""

from __future__ import annotations

import importlib.util
import re
import subprocess

import check
import package
import pytest
from product import ROOT

WORKFLOWS = ROOT / ".github" / "workflows"
PYTHON = "3.11"


def commands(workflow: str) -> list[str]:
    return re.findall(r"\brun: (.+)", (WORKFLOWS / workflow).read_text(encoding="utf-8"))


def test_ci_runs_the_script_that_runs_here() -> None:
    assert commands("ci.yml") == ["bash .ci/run"]


def test_packages_are_built_and_tried_by_the_one_command() -> None:
    assert commands("release.yml")[:2] == ["bash .ci/packages", "python build/package.py ${{ matrix.system }} --check"]


def test_a_release_has_the_packages_of_every_system() -> None:
    systems = re.findall(r"system: (\w+) }", (WORKFLOWS / "release.yml").read_text(encoding="utf-8"))
    assert set(systems) == set(package.SYSTEMS)
    assert systems.count("macos") == 2


def test_the_night_has_the_list_of_the_one_command() -> None:
    assert commands("nightly.yml") == ["python build/check.py --nightly"]
    for module, *_arguments in check.NIGHTLY:
        assert importlib.util.find_spec(module) is not None, module


@pytest.mark.parametrize("fails", [(), ("tests.damage",)])
def test_the_night_runs_all_of_it_and_tells_what_found_faults(
    monkeypatch: pytest.MonkeyPatch, fails: tuple[str, ...]
) -> None:
    ran = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command[2])
        return subprocess.CompletedProcess(command, int(command[2] in fails))

    monkeypatch.setattr(check, "run", lambda *_: None)  # what is installed
    monkeypatch.setattr(subprocess, "run", run)
    if fails:
        with pytest.raises(SystemExit, match=r"by tests\.damage$"):
            check.run_nightly("python")
    else:
        check.run_nightly("python")
    assert ran == [module for module, *_arguments in check.NIGHTLY]


@pytest.mark.parametrize("workflow", ["ci.yml", "nightly.yml", "release.yml"])
def test_the_python_is_the_oldest_that_the_game_runs_on(workflow: str) -> None:
    assert f'python-version: "{PYTHON}"' in (WORKFLOWS / workflow).read_text(encoding="utf-8")
    assert f'requires-python = ">={PYTHON}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
