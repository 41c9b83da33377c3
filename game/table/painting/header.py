"""The header of a display: portraits, side symbol, name, chips, km."""

# ruff: noqa: PLR0913, PLR0917 - a header shows many things

from __future__ import annotations

from dataclasses import dataclass

from pygame import Color, Surface

from game.i18n import _, number
from game.table.geometry.display_places import DisplayPlaces, Form
from game.table.geometry.places import PORTRAIT_STEP
from game.table.painting.chips import Chip, Size, chip_size, draw_chips
from game.table.painting.last_move import LastMove, paint_last_move
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME


def paint_header(
    surface: Surface,
    places: DisplayPlaces,
    side: int,
    name: str,
    drivers: tuple[str | None, ...],
    km: int,
    target: int,
    chips: tuple[Chip, ...],
    *,
    is_km_hidden: bool = False,
    last: LastMove | None = None,
) -> None:
    """Paint the header; ``drivers`` are a side's portraits in their order, None for a person.

    A rival's ``last`` move stands beside the name where there is room.

    Km that are hidden, because they are being counted, keep their room.
    """
    left = paint_people(surface, places, side, drivers)
    right = _km_left(places, km, target) if is_km_hidden else paint_km(surface, places, km, target)
    y = places.header.y + places.header.h * 0.53
    if places.own:
        left += (
            text.draw(surface, name, left, y, "O7", _name_px(places), max_width=(right - left) * 0.5) + 14 * places.t
        )
        draw_chips(surface, chips, (left, y), right - 10 * places.t - left, _chip_size(places))
    elif places.chips is not None:
        beside = left + text.draw(surface, name, left, y, "O7", _name_px(places), max_width=right - 6 - left, min_px=11)
        _paint_last(surface, places, last, (beside, y), right)
        place = places.chips
        draw_chips(surface, chips, (place.x, place.center[1]), place.w, _chip_size(places))
    else:
        top, height = places.header.y, places.header.h
        y = top + height * 0.32
        beside = left + text.draw(surface, name, left, y, "O7", _name_px(places), max_width=right - 8 - left)
        _paint_last(surface, places, last, (beside, y), right)
        width = right - 8 * places.t - left
        draw_chips(surface, chips, (left, top + height * 0.76), width, _chip_size(places))
    if places.form is not Form.COMPACT:
        thick = max(1, round(1.5 * places.u))
        surface.fill(THEME.edge, (places.header.x, round(places.header.bottom + 1), places.header.w, thick))


def _paint_last(
    surface: Surface, places: DisplayPlaces, last: LastMove | None, left: tuple[float, float], right: float
) -> None:
    if last is not None:
        x, y = left[0] + 10 * places.t, left[1]
        paint_last_move(surface, last, (x, y), right - 8 * places.t - x, places.t)


def _name_px(places: DisplayPlaces) -> float:
    if places.form is Form.COMPACT:
        return 16 if places.own else text.MIN_NAME_PX
    return max(text.MIN_NAME_PX, (24 if places.own else 20) * places.t)


def _chip_size(places: DisplayPlaces) -> Size:
    if places.chips is not None:
        return Size(places.chips.h, text.MIN_CAPTION_PX, 4)
    return chip_size(places.t)


def paint_people(surface: Surface, places: DisplayPlaces, side: int, drivers: tuple[str | None, ...]) -> float:
    """Portraits and side symbol; returns where the name begins. A person has the symbol as portrait."""
    x, y, d = places.portrait
    for driver in drivers:
        if driver is None:
            draw.side_plate(surface, side, x, y, d / 2)
        else:
            surface.blit(art.portrait(driver, d), (round(x - d / 2), round(y - d / 2)))
        x += d * PORTRAIT_STEP
    edge = x - d * PORTRAIT_STEP + d / 2
    if all(driver is not None for driver in drivers):
        if places.chips is not None:  # too small to wear it as a badge
            draw.side_plate(surface, side, edge + 2 + d * 0.42, y, d * 0.42)
            edge += d * 0.84 + 2
        else:
            draw.side_plate(surface, side, edge - d * 0.06, y + d * 0.34, d * 0.24)
            edge += d * 0.1
    return edge + 8 * places.t


@dataclass(frozen=True, slots=True)
class _Words:
    """A piece of text and its right end; ``y`` is the middle of its capitals."""

    words: str
    right: float
    y: float
    face: str
    px: float
    color: Color

    @property
    def left(self) -> float:
        return self.right - text.width(self.words, self.face, self.px)


def _km_words(places: DisplayPlaces, km: int, target: int) -> list[_Words]:
    """The km at the right end, and on the own display what is left to go before them, from right to left."""
    px = 24.0 if places.form is Form.COMPACT else 38 * places.t
    unit_px = max(text.MIN_CAPTION_PX, px * 0.45)
    y = places.header.y + places.header.h * 0.53
    lowered = y + (px - unit_px) * 0.355  # both stand on one line
    unit = _Words("km", places.header.right, lowered, "O6", unit_px, THEME.text2)
    driven = _Words(number(km), unit.left - 5 * places.t, y, "O9", px, THEME.text)
    if not places.own:
        return [unit, driven]
    words, px = _("{km} km to go", km=number(target - km)), max(text.MIN_TEXT_PX, 19 * places.t)
    words, px = text.fit(words, "B5", px, places.header.w * 0.25)
    y = places.header.y + places.header.h * 0.58
    return [unit, driven, _Words(words, driven.left - 14 * places.t, y, "B5", px, THEME.text2)]


def _km_left(places: DisplayPlaces, km: int, target: int) -> float:
    return _km_words(places, km, target)[-1].left


def paint_km(surface: Surface, places: DisplayPlaces, km: int, target: int) -> float:
    """Paint the km, and on the own display what is left to go; returns the left edge of what was drawn."""
    said = _km_words(places, km, target)
    for piece in said:
        text.draw(surface, piece.words, piece.right, piece.y, piece.face, piece.px, piece.color, anchor="r")
    return said[-1].left
