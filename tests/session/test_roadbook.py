"""The roadbook: made from the kept match files, brought up to date, made anew when it is broken."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest

from game.engine.rules import Seating
from game.session.problems import ProblemCode
from game.session.storage.match_file import Saved
from game.session.storage.roadbook import FILE_NAME, Roadbook
from game.session.storage.roadbook_reader import LegFilter, RoadbookReader
from game.session.storage.store import GuestFiles, UserFiles

KEPT = Path(__file__).parents[1] / "kept_files" / "match_1_two_legs.json"


@pytest.fixture
def files(tmp_path):
    files = UserFiles(tmp_path)
    files.matches.mkdir(parents=True)
    yield files
    files.close()


def put(files: UserFiles, id: str, **fields: object) -> None:
    files.match_path(id).write_text(json.dumps(json.loads(KEPT.read_bytes()) | fields))


def refreshed(files: UserFiles) -> tuple[Roadbook, int]:
    """The roadbook brought up to date, and how many files were taken in."""
    book = Roadbook(files, files.folder / FILE_NAME)
    refresh = book.refresh()
    assert refresh.wait(20)
    assert refresh.problems == []
    return book, refresh.done


def test_a_list_shows_every_kept_match_as_its_file_has_it(files):
    put(files, "a", name="Sunday")
    put(files, "b")
    book, _ = refreshed(files)
    saved = Saved.from_bytes(KEPT.read_bytes())
    with RoadbookReader(book.path) as reader:
        by_id = {match.id: match for match in reader.summaries()}
    assert set(by_id) == {"a", "b"}
    sunday = by_id["a"]
    assert (sunday.name, sunday.rules, sunday.players) == ("Sunday", saved.setup.rules, saved.players)
    assert (sunday.totals, sunday.leg_number, sunday.is_over) == (saved.totals, saved.leg_number, saved.is_over)
    assert len(sunday.km) == len(saved.totals)


def test_only_files_that_changed_are_read_again(files):
    put(files, "a")
    put(files, "b")
    assert refreshed(files)[1] == 2
    assert refreshed(files)[1] == 0
    put(files, "b", name="Renamed")
    assert refreshed(files)[1] == 1


def test_a_leg_keeps_the_moment_at_which_it_was_first_seen(files):
    put(files, "a", saved=1000)
    refreshed(files)
    put(files, "a", saved=2000)
    book, _ = refreshed(files)
    with RoadbookReader(book.path) as reader:
        assert [leg.saved_s for leg in reader.legs()] == [1000]
        assert [match.saved_s for match in reader.summaries()] == [2000]


def test_legs_are_found_by_rule_set_and_seating(files):
    put(files, "a")
    rules = Saved.from_bytes(KEPT.read_bytes()).setup.rules
    book, _ = refreshed(files)
    with RoadbookReader(book.path) as reader:
        assert len(reader.legs()) == 1
        assert len(reader.legs(LegFilter(rules, Seating.SOLO))) == 1
        assert reader.legs(LegFilter(seating=Seating.TEAMS)) == []
        assert reader.legs(LegFilter("mille_miglia" if rules != "mille_miglia" else "dujardin")) == []


def test_a_deleted_match_leaves_the_list_but_goes_on_counting(files):
    put(files, "a")
    refreshed(files)
    files.match_path("a").unlink()
    book, _ = refreshed(files)
    with RoadbookReader(book.path) as reader:
        assert reader.summaries() == []
        assert len(reader.legs()) == 1
    put(files, "a")
    refreshed(files)
    with RoadbookReader(book.path) as reader:
        assert [match.id for match in reader.summaries()] == ["a"]
        assert len(reader.legs()) == 1


def test_a_file_that_is_no_match_is_listed_as_unreadable_until_it_is_one(files):
    files.match_path("a").write_text("{")
    book, _ = refreshed(files)
    with RoadbookReader(book.path) as reader:
        assert [broken.id for broken in reader.unreadable()] == ["a"]
        assert reader.summaries() == []
    put(files, "a")
    refreshed(files)
    with RoadbookReader(book.path) as reader:
        assert reader.unreadable() == []


def test_who_hit_whom_counts_legs_and_hazards(files):
    put(files, "a")
    put(files, "b")
    book, _ = refreshed(files)
    with RoadbookReader(book.path) as reader:
        pairs = {(pair.by, pair.on): pair for pair in reader.hits()}
        (leg, _) = reader.legs()
    assert {pair.legs for pair in pairs.values()} == {2}
    assert len(pairs) == leg.sides * (leg.sides - 1)
    assert sum(pair.laid for pair in pairs.values()) > 0


def test_legs_with_take_backs_are_counted_apart(files):
    form = json.loads(KEPT.read_bytes())
    form["legs"][0]["taken_back"] = [1]
    put(files, "a", version=2, legs=form["legs"])
    book, _ = refreshed(files)
    with RoadbookReader(book.path) as reader:
        assert reader.legs() == []
        assert reader.legs_not_own() == 1
        assert not any(progress.count for progress in reader.milestones().values())


def test_after_a_reset_nothing_played_before_counts_and_the_matches_stay(files):
    put(files, "a")
    put(files, "b")
    refreshed(files)
    files.match_path("b").unlink()
    book, _ = refreshed(files)
    ticket = book.reset("first")
    put(files, "a", name="Played on")
    refreshed(files)
    assert ticket is not None
    assert ticket.error is None
    with RoadbookReader(book.path) as reader:
        assert [match.name for match in reader.summaries()] == ["Played on"]
        assert reader.legs() == []
        assert reader.hits() == []
        assert not any(progress.count for progress in reader.milestones().values())


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_broken_roadbook_is_set_aside_and_made_anew(files, content):
    put(files, "a")
    path = files.folder / FILE_NAME
    path.write_bytes(content)
    refresh = Roadbook(files, path).refresh()
    assert refresh.wait(20)
    assert [problem.code for problem in refresh.problems] == [ProblemCode.ROADBOOK_SET_ASIDE]
    assert Path(refresh.problems[0].values["path"]).read_bytes() == content
    with RoadbookReader(path) as reader:
        assert len(reader.summaries()) == 1


def test_a_roadbook_of_another_version_is_set_aside_and_made_anew(files):
    put(files, "a")
    book, _ = refreshed(files)
    db = sqlite3.connect(book.path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    refresh = Roadbook(files, book.path).refresh()
    assert refresh.wait(20)
    assert [problem.code for problem in refresh.problems] == [ProblemCode.ROADBOOK_SET_ASIDE]
    with RoadbookReader(book.path) as reader:
        assert len(reader.summaries()) == 1


def test_a_roadbook_of_the_version_before_is_read_anew_and_keeps_what_it_alone_knows(files):
    put(files, "a")
    put(files, "b")
    book, _ = refreshed(files)
    book.reset("first")
    files.match_path("b").unlink()
    refreshed(files)
    db = sqlite3.connect(book.path)
    db.execute("ALTER TABLE legs DROP COLUMN shut_outs")
    db.execute("ALTER TABLE matches DROP COLUMN delegated")
    db.execute("PRAGMA user_version = 3")
    db.close()
    book, read = refreshed(files)
    assert read == 1
    with RoadbookReader(book.path) as reader:
        assert [match.id for match in reader.summaries()] == ["a"]
        assert reader.legs() == []


def test_a_folder_in_its_place_is_set_aside_too(files):
    put(files, "a")
    path = files.folder / FILE_NAME
    path.mkdir()
    refresh = Roadbook(files, path).refresh()
    assert refresh.wait(20)
    assert [problem.code for problem in refresh.problems] == [ProblemCode.ROADBOOK_SET_ASIDE]
    with RoadbookReader(path) as reader:
        assert len(reader.summaries()) == 1


def test_what_a_cancelled_refresh_left_the_next_one_takes_in(files):
    for n in range(60):
        put(files, f"m{n:02}")
    book = Roadbook(files, files.folder / FILE_NAME)
    first = book.refresh()
    first.cancel()
    assert first.wait(20)
    assert first.done < 60
    _, done = refreshed(files)
    assert done >= 60 - first.done
    with RoadbookReader(book.path) as reader:
        assert len(reader.summaries()) == 60


def test_a_second_copy_of_the_game_writes_no_roadbook(files, tmp_path):
    put(files, "a")
    guest = GuestFiles(tmp_path)
    book = Roadbook(guest, tmp_path / FILE_NAME)
    assert book.refresh().wait(20)
    assert book.reset("first") is None
    assert not book.path.exists()
    guest.close()


def put_of(files: UserFiles, id: str, person: str) -> None:
    """A kept match that the profile of that id has played."""
    players = json.loads(KEPT.read_bytes())["players"]
    profile = {"id": person, "name": "", "symbol": "moon", "colour": "blue", "car": "plain"}
    put(files, id, players=[{**players[0], "profile": profile}, *players[1:]])


def test_each_person_has_figures_of_its_own_and_begins_anew_alone(files):
    put(files, "a")
    put_of(files, "b", "zoe")
    put_of(files, "c", "zoe")
    book, _ = refreshed(files)
    with RoadbookReader(book.path) as reader:
        own, zoes = (reader.legs(LegFilter(person=person)) for person in ("first", "zoe"))
        assert (len(own), len(zoes)) == (1, 2)
        assert sum(pair.laid for pair in reader.hits(LegFilter(person="zoe"))) > 0
        assert reader.hits(LegFilter(person="nobody")) == []
    ticket = book.reset("zoe")
    while not ticket.is_done:
        pass
    with RoadbookReader(book.path) as reader:
        assert len(reader.legs(LegFilter(person="first"))) == 1
        assert reader.hits(LegFilter(person="zoe")) == []
    put_of(files, "b", "zoe")
    refreshed(files)
    with RoadbookReader(book.path) as reader:
        assert reader.legs(LegFilter(person="zoe")) == []


def test_the_luck_that_a_review_found_stays_with_its_leg(files):
    put(files, "one")
    roadbook, _read = refreshed(files)
    ticket = roadbook.note_luck("one", 1, -40.5)
    assert ticket is not None
    last = roadbook.note_luck("one", 9, 3.0)
    while last is not None and not last.is_done:
        time.sleep(0.01)
    with RoadbookReader(roadbook.path) as reader:
        assert next(leg.luck for leg in reader.legs()) == -40.5
    put(files, "one", name="Again")
    refreshed(files)
    with RoadbookReader(roadbook.path) as reader:
        assert next(leg.luck for leg in reader.legs()) == -40.5


@pytest.mark.parametrize("content", [None, b"", b"no roadbook"])
def test_luck_without_a_roadbook_to_keep_it_in_does_no_harm(files, content):
    roadbook = Roadbook(files, files.folder / FILE_NAME)
    if content is not None:
        roadbook.path.write_bytes(content)
    ticket = roadbook.note_luck("one", 1, 5.0)
    while ticket is not None and not ticket.is_done:
        time.sleep(0.01)
    assert roadbook.path.exists() == (content is not None)
