from __future__ import annotations

import pytest
from pygame import Surface

from game.engine.cards import card
from game.table.animation import card_sprites
from game.table.animation.animation_step import Pose
from game.table.painting import card_faces
from game.table.painting.card_faces import RotationBudget
from tests.table.positions import view
from tests.table.test_picture import SIZE, picture, pixels


@pytest.fixture(autouse=True)
def _no_faces() -> None:
    card_faces.forget()


def test_a_frame_turns_a_few_cards_and_the_next_ones_the_others() -> None:
    table, surface, seen = picture(view()), Surface(SIZE), view()
    pictures = []
    while True:
        table.show(seen)
        surface.fill(0)
        table.draw_hand(surface, seen)
        pictures.append(pixels(surface))
        if not table.is_behind:
            break
    assert len(pictures) == 3  # seven cards, three a frame at this size
    assert len(set(pictures)) == len(pictures), "every frame is better than the one before"
    table.show(seen)
    surface.fill(0)
    table.draw_hand(surface, seen)
    assert pixels(surface) == pictures[-1]


def test_who_looks_at_a_hand_that_waits_knows_that_it_will_change() -> None:
    table, surface, seen = picture(view()), Surface(SIZE), view()
    table.show(seen)
    table.draw_hand(surface, seen)
    was = table.hand_shown(seen)
    table.show(seen)
    assert table.hand_shown(seen) != was


def test_without_care_left_a_card_in_flight_is_drawn_as_it_was_turned_before(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, surface = RotationBudget(), Surface((300, 300))
    card_sprites.draw_card(surface, card("stop"), Pose(150, 150, 90, 2.1), "winning_moves", budget=budget)
    while budget.take(90):
        pass
    monkeypatch.setattr(card_sprites, "shaded", lambda *_: pytest.fail("turned although no budget was left"))
    card_sprites.draw_card(surface, card("stop"), Pose(150, 150, 90, 2.8), "winning_moves", budget=budget)


def test_a_card_never_turned_before_is_drawn_even_without_care() -> None:
    budget, surface = RotationBudget(), Surface((300, 300))
    while budget.take(90):
        pass
    card_sprites.draw_card(surface, card("accident"), Pose(150, 150, 90, 2.1), "winning_moves", budget=budget)
    assert surface.get_at((150, 150)) != (0, 0, 0, 255)
