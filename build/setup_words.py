"""Write our texts of the Windows installer in each language, beside NSIS's own.

python build/setup_words.py FILE.nsh
"""

from __future__ import annotations

import sys
from pathlib import Path

import store_listing
from babel import Locale
from desktop import in_every_language

WORDS = {"COMMENT": store_listing.comment, "OPEN": store_listing.is_open}
"""By their names in ``setup.nsi``."""


def nsis_language(code: str) -> str:
    """Return NSIS's name of a language, such as German."""
    return str(Locale(code).get_display_name("en"))


def words() -> str:
    """Return the languages, English first, and our texts in them, as lines of an NSIS script."""
    said = {name: in_every_language(saying) for name, saying in WORDS.items()}
    languages = [nsis_language(code) for code in said["OPEN"]]
    lines = [f'LoadLanguageFile "${{NSISDIR}}\\Contrib\\Language files\\{name}.nlf"' for name in languages]
    for name, by_language in said.items():
        for code, text in by_language.items():
            lines.append(f'LangString {name} ${{LANG_{nsis_language(code).upper()}}} "{escaped(text)}"')
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Escape a text for double quotes in an NSIS script."""
    return text.replace("$", "$$").replace('"', '$\\"')


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python build/setup_words.py FILE.nsh")
    Path(sys.argv[1]).write_text(words(), encoding="utf-8", newline="\n")
