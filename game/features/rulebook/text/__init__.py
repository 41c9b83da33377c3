"""The rules in our own words, page by page, drawn from the data of the set in play, and so always true."""

from game.features.rulebook.text.model import (
    Block,
    Difference,
    HazardAnswers,
    Heading,
    Lead,
    Lightning,
    Page,
    Played,
    Point,
    PointsTable,
    Portrait,
    Related,
    Tiles,
)
from game.features.rulebook.text.pages import SECTIONS, page, section_of, section_title

__all__ = [
    "SECTIONS",
    "Block",
    "Difference",
    "HazardAnswers",
    "Heading",
    "Lead",
    "Lightning",
    "Page",
    "Played",
    "Point",
    "PointsTable",
    "Portrait",
    "Related",
    "Tiles",
    "page",
    "section_of",
    "section_title",
]
