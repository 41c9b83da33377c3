"""Kills the game in the middle of what it does, again and again, and looks at what it leaves.

    python -m tests.kills [--count 300] [--seed N]

A process plays through the session, with real files, the real writer and the real worker, and says on a pipe what it
hands to the writer and what it was told is on disk: legs of matches, stages of the tour and deals of the day, answers
to puzzles, and meanwhile matches deleted and fetched back, exported and taken in, a profile imported, statistics read
and begun anew. It is killed with SIGKILL at random moments: from its start on, right after it handed over a move, and
while it does one of the other things. Then a match on disk must be what was on disk last, or what was on its way; none
that was kept or deleted may be lost, nothing that a file of record had, and no leg may count twice or no more; no file
may be broken, the lock must be free, no process may be left, and after the next start no draft. All figures must be
those that the files give with a new cache. The next process goes on with the match. Not for Windows, which has no such
signal.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from msgspec import structs

from game.career import career
from game.career.achievements import ACHIEVEMENT_FILES
from game.career.cache import FILE_NAME as CACHE
from game.career.career import Career
from game.career.ledger import LEDGER_FILES, Ledger
from game.career.person_file import PersonFile, RecordForm
from game.career.reader import CareerReader, LegFilter
from game.features.matches.exchange import practice_copy, read_match_file, start_export
from game.features.profiles.model import check_profile, pack_profile
from game.features.puzzles.model import PUZZLES, PuzzleBook, answer_puzzle, shipped_puzzles
from game.features.tour.model import stages
from game.files.background_task import Progress
from game.files.forms import FormatError
from game.files.single_instance import LOCK_NAME, SingleInstance
from game.files.writer import Content, PendingWrite, Writer
from game.match.deals import deal_of_the_day
from game.match.match_file import MatchKind, SavedMatch
from game.match.plan import Plan
from game.match.session import Session
from game.match.trash import TRASH_FOLDER, Trash
from game.people.players import HUMAN, bot, with_person_seated
from game.people.profiles import FIRST_PROFILE, Profile
from game.settings.settings import Settings
from game.settings.settings_file import SettingsFile
from game.settings.user_files import UserFiles
from game.system.logs import CLOSE_TIMEOUT_S
from tests.careers import all_figures, roadbook_of
from tests.features.roadbook.roadbook_stage import played
from tests.findings import Findings, told
from tests.match.harness import first_sensible, setup_of
from tests.persons import settings_of
from tests.waiting import until

ROOT = Path(__file__).parents[1]
SENT, DONE, FAILED = "sent", "done", "failed"
BEGINS, ENDS, NOTED = "begins", "ends", "noted"
"""Said before and after the process does something else than to play, and when it was told that this is on disk."""
GONE = "gone"
RECORDS: tuple[PersonFile[Any], ...] = (ACHIEVEMENT_FILES, LEDGER_FILES, PUZZLES)
ZOE = Profile("zoe", "Zoé")
"""Who comes from another machine."""
LONGEST_S = 1.2  # for which a process lives that is killed by the clock; its worker is there after half of it
MOST_MOVES = 40  # after which one is killed that is killed by its moves
AT_A_MOVE_S = 0.004  # a move is on disk after 1 to 3 ms
MOST_OTHERS = 5  # of the other things, after which one is killed that is killed by these
AT_ANOTHER_S = 0.04  # an import takes longer, an answer is on disk sooner
PATIENCE_S = 30.0
PAUSE_S = 0.0005
REVEAL_DELAY_S = 0.01
ANOTHER = 0.25  # with which the process does something else, of the person's moves
OFTEN, SELDOM = 0.1, 0.003  # with which a move is taken back, of the times one may do so


SEATED = (HUMAN, *(bot(driver) for driver in ("hugo", "leo", "nina")))


def digest(data: bytes | None) -> str:
    """A name for the contents of a file, or for there being none."""
    return GONE if data is None else hashlib.sha256(data).hexdigest()[:16]


def contents(path: Path) -> bytes | None:
    """The bytes of the file, if it is there."""
    return path.read_bytes() if path.exists() else None


def kept(folder: Path) -> dict[str, str]:
    """The digest of every kept match, by its id."""
    return {path.stem: digest(contents(path)) for path in (folder / "matches").glob("*.json")}


# -- the process that is killed ----------------------------------------------------------------------------------------


class TellingWriter:
    """The real writer, which says on standard output what becomes of the matches."""

    def __init__(self) -> None:
        self._writer = Writer()
        self._pending: list[tuple[PendingWrite, str]] = []
        self._is_silent = False

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Say nothing of what is handed over meanwhile."""
        self._is_silent = True
        yield
        self._is_silent = False

    def submit(self, path: Path, data: Content) -> PendingWrite:
        made = data() if callable(data) else data
        return self._tell(path, digest(made), lambda: self._writer.submit(path, made))

    def remove(self, path: Path) -> PendingWrite:
        return self._tell(path, GONE, lambda: self._writer.remove(path))

    def run(self, path: Path, job: Callable[[], None]) -> PendingWrite:
        """A match is deleted, or comes back as it was; or a file of record is changed."""
        is_restored = path.parent.name == "matches" and not self._is_silent
        state = digest(contents(Trash(path.parent / TRASH_FOLDER).newest(path.stem))) if is_restored else GONE
        return self._tell(path, state, lambda: self._writer.run(path, job))

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        return self._writer.close(timeout_s)

    def catch_up(self) -> bool:
        """Say what has come to disk; whether that is all."""
        while self._pending and self._pending[0][0].is_done:
            ticket, name = self._pending.pop(0)
            say(FAILED if ticket.error else DONE, name)
        return not self._pending

    def _tell(self, path: Path, name: str, hand_over: Callable[[], PendingWrite]) -> PendingWrite:
        if self._is_silent or path.parent.name not in {"matches", TRASH_FOLDER}:
            return hand_over()  # settings and records
        self.catch_up()
        name = f"{id_of(path)} {name}"
        say(SENT, name)
        self._pending.append((hand_over(), name))
        return self._pending[-1][0]


def id_of(path: Path) -> str:
    """Whose file it is, be it one that was deleted, whose name has the moment too."""
    return path.stem.partition(".")[0]


def say(word: str, name: str = "") -> None:
    """One line to whoever kills us, in one piece."""
    os.write(1, f"{word} {name}\n".encode())


def play(folder: Path, seed: int) -> None:
    """Go on with the match in the folder, or begin one, and so on for ever."""
    instance = SingleInstance(folder)
    if not instance.claim():
        say("locked")
        return
    game = Game(folder, seed)
    while True:
        game.play_match()


class Game:
    """The process that is killed: what it does beside playing depends on the seed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._writer, self._lots, self._seed = TellingWriter(), Random(seed), seed
        self._files = UserFiles(folder, writer=self._writer)
        self._files.clean_up()
        self._settings = self._files.load_settings()
        self._career = roadbook_of(self._files)
        self._running = ""
        self._has_broken_cache = False
        self._others = (
            self._count, self._solve, self._pass_on, self._import, self._delete, self._restore, self._forget_profile,
        )  # fmt: skip

    def play_match(self) -> None:
        """Play the latest match, or a new one, to its end."""
        found, lots = self._files.latest_match(), self._lots
        if found is not None:
            session = Session(found, files=self._files)
        else:
            session = begun(lots, self._seed, self._files)
            self._seed += 1
        self._running = session.autosave.id
        session._delayed_reveal.delay_s = REVEAL_DELAY_S
        while not session.is_match_over:
            session.poll()
            if not self._writer.catch_up():
                pass
            elif session.is_leg_over and not session.is_match_over:
                session.next_leg()
                self._career.refresh()
            elif session.take_backs.can_redo and lots.random() < OFTEN:
                session.redo()
            elif session.take_backs.can_take_back and lots.random() < (
                OFTEN if session.is_waiting_for_viewer else SELDOM
            ):
                session.take_back()
            elif session.is_waiting_for_viewer:
                session.play(first_sensible(session))
                settings = self._settings
                self._save(settings.with_values(effects_volume=(settings.machine.effects_volume + 1) % 11))
                if lots.random() < ANOTHER:
                    self._do_another()
            time.sleep(PAUSE_S)
        session.close()
        self._running = ""
        self._career.delete_match(session.autosave.id)
        for _ in range(3):
            self._do_another()

    def _do_another(self) -> None:
        other = self._lots.choice(self._others)
        say(BEGINS, other.__name__)
        other()
        say(ENDS)

    def _save(self, settings: Settings) -> None:
        self._settings = settings
        self._files.save_settings(settings)

    def _solve(self) -> None:
        """Have a puzzle solved."""
        puzzle = self._lots.choice(shipped_puzzles()).id
        ticket = answer_puzzle(self._career, FIRST_PROFILE.id, puzzle, solved=True)
        assert ticket is not None
        ticket.wait()
        say(NOTED, f"answer {puzzle}")

    def _count(self) -> None:
        """Bring the figures up to date and read them, at times from nothing, at times to begin them anew."""
        until(lambda: self._career.refresh().wait(PAUSE_S))
        if self._lots.random() < 0.2 and not self._has_broken_cache:
            self._career.cache.path.write_bytes(b"no database")
            self._has_broken_cache = True
        refresh = self._career.refresh()
        if self._lots.random() < 0.7:
            until(lambda: refresh.wait(PAUSE_S))
            self._career.read(all_figures)
        if self._lots.random() < 0.2:
            self._career.reset_statistics(FIRST_PROFILE.id)

    def _pass_on(self) -> None:
        """Copy a match that is over, or export it and take the file in again, as a match of its own."""
        id = self._any_over()
        if id in visitors():
            return  # a copy of hers would be one more match of Zoé's
        if id and self._lots.random() < 0.5:
            saved = self._files.load_match(id)
            assert saved is not None
            self._files.save_match(self._files.new_id(), practice_copy(saved, "copy").to_bytes())
        elif id:
            export = start_export(self._files, id)
            until(lambda: export.is_done)
            assert export.path is not None
            self._files.save_match(self._files.new_id(), read_match_file(export.path).to_bytes())

    def _import(self) -> None:
        """Import Zoé, who may be here already."""
        until(self._writer.catch_up)
        states = [f"{id} {state}" for id, state in visitors_matches().items() if id not in self._files.match_ids()]
        for state in states:
            say(SENT, state)
        with self._writer.silence():
            path = visitor_path(self._files.folder)
            checked = check_profile(path, self._career, Progress())
            self._settings = checked.add_to(self._settings)
            checked.save(self._career, Progress())
        for state in states:
            say(DONE, state)
        say(NOTED, "import")
        self._save(self._settings)

    def _forget_profile(self) -> None:
        """Delete Zoé's profile, if it is not the only one; what she has stays."""
        if len(self._settings.profiles) > 1:
            self._save(self._settings.without_profile(ZOE.id))

    def _delete(self) -> None:
        """Delete a match that is over, unless it lies in the trash too."""
        until(self._writer.catch_up)
        id = self._any_over()
        if id and all(file.id != id for file in self._files.deleted_files()):
            self._career.delete_match(id)

    def _restore(self) -> None:
        """Fetch back a deleted match, unless it was imported again."""
        until(self._writer.catch_up)
        gone = sorted({file.id for file in self._files.deleted_files()} - set(self._files.match_ids()))
        if gone:
            self._files.restore_match(self._lots.choice(gone))

    def _any_over(self) -> str:
        ids = sorted(set(self._files.match_ids()) - {self._running})
        return self._lots.choice(ids) if ids else ""


# -- who comes from another machine ------------------------------------------------------------------------------------


def visitor_path(folder: Path) -> Path:
    """Where Zoé's exported profile is."""
    return folder / "exports" / "zoe.zip"


@cache
def visitors() -> dict[str, SavedMatch]:
    """Zoé's matches by their ids: a stage, a deal of a day, and one that is deleted."""
    stage = next(stage for stage in stages() if stage.plan.setup.legs == 1)
    found = {
        "zoe-stage": replace(played(stage.plan.setup, 21), kind=MatchKind.STAGE, stage=stage.id),
        "zoe-day": replace(played(setup_of(legs=1), 22), kind=MatchKind.DEAL, day=date(2026, 11, 24)),
        "zoe-two": played(setup_of(legs=2), 23),
        "zoe-gone": played(setup_of(legs=2), 24),
    }
    return {id: replace(one, players=with_person_seated(one.players, ZOE)) for id, one in found.items()}


@cache
def visitors_matches() -> dict[str, str]:
    """The digest of each of the matches that come with Zoé, by its id."""
    return {id: digest(saved.to_bytes()) for id, saved in visitors().items() if id != "zoe-gone"}


def pack_visitor(folder: Path) -> Career:
    """Have Zoé play in a folder of hers and export her there; the career that she has."""
    files = UserFiles(folder)
    files.matches.mkdir(parents=True)
    for id, saved in visitors().items():
        files.match_path(id).write_bytes(saved.to_bytes())
    book = roadbook_of(files)
    for ticket in (
        book.record_luck(ZOE.id, "zoe-two", 1, 12.5), book.delete_match("zoe-gone"),
        *(answer_puzzle(book, ZOE.id, puzzle.id, solved=True) for puzzle in shipped_puzzles()[:2]),
    ):  # fmt: skip
        assert ticket is not None
        ticket.wait()
    assert book.refresh().wait(PATIENCE_S)
    path = visitor_path(folder)
    path.parent.mkdir()
    path.write_bytes(pack_profile(book, settings_of(ZOE).person, Progress()))
    return book


def begun(lots: Random, seed: int, files: UserFiles) -> Session:
    """A match of two legs, a deal of a day, or a stage of the tour; the bots are quick ones."""
    kind = lots.choice(("match", "day", "stage"))
    stage = lots.choice([stage for stage in stages() if stage.plan.setup.legs == 1])
    day = date(2026, 12, 1) + timedelta(days=lots.randrange(31))
    deal = deal_of_the_day(day) if kind == "day" else stage.deal if kind == "stage" else None
    plan = stage.plan if kind == "stage" else Plan(setup_of(legs=2), SEATED)
    plan = plan if deal is None or kind == "stage" else plan.with_deal(deal)
    by_kind: dict[str, dict[str, Any]] = {"day": {"day": day}, "stage": {"stage": stage.id}}
    told = by_kind.get(kind, {})
    return Session.new(plan.with_level_for_all("beginner"), deal, seed=None if deal else seed, files=files, **told)


# -- who kills it ------------------------------------------------------------------------------------------------------


class Victim:
    """A process that plays, and what it has said."""

    def __init__(self, folder: Path, seed: int) -> None:
        command = [sys.executable, "-m", "tests.kills", "--play", str(folder), "--seed", str(seed)]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the victim
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
        )
        assert self._process.stdout is not None
        self._pipe = self._process.stdout.fileno()
        self._text = b""
        self.complaint = ""
        """What it and its worker said on standard error; a worker whose game dies while it starts does."""
        self.is_over = False

    @property
    def said(self) -> list[tuple[str, str]]:
        """Word and name of every whole line so far."""
        lines = self._text.decode().split("\n")[:-1]
        return [(word, name) for word, _, name in (line.partition(" ") for line in lines)]

    def hear(self, until: Callable[[], bool], most_s: float) -> bool:
        """Listen until that is so, the pipe is closed at every end, or the time is up; whether it was so."""
        end_s = time.monotonic() + most_s
        while not until() and not self.is_over:
            left_s = end_s - time.monotonic()
            if left_s <= 0 or not select.select([self._pipe], [], [], left_s)[0]:
                return until()
            heard = os.read(self._pipe, 65536)
            self._text += heard
            self.is_over = not heard
        return until()

    def count(self, word: str) -> int:
        """How often it said that."""
        return sum(said == word for said, _ in self.said)

    def kill(self) -> bool:
        """Kill the process; whether its worker ends by itself, and so closes the last end of the pipe."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self.hear(lambda: False, PATIENCE_S)
        has_ended = self.is_over
        if not has_ended:
            os.killpg(self._process.pid, signal.SIGKILL)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.seek(0)
        self.complaint = self._errors.read().decode()
        self._errors.close()
        return has_ended


def faults_of(said: Sequence[tuple[str, str]], before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """What is wrong with the matches on disk after what the process said; ``before`` is what it found."""
    known, on_the_way = dict(before), list[tuple[str, str]]()
    found = []
    for word, name in said:
        id, _, state = name.partition(" ")
        if word == SENT:
            on_the_way.append((id, state))
        elif word == DONE:
            known[id] = state
            on_the_way.remove((id, state))
        elif word not in {BEGINS, ENDS, NOTED}:
            found.append(f"the process said: {word}")
    for id, count in Counter(id for id, _ in on_the_way).items():
        if count > 3:  # a match may be deleted and come back before its last state is there
            found.append(f"{count} states of the match {id} were on their way at once")
    for id in {*known, *after}:
        right, state = {known.get(id, GONE), *(s for i, s in on_the_way if i == id)}, after.get(id, GONE)
        if state not in right:
            found.append(f"match {id} on disk is neither the last one there nor one on its way: {state}")
    return found


def kept_or_deleted(folder: Path) -> set[str]:
    """The ids of all matches that are kept, or can be fetched back."""
    return {*kept(folder), *(file.id for file in Trash(folder / "matches" / TRASH_FOLDER).files())}


def lost(folder: Path, said: Sequence[tuple[str, str]], before: set[str]) -> list[str]:
    """Which matches are nowhere any more, though they were there before, or told to be on disk."""
    ever = {*before, *(name.partition(" ")[0] for word, name in said if word == DONE)}
    return [f"match {id} is lost" for id in sorted(ever - kept_or_deleted(folder))]


def records(folder: Path) -> dict[tuple[str, str], RecordForm]:
    """What every file of record has, by its kind and person."""
    return {
        (kind.name, person): kind.from_bytes(kind.path(folder, person).read_bytes())[0]
        for kind in RECORDS
        for person in kind.people(folder)
    }


def less(before: Mapping[tuple[str, str], RecordForm], after: Mapping[tuple[str, str], RecordForm]) -> list[str]:
    """What a file of record had and has no more, or otherwise; nothing else may ever happen than that more comes."""
    return [
        f"of {kind}-{person} something is lost"
        for (kind, person), had in before.items()
        if without_digests(has := after.get((kind, person), type(had)())) != without_digests(has | had)
    ]


def without_digests(content: RecordForm) -> RecordForm:
    """A ledger without the digests, which a reset drops: ``uncounted`` is about them."""
    if not isinstance(content, Ledger):
        return content
    return Ledger({id: structs.replace(entry, gone=None) for id, entry in content.matches.items()})


def unkept(folder: Path, said: Sequence[tuple[str, str]]) -> list[str]:
    """Which answers to puzzles are not in the file, though they were told to be."""
    puzzles = records(folder).get((PUZZLES.name, FIRST_PROFILE.id), PuzzleBook())
    assert isinstance(puzzles, PuzzleBook)
    answers = [name.removeprefix("answer ") for word, name in said if word == NOTED and name.startswith("answer ")]
    return [f"the answer to puzzle {id} was lost" for id in answers if not puzzles.is_solved(id)]


def broken_files(folder: Path) -> list[str]:
    """Which files cannot be read."""
    found = []
    matches = [(path, match_once) for path in sorted((folder / "matches").glob("*.json"))]
    kinds = [(kind.path(folder, person), whole(kind)) for kind in RECORDS for person in kind.people(folder)]
    for path, parse in (*matches, *kinds, (folder / "settings.json", SettingsFile.from_bytes)):
        data = contents(path)
        try:
            if data is not None:
                parse(data)  # type: ignore[operator]
        except FormatError as error:
            found.append(f"{path.name} is broken: {error}")
    return found


@cache
def match_once(data: bytes) -> SavedMatch:
    """The match in a file, which is the same again and again."""
    return SavedMatch.from_bytes(data)


def whole(kind: PersonFile[Any]) -> Callable[[bytes], None]:
    """What raises ``FormatError`` unless everything in a file of record can be read."""

    def parse(data: bytes) -> None:
        wrong = kind.from_bytes(data)[1]
        if wrong is not None:
            raise wrong

    return parse


def wrong_figures(folder: Path, visitor: Visitor) -> list[str]:
    """What is wrong with the figures after the next start, and whether a new cache gives the same."""
    files = UserFiles(folder)
    book = roadbook_of(files)
    found, shown = [], []
    for is_new in (False, True):
        if is_new:
            book.cache.path.unlink()
        before = records(folder)
        if not book.refresh().wait(PATIENCE_S):
            found.append("the cache is never up to date")
        shown.append(book.read(all_figures))
    if shown[0] != shown[1] or shown[0] is None:
        found.append(f"the figures are {shown[0]}, with a new cache {shown[1]}")
    if records(folder) != before:
        found.append("a new cache has changed the files of record")
    found += book.read(lambda reader: [*uncounted(reader), *visitor.missing(reader)]) or []
    listed = book.read(
        lambda reader: {*(match.id for match in reader.summaries()), *(f.id for f in reader.unreadable())}  # type: ignore[attr-defined]
    )
    if listed != set(kept(folder)):
        found.append(f"the list has {listed}, the folder {sorted(kept(folder))}")
    files.close()
    return [*found, *(f"the next start says {problem.code}" for problem in files.pop_problems())]


def uncounted(reader: CareerReader) -> list[str]:
    """Which matches count other legs than those that were ever played and not begun anew, or twice."""
    counted = Counter(match.digest.summary.id for match in reader.matches())
    legs = {match.digest.summary.id: len(match.legs) for match in reader.matches()}
    found = [f"match {id} counts {count} times" for id, count in counted.items() if count > 1]
    for person, ledger in reader.files.read_all(LEDGER_FILES).items():
        for id, entry in ledger.matches.items():
            expected = len(entry.ended_s) - entry.forgotten
            if legs.get(id, 0) != expected:
                found.append(f"{expected} legs of {person}'s match {id} should count, not {legs.get(id, 0)}")
    return found


class Visitor:
    """What Zoé has, and whether she has ever come."""

    def __init__(self, folder: Path) -> None:
        self.career = pack_visitor(folder / "other machine")
        self._has = self._figures(self.career.reader())
        self.has_come = False

    def travel(self, folder: Path) -> None:
        """Put her exported profile where the process finds it."""
        path = visitor_path(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(visitor_path(self.career.files.folder).read_bytes())

    def missing(self, reader: CareerReader) -> list[str]:
        """What she has not here, though she has come whole; it may never be more."""
        has = self._figures(reader)
        return [f"Zoé has {has}, not {self._has}"] if self.has_come and has != self._has else []

    def _figures(self, reader: CareerReader) -> list[object]:
        figures = [of.get(ZOE.id) for of in (reader.figures(), reader.head_to_head(), reader.achievements())]
        played = [
            (match.digest.summary.id, match.legs, match.is_counted)
            for match in reader.matches(LegFilter(person=ZOE.id))
        ]
        return [*figures, reader.files.read(PUZZLES, ZOE.id), played]


def start_again(folder: Path, findings: Findings, visitor: Visitor | None = None) -> list[str]:
    """What the next start finds wrong, the lock and the drafts."""
    instance, found = SingleInstance(folder), []
    if not instance.claim():
        return ["the lock is not free"]
    drafts = [*folder.glob(".*"), *(folder / "matches").glob(".*")]
    findings.counts["drafts swept"] += len(drafts)
    files = UserFiles(folder)
    files.clean_up()
    files.close()
    left = {path.name for path in folder.iterdir() if not path.name.startswith(CACHE)}
    left -= {LOCK_NAME, "matches", "settings.json", "exports"}
    left -= {kind.path(folder, person).name for kind in RECORDS for person in (FIRST_PROFILE.id, ZOE.id)}
    left |= {
        path.name for path in (folder / "matches").glob("*") if path.suffix != ".json" and path.name != TRASH_FOLDER
    }
    found += wrong_figures(folder, visitor) if visitor is not None else []
    found += [f"left after the next start: {name}" for name in sorted(left)]
    instance.close()
    return found


def kill_once(folder: Path, rng: Random, findings: Findings, visitor: Visitor) -> list[str]:
    """Start, kill at a random moment, and look; what is wrong."""
    before, ever, had = kept(folder), kept_or_deleted(folder), records(folder)
    victim = Victim(folder, rng.randrange(10**6))
    match rng.choice(("clock", "move", "move", "other", "other")):
        case "clock":
            victim.hear(lambda: False, rng.uniform(0, LONGEST_S))
            was_there = True
        case "move":
            wanted = rng.randint(1, MOST_MOVES)
            was_there = victim.hear(lambda: victim.count(SENT) >= wanted, PATIENCE_S)
            time.sleep(rng.uniform(0, AT_A_MOVE_S))
        case _:
            wanted = rng.randint(1, MOST_OTHERS)
            was_there = victim.hear(lambda: victim.count(BEGINS) >= wanted, PATIENCE_S)
            time.sleep(rng.uniform(0, AT_ANOTHER_S))
    has_ended = victim.kill()
    found = [] if was_there else [f"the match stood still: {victim.complaint}"]
    if not has_ended:
        found.append("a process is left")
    after, said = kept(folder), victim.said
    visitor.has_come |= (NOTED, "import") in said
    findings.counts["kills"] += 1
    findings.counts["moves told to be on disk"] += victim.count(DONE)
    findings.counts["kills with a move on its way"] += victim.count(SENT) > victim.count(DONE)
    others = [(word, name) for word, name in said if word in {BEGINS, ENDS}]
    if others and others[-1][0] == BEGINS:
        findings.counts[f"x amid {others[-1][1].strip('_')}"] += 1
    found += [*faults_of(said, before, after), *lost(folder, said, ever), *broken_files(folder), *unkept(folder, said)]
    found += start_again(folder, findings, visitor)
    return [*found, *less(had, records(folder))]


def kill_often(folder: Path, count: int, seed: int, findings: Findings) -> None:
    """Kill the game in the folder so often."""
    rng, visitor, home = Random(seed), Visitor(folder), folder / "home"
    visitor.travel(home)
    with mock.patch.object(career, "read_match", cache(career.read_match)):
        for n in range(1, count + 1):
            wrong = [f"kill {n} of seed {seed}: {fault}" for fault in kill_once(home, rng, findings, visitor)]
            findings.add(n, wrong, told_every=25)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)  # the process that is killed
    options = parser.parse_args()
    if options.play is not None:
        play(options.play, options.seed)
        return 0
    return told(lambda folder, findings: kill_often(folder, options.count, options.seed, findings))


if __name__ == "__main__":
    sys.exit(main())
