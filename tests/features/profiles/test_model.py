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

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.career import Career
from game.career.person_file import TooLargeError
from game.career.reader import LegFilter
from game.features.profiles import model
from game.features.profiles.model import (
    SETTINGS,
    check_profile,
    export_file_name,
    may_be_profile,
    pack_profile,
)
from game.features.puzzles.model import PUZZLES, PuzzleBook
from game.features.statistics.model import read_statistics
from game.files import limits
from game.files.background_task import Progress
from game.files.forms import FormatError, NewerFormatError
from game.match.match_file import SavedMatch
from game.people.looks import Paint, Symbol
from game.people.profiles import Livery, Profile
from game.settings.settings import Settings, TooManyProfilesError
from game.settings.user_files import UserFiles
from tests.careers import milestones_of, roadbook_of
from tests.features.roadbook.roadbook_stage import kept
from tests.persons import settings_of

ANNA = Profile("anna0", "Anna", Livery(Symbol.MOON, Paint.BLUE))
BEN = Profile("ben0", "Ben")
THERE = settings_of(ANNA, BEN, text_size=150, lesson_finished_s=77)
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


def refreshed(files: UserFiles) -> Career:
    career = roadbook_of(files)
    assert career.refresh().wait(20)
    return career


def fill(files: UserFiles) -> Career:
    """Anna's matches, one gone, one with luck; one of Ben's; a puzzle solved."""
    for id, saved in {**kept(), "day": replace(kept()["e"], day=MONDAY), "gone": kept()["d"]}.items():
        files.match_path(id).write_bytes(played(saved, ANNA).to_bytes())
    files.match_path("bens").write_bytes(played(kept()["c"], BEN).to_bytes())
    career = refreshed(files)
    for ticket in (
        career.delete_match("gone"),
        career.record_luck(ANNA.id, "c", 1, 40.0),
        career.files.change_later(PUZZLES, ANNA.id, lambda book: book.with_answer("c/1/2", solved=True)),
    ):
        assert ticket is not None
        ticket.wait()
    return refreshed(files)


def shown(career: Career, person: str = ANNA.id) -> list[object]:
    reader = career.reader()
    return [
        reader.figures()[person],
        read_statistics(reader, LegFilter(person=person)),
        milestones_of(reader, person, school_s=77),
        reader.achievements()[person],
        reader.head_to_head()[person],
        career.files.read(PUZZLES, person).answers,
    ]


def exported(there: UserFiles, path: Path, career: Career | None = None) -> Path:
    path.write_bytes(pack_profile(career or fill(there), THERE.person, Progress()))
    assert may_be_profile(path)
    return path


def imported(path: Path, here: UserFiles, known: Settings) -> tuple[int, Settings]:
    """How many matches of that file are here then, and the settings."""
    career = refreshed(here)
    found = check_profile(path, career, Progress())
    settings = found.add_to(known)
    return found.save(career, Progress()), settings


def contents(files: UserFiles) -> dict[Path, bytes]:
    files.writer.run(files.folder, lambda: None).wait()
    return {path: path.read_bytes() for path in files.folder.rglob("*.json*")}


def test_profile_has_everything_it_had_on_another_machine(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    path = exported(there, tmp_path / export_file_name(ANNA))
    zoe = Profile("zoe0", "Zoe")
    count, settings = imported(path, here, settings_of(zoe))
    assert settings.profile == ANNA
    assert (settings.person.text_size, settings.person.lesson_finished_s, len(settings.profiles)) == (150, 77, 2)
    assert settings.with_current_profile(zoe.id).person.text_size == 100
    assert count == len(kept()) + 1
    assert shown(refreshed(here)) == shown(refreshed(there))
    assert not {"bens", "gone"} & set(here.match_ids())


def test_import_leaves_the_races_in_the_order_in_which_they_were_played_last(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    path = exported(there, tmp_path / "profile.zip")
    there.match_path("bens").unlink()
    imported(path, here, Settings())
    assert here.match_ids() == there.match_ids()


def test_import_on_the_same_machine_changes_and_doubles_nothing(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, _ = machines
    path = exported(there, tmp_path / "profile.zip")
    before = shown(refreshed(there))
    there.match_path("c").unlink()
    files = {path: path.read_bytes() for path in there.matches.glob("*.json")}
    now = settings_of(BEN, replace(ANNA, name="Annika"))
    count, settings = imported(path, there, now)
    assert (count, settings.profile.name, len(settings.profiles)) == (len(kept()) + 1, "Annika", 2)
    assert shown(refreshed(there)) == before
    assert all(path.read_bytes() == data for path, data in files.items())


def cut(saved: SavedMatch, moves: int) -> SavedMatch:
    """The match so many moves before its end."""
    *before, last = saved.legs
    record = replace(last.record, moves=last.record.moves[: len(last.record.moves) - moves])
    legs = (*before, replace(last, record=record, reasons={}, hurried=frozenset(), taken_back=()))
    return SavedMatch.from_bytes(replace(saved, legs=legs, undone=(), hand=()).to_bytes())


@pytest.mark.parametrize("name", ["a", "c"], ids=["running", "finished"])
@pytest.mark.parametrize("is_later", [True, False], ids=["later", "earlier"])
def test_import_leaves_a_match_in_its_later_state(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path, name: str, *, is_later: bool
) -> None:
    there, here = machines
    later, earlier = (played(saved, ANNA).to_bytes() for saved in (kept()[name], cut(kept()[name], 3)))
    there.match_path("one").write_bytes(later if is_later else earlier)
    here.match_path("one").write_bytes(earlier if is_later else later)
    count, _ = imported(exported(there, tmp_path / "profile.zip", refreshed(there)), here, Settings())
    assert count == 1
    assert here.match_path("one").read_bytes() == later


def test_import_leaves_another_match_of_the_same_id(machines: tuple[UserFiles, UserFiles], tmp_path: Path) -> None:
    there, here = machines
    there.match_path("one").write_bytes(played(kept()["a"], ANNA).to_bytes())
    here.match_path("one").write_bytes(played(kept()["b"], BEN).to_bytes())
    imported(exported(there, tmp_path / "profile.zip", refreshed(there)), here, Settings())
    assert here.match_path("one").read_bytes() == played(kept()["b"], BEN).to_bytes()


def test_import_brings_back_a_match_deleted_in_the_same_run(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, _ = machines
    path, career = exported(there, tmp_path / "profile.zip"), refreshed(there)
    before = shown(career)
    career.delete_match("c")
    imported(path, there, THERE)
    assert "c" in there.match_ids()
    assert shown(refreshed(there)) == before


def test_legs_of_a_deleted_match_stay_though_an_import_brings_an_earlier_state_of_it(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, _ = machines
    whole = played(kept()["c"], ANNA)
    there.match_path("one").write_bytes(replace(whole, legs=whole.legs[:1]).to_bytes())
    path = exported(there, tmp_path / "profile.zip", refreshed(there))
    there.match_path("one").write_bytes(whole.to_bytes())
    career = refreshed(there)
    before, ticket = shown(career), career.delete_match("one")
    assert ticket is not None
    ticket.wait()
    imported(path, there, THERE)
    assert "one" in there.match_ids()
    assert shown(refreshed(there)) == before


def test_matches_of_before_a_reset_stay_excluded_after_an_import(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    career = fill(there)
    assert any(met.matches for met in career.reader().head_to_head()[ANNA.id].values())
    ticket = career.reset_statistics(ANNA.id)
    assert ticket is not None
    ticket.wait()
    imported(exported(there, tmp_path / "profile.zip", refreshed(there)), here, Settings())
    reader = refreshed(here).reader()
    assert reader.figures().get(ANNA.id) is None
    assert not any(met.matches for met in reader.head_to_head()[ANNA.id].values())
    assert MONDAY.isoformat() in reader.achievements()[ANNA.id].days


def test_profile_for_which_there_is_no_room_is_refused(machines: tuple[UserFiles, UserFiles], tmp_path: Path) -> None:
    there, here = machines
    path = exported(there, tmp_path / "profile.zip")
    full = settings_of(*(Profile(f"p{n}") for n in range(limits.MAX_PROFILES)))
    with pytest.raises(TooManyProfilesError):
        imported(path, here, full)
    assert contents(here) == {}


def test_profile_that_would_be_too_large_together_with_what_is_here_is_refused(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = machines
    path, career = exported(there, tmp_path / "profile.zip"), refreshed(here)
    stages = Achievements(stages={f"stage_{n}": (0, 1, 2) for n in range(40)})
    ticket = career.record_achievement(ANNA.id, lambda _before: stages)
    assert ticket is not None
    ticket.wait()
    size, before = ACHIEVEMENT_FILES.path(here.folder, ANNA.id).stat().st_size, contents(here)
    monkeypatch.setattr(ACHIEVEMENT_FILES, "max_bytes", size + 10)
    with pytest.raises(TooLargeError):
        imported(path, here, Settings())
    assert contents(here) == before


def zipped(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(
    "wrong",
    [
        *({name: None} for name in model._PARTS),
        *({SETTINGS: content} for content in (b"[]", b"{}", b"0", b" " * (limits.SETTINGS_BYTES + 1))),
        *({f"matches/{name}.json": kept()["c"].to_bytes()} for name in ("../x", "Capital", "con", "", "x" * 65)),
        {"matches/x.json": b"{}"},
        {"readme.txt": b""},
    ],
    ids=str,
)
def test_import_of_what_is_no_profile_changes_nothing(
    wrong: dict[str, bytes | None], machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    path = exported(there, tmp_path / "profile.zip")
    parts = {name: content for name, content in (parts_of(path) | wrong).items() if content is not None}
    path.write_bytes(zipped(parts))
    with pytest.raises(FormatError):
        imported(path, here, Settings())
    assert contents(here) == {}


def test_profile_of_a_later_version_is_refused_as_such(machines: tuple[UserFiles, UserFiles], tmp_path: Path) -> None:
    there, here = machines
    path = exported(there, tmp_path / "profile.zip")
    parts = parts_of(path)
    parts[SETTINGS] = parts[SETTINGS].replace(b'"version": ', b'"version": 9')
    path.write_bytes(zipped(parts))
    with pytest.raises(NewerFormatError):
        imported(path, here, Settings())


def test_damaged_profile_file_is_read_as_written_or_refused(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    path, lots = exported(there, tmp_path / "profile.zip"), Random(3)
    good = path.read_bytes()
    for _ in range(30):
        wrong = bytearray(good)
        wrong[lots.randrange(len(wrong))] ^= 1 << lots.randrange(8)
        path.write_bytes(bytes(wrong))
        try:
            imported(path, here, Settings())
        except FormatError:
            continue
    for id in here.match_ids():
        assert (
            SavedMatch.from_bytes(here.match_bytes(id)).records == SavedMatch.from_bytes(there.match_bytes(id)).records
        )


def test_export_leaves_out_other_persons_records_and_matches(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    parts = parts_of(exported(machines[0], tmp_path / "profile.zip"))
    assert not [name for name, content in parts.items() if "bens" in name or b"bens" in content]


def test_profile_without_anything_is_the_same_on_another_machine(
    machines: tuple[UserFiles, UserFiles], tmp_path: Path
) -> None:
    there, here = machines
    count, settings = imported(exported(there, tmp_path / "profile.zip", refreshed(there)), here, Settings())
    assert (count, settings.profile) == (0, ANNA)
    assert refreshed(here).files.read(PUZZLES, ANNA.id) == PuzzleBook()
