"""Texts of the garage: how each item is unlocked."""

from __future__ import annotations

from collections.abc import Iterable

from game.features.garage.model import Unlockable, UnlockProgress
from game.features.milestones.words import milestone_name
from game.features.tour.model import total_stars
from game.i18n import _, _n, say
from game.i18n.punctuation import join_with_commas


def unlockable_line(thing: Unlockable, progress: UnlockProgress, *, is_open: bool, is_chosen: bool = False) -> str:
    """Return a sentence about an item: that it is in use, that it can be used, or how to unlock it."""
    name, n, have = say(thing.look.phrase), thing.stars, progress.stars_for(thing)
    if is_chosen:
        # Translators: of a car, a card back or a landscape, which is in use
        return _("{name}: in use.", name=name)
    if is_open:
        # Translators: of a car, a card back or a landscape, which can be used
        return _("{name}: yours.", name=name)
    if thing.region:
        stars = _(
            "{name}: {n} stars in the region “{region}” – you have {have}.",
            name=name, n=n, region=say(thing.region.phrase), have=have,
        )  # fmt: skip
    else:
        stars = _n(
            "{name}: {n} star on the tour – you have {have}.", "{name}: {n} stars on the tour – you have {have}.", n,
            name=name, have=have,
        )  # fmt: skip
    return f"{stars} {_other_way(thing)}"


def stars_line(earned: UnlockProgress) -> str:
    """Return the line that explains stars: where they are won, how many the person has, and what they unlock."""
    # Translators: in the garage, below what is said of a locked car, card back or landscape
    return _(
        "Stars are won on the tour: you have {n} of {total}. They unlock the rest.",
        n=sum(earned.stars.values()), total=total_stars(),
    )  # fmt: skip


def _other_way(thing: Unlockable) -> str:
    if thing.milestone:
        return _("Or the milestone “{milestone}”.", milestone=milestone_name(thing.milestone))
    return _n("Or {n} gold medal in the daily race.", "Or {n} gold medals in the daily race.", thing.medals)


def unlocked_line(things: Iterable[Unlockable]) -> str:
    """Return the announcement that these items have just been unlocked."""
    # Translators: {name} is a car, a card back or a landscape, or several
    return _("New in the collection: {name}", name=join_with_commas(say(thing.look.phrase) for thing in things))
