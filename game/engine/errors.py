"""The engine's exception classes and reason codes (rules.md §8).

EngineError
├── RulesError        the rule set does not exist or its content is impossible
│   └── RulesFileError  … in a file that ships with the program
└── RecordError       a game record cannot be played; carries at, move, reason, message
    └── MoveError     … because of one of its moves
"""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Reasons for refusing a move, in the order in which they are checked (rules.md §8)."""

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
    """Reasons for refusing a game record that do not concern its moves, in the order in which they are checked."""

    BAD_JSON = "bad_json"
    BAD_FIELD = "bad_field"
    BAD_SEATING = "bad_seating"
    BAD_DECK = "bad_deck"


class EngineError(Exception):
    """Base class of the engine's exceptions."""


class RulesError(EngineError):
    """A rule set is missing or wrong; the message names the file, the key, the value found and the value expected."""


class RulesFileError(RulesError):
    """The ``file`` of a rule set is damaged or missing; the message names the file and tells the player what to do."""

    def __init__(self, file: str, why: object) -> None:
        super().__init__(f"{file}: {why}; install the game again")
        self.file = file


class RecordError(EngineError):
    """A game record cannot be played.

    ``at`` is the index of the wrong move, from 0, and ``move`` its text. Both are None if the fault is not in a move;
    ``move`` is also None if it is not a string in the record.
    """

    def __init__(self, reason: Refusal | RecordReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.at: int | None = None
        self.move: str | None = None


class MoveError(RecordError):
    """A game record cannot be played because one of its moves is malformed or illegal."""

    def __init__(self, at: int, move: str | None, reason: Refusal, message: str) -> None:
        super().__init__(reason, message)
        self.at = at
        self.move = move


def abbreviate(value: object) -> str:
    """Return a value as text for an error message, cut to 40 characters. The value may be of any type and size."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value[:40] if isinstance(value, str) else value)
    return text if len(text) <= 40 else f"{text[:39]}…"
