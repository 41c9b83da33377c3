"""Measure the Linux packages of ``build/package.py linux``, for the figures of docs/decisions/032.

python build/figures.py [--pairs N]     sizes, those of an empty pygame window beside them, and the start
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path
from statistics import median

import bundle
import check
import environment
import linux
import linux_check
from product import DIST, PROGRAM, ROOT, SCRATCH, package_name

FOLDER = SCRATCH / "figures"
EMPTY = "import pygame\npygame.display.init()\npygame.font.init()\npygame.mixer.init()\npygame.Window().flip()\n"
PAIRS = 12


def empty_window() -> Path:
    """Build the bundle of a program that only opens a window, with nothing left out."""
    script = FOLDER / "empty.py"
    FOLDER.mkdir(parents=True, exist_ok=True)
    script.write_text(EMPTY, encoding="utf-8")
    scratch = ("--distpath", FOLDER / "dist", "--workpath", FOLDER / "work", "--specpath", FOLDER)
    quiet = ("--noconfirm", "--log-level", "WARN", "--strip")
    environment.run(environment.python(), "-m", "PyInstaller", *quiet, *scratch, script, env=environment.reproducible())
    return FOLDER / "dist" / "empty"


def told(what: str, folder: Path, archive: Path) -> None:
    """Print the sizes of a folder and its archive."""
    files = sum(path.is_file() for path in folder.rglob("*"))
    print(f"{what}: {bundle.size_mb(folder):.1f} MB, {files} files, tar.xz {archive.stat().st_size / 1e6:.1f} MB")


def title_shown(command: list[str], display: str) -> tuple[float, float]:
    """Return the seconds until a process shows the title and writes its controls, and its processor time."""
    env = {**os.environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # byte code is cached, as it is for players
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree.json")
        began_s, before = time.time(), os.times()
        with subprocess.Popen([*command, "--user-dir", folder, "--ui-tree", tree], cwd=ROOT, env=env) as game:
            linux_check.wait_for(tree.exists, f"{command[0]}: the title is not shown")
            took_s = tree.stat().st_mtime - began_s
            game.terminate()
        after = os.times()
    worked_s = after.children_user + after.children_system - before.children_user - before.children_system
    return took_s, worked_s


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Measure the packages for Linux.")
    parser.add_argument("--pairs", type=int, default=PAIRS, metavar="N", help=f"starts of bundle and source ({PAIRS})")
    options = parser.parse_args()
    folder = bundle.FOLDER / PROGRAM
    archive, package = (DIST / package_name("linux-x86_64", ending) for ending in (".tar.xz", ".deb"))
    told("bundle", folder, archive)
    print(f".deb: {package.stat().st_size / 1e6:.1f} MB")
    with tarfile.open(archive) as tar:
        print(f"archive, unpacked: {sum(member.size for member in tar) / 1e6:.1f} MB")
    empty = empty_window()
    linux.pack(empty, FOLDER / "empty.tar.xz")
    told("empty window", empty, FOLDER / "empty.tar.xz")
    print(f"highest GLIBC symbol: {'.'.join(map(str, linux_check.highest_glibc(folder)))}")
    commands = {"bundle": [str(folder / PROGRAM)], "source": [str(check.environment()), "-m", "game"]}
    starts: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    with linux_check.screen() as display:
        for turn in range(1 + options.pairs):
            for name, command in commands.items():
                start = title_shown(command, display)
                starts[name] += [start] if turn else []  # the first run only fills the caches
    for place, what in enumerate(("title shown", "processor time")):
        bundled, source = (median(start[place] for start in starts[name]) for name in commands)
        print(f"{what}, median of {options.pairs}: {bundled:.3f} s / {source:.3f} s = {bundled / source:.2f}")


if __name__ == "__main__":
    main()
