"""The map of the tour: a road with a stone for each stage, its finished part, and the person's car."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise

import pygame
from pygame import Color, Rect, Surface

from game.features.tour.model import MAP, Region, Stage, Tour, stages
from game.features.tour.words import stage_speech
from game.people.profiles import Livery
from game.table.goals import draw_star
from game.ui.boxes.box import hit_rect
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.theme import THEME
from game.ui.layout import Box, Cell, Scale
from game.ui.layout.choice import Choice
from game.words.places import place_name

_RIM = 6
_STONE = (130, 190)
_FOOT = (50, 156)
"""The point of the stone's picture that is placed at the stone's position."""
_RING = (104, 140)
_TARGET = (84, 124)
_LEAST = 0.8
_NAME = 20
_NAME_LEAST = 12
_CAR = 56
CAR_AT = 0.6
"""How far the car has driven from the last finished stage to the next one, from 0 to 1."""
_ROAD_AHEAD = Color("#8B9397")
_STONE_AHEAD = Color("#6F6A58")


def region_color(region: Region) -> Color:
    """Return the color in which a region is shown."""
    colors = {Region.COAST: THEME.km[50], Region.HILLS: THEME.km[75], Region.ALPS: THEME.blue}
    return colors.get(region, THEME.km[200])


@dataclass(frozen=True, slots=True)
class TourMapState:
    """What the map shows: the person's progress, the selected stage, and the car, ``car`` stages after the first.

    ``unfinished`` are the ids of stages with a match that can be continued. ``arriving`` is the stage that was just
    finished: it shows ``stars`` won stars, and its flag is raised by ``flag``, from 0 to 1. ``has_names`` shows the
    names of all places, not only that of the selected stage.
    """

    tour: Tour
    chosen: Stage
    livery: Livery
    car: float
    has_names: bool
    unfinished: Collection[str] = ()
    arriving: Stage | None = None
    flag: float = 1.0
    stars: int = 0


class TourMap(Choice):
    """The map in a golden frame, as large as the space allows; its stones are the cells of one control.

    The left and right arrow keys follow the road; a press on a name selects its stage. ``map_state`` is called at each
    drawing. ``on_press`` is called when the selected stone is pressed. ``await_picture`` is called with each picture
    that the map needs, or None if it is not rendered yet, and returns it.
    """

    def __init__(
        self, scale: Scale, name: str, map_state: Callable[[], TourMapState], choose: Callable[[str], None],
        on_press: Callable[[], None], await_picture: Callable[[Surface | None], Surface | None],
    ) -> None:  # fmt: skip
        self._scale, self._state_of_map, self._await_picture = scale, map_state, await_picture
        self._names: dict[str, Rect] = {}
        now = map_state()
        cells = [
            Cell(stage.id, Box(), stage_speech(stage, now.tour, is_left=stage.id in now.unfinished))
            for stage in stages()
        ]
        super().__init__("stages", name, Box(), cells, now.chosen.id, choose, on_press=on_press, grow=1)

    def measure_width(self) -> tuple[int, int]:
        return MAP[0] // 8, MAP[0] * 4

    def measure_height(self, width: int) -> tuple[int, int]:
        high = round(width * MAP[1] / MAP[0])
        return round(_LEAST * high), high

    def place(self, rect: Rect) -> None:
        rim = 2 * self._rim
        self._k = min((rect.w - rim) / MAP[0], (rect.h - rim) / MAP[1])
        size = round(MAP[0] * self._k), round(MAP[1] * self._k)
        self.rect, self.clip = Rect((0, 0), size), None
        self.rect.midtop = rect.centerx, rect.y + self._rim
        self._names.clear()
        chosen = self._state_of_map().chosen
        for stage, cell in zip(stages(), self.cells, strict=True):
            k, (x, y) = self._stone_k(is_chosen=stage is chosen), self._point(stage.place.stone)
            wide, high = _RING if stage is chosen else _TARGET
            cell.box.rect = Rect(round(x - wide / 2 * k), round(y - 108 * k), round(wide * k), round(high * k))
        for stage in stages():
            if self._state_of_map().has_names or stage is chosen:
                self._names[stage.id] = self._name_rect(stage, is_chosen=stage is chosen)

    def handle_key(self, key: int) -> bool:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key, 0)
        at = self._at + step
        if not step or not 0 <= at < len(self.cells):
            return False
        self.choose(at)
        return True

    def _cell_at(self, pos: tuple[int, int]) -> int:
        places = [cell.box.rect for cell in self.cells]
        meant = [hit_rect(place) for place in places]
        named = [self._names.get(cell.id, Rect(0, 0, 0, 0)) for cell in self.cells]
        for where in (places, named, meant):
            there = [n for n, place in enumerate(where) if place.collidepoint(pos)]
            if there:
                return min(there, key=lambda n: pygame.Vector2(places[n].center).distance_to(pos))
        return -1

    @property
    def _rim(self) -> int:
        return self._scale.text_px(_RIM, 3)

    @property
    def _px(self) -> float:
        return max(_NAME_LEAST, _NAME * self._k) * self._scale.growth

    def _stone_k(self, *, is_chosen: bool) -> float:
        small = 0.86 if self.rect.w < 800 else 1
        return max(0.60 * self._scale.default_text_scale, 0.62 * self._k) * small * (1.28 if is_chosen else 1)

    def _point(self, place: tuple[float, float]) -> tuple[float, float]:
        return self.rect.x + place[0] * self._k, self.rect.y + place[1] * self._k

    def _name_rect(self, stage: Stage, *, is_chosen: bool) -> Rect:
        """Return the rectangle for a stage's name, near its stone, where it covers least of other names and stones."""
        n, px, k = stage.number, self._px, self._stone_k(is_chosen=is_chosen)
        (x, y), wide = self._point(stage.place.stone), text.width(place_name(stage.id), "B6", self._px) + px
        is_plain = not (self._state_of_map().tour.is_open(stage) or is_chosen)
        aside, up = (56 if is_chosen else 48) * k + wide / 2, y - (66 if is_chosen else 30) * k
        above = x, y - (108 if is_chosen else 104) * k - 0.9 * px
        below = x, y + (38 if is_chosen else 6 if is_plain else 26) * k + 0.9 * px
        own = {"below": below, "above": above, "left": (x - aside, up), "right": (x + aside, up)}[stage.place.name]
        inside = self.rect.inflate(-round(px / 2), -round(px / 2))
        rects = []
        moved = wide / 2 - 40 * k
        corners = ((x + side * moved, middle) for _x, middle in (below, above) for side in (-1, 1))
        for middle in (own, below, above, (x + aside, up), (x - aside, up), *corners):
            rect = Rect(0, 0, round(wide), round(1.56 * px))
            rect.center = round(middle[0]), round(middle[1])
            rects.append(rect.clamp(inside))
        others = [*self._names.values(), *(cell.box.rect for at, cell in enumerate(self.cells, 1) if at != n)]
        return min(rects, key=lambda rect: _covered_area(rect, others))

    # -- picture ------------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        shown, rim = self._state_of_map(), self._rim
        frame = self.rect.inflate(2 * rim, 2 * rim)
        draw.panel(surface, frame, 3 * rim, THEME.surface, rim=THEME.gold, rim_width=rim, shadow_px=1.6 * rim)
        driven = next((n for n, stage in enumerate(stages()) if not shown.tour.is_finished(stage)), len(stages()))
        picture = self._await_picture(preload_map(self.rect.size, max(0, driven - 1)))
        are_drawn = [
            self._await_picture(art.preloaded_picture(*wanted)) is not None for wanted in self._pictures(shown)
        ]
        if picture is None or not all(are_drawn):
            return
        surface.blit(picture, self.rect)
        self._paint_car(surface, shown)
        order = sorted(stages(), key=lambda stage: (stage is shown.chosen, stage.place.stone[1]))
        for stage in order:
            self._paint_stone(surface, stage, shown)
        for stage in order:
            if stage.id in self._names:
                self._paint_name(surface, stage, shown)

    def _pictures(self, shown: TourMapState) -> Iterator[tuple[str, int, int]]:
        """Yield name and size of the pictures of all stones; the map is drawn only once all of them are rendered."""
        for stage in stages():
            size = self._stone_size(stage, shown)
            yield f"tour/stone_{self._state(stage, shown)}", *size
            if shown.tour.is_finished(stage):
                yield f"tour/stone_{stage.region}_done", *size

    def _stone_size(self, stage: Stage, shown: TourMapState) -> tuple[int, int]:
        k = self._stone_k(is_chosen=stage is shown.chosen)
        return round(_STONE[0] * k), round(_STONE[1] * k)

    @staticmethod
    def _state(stage: Stage, shown: TourMapState) -> str:
        return f"{stage.region}_open" if shown.tour.is_open(stage) else "ahead"

    def _paint_car(self, surface: Surface, shown: TourMapState) -> None:
        x, y = self._point(road_point(shown.car))
        wide = max(30, round(_CAR * self._k))
        picture, _above = livery.car_picture(shown.livery, wide)
        surface.blit(picture, (round(x - wide / 2), round(y + 8 * self._k) - picture.get_height()))

    def _paint_stone(self, surface: Surface, stage: Stage, shown: TourMapState) -> None:
        is_chosen = stage is shown.chosen
        k, (x, y) = self._stone_k(is_chosen=is_chosen), self._point(stage.place.stone)
        is_driven, is_open = shown.tour.is_finished(stage), shown.tour.is_open(stage)
        if is_chosen:
            ring = self.cells[stage.number - 1].box.rect
            draw.rounded_rect(surface, ring, 0.2 * ring.w, THEME.raised, THEME.navy, max(2, 4 * k))
        flag = shown.flag if stage is shown.arriving else 1.0
        size = self._stone_size(stage, shown)
        left, top = round(x - _FOOT[0] * k), round(y - _FOOT[1] * k)
        surface.blit(art.picture(f"tour/stone_{self._state(stage, shown)}", *size), (left, top))
        if is_driven and flag > 0:
            above = round(size[1] * (1 - min(1.0, flag)))
            done = art.picture(f"tour/stone_{stage.region}_done", *size)
            surface.blit(done, (left, top + above), (0, above, *size))
        number_ink = THEME.ink if is_open else _STONE_AHEAD
        text.draw(surface, str(stage.number), x - 8 * k, y - 26 * k, "O9", 42 * k, number_ink, anchor="c")
        if is_open:
            won = shown.stars if stage is shown.arriving else len(shown.tour.goals_reached(stage))
            draw.rounded_rect(surface, (x - 42 * k, y - 6 * k, 84 * k, 30 * k), 15 * k, THEME.navy)
            for n in range(len(stage.goals)):
                draw_star(surface, (x + (n - 1) * 25 * k, y + 9 * k), 24 * k, is_won=n < won)
        if stage.id in shown.unfinished:
            draw.resume_disc(surface, x - 40 * k, y - 66 * k, 17 * k)

    def _paint_name(self, surface: Surface, stage: Stage, shown: TourMapState) -> None:
        rect, is_chosen = self._names[stage.id], stage is shown.chosen
        is_dark = is_chosen or stage.region is Region.NIGHT
        draw.rounded_rect(surface, rect, 0.5 * self._px, THEME.navy if is_dark else THEME.paper)
        ink = THEME.white if is_dark else THEME.ink
        text.draw(surface, place_name(stage.id), rect.centerx, rect.centery, "B6", self._px, ink, anchor="c")


def _covered_area(rect: Rect, others: Iterable[Rect]) -> int:
    """Return how many square pixels of ``others`` are covered by ``rect``."""
    return sum(part.w * part.h for part in map(rect.clip, others))


_Point = tuple[float, float]


def _road_parts() -> list[tuple[_Point, _Point, _Point, _Point]]:
    """Return the parts of the road: a stone, two control points of a Bézier curve, the next stone."""
    places = [stage.place for stage in stages()]
    return [(one.stone, *one.bend, two.stone) for one, two in pairwise(places) if one.bend is not None]


def road_point(at: float) -> tuple[float, float]:
    """Return a point of the road, in units of ``MAP``: 0 for ``at`` is the first stone, 1 the second, and so on."""
    parts = _road_parts()
    n = min(int(at), len(parts) - 1)
    start, a, b, end = parts[n]
    p, q = at - n, 1 - (at - n)
    x, y = (q**3 * start[i] + 3 * q * q * p * a[i] + 3 * q * p * p * b[i] + p**3 * end[i] for i in (0, 1))
    return x, y


def preload_map(size: tuple[int, int], driven: int) -> Surface | None:
    """Return the picture of the map, or None while it is being rendered.

    The first ``driven`` parts of the road, each from one stone to the next, are shown as driven.
    """
    return art.preloaded_svg(_map_svg(size, driven, THEME.is_plain, THEME.dusk[1]), *size)


@lru_cache(4)
def _map_svg(size: tuple[int, int], driven: int, is_plain: bool, dusk: float) -> str:
    """Return the SVG of landscape and road, darkened by ``dusk``, from 0 to 1; with ``is_plain`` of the road only."""
    roads = ["M{} {}C{} {} {} {} {} {}".format(*chain.from_iterable(part)) for part in _road_parts()]
    parts = [art.fragment("tour/map")]
    if is_plain:
        white = THEME.raised
        parts = [svg.rect((0, 0, *MAP), 0, white)] + [svg.path(d, None, stroke=THEME.road, width=25) for d in roads]
    parts += [
        svg.path(d, None, stroke=THEME.gold if n < driven else _ROAD_AHEAD, width=6 if n < driven else 3)
        for n, d in enumerate(roads)
    ]
    if dusk:
        parts.append(svg.rect((0, 0, *MAP), 0, THEME.dusk[0], opacity=dusk))
    return svg.group(f"scale({size[0] / MAP[0]:.5f} {size[1] / MAP[1]:.5f})", *parts)
