"""Boxes without children, other than text: controls, icons, and custom drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from pygame import Color, Rect, Surface

from game.ui.accessibility_tree import Node, accessible_text
from game.ui.boxes.box import HIT_PX, MIN_TARGET_PX, Box, SizeRange
from game.ui.boxes.containers import Paint
from game.ui.boxes.type_scale import ROLES, Role, Scale
from game.ui.drawing import art, draw, text
from game.ui.widgets import Button, ButtonStyle, Dropdown, IconButton, Option, Segmented, TextDraft, TextField, Widget
from game.ui.widgets.dropdown import Picture
from game.ui.widgets.tab_bar import TabBar, tab_rows


class Canvas(Box):
    """A box that the function ``draws`` fills; ``wide`` and ``high`` are its size in pixels, a range or one number."""

    def __init__(  # noqa: PLR0913 - a box is described by many things
        self, draws: Paint, wide: SizeRange | int, high: SizeRange | int, *, grow: float = 0, share: float = 0,
        id: str = "",
        label: str = "",
    ) -> None:  # fmt: skip
        super().__init__(grow=grow, share=share, id=id, label=label)
        self._draws = draws
        self._wide = (wide, wide) if isinstance(wide, int) else wide
        self._high = (high, high) if isinstance(high, int) else high

    def measure_width(self) -> SizeRange:
        return self._wide

    def measure_height(self, width: int) -> SizeRange:  # noqa: ARG002 - as every box
        return self._high

    def paint(self, surface: Surface) -> None:
        self._draws(surface, self.rect)


class Icon(Canvas):
    """An icon in a square of ``side`` pixels."""

    def __init__(self, name: str, side: int, ink: Color) -> None:
        super().__init__(lambda surface, rect: art.blit_icon(surface, name, rect.center, side, ink), side, side)


class Control(Box):
    """A box for a control; the function ``make`` creates the control once its rectangle is known."""

    def __init__(
        self,
        make: Callable[[Rect], Widget],
        wide: SizeRange | int,
        high: SizeRange | int,
        *,
        grow: float = 0,
        share: float = 0,
    ) -> None:
        super().__init__(grow=grow, share=share)
        self._make = make
        self._wide = (wide, wide) if isinstance(wide, int) else wide
        self._high = (high, high) if isinstance(high, int) else high
        self.widget: Widget | None = None

    def measure_width(self) -> SizeRange:
        return self._wide

    def measure_height(self, width: int) -> SizeRange:  # noqa: ARG002 - as every box
        return self._high

    def place(self, rect: Rect) -> None:
        if self.widget is not None and rect.size == self.rect.size:
            self.widget.rect = self.widget.rect.move(rect.x - self.rect.x, rect.y - self.rect.y)
            self.widget.clip = None
        else:
            self.widget = self._make(rect)
        super().place(rect)

    def widgets(self) -> Iterator[Widget]:
        if self.widget is not None:
            yield self.widget

    def accessible_nodes(self, visible: Rect) -> Iterator[Node]:
        if self.widget is not None:
            yield from self.widget.accessible_nodes(visible)


class Document(Widget):
    """A sheet of text that can get the keyboard focus; ``text`` is its whole text, ``radius`` that of its corners."""

    role = "document"
    has_click_sound = False
    is_scanned = False

    def __init__(self, id: str, name: str, text: str, child: Box, radius: float) -> None:
        super().__init__(id, name, children=(child,), grow=child.grow, share=child.share)
        self._text, self._radius = text, radius

    @property
    def value(self) -> str | None:
        return accessible_text(self._text) or None

    def draw(self, surface: Surface, text_scale: float) -> None:
        if self.has_ring:
            draw.focus_ring(surface, self.rect, self._radius, max(0.7, text_scale))


def button(  # noqa: PLR0913 - a control is described by many things
    scale: Scale, id: str, name: str, on_press: Callable[[], None], *, style: ButtonStyle = ButtonStyle.BLUE,
    icon: str | None = None, role: Role = ROLES.button, grow: float = 0, wide: int = 0, enabled: bool = True,
    is_low: bool = False, is_left: bool = False,
) -> Control:  # fmt: skip
    """Return a button as wide as its label, or ``wide`` pixels if that is more.

    With ``is_low`` it may lose height if space is short; ``is_left`` aligns its content left.
    """
    px, least_px = scale.px(role), scale.min_px(role)
    high = max(HIT_PX if scale.growth > 1 else MIN_TARGET_PX, round(px + 1.15 * least_px))

    def make(rect: Rect) -> Button:
        return Button(
            id, name, rect, on_press=on_press, style=style, icon=icon, enabled=enabled, px=px, min_px=least_px,
            is_left=is_left,
        )  # fmt: skip

    least = Button.natural_width(name, high, icon=bool(icon), px=px)
    lowest = min(high, max(MIN_TARGET_PX, round(px + 0.7 * least_px))) if is_low else high
    return Control(make, (least, max(wide, least)), (lowest, high), grow=grow)


def icon_button(  # noqa: PLR0913 - a control is described by many things
    scale: Scale, id: str, name: str, on_press: Callable[[], None], icon: str, *,
    style: ButtonStyle = ButtonStyle.PAPER,
    side: int | None = None, enabled: bool = True, is_mirrored: bool = False,
) -> Control:  # fmt: skip
    """Return a square button that shows only an icon; ``is_mirrored`` flips it.

    ``side`` is its size in pixels at the set text size; None makes it as high as a text field.
    """
    least = HIT_PX if scale.growth > 1 else MIN_TARGET_PX
    side = round(max(38, scale.px(ROLES.body) + 1.6 * scale.min_px(ROLES.body))) if side is None else max(least, side)

    def make(rect: Rect) -> IconButton:
        made = IconButton(id, name, rect, on_press=on_press, style=style, icon=icon, enabled=enabled)
        made.is_mirrored = is_mirrored
        return made

    return Control(make, side, side)


def segmented(  # noqa: PLR0913 - a control is described by many things
    scale: Scale, id: str, name: str, options: Sequence[Option], chosen: str, on_change: Callable[[str], None], *,
    missing: Mapping[str, str] = MappingProxyType({}), grow: float = 0,
) -> Control:  # fmt: skip
    """Return a row of segments, all as wide as the widest label; ``missing`` maps unavailable keys to their reasons."""
    px, least_px = scale.px(ROLES.body), scale.min_px(ROLES.body)
    high = round(max(38, px + 1.6 * least_px))
    pad = max(9.0, 0.6 * px, 16 * scale.default_text_scale)  # left of the tick and right of the words
    tick = 0.5 * high + pad
    wide = len(options) * round(max(text.width(label, "O7", px) for _key, label in options) + tick)

    def make(rect: Rect) -> Segmented:
        return Segmented(id, name, rect, options, chosen, on_change=on_change, missing=missing, px=px, min_px=least_px)

    return Control(make, wide, high, grow=grow)


def dropdown(  # noqa: PLR0913 - a control is described by many things
    scale: Scale, id: str, name: str, options: Sequence[Option], chosen: str, on_change: Callable[[str], None], *,
    bounds: Rect, notes: Mapping[str, str] = MappingProxyType({}), unset: str = "", grow: float = 0, share: float = 0,
    picture: Picture | None = None,
) -> Control:  # fmt: skip
    """Return a field as wide as the widest label, which opens a list inside ``bounds``, the window's rectangle.

    ``picture`` and ``notes`` add a picture and a remark to each option of the list. ``unset`` is shown while nothing is
    chosen.
    """
    px, least_px = scale.px(ROLES.body), scale.min_px(ROLES.body)
    high = round(max(38, px + 1.6 * least_px))
    wide = round(max(text.width(label, "O7", px) for _key, label in (*options, ("", unset))) + 0.28 * high + 0.9 * high)

    def make(rect: Rect) -> Dropdown:
        return Dropdown(
            id, name, rect, options, chosen, on_change=on_change, bounds=bounds, notes=notes, unset=unset, px=px,
            picture=picture,
        )  # fmt: skip

    return Control(make, wide, high, grow=grow, share=share)


def text_field(  # noqa: PLR0913 - a control is described by many things
    scale: Scale, id: str, name: str, draft: TextDraft, on_change: Callable[[str], None],
    on_press: Callable[[], None] | None = None, *, hint: str = "", icon: str | None = None, grow: float = 1,
) -> Control:  # fmt: skip
    """Return a field in which the player types one line of text."""
    px = scale.px(ROLES.name)

    def make(rect: Rect) -> TextField:
        return TextField(id, name, rect, draft, on_change=on_change, on_press=on_press, hint=hint, icon=icon)

    return Control(make, (round(6 * px), round(14 * px)), round(px / 0.44), grow=grow)


class _Tabs(Control):
    """Tabs whose height depends on the width, as they use as many rows as needed."""

    def __init__(self, make: Callable[[Rect], Widget], wide: int, high: Callable[[int], int]) -> None:
        super().__init__(make, wide, high(wide))
        self._high_at = high

    def measure_height(self, width: int) -> SizeRange:
        return (self._high_at(width),) * 2


def tab_bar(
    scale: Scale, id: str, name: str, titles: Sequence[Option], chosen: str, on_open: Callable[[str], None]
) -> Control:
    """Return tabs as wide as their titles, on the line of a panel's header or, if they don't fit, in rows above it."""
    px, least_px = scale.px(ROLES.name), scale.min_px(ROLES.name)
    high = round(px + 1.45 * least_px)
    wide = sum(round(text.width(title, "O7", px) + 1.1 * high) + max(3, round(0.09 * high)) for _key, title in titles)
    line_px = draw.header_line_px(scale.default_text_scale)

    def high_at(width: int) -> int:
        rows = len(tab_rows(titles, px, high, width))
        return high if rows == 1 else rows * high + line_px

    def make(rect: Rect) -> TabBar:
        return TabBar(
            id, name, rect, titles, open=chosen, on_open=on_open, px=px, min_px=least_px, high=high, line_px=line_px
        )

    return _Tabs(make, wide, high_at)
