"""The panel of most screens: a heading bar, optional tabs, and the contents below."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.i18n import _
from game.scenes.dialogs import paint_overlay_plate, paint_paper_plate, screen_plate
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle

BodyBuilder = Callable[[tuple[int, int]], ui.Box]
"""Returns the contents of a panel, given the width and height available for them in pixels."""


class ScreenPanel(ui.Box):
    """The panel of a screen; its heading bar grows with the text.

    ``tabs`` stand on the lower edge of the bar, beside or below the heading. ``corner`` is a control at the right end
    of the bar, the last one in the order of focus. ``aside`` is right of the heading, or below it if it does not fit.
    ``side`` is the margin left and right of the contents in pixels. ``is_overlay`` darkens the scene below the panel.
    """

    def __init__(  # noqa: PLR0913 - a screen is described by many things
        self, plate: Rect, scale: ui.Scale, icon: str, title: str, body: BodyBuilder, *, tabs: ui.Box | None = None,
        corner: ui.Box | None = None, side: int | None = None, aside: ui.Box | None = None, is_overlay: bool = False,
    ) -> None:  # fmt: skip
        s, px = scale, scale.px(ui.ROLES.title)
        rim_px = s.text_px(5)
        side = max(s.space_px(50) if side is None else side, s.ring_space_px(0, rim_px))
        words = ui.Label(s, title, ui.ROLES.title, THEME.white, grow=aside is None or not aside.grow, id="title")
        gap = round(0.5 * px)
        row = ui.Row(ui.Icon(icon, round(px), THEME.gold), ui.Flow(words, aside, gap=gap, grow=1), gap=gap)
        heading = ui.Padding(row, (0, s.space_px(20), s.space_px(24)))
        ends = [box for box in (corner,) if box is not None]
        end = sum(box.width_range()[1] + s.space_px(30) for box in ends)
        inner = plate.inflate(-2 * side, 0)
        high = max(heading.height_range(inner.w - end)[1], round(106 * s.unit), 46)
        self._places = [Rect(inner.x, plate.y, inner.w - end, high)]
        below = 0
        if tabs is not None:
            wide, tall = min(tabs.width_range()[1], inner.w), tabs.height_range(inner.w)[1]
            if heading.width_range()[1] + wide + end + s.space_px(30) > inner.w:
                below = tall
            else:
                high = max(high, tall + s.space_px(8))
                self._places[0].size = inner.w - end - wide, high
            right = inner.right if below else inner.right - end
            self._places.append(Rect(right - wide, plate.y + high + below - tall, wide, tall))
        self._head = Rect(plate.x, plate.y, plate.w, high + below)
        room = Rect(inner.x, self._head.bottom + s.space_px(26), inner.w, 0)
        room.h = plate.bottom - s.ring_space_px(28, rim_px) - room.y
        self._places.append(room)
        for box in ends:
            wide, tall = box.width_range()[1], box.height_range(end)[1]
            self._places.append(Rect(inner.right - wide, plate.y + (high - tall) // 2, wide, tall))
        self._plate, self._is_overlay, self._t = plate, is_overlay, s.default_text_scale
        super().__init__(*filter(None, (heading, tabs, body(room.size), corner)))

    def place(self, rect: Rect) -> None:
        self.rect = rect
        for child, place in zip(self.children, self._places, strict=True):
            child.place(place)

    def paint(self, surface: Surface) -> None:
        (paint_overlay_plate if self._is_overlay else paint_paper_plate)(surface, self._plate, self._head, self._t)
        super().paint(surface)


def overlay_panel(  # noqa: PLR0913 - a screen is described by many things
    size: tuple[int, int], scale: ui.Scale, icon: str, title: str, body: BodyBuilder, *, max_aspect_ratio: float,
    corner: ui.Box | None = None,
    aside: ui.Box | None = None,
) -> ScreenPanel:  # fmt: skip
    """Return a screen's panel that lies over the darkened scene below, at most ``max_aspect_ratio`` times as wide as
    high.

    ``body`` returns the contents; ``corner`` and ``aside`` are those of ``ScreenPanel``.
    """
    return ScreenPanel(
        screen_plate(size, max_aspect_ratio)[0], scale, icon, title, body, corner=corner, aside=aside, is_overlay=True
    )


def corner_button(scale: ui.Scale, on_press: Callable[[], None]) -> ui.IconButton:
    """Return the button with a cross that closes a panel."""
    side = round(max(32, 56 * scale.unit) * min(1.5, max(1.0, scale.growth)))
    return ui.IconButton(scale, "close", _("Close"), on_press, icon="close", style=ButtonStyle.NAVY, side=side)


def panel(
    scale: ui.Scale, icon: str, title: str, content: ui.Box, *, aside: ui.Box | None = None, grow: float = 1
) -> ui.Panel:
    """Return a white panel with a heading above ``content``.

    ``aside`` stands beside the heading, or below it if it does not fit.
    """
    s = scale
    heading = ui.Row(
        ui.Icon(icon, round(s.px(ui.ROLES.name)), THEME.emblem),
        ui.Label(s, title, ui.ROLES.name, grow=1),
        gap=s.space_px(14),
    )
    heading.grow = content.grow = 1
    body = ui.Column(ui.Flow(heading, aside, gap=s.space_px(14), is_tight=True), content, gap=s.space_px(12))
    return ui.Panel(
        body, (s.space_px(24), s.space_px(12), s.space_px(12)), fill=THEME.raised, rim=THEME.edge, rim_px=max(1.5,
        2 * s.default_text_scale),
        radius=s.space_px(18), grow=grow,
    )  # fmt: skip
