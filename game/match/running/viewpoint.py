"""What the viewer of a match is told of it, step by step, and what is noted beside the moves that it knows."""

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
    """How a step came about that is no move."""

    BACK = "back"
    """The viewer took back its last decision, and whatever followed from it."""
    AGAIN = "again"
    """The viewer had it made again."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happened, as the viewer may know it, and what the viewer sees after it.

    A ``jump`` has no events: the observation is that of an earlier or later moment of the leg.
    """

    events: tuple[Event, ...]
    observation: Observation
    jump: Jump | None = None


@dataclass(frozen=True, slots=True)
class LegNotes:
    """What is noted of a leg beside its moves, each by its place among those that a seat knows.

    ``reasons`` are why bots did what they did, ``hurried`` the turns that a stand-in made for a silent bot (each
    bot's first only; of answers to an attack, asked in truth or for show, nothing is told), ``taken_back`` the places
    before which moves were taken back, each as often.
    """

    reasons: Mapping[int, BotReason] = field(default_factory=dict)
    hurried: frozenset[int] = frozenset()
    taken_back: tuple[int, ...] = ()

    def before(self, end: int) -> LegNotes:
        """Those of the first so many moves; what was taken back later led back there."""
        reasons = {place: reason for place, reason in self.reasons.items() if place < end}
        hurried = frozenset(place for place in self.hurried if place < end)
        return LegNotes(reasons, hurried, tuple(min(place, end) for place in self.taken_back))

    def public(self) -> LegNotes:
        """What may be told while the leg runs: no reason that says anything about a hand."""
        told = ((place, public_reason(reason)) for place, reason in self.reasons.items())
        return replace(self, reasons={place: reason for place, reason in told if reason is not None})

    def reckoned(self, to: Sequence[int]) -> LegNotes:
        """The same by the places that another seat knows, see ``reckoning``."""
        reasons = {to[place]: reason for place, reason in self.reasons.items()}
        return LegNotes(reasons, frozenset(to[p] for p in self.hurried), tuple(to[p] for p in self.taken_back))


class Viewpoint:
    """The ``seat`` that looks: all that is told is what it may know.

    ``delivered`` is what it sees after the step that was delivered last, ``hand`` how its cards lie on the screen.
    """

    delivered: Observation

    def __init__(self, progress: MatchProgress, seat: int) -> None:
        self.seat = seat
        self.hand: tuple[Card, ...] = ()
        self.notes = LegNotes()
        self._progress = progress
        self._steps: list[Step] = []

    @property
    def latest(self) -> Observation:
        """What the viewer sees once all is delivered."""
        return self._steps[-1].observation if self._steps else self.delivered

    @property
    def is_delivered(self) -> bool:
        """Whether nothing is still to be delivered."""
        return not self._steps

    def tell(self, events: Sequence[Event], jump: Jump | None = None) -> None:
        """Queue a step with what the viewer may know of these events, and count the leg if they ended it."""
        seen = (redact(event, self.seat) for event in events)
        self._steps.append(Step(tuple(e for e in seen if e is not None), self._progress.observe(self.seat), jump))
        self._progress.count_leg()

    def tell_attack(self, attack: Event) -> None:
        """Queue a step with an attack alone, and nothing of what followed from it."""
        self._steps.append(Step((attack,), after_event(self.latest, attack)))

    def tell_anew(self, attack: Event, before: int) -> None:
        """Queue what is seen after an attack, the move after so many, for who sees it happened already."""
        self._steps.append(Step((), after_event(self._progress.observe_after(before, self.seat), attack)))

    def deliver(self) -> list[Step]:
        """The steps that are queued, once."""
        steps, self._steps = self._steps, []
        if steps:
            self.delivered = steps[-1].observation
        return steps

    def give_to(self, seat: int, undone: Sequence[Move]) -> None:
        """Let another seat look: what is still untold was another's to know.

        All places are reckoned by what this seat knows of the moves and of those ``undone``.
        """
        self.notes = self.notes.reckoned(reckoning((*self._progress.moves, *undone), self.seat, seat))
        self.seat, self.hand, self._steps = seat, (), []

    def note_reason(self, reason: BotReason | None) -> None:
        """Keep the reason of the move that is about to be told."""
        if reason is not None:
            self.notes = replace(self.notes, reasons={**self.notes.reasons, len(self.latest.moves): reason})

    def note_hurry(self, seat: int) -> None:
        """Note once a leg that a stand-in is about to move, as nothing was heard of this bot."""
        moves, hurried = self.latest.moves, self.notes.hurried
        if all(moves[place].seat != seat for place in hurried):
            self.notes = replace(self.notes, hurried=hurried | {len(moves)})


def reckoning(moves: Sequence[Move], seat: int, other: int) -> list[int]:
    """Of each place among the moves that a seat knows, the place among those that another knows; and of their end."""
    to, places = 0, list[int]()
    for played in moves:
        if played.kind is not MoveKind.DECLINE or played.seat == seat:
            places.append(to)
        to += played.kind is not MoveKind.DECLINE or played.seat == other
    return [*places, to]
