"""What can be wrong, as classes and as reason codes (rules.md §8).

EngineError
├── RulesError        there is no such rule set, or it says something impossible
│   └── RulesFileError  … in the file that the program ships with
└── RecordError       a game record cannot be played; carries at, move, reason, message
    └── MoveError     … because of one of its moves
"""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why a move is refused, in the order in which the reasons are looked for (rules.md §8)."""

    BAD_MOVE = "bad_move"
    UNKNOWN_CARD = "unknown_card"
    LEG_OVER = "leg_over"
    WRONG_SEAT = "wrong_seat"
    WRONG_PHASE = "wrong_phase"
    NOT_IN_HAND = "not_in_hand"
    WRONG_SAFETY = "wrong_safety"
    BAD_TARGET = "bad_target"
    IMMUNE = "immune"
    ALREADY_LIMITED = "already_limited"
    CANNOT_LAND = "cannot_land"
    NOT_NEEDED = "not_needed"
    NOT_ROLLING = "not_rolling"
    LIMITED = "limited"
    THIRD_200 = "third_200"
    TOO_FAR = "too_far"


class RecordReason(StrEnum):
    """Why a record is refused before its first move, in the order in which the reasons are looked for."""

    BAD_JSON = "bad_json"
    BAD_FIELD = "bad_field"
    BAD_SEATING = "bad_seating"
    BAD_DECK = "bad_deck"


class EngineError(Exception):
    """Anything the engine reports."""


class RulesError(EngineError):
    """A rule set is missing or wrong; the message says file, key, what was found and what was expected."""


class RulesFileError(RulesError):
    """The ``file`` of a rule set is damaged or missing; the message names it and says what to do."""

    def __init__(self, file: str, why: object) -> None:
        super().__init__(f"{file}: {why}; install the game again")
        self.file = file


class RecordError(EngineError):
    """A record cannot be played.

    ``at`` is the number of the wrong move, from 0, and ``move`` its text: both None if the record itself is wrong,
    ``move`` also if the item is no text.
    """

    def __init__(self, reason: Refusal | RecordReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.at: int | None = None
        self.move: str | None = None


class MoveError(RecordError):
    """One move of a record is malformed or illegal."""

    def __init__(self, at: int, move: str | None, reason: Refusal, message: str) -> None:
        super().__init__(reason, message)
        self.at = at
        self.move = move


def brief(value: object) -> str:
    """A value for a message, cut short: what was read may hold anything, of any size and depth."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value[:40] if isinstance(value, str) else value)
    return text if len(text) <= 40 else f"{text[:39]}…"
