"""The drivers' facial expressions, computed from the public moves: so they are the same in a replay or after a restart.

Each cause determines the driver's face for a number of its own turns; if several causes are active, the first one in
``MoodCause`` decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum, auto
from itertools import pairwise
from types import MappingProxyType

from game.drivers.public_moves import PublicMove, public_moves
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase

STOOD_TURNS = 4
"""A driver is pleased to roll again after this many turns without rolling."""
LAST_KM = 200
"""A driver who is stopped with this many km or fewer to go is shocked."""
REPEATED_STOP_TURNS = 3
"""A driver who is stopped twice within this many own turns is shocked too."""


class Mood(StrEnum):
    """A driver's facial expression; the value is part of the name of the picture file."""

    CALM = "calm"
    PLEASED = "pleased"
    ANNOYED = "annoyed"
    SHAKEN = "shaken"
    LAUGHING = "laughing"


class MoodCause(IntEnum):
    """The events that change a driver's face, the strongest cause first."""

    PARRIES = auto()
    IS_PARRIED = auto()
    SHOCK = auto()
    STOPPED = auto()
    LIMITED = auto()
    RIVAL_NEAR = auto()
    JOY = auto()
    STOPS_SOMEBODY = auto()
    FIRST_NEAR = auto()


FOR_EVER = 1000
FACES_BY_CAUSE = MappingProxyType(
    {
        MoodCause.PARRIES: (Mood.LAUGHING, Mood.PLEASED),
        MoodCause.IS_PARRIED: (Mood.SHAKEN, Mood.ANNOYED),
        MoodCause.SHOCK: (Mood.SHAKEN,) * 2,
        MoodCause.STOPPED: (Mood.ANNOYED,) * 2,
        MoodCause.LIMITED: (Mood.ANNOYED,),
        MoodCause.RIVAL_NEAR: (Mood.SHAKEN,),
        MoodCause.JOY: (Mood.PLEASED,),
        MoodCause.STOPS_SOMEBODY: (Mood.PLEASED,),
        MoodCause.FIRST_NEAR: (Mood.PLEASED,) * FOR_EVER,
    }
)
"""For each cause, the driver's face in each of its next turns."""


@dataclass(frozen=True, slots=True)
class MoodTraits:
    """How a driver's reactions differ from the others'.

    A driver looks annoyed for at most ``max_annoyed_turns`` of its turns and shows any reaction for at most
    ``max_turns``; ``face_after_200`` is the face after laying a 200. With ``regrets_attacks``, a driver is not pleased
    to stop others. With ``calmed_by_revenge``, annoyance ends only when the driver rolls or stops somebody.
    """

    max_annoyed_turns: int = FOR_EVER
    max_turns: int = FOR_EVER
    face_after_200: Mood = Mood.PLEASED
    regrets_attacks: bool = False
    calmed_by_revenge: bool = False

    def faces(self, cause: MoodCause) -> tuple[Mood, ...]:
        """Return the faces with which this driver reacts to the cause, one per turn."""
        if cause is MoodCause.STOPPED and self.calmed_by_revenge:
            return (Mood.ANNOYED,) * FOR_EVER
        faces = FACES_BY_CAUSE[cause][: FOR_EVER if cause is MoodCause.FIRST_NEAR else self.max_turns]
        first = next((n for n, face in enumerate(faces) if face is Mood.ANNOYED), len(faces))
        return faces[: first + self.max_annoyed_turns]


MOOD_TRAITS = MappingProxyType(
    {
        "bruno": MoodTraits(max_annoyed_turns=1),
        "carla": MoodTraits(calmed_by_revenge=True),
        "hugo": MoodTraits(regrets_attacks=True),
        "irma": MoodTraits(max_annoyed_turns=1),
        "leo": MoodTraits(max_turns=1, face_after_200=Mood.LAUGHING),
        "nina": MoodTraits(),
    }
)


def moods(o: Observation, drivers: Sequence[str | None]) -> tuple[Mood, ...]:
    """Return the facial expression of each seat; ``drivers`` are by seat, None for a person, who is always calm."""
    if o.phase is Phase.OVER:
        return tuple(_at_the_end(o, seat) if driver else Mood.CALM for seat, driver in enumerate(drivers))
    played = public_moves(o)
    return tuple(
        _MoodTracker(o, seat, driver).after(played) if driver else Mood.CALM for seat, driver in enumerate(drivers)
    )


def _at_the_end(o: Observation, seat: int) -> Mood:
    side = o.side_of(seat)
    if side == o.winner:
        return Mood.LAUGHING
    return Mood.CALM if o.sides[side].km else Mood.SHAKEN


@dataclass(slots=True)
class _MoodTracker:
    """Follows one driver's reactions; ``faces_by_cause`` are the faces still to be shown, one per turn."""

    o: Observation
    seat: int
    driver: str
    faces_by_cause: dict[MoodCause, deque[Mood]] = field(default_factory=dict)
    turns: int = 0
    stood: int = 0
    stopped_in: int = -REPEATED_STOP_TURNS - 1

    def after(self, played: tuple[PublicMove, ...]) -> Mood:
        """Return the driver's face after all moves of ``played``."""
        side = self.o.side_of(self.seat)
        nature = MOOD_TRAITS[self.driver]
        for before, move in pairwise((None, *played)):
            assert move is not None
            if move.seat == self.seat and move.ends_turn:
                self._end_turn(is_standing=not move.after[side].rolling)
            causes = list(_causes(before, move, self.seat, side))
            self._calm_down(move, side, nature)
            if MoodCause.STOPPED in causes and self._is_shocking(move, side):
                causes.append(MoodCause.SHOCK)
            if move.after[side].rolling:
                if self.stood >= STOOD_TURNS:
                    causes.append(MoodCause.JOY)
                self.stood = 0
            for cause in causes:
                self.faces_by_cause[cause] = deque(self._faces(cause, move, nature))
        return next((faces[0] for _, faces in sorted(self.faces_by_cause.items()) if faces), Mood.CALM)

    def _faces(self, cause: MoodCause, move: PublicMove, nature: MoodTraits) -> tuple[Mood, ...]:
        if cause is MoodCause.STOPS_SOMEBODY and nature.regrets_attacks:
            return ()
        is_200 = cause is MoodCause.JOY and move.seat == self.seat and move.lays_200
        return (nature.face_after_200,) if is_200 else nature.faces(cause)

    def _end_turn(self, *, is_standing: bool) -> None:
        self.turns += 1
        self.stood += is_standing
        for faces in self.faces_by_cause.values():
            if faces:
                faces.popleft()

    def _calm_down(self, move: PublicMove, side: int, nature: MoodTraits) -> None:
        stopped_one = move.seat == self.seat and move.stops_a_side
        if move.after[side].rolling or (stopped_one and nature.calmed_by_revenge):
            self.faces_by_cause.pop(MoodCause.STOPPED, None)
        if not move.after[side].rolling or not move.is_on_last_stretch(side):
            self.faces_by_cause.pop(MoodCause.FIRST_NEAR, None)

    def _is_shocking(self, move: PublicMove, side: int) -> bool:
        is_twice = self.turns - self.stopped_in < REPEATED_STOP_TURNS
        self.stopped_in = self.turns
        return is_twice or move.was_leading(side) or move.target - move.before[side].km <= LAST_KM


def _causes(before: PublicMove | None, move: PublicMove, seat: int, side: int) -> Iterator[MoodCause]:
    """Yield the reasons why this move changes the face of the driver in ``seat``; ``before`` is the previous move."""
    if move.made.kind is MoveKind.COUP_FOURRE and before is not None:
        if move.seat == seat:
            yield MoodCause.PARRIES
        elif before.seat == seat:
            yield MoodCause.IS_PARRIED
    if move.victim == side:
        yield MoodCause.STOPPED if move.stops_a_side else MoodCause.LIMITED
    elif move.seat == seat and move.stops_a_side:
        yield MoodCause.STOPS_SOMEBODY
    if move.seat == seat and move.lays_200:
        yield MoodCause.JOY
    if move.side == side and move.enters_last_stretch_first:
        yield MoodCause.FIRST_NEAR
    elif move.side != side and move.enters_last_stretch:
        yield MoodCause.RIVAL_NEAR
