"""What went wrong without stopping the game, as codes and values; the interface puts them into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ProblemCode(StrEnum):
    """Every problem the session reports, with the values that come along."""

    SAVE_FAILED = "save_failed"
    """The match could not be written; it goes on in memory. ``path``, ``error``."""
    SAVE_SET_ASIDE = "save_set_aside"
    """The saved match could not be read and now lies at ``path``. ``path``, ``error``."""
    SAVE_OUTDATED = "save_outdated"
    """The saved match was dealt by earlier rules, cannot go on, and now lies at ``path``. ``path``, ``error``."""
    SAVE_STUCK = "save_stuck"
    """The saved match could not be read, nor set aside; nothing is saved over it. ``path``, ``error``."""
    SAVE_NEWER = "save_newer"
    """The saved match is a later version's; it stays as it is. ``path``, ``error``."""
    SETTINGS_FAILED = "settings_failed"
    """The settings could not be written. ``path``, ``error``."""
    SETTINGS_SET_ASIDE = "settings_set_aside"
    """The settings could not be read and now lie at ``path``; defaults are used. ``path``, ``error``."""
    SETTINGS_STUCK = "settings_stuck"
    """The settings could not be read, nor set aside; nothing is saved over them. ``path``, ``error``."""
    SETTINGS_NEWER = "settings_newer"
    """The settings are a later version's; defaults are used, and nothing is saved over them. ``path``, ``error``."""
    SETTINGS_REPLACED = "settings_replaced"
    """Some settings could not be read and have their defaults again. ``path``, ``settings``: their names, by commas."""
    ROADBOOK_FAILED = "roadbook_failed"
    """The roadbook could not be written or read; statistics may lack what was played last. ``path``, ``error``."""
    ROADBOOK_SET_ASIDE = "roadbook_set_aside"
    """The roadbook could not be read and now lies at ``path``; it is made anew. ``path``, ``error``."""
    LEDGER_SET_ASIDE = "ledger_set_aside"
    """Something in the ledger could not be read; the file as it was now lies at ``path``. ``path``, ``error``."""
    COLLECTION_SET_ASIDE = "collection_set_aside"
    """What a person has earned could not be read and now lies at ``path``. ``path``, ``error``."""
    PUZZLES_SET_ASIDE = "puzzles_set_aside"
    """A person's puzzles could not be read and now lie at ``path``. ``path``, ``error``."""
    BOT_RESTARTED = "bot_restarted"
    """The bots' worker process died or talked nonsense, and was started anew and asked again. ``error``."""
    BOT_STOOD_IN = "bot_stood_in"
    """No bot's move came, so a stand-in's was taken; who was asked is not to be told. ``error``."""
    BOT_IN_GAME = "bot_in_game"
    """The bots' worker process cannot be used; the bots decide inside the game. ``error``."""
    BOT_FAILED = "bot_failed"
    """A bot found no move, or none that is legal; a stand-in's was taken. ``seat``, ``error``."""
    HINT_FAILED = "hint_failed"
    """The bot asked for a hint found no move, so there is none. ``error``."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem; which values come with a code stands at the code."""

    code: ProblemCode
    values: Mapping[str, str] = field(default_factory=dict)
