"""The end of the match: who has won, and what is seen and heard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import cast

import pygame
import pytest
from pygame import Rect

from game.engine.rules import Score, Seating
from game.features.result import celebration
from game.features.result.scene import ResultScene
from game.features.result.standings import Standings
from game.features.result.words import winner_line as called_out
from game.settings.settings import AnimationSpeed, Settings
from game.ui.drawing import text
from game.words.names import NOBODY, Names
from game.words.score import bot_drove_line
from tests.features.result.result_scenes import (
    FRAME_S,
    SIZES,
    Calls,
    Heard,
    ended,
    entered,
    exits,
    host,
    key,
    rest,
    shown,
    standings,
)
from tests.scenes.stages import STAGES
from tests.waiting import until
from tests.window import Driver

pytestmark = pytest.mark.usefixtures("window")

BEGIN_S = 10.0
LAST_FLAG_S, LAST_PART_S, PLATE_S = 4.4, 4.0, 3.02


def match_end(
    size: tuple[int, int] = (1280, 720),
    settings: Settings | None = None,
    *,
    winner: int = 0,
    table: Standings | None = None,
    sound: Heard | None = None,
    calls: tuple[Calls, Calls, Calls] | None = None,
    celebrates: bool = True,
) -> ResultScene:
    """The end of a match that side 0, the viewer's, has won if nothing else is said."""
    won = replace(table or standings(), match_winner=winner)
    again, to_title, look = calls or (Calls(), Calls(), Calls())
    ways = exits(again, to_title, look)
    scene = ResultScene(host(size, settings, sound), ended(won), ways, celebrates=celebrates)
    scene = cast(ResultScene, entered(scene))
    until(lambda: not scene.draw_next_part())
    return scene


def pixels(scene: ResultScene, size: tuple[int, int] = (1280, 720), place: Rect | None = None) -> bytes:
    surface = shown(scene, size)
    return pygame.image.tobytes(surface.subsurface(place) if place else surface, "RGB")


def frames(scene: ResultScene, until_s: float) -> Iterator[float]:
    """Let the show go on frame by frame; the moment of each."""
    for frame in range(round(until_s / FRAME_S) + 1):
        scene.update(BEGIN_S + frame * FRAME_S)
        yield frame * FRAME_S


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "seating", "winner", "said", "called"),
    [
        (4, Seating.SOLO, 0, "You won the match!", "You won!"),
        (4, Seating.SOLO, 1, "Carla won the match", "Carla won!"),
        (4, Seating.TEAMS, 0, "You and Leo won the match!", "You and Leo won!"),
        (4, Seating.TEAMS, 1, "Carla + Irma won the match", "Carla + Irma won!"),
    ],
)
def test_winner_of_the_match_is_told(seats: int, seating: Seating, winner: int, said: str, called: str) -> None:
    scene = match_end(winner=winner, table=standings(seats=seats, seating=seating))
    told = {node.id: node.name for node in scene.nodes()}
    assert told["title"] == said
    assert told["rank.1"].startswith(f"1. {scene.standings.names.side(winner)}: ")
    assert called_out(scene.standings) == called


def test_match_of_one_leg_that_nobody_won_goes_to_the_highest_total() -> None:
    table = standings("mille_miglia", seats=2)
    legs = ((Score(km=50, left_in_hand=-400), Score(km=50, left_in_hand=-100)),)
    names = Names((None, "leo"), ((0,), (1,)), 0)
    table = replace(table, legs=legs, leg_winners=(None,), names=names, target_score=None, leg_count=1)
    scene = match_end(winner=1, table=table)
    for _ in frames(scene, 3.0):
        shown(scene)  # the points rush below zero
    rest(scene)
    shown(scene)
    told = {node.id: node.name for node in scene.nodes()}
    assert told["title"] == "Leo won!"
    assert told["rank.1"] == "1. Leo: −50 points"
    assert not text.overflows


@pytest.mark.parametrize(
    ("delegated", "viewer", "said"),
    [
        ([(0,)], 0, "A bot drove for you"),
        ([(0,), (), ()], 0, "A bot drove 1 leg for you"),
        ([(0,), (0,), ()], 0, "A bot drove 2 legs for you"),
        ([(), (), ()], 0, ""),
        ([(), (2,), (2, 0)], NOBODY, "A bot drove for Player 1, Player 3"),
        ([(2,)], 0, "A bot drove for Player 3"),
    ],
)
def test_result_tells_each_person_for_whom_a_bot_drove(
    delegated: list[tuple[int, ...]], viewer: int, said: str
) -> None:
    names = Names((None, "leo", None), ((0,), (1,), (2,)), viewer)
    assert bot_drove_line(names, [frozenset(seats) for seats in delegated], "winning_moves") == said


def test_lettering_you_win_is_never_shown_without_the_bot_that_drove() -> None:
    driven = replace(standings(), delegated=(frozenset(), frozenset({0}), frozenset()))
    own, others = (match_end(winner=winner, table=driven)._scene_parts.lettering for winner in (0, 1))
    assert own.get_height() > others.get_height()
    told = {node.id: node.name for node in match_end(winner=1, table=driven).nodes()}
    assert told["who_drove"] == "A bot drove 1 leg for you"


# -- time --------------------------------------------------------------------------------------------------------------


def test_result_parts_come_in_their_turn() -> None:
    design = {
        "car": (0, 1.2), "crowd": (0, 0.42), "lettering": (1.2, 1.44), "bunting": (1.2, 1.56), "rush": (1.8, 2.7),
        "plate": (2.7, 3.02), "print": (3.02, 3.34), "flags": (1.2, 4.4),
    }  # fmt: skip
    scene, begun, ended = match_end(), dict[str, float](), dict[str, float]()
    for now_s in frames(scene, LAST_FLAG_S + 0.1):
        for name in design:
            done = scene.timeline.eased_progress(name)
            if done:
                begun.setdefault(name, now_s)
            if done == 1:
                ended.setdefault(name, now_s)
    spans = {name: (begun[name], ended[name]) for name in design}
    assert spans == {name: pytest.approx(span, abs=0.035) for name, span in design.items()}
    assert not scene.is_moving()


@pytest.mark.parametrize(("celebrates", "plate_s"), [(True, 2.6), (False, 0.0)])
def test_plate_comes_once_all_of_it_is_drawn(celebrates: bool, plate_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = match_end(celebrates=celebrates)
    with monkeypatch.context() as late:
        late.setattr(scene, "draw_next_part", lambda: True)
        scene.update(BEGIN_S + plate_s)
        for later_s in (0.2, 0.6, 5.0):
            scene.update(BEGIN_S + plate_s + later_s)
            assert not scene.timeline.eased_progress("plate")
    scene.update(BEGIN_S + 9.0)
    assert scene.timeline.eased_progress("plate") == 1


def test_press_before_the_plate_only_goes_to_the_last_moment() -> None:
    calls = (Calls(), Calls(), Calls())
    scene = match_end(calls=calls)
    scene.update(BEGIN_S + 1.0)
    assert scene.handle(key(pygame.K_RETURN))
    assert not scene.is_moving()
    assert [call.count for call in calls] == [0, 0, 0]
    last = pixels(scene)
    other = match_end()
    rest(other)
    assert pixels(other) == last


def test_press_counts_once_the_plate_is_there_while_flags_still_fall() -> None:
    calls = (Calls(), Calls(), Calls())
    scene = match_end(calls=calls)
    scene.update(BEGIN_S + PLATE_S + 0.1)
    assert scene.is_moving()
    scene.handle(key(pygame.K_RETURN))
    assert [call.count for call in calls] == [1, 0, 0]


def test_result_buttons_begin_anew_look_back_and_leave() -> None:
    again, to_title, look = calls = (Calls(), Calls(), Calls())
    scene = match_end(calls=calls)
    rest(scene)
    for code in (*([pygame.K_RETURN, pygame.K_TAB] * 2), pygame.K_RETURN, pygame.K_ESCAPE):
        scene.handle(key(code))
    assert (again.count, look.count, to_title.count) == (1, 1, 2)


def test_result_of_a_stage_tells_which_stars_it_brought(driver: Driver) -> None:
    STAGES["result_of_stage"](driver)
    told = {node.id: node.name for node in driver.nodes()}
    assert told["margin"].startswith("Les Tilleuls · ")
    assert [told[f"goal{n}"] for n in range(3)] == [
        "Finish first or second on points: star", "Win: star", "Win without a 200: no star yet",
    ]  # fmt: skip
    driver.app.set_language("de")
    driver.settle()
    assert driver.control("goal1").name == "Hol den Sieg: Stern"


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings().with_values(reduced_motion=True),
        Settings().with_values(speed=AnimationSpeed.OFF),
        Settings().with_values(speed=AnimationSpeed.SLOW),
    ],
    ids=["moving", "reduced", "at once", "slow"],
)
def test_result_ends_in_the_same_picture_however_it_is_seen(settings: Settings) -> None:
    skipped = match_end()
    skipped.handle(key(pygame.K_SPACE))
    scene = match_end(settings=settings)
    assert scene.is_moving() == (settings.person.speed.factor > 0)
    for _ in frames(scene, 7.2):
        if round(_ / FRAME_S) % 15 == 0:
            shown(scene)
    rest(scene)
    assert pixels(scene) == pixels(skipped)


def test_last_moment_fades_in_and_nothing_else_moves_with_reduced_motion() -> None:
    scene = match_end(settings=Settings().with_values(reduced_motion=True))
    scene.update(BEGIN_S + 0.06)
    fading = pixels(scene)
    scene.update(BEGIN_S + 0.13)
    framed = pixels(scene)
    scene.update(BEGIN_S + 0.8)
    assert pixels(scene) == framed
    assert framed != fading
    scene.update(BEGIN_S + 0.95)
    assert not scene.is_moving()
    assert pixels(scene) != framed, "the frame is gone"
    photo = scene.plate.revealed_parts["print"].rect.inflate(40, 40)
    still = shown(scene)
    again = match_end(settings=Settings().with_values(reduced_motion=True))
    again.update(BEGIN_S + 0.5)
    during = shown(again)
    for surface in (still, during):
        surface.fill((0, 0, 0), photo)
    assert pygame.image.tobytes(still, "RGB") == pygame.image.tobytes(during, "RGB"), "only the photo is framed"


@pytest.mark.parametrize(("speed", "factor"), [(AnimationSpeed.SLOW, 1.6), (AnimationSpeed.FAST, 0.55)])
def test_result_show_keeps_the_speed_that_is_set(speed: AnimationSpeed, factor: float) -> None:
    scene = match_end(settings=Settings().with_values(speed=speed))
    scene.update(BEGIN_S + factor * PLATE_S - 0.02)
    assert scene.timeline.eased_progress("plate") < 1
    scene.update(BEGIN_S + factor * PLATE_S + 0.02)
    assert scene.timeline.eased_progress("plate") == 1


# -- picture -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_winners_car_comes_to_rest_in_the_window(size: tuple[int, int]) -> None:
    scene = match_end(size, table=standings(seats=2))
    start, stopped = scene._arrival.car_rect(0), scene._arrival.car_rect(1)
    assert start.y >= size[1]  # below the window, where the road comes from
    assert Rect(0, 0, *size).contains(stopped)


@pytest.fixture(params=[75, 100, 200])
def text_size(request: pytest.FixtureRequest) -> Iterator[int]:
    text.set_text_size_factor(request.param / 100)
    yield request.param
    text.set_text_size_factor(1)


@pytest.mark.usefixtures("text_size")
def test_result_frames_equal_a_picture_drawn_afresh() -> None:
    scene = match_end((960, 540))
    for now_s in frames(scene, LAST_FLAG_S + 0.1):
        if round(now_s / FRAME_S) % 11:
            continue
        drawn = pixels(scene, (960, 540))
        scene._rest = None
        assert pixels(scene, (960, 540)) == drawn, now_s


def test_flags_never_cover_the_plate() -> None:
    scene = match_end()
    inside = scene.plate.rect.inflate(-60, -60)
    scene.update(BEGIN_S + 3.9)
    assert scene.is_moving()
    during = pixels(scene, place=inside)
    rest(scene)
    assert pixels(scene, place=inside) == during


def test_flags_are_24_for_a_winner_and_none_for_a_loser() -> None:
    assert len(match_end()._confetti.flags) == celebration.FLAGS == 24
    lost = match_end(winner=1)
    lost.update(BEGIN_S + LAST_PART_S - 0.01)
    assert lost.timeline.eased_progress("flags") == 1
    lost.update(BEGIN_S + LAST_PART_S + 0.01)
    assert not lost.is_moving()


@pytest.mark.parametrize("size", [(960, 540), (3840, 2160)])
@pytest.mark.parametrize("speed", [AnimationSpeed.SLOW, AnimationSpeed.FAST])
def test_flags_fall_at_most_three_hundred_pixels_a_second(size: tuple[int, int], speed: AnimationSpeed) -> None:
    scene = match_end(size, Settings().with_values(speed=speed))
    shower = scene._confetti
    begin_s = BEGIN_S + 1.2 * speed.factor
    places = []
    for later_s in (0.8, 1.3):
        scene.update(begin_s + later_s)
        fallen_s = scene.timeline.eased_progress("flags") * shower.duration_s
        assert fallen_s == pytest.approx(later_s)
        places.append([shower.flag_center(flag, fallen_s)[1] for flag in shower.flags])
    assert all(0 < after - before <= 150 for before, after in zip(*places, strict=True))


@pytest.mark.parametrize("speed", [AnimationSpeed.SLOW, AnimationSpeed.FAST])
def test_crowd_cheers_by_six_and_changes_twice_a_second_at_most(
    speed: AnimationSpeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, turns = match_end(settings=Settings().with_values(speed=speed)), dict[int, float]()
    drawn = celebration.Crowd.paint_cheering
    now = [0.0]

    def noting(self: celebration.Crowd, surface: pygame.Surface, turn: int) -> list[Rect]:
        turns.setdefault(turn, now[0])
        places = drawn(self, surface, turn)
        assert len(places) == celebration.CHEERING == 6
        return places

    monkeypatch.setattr(celebration.Crowd, "paint_cheering", noting)
    for now_s in frames(scene, 4.3 * speed.factor):
        now[0] = now_s
        shown(scene)
    moments = sorted(turns.values())
    assert len(moments) > 2
    assert all(b - a >= 0.5 - 2 * FRAME_S for a, b in pairwise(moments))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "seating"), [(2, Seating.SOLO), (4, Seating.SOLO), (4, Seating.TEAMS)])
def test_lettering_before_the_plate_stays_beside_the_car(size: tuple[int, int], seats: int, seating: Seating) -> None:
    text.overflows.clear()
    scene = match_end(size, table=standings(seats=seats, seating=seating))
    scene.update(BEGIN_S + 2.4)
    shown(scene, size)
    made, stopped = scene._scene_parts, scene._arrival.car_rect(1)
    laurel = made.laurel.get_rect(center=scene._laurel_at)
    assert scene._space.contains(laurel)
    assert made.lettering.get_width() <= scene._space.w
    assert not laurel.colliderect(stopped)
    assert not text.overflows


# -- sound -------------------------------------------------------------------------------------------------------------


def heard_of(winner: int, settings: Settings | None = None, *, skip_at_s: float | None = None) -> list[str]:
    heard = Heard()
    scene = match_end(winner=winner, sound=heard, settings=settings)
    for now_s in frames(scene, LAST_FLAG_S):
        if skip_at_s is not None and now_s >= skip_at_s:
            scene.handle(key(pygame.K_SPACE))
            break
    return heard.names


def test_winner_hears_a_fanfare_the_crowd_and_the_points() -> None:
    assert heard_of(0) == ["win", "crowd", *["count"] * 7, "bell", "chime"]


def test_loser_hears_a_short_fanfare_for_the_winner() -> None:
    assert heard_of(1) == ["salute", *["count"] * 7, "bell"]


def test_skipped_parts_are_not_heard() -> None:
    assert heard_of(0, skip_at_s=0.5) == ["win"]


@pytest.mark.parametrize(
    "settings", [Settings().with_values(reduced_motion=True), Settings().with_values(speed=AnimationSpeed.OFF)]
)
def test_crowd_is_heard_at_once_where_the_last_moment_is_seen_at_once(settings: Settings) -> None:
    assert heard_of(0, settings) == ["win", "crowd"]
    assert heard_of(1, settings) == ["salute"]


def test_quick_race_is_not_called_a_match() -> None:
    race = replace(standings(legs=1), target_score=None, leg_count=1)
    assert "You won!" in [node.name for node in match_end(table=race).nodes()]


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1080, 1350), (3840, 2160)])
def test_plate_covers_nobodys_head(size: tuple[int, int]) -> None:
    scene = match_end(size, table=standings(seats=2))
    head_px = 40 * scene.unit
    for fan in scene._crowd._fans:
        top, middle = fan.y + 72 * scene.unit, fan.x + 75 * scene.unit
        if scene.plate.rect.x < middle < scene.plate.rect.right:
            assert top + head_px > scene.plate.rect.bottom
