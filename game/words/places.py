"""The names of the tour's places and regions, and for each stage what is special about it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.i18n import _, _p, language


class _Place(NamedTuple):
    """A stage's place: its name, what is special about the stage in two or three words, and a sentence about it."""

    name: str
    twist: str
    about: str


def place_name(id: str) -> str:
    """Return the name of the place where a stage of the tour is driven, or the id itself if there is no such stage."""
    known = _places(language()).get(id)
    return id if known is None else known.name


def place_twist(id: str) -> str:
    """Return what is special about a stage of the tour, in a few words; raises ``KeyError`` for an unknown one."""
    return _places(language())[id].twist


def place_about(id: str) -> str:
    """Return a sentence about a stage of the tour and its place; raises ``KeyError`` for an unknown stage."""
    return _places(language())[id].about


def region_name(id: str) -> str:
    """Return the name of a region of the tour."""
    return {"coast": _("Coast"), "hills": _("Lake and hills"), "alps": _("Alps"), "night": _("Night road")}[id]


@lru_cache(8)
def _places(code: str) -> dict[str, _Place]:  # noqa: ARG001 - the language they are said in
    """Return the place of each stage, in the order of the tour (assets/tour/tour.toml)."""
    return {
        "port_sablon": _Place(
            "Port-Sablon", _("Rolling start"), _("All lights are green this early, and Leo is still yawning.")
        ),
        "les_tilleuls": _Place(
            "Les Tilleuls", _("Eight cards"), _("Green lights again, and market day: everyone carries eight cards.")
        ),
        "saint_aubin": _Place(
            "Saint-Aubin",
            _p("winning_moves", "Two safeties"),
            _p("winning_moves", "Two safeties wait at the bridge. Bruno has the hazards."),
        ),
        "weidenau": _Place(
            "Weidenau", _p("stage", "Two by two"), _("Two by two: Hugo has the tools, you have the cards.")
        ),
        "lac_aurane": _Place(
            "Lac d’Aurane",
            _p("stage", "On round the lake"),
            _("Eight cards in hand, and the road goes on if you dare."),
        ),
        "monteverro": _Place(
            "Monteverro", _p("stage", "Extra turns"), _p("dujardin", "Here every safety buys another turn.")
        ),
        "col_des_marmottes": _Place(
            "Col des Marmottes", _p("stage", "Behind a 50"), _("Hairpins to the top: everyone starts behind a 50.")
        ),
        "schneewies": _Place(
            "Schneewies",
            _p("stage", "No 200s"),
            _("In the snow nobody drives two hundred, and five hundred are far enough."),
        ),
        "felsentor": _Place(
            "Felsentor",
            _p("stage", "After the leader"),
            _("Three who know their trade, eight cards each, and they’ve spotted you."),
        ),
        "szelvar": _Place(
            "Szélvár",
            _p("stage", "Six on the bridge"),
            _("Six pairs of lamps on one narrow bridge, and nobody waits for green."),
        ),
        "valdinotte": _Place(
            "Valdinotte", _p("stage", "No speed limits"), _("No moon, no map, no advice, and no speed limits.")
        ),
        "kilometre_1000": _Place(
            _("Kilometer 1000"),
            _p("stage", "Three Masters"),
            _("Green lights, eight cards, and three Masters leaning on the last stone."),
        ),
    }
