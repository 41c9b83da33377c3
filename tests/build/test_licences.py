"""The licences of what is shipped: nothing without one, no text that nothing needs."""

from __future__ import annotations

import doctest
import re
from importlib.metadata import files
from pathlib import Path

import licences
import pytest
from environment import CheckError
from packaging.licenses import canonicalize_license_expression
from product import PROJECT

from game.system import resources
from game.system.licences import ShippedPart, licence_text, shipped_parts
from game.system.resources import DamagedAssetError

LIBRARY = re.compile(r"\.(so|dll|pyd|dylib)(\.|$)")
NOT_SHIPPED = re.compile(r"lib(asound|portmidi)-|/pypm\.")
"""Only ``pygame.midi`` needs them, which build/milestone-rally.spec leaves out."""


def third_parties() -> tuple[ShippedPart, ...]:
    """Everything that others wrote."""
    return shipped_parts()[1:]


def test_every_part_has_its_texts_and_every_text_belongs_to_a_part() -> None:
    used = {text for part in shipped_parts() for text in part.texts}
    assert all(licence_text(text).strip() for text in used)
    assert {text for text in used if "/" not in text} == {path.name for path in licences.LICENCES.glob("*.txt")}
    assert {path.suffix for path in licences.LICENCES.iterdir()} == {".txt", ".toml"}


def test_no_text_is_there_twice() -> None:
    texts = [path.read_text(encoding="utf-8").split() for path in licences.LICENCES.glob("*.txt")]
    assert all(one not in texts[:i] for i, one in enumerate(texts))


def test_the_index_says_which_systems_a_part_is_for_and_names_licences_by_their_identifiers() -> None:
    parts = shipped_parts()
    assert len({part.id for part in parts}) == len(parts)
    for part in parts:
        assert canonicalize_license_expression(part.licence) == part.licence
        assert part.ships
        assert part.ships <= {"linux", "windows", "macos"}
        assert part.notice
        assert part.what


def test_the_lesser_licence_is_there_for_every_part_that_is_under_it() -> None:
    lesser = [part for part in third_parties() if "LGPL" in part.licence]
    assert lesser
    assert all("lgpl-2.1.txt" in part.texts and part.home for part in lesser)


@pytest.mark.parametrize("words", ["the work of the Independent JPEG Group", "copyright © 2025 The FreeType Project"])
def test_what_a_licence_wants_to_be_said_is_said(words: str) -> None:
    assert any(words in part.notice for part in third_parties())


def test_everybody_but_the_game_is_a_third_party() -> None:
    assert [part.id for part in shipped_parts() if part not in third_parties()] == ["milestone-rally"]


def test_every_package_that_the_game_needs_is_a_part() -> None:
    needed = {re.split(r"[^\w-]", wanted)[0].lower() for wanted in PROJECT["dependencies"]}
    assert needed <= {part.id for part in third_parties()}


def test_every_library_of_the_installed_pygame_has_its_licence() -> None:
    installed = [path.as_posix() for path in files("pygame-ce") or () if LIBRARY.search(path.name)]
    assert len(installed) > 40
    assert [path for path in licences.uncovered(installed) if not NOT_SHIPPED.search(path)] == []


def test_the_examples_are_right() -> None:
    assert doctest.testmod(licences) == (0, 1)


MADE_UP = (
    "_internal/pygame_ce.libs/libmadeup-1a2b3c4d.so.1",
    "_internal/pygame/madeup.dll",
    "_internal/assets/fonts/MadeUp_400Regular.ttf",
    "_internal/madeup.txt",
)


@pytest.mark.parametrize("file", MADE_UP)
def test_a_file_that_nobody_knows_has_none(file: str) -> None:
    assert licences.uncovered([file]) == [file]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with one file for every pattern of the parts that Linux has."""
    for part in licences.parts():
        for pattern in part["files"] if "linux" in part["ships"] else ():
            path = tmp_path / pattern.replace("*", "1")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    return tmp_path


def test_a_package_with_all_parts_and_no_others_passes(package: Path) -> None:
    licences.check(package, "linux")


def test_a_package_with_an_unknown_file_fails(package: Path) -> None:
    (package / "libmadeup.so").touch()
    with pytest.raises(CheckError, match=r"no licence in licenses/index.toml for libmadeup\.so"):
        licences.check(package, "linux")


def test_a_package_without_a_part_that_the_index_promises_fails(package: Path) -> None:
    (package / "libogg1").unlink()
    with pytest.raises(CheckError, match="libogg is not in the package for linux"):
        licences.check(package, "linux")


@pytest.mark.parametrize("content", ["[[part]]\nid = 1\n", "part = 3", "nothing of it", "[[part", "\xff"])
def test_a_damaged_index_is_named(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = tmp_path / "assets" / "licenses" / "index.toml"
    index.parent.mkdir(parents=True)
    index.write_text(content, encoding="latin-1")
    monkeypatch.setattr(resources, "data_root", lambda: tmp_path)
    with pytest.raises(DamagedAssetError, match=r"index\.toml: damaged"):
        shipped_parts.__wrapped__()
