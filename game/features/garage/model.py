"""The items of the garage, and how each is unlocked: by stars of the tour, by a milestone or by medals.

With the setting ``whole_garage`` every item can be used from the start. A chosen item is never taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.career.achievements import Achievements
from game.career.reader import CareerReader
from game.features.calendar.model.deal_calendar import Medal, medals_of
from game.features.tour.model import SCENERY_STARS, Region, Tour
from game.people.looks import CarBody, CardBack, Scenery
from game.phrases import N_, NamedChoice


class UnlockableKind(NamedChoice):
    """The kind of a garage item: a car body, a card back or a scenery."""

    BODY = "body", N_("Cars")
    BACK = "back", N_("Card backs")
    SCENERY = "scenery", N_("Scenery")


@dataclass(frozen=True, slots=True)
class Unlockable:
    """One garage item, and the ways to unlock it, any one of which is enough.

    The ways are ``stars`` of the tour (only those of ``region`` if one is given), the ``milestone`` with that id, or a
    number of gold ``medals``. An item with 0 stars can be used from the start.
    """

    look: CarBody | CardBack | Scenery
    stars: int = 0
    milestone: str = ""
    region: Region | None = None
    medals: int = 0

    @property
    def kind(self) -> UnlockableKind:
        return _KINDS[type(self.look)]

    @property
    def id(self) -> str:
        """The id of the item in the settings file, for example "body/van"."""
        return f"{self.kind}/{self.look}"

    @property
    def is_free(self) -> bool:
        """Whether the item can be used from the start."""
        return not self.stars


_KINDS: dict[type, UnlockableKind] = {
    CarBody: UnlockableKind.BODY,
    CardBack: UnlockableKind.BACK,
    Scenery: UnlockableKind.SCENERY,
}
UNLOCKABLES = (
    Unlockable(CarBody.SALOON),
    Unlockable(CarBody.BUBBLE, 3, "first_stone"),
    Unlockable(CarBody.ESTATE, 9, "mechanic"),
    Unlockable(CarBody.VAN, 12, "ten_thousand"),
    Unlockable(CarBody.ROADSTER, 18, "foot_down"),
    Unlockable(CarBody.COUPE, 24, "come_back"),
    Unlockable(CarBody.RACER, 32, "masters"),
    Unlockable(CardBack.ROAD),
    Unlockable(CardBack.SIGNPOST, 2, "school"),
    Unlockable(CardBack.SUN, 6, "not_a_scratch"),
    Unlockable(CardBack.HARBOUR, 10, "first_coup"),
    Unlockable(CardBack.PASS, 16, "long_road"),
    Unlockable(CardBack.FINISH, 22, "exactly_there"),
    Unlockable(CardBack.NIGHT, 28, "seven_days"),
    Unlockable(Scenery.DAY),
    Unlockable(Region.COAST.scenery, SCENERY_STARS, "first_match", Region.COAST),
    Unlockable(Region.HILLS.scenery, SCENERY_STARS, "every_rule", Region.HILLS),
    Unlockable(Region.ALPS.scenery, SCENERY_STARS, "full_table", Region.ALPS),
    Unlockable(Region.NIGHT.scenery, SCENERY_STARS, region=Region.NIGHT, medals=7),
)
"""All items, grouped by kind; within a kind, those that are easier to unlock come first."""


@dataclass(frozen=True, slots=True)
class UnlockProgress:
    """What a person has to unlock items with: stars by region, ids of reached milestones, number of gold medals."""

    stars: Mapping[str, int]
    milestones: frozenset[str] = frozenset()
    medals: int = 0

    @classmethod
    def of(cls, collection: Achievements | None, milestones: Iterable[str]) -> UnlockProgress:
        """Return the progress of a person with these achievements (None for no achievements) and milestones."""
        tour = Tour(collection.stages if collection else {})
        medals = medals_of(collection).count(Medal.GOLD) if collection else 0
        return cls({region: tour.stars(region) for region in Region}, frozenset(milestones), medals)

    def stars_for(self, thing: Unlockable) -> int:
        """Return how many of the person's stars count for an item: those of its region, or all."""
        return self.stars.get(thing.region, 0) if thing.region else sum(self.stars.values())

    def has_unlocked(self, item: Unlockable) -> bool:
        """Return whether the progress is enough to use an item."""
        has_medals = 0 < item.medals <= self.medals
        return self.stars_for(item) >= item.stars or item.milestone in self.milestones or has_medals


NO_PROGRESS = UnlockProgress({})


def unlocked_by_milestone(milestone: str, collection: Achievements | None) -> tuple[Unlockable, ...]:
    """Return the items that a milestone unlocks and that the person's stars and medals have not unlocked already."""
    earned = UnlockProgress.of(collection, ())
    return tuple(thing for thing in UNLOCKABLES if thing.milestone == milestone and not earned.has_unlocked(thing))


def newly_unlocked(before: Achievements | None, after: Achievements | None) -> tuple[Unlockable, ...]:
    """Return the items that the achievements ``after`` unlock and the achievements ``before`` did not."""
    old, new = UnlockProgress.of(before, ()), UnlockProgress.of(after, ())
    return tuple(thing for thing in UNLOCKABLES if new.has_unlocked(thing) and not old.has_unlocked(thing))


def read_unlock_progress(reader: CareerReader, person: str, *, lesson_finished_s: int | None = None) -> UnlockProgress:
    """Read a person's progress from disk; too slow to call in a frame.

    ``lesson_finished_s`` is when the person finished the first lesson, in seconds since 1970, or None.
    """
    collection = reader.achievements().get(person, Achievements())
    return UnlockProgress.of(
        collection, (*collection.milestones, *(["school"] if lesson_finished_s is not None else []))
    )
