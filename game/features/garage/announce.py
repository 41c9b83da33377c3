"""Says what is open in the garage now, by a milestone or by what was collected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.career.collection import Collection
from game.features.garage.model import Thing, opened_by, opened_since
from game.features.garage.words import new_line
from game.scenes.host import Host

_STAYS_S = 4.0


def opened_line(app: Host, milestone: str) -> str:
    """What that milestone opens for who plays, in words; empty if it opens nothing."""
    things = _opened_by(app, milestone)
    return new_line(things) if things else ""


def announce_opened_by(app: Host, milestone: str) -> None:
    """Say in passing what that milestone opens for who plays, if it opens anything."""
    announce(app, _opened_by(app, milestone))


def announce_collected(app: Host, before: Collection | None, after: Collection | None) -> None:
    """Say in passing what is open by what was collected since then, and was not looked at yet."""
    wanted = app.settings
    if before != after and not wanted.whole_garage:
        announce(app, [one for one in opened_since(before, after) if one.id not in wanted.garage_seen])


def announce(app: Host, things: Sequence[Thing]) -> None:
    """Say in passing that these things are open now, if there are any."""
    if things:
        app.show_toast("garage", partial(new_line, things), _STAYS_S)


def _opened_by(app: Host, milestone: str) -> tuple[Thing, ...]:
    wanted = app.settings
    return () if wanted.whole_garage else opened_by(milestone, app.collection(wanted.profile.person))
