from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import SRCALPHA, Color, Surface

from game.engine.cards import card
from game.table.animation import card_sprites
from game.table.animation.animation_step import Flight, Pose
from game.table.painting import card_faces
from game.table.painting.card_faces import RotationBudget
from game.ui.drawing import art
from game.ui.drawing.theme import THEME
from tests.table.test_rotation_budget import busy

RULES = "winning_moves"
SPEED_LIMIT, RIGHT_OF_WAY = card("speed_limit"), card("right_of_way")
DEALT = Flight(
    SPEED_LIMIT, Pose(80, 120, 90), Pose(260, 150, 126, 4.2), duration_s=1.0, start_form="held", end_form="held"
)


@pytest.fixture(autouse=True)
def _no_sprites() -> None:
    card_faces.forget()
    card_sprites._cache.clear()


def sheet() -> Surface:
    """Nothing, in the colour of a card's edge: what is drawn there keeps its opacity."""
    surface = Surface((400, 400), SRCALPHA)
    surface.fill((*THEME.paper[:3], 0))
    return surface


def upper_edge(surface: Surface, within: range) -> list[tuple[int, int]]:
    """The uppermost pixel of each column that is not empty: its y, and how opaque it is."""
    edge = []
    for x in within:
        y = next(y for y in range(surface.get_height()) if surface.get_at((x, y))[3])
        edge.append((y, surface.get_at((x, y))[3]))
    return edge


@pytest.mark.parametrize("elapsed_s", [0.1, 0.4, 0.8, 1.0])
def test_flying_card_has_smooth_edges(elapsed_s: float) -> None:
    card_sprites.draw_flight(sheet(), DEALT, elapsed_s, RULES, budget=RotationBudget())
    art.PRELOADER.store()
    surface = sheet()
    place = card_sprites.draw_flight(surface, DEALT, elapsed_s, RULES, budget=RotationBudget())
    edge = upper_edge(surface, range(place.left + 24, place.right - 24))
    assert len({y for y, _alpha in edge}) > 2, "it leans"
    assert sum(alpha < 250 for _y, alpha in edge) > 0.7 * len(edge)


def test_flying_card_lands_as_it_will_lie_in_the_hand() -> None:
    card_sprites.draw_flight(sheet(), DEALT, 1.0, RULES, budget=RotationBudget())
    art.PRELOADER.store()
    surface, lies = sheet(), sheet()
    place = card_sprites.draw_flight(surface, DEALT, 1.0, RULES, budget=RotationBudget())
    lies.blit(card_faces.rotated_card(SPEED_LIMIT, 126, 4.2, RULES, form="held"), place)
    assert surface.get_buffer().raw == lies.get_buffer().raw


def test_crosswise_card_has_straight_edges() -> None:
    surface = sheet()
    above, down = Pose(200, 100, 150), Pose(200, 200, 108, 90)
    slamming = Flight(RIGHT_OF_WAY, above, down, duration_s=1.0, start_form="small", end_form="small")
    place = card_sprites.draw_flight(surface, slamming, 1.0, RULES, budget=RotationBudget())
    edge = upper_edge(surface, range(place.left + 20, place.right - 20))
    assert len({y for y, _alpha in edge}) == 1
    assert max(alpha for _y, alpha in edge) - min(alpha for _y, alpha in edge) <= 4


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The angles by which anything is turned smoothly."""
    angles: list[float] = []
    smooth = art.rotated

    def noting(surface: Surface, angle: float, edge: Color, scale: float = 1) -> Surface:
        angles.append(angle)
        return smooth(surface, angle, edge, scale)

    monkeypatch.setattr(art, "rotated", noting)
    return angles


def test_rotation_budget_turns_one_card_a_frame_if_the_background_is_late(
    turned: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(art.PRELOADER, "request", busy())
    cards, budget, pose = (
        [card(name) for name in ("stop", "accident", "go")],
        RotationBudget(),
        Pose(200, 200, 90, 2.1),
    )
    for frame in (0, 1, 1, 2, 2, 3, 3):
        budget.renew()
        for c in cards:
            card_sprites.draw_card(sheet(), c, pose, RULES, form="small", budget=budget)
        assert len(turned) == frame


def test_flying_card_keeps_its_turned_picture_while_only_its_size_changes(turned: list[float]) -> None:
    growing = replace(DEALT, start=replace(DEALT.start, width=110))
    for step in range(20):
        card_sprites.draw_flight(sheet(), growing, step / 20, RULES, budget=RotationBudget())
    assert turned.count(4.2) == len(turned) <= 2 * len({"card", "shadow"})
