"""The pages of the settings: one entry per setting, with its words and its control. Add new settings here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from game.features.settings.entries import (
    Amount,
    EasyStart,
    Entry,
    FullScreen,
    KeyLines,
    Keys,
    Languages,
    Person,
    Steps,
    Switch,
    TextSizes,
    Themes,
    Words,
)
from game.i18n import _, _p
from game.settings.bindings import DELIVERED_KEYS, Action
from game.settings.settings import FASTEST_SPEECH, Colours, HandOrder, Pace, Remarks, Scan, Settings, Speed
from game.ui.speech.self_voicing import key_rows
from game.words.keys import key_line, key_name
from game.words.settings import speed_name


@dataclass(frozen=True, slots=True)
class Category:
    """A page of the settings."""

    id: str
    title: Words
    icon: str
    entries: tuple[Entry, ...]

    def changed(self, settings: Settings) -> dict[str, Any]:
        """Return the settings of the page that differ from the defaults, with their default values."""
        delivered = Settings()
        names = [name for entry in self.entries for name in entry.names]
        return {name: getattr(delivered, name) for name in names if getattr(settings, name) != getattr(delivered, name)}


def _is_muted(settings: Settings) -> bool:
    return settings.muted


_GAME = Category(
    "game",
    lambda: _("Game"),
    "cards",
    (
        Languages(partial(key_line, Action.LANGUAGE)),
        Person(),
        EasyStart(),
        Steps("speed", lambda: {speed: (speed_name(speed), _("How fast cards and cars move.")) for speed in Speed}),
        Steps(
            "pace",
            lambda: {
                # Translators: how long the other drivers wait before they play
                Pace.SLOW: (_p("pace", "Slow"), _("Time to read every line; any key skips ahead.")),
                Pace.CALM: (_p("pace", "Calm"), _("Time to follow every card.")),
                Pace.ADAPTIVE: (_p("pace", "Adaptive"), _("Slower when it concerns you, faster otherwise.")),
                Pace.QUICK: (_p("pace", "Quick"), _("Hardly any pause between cards.")),
            },
        ),
        Steps(
            "hand_order",
            lambda: {
                # Translators: the order of the cards in the player's hand
                HandOrder.SORTED: (_p("hand", "Sorted"), _("The cards sort themselves by kind.")),
                HandOrder.OWN: (_p("hand", "My own"), _("Cards stay as drawn; move them as you like.")),
            },
        ),
        Steps(
            "remarks",
            lambda: {
                # Translators: how often the drivers say something
                Remarks.OFF: (_p("remarks", "Off"), _("Nobody says anything.")),
                Remarks.RARE: (_p("remarks", "Rare"), _("Hardly ever, beside a name or in the log.")),
                Remarks.NORMAL: (_p("remarks", "Normal"), _("Now and then, beside a name or in the log.")),
            },
        ),
        Switch("faces", lambda: _("They show what the race does to them.")),
        Switch("cars_alike", lambda: _("Everybody drives a sedan.")),
        Switch(
            "whole_garage",
            lambda: _("Every car, card back and scenery at once. Stars and milestones stay as they are."),
        ),
    ),
)
_PICTURE = Category(
    "picture",
    lambda: _("Picture and sound"),
    "screen",
    (
        Themes(
            "theme",
            lambda: {
                # Translators: the colours of the screen
                Colours.DAY: _p("colours", "Day"),
                Colours.NIGHT: _p("colours", "Night"),
                Colours.CONTRAST: _p("colours", "High contrast"),
            },
        ),
        TextSizes("text_size"),
        Switch("reduced_motion", lambda: _("Nothing flies or turns; everything fades in.")),
        FullScreen(partial(key_line, Action.FULLSCREEN)),
        Switch("muted", partial(key_line, Action.SOUND), id="sound", is_inverted=True),
        Amount("effects_volume", sample="count", is_dull=_is_muted),
        Amount("ambience_volume", is_dull=_is_muted),
        Amount("music_volume", note=partial(key_line, Action.MUSIC), is_dull=_is_muted),
    ),
)
_CONTROLS = Category(
    "controls",
    lambda: _("Controls"),
    "controller",
    (
        Steps(
            "scan",
            lambda: {
                # Translators: how fast everything that can be pressed is offered to a player with one switch;
                # "Off": not at all
                Scan.OFF: (_p("scan", "Off"), _about_scan()),
                Scan.SLOW: (_p("scan", "Slow"), _about_scan()),
                Scan.NORMAL: (_p("scan", "Normal"), _about_scan()),
                Scan.FAST: (_p("scan", "Fast"), _about_scan()),
            },
        ),
        Keys(),
    ),
)
_HELP = Category(
    "help",
    lambda: _("Help and voice"),
    "speech",
    (
        Switch("assist", lambda: _("Marks your best card and where it goes, every turn.")),
        Switch("captions", lambda: _("Shows captions for sounds at the top.")),
        Switch("speech", partial(key_line, Action.SPEECH), flip=lambda app: app.toggle_speech()),
        Amount("speech_speed", FASTEST_SPEECH),
        Amount("speech_volume"),
        KeyLines(lambda: [(row.cap, row.about) for row in key_rows()]),
    ),
)

CATEGORIES = (_GAME, _PICTURE, _CONTROLS, _HELP)
"""All pages in their order."""


def _about_scan() -> str:
    return _(
        "Everything you can press lights up, one thing after the other. One key selects: {key}, one of your own "
        "under “Navigation”, or the button that plays a card. At the table: playable cards, discard pile, buttons.",
        key=key_name(next(DELIVERED_KEYS.all_of(Action.PRESS))),
    )
