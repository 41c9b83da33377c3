"""The list of kept matches: those still running, those over, files that cannot be read, and what was deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import starmap
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import _, number
from game.i18n.punctuation import facts, listed
from game.scenes.roadbook.race_road import draw_road
from game.session.storage.deleted import DeletedFile
from game.session.storage.digest import MatchSummary
from game.session.storage.match_index import KeptMatches
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.areas import ScrollArea
from game.ui.widgets.scroll import Scroll
from game.words.matches import days_left, match_state, match_title, match_when, names_of
from game.words.rulesets import rule_set_name

_ROWS: Final = 5
"""How many rows a page of the list has."""
_SLOTS: Final = 5
_RIGHT: Final = 0.40  # of a row: state, score and road


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the list (a match, or a file that cannot be read), or a heading with the number of rows below it.

    One that was ``deleted`` can be fetched back, and nothing else be done with it.
    """

    id: str = ""
    match: MatchSummary | None = None
    deleted: DeletedFile | None = None
    heading: str = ""
    count: int = 0

    @property
    def kept(self) -> MatchSummary | None:
        """The match, if there is one that something can be done with."""
        return None if self.deleted else self.match

    @property
    def file_name(self) -> str:
        """What a file that cannot be read is called."""
        return self.deleted.id if self.deleted else self.id

    @property
    def is_heading(self) -> bool:
        """Whether it is no row."""
        return not self.id


def items_of(kept: KeptMatches) -> tuple[Item, ...]:
    """The list from the top down."""
    running = [Item(match.id, match) for match in kept.matches if not match.is_over]
    over = [Item(match.id, match) for match in kept.matches if match.is_over]
    broken = [Item(id) for id in kept.broken]
    deleted = [Item(one.file.path.stem, one.match, one.file) for one in kept.deleted]
    groups = (
        (_("Still running"), running),
        (_("Finished"), over),
        (_("Can’t be read"), broken),
        (_("Deleted"), deleted),
    )
    parts = ([Item(heading=words, count=len(rows)), *rows] for words, rows in groups if rows)
    return tuple(item for part in parts for item in part)


class MatchList(ScrollArea):
    """The rows, one of them chosen: by Up, Down, Page Up, Page Down, Home and End, or by the mouse.

    Enter does what ``on_press`` says, for the chosen row. Without ``items`` there are empty slots if the list
    ``is_loading``.
    """

    role = "list"

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self,
        rect: Rect,
        items: Sequence[Item],
        chosen: str,
        *,
        scroll: Scroll,
        u: float,
        t: float,
        is_loading: bool,
        on_choose: Callable[[str], None],
        on_press: Callable[[], None],
    ) -> None:
        super().__init__("matches", _("Saved matches"), rect, scroll, t=t)
        self.u = u
        self.items = tuple(items)
        self.rows = [at for at, item in enumerate(self.items) if not item.is_heading]
        self.chosen = chosen
        self.on_choose = on_choose
        self.on_press = on_press
        self.enabled = bool(self.rows)
        self.row_h, self._head_h = round(text.sized(115 * u, 62)), round(text.sized(52 * u, 26))
        self._gap = max(5, round(10 * u))
        self.notch = self.row_h + self._gap
        self._is_loading = is_loading
        self._pointed: int | None = None
        self._tops = self._measured()
        scroll.fit(rect.h, self._tops[-1])

    def _measured(self) -> list[int]:
        """Where each item begins, and where the last one ends."""
        tops = [0]
        for item in self.items:
            tops.append(tops[-1] + (self._head_h if item.is_heading else self.row_h + self._gap))
        return tops

    @property
    def view(self) -> Rect:
        """Where items are shown: all the area."""
        return self.rect

    @property
    def step_px(self) -> float:
        """It is scrolled by pixels."""
        return 1.0

    @property
    def value(self) -> str | None:
        """What the chosen row is called."""
        return next((self._title(item) for item in self.items if item.id and item.id == self.chosen), None)

    @staticmethod
    def _title(item: Item) -> str:
        return plain(match_title(item.match)) if item.match else plain(_("Can’t be read"))

    def place(self, at: int) -> Rect:
        """Where an item lies, be it out of sight."""
        bar = self.bar.w + round(12 * self.t) if self.scroll.is_needed else 0
        top = self.rect.y + self._tops[at] - self.scroll.offset
        return Rect(self.rect.x, top, self.rect.w - bar, self._tops[at + 1] - self._tops[at] - self._space(at))

    def _space(self, at: int) -> int:
        return 0 if self.items[at].is_heading else self._gap

    def _shown(self) -> list[int]:
        return [at for at in range(len(self.items)) if self._is_in_sight(at)]

    def _is_in_sight(self, at: int) -> bool:
        """Whether it is wholly seen: what would be cut is left out."""
        top, bottom = self._tops[at], self._tops[at + 1] - self._space(at)
        return top >= self.scroll.offset and bottom <= self.scroll.offset + self.rect.h

    def _at(self, pos: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(pos):
            return None
        return next((at for at in self._shown() if at in self.rows and self.place(at).collidepoint(pos)), None)

    # -- input --------------------------------------------------------------------------------------------------------

    def show(self, id: str) -> None:
        """Bring a row into view; with the first one of a group its heading."""
        at = next((at for at in self.rows if self.items[at].id == id), None)
        if at is not None:
            first = at - 1 if at and self.items[at - 1].is_heading else at
            self.scroll.show(self._tops[first], self._tops[at + 1])

    def choose(self, at: int) -> None:
        """Choose a row, bring it into view and tell it."""
        self.chosen = self.items[at].id
        self.show(self.chosen)
        self.on_choose(self.chosen)

    @property
    def scan_parts(self) -> int:
        """The rows."""
        return len(self.rows)

    @property
    def scan_chosen(self) -> int | None:
        """The row that is chosen."""
        return next((n for n, at in enumerate(self.rows) if self.items[at].id == self.chosen), None)

    def scan_to(self, index: int | None) -> None:
        """Choose the row."""
        if index is not None:
            self.choose(self.rows[index])

    def press_at(self, pos: tuple[int, int]) -> None:
        """Choose the row at the mouse, unless the list was dragged."""
        at = self._at(pos)
        if at is not None and not self._was_dragged:
            self.choose(at)

    def point_at(self, pos: tuple[int, int] | None) -> bool:
        """Note which row the mouse points at."""
        was, self._pointed = self._pointed, None if pos is None else self._at(pos)
        self.hovered = pos is not None
        return was != self._pointed

    def key(self, key: int) -> bool:
        """Choose another row; beyond either end the key is somebody else's."""
        if not self.rows:
            return False
        here = next((n for n, at in enumerate(self.rows) if self.items[at].id == self.chosen), 0)
        last = len(self.rows) - 1
        ways = {
            pygame.K_UP: here - 1,
            pygame.K_DOWN: here + 1,
            pygame.K_PAGEUP: max(0, here - _ROWS),
            pygame.K_PAGEDOWN: min(last, here + _ROWS),
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        to = ways.get(key, -1)
        if not 0 <= to <= last:
            return False
        self.choose(self.rows[to])
        return True

    # -- picture ------------------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, t: float) -> None:  # noqa: ARG002 - as every control
        """Draw what is in sight, or the slots of what is still read."""
        if self._is_loading and not self.items:
            self._draw_slots(surface)
        now = datetime.now()
        for at in self._shown():
            if self.items[at].is_heading:
                self._draw_heading(surface, self.items[at], self.place(at))
            else:
                self._draw_row(surface, at, now)
        self.draw_bar(surface)

    def _draw_slots(self, surface: Surface) -> None:
        for n in range(_SLOTS):
            y = self.rect.y + self._head_h + n * (self.row_h + self._gap)
            slot = Rect(self.rect.x, y, self.rect.w, self.row_h)
            draw.rounded(surface, slot, 14 * self.u, THEME.row, THEME.edge, max(1, 1.6 * self.t))

    def _draw_heading(self, surface: Surface, item: Item, place: Rect) -> None:
        px, small = text.sized(28 * self.u, text.MIN_NAME_PX), text.sized(20 * self.u, text.MIN_TEXT_PX)
        count, y = number(item.count), place.centery - 0.06 * place.h
        used = text.draw(surface, count, place.right, y, "B5", small, THEME.text2, anchor="r")
        text.draw(surface, item.heading, place.x, y, "O8", px, max_width=place.w - used - px)

    def _draw_row(self, surface: Surface, at: int, now: datetime) -> None:
        item, place, k = self.items[at], self.place(at), max(0.7, self.t)
        is_chosen = item.id == self.chosen
        radius = 0.12 * place.h
        fill = THEME.mark if is_chosen or at == self._pointed else THEME.row
        rim, width = (THEME.gold_d, max(2, 3 * k)) if is_chosen else (THEME.edge, max(1, 1.6 * k))
        draw.rounded(surface, place, radius, fill, rim, width)
        if is_chosen:
            draw.rounded(surface, (place.x, place.y, max(5, round(9 * k)), place.h), radius, THEME.gold_d)
        if item.match is None:
            self._draw_broken(surface, item, place)
        else:
            self._draw_match(surface, item.match, place, now)
        if is_chosen and self.has_ring:
            draw.focus_ring(surface, place, radius, k)

    def _draw_broken(self, surface: Surface, item: Item, place: Rect) -> None:
        size = 0.46 * place.h
        left = place.x + 0.24 * place.h
        art.blit_icon(surface, "octagon", (left + size / 2, place.centery), size, THEME.bad)
        x, px = left + 1.4 * size, self._sizes[0]
        room = place.right - 0.2 * place.h - x
        text.draw(surface, _("Can’t be read"), x, place.y + 0.33 * place.h, "O7", px, max_width=room)
        y = place.y + 0.68 * place.h
        text.draw(surface, item.file_name, x, y, "B5", self._sizes[1], THEME.text2, max_width=room)

    @property
    def _sizes(self) -> tuple[float, float]:
        """Of names, and of all other words."""
        return text.sized(24 * self.u, text.MIN_NAME_PX), text.sized(18 * self.u, text.MIN_TEXT_PX)

    def _draw_match(self, surface: Surface, match: MatchSummary, place: Rect, now: datetime) -> None:
        pad, across = 0.24 * place.h, round(_RIGHT * place.w)
        right = Rect(place.right - round(0.17 * place.h) - across, place.y, across, place.h)
        px, small = self._sizes
        room = right.x - pad - place.x - pad
        title, is_named = match_title(match), bool(match.name)
        y = place.y + 0.3 * place.h
        text.draw(surface, title, place.x + pad, y, "O7", px, max_width=room, may_be_cut=is_named)
        d = round(min(0.4 * place.h, max(24, 46 * self.u)))
        x = self._draw_seats(surface, match, place.x + pad, place.y + 0.68 * place.h, d)
        lines = [line for line in (match_when(match, now), rule_set_name(match.rules)) if line]
        self._draw_lines(surface, lines, (x + 0.3 * d, place.y + 0.68 * place.h), right.x - 0.1 * place.h, small)
        self._draw_standing(surface, match, right)

    def _draw_lines(
        self, surface: Surface, lines: Sequence[str], at: tuple[float, float], right: float, px: float
    ) -> None:
        """One below the other, as far as there is room for each beside the portraits."""
        x, middle = at
        fitting = [line for line in lines if text.width(line, "B5", text.MIN_TEXT_PX) <= right - x]
        for n, line in enumerate(fitting):
            y = middle + (n - (len(fitting) - 1) / 2) * 1.2 * px
            text.draw(surface, line, x, y, "B5", px, THEME.text2, max_width=right - x, min_px=text.MIN_TEXT_PX)

    def _draw_seats(self, surface: Surface, match: MatchSummary, x: float, y: float, d: int) -> float:
        """Draw a portrait a seat; where they end."""
        names = names_of(match)
        side_of = {seat: side for side, seats in enumerate(names.sides) for seat in seats}
        for seat, driver in enumerate(names.drivers):
            if driver is None:
                livery.draw_plate(surface, names.livery(side_of[seat]), x + d / 2, y, 0.49 * d)
            else:
                surface.blit(art.portrait(driver, d), (round(x), round(y - d / 2)))
                livery.draw_plate(surface, names.livery(side_of[seat]), x + 0.84 * d, y + 0.34 * d, 0.22 * d)
            x += 1.14 * d
        return x

    def _draw_standing(self, surface: Surface, match: MatchSummary, place: Rect) -> None:
        """The state, the best side with its score, and the road."""
        px, y = text.sized(20 * self.u, text.MIN_TEXT_PX), place.y + 0.26 * place.h
        best = match.winner
        if best is None:
            best = max(range(len(match.totals)), key=lambda side: match.totals[side])
        used = text.draw(surface, number(match.totals[best]), place.right, y, "O7", px, anchor="r")
        livery.draw_plate(surface, names_of(match).livery(best), place.right - used - 0.9 * px, y, 0.6 * px)
        x = float(place.x)
        if match.winner is not None:
            art.blit_icon(surface, "trophy", (x + 0.6 * px, y), 1.2 * px, THEME.gold_d)
            x += 1.6 * px
        room = place.right - used - 1.8 * px - x
        text.draw(surface, match_state(match), x, y, "B6", px, max_width=room, min_px=text.MIN_CAPTION_PX)
        top = place.y + round(0.43 * place.h)
        draw_road(surface, Rect(place.x, top, place.w, place.bottom - round(0.1 * place.h) - top), match)

    def nodes(self) -> list[Node]:
        """The list, the rows that are seen, and the bar."""
        rows = []
        now = datetime.now()
        for at in self._shown():
            item, place = self.items[at], self.place(at)
            if not item.is_heading:
                state = "on" if item.id == self.chosen else "off"
                rect = node_rect((place.x, place.y, place.w, place.h))
                rows.append(Node(f"matches.{item.id}", self._said(item, now), "listitem", rect, value=state))
        return [*super().nodes(), *rows, *self.bar_nodes()]

    def _said(self, item: Item, now: datetime) -> str:
        match, left = item.match, [days_left(item.deleted.gone_from_s, now)] if item.deleted else []
        if match is None:
            return plain(facts([_("Can’t be read"), item.file_name, *left]))
        names = names_of(match)
        scores = starmap(names.scored, enumerate(match.totals))
        about = match_when(match, now), rule_set_name(match.rules), match_state(match), listed(scores)
        return plain(facts([match_title(match), *(words for words in (*left, *about) if words)]))
