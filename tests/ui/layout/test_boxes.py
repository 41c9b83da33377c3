"""Boxes measure, share out and place themselves; whatever the tree, what is in a box lies inside and apart."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygame import Rect, Surface

from game.ui.accessibility_tree import DataTable
from game.ui.drawing import text
from game.ui.layout import (
    ROLES,
    Box,
    Button,
    Canvas,
    Center,
    Column,
    Document,
    Flow,
    Grid,
    Label,
    Padding,
    Panel,
    Row,
    Scale,
    SharedSize,
    Spacer,
    Table,
    title_list,
)
from tests.fit import strays

WORDS = ("Go", "Milestones", "Two hundred kilometers in one go", "Sicherheitskarte", "A word, and then another.")
SIZES = ((200, 120), (420, 300), (900, 500))


def blank(surface: Surface, rect: Rect) -> None:
    """A picture of nothing."""


def canvas(wide: tuple[int, int] | int, high: tuple[int, int] | int, grow: float = 0) -> Canvas:
    return Canvas(blank, wide, high, grow=grow)


Leaf = Callable[[Scale], Box]


def leaves() -> st.SearchStrategy[Leaf]:
    labels = st.tuples(st.sampled_from(WORDS), st.sampled_from((ROLES.title, ROLES.body, ROLES.small)), st.booleans())
    sides = st.tuples(st.integers(0, 60), st.integers(0, 90)).map(lambda pair: (pair[0], sum(pair)))
    grows = st.sampled_from((0.0, 1.0))
    return st.one_of(
        labels.map(lambda of: lambda s: Label(s, of[0], of[1], one_line=of[2])),
        st.tuples(sides, sides, grows).map(lambda of: lambda _s: canvas(*of)),
        grows.map(lambda grow: lambda _s: Spacer(grow=grow)),
    )


def holding(inner: st.SearchStrategy[Leaf]) -> st.SearchStrategy[Leaf]:
    some, gap = st.lists(inner, min_size=1, max_size=5), st.integers(0, 30)

    def made(kind: Callable[..., Box], **how: object) -> Callable[[tuple[list[Leaf], int]], Leaf]:
        return lambda of: lambda s: kind(*(leaf(s) for leaf in of[0]), gap=of[1], **how)

    pad = st.tuples(inner, st.tuples(gap, gap, gap))
    several = st.tuples(some, gap)
    return st.one_of(
        several.map(made(Column)),
        several.map(made(Row)),
        several.map(made(Row, middle=False)),
        several.map(made(Flow)),
        several.map(lambda of: lambda s: Grid(*(leaf(s) for leaf in of[0]), across=(3, 2, 1), gap=(of[1], of[1]))),
        several.map(lambda of: lambda s: Table(*([leaf(s), Spacer()] for leaf in of[0]), gap=(of[1], of[1]))),
        pad.map(lambda of: lambda s: Padding(of[0](s), of[1])),
        pad.map(lambda of: lambda s: Panel(of[0](s), of[1])),
        st.tuples(inner, gap).map(lambda of: lambda s: Center(of[0](s), 150, of[1])),
    )


TREES = st.recursive(leaves(), holding, max_leaves=12)


def labels_in(box: Box) -> Iterator[Label]:
    if isinstance(box, Label):
        yield box
    for child in box.children:
        yield from labels_in(child)


@settings(max_examples=150, deadline=None)
@given(TREES, st.sampled_from(SIZES), st.sampled_from((0.75, 1.0, 1.5, 2.0)))
def test_boxes_always_lie_inside_their_parent_and_apart(tree: Leaf, size: tuple[int, int], larger: float) -> None:
    root = tree(Scale(0.6, larger))
    root.place(Rect((7, 5), size))
    assert list(strays(root)) == []


@settings(max_examples=100, deadline=None)
@given(TREES, st.sampled_from(SIZES))
def test_labels_never_shrink_in_larger_text(tree: Leaf, size: tuple[int, int]) -> None:
    plain, large = tree(Scale(0.6)), tree(Scale(0.6, 2.0))
    plain.place(Rect((0, 0), size))
    large.place(Rect((0, 0), size))
    for one, other in zip(labels_in(plain), labels_in(large), strict=True):
        assert other.drawn_px >= one.drawn_px


@settings(max_examples=100, deadline=None)
@given(TREES, st.integers(120, 900))
def test_box_of_its_preferred_height_has_room_for_all_its_content(tree: Leaf, width: int) -> None:
    root = tree(Scale(0.6, 1.5))
    least, wish = root.width_range()
    assert least <= wish
    wide = max(width, least)
    low, high = root.height_range(wide)
    assert low <= high
    assert root.has_room((wide, high))


def test_spare_room_goes_to_the_boxes_that_grow() -> None:
    fixed, one, three = canvas(50, 20), canvas(50, 20, grow=1), canvas(50, 20, grow=3)
    Row(fixed, one, three, gap=10).place(Rect(0, 0, 370, 40))
    assert [box.rect.w for box in (fixed, one, three)] == [50, 100, 200]
    assert [box.rect.x for box in (fixed, one, three)] == [0, 60, 170]


def test_missing_room_is_taken_from_what_each_box_can_spare() -> None:
    stiff, soft = canvas(50, (30, 30)), canvas(50, (10, 70))
    Column(stiff, soft).place(Rect(0, 0, 50, 60))
    assert (stiff.rect.h, soft.rect.h) == (30, 30)


def test_boxes_all_give_way_if_even_their_least_is_too_much() -> None:
    one, other = canvas(10, 40), canvas(10, 80)
    Column(one, other, gap=6).place(Rect(0, 0, 10, 66))
    assert (one.rect.h, other.rect.h) == (20, 40)


def test_share_is_taken_of_the_whole_row() -> None:
    left, right = canvas(10, 10), Column(canvas(20, 10), share=0.4)
    left.grow = 1
    Row(left, right).place(Rect(0, 0, 200, 10))
    assert (left.rect.w, right.rect.w) == (120, 80)


def test_flow_becomes_a_column_where_the_row_is_too_narrow() -> None:
    one, other = canvas((10, 80), 20), canvas((10, 80), 20)
    flow = Flow(one, other, gap=5)
    flow.place(Rect(0, 0, 170, 60))
    assert one.rect.y == other.rect.y
    flow.place(Rect(0, 0, 160, 60))
    assert other.rect.y == one.rect.bottom + 5
    assert flow.height_range(160) == (45, 45)


@pytest.mark.parametrize(("width", "columns"), [(360, 3), (300, 2), (130, 1)])
def test_grid_has_as_many_columns_as_there_is_room_for(width: int, columns: int) -> None:
    cells = [canvas(110, 20) for _ in range(6)]
    Grid(*cells, across=(3, 2, 1), gap=(10, 10)).place(Rect(0, 0, width, 400))
    assert len({cell.rect.x for cell in cells}) == columns


def test_table_columns_fit_their_widest_box_and_share_the_rest() -> None:
    rows = [[canvas(wide, 20), canvas(30, 10, grow=1), canvas(50, 10, grow=1)] for wide in (40, 70)]
    Table(*rows, gap=(10, 6)).place(Rect(5, 0, 310, 66))
    for row, y in zip(rows, (0, 36), strict=True):
        assert [tuple(box.rect) for box in row] == [(5, y, 70, 30), (85, y, 110, 30), (205, y, 110, 30)]


def test_grid_keeps_the_columns_of_a_table_together() -> None:
    cells = [canvas(50, 10) for _ in range(8)]
    Grid(*cells, across=(2, 1), gap=(0, 0), bundle_size=2).place(Rect(0, 0, 100, 100))
    assert [cell.rect.topleft for cell in cells[:5]] == [(0, 0), (0, 10), (50, 0), (50, 10), (0, 20)]


def test_label_wraps_and_never_shrinks_below_its_delivered_size() -> None:
    scale = Scale(0.5, 2.0)
    label = Label(scale, "Geschwindigkeitsbegrenzungen", ROLES.body)
    label.place(Rect(0, 0, label.width_range()[0], 100))
    assert label.drawn_px == scale.px(ROLES.body)
    label.place(Rect(0, 0, 20, 100))
    assert label.drawn_px == scale.min_px(ROLES.body)


def test_labels_marked_alike_share_a_size() -> None:
    alike, scale = SharedSize(), Scale(0.5, 2.0)
    long, short = (
        Label(scale, words, ROLES.body, one_line=True, shared_size=alike) for words in ("Milestones reached", "Go")
    )
    short.place(Rect(0, 0, 200, 40))
    long.place(Rect(0, 0, 150, 40))
    assert short.drawn_px == long.drawn_px < scale.px(ROLES.body)


def test_label_that_is_cut_is_recorded() -> None:
    label = Label(Scale(0.5), "Geschwindigkeitsbegrenzungen", ROLES.body, one_line=True)
    label.place(Rect(0, 0, 30, 30))
    with text.limit_scale(math.inf, 0.5):
        label.paint(Surface((100, 100)))
    assert [overflow.text for overflow in text.overflows] == ["Geschwindigkeitsbegrenzungen"]


def test_label_with_spare_room_stands_in_its_middle_or_at_its_top() -> None:
    drawn = []
    for in_middle in (True, False):
        surface = Surface((80, 200), pygame.SRCALPHA)
        label = Label(Scale(1), "one", ROLES.body, alternatives=["one two three four five"], in_middle=in_middle)
        label.place(surface.get_rect())
        label.paint(surface)
        drawn.append(surface.get_bounding_rect().centery)
    middle, top = drawn
    assert abs(middle - 100) < 8
    assert top < 80


@pytest.mark.parametrize("role", [getattr(ROLES, name) for name in ROLES.__slots__])
def test_text_roles_all_grow_with_the_text_size(role: object) -> None:
    for u in (0.5, 0.75, 1.0, 2.0):
        sizes = [Scale(u, larger).px(role) for larger in (1.0, 1.25, 1.5, 2.0)]  # type: ignore[arg-type]
        assert all(a < b for a, b in itertools.pairwise(sizes))
        assert Scale(u, 0.75).px(role) == pytest.approx(0.75 * sizes[0])  # type: ignore[arg-type]


def test_group_with_its_own_words_silences_its_content() -> None:
    scale = Scale(1.0)
    group = Row(
        Label(scale, "5", ROLES.body, id="five"), Label(scale, "km", ROLES.body), id="far", label="Five kilometers"
    )
    root = Column(group, Label(scale, "Go", ROLES.body, id="go"))
    root.place(Rect(0, 0, 300, 200))
    assert [(node.id, node.name) for node in root.accessible_nodes(Rect(0, 0, 300, 200))] == [
        ("far", "Five kilometers"),
        ("go", "Go"),
    ]


def test_middle_box_is_no_higher_than_its_content() -> None:
    child = canvas(100, 80)
    Center(child, 200, 10).place(Rect(0, 0, 400, 300))
    assert child.rect == Rect(100, 110, 200, 80)
    assert pygame.Rect(0, 0, 400, 300).contains(child.rect)


def test_title_is_centred_in_its_plate_beside_a_title_of_two_lines() -> None:
    titles = [("a", "Short"), ("b", "Some words that want two lines")]
    root = title_list(Scale(1), "titles", "Titles", titles, "a", lambda _id: None, on_press=lambda: None, across=(2,))
    root.place(Rect(0, 0, 420, root.height_range(420)[1]))
    (plate, words), (_other, longer) = ((cell.box, cell.box.children[0].children[1]) for cell in root.cells)
    assert longer.rect.h > words.rect.h
    assert abs(words.rect.centery - plate.rect.centery) <= 1


def test_control_tells_the_data_drawn_in_it_after_itself() -> None:
    sheet = Document("sheet", "Points", "Seven.", canvas(100, 50), 4)
    sheet.data_table = DataTable("sheet.numbers", "Points", ("leg", "points"), [("1", "7")])
    sheet.place(Rect(10, 10, 100, 50))
    told = [node.id for node in sheet.accessible_nodes(Rect(0, 0, 200, 200))]
    assert told[:2] == ["sheet", "sheet.numbers"]


def test_control_stays_the_same_when_its_place_changes_in_size() -> None:
    """A scene knows the controls of its tree: a second one would be drawn and never pressed."""
    pressed = list[str]()
    button = Button(Scale(1), "go", "Go", lambda: pressed.append("go"))
    row = Row(button, middle=False)
    for width in (100, 160):
        row.place(Rect(0, 0, width, 50))
    assert list(row.widgets()) == [button]
    assert button.rect.h == 50
