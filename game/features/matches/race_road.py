"""The small picture of a match: a road with a lane for each side and a car that shows the side's progress."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.career.match_stats import MatchSummary
from game.engine.rules import load_rules
from game.ui.drawing import draw, livery, road
from game.ui.drawing.livery import SideLivery
from game.ui.drawing.theme import THEME
from game.words.matches import names_of
from game.words.names import Names

_MOST = 0.46  # the greatest height of a car, as a share of the road's
_OVER_LANE = 1.25  # the greatest height of a car, as a share of its lane's


def side_progress(match: MatchSummary) -> tuple[float, ...]:
    """Return how far each side has come in a match, from 0 to 1.

    It is the share of the points needed to win; while a leg is being played, each of its kilometers counts as a point.
    In a match of a fixed number of legs, the best side has come as far as the share of legs finished, and the others in
    proportion to their points. In a match of one leg, running or over, it is the share of the distance: that of an
    extended leg once somebody has gone beyond the other.
    """
    if match.target_score is not None:
        km = match.km or (0,) * len(match.totals)
        return tuple(_share(total + more, match.target_score) for total, more in zip(match.totals, km, strict=True))
    if is_race(match):
        near, far = load_rules(match.rules).distances_km(match.seats, match.seating)
        distance = far if max(match.km) > near else near
        return tuple(_share(km, distance) for km in match.km)
    over = match.leg_number if match.is_over or not match.km else match.leg_number - 1
    driven = min(1.0, over / (match.legs or 1))
    best = max(1, *match.totals)
    return tuple(driven * _share(total, best) for total in match.totals)


def is_race(match: MatchSummary) -> bool:
    """Return whether the road of a match shows the kilometers of its only leg, not points."""
    return match.legs == 1 and bool(match.km)


def _share(value: int, whole: int) -> float:
    return min(1.0, max(0.0, value / whole))


def draw_road(surface: Surface, place: Rect, match: MatchSummary) -> None:
    """Draw the road of a match with a car for each side."""
    draw_race_road(surface, place, side_progress(match), names_of(match))


def draw_race_road(surface: Surface, place: Rect, shares: Sequence[float], names: Names) -> None:
    """Draw a road with a lane for each side, the first at the top, and its car at its share of the way."""
    draw.rounded_rect(surface, place, 0.1 * place.h, THEME.road)
    edge = max(1, round(0.03 * place.h))
    lane = place.h / len(shares)
    for top in (place.y + edge, place.bottom - 2 * edge):
        surface.fill(THEME.white, (place.x + 2 * edge, top, place.w - 4 * edge, edge))
    finish = _draw_finish(surface, place.inflate(-2 * edge, -2 * edge))
    dash = max(4, round(0.14 * place.h))
    for side in range(1, len(shares)):
        ink = THEME.lane_label.lerp(THEME.white, 0.6)
        road.dashes(surface, place.x + dash, finish.x - dash, place.y + round(side * lane), (dash, 1), ink)
    high = min(_MOST * place.h, _OVER_LANE * lane)
    wide = road.CAR_RATIO * high
    way = place.w - wide - 0.5 * finish.w - 4 * edge
    for side, share in enumerate(shares):
        car, above = livery.car_picture(names.livery(side), wide)
        middle = place.y + (side + 0.5) * lane
        y = min(place.bottom - high, max(float(place.y), middle - 0.5 * high))
        surface.blit(car, (round(place.x + 2 * edge + share * way), round(y) - above))


def _draw_finish(surface: Surface, strip: Rect) -> Rect:
    """Draw the checkered finish line at the right end of ``strip`` and return its rectangle."""
    step = max(2, round(strip.h / 7))
    place = Rect(strip.right - 2 * step, strip.y, 2 * step, strip.h)
    surface.fill(THEME.white, place)
    for row in range(-(-place.h // step)):
        square = Rect(place.x + (row % 2) * step, place.y + row * step, step, step)
        surface.fill(THEME.ink, square.clip(place))
    return place


def draw_progress(surface: Surface, lane: Rect, worn: SideLivery, share: float | None) -> None:
    """Draw a lane with a car that has driven that share of it, from left to right; None draws an empty lane."""
    draw.rounded_rect(surface, lane, 0.2 * lane.h, THEME.surface2)
    if share is None:
        return
    car, driven = _car_on(lane), lane.copy()
    driven.w = car_front_px(lane, share)
    draw.rounded_rect(surface, driven, 0.2 * lane.h, THEME.road)
    car.midright = driven.midright
    dash = max(4, round(0.3 * lane.h))
    road.dashes(surface, lane.x + dash, car.x, lane.centery - 1, (dash, max(1, lane.h // 18)), THEME.gold_l)
    livery.draw_car(surface, worn, car)


def car_front_px(lane: Rect, share: float) -> int:
    """Return the distance in pixels from the lane's left end to the front of a car that has driven ``share`` of it."""
    length = _car_on(lane).w
    return round(length + share * (lane.w - length))


def _car_on(lane: Rect) -> Rect:
    return road.car_place(round(0.8 * lane.h))
