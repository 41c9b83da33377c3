from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from game.engine.cards import CARDS, Pile, card
from game.engine.moves import move
from game.engine.rules import RULE_SETS, load_rules
from game.i18n import LANGUAGES, _, set_language
from game.people.players import DRIVERS, HUMAN, bot
from game.table.animation.animation_step import discard_pose
from game.table.animation.card_sprites import draw_card
from game.table.painting.picture import TablePicture
from game.table.targets import last_pile
from game.table.view import TableView, TurnView, pile_id
from game.ui.accessibility_tree import Node
from game.ui.drawing import art, text
from game.ui.drawing.theme import THEME
from game.words.vocabulary import card_name
from tests.cases import each
from tests.fit import rooms
from tests.table.positions import observation, side, view
from tests.table.random_legs import steps_of_a_leg

SIZE = (1280, 720)


def picture(seen: TableView, size: tuple[int, int] = SIZE) -> TablePicture:
    return TablePicture(size, seen.observation, seen.viewer)


def shown(seen: TableView, size: tuple[int, int] = SIZE) -> Surface:
    """The whole table with the hand."""
    table, surface = picture(seen, size), Surface(size)
    draw_all(table, surface, seen)
    return surface


def draw_all(table: TablePicture, surface: Surface, seen: TableView) -> None:
    """Draw as many frames as it takes until the table is there in full."""
    while True:
        table.update(seen)
        table.render(surface)
        table.draw_glow(surface, seen, 1.0)
        table.draw_hand(surface, seen)
        if not table.is_behind:
            break


def part(surface: Surface, box: tuple[float, float, float, float]) -> bytes:
    return surface.subsurface(Rect(*map(int, box))).copy().get_buffer().raw


def with_side(seen: TableView, which: int, **changes: object) -> TableView:
    o = seen.observation
    sides = tuple(replace(s, **changes) if i == which else s for i, s in enumerate(o.sides))  # type: ignore[arg-type]
    return replace(seen, observation=replace(o, sides=sides))


# What is painted again


def test_view_shown_twice_repaints_nothing() -> None:
    table = picture(view())
    assert table.update(view()) == [Rect(0, 0, *SIZE)]
    assert table.update(view()) == []


def test_raised_card_repaints_nothing_at_rest() -> None:
    table = picture(view())
    table.update(view())
    assert table.update(view(selected=2, hidden=frozenset({"card/4"}))) == []


def test_change_on_one_display_leaves_the_other_displays_alone() -> None:
    table = picture(view())
    table.update(view())
    damage = table.update(with_side(view(), 2, battle=(card("repairs"),)))
    assert damage
    own, other = table.places.display(0), table.places.display(1)
    assert not any(area.colliderect(Rect(*own)) or area.colliderect(Rect(*other)) for area in damage)
    assert any(area.colliderect(Rect(*table.places.display(2))) for area in damage)


def test_turn_plate_with_new_words_repaints_only_itself() -> None:
    table = picture(view())
    table.update(view())
    damage = table.update(view(turn=TurnView("Your turn")))
    assert [area.colliderect(Rect(*table.places.layout.turn)) for area in damage] == [True]
    assert damage[0].height < SIZE[1] / 2


def test_language_change_repaints_everything() -> None:
    table = picture(view())
    table.update(view())
    set_language("de")
    assert table.update(view()) == [Rect(0, 0, *SIZE)]


def test_partial_repaint_equals_a_full_repaint() -> None:
    table, surface = picture(view()), Surface(SIZE)
    table.update(view(targets=frozenset({"battle/1", "discard"}), last_pile="speed/2", focused_pile="battle/1"))
    while table.update(view()):
        pass
    table.render(surface)
    whole = Surface(SIZE)
    fresh = picture(view())
    fresh.update(view())
    fresh.render(whole)
    assert surface.get_buffer().raw == whole.get_buffer().raw


@pytest.mark.parametrize(("size", "seats"), [((960, 540), 6), ((1280, 720), 4), ((1080, 1350), 2)])
def test_partial_repaints_equal_full_repaints_through_a_leg(size: tuple[int, int], seats: int) -> None:
    rules, marks = ("mille_miglia", 5) if seats == 6 else ("winning_moves", 7), Random(seats)
    table, players = None, (HUMAN, *(bot(driver) for driver in DRIVERS[1:seats]))
    for n, (before, step) in enumerate(steps_of_a_leg(rules[1], rules[0], seats)):
        o, piles = step.observation, ["discard", "draw", *(f"{pile}/1" for pile in (*Pile, "display"))]
        hidden = {pile_id(marks.choice(list(Pile)), marks.randrange(seats)), "discard", "car/1", "km/1"}
        focused = marks.choice(piles) if n % 5 == 0 else None
        seen = TableView(
            o, players, 0, last_pile=last_pile(o), hidden=frozenset(hidden if n % 3 == 0 else ()), focused_pile=focused
        )
        table = table or picture(TableView(before, players, 0), size)
        surface, whole, fresh = Surface(size), Surface(size), picture(seen, size)
        table.update(seen)
        while table.is_behind:
            table.update(seen)
        table.render(surface)
        if n % 4 == 0:
            fresh.update(seen)
            fresh.render(whole)
            assert pixels(surface) == pixels(whole)


def pixels(surface: Surface) -> bytes:
    """What is seen: the fourth byte of a pixel without alpha may hold anything."""
    return pygame.image.tobytes(surface, "RGB")


class Unclipped:
    """A layer that lets every region paint where it likes."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.surface = Surface(size)

    has_deferred_drawing = False

    def declare_region(
        self,
        _name: str,
        _rect: object,
        _key: object,
        paint: Callable[[Surface], None],
        *,
        urgent_key: object,
        is_opaque: bool,
        parts: object,
    ) -> None:
        assert urgent_key or is_opaque or parts
        paint(self.surface)

    def refresh(self) -> list[Rect]:
        return []

    def blit(self, surface: Surface) -> None:
        surface.blit(self.surface, (0, 0))


MARKS: list[dict[str, Any]] = [
    {},
    {"targets": frozenset({"battle/1", "distance/0", "display/2", "discard"})},
    {"last_pile": "battle/1"},
    {"last_pile": "discard"},
    {"focused_pile": "distance/0"},
    {"focused_pile": "safeties/1"},
    {"focused_pile": "display/2"},
    {"focused_pile": "discard"},
    {"turn": TurnView("Your turn", "Play a card or discard one.")},
]


@pytest.mark.parametrize(("size", "sides"), [((960, 540), 6), ((1280, 720), 3), ((1080, 1350), 2)])
@pytest.mark.parametrize("marked", MARKS)
def test_table_parts_are_never_cut_off_at_the_edge_of_their_region(
    size: tuple[int, int], marked: dict[str, Any], sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lit = {pile for pile in marked.get("targets", ()) if not (sides < 3 and pile.endswith("/2"))}
    seen = view(sides, **{**marked, "targets": frozenset(lit)})
    clipped, whole = shown(seen, size), Surface(size)
    monkeypatch.setattr("game.table.painting.picture.Layer", Unclipped)
    draw_all(picture(seen, size), whole, seen)
    assert pixels(clipped) == pixels(whole)


def test_prewarming_draws_every_light_and_raised_card(monkeypatch: pytest.MonkeyPatch) -> None:
    table, surface = picture(view()), Surface(SIZE)
    table.update(view())
    for ahead in (table.preload(view()), table.preload_hand(view()), table.preload_raised(view())):
        for _part in ahead:
            pass
    monkeypatch.setattr(art, "_rasterise", lambda *_: pytest.fail("drawn although prewarmed"))
    lit = view(targets=frozenset({"battle/1", "distance/0", "discard"}), last_pile="speed/2", selected=2)
    for to_move in range(4):
        seen = replace(lit, observation=replace(lit.observation, to_move=to_move))
        draw_all(table, surface, seen)


# What can be told apart


def test_coup_fourre_lies_crosswise() -> None:
    upright = with_side(view(), 1, safeties=(card("extra_tank"),), coups_fourres=())
    crosswise = with_side(view(), 1, safeties=(card("extra_tank"),), coups_fourres=(card("extra_tank"),))
    place = picture(view()).places.safety(1, card("extra_tank"))
    assert part(shown(upright), place) != part(shown(crosswise), place)


@each("size", [(1280, 720), (960, 540), (900, 1200)])
@each(
    ("pile", "change"),
    [
        ("battle/1", {"battle": (card("stop"),)}),
        ("speed/1", {"speed": ()}),
        ("distance/1", {"distance": (card("km_25"),)}),
        ("safeties/1", {"safeties": ()}),
    ],
)
def test_pile_shows_what_lies_on_it(size: tuple[int, int], pile: str, change: dict[str, object]) -> None:
    place = picture(view(6), size).places.place(pile)
    assert part(shown(view(6), size), place) != part(shown(with_side(view(6), 1, **change), size), place)


@pytest.mark.parametrize("size", [(1280, 720), (960, 540), (900, 1200)])
def test_side_to_move_targets_and_last_pile_stand_out(size: tuple[int, int]) -> None:
    still = replace(view(6), observation=replace(observation(6), to_move=None))
    panel = picture(view(6), size).places.display(1)
    pictures = [
        still,
        replace(still, observation=replace(still.observation, to_move=1)),
        replace(still, targets=frozenset({"battle/1"})),
        replace(still, last_pile="battle/1"),
        replace(still, focused_pile="battle/1"),
    ]
    assert len({part(shown(seen, size), panel.grown(4)) for seen in pictures}) == len(pictures)


@pytest.mark.parametrize("km", [50, 100])
def test_distance_just_laid_marks_only_its_own_stack(km: int) -> None:
    laid = view(last_pile="distance/0")
    laid = replace(laid, observation=replace(laid.observation, moves=(move(f"0 km_{km}"),)))
    places = picture(laid).places.displays[0]
    still, marked = shown(replace(laid, last_pile=None)), shown(laid)
    for stone, place in places.stones.items():
        beside = (place.x - 3, place.y, 2, place.h)
        assert (part(still, beside) != part(marked, beside)) == (stone == km)


@pytest.mark.parametrize(
    "change", [{"targets": frozenset({"discard"})}, {"last_pile": "discard"}, {"focused_pile": "draw"}]
)
def test_draw_and_discard_pile_can_be_marked(change: dict[str, Any]) -> None:
    area = picture(view()).places.layout.piles
    assert part(shown(view()), area) != part(shown(view(**change)), area)


@pytest.mark.parametrize("km", [25, 200])
def test_target_arrow_points_at_the_stones_of_the_card_to_be_laid(km: int) -> None:
    seen = replace(view(), targets=frozenset({"distance/0"}), lit_card=card(f"km_{km}"))
    places = picture(seen).places
    stone, area = places.stone(0, km), places.pile(0, Pile.DISTANCE)
    beside_the_shaft = round(stone.center[0] - 8), round(area.y + area.h * 0.30)
    assert shown(seen).get_at(beside_the_shaft) == THEME.glow
    assert shown(replace(seen, lit_card=card("km_75"))).get_at(beside_the_shaft) != THEME.glow


def test_refusal_looks_different_from_other_words_of_the_turn_plate() -> None:
    turn = picture(view()).places.layout.turn
    calm = shown(view(turn=TurnView("No", "You are not rolling.")))
    refused = shown(view(turn=TurnView("No", "You are not rolling.", "refused")))
    assert part(calm, turn) != part(refused, turn)


def discards(*ids: str) -> TableView:
    return replace(view(), observation=replace(observation(), discard_pile=tuple(map(card, ids))))


def unlike(one: Surface, other: Surface, area: Rect) -> float:
    difference = one.subsurface(area).copy()
    difference.blit(other, (0, 0), area, special_flags=pygame.BLEND_SUB)
    back = other.subsurface(area).copy()
    back.blit(one, (0, 0), area, special_flags=pygame.BLEND_SUB)
    return sum(sum(pygame.transform.average_color(each)[:3]) for each in (difference, back))


def test_landed_discard_is_drawn_where_it_will_lie() -> None:
    flown, lies = shown(discards("go")), shown(discards("go", "stop"))
    pile = picture(view()).places.discard_pile
    landed = discard_pose(pile, 2)
    draw_card(flown, card("stop"), landed, "winning_moves", form="small")
    wrong = shown(discards("go"))
    draw_card(wrong, card("stop"), replace(landed, angle=-landed.angle), "winning_moves", form="small")
    area = Rect(*map(int, pile.grown(10)))
    assert unlike(flown, lies, area) < 0.45 * unlike(wrong, lies, area)  # roughly turned, half a pixel aside


def test_flying_card_leaves_its_place_in_the_hand_empty() -> None:
    table, seen = picture(view()), view()
    x, y, _ = table.hand_spots(seen).spots[6]
    here = (x - 20, y - 20, 40, 40)
    assert part(shown(seen), here) != part(shown(replace(seen, hidden=frozenset({"card/6"}))), here)


def test_flying_card_is_not_yet_on_its_pile() -> None:
    table = picture(view())
    before = with_side(view(), 1, battle=())
    landing = replace(with_side(view(), 1, battle=(card("go"),)), hidden=frozenset({"battle/1"}))
    place = table.places.place("battle/1")
    assert part(shown(before), place) == part(shown(landing), place)


def test_moving_car_and_counting_km_are_left_out_of_the_picture() -> None:
    table = picture(view())
    for what, place in (("car/2", table.places.layout.strip), ("km/2", table.places.display(2))):
        at_rest, moving = shown(view()), shown(replace(view(), hidden=frozenset({what})))
        assert part(at_rest, place) != part(moving, place), what


def test_leaders_are_the_sides_with_most_km_unless_set_otherwise() -> None:
    table, seen = picture(view()), view()
    assert table.update(seen)
    best = max(side.km for side in seen.observation.sides)
    leading = frozenset(i for i, side in enumerate(seen.observation.sides) if side.km == best)
    assert table.update(replace(seen, leaders=leading)) == []
    assert table.update(replace(seen, leaders=frozenset({3}))) != []


@pytest.mark.parametrize(("size", "is_named"), [((960, 540), True), ((1280, 720), False)])
def test_raised_card_is_named_beside_it_only_if_too_small_for_its_name(size: tuple[int, int], is_named: bool) -> None:
    seen = view(selected=3)
    table, raised = picture(seen, size), Surface(size)
    table.draw_hand(raised, seen)
    up = table.hand_spots(seen)
    x, y, _ = up.spots[3]
    below = (x - up.card_width * 0.3, y + up.card_width * 0.77, up.card_width * 0.6, 6)
    plate = pygame.transform.average_color(raised.subsurface(Rect(*map(int, below))))
    assert (sum(plate[:3]) > 3 * 150) == is_named


# What is hit, and what is told of it


def test_press_finds_cards_piles_and_panels() -> None:
    table, seen = picture(view()), view()
    for i, (x, y, _angle) in enumerate(table.hand_spots(seen).spots):
        assert table.thing_at(seen, (x - 40, y)) == i
    for pile in table.places.pile_ids:
        assert table.thing_at(seen, table.places.place(pile).center) == pile
    panel = table.places.display(2)
    assert table.thing_at(seen, (panel.x + 5, panel.y + 20)) == "display/2"
    assert table.thing_at(seen, (SIZE[0] / 2, 50)) is None


def test_flying_card_is_not_hit() -> None:
    table = picture(view())
    seen = view(hidden=frozenset({"card/6"}))
    x, y, _ = table.hand_spots(seen).spots[6]
    assert table.thing_at(seen, (x + 20, y)) != 6


def nodes(seen: TableView, size: tuple[int, int] = SIZE) -> dict[str, Node]:
    return {node.id: node for node in picture(seen, size).nodes(seen)}


def test_cards_in_the_tree_have_their_names() -> None:
    told = nodes(view())
    assert [told[f"card/{i}"].name for i in range(4)] == ["25 km", "200 km", "Accident", "Speed Limit"]
    assert told["card/2"].role == "card"
    assert told["card/2"].value == "hazard"
    set_language("de")
    assert nodes(view())["card/3"].name == "Geschwindigkeitsbegrenzung"


def test_card_is_enabled_if_it_can_be_played_other_than_by_discarding() -> None:
    assert [node.enabled for node in nodes(view()).values() if node.role == "card"] == [
        True, True, True, False, False, False, True,
    ]  # fmt: skip


@each("selected", [None, 0, 3, 6])
@each("size", [(960, 540), (1280, 720), (1080, 1350)])
def test_card_in_the_tree_is_pressed_at_its_middle(size: tuple[int, int], selected: int | None) -> None:
    seen = view(selected=selected)
    for i in range(7):
        x, y, w, h = nodes(seen, size)[f"card/{i}"].rect
        assert picture(seen, size).thing_at(seen, (x + w / 2, y + h / 2)) == i


def test_piles_in_the_tree_have_their_side_and_top_card() -> None:
    told = nodes(view(targets=frozenset({"battle/1"}), focused_pile="speed/1"))
    assert told["battle/1"].name == "Battle pile, Carla"
    assert told["battle/1"].value == "Out of Gas"
    assert told["battle/1"].enabled
    assert told["speed/1"].focused
    assert not told["speed/1"].enabled
    assert told["speed/0"].name == "Speed pile, You"
    assert told["speed/0"].value is None
    assert told["distance/0"].name == "Distance, You"
    assert told["distance/0"].value == "375"
    assert told["safeties/0"].name == "Safeties, You"
    assert told["safeties/0"].value == "Puncture-Proof"
    assert told["draw"].name == "Draw pile, 41 cards"
    assert told["discard"].name == "Discard pile"
    assert told["discard"].value == "50 km"


def test_tree_focuses_the_selected_card_and_omits_a_flying_one() -> None:
    told = nodes(view(selected=2, hidden=frozenset({"card/5"})))
    assert told["card/2"].focused
    assert "card/5" not in told


def test_cards_are_never_greyed_out_of_turn() -> None:
    waiting = replace(view(), observation=replace(observation(), legal=()))
    assert all(waiting.looks_playable(i) for i in range(7))
    assert not any(waiting.is_playable(i) for i in range(7))
    assert not view().looks_playable(5)


# Words fit everywhere

SEATINGS = [(2, False), (4, False), (6, False), (5, False), (2, True), (3, True)]


@pytest.mark.parametrize(("size", "code"), rooms((1280, 720), (900, 1200)))
def test_table_texts_all_fit_their_places(code: str, size: tuple[int, int]) -> None:
    set_language(code)
    for sides, teams in SEATINGS:
        for rules_id in RULE_SETS:
            seen = view(sides, teams=teams)
            o = seen.observation
            if load_rules(rules_id).seating_option(o.seats, o.seating) is None:
                continue
            text.set_scene(f"{rules_id}, {sides} sides")
            shown(replace(view(sides, teams=teams, rules=rules_id), turn=TurnView("Your turn"), selected=1), size)
    assert text.overflows == []


@each("code", LANGUAGES)
@each("which", range(6))
def test_opponent_states_all_fit_the_lowest_panel(code: str, which: int) -> None:
    set_language(code)
    o = observation(6)
    sides = tuple(replace(side(which, (seat,)), limited=True, speed=(card("speed_limit"),)) for seat in range(6))
    shown(replace(view(6), observation=replace(o, sides=sides, to_move=3, totals=(12_000,) * 6)), (960, 540))
    assert text.overflows == []


@pytest.mark.parametrize(("size", "code"), rooms((1280, 720), (900, 1200)))
def test_hint_with_the_longest_card_name_fits_in_full(code: str, size: tuple[int, int]) -> None:
    set_language(code)
    name = max((card_name(which, "winning_moves") for which in CARDS), key=len)
    hint = TurnView(_("Discard {card}", card=name), _("gives one more card and one more turn"))
    shown(view(turn=hint), size)
    assert text.overflows == []


def test_safety_laid_last_is_the_only_one_framed() -> None:
    plain, framed = shown(view()), shown(view(last_pile="safeties/1"))  # right_of_way, then driving_ace
    slots = picture(view()).places.displays[1].safeties

    def is_framed(safety: str) -> bool:
        x, y, w, _h = slots[safety]
        left = (x - 4, y + w / 3, 3, w / 3)  # where its frame would be seen
        return part(plain, left) != part(framed, left)

    assert [safety for safety in slots if is_framed(safety)] == ["driving_ace"]
