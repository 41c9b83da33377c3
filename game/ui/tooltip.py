"""Tooltips: their texts, when they appear, how they are drawn, and the tooltips of a form's controls.

A tooltip appears when the pointer or the focus has stayed on something for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import pygame
from pygame import FRect, Rect, Surface
from pygame.event import Event

from game.i18n.punctuation import heading
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.boxes.box import Widget
from game.ui.drawing import art, draw, text
from game.ui.drawing.draw import RectLike
from game.ui.drawing.layers import outer_rect
from game.ui.drawing.theme import THEME
from game.ui.widgets.focus_group import FocusGroup


@dataclass(frozen=True, slots=True)
class Tooltip:
    """The texts of a tooltip: the name of a control, what it does, and the reason why it cannot be used now."""

    title: str
    body: str
    reason: str = ""


POINTER_DELAY_S = 0.5
FOCUS_DELAY_S = 0.8
"""Longer than for the pointer, because the focus passes over many controls on its way."""


class TooltipTiming:
    """Decides which tooltip is shown.

    Callers report pointer or focus with ``report_target``, and a press with ``hide``.
    """

    def __init__(self) -> None:
        self._spot: str | None = None
        self._due_s: float | None = None
        self._is_shown = False

    @property
    def shown_id(self) -> str | None:
        """The id of the control whose tooltip is shown, or None."""
        return self._spot if self._is_shown else None

    def report_target(self, spot: str | None, due_s: float) -> None:
        """Report the id under the pointer or focus, or None. Unless that changes, its tooltip appears at ``due_s``."""
        if spot != self._spot:
            self._spot, self._due_s, self._is_shown = spot, due_s, False

    def show(self, spot: str) -> None:
        """Show the tooltip of this id at once."""
        self._spot, self._due_s, self._is_shown = spot, None, True

    def hide(self) -> None:
        """Show no tooltip until the pointer or the focus moves to another control."""
        self._due_s, self._is_shown = None, False

    def reset(self) -> None:
        """Hide the tooltip; the next ``report_target`` may show it again, even for the same control."""
        self.hide()
        self._spot = None

    def update(self, now_s: float) -> bool:
        """Advance to ``now_s``; return True if a tooltip has just appeared."""
        if self._spot is None or self._due_s is None or now_s < self._due_s:
            return False
        self._due_s, self._is_shown = None, True
        return True


_WIDEST = 340.0  # at text scale 1
_SHADOW_PX = 4
_EDGE_PX = 6  # from the window's edge and from what is explained


@dataclass(frozen=True, slots=True)
class _TooltipLayout:
    """A laid-out tooltip: letter sizes, lines and panel size, all in pixels."""

    title_px: float
    body_px: float
    title: tuple[str, ...]
    body: tuple[str, ...]
    why: tuple[str, ...]
    pad: float
    width: float
    height: float


def _typeset(tip: Tooltip, t: float) -> _TooltipLayout:
    title_px, body_px = max(text.MIN_NAME_PX, 19 * t), max(text.MIN_TEXT_PX, 16.5 * t)
    room, pad = max(220.0, _WIDEST * t), 12 * max(t, 0.7)
    title = tuple(text.wrap(tip.title, "O7", title_px, room))
    body = tuple(text.wrap(tip.body, "B5", body_px, room)) if tip.body else ()
    why = tuple(text.wrap(tip.reason, "B6", body_px, room - 1.5 * body_px)) if tip.reason else ()
    widths: list[float] = [text.width(line, "O7", title_px) for line in title]
    widths += [text.width(line, "B5", body_px) for line in body]
    widths += [text.width(line, "B6", body_px) + 1.5 * body_px for line in why]
    step = body_px * text.LINE_HEIGHT
    height = len(title) * title_px * text.LINE_HEIGHT + (len(body) + len(why)) * step + (0.4 * step if why else 0)
    return _TooltipLayout(title_px, body_px, title, body, why, pad, max(widths) + 2 * pad, height + 1.6 * pad)


def rect_beside(
    anchor: RectLike, width: float, height: float, window: tuple[int, int], avoid: Iterable[RectLike] = ()
) -> FRect:
    """Return a rectangle for a panel inside the window: above or below the ``anchor`` it explains, else at its side.

    It covers none of the ``avoid`` rectangles if that is possible.
    """
    (w, h), it = window, FRect(*anchor)
    x, y = it.center
    tops = it.y - _EDGE_PX - height, it.bottom + _EDGE_PX
    lefts = x - width / 2, it.right - width, it.x, it.x - width, it.right
    rows = [(left, top) for top in (tops if y >= h * 0.45 else tops[::-1]) for left in lefts]
    sides = [(it.right + _EDGE_PX, y - height / 2), (it.x - _EDGE_PX - width, y - height / 2)]
    kept_in = [FRect(min(max(at, _EDGE_PX), w - _EDGE_PX - width), top, width, height) for at, top in rows]
    kept_in += [FRect(left, min(max(at, _EDGE_PX), h - _EDGE_PX - height), width, height) for left, at in sides]
    inside, obstacles = FRect(0, 0, w, h), [FRect(*other) for other in avoid]
    fitting = [place for place in kept_in if inside.contains(place) and not place.colliderect(it)]
    free = (place for place in fitting if place.collidelist(obstacles) < 0)
    return next(free, fitting[0] if fitting else kept_in[0])


def tooltip_box(
    tip: Tooltip, anchor: RectLike, window: tuple[int, int], text_scale: float, avoid: Iterable[RectLike] = ()
) -> FRect:
    """Return the rectangle of a tooltip's panel beside ``anchor``, if possible clear of the ``avoid`` rectangles."""
    setting = _typeset(tip, text_scale)
    return rect_beside(anchor, setting.width, setting.height, window, avoid)


def draw_tooltip(surface: Surface, tip: Tooltip, box: FRect, text_scale: float) -> Rect:
    """Draw a tooltip in its rectangle; return the changed area, which includes the shadow."""
    setting = _typeset(tip, text_scale)
    draw.panel(surface, box, 10 * max(text_scale, 0.7), THEME.raised, rim=THEME.text, rim_width=2, shadow_px=_SHADOW_PX)
    x, y = box.x + setting.pad, box.y + 0.8 * setting.pad
    step = setting.title_px * text.LINE_HEIGHT
    for line in setting.title:
        text.draw(surface, line, x, y + step / 2, "O7", setting.title_px, THEME.text)
        y += step
    step = setting.body_px * text.LINE_HEIGHT
    for line in setting.body:
        text.draw(surface, line, x, y + step / 2, "B5", setting.body_px, THEME.text)
        y += step
    if setting.why:
        y += 0.4 * step
        _draw_bar(surface, (x + 0.55 * setting.body_px, y + step / 2), setting.body_px)
    for line in setting.why:
        text.draw(surface, line, x + 1.5 * setting.body_px, y + step / 2, "B6", setting.body_px, THEME.bad)
        y += step
    return outer_rect(box).inflate(2 * _SHADOW_PX + 2, 2 * _SHADOW_PX + 2)


def _draw_bar(surface: Surface, center: tuple[float, float], size: float) -> None:
    """Draw the stop-sign octagon before a reason."""
    art.blit_icon(surface, "octagon", center, 1.2 * size, THEME.bad)
    bar = FRect(0, 0, 0.6 * size, max(2, 0.17 * size))
    bar.center = center
    left, top = round(bar.left), round(bar.top)
    surface.fill(THEME.raised, (left, top, round(bar.right) - left, round(bar.bottom) - top))


def tooltip_node(tip: Tooltip, box: FRect) -> Node:
    """Return a tooltip's accessibility node with its whole text."""
    more = " ".join(part for part in (tip.body, tip.reason) if part)
    said = f"{heading(tip.title)} {more}" if more else tip.title
    return Node("tip", accessible_text(said), "text", node_rect((box.x, box.y, box.w, box.h)))


def described_node(node: Node, tip: Tooltip | None) -> Node:
    """Return the node with the tooltip's text as its description, without words that its value already contains."""
    said = "" if tip is None else accessible_text(" ".join(part for part in (tip.reason, tip.body) if part))
    if node.value and (node.value.endswith(".") or node.value == said):  # already in the node's value
        said = " ".join(said.replace(node.value, "").split())
    return replace(node, description=said) if said else node


class FormTooltips:
    """The tooltips of a form's controls; ``about`` returns the tooltip of a widget, or None if it needs none.

    A press, a key or leaving the window hides them.
    """

    def __init__(self, controls: FocusGroup, about: Callable[[Widget], Tooltip | None]) -> None:
        self._controls, self._about = controls, about
        self._timing = TooltipTiming()

    def handle(self, event: Event, now_s: float) -> bool:
        """Follow pointer and focus, after the controls have handled the event; return True if a tooltip was hidden."""
        was_shown = self._timing.shown_id
        match event.type:
            case pygame.MOUSEMOTION:
                widget = self._controls.widget_at(event.pos)
                self._timing.report_target(widget.id if widget is not None else None, now_s + POINTER_DELAY_S)
            case pygame.KEYDOWN:
                self.schedule_for_focus(now_s)
            case pygame.MOUSEBUTTONDOWN:
                self._timing.hide()
            case pygame.WINDOWLEAVE:
                self._timing.reset()
        return was_shown is not None and self._timing.shown_id is None

    def schedule_for_focus(self, now_s: float) -> None:
        """Show the focused control's tooltip after a while, if its focus ring is visible."""
        focused = self._controls.focused
        self._timing.reset()
        if focused is not None and focused.has_ring:
            self._timing.report_target(focused.id, now_s + FOCUS_DELAY_S)

    def reset(self) -> None:
        """Hide the tooltip until the pointer or the focus moves again."""
        self._timing.reset()

    def update(self, now_s: float) -> bool:
        """Advance to ``now_s``; return True if a tooltip has just appeared."""
        return self._timing.update(now_s)

    def _shown(self, window: tuple[int, int], t: float) -> tuple[Tooltip, FRect] | None:
        widget = next((widget for widget in self._controls.widgets if widget.id == self._timing.shown_id), None)
        tip = None if widget is None else self._about(widget)
        if widget is None or tip is None:
            return None
        others = [other.rect for other in self._controls.widgets if other is not widget]
        return tip, tooltip_box(tip, widget.rect, window, t, others)

    def draw(self, surface: Surface, text_scale: float) -> None:
        """Draw the tooltip, if there is one."""
        shown = self._shown(surface.get_size(), text_scale)
        if shown is not None:
            draw_tooltip(surface, *shown, text_scale)

    def nodes(self, nodes: Iterable[Node], window: tuple[int, int], text_scale: float) -> list[Node]:
        """Return these nodes with tooltips as descriptions, followed by the node of the tooltip on show, if any."""
        tips = {widget.id: self._about(widget) for widget in self._controls.widgets}
        shown = self._shown(window, text_scale)
        return [described_node(one, tips.get(one.id)) for one in nodes] + (
            [tooltip_node(*shown)] if shown is not None else []
        )
