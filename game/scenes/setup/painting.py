"""What the setup screen shows beside its controls: who sits where, and the match chosen so far in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pygame import Rect, Surface

from game.engine.rules import load_rules, sides_of
from game.i18n import _, _p, _r
from game.scenes.setup.layout import Band, Columns
from game.session.players import Manner, liveries
from game.session.setup import Plan, guests, may_extend, offers_no_100_bonus
from game.ui.drawing import art, draw, livery, text
from game.ui.drawing.theme import THEME
from game.ui.widgets.widget import MIN_TARGET_PX
from game.words.names import Names, driver_style
from game.words.rulesets import length_line, rule_set_notes, rule_set_source, seating_note
from game.words.settings import manner_about

_CAR_SHAPE: Final = 432 / 184


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One row: where it lies, and what of it stands where; the fields of all rows stand in the same columns."""

    rect: Rect
    seat: int
    t: float
    """The text factor."""
    columns: Columns

    @property
    def portrait_px(self) -> int:
        """The portrait's diameter."""
        return round(min(0.86 * self.rect.h, 0.92 * self.columns.portrait_w))

    @property
    def line_px(self) -> float:
        """The size of the letters in the line below the fields."""
        return max(text.MIN_TEXT_PX, 20 * self.t)

    def field(self, column: int) -> Rect:
        """Where the field of a column stands: 0 driver, 1 level, 2 aim."""
        height = max(MIN_TARGET_PX, min(round(56 * self.t), self.rect.h - 6))
        top = self.rect.y + (self.rect.h - height - self._below(height)) // 2
        return self.columns.field(column, top, height)

    def _below(self, field_h: int) -> int:
        """The height that line and car take below the fields; 0 where there is no room for them."""
        wanted = round(1.7 * self.line_px)
        return wanted if self.rect.h - field_h >= wanted + 6 else 0

    @property
    def line(self) -> Rect | None:
        """Where the line about the driver stands, below the fields; None where there is no room for it."""
        first, last = self.field(0), self.field(2)
        height = self._below(first.h)
        if not height:
            return None
        car_w = round(_CAR_SHAPE * height)
        return Rect(first.x, first.bottom, last.right - car_w - first.x - round(8 * self.t), height)

    @property
    def car(self) -> Rect | None:
        """Where the side's car stands, at the right beside that line."""
        line = self.line
        if line is None:
            return None
        height = line.h - 2
        return Rect(self.field(2).right - round(_CAR_SHAPE * height), line.y + 2, round(_CAR_SHAPE * height), height)


def paint_row(surface: Surface, row: SeatRow, plan: Plan) -> None:
    """Draw a row without its fields: ground, side colour, portrait with symbol, the person's line, driver, car."""
    rect, t, driver = row.rect, row.t, plan.players[row.seat].driver
    worn = liveries(plan.players, sides_of(plan.setup.seats, plan.setup.seating))[side_of(plan, row.seat)]
    draw.rounded(surface, rect, min(15 * t, 0.3 * rect.h), THEME.row)
    bar = round(0.13 * rect.h)
    surface.fill(livery.color(worn), (rect.x, rect.y + bar, round(max(6, 12 * t)), rect.h - 2 * bar))
    d = row.portrait_px
    x, y = row.columns.portrait_x, rect.centery
    if driver:
        surface.blit(art.portrait(driver, d), (x - d // 2, y - d // 2))
        livery.draw_plate(surface, worn, x + 0.35 * d, y + 0.35 * d, 0.22 * d)
    else:
        livery.draw_plate(surface, worn, x, y, 0.5 * d)
        _paint_person(surface, row, plan)
    if row.car:
        livery.draw_car(surface, worn, row.car)
    _paint_line(surface, row, plan)


def _paint_person(surface: Surface, row: SeatRow, plan: Plan) -> None:
    name, beside, y = row.field(0), row.field(1), row.rect.centery
    if row.seat in guests(plan):
        y = beside.centery
    else:
        px = max(text.MIN_NAME_PX, 28 * row.t)
        text.draw(surface, _("You"), name.x + 2, y, "O8", px, max_width=name.w)
    room = (row.car.x if row.car else row.field(2).right) - beside.x - 4
    px = max(text.MIN_TEXT_PX, 22 * row.t)
    words = _("Pass the screen around.") if guests(plan) else _("No bot ever sees your cards.")
    text.draw(surface, words, beside.x + 2, y, "B5", px, THEME.text2, max_width=room)


def _paint_line(surface: Surface, row: SeatRow, plan: Plan) -> None:
    """Whose partner it is and how the driver plays."""
    px, place = row.line_px, row.line
    if place is None:
        return
    x = float(place.x + 2)
    said = partner_line(plan, row.seat)
    if said:
        x += text.draw(surface, said, x, place.centery, "B6", px, max_width=place.right - x) + 0.7 * px
    driver = plan.players[row.seat].driver
    style = driver_style(driver) if driver else ""
    if style and x + text.width(style, "B5", px) <= place.right:
        text.draw(surface, style, x, place.centery, "B5", px, THEME.text2)


def paint_band(surface: Surface, band: Band, columns: Columns, t: float) -> None:
    """Draw the band for all bots without its fields: ground, robot, words before the fields and above them."""
    rect = band.rect
    draw.rounded(surface, rect, 15 * t, THEME.mark)
    size = min(columns.portrait_w, 0.8 * rect.h, 56 * max(t, 0.7))
    art.blit_icon(surface, "bot", (columns.portrait_x, rect.centery), size, THEME.text)
    left, room = columns.fields[0]
    manner = _p("bots", "Play style")
    if not band.captions:
        px = max(text.MIN_NAME_PX, 26 * t)
        text.draw(surface, manner, left + 2, band.manner.centery, "O8", px, max_width=room)
        return
    px, beside = max(text.MIN_NAME_PX, 27 * t), min(room, band.level.x - left - 10)
    text.draw(surface, _("All bots"), left + 2, band.level.centery, "O8", px, max_width=beside)
    captions = (_("Level"), _("Who they hit"), manner)
    if len(band.captions) < len(captions):
        px = max(text.MIN_NAME_PX, 23 * t)
        text.draw(surface, manner, left + 2, band.manner.centery, "B6", px, max_width=room)
    px = max(text.MIN_CAPTION_PX, 19 * t)
    for place, words in zip(band.captions, captions, strict=False):
        text.draw(surface, words, place.x + 2, place.centery - 1, "B6", px, THEME.text, max_width=place.w)


def has_common_fields(plan: Plan) -> bool:
    """Whether there is more than one bot to be set at once."""
    return sum(not player.is_human for player in plan.players) > 1


def partner_line(plan: Plan, seat: int) -> str:
    """Whose partner sits in a seat, empty for who drives alone; what the player needs no telling is left out."""
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    partners = [other for other in sides[side_of(plan, seat)] if other != seat]
    if not partners or plan.players[seat].is_human:
        return ""
    if plan.players[partners[0]].is_human:
        return _("Your partner")
    names = Names.at(plan.players, sides, 0)
    return _("Together with {name}", name=names.seat(partners[0]))


def side_of(plan: Plan, seat: int) -> int:
    """The side that a seat belongs to."""
    sides = sides_of(plan.setup.seats, plan.setup.seating)
    return next(side for side, seats in enumerate(sides) if seat in seats)


MANNER_ICONS: Final = {Manner.FIERCE: "fierce", Manner.SPORTING: "thumb", Manner.GENTLE: "heart"}

_CARD_SHAPE: Final = 1.4
_SMALLER: Final = 0.5  # px from one size of letters tried to the next


def rules_lines(plan: Plan, *, is_short: bool = False) -> list[str]:
    """The match in sentences: whose rules, how far, how long, what is special, what was added.

    If ``is_short`` it leaves out what the fields below say too.
    """
    setup = plan.setup
    rules = load_rules(setup.rules)
    km, far = rules.distance_km(setup.seats, setup.seating), rules.extended_km
    if may_extend(plan) and setup.options.extension and not is_short:
        distance = _r(setup.rules, "A leg is {km} km; whoever gets there may extend it to {far} km.", km=km, far=far)
    else:
        distance = _r(setup.rules, "A leg is {km} km.", km=km)
    length = [] if is_short else [length_line(setup)]
    lines = [rule_set_source(setup.rules), distance, *length, rule_set_notes(setup.rules)]
    if offers_no_100_bonus(plan) and setup.options.no_100_bonus and not is_short:
        points = rules.points.no_100
        lines.append(_r(setup.rules, "Winning a leg without 200s and 100s earns {points} more points.", points=points))
    if not plan.take_backs and not is_short:
        lines.append(_("Moves can’t be taken back."))
    note = seating_note(setup)
    return [*lines, note] if note else lines


@dataclass(frozen=True, slots=True)
class _Fit:
    """One way to set the words: their size, whether the sentences run on, what stands beside them, and whether some
    are left out."""

    px: float
    runs_on: bool = False
    has_card: bool = False
    has_manner: bool = False
    is_short: bool = False


class MatchDescription:
    """The words about ``plan`` set in ``place``; ``t`` is the text factor.

    Where there is little room the picture goes first, then the sentences run on in small letters, then the manner goes,
    and at last what the fields below say too. Larger text lets these go rather than be small.
    """

    def __init__(self, plan: Plan, place: Rect, t: float) -> None:
        self._place, self._t, self._pad = place, t, round(15 * t - 14 * max(0, 0.85 - t))
        self._all = {is_short: rules_lines(plan, is_short=is_short) for is_short in (False, True)}
        self._manner = plan.manner
        self._card_w = round(92 * t)
        self._fit = self._fitting()

    def _fitting(self) -> _Fit:
        least = float(text.MIN_TEXT_PX)
        best, good = max(least, 24 * self._t), max(least, 19.5 * self._t)
        larger = text.sized(1)
        before_small = [
            (max(least, good / larger), _Fit(best, runs_on=True)),
            (max(least, good / larger), _Fit(best, runs_on=True, is_short=True)),
        ]
        tries: tuple[tuple[float, _Fit], ...] = (
            (good, _Fit(best, has_card=True, has_manner=True)),
            (good, _Fit(best, has_manner=True)),
            *(before_small if larger > 1 else ()),
            (least, _Fit(best, runs_on=True, has_manner=True)),
            (least, _Fit(best, runs_on=True)),
            (least, _Fit(best, runs_on=True, is_short=True)),
        )
        for smallest, fit in tries:
            for step in range(round((best - smallest) / _SMALLER) + 1):
                smaller = replace(fit, px=max(smallest, best - step * _SMALLER))
                if self._height(smaller) <= self._place.h:
                    return smaller
        return _Fit(least, runs_on=True, is_short=True)

    def _paragraphs(self, fit: _Fit) -> list[str]:
        source, *sentences = self._all[fit.is_short]
        return [source, " ".join(sentences)] if fit.runs_on else [source, *sentences]

    def _left(self, fit: _Fit) -> int:
        return self._place.x + self._pad + (self._card_w + self._pad if fit.has_card else 0)

    def _heights(self, fit: _Fit) -> list[int]:
        room = self._place.right - self._pad - self._left(fit)
        return [
            text.paragraph_height(line, "B5" if i else "B6", fit.px, room)
            for i, line in enumerate(self._paragraphs(fit))
        ]

    def _manner_room(self, fit: _Fit) -> tuple[float, float]:
        """Where the words about the manner begin, and how wide they may be."""
        left = self._place.x + self._pad + 2.1 * fit.px
        return left, self._place.right - self._pad - left

    def _manner_h(self, fit: _Fit) -> int:
        if not fit.has_manner:
            return 0
        words = text.paragraph_height(manner_about(self._manner), "B5", fit.px, self._manner_room(fit)[1])
        return words + 2 * self._gap(fit)

    def _gap(self, fit: _Fit) -> int:
        """Between the words and the line above the manner."""
        return round(0.4 * fit.px)

    def _height(self, fit: _Fit) -> float:
        card = self._card_w * _CARD_SHAPE if fit.has_card else 0
        return max(sum(self._heights(fit)), card) + 2 * self._pad + self._manner_h(fit)

    @property
    def words(self) -> str:
        """All that is said, as one text."""
        lines = self._all[self._fit.is_short]
        return " ".join([*lines, manner_about(self._manner)] if self._fit.has_manner else lines)

    def paint(self, surface: Surface) -> None:
        """Draw a plate as high as the words are, card, words, and the manner below a line."""
        fit, t, place, pad = self._fit, self._t, self._place, self._pad
        if self._height(fit) > place.h:
            text.record_overflow(self.words, self._height(fit), place.h)
        box = Rect(place.x, place.y, place.w, min(place.h, round(self._height(fit))))
        draw.rounded(surface, box, 15 * t, THEME.row)
        if fit.has_card:
            card = (box.x + pad, box.y + pad, self._card_w, _CARD_SHAPE * self._card_w)
            draw.shadow(surface, card, 0.07 * self._card_w, 3 * t)
            surface.blit(art.picture("cards/km_200.small", card[2], card[3]), card[:2])
        y, left = float(box.y + pad), self._left(fit)
        for i, (line, height) in enumerate(zip(self._paragraphs(fit), self._heights(fit), strict=True)):
            area = (left, y, box.right - pad - left, height + 2)
            face, color = ("B5", THEME.text2) if i else ("B6", THEME.text)
            text.paragraph(surface, line, area, face, fit.px, color, min_px=fit.px)
            y += height
        if fit.has_manner:
            self._paint_manner(surface, box)

    def _paint_manner(self, surface: Surface, box: Rect) -> None:
        fit, pad, gap = self._fit, self._pad, self._gap(self._fit)
        left, room = self._manner_room(fit)
        height = self._manner_h(fit) - 2 * gap
        y = box.bottom - pad - height
        surface.fill(THEME.edge, (box.x + pad, y - gap, box.w - 2 * pad, max(1, round(1.5 * self._t))))
        y += round(0.3 * gap)
        middle = (box.x + pad + 0.8 * fit.px, y + min(height, 2.6 * fit.px) / 2)
        art.blit_icon(surface, MANNER_ICONS[self._manner], middle, 1.5 * fit.px, THEME.text)
        words = manner_about(self._manner)
        text.paragraph(surface, words, (left, y, room, height + 2), "B5", fit.px, THEME.text2, min_px=fit.px)
