"""How far anything in the user's files may go; what goes further is damage, and the file is set aside.

Each limit lies beyond all that the game itself can write, and within what every screen can show. What follows from
the rules has none here, but for the longest hand and leg: records are replayed, seats, cards, drivers and words are
those that exist. The types are those of the schema (forms.py), which reads nothing beyond them.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

MATCH_BYTES = 1 << 22
"""The match file: as many as ``LEGS_PLAYED`` of the longest legs, with a reason for every move."""
PROFILE_BYTES = 1 << 28
"""A profile as one file: ten thousand matches, packed."""
PROFILE_MATCHES = 20_000
"""The matches in it."""
LEDGER_BYTES = 1 << 26
"""The ledger: fifteen thousand matches of ten legs that are all gone."""
COLLECTION_BYTES = 1 << 24
"""What one person has earned: a deal of the day for each day of eighty years."""
PUZZLES = 60
"""The own puzzles that are kept: an hour or two of them."""
PUZZLES_BYTES = 1 << 22
"""A person's puzzles: ten times ``PUZZLES`` of the longest legs."""
PERSON_FILES = r"(?:collection|puzzles)-[0-9a-z]{1,16}\.json"
"""How the files are named that each person has one of."""
LEVELS = 4
"""The levels of the bots that drive a deal of the day as well."""
SETTINGS_BYTES = 1 << 16
"""The settings file: twenty times what it takes."""
UNKNOWN_BYTES = 1 << 15
"""What is in it that this version doesn't know, as JSON: half of the file, so that what is known always fits too."""
UNKNOWN_DEPTH = 16
"""How deep that may be nested: several times what anybody would write into settings."""

REPORT_BYTES = 1 << 26
"""A report of a problem: what all its parts may have together."""
SCREENSHOT_BYTES = 1 << 25
"""The picture in it: ten times one of the table at 3840 × 2160."""
REPORT_TEXT_BYTES = 1 << 20
"""Its text: a traceback as long as Python makes them, and what happened lately."""
REPORT_LOG_BYTES = 1 << 20
"""The log in it: twice what the log on disk may have."""

TARGET_SCORE = 50_000
"""The points that end a match: five times the most that can be chosen."""
TargetScore = Annotated[int, Meta(ge=1, le=TARGET_SCORE)]
LEGS = 100
"""The legs that a match may be agreed to have: ten times the most that can be chosen."""
Legs = Annotated[int, Meta(ge=1, le=LEGS)]
LEGS_PLAYED = 200
"""The legs in a match file: a match to ``TARGET_SCORE`` takes about sixty, and 200 of them are twenty hours. They are
replayed in 0.1 s.
"""
LegNumber = Annotated[int, Meta(ge=1, le=LEGS_PLAYED)]

NAME_CHARACTERS = 40
"""The name of a match: as many as its line in the list shows in a small window."""
Name = Annotated[str, Meta(max_length=NAME_CHARACTERS)]
StageId = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,39}\Z")]
"""The id of a stage of the tour, be it one that this version does not have."""
GOALS = 3
"""The goals of a stage, a star each."""
Goal = Annotated[int, Meta(ge=0, lt=GOALS)]
Word = Annotated[str, Meta(max_length=NAME_CHARACTERS)]
"""The name of something that a later version may have more of."""
TIME_S = 253_370_764_800
"""A moment, in seconds since 1970: up to the year 9999, whose days have no year of five digits anywhere on earth."""
Moment = Annotated[int, Meta(ge=0, le=TIME_S)]
OFFSET_S = 25 * 60 * 60 - 1
"""How far local time may be from UTC, either way, in seconds: as far as POSIX lets anybody set it."""
Offset = Annotated[int, Meta(ge=-OFFSET_S, le=OFFSET_S)]
TAKE_BACKS = 1000
"""How often moves of one leg were taken back: every move of the longest leg, half a dozen times."""

SEED = 2**63 - 1
"""A seed, either way from 0: what the system's randomness is asked for."""
Seed = Annotated[int, Meta(ge=-SEED, le=SEED)]

HAND = 8
"""The cards of a hand as it was shown last: seven, or one more that was played since."""

KM = 1000
"""The kilometres that a reason may speak of, from 0: no leg is longer."""
POINTS = 1_500_000
"""The points that a reason may speak of, either way from 0: no leg brings a side more than 7,100, and there are
``LEGS_PLAYED`` at most.
"""
Points = Annotated[int, Meta(ge=-POINTS, le=POINTS)]
PERCENT = 100
"""A chance that a reason may speak of, in %, from 0."""

SMALLEST_WINDOW = (960, 540)
"""The least window, in pixels, that the screens are laid out for; one remembered smaller is opened as large."""
LARGEST_WINDOW = (7680, 4320)
"""The largest screen there is, in pixels; a window remembered larger, across two screens, is opened as small."""
WINDOW_PX = 16384
"""The longest side, in pixels, that the system can give a window: no longer one was ever there to be remembered."""
WindowSize = tuple[Annotated[int, Meta(ge=0, le=WINDOW_PX)], Annotated[int, Meta(ge=0, le=WINDOW_PX)]]

PROFILES = 20
"""The persons that play at one machine: more than a family has."""

LESSON_MOVES = 200
"""The moves of a lesson: no leg has as many. Where the script has fewer, it is over."""
LessonMoves = Annotated[int, Meta(ge=0, le=LESSON_MOVES)]
LESSON_NOTES = 20
"""The notes read between two moves of a lesson: several times what anybody would read there."""
LessonNotes = Annotated[int, Meta(ge=0, le=LESSON_NOTES)]

LANGUAGE_CHARACTERS = 35
"""The code of a language: as many as RFC 5646 has programs keep room for."""
Language = Annotated[
    str, Meta(pattern=r"\A[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*\Z", max_length=LANGUAGE_CHARACTERS)
]  # of one that this program need not know: another may have been told it
