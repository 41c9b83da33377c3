"""Builds the wheel and the source archive."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import compiled
import environment
from environment import CheckError, expect
from product import DIST, LANGUAGES, NAME, PROGRAM, VERSION

PATIENCE_S = 40
PAUSE_S = 0.05
NO_SCREEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def build() -> list[Path]:
    """Build both; the same commit gives the same files."""
    stem = f"{PROGRAM.replace('-', '_')}-{VERSION}"
    for file in DIST.glob(f"{stem}-*.whl"):
        file.unlink()
    archive = DIST / f"{stem}.tar.gz"
    archive.unlink(missing_ok=True)
    python = environment.python()
    compiled.require_compiler()
    environment.run(python, "-m", "hatchling", "build", "-d", DIST, env=environment.reproducible())
    return [*DIST.glob(f"{stem}-*.whl"), archive]


def check(files: list[Path]) -> None:
    """Install wheel and archive, each in its own environment, and start the program from another folder."""
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            try_installed(file, Path(folder))
            print(f"{file.name}: installs and starts", flush=True)


def try_installed(file: Path, folder: Path) -> None:
    """Install a file as pip or pipx would, and start its command: the command prints its version and plays.

    A wheel has compiled modules and no laboratories. The archive is tested without a compiler, with all modules plain.
    """
    is_wheel = file.suffix == ".whl"
    env = os.environ if is_wheel else {**os.environ, compiled.PLAIN: "1"}
    venv.create(folder / "env", with_pip=True, symlinks=os.name != "nt")
    scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    constraints = ("--constraint", str(environment.CONSTRAINTS))
    environment.run(scripts / "python", "-m", "pip", "install", "--quiet", *constraints, file, cwd=folder, env=env)
    if is_wheel:
        with zipfile.ZipFile(file) as wheel:
            expect(
                not any(name.startswith(compiled.LABORATORIES) for name in wheel.namelist()),
                f"{file.name}: has a laboratory",
            )
    program = scripts / PROGRAM
    said = environment.output(program, "--version", cwd=folder).strip()
    if said != f"{NAME} {VERSION}":
        raise CheckError(f"{file.name}: the program says that it is {said}")
    loaded = environment.output(program, "modules", cwd=folder).split()
    expect(loaded == (sorted(compiled.MODULES) if is_wheel else []), f"{file.name}: compiled are only {loaded}")
    for language in LANGUAGES:
        show_title(program, folder, language)


def show_title(program: Path, folder: Path, language: str, variables: Mapping[str, str] = NO_SCREEN) -> None:
    """Start the game until the title is shown in that language, by default without a screen, and end it."""
    tree = folder / f"{language}.json"
    env = {**os.environ, **variables, "LC_ALL": f"{language}.UTF-8"}
    command: list[str | Path] = [program, "--user-dir", folder / language, "--ui-tree", tree]
    with subprocess.Popen(command, cwd=folder, env=env) as game:
        try:
            end_s = time.monotonic() + PATIENCE_S
            while not tree.exists() and game.poll() is None and time.monotonic() < end_s:
                time.sleep(PAUSE_S)
        finally:
            game.terminate()
    shown = json.loads(tree.read_text(encoding="utf-8")) if tree.exists() else {}
    if (shown.get("scene"), shown.get("language")) != ("title", language):
        raise CheckError(f"{program}: expected the title in {language}, got {shown.get('scene')}")
