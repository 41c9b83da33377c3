"""The items of the garage, and how each is unlocked: by stars of the tour, a milestone or medals. Looks only.

Everything is open from the start with ``Settings.whole_garage``; nothing that was chosen is taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from game.career.collection import Collection
from game.career.reader import RoadbookReader
from game.features.calendar.model.calendar import Medal, medals_of
from game.features.tour.model import SCENERY_STARS, Region, Tour
from game.people.profiles import Back, Body, Scenery


class Shelf(StrEnum):
    """The kind of an item."""

    BODY = "body"
    BACK = "back"
    SCENERY = "scenery"


@dataclass(frozen=True, slots=True)
class Thing:
    """One item, unlocked by ``stars`` in its ``region`` or in all, by a ``milestone``, or by gold ``medals``.

    An item that needs no stars is open from the start.
    """

    of: Body | Back | Scenery
    stars: int = 0
    milestone: str = ""
    region: Region | None = None
    medals: int = 0

    @property
    def shelf(self) -> Shelf:
        return _SHELVES[type(self.of)]

    @property
    def id(self) -> str:
        """The id of the item in files: ``body/van``."""
        return f"{self.shelf}/{self.of}"

    @property
    def is_free(self) -> bool:
        """Whether the item is open from the start."""
        return not self.stars


_SHELVES: dict[type, Shelf] = {Body: Shelf.BODY, Back: Shelf.BACK, Scenery: Shelf.SCENERY}
THINGS = (
    Thing(Body.SALOON),
    Thing(Body.BUBBLE, 3, "first_stone"),
    Thing(Body.ESTATE, 9, "mechanic"),
    Thing(Body.VAN, 12, "ten_thousand"),
    Thing(Body.ROADSTER, 18, "foot_down"),
    Thing(Body.COUPE, 24, "come_back"),
    Thing(Body.RACER, 32, "masters"),
    Thing(Back.ROAD),
    Thing(Back.SIGNPOST, 2, "school"),
    Thing(Back.SUN, 6, "not_a_scratch"),
    Thing(Back.HARBOUR, 10, "first_coup"),
    Thing(Back.PASS, 16, "long_road"),
    Thing(Back.FINISH, 22, "exactly_there"),
    Thing(Back.NIGHT, 28, "seven_days"),
    Thing(Scenery.DAY),
    Thing(Region.COAST.scenery, SCENERY_STARS, "first_match", Region.COAST),
    Thing(Region.HILLS.scenery, SCENERY_STARS, "every_rule", Region.HILLS),
    Thing(Region.ALPS.scenery, SCENERY_STARS, "full_table", Region.ALPS),
    Thing(Region.NIGHT.scenery, SCENERY_STARS, region=Region.NIGHT, medals=7),
)
"""All items by kind, in the order in which they open."""


@dataclass(frozen=True, slots=True)
class Earned:
    """A person's progress toward unlocks: stars by region, the milestones reached, gold medals."""

    stars: Mapping[str, int]
    milestones: frozenset[str] = frozenset()
    medals: int = 0

    @classmethod
    def of(cls, collection: Collection | None, milestones: Iterable[str]) -> Earned:
        """Return the progress from a collection, None for an empty one, and the milestones reached."""
        tour = Tour(collection.stages if collection else {})
        medals = medals_of(collection).count(Medal.GOLD) if collection else 0
        return cls({region: tour.stars(region) for region in Region}, frozenset(milestones), medals)

    def stars_for(self, thing: Thing) -> int:
        """Return the stars that count for an item."""
        return self.stars.get(thing.region, 0) if thing.region else sum(self.stars.values())

    def opens(self, thing: Thing) -> bool:
        """Return whether an item is open: from the start, or by stars, milestone or medals."""
        has_medals = 0 < thing.medals <= self.medals
        return self.stars_for(thing) >= thing.stars or thing.milestone in self.milestones or has_medals


NOTHING = Earned({})


def opened_by(milestone: str, collection: Collection | None) -> tuple[Thing, ...]:
    """Return the items that a milestone unlocks, without those that the collection unlocks already."""
    earned = Earned.of(collection, ())
    return tuple(thing for thing in THINGS if thing.milestone == milestone and not earned.opens(thing))


def opened_since(before: Collection | None, after: Collection | None) -> tuple[Thing, ...]:
    """Return the items that opened between two collections."""
    old, new = Earned.of(before, ()), Earned.of(after, ())
    return tuple(thing for thing in THINGS if new.opens(thing) and not old.opens(thing))


def read_earned(reader: RoadbookReader, person: str, *, school_s: int | None = None) -> Earned:
    """Read a person's progress; ``school_s`` is when the first lesson was finished. Too slow for a frame."""
    collection = reader.collections().get(person, Collection())
    return Earned.of(collection, (*collection.milestones, *(["school"] if school_s is not None else [])))
