from __future__ import annotations

import itertools
from unittest import mock

import pytest
from pygame import Surface

from game.engine.cards import SAFETIES, Pile
from game.engine.rules import RULE_SETS
from game.i18n import set_language
from game.people.profiles import assign_liveries
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import Fan, OptionalRegion, TableLayout, compute_layout, fan
from game.table.geometry.places import (
    NARROWEST_CARD_PX,
    STONES,
    DisplayPlaces,
    DisplayVariant,
    Places,
    place_table,
    stack_step,
)
from game.table.painting.hand import card_at, visible_part
from game.table.painting.pile_names import display_names, pile_names
from game.table.painting.road_strip import RoadView, _paint_names, plate_height
from game.ui.drawing import text
from tests.cases import each

SIZES = (
    (960, 540),
    (1280, 720),
    (1920, 1080),
    (2560, 1080),
    (1080, 1350),
    (3840, 2160),
    (900, 1200),
    (1280, 648),
    (1366, 768),
    (1100, 1000),
    (1280, 1024),
    (960, 915),
    (1080, 1920),
    (3440, 1440),
    (5120, 1440),
)
DISTANCES_KM = 700, 1000
TABLES = [(sides, size) for sides in range(2, 7) for size in SIZES]
every_table = each(("sides", "size"), TABLES)


def regions(layout: TableLayout) -> dict[str, FloatRect]:
    named = {f"opponent {i}": box for i, box in enumerate(layout.opponents)}
    others = ("top", "strip", "piles", "own", "log", "turn", "hand")
    return named | {name: getattr(layout, name) for name in others}


def table(sides: int, size: tuple[int, int]) -> Places:
    return place_table(size, tuple((seat,) for seat in range(sides)), 0, DISTANCES_KM)


def inside(inner: FloatRect, outer: FloatRect) -> bool:
    return (
        outer.x - 0.5 <= inner.x
        and outer.y - 0.5 <= inner.y
        and inner.right <= outer.right + 0.5
        and inner.bottom <= outer.bottom + 0.5
    )


@every_table
def test_table_regions_never_overlap(sides: int, size: tuple[int, int]) -> None:
    named = regions(compute_layout(sides, size))
    assert [(a, b) for a, b in itertools.combinations(named, 2) if named[a].overlaps(named[b])] == []


@every_table
def test_table_regions_all_lie_in_the_window_and_have_room(sides: int, size: tuple[int, int]) -> None:
    window = FloatRect(0, 0, *size)
    for name, box in regions(compute_layout(sides, size)).items():
        assert inside(box, window), name
        assert min(box.w, box.h) >= (38 if name == "top" else 40), name


@each("size", SIZES)
def test_coach_stands_beside_the_only_opponent_and_moves_nothing_else(size: tuple[int, int]) -> None:
    plain, coached = compute_layout(2, size), compute_layout(2, size, extra=OptionalRegion.COACH)
    named = regions(coached)
    assert coached.coach is not None
    assert inside(coached.coach, FloatRect(0, 0, *size))
    assert coached.coach.w >= 0.5 * size[0] * min(1, 2.1 * size[1] / size[0])
    assert [name for name, box in named.items() if box.overlaps(coached.coach)] == []
    moved = {name for name, box in regions(plain).items() if named[name] != box}
    assert moved <= ({"opponent 0"} if plain.tall else {"opponent 0", "piles", "log"})
    for display in place_table(size, ((0,), (1,)), 0, DISTANCES_KM, extra=OptionalRegion.COACH).displays:
        assert all(inside(box, display.panel) for box in parts(display).values())
        assert display.battle.w >= NARROWEST_CARD_PX


@each("size", [size for size in SIZES if not compute_layout(2, size).tall])
def test_two_sides_face_each_other_between_the_piles_and_the_log(size: tuple[int, int]) -> None:
    layout = compute_layout(2, size)
    (rival,) = layout.opponents
    assert (rival.x, rival.right) == (layout.own.x, layout.own.right)
    assert layout.log.y == rival.y
    assert layout.piles.center[1] == pytest.approx((rival.y + layout.own.bottom) / 2, abs=1)
    assert (layout.own, layout.hand, layout.turn) == (
        compute_layout(4, size).own,
        compute_layout(4, size).hand,
        compute_layout(4, size).turn,
    )


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1080, 1350)])
def test_four_opponents_stand_in_two_even_rows(size: tuple[int, int]) -> None:
    lefts = [panel.x for panel in compute_layout(5, size).opponents]
    assert lefts[:2] == lefts[2:]


@every_table
def test_road_leaves_the_stones_beside_it_their_height(sides: int, size: tuple[int, int]) -> None:
    road = table(sides, size).road
    assert road.top - 0.94 * road.stone >= road.strip.y
    assert road.top + road.height < road.strip.bottom


@every_table
def test_car_plates_side_by_side_never_overlap(sides: int, size: tuple[int, int]) -> None:
    road = table(sides, size).road
    for px in (11, 16, 42):
        assert 0.71 * 11 < plate_height(road, px) <= road.lane_height


def test_opponents_all_have_a_panel() -> None:
    assert [len(compute_layout(n, (1280, 720)).opponents) for n in range(2, 7)] == [1, 2, 3, 4, 5]


def test_opponents_follow_the_viewer_side_in_seat_order() -> None:
    seen = place_table((1280, 720), ((0,), (1,), (2,), (3,)), 2, DISTANCES_KM)
    assert seen.display(2) == seen.layout.own
    assert [seen.display(side) for side in (3, 0, 1)] == list(seen.layout.opponents)


def parts(display: DisplayPlaces) -> dict[str, FloatRect]:
    piles = {str(pile): display.pile(pile) for pile in Pile}
    return piles | {"header": display.header} | ({"chips": display.chips} if display.chips else {})


@every_table
def test_display_parts_never_overlap_and_stay_on_their_panel(sides: int, size: tuple[int, int]) -> None:
    for display in table(sides, size).displays:
        named = parts(display)
        assert [(a, b) for a, b in itertools.combinations(named, 2) if named[a].grown(-0.5).overlaps(named[b])] == []
        for name, box in named.items():
            assert inside(box, display.panel), name


@every_table
def test_stones_and_safeties_lie_apart_within_their_piles(sides: int, size: tuple[int, int]) -> None:
    for display in table(sides, size).displays:
        for boxes, pile in ((display.stones, Pile.DISTANCE), (display.safeties, Pile.SAFETIES)):
            for a, b in itertools.combinations(boxes.values(), 2):
                assert not a.grown(-0.5).overlaps(b)
            assert all(inside(box, display.pile(pile)) for box in boxes.values())


@every_table
def test_highest_stack_stays_below_the_header(sides: int, size: tuple[int, int]) -> None:
    for display in table(sides, size).displays:
        stone = display.stones[25]
        top = stone.y - 9 * stack_step(display.distance, stone, 10)
        assert top >= display.distance.y - 0.5


@every_table
def test_display_cards_and_stones_are_large_enough_to_recognise(sides: int, size: tuple[int, int]) -> None:
    for display in table(sides, size).displays:
        assert display.battle.w >= NARROWEST_CARD_PX
        assert display.speed.w == display.battle.w
        assert all(stone.w >= 18 for stone in display.stones.values())
        assert all(slot.w >= 18 for slot in display.safeties.values())
        assert all(slot.w == slot.h for slot in display.safeties.values())


@every_table
def test_stones_keep_their_proportion_to_the_cards_beside_them(sides: int, size: tuple[int, int]) -> None:
    for display in table(sides, size).displays:
        if display.form is not DisplayVariant.COMPACT:
            assert display.stones[25].w >= 0.32 * display.battle.w


def test_panel_too_low_for_a_header_is_compact() -> None:
    assert table(6, (960, 540)).displays[1].form is DisplayVariant.COMPACT
    assert table(6, (1280, 720)).displays[1].form is DisplayVariant.COMPACT
    assert table(4, (960, 540)).displays[1].form is DisplayVariant.WIDE


@pytest.mark.parametrize("size", [(2560, 1080), (3440, 1440), (5120, 1440)])
def test_very_wide_window_uses_its_height_and_keeps_the_table_together(size: tuple[int, int]) -> None:
    layout = compute_layout(4, size)
    w, h = size
    assert h - 0.03 * h <= layout.log.bottom == layout.turn.bottom < h
    boxes = (layout.own, layout.log, layout.turn, layout.piles, *layout.opponents)
    assert max(box.right for box in boxes) - min(box.x for box in boxes) <= 2.1 * h
    assert layout.own.center[0] == pytest.approx(w / 2, abs=1)


def test_narrow_panel_has_two_storeys() -> None:
    assert table(6, (1920, 1080)).displays[1].form is DisplayVariant.TWO_STOREYS
    assert table(4, (1280, 1024)).displays[1].form is DisplayVariant.TWO_STOREYS
    assert table(4, (1920, 1080)).displays[1].form is DisplayVariant.WIDE


@every_table
def test_draw_and_discard_pile_lie_in_their_region_with_room_for_captions(sides: int, size: tuple[int, int]) -> None:
    seen = table(sides, size)
    assert not seen.draw_pile.overlaps(seen.discard_pile)
    for pile in (seen.draw_pile, seen.discard_pile):
        assert inside(pile, seen.layout.piles)
        assert pile.bottom + 16 <= seen.layout.piles.bottom


@every_table
@pytest.mark.parametrize("target", DISTANCES_KM)
def test_cars_run_from_behind_the_names_to_the_goal(sides: int, size: tuple[int, int], target: int) -> None:
    seen = table(sides, size)
    for side in range(sides):
        start, lane = seen.car(side, 0, target)
        goal, _ = seen.car(side, target, target)
        assert start - seen.road.car_width >= seen.road.label_right - 1
        assert start < goal < size[0] * 0.96
        assert seen.layout.strip.y < lane < seen.layout.strip.bottom
        assert seen.car(side, target / 2, target)[0] == pytest.approx((start + goal) / 2)


@pytest.mark.parametrize(("near", "far"), [DISTANCES_KM, (600, 800), (25, 50)])
def test_extension_stretches_the_road_to_the_longest_distance(near: int, far: int) -> None:
    seen = place_table((1920, 1080), ((0,), (1,)), 0, (near, far))
    assert seen.car(0, near, near)[0] > seen.car(0, near, far)[0]
    assert seen.car(0, far, far)[0] > seen.car(0, near, near)[0]


def test_road_without_extension_has_one_scale_for_any_distance() -> None:
    roads = [place_table((1920, 1080), ((0,), (1,)), 0, (km, km)) for km in (600, 1000)]
    assert roads[0].car(0, 600, 600) == roads[1].car(0, 1000, 1000)
    assert roads[0].car(0, 600, 600) == table(2, (1920, 1080)).car(0, 1000, 1000)


def test_cards_start_from_a_portrait_and_the_viewer_cards_from_the_hand() -> None:
    seen = place_table((1280, 720), ((0, 2), (1, 3)), 0, DISTANCES_KM)
    assert seen.card_origin(0) == seen.layout.hand.center
    assert seen.display(0).contains(seen.card_origin(2))
    assert seen.display(1).contains(seen.card_origin(1))
    assert seen.card_origin(1)[0] < seen.card_origin(3)[0] < seen.card_origin(1)[0] + 2 * seen.displays[1].portrait[2]


def test_piles_all_have_a_place_by_their_id() -> None:
    seen = table(4, (1280, 720))
    assert len(seen.pile_ids) == 4 * len(Pile) + 2
    assert seen.pile_ids[:1] == ("battle/0",)
    assert all(inside(seen.place(pile), FloatRect(0, 0, 1280, 720)) for pile in seen.pile_ids)
    assert seen.place("display/2") == seen.display(2)
    assert seen.stone(1, STONES[0]) == seen.displays[1].stones[25]
    assert seen.safety(1, SAFETIES[2]) == seen.displays[1].safeties[SAFETIES[2].id]


FANS = [(n, up, size) for size in SIZES for n in range(1, 13) for up in (None, *range(n))]


def the_fan(n: int, up: int | None, size: tuple[int, int], sides: int = 4) -> Fan:
    return fan(n, compute_layout(sides, size), up)


def test_card_is_hit_in_the_middle_of_its_visible_part() -> None:
    for sides in (2, 4, 6):
        for n, up, size in FANS:
            spots = the_fan(n, up, size, sides)
            for i in range(n):
                seen = visible_part(spots, i, up)
                assert card_at(spots, up, seen.center) == i, (sides, n, up, size, i)


def test_fan_stays_in_the_window_and_clear_of_its_neighbours() -> None:
    for n, up, size in FANS:
        layout = compute_layout(4, size)
        spots = fan(n, layout, up)
        for i, (x, y, _) in enumerate(spots.spots):
            half = spots.card_width / 2
            assert layout.hand.x - 0.05 * spots.card_width <= x - half, (n, up, size)
            assert x + half <= layout.hand.right + 0.05 * spots.card_width, (n, up, size)
            if i != up and n <= 9:
                assert y + half * 1.4 <= size[1] + 0.1 * spots.card_width, (n, up, size)


def test_card_of_a_usual_hand_shows_enough_to_be_pressed() -> None:
    for n, up, size in FANS:
        if n <= 9:
            spots = the_fan(n, up, size)
            assert all(visible_part(spots, i, up).w >= 32 for i in range(n)), (n, up, size)


def test_raised_card_stands_straight_above_the_others() -> None:
    spots = the_fan(7, 3, (1920, 1080))
    x, y, angle = spots.spots[3]
    assert angle == 0
    assert y < the_fan(7, None, (1920, 1080)).spots[3][1] - 0.1 * spots.card_width
    assert spots.spots[4][0] - x > x - spots.spots[2][0]


def test_fan_of_seven_cards_has_the_planned_size() -> None:
    assert round(the_fan(7, None, (1920, 1080)).card_width) == 192
    assert round(the_fan(7, None, (960, 540)).card_width) == 89


WINDOWS = itertools.product(((960, 540), (1280, 720), (1920, 1080), (1080, 1350)), ("de", "fr", "hu"), RULE_SETS)


@each("size, code, rules", WINDOWS)
def test_lane_and_pile_names_grow_by_half_in_text_of_200_percent(size: tuple[int, int], code: str, rules: str) -> None:
    set_language(code)
    what = RoadView((0, 1, 2, 3), ("Du", "Carla", "Hugo", "Irma"), assign_liveries([None] * 4), 700, None)
    drawn = []
    for larger in (1, 2):
        text.set_text_size_factor(larger)
        seen = table(4, size)
        with mock.patch.object(text, "draw") as draw:
            _paint_names(Surface(size), seen, what)
        lanes = {call.args[1]: call.args[5] for call in draw.call_args_list}
        drawn.append(lanes | {name.words: name.px for name in pile_names(seen, rules)})
        assert all(name.box.y >= seen.draw_pile.bottom for name in pile_names(seen, rules))
    text.set_text_size_factor(1)
    assert drawn[0].keys() == drawn[1].keys()
    assert len(drawn[0]) == 6
    for words, px in drawn[0].items():
        assert drawn[1][words] >= 1.5 * px - 0.2, (words, px, drawn[1][words])


@each("size, code, rules", itertools.product(((1280, 720), (1920, 1080), (1080, 1350)), ("de", "it", "hu"), RULE_SETS))
def test_display_names_share_a_size_and_grow_by_half_in_text_of_200_percent(
    size: tuple[int, int], code: str, rules: str
) -> None:
    set_language(code)
    for sides, side in itertools.product((2, 3, 4, 6), (0, 1)):
        sizes = []
        for larger in (1, 1.5, 2):
            text.set_text_size_factor(larger)
            display = table(sides, size).displays[side]
            names = display_names(display, rules)
            for one, other in itertools.pairwise(names):
                assert other.px == one.px
                assert other.box.x - one.box.right >= 0.4 * one.px
            for name in names:
                assert display.panel.x + display.bar < name.box.x <= name.box.right <= display.panel.right
                assert not any(
                    name.box.x < stone.right and stone.x < name.box.right for stone in display.stones.values()
                )
            sizes += [name.px for name in names[:1]]
        text.set_text_size_factor(1)
        assert text.overflows == []
        assert len(sizes) < 3 or sizes[2] >= 1.5 * sizes[0], (sides, side)
