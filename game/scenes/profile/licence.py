"""A driving licence, painted: symbol, words and figures left, the car in a landscape right."""

from __future__ import annotations

from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.scenes.profile.layout import LicencePlaces
from game.session.profiles import Livery
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.theme import THEME

_CAR_W: Final = 0.68  # of the scene's width
_CAR_FOOT: Final = 0.86  # of its height, where the shadow ends
_SCENE: Final = (420.0, 256.0)


def paint_licence(surface: Surface, place: Rect, at: LicencePlaces, t: float) -> None:
    """Paint the sheet with its headings and the landscape; symbol, car and field are still to come."""
    draw.plate(surface, place, 14 * t, THEME.cream, rim=THEME.gold_d, rim_width=max(1, 2 * t), shadow_px=8 * t)
    px = max(text.MIN_TEXT_PX, 21 * t)
    text.draw(
        surface, _("Driver’s license"), at.title.x, at.title.centery, "O8", px, THEME.immune, max_width=at.title.w
    )
    small = max(text.MIN_TEXT_PX, 18 * t)
    text.draw(surface, _("Name"), at.label.x + 2, at.label.centery, "B6", small, THEME.ink2, max_width=at.label.w)
    surface.blit(art.svg(_landscape(at.scene.w, at.scene.h), at.scene.w, at.scene.h), at.scene)


def paint_figures(surface: Surface, place: Rect, figures: tuple[tuple[str, str], ...], t: float) -> None:
    """Paint the numbers side by side, and below each what it counts."""
    px, small = max(text.MIN_NAME_PX, 28 * t), max(text.MIN_CAPTION_PX, 18 * t)
    room = place.w / len(figures)
    for i, (value, words) in enumerate(figures):
        x = place.x + i * room
        text.draw(surface, value, x, place.y + 0.28 * place.h, "O9", px, THEME.ink, max_width=room - 6)
        text.draw(surface, words, x, place.y + 0.8 * place.h, "B5", small, THEME.ink2, max_width=room - 6)


def paint_symbol(surface: Surface, place: Rect, worn: Livery, stamped: float) -> None:
    """Paint the plate while it is stamped onto the licence: large and faint at 0, in its place at 1."""
    if stamped == 1:
        livery.draw_plate(surface, worn, *place.center, 0.5 * place.w)
        return
    r = 0.5 * place.w * (1.6 - 0.6 * stamped)
    layer = Surface((round(2 * r) + 2, round(2 * r) + 2), pygame.SRCALPHA)
    livery.draw_plate(layer, worn, r + 1, r + 1, r)
    layer.set_alpha(round(255 * min(1.0, max(0.0, stamped))))
    surface.blit(layer, layer.get_rect(center=place.center))


def paint_car(surface: Surface, scene: Rect, worn: Livery, rolled: float) -> None:
    """Paint the car while it rolls into its landscape from the left: outside at 0, in the middle at 1."""
    wide = round(min(_CAR_W * scene.w, 0.8 * scene.h * livery.CAR_SIZE[0] / livery.CAR_SIZE[1]))
    place = Rect(0, 0, wide, round(wide * livery.CAR_SIZE[1] / livery.CAR_SIZE[0]))
    start = scene.x - wide
    place.bottomleft = (
        round(start + (scene.centerx - wide / 2 - start) * rolled),
        round(scene.y + _CAR_FOOT * scene.h),
    )
    clip = surface.get_clip()
    surface.set_clip(scene.clip(clip))
    livery.draw_car(surface, worn, place)
    surface.set_clip(clip)


def _landscape(w: int, h: int) -> str:
    """Sky, sun, two hills and a road; what is in it keeps its proportions by the height."""
    k, (_wide, high) = h / _SCENE[1], _SCENE
    wide = w / k
    hills = (
        f"M0 {0.52 * high:.0f}C{0.2 * wide:.0f} {0.42 * high:.0f} {0.45 * wide:.0f} {0.66 * high:.0f} {wide:.0f} "
        f"{0.53 * high:.0f}V{high:.0f}H0Z",
        f"M0 {0.68 * high:.0f}C{0.3 * wide:.0f} {0.76 * high:.0f} {0.6 * wide:.0f} {0.5 * high:.0f} {wide:.0f} "
        f"{0.68 * high:.0f}V{high:.0f}H0Z",
    )
    road = 0.8 * high
    dashes = "".join(svg.rect((x, 0.9 * high, 42, 5), 2, THEME.paper) for x in range(18, round(wide) - 42, 86))
    return svg.group(
        f"scale({k:.4f})",
        svg.rect((0, 0, wide, high), 0, THEME.sky[0]),
        svg.circle(0.73 * wide, 0.36 * high, 62, THEME.gold_l),
        svg.path(hills[0], THEME.greens[1]),
        svg.path(hills[1], THEME.greens[3]),
        svg.rect((0, road, wide, high - road), 0, THEME.road),
        dashes,
    )
