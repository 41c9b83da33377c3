"""How bots are set: levels, tempers and manners by name, and in a line or sentence each."""

from __future__ import annotations

from game.i18n import _, _p
from game.session.players import Manner, Temper


def level_name(level: str) -> str:
    """What a level is called."""
    return _levels()[level][0]


def level_about(level: str) -> str:
    """How a bot of that level plays, in one line."""
    return _levels()[level][1]


def temper_name(temper: Temper) -> str:
    """What a temper is called."""
    return _tempers()[temper][0]


def temper_about(temper: Temper) -> str:
    """Whom a bot of that temper attacks, in one line."""
    return _tempers()[temper][1]


def manner_name(manner: Manner) -> str:
    """What a manner is called."""
    return _manners()[manner][0]


def manner_about(manner: Manner) -> str:
    """How hard all bots attack in that manner, in one sentence."""
    return _manners()[manner][1]


def _levels() -> dict[str, tuple[str, str]]:
    return {
        "beginner": (_p("level", "Beginner"), _("Forgets cards and attacks late.")),
        "steady": (_p("level", "Steady"), _("Plays soundly, but does not look far ahead.")),
        "skilled": (_p("level", "Skilled"), _("Keeps count and plans ahead.")),
        "master": (_p("level", "Master"), _("Thinks everything through.")),
    }


def _tempers() -> dict[Temper, tuple[str, str]]:
    return {
        Temper.LEADER: (_p("temper", "Hits the leader"), _("Attacks whoever is in the lead.")),
        Temper.EVEN: (_p("temper", "Even-handed"), _("Spreads the attacks evenly.")),
        Temper.SPARES: (_p("temper", "Spares you"), _("Never attacks you.")),
    }


def _manners() -> dict[Manner, tuple[str, str]]:
    return {
        Manner.FIERCE: (_p("manner", "Fierce"), _("Fierce: they hit whoever it pays to hit, again and again.")),
        Manner.SPORTING: (
            _p("manner", "Sporting"),
            _("Sporting: nobody is hit twice between two turns, nor in the first three rounds while still at 0 km."),
        ),
        Manner.GENTLE: (
            _p("manner", "Gentle"),
            _("Gentle: sporting, and they only hit whoever is ahead of them."),
        ),
    }
