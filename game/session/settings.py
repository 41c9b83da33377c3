"""What the game remembers between starts, apart from the running match."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeVar

from game.engine.errors import brief
from game.session.players import Manner
from game.session.setup import DEFAULT_PLAN, Plan, first_match, first_race
from game.session.storage import limits
from game.session.storage.json_codec import (
    FormatError,
    Json,
    field,
    manner_from_json,
    opened,
    optional,
    optional_number,
    players_from_json,
    players_to_json,
    setup_from_json,
    setup_to_json,
    word,
)

FORMAT: Final = "milestone-rally-settings"
VERSION: Final = 1

LOUDEST: Final = 10
"""The highest step of a volume; 0 is silence."""
EFFECTS_VOLUME: Final = 7
AMBIENCE_VOLUME: Final = 4

_LANGUAGE: Final = re.compile("[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")

Choice = TypeVar("Choice", bound=StrEnum)


class Speed(StrEnum):
    """How fast cards and cars move (art.md §7)."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    OFF = "off"

    @property
    def factor(self) -> float:
        """What it multiplies the time of a movement by; 0 is at once."""
        return {Speed.SLOW: 1.6, Speed.NORMAL: 1.0, Speed.FAST: 0.55, Speed.OFF: 0.0}[self]


class Pace(StrEnum):
    """How long bots wait between actions: always calmly, slow only where it touches the viewer, or hardly at all."""

    CALM = "calm"
    ADAPTIVE = "adaptive"
    QUICK = "quick"


class HandOrder(StrEnum):
    """The order of the hand: sorted by kind, or as drawn and as the player has put it."""

    SORTED = "sorted"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """How far the first lesson was followed: how many moves, and how many of the notes after them were read."""

    moves: int = 0
    read: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; ``language`` None follows the system, ``window_size`` (pixels) None means the default size.

    Volumes go from 0 to ``LOUDEST``.
    With ``reduced_motion`` nothing travels, whatever the ``speed``. To a player who ``knows_game`` the first lesson
    isn't offered any more; ``lesson`` is where it was left. ``plan`` is the match started last and ``race`` the quick
    race, each None until one was started; ``raced_last`` says which of them that was. A file may lack what was added
    later.
    """

    language: str | None = None
    fullscreen: bool = False
    window_size: tuple[int, int] | None = None
    plan: Plan | None = None
    race: Plan | None = None
    raced_last: bool = False
    speed: Speed = Speed.NORMAL
    pace: Pace = Pace.ADAPTIVE
    reduced_motion: bool = False
    effects_volume: int = EFFECTS_VOLUME
    ambience_volume: int = AMBIENCE_VOLUME
    muted: bool = False
    hand_order: HandOrder = HandOrder.OWN
    knows_game: bool = False
    lesson: LessonPlace | None = None

    def match_plan(self, language: str) -> Plan:
        """The match to be offered; the language's own (rules.md §3) as long as none was started."""
        return self.plan or first_match(language)

    def race_plan(self, language: str) -> Plan:
        """The quick race to be offered, likewise."""
        return self.race or first_race(language)

    def last_plan(self, language: str) -> Plan:
        """What was started last, match or quick race: what a new one begins with."""
        return self.race_plan(language) if self.raced_last else self.match_plan(language)

    def remembering(self, plan: Plan) -> Settings:
        """The settings once that plan was started: a race of one leg never takes the longer match's place."""
        if plan.is_quick_race:
            return replace(self, race=plan, raced_last=True)
        return replace(self, plan=plan, raced_last=False)

    def to_bytes(self) -> bytes:
        """The content of the settings file."""
        data = {
            "format": FORMAT,
            "version": VERSION,
            "language": self.language,
            "fullscreen": self.fullscreen,
            "window_size": self.window_size,
            "match": self.plan and _plan_to_json(self.plan),
            "race": self.race and _plan_to_json(self.race),
            "raced_last": self.raced_last,
            "speed": self.speed.value,
            "pace": self.pace.value,
            "reduced_motion": self.reduced_motion,
            "effects_volume": self.effects_volume,
            "ambience_volume": self.ambience_volume,
            "muted": self.muted,
            "hand_order": self.hand_order.value,
            "knows_game": self.knows_game,
            "lesson": self.lesson and [self.lesson.moves, self.lesson.read],
        }
        return json.dumps(data, indent=1).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Settings:
        """The settings of such a file. Raises ``FormatError`` if it holds anything else."""
        form = opened(data, FORMAT, VERSION)
        settings = cls(
            language=_language(form),
            fullscreen=field(form, "fullscreen", bool),
            window_size=_window_size(optional(form, "window_size", list)),
            plan=_plan(optional(form, "match", dict)),
            race=_plan(optional(form, "race", dict)),
            raced_last=optional(form, "raced_last", bool) or False,
            speed=_choice(form, "speed", Speed.NORMAL),
            pace=_choice(form, "pace", Pace.ADAPTIVE),
            reduced_motion=optional(form, "reduced_motion", bool) or False,
            effects_volume=_volume(form, "effects_volume", EFFECTS_VOLUME),
            ambience_volume=_volume(form, "ambience_volume", AMBIENCE_VOLUME),
            muted=optional(form, "muted", bool) or False,
            hand_order=_choice(form, "hand_order", HandOrder.OWN),
            knows_game=optional(form, "knows_game", bool) or False,
            lesson=_lesson_place(optional(form, "lesson", list)),
        )
        return _with_plan_of_0_1(settings, form) if "setup" in form else settings


def _plan_to_json(plan: Plan) -> Json:
    setup, players = setup_to_json(plan.setup), players_to_json(plan.players)
    return {"setup": setup, "players": players, "manner": plan.manner.value, "take_backs": plan.take_backs}


def _plan(form: Json | None) -> Plan | None:
    if form is None:
        return None
    setup = setup_from_json(form.get("setup"))
    players = players_from_json(form.get("players"), setup.seats)
    take_backs = optional(form, "take_backs", bool)
    return Plan(setup, players, manner_from_json(form) or Manner.SPORTING, take_backs is not False)


def _with_plan_of_0_1(settings: Settings, form: Json) -> Settings:
    """The settings with the one plan that version 0.1 wrote, even where nobody had chosen it: then it is left out."""
    plan = _plan(form)
    return settings if plan is None or plan == DEFAULT_PLAN else settings.remembering(plan)


def _choice(form: object, name: str, default: Choice) -> Choice:
    return default if optional(form, name, str) is None else word(form, name, type(default))


def _volume(form: object, name: str, default: int) -> int:
    value = optional_number(form, name, 0, LOUDEST)
    return default if value is None else value


def _language(form: object) -> str | None:
    """A code as they are written, of a language that this program need not know: another may have been told it."""
    code = optional(form, "language", str)
    if code is not None and (len(code) > limits.LANGUAGE_CHARACTERS or not _LANGUAGE.fullmatch(code)):
        raise FormatError(f"language: expected the code of one, got {brief(code)}")
    return code


def _lesson_place(counts: list[object] | None) -> LessonPlace | None:
    if counts is None:
        return None
    return LessonPlace(*_two_numbers("lesson", counts, limits.LESSON_MOVES, limits.LESSON_NOTES))


def _window_size(sizes: list[object] | None) -> tuple[int, int] | None:
    if sizes is None:
        return None
    width, height = _two_numbers("window_size", sizes, limits.WINDOW_PX, limits.WINDOW_PX)
    least, most = limits.SMALLEST_WINDOW, limits.LARGEST_WINDOW
    return max(least[0], min(width, most[0])), max(least[1], min(height, most[1]))


def _two_numbers(name: str, values: list[object], *most: int) -> tuple[int, int]:
    numbers = [n for n, high in zip(values, most, strict=False) if type(n) is int and 0 <= n <= high]
    if len(values) != 2 or len(numbers) != 2:
        raise FormatError(f"{name}: expected two numbers from 0 to {most[0]} and {most[1]}")
    return numbers[0], numbers[1]
