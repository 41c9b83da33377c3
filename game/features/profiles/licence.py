"""A driver's license: symbol, words and figures at the left, the car in a landscape at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.i18n.punctuation import listed
from game.people.profiles import Livery
from game.scenes import background
from game.scenes.car_scene import ROAD, paint_car_scene
from game.ui.drawing import draw, livery
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Canvas, Column, Label, Plate, Row, Scale, Spacer

Moved = Callable[[str], float]


def licence(s: Scale, worn: Livery, moved: Moved, field: Box, fault: str, figures: Sequence[tuple[str, str]]) -> Box:
    """Return the license. ``moved`` returns how far the animations of symbol and car are; ``fault`` is what is wrong
    with the name in the ``field``.
    """
    name = Column(
        Label(s, _("Name"), ROLES.small, THEME.ink2),
        field,
        Label(s, fault, ROLES.small, THEME.red_d, others=[_("Name")], id="fault"),
        gap=s.gap(4), grow=1,
    )  # fmt: skip
    symbol = Canvas(partial(_paint_symbol, worn, moved), s.gap(120), s.gap(120))
    told = [
        Column(Label(s, value, ROLES.name, THEME.ink), Label(s, words, ROLES.small, THEME.ink2), grow=1)
        for value, words in figures
    ]
    done = Row(*told, gap=s.gap(16), id="figures", says=listed(f"{value} {words}" for value, words in figures))
    left = Column(
        Label(s, _("Driver’s license"), ROLES.heading, THEME.immune, id="licence"),
        Row(symbol, name, gap=s.gap(18)),
        Spacer(),
        done if figures else None,
        gap=s.gap(8), share=0.5,
    )  # fmt: skip
    scene = Canvas(partial(_paint_scene, worn, moved), s.gap(200), (s.gap(150), s.gap(330)), share=0.5)
    return Plate(Row(left, scene, gap=s.gap(24), middle=False), s.gap(16), ground=partial(_paint_sheet, s), grow=1)


def _paint_sheet(s: Scale, surface: Surface, place: Rect) -> None:
    t = s.delivered
    draw.plate(surface, place, 14 * t, THEME.cream, rim=THEME.gold_d, rim_width=max(1, 2 * t), shadow_px=8 * t)


def _paint_symbol(worn: Livery, moved: Moved, surface: Surface, place: Rect) -> None:
    """Draw the plate while it is stamped onto the license: large and faint at first, then in its place."""
    stamped, d = moved("symbol"), min(place.size)
    r = 0.5 * d * (1.6 - 0.6 * stamped)
    if stamped == 1:
        livery.draw_plate(surface, worn, *place.center, r)
        return
    layer = Surface((round(2 * r) + 2, round(2 * r) + 2), pygame.SRCALPHA)
    livery.draw_plate(layer, worn, r + 1, r + 1, r)
    layer.set_alpha(round(255 * min(1.0, max(0.0, stamped))))
    surface.blit(layer, layer.get_rect(center=place.center))


def _paint_scene(worn: Livery, moved: Moved, surface: Surface, scene: Rect) -> None:
    """Draw the car while it rolls into its landscape."""
    land = background.window(scene.size, LOOKS.scenery, road=ROAD)
    paint_car_scene(surface, scene, worn, land, moved("car"))
