"""The text of the rulebook in our own words, page by page, written from the data of the rule set in play."""

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
