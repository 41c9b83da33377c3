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


def test_licence_texts_all_belong_to_a_part_and_parts_all_have_texts() -> None:
    used = {text for part in shipped_parts() for text in part.texts}
    assert all(licence_text(text).strip() for text in used)
    assert {text for text in used if "/" not in text} == {path.name for path in licences.LICENCES.glob("*.txt")}
    assert {path.suffix for path in licences.LICENCES.iterdir()} == {".txt", ".toml"}


def test_licence_texts_are_never_there_twice() -> None:
    texts = [path.read_text(encoding="utf-8").split() for path in licences.LICENCES.glob("*.txt")]
    assert all(one not in texts[:i] for i, one in enumerate(texts))


def test_licence_index_names_systems_and_licences_by_their_identifiers() -> None:
    parts = shipped_parts()
    assert len({part.id for part in parts}) == len(parts)
    for part in parts:
        assert canonicalize_license_expression(part.licence) == part.licence
        assert part.ships
        assert part.ships <= {"linux", "windows", "macos"}
        assert part.notice
        assert part.what


def test_lgpl_text_is_there_for_all_parts_under_the_lgpl() -> None:
    lesser = [part for part in third_parties() if "LGPL" in part.licence]
    assert lesser
    assert all("lgpl-2.1.txt" in part.texts and part.home for part in lesser)


@pytest.mark.parametrize("words", ["the work of the Independent JPEG Group", "copyright © 2025 The FreeType Project"])
def test_licence_notices_have_the_words_their_licences_demand(words: str) -> None:
    assert any(words in part.notice for part in third_parties())


def test_third_parties_are_all_parts_but_the_game() -> None:
    assert [part.id for part in shipped_parts() if part not in third_parties()] == ["milestone-rally"]


def test_packages_that_the_game_needs_are_all_parts() -> None:
    needed = {re.split(r"[^\w-]", wanted)[0].lower() for wanted in PROJECT["dependencies"]}
    assert needed <= {part.id for part in third_parties()}


def test_libraries_of_the_installed_pygame_all_have_a_licence() -> None:
    installed = [path.as_posix() for path in files("pygame-ce") or () if LIBRARY.search(path.name)]
    assert len(installed) > 40
    assert [path for path in licences.uncovered(installed) if not NOT_SHIPPED.search(path)] == []


def test_docstring_examples_are_true() -> None:
    assert doctest.testmod(licences) == (0, 1)


MADE_UP = (
    "_internal/pygame_ce.libs/libmadeup-1a2b3c4d.so.1",
    "_internal/pygame/madeup.dll",
    "_internal/assets/fonts/MadeUp_400Regular.ttf",
    "_internal/madeup.txt",
)


@pytest.mark.parametrize("file", MADE_UP)
def test_unknown_file_has_no_licence(file: str) -> None:
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


def test_licence_check_passes_a_package_with_all_parts_and_no_others(package: Path) -> None:
    licences.check(package, "linux")


def test_licence_check_refuses_a_package_with_an_unknown_file(package: Path) -> None:
    (package / "libmadeup.so").touch()
    with pytest.raises(CheckError, match=r"no licence in licenses/index.toml for libmadeup\.so"):
        licences.check(package, "linux")


def test_licence_check_refuses_a_package_that_lacks_a_listed_part(package: Path) -> None:
    (package / "libogg1").unlink()
    with pytest.raises(CheckError, match="libogg is not in the package for linux"):
        licences.check(package, "linux")


@pytest.mark.parametrize("content", ["[[part]]\nid = 1\n", "part = 3", "nothing of it", "[[part", "\xff"])
def test_damaged_licence_index_is_named(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = tmp_path / "assets" / "licenses" / "index.toml"
    index.parent.mkdir(parents=True)
    index.write_text(content, encoding="latin-1")
    monkeypatch.setattr(resources, "data_root", lambda: tmp_path)
    with pytest.raises(DamagedAssetError, match=r"index\.toml: damaged"):
        shipped_parts.__wrapped__()
