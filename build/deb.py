"""Pack the bundle as a Debian package: /usr/lib/milestone-rally, a link in /usr/bin, and the files that policy
requires.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import shutil
import textwrap
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import environment
from product import (
    HOMEPAGE,
    NAME,
    PROGRAM,
    PUBLISHER,
    PUBLISHER_ADDRESS,
    ROOT,
    SCRATCH,
    VERSION,
    changes,
    releases,
)

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
"""Debian's names of the processors."""
DEPENDS = "libc6 (>= 2.35), libgcc-s1, libstdc++6 (>= 5), libx11-6, libxext6"
"""The libraries that the bundle's files are linked against, or needs to open a window."""
RECOMMENDS = "libpulse0, libxcursor1, libxfixes3, libxi6, libxrandr2, libxss1"
"""The libraries that SDL loads if they exist: sound, pointers, touch, several screens."""
OVERRIDES = """\
# A download for any distribution, not for Debian's archive: it brings its own Python and the libraries of pygame-ce's
# wheel, in the versions that it was tested with.
{p}: embedded-library *
# These modules of both use no function of the C library.
{p}: library-not-linked-against-libc *
# In /usr/bin everybody's PATH finds it.
{p}: package-section-games-but-contains-no-game
"""
LINE = 79


def pack(bundle: Path, share: Path, package: Path) -> None:
    """Build the package; equal content gives an equal package."""
    root = SCRATCH / "linux" / "deb"
    lay_out(bundle, share, root)
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(control(root, share), encoding="utf-8")
    (root / "DEBIAN" / "md5sums").write_text(md5sums(root), encoding="utf-8")
    date = environment.source_date()
    for path in sorted(root.rglob("*"), reverse=True):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or (path.name == PROGRAM and path.parent.name == PROGRAM) else 0o644)
        os.utime(path, (date, date), follow_symlinks=False)
    root.chmod(0o755)
    # One thread: more would cut the archive into blocks, as many as there are cores.
    env = {**environment.reproducible(), "DPKG_DEB_THREADS_MAX": "1"}
    environment.run("dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", root, package, env=env)


def lay_out(bundle: Path, share: Path, root: Path) -> None:
    """Put every file in its installed place below ``root``."""
    usr = root / "usr"
    doc = usr / "share" / "doc" / PROGRAM
    shutil.copytree(bundle, usr / "lib" / PROGRAM, symlinks=True)
    (usr / "bin").mkdir()
    (usr / "bin" / PROGRAM).symlink_to(f"../lib/{PROGRAM}/{PROGRAM}")
    shutil.copytree(share, usr / "share")
    doc.mkdir(parents=True)
    (doc / "copyright").write_text(copyright(), encoding="utf-8")
    write_gz(doc / "changelog.gz", changelog())
    manual = usr / "share" / "man" / "man6" / f"{PROGRAM}.6.gz"
    manual.parent.mkdir(parents=True)
    write_gz(manual, man_page(share))
    overrides = usr / "share" / "lintian" / "overrides" / PROGRAM
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES.format(p=PROGRAM), encoding="utf-8")


def write_gz(path: Path, text: str) -> None:
    """Write a compressed file without a time or a name in it."""
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def told(share: Path) -> tuple[str, list[str]]:
    """Return the English summary and description from the AppStream metadata."""
    component = ET.parse(next((share / "metainfo").iterdir())).getroot()
    english = [e.text or "" for e in component.findall("description/p") if not e.attrib]
    return component.findtext("summary", ""), english


def maintainer() -> str:
    """Return the publisher, with an address once there is one."""
    return f"{PUBLISHER} <{PUBLISHER_ADDRESS or ''}>"


def control(root: Path, share: Path) -> str:
    """Return the package's control file for dpkg and apt."""
    kilobytes = sum(-(-path.lstat().st_size // 1024) for path in (root / "usr").rglob("*"))
    summary, paragraphs = told(share)
    fields = {
        "Package": PROGRAM,
        "Version": VERSION,
        "Section": "games",
        "Priority": "optional",
        "Architecture": ARCHITECTURES[platform.machine()],
        "Maintainer": maintainer(),
        "Installed-Size": kilobytes,
        "Depends": DEPENDS,
        "Recommends": RECOMMENDS,
        "Homepage": HOMEPAGE,
        "Description": summary[0].lower() + summary[1:],
    }
    lines = [f"{key}: {value}" for key, value in fields.items() if value is not None]
    described = "\n .\n".join(textwrap.fill(p, LINE, initial_indent=" ", subsequent_indent=" ") for p in paragraphs)
    return "\n".join([*lines, described, ""])


def md5sums(root: Path) -> str:
    """Return the sums by which dpkg detects changed files."""
    files = sorted(path for path in (root / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    return "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files)


def copyright() -> str:
    """Return the files' owners and licences in Debian's machine-readable form."""
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    head, _, terms = licence.partition("\n\n")[2].partition("\n\n")
    indented = "".join(f" {line}\n" if line else " .\n" for line in terms.splitlines())
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        f"Upstream-Name: {NAME}\n"
        f"Comment: Python, pygame-ce and the other libraries in /usr/lib/{PROGRAM}/_internal\n"
        " are under licences of their own, whose texts are in its folder assets/licenses.\n\n"
        f"Files: *\nCopyright: {head.removeprefix('Copyright (c) ')}\nLicense: Expat\n{indented}"
    )


def changelog() -> str:
    """The changelog of every version in Debian's form."""
    entries, points = [], changes()
    for version, day in releases():
        lines = [textwrap.fill(p, LINE, initial_indent="  * ", subsequent_indent="    ") for p in points[version]]
        date = (
            datetime.fromisoformat(f"{day}T12:00+00:00")
            if day
            else datetime.fromtimestamp(environment.source_date(), UTC)
        )
        signed = f" -- {maintainer()}  {format_datetime(date)}"
        entries.append("\n".join([f"{PROGRAM} ({version}) unstable; urgency=medium", "", *lines, "", signed, ""]))
    return "\n".join(entries)


def man_page(share: Path) -> str:
    """Return a short manual page."""
    summary, paragraphs = told(share)
    date = datetime.fromtimestamp(environment.source_date(), UTC).date().isoformat()
    return "\n".join(
        [
            f'.TH {PROGRAM.upper()} 6 "{date}" "{NAME} {VERSION}" "Games"',
            ".SH NAME", f"{PROGRAM} \\- {summary[0].lower() + summary[1:]}",
            ".SH SYNOPSIS", f".B {PROGRAM}", "[OPTION]... [COMMAND]",
            ".SH DESCRIPTION", "\n.PP\n".join(paragraphs),
            ".PP", f".B {PROGRAM} --help", "lists options, commands and exit statuses.",
            ".SH FILES", ".TP", f"~/.config/{PROGRAM}", "settings", ".TP", f"~/.local/state/{PROGRAM}",
            "saved match, and the log of errors", "",
        ]
    )  # fmt: skip
