"""The end of the match: who has won, and what is seen and heard."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pygame
import pytest
from pygame import Rect

from game.engine.observation import Seating
from game.scenes.match_end import MatchEndScene
from game.session.settings import Settings, Speed
from tests.scenes.score_scenes import (
    SIZES,
    Calls,
    Heard,
    entered,
    host,
    key,
    rest,
    shown,
    standings,
)

pytestmark = pytest.mark.usefixtures("window")


@pytest.mark.parametrize(
    ("seats", "seating", "winner", "said"),
    [
        (4, Seating.SOLO, 0, "You win the match!"),
        (4, Seating.SOLO, 1, "Carla wins the match"),
        (4, Seating.TEAMS, 0, "You and Leo win the match!"),
        (4, Seating.TEAMS, 1, "Carla + Irma win the match"),
    ],
)
def test_the_match_s_winner_is_told(seats: int, seating: Seating, winner: int, said: str) -> None:
    table = replace(standings(seats=seats, seating=seating), match_winner=winner)
    scene = entered(MatchEndScene(host(), table, Calls(), Calls()))
    names = [node.name for node in scene.nodes()]
    assert names[0] == said
    assert names[1].startswith(f"1. {table.names.side(winner)}: ")


def test_the_match_s_end_rests_after_the_show_and_its_buttons_work() -> None:
    again, to_title = Calls(), Calls()
    scene = cast(MatchEndScene, entered(MatchEndScene(host(), replace(standings(), match_winner=2), again, to_title)))
    scene.update(11.0)
    before = pygame.image.tobytes(shown(scene), "RGB")
    scene.update(11.5)
    assert scene.is_moving()
    assert pygame.image.tobytes(shown(scene), "RGB") != before
    rest(scene)
    scene.handle(key(pygame.K_RETURN))
    scene.handle(key(pygame.K_TAB))
    scene.handle(key(pygame.K_RETURN))
    scene.handle(key(pygame.K_ESCAPE))
    assert (again.count, to_title.count) == (1, 2)


def test_the_flags_never_cover_words() -> None:
    scene = cast(MatchEndScene, entered(MatchEndScene(host(), replace(standings(), match_winner=2), Calls(), Calls())))
    plate = scene._plate.inflate(-60, -60)
    rows = Rect(plate.x, scene._table.y, plate.w, scene._table.h)
    scene.update(13.5)
    during = shown(scene).subsurface(rows).copy()
    rest(scene)
    assert pygame.image.tobytes(during, "RGB") == pygame.image.tobytes(shown(scene).subsurface(rows), "RGB")


def match_end(size: tuple[int, int] = (1280, 720), settings: Settings | None = None) -> MatchEndScene:
    table = replace(standings(), match_winner=2)
    return cast(MatchEndScene, entered(MatchEndScene(host(size, settings), table, Calls(), Calls())))


@pytest.mark.parametrize("size", SIZES)
def test_the_winner_s_car_comes_to_rest_between_plate_and_stone(size: tuple[int, int]) -> None:
    scene = match_end(size)
    start, stopped = scene._arrival.at(0), scene._arrival.at(1)
    assert start.y >= size[1]  # below the window, where the road comes from
    assert Rect(0, 0, *size).contains(stopped)
    assert not scene._plate.colliderect(stopped)


def test_however_the_match_s_end_is_seen_it_ends_in_the_same_picture() -> None:
    pictures = set()
    for settings in (Settings(), Settings(reduced_motion=True), Settings(speed=Speed.OFF), Settings(speed=Speed.SLOW)):
        scene = match_end(settings=settings)
        assert scene.is_moving() == (settings.speed.factor > 0 and not settings.reduced_motion)
        rest(scene)
        pictures.add(pygame.image.tobytes(shown(scene), "RGB"))
    assert len(pictures) == 1


@pytest.mark.parametrize("size", [(960, 540), (3840, 2160)])
@pytest.mark.parametrize("speed", [Speed.SLOW, Speed.FAST])
def test_no_flag_falls_faster_than_three_hundred_pixels_a_second(size: tuple[int, int], speed: Speed) -> None:
    scene = match_end(size, Settings(speed=speed))
    scene.update(12.0)
    then = scene._fallen_s
    scene.update(12.5)
    assert all(scene._flag_speed(flag) * (scene._fallen_s - then) <= 150 for flag in scene._flags)
    assert then > 0


@pytest.mark.parametrize(("winner", "sounds"), [(0, ["win", "crowd"]), (1, ["lose"])])
def test_the_match_s_end_sounds_as_it_went_for_the_player(winner: int, sounds: list[str]) -> None:
    heard = Heard()
    entered(MatchEndScene(host(sound=heard), replace(standings(), match_winner=winner), Calls(), Calls()))
    assert heard.names == sounds
