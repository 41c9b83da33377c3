"""The steps of a match that its viewer sees, and the notes on the moves that the viewer knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.knowledge import after_event, redact
from game.engine.moves import Move, MoveKind
from game.engine.observation import Observation
from game.match.bot_reasons import BotReason, public_reason
from game.match.progress import MatchProgress


class Jump(StrEnum):
    """Why a step jumps to another position of the leg instead of showing a move."""

    BACK = "back"
    """The viewer took back their last decision and all that followed."""
    REDO = "again"
    """The viewer redid a decision that was taken back."""


@dataclass(frozen=True, slots=True)
class Step:
    """The events of a move that the viewer may know, and the viewer's observation after them.

    With a ``jump`` there are no events: the observation is of an earlier or later position in the leg.
    """

    events: tuple[Event, ...]
    observation: Observation
    jump: Jump | None = None


@dataclass(frozen=True, slots=True)
class LegNotes:
    """Notes on the moves of a leg, keyed by the index among the moves that a seat knows.

    ``reasons`` are the bots' reasons. ``hurried`` are the turns that a stand-in played for a silent bot (only each
    bot's first; answers to attacks, real or decoy, are never noted). ``taken_back`` has, for each time that moves were
    taken back, the index of the first of them.
    """

    reasons: Mapping[int, BotReason] = field(default_factory=dict)
    hurried: frozenset[int] = frozenset()
    taken_back: tuple[int, ...] = ()

    def before(self, end: int) -> LegNotes:
        """Return the notes on the first ``end`` moves; the indices of later take-backs become ``end``."""
        reasons = {place: reason for place, reason in self.reasons.items() if place < end}
        hurried = frozenset(place for place in self.hurried if place < end)
        return LegNotes(reasons, hurried, tuple(min(place, end) for place in self.taken_back))

    def public(self) -> LegNotes:
        """Return the notes that are public during the leg: without reasons that reveal part of a hand."""
        told = ((place, public_reason(reason)) for place, reason in self.reasons.items())
        return replace(self, reasons={place: reason for place, reason in told if reason is not None})

    def for_other_seat(self, index_map: Sequence[int]) -> LegNotes:
        """Return the notes for another seat, with all indices replaced by means of a list from ``move_index_map``."""
        reasons = {index_map[place]: reason for place, reason in self.reasons.items()}
        return LegNotes(
            reasons, frozenset(index_map[p] for p in self.hurried), tuple(index_map[p] for p in self.taken_back)
        )


class ViewerFeed:
    """The queue of steps for the viewer in one ``seat``, which contain only what that seat may know.

    The viewer's observation after the last delivered step is kept, and by seat the order of the cards on the screen.
    """

    delivered_observation: Observation

    def __init__(self, progress: MatchProgress, seat: int) -> None:
        self.seat = seat
        self.hand_orders: dict[int, tuple[Card, ...]] = {}
        self.notes = LegNotes()
        self._progress = progress
        self._steps: list[Step] = []

    @property
    def hand_order(self) -> tuple[Card, ...]:
        """The order in which the viewer has put the cards of the hand; empty if that is not known."""
        return self.hand_orders.get(self.seat, ())

    @property
    def latest_observation(self) -> Observation:
        """The observation that the viewer will have once all queued steps are delivered."""
        return self._steps[-1].observation if self._steps else self.delivered_observation

    @property
    def is_delivered(self) -> bool:
        return not self._steps

    def queue(self, events: Sequence[Event], jump: Jump | None = None) -> None:
        """Queue a step with those of these events that the viewer may know.

        If they ended the leg, it is added to the results.
        """
        seen = (redact(event, self.seat) for event in events)
        self._steps.append(Step(tuple(e for e in seen if e is not None), self._progress.observe(self.seat), jump))
        self._progress.count_leg()

    def queue_attack(self, attack: Event) -> None:
        """Queue a step that shows an attack without its outcome."""
        self._steps.append(Step((attack,), after_event(self.latest_observation, attack)))

    def queue_attack_again(self, attack: Event, before: int) -> None:
        """Queue a step that shows an attack to a person who takes the screen.

        ``before`` is the number of moves before the attack.
        """
        self._steps.append(Step((), after_event(self._progress.observe_after(before, self.seat), attack)))

    def pop_steps(self) -> list[Step]:
        """Return the queued steps, each only once."""
        steps, self._steps = self._steps, []
        if steps:
            self.delivered_observation = steps[-1].observation
        return steps

    def switch_viewer(self, seat: int, undone: Sequence[Move]) -> None:
        """Make another seat the viewer and drop the queued steps, which were for the previous one.

        In the notes, the indices among the moves (also those ``undone``) that the old seat knows become those of the
        new one.
        """
        self.notes = self.notes.for_other_seat(move_index_map((*self._progress.moves, *undone), self.seat, seat))
        self.seat, self._steps = seat, []

    def record_reason(self, reason: BotReason | None) -> None:
        """Note the reason of the move that is queued next."""
        if reason is not None:
            self.notes = replace(self.notes, reasons={**self.notes.reasons, len(self.latest_observation.moves): reason})

    def record_stand_in(self, seat: int) -> None:
        """Note that a stand-in moves next for a silent bot, only the first time in a leg for each bot."""
        moves, hurried = self.latest_observation.moves, self.notes.hurried
        if all(moves[place].seat != seat for place in hurried):
            self.notes = replace(self.notes, hurried=hurried | {len(moves)})


def move_index_map(moves: Sequence[Move], seat: int, other: int) -> list[int]:
    """Return a list that converts a move's index as ``seat`` knows the moves to its index as ``other`` knows them.

    The list has one more entry, for the end. The two differ because a seat does not know the refusals of others.
    """
    to, places = 0, list[int]()
    for played in moves:
        if played.kind is not MoveKind.DECLINE or played.seat == seat:
            places.append(to)
        to += played.kind is not MoveKind.DECLINE or played.seat == other
    return [*places, to]
