"""The desktop entry and the AppStream metadata: in all languages, and valid where their validators are installed."""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import desktop
import linux_check
import product
import pygame
import pytest

from game import app
from game.i18n import LANGUAGES

LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Entry and metadata, as ``build/desktop.py`` writes them."""
    return desktop.write(tmp_path_factory.mktemp("share"))


def test_desktop_entry_has_words_in_each_language(written: list[Path]) -> None:
    lines = dict(line.split("=", 1) for line in written[0].read_text("utf-8").splitlines() if "=" in line)
    for key in ("GenericName", "Comment", "Keywords"):
        said = [lines[key], *(lines[f"{key}[{code}]"] for code in LANGUAGES if code != "en")]
        assert len(set(said)) == len(LANGUAGES), key
    assert lines["Name"] == "Milestone Rally"
    assert lines["Keywords[de]"].endswith(";")


def test_desktop_entry_names_the_window_class_of_the_game(written: list[Path]) -> None:
    assert f"StartupWMClass={app.WINDOW.id}\n" in written[0].read_text("utf-8")


def test_metadata_has_each_text_in_each_language(written: list[Path]) -> None:
    root = ET.parse(written[1]).getroot()
    for path, texts in (("summary", 1), ("description/p", 2), ("description/ul/li", 4)):
        by_language = {code: [e.text for e in root.findall(path) if e.get(LANG, "en") == code] for code in LANGUAGES}
        assert {len(said) for said in by_language.values()} == {texts}, path
        assert len({tuple(said) for said in by_language.values()}) == len(LANGUAGES), path
    assert [e.text for e in root.findall("languages/lang")] == list(LANGUAGES)


def test_metadata_lists_all_versions_of_the_changelog(written: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    told = [release.get("version") for release in ET.parse(written[1]).iterfind("releases/release")]
    assert told == [version for version, _ in product.releases()]
    assert told[0] == product.VERSION
    points = [e.text for e in ET.parse(written[1]).iterfind("releases/release[1]/description/ul/li")]
    assert points == product.changes()[product.VERSION]
    monkeypatch.setattr(desktop, "releases", lambda: [("0.2.0", None), ("0.1.0", "2027-01-31")])
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    releases = ET.fromstring(desktop.metainfo()).findall("releases/release")
    assert [(r.get("date"), r.get("type")) for r in releases] == [
        ("2027-01-15", "development"),
        ("2027-01-31", "stable"),
    ]


def test_metadata_has_the_addresses_the_publisher_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desktop, "HOMEPAGE", "https://example.org/")
    monkeypatch.setattr(desktop, "SCREENSHOTS", "https://example.org/pictures/")
    component = ET.fromstring(desktop.metainfo())
    assert component.findtext("url[@type='homepage']") == "https://example.org/"
    images = [image.text for image in component.iterfind("screenshots/screenshot/image")]
    assert len(images) == 3
    for image in images:
        assert (product.ROOT / "docs" / "pictures" / image.removeprefix("https://example.org/pictures/")).is_file()  # type: ignore[union-attr]


def test_metadata_has_no_address_unless_the_product_has_one(written: list[Path]) -> None:
    text = written[1].read_text("utf-8")
    assert ("http" in text) is bool(product.HOMEPAGE or product.SCREENSHOTS)


@pytest.mark.parametrize("size", desktop.ICON_SIZES)
def test_icon_is_painted_in_each_size(written: list[Path], size: int) -> None:
    icons = written[0].parents[1] / "icons" / "hicolor"
    picture = pygame.image.load(icons / f"{size}x{size}" / "apps" / "milestone-rally.png")
    assert picture.get_size() == (size, size)
    assert picture.get_at((0, 0)).a == 0, "the stone does not fill the corner"
    assert picture.get_at((size // 2, size // 2)).a == 255


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="desktop-file-validate is not installed")
def test_desktop_entry_is_valid(written: list[Path]) -> None:
    subprocess.run(["desktop-file-validate", written[0]], check=True)


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed")
def test_metadata_is_valid_but_for_the_missing_homepage(written: list[Path]) -> None:
    linux_check.check_metainfo(written[1])
