"""Test the packages for Linux: with validators, and from unpacking to uninstalling.

The archive is unpacked and installed in an empty home whose path has blanks and umlauts; there the journeys play the
installed program in a real window on a virtual screen. Only ``build/roots.py`` installs a .deb, in a system of its own;
here its files are unpacked and started.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import bundle
import check as project_check
import environment
import licences
from environment import expect
from product import HOMEPAGE, ID, NAME, PROGRAM, PUBLISHER_ADDRESS, VERSION

OLDEST_GLIBC = (2, 35)
"""The version in ``deb.DEPENDS``."""
NEEDED = ("Xvfb", "xdotool", "gio", "desktop-file-validate", "appstreamcli", "lintian", "objdump")
HOW = "Debian: apt-get install xvfb xdotool libglib2.0-bin desktop-file-utils appstream lintian binutils"
PATIENCE_S = 40
PAUSE_S = 0.1
HOME_NAME = "Jörgs $100-Ordner (für später)"


Found = TypeVar("Found")


def check(archive: Path, package: Path) -> None:
    """Test both packages; raises ``CheckError``."""
    environment.require(*NEEDED, by=HOW)
    with tempfile.TemporaryDirectory(prefix=f"{PROGRAM}-") as scratch:
        unpacked = Path(scratch, "unpacked")
        unpacked.mkdir()
        environment.run("tar", "--extract", "--file", archive, "--directory", unpacked)
        folder = next(unpacked.iterdir())
        check_files(folder)
        check_desktop_files(folder)
        home = Path(scratch, HOME_NAME)
        with screen() as display:
            home.mkdir()
            env = login(home, display)
            moved = home / "Downloads" / folder.name
            shutil.move(folder, moved)
            check_launcher(moved / f"{NAME}.desktop", env)
            check_installation(moved, env)
            check_deb(package, Path(scratch, "deb"), env)


# -- what can be seen without a start ---------------------------------------------------------------------------------


def highest_glibc(folder: Path) -> tuple[int, ...]:
    """Return the newest version of the C library that any file in the folder requires."""
    binaries = [path for path in folder.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    said = environment.output("objdump", "-T", *binaries)
    return max(tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", said))


def check_files(folder: Path) -> None:
    """Check that every file of the game is there, and that none requires a newer system than promised."""
    newest = highest_glibc(folder)
    expect(newest <= OLDEST_GLIBC, f"the bundle needs glibc {newest}, promised is {OLDEST_GLIBC}")
    print(f"highest GLIBC symbol: {'.'.join(map(str, newest))}", flush=True)
    bundle.check_data(folder / "_internal")
    licences.check(folder, "linux")
    told = environment.output(folder / PROGRAM, "--version").strip()
    expect(told == f"{NAME} {VERSION}", f"the bundle says that it is {told}")
    bundle.check_modules(folder / PROGRAM)


def check_desktop_files(folder: Path) -> None:
    """Check desktop entries and AppStream metadata; only a missing homepage is allowed."""
    share = folder / "share"
    environment.run("desktop-file-validate", folder / f"{NAME}.desktop", share / "applications" / f"{PROGRAM}.desktop")
    check_metainfo(share / "metainfo" / f"{ID}.metainfo.xml")


def check_metainfo(metainfo: Path, *prefix: str | Path) -> None:
    """Run AppStream's validator; only the missing homepage is allowed."""
    command = [*prefix, "appstreamcli", "validate", "--no-net", metainfo]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    expect("Validation" in said, f"appstreamcli does not validate: {said}")
    found = {line.split()[-1] for line in said.splitlines() if line.startswith(("E: ", "W: "))}
    allowed = {"url-homepage-missing"} if HOMEPAGE is None else set()
    expect(found <= allowed, f"appstreamcli: {said}")


# -- starting ---------------------------------------------------------------------------------------------------------


def login(home: Path, display: str) -> dict[str, str]:
    """Return the variables of a user with that home who has just logged in."""
    return {
        "HOME": str(home),
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "DISPLAY": display,
        "LANG": "C.UTF-8",
        "SDL_AUDIODRIVER": "dummy",
    }


@contextmanager
def screen() -> Iterator[str]:
    """Run a virtual screen; yield its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as number:
            name = f":{number.readline().strip()}"
        expect(name != ":", "Xvfb does not start")
        yield name
    finally:
        server.terminate()
        server.wait()


def check_launcher(entry: Path, env: Mapping[str, str]) -> None:
    """Check that the unpacked folder's entry starts the program, from file managers and directly."""
    lines = entry.read_text(encoding="utf-8").replace("\\\\", "\\").splitlines()
    command = next(line.removeprefix("Exec=") for line in lines if line.startswith("Exec="))
    starts(["sh", "-c", command.replace("%k", '"$1"'), "sh", str(entry)], env)
    starts(["gio", "launch", str(entry)], env, folder=entry.parent)  # gio does not pass the entry's path


def starts(command: Sequence[str], env: Mapping[str, str], *, folder: Path = Path("/")) -> None:
    """Run a command that opens the game's window, however indirectly, and close the window again."""
    process = subprocess.Popen(command, env=env, cwd=folder)
    search = ("xdotool", "search", "--onlyvisible", "--class", PROGRAM)
    window = wait_for(lambda: _output(search, env), f"{shlex.join(command)}: no window")
    process_id = _output(("xdotool", "getwindowpid", window.split()[0]), env)
    subprocess.run(["kill", process_id], check=True)
    wait_for(lambda: not _output(search, env), f"{shlex.join(command)}: the window stays")
    process.wait(PATIENCE_S)


def wait_for(found: Callable[[], Found], otherwise: str) -> Found:
    """Wait until ``found()`` returns something true, and return that."""
    end_s = time.monotonic() + PATIENCE_S
    while not (result := found()):
        expect(time.monotonic() < end_s, otherwise)
        time.sleep(PAUSE_S)
    return result


def _output(command: Sequence[str], env: Mapping[str, str]) -> str:
    """Return what a command prints, or nothing if it fails."""
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False).stdout.strip()


# -- installing -------------------------------------------------------------------------------------------------------


def check_installation(folder: Path, env: Mapping[str, str]) -> None:
    """Install the unpacked archive, start it from the menu's entry, play, and uninstall it without a trace."""
    home = Path(env["HOME"])
    before = files_in(home)
    subprocess.run([folder / "install.sh"], env=env, check=True)
    entry = home / ".local" / "share" / "applications" / f"{PROGRAM}.desktop"
    environment.run("desktop-file-validate", entry)
    starts(["gio", "launch", str(entry)], env)
    journeys([str(home / ".local" / "bin" / PROGRAM)])
    subprocess.run([home / ".local" / "lib" / PROGRAM / "uninstall.sh"], env=env, check=True)
    left = {path for path in files_in(home) - before if not is_the_users(path)}
    expect(not left, f"the archive's uninstall.sh leaves {sorted(left)}")


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def is_the_users(path: str) -> bool:
    """Return whether a path in a home is a match, settings, or a folder above them, not part of the installation."""
    theirs = (f".config/{PROGRAM}", f".local/state/{PROGRAM}")
    return any(path.startswith(own) or own.startswith(f"{path}/") for own in theirs)


def journeys(command: Sequence[str]) -> None:
    """Run the journeys with the program that is started by this command."""
    env = {
        **os.environ,
        "MILESTONE_RALLY_PROGRAM": shlex.join(command),
        "MILESTONE_RALLY_JOURNEYS": "required",
    }
    pytest = ("-m", "pytest", "--quiet", "-n", "auto", "--dist", "worksteal", "tests/journeys")
    environment.run(project_check.environment(), *pytest, env=env)


def check_deb(package: Path, folder: Path, env: Mapping[str, str]) -> None:
    """Check the .deb: no error of lintian, the archive's files, and a link in /usr/bin that starts the program."""
    run_lintian(package)
    environment.run("dpkg-deb", "--extract", package, folder)
    starts([str(folder / "usr" / "bin" / PROGRAM)], env)


def run_lintian(package: Path) -> None:
    """Run lintian; only the publisher's missing address is allowed."""
    allowed = [] if PUBLISHER_ADDRESS else ["--suppress-tags", "malformed-contact,bogus-mail-host-in-debian-changelog"]
    environment.run("lintian", "--allow-root", "--tag-display-limit", "0", "--fail-on", "error", *allowed, package)
