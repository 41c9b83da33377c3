"""The settings file: readable JSON; an invalid setting gets its default, and unknown ones are kept.

``FIELDS`` is the schema: one row per setting, with its type in ``Settings``. People may edit the file
(docs/settings.md), and so may another version of the game: older formats are migrated, a newer one is refused.
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

from game.engine.errors import abbreviate
from game.engine.rules import RULE_SETS
from game.files import limits
from game.files.forms import FormatError, Json, NewerFormatError, convert, known_or_first, parse_object
from game.match.forms import PlayerForm, ProfileForm, SetupForm, players_from_forms
from game.match.plan import DEFAULT_PLAN, DEFAULT_SETUP, Plan
from game.people.players import Aggression
from game.people.profiles import CardBack, Profile, ProfileId, Scenery
from game.settings.bindings import Action, Bindings, Device, is_assignable, is_input
from game.settings.settings import (
    PERSONAL_SETTINGS,
    AnimationSpeed,
    BotPace,
    LessonProgress,
    PersonalSettings,
    Settings,
)

if TYPE_CHECKING:
    _RulesId = str
else:
    _RulesId = Literal[RULE_SETS]

FORMAT = "milestone-rally-settings"
VERSION = 2

UNKNOWN = "unknown"
"""The entry of ``SettingsFile.unreadable`` for unknown settings that could not be kept."""

_LINE = 100  # characters: longer values are split into several lines


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """The content of the file: the settings, and the ``unknown`` ones, which are written back.

    ``unreadable`` names the fields of ``Settings`` whose value was invalid.
    """

    settings: Settings
    unknown: Json = field(default_factory=dict)
    unreadable: tuple[str, ...] = ()

    def to_bytes(self) -> bytes:
        form = _merged(_form(self.settings), self.unknown)
        data = f"{_laid_out(form)}\n".encode()
        return data if len(data) <= limits.SETTINGS_BYTES else json.dumps(form).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> SettingsFile:
        """Read a settings file; an invalid setting gets its default.

        Raises ``NewerFormatError`` for a file of a newer version, ``FormatError`` if it holds no JSON object.
        """
        form = parse_object(data)
        wrong = _wrong_head(form)
        if not wrong and form["version"] > VERSION:
            raise NewerFormatError(f"version: expected {VERSION} at most, got {abbreviate(form['version'])}")
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
                del form[row.key]  # so that it is not kept as unknown
        settings = Settings(**values).with_shared_plan_moved()
        try:
            unknown = _keepable(_left_over(form, _form(settings)))
        except FormatError:
            unknown = {}
            wrong.append(UNKNOWN)
        return cls(settings, unknown, tuple(wrong))


def settings_for_report(settings: Settings) -> bytes:
    """Return the settings as JSON for a problem report, without personal and unknown ones."""
    form = {row.key: row.written(settings) for row in FIELDS if not row.is_personal}
    return f"{_laid_out(form)}\n".encode()


# -- the form ---------------------------------------------------------------------------------------------------------


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class SettingsField:
    """One setting in the file: the ``name`` of its attribute, its JSON ``key``, and its ``form`` (schema).

    ``of`` makes the setting's value from the form, ``write`` the form from the value. Neither gets null, which stands
    for None: a missing or null setting has its default. Reports leave out what ``is_personal``.
    """

    name: str
    key: str
    form: Any
    of: Callable[[Any], object] = _same
    write: Callable[[Any], object] = _same
    is_personal: bool = False

    def value(self, data: object) -> object:
        """Return the setting's value for this JSON data; raises ``FormatError``."""
        return self.of(convert(data, self.form))

    def written(self, settings: Settings) -> object:
        return self.to_json(getattr(settings, self.name))

    def to_json(self, value: object) -> object:
        return None if value is None else msgspec.to_builtins(self.write(value))


class LessonForm(Struct, frozen=True):
    """The progress in the lesson.

    A file of a version that had only one lesson has no ``rules``.
    """

    moves: limits.LessonMoves
    notes_read: limits.LessonNotes
    rules: _RulesId | None = None

    def place(self) -> LessonProgress:
        return LessonProgress(self.moves, self.notes_read, self.rules or DEFAULT_SETUP.rules)


class PlanForm(Struct, frozen=True):
    """A match to be played, as the file keeps the last one."""

    setup: SetupForm
    players: list[PlayerForm]
    manner: Aggression | None = None
    take_backs: bool | None = None

    def plan(self) -> Plan:
        """Return the plan; raises ``FormatError`` unless each seat has one player."""
        setup = self.setup.setup()
        players = players_from_forms(self.players, setup.seats)
        return Plan(setup, players, self.manner or Aggression.SPORTING, self.take_backs is not False)


def _plan_form(plan: Plan) -> Json:
    players = list(map(PlayerForm.of, plan.players))
    return {"setup": plan.setup, "players": players, "manner": plan.aggression, "take_backs": plan.take_backs}


class ProfileIdForm(Struct, frozen=True):
    """The id of the profile to which the other data of an object belong."""

    profile: ProfileId


class FinishedForm(ProfileIdForm, frozen=True):
    """When a person first finished the lesson, in seconds since 1970."""

    at: limits.UnixSeconds


def _window_size(size: tuple[int, int]) -> tuple[int, ...]:
    sides = zip(limits.SMALLEST_WINDOW, size, limits.LARGEST_WINDOW, strict=True)
    return tuple(max(least, min(side, most)) for least, side, most in sides)


def _bindings(device: Device, changed: Json) -> Bindings:
    """Return the bindings; actions that this version doesn't know are ignored."""
    known = {action: changed[action.value] for action in Action if action.value in changed}
    for action, word in known.items():
        if not isinstance(word, str) or not is_input(word, device) or not is_assignable(word, device):
            raise FormatError(f"{action.value}: expected what can be given to it, got {abbreviate(word)}")
    return Bindings.of(device, known)


def _profiles(forms: list[ProfileForm]) -> tuple[Profile, ...]:
    if len({form.id for form in forms}) != len(forms):
        raise FormatError("profiles: expected every id once")
    return tuple(form.profile() for form in forms)


def _left_by(left: list[Json]) -> tuple[tuple[str, PersonalSettings], ...]:
    """Return the personal settings of profiles, by id; missing or null ones have their defaults."""
    people = tuple((convert(one, ProfileIdForm).profile, _own(one)) for one in left)
    if len(dict(people)) != len(people):
        raise FormatError("settings_of_others: expected every profile once")
    return people


def _own(form: Json) -> PersonalSettings:
    delivered, rows = Settings(), [row for row in FIELDS if row.name in PERSONAL_SETTINGS]
    given = {row.name: row.value(form[row.key]) for row in rows if form.get(row.key) is not None}
    return tuple((name, given.get(name, getattr(delivered, name))) for name in PERSONAL_SETTINGS)


def _left_by_form(left: tuple[tuple[str, PersonalSettings], ...]) -> list[Json]:
    rows = {row.name: row for row in FIELDS}
    return [{"profile": id, **{rows[name].key: rows[name].to_json(value) for name, value in own}} for id, own in left]


def _bindings_row(name: str, device: Device) -> SettingsField:
    return SettingsField(name, name, Json, partial(_bindings, device), lambda bindings: dict(bindings.changed))


_IN_OTHER_FORMS = (
    SettingsField("window_size", "window_size", limits.WindowSize, _window_size),
    SettingsField("speed", "card_speed", AnimationSpeed),
    SettingsField("pace", "drivers_pace", BotPace),
    SettingsField("back", "card_back", limits.EnumWord, partial(known_or_first, CardBack)),
    SettingsField("scenery", "scenery", limits.EnumWord, partial(known_or_first, Scenery)),
    _bindings_row("keys", Device.KEYBOARD),
    _bindings_row("buttons", Device.CONTROLLER),
    SettingsField("lesson", "lesson", LessonForm, LessonForm.place),
    SettingsField(
        "profiles",
        "profiles",
        Annotated[list[ProfileForm], Meta(min_length=1, max_length=limits.MAX_PROFILES)],
        _profiles,
        lambda profiles: list(map(ProfileForm.of, profiles)),
        is_personal=True,
    ),
    SettingsField("playing", "playing", ProfileId, is_personal=True),
    SettingsField(
        "lesson_finished",
        "lesson_finished",
        Annotated[list[FinishedForm], Meta(max_length=limits.MAX_PROFILES)],
        lambda finished: tuple((form.profile, form.at) for form in finished),
        lambda lesson_finished: [FinishedForm(*one) for one in lesson_finished],
        is_personal=True,
    ),
    SettingsField(
        "settings_of_others",
        "settings_of_others",
        Annotated[list[Json], Meta(max_length=limits.MAX_PROFILES)],
        _left_by,
        _left_by_form,
        is_personal=True,
    ),
    SettingsField("plan", "last_match", PlanForm, PlanForm.plan, _plan_form),
    SettingsField("race", "last_race", PlanForm, PlanForm.plan, _plan_form),
    SettingsField("shared", "last_at_one_screen", PlanForm, PlanForm.plan, _plan_form),
)
"""The settings that have another form or name in the file than in ``Settings``."""


def _fields() -> tuple[SettingsField, ...]:
    others, hints = {row.name: row for row in _IN_OTHER_FORMS}, get_type_hints(Settings, include_extras=True)
    return tuple(others.get(name) or SettingsField(name, name, form) for name, form in hints.items())


FIELDS = _fields()
"""All settings, in the order of the file."""


def _form(settings: Settings) -> Json:
    rows = {row.key: row.written(settings) for row in FIELDS}
    return {"format": FORMAT, "version": VERSION, **rows}


def _wrong_head(form: Json) -> list[str]:
    """Return which of format and version are wrong; a file without a version may have the names of version 1."""
    version = form.get("version")
    is_right = {"format": form.get("format") == FORMAT, "version": type(version) is int and version >= 1}
    return [name for name, right in is_right.items() if not right]


# -- what this version doesn't know ----------------------------------------------------------------------------------


def _left_over(form: Json, known: Json) -> Json:
    """Return the entries of a form that are not in the known one; objects in both are compared likewise."""
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
    """Return unknown settings that can be written back; raises ``FormatError`` if they could not be read again."""
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
    """Return the JSON text of a value: on one line if it fits, else one entry per line."""
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
    """Convert a form of version 1, in all its variants, to version 2."""
    for old, new in _RENAMED_1.items():
        if old in form:
            form.setdefault(new, form.pop(old))
    lesson = form.get("lesson")
    if isinstance(lesson, list) and len(lesson) == 2:
        form["lesson"] = {"moves": lesson[0], "notes_read": lesson[1]}
    if "setup" in form and "last_match" not in form:
        _migrate_0_1(form)


def _migrate_0_1(form: Json) -> None:
    """Convert the plan of version 0.1, which had fields of its own; one equal to the default is dropped."""
    form["last_match"] = {name: form.pop(name) for name in ("setup", "players", "manner") if name in form}
    try:
        plan = convert(form["last_match"], PlanForm).plan()
    except FormatError:
        return
    if plan == DEFAULT_PLAN:
        del form["last_match"]
    elif plan.is_quick_race:
        form["last_race"], form["raced_last"] = form.pop("last_match"), True
