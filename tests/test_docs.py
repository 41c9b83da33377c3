"""What code, tests and documents cite is there: sections of the rules and of the art direction, decisions, files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CITING = [
    *(path for folder in ("game", "ai", "build", "tests") for path in sorted((ROOT / folder).rglob("*.py"))),
    *sorted((ROOT / "game").rglob("*.toml")),
]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", DOCS / "architecture.md"]
SECTION = r"§\d+(?:\.\d+)?"
CITATION = re.compile(rf"\b(rules|art)\.md((?:(?:,| and)? (?:{SECTION}|D\d+))*)")
PAGE = re.compile(r"(?<![\w/.-])([a-z][a-z-]*\.md)\b")
OWN_WORDS = {"hashlib.md", "deb.md"}
"""Looks like a page, and is code."""
PATH = re.compile(r"`((?:game|ai|assets|locale|build|tests|docs)/[\w./-]+)`")


def citations() -> Iterator[tuple[str, str, Path]]:
    """Page, section or decision, and who cites it."""
    for path in CITING:
        for page, places in CITATION.findall(path.read_text(encoding="utf-8")):
            for place in re.findall(rf"{SECTION}|D\d+", places):
                yield f"{page}.md", place, path


def sections(page: str) -> set[str]:
    """What can be cited of a page: its sections, the numbered rules in them, and its decisions."""
    found, section = set[str](), ""
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## (\d+)\. ", line):
            section = f"§{heading[1]}"
            found.add(section)
        elif rule := re.match(r"(\d+)\. ", line):
            found.add(f"{section}.{rule[1]}")
        elif decision := re.match(r"- \*\*(D\d+)\*\*", line):
            found.add(decision[1])
    return found


@pytest.mark.parametrize("page", ["rules.md", "art.md"])
def test_every_section_that_is_cited_is_there(page: str) -> None:
    there = sections(page)
    cited = [(place, path) for cites, place, path in citations() if cites == page]
    assert len(cited) > 30
    assert [f"{path.relative_to(ROOT)}: {place}" for place, path in cited if place not in there] == []


def test_every_page_that_is_cited_is_there() -> None:
    there = {path.name for path in ROOT.glob("*.md")} | {path.name for path in DOCS.rglob("*.md")} | OWN_WORDS
    for path in CITING:
        for page in PAGE.findall(path.read_text(encoding="utf-8")):
            assert page in there, f"{path.relative_to(ROOT)} cites {page}"


def test_every_decision_that_is_cited_is_there() -> None:
    there = {path.stem for path in (DOCS / "decisions").glob("*.md")}
    for path in [*CITING, *PAGES]:
        for number in re.findall(r"docs/decisions/(\d\d\d[a-z-]*)", path.read_text(encoding="utf-8")):
            assert any(stem.startswith(number) for stem in there), f"{path.relative_to(ROOT)} cites {number}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    named = PATH.findall(page.read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
