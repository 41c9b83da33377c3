"""Tries the packages for Linux in small Debian systems that never saw Python, as root, with debootstrap.

python build/roots.py [SUITE …]     in these (bookworm trixie), once ``build/package.py linux`` has built the packages

Each is made anew from a copy kept in ``out/roots``. The .deb is installed, started from the menu's entry by an ordinary
user, played by the journeys and removed; then the archive is installed by that user, started, and uninstalled.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import environment
import linux_check
from environment import CannotBuildError, CheckError, expect, run
from linux_check import starts
from product import DIST, ID, PROGRAM, SCRATCH, package_name

SUITES = ("bookworm", "trixie")
TOOLS = ("libglib2.0-bin", "desktop-file-utils", "appstream")
"""The tools for the test itself: gio, the menu's cache, and that system's validator."""
USER = "anna"
ENTER = """
mount --rbind /tmp "$1/tmp" && mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc"
root=$1 user=$2
shift 2
exec /usr/sbin/chroot --userspec="$user" "$root" "$@"
"""
"""Mounts the file systems that a program needs, for this process only; /tmp is shared, for the display and the
journeys.
"""


class System:
    """A Debian system in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, *words: str, user: str = "root") -> list[str]:
        """Return the command that runs another one inside."""
        return ["unshare", "--mount", "sh", "-ec", ENTER, "sh", str(self.folder), user, *words]

    def run(self, *words: str, user: str = "root", env: Mapping[str, str] | None = None) -> str:
        """Run a command inside; return what it prints."""
        inside = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(self.command(*words, user=user), env=env or inside, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode()


def bare_system(suite: str) -> System:
    """Return a minimal Debian system, copied from a cached one."""
    kept, folder = SCRATCH / "roots" / suite, SCRATCH / "roots" / f"{suite}-trial"
    if not (kept / "etc" / "debian_version").exists():
        run("debootstrap", "--variant=minbase", suite, kept)
    shutil.rmtree(folder, ignore_errors=True)
    run("cp", "--archive", "--reflink=auto", kept, folder)
    return System(folder)


def try_in(suite: str, archive: Path, package: Path, display: str) -> None:
    """Install, start, play and remove both packages in a system of that suite."""
    system = bare_system(suite)
    system.run("apt-get", "update", "-qq")
    system.run("apt-get", "install", "-qq", "--no-install-recommends", *TOOLS)
    system.run("useradd", "--create-home", USER)
    env = linux_check.login(Path("/home", USER), display)
    shared = Path("/tmp", f"{PROGRAM}-{suite}-{os.getpid()}")
    shared.mkdir()
    try:
        for file in (archive, package):
            shutil.copy(file, shared)
        try_package(system, shared / package.name, env)
        try_archive(system, shared / archive.name, env)
    finally:
        shutil.rmtree(shared)
    expect(not system.run("sh", "-c", "ls /usr/bin | grep ^python || true"), f"{suite}: there is a Python")
    shutil.rmtree(system.folder)


def try_package(system: System, package: Path, env: Mapping[str, str]) -> None:
    """Install the .deb, start it as an ordinary user, play, and purge it without a trace."""
    system.run("apt-get", "install", "-qq", "--no-install-recommends", str(package))
    share = system.folder / "usr" / "share"
    metainfo = share / "metainfo" / f"{ID}.metainfo.xml"
    linux_check.check_metainfo(Path("/", metainfo.relative_to(system.folder)), *system.command())
    starts(system.command("gio", "launch", f"/usr/share/applications/{PROGRAM}.desktop", user=USER), env)
    linux_check.journeys(system.command(f"/usr/bin/{PROGRAM}"))
    system.run("apt-get", "purge", "-qq", PROGRAM)
    elsewhere = ("(", "-path", "/home", "-o", "-path", "/tmp", ")", "-prune", "-o")
    left = system.run(
        "find", "/", "-xdev", *elsewhere, "(", "-name", f"*{PROGRAM}*", "-o", "-name", f"*{ID}*", ")", "-print"
    )
    expect(not left, f"the .deb leaves {left}")


def try_archive(system: System, archive: Path, env: Mapping[str, str]) -> None:
    """Unpack and install the archive as an ordinary user, start it, and uninstall it; only the user's files remain."""
    home = Path(env["HOME"])
    outside = system.folder / home.relative_to("/")
    system.run("apt-get", "install", "-qq", "--no-install-recommends", "xz-utils", "libx11-6", "libxext6", "libstdc++6")
    before = linux_check.files_in(outside)
    system.run("mkdir", f"{home}/Über uns", user=USER, env=env)
    system.run("tar", "--extract", "--file", str(archive), "--directory", f"{home}/Über uns", user=USER, env=env)
    system.run(f"{home}/Über uns/{archive.name.removesuffix('.tar.xz')}/install.sh", user=USER, env=env)
    system.run("rm", "-r", f"{home}/Über uns", user=USER, env=env)
    starts(system.command("gio", "launch", f"{home}/.local/share/applications/{PROGRAM}.desktop", user=USER), env)
    system.run(f"{home}/.local/lib/{PROGRAM}/uninstall.sh", user=USER, env=env)
    left = {path for path in linux_check.files_in(outside) - before if not linux_check.is_the_users(path)}
    expect(not left, f"uninstall.sh leaves {sorted(left)}")


def main() -> int:
    """Test the packages in each suite; return the exit status."""
    parser = argparse.ArgumentParser(description="Try the packages for Linux in small Debian systems without Python.")
    parser.add_argument("suites", nargs="*", default=SUITES, metavar="SUITE", help="bookworm trixie, unless told")
    options = parser.parse_args()
    archive, package = (DIST / package_name("linux-x86_64", ending) for ending in (".tar.xz", ".deb"))
    try:
        environment.require("debootstrap", "unshare", "Xvfb", "xdotool", by=f"{linux_check.HOW} debootstrap")
        if os.geteuid():
            raise CannotBuildError("only root can make systems and mount in them")
        with linux_check.screen() as display:
            for suite in options.suites:
                try_in(suite, archive, package, display)
                print(f"{suite}: both packages install, start, play and go", flush=True)
    except (CannotBuildError, CheckError, subprocess.CalledProcessError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
