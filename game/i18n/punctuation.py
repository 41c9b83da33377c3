"""Functions that put punctuation beside translated texts, as languages differ in the spaces before ``:`` and ``!``.

No other code may put a punctuation mark beside a translated text; ``build/joined_text.py`` checks that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from game.i18n import _p

_ENDS = (".", "!", "?", ":", ";", ",", "…")
"""A text that ends with one of these marks gets no full stop."""


def join_with_commas(parts: Iterable[str]) -> str:
    """Join the parts with commas: “Go, Repairs, 100 km”. Return an empty text if there are no parts."""
    # Translators: two parts of an enumeration; only the mark between them and its spaces may be yours to set.
    return _joined(parts, lambda one, other: _p("list", "{one}, {other}", one=one, other=other))


def join_with_and(parts: Iterable[str]) -> str:
    """Join names: “Carla, Hugo and Nina”. Return an empty text if there are none."""
    *others, last = [*parts] or [""]
    # Translators: the last two of several names.
    return _p("list", "{one} and {other}", one=join_with_commas(others), other=last) if others else last


def join_with_semicolons(parts: Iterable[str]) -> str:
    """Join the parts with semicolons; for parts that may contain commas."""
    # Translators: two parts of an enumeration; only the space before the semicolon may be yours to set.
    return _joined(parts, lambda one, other: _p("list", "{one}; {other}", one=one, other=other))


def join_with_dots(parts: Iterable[str]) -> str:
    """Join short facts with dots: “Winning Moves 2006 · 4 drivers · 5,000 points”."""
    # Translators: two short facts in one line, set apart by a dot at half height.
    return _joined(parts, lambda one, other: _p("list", "{one} · {other}", one=one, other=other))


def join_with_dashes(parts: Iterable[str]) -> str:
    """Join related parts with dashes: “Accident – Repairs – Driving Ace”."""
    # Translators: a text and what belongs to it, such as a line of the log and its reason.
    return _joined(parts, lambda one, other: _p("list", "{one} – {other}", one=one, other=other))


def label_with_text(label: str, words: str) -> str:
    """Join a label and its text: “Total: 4,350”."""
    # Translators: a label and its words; French has a narrow no-break space before the colon.
    return _p("label", "{label}: {words}", label=label, words=words)


def heading(words: str) -> str:
    """Return the words as a heading, with a colon: “Carla:”. The text below it is a separate text."""
    # Translators: a label whose words are said after it.
    return _p("label", "{label}:", label=words)


def with_brackets(words: str, aside: str) -> str:
    """Append a remark in brackets: “Stop (not now)”."""
    # Translators: a text, and what is said of it in brackets.
    return _p("label", "{words} ({aside})", words=words, aside=aside)


def with_full_stop(words: str) -> str:
    """Return the words as a sentence: append a full stop unless they end with a punctuation mark."""
    if words.endswith(_ENDS):
        return words
    # Translators: words that stand without a full stop elsewhere, such as a line of the log.
    return _p("sentence", "{words}.", words=words)


def with_exclamation_mark(words: str) -> str:
    """Return the words as an exclamation: “Coup fourré!”."""
    # Translators: a term that is cried out; French has a narrow no-break space before the mark.
    return _p("sentence", "{words}!", words=words)


def rank_text(place: int) -> str:
    """Format a rank: “1.”."""
    # Translators: a place in an order, such as the first of the table.
    return _p("place", "{n}.", n=place)


def _joined(parts: Iterable[str], join: Callable[[str, str], str]) -> str:
    said = list(parts)
    return reduce(join, said) if said else ""
