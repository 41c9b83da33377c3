"""The settings file: readable JSON, each setting by itself right or else the default, and what it does not know kept.

``FIELDS`` is the form: one row a setting, of the type it has in ``Settings``. A person may edit the file
(docs/settings.md says how), and so may another version of the game: older formats are migrated, a newer one is refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct

from game.engine.errors import brief
from game.engine.rules import RULE_SETS
from game.files import limits
from game.files.forms import FormatError, Json, NewerFormatError, known, object_of, read
from game.match.forms import PlayerForm, ProfileForm, SetupForm, players_of
from game.match.plan import DEFAULT_PLAN, DEFAULT_SETUP, Plan
from game.people.players import Manner
from game.people.profiles import Back, Profile, ProfileId, Scenery
from game.settings.bindings import Action, Bindings, Device, is_free, is_input
from game.settings.settings import OF_A_PERSON, LessonPlace, Own, Pace, Settings, Speed

if TYPE_CHECKING:
    _RulesId = str
else:
    _RulesId = Literal[RULE_SETS]

FORMAT = "milestone-rally-settings"
VERSION = 2

UNKNOWN = "unknown"
"""Stands in ``unreadable`` for what this version doesn't know and cannot keep either."""

_LINE = 100  # characters: what is longer is laid out over several lines


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
        form = object_of(data)
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
                values[row.name] = row.value(form[row.key])
            except FormatError:
                wrong.append(row.name)
                del form[row.key]  # nothing of it is kept
        settings = Settings(**values).with_shared_apart()
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


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class SettingsField:
    """One setting in the file: the ``name`` of its attribute, the ``key`` it stands under, and its ``form``.

    ``of`` makes the value of what the form read, and ``write`` makes such a form; null, which stands for None, is for
    neither: what is missing or null is the default. A report leaves out what ``is_personal``.
    """

    name: str
    key: str
    form: Any
    of: Callable[[Any], object] = _same
    write: Callable[[Any], object] = _same
    is_personal: bool = False

    def value(self, data: object) -> object:
        """The value that these JSON data stand for; raises ``FormatError``."""
        return self.of(read(data, self.form))

    def written(self, settings: Settings) -> object:
        """The JSON value of this setting."""
        return self.to_json(getattr(settings, self.name))

    def to_json(self, value: object) -> object:
        """That value of it as JSON."""
        return None if value is None else msgspec.to_builtins(self.write(value))


class LessonForm(Struct, frozen=True):
    """Where the lesson was left; without ``rules`` before there were others. A ``LessonPlace`` is written as it is."""

    moves: limits.LessonMoves
    notes_read: limits.LessonNotes
    rules: _RulesId | None = None

    def place(self) -> LessonPlace:
        """The place meant."""
        return LessonPlace(self.moves, self.notes_read, self.rules or DEFAULT_SETUP.rules)


class PlanForm(Struct, frozen=True):
    """A match to be played."""

    setup: SetupForm
    players: list[PlayerForm]
    manner: Manner | None = None
    take_backs: bool | None = None

    def plan(self) -> Plan:
        """The plan; raises ``FormatError`` unless one player sits in each seat."""
        setup = self.setup.setup()
        players = players_of(self.players, setup.seats)
        return Plan(setup, players, self.manner or Manner.SPORTING, self.take_backs is not False)


def _plan_form(plan: Plan) -> Json:
    players = list(map(PlayerForm.of, plan.players))
    return {"setup": plan.setup, "players": players, "manner": plan.manner, "take_backs": plan.take_backs}


class PersonForm(Struct, frozen=True):
    """Who something of is told: the id of a profile."""

    profile: ProfileId


class FinishedForm(PersonForm, frozen=True):
    """When somebody has finished the lesson first, in seconds since 1970."""

    at: limits.Moment


def _window_size(size: tuple[int, int]) -> tuple[int, ...]:
    sides = zip(limits.SMALLEST_WINDOW, size, limits.LARGEST_WINDOW, strict=True)
    return tuple(max(least, min(side, most)) for least, side, most in sides)


def _bindings(device: Device, changed: Json) -> Bindings:
    """What the player has changed; an action that this version doesn't know is not read."""
    known = {action: changed[action.value] for action in Action if action.value in changed}
    for action, word in known.items():
        if not isinstance(word, str) or not is_input(word, device) or not is_free(word, device):
            raise FormatError(f"{action.value}: expected what can be given to it, got {brief(word)}")
    return Bindings.of(device, known)


def _profiles(forms: list[ProfileForm]) -> tuple[Profile, ...]:
    if len({form.id for form in forms}) != len(forms):
        raise FormatError("profiles: expected every id once")
    return tuple(form.profile() for form in forms)


def _left_by(left: list[Json]) -> tuple[tuple[str, Own], ...]:
    """What profiles have set for themselves, by their ids; what is missing or null is as delivered."""
    people = tuple((read(one, PersonForm).profile, _own(one)) for one in left)
    if len(dict(people)) != len(people):
        raise FormatError("settings_of_others: expected every profile once")
    return people


def _own(form: Json) -> Own:
    delivered, rows = Settings(), [row for row in FIELDS if row.name in OF_A_PERSON]
    given = {row.name: row.value(form[row.key]) for row in rows if form.get(row.key) is not None}
    return tuple((name, given.get(name, getattr(delivered, name))) for name in OF_A_PERSON)


def _left_by_form(left: tuple[tuple[str, Own], ...]) -> list[Json]:
    rows = {row.name: row for row in FIELDS}
    return [{"profile": id, **{rows[name].key: rows[name].to_json(value) for name, value in own}} for id, own in left]


def _bindings_row(name: str, device: Device) -> SettingsField:
    return SettingsField(name, name, Json, partial(_bindings, device), lambda bindings: dict(bindings.changed))


_IN_OTHER_FORMS = (
    SettingsField("window_size", "window_size", limits.WindowSize, _window_size),
    SettingsField("speed", "card_speed", Speed),
    SettingsField("pace", "drivers_pace", Pace),
    SettingsField("back", "card_back", limits.Word, partial(known, Back)),
    SettingsField("scenery", "scenery", limits.Word, partial(known, Scenery)),
    _bindings_row("keys", Device.KEYBOARD),
    _bindings_row("buttons", Device.CONTROLLER),
    SettingsField("lesson", "lesson", LessonForm, LessonForm.place),
    SettingsField(
        "profiles",
        "profiles",
        Annotated[list[ProfileForm], Meta(min_length=1, max_length=limits.PROFILES)],
        _profiles,
        lambda profiles: list(map(ProfileForm.of, profiles)),
        is_personal=True,
    ),
    SettingsField("playing", "playing", ProfileId, is_personal=True),
    SettingsField(
        "lesson_finished",
        "lesson_finished",
        Annotated[list[FinishedForm], Meta(max_length=limits.PROFILES)],
        lambda finished: tuple((form.profile, form.at) for form in finished),
        lambda lesson_finished: [FinishedForm(*one) for one in lesson_finished],
        is_personal=True,
    ),
    SettingsField(
        "settings_of_others",
        "settings_of_others",
        Annotated[list[Json], Meta(max_length=limits.PROFILES)],
        _left_by,
        _left_by_form,
        is_personal=True,
    ),
    SettingsField("plan", "last_match", PlanForm, PlanForm.plan, _plan_form),
    SettingsField("race", "last_race", PlanForm, PlanForm.plan, _plan_form),
    SettingsField("shared", "last_at_one_screen", PlanForm, PlanForm.plan, _plan_form),
)
"""The settings that stand in the file in another form than in ``Settings``, or under another name."""


def _fields() -> tuple[SettingsField, ...]:
    others, hints = {row.name: row for row in _IN_OTHER_FORMS}, get_type_hints(Settings, include_extras=True)
    return tuple(others.get(name) or SettingsField(name, name, form) for name, form in hints.items())


FIELDS = _fields()
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

_RENAMED_1 = {"speed": "card_speed", "pace": "drivers_pace", "match": "last_match", "race": "last_race"}


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
        plan = read(form["last_match"], PlanForm).plan()
    except FormatError:
        return
    if plan == DEFAULT_PLAN:
        del form["last_match"]
    elif plan.is_quick_race:
        form["last_race"], form["raced_last"] = form.pop("last_match"), True
