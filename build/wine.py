"""A Python for Windows on a Linux machine, run by wine.

Python's libraries come from a wheel with the files signed by python.org, the standard library from the Python that runs
this; the program that starts both is compiled here.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import compiled
import environment
from product import ROOT, SCRATCH

SOURCES = ROOT / "build" / "windows"
FOLDER = SCRATCH / "windows"
PREFIX = FOLDER / "wine"
"""Wine's drive and registry, separate from the user's own."""

_VERSION = (3, 11)
LIBRARY = "python311.dll"
"""Python itself, in the folder of the program that starts it."""
_STABLE_LIBRARY = "python3.dll"
_OBJDUMP = "x86_64-w64-mingw32-objdump"
_WINE = Path("/usr/lib/wine")  # Debian's command "wine" asks for the 32-bit one on every call
PACKAGES = "wine64 wine gcc-mingw-w64-x86-64-win32 nsis"
_LIBRARIES = (LIBRARY, "VCRUNTIME140.dll", "libffi-8.dll", "sqlite3.dll")
_LACKING = SOURCES / "bcryptprimitives.c"
_LEFT_OUT = (
    "__pycache__",
    "test",
    "lib-dynload",
    "site-packages",
    "dist-packages",
    "config-*",
    "_sysconfigdata*",
)
_LEFT_OUT_OF_DEBIAN = ("sitecustomize.py", "EXTERNALLY-MANAGED")


def require() -> None:
    """Raise ``CannotBuildError`` if a tool is missing."""
    programs = (_program("wine64"), _program("wineserver64"), compiled.WINDOWS_COMPILER, _OBJDUMP, "makensis")
    environment.require(*programs, by=f"Debian: apt-get install {PACKAGES}")
    if sys.version_info[:2] != _VERSION:
        raise environment.CannotBuildError(
            "wine's Python takes its standard library from Python 3.11; run this by that one"
        )


def _program(name: str) -> str:
    """Return a program of wine, from Debian's folder or PATH."""
    return str(_WINE / name) if (_WINE / name).exists() else name.removesuffix("64")


def variables(prefix: Path) -> dict[str, str]:
    """Return the environment of whatever runs under wine.

    It adds no entries to this machine's menus, and a crash ends the program with its status: wine's debugger can hang.
    """
    quiet = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe,winedbg.exe=d"}
    return {**environment.reproducible(), **quiet, "WINEPREFIX": str(prefix), "WINEARCH": "win64"}


def run(*arguments: str | Path, prefix: Path = PREFIX, env: Mapping[str, str] | None = None) -> None:
    """Run a Windows program in the project's root; raises ``CalledProcessError`` if it fails.

    Its standard streams are pipes, as Python can use no others under wine without a terminal.
    """
    command = [_program("wine64"), *map(str, arguments)]
    if not prefix.exists():
        _make(prefix)
    with subprocess.Popen(
        command, cwd=ROOT, env={**variables(prefix), **(env or {})},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as program:  # fmt: skip
        assert program.stdout is not None
        for line in program.stdout:
            print(line.decode(errors="replace").rstrip(), flush=True)
    if program.returncode:
        raise subprocess.CalledProcessError(program.returncode, command)


def _make(prefix: Path) -> None:
    """Create a new Windows, and add what wine lacks."""
    prefix.mkdir(parents=True)
    command = (_program("wine64"), "wineboot", "--init")
    env = {**variables(prefix), "DISPLAY": ""}
    subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True
    )
    subprocess.run([_program("wineserver64"), "--wait"], env=env, check=True)
    libraries = prefix / "drive_c" / "windows" / "system32"
    made = ("-shared", "-O2", "-s", "-o", libraries / _LACKING.with_suffix(".dll").name, _LACKING, "-ladvapi32")
    environment.run(compiled.WINDOWS_COMPILER, *made)


def python(packages: tuple[str, ...]) -> Path:
    """Return an interpreter with only these packages, pinned, and their requirements."""
    require()
    folder = FOLDER / "python"
    pins = [file.read_text(encoding="utf-8") for file in (environment.CONSTRAINTS, SOURCES / "python.txt")]
    made_of = "\n".join((*packages, *pins, sys.version))
    kept = folder / "made-of.txt"
    if not kept.exists() or kept.read_text(encoding="utf-8") != made_of:
        shutil.rmtree(folder, ignore_errors=True)
        _make_interpreter(folder)
        _install(packages, folder / "Lib" / "site-packages")
        kept.write_text(made_of, encoding="utf-8")
    return folder / "python.exe"


def _make_interpreter(folder: Path) -> None:
    wheels = FOLDER / "wheels"
    pip = (environment.python(), "-m", "pip")
    requirement = ("--require-hashes", "--requirement", SOURCES / "python.txt")
    environment.run(*pip, "download", "--quiet", "--no-deps", *_for_windows(), "--dest", wheels, *requirement)
    shutil.copytree(
        sysconfig.get_path("stdlib"), folder / "Lib", ignore=shutil.ignore_patterns(*_LEFT_OUT, *_LEFT_OUT_OF_DEBIAN)
    )
    with ZipFile(next(wheels.glob("panda3d-*.whl"))) as wheel:
        for name in wheel.namelist():
            file = Path(name)
            if file.parent.name == "deploy_libs" and (file.suffix == ".pyd" or file.name in _LIBRARIES):
                (folder / file.name).write_bytes(wheel.read(name))
    environment.run(
        compiled.WINDOWS_COMPILER, "-municode", "-O2", "-s", "-o", folder / "python.exe", SOURCES / "python.c"
    )
    _make_stable_library(folder)


def _make_stable_library(folder: Path) -> None:
    """Create the stable-ABI library that some extensions require and the wheel lacks; it refers to Python's own."""
    told = subprocess.run(
        [_OBJDUMP, "--private-headers", folder / LIBRARY], check=True, capture_output=True, text=True
    ).stdout  # fmt: skip
    names = sorted(set(re.findall(r"^\s*\[ *\d+\].*?\b(_?Py\w+)$", told, re.MULTILINE)))
    listed = folder / "python3.def"
    listed.write_text("\n".join(["EXPORTS", *(f"{name}={Path(LIBRARY).stem}.{name}" for name in names), ""]), "utf-8")
    library = (listed, "-o", folder / _STABLE_LIBRARY)
    environment.run(compiled.WINDOWS_COMPILER, "-shared", "-nostdlib", "-s", "-Wl,--entry,0", *library)
    listed.unlink()


def _install(packages: tuple[str, ...], folder: Path) -> None:
    pip = (environment.python(), "-m", "pip", "install", "--quiet", "--constraint", environment.CONSTRAINTS)
    environment.run(*pip, *_for_windows(), "--target", folder, *packages)


def _for_windows() -> tuple[str, ...]:
    version = ".".join(map(str, _VERSION))
    return (
        "--platform", "win_amd64", "--implementation", "cp", "--python-version", version, "--only-binary", ":all:",
    )  # fmt: skip
