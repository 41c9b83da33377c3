"""The workflows do what everybody does, by the same commands."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess

import check
import package
import pytest
import release_notes
import wine
from product import ROOT, VERSION, changes

WORKFLOWS = ROOT / ".github" / "workflows"
PYTHON = "3.11"


def workflow(name: str) -> str:
    return (WORKFLOWS / name).read_text(encoding="utf-8")


def test_ci_workflow_runs_the_local_script() -> None:
    assert "- run: bash .ci/run\n" in workflow("ci.yml")


def test_ci_workflow_tests_elsewhere_what_needs_no_window() -> None:
    [folders] = re.findall(r"^ +(tests/ai .+)$", workflow("ci.yml"), re.MULTILINE)
    assert [folder for folder in folders.split() if not (ROOT / folder).is_dir()] == []


def test_release_workflow_has_the_packages_of_all_systems() -> None:
    systems = re.findall(r"system: (\w+) }", workflow("release.yml"))
    assert set(systems) == set(package.SYSTEMS)
    assert systems.count("macos") == 2


def test_release_notes_are_the_points_of_the_dated_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_notes, "releases", lambda: [(VERSION, "2027-01-31")])
    assert release_notes.notes(f"v{VERSION}").splitlines() == [f"- {point}" for point in changes()[VERSION]]
    with pytest.raises(ValueError, match=f"^v0: the program's version is {VERSION}"):
        release_notes.notes("v0")
    monkeypatch.setattr(release_notes, "releases", lambda: [(VERSION, None)])
    with pytest.raises(ValueError, match="has no date"):
        release_notes.notes(f"v{VERSION}")


def test_actions_have_one_commit_in_all_workflows() -> None:
    used = {use for path in WORKFLOWS.glob("*.yml") for use in re.findall(r"uses: (.+)", workflow(path.name))}
    names = [use.partition("@")[0] for use in used]
    assert len(names) == len(set(names)) > 4


def test_nightly_names_are_those_of_modules_and_scripts_that_exist() -> None:
    assert len(check.NAMES) == len(check.NIGHTLY)
    for name, *_arguments in check.NIGHTLY:
        assert (ROOT / name).is_file() if name.endswith(".py") else importlib.util.find_spec(name), name


def test_nightly_names_are_printed_for_the_matrix(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["check.py", "--names"])
    check.main()
    assert json.loads(capsys.readouterr().out) == [*check.NAMES]


def test_nightly_check_of_no_name_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["check.py", "--nightly", "tests.nothing"])
    with pytest.raises(SystemExit):
        check.main()
    assert "no nightly check is called tests.nothing" in capsys.readouterr().err


@pytest.mark.parametrize("fails", [(), ("tests.damage --count 10000",), ("build/package.py windows --check",)])
def test_nightly_run_finishes_its_list_and_names_what_found_faults(
    monkeypatch: pytest.MonkeyPatch, fails: tuple[str, ...]
) -> None:
    ran = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command[1:])
        return subprocess.CompletedProcess(command, int(" ".join(command).endswith(fails)))

    monkeypatch.setattr(subprocess, "run", run)
    if fails:
        with pytest.raises(SystemExit, match=f"by {re.escape(*fails)}$"):
            check.run_nightly("python", [*check.NAMES])
    else:
        check.run_nightly("python", [*check.NAMES])
    assert [command[command[0] == "-m" :] for command in ran] == [list(row) for row in check.NIGHTLY]


@pytest.mark.parametrize("name", ["ci.yml", "nightly.yml", "release.yml"])
def test_workflow_python_is_the_oldest_the_game_supports(name: str) -> None:
    assert f'python-version: "{PYTHON}"' in workflow(name)
    assert f'requires-python = ">={PYTHON}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_wine_packages_are_installed_for_the_nightly_run_alone() -> None:
    listed = re.findall(
        r"^(/\S+|[\w-]+) (\S+)(?: (\w+))?$", (ROOT / ".ci" / "packages").read_text("utf-8"), re.MULTILINE
    )
    for_windows = {package for _command, package, system in listed if system == "windows"}
    assert for_windows == set(wine.PACKAGES.split())
    assert not for_windows & {package for _command, package, system in listed if not system}
