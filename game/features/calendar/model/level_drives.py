"""Each level of the bots plays a leg in the person's seat.

Cards are the same, and rivals decide from the same seeds: as long as a bot plays as the person did, so do the rivals.
The bots think in a worker process, one question at a time, and each gets an observation, as in a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ai.spec import LEVELS, BotSpec
from game.engine.leg import Leg
from game.engine.record import Record, deal, replay
from game.engine.rules import side_of, sides_of
from game.engine.setup import MatchContext
from game.match.bots.client import Bots, WorkerBots
from game.match.bots.decisions import BotAnswer, BotQuestion, legal_answer
from game.match.match_file import Saved, SavedLeg
from game.match.progress import decision_seed
from game.match.session import Session
from game.people.players import Manner, Player, bot_spec, liveries

_MOVES_A_FRAME = 8
"""A frame makes this many moves at most; a move takes 20 µs, and its answer comes a frame later at the earliest."""
_MOST_PROGRESS = 0.95
"""Progress stops here for a run that takes longer than the person's, until it ends."""
_USUAL_MOVES = 80
"""The assumed length of a leg that nobody has played yet."""


@dataclass(frozen=True, slots=True)
class DrivenLeg:
    """A leg and everything that its bots' decisions depend on; ``viewer`` is the person's seat."""

    record: Record
    players: tuple[Player, ...]
    manner: Manner
    viewer: int
    context: MatchContext
    seed: int


def driven_leg(session: Session) -> DrivenLeg:
    """Return the last scored leg of a match, to be played again. Raises ``IndexError`` if there is none."""
    last, setup = session.history[-1], session.setup
    before = tuple(total - score.total for total, score in zip(session.totals, last.scores, strict=True))
    context = MatchContext(len(session.history), before, setup.target_score, setup.legs)
    return DrivenLeg(last.record, session.players, session.manner, session.viewer, context, session.saved.seed)


@dataclass(frozen=True, slots=True)
class Drive:
    """The result of one run for the side of the seat: ``level`` is who played, None for the person."""

    level: str | None
    points: int
    km: int
    coups_fourres: int
    has_won: bool
    record: Record


class LevelDrives:
    """Runs a leg for each of ``levels`` in the person's seat, the weakest first.

    Call ``poll`` every frame, and ``close`` at the end. Without ``bots`` a worker process is started.
    """

    def __init__(self, driven: DrivenLeg, *, levels: Sequence[str] = LEVELS, bots: Bots | None = None) -> None:
        self.fault: str | None = None
        """Why the remaining runs failed, None as long as all goes well."""
        self._driven = driven
        sides = sides_of(driven.record.seats, driven.record.seating)
        self.side = side_of(driven.viewer, sides)
        self.livery = liveries(driven.players, sides)[self.side]
        self._levels = tuple(levels)
        self._drives: list[Drive] = []
        self._leg = self._dealt()
        self._question: BotQuestion | None = None
        self._bots: Bots = bots if bots is not None else WorkerBots()

    @property
    def drives(self) -> tuple[Drive, ...]:
        """The known runs, in the order in which they were played."""
        return tuple(self._drives)

    @property
    def is_over(self) -> bool:
        """Whether no more runs follow."""
        return self.fault is not None or len(self._drives) == len(self._levels)

    @property
    def due(self) -> tuple[str, ...]:
        """The levels that are still to come, the current one first."""
        return self._levels[len(self._drives) :]

    @property
    def progress(self) -> float:
        """The progress of the current run, from 0 to 1, estimated from the number of moves."""
        return min(_MOST_PROGRESS, len(self._leg.moves) / (len(self._driven.record.moves) or _USUAL_MOVES))

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the known runs, the weakest level first."""
        return tuple(drive.points for drive in self._drives)

    def poll(self) -> bool:
        """Advance without blocking; return True if another run has ended or the rest failed."""
        for _ in range(_MOVES_A_FRAME):
            if self.is_over:
                return False
            if self._question is None:
                self._ask()
            answer = self._bots.poll()
            if answer is None:
                return False
            if self._take(answer):
                return True
        return False

    def _take(self, answer: BotAnswer) -> bool:
        """Apply the answer's move; return what ``poll`` returns."""
        assert self._question is not None
        answer = legal_answer(self._question, answer)
        if answer.problem is not None:
            self.fault = answer.problem.values["error"]
            return True
        self._question = None
        self._leg.apply(answer.move)
        if not self._leg.is_over:
            return False
        self._drives.append(_drive(self._leg, self._driven.viewer, self._levels[len(self._drives)]))
        self._leg = self._dealt()
        return True

    def close(self) -> None:
        """Stop the worker process."""
        self._bots.close()

    def _ask(self) -> None:
        driven, leg, seat = self._driven, self._leg, self._leg.seat
        assert seat is not None
        if seat == driven.viewer:
            spec = BotSpec(self._levels[len(self._drives)])
        else:
            spec = bot_spec(driven.players[seat], self.side, driven.manner)
        seen = leg.observe(seat, driven.context)
        self._question = BotQuestion(spec, seen, decision_seed(driven.seed, seen))
        self._bots.ask(self._question)

    def _dealt(self) -> Leg:
        return deal(replace(self._driven.record, moves=()))


class SeatComparison(LevelDrives):
    """The person's own run of a finished leg, and the runs of all levels."""

    def __init__(self, driven: DrivenLeg, *, bots: Bots | None = None) -> None:
        super().__init__(driven, bots=bots)
        self.own = _drive(replay(driven.record), driven.viewer, None)

    @property
    def drives(self) -> tuple[Drive, ...]:
        return tuple(sorted((self.own, *self._drives), key=lambda drive: -drive.points))

    def place(self, drive: Drive) -> int:
        """Return the rank of a run among those known, from 1; equal points share a rank."""
        return 1 + sum(other.points > drive.points for other in self.drives)


def as_driven(saved: Saved, drive: Drive) -> Saved:
    """Return the match as if that run had been its last leg."""
    if drive.level is None:
        return saved
    return replace(saved, legs=(*saved.legs[:-1], SavedLeg(drive.record)))


def _drive(leg: Leg, seat: int, level: str | None) -> Drive:
    """Return the result of a finished leg for the side of that seat."""
    assert leg.scores is not None
    views, side = leg.views(leg.layout()), leg.table.side_of[seat]
    coups_fourres = len(views[side].coups_fourres)
    return Drive(level, leg.scores[side].total, views[side].km, coups_fourres, leg.winner == side, Record.of(leg))
