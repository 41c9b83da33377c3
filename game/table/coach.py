"""The coach of the lesson: a panel with the coach's words, and frames and arrows at what the coach explains."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pygame import Rect, Surface

from game.engine.cards import CARD_BY_ID
from game.i18n import number
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import TableLayout
from game.table.geometry.places import Places
from game.table.painting import hand
from game.table.painting.display import radius, shadow_px, with_shadow
from game.table.painting.target_glow import FramedPlace, HighlightFrames, draw_frames
from game.table.view import CoachView, TableView
from game.ui.drawing import art, draw, text
from game.ui.drawing.layers import outer_rect
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, role_growth
from game.ui.widgets import Button

_SIZES = (1.25, 1.0, 0.95, 0.9, 0.85, 0.8)
"""Letter sizes to try, largest first: a short text gets larger letters, which fill the panel, a long one smaller."""
_LARGE_FROM_U = 0.6  # in u; a smaller window seldom has room for the largest size
_FOLLOWS = 0.5  # the share of larger text that the words grow by: they are large already
_WIDE = 2.2  # width to height: a wider plate has the button beside the words, a narrower one below
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[^\Wa-z\d_])")
_MOST_FOR_BUTTON = 0.2  # of the plate's width, in larger text: a wider button shows only its icon


@dataclass(frozen=True, slots=True)
class CoachPlaces:
    """The places of everything on the coach's panel, in window pixels.

    ``portrait`` is the center (x, y) and diameter of the portrait, ``bar`` the progress bar, None in larger text.
    """

    portrait: tuple[float, float, float]
    words: FloatRect
    bar: FloatRect | None
    button: Rect


class CoachLine(NamedTuple):
    """A line of the coach's text: its words, font face, letter size ``px``, and line height ``step`` in pixels."""

    words: str
    face: str
    px: float
    step: float


def coach_extent(layout: TableLayout) -> FloatRect:
    """Return the place of the coach's panel including its shadow."""
    assert layout.coach is not None
    return with_shadow(layout.coach, layout.unit)


def button_height(layout: TableLayout) -> int:
    """Return the height of the continue button in pixels.

    It grows with the text size of the settings, even where other text on the table cannot.
    """
    return round(
        role_growth(ROLES.button) * max(34, round(52 * min(layout.text_scale, text.default_scale(layout.unit))))
    )


def _is_beside(box: FloatRect) -> bool:
    return box.w >= _WIDE * box.h


def button_width(layout: TableLayout, name: str) -> tuple[int, bool]:
    """Return the width of the continue button in pixels, and whether it has words; wide ones give way to an icon."""
    assert layout.coach is not None
    height, most = button_height(layout), _MOST_FOR_BUTTON * layout.coach.w
    across = Button.natural_width(name, height, icon=True)
    if text.text_size_factor() > 1 and _is_beside(layout.coach) and across > most:
        return round(1.2 * height), False
    return across, True


def coach_places(layout: TableLayout, button_w: int) -> CoachPlaces:
    """Return the places on the coach's panel; ``button_w`` is the width of the continue button, 0 for no button.

    Larger text first takes the space of the progress bar, then that of the portrait.
    """
    box, t, is_larger = (
        layout.coach,
        min(layout.text_scale, text.default_scale(layout.unit)),
        text.text_size_factor() > 1,
    )
    assert box is not None
    pad = round(16 * t)
    across = min(box.h - 2 * pad, 0.22 * box.w) * min(1.0, max(0.0, 2 - text.text_size_factor()))
    left, right, bar_h = box.x + 2 * pad + across, float(box.right - pad), max(4, round(7 * t))
    foot = box.bottom - pad - bar_h
    height = button_height(layout) if button_w else 0
    top, bottom = (box.y + 0.4 * pad, box.bottom - 0.4 * pad) if is_larger else (box.y + 0.8 * pad, foot - 0.5 * pad)
    is_beside = _is_beside(box)
    button_y = box.center[1] - 0.62 * height if is_larger and is_beside else foot - 0.6 * pad - height
    button = Rect(round(right - button_w), round(button_y), button_w, height)
    if button_w and is_beside:
        right = button.x - (1.5 if is_larger else 1) * pad  # the ring of the focus grows
    elif button_w:
        bottom = button.y - 0.5 * pad
    return CoachPlaces(
        portrait=(box.x + pad + across / 2, box.y + (box.h / 2 if is_beside else pad + across / 2), across),
        words=FloatRect(left, top, right - left, bottom - top),
        bar=None if is_larger else FloatRect(left, foot, box.right - pad - left, bar_h),
        button=button,
    )


def coach_pages(layout: TableLayout, what: CoachView) -> tuple[tuple[CoachLine, ...], ...]:
    """Return the coach's text as pages of lines.

    Text of normal size becomes smaller until it fits on one page; larger text has as many pages as it needs.
    """
    box = coach_places(layout, what.button_w).words
    return _pages(what.refused or what.head, what.body, (box.w, box.h), layout.unit, text.text_size_factor())


@lru_cache(maxsize=32)
def _pages(
    head: str, body: str, room: tuple[float, float], unit: float, wished: float
) -> tuple[tuple[CoachLine, ...], ...]:
    sizes: tuple[float, ...] = _SIZES if unit >= _LARGE_FROM_U else _SIZES[1:]
    if wished > 1:
        sizes = (sizes[0] * (1 + _FOLLOWS * (wished - 1)),)
    pages: list[tuple[CoachLine, ...]] = []
    for size in sizes:
        pages = _by_sentences(head, body, room, size * min(1.0, wished) * text.default_scale(unit))
        if len(pages) == 1:
            break
    return tuple(pages)


def _by_sentences(head: str, body: str, room: tuple[float, float], size: float) -> list[tuple[CoachLine, ...]]:
    """Return pages that each end with a whole sentence, unless a single sentence does not fit on one page."""
    pages, said = list[tuple[CoachLine, ...]](), ""
    for sentence in _SENTENCE_END.split(body):
        longer = f"{said} {sentence}".lstrip()
        if said and sum(line.step for line in _lines(head, longer, room[0], size)) > room[1]:
            pages += _pages_of_lines(list(_lines(head, said, room[0], size)), room[1])
            head, longer = "", sentence
        said = longer
    return pages + _pages_of_lines(list(_lines(head, said, room[0], size)), room[1])


def _lines(head: str, body: str, across: float, size: float) -> Iterator[CoachLine]:
    px, steps = (
        max(text.MIN_NAME_PX, 30 * size),
        (1.2, text.LINE_HEIGHT) if text.text_size_factor() <= 1 else (1.15, 1.22),
    )
    yield from (CoachLine(line, "O8", px, steps[0] * px) for line in text.wrap(head, "O8", px, across) if line)
    px = max(text.MIN_TEXT_PX, 25 * size)
    yield from (CoachLine(line, "B5", px, steps[1] * px) for line in text.wrap(body, "B5", px, across))


def _pages_of_lines(lines: list[CoachLine], high: float) -> list[tuple[CoachLine, ...]]:
    """Divide lines into pages of height ``high`` with at least one line each, the last two about equally full."""
    pages, left = list[list[CoachLine]](), 0.0
    for line in lines:
        if not pages or line.step > left:
            pages.append([])
            left = high
        pages[-1].append(line)
        left -= line.step
    while len(pages) > 1 and len(pages[-2]) - len(pages[-1]) > 1:
        pages[-1].insert(0, pages[-2].pop())
    return list(map(tuple, pages))


def paint_coach(surface: Surface, layout: TableLayout, what: CoachView | None) -> None:
    """Paint the coach's panel, or nothing if the coach has nothing to say."""
    if what is None or layout.coach is None:
        return
    t, where = layout.text_scale, coach_places(layout, what.button_w)
    rim = max(2, round(4 * t))
    draw.panel(
        surface,
        layout.coach,
        radius(layout.unit),
        THEME.surface,
        rim=THEME.bad if what.refused else THEME.gold,
        rim_width=rim,
        shadow_px=shadow_px(layout.unit),
    )
    x, y, across = where.portrait
    if across:
        surface.blit(art.portrait(what.driver, across), (round(x - across / 2), round(y - across / 2)))
    pages = coach_pages(layout, what)
    _paint_words(surface, where.words, pages[min(what.page, len(pages) - 1)], is_refused=bool(what.refused))
    if len(pages) > 1:
        _paint_count(surface, layout, where.button, f"{number(what.page + 1)}/{number(len(pages))}")
    if where.bar is not None:
        _paint_bar(surface, where.bar, what.done)


def _paint_words(surface: Surface, box: FloatRect, page: tuple[CoachLine, ...], *, is_refused: bool) -> None:
    y = box.y + max(0.0, (box.h - sum(line.step for line in page)) / 2)
    for words, face, px, step in page:
        ink = THEME.bad if is_refused and face == "O8" else THEME.text
        text.draw(surface, words, box.x, y + step / 2, face, px, ink, max_width=box.w)
        y += step


def _paint_count(surface: Surface, layout: TableLayout, button: Rect, words: str) -> None:
    """Paint the page number: below a button that stands beside the words, else beside the button."""
    assert layout.coach is not None
    px = 0.34 * button.h
    x, y = button.x - 1.5 * px, float(button.centery)
    if _is_beside(layout.coach):
        x, y = (
            button.centerx,
            (button.bottom + draw.ring_margin(max(0.7, layout.text_scale)) + layout.coach.bottom) / 2 - 1,
        )
    text.draw(surface, words, x, y, "B6", px, THEME.text2, anchor="c")


def _paint_bar(surface: Surface, box: FloatRect, done: float) -> None:
    draw.rounded_rect(surface, box, box.h / 2, THEME.surface2)
    if done:
        draw.rounded_rect(surface, (box.x, box.y, max(box.h, box.w * done), box.h), box.h / 2, THEME.gold)


ROAD_PLACE_ID = "road"
"""The id of the road among the places that the coach points at; the others are ids of piles and of cards."""

_ARROW = 70
"""The length of the longest arrow, in u: it shows where to look but does not cross the table."""
_LEAST_ARROW = 16

Point = tuple[float, float]


def pointer_frames(places: Places, view: TableView) -> tuple[HighlightFrames, ...]:
    """Return a frame and an arrow for every place that the coach points at.

    The result is empty while the targets of a chosen card glow, because the glow is enough.
    """
    if view.coach is None or view.targets or places.layout.coach is None:
        return ()
    found = (_place(where, places, view) for where in view.coach.points_at)
    return tuple(_frame(places, place) for place in found if place is not None)


def draw_pointers(surface: Surface, frames: Iterable[HighlightFrames], unit: float) -> None:
    """Draw the coach's frames and arrows above everything that rests on the table."""
    for frame in frames:
        draw_frames(surface, frame.places, frame.line, unit)


def pointer_extents(frames: Iterable[HighlightFrames], unit: float) -> Iterator[Rect]:
    """Yield every rectangle that ``draw_pointers`` may paint on."""
    reach = 26 * unit + 12  # an arrow's head
    for frame in frames:
        yield from (outer_rect(framed.place.grown(reach)) for framed in frame.places)
        if frame.line is not None:
            (ax, ay), (bx, by) = frame.line
            yield outer_rect(FloatRect(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)).grown(reach))


def _frame(places: Places, place: FloatRect) -> HighlightFrames:
    assert places.layout.coach is not None
    line = _arrow(places.layout.coach, place, places.layout.unit)
    return HighlightFrames((FramedPlace(place),), line)


def _place(where: str, places: Places, view: TableView) -> FloatRect | None:
    """Return the place that the coach means by an id, or None for a card that is not in the hand."""
    if where == ROAD_PLACE_ID:
        road, thick = places.road, 5 * places.layout.unit + 3
        return FloatRect.between(road.label_right, road.top, road.strip.right, road.top + road.height).grown(-thick)
    held = next((i for i, card in enumerate(view.observation.hand) if card.id == where), None)
    if held is not None:
        return hand.visible_part(hand.hand_fan(places, view), held, hand.raised_index(view))
    return None if where in CARD_BY_ID else places.place(where)


def _arrow(coach: FloatRect, place: FloatRect, unit: float) -> tuple[Point, Point] | None:
    """Return the start and end of an arrow from the coach's panel to the frame round a place.

    The arrow does not cross the coach's words. Return None if it would be too short.
    """
    if place.x >= coach.right and place.y < coach.bottom:
        x, y, inside = coach.right - 8 * unit, place.y + 0.25 * place.h, 0.0
    else:
        x, y, inside = coach.x + coach.h / 2, coach.center[1], coach.h / 2 - 8 * unit  # the portrait stays free
    near = min(max(x, place.x), place.right), min(max(y, place.y), place.bottom)
    away = max(1.0, math.dist((x, y), near))
    dx, dy = (x - near[0]) / away, (y - near[1]) / away
    ring = 6 * unit + 3
    if inside and text.text_size_factor() > 1:  # there is no portrait, and the words stand near the edge
        inside = coach.h / 2 / abs(dy)
        if away - inside - ring < _LEAST_ARROW * unit:
            return None
    longest = max(ring + 1, min(away - inside, ring + _ARROW * unit))
    return (near[0] + dx * longest, near[1] + dy * longest), (near[0] + dx * ring, near[1] + dy * ring)
