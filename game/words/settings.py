"""Names of bot levels, of ``Targeting`` and ``Aggression``, each with a line about it; names of settings and speeds."""

from __future__ import annotations

from game.i18n import _, _p, setting_words
from game.people.players import Aggression, Targeting
from game.settings.settings import NAMES, AnimationSpeed

# -- bots -----------------------------------------------------------------------------------------------------------


def level_name(level: str) -> str:
    """Return the name of a level of bots."""
    return _levels()[level][0]


def level_about(level: str) -> str:
    """Return one line that says how a bot of that level plays."""
    return _levels()[level][1]


def targeting_name(temper: Targeting) -> str:
    """Return the name of a bot's choice of opponents to attack."""
    return _tempers()[temper][0]


def targeting_about(temper: Targeting) -> str:
    """Return one line that says which sides a bot with that targeting attacks."""
    return _tempers()[temper][1]


def aggression_name(manner: Aggression) -> str:
    """Return the name of the bots' aggression."""
    return _manners()[manner][0]


def aggression_about(manner: Aggression) -> str:
    """Return one sentence that says how hard all bots attack with that aggression."""
    return _manners()[manner][1]


def _levels() -> dict[str, tuple[str, str]]:
    return {
        "beginner": (_p("level", "Beginner"), _("Forgets cards and attacks late.")),
        "steady": (_p("level", "Steady"), _("Plays soundly but doesn’t look far ahead.")),
        "skilled": (_p("level", "Skilled"), _("Keeps count and plans ahead.")),
        "master": (_p("level", "Master"), _("Thinks everything through.")),
    }


def _tempers() -> dict[Targeting, tuple[str, str]]:
    return {
        Targeting.LEADER: (_p("temper", "Hits the leader"), _("Attacks whoever is in the lead.")),
        Targeting.EVEN: (_p("temper", "Even-handed"), _("Spreads the attacks evenly.")),
        Targeting.SPARES: (_p("temper", "Spares you"), _("Never attacks you.")),
    }


def _manners() -> dict[Aggression, tuple[str, str]]:
    return {
        Aggression.FIERCE: (_p("manner", "Fierce"), _("Fierce: they hit whoever it pays to hit, again and again.")),
        Aggression.SPORTING: (
            _p("manner", "Sporting"),
            _("Sporting: nobody is attacked twice between turns, nor at 0 km in the first three rounds."),
        ),
        Aggression.GENTLE: (
            _p("manner", "Gentle"),
            _("Gentle: they only hit whoever is ahead of them, and then leave that driver alone for three turns."),
        ),
    }


# -- the settings ---------------------------------------------------------------------------------------------------


def setting_name(name: str) -> str:
    """Return the name of a setting, given its name in the settings file."""
    beside = {
        "unknown": _("what this version doesn’t know"),
        "easy_start": _("Easy start"),
    }
    return beside.get(name) or setting_words(NAMES[name])


def speed_name(speed: AnimationSpeed) -> str:
    """Return the name of an animation speed."""
    return {
        # Translators: how fast cards and cars move; "Off": they are simply there
        AnimationSpeed.SLOW: _p("speed", "Slow"),
        AnimationSpeed.NORMAL: _p("speed", "Normal"),
        AnimationSpeed.FAST: _p("speed", "Fast"),
        AnimationSpeed.OFF: _p("speed", "Off"),
    }[speed]
