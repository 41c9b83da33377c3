"""What each level of the bots makes of the person's seat: a leg that was played, played anew by each of them.

Cards and rivals are as they were, and rivals decide from the same seeds: while a bot drives as the person did, so do
they. It thinks in a worker process of its own, one question at a time; every bot gets an observation, as in a match.
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
"""A move is made in some 20 µs, and its answer comes one frame later at the earliest."""
_MOST_PROGRESS = 0.95
"""A drive that takes longer than the person's seems to stand there till its end."""
_USUAL_MOVES = 80
"""So many a leg has where nobody has driven it yet."""


@dataclass(frozen=True, slots=True)
class DrivenLeg:
    """A leg, and all that its bots' decisions come from; ``viewer`` is the person's seat."""

    record: Record
    players: tuple[Player, ...]
    manner: Manner
    viewer: int
    context: MatchContext
    seed: int


def driven_leg(session: Session) -> DrivenLeg:
    """The leg of a match that was counted last, to be driven anew. Raises ``IndexError`` if there is none."""
    last, setup = session.history[-1], session.setup
    before = tuple(total - score.total for total, score in zip(session.totals, last.scores, strict=True))
    context = MatchContext(len(session.history), before, setup.target_score, setup.legs)
    return DrivenLeg(last.record, session.players, session.manner, session.viewer, context, session.saved.seed)


@dataclass(frozen=True, slots=True)
class Drive:
    """What a leg brought the side of one seat; ``level`` is who drove, None for the person; ``record`` tells how."""

    level: str | None
    points: int
    km: int
    coups_fourres: int
    has_won: bool
    record: Record


class LevelDrives:
    """The drives of the ``levels`` in the person's seat, the weakest first.

    Call ``poll`` every frame, and ``close`` at the end. ``bots`` None starts a worker process.
    """

    def __init__(self, driven: DrivenLeg, *, levels: Sequence[str] = LEVELS, bots: Bots | None = None) -> None:
        self.fault: str | None = None
        """Why the rest cannot be counted, None as long as all goes well."""
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
        """Those that are known, as they were driven."""
        return tuple(self._drives)

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes."""
        return self.fault is not None or len(self._drives) == len(self._levels)

    @property
    def due(self) -> tuple[str, ...]:
        """The levels that are still to come, that under way first."""
        return self._levels[len(self._drives) :]

    @property
    def progress(self) -> float:
        """How far the drive under way has come, from 0 to 1, as far as one can tell."""
        return min(_MOST_PROGRESS, len(self._leg.moves) / (len(self._driven.record.moves) or _USUAL_MOVES))

    @property
    def points(self) -> tuple[int, ...]:
        """What the levels made of it, the weakest first."""
        return tuple(drive.points for drive in self._drives)

    def poll(self) -> bool:
        """Go on without waiting; True if another drive is known, or none will be."""
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
        """Make the move that was answered; True as ``poll`` says it."""
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
        """Stop, and leave no process behind."""
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
    """The drives of all levels beside the person's own, in a leg that is over."""

    def __init__(self, driven: DrivenLeg, *, bots: Bots | None = None) -> None:
        super().__init__(driven, bots=bots)
        self.own = _drive(replay(driven.record), driven.viewer, None)

    @property
    def drives(self) -> tuple[Drive, ...]:
        return tuple(sorted((self.own, *self._drives), key=lambda drive: -drive.points))

    def place(self, drive: Drive) -> int:
        """Its place among those known, from 1; equal points share one."""
        return 1 + sum(other.points > drive.points for other in self.drives)


def as_driven(saved: Saved, drive: Drive) -> Saved:
    """The match as it would be if that drive had been its last leg."""
    if drive.level is None:
        return saved
    return replace(saved, legs=(*saved.legs[:-1], SavedLeg(drive.record)))


def _drive(leg: Leg, seat: int, level: str | None) -> Drive:
    """What the leg, which is over, brought that seat's side."""
    assert leg.scores is not None
    views, side = leg.views(leg.layout()), leg.table.side_of[seat]
    coups_fourres = len(views[side].coups_fourres)
    return Drive(level, leg.scores[side].total, views[side].km, coups_fourres, leg.winner == side, Record.of(leg))
