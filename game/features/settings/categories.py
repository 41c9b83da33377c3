"""The pages of the settings: one entry per setting, with its words and its control. Add new settings here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from game.features.settings.entries import (
    ChoiceEntry,
    EasyStartEntry,
    FullScreenEntry,
    KeyListEntry,
    KeyTableEntry,
    LanguageEntry,
    ProfileEntry,
    SettingEntry,
    SliderEntry,
    SwitchEntry,
    TextSizeEntry,
    TextSource,
    ThemeEntry,
)
from game.i18n import _, _p, say
from game.settings.bindings import DELIVERED_KEYS, Action
from game.settings.settings import (
    FASTEST_SPEECH,
    AnimationSpeed,
    BotPace,
    ColorTheme,
    HandOrder,
    RemarkFrequency,
    ScanSpeed,
    Settings,
)
from game.ui.speech.self_voicing import key_rows
from game.words.keys import key_line, key_name


@dataclass(frozen=True, slots=True)
class Category:
    """A page of the settings screen."""

    id: str
    title: TextSource
    icon: str
    entries: tuple[SettingEntry, ...]

    def changed(self, settings: Settings) -> dict[str, Any]:
        """Return the default values, by name, of the page's settings that now differ from them."""
        delivered = Settings()
        names = [name for entry in self.entries for name in entry.names]
        return {name: delivered.value(name) for name in names if settings.value(name) != delivered.value(name)}


def _is_muted(settings: Settings) -> bool:
    return settings.machine.muted


_GAME = Category(
    "game",
    lambda: _("Game"),
    "cards",
    (
        LanguageEntry(partial(key_line, Action.LANGUAGE)),
        ProfileEntry(),
        EasyStartEntry(),
        ChoiceEntry(
            "speed",
            lambda: {speed: (say(speed.phrase), _("How fast cards and cars move.")) for speed in AnimationSpeed},
        ),
        ChoiceEntry(
            "pace",
            lambda: {
                # Translators: how long the other drivers wait before they play
                BotPace.SLOW: (_p("pace", "Slow"), _("Time to read every line; any key skips ahead.")),
                BotPace.CALM: (_p("pace", "Calm"), _("Time to follow every card.")),
                BotPace.ADAPTIVE: (_p("pace", "Adaptive"), _("Slower when it concerns you, faster otherwise.")),
                BotPace.QUICK: (_p("pace", "Quick"), _("Hardly any pause between cards.")),
            },
        ),
        ChoiceEntry(
            "hand_order",
            lambda: {
                # Translators: the order of the cards in the player's hand
                HandOrder.SORTED: (_p("hand", "Sorted"), _("The cards sort themselves by kind.")),
                HandOrder.OWN: (_p("hand", "My own"), _("Cards stay as drawn; move them as you like.")),
            },
        ),
        ChoiceEntry(
            "remarks",
            lambda: {
                # Translators: how often the drivers say something
                RemarkFrequency.OFF: (_p("remarks", "Off"), _("Nobody says anything.")),
                RemarkFrequency.RARE: (_p("remarks", "Rare"), _("Hardly ever, beside a name or in the log.")),
                RemarkFrequency.NORMAL: (_p("remarks", "Normal"), _("Now and then, beside a name or in the log.")),
            },
        ),
        SwitchEntry("faces", lambda: _("They show what the race does to them.")),
        SwitchEntry("cars_alike", lambda: _("Everybody drives a sedan.")),
        SwitchEntry(
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
        ThemeEntry(
            "theme",
            lambda: {
                # Translators: the colours of the screen
                ColorTheme.DAY: _p("colours", "Day"),
                ColorTheme.NIGHT: _p("colours", "Night"),
                ColorTheme.CONTRAST: _p("colours", "High contrast"),
            },
        ),
        TextSizeEntry("text_size"),
        SwitchEntry("reduced_motion", lambda: _("Nothing flies or turns; everything fades in.")),
        FullScreenEntry(partial(key_line, Action.FULLSCREEN)),
        SwitchEntry("muted", partial(key_line, Action.SOUND), id="sound", is_inverted=True),
        SliderEntry("effects_volume", sample="count", is_dimmed=_is_muted),
        SliderEntry("ambience_volume", is_dimmed=_is_muted),
        SliderEntry("music_volume", note=partial(key_line, Action.MUSIC), is_dimmed=_is_muted),
    ),
)
_CONTROLS = Category(
    "controls",
    lambda: _("Controls"),
    "controller",
    (
        KeyTableEntry(),
        ChoiceEntry(
            "scan",
            lambda: {
                # Translators: how fast everything that can be pressed is offered to a player with one switch;
                # "Off": not at all
                ScanSpeed.OFF: (_p("scan", "Off"), _about_scan()),
                ScanSpeed.SLOW: (_p("scan", "Slow"), _about_scan()),
                ScanSpeed.NORMAL: (_p("scan", "Normal"), _about_scan()),
                ScanSpeed.FAST: (_p("scan", "Fast"), _about_scan()),
            },
        ),
    ),
)
_HELP = Category(
    "help",
    lambda: _("Help and voice"),
    "speech",
    (
        SwitchEntry("assist", lambda: _("Marks your best card and where it goes, every turn.")),
        SwitchEntry("captions", lambda: _("Shows captions for sounds at the top.")),
        SwitchEntry("speech", partial(key_line, Action.SPEECH), flip=lambda app: app.toggle_speech()),
        SliderEntry("speech_speed", FASTEST_SPEECH),
        SliderEntry("speech_volume"),
        KeyListEntry(lambda: [(row.cap, row.about) for row in key_rows()]),
    ),
)

CATEGORIES = (_GAME, _PICTURE, _CONTROLS, _HELP)
"""All pages of the settings screen, in the order of its list."""


def _about_scan() -> str:
    return _(
        "Everything you can press lights up, one thing after the other. One key selects: {key}, one of your own "
        "under “Navigation”, or the button that plays a card. At the table: playable cards, discard pile, buttons.",
        key=key_name(next(DELIVERED_KEYS.inputs_of(Action.PRESS))),
    )
