"""The grid of the milestones: a column for each family, a cell with its badge for each milestone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pygame import Rect, Surface

from game.i18n import _, number
from game.i18n.punctuation import sentence
from game.session.milestones import MILESTONES, MilestoneFamily, Progress
from game.ui.accessibility_tree import Node, node_rect, plain
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.widgets import Widget
from game.ui.widgets.widget import ARROWS
from game.words.milestones import family_name, milestone_condition, milestone_name, milestone_standing

FAMILIES: Final = tuple(MilestoneFamily)
ROWS: Final = len(MILESTONES) // len(FAMILIES)
_BADGE_H, _BADGE_W = 0.82, 0.36  # of a cell's height and width, the smaller of both
_LEAST_BADGE: Final = 40
_NAME_LINES: Final = 2
_NAME_LINE: Final = 1.15  # of the size


def badge_name(progress: Progress) -> str:
    """The picture of a milestone, pale as long as it isn't reached."""
    id = progress.milestone.id
    return f"badges/{id}" if progress.is_reached else f"badges/{id}.todo"


class MilestoneGrid(Widget):
    """The arrow keys walk through the cells, the mouse chooses one; ``bands`` columns stand one below the other."""

    role = "grid"
    clicks = False

    def __init__(  # noqa: PLR0913 - a control is described by many things
        self,
        rect: Rect,
        reached: Mapping[str, Progress],
        chosen: str,
        *,
        u: float,
        t: float,
        bands: int,
        on_choose: Callable[[str], None],
    ) -> None:
        super().__init__("milestones", _("Milestones"), rect)
        self.reached = reached
        self.chosen = chosen
        self.on_choose = on_choose
        self.u, self.t = u, t
        self._columns = len(FAMILIES) // bands
        self._gap, self._head_h = max(6, round(14 * u)), max(30, round(56 * u))
        self._band_h = (rect.h - (bands - 1) * self._gap) // bands
        self._name_px, self._px = text.sized(20 * u, text.MIN_NAME_PX), text.sized(17 * u, text.MIN_TEXT_PX)
        self._tells_conditions = all(map(self._has_room, reached.values()))

    # -- places -------------------------------------------------------------------------------------------------------

    def head(self, column: int) -> Rect:
        """Where the name of a family stands."""
        wide = (self.rect.w + self._gap) / self._columns
        band, across = divmod(column, self._columns)
        left = self.rect.x + round(across * wide)
        top = self.rect.y + band * (self._band_h + self._gap)
        return Rect(left, top, round(wide) - self._gap, self._head_h)

    def cell(self, index: int) -> Rect:
        """Where a milestone stands."""
        column, row = divmod(index, ROWS)
        head, gap = self.head(column), max(5, round(11 * self.u))
        step = (self._band_h - self._head_h + gap) / ROWS
        top, bottom = (round(head.bottom + n * step) for n in (row, row + 1))
        return Rect(head.x, top, head.w, bottom - top - gap)

    def _badge(self, cell: Rect) -> Rect:
        side = round(max(min(_LEAST_BADGE, 0.94 * cell.h), min(_BADGE_H * cell.h, _BADGE_W * cell.w)))
        pad = max(5, round(0.09 * cell.h))
        return Rect(cell.x + pad, cell.centery - side // 2, side, side)

    def _words(self, cell: Rect) -> Rect:
        left, pad = self._badge(cell).right + max(6, round(12 * self.u)), max(4, round(7 * self.u))
        return Rect(left, cell.y + pad // 2, cell.right - pad - left, cell.h - pad)

    def _has_room(self, progress: Progress) -> bool:
        """Whether name and condition fit into a cell, and the bar if there is one."""
        room, id = self._words(self.cell(0)), progress.milestone.id
        px = self._fitting_name(milestone_name(id), room)
        name = len(text.wrap(milestone_name(id), "O7", px, room.w)) * px * _NAME_LINE
        lines = text.wrap(milestone_condition(id), "B5", self._px, room.w)
        has_width = all(text.width(line, "B5", self._px) <= room.w for line in lines)
        return has_width and name + len(lines) * self._px * text.LINE_HEIGHT + self._bar_room(progress) <= room.h

    def _bar_room(self, progress: Progress) -> int:
        """How high the bar of one that counts is, with what lies above it; nothing once it is reached."""
        return 2 * self._bar_h if progress.milestone.goal > 1 and not progress.is_reached else 0

    @property
    def _bar_h(self) -> int:
        return max(4, round(9 * self.u))

    # -- input --------------------------------------------------------------------------------------------------------

    @property
    def _at(self) -> int:
        return next((n for n, milestone in enumerate(MILESTONES) if milestone.id == self.chosen), 0)

    def key(self, key: int) -> bool:
        """Walk through the cells; at the edges the key is somebody else's."""
        if key not in ARROWS:
            return False
        here, (dx, dy) = self.cell(self._at), ARROWS[key]
        ahead = [n for n in range(len(MILESTONES)) if self._is_ahead(here, self.cell(n), dx, dy)]
        if not ahead:
            return False
        places = {n: self.cell(n).center for n in ahead}
        x, y = here.center
        self._choose(min(ahead, key=lambda n: abs(places[n][0] - x) + abs(places[n][1] - y)))
        return True

    @staticmethod
    def _is_ahead(here: Rect, there: Rect, dx: int, dy: int) -> bool:
        """Whether a cell lies straight in that direction."""
        if dx:
            return there.y == here.y and (there.x - here.x) * dx > 0
        return there.x == here.x and (there.y - here.y) * dy > 0

    @property
    def scan_parts(self) -> int:
        """The milestones."""
        return len(MILESTONES)

    @property
    def scan_chosen(self) -> int | None:
        """The milestone that is chosen."""
        return self._at

    def scan_to(self, index: int | None) -> None:
        """Choose the milestone."""
        if index is not None:
            self._choose(index)

    def press_at(self, pos: tuple[int, int]) -> None:
        """Choose the milestone at the mouse."""
        at = next((n for n in range(len(MILESTONES)) if self.cell(n).collidepoint(pos)), None)
        if at is not None:
            self._choose(at)

    def _choose(self, at: int) -> None:
        self.chosen = MILESTONES[at].id
        self.on_choose(self.chosen)

    # -- words and picture --------------------------------------------------------------------------------------------

    @property
    def value(self) -> str | None:
        """The milestone that is chosen, with all there is to say."""
        return self.said(self._at)

    def said(self, index: int) -> str:
        """Name, condition and standing of a milestone."""
        id = MILESTONES[index].id
        return plain(
            " ".join((sentence(milestone_name(id)), milestone_condition(id), milestone_standing(self.reached[id])))
        )

    def nodes(self) -> list[Node]:
        """The grid and its cells."""
        cells = []
        for n, milestone in enumerate(MILESTONES):
            place = self.cell(n)
            state = "on" if self.reached[milestone.id].is_reached else "off"
            rect = node_rect((place.x, place.y, place.w, place.h))
            cells.append(Node(f"milestones.{milestone.id}", self.said(n), "cell", rect, value=state))
        return [*super().nodes(), *cells]

    def draw(self, surface: Surface, t: float) -> None:
        """Draw families and milestones."""
        for column, family in enumerate(FAMILIES):
            self._draw_head(surface, column, family)
        for n, milestone in enumerate(MILESTONES):
            self._draw_cell(surface, self.cell(n), self.reached[milestone.id])
        chosen = self.cell(self._at)
        if self.has_ring:
            draw.focus_ring(surface, chosen, 0.11 * chosen.h, max(0.7, t))
        elif self.focused:
            draw.rounded(surface, chosen, 0.11 * chosen.h, None, THEME.text, max(2, 3 * t))

    def _draw_head(self, surface: Surface, column: int, family: MilestoneFamily) -> None:
        place, own = self.head(column), [m for m in MILESTONES if m.family is family]
        reached = sum(self.reached[milestone.id].is_reached for milestone in own)
        px, small = text.sized(26 * self.u, text.MIN_NAME_PX), text.sized(21 * self.u, text.MIN_TEXT_PX)
        y = place.y + 0.4 * place.h
        tally = f"{number(reached)} / {number(len(own))}"
        used = text.draw(surface, tally, place.right, y, "O6", small, THEME.text2, anchor="r")
        text.draw(surface, family_name(family), place.x, y, "O8", px, max_width=place.w - used - 6, min_px=12)
        gap, high = max(2, round(5 * self.u)), max(3, round(8 * self.u))
        step = (place.w + gap) / len(own)
        for n in range(len(own)):
            dash = Rect(round(place.x + n * step), place.bottom - high - max(3, round(6 * self.u)), 0, high)
            dash.w = round(place.x + (n + 1) * step) - gap - dash.x
            draw.rounded(surface, dash, high / 2, THEME.gold_d if n < reached else THEME.surface2)

    def _draw_cell(self, surface: Surface, cell: Rect, progress: Progress) -> None:
        is_reached, id = progress.is_reached, progress.milestone.id
        fill, rim = (THEME.raised, THEME.gold_d) if is_reached else (THEME.row, THEME.edge)
        draw.rounded(surface, cell, 0.11 * cell.h, fill, rim, max(1.2, 2.2 * self.t))
        badge, room = self._badge(cell), self._words(cell)
        surface.blit(art.picture(badge_name(progress), *badge.size), badge.topleft)
        ink, goal = THEME.text if is_reached else THEME.text2, progress.milestone.goal
        bar = self._bar_room(progress)
        name_px = self._fitting_name(milestone_name(id), room)
        lines = text.wrap(milestone_name(id), "O7", name_px, room.w)
        said = milestone_condition(id) if self._tells_conditions else ""
        below = text.paragraph_height(said, "B5", self._px, room.w) if said else 0
        name_h = len(lines) * name_px * _NAME_LINE
        y = room.y + (room.h - name_h - below - bar) / 2
        for n, line in enumerate(lines):
            at = y + (n + 0.5) * _NAME_LINE * name_px
            text.draw(surface, line, room.x, at, "O7", name_px, ink, max_width=room.w, min_px=text.MIN_CAPTION_PX)
        if said:
            text.paragraph(surface, said, (room.x, y + name_h, room.w, below + 2), "B5", self._px, THEME.text2)
        if bar:
            trough = Rect(room.x, round(y + name_h + below) + self._bar_h, room.w, self._bar_h)
            draw.rounded(surface, trough, trough.h / 2, THEME.surface2, THEME.edge, 1)
            done = Rect(trough.x, trough.y, round(trough.w * progress.count / goal), trough.h)
            if done.w >= trough.h:
                draw.rounded(surface, done, trough.h / 2, THEME.accent)

    def _fitting_name(self, name: str, room: Rect) -> float:
        """The size at which a name stands in two lines, none of its words too wide."""
        px = self._name_px
        while px > text.MIN_TEXT_PX:
            lines = text.wrap(name, "O7", px, room.w)
            if len(lines) <= _NAME_LINES and all(text.width(line, "O7", px) <= room.w for line in lines):
                break
            px -= 1
        return px
