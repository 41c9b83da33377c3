"""The points on the result: which rows there are, and what they tell."""

from __future__ import annotations

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
from game.features.result.match_result import MatchResult
from game.features.result.model import StoryCode, StoryLine
from game.features.result.scene import ResultScene
from game.features.result.standings import Standings
from game.i18n import set_language
from game.people.players import HUMAN, bot
from game.words.names import Names
from tests.features.result.result_scenes import (
    SIZES,
    Calls,
    ended,
    entered,
    exits,
    host,
    key,
    rest,
    result_scene,
    shown,
    standings,
)

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


# -- the rows ----------------------------------------------------------------------------------------------------------


def told(scene: ResultScene) -> dict[str, str]:
    return {node.id: node.name for node in scene.nodes() if node.role in {"text", "row"}}


TWO = Names((None, "leo"), ((0,), (1,)), 0)


def test_rows_that_brought_nobody_anything_are_folded_away() -> None:
    legs = ((Score(km=700, leg_won=400), Score(km=325)),)
    table = replace(standings(seats=2), legs=legs, leg_winners=(0,), names=TWO)
    rows = {id: name for id, name in told(result_scene(table)).items() if id.startswith("points.") and name}
    assert rows == {
        "points.km": "Kilometers – You: 700, Leo: 325",
        "points.leg_won": "Leg won – You: 400, Leo: 0",
        "points.this_leg": "This leg – You: 1,100, Leo: 325",
        "points.total": "Total – You: 1,100, Leo: 325",
    }


def test_columns_are_in_the_order_of_the_ranking() -> None:
    legs = ((Score(km=100), Score(km=700, leg_won=400)), (Score(km=75), Score(km=25)))
    table = replace(standings(seats=2), legs=legs, leg_winners=(1, None), names=TWO)
    found = told(result_scene(table))
    assert (found["rank.1"], found["rank.2"]) == ("1. Leo: 1,125 points", "2. You: 175 points")
    assert found["points.before"] == "Previous total – Leo: 1,100, You: 100"


def test_all_rows_show_every_item_and_every_leg_and_go_again() -> None:
    scene = result_scene(standings(legs=3))
    before = {node.id for node in scene.nodes()}
    rows = next(widget for widget in scene.controls.widgets if widget.id == "rows")
    rows.press()
    found = told(scene)
    assert {f"sheet.{item}" for item in scene.standings.items} < set(found)
    assert found["sheet.safeties"].startswith("Safeties, 100 each – ")
    assert {"sheet.leg.1", "sheet.leg.2", "sheet.total"} < set(found)
    assert "photo" not in found
    next(widget for widget in scene.controls.widgets if widget.id == "rows").press()
    assert {node.id for node in scene.nodes()} == before


def test_enter_goes_on_and_escape_does_what_is_asked() -> None:
    go_on, menu = Calls(), Calls()
    scene = result_scene(standings(), go_on=go_on, escape=menu)
    scene.handle(key(pygame.K_RETURN))
    scene.handle(key(pygame.K_ESCAPE))
    assert (go_on.count, menu.count) == (1, 1)


def test_language_switch_changes_all_words_at_once() -> None:
    scene = result_scene(standings("dujardin"))
    english = shown(scene)
    set_language("fr")
    scene.rebuild_layout()
    assert "Toutes les lignes" in [node.name for node in scene.nodes()]
    assert pygame.image.tobytes(shown(scene), "RGB") != pygame.image.tobytes(english, "RGB")


def test_controls_never_overlap_and_are_large_enough() -> None:
    for size in SIZES:
        rects = [Rect(node.rect) for node in result_scene(standings(), size).nodes() if node.role == "button"]
        assert all(rect.collidelistall(rects) == [i] for i, rect in enumerate(rects))
        assert all(min(rect.size) >= 24 for rect in rects)


# -- what decided ------------------------------------------------------------------------------------------------------


def decided(table: Standings) -> MatchResult:
    """A race of six that points decided, though others led and stood for long."""
    result, decided = ended(table), StoryLine(StoryCode.DECIDED, 1, 0, n=400, item="safeties")
    stood = StoryLine(StoryCode.LONG_STANDS, stands=((0, (14,)), (1, (12, 10))))
    return replace(result, story=replace(result.story, sentences=(decided, stood)))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("seats", [2, 6])
def test_page_says_in_every_window_what_decided_and_who_stood_for_long(seats: int, size: tuple[int, int]) -> None:
    safe, plain = Score(km=500, safeties=400), Score(km=600)
    table = replace(
        standings("mille_miglia", seats, legs=1),
        legs=((plain, safe, *[plain] * (seats - 2)),),
        leg_count=1,
        match_winner=1,
    )
    scene = ResultScene(host(size), decided(table), exits(Calls(), Calls()), celebrates=False)
    entered(scene)
    rest(scene)
    nodes = {node.id: node.name for node in scene.nodes()}
    assert "Carla got 400 points more than you for safeties." in nodes["story"]
    assert "You were stuck for 14 rounds and Carla for 12 and 10." in nodes["story"]
    assert nodes["points.safeties"].startswith("Safeties, which decided it – ")
    assert nodes["points.km"].startswith("Kilometers – ")
