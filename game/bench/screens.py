"""A walk through all screens, which measures the frames in which each is shown for the first time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from game.bench.legs import decide_simply, sessions_before_decisions
from game.bench.player import PATIENCE_S, Cost, ScriptedPlayer, UnfinishedLegError, opened_window
from game.career.achievements import Achievements, DailyDealResult
from game.match.match_file import SavedMatch
from game.match.plan import DEFAULT_PLAN, Plan

REVIEWED_S = 1.0
"""How many seconds the review is watched at most."""

_PAGES = ("drivers", "collection", "puzzles")
_Shown = tuple[str, Cost]


@dataclass(frozen=True, slots=True)
class ScreenShown:
    """The cost of the first showing of a screen: the frames from its appearance until it is at rest."""

    size: tuple[int, int]
    screen: str
    frames: Cost


def measure_screens(size: tuple[int, int]) -> tuple[ScreenShown, ...]:
    """Measure the first showing of each screen in a window of that size (pixels).

    Raises ``UnfinishedLegError``.
    """
    with opened_window(size, is_quick=True) as player:
        return tuple(ScreenShown(size, name, cost) for name, cost in _walk(player))


def _walk(player: ScriptedPlayer) -> Iterator[_Shown]:
    """Yield each screen's name and the cost of its frames. Raises ``UnfinishedLegError``."""
    app = player.app

    def shown(screen: str, go: str | Callable[[], object], name: str = "", most_s: float = PATIENCE_S) -> _Shown:
        """Press the button ``go``, or call it; return the name and the cost of the screen that must then appear.

        ``name`` replaces the name of the screen.
        """
        player.reset_frames()
        player.press(go) if isinstance(go, str) else go()
        player.settle(time.monotonic() + most_s)
        if screen not in player.by_screen:
            raise UnfinishedLegError(f"bench: expected the screen {screen}, got {app.scene.name}")
        return name or screen, player.by_screen[screen].cost

    player.settle(time.monotonic() + PATIENCE_S)
    yield "title", player.by_screen["title"].cost
    yield shown("setup", "race.setup")
    yield shown("table", "start")
    yield shown("menu", "menu")
    app.resume_match(_nearly_over(DEFAULT_PLAN))
    yield shown("result", player.play_leg, "result of a leg")
    yield shown("replay", "look_back")
    yield shown("replay", "last", "replay, last turn")
    shown("result", "back")
    yield shown("table", "go_on", "next leg")
    app.resume_match(_nearly_over(DEFAULT_PLAN.with_legs(1)))
    yield shown("result", player.play_leg)
    app.start_match(DEFAULT_PLAN.with_added_person() or DEFAULT_PLAN)
    yield shown("handover", lambda: None)
    shown("title", app.go_home)
    yield shown("roadbook", "roadbook")
    for page in _PAGES:
        yield shown("roadbook", f"tabs.{page}", page)
    shown("roadbook", "tabs.drivers")
    yield shown("profiles", "licence")
    shown("title", app.go_home)
    app.record_achievement(lambda _before: _year())
    yield shown("calendar", "deals")
    yield shown("deal", "code")
    shown("title", app.go_home)
    yield shown("tour", "tour")
    shown("title", app.go_home)
    yield shown("settings", "settings")
    shown("title", "close")
    yield shown("rules", "rules")


def _year() -> Achievements:
    """Return achievements with a deal of the day for each day of the past year."""
    days = [(date.today() - timedelta(days=n)).isoformat() for n in range(365)]
    drives = {day: DailyDealResult(day, 0, 100 * (n % 20)) for n, day in enumerate(days)}
    return Achievements(drives, levels=dict.fromkeys(days, (300, 600, 900, 1200)))


def _nearly_over(plan: Plan) -> SavedMatch:
    """Return a match in whose first leg the viewer has one decision left."""
    for session in sessions_before_decisions(decide_simply, plan):
        saved = session.saved
    return saved
