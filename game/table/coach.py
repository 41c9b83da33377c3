"""The coach of a table that has one: the plate with what is said, and ring and arrow where it points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pygame import Rect, Surface

from game.engine.cards import CARD_BY_ID
from game.table.geometry.box import Box
from game.table.geometry.layout import TableLayout
from game.table.geometry.places import Places
from game.table.painting import hand
from game.table.painting.display import radius, shadow_px, with_shadow
from game.table.painting.target_glow import Framed, Frames, draw_frames
from game.table.view import CoachShown, TableView
from game.ui.drawing import art, draw, text
from game.ui.drawing.layers import outer
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, grown

_LARGE = 1.25  # letters of few words, which else would leave half of the plate empty
_WIDE = 2.2  # of its height: from that width on the button stands beside the words, else below


@dataclass(frozen=True, slots=True)
class CoachPlaces:
    """Where things lie on the plate; ``portrait`` is its middle and diameter."""

    portrait: tuple[float, float, float]
    words: Box
    bar: Box
    button: Rect


def coach_extent(layout: TableLayout) -> Box:
    """What the plate and its shadow take."""
    assert layout.coach is not None
    return with_shadow(layout.coach, layout.u)


def button_height(layout: TableLayout) -> int:
    """How high the button to go on is: its word grows also in a window where the table's have no room to."""
    return round(grown(ROLES.button) * max(34, round(52 * min(layout.t, text.delivered(layout.u)))))


def coach_places(layout: TableLayout, button_w: int) -> CoachPlaces:
    """Divide the plate, with a button of that width or (0) without; larger text takes the portrait's room first, all of
    it where it is twice as large.
    """
    box, t = layout.coach, min(layout.t, text.delivered(layout.u))
    assert box is not None
    pad = round(16 * t)
    across = min(box.h - 2 * pad, 0.22 * box.w) * min(1.0, max(0.0, 2 - text.wished()))
    left, bar_h = box.x + 2 * pad + across, max(4, round(7 * t))
    foot = box.bottom - pad - bar_h
    height = button_height(layout) if button_w else 0
    button = Rect(round(box.right - pad - button_w), round(foot - 0.6 * pad - height), button_w, height)
    is_beside = box.w >= _WIDE * box.h
    right, bottom = float(box.right - pad), foot - 0.5 * pad
    if button_w and is_beside:
        right = button.x - pad
    elif button_w:
        bottom = button.y - 0.5 * pad
    top = box.y + 0.8 * pad
    return CoachPlaces(
        portrait=(box.x + pad + across / 2, box.y + (box.h / 2 if is_beside else pad + across / 2), across),
        words=Box(left, top, right - left, bottom - top),
        bar=Box(left, foot, box.right - pad - left, bar_h),
        button=button,
    )


def paint_coach(surface: Surface, layout: TableLayout, what: CoachShown | None) -> None:
    """Paint the plate; nothing while nobody has anything to say."""
    if what is None or layout.coach is None:
        return
    t, where = layout.t, coach_places(layout, what.button_w)
    rim = max(2, round(4 * t))
    draw.plate(
        surface,
        layout.coach,
        radius(layout.u),
        THEME.surface,
        rim=THEME.bad if what.refused else THEME.gold,
        rim_width=rim,
        shadow_px=shadow_px(layout.u),
    )
    x, y, across = where.portrait
    if across:
        surface.blit(art.portrait(what.driver, across), (round(x - across / 2), round(y - across / 2)))
    _paint_words(surface, where.words, what, t, min(t, text.delivered(layout.u)))
    _paint_bar(surface, where.bar, what.done)


def _paint_words(surface: Surface, box: Box, what: CoachShown, t: float, delivered: float) -> None:
    """Heading and words in the middle of their height, in the largest letters that have room."""
    head, ink = (what.refused, THEME.bad) if what.refused else (what.head, THEME.text)
    for size in (_LARGE * t, *(delivered + kept * (t - delivered) for kept in (1.0, 0.75, 0.5, 0.25, 0.0))):
        head_px, px = max(text.MIN_NAME_PX, 30 * size), max(text.MIN_TEXT_PX, 25 * size)
        first, body = text.wrap(head, "O8", head_px, box.w), text.wrap(what.body, "B5", px, box.w)
        head_h, body_h = len(first) * 1.2 * head_px, len(body) * text.LINE_HEIGHT * px
        if head_h + body_h <= box.h:
            break
    top = box.y + max(0.0, (box.h - head_h - body_h) / 2)
    for n, line in enumerate(first):
        text.draw(surface, line, box.x, top + (n + 0.5) * 1.2 * head_px, "O8", head_px, ink, max_width=box.w)
    below = (box.x, top + head_h, box.w, box.bottom - top - head_h)
    text.paragraph(surface, what.body, below, "B5", px, THEME.text, min_px=text.MIN_TEXT_PX)


def _paint_bar(surface: Surface, box: Box, done: float) -> None:
    draw.rounded(surface, box, box.h / 2, THEME.surface2)
    if done:
        draw.rounded(surface, (box.x, box.y, max(box.h, box.w * done), box.h), box.h / 2, THEME.gold)


ROAD: Final = "road"
"""The id of the road as a place; the others are those of the piles, and of the cards in the hand."""

_ARROW: Final = 70
"""How long an arrow is at most, in u: it shows where to look, and crosses nothing."""

Point = tuple[float, float]


def pointed(places: Places, view: TableView) -> tuple[Frames, ...]:
    """Ring and arrow for every place that the coach points at; while targets are lit they are enough."""
    if view.coach is None or view.targets or places.layout.coach is None:
        return ()
    found = (_place(where, places, view) for where in view.coach.points_at)
    return tuple(_frame(places, place) for place in found if place is not None)


def draw_pointed(surface: Surface, frames: Iterable[Frames], u: float) -> None:
    """Draw them, above all that rests on the table."""
    for frame in frames:
        draw_frames(surface, frame.places, frame.line, u)


def pointed_extents(frames: Iterable[Frames], u: float) -> Iterator[Rect]:
    """Everything that ``draw_pointed`` paints on."""
    reach = 26 * u + 12  # an arrow's head
    for frame in frames:
        yield from (outer(framed.place.grown(reach)) for framed in frame.places)
        if frame.line is not None:
            (ax, ay), (bx, by) = frame.line
            yield outer(Box(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)).grown(reach))


def _frame(places: Places, place: Box) -> Frames:
    assert places.layout.coach is not None
    line = _arrow(places.layout.coach, place, places.layout.u)
    return Frames((Framed(place),), line)


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
