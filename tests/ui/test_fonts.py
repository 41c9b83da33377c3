"""Every character that can appear on the screen is in every face of the bundled fonts."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from unicodedata import category, name

import pytest
from catalogues import catalogue_path, read
from fontTools.ttLib import TTFont

from game.i18n import LANGUAGES, number, own_language_name, set_language
from game.people.profiles import is_name_character
from game.system.resources import asset_path
from game.ui.drawing.text import FACES
from tests.cases import each
from tests.templates import own_template

ROOT = Path(__file__).parents[2]

GAPS = frozenset("\u202f\u2009")
"""The narrow spaces: the fonts lack them, and the text module draws them as gaps."""
NEVER_DRAWN = frozenset("\u00ad\n")
"""Soft hyphens and line ends: places to break."""
ADDED = "–…-.,0123456789"
"""What the program itself puts between and after words: a dash for nothing, an ellipsis, hyphens, digits."""


@cache
def covered(face: str) -> frozenset[int]:
    return frozenset(TTFont(asset_path("fonts", f"{FACES[face]}.ttf")).getBestCmap())


def missing(text: str, face: str) -> set[str]:
    return {char for char in set(text) if char not in GAPS | NEVER_DRAWN and ord(char) not in covered(face)}


@cache
def name_characters() -> frozenset[str]:
    return frozenset(filter(is_name_character, map(chr, range(sys.maxunicode + 1))))


@cache
def messages(code: str) -> list[str]:
    catalogue = own_template() if code == "en" else read(catalogue_path(ROOT, code), code)
    said = [message.id if code == "en" else message.string for message in catalogue if message.id]
    return [form for forms in said for form in ([forms] if isinstance(forms, str) else forms or ())]


@each("face", FACES)
@each("code", LANGUAGES)
def test_fonts_have_every_character_of_the_messages(code: str, face: str) -> None:
    lacking = missing("".join(messages(code)), face)
    assert lacking == set(), [text for text in messages(code) if lacking & set(text)]


@each("face", FACES)
def test_fonts_have_language_names_and_added_characters(face: str) -> None:
    assert missing("".join(map(own_language_name, LANGUAGES)) + ADDED, face) == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_fonts_have_the_characters_of_numbers(code: str) -> None:
    set_language(code)
    try:
        said = number(-1234567)
    finally:
        set_language("en")
    assert all(missing(said, face) == set() for face in FACES)


def test_player_names_take_exactly_the_latin_letters_of_all_fonts() -> None:
    drawn = frozenset.intersection(*map(covered, FACES))
    letters = {char for char in map(chr, drawn) if category(char) in {"Lu", "Ll"} and name(char).startswith("LATIN")}
    assert {char for char in name_characters() if char.isalpha()} == letters
    assert letters >= set("ȚțȘșĂăÂâÎîŴŵŶŷĐđƠơƯưẠạẢảẤấỄễỰựỸỹŐőŰű"), "Romanian, Welsh, Vietnamese, Hungarian"


@each("face", FACES)
def test_fonts_have_every_character_a_player_name_takes(face: str) -> None:
    assert missing("".join(name_characters()), face) == set()


def test_narrow_spaces_are_missing_in_fonts_and_needed_in_messages() -> None:
    assert any(ord(gap) not in covered(face) for gap in GAPS for face in FACES)
    assert any(char in GAPS for text in messages("fr") for char in text)


def test_font_check_notices_a_character_no_font_has() -> None:
    assert missing("Ő ✓", "B5") == {"✓"}
