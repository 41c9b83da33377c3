"""The turn plate: whose turn it is and what is asked, or why a card was refused, in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Color, Surface

from game.table.geometry.box import Box
from game.table.geometry.layout import TableLayout
from game.table.painting.display import radius
from game.table.view import TableView, Tone
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME


@dataclass(frozen=True, slots=True)
class TurnShown:
    """What the plate says, and in which tone; ``sign`` is the icon of a question that was put aside.

    ``button_w`` is the width in pixels of the button back to it in a low plate, 0 if there is none.
    """

    head: str
    body: str
    tone: Tone
    sign: str = ""
    button_w: int = 0


_SHADOW_PX = 3


@dataclass(frozen=True, slots=True)
class TurnPlaces:
    """Where the plate may lie, and the button back to a question that was put aside: above it, or in a tall window
    at its right.
    """

    plate: Box
    button: Box | None


def turn_places(layout: TableLayout, what: TurnShown) -> TurnPlaces:
    """Divide the place of the turn."""
    box = layout.turn
    if not what.button_w:
        return TurnPlaces(box, None)
    if layout.tall:
        button = Box.between(box.right - what.button_w, box.y, box.right, box.bottom)
        return TurnPlaces(Box.between(box.x, box.y, button.x - layout.gap, box.bottom), button)
    high, gap = max(44, round(64 * layout.t)), round(12 * layout.t)
    room = Box.between(box.x, box.y + high + gap, box.right, box.bottom)
    plate = _plate(layout, what, room)[0]
    return TurnPlaces(plate, Box.between(box.x, plate.y - gap - high, box.right, plate.y - gap))


def turn_shown(view: TableView) -> TurnShown:
    """The plate as the view has it."""
    return TurnShown(view.prompt_head, view.prompt_body, view.prompt_tone, view.prompt_sign, view.prompt_button_w)


def extent(layout: TableLayout) -> Box:
    """What the plate and its shadow take at most."""
    x, y, w, h = layout.turn
    return Box(x, y, w + _SHADOW_PX, h + _SHADOW_PX + 0.5)


def paint_turn(surface: Surface, layout: TableLayout, what: TurnShown) -> None:
    """Paint the plate, as high as its words need; nothing if there are none."""
    if not what.head and not what.body:
        return
    if layout.tall:
        _paint_line(surface, turn_places(layout, what).plate, what, layout.t)
    else:
        _paint_plate(surface, layout, what)


def _fill(what: TurnShown) -> Color:
    return {"refused": THEME.red_d, "asked": THEME.red}.get(what.tone, THEME.blue)


def _paint_sign(surface: Surface, what: TurnShown, center: tuple[float, float], size: float) -> None:
    """An arrow, for a hint its lamp, or for a refusal an octagon with a bar, as on the chip of who is stopped."""
    if what.tone != "refused":
        art.blit_icon(surface, what.sign or ("arrow" if what.tone == "calm" else "hint"), center, size, THEME.gold_l)
        return
    art.blit_icon(surface, "octagon", center, size, THEME.white)
    bar = Box.around(*center, size * 0.5, max(2, size * 0.14))
    surface.fill(_fill(what), bar)


@dataclass(frozen=True, slots=True)
class _Setting:
    """How large the words of a plate are set, in pixels, and how high they come out."""

    head_px: float
    head: tuple[str, ...]
    body: str
    body_px: float
    body_height: float
    fits: bool

    @property
    def head_height(self) -> float:
        return len(self.head) * self.head_px * _HEAD_LINE


_HEAD_LINE = 1.2  # of the size of the letters
_HEAD_LINES = 4  # a long name of a card in a narrow plate
_SIZES = (1.0, 0.9, 0.8, 0.7)
_ROUNDED = 1e-6  # a plate made as high as its words still has room for them


def _set(what: TurnShown, t: float, head_width: float, body_width: float, height: float) -> _Setting:
    """The largest letters with which head and body fit the height; the head may take four lines."""
    setting = None
    for scale in _SIZES:
        head_px, body_px = max(text.MIN_NAME_PX, 22 * t * scale), max(text.MIN_CAPTION_PX, 18 * t * scale)
        head = tuple(text.wrap(what.head, "O8", head_px, head_width))
        body = text.wrap(what.body, "B5", body_px, body_width) if what.body else []
        wide = any(text.width(line, "O8", head_px) > head_width for line in head)
        wide = wide or any(text.width(line, "B5", body_px) > body_width for line in body)
        body_height = len(body) * body_px * text.LINE_HEIGHT
        total = len(head) * head_px * _HEAD_LINE + _between(what.body, t) + body_height
        fits = not wide and len(head) <= _HEAD_LINES and total <= height + _ROUNDED
        setting = _Setting(head_px, head[:_HEAD_LINES], what.body, body_px, body_height, fits)
        if setting.fits:
            return setting
    assert setting is not None
    if what.button_w and what.body:  # the button above takes the room, and its word says it too
        return _set(replace(what, body=""), t, head_width, body_width, height)
    if len(head) > _HEAD_LINES:
        text.record_overflow(what.head, max(text.width(line, "O8", head_px) for line in head), head_width)
    return setting


def plate_box(layout: TableLayout, what: TurnShown) -> Box:
    """Where the plate lies, which is as high as its words need."""
    return turn_places(layout, what).plate if layout.tall else _plate(layout, what)[0]


def _plate(layout: TableLayout, what: TurnShown, room: Box | None = None) -> tuple[Box, _Setting]:
    """The plate at the foot of its room, by default the whole place of the turn."""
    box, t = room or turn_places(layout, what).plate, layout.t
    pad, sign = 16 * t, 30 * t
    setting = _set(what, t, box.w - 2 * pad - sign, box.w - 2 * pad, box.h - 2 * pad)
    height = min(box.h, setting.head_height + setting.body_height + 2 * pad + _between(setting.body, t))
    return Box(box.x, box.bottom - height, box.w, height), setting


def _between(body: str, t: float) -> float:
    """How far the body is from the head, if there is one."""
    return 6 * t if body else 0.0


def _paint_plate(surface: Surface, layout: TableLayout, what: TurnShown) -> None:
    u, t = layout.u, layout.t
    pad, sign = 16 * t, 30 * t
    box, setting = _plate(layout, what)
    top, height, said = box.y, box.h, setting.body
    draw.enamel(surface, box, radius(u), _fill(what), k=max(0.8, t), shadow_px=_SHADOW_PX)
    step = setting.head_px * _HEAD_LINE
    _paint_sign(surface, what, (box.x + pad + 12 * t, top + pad + step / 2), 26 * t)
    for i, line in enumerate(setting.head):
        y = top + pad + (i + 0.5) * step
        room = box.w - 2 * pad - sign
        left = box.x + pad + sign
        text.draw(surface, line, left, y, "O8", setting.head_px, THEME.white, max_width=room, min_px=12)
    if not said:
        return
    below = top + pad + setting.head_height + _between(said, t)
    across = text.balanced(said, "B5", setting.body_px, box.w - 2 * pad)
    body = (box.x + pad, below, across, top + height - pad / 2 - below)
    text.paragraph(surface, said, body, "B5", setting.body_px, THEME.white, min_px=text.MIN_CAPTION_PX)


def _paint_line(surface: Surface, box: Box, what: TurnShown, t: float) -> None:
    """The low, wide plate of a tall window: head and words side by side, long words in two lines."""
    draw.enamel(surface, box, box.h * 0.25, _fill(what), k=t, shadow_px=_SHADOW_PX)
    x, y = box.x + 22 * t, box.center[1]
    x += text.draw(surface, what.head, x, y, "O8", max(14, 20 * t), THEME.white, max_width=box.w * 0.4) + 16 * t
    room, px = box.right - 18 * t - x, max(text.MIN_TEXT_PX, 18 * t)
    if text.width(what.body, "B5", px) <= room:
        text.draw(surface, what.body, x, y, "B5", px, THEME.white)
        return
    px = min(px, (box.h - 8) / 2 / text.LINE_HEIGHT)
    height = text.paragraph_height(what.body, "B5", px, room)
    text.paragraph(surface, what.body, (x, y - height / 2, room, box.h - 4), "B5", px, THEME.white, min_px=11)
