"""Gives the game files that it did not write like this, and walks through the screens that show them.

    python -m tests.foreign_files [--count 5000] [--seed N]

One value or key of an exported profile, a ledger, a file of achievements or of puzzles is another: of another type,
out of range, huge, nested, a word or an id that nobody knows, or one that leads out of the folder. The profile is
imported, the other files lie in the user's folder, the checksums of their lines right. Then all screens that show them
are opened, for both persons, and the program is started again. Nothing may end in an error, no sound file may be set
aside, nothing written outside the user's folder, all other lines stay, and what was refused is told.
"""

from __future__ import annotations

import argparse
import copy
import io
import itertools
import json
import logging
import os
import shutil
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from tests.window import STRIDE_S, Driver, open_window  # isort: skip - before pygame, so that no window opens

import pygame
from msgspec.structs import replace as replaced

from game.career.achievements import ACHIEVEMENT_FILES, Achievements
from game.career.ledger import LEDGER_FILES
from game.career.person_file import PersonFile
from game.features.profiles.model import SETTINGS, pack_profile
from game.features.puzzles.model import PUZZLES, PuzzleBook, answer_puzzle, shipped_puzzles
from game.features.tour.model import stages
from game.files.background_task import Progress
from game.files.forms import NewerFormatError
from game.match.match_file import MatchKind, SavedMatch
from game.people.players import with_person_seated
from game.people.profiles import Profile
from game.settings.settings_file import SettingsFile, person_from_bytes
from game.settings.user_files import UserFiles
from tests.careers import roadbook_of
from tests.features.roadbook.roadbook_stage import played
from tests.findings import Findings, told
from tests.match.harness import setup_of
from tests.monkey.episode import sketching
from tests.persons import settings_of

KINDS: tuple[PersonFile[Any], ...] = (ACHIEVEMENT_FILES, LEDGER_FILES, PUZZLES)
ANNA, ZOE = Profile("anna", "Anna"), Profile("zoe", "Zoé")
"""Who plays here, and who comes from another machine."""
PROFILE = "zoe.zip"
RECORDS_INSIDE = tuple(f"{kind.name}.jsonl" for kind in KINDS)
ARRIVED = "Zoé has arrived"
SIZE = (960, 540)
TABS = ("drivers", "collection", "puzzles")
DEEP = "a thousand brackets"
"""Stands for what ``json`` cannot write."""
STRAYS: tuple[Any, ...] = (
    None, True, -1, 0, 7, 10**30, 0.5, 1e308, "", "rocket", "/../../outside", "con", "x" * 70_000, "9999-12-31",
    "\ud800", [], {}, ["rocket"], [0, 1, 5], {"rocket": [0]}, [[]], DEEP,
)  # fmt: skip
KEYS = ("rocket", "", "/../../outside", "9999-12-31", "x" * 70_000)
LONGEST_LIST = 6
"""So many values of a longer list are changed."""

Json = Any
Forms = dict[str, list[Json]]
"""The JSON of the lines of every file; what is in the profile has its name before it."""


# -- the files ---------------------------------------------------------------------------------------------------------


def furnish(folder: Path, person: Profile) -> None:
    """Have a person play: every kind of match, and all that is kept of them."""
    stage = next(stage for stage in stages() if stage.plan.setup.legs == 1)
    matches = {
        "stage": replace(played(stage.plan.setup, 21), kind=MatchKind.STAGE, stage=stage.id),
        "day": replace(played(setup_of(legs=1), 22), kind=MatchKind.DEAL, day=date(2026, 11, 24)),
        "gone": played(setup_of(legs=2), 24),
    }
    files = UserFiles(folder)
    files.matches.mkdir(parents=True)
    for id, saved in matches.items():
        seated = replace(saved, players=with_person_seated(saved.players, person))
        files.match_path(f"{person.id}-{id}").write_bytes(seated.to_bytes())
    book, puzzles = roadbook_of(files), shipped_puzzles()
    own = PuzzleBook((replaced(puzzles[0], match=f"{person.id}-day"),))
    more = Achievements(levels={"2026-11-24": (100, 200, 300, 400)}, milestones=("first_flight", "school"))
    assert book.refresh().wait()
    for ticket in (
        book.delete_match(f"{person.id}-gone"),
        book.record_luck(person.id, f"{person.id}-day", 1, 12.5),
        book.files.change_later(PUZZLES, person.id, lambda before: before | own),
        answer_puzzle(book, person.id, puzzles[1].id, solved=True),
        book.record_achievement(person.id, lambda before: before | more),
    ):
        assert ticket is not None
        ticket.wait()
    settings = settings_of(person, language="en", reduced_motion=True, garage_seen=("body/estate",))
    files.save_settings(settings)
    (folder / PROFILE).write_bytes(pack_profile(book, settings.with_current_profile(person.id).person, Progress()))
    assert files.close()
    book.cache.path.unlink()


def lines_of(name: str, data: bytes) -> list[Json]:
    """The JSON in a file, of each line if it has lines."""
    return [json.loads(line[9:]) for line in data.splitlines()] if name.endswith("l") else [json.loads(data)]


def to_bytes(name: str, forms: list[Json]) -> bytes:
    """The file with these lines; the reverse."""
    raw = [json.dumps(form).replace(f'"{DEEP}"', "[" * 1000 + "]" * 1000).encode() for form in forms]
    if not name.endswith("l"):
        return raw[0]
    return b"".join(b"%08x %b\n" % (zlib.crc32(line), line) for line in raw)


@dataclass(frozen=True)
class Change:
    """One change of a file: of what is at the end of the path, the value, or if it ``is_key`` the key."""

    file: str
    path: tuple[Any, ...]
    to: Any
    is_key: bool = False

    def __str__(self) -> str:
        what = "the key" if self.is_key else "the value"
        return f"{self.file}: {what} at {'/'.join(map(str, self.path))} is {str(self.to)[:40]!r}"

    def made(self, forms: list[Json]) -> list[Json]:
        """The lines with the change."""
        changed: Json = copy.deepcopy(forms)
        at = changed
        for step in self.path[:-1]:
            at = at[step]
        if self.is_key:
            at[self.to] = at.pop(self.path[-1])
        else:
            at[self.path[-1]] = self.to
        return changed


def changes(file: str, forms: list[Json]) -> Iterator[Change]:
    """Every change of a file."""
    for path, is_key in _places(forms):
        for to in KEYS if is_key else STRAYS:
            yield Change(file, path, to, is_key)


def _places(form: Json, before: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """Where every value is, and every key; of a long list only some."""
    is_object = isinstance(form, dict)
    if not isinstance(form, dict | list):
        return
    steps = list(form) if is_object else [*range(len(form))][:: 1 + len(form) // LONGEST_LIST]
    for step in steps:
        path = (*before, step)
        yield path, False
        if is_object:
            yield path, True
        yield from _places(form[step], path)


# -- the game ----------------------------------------------------------------------------------------------------------


class World:
    """A machine on which Anna plays, and Zoé's profile; ``changes`` are all that can be made, by the file."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._rounds = folder, itertools.count()
        self._furnished = folder / "furnished"
        furnish(self._furnished, ANNA)
        furnish(folder / "other", ZOE)
        with zipfile.ZipFile(folder / "other" / PROFILE) as parts:
            self._parts = {name: lines_of(name, parts.read(name)) for name in parts.namelist()}
        self._files: Forms = {}
        for kind in KINDS:
            path = kind.path(self._furnished, ANNA.id)
            self._files[path.name] = lines_of(path.name, path.read_bytes())
        self.changes = {name: list(changes(name, form)) for name, form in (self._files | self._parts).items()}

    def outcome(self, change: Change) -> object:
        """What the gate makes of a file; the game takes two files of the same outcome for the same."""
        data = to_bytes(change.file, change.made((self._files | self._parts)[change.file]))
        kind = next((kind for kind in KINDS if change.file.startswith(kind.name)), None)
        try:
            if kind is not None:
                content, wrong = kind.from_bytes(data)
                return repr(content), wrong is None
            return repr((person_from_bytes if change.file == SETTINGS else SavedMatch.from_bytes)(data))
        except Exception as error:  # a refusal, or what the screens will show
            return type(error)

    def due(self, n: int) -> list[str]:
        """The files of which one change may be tried in the same round: a profile is not to be refused each time."""
        all_or_nothing = [name for name in self._parts if name not in RECORDS_INSIDE]
        return [*self._files, *(RECORDS_INSIDE if n % 2 else [all_or_nothing[n // 2 % len(all_or_nothing)]])]

    def suffer(self, made: Mapping[str, Change]) -> list[str]:
        """What is wrong after these changes, one a file."""
        around = self._folder / str(next(self._rounds))  # a new one: a thread of the last round may still end
        self._home = around / "some" / "where" / "home"
        shutil.copytree(self._furnished, self._home)
        (self._home / PROFILE).unlink()
        profile = self._home / "exports" / PROFILE
        profile.parent.mkdir()
        profile.write_bytes(self._zip(made))
        for name in made.keys() & self._files.keys():
            (self._home / name).write_bytes(to_bytes(name, made[name].made(self._files[name])))
        before, wrong = self._records(), list[str]()
        with _listening(wrong):
            try:
                notices = self._visit(profile)
            except Exception as error:  # whatever it is, it is what is looked for
                return [f"an error: {type(error).__name__}: {error}", *wrong]
        outside = [path for path in around.rglob("*") if self._home not in (path, *path.parents)]
        wrong += [f"outside there is {path}" for path in outside if path not in self._home.parents]
        wrong += self._left(before, notices)
        shutil.rmtree(around, ignore_errors=True)
        return wrong

    def _zip(self, made: Mapping[str, Change]) -> bytes:
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as parts:
            for name, forms in self._parts.items():
                parts.writestr(name, to_bytes(name, made[name].made(forms) if name in made else forms))
        return data.getvalue()

    def _records(self) -> dict[str, tuple[bytes, Any, Any]]:
        """The bytes of each of Anna's files of record, what can be read of them, and what is wrong with the rest."""
        return {kind.name: _read(kind, kind.path(self._home, ANNA.id).read_bytes()) for kind in KINDS}

    def _visit(self, profile: Path) -> list[str]:
        """Start twice, the first time with the import; what was told."""
        notices: list[str] = []
        with open_window(self._home, size=SIZE, language=None, counts=True, threads=True) as driver:
            _walk(driver, notices)
            driver.post(pygame.DROPFILE, file=str(profile))
            driver.post(pygame.DROPCOMPLETE)
            driver.until(lambda: driver.scene != "title", "the import")
            _rest(driver, notices)
            if ZOE.id in {known.id for known in driver.app.settings.profiles}:
                notices.append(ARRIVED)
            for person in driver.app.settings.profiles:
                driver.app.save_settings(driver.app.settings.with_current_profile(person.id))
                _walk(driver, notices)
        with open_window(self._home, size=SIZE, language=None, counts=True, threads=True) as driver:
            _walk(driver, notices, tabs=())
        return notices

    def _left(self, before: Mapping[str, tuple[bytes, Any, Any]], notices: list[str]) -> Iterator[str]:
        """What is wrong with the files afterwards, and with what was told."""
        aside = [path.name for path in self._home.rglob("*.broken-*")]
        for name, (data, content, error) in before.items():
            now, kept, still_wrong = self._records()[name]
            is_newer = isinstance(error, NewerFormatError)
            own = [file for file in aside if file.startswith(f"{name}-{ANNA.id}.broken-")]
            aside = [file for file in aside if file not in own]
            if is_newer and now != data:
                yield f"{name} of a later version was changed"
            if not is_newer and (still_wrong or kept | content != kept | kept):
                yield f"of {name} something is lost: {still_wrong}"
            if len(own) != (error is not None and not is_newer):
                yield f"{name}: {error}, set aside: {own}"
            if error is not None and not any(map(_tells_of_files, notices)):
                yield f"{name}: {error}, told: {notices}"
        if aside:
            yield f"set aside: {aside}"
        settings = SettingsFile.from_bytes((self._home / "settings.json").read_bytes())
        if settings.unreadable or ANNA not in settings.settings.profiles:
            yield f"the settings have {settings.settings.profiles}, unreadable {settings.unreadable}"
        if not any("Zoé" in notice or PROFILE in notice for notice in notices):
            yield f"of the import was told {notices}"


def _tells_of_files(notice: str) -> bool:
    return ".jsonl" in notice


def _read(kind: PersonFile[Any], data: bytes) -> tuple[bytes, Any, Exception | None]:
    try:
        return data, *kind.from_bytes(data)
    except NewerFormatError as error:
        return data, kind.form(), error


def _rest(driver: Driver, notices: list[str]) -> None:
    """Wait until the screen rests, and close what it tells; below that an import may still wait to tell its end."""
    app = driver.app

    def rests() -> bool:
        driver.clock.now_s += STRIDE_S
        presses = app.event_dispatcher.press_filter
        return app.is_settled or (driver.scene == "notice" and not presses.holds_back(app.scene, app.now_s))

    driver.until(rests, driver.scene)
    while driver.scene == "notice":
        notices.append(" ".join(node.name for node in driver.nodes() if node.role != "button"))
        driver.key(pygame.K_RETURN)
        driver.until(rests, driver.scene)


def _walk(driver: Driver, notices: list[str], tabs: tuple[str, ...] = TABS) -> None:
    """Open every screen that shows what somebody has."""
    app = driver.app
    _rest(driver, notices)
    for show in (app.show_tour, app.show_deals, app.show_profiles):
        show()
        _rest(driver, notices)
        app.pop() if len(app.scenes) > 1 else app.go_home()
        _rest(driver, notices)
    app.show_roadbook()
    _rest(driver, notices)
    for tab in tabs:
        driver.press(f"tabs.{tab}")
        _rest(driver, notices)
    app.go_home()  # where all is counted anew
    _rest(driver, notices)


@contextmanager
def _listening(wrong: list[str]) -> Iterator[None]:
    """Note what is logged as an error."""

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            error = record.exc_info[1] if record.exc_info else None
            wrong.append(f"logged: {record.getMessage()[-400:]} {error!r}")

    listener, logger = Listener(logging.ERROR), logging.getLogger("game")
    logger.addHandler(listener)
    try:
        yield
    finally:
        logger.removeHandler(listener)


def take_in_often(folder: Path, count: int, seed: int, found: Findings) -> None:
    """Try out so many changes; of those that the gate makes the same of, one is taken through the screens."""
    world, rng = World(folder), Random(seed)
    found.tell(", ".join(f"{len(ones)} changes of {name}" for name, ones in world.changes.items()))
    chosen = [(name, change) for name, ones in world.changes.items() for change in ones]
    chosen = rng.sample(chosen, min(count, len(chosen)))
    queues: dict[str, dict[object, Change]] = {name: {} for name in world.changes}
    for name, change in chosen:
        queues[name].setdefault(world.outcome(change), change)
    found.counts["files"] = len(chosen)
    with sketching(), mock.patch.object(os, "fsync"):
        for n in itertools.count(1):
            made = {name: queue.pop(next(iter(queue))) for name in world.due(n) if (queue := queues[name])}
            found.counts["outcomes"] += len(made)
            found.counts["times through the screens"] = n
            told_of = "; ".join(map(str, made.values()))
            wrong = [f"{fault} (round {n} of seed {seed}: {told_of})" for fault in world.suffer(made)]
            found.add(n, wrong, told_every=25)
            if not any(queues.values()):
                return


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.foreign_files", description=__doc__)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.getLogger("game").propagate = False
    return told(lambda folder, found: take_in_often(folder, options.count, options.seed, found))


if __name__ == "__main__":
    sys.exit(main())
