"""Score sheets and ends of matches without a program: what tests of them are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import sleep
from types import SimpleNamespace
from typing import Any, cast

import pygame
from pygame import Surface

from game.engine.attacks import AttackTable
from game.engine.rules import Score, Seating, sides_of
from game.engine.setup import Options
from game.features.result.model import Story, StoryCode, StoryLine, match_story
from game.features.result.panel import MatchResult, ResultActions
from game.features.result.photo import PhotoFinish
from game.features.score.scene import ActionButton, LegScoreScene
from game.features.score.standings import Standings
from game.i18n import _
from game.scenes.host import Host
from game.settings.settings import Settings
from game.ui.audio import Sounds
from game.ui.form import FormScene
from game.words.names import Names

SIZES = ((960, 540), (1280, 720), (1080, 1350), (2560, 1080))
DRIVERS = (None, "carla", "leo", "irma", "bruno", "nina")
FRAME_S = 1 / 60
LOOKS_BACK = [
    ActionButton("review", lambda: _("Review"), "hint", lambda: None),
    ActionButton("replay", lambda: _("Replay"), "eye", lambda: None),
    ActionButton("hits", lambda: _("Who hits whom"), "octagon", lambda: None),
    ActionButton("logbook", lambda: _("Log"), "log", lambda: None),
    ActionButton("compare", lambda: _("Compare"), "bot", lambda: None),
]
"""All there may be: those of a numbered deal."""
MILESTONES = ActionButton("milestones", lambda: _("Milestones"), "star", lambda: None)


def standings(
    rules_id: str = "winning_moves", seats: int = 4, seating: Seating = Seating.SOLO, legs: int = 3
) -> Standings:
    """A match after some legs of drawn scores; side 1 has won the latest."""
    lots, sides = Random(5), sides_of(seats, seating)
    winners = [lots.randrange(len(sides)) for _ in range(legs - 1)] + [1]
    results = tuple(
        tuple(
            Score(km=700, leg_won=400) if side == winner else Score(km=25 * lots.randrange(27))
            for side in range(len(sides))
        )
        for winner in winners
    )
    hits = tuple(drawn_hits(lots, len(sides)) for _ in range(legs))
    return Standings(
        rules_id=rules_id,
        seating=seating,
        options=Options(no_100_bonus=True),
        names=Names(DRIVERS[:seats], sides, 0),
        legs=results,
        leg_winners=tuple(winners),
        hits=hits,
        target_score=5000,
        leg_count=None,
        match_winner=None,
    )


def drawn_hits(lots: Random, sides: int) -> AttackTable:
    """Up to five hits of each side on each other, some of them parried."""
    laid = tuple(tuple(0 if by == on else lots.randrange(6) for on in range(sides)) for by in range(sides))
    return AttackTable(laid, tuple(tuple(lots.randrange(2) if n else 0 for n in row) for row in laid))


def host(size: tuple[int, int] = (1280, 720), settings: Settings | None = None, sound: object = None) -> Host:
    wanted, heard = settings or Settings(), sound or Sounds()
    around = {"size": size, "now_s": 10.0, "shows_focus": False, "settings": wanted, "sound": heard}
    told = {"milestones_reached": (), "milestone_shares": {}}
    return cast(Host, SimpleNamespace(clock=lambda: 10.0, **around, **told, head_to_head=lambda _person: {}))


def ended(table: Standings) -> MatchResult:
    """How that match has ended, as its points tell it; a single leg was won far ahead."""
    winner, sides = table.ranking[0], tuple(range(table.side_count))
    if len(table.legs) > 1:
        story = match_story(table.legs, table.leg_winners, winner, 0)
    else:
        story = Story(StoryLine(StoryCode.FAR, winner), (StoryLine(StoryCode.LED_ALL, winner),))
    km = tuple(score.km for score in table.scores)
    order = sorted(sides, key=lambda side: (side != table.winner, -km[side]))
    return MatchResult(table, story, PhotoFinish(tuple(order), km, 700, table.winner, table.names), turns=31)


def exits(again: Callable[[], None], title: Callable[[], None], ways: Sequence[ActionButton] = ()) -> ResultActions:
    """The ways on from a result."""
    return ResultActions(ActionButton("again", lambda: _("New match"), "flag", again), title, ways)


def shown(scene: FormScene, size: tuple[int, int] = (1280, 720)) -> Surface:
    surface = Surface(size)
    scene.render(surface, 0)
    return surface


def entered(scene: FormScene) -> FormScene:
    scene.enter(scene.app)
    while not scene.preload():
        pass
    return scene


def key(code: int) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=code, mod=0, unicode="")


class Calls:
    """Counts how often it was called."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def leg_scene(
    table: Standings, size: tuple[int, int] = (1280, 720), go_on: Callable[[], None] | None = None
) -> LegScoreScene:
    return cast(
        LegScoreScene,
        entered(LegScoreScene(host(size), table, go_on or Calls(), Calls(), LOOKS_BACK, MILESTONES)),
    )


def rest(scene: Any) -> None:
    """Let time pass until nothing moves; a result waits for what of it is still drawn."""
    for now_s in range(1000, 2000):
        scene.update(float(now_s))
        if not scene.is_moving():
            return
        sleep(0.001)
    raise AssertionError


class Heard:
    """Notes what is played."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def play(self, name: str) -> None:
        self.names.append(name)
