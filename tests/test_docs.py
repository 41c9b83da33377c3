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
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(DOCS / f"{name}.md" for name in ("architecture", "commands", "download")),
]
SECTION = r"§\d+(?:\.\d+)?"
CITATION = re.compile(rf"\b(rules|art)\.md((?:(?:,| and)? (?:{SECTION}|D\d+))*)")
PAGE = re.compile(r"(?<![\w/.-])([a-z][a-z-]*\.md)\b")
OWN_WORDS = {"hashlib.md", "deb.md"}
"""Looks like a page, and is code."""
PATH = re.compile(r"`((?:game|ai|assets|locale|build|tests|docs)/[\w./-]+)`")
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
NOTEBOOKS = sorted((DOCS / "lab").glob("[0-9]*.md"))
DECISIONS_INDEX, LAB_INDEX = DOCS / "decisions" / "README.md", DOCS / "lab" / "README.md"
ROW = re.compile(r"^\| \[\d{3}\]\((\S+)\) \| (.+?) \|$", re.MULTILINE)
MOST_WORDS = 300


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
def test_cited_sections_all_exist(page: str) -> None:
    there = sections(page)
    cited = [(place, path) for cites, place, path in citations() if cites == page]
    assert len(cited) > 30
    assert [f"{path.relative_to(ROOT)}: {place}" for place, path in cited if place not in there] == []


def test_cited_pages_all_exist() -> None:
    there = {path.name for path in ROOT.glob("*.md")} | {path.name for path in DOCS.rglob("*.md")} | OWN_WORDS
    for path in CITING:
        for page in PAGE.findall(path.read_text(encoding="utf-8")):
            assert page in there, f"{path.relative_to(ROOT)} cites {page}"


def test_cited_decisions_and_notebooks_all_exist() -> None:
    there = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.glob("*/0*.md")}
    for path in [*CITING, *PAGES, ROOT / "build" / "milestone-rally.spec", *(ROOT / ".github").rglob("*.yml")]:
        text = path.read_text(encoding="utf-8")
        for folder, first, others in re.findall(r"\bdocs/(decisions|lab)/(\d{3}[a-z-]*)((?:, \d{3})*)", text):
            for number in [first, *re.findall(r"\d{3}", others)]:
                cited = f"{folder}/{number}"
                assert any(stem.startswith(cited) for stem in there), f"{path.relative_to(ROOT)} cites {cited}"


def test_links_between_pages_all_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        for link in re.findall(r"\]\((?!https?:)([^)#\s]+)", path.read_text(encoding="utf-8")):
            assert (path.parent / link).exists(), f"{path.relative_to(ROOT)} leads to {link}"


def test_decisions_are_short() -> None:
    for path in DECISIONS:
        text = path.read_text(encoding="utf-8")
        words = sum(bool(re.search(r"\w", word)) for word in text.split())
        assert words <= MOST_WORDS, f"{path.name} has {words} words"


def test_files_and_records_named_in_decisions_all_exist() -> None:
    numbers = {path.name[:3] for path in [*DECISIONS, *NOTEBOOKS]}
    for path in [*DECISIONS, DECISIONS_INDEX, LAB_INDEX]:
        text = path.read_text(encoding="utf-8")
        named = re.findall(r"(?<![\w./-])(?:game|ai|assets|build|tests|docs)/[\w./-]*\w", text)
        modules = re.findall(r"(?<![\w./-])(?:(?:game|ai)(?:\.[a-z_]+){2,}|tests\.[a-z_]+)", text)
        named += [module.replace(".", "/") for module in modules]
        missing = [name for name in named if not ((ROOT / name).exists() or (ROOT / f"{name}.py").exists())]
        missing += set(re.findall(r"(?<![\w.,/])0\d\d(?![\w-])", text)) - numbers
        assert missing == [], path.name


def test_record_numbers_are_never_given_twice() -> None:
    numbers = [path.name[:3] for path in [*DECISIONS, *NOTEBOOKS]]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("folder", ["decisions", "lab"])
def test_record_indexes_list_all_records_under_their_titles(folder: str) -> None:
    rows = sorted(ROW.findall((DOCS / folder / "README.md").read_text(encoding="utf-8")))
    records = sorted((DOCS / folder).glob("[0-9]*.md"))
    assert [name for name, _ in rows] == [path.name for path in records]
    for (name, title), path in zip(rows, records, strict=True):
        assert path.read_text(encoding="utf-8").startswith(f"# {name[:3]} {title}\n")


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 110


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_named_in_a_page_all_exist(page: Path) -> None:
    named = PATH.findall(page.read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
