"""The log of a leg: its lines in words, their layout and painting, and the scrollable panel.

The lines are derived from the moves that the viewer may know, so a leg that is continued later shows the same log, in
any language. The panel is a widget: the mouse wheel, its scroll bar, and keys while it has the focus scroll it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from game.engine import events
from game.engine.moves import Move
from game.engine.observation import Observation
from game.i18n import _, _n, language
from game.match.bot_reasons import BotReason
from game.match.running.viewer_feed import LegNotes
from game.table.geometry.box import FloatRect
from game.table.geometry.layout import TableLayout
from game.table.painting.display import radius, shadow_px
from game.table.view import LogLine
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.boxes.box import Widget
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.scroll_offset import ScrollOffset
from game.words.advice import reason_clause
from game.words.log import log_line, take_back_line, timeout_line
from game.words.names import Names

_NO_NOTES = LegNotes()


def log_lines(
    observation: Observation, names: Names, notes: LegNotes = _NO_NOTES, *, explains_all: bool = False
) -> tuple[LogLine, ...]:
    """Return the lines of the log, the newest last, with what ``notes`` tell about the moves.

    If a bot ran out of time for a move, a line below says so; where moves were taken back, a line says how many. Unless
    ``explains_all``, only attacks come with the bot's reason: players ask why somebody was attacked.
    """
    lines = [_line(observation, events.Dealt(observation.dealer, ()), None, names)]
    for place, move in enumerate(observation.moves):
        lines.append(_take_back_line(notes.taken_back.count(place), move.seat, names))  # who took back decides anew
        is_explained = explains_all or move.side is not None
        reason = notes.reasons.get(place) if is_explained else None
        lines.append(_line(observation, _event(observation, move), reason, names))
        if place in notes.hurried:
            lines.append(LogLine(observation.side_of(move.seat), timeout_line(move.seat, names)))
    now = observation.seat if observation.to_move is None else observation.to_move
    lines.append(_take_back_line(notes.taken_back.count(len(observation.moves)), now, names))
    if observation.scores is not None:
        lines.append(_line(observation, events.LegEnded(observation.winner, observation.scores), None, names))
    return tuple(line for line in lines if line is not None)


def _take_back_line(times: int, seat: int, names: Names) -> LogLine | None:
    return LogLine(None, take_back_line(times, seat, names), icon="undo") if times else None


def _line(observation: Observation, event: events.Event, reason: BotReason | None, names: Names) -> LogLine | None:
    words = _words(event, names, observation.rules, language())
    if words is None:
        return None
    teller = _symbol_side(observation, event)
    if reason is None:
        return LogLine(teller, words)
    return LogLine(teller, words, reason_clause(reason, observation.rules), reason.side)


@lru_cache(maxsize=128)  # every new view asks for all lines, in a frame that repaints much else
def _words(event: events.Event, names: Names, rules_id: str, code: str) -> str | None:  # noqa: ARG001 - the language counts
    return log_line(event, names, rules_id)


def _event(observation: Observation, move: Move) -> events.Event:
    """Return the event that the log reports for a move; the event of a coup fourré does not name the hazard.

    A leg is extended at most once, so its present distance is the one after the extension.
    """
    return events.event_of(move, observation.side_of(move.seat), target=observation.target)


def _symbol_side(observation: Observation, event: events.Event) -> int | None:
    """Return the side whose symbol stands before an event's line, or None."""
    match event:
        case events.Dealt(dealer=seat):
            return observation.side_of(seat)
        case events.LegEnded(winner=winner):
            return winner
        case (
            events.Laid(seat=seat)
            | events.Attacked(seat=seat)
            | events.CoupFourrePlayed(seat=seat)
            | events.CoupFourreDeclined(seat=seat)
            | events.Discarded(seat=seat)
            | events.Extended(seat=seat)
            | events.ExtensionDeclined(seat=seat)
        ):
            return observation.side_of(seat)
    return None


HEAD = 36
"""The height of the heading above the lines, in pixels at text scale 1."""
_LINE = 1.34  # line height, of the letter size
_BAR_PX = 7  # the width of the scroll bar


@dataclass(frozen=True, slots=True)
class LogView:
    """The visible part of the log: ``lines`` are those from index ``first`` up to but not including ``end``.

    ``total`` is the number of lines in the whole log. ``above`` are earlier lines, without their reasons, that fill the
    space left at the top; the first of them may be cut off at the edge.
    """

    lines: tuple[LogLine, ...]
    first: int
    end: int
    total: int
    above: tuple[LogLine, ...] = ()

    @property
    def newer(self) -> int:
        return self.total - self.end


def log_view(layout: TableLayout, lines: tuple[LogLine, ...], end: int | None) -> LogView:
    """Return the part of the log that fits the panel if the lowest visible line has the number ``end``.

    Lines are numbered from 1; None means the newest line. In larger text, a line that does not fit whole is added at
    the top.
    """
    last = len(lines) if end is None else min(end, len(lines))
    top, bottom = _body(layout, has_pill=last < len(lines))
    first, left = last, bottom - top
    while first > 0 and (height := _height(layout, lines[first - 1])) <= left:
        first, left = first - 1, left - height
    above = _above(layout, lines[:first], left) if text.text_size_factor() > 1 else ()
    return LogView(lines[first:last], first, last, len(lines), above)


def _above(layout: TableLayout, lines: tuple[LogLine, ...], left: float) -> tuple[LogLine, ...]:
    """Return the last of ``lines``, without reasons, that fill a height of ``left`` px; the first may stick out."""
    found, step = list[LogLine](), _sizes(layout)[0] * _LINE
    for line in reversed(lines):
        if left < step:
            break
        found.insert(0, replace(line, reason="", reason_side=None))
        left -= _height(layout, found[0])
    return tuple(found)


def lowest_line_after_scroll(layout: TableLayout, lines: tuple[LogLine, ...], end: int | None, by: int) -> int | None:
    """Return the number of the lowest visible line after scrolling down by ``by`` lines, up if negative.

    ``end`` is that number before scrolling. In both, None means the newest line.
    """
    if log_view(layout, lines, None).first == 0:
        return None
    last = len(lines) if end is None else end
    wanted = max(last + by, _end(layout, lines, 0))
    return None if wanted >= len(lines) else wanted


def lowest_line_below_first(layout: TableLayout, lines: tuple[LogLine, ...], first: int) -> int | None:
    """Return the number of the lowest visible line if ``first`` lines are hidden above; None if that is the newest."""
    end = _end(layout, lines, first)
    return None if end >= len(lines) else end


def _end(layout: TableLayout, lines: tuple[LogLine, ...], first: int) -> int:
    """Return the number of the lowest line that fits if ``first`` lines are hidden above."""
    top, bottom = _body(layout, has_pill=True)
    end, left = first, bottom - top
    while end < len(lines) and (height := _height(layout, lines[end])) <= left:
        end, left = end + 1, left - height
    return max(first + 1, end)


def _body(layout: TableLayout, *, has_pill: bool) -> tuple[float, float]:
    """Return the y of the upper and of the lower end of the area for lines; ``has_pill`` leaves space for a button."""
    t = layout.text_scale
    return layout.log.y + HEAD * t + 4, layout.log.bottom - 10 * t - (
        newest_button_place(layout).h + 4 if has_pill else 0
    )


def newest_button_place(layout: TableLayout) -> FloatRect:
    """Return the place of the button that scrolls back to the newest line, at the foot of the log."""
    box, t = layout.log, layout.text_scale
    height = max(24, 30 * t)
    right = min(box.right - 12 * t, scroll_track(layout).x - 3)
    return FloatRect.between(box.x + 12 * t, box.bottom - 8 * t - height, right, box.bottom - 8 * t)


def scroll_track(layout: TableLayout) -> Rect:
    """Return the rectangle in which the thumb of the scroll bar moves."""
    top, bottom = _body(layout, has_pill=False)
    right = layout.log.right - 5 * layout.text_scale
    return Rect(round(right) - _BAR_PX, round(top), _BAR_PX, round(bottom - top))


def scroll_of(what: LogView) -> ScrollOffset:
    """Return the log's scroll position, counted in lines."""
    return ScrollOffset(len(what.lines), what.total, what.first)


def line_places(layout: TableLayout, what: LogView) -> list[tuple[LogLine, FloatRect]]:
    """Return the visible lines with their places, the lowest first; a cut-off line has that of its visible part."""
    box = layout.log
    top, bottom = _body(layout, has_pill=what.newer > 0)
    places = []
    for line in reversed([*what.above, *what.lines]):
        height = _height(layout, line)
        places.append((line, box.between(box.x, max(top, bottom - height), box.right, bottom)))
        bottom -= height
    return places


def paint_log(surface: Surface, layout: TableLayout, what: LogView, names: Names) -> None:
    """Paint the log: the panel, its heading and the visible lines."""
    box, u, t = layout.log, layout.unit, layout.text_scale
    draw.panel(surface, box, radius(u), rim=THEME.edge, shadow_px=shadow_px(u))
    head = HEAD * t
    middle = box.y + head * 0.55
    art.blit_icon(surface, "log", (box.x + 24 * t, middle), 20 * t, THEME.text)
    text.draw(surface, _("Log"), box.x + 42 * t, middle, "O7", max(14, 18 * t), max_width=box.w - 54 * t, min_px=11)
    surface.fill(THEME.edge, (round(box.x + 12 * t), round(box.y + head), round(box.w - 24 * t), 2))
    paint_lines(surface, layout, what, names)


def paint_lines(surface: Surface, layout: TableLayout, what: LogView, names: Names) -> None:
    """Paint the visible lines and, if the log can be scrolled, the scroll bar and the button to the newest line."""
    for i, (line, place) in enumerate(line_places(layout, what)):
        _paint_line(surface, layout, place, line, names, newest=not i and not what.newer)
    scroll = scroll_of(what)
    if scroll.is_needed:
        scroll.paint_bar(surface, scroll_track(layout), held=False)
    if what.newer:
        _paint_pill(surface, layout, what.newer)


def _paint_pill(surface: Surface, layout: TableLayout, newer: int) -> None:
    place = newest_button_place(layout)
    draw.rounded_rect(surface, place, place.h * 0.3, THEME.navy)
    # Translators: on a button below a log that was scrolled back; pressing it shows the newest lines again
    words = _n("{n} newer line", "{n} newer lines", newer)
    px = max(text.MIN_TEXT_PX, 15.5 * layout.text_scale)
    text.draw(surface, words, *place.center, "B6", px, THEME.white, anchor="c", max_width=place.w - 12, min_px=11)


def _sizes(layout: TableLayout) -> tuple[float, float]:
    """Return the letter size and the width available for a line, in pixels."""
    return max(text.MIN_TEXT_PX, 16.5 * layout.text_scale), layout.log.w - 46 * layout.text_scale - _BAR_PX


def _height(layout: TableLayout, line: LogLine) -> float:
    """Return a line's height in pixels, measured in the bold face of the newest line so that it never changes."""
    px, width = _sizes(layout)
    return (
        len(text.wrap(line.text, "B6", px, width)) * px * _LINE
        + _reason_height(line, px, width)
        + 7 * layout.text_scale
    )


def _paint_line(
    surface: Surface, layout: TableLayout, place: FloatRect, line: LogLine, names: Names, *, newest: bool
) -> None:
    (px, width), face, t = _sizes(layout), "B6" if newest else "B5", layout.text_scale
    step = px * _LINE
    pieces, height = text.wrap(line.text, "B6", px, width), _height(layout, line)
    is_cut = height > place.h + 1
    top = place.bottom - height if is_cut else place.y
    if newest:
        draw.rounded_rect(surface, (place.x + 6 * t, place.y + t, place.w - 12 * t, place.h), 8 * t, THEME.mark)
    left = place.x + 36 * t
    for i, piece in enumerate(pieces):
        y = top + 4 * t + (i + 0.5) * step
        if not is_cut or y - step / 2 >= place.y - 1:
            if not i:
                _paint_sign(surface, line, names, (place.x + 22 * t, y), px)
            text.draw(surface, piece, left, y, face, px, max_width=width + 1, min_px=px * 0.8)
    _paint_reason(surface, line, names, px, (left, top + 4 * t + len(pieces) * step, width))


def _paint_sign(surface: Surface, line: LogLine, names: Names, middle: tuple[float, float], px: float) -> None:
    if line.side is not None:
        livery.draw_badge(surface, names.livery(line.side), *middle, px * 0.58)
    elif line.face:
        art.blit_portrait(surface, line.face, middle, px * 1.5)
    elif line.icon:
        draw.icon_disc(surface, line.icon, *middle, px * 0.58)


def _reason_px(px: float) -> float:
    return max(text.MIN_CAPTION_PX, 0.9 * px)


def _reason(line: LogLine, px: float, width: float) -> tuple[list[str], float]:
    """Return the reason of a log line, wrapped, and its indent in pixels, which leaves space for a side's symbol."""
    indent = 1.2 * _reason_px(px) if line.reason_side is not None else 0.0
    return text.wrap(line.reason, "B5", _reason_px(px), width - indent) if line.reason else [], indent


def _reason_height(line: LogLine, px: float, width: float) -> float:
    return len(_reason(line, px, width)[0]) * _reason_px(px) * _LINE


def _paint_reason(surface: Surface, line: LogLine, names: Names, px: float, place: tuple[float, float, float]) -> None:
    """Paint the reason in smaller letters; ``place`` is left, top and width."""
    left, top, width = place
    pieces, indent = _reason(line, px, width)
    why_px = _reason_px(px)
    for i, piece in enumerate(pieces):
        y = top + (i + 0.5) * why_px * _LINE
        if line.reason_side is not None and not i:
            livery.draw_badge(surface, names.livery(line.reason_side), left + 0.45 * why_px, y, 0.45 * why_px)
        room = width - indent + 1
        text.draw(surface, piece, left + indent, y, "B5", why_px, THEME.text2, max_width=room, min_px=11)


_WHEEL = 3  # lines per notch
_BAR_REACH_PX = 16  # a press this near to the bar still grabs it


class LogPanel(Widget):
    """The widget that scrolls the log; the log itself is painted with the table.

    ``end`` is the number of the lowest line shown, counted from 1; if it is None, the log follows the newest line.
    """

    role = "log"
    has_click_sound = False
    is_scanned = False

    def __init__(
        self,
        layout: TableLayout,
        lines: Callable[[], tuple[LogLine, ...]],
        *,
        end: int | None,
        on_scroll: Callable[[], None],
    ) -> None:
        super().__init__("log", _("Log"), Rect(*map(round, layout.log)))
        self._layout = layout
        self._lines = lines
        self._on_scroll = on_scroll
        self._held_at: float | None = None
        self.end = end

    @property
    def _shown(self) -> LogView:
        return log_view(self._layout, self._lines(), self.end)

    @property
    def value(self) -> str | None:
        lines = self._shown.lines
        return accessible_text(lines[-1].full_text) if lines else None

    def scroll(self, by: int) -> bool:
        """Scroll down by that many lines, or up if negative; return whether the log moved."""
        return self._go_to(lowest_line_after_scroll(self._layout, self._lines(), self.end, by))

    def _go_to(self, end: int | None) -> bool:
        if end == self.end:
            return False
        self.end = end
        self._on_scroll()
        return True

    def turn(self, notches: float) -> bool:
        return self.scroll(-round(_WHEEL * notches) or (-1 if notches > 0 else 1))

    def handle_key(self, key: int) -> bool:
        page = max(1, len(self._shown.lines) - 1)
        everything = len(self._lines())
        by = {
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_HOME: -everything,
            pygame.K_END: everything,
        }.get(key)
        if by is None:
            return False
        self.scroll(by)
        return True

    def hold_at(self, pos: tuple[int, int], *, is_first: bool) -> bool:
        trough, scroll = scroll_track(self._layout), scroll_of(self._shown)
        if is_first:
            is_on_bar = pos[0] >= trough.x - _BAR_REACH_PX and trough.y <= pos[1] < trough.bottom
            self._held_at = scroll.grab_thumb(trough, pos[1]) if is_on_bar and scroll.is_needed else None
        elif self._held_at is not None:
            scroll.drag_thumb(trough, pos[1] - self._held_at)
        if self._held_at is None or scroll.offset == self._shown.first:
            return False
        is_at_end = scroll.offset == scroll.max_offset
        return self._go_to(None if is_at_end else lowest_line_below_first(self._layout, self._lines(), scroll.offset))

    def press_at(self, pos: tuple[int, int]) -> None:
        if self._shown.newer and self._held_at is None and newest_button_place(self._layout).contains(pos):
            self._go_to(None)

    def draw(self, surface: Surface, text_scale: float) -> None:
        if self.has_ring:
            draw.focus_ring(surface, self.rect, radius(self._layout.unit), text_scale)

    def nodes(self) -> list[Node]:
        shown = self._shown
        lines = [
            Node(
                f"log/{shown.end - i}",
                accessible_text(line.full_text),
                "text",
                node_rect(place),
                group=self.id,
                place=(shown.end - i, shown.total),
            )
            for i, (line, place) in enumerate(line_places(self._layout, shown))
        ]
        return [*super().nodes(), *reversed(lines)]
