"""Build the folder bundle for the packages for Linux, Windows and macOS, by PyInstaller.

The same commit gives the same files, byte for byte.
"""

from __future__ import annotations

import filecmp
import shutil
from collections.abc import Mapping
from pathlib import Path

import compiled
import environment
from environment import expect
from product import LANGUAGES, PROGRAM, ROOT, SCRATCH

SPEC = ROOT / "build" / f"{PROGRAM}.spec"
FOLDER = SCRATCH / "bundle"
SOURCES = SCRATCH / "sources"
"""The packages to bundle, with their compiled modules."""


def compile_catalogues(python: Path) -> Path:
    """Compile every catalogue; return the folder for the bundle's ``locale``."""
    compiled = SCRATCH / "locale"
    shutil.rmtree(compiled, ignore_errors=True)
    command = (python, ROOT / "build" / "catalogues.py", "compile", "--to", compiled)
    environment.run(*command, env=environment.reproducible())
    return compiled


def compile_modules(python: Path, windows: Path | None = None) -> Path:
    """Compile the hot modules for that interpreter, or for the Python for Windows with the library ``windows``.

    Returns the folder with the packages.
    """
    compiled.require_compiler()
    target = () if windows is None else ("--windows", windows)
    command = (python, ROOT / "build" / "compiled.py", "--into", SOURCES, *target)
    environment.run(*command, env=environment.reproducible())
    return SOURCES


def build(made: Mapping[str, str] | None = None) -> Path:
    """Run PyInstaller for this system; return the folder with the program.

    ``made`` are variables for the spec with other generated files, such as the icon.
    """
    python = environment.python()
    compiled_here = {
        "MILESTONE_RALLY_LOCALE": str(compile_catalogues(python)),
        "MILESTONE_RALLY_SOURCES": str(compile_modules(python)),
    }
    env = {**environment.reproducible(), **compiled_here, **(made or {})}
    scratch = ("--distpath", FOLDER, "--workpath", SCRATCH / "pyinstaller")
    command = (python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN", *scratch, SPEC)
    environment.run(*command, env=env)
    modules = (SCRATCH / "pyinstaller" / PROGRAM / "PYZ-00.toc").read_text(encoding="utf-8")
    expect("'ai.decision'" in modules, "the bundle lacks the bots")
    expect("'ai.lab" not in modules and "'game.bench" not in modules, "the bundle has the laboratories' modules")
    return FOLDER / PROGRAM


def check_modules(program: Path) -> None:
    """Check that the program runs all compiled modules."""
    loaded = environment.output(program, "modules").split()
    expect(
        loaded == sorted(compiled.MODULES), f"the program runs compiled only {loaded}, built were {compiled.MODULES}"
    )
    print(f"{len(loaded)} compiled modules are loaded", flush=True)


def check_data(folder: Path) -> None:
    """Check that the bundle's data folder has every unchanged asset and every language."""
    for path in sorted((ROOT / "assets").rglob("*.*")):
        copy = folder / path.relative_to(ROOT)
        expect(copy.is_file() and filecmp.cmp(path, copy, shallow=False), f"{copy}: missing or changed")
    compiled = {path.parts[-3] for path in folder.glob(f"locale/*/LC_MESSAGES/{PROGRAM}.mo")}
    expect({"en", *compiled} == set(LANGUAGES), f"{folder} has the languages {compiled}")


def size_mb(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if not file.is_symlink()) / 1e6
