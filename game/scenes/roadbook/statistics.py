"""The page of the statistics: filters above, panels below, or a road that waits for the first leg."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pygame import Rect, Surface

from game.engine.rules import RULE_SETS, Seating
from game.i18n import _, _n
from game.i18n.punctuation import facts
from game.scenes.dialogs import DialogButton, NoticeScene, confirm
from game.scenes.roadbook.hits_matrix import HitsMatrix
from game.scenes.roadbook.page import Frame, Page
from game.scenes.roadbook.panels import BestSoFar, LegsWon, Panel, PointsALeg, SafetiesLaid
from game.scenes.setup.scene import SetupScene
from game.session.statistics import Statistics, read_statistics, statistics_of
from game.session.storage.roadbook_reader import LegFilter
from game.session.storage.roadbook_watch import Reading, RoadbookWatch
from game.session.storage.writer import Ticket
from game.ui.animation import inout
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.livery import Livery
from game.ui.drawing.theme import THEME
from game.ui.scene import is_tall
from game.ui.widgets import Button, Dropdown, IconButton, Segmented, Style, Widget
from game.words.failures import why_words
from game.words.matches import day_in_short
from game.words.roadbook import reading_words, unreadable_words
from game.words.rulesets import rule_set_name

_ALL: Final = "all"
_CARS_S, _LINE_S, _FILTER_S = 0.5, 0.7, 0.3
_CAR: Final = 432 / 184  # its width to its height


class StatisticsPage(Page):
    """The figures of the person's legs, read in a thread; until they have come the panels are there without any."""

    first_focus = "rules"

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._app = frame.app
        self._watch: RoadbookWatch[tuple[LegFilter, Statistics]] = RoadbookWatch(frame.app.roadbook)
        self._all = LegFilter(person=frame.app.settings.profile.person)
        self._only = self._all
        self._reading: Reading[tuple[LegFilter, Statistics]] = Reading()
        self._told = statistics_of([])
        self._reset: Ticket | None = None
        self._shares_from: dict[str, float] = {}
        self._begun_s: float | None = None
        self._cars_s = _CARS_S
        self._panels: list[Panel] = []
        self._cell: tuple[int, int] | None = None
        self._u = 1.0
        self._note_place = self._sheet = Rect(0, 0, 0, 0)
        self._look()

    # -- what is read -------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        only = self._only
        self._watch.look(lambda reader: (only, read_statistics(reader, only)))

    def resume(self) -> None:
        """Look again: matches may have come or gone."""
        self._look()

    def close(self) -> None:
        """Read no more."""
        self._watch.close()

    def update(self, now_s: float) -> bool:
        """Take over what was read, and let cars and line come in; True if the picture changed."""
        self._follow_reset()
        found = self._watch.take()
        if found is not None:
            self._take(found, now_s)
        is_growing = self._begun_s is not None
        if is_growing:
            self._grow(now_s)
        return found is not None or is_growing

    def _take(self, found: Reading[tuple[LegFilter, Statistics]], now_s: float) -> None:
        was_empty = self._is_empty
        self._reading = found.after(self._reading)
        if found.value is not None and found.value[0] == self._only and found.value[1] != self._told:
            self._shares_from = {level.level: self._share(level.level, now_s) for level in self._told.levels}
            self._cars_s = _FILTER_S if self._told.legs else _CARS_S
            self._told = found.value[1]
            self._begun_s = now_s
        self._frame.lay_out()
        if self._is_empty and not was_empty:
            self._frame.focus("new_match")

    @property
    def _own(self) -> Livery:
        """What the person is known by."""
        return self._app.settings.profile.livery

    @property
    def _is_empty(self) -> bool:
        """Whether no leg was ever finished."""
        is_read = self._reading.complete and self._reading.value is not None
        return is_read and not self._told.legs and not self._told.legs_not_own and self._only == self._all

    # -- what moves ---------------------------------------------------------------------------------------------------

    @property
    def _speed(self) -> float:
        settings = self._app.settings
        return 0.0 if settings.reduced_motion else settings.speed.factor

    def _part(self, duration_s: float, now_s: float) -> float:
        """How far something is that began with the newest figures, from 0 to 1."""
        if self._begun_s is None or not self._speed:
            return 1.0
        return min(1.0, max(0.0, (now_s - self._begun_s) / (duration_s * self._speed)))

    def _share(self, level: str, now_s: float) -> float:
        """Where the car of a level is seen."""
        to = next((record.share for record in self._told.levels if record.level == level), 0.0)
        before = self._shares_from.get(level, 0.0)
        return before + inout(self._part(self._cars_s, now_s)) * (to - before)

    def _grow(self, now_s: float) -> None:
        if self._part(_LINE_S, now_s) == 1:
            self._begun_s = None
        for panel in self._panels:
            if isinstance(panel, LegsWon):
                panel.shares = [self._share(record.level, now_s) for record in self._told.levels]
            elif isinstance(panel, PointsALeg):
                panel.grown = self._part(_LINE_S, now_s)

    def is_settled(self) -> bool:
        """Whether all is read and nothing moves any more."""
        return not self._watch.is_busy and self._begun_s is None and self._reset is None

    # -- layout -------------------------------------------------------------------------------------------------------

    def build(self, area: Rect, u: float, t: float) -> list[Widget]:
        """Filters, the button that forgets all, and the panels; or a way to the first match."""
        self._u = u
        high, gap = max(34, round(58 * u)), max(8, round(22 * u))
        filters = self._filters(Rect(area.x, area.y, area.w, high), gap)
        rest = Rect(area.x, area.y + high + gap, area.w, area.h - high - gap)
        if is_tall(self._app.size):
            self._note_place = Rect(area.x, rest.y - gap // 2, area.w, round(2.4 * self._note_px))
            rest.y, rest.h = self._note_place.bottom + gap // 2, area.bottom - self._note_place.bottom - gap // 2
        self._sheet = rest
        if self._is_empty:
            self._panels = []
            return [*filters, self._new_match(rest)]
        if self._panels and isinstance(self._panels[-1], HitsMatrix):
            self._cell = self._panels[-1].chosen
        self._panels = self._made_panels(self._places(rest, gap), u, t)
        return [*filters, *self._panels]

    def _filters(self, row: Rect, gap: int) -> list[Widget]:
        t = max(1.0, row.h / 58)
        side = row.h
        rules = Rect(row.x, row.y, round(min(0.34 * row.w, 400 * t)), side)
        reset = Rect(row.right - side, row.y, side, side)
        seating = Rect(rules.right + gap, row.y, round(min(560 * t, 0.34 * row.w)), side)
        if is_tall(self._app.size):
            seating.w = reset.x - gap - seating.x
        self._note_place = Rect(seating.right + gap, row.y, reset.x - seating.right - 2 * gap, side)
        sets = [(_ALL, _("All rule sets")), *((id, rule_set_name(id)) for id in RULE_SETS)]
        alike = (Seating.SOLO.value, _("Alone")), (Seating.TEAMS.value, _("In teams"))
        window = Rect(0, 0, *self._app.size)
        chosen = self._only.seating.value if self._only.seating else _ALL
        return [
            Dropdown(
                "rules", _("Rule set"), rules, sets, self._only.rules or _ALL,
                on_change=self._choose_rules, bounds=window,
            ),
            Segmented(
                "seating", _("Seating"), seating, [(_ALL, _("All")), *alike], chosen, on_change=self._choose_seating
            ),
            IconButton(
                "reset", _("Reset the statistics"), reset, on_press=self._ask_reset, style=Style.PAPER,
                icon="bin", enabled=self._can_reset,
            ),
        ]  # fmt: skip

    def _places(self, area: Rect, gap: int) -> tuple[Rect, Rect, Rect, Rect, Rect]:
        """Where the panels lie: won, points, best, safeties, matrix."""
        if not is_tall(self._app.size):
            upper = (area.h - gap) // 2
            won = Rect(area.x, area.y, round(0.4 * (area.w - gap)), upper)
            points = Rect(won.right + gap, area.y, area.right - won.right - gap, upper)
            y, high, wide = won.bottom + gap, area.h - upper - gap, area.w - 2 * gap
            best = Rect(area.x, y, round(0.27 * wide), high)
            safeties = Rect(best.right + gap, y, round(0.36 * wide), high)
            return won, points, best, safeties, Rect(safeties.right + gap, y, area.right - safeties.right - gap, high)
        high = round(0.235 * area.h)
        won = Rect(area.x, area.y, area.w, high)
        points = Rect(area.x, won.bottom + gap, area.w, high)
        y, wide = points.bottom + gap, (area.w - gap) // 2
        best = Rect(area.x, y, wide, round(0.5 * (area.bottom - y - gap)))
        safeties = Rect(area.x, best.bottom + gap, wide, area.bottom - best.bottom - gap)
        return won, points, best, safeties, Rect(best.right + gap, y, area.right - best.right - gap, area.bottom - y)

    def _made_panels(self, places: Sequence[Rect], u: float, t: float) -> list[Panel]:
        told, now_s = self._told, self._app.now_s
        won, points, best, safeties, hits = places
        shares = [self._share(record.level, now_s) for record in told.levels]
        return [
            LegsWon(won, u, t, told, shares, self._own),
            PointsALeg(points, u, t, told, self._part(_LINE_S, now_s), self._own),
            BestSoFar(best, u, t, told),
            SafetiesLaid(safeties, u, t, told),
            HitsMatrix(hits, u, t, told, own=self._own, chosen=self._cell),
        ]

    def _new_match(self, sheet: Rect) -> Button:
        high = max(42, round(84 * self._u))
        wide = Button.natural_width(_("New match…"), high, icon=True)
        place = Rect(0, 0, wide, high)
        place.midbottom = sheet.centerx, sheet.bottom - round(0.11 * sheet.h)
        return Button("new_match", _("New match…"), place, on_press=self._set_up, style=Style.RED, icon="flag")

    # -- what can be done ---------------------------------------------------------------------------------------------

    def _choose_rules(self, id: str) -> None:
        self._filter(replace(self._only, rules=None if id == _ALL else id))

    def _choose_seating(self, id: str) -> None:
        self._filter(replace(self._only, seating=None if id == _ALL else Seating(id)))

    def _filter(self, only: LegFilter) -> None:
        self._only = only
        self._look()

    def _set_up(self) -> None:
        self._app.push(SetupScene(self._app))

    @property
    def _can_reset(self) -> bool:
        return self._reading.complete and not self._is_empty and not self._app.roadbook.is_read_only

    def _ask_reset(self) -> None:
        yes = DialogButton("reset", lambda: _("Reset"), self._forget, Style.RED)
        self._app.push(confirm(self._app, _reset_title, _reset_words, yes))

    def _forget(self) -> None:
        self._reset = self._app.forget_statistics()

    def _follow_reset(self) -> None:
        if self._reset is None or not self._reset.is_done:
            return
        ticket, self._reset = self._reset, None
        self._look()
        if ticket.error is not None:
            why = ticket.why
            said = lambda: _("The change could not be saved ({error}).", error=why_words(why))  # noqa: E731
            self._app.push(NoticeScene(self._app, said))

    # -- words and picture --------------------------------------------------------------------------------------------

    @property
    def _note_px(self) -> float:
        return text.sized(19 * self._u, text.MIN_TEXT_PX)

    def _note(self) -> str:
        reading, told = self._reading, self._told
        if not reading.complete and (reading.total or reading.value is None):
            return reading_words(reading.done, reading.total)
        if reading.value is None:
            return unreadable_words()
        if not told.legs:
            words = [_("No leg finished yet") if self._only == self._all else _("No leg of this kind yet")]
        else:
            words = [_n("{n} leg", "{n} legs", told.legs), _n("{n} match", "{n} matches", told.matches)]
        if told.since_s is not None:
            words.append(_("since {date}", date=day_in_short(told.since_s)))
        if told.legs_not_own:
            kept_apart = _n("{n} leg with help not counted", "{n} legs with help not counted", told.legs_not_own)
            words.append(kept_apart)
        return facts(words)

    def texts(self) -> list[tuple[str, str, Rect]]:
        """How many legs these are, and what an empty page says."""
        told = [("note", self._note(), self._note_place)]
        if self._is_empty:
            told.append(("empty", " ".join((_nothing(), _finish_a_leg())), self._sheet))
        return told

    def paint(self, surface: Surface) -> None:
        """Draw the note, and the road of an empty page."""
        place, px = self._note_place, self._note_px
        lines = text.paragraph_height(self._note(), "B5", px, place.w)
        y = max(place.y, place.centery - lines / 2)
        anchor: text.Anchor = "l" if is_tall(self._app.size) else "r"
        rect = (place.x, y, place.w, place.bottom - y)
        text.paragraph(surface, self._note(), rect, "B5", px, THEME.text2, anchor=anchor, min_px=text.MIN_CAPTION_PX)
        if self._is_empty:
            self._paint_empty(surface)

    def _paint_empty(self, surface: Surface) -> None:
        """Draw a car that stands before the first milestone."""
        sheet, u = self._sheet, self._u
        draw.rounded(surface, sheet, 18 * u, THEME.raised, THEME.edge, max(1.5, 2 * u))
        px, small = text.sized(46 * u, 20.0), text.sized(26 * u, 14.0)
        text.draw(surface, _nothing(), sheet.centerx, sheet.y + 0.14 * sheet.h, "O8", px, anchor="c", max_width=sheet.w)
        wide = 0.72 * sheet.w
        said = (sheet.centerx - wide / 2, sheet.y + 0.2 * sheet.h, wide, 0.13 * sheet.h)
        text.paragraph(surface, _finish_a_leg(), said, "B5", small, THEME.text2, anchor="c")
        edge, line = max(2, round(4 * u)), round(0.135 * sheet.h)
        road = Rect(sheet.x + edge, sheet.y + round(0.51 * sheet.h), sheet.w - 2 * edge, line)
        surface.fill(THEME.road, road)
        for y in (road.y + edge, road.bottom - 2 * edge):
            surface.fill(THEME.white, (road.x, y, road.w, edge))
        dash = max(12, round(38 * u))
        for x in range(road.x + dash // 2, road.right - dash, 2 * dash):
            surface.fill(THEME.gold_l, (x, road.centery - edge // 2, dash, edge))
        stone = art.picture("badges/first_stone.todo", 1.25 * line, 1.25 * line)
        surface.blit(stone, (round(sheet.x + 0.7 * sheet.w), road.y - round(1.18 * line)))
        car = Rect(sheet.x + round(0.17 * sheet.w), 0, round(_CAR * 0.85 * line), round(0.85 * line))
        car.bottom = road.centery + round(0.38 * car.h)
        livery.draw_car(surface, self._own, car)


def _nothing() -> str:
    return _("Nothing on the clock yet")


def _finish_a_leg() -> str:
    return _("Finish a leg, and this page starts to fill: who you beat, what you score, who hits whom.")


def _reset_title() -> str:
    return _("Reset the statistics?")


def _reset_words() -> str:
    return _(
        "The legs played so far no longer count, and every milestone has to be reached again. The matches are kept."
    )
