"""The text of the rulebook in our own words, page by page, written from the data of the rule set in play."""

from game.features.rulebook.text.model import (
    Block,
    CoupFourrePicture,
    Difference,
    HazardAnswers,
    Heading,
    Lead,
    Point,
    PointsTable,
    Portrait,
    Related,
    RulesInPlay,
    RulesPage,
    Tiles,
)
from game.features.rulebook.text.pages import SECTIONS, rules_page, section_of, section_title

__all__ = [
    "SECTIONS",
    "Block",
    "CoupFourrePicture",
    "Difference",
    "HazardAnswers",
    "Heading",
    "Lead",
    "Point",
    "PointsTable",
    "Portrait",
    "Related",
    "RulesInPlay",
    "RulesPage",
    "Tiles",
    "rules_page",
    "section_of",
    "section_title",
]
