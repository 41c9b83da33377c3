"""What plays sessions in tests: a clock to turn by hand, writers that obey, players that need no window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.engine.rules import Seating
from game.engine.setup import MatchSetup
from game.files import writer
from game.files.forms import FormatError
from game.files.writer import Content, PendingWrite
from game.match.bot_reasons import BotReason
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotAnswer, BotQuestion
from game.match.comparisons import Advice, Comparison, ComparisonKind, MoveValue
from game.match.running.viewer_feed import Step
from game.match.session import Session
from game.people.players import DRIVERS, HUMAN, Player, bot
from game.settings.user_files import UserFiles
from game.system.logs import CLOSE_TIMEOUT_S

FRAME_S = 1 / 64  # exact in binary, so that pauses come out in whole frames
MOST_POLLS = 200_000


class Clock:
    """Seconds that pass only when told."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class ObedientWriter:
    """Writes at once, in the caller's thread; while ``is_withholding`` it neither writes nor acknowledges."""

    def __init__(self) -> None:
        self.is_withholding = False
        self._waiting: list[tuple[PendingWrite, Callable[[], None]]] = []
        self.written: list[tuple[Path, bytes | None]] = []

    def submit(self, path: Path, data: Content) -> PendingWrite:
        def write() -> None:
            made = data() if callable(data) else data
            self.written.append((path, made))
            writer.write_atomically(path, made)

        return self._take(PendingWrite(path), write)

    def remove(self, path: Path) -> PendingWrite:
        self.written.append((path, None))
        return self._take(PendingWrite(path), lambda: writer.remove_file(path))

    def run(self, path: Path, job: Callable[[], None]) -> PendingWrite:
        return self._take(PendingWrite(path), job)

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        self.release()
        return True

    def release(self) -> None:
        self.is_withholding = False
        for ticket, job in self._waiting:
            self._do(ticket, job)
        self._waiting.clear()

    def _take(self, ticket: PendingWrite, job: Callable[[], None]) -> PendingWrite:
        if self.is_withholding:
            self._waiting.append((ticket, job))
        else:
            self._do(ticket, job)
        return ticket

    @staticmethod
    def _do(ticket: PendingWrite, job: Callable[[], None]) -> None:
        try:
            job()
        except (OSError, FormatError) as error:
            ticket.finish(error)
        else:
            ticket.finish()


def even_advice(observation: Observation, chosen: Move) -> Advice:
    """The coach's advice to make that move, for no reason: another is about as good, if there is one."""
    other = next((each for each in observation.legal if each is not chosen), None)
    told = Comparison(ComparisonKind.ONLY) if other is None else Comparison(ComparisonKind.EVEN, is_level=True)
    return Advice(MoveValue(chosen, 0.0, 0.41), None if other is None else MoveValue(other, -4.0, 0.40), told)


class QuickBots(InlineBots):
    """Bots that choose by lot from the seed: whole matches in a blink. ``asked`` are the questions so far.

    ``explain`` gives the reason of a move; without it there is none.
    """

    def __init__(
        self,
        choose: Callable[[Observation, Random], Move] | None = None,
        explain: Callable[[Move], BotReason] | None = None,
    ) -> None:
        super().__init__(self._chosen)
        self.asked: list[BotQuestion] = []
        self._explain = explain
        self._choose = choose or (lambda observation, rng: rng.choice(observation.legal))

    def _chosen(self, question: BotQuestion) -> BotAnswer:
        self.asked.append(question)
        chosen = self._choose(question.observation, Random(question.seed))
        if question.is_hint:
            return BotAnswer(chosen, advice=even_advice(question.observation, chosen))
        return BotAnswer(chosen, self._explain(chosen) if self._explain else None)


def aggressive(observation: Observation, rng: Random) -> Move:
    """Attacks whenever it can, and refuses every coup fourré, so that nothing public follows from being asked."""
    attacks = [m for m in observation.legal if m.side is not None]
    refusals = [m for m in observation.legal if m.kind is MoveKind.DECLINE]
    return rng.choice(refusals or attacks or list(observation.legal))


def setup_of(
    rules: str = "winning_moves", seats: int = 4, seating: Seating = Seating.SOLO, *, legs: int | None = None
) -> MatchSetup:
    book = MatchSetup.from_booklet(rules, seating, seats)
    return book if legs is None else MatchSetup(rules, seating, seats, target_score=None, legs=legs)


def bots_for(seats: int) -> tuple[Player, ...]:
    return tuple(bot(driver) for driver in DRIVERS[:seats])


def person_and_bots(seats: int) -> tuple[Player, ...]:
    return (HUMAN, *bots_for(seats)[1:])


def put_match(files: UserFiles, data: bytes) -> Path:
    """Put a file among the kept matches; where it lies."""
    files.matches.mkdir(parents=True, exist_ok=True)
    path = files.match_path("kept")
    path.write_bytes(data)
    return path


def kept_match(folder: Path) -> Path:
    """The file of the one match that is kept there."""
    (path,) = (folder / "matches").glob("*.json")
    return path


def files_in(folder: Path) -> tuple[UserFiles, ObedientWriter]:
    obedient = ObedientWriter()
    return UserFiles(folder, writer=obedient), obedient


def run(
    session: Session,
    clock: Clock,
    *,
    until: Callable[[Session], bool] = lambda session: session.is_match_over,
    person: Callable[[Session], Move] | None = None,
) -> list[Step]:
    """Poll frame by frame until the session is there; ``person`` decides for the viewer. All steps on the way."""
    steps: list[Step] = []
    for _ in range(MOST_POLLS):
        steps += session.poll()
        if until(session):
            return steps
        if session.is_leg_over:
            session.next_leg()
        elif session.is_waiting_for_viewer:
            assert person is not None, "the session waits for a person"
            session.play(person(session))
        clock.now_s += FRAME_S
    raise AssertionError("the session does not get there")


def first_sensible(session: Session) -> Move:
    """A person's move that depends on what is seen only."""
    observation = session.observation
    return Random(f"{observation.leg}/{len(observation.moves)}").choice(observation.legal)


def moves_of(steps: Sequence[Step]) -> tuple[Move, ...]:
    """The moves of the leg that these steps end in."""
    return steps[-1].observation.moves
