"""The steps of the settings by name, and what some of them mean in one line."""

from __future__ import annotations

from game.i18n import _, _p
from game.session.settings import HandOrder, Pace, Speed


def speed_name(speed: Speed) -> str:
    """What a speed of the animation is called."""
    return {
        # Translators: how fast cards and cars move; "Off": they are simply there
        Speed.SLOW: _p("speed", "Slow"),
        Speed.NORMAL: _p("speed", "Normal"),
        Speed.FAST: _p("speed", "Fast"),
        Speed.OFF: _p("speed", "Off"),
    }[speed]


def pace_name(pace: Pace) -> str:
    """What a pace of the other drivers is called."""
    return _paces()[pace][0]


def pace_about(pace: Pace) -> str:
    """How long the other drivers wait at that pace, in one line."""
    return _paces()[pace][1]


def _paces() -> dict[Pace, tuple[str, str]]:
    return {
        # Translators: how long the other drivers wait before they play
        Pace.CALM: (_p("pace", "Calm"), _("Time to follow every card.")),
        Pace.ADAPTIVE: (_p("pace", "Adaptive"), _("Slower where it touches you, quicker elsewhere.")),
        Pace.QUICK: (_p("pace", "Quick"), _("Hardly a pause between cards.")),
    }


def hand_order_name(order: HandOrder) -> str:
    """What an order of the hand is called."""
    return _orders()[order][0]


def hand_order_about(order: HandOrder) -> str:
    """How the hand lies in that order, in one line."""
    return _orders()[order][1]


def _orders() -> dict[HandOrder, tuple[str, str]]:
    return {
        # Translators: the order of the cards in the player's hand
        HandOrder.SORTED: (_p("hand", "Sorted"), _("The cards sort themselves by kind.")),
        HandOrder.OWN: (_p("hand", "My own"), _("Cards lie as drawn; move them as you like.")),
    }
