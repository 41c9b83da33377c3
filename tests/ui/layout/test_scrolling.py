"""What has no room is scrolled: by wheel, keys and hand; its controls move, and what is out of sight is told too."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.drawing import draw
from game.ui.layout import ROLES, Box, Column, Label, Row, Scroll, Spacer
from game.ui.layout.tree_form import TreeForm, ViewState
from game.ui.widgets import Button

SIZE = (400, 300)


class Form(TreeForm[Any]):
    """Twelve buttons with a text each, of which four are seen."""

    def __init__(self, rows: int = 12) -> None:
        sound = SimpleNamespace(play=lambda _name: None)
        super().__init__(SimpleNamespace(size=SIZE, clock=lambda: 0.0, sound=sound, shows_focus=False))
        self.rows, self.pressed = rows, list[str]()
        self.enter(self.app)

    def tree(self) -> Box:
        s = self.scale
        rows = [
            Row(
                Label(s, f"Row {n}", ROLES.body, id=f"words.{n}"), Spacer(),
                Button(s, f"button.{n}", f"Press {n}", lambda n=n: self.pressed.append(f"{n}")),  # type: ignore[misc]
            )
            for n in range(self.rows)
        ]  # fmt: skip
        return Column(Scroll(s, self.view_state.position("rows"), Column(*rows, gap=20), min_height=100))

    def button(self, n: int) -> Button:
        return next(w for w in self.controls.widgets if w.id == f"button.{n}" and isinstance(w, Button))


def key(form: Form, code: int) -> None:
    form.handle(Event(pygame.KEYDOWN, key=code, mod=0))


def wheel(form: Form, notches: int, pos: tuple[int, int] = (50, 50)) -> None:
    form.handle(Event(pygame.MOUSEMOTION, pos=pos))
    form.handle(Event(pygame.MOUSEWHEEL, y=notches))


def test_pane_with_enough_room_is_not_scrolled() -> None:
    form = Form(2)
    assert [widget.id for widget in form.controls.widgets] == ["button.0", "button.1"]
    assert all(widget.clip is None for widget in form.controls.widgets)


def test_mouse_wheel_moves_the_controls_and_makes_none_anew() -> None:
    form = Form()
    before, at = list(form.controls.widgets), form.button(0).rect.copy()
    wheel(form, -1)
    moved = form.view_state.position("rows").offset.offset
    assert moved > 0
    assert form.controls.widgets == before
    assert form.button(0).rect == at.move(0, -moved)


def test_control_focused_by_tab_scrolls_into_view_with_its_whole_ring() -> None:
    form = Form()
    seen = form.scrolled("rows").rect
    for n in range(12):
        form.controls.focus(f"button.{n}")
        key(form, pygame.K_TAB)
        focused = form.controls.focused
        assert focused is not None
        ring = draw.ring_margin(max(0.7, form.text_scale))
        assert focused.id == "rows" or seen.contains(focused.rect.inflate(0, 2 * ring))


def test_focus_ring_is_drawn_beyond_the_edge_of_the_pane() -> None:
    form = Form()
    form.controls.focus("button.0", ring=True)
    picture = Surface(SIZE)
    form.render(picture, 0.0)
    place = form.button(0).rect
    above = [tuple(picture.get_at((place.centerx, place.y - up))) for up in range(1, 6)]
    below = [tuple(picture.get_at((place.centerx, place.bottom + down))) for down in range(1, 6)]
    assert any(color[:3] != (0, 0, 0) for color in above)
    assert len(set(above)) == len(set(below))


def test_control_out_of_sight_is_in_the_tree_and_cannot_be_pressed() -> None:
    form = Form()
    nodes = {node.id: node for node in form.nodes()}
    assert [f"words.{n}" in nodes and f"button.{n}" in nodes for n in range(12)] == [True] * 12
    assert nodes["words.11"].rect[2:] == nodes["button.11"].rect[2:] == (0, 0)
    assert all(Rect(0, 0, *SIZE).contains(Rect(node.rect)) for node in nodes.values() if node.rect[2])
    outside = form.button(11).rect.center
    assert form.controls.widget_at(outside) is None


def test_scrolling_leaves_the_names_in_the_tree_unchanged() -> None:
    form = Form()
    before = [(node.id, node.name) for node in form.nodes()]
    wheel(form, -3)
    assert [(node.id, node.name) for node in form.nodes()] == before


def test_scroll_position_outlives_a_layout() -> None:
    form = Form()
    wheel(form, -2)
    before = form.button(3).rect.copy()
    form.lay_out()
    assert form.button(3).rect == before


@pytest.mark.parametrize("code", [pygame.K_PAGEDOWN, pygame.K_END, pygame.K_RETURN])
def test_focused_pane_scrolls_by_keys(code: int) -> None:
    form = Form()
    form.controls.focus("rows")
    key(form, code)
    assert form.view_state.position("rows").offset.offset > 0


def way(wide: int, made: list[int]) -> Callable[[], Box]:
    def make() -> Box:
        made.append(wide)
        return Spacer((wide, 10))

    return make


def chosen(lasting: ViewState, room: int, *wides: int) -> tuple[int, list[int]]:
    made: list[int] = []
    box = lasting.first_that_fits("way", (room, 100), *(way(wide, made) for wide in wides))
    return box.width_range()[0], made


def test_first_variant_that_has_room_is_taken() -> None:
    assert chosen(ViewState(lambda: None), 70, 90, 60, 30) == (60, [90, 60])


def test_last_variant_is_taken_if_none_has_room() -> None:
    assert chosen(ViewState(lambda: None), 20, 90, 60, 30) == (30, [90, 60, 30])


def test_variant_found_before_is_tried_first_and_its_neighbour_next() -> None:
    lasting = ViewState(lambda: None)
    chosen(lasting, 20, 100, 90, 60, 30)
    assert chosen(lasting, 20, 100, 90, 60, 30) == (30, [60, 30])


@pytest.mark.parametrize("wides", [(50, 40, 30, 20), (300, 40, 30, 20), (300, 200, 150, 120)])
def test_variant_search_finds_the_same_after_a_change_as_anew(wides: tuple[int, ...]) -> None:
    lasting = ViewState(lambda: None)
    chosen(lasting, 100, 300, 200, 80, 30)
    assert chosen(lasting, 100, *wides)[0] == chosen(ViewState(lambda: None), 100, *wides)[0]
