"""The upper bounds on the contents of the user's files; a file beyond them is damaged and is quarantined.

Each limit lies above all that the game can write and within what every screen can show. Values that follow from the
rules have no limit here, except hand and leg sizes: records are replayed, so seats, cards, drivers and words must
exist. The annotated types are for the forms (forms.py).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

MATCH_BYTES = 1 << 22
"""A match file: ``MAX_LEGS_PLAYED`` of the longest legs, with a reason for every move."""
PROFILE_BYTES = 1 << 28
"""An exported profile: ten thousand matches, compressed."""
PROFILE_MATCHES = 20_000
LEDGER_BYTES = 1 << 26
"""The ledger: fifteen thousand deleted matches of ten legs."""
MAX_ACHIEVEMENTS_BYTES = 1 << 24
"""One person's achievements: a deal of the day for each day of eighty years."""
MAX_OWN_PUZZLES = 60
"""The own puzzles that are kept: an hour or two of solving."""
PUZZLES_BYTES = 1 << 22
"""Ten times ``MAX_OWN_PUZZLES`` of the longest legs."""
PERSON_FILES = r"(?:collection|puzzles)-[0-9a-z]{1,16}\.json"
"""A regex for the names of the files that exist once per person."""
MAX_LEVELS = 4
"""The bot levels that play a deal of the day for comparison."""
SETTINGS_BYTES = 1 << 16
"""The settings file: twenty times its usual size."""
UNKNOWN_BYTES = 1 << 15
"""The settings unknown to this version, as JSON: half of the file, so that the known ones always fit too."""
UNKNOWN_DEPTH = 16
"""The nesting depth of unknown settings: several times what anybody would write."""

REPORT_BYTES = 1 << 26
"""A problem report, all parts together."""
SCREENSHOT_BYTES = 1 << 25
"""The screenshot in a report: ten times one of the table at 3840 × 2160."""
REPORT_TEXT_BYTES = 1 << 20
"""The text of a report: the longest traceback of Python and the recent events."""
REPORT_LOG_BYTES = 1 << 20
"""The log in a report: twice the limit of the log on disk."""

TARGET_SCORE = 50_000
"""The points that end a match: five times the highest choice in the setup."""
TargetScore = Annotated[int, Meta(ge=1, le=TARGET_SCORE)]
MAX_AGREED_LEGS = 100
"""The agreed number of legs of a match: ten times the highest choice in the setup."""
Legs = Annotated[int, Meta(ge=1, le=MAX_AGREED_LEGS)]
MAX_LEGS_PLAYED = 200
"""The legs in a match file: a match to ``TARGET_SCORE`` takes about sixty, 200 legs take twenty hours to play and 0.1 s
to replay.
"""
LegNumber = Annotated[int, Meta(ge=1, le=MAX_LEGS_PLAYED)]

NAME_CHARACTERS = 40
"""The name of a match: as many as its row in the list shows in a small window."""
Name = Annotated[str, Meta(max_length=NAME_CHARACTERS)]
StageId = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,39}\Z")]
"""The id of a tour stage, which may be one that this version does not have."""
MAX_GOALS = 3
"""The goals of a tour stage, one star each."""
Goal = Annotated[int, Meta(ge=0, lt=MAX_GOALS)]
EnumWord = Annotated[str, Meta(max_length=NAME_CHARACTERS)]
"""An enum value, which may be one that only a later version knows."""
MAX_TIME_S = 253_370_764_800
"""A time in seconds since 1970: up to the year 9999, with no five-digit year in any time zone."""
UnixSeconds = Annotated[int, Meta(ge=0, le=MAX_TIME_S)]
MAX_UTC_OFFSET_S = 25 * 60 * 60 - 1
"""The offset of local time from UTC, in seconds, either sign: the limit of POSIX."""
UtcOffset = Annotated[int, Meta(ge=-MAX_UTC_OFFSET_S, le=MAX_UTC_OFFSET_S)]
TAKE_BACKS = 1000
"""The take-backs in one leg: every move of the longest leg, half a dozen times."""

MAX_SEED = 2**63 - 1
"""A seed, either sign: the range requested from the system's random source."""
Seed = Annotated[int, Meta(ge=-MAX_SEED, le=MAX_SEED)]

MAX_HAND_CARDS = 8
"""The cards of a hand when it was last shown: seven, or one more that was played since."""

MAX_KM = 1000
"""The kilometers in a bot's reason, from 0: no leg is longer."""
MAX_POINTS = 1_500_000
"""The points in a bot's reason, either sign: a leg gives a side 7,100 at most, and ``MAX_LEGS_PLAYED`` bounds the legs.
"""
Points = Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)]
MAX_PERCENT = 100
"""A probability in a bot's reason, in %, from 0."""

SMALLEST_WINDOW = (960, 540)
"""The smallest window, in pixels, that the screens are laid out for; a smaller remembered size is raised to it."""
LARGEST_WINDOW = (7680, 4320)
"""The largest screen, in pixels; a larger remembered size (across two screens) is reduced to it."""
WINDOW_PX = 16384
"""The longest window side, in pixels, that the system can give."""
WindowSize = tuple[Annotated[int, Meta(ge=0, le=WINDOW_PX)], Annotated[int, Meta(ge=0, le=WINDOW_PX)]]

PROFILES = 20
"""The persons on one machine: more than a family has."""

LESSON_MOVES = 200
"""The moves of a lesson: more than any leg has. If the script has fewer, the lesson is over."""
LessonMoves = Annotated[int, Meta(ge=0, le=LESSON_MOVES)]
LESSON_NOTES = 20
"""The notes read between two moves of a lesson: several times what anybody would read there."""
LessonNotes = Annotated[int, Meta(ge=0, le=LESSON_NOTES)]

LANGUAGE_CHARACTERS = 35
"""A language code: the length that RFC 5646 recommends to support."""
Language = Annotated[
    str, Meta(pattern=r"\A[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*\Z", max_length=LANGUAGE_CHARACTERS)
]  # may be unknown here: another version may have written it
