"""The settings file: readable JSON, each setting by itself right or else the default, and what it does not know kept.

``FIELDS`` is the form: one row a setting. A person may edit the file (docs/settings.md says how), and so may another
version of the game: older formats are migrated, a newer one is refused.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from game.engine.errors import brief
from game.session.actions import Action, Bindings, Device, is_free, is_input
from game.session.lesson import COURSES
from game.session.players import Manner
from game.session.profiles import Profile, is_profile_id
from game.session.settings import (
    FASTEST_SPEECH,
    LOUDEST,
    OF_A_PERSON,
    TEXT_SIZES,
    Colours,
    HandOrder,
    LessonPlace,
    Own,
    Pace,
    Scan,
    Settings,
    Speed,
)
from game.session.setup import DEFAULT_PLAN, Plan
from game.session.storage import json_codec as codec
from game.session.storage import limits
from game.session.storage.json_codec import FormatError, Json, NewerFormatError

FORMAT: Final = "milestone-rally-settings"
VERSION: Final = 2

UNKNOWN: Final = "unknown"
"""Stands in ``unreadable`` for what this version doesn't know and cannot keep either."""

_LANGUAGE: Final = re.compile("[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")
_LINE: Final = 100  # characters: what is longer is laid out over several lines


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """What is in the file: the settings, and beside them what this version doesn't know, which is written back.

    ``unreadable`` are the settings, by the names of ``Settings``, whose value could not be used.
    """

    settings: Settings
    unknown: Json = field(default_factory=dict)
    unreadable: tuple[str, ...] = ()

    def to_bytes(self) -> bytes:
        """The content of the file."""
        form = _merged(_form(self.settings), self.unknown)
        data = f"{_laid_out(form)}\n".encode()
        return data if len(data) <= limits.SETTINGS_BYTES else json.dumps(form).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> SettingsFile:
        """The settings of such a file, with the default for what is wrong in it.

        Raises ``NewerFormatError`` for a file of a newer version, ``FormatError`` if it holds no object at all.
        """
        form = codec.object_of(data)
        wrong = _wrong_head(form)
        if not wrong and form["version"] > VERSION:
            raise NewerFormatError(f"version: expected {VERSION} at most, got {brief(form['version'])}")
        if "format" not in wrong and (wrong or form["version"] == 1):
            _migrate_1(form)
        values: dict[str, Any] = {}
        for row in FIELDS:
            if form.get(row.key) is None:
                continue
            try:
                values[row.name] = row.read(form, row.key)
            except FormatError:
                wrong.append(row.name)
                del form[row.key]  # nothing of it is kept
        settings = Settings(**values)
        try:
            unknown = _keepable(_left_over(form, _form(settings)))
        except FormatError:
            unknown = {}
            wrong.append(UNKNOWN)
        return cls(settings, unknown, tuple(wrong))


def told(settings: Settings) -> bytes:
    """What a report tells of the settings: nothing personal, and nothing that this version doesn't know."""
    form = {row.key: row.written(settings) for row in FIELDS if not row.is_personal}
    return f"{_laid_out(form)}\n".encode()


# -- the form ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SettingsField:
    """One setting in the file: the ``name`` of its attribute, and the ``key`` it stands under.

    ``read`` gets the form and the key and raises ``FormatError``; ``write`` makes JSON of what was read. Neither meets
    null, which stands for None; what is missing or null is the default. A report leaves out what ``is_personal``.
    """

    name: str
    key: str
    read: Callable[[Json, str], object]
    write: Callable[[Any], object] = lambda value: value
    is_personal: bool = False

    def written(self, settings: Settings) -> object:
        """The JSON value of this setting."""
        value = getattr(settings, self.name)
        return None if value is None else self.write(value)


def _flag(form: Json, key: str) -> bool:
    return codec.field(form, key, bool)


def _volume(form: Json, key: str) -> int:
    return codec.number(form, key, 0, LOUDEST)


def _speech_speed(form: Json, key: str) -> int:
    return codec.number(form, key, 0, FASTEST_SPEECH)


def _text_size(form: Json, key: str) -> int:
    size = codec.field(form, key, int)
    if size not in TEXT_SIZES:
        raise FormatError(f"{key}: expected one of {TEXT_SIZES}, got {brief(size)}")
    return size


def _one_of(words: type[StrEnum]) -> Callable[[Json, str], StrEnum]:
    return lambda form, key: codec.word(form, key, words)


def _language(form: Json, key: str) -> str:
    """A code as they are written, of a language that this program need not know: another may have been told it."""
    code = codec.field(form, key, str)
    if len(code) > limits.LANGUAGE_CHARACTERS or not _LANGUAGE.fullmatch(code):
        raise FormatError(f"{key}: expected the code of one, got {brief(code)}")
    return code


def _window_size(form: Json, key: str) -> tuple[int, int]:
    sizes = codec.field(form, key, list)
    if len(sizes) != 2 or not all(type(n) is int and 0 <= n <= limits.WINDOW_PX for n in sizes):
        raise FormatError(f"{key}: expected width and height from 0 to {limits.WINDOW_PX}")
    least, most = limits.SMALLEST_WINDOW, limits.LARGEST_WINDOW
    return max(least[0], min(sizes[0], most[0])), max(least[1], min(sizes[1], most[1]))


def _bindings(device: Device) -> Callable[[Json, str], Bindings]:
    """What the player has changed; an action that this version doesn't know is not read."""

    def read(form: Json, key: str) -> Bindings:
        changed = codec.field(form, key, dict)
        known = {action: changed[action.value] for action in Action if action.value in changed}
        for action, word in known.items():
            if not isinstance(word, str) or not is_input(word, device) or not is_free(word, device):
                raise FormatError(f"{key}: {action.value}: expected what can be given to it, got {brief(word)}")
        return Bindings.of(device, known)

    return read


def _bindings_to_json(bindings: Bindings) -> Json:
    return {action.value: word for action, word in bindings.changed}


def _lesson_place(form: Json, key: str) -> LessonPlace:
    place = codec.field(form, key, dict)
    moves = codec.number(place, "moves", 0, limits.LESSON_MOVES)
    read = codec.number(place, "notes_read", 0, limits.LESSON_NOTES)
    rules = codec.optional(place, "rules", str)
    if rules is None:  # left before there were others
        return LessonPlace(moves, read)
    return LessonPlace(moves, read, codec.one_of(rules, "rules", COURSES))


def _lesson_place_to_json(place: LessonPlace) -> Json:
    return {"moves": place.moves, "notes_read": place.read, "rules": place.rules}


def _profiles(form: Json, key: str) -> tuple[Profile, ...]:
    profiles = codec.field(form, key, list)
    if not 1 <= len(profiles) <= limits.PROFILES:
        raise FormatError(f"{key}: expected 1 to {limits.PROFILES}, got {len(profiles)}")
    read = tuple(codec.profile_from_json(profile) for profile in profiles)
    if len({profile.id for profile in read}) != len(read):
        raise FormatError(f"{key}: expected every id once")
    return read


def _profiles_to_json(profiles: tuple[Profile, ...]) -> list[Json]:
    return [codec.profile_to_json(profile) for profile in profiles]


def _playing(form: Json, key: str) -> str:
    """The id of a profile; whether there is one of it is asked when it is looked for."""
    id = codec.field(form, key, str)
    if not is_profile_id(id):
        raise FormatError(f"{key}: expected the id of a profile, got {brief(id)}")
    return id


def _schooled(form: Json, key: str) -> tuple[tuple[str, int], ...]:
    """The ids of profiles, each with when it finished the lesson, in seconds since 1970."""
    finished = codec.field(form, key, list)
    if len(finished) > limits.PROFILES:
        raise FormatError(f"{key}: expected {limits.PROFILES} profiles at most, got {len(finished)}")
    return tuple((_playing(one, "profile"), codec.number(one, "at", 0, limits.TIME_S)) for one in finished)


def _schooled_to_json(schooled: tuple[tuple[str, int], ...]) -> list[Json]:
    return [{"profile": id, "at": finished_s} for id, finished_s in schooled]


def _left_by(form: Json, key: str) -> tuple[tuple[str, Own], ...]:
    """What profiles have set for themselves, by their ids; what is missing or null is as delivered."""
    left = codec.field(form, key, list)
    if len(left) > limits.PROFILES:
        raise FormatError(f"{key}: expected {limits.PROFILES} profiles at most, got {len(left)}")
    read = tuple((_playing(one, "profile"), _own(one)) for one in left)
    if len(dict(read)) != len(read):
        raise FormatError(f"{key}: expected every profile once")
    return read


def _own(form: Json) -> Own:
    delivered = Settings()
    rows = {row.name: row for row in FIELDS}
    return tuple(
        (name, getattr(delivered, name) if form.get(row.key) is None else row.read(form, row.key))
        for name, row in ((name, rows[name]) for name in OF_A_PERSON)
    )


def _left_by_to_json(left: tuple[tuple[str, Own], ...]) -> list[Json]:
    keys = {row.name: row for row in FIELDS}
    return [
        {"profile": id, **{keys[name].key: None if value is None else keys[name].write(value) for name, value in own}}
        for id, own in left
    ]


def _plan(form: Json, key: str) -> Plan:
    plan = codec.field(form, key, dict)
    setup = codec.setup_from_json(plan.get("setup"))
    players = codec.players_from_json(plan.get("players"), setup.seats)
    take_backs = codec.optional(plan, "take_backs", bool)
    return Plan(setup, players, codec.manner_from_json(plan) or Manner.SPORTING, take_backs is not False)


def _plan_to_json(plan: Plan) -> Json:
    return {
        "setup": codec.setup_to_json(plan.setup),
        "players": codec.players_to_json(plan.players),
        "manner": plan.manner.value,
        "take_backs": plan.take_backs,
    }


FIELDS: Final = (
    SettingsField("language", "language", _language),
    SettingsField("fullscreen", "fullscreen", _flag),
    SettingsField("window_size", "window_size", _window_size),
    SettingsField("speed", "card_speed", _one_of(Speed)),
    SettingsField("pace", "drivers_pace", _one_of(Pace)),
    SettingsField("reduced_motion", "reduced_motion", _flag),
    SettingsField("theme", "theme", _one_of(Colours)),
    SettingsField("text_size", "text_size", _text_size),
    SettingsField("hand_order", "hand_order", _one_of(HandOrder)),
    SettingsField("assist", "assist", _flag),
    SettingsField("muted", "muted", _flag),
    SettingsField("effects_volume", "effects_volume", _volume),
    SettingsField("ambience_volume", "ambience_volume", _volume),
    SettingsField("speech", "speech", _flag),
    SettingsField("speech_speed", "speech_speed", _speech_speed),
    SettingsField("speech_volume", "speech_volume", _volume),
    SettingsField("music_volume", "music_volume", _volume),
    SettingsField("captions", "captions", _flag),
    SettingsField("keys", "keys", _bindings(Device.KEYBOARD), _bindings_to_json),
    SettingsField("buttons", "buttons", _bindings(Device.CONTROLLER), _bindings_to_json),
    SettingsField("scan", "scan", _one_of(Scan)),
    SettingsField("knows_game", "knows_game", _flag),
    SettingsField("lesson", "lesson", _lesson_place, _lesson_place_to_json),
    SettingsField("profiles", "profiles", _profiles, _profiles_to_json, is_personal=True),
    SettingsField("playing", "playing", _playing, is_personal=True),
    SettingsField("schooled", "lesson_finished", _schooled, _schooled_to_json, is_personal=True),
    SettingsField("left_by", "settings_of_others", _left_by, _left_by_to_json, is_personal=True),
    SettingsField("plan", "last_match", _plan, _plan_to_json),
    SettingsField("race", "last_race", _plan, _plan_to_json),
    SettingsField("raced_last", "raced_last", _flag),
)
"""All settings, in the order in which they stand in the file."""


def _form(settings: Settings) -> Json:
    rows = {row.key: row.written(settings) for row in FIELDS}
    return {"format": FORMAT, "version": VERSION, **rows}


def _wrong_head(form: Json) -> list[str]:
    """What is wrong of format and version; of a file without a version, older words are understood too."""
    version = form.get("version")
    is_right = {"format": form.get("format") == FORMAT, "version": type(version) is int and version >= 1}
    return [name for name, right in is_right.items() if not right]


# -- what this version doesn't know ----------------------------------------------------------------------------------


def _left_over(form: Json, known: Json) -> Json:
    """What is in a form and not in the known one, however deep in objects that are in both."""
    rest = {key: value for key, value in form.items() if key not in known}
    for key, value in form.items():
        there = known.get(key)
        if isinstance(value, dict) and isinstance(there, dict) and (inside := _left_over(value, there)):
            rest[key] = inside
    return rest


def _merged(known: Json, unknown: Json) -> Json:
    form = dict(known)
    for key, value in unknown.items():
        there = known.get(key)
        if key not in known:
            form[key] = value
        elif isinstance(there, dict) and isinstance(value, dict):
            form[key] = _merged(there, value)
    return form


def _keepable(unknown: Json) -> Json:
    """What can be written back as it is; raises ``FormatError`` if it could not be read again then."""
    _check_value(unknown, limits.UNKNOWN_DEPTH)
    if len(json.dumps(unknown)) > limits.UNKNOWN_BYTES:
        raise FormatError(f"unknown settings: expected {limits.UNKNOWN_BYTES} bytes at most")
    return unknown


def _check_value(value: object, depth: int) -> None:
    if depth < 0 or (isinstance(value, float) and not math.isfinite(value)):
        raise FormatError("unknown settings: nested too deeply, or a number out of range")
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _check_value(item, depth - 1)


def _laid_out(value: object, indent: str = "") -> str:
    """The JSON text of a value: on one line if it fits, else one line an entry."""
    flat = json.dumps(value)
    if not isinstance(value, dict | list) or (indent and len(indent) + len(flat) <= _LINE):
        return flat
    inner = f"{indent}  "
    if isinstance(value, dict):
        entries = [f"{json.dumps(key)}: {_laid_out(item, inner)}" for key, item in value.items()]
    else:
        entries = [_laid_out(item, inner) for item in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{inner}" + f",\n{inner}".join(entries) + f"\n{indent}{last}"


# -- older formats ----------------------------------------------------------------------------------------------------

_RENAMED_1: Final = {"speed": "card_speed", "pace": "drivers_pace", "match": "last_match", "race": "last_race"}


def _migrate_1(form: Json) -> None:
    """Let a form of version 1, in all its shapes, be one of version 2."""
    for old, new in _RENAMED_1.items():
        if old in form:
            form.setdefault(new, form.pop(old))
    lesson = form.get("lesson")
    if isinstance(lesson, list) and len(lesson) == 2:
        form["lesson"] = {"moves": lesson[0], "notes_read": lesson[1]}
    if "setup" in form and "last_match" not in form:
        _migrate_0_1(form)


def _migrate_0_1(form: Json) -> None:
    """The one plan that 0.1 wrote in fields of their own, even where nobody had chosen it: then it is left out."""
    form["last_match"] = {name: form.pop(name) for name in ("setup", "players", "manner") if name in form}
    try:
        plan = _plan(form, "last_match")
    except FormatError:
        return
    if plan == DEFAULT_PLAN:
        del form["last_match"]
    elif plan.is_quick_race:
        form["last_race"], form["raced_last"] = form.pop("last_match"), True
