"""Captions of sounds and music in a few words."""

from __future__ import annotations

from game.i18n import _, capital
from game.ui.audio import SoundName
from game.ui.music import PieceName
from game.words.names import Names
from game.words.vocabulary import term

_TERMS: dict[SoundName, str] = {
    "horn": "coup_fourre",
    "rise": "extension",
    "chime": "safeties",
    "slide": "discard_pile",
}
"""The id of the game term for what a sound means, if there is one (rules.md §7)."""


def sound_caption(sound: SoundName, rules_id: str, names: Names | None = None, whom: int | None = None) -> str:
    """Return the caption of a sound: its name and meaning. ``whom`` is the side that was attacked, if any."""
    if sound in _TERMS:
        return _("{sound} – {term}", sound=_sounds()[sound], term=capital(term(_TERMS[sound], rules_id)))
    words = _sounds()[sound]
    if names is None or whom is None:
        return words
    if names.is_viewers_side(whom):
        return _("{sound} – attack on you", sound=words)
    return _("{sound} – attack on {name}", sound=words, name=names.side(whom))


def music_caption(piece: PieceName) -> str:
    """Return the caption of a piece of music, or empty if the piece tells nothing about the game."""
    return {
        "last_200": _("Faster music – the last 200 km"),
        "win": _("Festive music – you’ve won"),
    }.get(piece, "")


def _sounds() -> dict[SoundName, str]:
    """Return the caption of every sound, empty for none; terms and victims are added by ``sound_caption``."""
    return {
        "bell": _("Bell – a large bonus"),
        "bolt": _("Lug nut – a new tire"),
        "brakes": _("Brakes"),
        "chime": _("Chime"),
        "count": _("Ticking – points are counted"),
        "crash": _("Crash"),
        "crowd": _("The crowd cheers"),
        "engine_fast": _("Engine – long drive"),
        "engine_slow": _("Engine – short drive"),
        "engine_steady": _("Engine – moving"),
        "flat": _("A tire bursts"),
        "horn": _("Horn"),
        "knock": _("Knock – that’s not possible"),
        "lay": _("A card on the table"),
        "lose": _("Muted horn – you haven’t won"),
        "milestone": _("Soft bell – a milestone"),
        "press": "",
        "pump": _("Pump – filled up"),
        "rise": _("Two notes up"),
        "salute": _("Short fanfare – somebody else has won"),
        "slide": _("A card slides"),
        "slip": _("A card is drawn"),
        "sputter": _("The engine coughs"),
        "starter": _("Starter – off we go"),
        "swish": _("A card flies"),
        "whistle": _("Police whistle"),
        "win": _("Fanfare – won"),
        "wrench": _("Wrench – repaired"),
    }
