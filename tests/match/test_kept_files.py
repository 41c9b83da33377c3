"""Files of every version of the format go on as they did; in ``tests/kept_files`` each is as that version wrote it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from game.files.forms import FormatError, NewerFormatError
from game.match import match_file
from game.match.match_file import VERSION, SavedMatch
from game.match.session import Session
from tests.match.harness import Clock, QuickBots, first_sensible, run

FOLDER = Path(__file__).parents[1] / "kept_files"
MATCHES = sorted(FOLDER.glob("match_*.json"))


def version_of(path: Path) -> int:
    found = re.match(r"match_(\d+)_", path.name)
    assert found
    return int(found[1])


def test_kept_files_have_a_match_of_each_older_version() -> None:
    assert {version_of(path) for path in MATCHES} >= set(range(min(match_file._MIGRATIONS), VERSION))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_match_of_an_older_version_is_converted_and_played_to_its_end(path: Path) -> None:
    data = path.read_bytes()
    assert json.loads(data)["version"] == version_of(path)
    saved = SavedMatch.from_bytes(data)
    kept = [leg["moves"] for leg in json.loads(data)["legs"]]
    assert [list(record.moves[: len(moves)]) for record, moves in zip(saved.records, kept, strict=True)] == kept
    written = saved.to_bytes()
    assert json.loads(written)["version"] == VERSION
    assert SavedMatch.from_bytes(written) == saved
    clock = Clock()
    session = Session(saved, clock=clock, bots=QuickBots())
    run(session, clock, person=first_sensible)
    assert session.is_match_over


def test_version_1_reasons_are_read_as_those_of_the_last_leg() -> None:
    saved = SavedMatch.from_bytes((FOLDER / "match_1_two_legs.json").read_bytes())
    first, last = saved.legs
    assert (first.reasons, first.hurried) == ({}, frozenset())
    assert (len(last.reasons), last.hurried) == (6, {0})
    assert (saved.allows_take_backs, last.taken_back, saved.undone) == (False, (), ())


def test_version_2_leg_that_was_over_stays_over_with_the_same_points() -> None:
    """A hazard could still land on the side with right_of_way by today's reading of D4: it is discarded."""
    data = (FOLDER / "match_2_stuck_early.json").read_bytes()
    kept, saved = json.loads(data), SavedMatch.from_bytes(data)
    added = [r.moves[len(leg["moves"]) :] for r, leg in zip(saved.records, kept["legs"], strict=True)]
    assert added[0]
    assert all(text is not None and text[2] == "-" for moves in added for text in moves)
    assert (saved.totals, saved.winner) == ((1625, 400, 1125), 0)


def test_version_2_match_of_one_leg_goes_to_the_winner_of_the_leg() -> None:
    saved = SavedMatch.from_bytes((FOLDER / "match_2_leg_or_points.json").read_bytes())
    assert (saved.setup.legs, saved.totals, saved.winner) == (1, (1825, 1650), 1)


def test_version_2_match_played_on_after_a_tie_stays_one_of_several_legs() -> None:
    saved = SavedMatch.from_bytes((FOLDER / "match_2_level_after_one_leg.json").read_bytes())
    assert (saved.setup.legs, len(saved.legs), saved.winner) == (2, 2, 0)


@pytest.mark.parametrize("moves", [20, 60, 82, 83])
def test_version_2_leg_that_was_not_over_goes_on_from_its_last_move(moves: int) -> None:
    form = json.loads((FOLDER / "match_2_stuck_early.json").read_bytes())
    first = form["legs"][0]
    assert moves < len(first["moves"])
    form["legs"] = [first | {"moves": first["moves"][:moves]}]
    assert len(SavedMatch.from_bytes(json.dumps(form).encode()).records[0].moves) == moves


@pytest.mark.parametrize(("version", "error"), [(0, FormatError), (VERSION + 1, NewerFormatError)])
def test_unknown_version_is_refused_and_a_later_one_reported_as_newer(version: int, error: type[Exception]) -> None:
    form = json.loads((FOLDER / "match_1_two_legs.json").read_bytes())
    with pytest.raises(error) as told:
        SavedMatch.from_bytes(json.dumps({**form, "version": version}).encode())
    assert told.type is error
