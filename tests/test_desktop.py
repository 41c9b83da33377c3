"""The desktop entry and the AppStream metadata: in all languages, and valid where their validators are installed."""

from __future__ import annotations

import runpy
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from game.ui.i18n import LANGUAGES

ROOT = Path(__file__).parents[1]
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
VALIDATORS = (("desktop-file-validate",), ("appstreamcli", "validate", "--no-net"))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Entry, metadata and icon, as ``build/desktop.py`` writes them."""
    return list(runpy.run_path(str(ROOT / "build" / "desktop.py"))["write"](tmp_path_factory.mktemp("share")))


def test_the_desktop_entry_has_every_language_s_own_words(written: list[Path]) -> None:
    lines = dict(line.split("=", 1) for line in written[0].read_text("utf-8").splitlines() if "=" in line)
    for key in ("GenericName", "Comment", "Keywords"):
        said = [lines[key], *(lines[f"{key}[{code}]"] for code in LANGUAGES if code != "en")]
        assert len(set(said)) == len(LANGUAGES), key
    assert lines["Name"] == "Milestone Rally"
    assert lines["Keywords[de]"].endswith(";")


def test_the_window_belongs_to_the_desktop_entry(written: list[Path]) -> None:
    window = (ROOT / "game" / "ui" / "window.py").read_text("utf-8")
    assert "StartupWMClass=milestone-rally\n" in written[0].read_text("utf-8")
    assert '= "milestone-rally"' in window


def test_the_metadata_has_every_text_in_every_language(written: list[Path]) -> None:
    root = ET.parse(written[1]).getroot()
    for path, texts in (("summary", 1), ("description/p", 2), ("description/ul/li", 4)):
        by_language = {code: [e.text for e in root.findall(path) if e.get(LANG, "en") == code] for code in LANGUAGES}
        assert {len(said) for said in by_language.values()} == {texts}, path
        assert len({tuple(said) for said in by_language.values()}) == len(LANGUAGES), path
    assert [e.text for e in root.findall("languages/lang")] == list(LANGUAGES)


@pytest.mark.parametrize(("file", "validator"), list(enumerate(VALIDATORS)), ids=[v[0] for v in VALIDATORS])
def test_the_validators_are_content(written: list[Path], file: int, validator: tuple[str, ...]) -> None:
    if shutil.which(validator[0]) is None:
        pytest.skip(f"{validator[0]} is not installed")
    done = subprocess.run([*validator, written[file]], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
