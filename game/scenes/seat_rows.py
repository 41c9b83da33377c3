"""The rows of the setup screen that show who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.engine.rules import sides_of
from game.session.setup import Plan
from game.ui import art, draw, text
from game.ui.control import MIN_TARGET_PX
from game.ui.i18n import _
from game.ui.theme import SIDES, THEME
from game.ui.words.names import Names, driver_style

_SHARES: Final = (0.24, 0.28, 0.48)
"""How the fields for driver, level and temper share their room: the names are short, the tempers long."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One row: where it lies, and what of it stands where; the fields of all rows stand in three columns."""

    rect: Rect
    seat: int
    t: float
    """The text factor."""

    @property
    def portrait_px(self) -> int:
        """The portrait's diameter; in a narrow row the fields need the room."""
        return round(min(0.84 * self.rect.h, max(112 * self.t, 0.7 * self.rect.h), 0.15 * self.rect.w))

    @property
    def _pad(self) -> int:
        return round(max(4, 10 * self.t))

    @property
    def portrait_x(self) -> int:
        """The portrait's middle."""
        return self.rect.x + round(max(6, 12 * self.t)) + self._pad + self.portrait_px // 2

    @property
    def _text_px(self) -> float:
        return max(text.MIN_TEXT_PX, min(22 * self.t, 0.17 * self.rect.h))

    @property
    def line_px(self) -> float:
        """The size of the letters in the line below the fields."""
        return self._text_px

    def _fields(self) -> Rect:
        left = self.portrait_x + round(0.62 * self.portrait_px) + self._pad
        room = self.rect.h - 1.35 * self._text_px - 3
        height = max(MIN_TARGET_PX, min(round(0.72 * room), round(56 * self.t)))
        block = height + round(1.35 * self._text_px) + round(0.12 * (room - height))
        top = self.rect.y + max(1, (self.rect.h - block) // 2)
        return Rect(left, top, self.rect.right - self._pad - left, height)

    def field(self, column: int) -> Rect:
        """Where the field of a column stands: 0 driver, 1 level, 2 temper."""
        fields = self._fields()
        gap = self._pad
        room = fields.w - 2 * gap
        left = fields.x + round(room * sum(_SHARES[:column])) + column * gap
        return Rect(left, fields.y, round(room * _SHARES[column]), fields.h)

    @property
    def line(self) -> Rect:
        """Where the line about the driver stands, below the fields."""
        fields = self._fields()
        below = self.rect.bottom - fields.bottom
        height = round(1.35 * self._text_px)
        top = fields.bottom + max(0, round(0.35 * (below - height)))
        right = self.car.x - self._pad if self.car else fields.right
        return Rect(fields.x, top, right - fields.x, height)

    @property
    def car(self) -> Rect | None:
        """Where the side's car stands, at the right below the fields; None where there is no room for it."""
        below = self.rect.bottom - self._fields().bottom
        height = round(min(0.8 * below, 0.17 * self.rect.w * 184 / 432))
        if height < 20:
            return None
        width = round(height * 432 / 184)
        return Rect(self.rect.right - self._pad - width, self._fields().bottom + (below - height) // 2, width, height)


def paint_row(surface: Surface, row: SeatRow, plan: Plan) -> None:
    """Draw a row without its fields: ground, side colour, portrait with symbol, name if it is the player, line, car."""
    rect, t, driver = row.rect, row.t, plan.players[row.seat].driver
    side = side_of(plan, row.seat)
    draw.rounded(surface, rect, 15 * t, THEME.row)
    bar = round(0.14 * rect.h)
    surface.fill(SIDES[side][1], (rect.x, rect.y + bar, round(max(6, 12 * t)), rect.h - 2 * bar))
    d = row.portrait_px
    x, y = row.portrait_x, rect.centery
    if driver:
        surface.blit(art.portrait(driver, d), (x - d // 2, y - d // 2))
    else:
        _paint_person(surface, x, y, d)
        name_px = max(text.MIN_NAME_PX, 28 * t)
        name = row.field(0)
        middle = name.centery if has_common_fields(plan) else rect.centery
        text.draw(surface, _("You"), name.x + 2, middle, "O8", name_px, max_width=name.w)
    draw.side_plate(surface, side, x + 0.36 * d, y + 0.36 * d, 0.23 * d)
    if row.car:
        surface.blit(art.picture(f"parts/car_{SIDES[side][0]}", row.car.w, row.car.h), row.car)
    _paint_line(surface, row, plan)


def _paint_person(surface: Surface, x: int, y: int, d: int) -> None:
    frame = (x - d / 2, y - d / 2, d, d)
    draw.rounded(surface, frame, d / 2, THEME.blue)
    inset = 0.045 * d
    inner = (frame[0] + inset, frame[1] + inset, d - 2 * inset, d - 2 * inset)
    draw.rounded(surface, inner, d / 2, None, THEME.paper, max(1.5, 0.03 * d))
    art.blit_icon(surface, "person", (x, y), 0.55 * d, THEME.paper)


def _paint_line(surface: Surface, row: SeatRow, plan: Plan) -> None:
    """Whose partner it is and how the driver plays; below the fields for all, what they are."""
    px, place = row.line_px, row.line
    x = float(place.x + 2)
    said = partner_line(plan, row.seat)
    if said:
        x += text.draw(surface, said, x, place.centery, "B6", px, max_width=place.right - x) + 0.7 * px
    driver = plan.players[row.seat].driver
    style = driver_style(driver) if driver else ""
    if style and x + text.width(style, "B5", px) <= place.right:
        text.draw(surface, style, x, place.centery, "B5", px, THEME.text2)
    if driver is None and has_common_fields(plan):
        arrow = pygame.transform.rotate(art.icon("arrow", 1.2 * px, THEME.text2), -90)  # to the rows below
        left = row.field(1).x + 2
        surface.blit(arrow, arrow.get_rect(midleft=(left, place.centery)))
        left += round(1.5 * px)
        words = _("for all drivers at once")
        text.draw(surface, words, left, place.centery, "B5", px, THEME.text2, max_width=place.right - left)


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
