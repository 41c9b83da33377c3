from __future__ import annotations

from dataclasses import replace
from unittest import mock

import pygame
import pytest

from game import i18n
from game.engine.moves import move
from game.engine.observation import Observation
from game.people.profiles import assign_liveries
from game.table.geometry.places import place_table
from game.table.painting.header import (
    LastMove,
    _chip_size,
    _chips_y,
    _is_tight,
    _km_words,
    last_move,
    paint_last_move,
)
from game.ui.drawing import text
from tests.cases import each
from tests.table.positions import observation

WORN = assign_liveries([None] * 4)


def after(*moves: str, sides: int = 4, teams: bool = False) -> Observation:
    return replace(observation(sides, teams=teams), moves=tuple(map(move, moves)))


@each(
    ("moves", "expected"),
    [
        ((), None),
        (("0 go",), None),
        (("1 km_100",), LastMove("arrow", "100 km")),
        (("1 km_100", "2 go", "1 - go"), LastMove("close", "Go")),
        (("1 stop > 3",), LastMove("arrow", "Stop", 3)),
        (("1 speed_limit > 3",), LastMove("arrow", "Speed Limit", 3, is_limit=True)),
        (("0 stop > 1", "1 ! right_of_way"), LastMove("bolt", "Right of Way")),
        (("1 km_25", "1 ."), LastMove("arrow", "25 km")),
        (("1 km_25", "1 +"), LastMove("flag", "")),
    ],
)
def test_last_move_of_a_side_shows_sign_card_and_victim(moves: tuple[str, ...], expected: LastMove | None) -> None:
    assert last_move(after(*moves), 1) == expected


def test_last_move_of_a_team_is_that_of_either_seat() -> None:
    assert last_move(after("1 km_25", "4 km_50", sides=3, teams=True), 1) == LastMove("arrow", "50 km")


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_last_move_never_sticks_out_of_its_room(language: str) -> None:
    i18n.set_language(language)
    told = last_move(after("1 speed_limit > 2"), 1)
    assert told is not None
    for width in (20, 60, 90, 150, 400):
        surface = pygame.Surface((500, 40))
        paint_last_move(surface, told, (10, 20), width, 0.7, liveries=WORN)
        painted = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
        painted.invert()
        assert all(box.right <= 10 + width + 1 for box in painted.get_bounding_rects())
    assert text.overflows == []


@pytest.mark.parametrize("t", [0.71, 1.0, 2.0])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_last_move_shrinks_with_the_window_and_not_with_the_name(
    language: str, t: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[float] = []
    monkeypatch.setattr(text, "draw", lambda *args, **_: sizes.append(args[5]) or 0)
    i18n.set_language(language)
    for card_id in ("end_of_limit", "speed_limit > 2", "puncture_proof", "km_25"):
        told = last_move(after(f"1 {card_id}"), 1)
        assert told is not None
        for width in range(40, 400, 20):
            paint_last_move(pygame.Surface((9, 9)), told, (0, 0), width * t, t, liveries=WORN)
    assert min(sizes) >= max(11, 12.5 * t)
    assert len(set(sizes)) <= 2


def test_last_move_names_a_limit_as_its_chip_does_if_room_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(text, "draw", lambda *args, **_: said.append(args[1]) or 0)
    i18n.set_language("de")
    told = last_move(after("1 speed_limit > 2"), 1)
    assert told is not None
    for width in (500, 150):
        paint_last_move(pygame.Surface((9, 9)), told, (0, 0), width, 1.0, liveries=WORN)
    assert said == ["Geschwindigkeits\u00adbegrenzung", "Limit 50"]


@each("size", [(960, 540), (1280, 720), (1920, 1080), (1080, 1350)])
def test_chips_never_cover_the_km_in_larger_text(size: tuple[int, int]) -> None:
    text.set_text_size_factor(2)
    rivals = [
        place_table(size, tuple((seat,) for seat in range(sides)), 0, (700, 1000)).displays[1] for sides in (2, 3, 4)
    ]
    tight = [rival for rival in rivals if _is_tight(rival)]
    lines = [(max(said.y + 0.355 * said.px for said in _km_words(where, 475, 700)), where) for where in tight]
    text.set_text_size_factor(1)
    assert tight
    for foot, where in lines:
        assert foot + 1 < _chips_y(where) - _chip_size(where).height / 2


def test_last_move_in_larger_text_shrinks_before_it_is_cut() -> None:
    what, room = LastMove("close", "Fin de limitation de vitesse"), 210
    with mock.patch.object(text, "draw", return_value=100) as draw:
        for larger in (1, 2):
            text.set_text_size_factor(larger)
            paint_last_move(pygame.Surface((600, 60)), what, (0, 30), room, 0.75 * larger, liveries=())
    text.set_text_size_factor(1)
    assert [call.args[1] for call in draw.call_args_list] == [what.name] * 2
    assert draw.call_args_list[1].args[5] > draw.call_args_list[0].args[5]
