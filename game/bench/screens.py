"""From screen to screen, as a player goes: what the frames cost in which each is shown for the first time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from game.bench.legs import decisions, simply
from game.bench.player import PATIENCE_S, Cost, ScriptedPlayer, UnfinishedLegError, opened
from game.session.storage.collection import Collection, Day
from game.session.storage.match_file import Saved

REVIEWED_S: Final = 1.0
"""For which a review is watched; it may take longer, and is left then."""


@dataclass(frozen=True, slots=True)
class ScreenShown:
    """A screen at its first showing: its frames from the one that it first stands in until it rests."""

    size: tuple[int, int]
    screen: str
    frames: Cost


def measure_screens(size: tuple[int, int]) -> tuple[ScreenShown, ...]:
    """Go through the screens in a window of that size. Raises ``UnfinishedLegError``."""
    with opened(size, is_quick=True) as player:
        return tuple(ScreenShown(size, name, cost) for name, cost in _walk(player))


def _walk(player: ScriptedPlayer) -> Iterator[tuple[str, Cost]]:
    """The screens in turn, by name, with what their frames cost. Raises ``UnfinishedLegError``."""
    app = player.app

    def shown(name: str, go: Callable[[], object], most_s: float = PATIENCE_S) -> tuple[str, Cost]:
        player.forget_frames()
        go()
        player.settle(time.monotonic() + most_s)
        if name not in player.by_screen:
            raise UnfinishedLegError(f"bench: expected the screen {name}, got {app.scene.name}")
        return name, player.by_screen[name].cost

    player.settle(time.monotonic() + PATIENCE_S)
    yield "title", player.by_screen["title"].cost
    yield shown("setup", lambda: player.press("setup"))
    yield shown("table", lambda: player.press("start"))
    app.resume_match(_nearly_over())
    yield shown("leg_score", player.play_leg)
    yield shown("review", lambda: player.press("review"), REVIEWED_S)
    shown("leg_score", lambda: player.press("back"))
    yield shown("replay", lambda: player.press("replay"))
    shown("leg_score", lambda: player.press("back"))
    shown("title", app.go_home)
    yield shown("roadbook", lambda: player.press("roadbook"))
    shown("title", lambda: player.press("close"))
    app.collect(lambda _before: _year())
    yield shown("calendar", lambda: player.press("deals"))
    shown("title", lambda: player.press("close"))
    yield shown("settings", lambda: player.press("settings"))
    shown("title", lambda: player.press("close"))
    yield shown("rules", lambda: player.press("rules"))


def _year() -> Collection:
    """A deal of the day for each day of a year up to today."""
    days = [(date.today() - timedelta(days=n)).isoformat() for n in range(365)]
    drives = {day: Day(day, 0, 100 * (n % 20)) for n, day in enumerate(days)}
    return Collection(drives, levels=dict.fromkeys(days, (300, 600, 900, 1200)))


def _nearly_over() -> Saved:
    """A match in whose first leg the viewer has decided all but once."""
    for session in decisions(simply):
        saved = session.saved
    return saved
