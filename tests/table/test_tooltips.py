from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from game import i18n
from game.engine.cards import CARDS, SAFETIES
from game.table.geometry.box import FloatRect
from game.table.tooltips import tooltip_of, tooltip_spots, uncovered_place
from game.table.view import TableView, card_id
from game.ui.accessibility_tree import accessible_text
from game.ui.tooltip import Tooltip, TooltipTiming, rect_beside, tooltip_box
from game.words.captions import card_tooltip
from tests.cases import each
from tests.table.positions import view
from tests.table.random_legs import laid_out

SIZES = [(960, 540), (1280, 720), (1920, 1080), (1080, 1350)]


def all_spots(where: TableView, size: tuple[int, int]) -> list[tuple[str, FloatRect]]:
    table = laid_out(where.observation, size)
    found = list(tooltip_spots(table, where))
    for index in range(len(where.observation.hand)):
        box = uncovered_place(table, where, card_id(index))
        assert box is not None
        found.append((card_id(index), box))
    return found


@each(("size", "sides", "language"), list(itertools.product(SIZES, (2, 4, 6), ("en", "de", "hu"))))
def test_tooltip_never_covers_its_subject_or_leaves_the_window(
    size: tuple[int, int], sides: int, language: str
) -> None:
    i18n.set_language(language)
    seen = view(sides)
    for spot, box in all_spots(seen, size):
        tip = tooltip_of(seen, spot, lambda _move: None)
        assert tip.title, spot
        assert tip.body, spot
        plate = tooltip_box(tip, box, size, 1.0)
        assert not plate.colliderect(box), spot
        assert plate.x >= 0
        assert plate.right <= size[0], spot
        assert plate.y >= 0
        assert plate.bottom <= size[1], spot


@pytest.mark.parametrize("rules_id", ["winning_moves", "piatnik", "dujardin", "mille_miglia"])
def test_card_tooltips_all_tell_the_use_in_a_sentence(rules_id: str) -> None:
    said = {card: accessible_text(card_tooltip(card, rules_id)) for card in CARDS}
    assert all(words.endswith(".") and "{" not in words for words in said.values())
    coup_fourre = "200" if rules_id == "piatnik" else "300"
    assert all(coup_fourre in said[card] for card in SAFETIES)


def test_tooltip_goes_to_the_side_without_room_above_or_below() -> None:
    tall = FloatRect(100, 5, 50, 290)
    assert rect_beside(tall, 80, 40, (400, 300)).x > tall.right
    assert rect_beside(FloatRect(300, 5, 95, 290), 80, 40, (400, 300)).right < 300


def test_tooltip_avoids_a_given_area_if_it_can() -> None:
    anchor_box, label = FloatRect(200, 250, 60, 80), FloatRect(215, 220, 30, 20)
    assert rect_beside(anchor_box, 80, 40, (400, 400)).colliderect(label)
    beside_it = rect_beside(anchor_box, 80, 40, (400, 400), [label])
    assert not beside_it.colliderect(label)
    assert not beside_it.colliderect(anchor_box)
    everywhere = FloatRect(0, 0, 400, 400)
    assert rect_beside(anchor_box, 80, 40, (400, 400), [everywhere]) == rect_beside(anchor_box, 80, 40, (400, 400))


def test_tooltip_shows_only_after_a_rest_and_not_again_after_a_press() -> None:
    timing = TooltipTiming()
    timing.report_target("draw", 0.5)
    assert not timing.update(0.4)
    timing.report_target("draw", 0.9)
    assert timing.update(0.5)
    assert timing.shown_id == "draw"
    timing.hide()
    assert timing.shown_id is None
    timing.report_target("draw", 1.0)
    assert not timing.update(2.0)
    timing.report_target("discard", 2.5)
    assert timing.update(2.5)
    timing.report_target(None, 3.0)
    assert timing.shown_id is None


def test_tooltip_without_a_reason_has_only_name_and_use() -> None:
    seen = view()
    assert tooltip_of(seen, card_id(0), lambda _move: None) == Tooltip("25 km", card_tooltip(CARDS[0], "winning_moves"))


@each(
    ("rules", "left", "about"),
    [
        ("winning_moves", 5, "Everybody draws a card here at the start of their turn."),
        ("winning_moves", 0, "Nothing is left to draw; the leg goes on with the cards in hand."),
        ("mille_miglia", 0, "Nothing is left to draw; this turn is the last."),
    ],
)
def test_tooltip_of_the_draw_pile_says_how_the_leg_goes_on(rules: str, left: int, about: str) -> None:
    i18n.set_language("en")
    seen = view(rules=rules)
    seen = replace(seen, observation=replace(seen.observation, draw_pile=left))
    assert tooltip_of(seen, "draw", lambda _move: None).body == about
