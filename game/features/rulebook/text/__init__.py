"""The text of the rulebook in our own words, page by page, written from the data of the rule set in play."""

from game.features.rulebook.text.model import (
    Block,
    CardPortrait,
    CardTiles,
    CoupFourrePicture,
    Difference,
    HazardAnswers,
    Heading,
    Lead,
    Point,
    PointsTable,
    Related,
    RulesInPlay,
    RulesPage,
)
from game.features.rulebook.text.pages import SECTIONS, rules_page, section_of, section_title

__all__ = [
    "SECTIONS",
    "Block",
    "CardPortrait",
    "CardTiles",
    "CoupFourrePicture",
    "Difference",
    "HazardAnswers",
    "Heading",
    "Lead",
    "Point",
    "PointsTable",
    "Related",
    "RulesInPlay",
    "RulesPage",
    "rules_page",
    "section_of",
    "section_title",
]
