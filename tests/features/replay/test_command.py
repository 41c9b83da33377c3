"""``python -m game replay``: a record, a kept match and a report are played alike."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.__main__ import main
from game.engine import record
from game.features.replay.command import replay_file
from game.files import limits
from tests.features.report.test_model import WRONG, zipped
from tests.gate import as_bytes, match

TWO_LEGS = "the second leg of four alone"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.json"
    path.write_bytes(as_bytes(match(TWO_LEGS)))
    return path


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "report.zip"
    path.write_bytes(zipped([("report.txt", b""), ("match.json", as_bytes(match(TWO_LEGS)))]))
    return path


def as_record(tmp_path: Path, leg: int) -> Path:
    path = tmp_path / f"record-{leg}.json"
    path.write_text(json.dumps(match(TWO_LEGS)["legs"][leg - 1]), encoding="utf-8")
    return path


@pytest.mark.parametrize("what", ["kept", "report"])
@pytest.mark.parametrize("leg", [None, 1, 2])
def test_leg_of_a_match_replays_as_its_record_does(
    what: str, leg: int | None, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    expected = record.replay_file(as_record(tmp_path, leg or 2))
    assert expected[0] == 0
    assert replay_file(request.getfixturevalue(what), leg) == expected


@pytest.mark.parametrize("leg", [3, 1000])
def test_missing_leg_is_told(leg: int, kept: Path, report: Path, tmp_path: Path) -> None:
    for path in (kept, report):
        status, told = replay_file(path, leg)
        assert (status, told["error"]["message"]) == (2, f"there is no leg {leg}: the match has 2")
    status, told = replay_file(as_record(tmp_path, 1), leg)
    assert (status, told["error"]["message"]) == (2, f"there is no leg {leg}: a record is of one")
    assert replay_file(as_record(tmp_path, 1), 1)[0] == 0


@pytest.mark.parametrize("kind", WRONG)
def test_report_that_is_none_gives_an_error_object(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "report.zip"
    path.write_bytes(WRONG[kind]())
    status, told = replay_file(path)
    error = told["error"]
    if path.read_bytes()[:4] == b"PK\x03\x04":
        assert (status, error["reason"], error["at"], error["move"]) == (2, "bad_field", None, None)
        assert error["message"].startswith("report: ")
    else:
        assert (status, error["reason"]) == (2, "bad_json")


def test_match_with_a_wrong_move_says_which_leg_and_why(kept: Path) -> None:
    form = match(TWO_LEGS)
    form["legs"][0]["moves"][3] = "0 km_30"
    kept.write_bytes(as_bytes(form))
    status, told = replay_file(kept)
    assert (status, told["error"]["reason"]) == (2, "bad_field")
    assert "leg 1: " in told["error"]["message"]
    assert "km_30" in told["error"]["message"]


def test_replay_reads_a_file_up_to_its_largest_size_and_no_further(kept: Path, tmp_path: Path) -> None:
    kept.write_bytes(kept.read_bytes().ljust(limits.MATCH_BYTES))
    assert replay_file(kept)[0] == 0
    kept.write_bytes(kept.read_bytes() + b" ")
    status, told = replay_file(kept)
    assert (status, told["error"]["reason"]) == (2, "bad_json")
    huge = tmp_path / "huge.zip"
    with huge.open("wb") as file:
        file.write(b"PK\x03\x04")
        file.truncate(limits.REPORT_BYTES + 1)
    status, told = replay_file(huge)
    assert (status, told["error"]["reason"]) == (2, "bad_json")
    assert "File too large" in told["error"]["message"]


def test_replay_command_plays_matches_and_reports_and_tells_errors(
    report: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(report), "--leg", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == record.replay_file(as_record(tmp_path, 1))[1]
    assert main(["replay", str(report)]) == 0
    assert " moves; " in capsys.readouterr().out
    assert main(["replay", str(report), "--leg", "9"]) == 2
    assert capsys.readouterr().err.endswith("there is no leg 9: the match has 2 (bad_field)\n")
    for leg in ("0", "x", "-1"):
        with pytest.raises(SystemExit, match="2"):
            main(["replay", str(report), "--leg", leg])


def test_report_is_replayed_without_pygame(report: Path) -> None:
    code = (
        "import sys; sys.modules['pygame'] = None; from game.__main__ import main; "
        f"sys.exit(main(['replay', {str(report)!r}, '--json']))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["ok"] is True
