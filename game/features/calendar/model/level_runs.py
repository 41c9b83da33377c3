"""Each level of the bots plays a leg in the person's seat.

Cards are the same, and rivals decide from the same seeds: as long as a bot plays as the person did, so do the rivals.
The bots think in a worker process, one question at a time, and each gets an observation, as in a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ai.spec import LEVELS, BotSpec
from game.engine.leg import Leg
from game.engine.record import Record, deal_record, replay
from game.engine.rules import side_of, sides_of
from game.engine.setup import MatchContext
from game.match.bots.client import BotClient, WorkerBots
from game.match.bots.decisions import BotAnswer, BotQuestion, legal_answer
from game.match.match_file import SavedLeg, SavedMatch
from game.match.progress import decision_seed
from game.match.session import Session
from game.people.players import Aggression, Player, bot_spec, liveries_by_side

_MOVES_A_FRAME = 8
"""A frame makes this many moves at most; a move takes 20 µs, and its answer comes a frame later at the earliest."""
_MOST_PROGRESS = 0.95
"""Progress stops here for a run that takes longer than the person's, until it ends."""
_USUAL_MOVES = 80
"""The assumed length of a leg that nobody has played yet."""


@dataclass(frozen=True, slots=True)
class LegScenario:
    """A leg and everything that its bots' decisions depend on; ``viewer`` is the person's seat."""

    record: Record
    players: tuple[Player, ...]
    manner: Aggression
    viewer: int
    context: MatchContext
    seed: int


def last_leg_scenario(session: Session) -> LegScenario:
    """Return the last scored leg of a match, to be played again. Raises ``IndexError`` if there is none."""
    last, setup = session.history[-1], session.setup
    before = tuple(total - score.total for total, score in zip(session.totals, last.scores, strict=True))
    context = MatchContext(len(session.history), before, setup.target_score, setup.legs)
    return LegScenario(last.record, session.players, session.manner, session.viewer, context, session.saved.seed)


@dataclass(frozen=True, slots=True)
class LegRun:
    """The result of one run for the side of the seat: ``level`` is who played, None for the person."""

    level: str | None
    points: int
    km: int
    coups_fourres: int
    has_won: bool
    record: Record


class LevelRuns:
    """Runs a leg for each of ``levels`` in the person's seat, the weakest first.

    Call ``poll`` every frame, and ``close`` at the end. Without ``bots`` a worker process is started.
    """

    def __init__(self, scenario: LegScenario, *, levels: Sequence[str] = LEVELS, bots: BotClient | None = None) -> None:
        self.fault: str | None = None
        """Why the remaining runs failed, None as long as all goes well."""
        self._scenario = scenario
        sides = sides_of(scenario.record.seats, scenario.record.seating)
        self.side = side_of(scenario.viewer, sides)
        self.livery = liveries_by_side(scenario.players, sides)[self.side]
        self._levels = tuple(levels)
        self._runs: list[LegRun] = []
        self._leg = self._deal_leg()
        self._question: BotQuestion | None = None
        self._bots: BotClient = bots if bots is not None else WorkerBots()

    @property
    def runs(self) -> tuple[LegRun, ...]:
        """The known runs, in the order in which they were played."""
        return tuple(self._runs)

    @property
    def is_over(self) -> bool:
        """Whether no more runs follow."""
        return self.fault is not None or len(self._runs) == len(self._levels)

    @property
    def pending_levels(self) -> tuple[str, ...]:
        """The levels that are still to come, the current one first."""
        return self._levels[len(self._runs) :]

    @property
    def progress(self) -> float:
        """The progress of the current run, from 0 to 1, estimated from the number of moves."""
        return min(_MOST_PROGRESS, len(self._leg.moves) / (len(self._scenario.record.moves) or _USUAL_MOVES))

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the known runs, the weakest level first."""
        return tuple(drive.points for drive in self._runs)

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
            if self._apply_answer(answer):
                return True
        return False

    def _apply_answer(self, answer: BotAnswer) -> bool:
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
        self._runs.append(_run_of_leg(self._leg, self._scenario.viewer, self._levels[len(self._runs)]))
        self._leg = self._deal_leg()
        return True

    def close(self) -> None:
        """Stop the worker process."""
        self._bots.close()

    def _ask(self) -> None:
        driven, leg, seat = self._scenario, self._leg, self._leg.seat
        assert seat is not None
        if seat == driven.viewer:
            spec = BotSpec(self._levels[len(self._runs)])
        else:
            spec = bot_spec(driven.players[seat], self.side, driven.manner)
        seen = leg.observe(seat, driven.context)
        self._question = BotQuestion(spec, seen, decision_seed(driven.seed, seen))
        self._bots.ask(self._question)

    def _deal_leg(self) -> Leg:
        return deal_record(replace(self._scenario.record, moves=()))


class SeatComparison(LevelRuns):
    """The person's own run of a finished leg, and the runs of all levels."""

    def __init__(self, scenario: LegScenario, *, bots: BotClient | None = None) -> None:
        super().__init__(scenario, bots=bots)
        self.own_run = _run_of_leg(replay(scenario.record), scenario.viewer, None)

    @property
    def runs(self) -> tuple[LegRun, ...]:
        return tuple(sorted((self.own_run, *self._runs), key=lambda drive: -drive.points))

    def rank(self, run: LegRun) -> int:
        """Return the rank of a run among those known, from 1; equal points share a rank."""
        return 1 + sum(other.points > run.points for other in self.runs)


def with_run_as_last_leg(saved: SavedMatch, run: LegRun) -> SavedMatch:
    """Return the match as if that run had been its last leg."""
    if run.level is None:
        return saved
    return replace(saved, legs=(*saved.legs[:-1], SavedLeg(run.record)))


def _run_of_leg(leg: Leg, seat: int, level: str | None) -> LegRun:
    """Return the result of a finished leg for the side of that seat."""
    assert leg.scores is not None
    views, side = leg.side_views(leg.piles()), leg.compiled_rules.side_of[seat]
    coups_fourres = len(views[side].coups_fourres)
    return LegRun(level, leg.scores[side].total, views[side].km, coups_fourres, leg.winner == side, Record.of(leg))
