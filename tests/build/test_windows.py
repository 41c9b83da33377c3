"""What the packages for Windows are made of, as far as it can be told without wine."""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
import struct
import subprocess
from pathlib import Path
from zipfile import ZipFile

import environment
import icons
import product
import pygame
import pytest
import setup_words
import windows
import wine

SCRIPT = windows.SCRIPT.read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the program, with a folder in it."""
    inner = tmp_path / "program" / "_internal"
    inner.mkdir(parents=True)
    (inner.parent / windows.EXE).write_bytes(b"program")
    (inner / "card.svg").write_bytes(b"<svg/>" * 2000)
    return inner.parent


def test_windows_icon_has_each_size_drawn_anew() -> None:
    content = icons.ico(icons.WINDOWS_SIZES)
    kind, count = struct.unpack_from("<HH", content, 2)
    assert (kind, count) == (1, len(icons.WINDOWS_SIZES))
    seen = []
    for at in range(6, 6 + 16 * count, 16):
        width, height, _, _, _, bits, length, offset = struct.unpack_from("<BBBBHHII", content, at)
        picture = pygame.image.load(io.BytesIO(content[offset : offset + length]), "icon.png")
        assert picture.get_size() == (width or 256, height or 256)
        assert bits == 32
        assert picture.get_bounding_rect().h > 0.9 * picture.get_height()
        seen.append(picture.get_width())
    assert tuple(seen) == icons.WINDOWS_SIZES
    assert {16, 32, 48, 256} <= set(seen)


def test_version_resource_has_the_data_of_the_product() -> None:
    calls = [node for node in ast.walk(ast.parse(windows.version_resource())) if isinstance(node, ast.Call)]
    structs = [call.args for call in calls if ast.unparse(call.func) == "StringStruct"]
    told = {ast.literal_eval(name): ast.literal_eval(text) for name, text in structs}
    assert (told["ProductName"], told["ProductVersion"]) == (product.NAME, product.VERSION)
    assert (told["CompanyName"], told["FileDescription"]) == (product.PUBLISHER, product.NAME)
    assert "'040904b0'" in windows.version_resource()
    assert windows.version4() == (*map(int, product.VERSION.split(".")), 0)


def test_manifest_lets_the_game_draw_at_the_scale_of_each_screen() -> None:
    manifest = (windows.SOURCES / "program.manifest").read_text(encoding="utf-8")
    assert ">PerMonitorV2</dpiAwareness>" in manifest
    assert "program.manifest" in (product.ROOT / "build" / "milestone-rally.spec").read_text(encoding="utf-8")


def test_setup_speaks_all_languages_of_the_game() -> None:
    lines = setup_words.words().splitlines()
    loaded = [re.search(r"(\w+)\.nlf", line) for line in lines if line.startswith("LoadLanguageFile")]
    assert [found[1] for found in loaded if found] == [setup_words.nsis_language(code) for code in product.LANGUAGES]
    for name in setup_words.WORDS:
        said = [line.split('"')[1] for line in lines if line.startswith(f"LangString {name} ")]
        assert len(set(said)) == len(product.LANGUAGES)
        assert f"$({name})" in SCRIPT


def test_setup_words_are_escaped() -> None:
    assert setup_words.escaped('5 $ for "this"') == '5 $$ for $\\"this$\\"'


def test_setup_script_names_are_all_defined(folder: Path) -> None:
    defined = windows.defines(folder, Path("setup.exe"))
    assert set(re.findall(r"\$\{(\w+)\}", SCRIPT)) - {"HOMEPAGE"} == set(defined) - {"HOMEPAGE"}
    assert (defined["NAME"], defined["VERSION"], defined["PUBLISHER"]) == (
        product.NAME,
        product.VERSION,
        product.PUBLISHER,
    )
    assert defined["SIZE_KB"] == "12"


def test_uninstaller_removes_the_installed_files_and_nothing_else(folder: Path) -> None:
    install, remove = windows.file_lists(folder).split("!macro REMOVE_FILES")
    assert install.count("  File ") == remove.count("  Delete ") == 2
    assert r'Delete "$INSTDIR\_internal\card.svg"' in remove
    assert remove.index("card.svg") < remove.index(r'RMDir "$INSTDIR\_internal"')
    assert "RMDir /r" not in SCRIPT + remove


def test_zip_is_the_same_whenever_it_is_packed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    one, other = tmp_path / "one" / "game-1.zip", tmp_path / "other" / "game-1.zip"
    for archive in (one, other):
        archive.parent.mkdir()
        windows.write_zip(archive, folder)
        os.utime(folder / windows.EXE, (1, 1))
    assert one.read_bytes() == other.read_bytes()
    with ZipFile(one) as packed:
        assert packed.namelist() == ["game-1/_internal/card.svg", f"game-1/{windows.EXE}"]
        assert packed.infolist()[0].date_time == (2023, 11, 14, 22, 13, 20)


def test_missing_wine_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wine, "_program", lambda name: f"/nowhere/{name}")
    with pytest.raises(environment.CannotBuildError, match=r"^/nowhere/wine64 and .* not installed \(Debian: apt-get"):
        wine.require()


@pytest.mark.skipif(shutil.which("makensis") is None, reason="NSIS is not installed (Debian: apt-get install nsis)")
def test_nsis_builds_the_setup_with_no_warning(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "MADE", tmp_path / "made")
    windows.MADE.mkdir()
    (windows.MADE / "icon.ico").write_bytes(icons.ico(icons.WINDOWS_SIZES))
    (windows.MADE / "words.nsh").write_text(setup_words.words(), encoding="utf-8")
    windows.write_setup(tmp_path / "game-setup.exe", folder, "makensis")
    assert (tmp_path / "game-setup.exe").read_bytes().startswith(b"MZ")
    defined = windows.defines(folder, tmp_path / "game-setup.exe")
    del defined["NAME"]
    monkeypatch.setattr(windows, "defines", lambda *_: defined)
    with pytest.raises(subprocess.CalledProcessError):
        windows.write_setup(tmp_path / "game-setup.exe", folder, "makensis")
