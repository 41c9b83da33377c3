"""Builds the packages that people download into dist/, with their sums in dist/SHA256SUMS.

python build/package.py                               what this machine builds natively
python build/package.py linux|windows|macos|source    the packages of one kind
python build/package.py … --check                     and try them: install, start, play, uninstall
python build/package.py --update-constraints          pin the newest versions of all that is installed
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import subprocess
import sys
import time
from pathlib import Path

from environment import CannotBuildError, CheckError, update_constraints
from product import DIST, ROOT, VERSION

SYSTEMS = ("linux", "windows", "macos", "source")
"""Each is a module in this folder with ``build() -> list[Path]`` and ``check(files)``, imported on demand."""
NATIVE = {"linux": "linux", "win32": "windows", "darwin": "macos"}
SUMS = DIST / "SHA256SUMS"


def write_sums() -> None:
    """Write the sums of all packages of this version, in the form of ``sha256sum --check``."""
    packages = sorted(path for path in DIST.glob(f"*{VERSION}*") if path.is_file())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in packages]
    SUMS.write_text("".join(lines), encoding="utf-8", newline="\n")


def package(system: str, *, is_checked: bool) -> None:
    """Build the packages for one system, and test them if ``is_checked``."""
    part = importlib.import_module(system)
    began_s = time.monotonic()
    DIST.mkdir(exist_ok=True)
    files: list[Path] = part.build()
    write_sums()
    for file in files:
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB", flush=True)
    print(f"{system}: built in {time.monotonic() - began_s:.0f} s", flush=True)
    if is_checked:
        part.check(files)
        print(f"{system}: checked, {time.monotonic() - began_s:.0f} s in all", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the packages that people download into dist/.")
    parser.add_argument("system", nargs="?", choices=SYSTEMS, help="without one: what this machine builds natively")
    parser.add_argument("--check", action="store_true", help="install, start, play and uninstall what was built")
    parser.add_argument(
        "--update-constraints", action="store_true", help="pin the newest versions of all that is installed"
    )
    options = parser.parse_args(arguments)
    if options.update_constraints:
        update_constraints()
        return 0
    system = options.system or NATIVE.get(sys.platform, "source")
    try:
        package(system, is_checked=options.check)
    except (CannotBuildError, CheckError, subprocess.CalledProcessError) as problem:
        print(f"{system}: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
