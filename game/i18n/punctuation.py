"""Punctuation between translated texts, as messages of its own: a language has its own spaces before ``:`` and ``!``.

Nothing else puts a mark beside a text that was translated; ``build/joined_text.py`` sees to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from game.i18n import _p

_ENDS = (".", "!", "?", ":", ";", ",", "…")
"""What a sentence may end with."""


def listed(parts: Iterable[str]) -> str:
    """The parts with commas between: “Go, Repairs, 100 km”; empty for none."""
    # Translators: two parts of an enumeration; only the mark between them and its spaces may be yours to set.
    return _joined(parts, lambda one, other: _p("list", "{one}, {other}", one=one, other=other))


def in_a_row(parts: Iterable[str]) -> str:
    """The parts with semicolons between, for those that may have commas of their own."""
    # Translators: two parts of an enumeration; only the space before the semicolon may be yours to set.
    return _joined(parts, lambda one, other: _p("list", "{one}; {other}", one=one, other=other))


def facts(parts: Iterable[str]) -> str:
    """Short facts beside each other: “Winning Moves 2006 · 4 drivers · 5,000 points”."""
    # Translators: two short facts in one line, set apart by a dot at half height.
    return _joined(parts, lambda one, other: _p("list", "{one} · {other}", one=one, other=other))


def chained(parts: Iterable[str]) -> str:
    """What belongs together, with dashes between: “Accident – Repairs – Driving Ace”."""
    # Translators: a text and what belongs to it, such as a line of the log and its reason.
    return _joined(parts, lambda one, other: _p("list", "{one} – {other}", one=one, other=other))


def labelled(label: str, words: str) -> str:
    """A label and what it is the label of: “Total: 4,350”."""
    # Translators: a label and its words; French has a narrow no-break space before the colon.
    return _p("label", "{label}: {words}", label=label, words=words)


def heading(words: str) -> str:
    """A label with its words after it: “Carla:”."""
    # Translators: a label whose words are said after it.
    return _p("label", "{label}:", label=words)


def bracketed(words: str, aside: str) -> str:
    """A text with another in brackets: “Stop (not now)”."""
    # Translators: a text, and what is said of it in brackets.
    return _p("label", "{words} ({aside})", words=words, aside=aside)


def sentence(words: str) -> str:
    """The words as a sentence of their own: with a full stop where they have no end."""
    if words.endswith(_ENDS):
        return words
    # Translators: words that stand without a full stop elsewhere, such as a line of the log.
    return _p("sentence", "{words}.", words=words)


def exclaimed(words: str) -> str:
    """The words as a cry: “Coup fourré!”."""
    # Translators: a term that is cried out; French has a narrow no-break space before the mark.
    return _p("sentence", "{words}!", words=words)


def placed(place: int) -> str:
    """A place in an order: “1.”."""
    # Translators: a place in an order, such as the first of the table.
    return _p("place", "{n}.", n=place)


def _joined(parts: Iterable[str], join: Callable[[str, str], str]) -> str:
    said = list(parts)
    return reduce(join, said) if said else ""
