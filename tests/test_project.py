"""The project's own promises: import contracts, and one test command for README, CI and developers."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import runpy
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]


def test_imports_point_downward_only() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]  # it would silence our loggers here
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr


def test_import_contracts_have_no_exceptions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    assert len(contracts) == 10
    assert not [contract["name"] for contract in contracts if "ignore_imports" in contract]


def test_modules_never_import_each_other_in_a_circle() -> None:
    """Not even by what only the type checker reads: who knows a part need not know what it is part of."""
    graph = grimp.build_graph("game", "ai", cache_dir=None)
    left = {module: graph.find_modules_directly_imported_by(module) & graph.modules for module in graph.modules}
    while free := [module for module, imported in left.items() if not imported & left.keys()]:
        for module in free:
            del left[module]
    assert not left, f"in a circle, or above one: {sorted(left)}"


SOURCES = sorted(path for package in ("game", "ai") for path in (ROOT / package).rglob("*.py"))


def test_class_names_are_unique() -> None:
    """Whoever searches for a class finds one."""
    places: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert len(places) > 700
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_overrides_have_no_docstring() -> None:
    """What a method does stands where it is declared first; an override that does something else has a wrong name."""
    names = (path.relative_to(ROOT).with_suffix("").parts for path in SOURCES if path.stem != "__init__")
    modules = [importlib.import_module(".".join(name)) for name in names]
    classes = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    ours = {kind for kind in classes if kind.__module__.partition(".")[0] in ("game", "ai")}
    documented = {
        f"{kind.__module__}.{kind.__qualname__}.{name}"
        for kind in ours
        for name, member in vars(kind).items()
        if (isinstance(member, property) or inspect.isfunction(member)) and member.__doc__
        if not name.startswith("__") and name != "_generate_next_value_"  # of Python's own enumerations
        if any(name in vars(base) for base in kind.__mro__[1:] if base in ours)
    }
    assert len(ours) > 700
    assert not documented


FEATURES = sorted(path.parent for path in (ROOT / "game" / "features").glob("*/__init__.py"))


def face_of(feature: Path) -> str:
    """What a feature says of itself."""
    return ast.get_docstring(ast.parse((feature / "__init__.py").read_text("utf-8"))) or ""


def test_features_all_declare_what_they_keep_and_tests_have_their_names() -> None:
    assert len(FEATURES) >= 19
    assert not [
        feature.name for feature in FEATURES if "disk" not in face_of(feature) and "kept" not in face_of(feature)
    ]
    tested = {path.parent.name for path in (ROOT / "tests" / "features").glob("*/test_*.py")}
    assert tested <= {feature.name for feature in FEATURES}


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_feature_declares_what_others_import_from_it(feature: Path) -> None:
    taken = set[str]()
    for path in (path for other in FEATURES if other != feature for path in other.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"game.features.{feature.name}."):
                taken |= {alias.name for alias in node.names}
    _, _, told = " ".join(face_of(feature).split()).partition("Other features import")
    assert set(re.findall(r"``(\w+)``", told)) == taken


def test_ci_runs_the_test_command_of_the_readme() -> None:
    command = runpy.run_path(str(ROOT / "build" / "check.py"))["test_command"]()
    assert command in (ROOT / "README.md").read_text(encoding="utf-8")
    assert '["test_command"]()' in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_test_folders_are_all_run(pytestconfig: pytest.Config) -> None:
    left_out = pytestconfig.getini("norecursedirs")
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    assert not [folder for folder in folders for pattern in left_out if fnmatch(folder.name, pattern)]


def test_locale_and_build_are_no_packages() -> None:
    assert not list(ROOT.glob("locale/__init__.py")) + list(ROOT.glob("build/__init__.py"))


def test_bundle_recipe_names_all_data_folders_of_the_packages() -> None:
    recipe = (ROOT / "build" / "milestone-rally.spec").read_text(encoding="utf-8")
    files = (path for package in ("game", "ai") for path in (ROOT / package).rglob("*") if path.is_file())
    folders = {path.parent for path in files if path.suffix in {".json", ".toml"}}
    assert len(folders) == 2
    for folder in folders:
        assert f'"{folder.relative_to(ROOT).as_posix()}"' in recipe


RECTANGLES = {
    "a picture": {
        *("scenes/background", "report/error", "play/handover", "play/prompts/extension", "title/landscape_animation"),
        *("result/photo_saving", "result/photo", "result/scene", "milestones/grid", "matches/race_road"),
        *("statistics/page", "settings/key_table", "settings/entries", "tour/map"),
    },
    "the frame of a screen, or where it lies in the window": {
        *("scenes/dialogs", "scenes/screen", "result/page", "milestones/toast", "play/prompts/prompt_scene"),
        *("roadbook/scene", "play/questions"),
    },
    "the board of the replay and its time line": {
        *(
            "replay/controls",
            "replay/curve",
            "replay/layout",
            "replay/pin_scene",
            "replay/scene",
            "replay/timeline",
            "replay/trays",
        ),
    },
    "cards that overlap": {"play/discards", "play/painter"},
}
"""The scenes that say where something lies, by the reason; all others leave it to ``game.ui.layout``."""
MOST_RECTANGLES = 75


def test_screens_are_composed_except_those_with_a_reason() -> None:
    modules = [path for folder in ("scenes", "features") for path in (ROOT / "game" / folder).rglob("*.py")]
    found = {path: len(re.findall(r"\bRect\(", path.read_text("utf-8"))) for path in modules}
    wrote = {
        path.relative_to(ROOT / "game").with_suffix("").as_posix().removeprefix("features/")
        for path, count in found.items()
        if count
    }
    assert wrote == set().union(*RECTANGLES.values())
    assert sum(found.values()) <= MOST_RECTANGLES


def test_modules_excused_for_private_parts_all_need_it() -> None:
    """Whoever rids a module of them takes it from the list, so that the list only shrinks."""
    excused = tomllib.loads((ROOT / "tests" / "ruff.toml").read_text("utf-8"))["lint"]["extend-per-file-ignores"]
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--select",
        "SLF001",
        "--output-format",
        "json",
        "tests",
    ]
    found = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout)
    need = {Path(fault["filename"]).relative_to(ROOT / "tests").as_posix() for fault in found}
    assert sorted(excused) == sorted(need)
