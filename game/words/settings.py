"""What can be set, by name and in one line each: bots' levels, tempers and manners, pace, speed, order of the hand."""

from __future__ import annotations

from game.i18n import _, _p
from game.session.players import Manner, Temper
from game.session.settings import Colours, HandOrder, Pace, Scan, Speed

# -- bots -----------------------------------------------------------------------------------------------------------


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
        "steady": (_p("level", "Steady"), _("Plays soundly but doesn’t look far ahead.")),
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
            _("Sporting: nobody is attacked twice between turns, nor at 0 km in the first three rounds."),
        ),
        Manner.GENTLE: (
            _p("manner", "Gentle"),
            _("Gentle: they only hit whoever is ahead of them, and then leave that driver alone for three turns."),
        ),
    }


# -- the settings ---------------------------------------------------------------------------------------------------


def setting_name(name: str) -> str:
    """What a setting is called, by the name that it has in ``Settings`` or that its file gives a part of itself."""
    return {
        "format": _("file type"),
        "version": _("file version"),
        "language": _("Language"),
        "fullscreen": _("Full screen"),
        "window_size": _("Window size"),
        "speed": _("Card speed"),
        "pace": _("Pace of the other drivers"),
        "reduced_motion": _("Less motion"),
        "theme": _("Colors"),
        "text_size": _("Text size"),
        "hand_order": _("Hand order"),
        "assist": _("Assist"),
        "easy_start": _("Easy start"),
        "muted": _("Sound"),
        "effects_volume": _("Effects"),
        "ambience_volume": _("Road noise"),
        "speech": _("Speech"),
        "speech_speed": _("Speech speed"),
        "speech_volume": _("Speech volume"),
        "music_volume": _("Music"),
        "captions": _("Sound captions"),
        "keys": _("Keys"),
        "buttons": _("Buttons of the controller"),
        "scan": _("Single switch"),
        "knows_game": _("First lesson offer"),
        "lesson": _("Progress in the first lesson"),
        "profiles": _("Profiles"),
        "playing": _("Who plays"),
        "left_by": _("Settings of the other profiles"),
        "schooled": _("Who has finished the first lesson"),
        "plan": _("Last match"),
        "race": _("Last quick race"),
        "shared": _("Last match at one screen"),
        "raced_last": _("Last played"),
        "unknown": _("what this version doesn’t know"),
    }[name]


def speed_name(speed: Speed) -> str:
    """What a speed of the animation is called."""
    return {
        # Translators: how fast cards and cars move; "Off": they are simply there
        Speed.SLOW: _p("speed", "Slow"),
        Speed.NORMAL: _p("speed", "Normal"),
        Speed.FAST: _p("speed", "Fast"),
        Speed.OFF: _p("speed", "Off"),
    }[speed]


def scan_name(scan: Scan) -> str:
    """What a speed of offering things to one switch is called."""
    return {
        # Translators: how fast everything that can be pressed is offered to a player with one switch; "Off": not at all
        Scan.OFF: _p("scan", "Off"),
        Scan.SLOW: _p("scan", "Slow"),
        Scan.NORMAL: _p("scan", "Normal"),
        Scan.FAST: _p("scan", "Fast"),
    }[scan]


def pace_name(pace: Pace) -> str:
    """What a pace of the other drivers is called."""
    return _paces()[pace][0]


def pace_about(pace: Pace) -> str:
    """How long the other drivers wait at that pace, in one line."""
    return _paces()[pace][1]


def _paces() -> dict[Pace, tuple[str, str]]:
    return {
        # Translators: how long the other drivers wait before they play
        Pace.SLOW: (_p("pace", "Slow"), _("Time to read every line; any key skips ahead.")),
        Pace.CALM: (_p("pace", "Calm"), _("Time to follow every card.")),
        Pace.ADAPTIVE: (_p("pace", "Adaptive"), _("Slower when it concerns you, faster otherwise.")),
        Pace.QUICK: (_p("pace", "Quick"), _("Hardly any pause between cards.")),
    }


def theme_name(theme: Colours) -> str:
    """What a choice of colours is called."""
    return {
        # Translators: the colours of the screen
        Colours.DAY: _p("colours", "Day"),
        Colours.NIGHT: _p("colours", "Night"),
        Colours.CONTRAST: _p("colours", "High contrast"),
    }[theme]


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
        HandOrder.OWN: (_p("hand", "My own"), _("Cards stay as drawn; move them as you like.")),
    }
