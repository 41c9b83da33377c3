"""The state of a match including all hidden cards; no other object of the session holds a leg."""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import sha256

from game.engine.errors import Refusal
from game.engine.events import Event
from game.engine.leg import Leg
from game.engine.match import LegResult, Match
from game.engine.moves import Move
from game.engine.observation import Observation, Phase
from game.engine.record import Record, replay
from game.match.deals import Deal, random_deal_number
from game.match.match_file import SavedMatch
from game.people.players import first_person_seat


def leg_deal(start: SavedMatch, leg: int) -> Deal:
    """Return the deal of a leg (counted from 1).

    Its number is random, from the match's seed, unless ``first_deal`` is set.
    """
    dealer = (start.first_dealer + leg - 1 - first_person_seat(start.players)) % start.setup.seats
    number = start.first_deal if leg == 1 else None
    if number is None:
        number = random_deal_number(random.Random(f"{start.seed}/leg/{leg}"))
    return Deal.of(start.setup, dealer, number)


def decision_seed(seed: int, seen: Observation) -> str:
    """Return the seed for a seat's decision; a resumed match uses the same one, so the bot decides the same way.

    The bot receives this seed. It is a hash, so that the match's seed, and with it the decks, cannot be recovered; and
    it depends on nothing that this seat does not know.
    """
    return sha256(f"a decision/{seed}/{seen.leg}/{len(seen.moves)}/{seen.seat}".encode()).hexdigest()


class MatchProgress:
    """A match and its running leg, including all hidden cards; ``start`` is its initial state.

    A finished leg counts only after ``count_leg``, so that the last observation still shows the totals before it.
    """

    def __init__(self, start: SavedMatch) -> None:
        self.match = Match(start.setup, start.first_dealer)
        self._start = start
        self._is_counted = True
        self._leg: Leg

    @property
    def phase(self) -> Phase:
        return self._leg.phase

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is to decide, or None when the leg is over."""
        return self._leg.seat

    @property
    def leg_number(self) -> int:
        """The number of the running leg, from 1; a finished leg stays current until the next deal."""
        return len(self.match.results) + (not self._is_counted)

    @property
    def results(self) -> tuple[LegResult, ...]:
        return tuple(self.match.results)

    def deal(self) -> list[Event]:
        """Deal the next leg and return its first events.

        The cards depend on the match's seed and the leg's number only, not on the course of the match.
        """
        events: list[Event] = []
        self._begin(self.match.deal(leg_deal(self._start, len(self.match.results) + 1).deck, events))
        return events

    @property
    def first_deal(self) -> Deal | None:
        """The first leg's numbered deal; None if its cards are others, arranged or dealt by an earlier version."""
        deal = leg_deal(self._start, 1)
        dealt = self.results[0].record.deck if self.results else self._leg.deck
        return deal if deal.deck == dealt else None

    def restore(self, record: Record) -> None:
        """Replay the record of the next leg, which must follow from the match so far; the leg is not counted yet.

        Raises ``RecordError`` if a move is illegal.
        """
        self._begin(replay(record))

    def _begin(self, leg: Leg) -> None:
        self._leg, self._is_counted = leg, False

    def apply(self, move: Move) -> list[Event]:
        """Apply a legal move and return its events."""
        events: list[Event] = []
        self._leg.apply(move, events)
        return events

    def count_leg(self) -> None:
        """Add the leg to the results if it is over and not yet added."""
        if self.phase is Phase.OVER and not self._is_counted:
            self._is_counted = True
            self.match.add_finished_leg(self._leg)

    @property
    def forced_answer(self) -> Move | None:
        """The answer to an open extension question if only one makes sense, else None.

        Source: ``Observation.forced_answer``.
        """
        return self.observe(self._leg.seat or 0).forced_answer if self.phase is Phase.EXTENSION else None

    def refusal_for(self, move: Move) -> Refusal | None:
        return self._leg.refusal_for(move)

    def observe(self, seat: int) -> Observation:
        """Return the observation of that seat: all that it may know now."""
        return self._leg.observe(seat, self.match.context)

    def observe_after(self, moves: int, seat: int) -> Observation:
        """Return the observation of that seat after the first ``moves`` moves of the running leg."""
        record = self.record
        leg = replay(replace(record, moves=record.moves[:moves]))
        return leg.observe(seat, self.match.context)

    def decision_seed(self, seen: Observation) -> str:
        return decision_seed(self._start.seed, seen)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the running leg, including those that the viewer has not been shown yet."""
        return tuple(self._leg.moves)

    @property
    def record(self) -> Record:
        return Record.of(self._leg)
