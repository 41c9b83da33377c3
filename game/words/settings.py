"""Names of bot levels, of ``Targeting`` and ``Aggression``, each with a line about it; names of settings."""

from __future__ import annotations

from game.i18n import say
from game.people.players import Aggression, Targeting
from game.phrases import N_, NP_, Phrase
from game.settings.settings import NAMES

# -- bots -----------------------------------------------------------------------------------------------------------


def level_name(level: str) -> str:
    """Return the name of a level of bots."""
    return say(_LEVELS[level][0])


def level_about(level: str) -> str:
    """Return one line that says how a bot of that level plays."""
    return say(_LEVELS[level][1])


def targeting_name(temper: Targeting) -> str:
    """Return the name of a bot's choice of opponents to attack."""
    return say(_TARGETINGS[temper][0])


def targeting_about(temper: Targeting) -> str:
    """Return one line that says which sides a bot with that targeting attacks."""
    return say(_TARGETINGS[temper][1])


def aggression_name(manner: Aggression) -> str:
    """Return the name of the bots' aggression."""
    return say(_AGGRESSIONS[manner][0])


def aggression_about(manner: Aggression) -> str:
    """Return one sentence that says how hard all bots attack with that aggression."""
    return say(_AGGRESSIONS[manner][1])


_LEVELS: dict[str, tuple[Phrase, Phrase]] = {
    "beginner": (NP_("level", "Beginner"), N_("Forgets cards and attacks late.")),
    "steady": (NP_("level", "Steady"), N_("Plays soundly but doesn’t look far ahead.")),
    "skilled": (NP_("level", "Skilled"), N_("Keeps count and plans ahead.")),
    "master": (NP_("level", "Master"), N_("Thinks everything through.")),
}


_TARGETINGS: dict[Targeting, tuple[Phrase, Phrase]] = {
    Targeting.LEADER: (NP_("temper", "Hits the leader"), N_("Attacks whoever is in the lead.")),
    Targeting.EVEN: (NP_("temper", "Even-handed"), N_("Spreads the attacks evenly.")),
    Targeting.SPARES: (NP_("temper", "Spares you"), N_("Never attacks you.")),
}


_AGGRESSIONS: dict[Aggression, tuple[Phrase, Phrase]] = {
    Aggression.FIERCE: (NP_("manner", "Fierce"), N_("Fierce: they attack wherever it pays, again and again.")),
    Aggression.SPORTING: (
        NP_("manner", "Sporting"),
        N_("Sporting: nobody is attacked twice before their next turn, nor at 0 km in the first three rounds."),
    ),
    Aggression.GENTLE: (
        NP_("manner", "Gentle"),
        N_("Gentle: they only hit whoever is ahead of them, and then leave that driver alone for three turns."),
    ),
}


# -- the settings ---------------------------------------------------------------------------------------------------


def setting_name(name: str) -> str:
    """Return the name of a setting, given its name in the settings file."""
    return say(_BESIDE.get(name) or NAMES[name])


_BESIDE = {"unknown": N_("what this version doesn’t know"), "easy_start": N_("Easy start")}
"""The names of what is no setting of its own."""
