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
    ThemeEntry,
)
from game.i18n import Words, _
from game.phrases import N_
from game.settings.bindings import DELIVERED_KEYS, Action
from game.settings.settings import (
    FASTEST_SPEECH,
    Settings,
)
from game.ui.speech.self_voicing import key_rows
from game.words.keys import key_line, key_name


@dataclass(frozen=True, slots=True)
class Category:
    """A page of the settings screen."""

    id: str
    title: Words
    icon: str
    entries: tuple[SettingEntry, ...]

    def changed(self, settings: Settings) -> dict[str, Any]:
        """Return the default values, by name, of the page's settings that now differ from them."""
        delivered = Settings()
        names = [name for entry in self.entries for name in entry.names]
        return {name: delivered.value(name) for name in names if settings.value(name) != delivered.value(name)}


def _is_muted(settings: Settings) -> bool:
    return settings.machine.muted


def _about_scan() -> str:
    return _(
        "Everything you can press lights up in turn. One key selects: {key}, one of your own "
        "under “Navigation”, or the button that plays a card. At the table: playable cards, discard pile, buttons.",
        key=key_name(next(DELIVERED_KEYS.inputs_of(Action.PRESS))),
    )


_GAME = Category(
    "game",
    N_("Game"),
    "cards",
    (
        LanguageEntry(partial(key_line, Action.LANGUAGE)),
        ProfileEntry(),
        EasyStartEntry(),
        ChoiceEntry("speed", N_("How fast cards and cars move.")),
        ChoiceEntry("pace"),
        ChoiceEntry("hand_order"),
        ChoiceEntry("remarks"),
        SwitchEntry("faces", N_("They show what the race does to them.")),
        SwitchEntry("cars_alike", N_("Everybody drives a sedan.")),
        SwitchEntry(
            "whole_garage",
            N_("All cars, card backs and scenery at once. Stars and milestones stay as they are."),
        ),
    ),
)
_PICTURE = Category(
    "picture",
    N_("Picture and sound"),
    "screen",
    (
        ThemeEntry("theme"),
        TextSizeEntry("text_size"),
        SwitchEntry("reduced_motion", N_("Nothing flies or turns; everything fades in.")),
        FullScreenEntry(partial(key_line, Action.FULLSCREEN)),
        SwitchEntry("muted", partial(key_line, Action.SOUND), id="sound", is_inverted=True),
        SliderEntry("effects_volume", sample="count", is_dimmed=_is_muted),
        SliderEntry("ambience_volume", is_dimmed=_is_muted),
        SliderEntry("music_volume", note=partial(key_line, Action.MUSIC), is_dimmed=_is_muted),
    ),
)
_CONTROLS = Category(
    "controls",
    N_("Controls"),
    "controller",
    (
        KeyTableEntry(),
        ChoiceEntry("scan", _about_scan),
    ),
)
_HELP = Category(
    "help",
    N_("Help and voice"),
    "speech",
    (
        SwitchEntry("assist", N_("Marks your best card and where it goes, every turn.")),
        SwitchEntry("captions", N_("Shows captions for sounds at the top.")),
        SwitchEntry("speech", partial(key_line, Action.SPEECH), flip=lambda app: app.toggle_speech()),
        SliderEntry("speech_speed", FASTEST_SPEECH),
        SliderEntry("speech_volume"),
        KeyListEntry(lambda: [(row.cap, row.about) for row in key_rows()]),
    ),
)

CATEGORIES = (_GAME, _PICTURE, _CONTROLS, _HELP)
"""All pages of the settings screen, in the order of its list."""
