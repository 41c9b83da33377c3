"""What packages are made of, as far as it can be told without building one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from itertools import chain
from pathlib import Path

import compiled
import deb
import environment
import grimp
import linux
import linux_check
import package
import product
import pytest

from game import TITLE, __version__
from game.i18n import LANGUAGES
from game.system.logs import NAME


def test_product_has_the_name_version_and_languages_of_the_program() -> None:
    assert (TITLE, NAME, __version__) == (product.NAME, product.PROGRAM, product.VERSION)
    assert product.LANGUAGES == LANGUAGES
    assert product.ICON.is_file()
    assert product.package_name("linux-x86_64", ".deb") == f"milestone-rally-{__version__}-linux-x86_64.deb"


def test_constraints_pin_all_that_is_installed() -> None:
    lines = environment.CONSTRAINTS.read_text("utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if not line.startswith("#"))
    written = tomllib.loads((product.ROOT / "pyproject.toml").read_text("utf-8"))
    project = written["project"]
    extras = chain.from_iterable(project["optional-dependencies"].values())
    tools = (
        *written["build-system"]["requires"],
        *environment.BUILD_TOOLS,
        *environment.OTHER_SYSTEMS,
        *environment.TOOLS_ON_WINDOWS,
    )
    wanted = (*project["dependencies"], *extras, *tools)
    assert {re.split(r"[<>=;]", requirement)[0].lower() for requirement in wanted} <= set(pinned)
    assert environment.dependencies() == project["dependencies"]


def test_packages_never_contain_the_laboratories(tmp_path: Path) -> None:
    bundled = grimp.build_graph(*compiled.PACKAGES, cache_dir=None).find_upstream_modules("game.__main__")
    bundled |= set(compiled.imported_by_compiled())
    assert {"game.app", "ai.spec"} <= bundled
    assert not [name for name in bundled if name.startswith(("ai.lab", "game.bench"))]
    assert '"ai.lab", "game.bench"' in (product.ROOT / "build" / "milestone-rally.spec").read_text("utf-8")
    compiled.stage(tmp_path, is_plain=True)
    assert (tmp_path / "ai" / "spec.py").is_file()
    assert not [name for name in compiled.LABORATORIES if (tmp_path / name).exists()]
    build = tomllib.loads((product.ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"]["exclude"] == [f"/{name}" for name in compiled.LABORATORIES]


@pytest.mark.parametrize("command", ["arena", "tune"])
def test_laboratory_command_in_a_package_asks_for_a_checkout(tmp_path: Path, command: str) -> None:
    compiled.stage(tmp_path, is_plain=True)
    asked = [sys.executable, "-m", "ai", command, "--help"]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert (
        done.stderr == f"ai {command}: works in a checkout of the source only: packages come without the laboratory\n"
    )


def test_build_has_the_time_of_its_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert environment.source_date() == 1_800_000_000
    assert environment.reproducible()["SOURCE_DATE_EPOCH"] == "1800000000"


def test_missing_build_tool_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None if program == "strip" else program)
    with pytest.raises(environment.CannotBuildError, match=r"^strip not installed \(apt-get install binutils\)$"):
        environment.require("tar", "strip", by="apt-get install binutils")


def test_package_for_another_system_ends_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "plan9")
    monkeypatch.setattr(package, "DIST", tmp_path)
    assert package.main(["linux"]) == 1
    assert capsys.readouterr().err == "linux: packages for Linux are built on Linux only\n"


def test_checksum_file_is_readable_by_sha256sum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "DIST", tmp_path)
    monkeypatch.setattr(package, "SUMS", tmp_path / "SHA256SUMS")
    (tmp_path / f"b-{__version__}.zip").write_bytes(b"b")
    (tmp_path / f"a-{__version__}.zip").write_bytes(b"a")
    (tmp_path / "of-another-version.zip").write_bytes(b"c")
    package.write_sums()
    lines = package.SUMS.read_text("utf-8").splitlines()
    assert [line.split("  ")[1] for line in lines] == [f"a-{__version__}.zip", f"b-{__version__}.zip"]
    assert lines[0].startswith("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")


on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the packages for Linux")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A folder like PyInstaller's, with a program that tells how it was called."""
    folder = tmp_path / "bundle" / "milestone-rally"
    (folder / "_internal").mkdir(parents=True)
    program = folder / "milestone-rally"
    program.write_text('#!/bin/sh\necho "$0" "$@"\n')
    program.chmod(0o755)
    (folder / "_internal" / "data").write_text("data")
    return folder


@pytest.fixture
def share(tmp_path: Path) -> Path:
    """A folder like that of ``desktop.py``, with little in it."""
    folder = tmp_path / "share"
    for name, content in {
        "applications/milestone-rally.desktop": "[Desktop Entry]\nTryExec=milestone-rally\nExec=milestone-rally\n",
        f"metainfo/{product.ID}.metainfo.xml": (
            "<component><summary>Race far</summary><summary xml:lang='de'>Fern</summary>"
            "<description><p>It races.</p><p xml:lang='de'>Es fährt.</p></description></component>"
        ),
        "icons/hicolor/16x16/apps/milestone-rally.png": "png",
        "icons/hicolor/scalable/apps/milestone-rally.svg": "svg",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


@on_linux
def test_archives_of_equal_content_are_equal(tmp_path: Path, bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    again = tmp_path / "again" / bundle.name
    shutil.copytree(bundle, again)
    os.utime(again / "_internal" / "data", (1, 1))
    (again / "_internal" / "data").chmod(0o600)
    for folder in (bundle, again):
        linux.pack(folder, tmp_path / f"{folder.parent.name}.tar.xz")
    assert (tmp_path / "bundle.tar.xz").read_bytes() == (tmp_path / "again.tar.xz").read_bytes()
    with tarfile.open(tmp_path / "bundle.tar.xz") as tar:
        members = {m.name: (m.mode, m.mtime, m.uname) for m in tar}
    assert members["milestone-rally/milestone-rally"] == (0o755, 1_800_000_000, "root")
    assert members["milestone-rally/_internal/data"] == (0o644, 1_800_000_000, "root")


HOMES = ("plain", "Jörgs $100 (für später)", 'a "quoted" `home`', "100 % back\\slash")


@on_linux
@pytest.mark.parametrize("name", HOMES)
def test_install_script_installs_and_uninstalls_for_one_user(
    tmp_path: Path, bundle: Path, share: Path, name: str
) -> None:
    home = tmp_path / name
    (home / "Documents").mkdir(parents=True)
    env = {"HOME": str(home), "PATH": os.environ["PATH"]}
    unpacked = linux.lay_out(bundle, share, tmp_path / "unpacked")
    subprocess.run([unpacked / "install.sh"], env=env, check=True)
    subprocess.run([unpacked / "install.sh"], env=env, check=True)  # a newer version is installed over an older one
    program = home / ".local" / "lib" / "milestone-rally" / "milestone-rally"
    assert program.is_file()
    assert not (program.parent / "install.sh").exists()
    entry = (home / ".local" / "share" / "applications" / "milestone-rally.desktop").read_text("utf-8")
    fields = dict(line.split("=", 1) for line in entry.splitlines()[1:])
    assert fields["TryExec"].replace("\\\\", "\\") == str(program)
    command = fields["Exec"].replace("\\\\", "\\").replace("%%", "%")
    assert subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, text=True, check=True).stdout == f"{program}\n"
    assert (home / ".local" / "share" / "icons" / "hicolor" / "16x16" / "apps" / "milestone-rally.png").is_file()
    command_there = home / ".local" / "bin" / "milestone-rally"
    assert command_there.resolve() == program
    subprocess.run([program.with_name("uninstall.sh")], env=env, check=True)
    assert linux_check.files_in(home) <= {"Documents", ".local"}


@on_linux
def test_install_script_leaves_a_command_of_another_installation_alone(
    tmp_path: Path, bundle: Path, share: Path
) -> None:
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    command = tmp_path / ".local" / "bin" / "milestone-rally"
    command.parent.mkdir(parents=True)
    command.write_text("pipx's")
    unpacked = linux.lay_out(bundle, share, tmp_path / "unpacked")
    for script in ("install.sh", "uninstall.sh"):
        subprocess.run([unpacked / script], env=env, check=True)
        assert command.read_text() == "pipx's"


@on_linux
def test_launcher_starts_the_program_beside_it(tmp_path: Path, bundle: Path, share: Path) -> None:
    unpacked = linux.lay_out(bundle, share, tmp_path / "Für $später")
    lines = (unpacked / "Milestone Rally.desktop").read_text("utf-8").splitlines()
    assert not [line for line in lines if line.startswith("TryExec")]
    command = next(line for line in lines if line.startswith("Exec=")).removeprefix("Exec=").replace("\\\\", "\\")
    shell = ["sh", "-c", command.replace("%k", '"$1"'), "sh", unpacked / "Milestone Rally.desktop"]
    assert (
        subprocess.run(shell, stdout=subprocess.PIPE, text=True, check=True).stdout == f"{unpacked}/milestone-rally\n"  # type: ignore[arg-type]
    )


@on_linux
def test_deb_files_lie_where_policy_wants_them(tmp_path: Path, bundle: Path, share: Path) -> None:
    root = tmp_path / "root"
    deb.lay_out(bundle, share, root)
    usr = root / "usr"
    assert (usr / "bin" / "milestone-rally").resolve() == usr / "lib" / "milestone-rally" / "milestone-rally"
    for path in (
        "share/applications/milestone-rally.desktop",
        "share/doc/milestone-rally/changelog.gz",
        "share/doc/milestone-rally/copyright",
        "share/icons/hicolor/scalable/apps/milestone-rally.svg",
        "share/lintian/overrides/milestone-rally",
        "share/man/man6/milestone-rally.6.gz",
    ):
        assert (usr / path).is_file(), path
    fields = dict(line.split(": ", 1) for line in deb.control(root, share).splitlines() if not line.startswith(" "))
    assert fields["Package"] == "milestone-rally"
    assert fields["Version"] == __version__
    assert fields["Description"] == "race far"
    assert "It races." in deb.control(root, share)
    assert "fährt" not in deb.control(root, share)
    assert f"libc6 (>= {'.'.join(map(str, linux_check.OLDEST_GLIBC))})" in fields["Depends"]
    sums = {path: sum_ for sum_, path in (line.split("  ") for line in deb.md5sums(root).splitlines())}
    assert sums["usr/lib/milestone-rally/_internal/data"] == "8d777f385d3dfec8815d20f7496026dc"


def test_deb_changelog_has_all_points_of_all_versions() -> None:
    text = deb.changelog()
    points = re.findall("^- ", (product.ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert len(re.findall(r"^  \* ", text, re.MULTILINE)) == len(points)
    assert text.startswith(f"milestone-rally ({__version__}) ")
    assert max(map(len, text.splitlines())) <= deb.LINE


def test_copyright_file_has_the_whole_licence() -> None:
    words = " ".join((product.ROOT / "LICENSE").read_text("utf-8").split())
    assert words.partition("Permission")[2] in " ".join(deb.copyright().replace("\n .\n", "\n\n").split())
