"""The curve of every side's chance of winning after each turn, with pins at the costliest decisions."""

# ruff: noqa: PLR0913 - a control is described by many things

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import pygame
from pygame import Rect, Surface

from game.features.replay.model.findings import Pin, PinState, SideChances
from game.features.replay.timeline import DIM, HIDING, TurnAxis, TurnTimeline
from game.i18n import _, number, percent
from game.i18n.punctuation import join_with_commas, label_with_text
from game.ui import layout as ui
from game.ui.accessibility_tree import DataTable, Node, accessible_text, node_rect
from game.ui.drawing import art, draw, livery, svg, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget
from game.words.names import Names

_OWN, _OTHER = 5.0, 3.5  # u: the thickness of lines
_LINES = (0.0, 0.5, 1.0)
_PIN, _LEAST_PIN_PX = 17.0, 9.0  # the radius, at text scale 1
_PIN_LOOKS = {PinState.OPEN: ("gold", "ink"), PinState.FOUND: ("rolling", "white"), PinState.SHOWN: ("navy", "white")}


def percent_words(chance: float) -> str:
    """Return a chance from 0 to 1 in whole per cent."""
    return percent(round(100 * chance))


def axis_left(rect: Rect, t: float) -> int:
    """Return the x where the columns of turns begin: at the left is space for "100 %"."""
    return rect.x + round(text.width(percent_words(1.0), "B5", _figures_px(t)) + 14 * t)


def _figures_px(t: float) -> float:
    return max(text.MIN_CAPTION_PX, 16 * t)


class ChancesCurve(Widget):
    """The curve of chances. Left and Right go from turn to turn, Up and Down from pin to pin, Enter asks the pin.

    ``chances`` begin with the deal and grow while they are computed; the rest is pale. ``pins`` are the costliest
    decisions, which a press asks (``on_pin`` gets the index); any other press goes to a turn (``on_seek``). ``scale``
    is the layout unit and the text scale. ``head`` is where the marker of the current turn is drawn, ``at`` the
    current turn. ``hides_later`` covers what comes after it. In a low window ``lane`` is a timeline of one side, which
    the curve draws at its foot.
    """

    role = "slider"
    has_click_sound = False

    def __init__(
        self, rect: Rect, axis: TurnAxis, names: Names, own: int, place: int, scale: tuple[float, float],
        *, lane: TurnTimeline | None, on_seek: Callable[[int], None], on_pin: Callable[[int], None],
    ) -> None:  # fmt: skip
        super().__init__("chances", _("Chance to win"), rect)
        self.at = place
        self.head = float(place)
        self.chances: Sequence[SideChances] = ()
        self.pins: Sequence[Pin] = ()
        self.is_flawless = False
        self.hides_later = False
        self._axis, self._names, self._own = axis, names, own
        self._u, self._t = scale
        self._on_seek, self._on_pin, self._lane = on_seek, on_pin, lane
        self._radius = max(_LEAST_PIN_PX, min(_PIN * self._t, 0.14 * rect.h))
        top = rect.y + round(2 * self._radius)
        bottom = rect.bottom - round(0.6 * self._radius) - (0 if lane is None else lane.rect.h)
        self._plot = Rect(axis.left, top, axis.width, bottom - top)
        self._pressed_pin: int | None = None
        self.pointed: int | None = None
        """The index of the pin that the mouse points at, or None."""

    def update(self, chances: Sequence[SideChances], pins: Sequence[Pin], *, is_flawless: bool) -> None:
        """Show these chances and pins; ``is_flawless`` says that the review has found nothing to better."""
        self.chances, self.pins, self.is_flawless = chances, pins, is_flawless
        self.__dict__.pop("_numbers", None)

    # -- places -------------------------------------------------------------------------------------------------------

    def _y(self, chance: float) -> float:
        return self._plot.bottom - chance * self._plot.h

    def _pin_point(self, pin: Pin) -> tuple[float, float]:
        """Return the point of the viewer's curve at which a pin points."""
        place = pin.turn - 1
        return self._axis.x(place), self._y(self.chances[place][self._own] if place < len(self.chances) else 0.5)

    def pin_rect(self, index: int) -> Rect:
        """Return the rectangle of a pin's round head; the heads stand beside each other."""
        r, points = self._radius, [self._pin_point(pin) for pin in self.pins]
        heads = ui.spread_labels([x for x, _y in points], 2 * r + 2, self.rect.x + r, self.rect.right - r)
        y = max(self.rect.y + r + 2, points[index][1] - 1.8 * r)
        return Rect(round(heads[index] - r), round(y - r), round(2 * r), round(2 * r))

    def pin_at(self, pos: tuple[int, int]) -> int | None:
        """Return the index of the pin at a point, or None."""
        hit = (n for n in reversed(range(len(self.pins))) if self.pin_rect(n).inflate(8, 8).collidepoint(pos))
        return next(hit, None)

    # -- what is told -------------------------------------------------------------------------------------------------

    @property
    def shown_chances(self) -> SideChances | None:
        """The chances after the current turn, None until they are known."""
        return self.chances[self.at] if self.at < len(self.chances) else None

    @property
    def value(self) -> str | None:
        chances = self.shown_chances
        if chances is None:
            return _("Calculating…")
        said = join_with_commas(f"{self._names.side(n)} {percent_words(chance)}" for n, chance in enumerate(chances))
        return accessible_text(label_with_text(_where(self.at), said))

    @property
    def range(self) -> tuple[float, float, float]:
        return 0, self._axis.turns, self.at

    @cached_property
    def _numbers(self) -> DataTable:
        """A table for screen readers with every side's chance after each turn."""
        sides = map(self._names.side, range(len(self._names.sides)))
        rows = [(_where(turn), *map(percent_words, chances)) for turn, chances in enumerate(self.chances)]
        return DataTable("chances.numbers", self.name, ["", *sides], rows)

    def nodes(self) -> list[Node]:
        (curve,) = super().nodes()
        rects = [self.pin_rect(n) for n in range(len(self.pins))]
        pins = [
            Node(
                f"{self.id}.pin.{n}", accessible_text(pin_words(pin, n)), "button", node_rect((r.x, r.y, r.w, r.h)),
                group=self.id,
            )
            for n, (pin, r) in enumerate(zip(self.pins, rects, strict=True))
        ]  # fmt: skip
        table = self._numbers.nodes(curve.rect) if self.chances and not self.hides_later else []
        return [curve, *pins, *table]

    # -- input --------------------------------------------------------------------------------------------------------

    def handle_key(self, key: int) -> bool:
        if key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._on_seek(self.at + (1 if key == pygame.K_RIGHT else -1))
            return True
        way = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(key)
        pin = None if way is None else neighbor_pin(self.pins, self.at, way)
        if pin is not None:
            self._on_seek(self.pins[pin].turn - 1)
        return pin is not None

    def press(self) -> None:
        pin = next((n for n, pin in enumerate(self.pins) if pin.turn - 1 == self.at), None)
        if pin is not None:
            self._on_pin(pin)

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:
        if is_first:
            self._pressed_pin = self.pin_at(pos)
        if self._pressed_pin is None and self._axis.at(pos[0]) != self.at:
            self._on_seek(self._axis.at(pos[0]))
        return True

    def press_at(self, pos: tuple[int, int]) -> None:
        pin, self._pressed_pin = self._pressed_pin, None
        if pin is not None and pin == self.pin_at(pos):
            self._on_pin(pin)

    def hover_at(self, pos: tuple[int, int] | None) -> bool:
        was, self.pointed = self.pointed, None if pos is None else self.pin_at(pos)
        self.hovered = pos is not None
        return was != self.pointed

    @property
    def scan_parts(self) -> int:
        return len(self.pins)

    def scan_offer(self, index: int | None) -> None:
        if index is not None:
            self._on_seek(self.pins[index].turn - 1)

    def scan_select(self, index: int) -> None:
        self._on_pin(index)

    # -- picture ------------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, text_scale: float) -> None:
        rect, axis, plot = self.rect, self._axis, self._plot
        axis.follow(self.head)
        radius = 12 * self._t + 2
        draw.panel(surface, rect, radius, THEME.surface, shadow_px=0)
        px, end = _figures_px(self._t), min(plot.right, round(axis.x(axis.turns)))
        for chance in _LINES:
            y = round(self._y(chance))
            surface.fill(THEME.edge, (axis.left, y, end - axis.left, max(1, round(1.5 * self._t))))
            text.draw(surface, percent_words(chance), axis.left - 6 * self._t, y, "B5", px, THEME.text2, anchor="r")
        known = round(axis.x(len(self.chances) - 0.5))
        if len(self.chances) <= axis.turns and known < end:
            surface.fill(THEME.surface2, (max(axis.left, known), plot.y, end - max(axis.left, known), plot.h))
        self._draw_lines(surface)
        if self.hides_later:
            axis.draw_veil(surface, self.head, rect.y + 2, rect.h - 4, HIDING)
        elif self.chances:
            axis.draw_veil(surface, self.head, plot.y, plot.h, DIM // 2)
        if self._lane is not None:
            self._lane.draw_marks(surface)
        axis.draw_head(surface, self.head, rect.y + 4, rect.h - 8, text_scale)
        if self.is_flawless:
            art.blit_icon(
                surface, "flag", (axis.x(axis.turns), rect.y + self._radius + 2), 1.8 * self._radius, THEME.good
            )
        for index, pin in enumerate(self.pins):
            self._draw_pin(surface, index, pin)
        if self.has_ring:
            draw.focus_ring(surface, rect, radius, max(0.7, text_scale))

    def _draw_lines(self, surface: Surface) -> None:
        """Draw the part of the curves that is in the window; the viewer's own is the last and thickest."""
        axis, rect = self._axis, self.rect
        if len(self.chances) < 2:
            return
        drawn, sides = "", sorted(range(len(self._names.sides)), key=lambda side: side == self._own)
        for side in sides:
            thick = max(2.0, (_OWN if side == self._own else _OTHER) * self._u)
            points = (
                f"{svg.number((place + 0.5) * axis.column)} {svg.number(self._y(chances[side]) - rect.y)}"
                for place, chances in enumerate(self.chances)
            )
            data, color = "M" + "L".join(points), livery.color(self._names.livery(side))
            drawn += svg.path(data, stroke=THEME.casing or THEME.raised, width=thick + 2)
            drawn += svg.path(data, stroke=color, width=thick)
        seen = Rect(round(axis.offset), 0, axis.width, rect.h)
        surface.blit(art.svg(drawn, axis.picture_width, rect.h), (axis.left, rect.y), seen)

    def _draw_pin(self, surface: Surface, index: int, pin: Pin) -> None:
        r, (tip_x, tip_y), head = self._radius, self._pin_point(pin), self.pin_rect(index)
        if not self._axis.left <= tip_x <= self._axis.left + self._axis.width:
            return
        (x, y), (fill, ink) = head.center, (getattr(THEME, name) for name in _PIN_LOOKS[pin.state])
        tip = [(x - 0.6 * r, y + 0.7 * r), (x + 0.6 * r, y + 0.7 * r), (tip_x, tip_y)]
        pygame.draw.polygon(surface, fill, tip)
        pygame.draw.aalines(surface, fill, closed=True, points=tip)
        draw.rounded_rect(surface, head, r, fill, THEME.ink, max(1.0, 0.1 * r))
        if pin.state is PinState.FOUND:
            art.blit_icon(surface, "check", (x, y), 1.3 * r, ink)
        else:
            text.draw(surface, number(index + 1), x, y, "O8", 1.2 * r, ink, anchor="c")


def draw_chances(surface: Surface, box: Rect, curve: ChancesCurve, names: Names, px: float) -> None:
    """Draw the symbol of every side and its chance at the current turn below each other in ``box``."""
    chances = curve.shown_chances
    step = min(1.9 * px, box.h / len(names.sides))
    for side in range(len(names.sides)):
        y, r = box.y + (side + 0.5) * step, min(0.6 * px, 0.44 * step)
        livery.draw_badge(surface, names.livery(side), box.x + 1.2 * px, y, r)
        said = "–" if chances is None else percent_words(chances[side])
        text.draw(surface, said, box.x + 2.2 * px, y, "B6", min(px, 0.95 * step), THEME.white)


def neighbor_pin(pins: Sequence[Pin], place: int, way: int) -> int | None:
    """Return the index of the pin nearest before (``way`` -1) or after the position (1), or None."""
    beyond = [n for n, pin in enumerate(pins) if (pin.turn - 1 - place) * way > 0]
    return None if not beyond else beyond[0] if way > 0 else beyond[-1]


def pin_words(pin: Pin, index: int) -> str:
    """Return the name of a pin for its tooltip and for screen readers."""
    state = {
        PinState.OPEN: _("still to be answered"),
        PinState.FOUND: _("found"),
        PinState.SHOWN: _("shown"),
    }[pin.state]
    return label_with_text(_("Pin {n}, your turn {turn}", n=index + 1, turn=pin.turn), state)


def _where(turn: int) -> str:
    return _("Turn {n}", n=turn) if turn else _("The deal")
