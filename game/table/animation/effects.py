"""What moves or lights up beside the cards while an animation step runs, as data: cars, shakes, fades, points. Pure.

An effect may outlast its animation step: a car still rolls while the next player draws. It is drawn above the table at
rest, from which whatever it ``hides`` is left out meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.table.geometry.box import Box
from game.table.view import car_id, km_id, pile_id
from game.ui.timeline import Easing, inout

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Something that runs from ``start_s`` after its animation step began for ``duration_s``, both at normal speed."""

    duration_s: float
    start_s: float = 0.0

    @property
    def end_s(self) -> float:
        """When it is over, in seconds since the animation step began."""
        return self.start_s + self.duration_s

    @property
    def hides(self) -> frozenset[str]:
        """The ids of what is not drawn at rest until it is over."""
        return frozenset()

    def progress(self, elapsed_s: float) -> float:
        """How far it is by the clock, 0 … 1."""
        return min(1.0, max(0.0, (elapsed_s - self.start_s) / self.duration_s))

    def is_seen(self, elapsed_s: float) -> bool:
        """Whether it is drawn at this moment."""
        return self.start_s <= elapsed_s < self.end_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Drive(Effect):
    """A side's car on its way to another distance, and its km counting; ``target`` sets the scale of the road."""

    side: int
    start_km: float
    end_km: float
    target: int
    easing: Easing = inout

    @property
    def hides(self) -> frozenset[str]:
        """The car and the km at rest."""
        return frozenset({car_id(self.side), km_id(self.side)})

    def km(self, elapsed_s: float) -> float:
        """Where the car is at this moment."""
        return self.start_km + (self.end_km - self.start_km) * self.easing(self.progress(elapsed_s))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(Effect):
    """A stone falls the last bit onto its stack of ``stack``, the lowest ``stone`` of which lies there."""

    side: int
    km: int
    stone: Box
    stack: int
    step: float

    @property
    def hides(self) -> frozenset[str]:
        """The stone laid last."""
        return frozenset({pile_id("distance", self.side)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shake(Effect):
    """A panel moves to and fro once."""

    panel: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Skid(Effect):
    """A car is stopped: it dips and leaves a puff of dust."""

    side: int
    km: int
    target: int

    @property
    def hides(self) -> frozenset[str]:
        """The car at rest."""
        return frozenset({car_id(self.side)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Effect):
    """The number on the draw pile falls by one with every card that leaves it, ``step_s`` apart."""

    before: int
    after: int
    step_s: float

    def number(self, elapsed_s: float) -> int:
        """How many cards are left at this moment."""
        left = 1 + int((elapsed_s - self.start_s) / self.step_s)
        return max(self.after, self.before - max(0, left))


@dataclass(frozen=True, slots=True, kw_only=True)
class Blend(Effect):
    """What was there before fades into what is there now, within these boxes; None is everything that changed."""

    boxes: tuple[Box, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dim(Effect):
    """All that rests is darkened, gently in and gently out; at once where nothing is to move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain(Effect):
    """Points won, rising from a point of the table with the bolt that won them; ``is_still`` if they may not rise."""

    points: int
    at: Point
    is_still: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Effect):
    """The flag of the turn moves from one side to another."""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Laurel(Effect):
    """A laurel opens round a safety that has come to lie."""

    slot: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide(Effect):
    """The road is drawn in to a longer distance: the fog lifts, cars and stones move to their new places."""

    def is_seen(self, elapsed_s: float) -> bool:
        """From the moment the animation step waits to begin: until then the old road lies there."""
        return elapsed_s < self.end_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Cross(Effect):
    """The winner's car crosses the line, and the others roll out; ``km`` by side."""

    winner: int
    km: tuple[int, ...]
    target: int

    @property
    def hides(self) -> frozenset[str]:
        """Every car at rest."""
        return frozenset(car_id(side) for side in range(len(self.km)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Win(Effect):
    """The plate with who won the leg; ``is_still`` if neither it nor its flag may move."""

    winner: int | None
    is_still: bool = False


@dataclass(frozen=True, slots=True)
class Framed:
    """A place to be framed, turned counter-clockwise by so many degrees."""

    place: Box
    angle: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame(Effect):
    """A still frame of light round what must be noticed, and a line from who did it to what was hit."""

    places: tuple[Framed, ...]
    line: tuple[Point, Point] | None = None
