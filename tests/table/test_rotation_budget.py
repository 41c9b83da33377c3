from __future__ import annotations

from collections.abc import Callable

import pytest
from pygame import Surface

from game.engine.cards import card
from game.table.animation import card_sprites
from game.table.animation.animation_step import Pose
from game.table.painting.card_faces import RotationBudget
from game.ui.drawing import art
from tests.table.positions import view
from tests.table.test_picture import SIZE, picture, pixels


@pytest.fixture(autouse=True)
def _no_faces() -> None:
    art.SurfaceCache.clear_all()


def busy() -> Callable[..., bool]:
    """In place of ``Preloader.request``: the background has something else to do."""
    begun = set[object]()
    return lambda key, *_, **_how: key not in begun and not begun.add(key)


def test_rotation_budget_turns_a_few_cards_each_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(art.PRELOADER, "request", busy())
    table, surface, seen = picture(view()), Surface(SIZE), view()
    pictures = []
    while True:
        table.update(seen)
        surface.fill(0)
        table.draw_hand(surface, seen)
        pictures.append(pixels(surface))
        if not table.is_behind:
            break
    assert len(pictures) == 3  # six that lean, three a frame at this size, after one that waits for the background
    assert len(set(pictures)) == len(pictures), "every frame is better than the one before"
    table.update(seen)
    surface.fill(0)
    table.draw_hand(surface, seen)
    assert pixels(surface) == pictures[-1]


def test_cards_turned_in_the_background_all_appear_in_the_next_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, surface, seen = picture(view()), Surface(SIZE), view()
    table.update(seen)
    monkeypatch.setattr(art, "rotated", lambda *_: pytest.fail("turned while the program waits"))
    table.draw_hand(surface, seen)
    assert table.is_behind
    table.update(seen)
    table.draw_hand(surface, seen)
    assert not table.is_behind


def test_hand_key_changes_once_its_waiting_cards_are_turned() -> None:
    table, surface, seen = picture(view()), Surface(SIZE), view()
    table.update(seen)
    table.draw_hand(surface, seen)
    was = table.hand_key(seen)
    table.update(seen)
    assert table.hand_key(seen) != was


def test_flying_card_keeps_its_last_turn_when_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, surface = RotationBudget(), Surface((300, 300))
    card_sprites.draw_card(surface, card("stop"), Pose(150, 150, 90, 2.1), "winning_moves", budget=budget)
    while budget.spend(90):
        pass
    monkeypatch.setattr(
        card_sprites, "merged_with_shadow", lambda *_: pytest.fail("turned although no budget was left")
    )
    card_sprites.draw_card(surface, card("stop"), Pose(150, 150, 90, 2.8), "winning_moves", budget=budget)


def test_card_never_turned_before_is_drawn_even_when_the_budget_is_spent() -> None:
    budget, surface = RotationBudget(), Surface((300, 300))
    while budget.spend(90):
        pass
    card_sprites.draw_card(surface, card("accident"), Pose(150, 150, 90, 2.1), "winning_moves", budget=budget)
    assert surface.get_at((150, 150)) != (0, 0, 0, 255)
