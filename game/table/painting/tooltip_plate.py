"""A tooltip's plate: how large its words make it, where it stands, and how it is painted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.table.geometry.box import Box
from game.table.tooltips import Tooltip
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import art, draw, text
from game.ui.drawing.layers import outer
from game.ui.drawing.theme import THEME

_WIDEST: Final = 340.0  # at text factor 1
_SHADOW_PX: Final = 4
_EDGE_PX: Final = 6  # from the window's edge and from what is explained


@dataclass(frozen=True, slots=True)
class _Setting:
    """The words set: sizes of the letters, the lines, and the size of the plate, all in pixels."""

    title_px: float
    body_px: float
    title: tuple[str, ...]
    body: tuple[str, ...]
    why: tuple[str, ...]
    pad: float
    width: float
    height: float


def _set(tip: Tooltip, t: float) -> _Setting:
    title_px, body_px = max(text.MIN_NAME_PX, 19 * t), max(text.MIN_TEXT_PX, 16.5 * t)
    room, pad = max(220.0, _WIDEST * t), 12 * max(t, 0.7)
    title = tuple(text.wrap(tip.title, "O7", title_px, room))
    body = tuple(text.wrap(tip.body, "B5", body_px, room)) if tip.body else ()
    why = tuple(text.wrap(tip.why, "B6", body_px, room - 1.5 * body_px)) if tip.why else ()
    widths: list[float] = [text.width(line, "O7", title_px) for line in title]
    widths += [text.width(line, "B5", body_px) for line in body]
    widths += [text.width(line, "B6", body_px) + 1.5 * body_px for line in why]
    step = body_px * text.LINE_HEIGHT
    height = len(title) * title_px * text.LINE_HEIGHT + (len(body) + len(why)) * step + (0.4 * step if why else 0)
    return _Setting(title_px, body_px, title, body, why, pad, max(widths) + 2 * pad, height + 1.6 * pad)


def beside(
    anchor: Box, width: float, height: float, window: tuple[int, int], avoid: Iterable[Box] = ()
) -> Box:  # fmt: skip
    """A place for a plate beside what it explains and inside the window: above or below it, else at its side.

    Of these places the first is taken that covers nothing of what it should ``avoid``, if there is one.
    """
    w, h = window
    x, y = anchor.center
    tops = anchor.y - _EDGE_PX - height, anchor.bottom + _EDGE_PX
    lefts = x - width / 2, anchor.right - width, anchor.x, anchor.x - width, anchor.right
    rows = [(left, top) for top in (tops if y >= h * 0.45 else tops[::-1]) for left in lefts]
    sides = [(anchor.right + _EDGE_PX, y - height / 2), (anchor.x - _EDGE_PX - width, y - height / 2)]
    kept_in = [Box(min(max(at, _EDGE_PX), w - _EDGE_PX - width), top, width, height) for at, top in rows]
    kept_in += [Box(left, min(max(at, _EDGE_PX), h - _EDGE_PX - height), width, height) for left, at in sides]
    inside, obstacles = Box(0, 0, w, h), tuple(avoid)
    fitting = [place for place in kept_in if _holds(inside, place) and not place.overlaps(anchor)]
    free = (place for place in fitting if not any(place.overlaps(other) for other in obstacles))
    return next(free, fitting[0] if fitting else kept_in[0])


def _holds(outer: Box, inner: Box) -> bool:
    return inner.x >= outer.x and inner.y >= outer.y and inner.right <= outer.right and inner.bottom <= outer.bottom


def tooltip_box(tip: Tooltip, anchor: Box, window: tuple[int, int], t: float, avoid: Iterable[Box] = ()) -> Box:
    """Where the plate of a tooltip stands."""
    setting = _set(tip, t)
    return beside(anchor, setting.width, setting.height, window, avoid)


def draw_tooltip(surface: Surface, tip: Tooltip, box: Box, t: float) -> Rect:
    """Draw a tooltip at its place, and return where."""
    setting = _set(tip, t)
    draw.plate(surface, box, 10 * max(t, 0.7), THEME.white, rim=THEME.ink, rim_width=2, shadow_px=_SHADOW_PX)
    x, y = box.x + setting.pad, box.y + 0.8 * setting.pad
    step = setting.title_px * text.LINE_HEIGHT
    for line in setting.title:
        text.draw(surface, line, x, y + step / 2, "O7", setting.title_px, THEME.ink)
        y += step
    step = setting.body_px * text.LINE_HEIGHT
    for line in setting.body:
        text.draw(surface, line, x, y + step / 2, "B5", setting.body_px, THEME.ink)
        y += step
    if setting.why:
        y += 0.4 * step
        _draw_bar(surface, (x + 0.55 * setting.body_px, y + step / 2), setting.body_px)
    for line in setting.why:
        text.draw(surface, line, x + 1.5 * setting.body_px, y + step / 2, "B6", setting.body_px, THEME.red_d)
        y += step
    return outer(box).inflate(2 * _SHADOW_PX + 2, 2 * _SHADOW_PX + 2)


def _draw_bar(surface: Surface, center: tuple[float, float], size: float) -> None:
    """The octagon of what is stopped, before a reason."""
    art.blit_icon(surface, "octagon", center, 1.2 * size, THEME.red_d)
    surface.fill(THEME.white, Box.around(*center, 0.6 * size, max(2, 0.17 * size)))


def node(tip: Tooltip, box: Box) -> Node:
    """The tooltip in the tree: all it says."""
    said = " ".join(part for part in (f"{tip.title}:", tip.body, tip.why) if part)
    return Node("tip", plain(said), "text", node_rect(box))
