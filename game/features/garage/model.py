"""The items of the garage, and how each is unlocked: by stars of the tour, a milestone or medals. Looks only.

Everything is open from the start with ``Settings.whole_garage``; nothing that was chosen is taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from game.career.achievements import Achievements
from game.career.reader import CareerReader
from game.features.calendar.model.deal_calendar import Medal, medals_of
from game.features.tour.model import SCENERY_STARS, Region, Tour
from game.people.profiles import CarBody, CardBack, Scenery


class UnlockableKind(StrEnum):
    """The kind of an item."""

    BODY = "body"
    BACK = "back"
    SCENERY = "scenery"


@dataclass(frozen=True, slots=True)
class Unlockable:
    """One item, unlocked by ``stars`` in its ``region`` or in all, by a ``milestone``, or by gold ``medals``.

    An item that needs no stars is open from the start.
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
        """The id of the item in files: ``body/van``."""
        return f"{self.kind}/{self.look}"

    @property
    def is_free(self) -> bool:
        """Whether the item is open from the start."""
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
"""All items by kind, in the order in which they open."""


@dataclass(frozen=True, slots=True)
class UnlockProgress:
    """A person's progress toward unlocks: stars by region, the milestones reached, gold medals."""

    stars: Mapping[str, int]
    milestones: frozenset[str] = frozenset()
    medals: int = 0

    @classmethod
    def of(cls, collection: Achievements | None, milestones: Iterable[str]) -> UnlockProgress:
        """Return the progress from a collection, None for an empty one, and the milestones reached."""
        tour = Tour(collection.stages if collection else {})
        medals = medals_of(collection).count(Medal.GOLD) if collection else 0
        return cls({region: tour.stars(region) for region in Region}, frozenset(milestones), medals)

    def stars_for(self, thing: Unlockable) -> int:
        """Return the stars that count for an item."""
        return self.stars.get(thing.region, 0) if thing.region else sum(self.stars.values())

    def has_unlocked(self, thing: Unlockable) -> bool:
        """Return whether an item is open: from the start, or by stars, milestone or medals."""
        has_medals = 0 < thing.medals <= self.medals
        return self.stars_for(thing) >= thing.stars or thing.milestone in self.milestones or has_medals


NO_PROGRESS = UnlockProgress({})


def unlocked_by(milestone: str, collection: Achievements | None) -> tuple[Unlockable, ...]:
    """Return the items that a milestone unlocks, without those that the collection unlocks already."""
    earned = UnlockProgress.of(collection, ())
    return tuple(thing for thing in UNLOCKABLES if thing.milestone == milestone and not earned.has_unlocked(thing))


def newly_unlocked(before: Achievements | None, after: Achievements | None) -> tuple[Unlockable, ...]:
    """Return the items that opened between two collections."""
    old, new = UnlockProgress.of(before, ()), UnlockProgress.of(after, ())
    return tuple(thing for thing in UNLOCKABLES if new.has_unlocked(thing) and not old.has_unlocked(thing))


def read_unlock_progress(reader: CareerReader, person: str, *, lesson_finished_s: int | None = None) -> UnlockProgress:
    """Read a person's progress; ``lesson_finished_s`` is when the first lesson was finished. Too slow for a frame."""
    collection = reader.achievements().get(person, Achievements())
    return UnlockProgress.of(
        collection, (*collection.milestones, *(["school"] if lesson_finished_s is not None else []))
    )
