from __future__ import annotations

import pygame
import pytest
from pygame import Rect
from pygame.event import Event

from game.ui.widgets import Button, Dropdown, FocusGroup, Segmented, Slider, Switch, TabBar, Widget, label_px
from tests.ui.placing import S, placed

BOUNDS = Rect(0, 0, 960, 540)


class Desk:
    """Two rows of two buttons, and what was pressed."""

    def __init__(self) -> None:
        self.pressed: list[str] = []
        self.escaped = 0
        places = {"a": (10, 10), "b": (200, 10), "c": (10, 100), "d": (200, 100)}
        self.group = FocusGroup([self.button(id, at) for id, at in places.items()], on_escape=self.escape)

    def button(self, id: str, at: tuple[int, int], *, enabled: bool = True) -> Widget:
        return placed(Button(S, id, id.upper(), lambda: self.pressed.append(id), enabled=enabled), *at, 120, 40)

    def escape(self) -> None:
        self.escaped += 1

    @property
    def focused(self) -> str | None:
        return self.group.focused.id if self.group.focused else None


@pytest.fixture
def desk() -> Desk:
    return Desk()


def key(key: int, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=key, mod=mod)


def mouse(type: int, pos: tuple[int, int]) -> Event:
    return Event(type, pos=pos, button=1)


def click(group: FocusGroup, pos: tuple[int, int]) -> None:
    group.handle(Event(pygame.MOUSEMOTION, pos=pos))
    group.handle(mouse(pygame.MOUSEBUTTONDOWN, pos))
    group.handle(mouse(pygame.MOUSEBUTTONUP, pos))


def test_tab_key_goes_round_in_order_and_back_with_shift(desk: Desk) -> None:
    seen = []
    for event in [key(pygame.K_TAB)] * 5 + [key(pygame.K_TAB, pygame.KMOD_LSHIFT)]:
        desk.group.handle(event)
        seen.append(desk.focused)
    assert seen == ["a", "b", "c", "d", "a", "d"]


def test_tab_key_skips_disabled_controls(desk: Desk) -> None:
    desk.group.replace([desk.button("a", (0, 0)), desk.button("b", (0, 50), enabled=False), desk.button("c", (0, 90))])
    for _ in range(2):
        desk.group.handle(key(pygame.K_TAB))
    assert desk.focused == "c"


@pytest.mark.parametrize(
    ("start", "arrow", "end"),
    [
        ("a", pygame.K_RIGHT, "b"),
        ("a", pygame.K_DOWN, "c"),
        ("d", pygame.K_LEFT, "c"),
        ("d", pygame.K_UP, "b"),
        ("b", pygame.K_RIGHT, "b"),
        ("a", pygame.K_UP, "a"),
    ],
)
def test_arrow_keys_go_to_the_nearest_control_in_their_direction(desk: Desk, start: str, arrow: int, end: str) -> None:
    desk.group.focus(start)
    desk.group.handle(key(arrow))
    assert desk.focused == end


def test_wider_control_below_is_not_reached_by_the_right_arrow(desk: Desk) -> None:
    below = [Widget("wide", "wide", Rect(0, 50, 300, 30)), Widget("far", "far", Rect(400, 0, 80, 30))]
    desk.group.replace([desk.button("a", (0, 0)), *below])
    desk.group.focus("a")
    desk.group.handle(key(pygame.K_RIGHT))
    assert desk.focused == "far"


def test_arrow_keys_skip_the_own_pane_and_controls_out_of_sight(
    desk: Desk,
) -> None:
    pane, above, focused, hidden = (
        Widget(name, name, rect)
        for name, rect in {
            "pane": Rect(0, 50, 300, 200), "above": Rect(0, 0, 80, 30), "row": Rect(0, 60, 80, 30),
            "hidden": Rect(0, 600, 80, 30),
        }.items()
    )  # fmt: skip
    focused.clip = hidden.clip = pane.rect
    desk.group.replace([above, pane, focused, hidden, Widget("foot", "foot", Rect(0, 300, 80, 30))])
    for start, arrow, end in (("row", pygame.K_UP, "above"), ("foot", pygame.K_DOWN, "foot")):
        desk.group.focus(start)
        desk.group.handle(key(arrow))
        assert desk.focused == end


@pytest.mark.parametrize("press", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_enter_and_space_press_the_focused_control(desk: Desk, press: int) -> None:
    desk.group.focus("c")
    desk.group.handle(key(press))
    assert desk.pressed == ["c"]


def test_escape_key_is_reported(desk: Desk) -> None:
    desk.group.handle(key(pygame.K_ESCAPE))
    assert desk.escaped == 1


def test_mouse_presses_a_control_it_goes_down_and_comes_up_on(desk: Desk) -> None:
    click(desk.group, (20, 20))
    assert desk.pressed == ["a"]
    assert desk.focused == "a"


def test_mouse_moved_away_before_its_release_presses_nothing(desk: Desk) -> None:
    desk.group.handle(mouse(pygame.MOUSEBUTTONDOWN, (20, 20)))
    desk.group.handle(mouse(pygame.MOUSEBUTTONUP, (210, 20)))
    assert desk.pressed == []


def test_disabled_control_cannot_be_pressed_by_mouse_or_key(desk: Desk) -> None:
    desk.group.replace([desk.button("a", (10, 10), enabled=False)])
    click(desk.group, (20, 20))
    desk.group.focus("a")
    desk.group.handle(key(pygame.K_RETURN))
    assert desk.pressed == []


def test_left_button_alone_presses(desk: Desk) -> None:
    assert not desk.group.handle(Event(pygame.MOUSEBUTTONDOWN, pos=(20, 20), button=3))


def test_focus_ring_shows_after_keys_and_not_after_the_mouse(desk: Desk) -> None:
    desk.group.handle(key(pygame.K_TAB))
    assert desk.group.focused
    assert desk.group.focused.has_ring
    click(desk.group, (210, 20))
    assert desk.group.focused.id == "b"
    assert not desk.group.focused.has_ring


def test_hover_is_reported_only_when_it_changes(desk: Desk) -> None:
    assert desk.group.handle(Event(pygame.MOUSEMOTION, pos=(20, 20)))
    assert not desk.group.handle(Event(pygame.MOUSEMOTION, pos=(21, 21)))
    assert desk.group.handle(Event(pygame.MOUSEMOTION, pos=(160, 80)))
    assert [w.hovered for w in desk.group.widgets] == [False] * 4


def test_hover_ends_when_the_mouse_leaves_the_window(desk: Desk) -> None:
    desk.group.handle(Event(pygame.MOUSEMOTION, pos=(20, 20)))
    assert desk.group.handle(Event(pygame.WINDOWLEAVE))
    assert [w.hovered for w in desk.group.widgets] == [False] * 4


def test_focus_stays_with_the_same_id_when_controls_are_built_again(desk: Desk) -> None:
    desk.group.focus("b")
    desk.group.replace([desk.button("b", (0, 0)), desk.button("z", (0, 100))])
    assert desk.focused == "b"


def segmented(changes: list[str]) -> Segmented:
    options = [("2", "2"), ("3", "3"), ("4", "4 alone")]
    return placed(Segmented(S, "seating", "Who drives?", options, "3", changes.append), 0, 0, 300, 40)


def test_segmented_press_chooses_the_option() -> None:
    changes: list[str] = []
    group = FocusGroup([segmented(changes)])
    click(group, (250, 20))
    assert changes == ["4"]


def test_segmented_arrows_choose_the_next_option_and_stop_at_the_ends() -> None:
    changes: list[str] = []
    group = FocusGroup([segmented(changes)])
    group.focus("seating")
    for arrow in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT):
        group.handle(key(arrow))
    assert changes == ["4", "3"]


def test_segmented_options_are_radio_buttons_in_the_tree() -> None:
    nodes = FocusGroup([segmented([])]).nodes()
    assert [(n.role, n.name, n.value) for n in nodes] == [
        ("radiogroup", "Who drives?", "3"),
        ("radio", "2", "off"),
        ("radio", "3", "on"),
        ("radio", "4 alone", "off"),
    ]


def test_toggle_switches_by_mouse_and_key() -> None:
    changes: list[bool] = []
    words = ("on", "off")
    switch = placed(Switch(S, "x", "Extension", on=True, words=words, on_change=changes.append), 0, 0, 300, 40)
    group = FocusGroup([switch])
    click(group, (10, 10))
    group.handle(key(pygame.K_SPACE))
    assert changes == [False, True]
    assert group.nodes()[0].value == "on"


def dropdown(changes: list[str], rect: Rect | None = None) -> Dropdown:
    options = [("carla", "Carla"), ("hugo", "Hugo"), ("nina", "Nina")]
    place = rect or Rect(100, 100, 200, 40)
    return placed(Dropdown(S, "who", "Seat 2", options, "hugo", changes.append, bounds=BOUNDS), *place)


def test_dropdown_opens_with_the_focus_on_the_chosen_option() -> None:
    group = FocusGroup([dropdown([])])
    click(group, (150, 120))
    assert [(n.role, n.name, n.focused) for n in group.nodes()] == [
        ("list", "Seat 2", False),
        ("option", "Carla", False),
        ("option", "Hugo", True),
        ("option", "Nina", False),
    ]


def test_dropdown_option_is_chosen_by_keys_alone() -> None:
    changes: list[str] = []
    group = FocusGroup([dropdown(changes)])
    group.focus("who")
    for press in (pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN):
        group.handle(key(press))
    assert changes == ["nina"]
    assert group.popup is None


def test_dropdown_option_is_chosen_by_the_mouse() -> None:
    changes: list[str] = []
    group = FocusGroup([dropdown(changes)])
    click(group, (150, 120))
    x, y, w, h = next(n.rect for n in group.nodes() if n.name == "Carla")
    click(group, (x + w // 2, y + h // 2))
    assert changes == ["carla"]


@pytest.mark.parametrize("way", ["escape", "beside"])
def test_dropdown_closes_without_a_choice(way: str) -> None:
    changes: list[str] = []
    group = FocusGroup([dropdown(changes)])
    click(group, (150, 120))
    if way == "escape":
        group.handle(key(pygame.K_ESCAPE))
    else:
        click(group, (900, 20))
    assert group.popup is None
    assert changes == []


@pytest.mark.parametrize("place", [Rect(100, 100, 200, 40), Rect(860, 490, 90, 40), Rect(0, 500, 120, 32)])
def test_dropdown_list_stays_in_the_window_and_is_large_enough_to_press(place: Rect) -> None:
    group = FocusGroup([dropdown([], place)])
    click(group, place.center)
    for node in group.nodes():
        assert BOUNDS.contains(Rect(node.rect))
        assert node.rect[3] >= 32


def test_press_is_reported_before_it_acts_except_for_silent_controls() -> None:
    told: list[str] = []
    button = placed(Button(S, "b", "B", lambda: told.append("pressed")), 0, 0, 60, 40)
    slider = placed(Slider(S, "s", "S", at=0, highest=10, on_change=lambda _at: None), 0, 100, 400, 40)
    group = FocusGroup([button, slider], on_pressed=lambda: told.append("click"))
    for pos in ((20, 20), (300, 120)):
        group.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        group.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
    assert told == ["click", "pressed"]
    group.focus("b")
    group.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))
    assert told == ["click", "pressed"] * 2


def test_dropdown_option_clicks_too() -> None:
    clicks: list[str] = []
    group = FocusGroup([dropdown([])], on_pressed=lambda: clicks.append("click"))
    group.focus(group.widgets[0].id)
    for _ in range(2):
        group.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0))
    assert clicks == ["click"] * 2


def test_labels_grow_with_their_buttons_on_large_screens() -> None:
    assert label_px(72) == pytest.approx(33.1, abs=0.1)
    assert label_px(144) > 1.6 * label_px(72)
    assert all(label_px(h + 1) >= label_px(h) for h in range(20, 300))


def test_press_whose_release_was_lost_is_undone_by_the_next_press(desk: Desk) -> None:
    desk.group.handle(mouse(pygame.MOUSEBUTTONDOWN, (20, 20)))
    assert not desk.group.handle(mouse(pygame.MOUSEBUTTONDOWN, (900, 500)))
    assert not desk.group.handle(mouse(pygame.MOUSEBUTTONUP, (900, 500))), "it belongs to whatever lies there"
    assert desk.pressed == []


def test_open_tab_alone_interrupts_the_line_below_the_tabs() -> None:
    place, line, surface = Rect(20, 10, 500, 44), pygame.Color("green"), pygame.Surface((540, 54))
    tabs = placed(TabBar(S, "tabs", "Tabs", [(id, id) for id in "abc"], "b", lambda _id: None), *place)
    surface.fill(line, (0, place.bottom - 5, surface.get_width(), 5))
    tabs.draw(surface, 1)
    seen = [surface.get_at((x, place.bottom - 3)) == line for x in (*(tabs.tab(n).centerx for n in range(3)), 21)]
    assert seen == [True, False, True, True]
    assert surface.get_at((tabs.tab(0).right + 1, place.bottom - 3)) == line
