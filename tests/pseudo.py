"""A made-up language, every text 40 % longer than English: what fits in it leaves room for any other."""

from __future__ import annotations

import gettext
import math
import re

LONGER = 1.4
_BREAK_FROM = 13  # letters from which a translator would say where a word may break


def lengthen(text: str) -> str:
    """The text with longer words; placeholders, digits and punctuation stay as they are."""
    return "".join(part if part.startswith("{") else _words(part) for part in re.split(r"({.*?})", text))


def _words(text: str) -> str:
    return re.sub(r"[^\W\d_\u00ad]+", lambda word: _longer(word.group()), text)


def _longer(word: str) -> str:
    if len(word) == 1:
        return word
    missing = math.ceil(LONGER * len(word)) - len(word)
    filler = "énóra"
    longer = word + (filler * (missing // len(filler) + 1))[:missing]
    half = len(longer) // 2
    return longer if len(longer) < _BREAK_FROM else f"{longer[:half]}\u00ad{longer[half:]}"


class Pseudo(gettext.NullTranslations):
    """Translations into the made-up language, made on the spot."""

    def gettext(self, message: str) -> str:
        return lengthen(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return lengthen(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return lengthen(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return lengthen(msgid1 if n == 1 else msgid2)
