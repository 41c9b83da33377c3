"""The score sheet: what it shows, and that it and the match's end fit every window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pygame
import pytest
from pygame import Rect

from game.engine.match import LegResult
from game.engine.record import Record
from game.engine.rules import SCORE_ITEMS, Score, Seating
from game.engine.setup import Options
from game.features.result.scene import MatchEndScene
from game.features.score.scene import LegScoreScene
from game.features.score.standings import Standings
from game.i18n import set_language
from game.people.players import HUMAN, bot
from game.settings.settings import AnimationSpeed, Settings
from game.ui.drawing import text
from game.words.names import Names
from tests.features.score.score_scenes import (
    FRAME_S,
    LOOKS_BACK,
    SIZES,
    Calls,
    Heard,
    ended,
    entered,
    exits,
    host,
    key,
    leg_scene,
    rest,
    shown,
    standings,
)
from tests.fit import rooms, strays

pytestmark = pytest.mark.usefixtures("window")


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
def test_score_sheet_has_a_row_for_each_item_that_can_be_scored(
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
    assert table.running_totals(0) == (0, 1100, 1125, 1075)
    assert table.totals_before == (1125, 1125)
    assert table.totals == (1075, 1125)
    assert [table.legs_won(0), table.legs_won(1)] == [1, 1]
    assert table.ranking == (1, 0)
    assert replace(table, match_winner=0).ranking == (0, 1)


def test_standings_are_taken_from_the_session() -> None:
    scores = (Score(km=700, leg_won=400), Score(km=50))
    moves = ("0 go", "1 stop > 0", "0 ! right_of_way")
    record = Record("piatnik", Options(), Seating.SOLO, 2, 1, (), moves)
    session = SimpleNamespace(
        setup=SimpleNamespace(
            rules="piatnik", seats=2, seating=Seating.SOLO, options=Options(), target_score=1000, legs=None
        ),
        history=(LegResult(scores=scores, winner=0, record=record),),
        players=(HUMAN, bot("nina")),
        viewer=0,
        is_match_over=True,
        saved=SimpleNamespace(winner=0, take_backs=3, legs=(SimpleNamespace(delegated=frozenset({0})),)),
        seat_control=SimpleNamespace(is_hot_seat=False),
    )  # fmt: skip
    table = Standings.of(cast(Any, session))
    assert table.totals == (1100, 50)
    assert table.names.side(1) == "Nina"
    assert table.match_winner == 0
    assert [mark.words for mark in table.marks] == ["A bot drove for you", "Played with 3 take-backs"]
    assert (table.hits_of_match.laid, table.hits_of_match.parried) == (((0, 0), (1, 0)), ((0, 0), (1, 0)))


def shown_lines(scene: LegScoreScene) -> list[float]:
    """How far the numbers of each line have come in."""
    return [scene._rise_progress(line) for line in range(len(scene.standings.items))]


def counted_lines(scene: LegScoreScene) -> list[float]:
    """How far each line is counted."""
    return [scene._count_progress(line) for line in range(len(scene.standings.items))]


# -- the leg's score ---------------------------------------------------------------------------------------------------


def test_rows_are_all_told_with_the_numbers_of_all_sides() -> None:
    table = replace(standings(seats=2), legs=((Score(km=700, leg_won=400), Score(km=325)),), leg_winners=(0,))
    table = replace(table, names=Names((None, "leo"), ((0,), (1,)), 0))
    scene = leg_scene(table)
    told = {node.id: node.name for node in scene.nodes() if node.role in {"text", "row"}}
    assert told["title"] == "Score of leg 1"
    assert told["winner"] == "You won with 700 km"
    assert told["row.km"] == "Kilometers – You: 700, Leo: 325"
    assert told["row.leg_won"] == "Leg won, 400 – You: 400, Leo: 0"
    assert told["row.total"] == "Total – You: 1,100, Leo: 325"
    assert told["chart"] == "The race to 5,000 – You: 1,100, Leo: 325"


def test_lines_appear_one_after_the_other() -> None:
    scene = leg_scene(standings())
    assert scene.is_moving()
    assert not scene.is_settled()
    scene.update(10.0 + 0.09 + 0.13)
    first, *others = shown_lines(scene)
    assert 0 < first < 1
    assert others == [0] * len(others)
    scene.update(10.0 + 0.35 + 0.09 + 0.02)
    assert shown_lines(scene)[0] == 1
    assert shown_lines(scene)[1] > 0
    rest(scene)
    assert shown_lines(scene) == [1] * len(shown_lines(scene))


def test_total_counts_a_little_longer_than_a_number_rises() -> None:
    table = replace(standings(seats=2), legs=((Score(km=700), Score()),), leg_winners=(0,))
    scene = leg_scene(replace(table, names=Names((None, "leo"), ((0,), (1,)), 0)))
    scene.update(10.0 + 0.09 + 0.27)
    assert shown_lines(scene)[0] == 1
    assert 0 < scene.sheet.leg_totals()[0] < 700
    scene.update(10.0 + 0.09 + 0.31)
    assert scene.sheet.leg_totals() == [700, 0]


@pytest.mark.parametrize("size", [(1280, 720), (1080, 1350)])
def test_score_sheet_ends_in_the_same_picture_however_it_is_counted(size: tuple[int, int]) -> None:
    pictures = set()
    for way in ("frame by frame", "skipped", "late", "reduced", "off"):
        settings = Settings().with_values(
            reduced_motion=way == "reduced", speed=AnimationSpeed.OFF if way == "off" else AnimationSpeed.FAST
        )
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


def test_lines_are_there_at_once_without_motion() -> None:
    app = host(settings=Settings().with_values(reduced_motion=True))
    scene = cast(LegScoreScene, entered(LegScoreScene(app, standings(), Calls())))
    assert not scene.is_moving()
    assert shown_lines(scene) == counted_lines(scene) == [1] * len(shown_lines(scene))


@pytest.mark.parametrize(
    ("speed", "first_line_s"),
    [(AnimationSpeed.SLOW, 0.56), (AnimationSpeed.NORMAL, 0.35), (AnimationSpeed.FAST, 0.1925)],
)
def test_lines_keep_the_speed_that_is_set(speed: AnimationSpeed, first_line_s: float) -> None:
    scene = cast(
        LegScoreScene, entered(LegScoreScene(host(settings=Settings().with_values(speed=speed)), standings(), Calls()))
    )
    scene.update(10.0 + first_line_s - 0.01)
    assert shown_lines(scene)[0] < 1
    scene.update(10.0 + first_line_s + 0.001)
    assert shown_lines(scene)[0] == 1


def test_line_with_points_ticks_and_one_of_three_hundred_rings() -> None:
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


def test_legs_so_far_have_a_line_each_with_points_latest_first() -> None:
    legs = ((Score(km=700), Score(km=325)), (Score(km=25), Score(km=400)))
    table = replace(standings(seats=2), legs=legs, leg_winners=(0, None), names=Names((None, "leo"), ((0,), (1,)), 0))
    rows = [node for node in leg_scene(table).nodes() if node.role == "row"]
    told = [(row.id, row.name) for row in rows if row.id.startswith("leg.")]
    assert told == [("leg.2", "2 – You: 25, Leo: 400"), ("leg.1", "1 – You: 700, Leo: 325")]


def test_first_score_sheet_has_no_pad_of_legs() -> None:
    assert not [node for node in leg_scene(standings(legs=1)).nodes() if node.id.startswith("leg")]


@pytest.mark.parametrize("press", [key(pygame.K_SPACE), pygame.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5))])
def test_press_during_the_count_only_shows_all_lines(press: pygame.Event) -> None:
    go_on = Calls()
    scene = leg_scene(standings(), go_on=go_on)
    assert scene.handle(press)
    assert not scene.is_moving()
    assert shown_lines(scene) == [1] * len(shown_lines(scene))
    assert go_on.count == 0


def test_enter_goes_on_once_all_lines_are_shown() -> None:
    go_on = Calls()
    scene = leg_scene(standings(), go_on=go_on)
    rest(scene)
    scene.handle(key(pygame.K_RETURN))
    assert go_on.count == 1


def test_mouse_goes_on_too_and_escape_opens_the_menu() -> None:
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
    assert [node.name for node in scene.nodes() if node.role == "button"] == ["Menu", "Next leg"]


@pytest.fixture
def larger() -> Iterator[None]:
    """Text as large as can be."""
    text.set_text_size_factor(2)
    yield
    text.set_text_size_factor(1)


@pytest.mark.usefixtures("larger")
def test_way_on_alone_stays_below_the_scrolled_part_in_larger_text() -> None:
    for size in SIZES[:2]:
        scene = LegScoreScene(host(size), standings(), Calls(), review_buttons=LOOKS_BACK)
        entered(scene)
        found = {node.id: Rect(node.rect) for node in scene.nodes()}
        assert found["score"].bottom <= found["go_on"].y
        assert found["score"].h > 0.6 * size[1]
        assert all(widget.clip for widget in scene.controls.widgets if widget.id in {way.id for way in LOOKS_BACK})


@pytest.mark.usefixtures("larger")
def test_scrolled_score_sheet_leaves_out_rows_without_points() -> None:
    told = replace(standings(), legs=((Score(km=700, leg_won=400), Score(km=325), Score(), Score()),))
    scene = LegScoreScene(host((1280, 720)), told, Calls())
    entered(scene)
    found = {
        node.id: Rect(node.rect) for node in scene.nodes() if node.id.startswith("row.") and node.id.count(".") == 1
    }
    assert list(found) == ["row.km", "row.leg_won", "row.this_leg", "row.total"]
    assert found["row.total"].bottom < next(node.rect[1] for node in scene.nodes() if node.id == "go_on")


@pytest.mark.usefixtures("larger")
def test_press_is_not_spent_on_numbers_scrolled_out_of_sight() -> None:
    go_on = Calls()
    scene = leg_scene(standings(), go_on=go_on)
    scene.handle(key(pygame.K_RETURN))
    assert go_on.count == 0, "the first rows were seen"
    scene = leg_scene(standings(), go_on=go_on)
    for widget in scene.controls.widgets:
        if widget.id == "score":
            widget.handle_key(pygame.K_END)
    shown(scene)
    scene.handle(key(pygame.K_RETURN))
    assert go_on.count == 1
    assert not scene.is_moving()


def test_last_leg_leads_to_the_result() -> None:
    scene = leg_scene(replace(standings(), match_winner=1))
    assert "See the result" in [node.name for node in scene.nodes()]


def test_language_switch_changes_all_words_at_once() -> None:
    scene = leg_scene(standings("dujardin"))
    rest(scene)
    english = shown(scene)
    set_language("fr")
    scene.rebuild_layout()
    names = [node.name for node in scene.nodes()]
    assert "Manche suivante" in names
    assert any(name.startswith("Coups-fourrés, 300") for name in names)
    assert pygame.image.tobytes(shown(scene), "RGB") != pygame.image.tobytes(english, "RGB")


def test_winners_column_is_marked_and_no_other() -> None:
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


@pytest.mark.parametrize(("size", "code"), rooms(*SIZES))
def test_score_sheet_and_result_fit_in_every_language_window_and_seating(size: tuple[int, int], code: str) -> None:
    set_language(code)
    window = Rect(0, 0, *size)
    for rules_id, seats, seating in SEATINGS:
        table = standings(rules_id, seats, seating, legs=30)
        score = leg_scene(table, size)
        end = entered(
            MatchEndScene(host(size), ended(replace(table, match_winner=1)), exits(Calls(), Calls(), LOOKS_BACK[:3]))
        )
        for scene in (score, end):
            rest(scene)
            shown(scene, size)
            for node in scene.nodes():
                assert window.contains(Rect(node.rect)), (rules_id, seats, seating, node)
            assert not list(strays(scene.root)), (rules_id, seats, seating)
        assert text.overflows == [], (rules_id, seats, seating)


def test_controls_never_overlap_and_are_large_enough() -> None:
    for size in SIZES:
        scene = leg_scene(standings(), size)
        rects = [Rect(node.rect) for node in scene.nodes() if node.role == "button"]
        assert all(rect.collidelistall(rects) == [i] for i, rect in enumerate(rects))
        assert all(min(rect.size) >= 32 for rect in rects)
