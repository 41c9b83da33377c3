"""Plates and cars: every symbol in every colour, and each trim on the car."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import pygame
import pytest
from pygame import Rect

from game.ui.drawing import art, livery, looks
from game.ui.drawing.looks import Looks
from game.ui.drawing.theme import PAINTS, THEME, shade
from tests.cases import each

SYMBOLS = ("star", "moon", "diamond", "cross", "ring", "bars")
OWN = list(zip(SYMBOLS, PAINTS, strict=True))
_CLOSE = (6, 6, 6, 255)


@dataclass(frozen=True)
class Worn:
    symbol: str
    paint: str
    trim: str = "plain"
    body: str = "saloon"


BODIES = ("saloon", "bubble", "estate", "van", "roadster", "coupe", "racer")
TRIMS = ("stripe", "luggage", "pennant")


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


def plate(worn: Worn) -> pygame.Surface:
    surface = pygame.Surface((100, 100), pygame.SRCALPHA)
    livery.draw_badge(surface, worn, 50, 50, 50)
    return surface


def count(surface: pygame.Surface, color: pygame.Color) -> int:
    return pygame.mask.from_threshold(surface, color, _CLOSE).count()


@pytest.mark.parametrize(("symbol", "paint"), OWN)
def test_plate_of_matching_symbol_and_paint_is_the_original_drawing(symbol: str, paint: str) -> None:
    assert pixels(plate(Worn(symbol, paint))) == pixels(art.picture(f"parts/side_{symbol}", 100, 100))


@each(("symbol", "paint"), list(product(SYMBOLS, PAINTS)))
def test_plate_shows_every_symbol_in_every_colour(symbol: str, paint: str) -> None:
    worn = Worn(symbol, paint)
    drawn, middle = plate(worn), Rect(22, 22, 56, 56)
    assert count(drawn, livery.color(worn)) > 1500
    assert count(drawn.subsurface(middle), livery.symbol_color(worn)) > 300
    others = [other.color for name, other in PAINTS.items() if name not in {paint, "black"}]  # nearly ink
    assert sum(count(drawn.subsurface(middle), color) for color in others) < 100


@each(("body", "paint"), list(product(BODIES, PAINTS)))
def test_car_shows_its_colour_its_shade_and_its_symbol(body: str, paint: str) -> None:
    color, is_light = PAINTS[paint].color, PAINTS[paint].has_ink_symbol
    for symbol in SYMBOLS:
        car, _above = livery.car_picture(Worn(symbol, paint, body=body), 432)
        assert count(car, color) > 4000
        assert count(car, shade(color, 0.76)) > 1000
        assert count(car.subsurface(Rect(188, 64, 64, 64)), THEME.ink if is_light else color) > 150
        assert paint == "red" or not count(car, PAINTS["red"].color), "the red it is drawn in"


@each("body", BODIES)
def test_car_nose_is_where_it_is_said_to_be(body: str) -> None:
    car, _above = livery.car_picture(Worn("star", "red", body=body), 432)
    above_shadow = car.subsurface(Rect(0, 0, 432, 150)).get_bounding_rect()
    assert 0 <= above_shadow.right - livery.nose_x(Worn("star", "red", body=body)) <= 12, "its bumper, at most"


@each("body", BODIES)
def test_cars_in_a_lane_are_hardly_higher_than_the_saloon(body: str) -> None:
    def high(body: str) -> float:
        car, _above = livery.car_picture(Worn("star", "red", body=body), 432)
        return car.get_bounding_rect().h * livery.lane_scale(Worn("star", "red", body=body))

    assert high(body) <= 1.05 * high("saloon")


def test_cars_all_look_alike_where_that_is_wished() -> None:
    worn = Worn("moon", "green", body="bubble")
    looks.switch_looks(Looks(are_cars_alike=True))
    try:
        alike = pixels(livery.car_picture(worn, 432)[0]), livery.nose_x(worn), livery.lane_scale(worn)
    finally:
        looks.switch_looks(Looks())
    saloon = replace(worn, body="saloon")
    assert alike == (pixels(livery.car_picture(saloon, 432)[0]), livery.nose_x(saloon), livery.lane_scale(saloon))
    assert alike[0] != pixels(livery.car_picture(worn, 432)[0])


@each(("body", "trim"), list(product(BODIES, TRIMS)))
def test_trim_is_laid_only_over_a_car_that_can_carry_it(body: str, trim: str) -> None:
    plain = Worn("star", "green", body=body)
    (car, above), (bare, _) = livery.car_picture(replace(plain, trim=trim), 432), livery.car_picture(plain, 432)
    if not livery.can_carry(body, trim):
        assert (pixels(car), above) == (pixels(bare), 0)
        return
    assert car.get_size() == (432, 184 + livery.CAR_RISE)
    assert above == livery.CAR_RISE
    whole = pygame.Surface(car.get_size(), pygame.SRCALPHA)
    whole.blit(bare, (0, above))
    changed = pygame.mask.from_threshold(car, (0, 0, 0), (3, 3, 3, 255), whole)
    changed.invert()
    assert changed.count() > 300
    assert car.get_bounding_rect().y > 0, "it isn't cut"


def test_car_stands_on_the_foot_of_its_place_with_any_luggage() -> None:
    place = Rect(10, 60, 216, 92)
    feet = []
    for trim in ("plain", "luggage"):
        surface = pygame.Surface((300, 200), pygame.SRCALPHA)
        livery.draw_car(surface, Worn("star", "red", trim), place)
        feet.append(surface.get_bounding_rect().bottom)
    assert feet[0] == feet[1] <= place.bottom
