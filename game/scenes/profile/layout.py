"""Where everything of the profiles' screen stands."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pygame import Rect

from game.scenes.dialogs import screen_plate
from game.ui.scene import is_tall, text_factor, unit

_LEFT, _RIGHT = 0.255, 0.717  # of the inner width
_LICENCE, _SMALL_LICENCE, _TALL_LICENCE = 0.455, 0.41, 0.38  # of the column's height: in a small window there is little
_SMALL_BELOW: Final = 0.7  # the u of a small window
_LIST: Final = 0.3  # of the inner height in a tall window, where the list is above
_LABEL: Final = 0.125  # of the right column: the words before the choices
_CAR_ROW: Final = 1.15  # as high as the rows of symbols and colours


@dataclass(frozen=True, slots=True)
class ProfilePlaces:
    """The places in a window; ``rows`` are those of symbols, colours and cars, the first of each their label's."""

    plate: Rect
    head: Rect
    heading: Rect
    list: Rect
    new: Rect
    delete: Rect
    licence: Rect
    rows: tuple[tuple[Rect, Rect], ...]
    note: Rect
    done: Rect


def profile_places(size: tuple[int, int], done_w: int, delete_w: int, row_px: float, rows: int) -> ProfilePlaces:
    """The places for buttons at least so wide, and a list of so many rows of that height."""
    u = unit(size)
    t = text_factor(u)
    plate, head = screen_plate(size)
    pad, gap = max(16, round(50 * u)), round(max(8, 16 * t))
    inner = Rect(plate.x + pad, head.bottom + max(10, round(26 * u)), plate.w - 2 * pad, 0)
    inner.h = plate.bottom - max(12, round(34 * u)) - inner.y
    button = max(40, round(58 * t))
    if is_tall(size):
        left = Rect(inner.x, inner.y, inner.w, round(_LIST * inner.h))
        right = Rect(inner.x, left.bottom, inner.w, inner.bottom - left.bottom)
    else:
        left = Rect(inner.x, inner.y, round(_LEFT * inner.w), inner.h)
        right = Rect(inner.right - round(_RIGHT * inner.w), inner.y, round(_RIGHT * inner.w), inner.h)
    heading = Rect(left.x, left.y, left.w, round(40 * t))
    listed, new, delete = _list(left, heading, (rows, row_px), (button, gap, delete_w), beside=is_tall(size))
    return ProfilePlaces(plate, head, heading, listed, new, delete, *_right(right, (u, t), gap, done_w))


def _list(
    left: Rect, heading: Rect, rows: tuple[int, float], buttons: tuple[int, int, int], *, beside: bool
) -> tuple[Rect, Rect, Rect]:
    """The list with as many whole rows as there is room for, New and Delete: below it, or in a low block beside."""
    (count, row_px), (high, gap, delete_w) = rows, buttons
    room = left.bottom - heading.bottom - (0 if beside else 2 * (high + gap))
    listed = Rect(left.x, heading.bottom, left.w, round(max(1, min(count, int(room / row_px))) * row_px))
    delete = Rect(left.x, left.bottom - high, min(delete_w, left.w), high)
    new = Rect(left.x, listed.bottom + gap // 2, left.w, high)
    if beside:
        new.w = delete.w = max(delete_w, round(0.36 * left.w))
        listed.w = left.w - new.w - 2 * gap
        new.topright, delete.topright = (left.right, listed.y), (left.right, listed.y + high + gap)
    return listed, new, delete


def _right(
    right: Rect, scale: tuple[float, float], gap: int, done_w: int
) -> tuple[Rect, tuple[tuple[Rect, Rect], ...], Rect, Rect]:
    u, t = scale
    share = _TALL_LICENCE if right.h > right.w else _SMALL_LICENCE if u < _SMALL_BELOW else _LICENCE
    licence = Rect(right.x, right.y, right.w, round(share * right.h))
    high = max(44, round(76 * t))
    done = Rect(right.right - done_w, right.bottom - high, done_w, high)
    note = Rect(right.x, done.y, right.w - done_w - 2 * gap, high)
    top, room = licence.bottom + gap, done.y - licence.bottom - 2 * gap
    one, label = room / (2 + _CAR_ROW), round(max(_LABEL * right.w, 84 * t))
    edges = [round(top + one * n) for n in (0.0, 1.0, 2.0, 2 + _CAR_ROW)]
    rows = tuple(
        (Rect(right.x, y, label, below - y), Rect(right.x + label, y, right.w - label, below - y))
        for y, below in pairwise(edges)
    )
    return licence, rows, note, done


@dataclass(frozen=True, slots=True)
class LicencePlaces:
    """Where things stand on a licence: words left, the car in its landscape right."""

    title: Rect
    symbol: Rect
    label: Rect
    name: Rect
    below: Rect
    figures: Rect
    scene: Rect


def licence_places(place: Rect, t: float) -> LicencePlaces:
    """The places on a licence, by its size."""
    pad, h = round(max(8, 0.06 * place.h)), place.h
    scene = Rect(place.centerx, place.y + pad // 2 + 2, place.w // 2 - pad // 2 - 2, h - pad - 4)
    left, right = place.x + pad, scene.x - pad
    title = Rect(left, place.y + pad // 2 + 2, right - left, round(0.15 * h))
    d = round(min(0.42 * h, 0.3 * (right - left)))
    symbol = Rect(left, title.bottom + round(0.05 * h), d, d)
    x = symbol.right + round(16 * t)
    label = Rect(x, symbol.y - round(0.03 * h), right - x, round(0.11 * h))
    name = Rect(x, label.bottom + 2, right - x, max(32, round(0.19 * h)))
    below = Rect(x, name.bottom + round(0.04 * h), right - x, round(0.11 * h))
    figures = Rect(left, round(place.y + 0.75 * h), right - left, round(0.2 * h))
    return LicencePlaces(title, symbol, label, name, below, figures, scene)
