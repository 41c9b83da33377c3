"""Shapes drawn onto a surface: panels, signs, focus rings, glows (art.md §1, §5).

Rectangles are ``(x, y, w, h)`` in pixels or ``pygame.Rect``; all shapes are anti-aliased and cached by size.
"""

# ruff: noqa: PLR0913 - drawing takes what, where and how

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Color, FRect, Rect, Surface

from game.ui.drawing import art, nine_patch, svg
from game.ui.drawing.theme import THEME

RectLike = Rect | FRect | tuple[float, float, float, float]

GLOW_STEPS = ((18, 0.16), (12, 0.22), (7, 0.5))  # reach in u, and opacity
GLOW_FRAME = ((6, 1.0),)
"""The plain frame that replaces a target's glow in the contrast theme; values as in ``GLOW_STEPS``."""


def _shape(surface: Surface, rect: RectLike, margin: float, fragment: str) -> None:
    """Blit an SVG fragment around a rectangle; its picture is larger by ``margin`` on all sides."""
    x, y, w, h = rect
    drawn = art.svg(fragment, round(w) + 2 * margin, round(h) + 2 * margin)
    surface.blit(drawn, (round(x) - margin, round(y) - margin))


def _inset(rect: RectLike, by: float, origin: float) -> tuple[float, float, float, float]:
    return origin + by, origin + by, round(rect[2]) - 2 * by, round(rect[3]) - 2 * by


def _blit_nine_patch(
    surface: Surface, rect: RectLike, margin: int, radius: float, body: Callable[[RectLike], str]
) -> None:
    """Blit the shape that ``body`` returns around a box with this corner radius; it reaches ``margin`` px beyond."""
    x, y, w, h = rect

    def make(wide: int, high: int) -> str:
        return body((0, 0, wide - 2 * margin, high - 2 * margin))

    size = round(w) + 2 * margin, round(h) + 2 * margin
    nine_patch.blit(surface, (round(x) - margin, round(y) - margin), size, radius + 2 * margin, make)


def _rounded_rect_svg(
    rect: RectLike, radius: float, fill: Color | None, rim: Color | None, rim_width: float, opacity: float | None = None
) -> str:
    """Return the SVG of a rectangle with rounded corners at the origin; the rim lies wholly inside it."""
    body = svg.rect(_inset(rect, 0, 0), radius, fill, opacity=opacity) if fill else ""
    if rim and rim_width:
        inner = _inset(rect, rim_width / 2, 0)
        body += svg.rect(inner, max(0, radius - rim_width / 2), stroke=rim, width=rim_width)
    return body


def rounded_rect(
    surface: Surface,
    rect: RectLike,
    radius: float,
    fill: Color | None,
    rim: Color | None = None,
    rim_width: float = 0,
    *,
    opacity: float | None = None,
) -> None:
    """Draw a rectangle with rounded corners; the rim, if any, lies wholly inside it."""
    thick = _edge_px(rim, rim_width)
    _blit_nine_patch(
        surface, rect, 0, radius + thick, lambda box: _rounded_rect_svg(box, radius, fill, rim, thick, opacity)
    )


def _edge_px(rim: Color | None, width: float) -> float:
    """Return the thickness of a rim in pixels: panel edges are thicker in some themes."""
    if rim is None:
        return 0
    return width * THEME.edge_factor if rim == THEME.edge else width


def shadow(surface: Surface, rect: RectLike, radius: float, offset: float, opacity: float = 0.2) -> None:
    """Draw only the hard shadow of something at ``rect``: ``offset`` px down, 0.7 of that to the right."""
    moved = (rect[0] + offset * 0.7, rect[1] + offset, rect[2], rect[3])
    rounded_rect(surface, moved, radius, THEME.shadow, opacity=opacity)


def panel(
    surface: Surface,
    rect: RectLike,
    radius: float,
    fill: Color | None = None,
    *,
    rim: Color | None = None,
    rim_width: float = 2,
    shadow_px: float = 4,
) -> None:
    """Draw a paper panel with its hard shadow; ``shadow_px`` 0 leaves the shadow out."""
    thick = _edge_px(rim, rim_width)

    def body(box: RectLike) -> str:
        return _rounded_rect_svg(box, radius, fill or THEME.surface, rim, thick)

    _blit_with_shadow(surface, rect, (radius, thick), body, shadow_px, 0.2)


def _blit_with_shadow(
    surface: Surface,
    rect: RectLike,
    corner: tuple[float, float],
    body: Callable[[RectLike], str],
    offset: float,
    opacity: float,
) -> None:
    """Blit a panel and its shadow as one picture: two would take twice the time.

    ``corner`` is the radius of the panel's corners, and the thickness of its edge line.
    """
    down, right = round(offset), round(offset * 0.7)
    radius, line = corner

    def make(wide: int, high: int) -> str:
        box = 0, 0, wide - down, high - down
        shade = svg.rect((right, down, *box[2:]), radius, THEME.shadow, opacity=opacity) if offset else ""
        return shade + body(box)

    size = round(rect[2]) + down, round(rect[3]) + down
    nine_patch.blit(surface, (round(rect[0]), round(rect[1])), size, radius + line + down, make)


def road_sign(
    surface: Surface,
    rect: RectLike,
    radius: float,
    fill: Color,
    *,
    line: Color | None = None,
    line_scale: float = 1,
    shadow_px: float = 3,
) -> None:
    """Draw a road sign: coloured field, inset line (paper if None), shadow.

    ``line_scale`` scales the line and is 1 at 1080p.
    """

    def body(box: RectLike) -> str:
        inset = svg.rect(
            _inset(box, 3 * line_scale, 0),
            max(1, radius - 3 * line_scale),
            stroke=line or THEME.paper,
            width=1.8 * line_scale,
        )
        return svg.rect(_inset(box, 0, 0), radius, fill) + inset

    _blit_with_shadow(surface, rect, (radius, 4 * line_scale), body, shadow_px, 0.25)


def focus_ring(surface: Surface, rect: RectLike, radius: float, text_scale: float = 1) -> None:
    """Draw the ring around the focused control: ink, glow and ink colour, wholly outside ``rect``."""
    margin = ring_margin(text_scale)
    rings = ((0.5, 1.0, THEME.ink), (3, 4.0, THEME.glow), (6, 2.0, THEME.ink))

    def body(box: RectLike) -> str:
        return "".join(
            svg.rect(
                _inset(box, -at * text_scale, margin), radius + at * text_scale, stroke=color, width=thick * text_scale
            )
            for at, thick, color in rings
        )

    _blit_nine_patch(surface, rect, margin, radius, body)


def rotated_focus_ring(surface: Surface, rect: RectLike, radius: float, angle: float, text_scale: float = 1) -> Rect:
    """Draw the focus ring of a card rotated counter-clockwise by ``angle`` degrees; return the rectangle drawn in."""
    x, y, w, h = rect
    margin = ring_margin(text_scale)

    def make() -> Surface:
        straight = Surface((round(w) + 2 * margin, round(h) + 2 * margin), pygame.SRCALPHA)
        focus_ring(straight, (margin, margin, w, h), radius, text_scale)
        return art.rotated(straight, angle, THEME.ink)

    drawn = art.cached(("turned ring", round(w), round(h), round(radius, 1), round(angle, 2), text_scale), make)
    return surface.blit(drawn, drawn.get_rect(center=(round(x + w / 2), round(y + h / 2))))


def ring_margin(text_scale: float) -> int:
    """Return how far the focus ring extends beyond the control, in pixels."""
    return round(8 * text_scale) + 1


def glow(surface: Surface, rect: RectLike, radius: float, unit: float, strength: float = 1) -> None:
    """Draw three steps of light around a target. Draw the glow before the target, as it fills the inside too.

    ``unit`` is the layout unit; a ``strength`` that varies between 0.7 and 1 makes the glow pulse.
    """
    margin = round(GLOW_STEPS[0][0] * unit) + 1

    def body(box: RectLike) -> str:
        return "".join(
            svg.rect(
                _inset(box, -by * unit, margin), radius + by * unit, THEME.glow, opacity=round(opacity * strength, 2)
            )
            for by, opacity in (GLOW_FRAME if THEME.is_plain else GLOW_STEPS)
        )

    _blit_nine_patch(surface, rect, margin, radius, body)


def progress_bar(surface: Surface, place: Rect, share: float) -> None:
    """Draw a bar in this place that is filled up to ``share`` (0 … 1) of its width."""
    rounded_rect(surface, place, place.h / 2, THEME.surface2, THEME.edge, 1)
    done = Rect(place.topleft, (round(place.w * share), place.h))
    if done.w >= place.h:
        rounded_rect(surface, done, place.h / 2, THEME.accent)


def icon_disc(surface: Surface, icon: str, x: float, y: float, r: float) -> None:
    """Draw a round navy disc with an icon, centered at (x, y) with radius ``r``; used where a side has no badge."""
    disc = svg.circle(r, r, r, THEME.navy)
    surface.blit(art.svg(disc, 2 * r, 2 * r), (round(x - r), round(y - r)))
    art.blit_icon(surface, icon, (x, y), 1.3 * r, THEME.white)


def resume_disc(surface: Surface, x: float, y: float, r: float) -> None:
    """Draw the sign of something under way that can be continued: a golden disc of radius ``r`` around a point."""
    rounded_rect(surface, (x - r, y - r, 2 * r, 2 * r), r, THEME.gold, THEME.ink, max(1, 0.15 * r))
    art.blit_icon(surface, "play", (x, y), 1.3 * r, THEME.ink)


def veil(surface: Surface, color: Color, alpha: float) -> None:
    """Dim the whole surface with a colour of opacity ``alpha``, 0 … 1."""
    left = 255 - round(255 * alpha)  # in place: blending a cover of that size costs four times as much
    surface.fill((left, left, left), special_flags=pygame.BLEND_RGB_MULT)
    surface.fill([round(part * alpha) for part in color[:3]], special_flags=pygame.BLEND_RGB_ADD)


def crossfaded(before: Surface, after: Surface, part: float) -> Surface:
    """Return a mix of two pictures of the same size; ``part`` 0 … 1 is the share of ``after``."""
    mixed, above = before.copy(), after.copy()
    above.set_alpha(round(255 * part))
    mixed.blit(above, (0, 0))
    return mixed


def arrow_points(rect: RectLike, outset: float = 0) -> Sequence[svg.Point]:
    """Return the corners of a direction sign that points right and fills ``rect``, enlarged by ``outset`` pixels."""
    x, y, w, h = rect
    e, neck, tip = outset, x + w - h * 0.45, x + w
    return (
        (x - e, y - e),
        (neck + e * 0.5, y - e),
        (tip + e * 1.3, y + h / 2),
        (neck + e * 0.5, y + h + e),
        (x - e, y + h + e),
    )


def arrow_sign(
    surface: Surface, rect: RectLike, fill: Color, line: Color, *, line_scale: float = 1, focused: bool = False
) -> None:
    """Draw a direction sign with an inset line, a shadow, and the focus ring if ``focused``.

    ``line_scale`` is 1 at 1080p.
    """
    margin = round(14 * line_scale) + 2
    box = _inset(rect, 0, margin)

    def outline(outset: float) -> str:
        return svg.rounded_polygon_data(arrow_points(box, outset * line_scale), 10 * line_scale)

    body = svg.path(
        outline(0), THEME.shadow, opacity=0.3, transform=f"translate({4 * line_scale:.1f} {6 * line_scale:.1f})"
    )
    if focused:
        rings = ((9, THEME.ink), (6.5, THEME.glow), (1.5, THEME.ink))
        body += "".join(svg.path(outline(reach), color) for reach, color in rings)
    body += svg.path(outline(0), fill) + svg.path(outline(-5), stroke=line, width=2.6 * line_scale)
    _shape(surface, rect, margin, body)


def header_line_px(text_scale: float) -> int:
    """Return the thickness in pixels of the line below a panel's header; ``text_scale`` as at the default text size."""
    return max(2, round(6 * text_scale))


def panel_header(surface: Surface, rect: RectLike, radius: float, fill: Color) -> None:
    """Draw the coloured band at the top of a panel; its two upper corners are rounded."""
    w, h, r = svg.number(round(rect[2])), svg.number(round(rect[3])), svg.number(radius)
    inner = svg.number(round(rect[2]) - radius)
    data = f"M0 {h}V{r}A{r} {r} 0 0 1 {r} 0H{inner}A{r} {r} 0 0 1 {w} {r}V{h}Z"
    _shape(surface, rect, 0, svg.path(data, fill))
