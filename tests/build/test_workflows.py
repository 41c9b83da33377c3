"""The workflows do what everybody does, by the same commands."""

from __future__ import annotations

import importlib.util
import re
import subprocess

import check
import package
import pytest
import wine
from product import ROOT

WORKFLOWS = ROOT / ".github" / "workflows"
PYTHON = "3.11"


def commands(workflow: str) -> list[str]:
    return re.findall(r"\brun: (.+)", (WORKFLOWS / workflow).read_text(encoding="utf-8"))


def test_ci_workflow_runs_the_local_script() -> None:
    assert commands("ci.yml") == ["bash .ci/run"]


def test_release_workflow_builds_and_checks_packages_by_one_command() -> None:
    assert commands("release.yml")[:2] == ["bash .ci/packages", "python build/package.py ${{ matrix.system }} --check"]


def test_release_workflow_has_the_packages_of_all_systems() -> None:
    systems = re.findall(r"system: (\w+) }", (WORKFLOWS / "release.yml").read_text(encoding="utf-8"))
    assert set(systems) == set(package.SYSTEMS)
    assert systems.count("macos") == 2


def test_nightly_workflow_runs_the_list_of_the_check_command() -> None:
    assert commands("nightly.yml") == ["bash .ci/packages windows", "python build/check.py --nightly"]
    for name, *_arguments in check.NIGHTLY:
        assert (ROOT / name).is_file() if name.endswith(".py") else importlib.util.find_spec(name), name


@pytest.mark.parametrize("fails", [(), ("tests.damage",), ("build/package.py",)])
def test_nightly_run_finishes_its_list_and_names_what_found_faults(
    monkeypatch: pytest.MonkeyPatch, fails: tuple[str, ...]
) -> None:
    ran = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command[1:])
        return subprocess.CompletedProcess(command, int(not {*command}.isdisjoint(fails)))

    monkeypatch.setattr(check, "run", lambda *_: None)  # what is installed
    monkeypatch.setattr(subprocess, "run", run)
    if fails:
        with pytest.raises(SystemExit, match=f"by {re.escape(*fails)}$"):
            check.run_nightly("python")
    else:
        check.run_nightly("python")
    assert [command[command[0] == "-m" :] for command in ran] == [list(row) for row in check.NIGHTLY]


@pytest.mark.parametrize("workflow", ["ci.yml", "nightly.yml", "release.yml"])
def test_workflow_python_is_the_oldest_the_game_supports(workflow: str) -> None:
    assert f'python-version: "{PYTHON}"' in (WORKFLOWS / workflow).read_text(encoding="utf-8")
    assert f'requires-python = ">={PYTHON}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_wine_packages_are_installed_for_the_nightly_run_alone() -> None:
    listed = re.findall(
        r"^(/\S+|[\w-]+) (\S+)(?: (\w+))?$", (ROOT / ".ci" / "packages").read_text("utf-8"), re.MULTILINE
    )
    for_windows = {package for _command, package, system in listed if system == "windows"}
    assert for_windows == set(wine.PACKAGES.split())
    assert not for_windows & {package for _command, package, system in listed if not system}
