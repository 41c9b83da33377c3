"""Test the application for macOS: its properties and files, and that it starts and plays.

python build/macos_check.py APP
"""

from __future__ import annotations

import os
import platform
import plistlib
import sys
import tempfile
from pathlib import Path

import bundle
import licences
import macos
import source
from environment import CheckError, expect, output
from macholib.mach_o import CPU_TYPE_NAMES, LC_BUILD_VERSION, LC_VERSION_MIN_MACOSX
from macholib.MachO import MachO
from product import NAME, PROGRAM, VERSION

MACH_O = {b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe"}
"""The first bytes of programs and libraries: for several processors, and for a single 64-bit one."""
PROCESSORS = {"arm64": "ARM64", "x86_64": "x86_64"}
"""macholib's name for what the system calls its processor."""


def check_plist(contents: Path) -> None:
    """Check the properties, and that icon and program exist where they say."""
    with (contents / "Info.plist").open("rb") as file:
        told = plistlib.load(file)
    wrong = {key: told.get(key) for key, value in macos.info_plist().items() if told.get(key) != value}
    expect(not wrong, f"Info.plist says {wrong}")
    icon = contents / "Resources" / str(told.get("CFBundleIconFile"))
    expect(icon.is_file() and icon.read_bytes()[:4] == b"icns", f"{icon.name} is no icon")
    program = contents / "MacOS" / str(told.get("CFBundleExecutable"))
    expect(program.name == PROGRAM and os.access(program, os.X_OK), f"{program.name} is no program")


def check_files(contents: Path) -> None:
    """Check that every file of the game is there and has a licence."""
    bundle.check_data(contents / "Resources")
    licences.check(contents.parent, "macos")


def oldest_systems(file: Path) -> dict[str, tuple[int, int]]:
    """Return by processor the oldest macOS that a program or library runs on."""
    found = {}
    for header in MachO(str(file)).headers:
        for load, command, _ in header.commands:
            if load.cmd in (LC_BUILD_VERSION, LC_VERSION_MIN_MACOSX):
                version = int(command.minos if load.cmd == LC_BUILD_VERSION else command.version)
                found[CPU_TYPE_NAMES[header.header.cputype]] = (version >> 16, version >> 8 & 0xFF)
    return found


def check_binaries(contents: Path, machine: str) -> None:
    """Check that every program and library is for that processor and for the oldest promised system."""
    promised = tuple(map(int, macos.OLDEST_SYSTEM.split(".")))
    for path in sorted(contents.rglob("*")):
        if not path.is_file() or path.read_bytes()[:4] not in MACH_O:
            continue
        oldest = oldest_systems(path).get(PROCESSORS[machine])
        expect(oldest is not None, f"{path.name} is not for {machine}")
        expect(oldest <= promised, f"{path.name} needs macOS {oldest}, promised is {macos.OLDEST_SYSTEM}")


def check_start(program: Path) -> None:
    """Check that it starts and prints its version, and shows the title in a real window."""
    told = output(program, "--version").strip()
    expect(told == f"{NAME} {VERSION}", f"the application says that it is {told}")
    bundle.check_modules(program)
    with tempfile.TemporaryDirectory(prefix=f"{PROGRAM}-") as home:
        source.show_title(program, Path(home), "en", {"HOME": home})


def check(app: Path) -> None:
    """Test the application; raises ``CheckError``."""
    contents = app / "Contents"
    check_plist(contents)
    check_files(contents)
    check_binaries(contents, platform.machine())
    check_start(contents / "MacOS" / PROGRAM)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python build/macos_check.py APP")
    try:
        check(Path(sys.argv[1]))
    except CheckError as problem:
        sys.exit(f"macos: {problem}")
