"""Captions of sounds and music in a few words."""

from __future__ import annotations

from typing import NamedTuple

from game.i18n import _, capital, say
from game.phrases import N_, Phrase
from game.ui.audio import SoundName
from game.ui.music import PieceName
from game.words.names import Names
from game.words.vocabulary import term


class _Caption(NamedTuple):
    """A sound's caption, and the id of the game term for what the sound means, if there is one (rules.md §7)."""

    phrase: Phrase
    term: str = ""


_CAPTIONS: dict[SoundName, _Caption] = {
    "bell": _Caption(N_("Bell – a large bonus")),
    "bolt": _Caption(N_("Wheel wrench – a new tire")),
    "brakes": _Caption(N_("Brakes")),
    "chime": _Caption(N_("Chime"), "safeties"),
    "count": _Caption(N_("Ticking – points are counted")),
    "crash": _Caption(N_("Crash")),
    "crowd": _Caption(N_("The crowd cheers")),
    "engine_fast": _Caption(N_("Engine – long drive")),
    "engine_slow": _Caption(N_("Engine – short drive")),
    "engine_steady": _Caption(N_("Engine – moving")),
    "flat": _Caption(N_("A tire bursts")),
    "horn": _Caption(N_("Horn"), "coup_fourre"),
    "knock": _Caption(N_("Knock – that’s not possible")),
    "lay": _Caption(N_("A card on the table")),
    "lose": _Caption(N_("Muted horn – you haven’t won")),
    "milestone": _Caption(N_("Soft bell – a milestone")),
    "pump": _Caption(N_("Pump – filled up")),
    "rise": _Caption(N_("Two notes up"), "extension"),
    "salute": _Caption(N_("Short fanfare – somebody else has won")),
    "slide": _Caption(N_("A card slides"), "discard_pile"),
    "slip": _Caption(N_("A card is drawn")),
    "sputter": _Caption(N_("The engine coughs")),
    "starter": _Caption(N_("Starter – off we go")),
    "swish": _Caption(N_("A card flies")),
    "whistle": _Caption(N_("Police whistle")),
    "win": _Caption(N_("Fanfare – won")),
    "wrench": _Caption(N_("Wrench – repaired")),
}
"""The caption of every sound that has one."""

_MUSIC: dict[PieceName, Phrase] = {
    "last_200": N_("Faster music – the last 200 km"),
    "win": N_("Festive music – you’ve won"),
}
"""The caption of every piece of music that tells something about the game."""


def sound_caption(sound: SoundName, rules_id: str, names: Names | None = None, whom: int | None = None) -> str:
    """Return the caption of a sound, or "". ``whom`` is the side that was attacked, if any."""
    if sound not in _CAPTIONS:
        return ""
    words, meaning = say(_CAPTIONS[sound].phrase), _CAPTIONS[sound].term
    if meaning:
        return _("{sound} – {term}", sound=words, term=capital(term(meaning, rules_id)))
    if names is None or whom is None:
        return words
    if names.is_viewers_side(whom):
        return _("{sound} – attack on you", sound=words)
    return _("{sound} – attack on {name}", sound=words, name=names.side(whom))


def music_caption(piece: PieceName) -> str:
    """Return the caption of a piece of music, or "" if the piece tells nothing about the game."""
    return say(_MUSIC[piece]) if piece in _MUSIC else ""
