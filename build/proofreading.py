"""Check messages for typography and style: spaces, quotation marks, punctuation, and words to avoid.

The rules are in docs/translating.md. A language that is not named here is checked by the rules for all languages.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

_GLOSSARIES = Path(__file__).parents[1] / "docs" / "glossary"
_NARROW = "\u202f"
_NO_BREAK = "\u00a0"
_ENDS = ".?!:…"

_QUOTES = {"en": "“”", "de": "„“", "fr": "«»", "it": "«»", "hu": "„”"}
_ANY_QUOTE = frozenset('"“”„«»‚‘‹›')


@cache
def words_to_avoid(code: str) -> list[dict[str, Any]]:
    """Return what we decided against in a language, from its glossary: ``why``, the ``words`` as a pattern on small
    letters with ``{}`` for what is filled in, or with its name where that matters, and what was ``said`` once.
    """
    path = _GLOSSARIES / f"{code}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))["avoid"] if path.exists() else []


def remarks(code: str, source: str, said: str) -> Iterator[str]:
    """Yield what is wrong with a text, as words that follow its source: “has two spaces in a row”."""
    if re.search(r"\s\s", said):
        yield "has two spaces in a row"
    if said != said.strip() or re.search(r" \n|\n ", said):
        yield "begins or ends with a space"
    if "..." in said:
        yield "has three dots for an ellipsis"
    if "'" in said:
        yield "has a straight apostrophe"
    if re.search(r"\d \d{3}(?!\d)", said):
        yield "has a space that breaks a number"
    if _end(source) != _end(said):
        yield f"ends with {_end(said)!r}, the source with {_end(source)!r}"
    if code in _QUOTES and (wrong := _ANY_QUOTE & set(said) - set(_QUOTES[code])):
        yield f"has the quotation marks {''.join(sorted(wrong))}"
    yield from _french(said) if code == "fr" else _spaces(said)
    small = said.replace("\u00ad", "").casefold()
    plain = re.sub(r"{.*?}", "{}", small)
    for it in words_to_avoid(code):
        if found := re.search(it["words"], small if re.search(r"{\(?\w", it["words"]) else plain):
            yield f"says {found.group()!r}: {it['why']}"


def _end(text: str) -> str:
    """Return the punctuation at the very end, without quotation marks and brackets; a word cut short ends in none."""
    if re.fullmatch(r"\w{2,4}\.", text):
        return ""
    last = text.rstrip("“”„«»)" + _NARROW)[-1:]
    return last if last and last in _ENDS else ""


def _spaces(said: str) -> Iterator[str]:
    if re.search(r"\s[:;!?,.](\s|$)", said):
        yield "has a space before its punctuation"


def _french(said: str) -> Iterator[str]:
    if _NO_BREAK in said:
        yield "has a wide no-break space"
    for mark in re.finditer(r"[:;!?»]", said):
        if said[mark.start() - 1 : mark.start()] not in (_NARROW, *"!?"):
            yield f"has no narrow no-break space before {mark.group()}"
    if re.search(f"«(?!{_NARROW})", said):
        yield "has no narrow no-break space after «"
    if re.search(r"[\s]…|\s[,.](\s|$)", said):
        yield "has a space before its punctuation"
