"""The points rushing up: the number with two fainter ones after it, and each leg's gain passing as a gold plate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pygame import Surface

from game.i18n import number
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.timeline import out

_TRAIL: Final = ((0.11, 0.34, 0.92), (0.055, 0.55, 0.5))
"""The fainter figures, the faintest first: how far behind, how opaque, and how far below in their own size."""
_GAIN_LASTS: Final = 0.4  # of the whole rush that a plate is seen
_RISES: Final = 1.7  # of its height


class Rush:
    """The number ``total`` that is reached, at (x, y), ``px`` high; ``gains`` pass while it rises."""

    def __init__(self, total: int, gains: Sequence[int], place: tuple[float, float], px: float, room: float) -> None:
        self._total = total
        self._gains = [gain for gain in gains if gain > 0]
        self._x, self._y = place
        widest = _width(number(total), px)
        self._px = px if widest <= room else px * room / widest

    def _begins(self, n: int) -> float:
        return (1 - _GAIN_LASTS) * n / max(1, len(self._gains))

    def paint(self, surface: Surface, p: float) -> None:
        """Draw what is seen at that progress."""
        for behind, opacity, below in _TRAIL:
            late = round(self._total * out(max(0.0, p - behind)))
            if late != self._total:
                self._paint_number(surface, late, self._y + below * self._px, opacity)
        self._paint_number(surface, round(self._total * out(p)), self._y, 1.0)
        for n, gain in enumerate(self._gains):
            age = (p - self._begins(n)) / _GAIN_LASTS
            if 0 < age < 1:
                self._paint_gain(surface, gain, age)

    def _paint_number(self, surface: Surface, value: int, y: float, opacity: float) -> None:
        """Figure by figure, each from the cache: a number is seen for one frame only."""
        x = self._x
        for letter in number(value):
            picture = _figure(letter, self._px, opacity)
            across = _advance(letter, self._px)
            left = x + (across - text.width(letter, "O9", self._px)) / 2
            surface.blit(picture, (round(left), round(y - picture.get_height() / 2)))
            x += across

    def _paint_gain(self, surface: Surface, gain: int, age: float) -> None:
        picture = _gain_plate(gain, 0.36 * self._px)
        picture.set_alpha(round(255 * min(1.0, 6 * age, 3 * (1 - age))))
        wide = _width(number(self._total), self._px)
        x = self._x + wide - 0.5 * picture.get_width()
        y = self._y - 0.75 * self._px - _RISES * picture.get_height() * age
        surface.blit(picture, (round(x), round(y - picture.get_height() / 2)))


def _width(said: str, px: float) -> float:
    return sum(_advance(letter, px) for letter in said)


def _advance(letter: str, px: float) -> float:
    return text.width("0" if letter.isdigit() else letter, "O9", px)


def _figure(letter: str, px: float, opacity: float) -> Surface:
    """One figure with its hard shadow, or a fainter one without."""

    def drawn() -> Surface:
        front = text.render(letter, "O9", px, THEME.paper)
        if opacity < 1:
            faint = front.copy()
            faint.set_alpha(round(255 * opacity))
            return faint
        return lettered(letter, px)

    return art.kept(("rush", letter, round(px), opacity), drawn)


def lettered(said: str, px: float) -> Surface:
    """Large letters of paper with a hard shadow, as on a poster."""
    front = text.render(said, "O9", px, THEME.paper)
    behind = text.render(said, "O9", px, THEME.lettering_shadow)
    offset = max(2, round(0.055 * px))
    picture = Surface((front.get_width() + offset, front.get_height() + offset)).convert_alpha()
    picture.fill((*THEME.lettering_shadow[:3], 0))
    picture.blit(behind, (offset, offset))
    picture.blit(front, (0, 0))
    return picture


def _gain_plate(gain: int, px: float) -> Surface:
    said = f"+{number(gain)}"

    def drawn() -> Surface:
        wide, high = text.width(said, "O8", px) + 1.4 * px, 1.9 * px
        picture = Surface((round(wide) + 8, round(high) + 8)).convert_alpha()
        picture.fill((0, 0, 0, 0))
        box = (0, 0, round(wide), round(high))
        draw.enamel(picture, box, 0.3 * high, THEME.gold, line=THEME.gold_l, k=max(0.6, px / 36), shadow_px=3)
        text.draw(picture, said, wide / 2, high / 2, "O8", px, THEME.ink, anchor="c")
        return picture

    return art.kept(("gain", said, round(px)), drawn)
