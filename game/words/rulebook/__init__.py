"""The rules in our own words, page by page, drawn from the data of the set in play, and so always true."""

from game.words.rulebook.model import (
    Answers,
    Block,
    Difference,
    Heading,
    Lead,
    Lightning,
    Page,
    Played,
    Point,
    Portrait,
    Related,
    Table,
    Tiles,
)
from game.words.rulebook.pages import SECTIONS, page, section_of, section_title

__all__ = [
    "SECTIONS",
    "Answers",
    "Block",
    "Difference",
    "Heading",
    "Lead",
    "Lightning",
    "Page",
    "Played",
    "Point",
    "Portrait",
    "Related",
    "Table",
    "Tiles",
    "page",
    "section_of",
    "section_title",
]
