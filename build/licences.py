"""Find files in a package without an entry in ``assets/licenses/index.toml``, and entries without a file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from environment import CheckError
from product import ROOT

LICENCES = ROOT / "assets" / "licenses"


def parts() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((LICENCES / "index.toml").read_text(encoding="utf-8"))["part"]
    return found


def is_of(file: str, patterns: Iterable[str]) -> bool:
    """Whether a path, its parts separated by slashes, ends in what one of the patterns says.

    >>> is_of("_internal/pygame/SDL2.dll", ["SDL2.dll"]), is_of("_internal/pygame/SDL2.dll", ["L2.dll"])
    (True, False)
    """
    return any(fnmatchcase(f"/{file}", f"*/{pattern}") for pattern in patterns)


def uncovered(files: Iterable[str]) -> list[str]:
    """Return the files without an entry."""
    patterns = [pattern for part in parts() for pattern in part["files"]]
    return [file for file in files if not is_of(file, patterns)]


def check(folder: Path, system: str, *, also: Iterable[str] = ()) -> None:
    """Check that every file in the folder and in ``also`` has a licence, and that no part for the system is missing."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    files += also
    if unknown := uncovered(files):
        raise CheckError(f"no licence in {LICENCES.name}/index.toml for {', '.join(unknown)}")
    for part in parts():
        if system in part["ships"] and part["files"] and not any(is_of(file, part["files"]) for file in files):
            raise CheckError(f"{part['name']} is not in the package for {system}, though index.toml says so")
