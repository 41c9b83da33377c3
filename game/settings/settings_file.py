"""The settings file: readable JSON; an invalid setting gets its default, and unknown ones are kept.

It has an object for the machine and one for each person, by id. People may edit it (docs/settings.md), and so may
another version of the game.
"""

from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec import Struct

from game.engine.errors import abbreviate
from game.files import limits
from game.files.forms import FormatError, Json, convert, parse_versioned
from game.match.forms import PlayerForm, SetupForm, players_from_forms
from game.match.plan import Plan
from game.people.players import Aggression, anonymize_players
from game.people.profiles import FIRST_PROFILE
from game.settings.bindings import Action, Bindings, Device, is_assignable, is_input
from game.settings.settings import Machine, Person, Settings

FORMAT = "milestone-rally-settings"
VERSION = 3
_HEAD = {"format": FORMAT, "version": VERSION}

UNKNOWN = "unknown"
"""The entry of ``SettingsFile.unreadable`` for unknown settings that could not be kept."""

_LINE = 100  # characters: longer values are split into several lines
_Owner = TypeVar("_Owner", Machine, Person)


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """The content of the file: the settings, and the ``unknown`` ones, which are written back.

    ``unreadable`` names the settings whose value was invalid.
    """

    settings: Settings
    unknown: Json = field(default_factory=dict)
    unreadable: tuple[str, ...] = ()

    def to_bytes(self) -> bytes:
        """Return the content of the file; raises ``OSError`` or ``FormatError`` if the game could not read it."""
        form = _form(self.settings)
        people = {id: own for id, own in self.unknown.get("people", {}).items() if id in form["people"]}
        data = f"{_laid_out(_merged(form, self.unknown | {'people': people}))}\n".encode()
        if len(data) > limits.SETTINGS_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        if wrong := SettingsFile.from_bytes(data).unreadable:
            raise FormatError(f"settings: expected values that can be read again, got wrong {wrong}")
        return data

    @classmethod
    def from_bytes(cls, data: bytes) -> SettingsFile:
        """Read a settings file; an invalid setting gets its default, a person with an invalid id is left out.

        There may be nobody in it. Raises ``NewerFormatError`` for a file of a newer version, ``FormatError`` for a file
        that holds no settings.
        """
        form, wrong = parse_versioned(data, FORMAT, VERSION), list[str]()
        machine = _read(Machine(), _objects(form, "machine", wrong), wrong)
        settings = Settings(machine, _people(form, wrong))
        unknown = _left_over(form, _form(settings))
        if not _is_keepable(unknown):
            unknown = {}
            wrong.append(UNKNOWN)
        return cls(settings, unknown, tuple(dict.fromkeys(wrong)))


def settings_for_report(settings: Settings) -> bytes:
    """Return the settings as a file for a problem report, without names and ids, others' settings and unknown ones."""
    plans = {name: plan for name in ("plan", "shared") if (plan := settings.value(name)) is not None}
    unnamed = {name: replace(plan, players=anonymize_players(plan.players)) for name, plan in plans.items()}
    person = replace(settings.person, id=FIRST_PROFILE.id, name="", lesson_finished_s=None)
    machine = replace(settings.machine, guests=())
    return SettingsFile(Settings(machine, (person,)).with_values(playing=person.id, **unnamed)).to_bytes()


def person_to_bytes(person: Person) -> bytes:
    """Return a settings file for one person, without the settings of the machine."""
    return _laid_out({**_HEAD, "people": {person.id: _written(person)}}).encode()


def person_from_bytes(data: bytes) -> Person:
    """Return the only person in a settings file, with defaults for invalid settings; raises ``FormatError``."""
    people = _people(parse_versioned(data, FORMAT, VERSION), [])
    if len(people) != 1:
        raise FormatError(f"people: expected one, got {len(people)}")
    return people[0]


# -- the form ---------------------------------------------------------------------------------------------------------


_TYPES = {owner: get_type_hints(owner, include_extras=True) for owner in (Machine, Person)}
"""The types of an owner's settings by name, in the order of the file."""
del _TYPES[Person]["id"]  # the key of the person's object


def _objects(form: Json, name: str, wrong: list[str]) -> Json:
    """Return the object of that name in a form; a wrong one is added to ``wrong``, and empty like a missing one."""
    found = form.get(name)
    if found is not None and not isinstance(found, dict):
        wrong.append(name)
    return found if isinstance(found, dict) else {}


def _read(owner: _Owner, form: Json, wrong: list[str]) -> _Owner:
    """Return the owner with the settings in a form; a wrong one is removed, added to ``wrong``, and not changed."""
    for name, form_type in _TYPES[type(owner)].items():
        if form.get(name) is not None:
            try:
                value: Any = _value(form[name], form_type, getattr(owner, name))
                owner = replace(owner, **{name: value})
            except ValueError:
                del form[name]  # so that it is not kept as unknown
                wrong.append(name)
    return owner


def _people(form: Json, wrong: list[str]) -> tuple[Person, ...]:
    """Return the persons in a form; those with an invalid id, or for whom there is no room, are removed from it."""
    found, settings = _objects(form, "people", wrong), Settings(people=())
    for id, own in [*found.items()]:
        try:
            convert(own, Json)
            settings = settings.with_person(_read(Person(id), own, wrong))
        except ValueError:
            del found[id]
            wrong.append("people")
    return settings.people


def _value(data: object, form_type: Any, default: object) -> object:
    if isinstance(default, Bindings):
        return _bindings(default.device, convert(data, Json))
    return convert(data, PlanForm).plan() if form_type == Plan | None else convert(data, form_type)


def _form(settings: Settings) -> Json:
    people = {person.id: _written(person) for person in settings.people}
    return {**_HEAD, "machine": _written(settings.machine), "people": people}


def _written(owner: Machine | Person) -> Json:
    return {name: _to_json(getattr(owner, name)) for name in _TYPES[type(owner)]}


def _to_json(value: object) -> object:
    value = PlanForm.of(value) if isinstance(value, Plan) else value
    return msgspec.to_builtins(dict(value.changed) if isinstance(value, Bindings) else value)


class PlanForm(Struct, frozen=True):
    """A match to be played, as the file keeps the last one."""

    setup: SetupForm
    players: list[PlayerForm]
    manner: Aggression = Aggression.SPORTING
    take_backs: bool = True

    @classmethod
    def of(cls, plan: Plan) -> PlanForm:
        players = list(map(PlayerForm.of, plan.players))
        return cls(convert(plan.setup, SetupForm), players, plan.aggression, plan.take_backs)

    def plan(self) -> Plan:
        """Return the plan; raises ``FormatError`` unless each seat has one player."""
        setup = self.setup.setup()
        return Plan(setup, players_from_forms(self.players, setup.seats), self.manner, self.take_backs)


def _bindings(device: Device, changed: Json) -> Bindings:
    """Return the bindings; actions that this version doesn't know are ignored."""
    known = {action: changed[action.value] for action in Action if action.value in changed}
    for action, word in known.items():
        if not isinstance(word, str) or not is_input(word, device) or not is_assignable(word, device):
            raise FormatError(f"{action.value}: expected what can be given to it, got {abbreviate(word)}")
    return Bindings.of(device, known)


# -- what this version doesn't know ----------------------------------------------------------------------------------


def _left_over(form: Json, known: Json) -> Json:
    """Return the entries of a form that are not in the known one; objects in both are compared likewise."""
    rest = {key: value for key, value in form.items() if key not in known}
    inside = {key: _left_over(form[key], there) for key, there in _objects_in_both(known, form)}
    return rest | {key: left for key, left in inside.items() if left}


def _merged(known: Json, unknown: Json) -> Json:
    more = {key: value for key, value in unknown.items() if key not in known}
    return known | more | {key: _merged(there, unknown[key]) for key, there in _objects_in_both(known, unknown)}


def _objects_in_both(known: Json, form: Json) -> list[tuple[str, Json]]:
    return [(key, x) for key, x in known.items() if isinstance(x, dict) and isinstance(form.get(key), dict)]


def _is_keepable(unknown: Json) -> bool:
    """Return whether unknown settings can be written back and read again."""
    try:
        return len(_laid_out(unknown)) <= limits.UNKNOWN_BYTES
    except (ValueError, RecursionError):  # a number out of range, or nested too deeply
        return False


def _laid_out(value: object, indent: str = "") -> str:
    """Return the JSON text of a value: on one line if it fits, else one entry per line."""
    flat = json.dumps(value, allow_nan=False)
    if not isinstance(value, dict | list | tuple) or (indent and len(indent) + len(flat) <= _LINE):
        return flat
    inner = f"{indent}  "
    if isinstance(value, dict):
        entries = [f"{json.dumps(key)}: {_laid_out(item, inner)}" for key, item in value.items()]
    else:
        entries = [_laid_out(item, inner) for item in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n{inner}" + f",\n{inner}".join(entries) + f"\n{indent}{last}"
