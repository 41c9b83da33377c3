"""A profile as one file: on another machine, or on this one again, it has everything that it had."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from game.career.career import Career
from game.career.reader import CareerReader, LegFilter
from game.features.profiles.model import (
    LEDGER,
    SETTINGS,
    ImportedProfile,
    TooManyProfilesError,
    export_file_name,
    import_profile,
    may_be_profile,
    pack_profile,
)
from game.features.statistics.model import read_statistics
from game.files import limits
from game.files.background_task import Progress
from game.files.forms import FormatError
from game.match.match_file import SavedMatch
from game.people.profiles import Livery, Paint, Profile, Symbol
from game.settings.settings import Settings
from game.settings.user_files import UserFiles
from tests.career.test_ledger import done, refreshed
from tests.careers import milestones_of
from tests.features.roadbook.roadbook_stage import kept

ANNA = Profile("firstabc", "Anna", Livery(Symbol.MOON, Paint.BLUE))
BEN = Profile("ben0", "Ben")
THERE = Settings(profiles=(ANNA, BEN), playing=ANNA.id, text_size=150, lesson_finished=((ANNA.id, 77),))
MONDAY = date(2026, 11, 2)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[UserFiles, UserFiles]]:
    """The one that the profile comes from, and the one that it goes to."""
    there, here = UserFiles(tmp_path / "there"), UserFiles(tmp_path / "here")
    for files in (there, here):
        files.matches.mkdir(parents=True)
    yield there, here
    for files in (there, here):
        files.close()


def played(saved: SavedMatch, profile: Profile | None) -> SavedMatch:
    players = list(saved.players)
    players[saved.viewer] = replace(players[saved.viewer], profile=profile)
    return replace(saved, players=tuple(players))


def fill(files: UserFiles) -> Career:
    """Anna's matches, one of them from before there were profiles, one gone, one with luck; one of Ben's."""
    own = {**kept(), "day": replace(kept()["e"], day=MONDAY), "old": kept()["c"], "gone": kept()["d"]}
    for id, saved in own.items():
        files.match_path(id).write_bytes(played(saved, None if id == "old" else ANNA).to_bytes())
    files.match_path("bens").write_bytes(played(kept()["c"], BEN).to_bytes())
    book = refreshed(files)
    files.match_path("gone").unlink()
    done(book.record_luck("c", 1, 40.0))
    return refreshed(files)


def shown(book: Career, person: str) -> list[object]:
    with CareerReader(book.path) as reader:
        return [
            reader.figures()[person],
            read_statistics(reader, LegFilter(person=person)),
            milestones_of(reader, person, school_s=77),
            reader.achievements()[person],
            reader.head_to_head()[person],
        ]


def carried(there: UserFiles, path: Path) -> Path:
    path.write_bytes(pack_profile(there, fill(there), THERE, ANNA, Progress()))
    assert may_be_profile(path)
    return path


def arrive(path: Path, here: UserFiles, known: Settings) -> tuple[ImportedProfile, Settings]:
    found = import_profile(path, here, refreshed(here), known.profiles, Progress())
    return found, found.add_to(known)


def test_profile_has_everything_it_had_on_another_machine(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    path, strangers = (
        carried(there, tmp_path / export_file_name(ANNA)),
        Settings(profiles=(Profile("firstxyz", "Zoe"),)),
    )
    found, settings = arrive(path, here, replace(strangers, playing="firstxyz"))
    anna = settings.profile
    assert (anna, anna.id) == (replace(ANNA, id="abc"), "abc")  # she is not the first here
    assert (settings.text_size, settings.lesson_finished_s, len(settings.profiles)) == (150, 77, 2)
    assert settings.with_current_profile("firstxyz").text_size == Settings().text_size
    assert found.matches == len(kept()) + 2
    assert shown(refreshed(here), "abc") == shown(refreshed(there), "first")
    assert not {"bens", "gone"} & set(here.match_ids())


def test_import_on_the_same_machine_changes_and_doubles_nothing(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, _ = machines
    path = carried(there, tmp_path / "profile.zip")
    before = shown(refreshed(there), "first")
    there.match_path("c").unlink()
    files = {path: path.read_bytes() for path in there.matches.glob("*.json")}
    now = replace(THERE, playing=BEN.id, profiles=(replace(ANNA, name="Annika"), BEN))
    found, settings = arrive(path, there, now)
    assert (found.matches, settings.profile.name, len(settings.profiles)) == (1, "Annika", 2)
    assert shown(refreshed(there), "first") == before
    assert all(path.read_bytes() == data for path, data in files.items())


def test_matches_of_before_a_reset_stay_excluded_after_an_import(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    done(fill(there).reset_statistics("first"))
    path = tmp_path / "profile.zip"
    path.write_bytes(pack_profile(there, refreshed(there), THERE, ANNA, Progress()))
    arrive(path, here, Settings())
    with CareerReader(refreshed(here).path) as reader:
        assert reader.figures().get("abc") is None
        assert MONDAY.isoformat() in reader.achievements()["abc"].days


def test_import_keeps_nothing_where_there_is_no_room_for_a_profile(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    path = carried(there, tmp_path / "profile.zip")
    full = Settings(profiles=tuple(Profile(f"p{n}") for n in range(limits.MAX_PROFILES)), playing="p0")
    with pytest.raises(TooManyProfilesError):
        arrive(path, here, full)
    assert not here.match_ids()


def zipped(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


GOOD = {SETTINGS: b'{"format": "milestone-rally-settings", "version": 2}'}


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {SETTINGS: b"[]"},
        {**GOOD, "matches/a.json": b"{}"},
        {**GOOD, "matches/../a.json": kept()["c"].to_bytes()},
        {**GOOD, "collection.json": b"0"},
        {**GOOD, "readme.txt": b""},
        {**GOOD, SETTINGS: b" " * (limits.SETTINGS_BYTES + 1)},
    ],
)
def test_import_of_what_is_no_profile_changes_nothing(
    parts: dict[str, bytes], machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    path = tmp_path / "profile.zip"
    path.write_bytes(zipped({**parts, "matches/b.json": kept()["c"].to_bytes()}))
    with pytest.raises(FormatError):
        arrive(path, machines[1], Settings())
    assert not machines[1].match_ids()


def test_damaged_profile_file_is_read_as_written_or_refused(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    path, lots = carried(there, tmp_path / "profile.zip"), Random(3)
    good = path.read_bytes()
    for _ in range(30):
        wrong = bytearray(good)
        wrong[lots.randrange(len(wrong))] ^= 1 << lots.randrange(8)
        path.write_bytes(bytes(wrong))
        try:
            arrive(path, here, Settings())
        except FormatError:
            continue
    for id in here.match_ids():
        assert (
            SavedMatch.from_bytes(here.match_bytes(id)).records == SavedMatch.from_bytes(there.match_bytes(id)).records
        )


def test_export_leaves_out_other_persons_ledger_lines_and_matches(machines: tuple[UserFiles, UserFiles]) -> None:
    there, _ = machines
    with zipfile.ZipFile(io.BytesIO(pack_profile(there, fill(there), THERE, ANNA, Progress()))) as archive:
        assert b"bens" not in archive.read(LEDGER)
        assert "matches/bens.json" not in archive.namelist()
