"""The names of the tour's places and regions, and a sentence about each place."""

from __future__ import annotations

from functools import lru_cache

from game.i18n import _, _p, language


def place_name(id: str) -> str:
    """Return the name of the place where a stage of the tour is driven, or the id itself if there is no such stage."""
    return _places(language()).get(id, (id, ""))[0]


def place_about(id: str) -> str:
    """Return a sentence that describes the place of a stage of the tour; raises ``KeyError`` for an unknown stage."""
    return _places(language())[id][1]


def region_name(id: str) -> str:
    """Return the name of a region of the tour."""
    return {"coast": _("Coast"), "hills": _("Lake and hills"), "alps": _("Alps"), "night": _("Night road")}[id]


@lru_cache(8)
def _places(code: str) -> dict[str, tuple[str, str]]:  # noqa: ARG001 - the language they are said in
    """Return each stage's place name and a sentence about it, in the order of the tour (assets/tour/tour.toml)."""
    return {
        "port_sablon": ("Port-Sablon", _("The harbor clock is slow, and so is Leo.")),
        "les_tilleuls": ("Les Tilleuls", _("Lime trees left and right, and nobody in a hurry.")),
        "saint_aubin": ("Saint-Aubin", _("Whoever has the right card crosses the bridge first.")),
        "weidenau": ("Weidenau", _("Hugo has the sandwiches; you have the cards.")),
        "lac_aurane": ("Lac d’Aurane", _("The road goes on round the lake, if you dare.")),
        "monteverro": ("Monteverro", _p("dujardin", "Here every safety buys another turn.")),
        "col_des_marmottes": ("Col des Marmottes", _("A thousand kilometers, and not one more.")),
        "schneewies": ("Schneewies", _("In the snow nobody drives two hundred.")),
        "felsentor": ("Felsentor", _("Three who know how, and they’ve seen you.")),
        "szelvar": ("Szélvár", _("Six pairs of lamps on one narrow bridge.")),
        "valdinotte": ("Valdinotte", _("No moon, no map, no advice.")),
        "kilometre_1000": (_("Kilometer 1000"), _("The last stone. Someone’s leaning on it.")),
    }
