"""The controls of the profiles' screen: who there is, and choices made by pictures."""

# ruff: noqa: PLR0913 - a control is described by many things

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pygame import Rect, Surface

from game.session.profiles import Livery, Profile, Trim
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Option, Segmented
from game.ui.widgets.areas import Row, RowList
from game.ui.widgets.scroll import Scroll
from game.words.profiles import profile_name

_TICK: Final = 0.34  # of a plate: the sign that it is chosen


class ProfileList(RowList):
    """The profiles with their plates and what they have done; the one chosen plays."""

    row_h = 116

    def __init__(
        self,
        name: str,
        rect: Rect,
        profiles: Sequence[Profile],
        done: Sequence[str],
        playing: str,
        *,
        scroll: Scroll,
        t: float,
        on_choose: Callable[[str], None],
        on_press: Callable[[], None],
    ) -> None:
        """``done`` says of each what it has done, empty for nobody knows."""
        rows = [Row(p.id, profile_name(p), words, "") for p, words in zip(profiles, done, strict=True)]
        super().__init__(
            "profiles", name, rect, rows, playing, scroll=scroll, t=t, on_choose=on_choose, on_press=on_press
        )
        self._profiles = profiles

    @classmethod
    def step(cls, t: float) -> float:
        """How high a row wants to be."""
        return max(66, cls.row_h * t)

    def _draw_row(self, surface: Surface, index: int, columns: tuple[int, int] | None) -> None:  # noqa: ARG002
        row, place, profile = self.rows[index], self.row(index), self._profiles[index]
        is_chosen, t = row.id == self.chosen, self.t
        fill = THEME.mark if is_chosen or index == self._pointed else THEME.row
        rim = THEME.gold_d if is_chosen else None
        draw.rounded(surface, place, 0.16 * place.h, fill, rim, max(2, round(2.5 * t)))
        r = 0.36 * place.h
        livery.draw_plate(surface, profile.livery, place.x + 0.5 * place.h, place.centery, r)
        left, right = place.x + round(0.95 * place.h), place.right - round(10 * t)
        px, small, size = max(text.MIN_NAME_PX, 27 * t), max(text.MIN_TEXT_PX, 19 * t), max(16, 28 * t)
        if is_chosen and text.width(row.name, "O7", px) <= right - left - 1.2 * size:
            art.blit_icon(surface, "check", (right - size / 2, place.centery), size, THEME.good)
            right -= round(1.2 * size)
        elif is_chosen:  # there is no room for it beside the name
            _draw_tick(surface, place.x + 0.5 * place.h + 0.7 * r, place.centery + 0.7 * r, 0.5 * size)
        y = place.y + 0.36 * place.h if row.about else place.centery
        text.draw(surface, row.name, left, y, "O7", px, THEME.text, max_width=right - left, min_px=text.MIN_CAPTION_PX)
        text.draw(surface, row.about, left, place.y + 0.7 * place.h, "B5", small, THEME.text2, max_width=right - left)


class PictureChoice(Segmented):
    """One of a few liveries, which are drawn."""

    def __init__(
        self,
        id: str,
        name: str,
        rect: Rect,
        options: Sequence[Option],
        chosen: str,
        liveries: Sequence[Livery],
        *,
        on_change: Callable[[str], None],
    ) -> None:
        super().__init__(id, name, rect, options, chosen, on_change=on_change)
        self.liveries = liveries


class LiveryChoice(PictureChoice):
    """One of six plates: of symbols in one colour, or of colours."""

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the plates, and round the chosen one a gold ring with a tick."""
        for i, worn in enumerate(self.liveries):
            part = self.part(i)
            d = min(part.h - round(14 * t), part.w)
            x, y = part.center
            if i in (self._index, self._pointed):
                r = 0.5 * d + 5 * t
                rim = THEME.gold_d if i == self._index else None
                draw.rounded(surface, (x - r, y - r, 2 * r, 2 * r), r, THEME.mark, rim, max(2, 3.5 * t))
            self.draw_option(surface, worn, x, y, 0.44 * d)
            if i == self._index:
                _draw_tick(surface, x + 0.36 * d, y + 0.36 * d, max(9.0, 0.5 * _TICK * d))
        if self.has_ring:
            part = self.part(self._index)
            d = min(part.h, part.w)
            ring = Rect(0, 0, d, d)
            ring.center = part.center
            draw.focus_ring(surface, ring, 0.5 * d, max(0.7, t))

    def draw_option(self, surface: Surface, worn: Livery, x: float, y: float, r: float) -> None:
        """Draw one of what can be chosen, its middle at (x, y)."""
        livery.draw_plate(surface, worn, x, y, r)


class PaintChoice(LiveryChoice):
    """One of six colours, without a symbol."""

    def draw_option(self, surface: Surface, worn: Livery, x: float, y: float, r: float) -> None:
        """Draw a colour as a plate is drawn."""
        for radius, color in ((r, THEME.ink), (0.93 * r, THEME.paper), (0.82 * r, livery.color(worn))):
            draw.rounded(surface, (x - radius, y - radius, 2 * radius, 2 * radius), radius, color)


class CarChoice(PictureChoice):
    """One of four cars, each with its name."""

    def draw(self, surface: Surface, t: float) -> None:
        """Draw the cars on their fields, the chosen one's marked."""
        inset, radius = max(3, round(7 * t)), 12 * t
        for i, (worn, (_key, name)) in enumerate(zip(self.liveries, self.options, strict=True)):
            field = self.part(i).inflate(-2 * inset, -round(4 * t))
            is_chosen = i == self._index
            fill = THEME.mark if is_chosen or i == self._pointed else THEME.row
            draw.rounded(surface, field, radius, fill, THEME.gold_d if is_chosen else None, max(2, 3 * t))
            self._draw_car(surface, field, worn, name, t)
            if is_chosen:
                r = max(9.0, 14 * t)
                _draw_tick(surface, field.right - 1.5 * r, field.y + 1.5 * r, r)
        if self.has_ring:
            field = self.part(self._index).inflate(-2 * inset, -round(4 * t))
            draw.focus_ring(surface, field, radius, max(0.7, t))

    @staticmethod
    def _draw_car(surface: Surface, field: Rect, worn: Livery, name: str, t: float) -> None:
        px = max(text.MIN_TEXT_PX, 18 * t)
        text.draw(surface, name, field.centerx, field.bottom - 0.85 * px, "B6", px, anchor="c", max_width=field.w - 8)
        room = field.h - 1.6 * px - 6 * t
        wide = min(0.62 * field.w, room * livery.CAR_SIZE[0] / (livery.CAR_SIZE[1] + livery.CAR_RISE))
        place = Rect(0, 0, round(wide), round(wide * livery.CAR_SIZE[1] / livery.CAR_SIZE[0]))
        place.midbottom = field.centerx, round(field.bottom - 1.6 * px)
        livery.draw_car(surface, worn, place)


def _draw_tick(surface: Surface, x: float, y: float, r: float) -> None:
    draw.rounded(surface, (x - r, y - r, 2 * r, 2 * r), r, THEME.rolling)
    art.blit_icon(surface, "check", (x, y), 1.3 * r, THEME.white)


def with_trims(worn: Livery) -> list[Livery]:
    """The four cars in one symbol and colour."""
    return [Livery(worn.symbol, worn.paint, trim) for trim in Trim]
