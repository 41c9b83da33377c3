"""Toasts for what a milestone or another achievement has unlocked in the garage."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.career.collection import Collection
from game.features.garage.model import Thing, opened_by, opened_since
from game.features.garage.words import new_line
from game.scenes.host import Host

_STAYS_S = 4.0


def opened_line(app: Host, milestone: str) -> str:
    """Return what a milestone unlocks for the current person, in words; empty if nothing."""
    things = _opened_by(app, milestone)
    return new_line(things) if things else ""


def announce_opened_by(app: Host, milestone: str) -> None:
    """Show a toast for what a milestone unlocks for the current person, if anything."""
    announce(app, _opened_by(app, milestone))


def announce_collected(app: Host, before: Collection | None, after: Collection | None) -> None:
    """Show a toast for what opened between two collections and was not viewed in the garage yet."""
    wanted = app.settings
    if before != after and not wanted.whole_garage:
        announce(app, [one for one in opened_since(before, after) if one.id not in wanted.garage_seen])


def announce(app: Host, things: Sequence[Thing]) -> None:
    """Show a toast for newly opened items, if there are any."""
    if things:
        app.show_toast("garage", partial(new_line, things), _STAYS_S)


def _opened_by(app: Host, milestone: str) -> tuple[Thing, ...]:
    wanted = app.settings
    return () if wanted.whole_garage else opened_by(milestone, app.collection(wanted.profile.person))
