"""Kills the game in the middle of a match, again and again, and looks at what it leaves.

    python -m tests.kills [--count 300] [--seed N]

A process plays through the session, with real files, the real writer and the real worker, and says on a pipe what it
hands to the writer and what it was told is on disk. It is killed with SIGKILL at random moments: from its start on,
and right after it handed over a move. Then a match on disk must be what was on disk last, or what was on its way;
none that was kept or deleted may be lost, no file may be broken, the lock must be free, no process may be left, and
after the next start no draft. The next process goes on with the match. The statistics are brought up to date, read,
broken and begun anew meanwhile; after each kill they can be read and have every match. Not for Windows, which has no
such signal.
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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.career import Career
from game.career.ledger import FILE_NAME as LEDGER
from game.career.ledger import entries_from_bytes
from game.career.reader import CareerReader, LegFilter
from game.features.matches.exchange import practice_copy, read_match_file, start_export
from game.features.puzzles.model import PUZZLES, PuzzleBook, answer_puzzle, shipped_puzzles
from game.features.statistics.model import read_statistics
from game.features.tour.model import stages
from game.files.forms import FormatError
from game.files.problems import ProblemCode
from game.files.single_instance import LOCK_NAME, SingleInstance
from game.files.writer import PendingWrite, Writer
from game.match.deals import deal_of_the_day
from game.match.match_file import SavedMatch
from game.match.plan import Plan
from game.match.session import Session
from game.match.trash import TRASH_FOLDER, Trash
from game.people.players import HUMAN, bot
from game.people.profiles import FIRST_PROFILE
from game.settings.settings_file import SettingsFile
from game.settings.user_files import UserFiles
from game.system.logs import CLOSE_TIMEOUT_S
from tests.careers import milestones_of, roadbook_of
from tests.findings import Findings, told
from tests.match.harness import first_sensible, setup_of
from tests.waiting import until

ROOT = Path(__file__).parents[1]
SENT, DONE, FAILED = "sent", "done", "failed"
GONE = "gone"
_BAD = {ProblemCode.CAREER_FAILED}  # one that is broken is set aside, as it was broken on purpose
LONGEST_S = 1.2  # for which a process lives that is killed by the clock; its worker is there after half of it
MOST_MOVES = 40  # after which one is killed that is killed by its moves
AT_A_MOVE_S = 0.004  # a move is on disk after 1 to 3 ms
PATIENCE_S = 30.0
PAUSE_S = 0.0005
REVEAL_DELAY_S = 0.01
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
        self._last: dict[str, str] = {}

    def submit(self, path: Path, data: bytes) -> PendingWrite:
        if path.parent.name == "matches":
            self._last[id_of(path)] = digest(data)
        return self._tell(path, digest(data), lambda: self._writer.submit(path, data))

    def remove(self, path: Path) -> PendingWrite:
        return self._tell(path, GONE, lambda: self._writer.remove(path))

    def run(self, path: Path, job: Callable[[], None]) -> PendingWrite:
        """A match is deleted, or comes back as it was; or the roadbook is written."""
        name = GONE if path.parent.name == TRASH_FOLDER else self._last.get(id_of(path), "")
        return self._tell(path, name, lambda: self._writer.run(path, job))

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        return self._writer.close(timeout_s)

    def catch_up(self) -> bool:
        """Say what has come to disk; whether that is all."""
        while self._pending and self._pending[0][0].is_done:
            ticket, name = self._pending.pop(0)
            say(FAILED if ticket.error else DONE, name)
        return not self._pending

    def _tell(self, path: Path, name: str, hand_over: Callable[[], PendingWrite]) -> PendingWrite:
        if path.parent.name not in {"matches", TRASH_FOLDER}:
            return hand_over()  # settings, and the roadbook, which can be made again
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
    instance, writer, lots = SingleInstance(folder), TellingWriter(), Random(seed)
    if not instance.claim():
        say("locked")
        return
    files = UserFiles(folder, writer=writer)
    files.clean_up()
    settings = files.load_settings()
    book = roadbook_of(files)
    while True:
        found = files.latest_match()
        if found is not None:
            session = Session(found, files=files)
        else:
            session = begun(lots, seed, files)
            seed += 1
        session._delayed_reveal.delay_s = REVEAL_DELAY_S
        while not session.is_match_over:
            session.poll()
            if not writer.catch_up():
                pass
            elif session.is_leg_over and not session.is_match_over:
                session.next_leg()
                book.refresh()
            elif session.take_backs.can_redo and lots.random() < OFTEN:
                session.redo()
            elif session.take_backs.can_take_back and lots.random() < (
                OFTEN if session.is_waiting_for_viewer else SELDOM
            ):
                session.take_back()
            elif session.is_waiting_for_viewer:
                session.play(first_sensible(session))
                settings = replace(settings, effects_volume=(settings.effects_volume + 1) % 11)
                files.save_settings(settings)
                if lots.random() < OFTEN:
                    count(book, lots)
            time.sleep(PAUSE_S)
        session.close()
        solve(book, lots.choice(shipped_puzzles()).id)
        pass_on(files, session.autosave.id, lots)
        files.delete_match(session.autosave.id)
        if lots.random() < 0.5:
            files.restore_match(session.autosave.id)
        count(book, lots)


def solve(book: Career, puzzle: str) -> None:
    """Have a puzzle solved."""
    answer_puzzle(book, FIRST_PROFILE.id, puzzle, solved=True)


def begun(lots: Random, seed: int, files: UserFiles) -> Session:
    """A match of two legs, a deal of a day, or a stage of the tour; the bots are quick ones."""
    kind = lots.choice(("match", "day", "stage"))
    stage = lots.choice([stage for stage in stages() if stage.plan.setup.legs == 1])
    day = date(2026, 12, 1) + timedelta(days=lots.randrange(31))
    deal = deal_of_the_day(day) if kind == "day" else stage.deal if kind == "stage" else None
    plan = stage.plan if kind == "stage" else Plan(setup_of(legs=2), SEATED)
    plan = plan if deal is None or kind == "stage" else plan.with_deal(deal)
    told: dict[str, Any] = {"day": {"day": day}, "stage": {"stage": stage.id}}.get(kind, {})
    return Session.new(plan.with_level_for_all("beginner"), deal, seed=None if deal else seed, files=files, **told)


def count(book: Career, lots: Random) -> None:
    """Bring the statistics up to date and read them, at times from nothing, at times to begin them anew."""
    until(lambda: book.refresh().wait(PAUSE_S))
    if lots.random() < 0.2:
        book.path.write_bytes(b"no database")
    refresh = book.refresh()
    if lots.random() < 0.7:
        until(lambda: refresh.wait(PAUSE_S))
        with CareerReader(book.path) as reader:
            read_statistics(reader, LegFilter())
            milestones_of(reader)
    if lots.random() < 0.2:
        book.reset_statistics(FIRST_PROFILE.id)


def pass_on(files: UserFiles, id: str, lots: Random) -> None:
    """Copy the match, or export it and take the file in again, as a match of its own that is over."""
    if lots.random() < 0.5:
        saved = files.load_match(id)
        assert saved is not None
        taken = practice_copy(saved, "copy")
    else:
        export = start_export(files, id)
        until(lambda: export.is_done)
        assert export.path is not None
        taken = read_match_file(export.path)
    files.save_match(files.new_id(), taken.to_bytes())


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

    def sent(self) -> int:
        """How many states of the match it handed to the writer."""
        return sum(word == SENT for word, _ in self.said)

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
        else:
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


def earned(folder: Path) -> Achievements:
    """What the person's file has."""
    return ACHIEVEMENT_FILES.read_all(folder).get(FIRST_PROFILE.id, Achievements())


def answered(folder: Path) -> set[str]:
    """The puzzles to which the person's file has an answer."""
    return {*PUZZLES.read_all(folder).get(FIRST_PROFILE.id, PuzzleBook()).answers}


def less(before: Achievements, after: Achievements) -> list[str]:
    """What was earned and is not any more, or otherwise; nothing else may ever happen than that more comes."""
    kinds = ("days", "stages", "levels", "milestones")
    return [f"{kind} were lost" for kind in kinds if getattr(before | after, kind) != getattr(after, kind)]


def broken_files(folder: Path) -> list[str]:
    """Which files cannot be read."""
    found = []
    matches = [(path, SavedMatch.from_bytes) for path in sorted((folder / "matches").glob("*.json"))]
    earned = [
        (path, kind.from_bytes) for kind in (ACHIEVEMENT_FILES, PUZZLES) for path in folder.glob(f"{kind.name}-*.json")
    ]
    settings, ledger = (folder / "settings.json", SettingsFile.from_bytes), (folder / LEDGER, whole_ledger)
    for path, parse in (*matches, *earned, settings, ledger):
        data = contents(path)
        try:
            if data is not None:
                parse(data)
        except FormatError as error:
            found.append(f"{path.name} is broken: {error}")
    return found


def whole_ledger(data: bytes) -> None:
    """Raise ``FormatError`` unless everything in it can be read."""
    wrong = entries_from_bytes(data)[1]
    if wrong is not None:
        raise wrong


def broken_roadbook(folder: Path) -> list[str]:
    """Whether the roadbook, after the next start has brought it up to date, has every match that is kept."""
    files = UserFiles(folder)
    book = roadbook_of(files)
    refresh = book.refresh()
    found = [] if refresh.wait(PATIENCE_S) else ["the roadbook is never up to date"]
    found += [f"the roadbook: {problem.code}" for problem in files.pop_problems() if problem.code in _BAD]
    if not found:
        with CareerReader(book.path) as reader:
            earned_now = {person: found for person, found in reader.achievements().items() if found != Achievements()}
            if earned_now != ACHIEVEMENT_FILES.read_all(folder):
                found.append("not all that was earned is in the person's file")
            listed = {match.id for match in reader.summaries()} | {file.id for file in reader.unreadable()}
            read_statistics(reader, LegFilter())
        if listed != set(kept(folder)):
            found.append(f"the roadbook has {sorted(listed)}, the folder {sorted(kept(folder))}")
    files.close()
    return found


def start_again(folder: Path, findings: Findings) -> list[str]:
    """What the next start finds wrong, the lock and the drafts."""
    instance, found = SingleInstance(folder), []
    if not instance.claim():
        return ["the lock is not free"]
    findings.counts["roadbooks set aside"] = len(list(folder.glob("roadbook.broken-*")))
    drafts = [*folder.glob(".*"), *(folder / "matches").glob(".*")]
    findings.counts["drafts swept"] += len(drafts)
    files = UserFiles(folder)
    files.clean_up()
    files.close()
    left = {path.name for path in folder.iterdir() if not path.name.startswith("roadbook.")}
    left -= {
        LOCK_NAME,
        "matches",
        "settings.json",
        "exports",
        LEDGER,
        *(f"{kind.name}-{FIRST_PROFILE.id}.json" for kind in (ACHIEVEMENT_FILES, PUZZLES)),
    }
    found += broken_roadbook(folder)
    left |= {
        path.name for path in (folder / "matches").glob("*") if path.suffix != ".json" and path.name != TRASH_FOLDER
    }
    found += [f"left after the next start: {name}" for name in sorted(left)]
    instance.close()
    return found


def kill_once(folder: Path, rng: Random, findings: Findings) -> list[str]:
    """Start, kill at a random moment, and look; what is wrong."""
    before, ever, had = kept(folder), kept_or_deleted(folder), earned(folder)
    solved = answered(folder)
    victim = Victim(folder, rng.randrange(10**6))
    if rng.random() < 0.4:
        victim.hear(lambda: False, rng.uniform(0, LONGEST_S))
        was_there = True
    else:
        wanted = rng.randint(1, MOST_MOVES)
        was_there = victim.hear(lambda: victim.sent() >= wanted, PATIENCE_S)
        time.sleep(rng.uniform(0, AT_A_MOVE_S))
    has_ended = victim.kill()
    found = [] if was_there else [f"the match stood still: {victim.complaint}"]
    if not has_ended:
        found.append("a process is left")
    after = kept(folder)
    done = sum(word == DONE for word, _ in victim.said)
    findings.counts["kills"] += 1
    findings.counts["moves told to be on disk"] += done
    if victim.sent() > done:
        findings.counts["kills with a move on its way"] += 1
        id, _, state = victim.said[-1][1].partition(" ")
        findings.counts["moves on their way that arrived"] += after.get(id, GONE) == state
    found += [*faults_of(victim.said, before, after), *lost(folder, victim.said, ever), *broken_files(folder)]
    found += start_again(folder, findings)
    now = earned(folder)
    findings.counts["days and stages that were earned"] = len(now.days) + len(now.stages)
    unsolved = (f"the answer to puzzle {id} was lost" for id in solved - answered(folder))
    return [*found, *less(had, now), *unsolved]


def kill_often(folder: Path, count: int, seed: int, findings: Findings) -> None:
    """Kill the game in the folder so often."""
    rng = Random(seed)
    for n in range(1, count + 1):
        wrong = [f"kill {n} of seed {seed}: {fault}" for fault in kill_once(folder, rng, findings)]
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
