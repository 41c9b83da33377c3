"""The band for all bots and the rows that show who sits where, on the setup screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.engine.rules import sides_of
from game.i18n import _, _p
from game.scenes.setup.layout import Band, Columns
from game.session.setup import Plan
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import SIDES, THEME
from game.ui.widgets.widget import MIN_TARGET_PX
from game.words.names import Names, driver_style

_CAR_SHAPE: Final = 432 / 184


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One row: where it lies, and what of it stands where; the fields of all rows stand in the same columns."""

    rect: Rect
    seat: int
    t: float
    """The text factor."""
    columns: Columns

    @property
    def portrait_px(self) -> int:
        """The portrait's diameter."""
        return round(min(0.86 * self.rect.h, 0.92 * self.columns.portrait_w))

    @property
    def line_px(self) -> float:
        """The size of the letters in the line below the fields."""
        return max(text.MIN_TEXT_PX, 20 * self.t)

    def field(self, column: int) -> Rect:
        """Where the field of a column stands: 0 driver, 1 level, 2 aim."""
        height = max(MIN_TARGET_PX, min(round(56 * self.t), self.rect.h - 6))
        top = self.rect.y + (self.rect.h - height - self._below(height)) // 2
        return self.columns.field(column, top, height)

    def _below(self, field_h: int) -> int:
        """The height that line and car take below the fields; 0 where there is no room for them."""
        wanted = round(1.7 * self.line_px)
        return wanted if self.rect.h - field_h >= wanted + 6 else 0

    @property
    def line(self) -> Rect | None:
        """Where the line about the driver stands, below the fields; None where there is no room for it."""
        first, last = self.field(0), self.field(2)
        height = self._below(first.h)
        if not height:
            return None
        car_w = round(_CAR_SHAPE * height)
        return Rect(first.x, first.bottom, last.right - car_w - first.x - round(8 * self.t), height)

    @property
    def car(self) -> Rect | None:
        """Where the side's car stands, at the right beside that line."""
        line = self.line
        if line is None:
            return None
        height = line.h - 2
        return Rect(self.field(2).right - round(_CAR_SHAPE * height), line.y + 2, round(_CAR_SHAPE * height), height)


def paint_row(surface: Surface, row: SeatRow, plan: Plan) -> None:
    """Draw a row without its fields: ground, side colour, portrait with symbol, the person's line, driver, car."""
    rect, t, driver = row.rect, row.t, plan.players[row.seat].driver
    side = side_of(plan, row.seat)
    draw.rounded(surface, rect, min(15 * t, 0.3 * rect.h), THEME.row)
    bar = round(0.13 * rect.h)
    surface.fill(SIDES[side][1], (rect.x, rect.y + bar, round(max(6, 12 * t)), rect.h - 2 * bar))
    d = row.portrait_px
    x, y = row.columns.portrait_x, rect.centery
    if driver:
        surface.blit(art.portrait(driver, d), (x - d // 2, y - d // 2))
        draw.side_plate(surface, side, x + 0.35 * d, y + 0.35 * d, 0.22 * d)
    else:
        draw.side_plate(surface, side, x, y, 0.5 * d)
        _paint_person(surface, row)
    if row.car:
        surface.blit(art.picture(f"parts/car_{SIDES[side][0]}", row.car.w, row.car.h), row.car)
    _paint_line(surface, row, plan)


def _paint_person(surface: Surface, row: SeatRow) -> None:
    name, beside, y = row.field(0), row.field(1), row.rect.centery
    px = max(text.MIN_NAME_PX, 28 * row.t)
    text.draw(surface, _("You"), name.x + 2, y, "O8", px, max_width=name.w)
    room = (row.car.x if row.car else row.field(2).right) - beside.x - 4
    px = max(text.MIN_TEXT_PX, 22 * row.t)
    words = _("No bot ever sees your cards.")
    text.draw(surface, words, beside.x + 2, y, "B5", px, THEME.text2, max_width=room)


def _paint_line(surface: Surface, row: SeatRow, plan: Plan) -> None:
    """Whose partner it is and how the driver plays."""
    px, place = row.line_px, row.line
    if place is None:
        return
    x = float(place.x + 2)
    said = partner_line(plan, row.seat)
    if said:
        x += text.draw(surface, said, x, place.centery, "B6", px, max_width=place.right - x) + 0.7 * px
    driver = plan.players[row.seat].driver
    style = driver_style(driver) if driver else ""
    if style and x + text.width(style, "B5", px) <= place.right:
        text.draw(surface, style, x, place.centery, "B5", px, THEME.text2)


def paint_band(surface: Surface, band: Band, columns: Columns, t: float) -> None:
    """Draw the band for all bots without its fields: ground, robot, words before the fields and above them."""
    rect = band.rect
    draw.rounded(surface, rect, 15 * t, THEME.mark)
    size = min(columns.portrait_w, 0.8 * rect.h, 56 * max(t, 0.7))
    art.blit_icon(surface, "bot", (columns.portrait_x, rect.centery), size, THEME.text)
    left, room = columns.fields[0]
    manner = _p("bots", "Manner")
    if band.captions is None:
        px = max(text.MIN_NAME_PX, 26 * t)
        text.draw(surface, manner, left + 2, band.manner.centery, "O8", px, max_width=room)
        return
    px = max(text.MIN_NAME_PX, 27 * t)
    text.draw(surface, _("All bots"), left + 2, band.level.centery, "O8", px, max_width=room)
    px = max(text.MIN_NAME_PX, 23 * t)
    text.draw(surface, manner, left + 2, band.manner.centery, "B6", px, max_width=room)
    px = max(text.MIN_CAPTION_PX, 19 * t)
    for place, words in zip(band.captions, (_("Level"), _("Whom they hit")), strict=True):
        text.draw(surface, words, place.x + 2, place.centery - 1, "B6", px, THEME.text, max_width=place.w)


def has_common_fields(plan: Plan) -> bool:
    """Whether there is more than one bot to be set at once."""
    return sum(not player.is_human for player in plan.players) > 1


def partner_line(plan: Plan, seat: int) -> str:
    """Whose partner sits in a seat, empty for who drives alone; what the player needs no telling is left out."""
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    partners = [other for other in sides[side_of(plan, seat)] if other != seat]
    if not partners or plan.players[seat].is_human:
        return ""
    if plan.players[partners[0]].is_human:
        return _("Your partner")
    names = Names(tuple(player.driver for player in plan.players), sides, 0)
    return _("Together with {name}", name=names.seat(partners[0]))


def side_of(plan: Plan, seat: int) -> int:
    """The side that a seat belongs to."""
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    return next(side for side, seats in enumerate(sides) if seat in seats)
