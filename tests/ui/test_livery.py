"""Plates and cars: every symbol in every colour, and each trim on the car."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import pygame
import pytest
from pygame import Rect

from game.ui.drawing import art, livery
from game.ui.drawing.theme import PAINTS, THEME
from tests.cases import each

SYMBOLS = ("star", "moon", "diamond", "cross", "ring", "bars")
OWN = list(zip(SYMBOLS, PAINTS, strict=True))
_CLOSE = (6, 6, 6, 255)


@dataclass(frozen=True)
class Worn:
    symbol: str
    paint: str
    trim: str = "plain"


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def plate(worn: Worn) -> pygame.Surface:
    surface = pygame.Surface((100, 100), pygame.SRCALPHA)
    livery.draw_plate(surface, worn, 50, 50, 50)
    return surface


def count(surface: pygame.Surface, color: pygame.Color) -> int:
    return pygame.mask.from_threshold(surface, color, _CLOSE).count()


@pytest.mark.parametrize(("symbol", "paint"), OWN)
def test_what_belongs_together_is_the_drawing_itself(symbol: str, paint: str) -> None:
    worn = Worn(symbol, paint)
    assert pixels(plate(worn)) == pixels(art.picture(f"parts/side_{symbol}", 100, 100))
    car, above = livery.car(worn, 432)
    assert (pixels(car), above) == (pixels(art.picture(f"parts/car_{symbol}", 432, 184)), 0)


@each(("symbol", "paint"), list(product(SYMBOLS, PAINTS)))
def test_every_symbol_is_seen_in_every_colour(symbol: str, paint: str) -> None:
    worn = Worn(symbol, paint)
    drawn, middle = plate(worn), Rect(22, 22, 56, 56)
    assert count(drawn, livery.color(worn)) > 1500
    assert count(drawn.subsurface(middle), livery.ink(worn)) > 300
    others = [color for name, (color, _ink) in PAINTS.items() if name not in {paint, "black"}]  # nearly ink
    assert sum(count(drawn.subsurface(middle), color) for color in others) < 100


@each(("symbol", "paint"), list(product(SYMBOLS, PAINTS)))
def test_a_car_has_its_colour_its_shade_and_its_symbol(symbol: str, paint: str) -> None:
    car, _above = livery.car(Worn(symbol, paint), 432)
    own, _ = livery.car(Worn(dict(zip(PAINTS, SYMBOLS, strict=True))[paint], paint), 432)
    color = PAINTS[paint][0]
    roundel = Rect(188, 64, 64, 64)
    assert count(car, color) > 4000
    assert abs(count(car, color) - count(own, color)) < 2000
    inked = THEME.ink if PAINTS[paint][1] else color
    assert count(car.subsurface(roundel), inked) > 150


@pytest.mark.parametrize("trim", ["stripe", "luggage", "pennant"])
@pytest.mark.parametrize("paint", ["red", "green"])
def test_a_trim_is_laid_over_the_car_and_may_reach_above_it(trim: str, paint: str) -> None:
    plain = Worn("star", paint)
    car, above = livery.car(replace(plain, trim=trim), 432)
    bare, _ = livery.car(plain, 432)
    assert car.get_size() == (432, 184 + livery.CAR_RISE)
    assert above == livery.CAR_RISE
    lower = car.subsurface(Rect(0, above, 432, 184))
    changed = pygame.mask.from_threshold(lower, (0, 0, 0), (3, 3, 3, 255), bare)
    changed.invert()
    assert changed.count() > 300
    upper = pygame.mask.from_surface(car.subsurface(Rect(0, 0, 432, above))).count()
    assert (upper > 100) == (trim == "luggage")


def test_a_car_stands_on_the_foot_of_its_place_with_and_without_luggage() -> None:
    place = Rect(10, 60, 216, 92)
    feet = []
    for trim in ("plain", "luggage"):
        surface = pygame.Surface((300, 200), pygame.SRCALPHA)
        livery.draw_car(surface, Worn("star", "red", trim), place)
        feet.append(surface.get_bounding_rect().bottom)
    assert feet[0] == feet[1] <= place.bottom
