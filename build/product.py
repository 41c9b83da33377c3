"""The product's data for all packages: name, version, identifier, publisher, languages, homepage, icon.

Most of it is read from ``pyproject.toml`` and from the program. Standard library only.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
"""The folder of finished packages."""
SCRATCH = ROOT / "out"
"""The folder for all other build files."""


def _found(path: str, pattern: str) -> str:
    """Return the text that the group of a pattern matches in a file of the project."""
    match = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    if match is None:
        raise LookupError(f"{path}: expected a line like {pattern}")
    return match[1]


PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
"""The table of that name in ``pyproject.toml``."""

NAME = _found("game/__init__.py", r'^TITLE = "(.+)"$')
PROGRAM: str = PROJECT["name"]
"""The name of the command, of files and of folders."""
VERSION = _found("game/__init__.py", r'^__version__ = "(.+)"$')
ID = "org.milestone_rally.MilestoneRally"
"""The program's identifier for systems: a reversed domain."""
PUBLISHER: str = PROJECT["authors"][0]["name"]
PUBLISHER_ID = ID.rpartition(".")[0]
PUBLISHER_ADDRESS: str | None = PROJECT["authors"][0].get("email")
"""None, like the homepage, until the publisher puts one into ``pyproject.toml``."""
LICENCE: str = PROJECT["license"]
HOMEPAGE: str | None = PROJECT.get("urls", {}).get("Homepage")
SCREENSHOTS: str | None = PROJECT.get("urls", {}).get("Screenshots")
"""The web address of the pictures in ``docs/pictures``."""
LANGUAGES = ("en", *sorted(path.parts[-3] for path in ROOT.glob("locale/*/LC_MESSAGES/*.po")))
ICON = ROOT / "assets" / "parts" / "milestone.svg"


def releases() -> list[tuple[str, str | None]]:
    """Return the versions of the changelog, newest first, with their dates (2027-01-31), None while unreleased."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.findall(r"^## (\S+) \((?:unreleased|(\d{4}-\d\d-\d\d))\)$", text, re.MULTILINE)
    return [(version, date or None) for version, date in found]


def changes() -> dict[str, list[str]]:
    """The points of the changelog by version, each as one line of text."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (\S+) .*$", text, flags=re.MULTILINE)[1:]
    return {
        version: [" ".join(point.split()) for point in re.split(r"^- ", section, flags=re.MULTILINE)[1:]]
        for version, section in zip(sections[::2], sections[1::2], strict=True)
    }


def package_name(system: str, ending: str) -> str:
    """Return the file name of a package, such as milestone-rally-0.1.0-linux-x86_64.tar.xz."""
    return f"{PROGRAM}-{VERSION}-{system}{ending}"
