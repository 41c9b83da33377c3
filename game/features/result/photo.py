"""The photo finish: the last stretch of road with a crowd behind it, and the cars in their lanes at the last card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pygame import Rect, Surface

from game.features.result.celebration import Crowd
from game.i18n import _, number
from game.i18n.punctuation import join_with_commas, label_with_text
from game.table.painting import road_strip
from game.ui.drawing import art, draw, livery, road, svg, text
from game.ui.drawing.looks import LOOKS
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Role, Scale
from game.words.names import Names
from game.words.places import place_name

_SKY = 0.44  # of the height, above the road
_LAYERS = ("sky", "far", "mid")
_SCENERY = (300.0, 1620.0, 668.0)  # left edge and width of the visible part, and the height where the road begins
_GOAL_X = 0.82  # of the width: the finish, or the leader's nose if nobody reached it
_LEAST_KM, _MOST_KM = 150, 400
_CAR, _WIDEST = 2.7, 0.2  # a car's length: times its lane's height, at most a part of the width
_WHEELS = 172 / 184  # of a car picture's height: the ground under the wheels
_PAST = 44  # how far the winner's nose is past the line, px at text scale 1
_CROWD = 0.5  # of the crowd's size in the celebration
_HIGH = 520  # px; in a higher picture everything grows with the height
_FEW = 4  # up to this many lanes have room for larger names
_STONE = 54  # px at text scale 1
_CHIP = 1.5  # height of the label with a name, times the text size


@dataclass(frozen=True, slots=True)
class PhotoFinish:
    """The data of the photo finish.

    ``finishing_order`` has the sides in finishing order, ``km`` the distance of each side by its number, and ``target``
    the leg's full distance. ``side_at_goal`` is the side that reached it, or None. ``stage`` is the id of a stage of
    the tour, whose place a sign names.
    """

    finishing_order: tuple[int, ...]
    km: tuple[int, ...]
    target: int
    side_at_goal: int | None
    names: Names
    stage: str | None = None

    @property
    def role(self) -> Role:
        return ROLES.label if len(self.finishing_order) <= _FEW else ROLES.small

    @property
    def front_km(self) -> int:
        """The distance of the leader in km; the gaps of the other sides are measured from it."""
        return self.target if self.side_at_goal is not None else max(self.km)

    def behind_km(self, side: int) -> int:
        return self.front_km - self.km[side]

    def label(self, side: int) -> str:
        name, behind = self.names.side(side), self.behind_km(side)
        return " ".join((name, _("{km} km", km=number(-behind)))) if behind else name

    def description(self) -> str:
        """Return the photo's description for screen readers."""
        km = (
            label_with_text(self.names.side(side), _("{km} km", km=number(self.km[side])))
            for side in self.finishing_order
        )
        place = [place_name(self.stage)] if self.stage is not None else []
        return join_with_commas([*place, *([] if self.side_at_goal is not None else [_("Pile empty")]), *km])

    def least_height(self, scale: Scale) -> int:
        """Return the smallest height of the photo, in px, at which the names fit into their lanes."""
        return round(len(self.finishing_order) * (_CHIP + 0.1) * scale.px(self.role) / (1 - _SKY))


class PhotoRenderer:
    """Draws the photo finish ``shot`` in a size in px, step by step so that no frame takes long."""

    def __init__(self, shot: PhotoFinish, scale: Scale, size: tuple[int, int]) -> None:
        self._shot, (self.w, self.h) = shot, size
        self._t = max(scale.default_text_scale, self.h / _HIGH)
        self._px = scale.px(shot.role) * self._t / scale.default_text_scale
        self._road_y = round(_SKY * self.h)
        self._lane = (self.h - self._road_y) / len(shot.finishing_order)
        self._car_w = round(min(_CAR * self._lane, _WIDEST * self.w))
        self._goal = _GOAL_X * self.w
        self._square = min(0.25 * self._lane, 26 * self._t)  # of the chequers
        self._far_km = min(_MOST_KM, max(_LEAST_KM, *map(shot.behind_km, shot.finishing_order)))
        everywhere, nowhere = 2.0 * self.w, Rect(0, 0, 0, 0)
        self._crowd = Crowd((self.w, self._road_y), _CROWD * self._t, everywhere, nowhere)

    def preload(self) -> bool:
        """Start to draw the slowest parts in a thread; return whether they are ready."""
        self._crowd.preload()
        return THEME.is_plain or art.preloaded_svg(self._scenery, self.w, self._road_y) is not None

    def steps(self) -> Iterator[Surface]:
        """Draw the photo in steps: yield the same picture after each one; the last one completes it."""
        picture = Surface((self.w, self.h))
        picture.fill(THEME.navy)
        if not THEME.is_plain:
            picture.blit(art.svg(self._scenery, self.w, self._road_y), (0, 0))
        yield picture
        sky = picture.subsurface((0, 0, self.w, self._road_y))
        sky.blit(self._crowd.picture(), (0, self._crowd.top))
        self._crowd.paint_cheering(sky, 0)
        yield picture
        self._paint_road(picture)
        yield picture
        for lane, side in enumerate(self._shot.finishing_order):
            self._paint_car(picture, lane, side)
            yield picture
        for lane, side in enumerate(self._shot.finishing_order):
            self._paint_label(picture, lane, side)
        yield picture

    def complete_picture(self) -> Surface:
        *_parts, picture = self.steps()
        return picture

    # -- places -------------------------------------------------------------------------------------------------------

    def _x(self, behind_km: float) -> float:
        """Return the x of the nose of a car that is ``behind_km`` behind; far cars stop at the left edge."""
        way = self._goal - self._car_w - 16 * self._t
        return self._goal - min(behind_km, self._far_km) / self._far_km * way

    def _nose(self, side: int) -> float:
        past = _PAST * self._t if side == self._shot.side_at_goal else 0
        return self._x(self._shot.behind_km(side)) + past

    def _ground(self, lane: int) -> float:
        """Return the y of the ground below the wheels of the car in a lane."""
        return self._road_y + (lane + 0.9) * self._lane

    # -- parts --------------------------------------------------------------------------------------------------------

    @cached_property
    def _scenery(self) -> str:
        left, wide, foot = _SCENERY
        scale = self.w / wide
        moved = f"translate({-left * scale:.2f} {self._road_y - foot * scale:.2f}) scale({scale:.4f})"
        layers = (art.fragment(f"scenery/{LOOKS.seen_scenery}_{layer}") for layer in _LAYERS)
        return svg.group(moved, *layers)

    def _paint_road(self, picture: Surface) -> None:
        high, t, shot = self.h - self._road_y, self._t, self._shot
        edge, thick = max(2, 4 * t), max(1.2, 2.2 * t)
        parts = [svg.rect((0, 0, self.w, high), 0, THEME.road), svg.rect((0, 0, self.w, edge), 0, THEME.paper)]
        dashes = "".join(
            f"M{x:.1f} {lane * self._lane - thick / 2:.1f}h{26 * t:.1f}v{thick:.1f}h{-26 * t:.1f}z"
            for lane in range(1, len(shot.finishing_order))
            for x in (48 * t * n for n in range(round(self.w / (48 * t)) + 1))
        )
        parts.append(svg.path(dashes, THEME.line) if dashes else "")
        if shot.side_at_goal is not None:
            parts.append(self._chequers(high))
        picture.blit(art.svg("".join(parts), self.w, high), (0, self._road_y))
        self._paint_stones(picture)
        self._paint_sign(picture)
        if shot.stage is not None:
            self._paint_place(picture, place_name(shot.stage))

    def _chequers(self, high: float) -> str:
        square = self._square
        white = svg.rect((self._goal, 0, 2 * square, high), 0, THEME.white)
        black = (
            svg.rect((self._goal + (row % 2) * square, row * square, square, square), 0, THEME.ink)
            for row in range(round(high / square))
        )
        return white + "".join(black)

    def _paint_stones(self, picture: Surface) -> None:
        """Draw a milestone at every 100 km of the visible road."""
        front, size = self._shot.front_km, _STONE * self._t
        px = max(11.0, 0.34 * size)
        for km in range(front // 100 * 100, 0, -100):
            x, behind = self._x(front - km), front - km
            if behind > self._far_km or x < size or abs(x - self._goal) < size:
                continue
            wide = max(0.72 * size, text.width(str(km), "O8", px) + 0.1 * size)
            shape = svg.group(f"scale({wide / 72:.4f} {size / 100:.4f})", road_strip.stone(is_goal=False))
            stone = art.svg(shape, wide, 0.94 * size)
            picture.blit(stone, (round(x - wide / 2), round(self._road_y - 0.94 * size)))
            text.draw(picture, str(km), x, self._road_y - 0.27 * size, "O8", px, THEME.ink, anchor="c")

    def _paint_sign(self, picture: Surface) -> None:
        """Draw the road sign at the finish: the leg's distance, or “Pile empty” if no side reached it."""
        t, sky = self._t, self._road_y
        is_goal = self._shot.side_at_goal is not None
        said, px = (str(self._shot.target), max(15, 27 * t)) if is_goal else (_("Pile empty"), max(13, 24 * t))
        wide, high = max(150 * t, text.width(said, "O9", px) + 1.6 * px), 1.7 * px
        x, y = min(self._goal, self.w - wide / 2 - 8 * t), 0.1 * sky
        post = svg.rect((0, 0, 9 * t, sky - y), 2, THEME.post[1]) + svg.rect((0, 0, 4 * t, sky - y), 2, THEME.post[0])
        picture.blit(art.svg(post, 9 * t, sky - y), (round(x - 4.5 * t), round(y)))
        place, line = (x - wide / 2, y, wide, high), max(1.5, 2 * t)
        fill = THEME.red if is_goal else THEME.navy
        draw.road_sign(picture, place, 0.18 * high, fill, line=THEME.paper, line_scale=max(0.6, t), shadow_px=line)
        text.draw(picture, said, x, y + high / 2, "O9", px, THEME.white, anchor="c")

    def _paint_place(self, picture: Surface, place: str) -> None:
        """Draw the paper sign with the name of a stage's place."""
        t, px = self._t, max(13, 22 * self._t)
        high, margin = round(1.8 * px), round(0.07 * self._road_y)
        sign = Rect(margin, margin, round(text.width(place, "O8", px) + 1.6 * px), high)
        draw.road_sign(
            picture, sign, 0.25 * high, THEME.paper2, line=THEME.ink, line_scale=max(0.6, t), shadow_px=max(1.5, 2 * t)
        )
        text.draw(picture, place, sign.centerx, sign.centery, "O8", px, THEME.ink, anchor="c")

    def _paint_car(self, picture: Surface, lane: int, side: int) -> None:
        worn, ground = self._shot.names.livery(side), self._ground(lane)
        wide = self._car_w * livery.lane_scale(worn)
        car, above = livery.car_picture(worn, wide)
        high, left = wide / road.CAR_RATIO, self._nose(side) - wide * livery.nose_x(worn) / livery.CAR_SIZE[0]
        half = 0.04 * wide
        shade = svg.ellipse(wide / 2, half, (0.46 * wide, half), THEME.ink, opacity=0.35)
        picture.blit(art.svg(shade, wide, 2 * half), (round(left), round(ground - 0.75 * half)))
        picture.blit(car, (round(left), round(ground - _WHEELS * high) - above))

    def _paint_label(self, picture: Surface, lane: int, side: int) -> None:
        """Draw a side's name and gap in front of its car, or if they do not fit there, behind it or past the finish."""
        t, px, said = self._t, self._px, self._shot.label(side)
        wide, high = round(text.width(said, "B6", px) + px), round(_CHIP * px)
        nose, gap, finish = self._nose(side), 14 * t, self._goal + 2 * self._square
        is_first = side == self._shot.side_at_goal
        left, behind = nose + gap, nose - self._car_w - gap - wide
        if is_first or left + wide > (self.w - 4 if self._shot.side_at_goal is None else self._goal - gap):
            left = behind if is_first or behind >= 4 else max(left, finish + gap)
        left = max(4.0, min(left, self.w - 4 - wide))
        y = self._ground(lane) - 0.42 * self._lane
        place = Rect(round(left), round(y - high / 2), wide, high)
        draw.rounded_rect(picture, place, 0.3 * high, THEME.gold if is_first else THEME.paper)
        text.draw(picture, said, place.centerx, place.centery, "B6", px, THEME.ink, anchor="c", max_width=wide)
