"""The picture on the prompt of the coup fourré: the hazard and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pygame import Rect, Surface

from game.engine.cards import Card
from game.table.animation.animation_step import Pose
from game.table.animation.card_sprites import draw_card
from game.table.painting import card_faces
from game.ui.drawing import art, draw, svg
from game.ui.drawing.theme import THEME


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
        card = card_faces.crosswise(self.safety, width, self.rules_id)
        rect = card.get_rect(center=(round(x), round(y)))
        draw.glow(surface, rect, 0.068 * width, scale)
        surface.blit(card, rect)
