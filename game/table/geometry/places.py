"""Where everything on the table lies: piles, stones, cars, and the place each seat's cards come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.engine.cards import Card, Pile
from game.table.geometry.box import Box
from game.table.geometry.display_places import CARD_RATIO, DisplayPlaces, place_display
from game.table.geometry.layout import TableLayout, lay_out
from game.table.view import DISCARD, DRAW, pile_id

SHORT_KM, LONG_KM = 700, 1000
_SHORT_END, _LONG_END = 0.862, 0.955  # where on the strip these lie


@dataclass(frozen=True, slots=True)
class Road:
    """The road strip: its lanes, and the scale from km to x."""

    strip: Box
    lanes: int
    top: float
    height: float
    start: float
    car_width: float

    @property
    def lane(self) -> float:
        """The height of one lane."""
        return self.height / self.lanes

    @property
    def label_right(self) -> float:
        """Where the plates with the sides' names end: a car at 0 km stands between them and the start."""
        return self.start - self.car_width

    def x(self, km: float, target: int) -> float:
        """Where that distance lies; the scale shows 700 km and a stretch of fog, or all 1000."""
        return self.scaled(km, float(target > SHORT_KM))

    def scaled(self, km: float, extension: float) -> float:
        """The same on a road that is on its way from the short scale, 0, to the long one, 1."""
        full = SHORT_KM + (LONG_KM - SHORT_KM) * extension
        end = self.strip.w * (_SHORT_END + (_LONG_END - _SHORT_END) * extension)
        return self.start + (end - self.start) * km / full

    def wheels(self, lane: int) -> float:
        """The y of the road under the wheels of a lane's car."""
        return self.top + (lane + 0.9) * self.lane


@dataclass(frozen=True, slots=True)
class Places:
    """All places of one table; get it from ``places``."""

    layout: TableLayout
    sides: tuple[tuple[int, ...], ...]
    viewer: int
    displays: tuple[DisplayPlaces, ...]
    lanes: tuple[int, ...]
    road: Road
    draw_pile: Box
    discard_pile: Box

    def display(self, side: int) -> Box:
        """A side's panel."""
        return self.displays[side].panel

    def pile(self, side: int, pile: Pile) -> Box:
        """Where a pile of a side lies."""
        return self.displays[side].pile(pile)

    def stone(self, side: int, km: int) -> Box:
        """Where the lowest stone of a distance stands."""
        return self.displays[side].stones[km]

    def safety(self, side: int, card: Card) -> Box:
        """The square slot of a safety."""
        return self.displays[side].safeties[card.id]

    def car(self, side: int, km: float, target: int) -> tuple[float, float]:
        """The nose and the wheels of a side's car."""
        return self.road.x(km, target), self.road.wheels(self.lanes[side])

    def side_of(self, seat: int) -> int:
        """The side a seat belongs to."""
        return next(i for i, seats in enumerate(self.sides) if seat in seats)

    def home(self, seat: int) -> tuple[float, float]:
        """Where a seat's cards come from: the middle of the viewer's hand, the portrait of anyone else."""
        if seat == self.viewer:
            return self.layout.hand.center
        display = self.displays[self.side_of(seat)]
        x, y, d = display.portrait
        return x + order(display_seats(self.sides[self.side_of(seat)], self.viewer), seat) * d * PORTRAIT_STEP, y

    def place(self, pile: str) -> Box:
        """The place of a pile by its id (``battle/2``, ``draw``); raises ``KeyError`` if there is none."""
        if pile in {DRAW, DISCARD}:
            return self.draw_pile if pile == DRAW else self.discard_pile
        name, _, side = pile.partition("/")
        if name == "display":
            return self.display(int(side))
        return self.pile(int(side), Pile(name))

    @property
    def pile_ids(self) -> tuple[str, ...]:
        """Every pile's id: each side's, in the order of the panels, and the two common ones."""
        order = sorted(range(len(self.sides)), key=self.lanes.__getitem__)
        return (*(pile_id(pile, side) for side in order for pile in Pile), DRAW, DISCARD)


PORTRAIT_STEP = 0.86
"""From one portrait of a team to the next, in diameters."""


def display_seats(seats: tuple[int, ...], viewer: int) -> tuple[int, ...]:
    """A side's seats in the order of their portraits: the viewer first, as in the side's name."""
    return tuple(sorted(seats, key=lambda seat: (seat != viewer, seat)))


def order(seats: tuple[int, ...], seat: int) -> int:
    """The place of a seat among those of its side."""
    return seats.index(seat)


def places(size: tuple[int, int], sides: tuple[tuple[int, ...], ...], viewer: int, *, coached: bool = False) -> Places:
    """Lay out the table for these sides, as tuples of seats, seen from one seat, with a coach's plate or without."""
    layout = lay_out(len(sides), size, coached=coached)
    own = next(i for i, seats in enumerate(sides) if viewer in seats)
    lanes = tuple((side - own) % len(sides) for side in range(len(sides)))
    panels = (layout.own, *layout.opponents)
    displays = tuple(place_display(panels[lane], layout.u, layout.t, own=lane == 0) for lane in lanes)
    draw_pile, discard_pile = _common_piles(layout)
    return Places(layout, sides, viewer, displays, lanes, _road(layout, len(sides)), draw_pile, discard_pile)


def stone_size(strip_h: float) -> float:
    """The measure of the stones beside the road, in pixels: one is 0.94 of it high."""
    return max(32, 0.235 * strip_h)


_ROAD_ENDS: Final = 0.955  # of the strip: below lies the verge
_STONE_FOOT: Final = 0.015  # of the strip, above the road
_LANE_PX: Final = 12
"""So high a lane holds the smallest km there are on a plate with some air; the sky gives way for it."""


def _road(layout: TableLayout, lanes: int) -> Road:
    strip = layout.strip
    most = strip.h * (_ROAD_ENDS - _STONE_FOOT) - stone_size(strip.h) * 0.94 - 2
    height = max(strip.h * 0.57, min(lanes * _LANE_PX, most))
    car_width = min(height / lanes * 3.1, 140 * max(layout.u, 0.55))
    start = 0.075 * strip.w + car_width
    return Road(strip, lanes, strip.y + strip.h * _ROAD_ENDS - height, height, start, car_width)


def _common_piles(layout: TableLayout) -> tuple[Box, Box]:
    area, gap = layout.piles, 18 * layout.u
    height = min(area.h - 22 * layout.t - 8, (area.w - gap) / 2 * CARD_RATIO)
    width = height / CARD_RATIO
    left = area.x + (area.w - 2 * width - gap) / 2
    draw_pile = Box.between(left, area.y, left + width, area.y + height)
    return draw_pile, draw_pile.moved(round(width + gap), 0)
