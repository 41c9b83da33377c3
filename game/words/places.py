"""The names of the tour's places, and for each stage what is special about it."""

from __future__ import annotations

from typing import NamedTuple

from game.i18n import say
from game.phrases import N_, NP_, Phrase


class _Place(NamedTuple):
    """A stage's place: its name, what is special about the stage in two or three words, and a sentence about it."""

    name: Phrase
    twist: Phrase
    about: Phrase


_PLACES = {
    "port_sablon": _Place(
        Phrase("Port-Sablon"), N_("Rolling start"), N_("All lights are green this early, and Leo is still yawning.")
    ),
    "les_tilleuls": _Place(
        Phrase("Les Tilleuls"),
        N_("Eight cards"),
        N_("Green lights again, and market day: everyone carries eight cards."),
    ),
    "saint_aubin": _Place(
        Phrase("Saint-Aubin"),
        NP_("winning_moves", "Two safeties"),
        NP_("winning_moves", "Two safeties wait at the bridge. Bruno has the hazards."),
    ),
    "weidenau": _Place(
        Phrase("Weidenau"), NP_("stage", "Two by two"), N_("Two by two: Hugo has the tools, you have the cards.")
    ),
    "lac_aurane": _Place(
        Phrase("Lac d’Aurane"),
        NP_("stage", "On round the lake"),
        N_("Eight cards in hand, and the road goes on if you dare."),
    ),
    "monteverro": _Place(
        Phrase("Monteverro"), NP_("stage", "Extra turns"), NP_("dujardin", "Here every safety buys another turn.")
    ),
    "col_des_marmottes": _Place(
        Phrase("Col des Marmottes"),
        NP_("stage", "Limited to 50"),
        N_("Hairpins all the way up: everyone starts limited to 50."),
    ),
    "schneewies": _Place(
        Phrase("Schneewies"),
        NP_("stage", "No 200s"),
        N_("Nobody does two hundred in the snow, and five hundred is plenty."),
    ),
    "felsentor": _Place(
        Phrase("Felsentor"),
        NP_("stage", "Hunt the leader"),
        N_("Three old hands, eight cards each, and they’ve spotted you."),
    ),
    "szelvar": _Place(
        Phrase("Szélvár"),
        NP_("stage", "Six on the bridge"),
        N_("Six pairs of lamps on one narrow bridge, and nobody waits for green."),
    ),
    "valdinotte": _Place(
        Phrase("Valdinotte"), NP_("stage", "No speed limits"), N_("No moon, no map, no advice, and no speed limits.")
    ),
    "kilometre_1000": _Place(
        N_("Kilometer 1000"),
        NP_("stage", "Three Masters"),
        N_("Green lights, eight cards, and three Masters leaning on the last stone."),
    ),
}
"""The place of each stage by its id, in the order of the tour (assets/tour/tour.toml)."""


def place_name(id: str) -> str:
    """Return the name of the place where a stage of the tour is driven, or the id itself if there is no such stage."""
    return say(_PLACES[id].name) if id in _PLACES else id


def place_twist(id: str) -> str:
    """Return what is special about a stage of the tour, in a few words; raises ``KeyError`` for an unknown one."""
    return say(_PLACES[id].twist)


def place_about(id: str) -> str:
    """Return a sentence about a stage of the tour and its place; raises ``KeyError`` for an unknown stage."""
    return say(_PLACES[id].about)
