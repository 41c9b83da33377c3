"""What a coach points at: a ring round the place spoken of, and an arrow towards it from the coach's side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from pygame import Rect, Surface

from game.engine.cards import CARD_BY_ID
from game.table.animation.effects import Frame, Framed
from game.table.geometry.box import Box
from game.table.geometry.places import Places
from game.table.painting import hand
from game.table.painting.target_glow import draw_frame
from game.table.view import TableView
from game.ui.drawing.layers import outer

ROAD: Final = "road"
"""The id of the road as a place; the others are those of the piles, and of the cards in the hand."""

_ARROW: Final = 70
"""How long an arrow is at most, in u: it shows where to look, and crosses nothing."""

Point = tuple[float, float]


def pointed(places: Places, view: TableView) -> tuple[Frame, ...]:
    """Ring and arrow for every place that the coach points at; while targets are lit they are enough."""
    if view.coach is None or view.targets or places.layout.coach is None:
        return ()
    found = (_place(where, places, view) for where in view.coach.points_at)
    return tuple(_frame(places, place) for place in found if place is not None)


def draw(surface: Surface, frames: Iterable[Frame], u: float) -> None:
    """Draw them, above all that rests on the table."""
    for frame in frames:
        draw_frame(surface, frame, u)


def extents(frames: Iterable[Frame], u: float) -> Iterator[Rect]:
    """Everything that ``draw`` paints on."""
    reach = 26 * u + 12  # an arrow's head
    for frame in frames:
        yield from (outer(framed.place.grown(reach)) for framed in frame.places)
        if frame.line is not None:
            (ax, ay), (bx, by) = frame.line
            yield outer(Box(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)).grown(reach))


def _frame(places: Places, place: Box) -> Frame:
    assert places.layout.coach is not None
    line = _arrow(places.layout.coach, place, places.layout.u)
    return Frame(duration_s=0, places=(Framed(place),), line=line)


def _place(where: str, places: Places, view: TableView) -> Box | None:
    """The place of that id; None for a card that is not in the hand."""
    if where == ROAD:
        road, thick = places.road, 5 * places.layout.u + 3
        return Box(road.strip.x, road.top, road.strip.w, road.height).grown(-thick)
    held = next((i for i, card in enumerate(view.observation.hand) if card.id == where), None)
    if held is not None:
        return hand.visible_part(hand.hand_fan(places, view), held, hand.raised(view))
    return None if where in CARD_BY_ID else places.place(where)


def _arrow(coach: Box, place: Box, u: float) -> tuple[Point, Point]:
    """The line from the coach's side to the ring round a place, over none of the coach's words."""
    if place.x >= coach.right and place.y < coach.bottom:
        x, y, inside = coach.right - 8 * u, place.y + 0.25 * place.h, 0.0
    else:
        x, y, inside = coach.x + coach.h / 2, coach.center[1], coach.h / 2 - 8 * u  # the portrait stays free
    near = min(max(x, place.x), place.right), min(max(y, place.y), place.bottom)
    away = max(1.0, math.dist((x, y), near))
    dx, dy = (x - near[0]) / away, (y - near[1]) / away
    ring = 6 * u + 3
    longest = max(ring + 1, min(away - inside, ring + _ARROW * u))
    return (near[0] + dx * longest, near[1] + dy * longest), (near[0] + dx * ring, near[1] + dy * ring)
