"""Texts that tables and models name without knowing a language; ``game.i18n.say`` translates them when they are shown.

The functions mark a text for extraction (``build/catalogues.py``), as in gettext: their texts must be literals.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TERMS_OF_RULES = "terms of the rules"
"""Stands for the gettext context of a phrase whose context is the rule set by which it is said."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text to be translated: its gettext context, its plural form or "", and the values of its placeholders."""

    message: str
    context: str = ""
    many: str = ""
    values: tuple[tuple[str, object], ...] = ()


def N_(message: str, /, **values: object) -> Phrase:  # noqa: N802 - gettext's own name
    """Mark a message, and fill in its ``{placeholders}``."""
    return Phrase(message, values=tuple(values.items()))


def NP_(context: str, message: str, /, **values: object) -> Phrase:  # noqa: N802
    """Mark a message in a gettext context."""
    return Phrase(message, context, values=tuple(values.items()))


def NN_(one: str, many: str, /) -> Phrase:  # noqa: N802
    """Mark a message with a plural form; ``say_number`` says it."""
    return Phrase(one, many=many)


def NR_(one: str, many: str = "", /) -> Phrase:  # noqa: N802
    """Mark a message that has the terms of a rule set's booklet, if need be with a plural form."""
    return Phrase(one, TERMS_OF_RULES, many)


class NamedChoice(StrEnum):
    """An enumeration whose members are rows of a value and the name to show: ``RED = "red", NP_("colour", "Red")``.

    A row may have a third part, a sentence about the member.
    """

    phrase: Phrase
    about: Phrase | None

    def __new__(cls, value: str, phrase: Phrase | None = None, about: Phrase | None = None) -> NamedChoice:
        if phrase is None:  # for type checkers the look-up ``Paint("red")`` is this call
            raise TypeError(f"{cls.__name__}: expected a phrase for {value!r}")
        choice = str.__new__(cls, value)
        choice._value_ = value
        choice.phrase, choice.about = phrase, about
        return choice
