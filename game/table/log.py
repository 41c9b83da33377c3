"""The log: what happened, newest at the bottom on a marked line, side symbols instead of coloured names."""

from __future__ import annotations

from pygame import Surface

from game.table.box import Box
from game.table.display import radius, shadow_px
from game.table.layout import TableLayout
from game.table.view import LogLine
from game.ui import art, draw, text
from game.ui.i18n import _
from game.ui.theme import THEME

_LINE = 1.34  # of the size of the letters
LINES_KEPT = 40
"""More lines than any window shows."""


def paint_log(surface: Surface, layout: TableLayout, lines: tuple[LogLine, ...]) -> None:
    """Paint the panel with as many of the latest lines as fit whole."""
    box, u, t = layout.log, layout.u, layout.t
    draw.plate(surface, box, radius(u), rim=THEME.edge, shadow_px=shadow_px(u))
    head = 36 * t
    middle = box.y + head * 0.55
    art.blit_icon(surface, "log", (box.x + 24 * t, middle), 20 * t, THEME.text)
    text.draw(surface, _("Logbook"), box.x + 42 * t, middle, "O7", max(14, 18 * t), max_width=box.w - 54 * t, min_px=11)
    surface.fill(THEME.edge, (round(box.x + 12 * t), round(box.y + head), round(box.w - 24 * t), 2))
    bottom = box.bottom - 10 * t
    for i, line in enumerate(reversed(lines)):
        bottom -= _paint_line(surface, box.between(box.x, box.y + head + 4, box.right, bottom), line, t, newest=not i)
        if bottom < box.y + head:
            break


def _paint_line(surface: Surface, room: Box, line: LogLine, t: float, *, newest: bool) -> float:
    """Paint a line at the bottom of the room and return its height; nothing is painted if it is too high."""
    px, face = max(text.MIN_TEXT_PX, 16.5 * t), "B6" if newest else "B5"
    width, step = room.w - 46 * t, px * _LINE
    pieces = text.wrap(line.text, face, px, width)
    height = len(pieces) * step + _reason_height(line, px, width) + 7 * t
    if height > room.h:
        return height + room.h  # full
    top = room.bottom - height
    if newest:
        draw.rounded(surface, (room.x + 6 * t, top + t, room.w - 12 * t, height), 8 * t, THEME.mark)
    if line.side is not None:
        draw.side_plate(surface, line.side, room.x + 22 * t, top + 4 * t + step / 2, px * 0.58)
    left = room.x + 36 * t
    for i, piece in enumerate(pieces):
        y = top + 4 * t + (i + 0.5) * step
        text.draw(surface, piece, left, y, face, px, max_width=width + 1, min_px=px * 0.8)
    _paint_reason(surface, line, px, (left, top + 4 * t + len(pieces) * step, width))
    return height


def _reason_px(px: float) -> float:
    return max(text.MIN_CAPTION_PX, 0.9 * px)


def _reason(line: LogLine, px: float, width: float) -> tuple[list[str], float]:
    """The lines of the reason, and how far they are indented for the symbol of the side it is about."""
    indent = 1.2 * _reason_px(px) if line.about is not None else 0.0
    return text.wrap(line.because, "B5", _reason_px(px), width - indent) if line.because else [], indent


def _reason_height(line: LogLine, px: float, width: float) -> float:
    return len(_reason(line, px, width)[0]) * _reason_px(px) * _LINE


def _paint_reason(surface: Surface, line: LogLine, px: float, place: tuple[float, float, float]) -> None:
    """Paint the reason, smaller, from a place's left and top, in its width."""
    left, top, width = place
    pieces, indent = _reason(line, px, width)
    why_px = _reason_px(px)
    for i, piece in enumerate(pieces):
        y = top + (i + 0.5) * why_px * _LINE
        if line.about is not None and not i:
            draw.side_plate(surface, line.about, left + 0.45 * why_px, y, 0.45 * why_px)
        room = width - indent + 1
        text.draw(surface, piece, left + indent, y, "B5", why_px, THEME.text2, max_width=room, min_px=11)
