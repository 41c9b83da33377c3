"""The pictures on the table's prompts: the hazard and its answer, the finish and the road beyond it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pygame import Rect, Surface

from game.engine.cards import Card
from game.table import faces
from game.table.flight import Pose
from game.table.movers import draw_card
from game.ui import art, draw, svg, text
from game.ui.theme import SIDES, THEME


class PromptPicture(Protocol):
    """Something drawn in the middle of a box; at scale 1 it is 660 by 330 px."""

    def paint(self, surface: Surface, box: Rect, scale: float) -> None:
        """Draw it."""


@dataclass(frozen=True, slots=True)
class HazardPicture:
    """The hazard with the driver who laid it, a bolt, and the safety crosswise in a glow; None is a person."""

    hazard: Card
    safety: Card
    rules_id: str
    driver: str | None

    def paint(self, surface: Surface, box: Rect, scale: float) -> None:
        """Draw it."""
        width = 212 * scale
        left = box.centerx - 330 * scale
        hazard = Pose(left + 140 * scale, box.centery + 8 * scale, width, 7)
        draw_card(surface, self.hazard, hazard, self.rules_id)
        if self.driver:
            d = 92 * scale
            picture = art.portrait(self.driver, d)
            surface.blit(picture, (round(left + 4 * scale), round(box.centery - 160 * scale)))
        self._paint_bolt(surface, left + 300 * scale, box.centery, 46 * scale)
        self._paint_safety(surface, left + 506 * scale, box.centery, width * 0.98, scale)

    @staticmethod
    def _paint_bolt(surface: Surface, x: float, y: float, r: float) -> None:
        rings = svg.circle(r, r, r, THEME.red) + svg.circle(r, r, r * 0.86, stroke=THEME.paper, width=r * 0.06)
        surface.blit(art.svg(rings, 2 * r, 2 * r), (round(x - r), round(y - r)))
        art.blit_icon(surface, "bolt", (x, y), 1.15 * r, THEME.gold_l)

    def _paint_safety(self, surface: Surface, x: float, y: float, width: float, scale: float) -> None:
        card = faces.crosswise(self.safety, width, self.rules_id)
        rect = card.get_rect(center=(round(x), round(y)))
        draw.glow(surface, rect, 0.068 * width, scale)
        surface.blit(card, rect)


@dataclass(frozen=True, slots=True)
class ExtensionPicture:
    """The side's car at the finish stone, and the far stone beyond."""

    side: int
    near_km: int
    far_km: int

    def paint(self, surface: Surface, box: Rect, scale: float) -> None:
        """Draw it."""
        ground = box.centery + 96 * scale
        left = box.centerx - 330 * scale
        road = (left + 10 * scale, ground - 6 * scale, 640 * scale, 58 * scale)
        draw.rounded(surface, road, 12 * scale, THEME.road)
        for dash in range(6):
            x = left + (40 + dash * 104) * scale
            surface.fill(
                THEME.paper, (round(x), round(ground + 20 * scale), round(56 * scale), max(2, round(5 * scale)))
            )
        self._paint_stone(surface, self.near_km, left + 266 * scale, ground, 190 * scale)
        self._paint_stone(surface, self.far_km, left + 548 * scale, ground, 250 * scale)
        art.blit_icon(surface, "arrow", (left + 395 * scale, ground - 96 * scale), 84 * scale, THEME.red)
        width = 196 * scale
        car = art.picture(f"parts/car_{SIDES[self.side][0]}", width, width * 0.44)
        surface.blit(car, (round(left + 18 * scale), round(ground - 50 * scale)))

    @staticmethod
    def _paint_stone(surface: Surface, km: int, x: float, ground: float, height: float) -> None:
        k = height / 100
        w, h = 76 * k, 102 * k
        body = svg.group(
            f"translate({w / 2:.1f} {100 * k:.1f}) scale({k:.3f})",
            svg.path("M-38 2V-60A38 38 0 0 1 38 -60V2Z", THEME.ink),
            svg.path("M-36 0V-58A36 36 0 0 1 36 -58V0Z", THEME.white),
            svg.path("M-36 -52V-58A36 36 0 0 1 36 -58V-52Z", THEME.red),
            svg.path("M14 0V-86A36 36 0 0 1 36 -58V0Z", THEME.ink, opacity=0.14),
        )
        surface.blit(art.svg(body, w, h), (round(x - w / 2), round(ground - 100 * k)))
        text.draw(surface, str(km), x, ground - 26 * k, "O9", 27 * k, THEME.ink, anchor="c")
