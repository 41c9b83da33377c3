"""One person on two machines: whatever is exported, imported, deleted and lost there, they have what they had."""

from __future__ import annotations

import shutil
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from unittest import mock

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from game.career.achievements import Achievements
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.features.profiles.model import check_profile, pack_profile
from game.features.puzzles.model import PUZZLES, answer_puzzle, shipped_puzzles
from game.files.background_task import Progress
from game.files.writer import PendingWrite
from game.match.match_file import MatchKind, SavedMatch
from game.people.players import with_person_seated
from game.people.profiles import Profile
from game.settings.user_files import UserFiles
from tests.careers import roadbook_of
from tests.features.roadbook.roadbook_stage import played
from tests.nightly import examples
from tests.persons import settings_of

ANNA = Profile("anna0", "Anna")
OTHERS = Profile("ben0", "Ben"), Profile("zoe0", "Zoe")
MATCH, LEGS = "match", 3
MONDAY = date(2026, 11, 2)


@cache
def state(legs: int, *, is_whole: bool) -> bytes:
    """Anna's match when so many legs are finished; the next is begun unless the state is whole."""
    setup = MatchSetup("winning_moves", Seating.SOLO, 2, legs=1)
    match = played(replace(setup, legs=LEGS), 60)
    kept = match.legs[: legs if is_whole else legs + 1]
    if not is_whole:
        last = kept[-1].record
        kept = (*kept[:-1], replace(kept[-1], record=replace(last, moves=last.moves[:5])))
    return seated(replace(match, legs=kept))


@cache
def day_match(number: int) -> bytes:
    """The deal of a day, driven by Anna."""
    setup = MatchSetup("winning_moves", Seating.SOLO, 2, legs=1)
    match = played(setup, 80 + number)
    return seated(replace(match, kind=MatchKind.DEAL, day=day(number)))


def seated(match: SavedMatch) -> bytes:
    return replace(match, players=with_person_seated(match.players, ANNA)).to_bytes()


def day(number: int) -> date:
    return MONDAY + timedelta(days=number)


def wait(ticket: PendingWrite | None) -> None:
    assert ticket is not None
    ticket.wait()


@dataclass
class Earned:
    """What Anna has: the finished legs of her matches, goals of stages, days, and solved puzzles."""

    legs: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    stages: set[str] = field(default_factory=set)
    days: set[str] = field(default_factory=set)
    puzzles: set[str] = field(default_factory=set)

    def join(self, other: Earned) -> None:
        for id, legs in other.legs.items():
            self.legs[id] = max(self.legs[id], legs)
        self.stages |= other.stages
        self.days |= other.days
        self.puzzles |= other.puzzles

    def copy(self) -> Earned:
        same = Earned()
        same.join(self)
        return same


class Machine:
    """A folder with the user's files, and what Anna must have there."""

    def __init__(self, folder: Path, people: tuple[Profile, ...]) -> None:
        self.files = UserFiles(folder)
        self.files.matches.mkdir(parents=True)
        self.earned = Earned()
        self.settings = settings_of(*people)

    @property
    def has_anna(self) -> bool:
        return ANNA.id in [profile.id for profile in self.settings.profiles]

    def lose_settings(self) -> None:
        self.files.close()
        self.files.settings_path.unlink(missing_ok=True)
        self.files = UserFiles(self.files.folder)
        self.settings = self.files.load_settings()

    def check(self) -> None:
        people = [profile.id for profile in self.settings.profiles]
        assert len(set(people)) == len(people), "nobody is there twice"
        assert {*people} <= {ANNA.id, *(profile.id for profile in OTHERS)}
        assert [profile for profile in self.settings.profiles if profile.id == ANNA.id] in ([], [ANNA])
        career = roadbook_of(self.files)
        assert career.refresh().wait(20)
        reader = career.reader()
        figures, found = reader.figures().get(ANNA.id), reader.achievements().get(ANNA.id, Achievements())
        assert (figures.finished if figures else 0) == sum(self.earned.legs.values())
        assert ({*found.stages}, {*found.days}) == (self.earned.stages, self.earned.days)
        answers = career.files.read(PUZZLES, ANNA.id).answers
        assert {id for id, answer in answers.items() if answer.solved} == self.earned.puzzles


here = st.integers(0, 1)
numbers = st.integers(0, 1)


class TwoMachines(RuleBasedStateMachine):
    """Anna begins on the first machine, where Ben plays too, and goes on at Zoe's; where she is not, she is imported.

    An import is the only step after which a machine is checked, and the end: all others just change what must be there.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        ben, zoe = OTHERS
        self.machines = Machine(self.folder / "one", (ANNA, ben)), Machine(self.folder / "other", (zoe,))
        self.exports: list[tuple[Path, Earned, int]] = []
        self.seconds = count(1_800_000_000)  # nobody deletes the same match twice in one
        self.drive_day(0, 0)
        self.export(0)
        self.take_in(1, 0)

    def teardown(self) -> None:
        for machine in self.machines:
            machine.check()
            machine.files.close()
        shutil.rmtree(self.folder)

    def machine_of_anna(self, at: int) -> Machine:
        if not self.machines[at].has_anna:
            self.take_in(at, 0)
        return self.machines[at]

    @rule(at=here, is_whole=st.booleans(), exports=st.booleans())
    def play(self, at: int, is_whole: bool, exports: bool) -> None:
        """Play a leg of the match, which is new or was left there, to its end or into the next one."""
        machine = self.machine_of_anna(at)
        if exports:
            self.export(at)
        legs = min(LEGS, machine.earned.legs[MATCH] + 1)
        if legs == 1 or MATCH in machine.files.match_ids():
            wait(machine.files.save_match(MATCH, state(legs, is_whole=is_whole or legs == LEGS)))
            machine.earned.legs[MATCH] = legs

    @rule(at=here, number=numbers)
    def drive_day(self, at: int, number: int) -> None:
        machine, id = self.machine_of_anna(at), f"day-{number}"
        wait(machine.files.save_match(id, day_match(number)))
        machine.earned.legs[id] = 1
        machine.earned.days.add(day(number).isoformat())

    @rule(at=here, number=numbers)
    def earn(self, at: int, number: int) -> None:
        """Reach a goal of a stage, and solve a puzzle."""
        machine, stage, puzzle = self.machine_of_anna(at), f"stage_{number}", shipped_puzzles()[number].id
        career = roadbook_of(machine.files)
        wait(career.record_achievement(ANNA.id, lambda known: known | Achievements(stages={stage: (0,)})))
        wait(answer_puzzle(career, ANNA.id, puzzle, solved=True))
        machine.earned.stages.add(stage)
        machine.earned.puzzles.add(puzzle)

    @rule(at=here)
    def export(self, at: int) -> None:
        machine = self.machine_of_anna(at)
        data = pack_profile(
            roadbook_of(machine.files), machine.settings.with_current_profile(ANNA.id).person, Progress()
        )
        path = self.folder / f"{len(self.exports)}.zip"
        path.write_bytes(data)
        self.exports.append((path, machine.earned.copy(), len(machine.files.match_ids())))

    @rule(at=here, which=st.integers(0, 2))
    def take_in(self, at: int, which: int) -> None:
        """Import one of the latest exports, and check the machine."""
        machine, (path, earned, matches) = self.machines[at], self.exports[-1 - which % len(self.exports)]
        career = roadbook_of(machine.files)
        checked = check_profile(path, career, Progress())
        machine.settings = checked.add_to(machine.settings)
        assert checked.save(career, Progress()) == matches
        machine.earned.join(earned)
        machine.check()

    @rule(at=here)
    def delete_profile(self, at: int) -> None:
        machine = self.machine_of_anna(at)
        machine.settings = machine.settings.without_profile(ANNA.id)

    @rule(at=here, which=st.none() | st.integers(0, 2))
    def delete_match(self, at: int, which: int | None) -> None:
        """Delete the match, and maybe fetch it back from an export."""
        machine = self.machines[at]
        if MATCH in machine.files.match_ids():
            with mock.patch("game.match.library.now_s", return_value=next(self.seconds)):
                wait(roadbook_of(machine.files).delete_match(MATCH))
        if which is not None:
            self.take_in(at, which)

    @rule(at=here)
    def lose_settings(self, at: int) -> None:
        machine = self.machines[at]
        machine.lose_settings()
        assert machine.settings.profile == ANNA


TwoMachines.TestCase.settings = settings(max_examples=examples(40), stateful_step_count=20, deadline=None)
test_person_has_what_they_had_on_two_machines = TwoMachines.TestCase
