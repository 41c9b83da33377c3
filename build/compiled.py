"""Compile the engine and the search by mypyc, to modules of the same names, which Python prefers to the plain ones.

python build/compiled.py             compile in place: this checkout runs the compiled modules from now on
python build/compiled.py --remove    and take them away again: it runs the plain ones
python build/compiled.py --into DIR  copy the programs' packages to DIR, with the compiled modules beside the plain ones
  … --windows DLL                    those of the Python for Windows whose library that is, by a compiler here

Compiled modules are cached in ``out/compiled`` until a source changes. Needs mypy, setuptools and a C compiler;
docs/decisions/050.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import io
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from subprocess import CalledProcessError
from typing import TYPE_CHECKING

import environment
from environment import CannotBuildError
from product import ROOT, SCRATCH

if TYPE_CHECKING:
    from setuptools import Extension

MODULES = (
    "game.engine.cards",
    "game.engine.moves",
    "game.engine.rules",
    "game.engine.tables",
    "game.engine.scoring",
    "game.engine.position",
    "game.engine.leg",
    "ai.information_state",
    "ai.search.priority_weights",
    "ai.search.priority_list",
    "ai.bots.priority",
    "ai.evaluation.features",
    "ai.evaluation.afterstates",
    "ai.evaluation.value_network",
    "ai.evaluation.match_equity",
    "ai.evaluation.evaluation",
    "ai.search.policy_features",
    "ai.search.policy_table",
    "ai.search.pruning",
    "ai.search.rollout_policy",
    "ai.search.hand_model",
    "ai.search.determinization",
    "ai.search.expectimax",
)
"""The modules that a move of the search uses."""
GROUP = "milestone_rally"
LIBRARY = f"{GROUP}__mypyc"
"""The top-level module with the code of all of them; the others only refer to it."""
WINDOWS = ".cp311-win_amd64.pyd"
"""The suffix of compiled modules for Windows, which can be cross-compiled here."""
WINDOWS_COMPILER = "x86_64-w64-mingw32-gcc"
PACKAGES = ("game", "ai")
LABORATORIES = ("ai/lab", "game/bench")
"""Left out of every package, since no game runs them."""
KEPT = SCRATCH / "compiled"
TOOLS = ("mypy", "setuptools")
PLAIN = "MILESTONE_RALLY_PLAIN"
"""With this variable set, a wheel is built of the plain modules, without a compiler."""
HOW = f"Debian: apt-get install gcc python3-dev; {PLAIN}=1 builds a wheel of plain modules, half as fast"
OPTIMISED = "3"
DONE = "done"


def source(module: str) -> Path:
    """Return the path of a module, relative to the project's root."""
    return Path(*module.split(".")).with_suffix(".py")


def imported_by_compiled() -> list[str]:
    """Return the imports of the compiled modules, which PyInstaller cannot read off them."""
    found = {LIBRARY}
    for module in MODULES:
        for node in ast.walk(ast.parse((ROOT / source(module)).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(str(node.module))
    return sorted(found - {"__future__"})


def extensions(folder: Path) -> list[Path]:
    """Return the compiled modules that exist below a folder, as paths relative to it."""
    places = [Path(LIBRARY), *(source(module).with_suffix("") for module in MODULES)]
    suffixes = dict.fromkeys((*EXTENSION_SUFFIXES, WINDOWS))
    named = (place.with_name(place.name + suffix) for place in places for suffix in suffixes)
    return [name for name in named if (folder / name).exists()]


def compiled(windows: Path | None = None) -> Path:
    """Return the folder with the compiled modules of these sources, compiling them if necessary.

    They are for the Python that runs this, or for the Python for Windows with that library.
    """
    folder = _kept() if windows is None else _kept().with_suffix(WINDOWS)
    if not (folder / DONE).exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _compile(folder, windows)
        (folder / DONE).touch()
    return folder / "modules"


def are_kept() -> bool:
    """Return whether the compiled modules of these sources are cached."""
    try:
        return (_kept() / DONE).exists()
    except CannotBuildError:
        return False


def _kept() -> Path:
    """Return the cache folder for these sources, this Python and these tools."""
    try:
        tools = [f"{tool} {version(tool)}" for tool in TOOLS]
    except PackageNotFoundError as missing:
        raise CannotBuildError(f"the modules cannot be compiled: {missing.name} not installed ({HOW})") from missing
    files = sorted([*(ROOT / "game" / "engine").rglob("*.py"), *(ROOT / "ai").rglob("*.py")])
    files = [file for file in files if ROOT / "ai" / "lab" not in file.parents]
    sums = (hashlib.sha256(file.read_bytes()).hexdigest() for file in files)
    made_of = (sys.version, str(sysconfig.get_config_var("EXT_SUFFIX")), *tools, *MODULES, OPTIMISED, *sums)
    return KEPT / hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:16]


def _compile(folder: Path, windows: Path | None) -> None:
    """Compile to C by mypyc, and the C to libraries in ``modules`` below the folder."""
    if windows is not None:
        EXTENSION_SUFFIXES.insert(0, WINDOWS)  # mypyc uses the first one for file names
    from mypyc.build import mypycify  # noqa: PLC0415 - a checkout that only takes modules away needs neither
    from setuptools.errors import BaseError  # noqa: PLC0415

    require_compiler()
    files = [str(source(module)) for module in MODULES]
    said = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(said):
        try:
            made = mypycify(
                [f"--cache-dir={folder / 'mypy'}", *files],
                opt_level=OPTIMISED,
                debug_level="0",
                group_name=GROUP,
                target_dir=str(folder / "c"),
            )
            if windows is None:
                _build(made, folder)
            else:
                _build_for_windows(made, folder, windows)
        except (BaseError, CalledProcessError, SystemExit) as problem:  # mypyc exits on an error
            why = problem or "mypyc refuses the sources"
            raise CannotBuildError(f"the modules cannot be compiled: {why} {said.getvalue()} ({HOW})") from problem


def _build(made: Sequence[Extension], folder: Path) -> None:
    from setuptools import Distribution  # noqa: PLC0415

    for each in made:
        each.extra_link_args += ["-s"] if sys.platform.startswith("linux") else []
    command = Distribution({"name": GROUP, "ext_modules": made}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(folder / "modules"), str(folder / "objects")
    command.ensure_finalized()
    command.run()


def _build_for_windows(made: Sequence[Extension], folder: Path, library: Path) -> None:
    """Cross-compile the libraries for Windows, with this Python's headers and a ``pyconfig.h`` for Windows."""
    headers = folder / "headers"
    shutil.copytree(sysconfig.get_path("include"), headers)
    shutil.copyfile(ROOT / "build" / "windows" / "pyconfig.h", headers / "pyconfig.h")
    always_alike = ("-shared", "-s", "-static-libgcc", "-Wl,--no-insert-timestamp")
    for each in made:
        file = folder / "modules" / source(each.name).with_suffix(WINDOWS)
        file.parent.mkdir(parents=True, exist_ok=True)
        places = [f"-I{place}" for place in (headers, *each.include_dirs)]
        flags = (*always_alike, *each.extra_compile_args, *places)
        environment.run(WINDOWS_COMPILER, *flags, *each.sources, library, "-o", file)


def require_compiler() -> None:
    """Raise ``CannotBuildError`` if there is no C compiler or no Python headers."""
    if sys.platform == "win32":
        return  # setuptools looks for Microsoft's compiler itself
    name = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    name = os.environ.get("CC", name).split()[0]
    if shutil.which(name) is None:
        raise CannotBuildError(f"the modules cannot be compiled: no C compiler, {name} not installed ({HOW})")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise CannotBuildError(f"the modules cannot be compiled: Python's headers not installed ({HOW})")


def copy_in(modules: Path, to: Path) -> None:
    """Copy compiled modules beside the plain ones in a folder."""
    for name in extensions(modules):
        shutil.copyfile(modules / name, to / name)


def remove(folder: Path = ROOT) -> None:
    """Remove compiled modules for any Python from a folder."""
    places = [Path(LIBRARY), *(source(module).with_suffix("") for module in MODULES)]
    for place in places:
        for file in _binaries(folder / place):
            file.unlink()


def _binaries(place: Path) -> Iterator[Path]:
    for ending in ("so", "pyd"):
        yield from place.parent.glob(f"{place.name}.*{ending}")


def stage(folder: Path, windows: Path | None = None, *, is_plain: bool = False) -> None:
    """Copy the packages to a new folder, compiled unless ``is_plain``."""
    shutil.rmtree(folder, ignore_errors=True)
    unwanted: Iterable[str] = ("__pycache__", "*.so", "*.pyd")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns(*unwanted))
    for laboratory in LABORATORIES:
        shutil.rmtree(folder / laboratory)
    if not is_plain:
        copy_in(compiled(windows), folder)


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Compile the engine and the search by mypyc, in place.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--remove", action="store_true", help="take the compiled modules away again")
    what.add_argument("--into", type=Path, metavar="DIR", help="copy the packages there, compiled")
    parser.add_argument(
        "--windows", type=Path, metavar="DLL", help="compiled for the Python for Windows of that library"
    )
    options = parser.parse_args()
    try:
        if options.remove:
            remove()
        elif options.into:
            stage(options.into, options.windows)
        else:
            remove()
            copy_in(compiled(), ROOT)
    except CannotBuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
