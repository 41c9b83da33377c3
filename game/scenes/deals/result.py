"""What others made of the person's seat: the levels of the bots drive the same leg, and their drives sort in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import _, _n, _p, _r, number
from game.i18n.punctuation import labelled, listed, placed
from game.scenes.deals.drives import DriveList, DriveRow
from game.scenes.dialogs import paint_head, paper_plate, screen_plate
from game.scenes.host import Host
from game.session.comparison import Drive, SeatComparison
from game.session.deals import Deal
from game.table.painting import ground
from game.ui.animation import Animation, Timeline, inout
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.form import TimedFormScene
from game.ui.scene import is_tall, text_factor, unit
from game.ui.widgets import MIN_TARGET_PX, Button, Style, Widget
from game.ui.widgets.buttons import label_px
from game.words.settings import level_name

_WIDEST: Final = 1.6  # of the plate's height
_PLACES_GROW: Final = 0.6  # of what the words grow, what lies round the rows
_EDGE_PX: Final = 8
_LABEL_SHARE: Final = 0.48
_SORT_S: Final = 0.26
_SORT: Final = "sort"
_DRIVER_W, _KM_W, _COUPS_W, _WON_W = 0.22, 0.09, 0.14, 0.1
"""The columns, of the row's width; the bar has what is left."""


@dataclass(frozen=True, slots=True)
class ResultLayout:
    """The plate with its head; the line with the code; the heads of the columns and the rows; and the foot."""

    plate: Rect
    head: Rect
    code: Rect
    columns: Rect
    rows: Rect
    foot: Rect


def result_layout(size: tuple[int, int]) -> ResultLayout:
    """Lay the screen out for a window."""
    u = unit(size)
    t = text_factor(u)
    k = min(t, text.delivered(u) + _PLACES_GROW * (t - text.delivered(u)))
    plate, head = screen_plate(size, None if is_tall(size) else _WIDEST)
    if k < t and t > text.delivered(u):
        plate = Rect(0, 0, *size).inflate(-2 * _EDGE_PX, -2 * _EDGE_PX)
        head = Rect(plate.x, plate.y, plate.w, head.h)
    pad = round(max(16, 44 * u))
    top, bottom = head.bottom + round(max(10, 28 * u)), plate.bottom - round(max(10, 26 * u))
    inner = Rect(plate.x + pad, top, plate.w - 2 * pad, bottom - top)
    code = Rect(inner.x, inner.y, inner.w, round(82 * k))
    foot = Rect(inner.x, 0, inner.w, max(38, round(74 * k)))
    foot.bottom = inner.bottom
    columns = Rect(inner.x, code.bottom + round(10 * k), inner.w, round(48 * k))
    rows = Rect(inner.x, columns.bottom, inner.w, foot.y - round(20 * k) - columns.bottom)
    return ResultLayout(plate, head, code, columns, rows, foot)


class DealResultScene(TimedFormScene[Host]):
    """The person's drive and those of the levels, which come one after the other; it ends with the screen.

    ``again`` plays the deal once more, ``look_at`` shows a drive turn by turn.
    """

    text_limit = (2.0, 1.45)
    name = "deal_result"
    first_focus = "done"

    def __init__(
        self,
        app: Host,
        deal: Deal,
        comparison: SeatComparison,
        again: Callable[[], None],
        look_at: Callable[[Drive], None],
        *,
        is_team: bool,
    ) -> None:
        super().__init__(app)
        self._look_at = look_at
        self._chosen: str | None = None
        self.places: ResultLayout = result_layout(app.size)
        self.comparison = comparison
        self._deal = deal
        self._again = again
        self._is_team = is_team
        self._order = self._sorted()
        self._before = self._order
        self._moves = -1
        self._is_copied: bool | None = None

    def escape(self) -> None:
        """Go back to the score sheet."""
        self.app.pop(self)

    def leave(self) -> None:
        """End what is still being driven."""
        self.comparison.close()

    def update(self, now_s: float) -> None:
        """Hear of the next drive and sort it in."""
        super().update(now_s)
        if self.comparison.poll():
            self._sort_in()
        percent = round(100 * self.comparison.progress)
        if percent != self._moves:
            self._moves, self.dirty = percent, True

    def is_settled(self) -> bool:
        """Whether all drives are there."""
        return super().is_settled() and self.comparison.is_over

    def _sorted(self) -> tuple[str | None, ...]:
        """Who drove, from the top down: those that are known, then those still to come."""
        return (*(drive.level for drive in self.comparison.drives), *self.comparison.due)

    def _sort_in(self) -> None:
        self._before, self._order = self._order, self._sorted()
        speed = 0 if self.app.settings.reduced_motion else self.app.settings.speed.factor
        self.timeline = Timeline(self.app.now_s, speed, {_SORT: Animation(duration_s=_SORT_S, easing=inout)})
        self.lay_out()

    # -- controls -----------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Copy, then the answers at the foot."""
        self.places = places = result_layout(self.app.size)
        buttons = self._answers(places.foot)
        self._foot_right = buttons[0].rect.x - round(20 * self.t)
        rows = [DriveRow(level, self._spoken(level)) for level in self._order]
        drives = DriveList(_("Runs"), places.rows, rows, self._chosen, self._choose, self._look)
        buttons[0].enabled = self._drive(self._chosen) is not None
        self._drives = drives
        return [self._copy_button(), drives, *buttons]

    def _answers(self, foot: Rect) -> list[Button]:
        """The buttons from the right, in a tall window as low as it takes to have room beside each other."""
        told = [
            ("look", _("Watch a run"), self._look, Style.BLUE, "play"),
            ("again", _("Play this deal again"), self._again, Style.BLUE, "replay"),
            ("done", _("Done"), self.escape, Style.RED, "check"),
        ]
        gap, height, widths = round(20 * self.t), foot.h + 2, [foot.w]
        while sum(widths) + gap * (len(told) - 1) > foot.w and height > MIN_TARGET_PX:
            height -= 2
            px = self._label_px(height)
            natural = (Button.natural_width(words, height, icon=True, px=px) for _id, words, *_rest in told)
            widths = [max(round(2.7 * height), wide) for wide in natural]
        buttons, x = list[Button](), foot.right - sum(widths) - gap * (len(told) - 1)
        for (id, words, act, style, icon), wide in zip(told, widths, strict=True):
            rect = Rect(x, foot.centery - height // 2, wide, height)
            buttons.append(Button(id, words, rect, on_press=act, style=style, icon=icon, px=self._label_px(height)))
            x += wide + gap
        return buttons

    def _label_px(self, height: int) -> float:
        """The size of the letters on a button of the foot: larger ones take up more of it."""
        return label_px(height) if self.t <= text.delivered(self.u) else max(label_px(height), _LABEL_SHARE * height)

    def _choose(self, level: str | None) -> None:
        self._chosen = level
        self.lay_out()

    def _look(self) -> None:
        """Show the drive of the row that is chosen; one still to come cannot be."""
        drive = self._drive(self._chosen)
        if drive is not None:
            self._look_at(drive)

    def _copy_button(self) -> Button:
        words = {None: _("Copy"), True: _("Copied"), False: _("Not copied")}
        line, name = self.places.code, words[self._is_copied]
        height = min(line.h - 8, max(32, round(48 * self.t)))
        wide = max(Button.natural_width(said, height) for said in words.values())
        rect = Rect(self._code_right + round(18 * self.t), line.centery - height // 2, wide, height)
        return Button("copy", name, rect, on_press=self._copy, style=Style.PAPER)

    def _copy(self) -> None:
        try:
            pygame.scrap.put_text(self._deal.code)
        except pygame.error:  # as when another program holds the clipboard
            self._is_copied = False
        else:
            self._is_copied = True
        self.lay_out()

    # -- words --------------------------------------------------------------------------------------------------------

    @property
    def _rank(self) -> str:
        """Where the person has come, or how far the counting is."""
        comparison = self.comparison
        if comparison.fault is not None:
            return _("The rest couldn’t be calculated")
        if not comparison.is_over:
            return _n("{n} run to go", "{n} runs to go", len(comparison.due))
        return _("Your place: {place} of {count}", place=comparison.place(comparison.own), count=len(self._order))

    def _driver(self, level: str | None) -> str:
        if level is not None:
            return level_name(level)
        return _("Your team") if self._is_team else _("You")

    def _spoken(self, level: str | None) -> str:
        drive = self._drive(level)
        if drive is None:
            due = _("still to come")
            return labelled(self._driver(level), due)
        rules = self._deal.rules
        coups_fourres = _r(rules, "Coups fourrés")
        parts = [
            _n("{n} point", "{n} points", drive.points),
            _("{km} km", km=drive.km),
            labelled(coups_fourres, number(drive.coups_fourres)),
            *([_r(rules, "Leg won")] if drive.has_won else []),
        ]
        return " ".join((placed(self.comparison.place(drive)), labelled(self._driver(level), listed(parts))))

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading, code and rank."""
        said = [
            ("title", _("How others did in your seat"), self.places.head),
            ("code", " ".join((_("Deal"), self._deal.code)), self.places.code),
            ("rank", self._rank, self.places.code),
        ]
        return [*said, ("note", self._note, self.places.foot)]

    @property
    def _note(self) -> str:
        return _("The same cards and the same rivals; each took your seat once.")

    # -- picture ------------------------------------------------------------------------------------------------------

    def _drive(self, level: str | None) -> Drive | None:
        return next((drive for drive in self.comparison.drives if drive.level == level), None)

    @property
    def _code_px(self) -> float:
        return 36 * self.t

    @property
    def _label_right(self) -> int:
        line, px = self.places.code, max(text.MIN_TEXT_PX, 20 * self.t)
        return round(line.x + 24 * self.t + text.width(_("Deal"), "B5", px) + 14 * self.t)

    @property
    def _code_right(self) -> int:
        return self._label_right + text.width(self._deal.code, "O9", self._code_px)

    def paint(self, surface: Surface) -> None:
        """Draw map, plate, code, and the rows as far as they have sorted in."""
        ground.paint(surface)
        places, t = self.places, self.t
        paper_plate(surface, places.plate, places.head, t)
        paint_head(surface, places.head, places.code.x, "chart", _("How others did in your seat"))
        self._paint_code(surface)
        self._paint_columns(surface)
        gone = self.timeline.eased(_SORT)
        for place, level in enumerate(self._order):
            was = self._before.index(level)
            if level is not None:
                self._paint_row(surface, level, self._drives.row(was + (place - was) * gone))
        own = self._before.index(None)
        self._paint_row(surface, None, self._drives.row(own + (self._order.index(None) - own) * gone))
        room = self._foot_right - places.foot.x
        px = max(text.MIN_TEXT_PX, 20 * t)
        if text.width(self._note, "B5", max(text.MIN_TEXT_PX, 0.8 * px)) <= room:
            y = places.foot.centery
            text.draw(surface, self._note, places.foot.x, y, "B5", px, THEME.text2, max_width=room, min_px=12)

    def _paint_code(self, surface: Surface) -> None:
        line, t = self.places.code, self.t
        draw.rounded(surface, line, 16 * t, THEME.row, THEME.edge, max(1, 2 * t))
        small, y = max(text.MIN_TEXT_PX, 20 * t), line.centery
        text.draw(surface, _("Deal"), line.x + 24 * t, y, "B5", small, THEME.text2)
        text.draw(surface, self._deal.code, self._label_right, y, "O9", self._code_px)
        copy = next((w.rect.right for w in self.controls.widgets if w.id == "copy"), line.x)
        right = line.right - 24 * t
        text.draw(
            surface, self._rank, right, y, "O7", 26 * t,
            anchor="r", max_width=right - copy - 16 * t, min_px=text.MIN_TEXT_PX,
        )  # fmt: skip

    @property
    def _row_px(self) -> float:
        return max(15.0, 25 * self.t)

    def _face_d(self, row: Rect) -> float:
        return min(0.74 * row.h, 62 * self.t)

    def _name_x(self, row: Rect) -> float:
        return row.x + 2.4 * self._row_px + self._face_d(row) + 14 * self.t

    def _edges(self, row: Rect) -> tuple[float, float, float, float]:
        """Where bar, km, coups fourrés and trophy have their left edge, or their middle."""
        px = self._row_px if self.t > text.delivered(self.u) else text.MIN_TEXT_PX
        names = max(text.width(self._driver(level), "O7", px) for level in self._order)
        at = self._name_x(self._drives.row(0)) - self._drives.row(0).x
        left = row.x + max(_DRIVER_W * row.w, at + names + 10 * self.t)
        won = row.right - _WON_W * row.w / 2
        coups = row.right - (_WON_W + _COUPS_W / 2) * row.w
        km = row.right - (_WON_W + _COUPS_W) * row.w
        return left, km, coups, won

    def _paint_columns(self, surface: Surface) -> None:
        row, px = self.places.columns, max(text.MIN_TEXT_PX, 20 * self.t)
        left, km, coups, won = self._edges(row)
        rules, y = self._deal.rules, row.centery
        text.draw(surface, _p("column", "Points"), left, y, "B5", px, THEME.text2)
        text.draw(surface, _p("column", "km"), km, y, "B5", px, THEME.text2, anchor="r")
        for words, x, share in ((_r(rules, "Coups fourrés"), coups, _COUPS_W), (_p("column", "Won"), won, _WON_W)):
            room = share * row.w - 6
            text.draw(surface, words, x, y, "B5", px, THEME.text2, anchor="c", max_width=room, min_px=11)

    def _paint_row(self, surface: Surface, level: str | None, row: Rect) -> None:
        t, drive = self.t, self._drive(level)
        if level is None:
            draw.rounded(surface, row.inflate(0, -round(6 * t)), 12 * t, THEME.mark, THEME.gold_d, max(1.5, 2 * t))
        else:
            surface.fill(THEME.edge, (row.x + 8, row.bottom - 1, row.w - 16, max(1, round(1.5 * t))))
        px, y = self._row_px, row.centery
        d = self._face_d(row)
        self._paint_face(surface, level, (row.x + 2.4 * px + d / 2, y), d)
        left, km, coups, won = self._edges(row)
        at = self._name_x(row)
        room = left - at - 8 * t
        text.draw(surface, self._driver(level), at, y, "O7", px, max_width=room, min_px=text.MIN_TEXT_PX)
        if drive is None:
            self._paint_slot(surface, level, Rect(round(left), row.y, round(km - 5 * px - left), row.h))
            return
        text.draw(surface, placed(self.comparison.place(drive)), row.x + 2 * px, y, "O7", px, anchor="r")
        self._paint_bar(surface, drive, Rect(round(left), row.y, round(km - 3.6 * px - left), row.h), px)
        text.draw(surface, number(drive.km), km, y, "O7", px, anchor="r")
        text.draw(surface, number(drive.coups_fourres) if drive.coups_fourres else "–", coups, y, "O7", px, anchor="c")
        if drive.has_won:
            art.blit_icon(surface, "trophy", (won, y), 1.3 * px, THEME.gold_d)
        else:
            text.draw(surface, "–", won, y, "O7", px, anchor="c")

    def _paint_face(self, surface: Surface, level: str | None, middle: tuple[float, float], d: float) -> None:
        x, y = middle
        if level is None:
            livery.draw_plate(surface, self.comparison.livery, x, y, 0.49 * d)
            return
        draw.rounded(surface, (x - d / 2, y - d / 2, d, d), d / 2, THEME.navy)
        art.blit_icon(surface, "bot", (x, y), 0.58 * d, THEME.gold_l)

    def _paint_bar(self, surface: Surface, drive: Drive, room: Rect, px: float) -> None:
        """The points as a bar, the most filling what is left beside the number; nothing for none, or fewer."""
        most = max(1, *(other.points for other in self.comparison.drives))
        widest = room.w - max(text.width(number(other.points), "O8", px) for other in self.comparison.drives) - px
        wide = round(max(0, drive.points) / most * max(0, widest))
        high = min(0.34 * room.h, 32 * self.t)
        if wide:
            color = THEME.red if drive.level is None else THEME.blue
            draw.rounded(surface, (room.x, room.centery - high / 2, wide, high), min(8 * self.t, wide / 2), color)
        text.draw(surface, number(drive.points), room.x + wide + 0.5 * px, room.centery, "O8", px)

    def _paint_slot(self, surface: Surface, level: str | None, room: Rect) -> None:
        """A place that is still empty; the drive under way fills it."""
        high = min(0.34 * room.h, 32 * self.t)
        slot = Rect(room.x, round(room.centery - high / 2), room.w, round(high))
        draw.rounded(surface, slot, 8 * self.t, THEME.surface2, THEME.edge, max(1, 1.6 * self.t))
        if self.comparison.fault is None and level == self.comparison.due[0]:
            wide = round(self.comparison.progress * slot.w)
            if wide > 2:
                draw.rounded(surface, (slot.x, slot.y, wide, slot.h), min(8 * self.t, wide / 2), THEME.edge)
