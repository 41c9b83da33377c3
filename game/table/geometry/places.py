"""The place of everything on the table (art.md §4): displays and their contents, piles, cars, where cards fly from.

A display is the panel of one side: a header with portraits, name, state and km, its piles, and the stones and safeties
it has played. Nothing here draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.engine.cards import DISTANCES, SAFETIES, Card, Pile
from game.engine.rules import side_of
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import FULL_HAND, OptionalRegion, TableLayout, compute_layout
from game.table.geometry.road import Road, lay_road
from game.table.view import DISCARD, DRAW, pile_id
from game.ui.drawing import text

STONES = tuple(card.km for card in DISTANCES)
STONE_RATIO = 1.12  # height to width of a stone's picture
CARD_RATIO = 1.4
NARROWEST_CARD_PX = 40
"""Narrower cards cannot be told apart (art.md §3): then the piles of a display take its full height."""
_STONE_OF_CARD = 0.36  # the least width of a stone, of the width of a card
_NARROWEST_STONE_PX = 20
_STONE_OF_COLUMN = 0.84


class DisplayVariant(StrEnum):
    """How the parts of a display are arranged."""

    WIDE = "wide"  # header; battle, speed, stones, safeties side by side
    TWO_STOREYS = "two_storeys"  # a narrow panel: the stones below the piles
    COMPACT = "compact"  # a low panel: full-height piles, all else beside them


_HEADER = {True: 52, False: 62}
"""The header height of the viewer's own (True) and of a rival's display, in pixels at text scale 1."""
_STEPS = 4
_TIGHT_HEADER = {True: 32, False: 49}
"""Header heights that are just high enough for the words, by whether the display is the viewer's own."""


@dataclass(frozen=True, slots=True)
class DisplayPlaces:
    """The places of everything on one side's display, in window pixels.

    ``own`` says that the display is the viewer's. ``bar`` is the width of the bar in the side's color. ``header``
    contains portraits, name, km and the chips, which show the side's state; a rival's compact display has the chips in
    ``chips`` instead. ``stones`` are the lowest stones by km, ``safeties`` the slots by card id. ``caption_y`` is the
    middle of the piles' captions, None if there is no space for captions.
    """

    panel: FloatRect
    own: bool
    form: DisplayVariant
    unit: float
    text_scale: float
    bar: float
    header: FloatRect
    chips: FloatRect | None
    battle: FloatRect
    speed: FloatRect
    distance: FloatRect
    stones: dict[int, FloatRect]
    safeties_area: FloatRect
    safeties: dict[str, FloatRect]
    caption_y: float | None

    def pile(self, pile: Pile) -> FloatRect:
        return {
            Pile.BATTLE: self.battle,
            Pile.SPEED: self.speed,
            Pile.DISTANCE: self.distance,
            Pile.SAFETIES: self.safeties_area,
        }[pile]

    @property
    def chips_area(self) -> FloatRect:
        """The part of the header with name and chips, without the km at the right end."""
        x, y, w, h = self.header
        names = FloatRect(x, y, w * (0.55 if self.own else 0.66), h)
        return names if self.chips is None else FloatRect.hull(names, self.chips)

    @property
    def portrait(self) -> tuple[float, float, float]:
        """The center (x, y) and diameter of the first portrait."""
        d = 0.86 * min(self.header.h, _HEADER[self.own] * text.default_scale(self.unit))
        return self.header.x + d / 2, self.header.y + self.header.h * 0.53, d


def place_display(panel: FloatRect, unit: float, text_scale: float, *, own: bool) -> DisplayPlaces:
    """Return the places of a display in a panel; the arrangement is compact if cards would else be too narrow."""
    forms = (DisplayVariant.WIDE,) if own else (DisplayVariant.WIDE, DisplayVariant.TWO_STOREYS)
    for smaller in _sizes(unit, text_scale):
        best = max((_with_header(form, panel, unit, smaller, own=own) for form in forms), key=_legibility)
        if best.battle.w >= NARROWEST_CARD_PX:
            return best
    return _compact(panel, unit, text_scale, own=own)


def _sizes(unit: float, text_scale: float) -> tuple[float, ...]:
    """Return the text scales to try, the largest first: text larger than normal shrinks to leave space for cards."""
    larger = max(0.0, text_scale - text.default_scale(unit))
    return tuple(text_scale - larger * step / _STEPS for step in range(_STEPS + 1)) if larger else (text_scale,)


def _header_height(unit: float, text_scale: float, *, own: bool) -> float:
    """Return the height of a header: normal text has space around it, larger text does not."""
    delivered = text.default_scale(unit)
    return (
        _HEADER[own] * text_scale
        if text_scale <= delivered
        else max(_HEADER[own] * delivered, _TIGHT_HEADER[own] * text_scale)
    )


def _legibility(places: DisplayPlaces) -> tuple[bool, float]:
    is_legible = places.battle.w >= NARROWEST_CARD_PX
    return is_legible, max(0.0, places.battle.w) * max(0.0, places.stones[25].w)


def _with_header(form: DisplayVariant, panel: FloatRect, unit: float, text_scale: float, *, own: bool) -> DisplayPlaces:
    header = _header_height(unit, text_scale, own=own)
    bar, pad = max(8, 11 * unit), max(7, 12 * unit)
    left, width = panel.x + bar + pad, panel.w - bar - 2 * pad
    top = panel.y + header + 8 * unit + 1
    height = panel.bottom - top - 9 * unit
    has_captions = own or text_scale <= text.default_scale(unit)  # a rival's cards would shrink to half their size
    caption = 15 * text_scale + 4 if has_captions and form is DisplayVariant.WIDE and height > 80 else 0.0
    card_h = min(height - caption if form is DisplayVariant.WIDE else height * 0.56, _highest_card(form, width, unit))
    battle, speed = _piles(left, top, card_h, 8 * unit + 2)
    gap = 4 if form is DisplayVariant.TWO_STOREYS else 5 * unit
    side = (card_h - gap) / 2
    safeties = FloatRect(left + width - 2 * side - gap, top, 2 * side + gap, card_h)
    if form is DisplayVariant.TWO_STOREYS:
        below = top + card_h + 8 * unit + 2
        distance = FloatRect(left, below, width, top + height - below)
    else:
        right = safeties.x - 14 * unit
        start = speed.right + 18 * unit + 2
        distance = FloatRect(start, top, right - start, card_h)
    return DisplayPlaces(
        panel=panel,
        own=own,
        form=form,
        unit=unit,
        text_scale=text_scale,
        bar=bar,
        header=FloatRect(left, panel.y, width, header),
        chips=None,
        battle=battle,
        speed=speed,
        distance=distance,
        stones=_stones(distance, (82 if own else 62) * unit + 6),
        safeties_area=safeties,
        safeties=_two_by_two(safeties, side, gap),
        caption_y=top + card_h + caption * 0.62 if caption else None,
    )


def _highest_card(form: DisplayVariant, width: float, unit: float) -> float:
    """Return the greatest card height for which piles, safeties and large enough stones fit the width."""
    piles = 2 / CARD_RATIO + 1  # two cards and the square of the safeties, in heights of a card
    if form is DisplayVariant.TWO_STOREYS:
        return (width - 24 * unit - 6) / piles
    room = width - 40 * unit - 4
    columns = len(STONES) / _STONE_OF_COLUMN  # the width of the stones' area, in stones
    return min(room / (piles + columns * _STONE_OF_CARD / CARD_RATIO), (room - columns * _NARROWEST_STONE_PX) / piles)


def _compact(panel: FloatRect, unit: float, text_scale: float, *, own: bool) -> DisplayPlaces:
    """Return a display whose battle and speed piles take the full height, with everything else beside them."""
    bar, pad = max(8, 11 * unit), 5.0
    top, bottom = panel.y + pad, panel.bottom - pad
    battle, speed = _piles(panel.x + bar + pad, top, bottom - top, 4)
    left, right = speed.right + 8, panel.right - pad - 2
    inner = bottom - top
    header_h, chips_h = (26.0, 0.0) if own else (0.31 * inner, 0.25 * inner)
    header = FloatRect(left, top - 2, right - left, header_h)
    under = header.bottom + 2
    chips = None
    side = (bottom - under - 3) / 2
    safeties = FloatRect(right - 2 * side - 3, under, 2 * side + 3, bottom - under)
    if not own:
        chips = FloatRect(left, under, safeties.x - 4 - left, chips_h)
        under += chips_h + 2
    distance = FloatRect(left, under, safeties.x - 8 - left, bottom - under)
    return DisplayPlaces(
        panel=panel,
        own=own,
        form=DisplayVariant.COMPACT,
        unit=unit,
        text_scale=text_scale,
        bar=bar,
        header=header,
        chips=chips,
        battle=battle,
        speed=speed,
        distance=distance,
        stones=_stones(distance, 46 if own else 24),
        safeties_area=safeties,
        safeties=_two_by_two(safeties, side, 3),
        caption_y=None,
    )


def _piles(left: float, top: float, height: float, gap: float) -> tuple[FloatRect, FloatRect]:
    width = height / CARD_RATIO
    battle = FloatRect.between(left, top, left + width, top + height)
    return battle, battle.moved(battle.w + round(gap), 0)


def _two_by_two(area: FloatRect, side: float, gap: float) -> dict[str, FloatRect]:
    """Return the square slots of the four safeties, in whole pixels: else pictures would be cut off at an edge."""
    places, whole = {}, int(side)
    for i, card in enumerate(SAFETIES):
        row, column = divmod(i, 2)
        x, y = area.x + column * (side + gap), area.y + row * (side + gap)
        places[card.id] = FloatRect(round(x), round(y), whole, whole)
    return places


def _stones(distance: FloatRect, widest: float) -> dict[int, FloatRect]:
    """Return the place of the lowest stone of each distance, with some height above it for a stack of stones."""
    column = distance.w / len(STONES)
    width = min(column * _STONE_OF_COLUMN, distance.h / (1.75 if distance.h > 40 else 1.3), widest)
    height = width * STONE_RATIO
    places = {}
    for i, km in enumerate(STONES):
        x = distance.x + i * column + (column - width) / 2
        places[km] = FloatRect(x, distance.bottom - height, width, height)
    return places


def stack_step(distance: FloatRect, stone: FloatRect, count: int) -> float:
    """Return how many pixels each stone of a stack lies above the stone below it.

    ``distance`` is the area of all stones, ``stone`` the lowest one, ``count`` the number of stones in the stack.
    """
    if count < 2:
        return 0.0
    return min(stone.w * 0.26, (distance.h - stone.h - 2) / (count - 1))


@dataclass(frozen=True, slots=True)
class Places:
    """All places of one table, in window pixels; created by ``place_table``.

    ``sides`` are the seats of each side; ``displays`` and ``lanes``, the lanes on the road, are by side.
    """

    layout: TableLayout
    sides: tuple[tuple[int, ...], ...]
    viewer: int
    displays: tuple[DisplayPlaces, ...]
    lanes: tuple[int, ...]
    road: Road
    draw_pile: FloatRect
    discard_pile: FloatRect

    def display(self, side: int) -> FloatRect:
        return self.displays[side].panel

    def pile(self, side: int, pile: Pile) -> FloatRect:
        return self.displays[side].pile(pile)

    def stone(self, side: int, km: int) -> FloatRect:
        """Return the place of the lowest stone for a distance of ``km`` on a side's display."""
        return self.displays[side].stones[km]

    def safety(self, side: int, card: Card) -> FloatRect:
        """Return the square slot of a safety on a side's display."""
        return self.displays[side].safeties[card.id]

    def car(self, side: int, km: float, target: int) -> tuple[float, float]:
        """Return the x of the nose and the y of the wheels of a side's car at ``km`` in a leg of ``target`` km."""
        return self.road.x_of_km(km, target), self.road.wheels_y(self.lanes[side])

    def side_of(self, seat: int) -> int:
        return side_of(seat, self.sides)

    def card_origin(self, seat: int) -> tuple[float, float]:
        """Return the point from which a seat's cards fly: the middle of the viewer's hand, or a player's portrait."""
        if seat == self.viewer:
            return self.layout.hand.center
        display = self.displays[self.side_of(seat)]
        x, y, d = display.portrait
        return x + seat_position(
            display_seats(self.sides[self.side_of(seat)], self.viewer), seat
        ) * d * PORTRAIT_STEP, y

    def place(self, pile: str) -> FloatRect:
        """Return the place of a pile by its id (``battle/2``, ``draw``); raise ``KeyError`` if there is none."""
        if pile in {DRAW, DISCARD}:
            return self.draw_pile if pile == DRAW else self.discard_pile
        name, _, side = pile.partition("/")
        if name == "display":
            return self.display(int(side))
        return self.pile(int(side), Pile(name))

    @property
    def pile_ids(self) -> tuple[str, ...]:
        """The ids of all piles: those of each side, in the order of the displays, then draw pile and discard pile."""
        order = sorted(range(len(self.sides)), key=self.lanes.__getitem__)
        return (*(pile_id(pile, side) for side in order for pile in Pile), DRAW, DISCARD)


PORTRAIT_STEP = 0.86
"""The distance between the portraits of a team, from center to center, in diameters."""


def display_seats(seats: tuple[int, ...], viewer: int) -> tuple[int, ...]:
    """Return a side's seats in the order in which their portraits are shown: the viewer first."""
    return tuple(sorted(seats, key=lambda seat: (seat != viewer, seat)))


def seat_position(seats: tuple[int, ...], seat: int) -> int:
    """Return the index of a seat among the seats of its side."""
    return seats.index(seat)


def place_table(
    size: tuple[int, int],
    sides: tuple[tuple[int, ...], ...],
    viewer: int,
    distances_km: tuple[int, int],
    *,
    extra: OptionalRegion = OptionalRegion.NOTHING,
    full_hand: int = FULL_HAND,
) -> Places:
    """Return the places of a table as the seat ``viewer`` sees it; ``sides`` are the seats of each side.

    ``distances_km`` are the distance of a leg, and the longest distance it can have after an extension. ``full_hand``
    is the most cards in a hand.
    """
    layout = compute_layout(len(sides), size, extra=extra, full_hand=full_hand)
    own = side_of(viewer, sides)
    lanes = tuple((side - own) % len(sides) for side in range(len(sides)))
    panels = (layout.own, *layout.opponents)
    displays = tuple(place_display(panels[lane], layout.unit, layout.text_scale, own=lane == 0) for lane in lanes)
    draw_pile, discard_pile = _common_piles(layout)
    road = lay_road(layout, len(sides), distances_km)
    return Places(layout, sides, viewer, displays, lanes, road, draw_pile, discard_pile)


def _common_piles(layout: TableLayout) -> tuple[FloatRect, FloatRect]:
    area, gap = layout.piles, 18 * layout.unit
    height = min(area.h - 22 * layout.text_scale - 8, (area.w - gap) / 2 * CARD_RATIO)
    width = height / CARD_RATIO
    step = (
        area.w / 2 if layout.text_scale > text.default_scale(layout.unit) else width + gap
    )  # larger names need the room
    left = area.x + (area.w - width - step) / 2
    draw_pile = FloatRect.between(left, area.y, left + width, area.y + height)
    return draw_pile, draw_pile.moved(round(step), 0)
