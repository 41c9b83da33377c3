"""What must not be confused stays apart by shape or lightness, however many colours one sees, in every theme."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest
from pygame import Color, Surface

from game.engine.cards import CARDS, Card, Family
from game.people.looks import Paint, Symbol
from game.people.profiles import Livery
from game.table.geometry.places import NARROWEST_CARD_PX
from game.table.painting.card_faces import face
from game.table.painting.header import Chip, ChipKind, ChipRowSize, chip_width, draw_chips
from game.ui.drawing import livery, theme
from tests.colour_vision import VISIONS, apart, lightness

RULES = "winning_moves"
HAND_PX = 150
APART = 0.08
"""In how much of two pictures there must be a difference."""
SAME = 0.02

every_vision = pytest.mark.parametrize("vision", VISIONS)
every_theme = pytest.mark.parametrize("colours", theme.THEMES)


@pytest.fixture(autouse=True)
def day() -> Iterator[None]:
    yield
    theme.switch_theme("day")


@every_vision
def test_cards_all_differ_even_on_the_narrowest_pile(vision: str) -> None:
    faces = {card: face(card, NARROWEST_CARD_PX, RULES) for card in CARDS}
    alike = [(a.id, b.id) for a, b in combinations(CARDS, 2) if apart(faces[a], faces[b], vision) < APART]
    assert alike == []


@every_vision
@pytest.mark.parametrize("form", ["small", "fan"])
def test_card_shows_its_family_by_lightness_and_shape_alone(vision: str, form: str) -> None:
    light = {card: lightness(face(card, HAND_PX, RULES, form=form), vision) for card in CARDS}  # type: ignore[arg-type]

    def distance(card: Card, family: Family) -> float:
        others = [light[other] for other in CARDS if other.family is family and other is not card]
        return float(np.mean(np.abs(light[card] - np.mean(others, axis=0))))

    for card in CARDS:
        nearest = min(Family, key=lambda family: distance(card, family))
        assert nearest is card.family, f"{card.id} looks like one of {nearest}"


def plate(symbol: Symbol, paint: Paint) -> Surface:
    """The middle of a plate, where its symbol is."""
    surface = Surface((48, 48))
    surface.fill(theme.THEME.surface)
    livery.draw_badge(surface, Livery(symbol, paint), 24, 24, 22)
    return surface.subsurface((10, 10, 28, 28))


@every_vision
@every_theme
def test_symbols_all_differ_in_whatever_colours(vision: str, colours: str) -> None:
    theme.switch_theme(colours)
    plates = {(symbol, paint): plate(symbol, paint) for symbol, paint in product(Symbol, Paint)}
    alike = [
        (one, other)
        for one, other in combinations(plates, 2)
        if one[0] != other[0] and apart(plates[one], plates[other], vision) < APART
    ]
    assert alike == []


def chip(kind: ChipKind) -> Surface:
    """A chip without its word, as where there is the least room."""
    size, bare = ChipRowSize(26, 15.5, 6), Chip(kind, "")
    surface = Surface((round(chip_width(bare, size)) + 4, 30))
    surface.fill(theme.THEME.surface)
    draw_chips(surface, (bare,), (2, 15), 99, size)
    return surface


@every_vision
@every_theme
def test_state_chips_all_differ_without_their_words(vision: str, colours: str) -> None:
    theme.switch_theme(colours)
    chips = {kind: chip(kind) for kind in ChipKind}
    assert [(a, b) for a, b in combinations(ChipKind, 2) if apart(chips[a], chips[b], vision) < APART] == []


@every_vision
@every_theme
def test_unplayable_card_is_darker_or_barred(vision: str, colours: str) -> None:
    theme.switch_theme(colours)
    for card in CARDS:
        bright, grey = (face(card, HAND_PX, RULES, greyed=greyed) for greyed in (False, True))
        assert apart(bright, grey, vision) > APART, card.id


@pytest.mark.parametrize(
    ("vision", "one", "other"),
    [("protan", "#B93427", "#6E5F20"), ("deutan", "#B93427", "#86762B"), ("tritan", "#1D5B83", "#26605A")],
)
def test_colour_check_notices_a_difference_in_hue_alone(vision: str, one: str, other: str) -> None:
    first, second = Surface((40, 56)), Surface((40, 56))
    first.fill(Color(one))
    second.fill(Color(other))
    assert apart(first, second, vision) < SAME


def test_colour_check_accepts_a_difference_in_shape() -> None:
    assert all(apart(plate(Symbol.STAR, Paint.RED), plate(Symbol.RING, Paint.RED), vision) > SAME for vision in VISIONS)
