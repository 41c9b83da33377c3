"""A driver's license: symbol, words and figures at the left, the car in a landscape at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.i18n.punctuation import join_with_commas
from game.people.profiles import Livery
from game.scenes import background
from game.scenes.car_scene import ROAD, paint_car_scene
from game.ui import layout as ui
from game.ui.drawing import draw, livery
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME

AnimatedPart = Callable[[str], float]


def licence(
    s: ui.Scale,
    worn: Livery,
    animated_part: AnimatedPart,
    field: ui.Box,
    fault: str,
    figures: Sequence[tuple[str, str]],
) -> ui.Box:
    """Return the license. ``animated_part`` returns how far the animations of symbol and car are; ``fault`` is what is
    wrong with the name in the ``field``.
    """
    name = ui.Column(
        ui.Label(s, _("Name"), ui.ROLES.small, THEME.ink2),
        field,
        ui.Label(s, fault, ui.ROLES.small, THEME.red_d, alternatives=[_("Name")], id="fault"),
        gap=s.space_px(4), grow=1,
    )  # fmt: skip
    symbol = ui.Canvas(partial(_paint_symbol, worn, animated_part), s.space_px(120), s.space_px(120))
    told = [
        ui.Column(ui.Label(s, value, ui.ROLES.name, THEME.ink), ui.Label(s, words, ui.ROLES.small, THEME.ink2), grow=1)
        for value, words in figures
    ]
    done = ui.Row(
        *told, gap=s.space_px(16), id="figures", label=join_with_commas(f"{value} {words}" for value, words in figures)
    )
    left = ui.Column(
        ui.Label(s, _("Driver’s license"), ui.ROLES.heading, THEME.immune, id="licence"),
        ui.Row(symbol, name, gap=s.space_px(18)),
        ui.Spacer(),
        done if figures else None,
        gap=s.space_px(8), share=0.5,
    )  # fmt: skip
    scene = ui.Canvas(
        partial(_paint_scene, worn, animated_part), s.space_px(200), (s.space_px(150), s.space_px(330)), share=0.5
    )
    return ui.Panel(
        ui.Row(left, scene, gap=s.space_px(24), middle=False), s.space_px(16), ground=partial(_paint_sheet, s), grow=1
    )


def _paint_sheet(s: ui.Scale, surface: Surface, place: Rect) -> None:
    t = s.default_text_scale
    draw.panel(surface, place, 14 * t, THEME.cream, rim=THEME.gold_d, rim_width=max(1, 2 * t), shadow_px=8 * t)


def _paint_symbol(worn: Livery, moved: AnimatedPart, surface: Surface, place: Rect) -> None:
    """Draw the plate while it is stamped onto the license: large and faint at first, then in its place."""
    stamped, d = moved("symbol"), min(place.size)
    r = 0.5 * d * (1.6 - 0.6 * stamped)
    if stamped == 1:
        livery.draw_badge(surface, worn, *place.center, r)
        return
    layer = Surface((round(2 * r) + 2, round(2 * r) + 2), pygame.SRCALPHA)
    livery.draw_badge(layer, worn, r + 1, r + 1, r)
    layer.set_alpha(round(255 * min(1.0, max(0.0, stamped))))
    surface.blit(layer, layer.get_rect(center=place.center))


def _paint_scene(worn: Livery, moved: AnimatedPart, surface: Surface, scene: Rect) -> None:
    """Draw the car while it rolls into its landscape."""
    land = background.scenery_picture(scene.size, LOOKS.scenery, road=ROAD)
    paint_car_scene(surface, scene, worn, land, moved("car"))
