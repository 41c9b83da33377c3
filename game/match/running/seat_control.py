"""Who decides for each seat now: its person, the autopilot, or its own bot."""

from __future__ import annotations

from ai.spec import TOP_LEVEL, BotSpec
from game.engine.errors import Refusal
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.match.bots.decisions import BotQuestion
from game.match.match_file import SavedMatch
from game.match.progress import MatchProgress
from game.match.running.viewer_feed import ViewerFeed
from game.people.players import bot_spec

HINT_MS = 2000.0
"""The time limit of a hint, in milliseconds; decisions in the match have none."""


class IllegalMoveError(Exception):
    """Raised for an illegal move of the viewer; ``reason`` is the engine's refusal."""

    def __init__(self, move: Move, reason: Refusal) -> None:
        super().__init__(f"{move.text}: {reason}")
        self.move = move
        self.reason = reason


class SeatControl:
    """Says who decides for each seat: its person, the autopilot, or its own bot.

    ``persons`` are the seats of persons, ``autopilot_seats`` those of them on autopilot. The autopilot is the strongest
    bot and plays until the leg ends. ``autopilot_used`` are the seats for which it decided anything in this leg. While
    ``autoplays_discards`` is set, it chooses the viewer's cards when only discards are possible; that does not count as
    use of the autopilot, since nothing depends on it.
    """

    def __init__(self, start: SavedMatch, progress: MatchProgress, viewer_feed: ViewerFeed) -> None:
        self.persons = tuple(seat for seat, player in enumerate(start.players) if player.is_human)
        self._start = start
        self._progress = progress
        self._viewer_feed = viewer_feed
        self.begin_leg()

    def begin_leg(
        self, autopilot_seats: frozenset[int] = frozenset(), autopilot_used: frozenset[int] = frozenset()
    ) -> None:
        """Begin a leg, new or resumed, in which the ``autopilot_seats`` are on autopilot; all other persons decide.

        ``autopilot_used`` are the seats for which the autopilot has already decided in this leg.
        """
        self._autopilot_seats, self.autopilot_used = autopilot_seats, autopilot_used
        self.autoplays_discards = False

    @property
    def is_hot_seat(self) -> bool:
        """Whether several persons share the screen."""
        return len(self.persons) > 1

    @property
    def autopilot_seats(self) -> frozenset[int]:
        """The persons' seats on autopilot; none once the leg is over."""
        return frozenset() if self._progress.phase is Phase.OVER else self._autopilot_seats

    @property
    def is_autopilot_on(self) -> bool:
        """Whether the viewer's seat is on autopilot."""
        return self._viewer_feed.seat in self._autopilot_seats

    @property
    def can_take_over(self) -> bool:
        """Whether the viewer's seat is on autopilot in a leg that is not over, so that the viewer can end it."""
        return self._viewer_feed.seat in self.autopilot_seats

    def start_autopilot(self) -> None:
        """Put the viewer's seat on autopilot; the bot sees only what the viewer may know."""
        self._autopilot_seats |= {self._viewer_feed.seat}

    def stop_autopilot(self, seat: int) -> None:
        self._autopilot_seats -= {seat}

    def record_autopilot(self, seat: int) -> None:
        """Record in ``autopilot_used`` that a bot decided for that seat, if it is on autopilot."""
        self.autopilot_used |= self._autopilot_seats & {seat}

    def is_person(self, seat: int) -> bool:
        """Return whether a person decides for that seat now."""
        is_chosen = seat == self._viewer_feed.seat and self._is_discard_chosen
        return seat in self.persons and seat not in self._autopilot_seats and not is_chosen

    @property
    def is_viewers_decision(self) -> bool:
        return self._progress.seat == self._viewer_feed.seat and self.is_person(self._viewer_feed.seat)

    @property
    def is_autoplaying(self) -> bool:
        """Whether automatic discards are on and the next decision is not a person's."""
        seat = self._progress.seat
        return self.autoplays_discards and seat is not None and not self.is_person(seat)

    @property
    def _is_discard_chosen(self) -> bool:
        """Whether it is the viewer's turn and a bot chooses what the viewer discards."""
        viewer, progress = self._viewer_feed.seat, self._progress
        is_turn = self.autoplays_discards and progress.seat == viewer and progress.phase is Phase.TURN
        return is_turn and progress.observe(viewer).must_discard

    def question(self, seen: Observation) -> BotQuestion:
        """Return the question to the bot that decides for the seat of the observation ``seen``."""
        return BotQuestion(self._spec(seen), seen, self._progress.decision_seed(seen))

    def hint_question(self, seen: Observation) -> BotQuestion:
        """Return the question to the coach what the viewer, whose observation is ``seen``, should do."""
        seed = f"{self._progress.decision_seed(seen)}/hint"
        return BotQuestion(BotSpec(level=TOP_LEVEL), seen, seed, HINT_MS, is_hint=True)

    def _spec(self, seen: Observation) -> BotSpec:
        if seen.seat in self.persons:
            return BotSpec(level=TOP_LEVEL)
        sides = {n for n, side in enumerate(seen.sides) for seat in side.seats if seat in self.persons}
        return bot_spec(self._start.players[seen.seat], sides, self._start.manner)
