"""Builds the folder bundle dist/milestone-rally in a clean environment of its own.

python build/bundle.py             build it
python build/bundle.py --start     build it, start it on the display there is, and wait for its title screen
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "build" / "milestone-rally.spec"
SCRATCH = ROOT / "out"
PROGRAM = ROOT / "dist" / "milestone-rally" / ("milestone-rally.exe" if os.name == "nt" else "milestone-rally")
START_TIMEOUT_S = 30


def environment() -> Path:
    """An interpreter with the run-time dependencies and PyInstaller only: what is installed comes along."""
    folder = SCRATCH / "bundle-env"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--editable", ".", "pyinstaller"], cwd=ROOT, check=True)
    return python


def build() -> None:
    """Compile the catalogues and let PyInstaller collect everything."""
    python = environment()
    compiled = SCRATCH / "locale"
    subprocess.run([python, "-m", "game", "catalogues", "compile", "--to", str(compiled)], cwd=ROOT, check=True)
    scratch = ("--distpath", ROOT / "dist", "--workpath", SCRATCH / "pyinstaller")
    subprocess.run(
        [python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN", *scratch, SPEC],
        cwd=ROOT,
        env={**os.environ, "MILESTONE_RALLY_LOCALE": str(compiled)},
        check=True,
    )
    if sys.platform.startswith("linux"):
        subprocess.run([python, ROOT / "build" / "desktop.py", PROGRAM.parent / "share"], cwd=ROOT, check=True)


def start() -> None:
    """Start the bundle and wait until its title screen has settled."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree.json"
        began = time.monotonic()
        program = subprocess.Popen([PROGRAM, "--user-dir", folder, "--ui-tree", str(tree)])
        try:
            while not tree.exists() and program.poll() is None and time.monotonic() - began < START_TIMEOUT_S:
                time.sleep(0.02)
            if not tree.exists():
                sys.exit(f"{PROGRAM}: no title screen (exit status {program.poll()})")
            scene = json.loads(tree.read_text(encoding="utf-8"))["scene"]
            print(f"{PROGRAM.relative_to(ROOT)}: {scene} after {time.monotonic() - began:.2f} s")
        finally:
            program.terminate()
            program.wait()


def size_mb(folder: Path) -> float:
    """The size on disk of all files in the folder, in MB."""
    return sum(file.stat().st_size for file in folder.rglob("*") if not file.is_symlink()) / 1e6


if __name__ == "__main__":
    build()
    print(f"{PROGRAM.parent.relative_to(ROOT)}: {size_mb(PROGRAM.parent):.1f} MB")
    if "--start" in sys.argv[1:]:
        start()
