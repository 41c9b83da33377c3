"""The upper bounds on the contents of the user's files; a file beyond them is damaged and is quarantined.

Each limit lies above all that the game can write and within what every screen can show. Values that follow from the
rules have no limit here, except hand and leg sizes: records are replayed, so seats, cards, drivers and words must
exist. The annotated types are for the forms (forms.py).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

MATCH_BYTES = 1 << 22
"""The largest match file: ``MAX_LEGS_PLAYED`` of the longest legs, with a reason for every move."""
PROFILE_BYTES = 1 << 28
"""The largest exported profile: ten thousand matches, compressed."""
PROFILE_MATCHES = 20_000
"""The most matches in an exported profile."""
LEDGER_BYTES = 1 << 26
"""The largest ledger of one person: fifteen thousand deleted matches of ten legs."""
MAX_ACHIEVEMENTS_BYTES = 1 << 24
"""The largest file of one person's achievements: a deal of the day for each day of eighty years."""
MAX_OWN_PUZZLES = 60
"""The most puzzles kept from a person's own matches: an hour or two of solving."""
PUZZLES_BYTES = 1 << 22
"""The largest file of a person's puzzles: ten times ``MAX_OWN_PUZZLES`` of the longest legs."""
PERSON_FILE_PATTERN = r"(?:achievements|ledger|puzzles)-[0-9a-z]{1,16}(?:\.broken-\d+)?\.jsonl"
"""A regular expression for the names of the files of record, and of damaged ones set aside."""
MAX_LEVELS = 4
"""The number of bot levels that play a deal of the day for comparison."""
SETTINGS_BYTES = 1 << 20
"""The largest settings file: ``MAX_PROFILES`` persons of 25 KB (200 counted remarks and 40 seen items of 40 letters, a
key and a button for each action), 10 KB of plans, ``UNKNOWN_BYTES``, and as much again.
"""
UNKNOWN_BYTES = 1 << 15
"""The most bytes of settings that this version does not know, laid out as in the file."""

REPORT_BYTES = 1 << 26
"""The largest problem report, all parts together."""
SCREENSHOT_BYTES = 1 << 25
"""The largest screenshot in a report: ten times one of the table at 3840 × 2160."""
REPORT_TEXT_BYTES = 1 << 20
"""The longest text of a report: the longest traceback of Python and the recent events."""
REPORT_LOG_BYTES = 1 << 20
"""The largest log in a report: twice the limit of the log on disk."""

MAX_TARGET_SCORE = 50_000
"""The highest number of points to which a match may be played: five times the highest choice in the setup."""
TargetScore = Annotated[int, Meta(ge=1, le=MAX_TARGET_SCORE)]
MAX_AGREED_LEGS = 100
"""The highest number of legs that a match may be agreed to have: ten times the highest choice in the setup."""
Legs = Annotated[int, Meta(ge=1, le=MAX_AGREED_LEGS)]
MAX_LEGS_PLAYED = 200
"""The most legs in a match file. The longest match by points takes about sixty; 200 legs take twenty hours to play and
0.1 s to replay.
"""
LegNumber = Annotated[int, Meta(ge=1, le=MAX_LEGS_PLAYED)]

MATCH_ID_PATTERN = r"\A(?!(?:con|prn|aux|nul|com\d|lpt\d)\Z)[a-z0-9_-]{1,64}\Z"
MatchId = Annotated[str, Meta(pattern=MATCH_ID_PATTERN)]
"""The id of a match, which is its file's name: one that every system can hold, and that differs not only in case."""

NAME_CHARACTERS = 40
"""The longest name of a match, in characters: as many as its row in the match list shows in a small window."""
Name = Annotated[str, Meta(max_length=NAME_CHARACTERS)]
StageId = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,39}\Z")]
"""The id of a tour stage, which may be one that this version does not have."""
MAX_GOALS = 20
"""The most goals of a tour stage, in this version or a later one."""
Goal = Annotated[int, Meta(ge=0, lt=MAX_GOALS)]
EnumWord = Annotated[str, Meta(max_length=NAME_CHARACTERS)]
"""The text of an enum value, which may be one that only a later version knows."""
MAX_TIME_S = 253_370_764_800
"""The latest time, in seconds since 1970: in the year 9999, and no time zone shows a five-digit year."""
UnixSeconds = Annotated[int, Meta(ge=0, le=MAX_TIME_S)]
MAX_UTC_OFFSET_S = 25 * 60 * 60 - 1
"""The largest difference between local time and UTC, in seconds, in either direction: the limit of POSIX."""
UtcOffset = Annotated[int, Meta(ge=-MAX_UTC_OFFSET_S, le=MAX_UTC_OFFSET_S)]
MAX_TAKE_BACKS = 1000
"""The most take-backs in one leg: as if every move of the longest leg was taken back half a dozen times."""

MAX_SEED = 2**63 - 1
"""The largest seed; the smallest one is its negative. The system's random source returns up to this number."""
Seed = Annotated[int, Meta(ge=-MAX_SEED, le=MAX_SEED)]

MAX_HAND_CARDS = 10
"""The most cards in a hand when it was last shown: nine, or one more that was played since."""

MAX_KM = 1000
"""The most kilometers in a bot's reason; the fewest are 0. No leg is longer."""
MAX_POINTS = 1_500_000
"""The most points in a bot's reason, won or lost: a leg gives a side 7,100 at most, and ``MAX_LEGS_PLAYED`` bounds the
legs.
"""
Points = Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)]
MAX_COUNT = 10_000
"""The most times that anything can have happened in a match."""
MAX_PERCENT = 100
"""The highest probability in a bot's reason, in percent; the lowest is 0."""

SMALLEST_WINDOW = (960, 540)
"""The smallest window, in pixels, that the screens are laid out for."""
WINDOW_PX = 16384
"""The longest possible side of a window, in pixels."""
WindowSize = tuple[Annotated[int, Meta(ge=0, le=WINDOW_PX)], Annotated[int, Meta(ge=0, le=WINDOW_PX)]]

MAX_PROFILES = 20
"""The most profiles of persons on one machine: more than a family has."""
MAX_GUESTS = 12
"""The most guests remembered for a match at one screen; the one seated longest ago is forgotten first."""

LESSON_MOVES = 200
"""The most moves made in a lesson: more than any leg has. If its script has fewer, the lesson is over."""
LessonMoves = Annotated[int, Meta(ge=0, le=LESSON_MOVES)]
LESSON_NOTES = 20
"""The most notes read between two moves of a lesson: several times what anybody would read there."""
LessonNotes = Annotated[int, Meta(ge=0, le=LESSON_NOTES)]

LANGUAGE_CHARACTERS = 35
"""The longest language code, in characters: the length that RFC 5646 recommends supporting."""
Language = Annotated[
    str, Meta(pattern=r"\A[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*\Z", max_length=LANGUAGE_CHARACTERS)
]  # may be unknown here: another version may have written it
