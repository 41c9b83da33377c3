"""Toasts for what a milestone or another achievement has unlocked in the garage."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.career.achievements import Achievements
from game.features.garage.model import Unlockable, newly_unlocked, unlocked_by
from game.features.garage.words import unlocked_line
from game.scenes.host import Host

_STAYS_S = 4.0


def opened_line(app: Host, milestone: str) -> str:
    """Return what a milestone unlocks for the current person, in words; empty if nothing."""
    things = _unlocked_by(app, milestone)
    return unlocked_line(things) if things else ""


def announce_unlocked(app: Host, milestone: str) -> None:
    """Show a toast for what a milestone unlocks for the current person, if anything."""
    announce_items(app, _unlocked_by(app, milestone))


def announce_achieved(app: Host, before: Achievements | None, after: Achievements | None) -> None:
    """Show a toast for what opened between two collections and was not viewed in the garage yet."""
    wanted = app.settings
    if before != after and not wanted.whole_garage:
        announce_items(app, [one for one in newly_unlocked(before, after) if one.id not in wanted.garage_seen])


def announce_items(app: Host, things: Sequence[Unlockable]) -> None:
    """Show a toast for newly opened items, if there are any."""
    if things:
        app.show_toast("garage", partial(unlocked_line, things), _STAYS_S)


def _unlocked_by(app: Host, milestone: str) -> tuple[Unlockable, ...]:
    wanted = app.settings
    return () if wanted.whole_garage else unlocked_by(milestone, app.achievements(wanted.profile.statistics_key))
