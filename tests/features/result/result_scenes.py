"""Results of legs and matches without a program: what tests of them are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import sleep
from types import SimpleNamespace
from typing import Any, cast

import pygame
from pygame import Surface

from game.engine.cards import card
from game.engine.rules import Score, Seating, sides_of
from game.engine.setup import Options
from game.features.result.match_result import MatchResult
from game.features.result.model import Highlight, Story, StoryCode, StoryLine, match_story
from game.features.result.page import ActionButton, ResultActions
from game.features.result.photo import PhotoFinish
from game.features.result.scene import ResultScene
from game.features.result.standings import Standings
from game.i18n import _, _p
from game.scenes.host import Host
from game.settings.settings import Settings
from game.ui.audio import Sounds
from game.ui.form import FormScene
from game.words.names import Names

SIZES = ((960, 540), (1280, 720), (1080, 1350), (2560, 1080))
DRIVERS = (None, "carla", "leo", "irma", "bruno", "nina")
FRAME_S = 1 / 60


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
    return Standings(
        rules_id=rules_id,
        seating=seating,
        options=Options(no_100_bonus=True),
        names=Names(DRIVERS[:seats], sides, 0),
        legs=results,
        leg_winners=tuple(winners),
        target_score=5000,
        leg_count=None,
        match_winner=None,
    )


def host(size: tuple[int, int] = (1280, 720), settings: Settings | None = None, sound: object = None) -> Host:
    wanted, heard = settings or Settings(), sound or Sounds()
    around = {"size": size, "now_s": 10.0, "shows_focus": False, "settings": wanted, "sound": heard}
    told: dict[str, object] = {"milestones_reached": (), "milestone_shares": {}}
    return cast(Host, SimpleNamespace(clock=lambda: 10.0, **around, **told))


def ended(table: Standings) -> MatchResult:
    """How that leg or match has ended, as its points tell it; a single leg was won far ahead."""
    sides, is_over = tuple(range(table.side_count)), table.match_winner is not None
    winner = table.ranking[0] if is_over else table.winner
    led = StoryLine(StoryCode.LED_ALL, table.ranking[0])
    story = Story(StoryLine(StoryCode.FAR, table.ranking[0]), (led,))
    if is_over and len(table.legs) > 1:
        story = match_story(table.legs, table.leg_winners, table.ranking[0], 0, story)
    km = tuple(score.km for score in table.scores)
    order = sorted(sides, key=lambda side: (side != table.winner, -km[side]))
    moments = (Highlight(12, replace(led, code=StoryCode.TAKES_LEAD, card=card("km_200")), 1),)
    drove = tuple(tuple(part * each // 31 for each in km) for part in range(32))
    story = replace(story, highlights=moments, turns=31, km=drove)
    shot = PhotoFinish(tuple(order), km, 700, table.winner, table.names)
    return MatchResult(table, story, shot, is_over, winner)


def exits(
    go_on: Callable[[], None], title: Callable[[], None], look_back: Callable[[], None] = lambda: None
) -> ResultActions:
    """The ways on from a result."""
    ways = [
        ActionButton("look_back", lambda: _("Look back"), "eye", look_back),
        ActionButton("to_title", lambda: _p("button", "Main menu"), "close", title),
    ]
    red = ActionButton("go_on", lambda: _("New race"), "flag", go_on)
    return ResultActions(red, ways, title, lambda _turn: look_back())


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


def result_scene(
    table: Standings, size: tuple[int, int] = (1280, 720), go_on: Callable[[], None] | None = None,
    escape: Callable[[], None] | None = None,
) -> ResultScene:  # fmt: skip
    """The page after a leg, at rest."""
    ways = replace(exits(go_on or Calls(), Calls()), escape=escape or Calls())
    scene = ResultScene(host(size), ended(table), ways, celebrates=False)
    entered(scene)
    rest(scene)
    return scene


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
