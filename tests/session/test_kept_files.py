"""Files of every version of the format go on as they did; in ``tests/kept_files`` each is as that version wrote it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from game.session.session import Session
from game.session.storage import match_file
from game.session.storage.json_codec import FormatError, NewerFormatError
from game.session.storage.match_file import VERSION, Saved
from tests.session.harness import Clock, QuickBots, first_sensible, run

FOLDER = Path(__file__).parents[1] / "kept_files"
MATCHES = sorted(FOLDER.glob("match_*.json"))


def version_of(path: Path) -> int:
    found = re.match(r"match_(\d+)_", path.name)
    assert found
    return int(found[1])


def test_there_is_a_file_of_every_older_version() -> None:
    assert {version_of(path) for path in MATCHES} >= set(range(min(match_file._MIGRATIONS), VERSION))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_a_match_of_an_older_version_is_read_written_anew_and_played_to_its_end(path: Path) -> None:
    data = path.read_bytes()
    assert json.loads(data)["version"] == version_of(path)
    saved = Saved.from_bytes(data)
    assert [len(record.moves) for record in saved.records] == [len(leg["moves"]) for leg in json.loads(data)["legs"]]
    written = saved.to_bytes()
    assert json.loads(written)["version"] == VERSION
    assert Saved.from_bytes(written) == saved
    clock = Clock()
    session = Session.resume(saved, clock=clock, bots=QuickBots())
    run(session, clock, person=first_sensible)
    assert session.is_match_over


def test_what_version_1_told_of_its_last_leg_is_told_of_that_leg() -> None:
    saved = Saved.from_bytes((FOLDER / "match_1_two_legs.json").read_bytes())
    first, last = saved.legs
    assert (first.reasons, first.hurried) == ({}, frozenset())
    assert (len(last.reasons), last.hurried) == (6, {0})
    assert (saved.allows_take_backs, last.taken_back, saved.undone) == (False, (), ())


@pytest.mark.parametrize(("version", "error"), [(0, FormatError), (VERSION + 1, NewerFormatError)])
def test_another_version_is_refused_and_a_later_one_said_to_be_one(version: int, error: type[Exception]) -> None:
    form = json.loads((FOLDER / "match_1_two_legs.json").read_bytes())
    with pytest.raises(error) as told:
        Saved.from_bytes(json.dumps({**form, "version": version}).encode())
    assert told.type is error
