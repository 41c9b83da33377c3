"""The application for macOS, as far as it can be told where it cannot be built."""

from __future__ import annotations

import plistlib
import shutil
import struct
import sys
from pathlib import Path
from typing import Any

import bundle
import icons
import licences
import macos
import macos_check
import pytest
from environment import CannotBuildError, CheckError
from product import PROGRAM, ROOT

from game import TITLE, __version__
from game.i18n import LANGUAGES

INTEL, APPLE = (0x01000007, 3), (0x0100000C, 0)
BUILD_VERSION, VERSION_MIN = 0x32, 0x24


@pytest.mark.skipif(sys.platform == "darwin", reason="there it can be")
def test_macos_application_is_built_on_macos_only() -> None:
    with pytest.raises(CannotBuildError, match="on macOS only"):
        macos.build()


def test_info_plist_has_name_version_languages_and_needs() -> None:
    told = plistlib.loads(plistlib.dumps(macos.info_plist()))
    assert (told["CFBundleName"], told["CFBundleVersion"]) == (TITLE, __version__)
    assert told["CFBundleLocalizations"] == list(LANGUAGES)
    assert told["NSHighResolutionCapable"] is True
    assert told["LSMinimumSystemVersion"] == "11.0"
    assert told["LSApplicationCategoryType"] == "public.app-category.card-games"


def test_bundle_recipe_makes_an_application_on_macos_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILESTONE_RALLY_LOCALE", "locale")
    monkeypatch.setenv("MILESTONE_RALLY_SOURCES", "sources")
    monkeypatch.setenv("MILESTONE_RALLY_ICON", "icon.icns")
    monkeypatch.setattr(sys, "path", list(sys.path))
    for system, applications in (("linux", 0), ("darwin", 1)):
        monkeypatch.setattr(sys, "platform", system)
        made: list[dict[str, Any]] = []
        run_recipe(made)
        assert len(made) == applications
    assert made[0]["name"] == "Milestone Rally.app"
    assert made[0]["icon"] == "icon.icns"
    assert made[0]["info_plist"] == macos.info_plist()


def run_recipe(made: list[dict[str, Any]]) -> None:
    """Run the spec with stand-ins for what PyInstaller gives it; ``made`` gets what the application is made of."""

    class Analysis:
        def __init__(self, *_: object, **__: object) -> None:
            self.pure, self.scripts, self.binaries, self.datas = (list[object]() for _ in range(4))

    def nothing(*_: object, **__: object) -> None:
        pass

    def application(_: object, **words: Any) -> None:
        made.append(words)

    given = {"PYZ": nothing, "EXE": nothing, "COLLECT": nothing, "BUNDLE": application, "Analysis": Analysis}
    exec(compile(bundle.SPEC.read_bytes(), bundle.SPEC, "exec"), {**given, "SPECPATH": str(bundle.SPEC.parent)})


def test_macos_icon_has_a_picture_of_each_size() -> None:
    found, icon = {}, icons.icns(icons.MACOS_SIZES)
    assert struct.unpack(">4sI", icon[:8]) == (b"icns", len(icon))
    at = 8
    while at < len(icon):
        name, length = struct.unpack_from(">4sI", icon, at)
        assert icon[at + 8 : at + 16] == b"\x89PNG\r\n\x1a\n"
        found[name.decode()] = struct.unpack_from(">II", icon, at + 24)[0]
        at += length
    assert found == icons.MACOS_SIZES


# -- the check, on an application made of the least it can be made of --------------------------------------------------


def library(*slices: tuple[tuple[int, int], int, int]) -> bytes:
    """A library with nothing in it but for which processors it is, and for which systems: kind of command, version."""
    alone = []
    for (kind, sub), command, version in slices:
        load = struct.pack("<IIIIII", command, 24, 1, version, version, 0)
        load = load if command == BUILD_VERSION else struct.pack("<IIII", command, 16, version, version)
        alone.append(struct.pack("<IIIIIIII", 0xFEEDFACF, kind, sub, 6, 1, len(load), 0, 0) + load)
    if len(alone) == 1:
        return alone[0]
    head, at = struct.pack(">II", 0xCAFEBABE, len(alone)), 4096
    body = b""
    for ((kind, sub), *_), each in zip(slices, alone, strict=True):
        head += struct.pack(">IIIII", kind, sub, at + len(body), len(each), 12)
        body += each.ljust(4096, b"\0")
    return head.ljust(at, b"\0") + body


BOTH = library((INTEL, VERSION_MIN, 0x000A0B00), (APPLE, BUILD_VERSION, 0x000B0000))


@pytest.fixture
def contents(tmp_path: Path) -> Path:
    """What a whole application contains; every library is for both processors."""
    contents = tmp_path / "Milestone Rally.app" / "Contents"
    shutil.copytree(ROOT / "assets", contents / "Resources" / "assets")
    for language in LANGUAGES[1:]:
        catalogue = contents / "Resources" / "locale" / language / "LC_MESSAGES" / f"{PROGRAM}.mo"
        catalogue.parent.mkdir(parents=True)
        catalogue.touch()
    for part in licences.parts():
        for pattern in part["files"] if "macos" in part["ships"] else ():
            if "/" not in pattern:
                (contents / "Frameworks").mkdir(exist_ok=True)
                (contents / "Frameworks" / pattern.replace("*", ".dylib")).write_bytes(BOTH)
    libraries = (f"{name}.cpython-311-darwin.so" for name in ("pygame/base", "msgspec/_core"))
    for name in ("babel/py.typed", "babel/global.dat", "accesskit/accesskit.abi3.so", *libraries):
        path = contents / "Frameworks" / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (contents / "Resources" / f"{PROGRAM}.icns").write_bytes(b"icns")
    (contents / "MacOS").mkdir()
    (contents / "MacOS" / PROGRAM).write_bytes(BOTH)
    (contents / "MacOS" / PROGRAM).chmod(0o755)
    told = {**macos.info_plist(), "CFBundleIconFile": f"{PROGRAM}.icns", "CFBundleExecutable": PROGRAM}
    (contents / "Info.plist").write_bytes(plistlib.dumps(told))
    return contents


def check(contents: Path) -> None:
    """All of the check but the start."""
    macos_check.check_plist(contents)
    macos_check.check_files(contents)
    for machine in ("arm64", "x86_64"):
        macos_check.check_binaries(contents, machine)


def test_macos_check_passes_a_whole_application(contents: Path) -> None:
    check(contents)


def test_macos_check_refuses_another_info_plist(contents: Path) -> None:
    told = plistlib.loads((contents / "Info.plist").read_bytes())
    (contents / "Info.plist").write_bytes(plistlib.dumps({**told, "CFBundleLocalizations": ["en"]}))
    with pytest.raises(CheckError, match=r"Info\.plist says \{'CFBundleLocalizations'"):
        check(contents)


@pytest.mark.parametrize(
    ("lost", "message"),
    [
        ("Resources/milestone-rally.icns", "no icon"),
        ("MacOS/milestone-rally", "no program"),
        ("Resources/assets/cards/stop.svg", r"stop\.svg: missing"),
        ("Resources/locale/hu/LC_MESSAGES/milestone-rally.mo", "has the languages"),
        ("Frameworks/babel/global.dat", "Unicode CLDR is not in the package"),
    ],
)
def test_macos_check_refuses_an_application_that_lacks_a_file(lost: str, message: str, contents: Path) -> None:
    (contents / lost).unlink()
    with pytest.raises(CheckError, match=message):
        check(contents)


def test_macos_check_refuses_a_file_of_unknown_licence(contents: Path) -> None:
    (contents / "Frameworks" / "libmadeup.dylib").write_bytes(BOTH)
    with pytest.raises(CheckError, match="libmadeup"):
        check(contents)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (library((INTEL, VERSION_MIN, 0x000A0B00)), "libogg.* is not for arm64"),
        (library((APPLE, BUILD_VERSION, 0x000B0000)), "libogg.* is not for x86_64"),
        (library((INTEL, VERSION_MIN, 0x000A0B00), (APPLE, BUILD_VERSION, 0x000C0100)), r"needs macOS \(12, 1\)"),
    ],
)
def test_macos_check_refuses_a_library_for_other_processors(made: bytes, message: str, contents: Path) -> None:
    (contents / "Frameworks" / "libogg.dylib").write_bytes(made)
    with pytest.raises(CheckError, match=message):
        check(contents)
