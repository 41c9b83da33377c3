"""Problems that did not stop the game, as codes and values; the interface puts them into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ProblemCode(StrEnum):
    """A kind of problem; the text of each ends with the keys of its ``Problem.values``."""

    SAVE_FAILED = "save_failed"
    """The match could not be written; play goes on in memory. ``path``, ``error``."""
    SAVE_QUARANTINED = "save_set_aside"
    """The saved match could not be read and was moved to ``path``. ``path``, ``error``."""
    SAVE_UNREADABLE = "save_stuck"
    """The saved match could be neither read nor moved; it is not overwritten. ``path``, ``error``."""
    SAVE_NEWER = "save_newer"
    """The saved match was written by a later version of the game; it is not changed. ``path``, ``error``."""
    SETTINGS_FAILED = "settings_failed"
    """The settings could not be written. ``path``, ``error``."""
    SETTINGS_QUARANTINED = "settings_set_aside"
    """The settings could not be read and were moved to ``path``; defaults are used. ``path``, ``error``."""
    SETTINGS_UNREADABLE = "settings_stuck"
    """The settings could be neither read nor moved; they are not overwritten. ``path``, ``error``."""
    SETTINGS_NEWER = "settings_newer"
    """A later version wrote the settings; defaults are used and the file is not overwritten. ``path``, ``error``."""
    SETTINGS_REPLACED = "settings_replaced"
    """Some settings could not be read and were reset. ``path``, ``settings``: their names, comma-separated."""
    CAREER_FAILED = "roadbook_failed"
    """The career cache could not be written or read; statistics may lack the last matches. ``path``, ``error``."""
    RECORDS_FAILED = "records_failed"
    """A person's file of record could not be written. ``path``, ``error``."""
    RECORDS_NEWER = "records_newer"
    """A later version wrote a person's file of record; it is left out, and not changed. ``path``, ``error``."""
    LEDGER_QUARANTINED = "ledger_set_aside"
    """Part of the ledger could not be read; a copy of the old file is at ``path``. ``path``, ``error``."""
    ACHIEVEMENTS_QUARANTINED = "collection_set_aside"
    """A person's achievements could not be read and were moved to ``path``. ``path``, ``error``."""
    PUZZLES_QUARANTINED = "puzzles_set_aside"
    """A person's puzzles could not be read and were moved to ``path``. ``path``, ``error``."""
    BOT_RESTARTED = "bot_restarted"
    """The bots' worker process died or sent nonsense; a new one was started and asked again. ``error``."""
    BOT_STOOD_IN = "bot_stood_in"
    """No bot's move came, so a stand-in moved; the message must not name the seat. ``error``."""
    BOTS_GIVEN_UP = "bots_given_up"
    """The bots' worker process cannot be used; the bots decide inside the game. ``error``."""
    BOT_FAILED = "bot_failed"
    """A bot found no legal move, so a stand-in moved. ``seat``, ``error``."""
    HINT_FAILED = "hint_failed"
    """The bot asked for a hint found no move, so there is no hint. ``error``."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that did not stop the game; ``ProblemCode`` documents the keys of ``values``."""

    code: ProblemCode
    values: Mapping[str, str] = field(default_factory=dict)
