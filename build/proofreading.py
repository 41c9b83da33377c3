"""What a careful reader would mark in a translation: spaces, quotation marks and punctuation, language by language.

The habits stand in docs/translating.md. A language that is not named here is read for what holds in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_NARROW: Final = "\u202f"
_NO_BREAK: Final = "\u00a0"
_ENDS: Final = ".?!:…"

_QUOTES: Final = {"en": "“”", "de": "„“", "fr": "«»", "it": "«»", "hu": "„”"}
_ANY_QUOTE: Final = frozenset('"“”„«»‚‘‹›')


def remarks(code: str, source: str, said: str) -> Iterator[str]:
    """What is wrong with a text, as words that follow its source: “has two spaces in a row”."""
    if re.search(r"\s\s", said):
        yield "has two spaces in a row"
    if said != said.strip() or re.search(r" \n|\n ", said):
        yield "begins or ends with a space"
    if "..." in said:
        yield "has three dots for an ellipsis"
    if "'" in said:
        yield "has a straight apostrophe"
    if _end(source) != _end(said):
        yield f"ends with {_end(said)!r}, the source with {_end(source)!r}"
    if code in _QUOTES and (wrong := _ANY_QUOTE & set(said) - set(_QUOTES[code])):
        yield f"has the quotation marks {''.join(sorted(wrong))}"
    yield from _french(said) if code == "fr" else _spaces(said)


def _end(text: str) -> str:
    """The punctuation at the very end, none of the quotation marks and brackets before it."""
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
