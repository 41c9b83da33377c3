"""The rows of the setup screen that show who sits where."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from game.engine.rules import sides_of
from game.session.setup import Plan
from game.ui import art, draw, text
from game.ui.i18n import _
from game.ui.theme import SIDES, THEME
from game.ui.words.names import Names, driver_style


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One row: where it lies, and what of it stands where."""

    rect: Rect
    seat: int
    t: float
    """The text factor."""

    @property
    def portrait_px(self) -> int:
        """The portrait's diameter."""
        return round(self.rect.h * 0.84)

    @property
    def name(self) -> Rect:
        """Where the name stands, or the field that changes it."""
        left = self.rect.x + round(1.32 * self.rect.h)
        height = max(32, min(round(0.54 * self.rect.h), round(64 * self.t)))
        return Rect(left, self.rect.centery - height // 2, round(0.27 * self.rect.w), height)

    @property
    def car(self) -> Rect:
        """Where the side's car stands."""
        width = min(round(0.17 * self.rect.w), round(1.6 * self.rect.h))
        height = round(width * 184 / 432)
        return Rect(self.rect.right - width - round(0.14 * self.rect.h), self.rect.centery - height // 2, width, height)

    @property
    def style(self) -> Rect:
        """Where the line about the driver stands."""
        left = self.name.right + round(0.2 * self.rect.h)
        return Rect(left, self.rect.y, self.car.x - round(0.1 * self.rect.h) - left, self.rect.h)


def paint_row(surface: Surface, row: SeatRow, plan: Plan) -> None:
    """Draw a row without its field: ground, side colour, portrait with symbol, name if it is the player, style, car."""
    rect, t, driver = row.rect, row.t, plan.players[row.seat].driver
    side = side_of(plan, row.seat)
    draw.rounded(surface, rect, 15 * t, THEME.row)
    bar = round(0.14 * rect.h)
    surface.fill(SIDES[side][1], (rect.x, rect.y + bar, round(max(6, 12 * t)), rect.h - 2 * bar))
    d = row.portrait_px
    x, y = rect.x + round(0.66 * rect.h), rect.centery
    if driver:
        surface.blit(art.portrait(driver, d), (x - d // 2, y - d // 2))
    else:
        _paint_person(surface, x, y, d)
        name_px = max(text.MIN_NAME_PX, 28 * t)
        text.draw(surface, _("You"), row.name.x + 2, y, "O8", name_px, max_width=row.name.w)
    draw.side_plate(surface, side, x + 0.36 * d, y + 0.36 * d, 0.23 * d)
    surface.blit(art.picture(f"parts/car_{SIDES[side][0]}", row.car.w, row.car.h), row.car)
    _paint_style(surface, row, plan)


def _paint_person(surface: Surface, x: int, y: int, d: int) -> None:
    frame = (x - d / 2, y - d / 2, d, d)
    draw.rounded(surface, frame, d / 2, THEME.blue)
    inset = 0.045 * d
    inner = (frame[0] + inset, frame[1] + inset, d - 2 * inset, d - 2 * inset)
    draw.rounded(surface, inner, d / 2, None, THEME.paper, max(1.5, 0.03 * d))
    art.blit_icon(surface, "person", (x, y), 0.55 * d, THEME.paper)


def _paint_style(surface: Surface, row: SeatRow, plan: Plan) -> None:
    lines = seat_lines(plan, row.seat)
    px = max(text.MIN_TEXT_PX, 23 * row.t)
    room = row.style
    heights = [text.paragraph_height(line, "B5", px, room.w) for line in lines]
    y = room.centery - sum(heights) / 2
    for i, (line, height) in enumerate(zip(lines, heights, strict=True)):
        is_partner = i == 0 and len(lines) > 1
        color = THEME.text if is_partner else THEME.text2
        text.paragraph(surface, line, (room.x, y, room.w, height + 2), "B6" if is_partner else "B5", px, color)
        y += height


def seat_lines(plan: Plan, seat: int) -> list[str]:
    """What is said about a seat: whose partner sits there, and how the driver plays."""
    driver = plan.players[seat].driver
    lines = [driver_style(driver)] if driver else []
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    partners = [other for other in sides[side_of(plan, seat)] if other != seat]
    if partners:
        names = Names(tuple(player.driver for player in plan.players), sides, 0)
        partner = partners[0]
        is_own = plan.players[partner].driver is None
        lines.insert(0, _("Your partner") if is_own else _("Together with {name}", name=names.seat(partner)))
    return lines


def side_of(plan: Plan, seat: int) -> int:
    """The side that a seat belongs to."""
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    return next(side for side, seats in enumerate(sides) if seat in seats)
