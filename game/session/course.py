"""How far a match has come, with everything hidden in it: the one place in the session that holds a leg."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from game.engine.cards import Card
from game.engine.errors import Reason
from game.engine.events import Event
from game.engine.leg import Leg
from game.engine.match import LegResult, Match
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.engine.record import Record
from game.engine.rules import load_rules, shuffled
from game.session.matchfile import Saved


class Course:
    """A match and its running leg; ``start`` says what it began with.

    A leg that is over counts only after ``count_leg``: so the last observation still shows the totals before it.
    """

    def __init__(self, start: Saved) -> None:
        self.match = Match(start.setup, start.first_dealer)
        self._start = start
        self._rules = load_rules(start.setup.rules)
        self._deck: tuple[Card, ...] = ()
        self._moves: list[Move] = []
        self._is_counted = True
        self._leg: Leg

    @property
    def phase(self) -> Phase:
        """What the leg waits for."""
        return self._leg.phase

    @property
    def seat(self) -> int | None:
        """Whose decision it is, None when the leg is over."""
        return self._leg.seat

    @property
    def number(self) -> int:
        """The running leg, from 1; one that is over and counted is still it."""
        return len(self.match.results) + (not self._is_counted)

    @property
    def results(self) -> tuple[LegResult, ...]:
        """The legs that count already."""
        return tuple(self.match.results)

    def deal(self) -> list[Event]:
        """Deal the next leg from its own seed, so that it is the same however the match came here."""
        setup, number = self._start.setup, len(self.match.results) + 1
        rng = random.Random(f"{self._start.seed}/leg/{number}")
        events: list[Event] = []
        self.begin(shuffled(self._rules.deck(setup.seats, setup.seating), rng), events)
        return events

    def begin(self, deck: Sequence[Card], events: list[Event] | None = None) -> None:
        """Begin the next leg with that deck."""
        self._deck, self._moves, self._is_counted = tuple(deck), [], False
        self._leg = self.match.deal(self._deck, events)

    def apply(self, move: Move) -> list[Event]:
        """Apply a legal move; everything that happened."""
        events: list[Event] = []
        self._leg.apply(move, events)
        self._moves.append(move)
        return events

    def count_leg(self) -> None:
        """Count the leg if it is over and not counted yet."""
        if self.phase is Phase.OVER and not self._is_counted:
            self._is_counted = True
            self.match.finish(self._leg)

    def why_not(self, move: Move) -> Reason | None:
        """The engine's reason against the move, None if it is legal."""
        return self._leg.why_not(move)

    def observe(self, seat: int) -> Observation:
        """What that seat may know now."""
        return self._leg.observe(seat, self.match.context)

    def decision_seed(self, seat: int) -> str:
        """The seed of this decision's generator: a resumed match goes on exactly as it would have."""
        return f"{self._start.seed}/leg/{self.number}/move/{len(self._moves)}/seat/{seat}"

    def saved(self) -> Saved:
        """The match as it is now, to be written."""
        records = [result.record for result in self.match.results]
        if not self._is_counted:
            records.append(self._record())
        return replace(self._start, records=tuple(records), totals=tuple(self.match.totals))

    def _record(self) -> Record:
        setup = self._start.setup
        return Record(
            rules=setup.rules,
            options=setup.options,
            seating=setup.seating,
            seats=setup.seats,
            dealer=self._leg.dealer,
            deck=self._deck,
            moves=tuple(self._moves),
        )
