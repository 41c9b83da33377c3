"""A report of a problem: what is in it and what is not, and the gate for one that somebody hands on."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from game.features.report.model import (
    LOG,
    MATCH,
    PARTS,
    SCREENSHOT,
    SETTINGS,
    TEXT,
    ProgramState,
    Report,
    make_report,
    match_in_report,
)
from game.files import limits
from game.files.forms import FormatError
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.session import Session
from game.people.looks import Symbol
from game.people.players import with_person_seated
from game.people.profiles import Livery, Profile
from game.settings.settings import Settings
from game.settings.settings_file import SettingsFile
from game.system.logs import LogFile
from tests.cases import each
from tests.gate import as_bytes, match
from tests.match.harness import Clock, QuickBots, files_in, person_and_bots, setup_of

NOW = datetime(2026, 11, 22, 12, 30, 15)
CALM = ProgramState(NOW, {"language": "en"}, ("1.00 show title",), Settings())


def packed(report: Report, log: Callable[[], bytes] = bytes, picture: Callable[[], bytes] | None = None) -> bytes:
    return report.to_zip_bytes(log, picture)


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def session() -> Session:
    return Session.new(Plan(setup_of(), person_and_bots(4)), seed=3, clock=Clock(), bots=QuickBots())


# -- what is in it ----------------------------------------------------------------------------------------------------


def test_report_holds_match_settings_log_picture_and_circumstances(session: Session) -> None:
    report = make_report(CALM, session)
    assert report.file_name == "milestone-rally-report-20261122-123015.zip"
    found = parts(packed(report, lambda: b"a line", lambda: b"a picture"))
    assert list(found) == [TEXT, MATCH, SETTINGS, LOG, SCREENSHOT] == list(PARTS)
    assert replace(SavedMatch.from_bytes(found[MATCH]), saved_s=0) == replace(session.saved, id="", saved_s=0)
    assert SettingsFile.from_bytes(found[SETTINGS]).settings == Settings()
    assert (found[LOG], found[SCREENSHOT]) == (b"a line", b"a picture")
    text = found[TEXT].decode()
    for what in ("asked for by the player, 2026-11-22 12:30:15", "version: ", "python: ", "language: en", "show title"):
        assert what in text


def test_report_without_a_match_says_so() -> None:
    found = parts(packed(make_report(CALM, None)))
    assert list(found) == [TEXT, SETTINGS, LOG]
    assert "\nmatch: none\n" in found[TEXT].decode()


def test_report_of_an_error_has_its_code_and_traceback() -> None:
    try:
        raise RuntimeError("on purpose")
    except RuntimeError as error:
        report = make_report(CALM, None, error)
    assert report.code is not None
    assert report.file_name == f"milestone-rally-report-{report.code}-20261122-123015.zip"
    text = parts(packed(report))[TEXT].decode()
    assert f"error {report.code}, 2026" in text
    assert "RuntimeError: on purpose" in text


def test_report_holds_no_names_or_folders_of_the_user(session: Session, tmp_path: Path) -> None:
    eva = Profile("eva", "Eva", Livery(Symbol.MOON))
    named = replace(session.saved, name="Eva’s match", players=with_person_seated(session.players, eva))
    session = Session(named, clock=Clock(), bots=QuickBots())
    assert session.saved.name == "Eva’s match"
    error = OSError(2, "No such file", str(tmp_path / "matches" / "x.json"))
    lately = (f"opened {Path.home()}/x", f"and {tmp_path}/settings.json")
    report = make_report(replace(CALM, recent_events=lately, folders=frozenset({tmp_path})), session, error)
    for content in parts(packed(report)).values():
        for private in ("Eva", "eva", str(tmp_path), str(Path.home())):
            assert private.encode() not in content
    assert report.match is not None
    (person,) = (player.profile for player in SavedMatch.from_bytes(report.match).players if player.profile)
    assert (person.name, person.livery) == ("", eva.livery), "what the person saw is told, not who it is"
    assert "opened ~/x" in report.text
    assert "and …/settings.json" in report.text


def test_log_comes_with_its_older_file_and_without_folders(tmp_path: Path) -> None:
    files, _ = files_in(tmp_path)
    assert files.read_log() == b""
    files.log_path.with_name(f"{files.log_path.name}.1").write_text("before\n", encoding="utf-8")
    files.log_path.write_bytes(f"{tmp_path}/matches is full\n".encode() + b"\xff\n")
    assert files.read_log().decode() == "before\n…/matches is full\n�\n"


def test_full_log_is_within_its_limit(tmp_path: Path) -> None:
    import logging  # noqa: PLC0415

    files, _ = files_in(tmp_path)
    log = LogFile(files.log_path)
    for n in range(40):
        logging.getLogger("game.test").warning("%s %s", n, "x" * 20_000)
    assert log.close()
    assert 256 * 1024 < len(files.read_log()) <= limits.REPORT_LOG_BYTES


def test_report_leaves_out_and_names_parts_it_cannot_get(session: Session) -> None:
    def fail() -> bytes:
        raise MemoryError("too large")

    found = parts(packed(make_report(CALM, session), fail, fail))
    assert list(found) == [TEXT, MATCH, SETTINGS]
    text = found[TEXT].decode()
    assert "log.txt is missing: MemoryError('too large')" in text
    assert "screenshot.png is missing" in text


# -- the gate ---------------------------------------------------------------------------------------------------------


def zipped(entries: list[tuple[str, bytes]], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch, zipfile.ZipFile(file, "w", kind) as archive:
        patch.setattr("warnings.warn", lambda *_args, **_kw: None)  # a name twice is meant
        for name, content in entries:
            archive.writestr(name, content)
    return file.getvalue()


GOOD = as_bytes(match("the first turn"))


def test_match_of_a_report_is_read() -> None:
    assert match_in_report(zipped([(TEXT, b""), (MATCH, GOOD)])) == GOOD
    assert match_in_report(zipped([(MATCH, GOOD)], zipfile.ZIP_STORED)) == GOOD


def encrypted() -> bytes:
    data = bytearray(zipped([(MATCH, GOOD)]))
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def lying(size: int) -> bytes:
    """A bomb that says it is small."""
    data = bytearray(zipped([(MATCH, b" " * (limits.MATCH_BYTES + size))]))
    small = (1000).to_bytes(4, "little")
    data[22:26] = small
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = small
    return bytes(data)


WRONG: dict[str, Callable[[], bytes]] = {
    "no zip": lambda: b"PK\x03\x04" + b"x" * 100,
    "half": lambda: zipped([(MATCH, GOOD)])[:-30],
    "without a match": lambda: zipped([(TEXT, b"")]),
    "empty": lambda: zipped([]),
    "another name": lambda: zipped([(MATCH, GOOD), ("x.exe", b"")]),
    "a way out": lambda: zipped([(MATCH, GOOD), ("../match.json", b"")]),
    "a folder": lambda: zipped([(MATCH, GOOD), ("log.txt/", b"")]),
    "a name twice": lambda: zipped([(MATCH, GOOD), (MATCH, GOOD)]),
    "a match too large": lambda: zipped([(MATCH, b" " * (limits.MATCH_BYTES + 1))]),
    "a bomb beside the match": lambda: zipped([(MATCH, GOOD), (LOG, b" " * (limits.REPORT_LOG_BYTES + 1))]),
    "a bomb that lies": lambda: lying(50_000_000),
    "another packing": lambda: zipped([(MATCH, GOOD)], zipfile.ZIP_LZMA),
    "encrypted": encrypted,
    "a wrong sum": lambda: zipped([(MATCH, GOOD)], zipfile.ZIP_STORED).replace(b'"seed"', b'"sead"'),
    "a thousand parts": lambda: zipped([(f"{n}", b"") for n in range(1000)]),
}


@each("kind", WRONG)
def test_import_refuses_what_is_no_report_in_a_short_sentence(kind: str) -> None:
    with pytest.raises(FormatError) as told:
        match_in_report(WRONG[kind]())
    assert str(told.value).startswith("report: ")
    assert len(str(told.value)) < 300


def test_report_of_a_thousand_parts_is_refused_unlisted(monkeypatch: pytest.MonkeyPatch) -> None:
    data = WRONG["a thousand parts"]()
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(FormatError, match="5 parts at most"):
        match_in_report(data)


@pytest.mark.parametrize("size", [limits.MATCH_BYTES, limits.MATCH_BYTES + 1])
def test_match_of_a_report_is_unpacked_up_to_its_largest_size(size: int) -> None:
    data = zipped([(MATCH, b" " * size)])
    if size > limits.MATCH_BYTES:
        with pytest.raises(FormatError):
            match_in_report(data)
    else:
        assert len(match_in_report(data)) == size


@pytest.mark.parametrize("seed", range(3))
def test_damaged_report_is_either_read_or_refused(seed: int) -> None:
    lots, right = Random(seed), 0
    good = zipped([(TEXT, b"text"), (MATCH, GOOD), (SETTINGS, json.dumps({}).encode())])
    for _ in range(400):
        wrong = bytearray(good)
        for _ in range(lots.choice((1, 1, 2, 10))):
            wrong[lots.choice((lots.randrange(len(wrong)), -1 - lots.randrange(200), lots.randrange(60)))] = (
                lots.randrange(256)
            )
        try:
            read = match_in_report(bytes(wrong[: lots.choice((len(wrong), len(wrong), lots.randrange(len(wrong))))]))
        except FormatError:
            continue
        assert zlib.crc32(read) == zlib.crc32(GOOD)
        right += 1
    assert right > 0


def test_parts_of_the_largest_report_are_within_the_limit_of_the_file() -> None:
    assert sum(PARTS.values()) < limits.REPORT_BYTES


@pytest.mark.parametrize(
    "at", [datetime(1969, 1, 1), datetime(1979, 12, 31, 23, 59, 59), datetime(2108, 2, 29), datetime(9999, 12, 31)]
)
def test_report_is_made_whatever_the_clock_shows(at: datetime, session: Session) -> None:
    """A zip knows the years 1980 to 2107 only; the text says what the clock showed."""
    report = make_report(replace(CALM, at=at), session)
    found = parts(packed(report))
    assert match_in_report(packed(report)) == found[MATCH]
    assert f"{at:%Y-%m-%d}" in found[TEXT].decode()
