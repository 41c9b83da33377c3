"""One concept, one word: the catalogues say each term of their glossary as it was decided."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from catalogues import catalogue_path, read

ROOT = Path(__file__).parents[2]
GLOSSARIES = [path for path in sorted((ROOT / "docs/glossary").glob("*.toml")) if path.stem != "en"]
Said = tuple[str, str]
"""A message and what is said for it."""


def plain(text: str) -> str:
    """Without what is filled in and soft hyphens, in small letters."""
    return re.sub("{.*?}", "", text).replace("\u00ad", "").casefold()


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def said_in(code: str) -> list[Said]:
    found = []
    for message in read(catalogue_path(ROOT, code), code):
        if message.id:
            sources = forms(message.id)
            found += [(sources[min(i, len(sources) - 1)], said) for i, said in enumerate(forms(message.string))]
    return found


def of_term(english: str, messages: list[Said]) -> list[Said]:
    return [(source, said) for source, said in messages if re.search(rf"\b(?:{english})\b", plain(source))]


def otherwise(term: dict[str, list[str]], messages: list[Said]) -> set[str]:
    """The sources of messages that have none of the term's words, which are patterns."""
    words = re.compile("|".join(term["words"]), re.IGNORECASE)
    return {source for source, said in messages if not words.search(plain(said))}


@pytest.mark.parametrize("path", GLOSSARIES, ids=lambda path: path.stem)
def test_glossary_terms_are_translated_as_decided(path: Path) -> None:
    messages = said_in(path.stem)
    for term in tomllib.loads(path.read_text("utf-8"))["term"]:
        found = of_term(term["english"], messages)
        assert found, f"no message has {term['english']}"
        assert otherwise(term, found) == set(term.get("except", [])), term["english"]


def test_glossary_check_finds_another_word() -> None:
    term = {"words": ["Etappe"]}
    messages = [("This leg", "Diese Etappe"), ("Next leg", "Nächste Runde"), ("Legend", "Legende")]
    assert otherwise(term, of_term("legs?", messages)) == {"Next leg"}


def test_glossary_has_at_least_forty_terms() -> None:
    assert {"de", "fr", "hu", "it"} <= {path.stem for path in GLOSSARIES}
    for path in GLOSSARIES:
        assert len(tomllib.loads(path.read_text("utf-8"))["term"]) >= 40, path.stem


@pytest.mark.parametrize("path", GLOSSARIES, ids=lambda path: path.stem)
def test_driver_names_are_the_same_in_sentences_and_beside_pictures(path: Path) -> None:
    catalogue, messages = read(catalogue_path(ROOT, path.stem), path.stem), said_in(path.stem)
    names = {str(message.id): str(message.string) for message in catalogue if message.context == "driver"}
    assert names
    for name, called in names.items():
        stem = re.escape(called[:-1])  # the last letter changes before an ending: Karla, Karlával
        assert otherwise({"words": [stem]}, of_term(name.casefold(), messages)) == set(), name
