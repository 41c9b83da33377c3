"""The days of a month, as a grid with weeks or as a list, and the plate of a week with its rally."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from pygame import Color, Rect, Surface

from game.career.collection import Collection
from game.features.calendar.model.calendar import WEEK, Calendar, Medal, weeks_of
from game.features.calendar.words import day_line, figures_of, medal_name, rally_line, week_line
from game.i18n import _, _p, number, weekday_in_short
from game.i18n.punctuation import facts
from game.ui.drawing import art, draw
from game.ui.drawing.theme import THEME
from game.ui.layout import (
    ROLES,
    Box,
    Canvas,
    Cell,
    Choice,
    Column,
    Flow,
    Grid,
    Icon,
    Item,
    Label,
    Listing,
    Plate,
    Row,
    Scale,
    Spacer,
)
from game.ui.widgets.scroll import Scroll as Offset

Stamped = Callable[[date], float]
"""Returns the present scale of a day's medal, 1 once its animation is over."""
_WIDEST = 9999
"""Every cell has room for these points."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The optional parts of a month, which are left out where there is no space."""

    points: bool = True
    key: bool = True
    weeks: bool = True


@dataclass(frozen=True, slots=True)
class Month:
    """The month to show, by its first day, and the ``chosen`` day in it."""

    scale: Scale
    calendar: Calendar
    month: date
    chosen: date
    on_choose: Callable[[date], None]

    def choose(self, id: str) -> None:
        self.on_choose(date.fromisoformat(id))


def is_choosable(calendar: Calendar, day: date) -> bool:
    """Return whether a day can be chosen: it is open or was played."""
    return calendar.is_open(day) or calendar.drive(day) is not None


def paint_medal(surface: Surface, medal: Medal, center: tuple[float, float], side: float) -> None:
    """Draw a medal, ``side`` pixels wide."""
    drawn = art.picture(f"medals/{medal}", side, side)
    surface.blit(drawn, drawn.get_rect(center=(round(center[0]), round(center[1]))))


def trophy_color(trophy: Medal) -> Color:
    """Return the color of a trophy."""
    return {Medal.GOLD: THEME.gold, Medal.SILVER: THEME.silver, Medal.BRONZE: THEME.bronze}[trophy]


def month_grid(of: Month, stamped: Stamped, shown: Shown) -> Choice:
    """Return the grid of the days, with the rally of each week at its end."""
    scale, calendar, weeks = of.scale, of.calendar, weeks_of(of.month)
    cells: list[Cell] = []
    boxes = [*_heads(scale, weeks, shown)]
    for week in weeks:
        for day in week:
            box = _cell(of, day, stamped, shown)
            if day is not None and is_choosable(calendar, day):
                cells.append(Cell(day.isoformat(), box, day_line(calendar, day)))
            boxes.append(box)
        if shown.weeks:
            boxes.append(_week(scale, calendar, week))
    gap = scale.gap(8)
    grid = Grid(*boxes, across=(WEEK + shown.weeks,), gap=(gap, gap), grow=1)
    return Choice("days", _("Days"), grid, cells, of.chosen.isoformat(), of.choose, grow=1)


def _heads(scale: Scale, weeks: Sequence[Sequence[date | None]], shown: Shown) -> list[Box]:
    days = [day for day in weeks[1] if day]
    words = [*map(weekday_in_short, days), *([_("Week")] if shown.weeks else [])]
    return [Label(scale, word, ROLES.small, THEME.text2, anchor="c", one_line=True) for word in words]


def _cell(of: Month, day: date | None, stamped: Stamped, shown: Shown) -> Box:
    """Return the cell of a day: number, medal and points; empty for another month's day."""
    s, calendar, radius = of.scale, of.calendar, of.scale.gap(8)
    if day is None:
        return Spacer()
    drive, is_today, is_ahead = calendar.drive(day), day == calendar.today, not is_choosable(calendar, day)
    ahead = None if THEME.is_plain else THEME.row
    fill = THEME.raised if drive else THEME.mark if is_today else ahead if is_ahead else THEME.surface2
    rim = THEME.gold_d if day == of.chosen or is_today else None if is_ahead else THEME.edge
    rim_px = max(2.0, (4 if day == of.chosen else 2.5) * s.delivered) if rim is THEME.gold_d else 1
    # Translators: in a cell of the calendar, hardly wider than a number of four digits
    foot = _foot(calendar, day, _p("cell", "Today"))
    words = _words(s, number(day.day), THEME.text2 if is_ahead else THEME.text, foot, shown)
    side = s.gap(34)
    picture = Canvas(partial(_paint_sign, calendar, day, stamped), side, side, grow=1)
    return Plate(Row(words, picture, middle=False), s.gap(8), fill=fill, rim=rim, rim_px=rim_px, radius=radius, grow=1)


def _foot(calendar: Calendar, day: date, today: str) -> str:
    """Return the points of a day, or the word for today if today is not played yet."""
    drive = calendar.drive(day)
    return number(drive.points) if drive else today if day == calendar.today else ""


def _words(s: Scale, day: str, ink: Color, foot: str, shown: Shown) -> Box:
    """Return the number of a day above its foot; both keep their space if empty."""
    return Column(
        Label(s, day, ROLES.label, ink, one_line=True, others=[number(10)]), Spacer(),
        Label(s, foot, ROLES.small, THEME.text, one_line=True, others=[number(_WIDEST)]) if shown.points else None,
    )  # fmt: skip


def _paint_sign(calendar: Calendar, day: date, stamped: Stamped, surface: Surface, place: Rect) -> None:
    """Draw the day's medal or the icon of an open day, at the right of its cell."""
    side, medal = min(place.w, 0.78 * place.h), calendar.medal(day)
    center = place.right - 0.56 * side, place.centery
    if medal is not None:
        paint_medal(surface, medal, center, side * stamped(day))
    elif calendar.drive(day) is None and calendar.is_open(day):
        icon, ink = ("flag", THEME.red) if day == calendar.today else ("play", THEME.text2)
        art.blit_icon(surface, icon, center, 0.62 * side, ink)


def _week(scale: Scale, calendar: Calendar, week: Sequence[date | None]) -> Box:
    """Return a week's points and the number of days played; empty for a week to come."""
    s, rally = scale, calendar.rally(next(day for day in week if day))
    if not any(is_choosable(calendar, day) for day in rally.days):
        return Spacer()
    color = trophy_color(rally.trophy) if rally.trophy else THEME.navy_off
    points = Label(s, number(rally.points), ROLES.label, THEME.white, anchor="c", one_line=True)
    driven = Label(s, f"{number(rally.driven)} / {number(WEEK)}", ROLES.small, THEME.gold_l, one_line=True)
    line = Row(Spacer(), Icon("trophy", round(s.px(ROLES.small)), color), driven, Spacer(), gap=s.gap(6))
    words = Column(Spacer(), points if rally.driven else None, line, Spacer())
    return Plate(words, s.gap(4), fill=THEME.navy, radius=s.gap(8), grow=1)


def month_list(of: Month, scroll: Offset) -> Listing:
    """Return the days that can be chosen as a list, the latest first."""
    scale, calendar = of.scale, of.calendar
    days = [day for week in weeks_of(of.month) for day in week if day and is_choosable(calendar, day)]

    def item(day: date) -> Item:
        def make(_wide: int) -> Box:
            s, side = scale, round(1.5 * scale.px(ROLES.name))
            return Row(
                Label(s, f"{weekday_in_short(day)} {number(day.day)}", ROLES.name, one_line=True),
                Spacer(),
                Label(
                    s, _foot(calendar, day, _("Today")), ROLES.body, one_line=True, anchor="r", others=[number(_WIDEST)]
                ),
                Canvas(partial(_paint_sign, calendar, day, lambda _day: 1.0), side, side),
                gap=s.gap(16),
            )

        return Item(day.isoformat(), lambda: str(day.day), partial(day_line, calendar, day), make)

    return Listing(
        scale, "days", _("Days"), list(map(item, reversed(days))), of.chosen.isoformat(), of.choose, scroll=scroll
    )


def paint_dots(calendar: Calendar, day: date, surface: Surface, place: Rect) -> None:
    """Draw the seven days of a week as dots on a line, those played with their medals."""
    days = calendar.rally(day).days
    d = min(place.h, place.w / (1.3 * WEEK))
    step = (place.w - d) / (WEEK - 1)
    y = place.centery
    draw.rounded(surface, (place.x + d / 2, y - 1, place.w - d, 3), 1, THEME.navy_off)
    for n, one in enumerate(days):
        x, r = place.x + d / 2 + n * step, d / 2
        is_today, drive, medal = one == calendar.today, calendar.drive(one), calendar.medal(one)
        fill = THEME.white if drive or is_today else THEME.navy_l
        rim = THEME.gold if is_today else THEME.navy_off
        draw.rounded(surface, (x - r, y - r, d, d), r, fill, rim, max(1.5, d / 14))
        if medal is not None:
            paint_medal(surface, medal, (x, y), 0.86 * d)
        elif drive is not None:
            art.blit_icon(surface, "check", (x, y), 0.6 * d, THEME.ink)
        elif is_today:
            art.blit_icon(surface, "flag", (x, y), 0.6 * d, THEME.red)


def week_dots(scale: Scale, earned: Collection, today: date) -> Box:
    """Return today's week on a plate of its own, to be laid on a picture."""
    s, calendar = scale, Calendar(earned, today)
    wide, high = (s.gap(side * max(1.0, s.larger)) for side in (256, 32))
    dots = Canvas(partial(paint_dots, calendar, today), (s.gap(256), wide), high)
    return Plate(dots, s.gap(10), fill=THEME.navy, radius=s.gap(30), id="week", says=week_line(calendar.rally(today)))


def week_plate(s: Scale, calendar: Calendar, day: date, *, has_dots: bool) -> Box:
    """Return the plate with the rally of that day's week and the person's totals."""
    rally = calendar.rally(day)
    about = rally_line(rally)
    name = _("Rally of week {n}", n=rally.days[0].isocalendar().week)
    color = trophy_color(rally.trophy) if rally.trophy else THEME.navy_off
    head = Row(
        Icon("trophy", round(1.2 * s.px(ROLES.heading)), color), Label(s, name, ROLES.heading, THEME.white, grow=1),
        Label(s, number(rally.points), ROLES.heading, THEME.gold_l, one_line=True), gap=s.gap(14),
    )  # fmt: skip
    dots = Canvas(partial(paint_dots, calendar, day), s.gap(300), (s.gap(44), s.gap(52)))
    figures = [
        Row(
            Label(s, n, replace(ROLES.heading, face="O9"), THEME.gold_l, one_line=True),
            Label(s, words, ROLES.small, THEME.white, grow=1),
            gap=s.gap(8), grow=1, id=f"figure.{at}", says=f"{n} {words}",
        )
        for at, (n, words) in enumerate(figures_of(calendar))
    ]  # fmt: skip
    said = Column(
        head, Label(s, about, ROLES.small, THEME.on_navy),
        gap=s.gap(4), id="week", says=facts([week_line(rally), about]),
    )  # fmt: skip
    body = Column(
        said, dots if has_dots else None,
        Flow(*figures, gap=s.gap(14), is_tight=True) if figures else None, gap=s.gap(12),
    )  # fmt: skip
    return Plate(body, (s.gap(24), s.gap(18), s.gap(18)), fill=THEME.navy, radius=s.gap(16))


def medals_key(s: Scale) -> Box:
    """Return the legend of the medals."""
    side = round(1.7 * s.px(ROLES.label))
    # Translators: what gold, silver and bronze are for: “all four bots beaten · three · two · finished”
    words = _("all four bots beaten"), _p("bots beaten", "three"), _p("bots beaten", "two"), medal_name(Medal.DRIVEN)
    parts = [
        Row(Canvas(partial(_paint_key, medal), side, side), Label(s, said, ROLES.label, one_line=True), gap=s.gap(8))
        for medal, said in zip(Medal, words, strict=True)
    ]
    said = _("Gold for four of four bots beaten, silver for three, bronze for two")
    return Row(*parts, Spacer(), gap=s.gap(26), id="key", says=said)


def _paint_key(medal: Medal, surface: Surface, place: Rect) -> None:
    paint_medal(surface, medal, place.center, min(place.size))
