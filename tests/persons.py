"""Settings of persons who are given by their profiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.people.profiles import Profile
from game.settings.settings import Machine, Person, Settings


def person(profile: Profile) -> Person:
    return Person(profile.id, profile.name, profile.livery)


def settings_of(*profiles: Profile, **values: Any) -> Settings:
    """Settings of these persons, the first of whom plays, and who has these values."""
    return Settings(Machine(playing=profiles[0].id), tuple(map(person, profiles))).with_values(**values)


def person_in(path: Path) -> dict[str, Any]:
    """What the settings file has of the person who plays."""
    form = json.loads(path.read_bytes())
    return form["people"][form["machine"]["playing"]]
