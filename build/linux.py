"""Builds the packages for Linux."""

from __future__ import annotations

import sys
from pathlib import Path

import bundle
import environment
from product import DIST, package_name


def build() -> list[Path]:
    """Build the archive; raises ``CannotBuildError`` on another system."""
    if not sys.platform.startswith("linux"):
        raise environment.CannotBuildError("packages for Linux are built on Linux only")
    environment.require("tar", "xz", by="Debian: apt-get install tar xz-utils")
    folder = bundle.build()
    archive = DIST / package_name("linux-x86_64", ".tar.xz")
    environment.run(
        "tar", "--create", "--xz", f"--file={archive}", f"--directory={folder.parent}", folder.name,
        "--sort=name", "--owner=0", "--group=0", "--numeric-owner", f"--mtime=@{environment.source_date()}",
        env={**environment.reproducible(), "XZ_OPT": "-9e"},
    )  # fmt: skip
    return [archive]
