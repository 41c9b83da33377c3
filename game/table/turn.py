"""The turn plate: whose turn it is and what is asked, or why a card was refused, in words."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Color, Surface

from game.table.box import Box
from game.table.display import radius
from game.table.layout import TableLayout
from game.table.view import TableView, Tone
from game.ui import art, draw, text
from game.ui.theme import THEME


@dataclass(frozen=True, slots=True)
class TurnShown:
    """What the plate says, and in which tone."""

    head: str
    body: str
    tone: Tone


def turn_shown(view: TableView) -> TurnShown:
    """The plate as the view has it."""
    return TurnShown(view.prompt_head, view.prompt_body, view.prompt_tone)


def paint_turn(surface: Surface, layout: TableLayout, what: TurnShown) -> None:
    """Paint the plate, as high as its words need; nothing if there are none."""
    if not what.head and not what.body:
        return
    if layout.tall:
        _paint_line(surface, layout.turn, what, layout.t)
    else:
        _paint_plate(surface, layout, what)


def _fill(what: TurnShown) -> Color:
    return THEME.red_d if what.tone == "refused" else THEME.blue


def _paint_plate(surface: Surface, layout: TableLayout, what: TurnShown) -> None:
    box, u, t = layout.turn, layout.u, layout.t
    px, width = max(text.MIN_TEXT_PX, 18 * t), box.w - 30 * t
    head = 58 * t if what.body else 60 * t
    needed = head + text.paragraph_height(what.body, "B5", px, width) + 10 * t if what.body else head
    height = min(box.h, needed)
    top = box.bottom - height
    draw.enamel(
        surface,
        (box.x, top, box.w, height),
        radius(u),
        THEME.red_d if what.tone == "refused" else THEME.blue,
        k=max(0.8, t),
    )
    icon = "octagon" if what.tone == "refused" else "arrow"
    middle = top + 31 * t
    art.blit_icon(surface, icon, (box.x + 29 * t, middle), 26 * t, THEME.gold_l)
    text.draw(
        surface,
        what.head,
        box.x + 48 * t,
        middle,
        "O8",
        max(14, 22 * t),
        THEME.white,
        max_width=box.w - 62 * t,
        min_px=12,
    )
    room = (box.x + 16 * t, top + head - 6 * t, width, height - head)
    text.paragraph(surface, what.body, room, "B5", px, THEME.white, min_px=text.MIN_CAPTION_PX)


def _paint_line(surface: Surface, box: Box, what: TurnShown, t: float) -> None:
    """The low, wide plate of a tall window: head and words side by side, long words in two lines."""
    draw.enamel(surface, box, box.h * 0.25, _fill(what), k=t)
    x, y = box.x + 22 * t, box.center[1]
    x += text.draw(surface, what.head, x, y, "O8", max(14, 20 * t), THEME.white, max_width=box.w * 0.4) + 16 * t
    room, px = box.right - 18 * t - x, max(text.MIN_TEXT_PX, 18 * t)
    if text.width(what.body, "B5", px) <= room:
        text.draw(surface, what.body, x, y, "B5", px, THEME.white)
        return
    px = min(px, (box.h - 8) / 2 / text.LINE_HEIGHT)
    height = text.paragraph_height(what.body, "B5", px, room)
    text.paragraph(surface, what.body, (x, y - height / 2, room, box.h - 4), "B5", px, THEME.white, min_px=11)
