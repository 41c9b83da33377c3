"""The drivers' faces: a pure function of the public moves, the same in play, in a replay and after a restart.

Each cause determines the driver's face for a number of its own turns; if several are active, the first in ``Cause``
wins.
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
"""After this many turns without rolling, a driver is pleased to roll again."""
LAST_KM = 200
"""Being stopped this close to the finish is a shock."""
SOON = 3
"""Being stopped twice within this many turns is a shock too."""


class Mood(StrEnum):
    """A facial expression; the value is part of the file name of its drawing."""

    CALM = "calm"
    PLEASED = "pleased"
    ANNOYED = "annoyed"
    SHAKEN = "shaken"
    LAUGHING = "laughing"


class Cause(IntEnum):
    """Why a face changes, the strongest cause first."""

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
FACES = MappingProxyType(
    {
        Cause.PARRIES: (Mood.LAUGHING, Mood.PLEASED),
        Cause.IS_PARRIED: (Mood.SHAKEN, Mood.ANNOYED),
        Cause.SHOCK: (Mood.SHAKEN,) * 2,
        Cause.STOPPED: (Mood.ANNOYED,) * 2,
        Cause.LIMITED: (Mood.ANNOYED,),
        Cause.RIVAL_NEAR: (Mood.SHAKEN,),
        Cause.JOY: (Mood.PLEASED,),
        Cause.STOPS_SOMEBODY: (Mood.PLEASED,),
        Cause.FIRST_NEAR: (Mood.PLEASED,) * FOR_EVER,
    }
)
"""For each cause, the faces of the driver's next turns."""


@dataclass(frozen=True, slots=True)
class Nature:
    """How a driver's reactions differ from the others'.

    ``annoyed`` is the largest number of annoyed turns, ``any`` that of turns of any reaction; ``joy`` is the face after
    laying a 200. A ``sorry`` driver is not pleased to stop others. Annoyance otherwise ends when the driver rolls; if
    ``avenged``, also when it stops somebody.
    """

    annoyed: int = FOR_EVER
    any: int = FOR_EVER
    joy: Mood = Mood.PLEASED
    sorry: bool = False
    avenged: bool = False

    def faces(self, cause: Cause) -> tuple[Mood, ...]:
        """Return the faces that the cause gives this driver, one per turn."""
        if cause is Cause.STOPPED and self.avenged:
            return (Mood.ANNOYED,) * FOR_EVER
        faces = FACES[cause][: FOR_EVER if cause is Cause.FIRST_NEAR else self.any]
        first = next((n for n, face in enumerate(faces) if face is Mood.ANNOYED), len(faces))
        return faces[: first + self.annoyed]


NATURES = MappingProxyType(
    {
        "bruno": Nature(annoyed=1),
        "carla": Nature(avenged=True),
        "hugo": Nature(sorry=True),
        "irma": Nature(annoyed=1),
        "leo": Nature(any=1, joy=Mood.LAUGHING),
        "nina": Nature(),
    }
)


def moods(o: Observation, drivers: Sequence[str | None]) -> tuple[Mood, ...]:
    """Return the face of each seat; ``drivers`` are by seat, None for a person, whose face is always calm."""
    if o.phase is Phase.OVER:
        return tuple(_at_the_end(o, seat) if driver else Mood.CALM for seat, driver in enumerate(drivers))
    played = public_moves(o)
    return tuple(_Face(o, seat, driver).after(played) if driver else Mood.CALM for seat, driver in enumerate(drivers))


def _at_the_end(o: Observation, seat: int) -> Mood:
    side = o.side_of(seat)
    if side == o.winner:
        return Mood.LAUGHING
    return Mood.CALM if o.sides[side].km else Mood.SHAKEN


@dataclass(slots=True)
class _Face:
    """The active reactions of one driver: the faces still to be shown, by cause."""

    o: Observation
    seat: int
    driver: str
    feelings: dict[Cause, deque[Mood]] = field(default_factory=dict)
    turns: int = 0
    stood: int = 0
    stopped_in: int = -SOON - 1

    def after(self, played: tuple[PublicMove, ...]) -> Mood:
        """Return the face after all these moves."""
        side = self.o.side_of(self.seat)
        nature = NATURES[self.driver]
        for before, move in pairwise((None, *played)):
            assert move is not None
            if move.seat == self.seat and move.ends_turn:
                self._end_turn(is_standing=not move.after[side].rolling)
            causes = list(_causes(before, move, self.seat, side))
            self._calm_down(move, side, nature)
            if Cause.STOPPED in causes and self._is_shocking(move, side):
                causes.append(Cause.SHOCK)
            if move.after[side].rolling:
                if self.stood >= STOOD_TURNS:
                    causes.append(Cause.JOY)
                self.stood = 0
            for cause in causes:
                self.feelings[cause] = deque(self._faces(cause, move, nature))
        return next((faces[0] for _, faces in sorted(self.feelings.items()) if faces), Mood.CALM)

    def _faces(self, cause: Cause, move: PublicMove, nature: Nature) -> tuple[Mood, ...]:
        if cause is Cause.STOPS_SOMEBODY and nature.sorry:
            return ()
        is_200 = cause is Cause.JOY and move.seat == self.seat and move.lays_200
        return (nature.joy,) if is_200 else nature.faces(cause)

    def _end_turn(self, *, is_standing: bool) -> None:
        self.turns += 1
        self.stood += is_standing
        for faces in self.feelings.values():
            if faces:
                faces.popleft()

    def _calm_down(self, move: PublicMove, side: int, nature: Nature) -> None:
        stopped_one = move.seat == self.seat and move.stops
        if move.after[side].rolling or (stopped_one and nature.avenged):
            self.feelings.pop(Cause.STOPPED, None)
        if not move.after[side].rolling or not move.is_near(side):
            self.feelings.pop(Cause.FIRST_NEAR, None)

    def _is_shocking(self, move: PublicMove, side: int) -> bool:
        is_twice = self.turns - self.stopped_in < SOON
        self.stopped_in = self.turns
        return is_twice or move.leads(side) or move.target - move.before[side].km <= LAST_KM


def _causes(before: PublicMove | None, move: PublicMove, seat: int, side: int) -> Iterator[Cause]:
    """Yield the causes by which this move affects the face of that seat."""
    if move.made.kind is MoveKind.COUP_FOURRE and before is not None:
        if move.seat == seat:
            yield Cause.PARRIES
        elif before.seat == seat:
            yield Cause.IS_PARRIED
    if move.victim == side:
        yield Cause.STOPPED if move.stops else Cause.LIMITED
    elif move.seat == seat and move.stops:
        yield Cause.STOPS_SOMEBODY
    if move.seat == seat and move.lays_200:
        yield Cause.JOY
    if move.side == side and move.is_first_near:
        yield Cause.FIRST_NEAR
    elif move.side != side and move.comes_near:
        yield Cause.RIVAL_NEAR
