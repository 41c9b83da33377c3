"""A match file of this version in ``tests/kept_files`` stays as it is: read, written and played on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.files.forms import FormatError, NewerFormatError
from game.match.match_file import VERSION, SavedMatch
from game.match.session import Session
from tests.match.harness import Clock, QuickBots, first_sensible, run

KEPT = Path(__file__).parents[1] / "kept_files" / f"match_{VERSION}_two_legs.json"


def test_kept_match_is_written_as_it_was_read() -> None:
    """If it no longer is, the format has changed: raise ``VERSION``, and keep a file of the new version."""
    assert SavedMatch.from_bytes(KEPT.read_bytes()).to_bytes() == KEPT.read_bytes()


def test_kept_match_is_played_to_its_end() -> None:
    clock = Clock()
    session = Session(replace(SavedMatch.from_bytes(KEPT.read_bytes()), id="kept"), clock=clock, bots=QuickBots())
    run(session, clock, person=first_sensible)
    assert session.is_match_over


@pytest.mark.parametrize(("version", "error"), [(VERSION - 1, FormatError), (VERSION + 1, NewerFormatError)])
def test_other_version_is_refused_and_a_later_one_reported_as_newer(version: int, error: type[Exception]) -> None:
    form = json.loads(KEPT.read_bytes())
    with pytest.raises(error) as told:
        SavedMatch.from_bytes(json.dumps({**form, "version": version}).encode())
    assert told.type is error
