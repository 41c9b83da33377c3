"""The bots of each level play one leg in the person's seat, so that the results can be compared.

The cards are the same, and the rivals decide with the same random seeds: as long as a bot makes the person's moves, the
rivals make the same moves too. The bots run in a worker process, one question at a time, and see only what a player in
that seat may see.
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
"""At most this many moves are made per frame. A move takes 20 µs; its answer comes a frame later at the earliest."""
_MOST_PROGRESS = 0.95
"""The highest progress shown before a run ends, since it may take more moves than the person's."""
_USUAL_MOVES = 80
"""The number of moves assumed for a leg that no one has played yet."""


@dataclass(frozen=True, slots=True)
class LegScenario:
    """A leg to be played again, with everything that the decisions of its bots depend on.

    ``viewer`` is the person's seat; the moves of ``record`` are not used except for their number.
    """

    record: Record
    players: tuple[Player, ...]
    manner: Aggression
    viewer: int
    context: MatchContext
    seed: int


def first_leg_scenario(session: Session) -> LegScenario:
    """Return the first leg of a match as a scenario to play again. Raises ``IndexError`` if it is not over.

    A deal has no other leg, unless a tie makes one necessary.
    """
    first, setup = session.history[0], session.setup
    context = MatchContext(1, (0,) * len(session.totals), setup.target_score, setup.legs)
    return LegScenario(first.record, session.players, session.aggression, session.viewer, context, session.saved.seed)


@dataclass(frozen=True, slots=True)
class LegRun:
    """One player's result in the leg: a bot of that ``level``, or the person if it is None.

    ``points``, ``km`` and ``coups_fourres`` are those of the player's side; ``has_won`` tells whether it won the leg.
    """

    level: str | None
    points: int
    km: int
    coups_fourres: int
    has_won: bool
    record: Record


class LevelRuns:
    """Plays a leg with a bot of each of ``levels`` in the person's seat, in that order.

    Call ``poll`` every frame, and ``close`` at the end. If ``bots`` is not given, a worker process is started.
    """

    def __init__(self, scenario: LegScenario, *, levels: Sequence[str] = LEVELS, bots: BotClient | None = None) -> None:
        self.fault: str | None = None
        """The message of the error that stopped the runs, or None."""
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
        """The finished runs, in the order in which they were played."""
        return tuple(self._runs)

    @property
    def is_over(self) -> bool:
        """Whether all runs have ended or an error has stopped them."""
        return self.fault is not None or len(self._runs) == len(self._levels)

    @property
    def pending_levels(self) -> tuple[str, ...]:
        """The levels that have not finished, beginning with the one playing now."""
        return self._levels[len(self._runs) :]

    @property
    def progress(self) -> float:
        """How far the run being played has come, from 0 to 1, estimated from its number of moves."""
        return min(_MOST_PROGRESS, len(self._leg.moves) / (len(self._scenario.record.moves) or _USUAL_MOVES))

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the finished levels, in the order of ``levels``."""
        return tuple(drive.points for drive in self._runs)

    def poll(self) -> bool:
        """Continue the runs without blocking; return True if one has just ended or an error has stopped them."""
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
        """Make the move that the bot answered; return True if the run ended with it or the answer is an error."""
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
        self._bots.close()

    def _ask(self) -> None:
        driven, leg, seat = self._scenario, self._leg, self._leg.seat
        assert seat is not None
        if seat == driven.viewer:
            spec = BotSpec(self._levels[len(self._runs)])
        else:
            spec = bot_spec(driven.players[seat], (self.side,), driven.manner)
        seen = leg.observe(seat, driven.context)
        self._question = BotQuestion(spec, seen, decision_seed(driven.seed, seen))
        self._bots.ask(self._question)

    def _deal_leg(self) -> Leg:
        return deal_record(replace(self._scenario.record, moves=()))


class SeatComparison(LevelRuns):
    """The person's own result in a finished leg, compared with those of all bot levels in the same seat."""

    def __init__(self, scenario: LegScenario, *, bots: BotClient | None = None) -> None:
        super().__init__(scenario, bots=bots)
        self.own_run = _run_of_leg(replay(scenario.record), scenario.viewer, None)

    @property
    def runs(self) -> tuple[LegRun, ...]:
        return tuple(sorted((self.own_run, *self._runs), key=lambda drive: -drive.points))

    def rank(self, run: LegRun) -> int:
        """Return the rank of a run among the runs finished so far, from 1; runs with equal points share a rank."""
        return 1 + sum(other.points > run.points for other in self.runs)


def with_run_as_first_leg(saved: SavedMatch, run: LegRun) -> SavedMatch:
    """Return a copy of the match with this run as its only leg; the person's own run changes nothing."""
    if run.level is None:
        return saved
    return replace(saved, legs=(SavedLeg(run.record),))


def _run_of_leg(leg: Leg, seat: int, level: str | None) -> LegRun:
    """Return the result of a finished leg for the side of ``seat``; ``level`` is None for the person."""
    assert leg.scores is not None
    views, side = leg.side_views(leg.piles()), leg.compiled_rules.side_of[seat]
    coups_fourres = len(views[side].coups_fourres)
    return LegRun(level, leg.scores[side].total, views[side].km, coups_fourres, leg.winner == side, Record.of(leg))
