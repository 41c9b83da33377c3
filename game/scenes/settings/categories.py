"""What can be set, by categories: one entry a setting. A new one is one line more here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from game.i18n import _
from game.scenes.settings.entries import (
    Door,
    EasyStart,
    Entry,
    FullScreen,
    KeyLine,
    Languages,
    Steady,
    Steps,
    Switch,
    TextSizes,
    Themes,
    Words,
)
from game.session.actions import Action
from game.session.settings import FASTEST_SPEECH, HandOrder, Pace, Settings, Speed
from game.ui.speech.self_voicing import key_rows
from game.words.keys import key_line
from game.words.settings import (
    hand_order_about,
    hand_order_name,
    pace_about,
    pace_name,
    setting_name,
    speed_name,
)


@dataclass(frozen=True, slots=True)
class Category:
    """A page of the settings."""

    id: str
    title: Words
    icon: str
    entries: tuple[Entry, ...]

    def changed(self, settings: Settings) -> dict[str, Any]:
        """The settings of the page that are not as delivered, each with the value that it was delivered with."""
        delivered = Settings()
        names = [name for entry in self.entries for name in entry.names]
        return {name: getattr(delivered, name) for name in names if getattr(settings, name) != getattr(delivered, name)}


def _is_muted(settings: Settings) -> bool:
    return settings.muted


def _key_line(at: int) -> tuple[str, str]:
    row = key_rows()[at]
    return row.cap, row.about


def _profile_line() -> str:
    return _("Name, symbol, color and car of everyone who plays here")


_GAME: Final = Category(
    "game",
    lambda: _("Game"),
    "cards",
    (
        EasyStart(lambda: _("The best card marked, a slow pace, gentle opponents from the next match on.")),
        Switch("assist", lambda: _("Marks your best card and where it goes, every turn.")),
        Steps("speed", Speed, speed_name, lambda _speed: _("How fast cards and cars move.")),
        Steps("pace", Pace, pace_name, pace_about),
        Steps("hand_order", HandOrder, hand_order_name, hand_order_about),
    ),
)
_PICTURE: Final = Category(
    "picture",
    lambda: _("Picture"),
    "screen",
    (
        Themes(),
        TextSizes(lambda: _("As large as the window has room for.")),
        Switch("reduced_motion", lambda: _("Nothing flies or turns; everything fades in.")),
        FullScreen(partial(key_line, Action.FULLSCREEN)),
        Languages(partial(key_line, Action.LANGUAGE)),
    ),
)
_SOUND: Final = Category(
    "sound",
    lambda: _("Sound"),
    "sound",
    (
        Switch("muted", partial(key_line, Action.SOUND), id="sound", is_inverted=True),
        Steady("effects_volume", sample="count", is_dull=_is_muted),
        Steady("ambience_volume", is_dull=_is_muted),
        Steady("music_volume", note=partial(key_line, Action.MUSIC), is_dull=_is_muted),
        Switch("captions", lambda: _("Shows captions for sounds at the top.")),
    ),
)
_KEYS: Final = Category(
    "keys",
    lambda: _("Keys"),
    "keyboard",
    (
        Door("key_map", lambda: _("Keys, controller buttons, single switch"), lambda: _("Change"), "keyboard",
             lambda app: app.show_keys(), names=("keys", "buttons", "scan")),
    ),
)  # fmt: skip
_SPEECH: Final = Category(
    "speech",
    lambda: setting_name("speech"),
    "speech",
    (
        Switch("speech", partial(key_line, Action.SPEECH), flip=lambda app: app.toggle_speech()),
        Steady("speech_speed", FASTEST_SPEECH),
        Steady("speech_volume"),
        *(KeyLine(f"key.{at}", partial(_key_line, at)) for at in range(len(key_rows()))),
    ),
)
_PROFILE: Final = Category(
    "profile",
    lambda: _("Profile"),
    "profile",
    (Door("profiles", _profile_line, lambda: _("Change"), "profile", lambda app: app.show_profiles()),),
)

CATEGORIES: Final = (_GAME, _PICTURE, _SOUND, _KEYS, _SPEECH, _PROFILE)
"""All pages, in their order."""
