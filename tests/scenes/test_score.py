"""The score sheet, the race chart and the end of the match: what they show, and that it fits every window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any, cast

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest
from pygame import Rect, Surface

from game.engine.match import LegResult
from game.engine.observation import SCORE_ITEMS, Options, Score, Seating
from game.engine.rules import sides_of
from game.scenes.chart import chart_title, spread
from game.scenes.match_end import MatchEndScene
from game.scenes.score import LegScoreScene
from game.scenes.standings import Standings
from game.session.players import HUMAN, bot
from game.session.settings import Settings, Speed
from game.ui import text
from game.ui.form import FormScene
from game.ui.i18n import LANGUAGES, set_language
from game.ui.scene import Host
from game.ui.sound import Sounds
from game.ui.words.names import Names

SIZES = ((960, 540), (1280, 720), (1080, 1350), (2560, 1080))
DRIVERS = (None, "carla", "leo", "irma", "bruno", "nina")
FRAME_S = 1 / 60


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((960, 540))
    set_language("en")
    text.overflows.clear()
    yield
    set_language("en")
    text.overflows.clear()


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
    app = SimpleNamespace(size=size, now_s=10.0, settings=settings or Settings(), sound=sound or Sounds())
    return cast(Host, app)


def shown(scene: FormScene, size: tuple[int, int] = (1280, 720)) -> Surface:
    surface = Surface(size)
    scene.render(surface, 0)
    return surface


def entered(scene: FormScene) -> FormScene:
    scene.enter(scene.app)
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
    return cast(LegScoreScene, entered(LegScoreScene(host(size), table, go_on or Calls(), Calls())))


def rest(scene: Any) -> None:
    scene.update(1000.0)
    assert not scene.is_moving()


# -- what is scored ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules_id", "seats", "seating", "options", "left_out"),
    [
        ("winning_moves", 4, Seating.SOLO, Options(), {"no_100", "left_in_hand"}),
        ("winning_moves", 4, Seating.SOLO, Options(extension=False), {"no_100", "left_in_hand", "extension"}),
        ("winning_moves", 4, Seating.TEAMS, Options(), {"no_100", "left_in_hand", "extension"}),
        ("winning_moves", 4, Seating.SOLO, Options(no_100_bonus=True), {"no_100", "left_in_hand"}),
        ("dujardin", 6, Seating.TEAMS, Options(), {"no_100", "left_in_hand"}),
        ("dujardin", 2, Seating.SOLO, Options(no_100_bonus=True), {"left_in_hand"}),
        ("mille_miglia", 5, Seating.SOLO, Options(), {"all_four", "delayed_action", "extension", "shut_out", "no_100"}),
    ],
)
def test_the_sheet_has_a_row_for_what_can_be_scored(
    rules_id: str, seats: int, seating: Seating, options: Options, left_out: set[str]
) -> None:
    table = replace(standings(rules_id, seats, seating), options=options)
    assert set(SCORE_ITEMS) - set(table.items) == left_out
    assert [item for item in SCORE_ITEMS if item in table.items] == list(table.items)


def test_standings_add_up() -> None:
    legs = (
        (Score(km=700, leg_won=400), Score(km=325)),
        (Score(km=25), Score(km=700, safeties=100)),
        (Score(left_in_hand=-50), Score()),
    )
    table = replace(
        standings(seats=2), legs=legs, leg_winners=(0, 1, None), names=Names((None, "leo"), ((0,), (1,)), 0)
    )
    assert table.course(0) == (0, 1100, 1125, 1075)
    assert table.before == (1125, 1125)
    assert table.totals == (1075, 1125)
    assert [table.legs_won(0), table.legs_won(1)] == [1, 1]
    assert table.ranking == (1, 0)
    assert replace(table, match_winner=0).ranking == (0, 1)


def test_standings_are_taken_from_the_session() -> None:
    scores = (Score(km=700, leg_won=400), Score(km=50))
    session = SimpleNamespace(
        setup=SimpleNamespace(
            rules="piatnik", seats=2, seating=Seating.SOLO, options=Options(), target_score=1000, legs=None
        ),
        history=(LegResult(scores=scores, winner=0, record=cast(Any, None)),),
        players=(HUMAN, bot("nina")),
        viewer=0,
        is_match_over=True,
        match_winner=0,
    )  # fmt: skip
    table = Standings.of(cast(Any, session))
    assert table.totals == (1100, 50)
    assert table.names.side(1) == "Nina"
    assert table.match_winner == 0


# -- the leg's score ---------------------------------------------------------------------------------------------------


def test_every_row_is_told_with_the_numbers_of_all_sides() -> None:
    table = replace(standings(seats=2), legs=((Score(km=700, leg_won=400), Score(km=325)),), leg_winners=(0,))
    table = replace(table, names=Names((None, "leo"), ((0,), (1,)), 0))
    scene = leg_scene(table)
    told = {node.id: node.name for node in scene.nodes() if node.role == "text"}
    assert told["title"] == "Score of leg 1"
    assert told["winner"] == "You win with 700 km"
    assert told["row.km"] == "Kilometres: You 700, Leo 325"
    assert told["row.leg_won"] == "Leg won, 400: You 400, Leo 0"
    assert told["row.total"] == "Total: You 1,100, Leo 325"
    assert told["chart"] == "The race to 5,000: You 1,100, Leo 325"


def test_the_lines_appear_one_after_the_other() -> None:
    scene = leg_scene(standings())
    assert scene.is_moving()
    assert not scene.is_settled()
    scene.update(10.0 + 0.09 + 0.13)
    first, *others = scene._shown
    assert 0 < first < 1
    assert others == [0] * len(others)
    scene.update(10.0 + 0.35 + 0.09 + 0.02)
    assert scene._shown[0] == 1
    assert scene._shown[1] > 0
    rest(scene)
    assert scene._shown == [1] * len(scene._shown)


def test_the_total_counts_a_little_longer_than_a_number_rises() -> None:
    table = replace(standings(seats=2), legs=((Score(km=700), Score()),), leg_winners=(0,))
    scene = leg_scene(replace(table, names=Names((None, "leo"), ((0,), (1,)), 0)))
    scene.update(10.0 + 0.09 + 0.27)
    assert scene._shown[0] == 1
    assert 0 < scene.sheet.leg_totals(scene._counted)[0] < 700
    scene.update(10.0 + 0.09 + 0.31)
    assert scene.sheet.leg_totals(scene._counted) == [700, 0]


@pytest.mark.parametrize("size", [(1280, 720), (1080, 1350)])
def test_however_it_is_counted_it_ends_in_the_same_picture(size: tuple[int, int]) -> None:
    pictures = set()
    for way in ("frame by frame", "skipped", "late", "reduced", "off"):
        settings = Settings(reduced_motion=way == "reduced", speed=Speed.OFF if way == "off" else Speed.FAST)
        scene = entered(LegScoreScene(host(size, settings), standings(), Calls(), Calls()))
        if way == "frame by frame":
            for frame in range(300):
                scene.update(10.0 + frame * FRAME_S)
                if frame % 20 == 0:
                    shown(scene, size)
        elif way == "skipped":
            scene.update(10.7)
            shown(scene, size)
            scene.handle(key(pygame.K_SPACE))
        rest(scene)
        pictures.add(pygame.image.tobytes(shown(scene, size), "RGB"))
    assert len(pictures) == 1


def test_without_motion_the_lines_are_there_at_once() -> None:
    app = host(settings=Settings(reduced_motion=True))
    scene = cast(LegScoreScene, entered(LegScoreScene(app, standings(), Calls())))
    assert not scene.is_moving()
    assert scene._shown == scene._counted == [1] * len(scene._shown)


@pytest.mark.parametrize(("speed", "first_line_s"), [(Speed.SLOW, 0.56), (Speed.NORMAL, 0.35), (Speed.FAST, 0.1925)])
def test_the_lines_keep_the_speed_that_is_set(speed: Speed, first_line_s: float) -> None:
    scene = cast(LegScoreScene, entered(LegScoreScene(host(settings=Settings(speed=speed)), standings(), Calls())))
    scene.update(10.0 + first_line_s - 0.01)
    assert scene._shown[0] < 1
    scene.update(10.0 + first_line_s + 0.001)
    assert scene._shown[0] == 1


class Heard:
    """Notes what is played."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def play(self, name: str) -> None:
        self.names.append(name)


def test_a_line_with_points_ticks_and_one_of_three_hundred_rings() -> None:
    legs = ((Score(km=700, safeties=100, coups_fourres=300), Score(km=50)),)
    table = replace(standings(seats=2), legs=legs, leg_winners=(None,), names=Names((None, "leo"), ((0,), (1,)), 0))
    heard, skipped = Heard(), Heard()
    scene = entered(LegScoreScene(host(sound=heard), table, Calls()))
    for frame in range(300):
        scene.update(10.0 + frame * FRAME_S)
    assert heard.names == ["count", "count", "bell"]
    scene = entered(LegScoreScene(host(sound=skipped), table, Calls()))
    scene.update(10.2)
    scene.handle(key(pygame.K_SPACE))
    assert skipped.names == ["count"]


def test_the_legs_so_far_have_a_line_each_with_points_and_totals() -> None:
    legs = ((Score(km=700), Score(km=325)), (Score(km=25), Score(km=400)))
    table = replace(standings(seats=2), legs=legs, leg_winners=(0, None), names=Names((None, "leo"), ((0,), (1,)), 0))
    scene = leg_scene(table)
    assert [(row.label, row.points, row.totals) for row in scene.legs.rows] == [
        ("1", (700, 325), (700, 325)),
        ("2", (25, 400), (725, 725)),
    ]
    assert {n.id: n.name for n in scene.nodes()}["leg.2"] == "2: You 25, Leo 400"


def test_many_legs_share_the_first_line_of_the_pad() -> None:
    table = standings(legs=30)
    pad = leg_scene(table).legs
    assert len(pad.rows) == pad.lines
    assert (pad.rows[0].first, pad.rows[0].label) == (1, f"1–{30 - pad.lines + 1}")
    assert tuple(map(sum, zip(*(row.points for row in pad.rows), strict=True))) == pad.rows[-1].totals == table.totals


def test_sides_with_the_same_totals_keep_lines_and_names_apart() -> None:
    table = replace(standings(), legs=((Score(km=500),) * 4,) * 3)
    chart = leg_scene(table).chart
    for at in (1, 2, 3):
        heights = sorted(line[at][1] for line in chart.lines)
        assert all(below - above >= 3 for above, below in pairwise(heights))
    ends = sorted(line[-1][1] for line in chart.lines)
    assert all(below - above >= chart.px for above, below in pairwise(ends))


@pytest.mark.parametrize("press", [key(pygame.K_SPACE), pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5))])
def test_any_press_shows_all_lines_and_nothing_else(press: pygame.Event) -> None:
    go_on = Calls()
    scene = leg_scene(standings(), go_on=go_on)
    assert scene.handle(press)
    assert not scene.is_moving()
    assert scene._shown == [1] * len(scene._shown)
    assert go_on.count == 0


def test_enter_goes_on_once_all_is_shown() -> None:
    go_on = Calls()
    scene = leg_scene(standings(), go_on=go_on)
    rest(scene)
    scene.handle(key(pygame.K_RETURN))
    assert go_on.count == 1


def test_the_mouse_goes_on_too_and_escape_opens_the_menu() -> None:
    go_on, menu = Calls(), Calls()
    scene = LegScoreScene(host(), standings(), go_on, menu)
    entered(scene)
    rest(scene)
    button = next(node for node in scene.nodes() if node.id == "go_on")
    at = Rect(button.rect).center
    scene.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
    scene.handle(pygame.Event(pygame.MOUSEBUTTONUP, button=1, pos=at))
    assert go_on.count == 1
    scene.handle(key(pygame.K_ESCAPE))
    assert menu.count == 1
    assert [node.name for node in scene.nodes() if node.role == "button"] == ["Next leg", "Menu"]


def test_the_last_leg_leads_to_the_result() -> None:
    scene = leg_scene(replace(standings(), match_winner=1))
    assert "To the result" in [node.name for node in scene.nodes()]


def test_a_language_switch_changes_every_word_at_once() -> None:
    scene = leg_scene(standings("dujardin"))
    rest(scene)
    english = shown(scene)
    set_language("fr")
    scene.relabel()
    names = [node.name for node in scene.nodes()]
    assert "Manche suivante" in names
    assert any(name.startswith("Coups-fourrés, 300") for name in names)
    assert pygame.image.tobytes(shown(scene), "RGB") != pygame.image.tobytes(english, "RGB")


def test_the_winner_s_column_is_marked_and_no_other() -> None:
    scene = leg_scene(standings())
    rest(scene)
    surface = shown(scene)
    corners = [tuple(surface.get_at((column.x + 6, column.centery)))[:3] for column in scene.sheet.columns]
    assert corners[1] != corners[0]
    assert corners[0] == corners[2] == corners[3]
    nobody = leg_scene(replace(standings(), leg_winners=(0, 1, None)))
    rest(nobody)
    surface = shown(nobody)
    assert {tuple(surface.get_at((c.x + 6, c.centery)))[:3] for c in nobody.sheet.columns} == {corners[0]}


SEATINGS = (
    ("winning_moves", 4, Seating.SOLO),
    ("winning_moves", 4, Seating.TEAMS),
    ("piatnik", 2, Seating.SOLO),
    ("dujardin", 6, Seating.TEAMS),
    ("mille_miglia", 6, Seating.SOLO),
)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_both_screens_fit_in_every_language_window_and_seating(size: tuple[int, int], code: str) -> None:
    set_language(code)
    window = Rect(0, 0, *size)
    for rules_id, seats, seating in SEATINGS:
        table = standings(rules_id, seats, seating, legs=30)
        score = leg_scene(table, size)
        end = entered(MatchEndScene(host(size), replace(table, match_winner=1), Calls(), Calls()))
        for scene in (score, end):
            rest(scene)
            shown(scene, size)
            for node in scene.nodes():
                assert window.contains(Rect(node.rect)), (rules_id, seats, seating, node)
        places = [score.sheet.plate, score.chart.place, score.legs.place]
        assert all(place.collidelistall(places) == [i] for i, place in enumerate(places))
        assert text.overflows == [], (rules_id, seats, seating)


def test_controls_never_overlap_and_are_large_enough() -> None:
    for size in SIZES:
        scene = leg_scene(standings(), size)
        rects = [Rect(node.rect) for node in scene.nodes() if node.role == "button"]
        assert all(rect.collidelistall(rects) == [i] for i, rect in enumerate(rects))
        assert all(min(rect.size) >= 32 for rect in rects)


# -- the chart ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "height", "ends"),
    [
        ([10, 10, 10, 10, 10, 10], 10, (0, 100)),
        ([0, 1, 2, 98, 99, 100], 12, (0, 100)),
        ([50, 50, 100, 100], 20, (0, 100)),
        ([5], 10, (0, 9)),
    ],
)
def test_names_at_the_line_ends_never_overlap(wanted: list[float], height: float, ends: tuple[float, float]) -> None:
    places = spread(wanted, height, *ends)
    assert all(below - above >= height - 1e-9 for above, below in pairwise(places))
    assert ends[0] <= places[0]
    assert places[-1] <= ends[1]


def test_names_that_have_room_stand_at_their_line() -> None:
    assert spread([10, 40, 70], 20, 0, 100) == [10, 40, 70]


def test_the_chart_runs_to_the_target_or_tells_how_it_stands() -> None:
    assert chart_title(standings()) == "The race to 5,000"
    assert chart_title(replace(standings(), target_score=None, leg_count=3)) == "The race so far"


def test_the_chart_shows_a_score_beyond_the_target_and_below_zero() -> None:
    low = replace(
        standings(),
        legs=((Score(km=700, shut_out=5000), Score(left_in_hand=-450), Score(), Score()),),
        leg_winners=(0,),
    )
    chart = leg_scene(low).chart
    for side in range(4):
        for _, y in chart.lines[side]:
            assert chart.graph.top <= y <= chart.graph.bottom


# -- the match's end ---------------------------------------------------------------------------------------------------


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
    assert start.right <= 0
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


@pytest.mark.parametrize(("winner", "sound"), [(0, "win"), (1, "lose")])
def test_the_match_s_end_sounds_as_it_went_for_the_player(winner: int, sound: str) -> None:
    heard = Heard()
    entered(MatchEndScene(host(sound=heard), replace(standings(), match_winner=winner), Calls(), Calls()))
    assert heard.names == [sound]
