"""Compiled modules decide as plain ones do, and who builds them without a compiler is told so.

The comparison needs them compiled (``python build/compiled.py`` keeps them); with ``MILESTONE_RALLY_COMPILED=required``
it has them compiled itself.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

import compiled
import pytest
from environment import CannotBuildError
from product import ROOT

DECISIONS = 600
IS_REQUIRED = os.environ.get("MILESTONE_RALLY_COMPILED") == "required"


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    """The programs' packages with plain and with compiled modules, and the laboratory, which has players by name."""
    if not IS_REQUIRED and not compiled.are_kept():
        pytest.skip("nothing compiled of these sources is kept: python build/compiled.py compiles them")
    found = {"plain": tmp_path / "plain", "compiled": tmp_path / "compiled"}
    for name, folder in found.items():
        compiled.stage(folder, is_plain=name == "plain")
        shutil.copytree(ROOT / "ai" / "lab", folder / "ai" / "lab")
    return found


def started(folder: Path, *command: str | Path) -> subprocess.Popen[str]:
    path = os.pathsep.join((str(folder), str(ROOT)))
    env: Mapping[str, str] = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
    return subprocess.Popen([sys.executable, *command], cwd=folder, env=env, stdout=subprocess.PIPE, text=True)


def told(process: subprocess.Popen[str]) -> list[str]:
    said, _ = process.communicate()
    assert process.returncode == 0
    return said.splitlines()


def test_compiled_modules_loaded_are_exactly_the_hot_ones(places: dict[str, Path]) -> None:
    assert told(started(places["compiled"], "-m", "game", "modules")) == sorted(compiled.MODULES)
    assert told(started(places["plain"], "-m", "game", "modules")) == []


def test_compiled_and_plain_modules_decide_and_record_alike(places: dict[str, Path]) -> None:
    script = ROOT / "tests" / "ai" / "told_decisions.py"
    both = [started(folder, script, str(DECISIONS)) for folder in places.values()]
    plain, fast = (told(process)[:-1] for process in both)
    assert sum(line.startswith("BotDecision(") for line in plain) == DECISIONS
    assert fast == plain


def test_compiled_module_list_names_existing_files_and_their_imports() -> None:
    assert all((ROOT / compiled.source(module)).is_file() for module in compiled.MODULES)
    found = compiled.imported_by_compiled()
    assert {compiled.LIBRARY, "game.engine.tables", "math"} <= set(found)
    assert "__future__" not in found


@pytest.mark.parametrize("module", compiled.MODULES)
def test_constants_of_compiled_modules_are_final(module: str) -> None:
    """Others are looked up by name in a dictionary each time (docs/decisions/063)."""
    lines = ast.parse((ROOT / compiled.source(module)).read_text(encoding="utf-8")).body
    targets = [t for line in lines if isinstance(line, ast.Assign) for t in line.targets]
    targets += [n.target for n in lines if isinstance(n, ast.AnnAssign) and "Final" not in ast.unparse(n.annotation)]
    names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    assert [name for name in names if name.isupper()] == []


def test_remove_command_deletes_compiled_modules_only(tmp_path: Path) -> None:
    folder = tmp_path / "game" / "engine"
    folder.mkdir(parents=True)
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    for name in ("leg.py", f"leg{suffix}", "leg.cpython-399-other.so", f"legs{suffix}"):
        (folder / name).touch()
    (tmp_path / f"{compiled.LIBRARY}{suffix}").touch()
    assert compiled.extensions(tmp_path) == [Path(f"{compiled.LIBRARY}{suffix}"), Path(f"game/engine/leg{suffix}")]
    compiled.remove(tmp_path)
    assert {path.name for path in tmp_path.rglob("*.*")} == {"leg.py", f"legs{suffix}"}


@pytest.mark.skipif(sys.platform == "win32", reason="setuptools itself looks for Microsoft's compiler")
def test_missing_compiler_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "gcc-of-nobody")
    with pytest.raises(CannotBuildError, match=r"no C compiler, gcc-of-nobody not installed \(Debian: apt-get"):
        compiled.require_compiler()
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(sysconfig, "get_path", lambda _: "/nowhere")
    with pytest.raises(CannotBuildError, match=r"Python's headers not installed"):
        compiled.require_compiler()
