"""Toasts that name the garage items a player has just unlocked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.career.achievements import Achievements
from game.features.garage.model import Unlockable, newly_unlocked, unlocked_by_milestone
from game.features.garage.words import unlocked_line
from game.scenes.host import Host

_STAYS_S = 4.0


def milestone_unlock_line(app: Host, milestone: str) -> str:
    """Return a line that names the items a milestone unlocks for the current person, or "" if it unlocks none."""
    things = _unlocked_by(app, milestone)
    return unlocked_line(things) if things else ""


def announce_unlocked(app: Host, milestone: str) -> None:
    """Show a toast that names the items a milestone unlocks for the current person, if it unlocks any."""
    announce_items(app, _unlocked_by(app, milestone))


def announce_new_unlocks(app: Host, before: Achievements | None, after: Achievements | None) -> None:
    """Show a toast for the items that the change from ``before`` to ``after`` unlocks.

    Items that the person has already seen unlocked in the garage are left out.
    """
    wanted = app.settings
    if before != after and not wanted.whole_garage:
        announce_items(app, [one for one in newly_unlocked(before, after) if one.id not in wanted.garage_seen])


def announce_items(app: Host, items: Sequence[Unlockable]) -> None:
    """Show a toast that names newly unlocked items; do nothing if the sequence is empty."""
    if items:
        app.show_toast("garage", partial(unlocked_line, items), _STAYS_S)


def _unlocked_by(app: Host, milestone: str) -> tuple[Unlockable, ...]:
    wanted = app.settings
    return () if wanted.whole_garage else unlocked_by_milestone(milestone, app.achievements(wanted.profile.id))
