"""The garage in words: what its things are called, and how each is to be had."""

from __future__ import annotations

from collections.abc import Iterable

from game.features.garage.model import Earned, Shelf, Thing
from game.features.milestones.words import milestone_name
from game.features.tour.model import total_stars
from game.i18n import _, _n
from game.i18n.punctuation import listed
from game.words.places import region_name
from game.words.profiles import look_name
from game.words.settings import setting_name


def shelf_name(shelf: Shelf) -> str:
    """What stands on a shelf."""
    return _("Car") if shelf is Shelf.BODY else setting_name(shelf)


def thing_line(thing: Thing, earned: Earned, *, is_open: bool, is_chosen: bool = False) -> str:
    """That a thing is chosen or open, or the two ways to it and how far one has come."""
    name, n, have = look_name(thing.of), thing.stars, earned.stars_for(thing)
    if is_chosen:
        # Translators: of a car, a card back or a landscape, which is in use
        return _("{name}: your choice.", name=name)
    if is_open:
        # Translators: of a car, a card back or a landscape, which can be used
        return _("{name}: yours.", name=name)
    if thing.region:
        stars = _(
            "{name}: {n} stars in the region “{region}” – you have {have}.",
            name=name, n=n, region=region_name(thing.region), have=have,
        )  # fmt: skip
    else:
        stars = _n(
            "{name}: {n} star on the tour – you have {have}.", "{name}: {n} stars on the tour – you have {have}.", n,
            name=name, have=have,
        )  # fmt: skip
    return f"{stars} {_other_way(thing)}"


def stars_line(earned: Earned) -> str:
    """Where stars come from, how many there are, and what for."""
    # Translators: in the garage, below what is said of a locked car, card back or landscape
    return _(
        "Stars are won on the tour: you have {n} of {total}. They open what’s locked here.",
        n=sum(earned.stars.values()), total=total_stars(),
    )  # fmt: skip


def _other_way(thing: Thing) -> str:
    if thing.milestone:
        return _("Or the milestone “{milestone}”.", milestone=milestone_name(thing.milestone))
    return _n("Or {n} gold medal for deals of the day.", "Or {n} gold medals for deals of the day.", thing.medals)


def new_line(things: Iterable[Thing]) -> str:
    """That these things are open now."""
    # Translators: {name} is a car, a card back or a landscape, or several
    return _("New in the garage: {name}", name=listed(look_name(thing.of) for thing in things))
