"""The days of a month, as a grid of weeks or as a list, and the panel of a week with its rally."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from pygame import Color, Rect, Surface

from game.career.achievements import Achievements
from game.features.calendar.model.deal_calendar import WEEK, DealCalendar, Medal, weeks_of
from game.features.calendar.words import day_line, nonzero_totals, rally_line, week_line
from game.i18n import _, _p, number, say, weekday_in_short
from game.i18n.punctuation import join_with_dots
from game.ui import layout as ui
from game.ui.drawing import art, draw
from game.ui.drawing.theme import THEME
from game.ui.widgets.scroll_offset import ScrollOffset as Offset

MedalScale = Callable[[date], float]
"""Returns the current size of a day's medal as a factor: more than 1 during its animation, then 1."""
_WIDEST = 9999
"""The cells are wide enough for this many points."""


@dataclass(frozen=True, slots=True)
class MonthDetails:
    """Which optional parts of a month are shown: points, legend (``has_legend``) and the column of the weeks."""

    has_points: bool = True
    has_legend: bool = True
    has_weeks: bool = True


@dataclass(frozen=True, slots=True)
class MonthView:
    """A month to show, given by its first day, with the ``chosen`` day; ``on_choose`` is called with a selected day."""

    scale: ui.Scale
    calendar: DealCalendar
    month: date
    chosen: date
    on_choose: Callable[[date], None]

    def choose(self, id: str) -> None:
        self.on_choose(date.fromisoformat(id))


def is_choosable(calendar: DealCalendar, day: date) -> bool:
    """Return whether a day can be selected: its deal was played or can be played."""
    return calendar.is_open(day) or calendar.result(day) is not None


def paint_medal(surface: Surface, medal: Medal, center: tuple[float, float], side: float) -> None:
    """Draw a medal around ``center``, ``side`` pixels wide and high."""
    drawn = art.picture(f"medals/{medal}", side, side)
    surface.blit(drawn, drawn.get_rect(center=(round(center[0]), round(center[1]))))


def trophy_color(trophy: Medal) -> Color:
    """Return the color in which a trophy's icon is drawn."""
    return {Medal.GOLD: THEME.gold, Medal.SILVER: THEME.silver, Medal.BRONZE: THEME.bronze}[trophy]


def month_grid(view: MonthView, medal_scale: MedalScale, details: MonthDetails) -> ui.Choice:
    """Return the grid of the month's days; each row is a week and may end with the week's points."""
    scale, calendar, weeks = view.scale, view.calendar, weeks_of(view.month)
    cells: list[ui.Cell] = []
    boxes = [*_heads(scale, weeks, details)]
    for week in weeks:
        for day in week:
            box = _cell(view, day, medal_scale, details)
            if day is not None and is_choosable(calendar, day):
                cells.append(ui.Cell(day.isoformat(), box, day_line(calendar, day)))
            boxes.append(box)
        if details.has_weeks:
            boxes.append(_week(scale, calendar, week))
    gap = scale.space_px(8)
    grid = ui.Grid(*boxes, across=(WEEK + details.has_weeks,), gap=(gap, gap), grow=1)
    return ui.Choice("days", _("Days"), grid, cells, view.chosen.isoformat(), view.choose, grow=1)


def _heads(scale: ui.Scale, weeks: Sequence[Sequence[date | None]], shown: MonthDetails) -> list[ui.Box]:
    days = [day for day in weeks[1] if day]
    words = [*map(weekday_in_short, days), *([_("Week")] if shown.has_weeks else [])]
    return [ui.Label(scale, word, ui.ROLES.small, THEME.text2, anchor="c", one_line=True) for word in words]


def _cell(view: MonthView, day: date | None, medal_scale: MedalScale, details: MonthDetails) -> ui.Box:
    """Return the cell of a day with number, medal and points; None stands for an empty cell."""
    s, calendar, radius = view.scale, view.calendar, view.scale.space_px(8)
    if day is None:
        return ui.Spacer()
    drive, is_today, is_ahead = calendar.result(day), day == calendar.today, not is_choosable(calendar, day)
    ahead = None if THEME.is_plain else THEME.row
    fill = THEME.raised if drive else THEME.mark if is_today else ahead if is_ahead else THEME.surface2
    rim = THEME.gold_d if day == view.chosen or is_today else None if is_ahead else THEME.edge
    rim_px = max(2.0, (4 if day == view.chosen else 2.5) * s.default_text_scale) if rim is THEME.gold_d else 1
    # Translators: in a cell of the calendar, hardly wider than a number of four digits
    foot = _foot(calendar, day, _p("cell", "Today"))
    words = _cell_texts(s, number(day.day), THEME.text2 if is_ahead else THEME.text, foot, details)
    side = s.space_px(34)
    picture = ui.Canvas(partial(_paint_day_icon, calendar, day, medal_scale), side, side, grow=1)
    return ui.Panel(
        ui.Row(words, picture, middle=False), s.space_px(8), fill=fill, rim=rim, rim_px=rim_px, radius=radius, grow=1
    )


def _foot(calendar: DealCalendar, day: date, today: str) -> str:
    """Return the last line of a day's cell: its points, ``today`` if it is today and not played yet, or ""."""
    drive = calendar.result(day)
    return number(drive.points) if drive else today if day == calendar.today else ""


def _cell_texts(s: ui.Scale, day: str, ink: Color, foot: str, shown: MonthDetails) -> ui.Box:
    """Return the day's number above the last line of its cell; both keep their width even if empty."""
    return ui.Column(
        ui.Label(s, day, ui.ROLES.label, ink, one_line=True, alternatives=[number(10)]), ui.Spacer(),
        ui.Label(s, foot, ui.ROLES.small, THEME.text, one_line=True,
        alternatives=[number(_WIDEST)]) if shown.has_points else None,
    )  # fmt: skip


def _paint_day_icon(calendar: DealCalendar, day: date, stamped: MedalScale, surface: Surface, place: Rect) -> None:
    """Draw the day's medal, or an icon if it can be played, at the right of ``place``; ``stamped`` scales the medal."""
    side, medal = min(place.w, 0.78 * place.h), calendar.medal(day)
    center = place.right - 0.56 * side, place.centery
    if medal is not None:
        paint_medal(surface, medal, center, side * stamped(day))
    elif day in calendar.under_way:
        draw.resume_disc(surface, *center, 0.36 * side)
    elif calendar.result(day) is None and calendar.is_open(day):
        icon, ink = ("flag", THEME.red) if day == calendar.today else ("play", THEME.text2)
        art.blit_icon(surface, icon, center, 0.62 * side, ink)


def _week(scale: ui.Scale, calendar: DealCalendar, week: Sequence[date | None]) -> ui.Box:
    """Return the cell with a week's points and the number of days played; it is empty for a week in the future."""
    s, rally = scale, calendar.rally(next(day for day in week if day))
    if not any(is_choosable(calendar, day) for day in rally.days):
        return ui.Spacer()
    color = trophy_color(rally.trophy) if rally.trophy else THEME.navy_off
    points = ui.Label(s, number(rally.points), ui.ROLES.label, THEME.white, anchor="c", one_line=True)
    driven = ui.Label(s, f"{number(rally.days_played)} / {number(WEEK)}", ui.ROLES.small, THEME.gold_l, one_line=True)
    line = ui.Row(
        ui.Spacer(), ui.Icon("trophy", round(s.px(ui.ROLES.small)), color), driven, ui.Spacer(), gap=s.space_px(6)
    )
    words = ui.Column(ui.Spacer(), points if rally.days_played else None, line, ui.Spacer())
    return ui.Panel(words, s.space_px(4), fill=THEME.navy, radius=s.space_px(8), grow=1)


def month_list(view: MonthView, scroll: Offset) -> ui.Listing:
    """Return the list of the days that can be selected, the latest first."""
    scale, calendar = view.scale, view.calendar
    days = [day for week in weeks_of(view.month) for day in week if day and is_choosable(calendar, day)]

    def item(day: date) -> ui.ListItem:
        def make(_wide: int) -> ui.Box:
            s, side = scale, round(1.5 * scale.px(ui.ROLES.name))
            return ui.Row(
                ui.Label(s, f"{weekday_in_short(day)} {number(day.day)}", ui.ROLES.name, one_line=True),
                ui.Spacer(),
                ui.Label(
                    s,
                    _foot(calendar, day, _("Today")),
                    ui.ROLES.body,
                    one_line=True,
                    anchor="r",
                    alternatives=[number(_WIDEST)],
                ),
                ui.Canvas(partial(_paint_day_icon, calendar, day, lambda _day: 1.0), side, side),
                gap=s.space_px(16),
            )

        return ui.ListItem(day.isoformat(), lambda: str(day.day), partial(day_line, calendar, day), make)

    return ui.Listing(
        scale, "days", _("Days"), list(map(item, reversed(days))), view.chosen.isoformat(), view.choose, scroll=scroll
    )


def paint_week_dots(calendar: DealCalendar, day: date, surface: Surface, place: Rect) -> None:
    """Draw the seven days of the week of ``day`` as dots on a line, with medals on the days played."""
    days = calendar.rally(day).days
    d = min(place.h, place.w / (1.3 * WEEK))
    step = (place.w - d) / (WEEK - 1)
    y = place.centery
    draw.rounded_rect(surface, (place.x + d / 2, y - 1, place.w - d, 3), 1, THEME.navy_off)
    for n, one in enumerate(days):
        x, r = place.x + d / 2 + n * step, d / 2
        is_today, drive, medal = one == calendar.today, calendar.result(one), calendar.medal(one)
        fill = THEME.white if drive or is_today else THEME.navy_l
        rim = THEME.gold if is_today else THEME.navy_off
        draw.rounded_rect(surface, (x - r, y - r, d, d), r, fill, rim, max(1.5, d / 14))
        if medal is not None:
            paint_medal(surface, medal, (x, y), 0.86 * d)
        elif drive is not None:
            art.blit_icon(surface, "check", (x, y), 0.6 * d, THEME.ink)
        elif is_today:
            art.blit_icon(surface, "flag", (x, y), 0.6 * d, THEME.red)


def week_dots_panel(scale: ui.Scale, earned: Achievements, today: date) -> ui.Box:
    """Return the dots of today's week on a panel of its own, to lay over a picture."""
    s, calendar = scale, DealCalendar(earned, today)
    wide, high = (s.space_px(side * max(1.0, s.growth)) for side in (256, 32))
    dots = ui.Canvas(partial(paint_week_dots, calendar, today), (s.space_px(256), wide), high)
    return ui.Panel(
        dots, s.space_px(10), fill=THEME.navy, radius=s.space_px(30), id="week", label=week_line(calendar.rally(today))
    )


def rally_panel(s: ui.Scale, calendar: DealCalendar, day: date, *, has_dots: bool) -> ui.Box:
    """Return the panel with the rally of that day's week and the person's totals; the dots are optional."""
    rally = calendar.rally(day)
    about = rally_line(rally)
    name = _("Week {n} rally", n=rally.days[0].isocalendar().week)
    color = trophy_color(rally.trophy) if rally.trophy else THEME.navy_off
    head = ui.Row(
        ui.Icon("trophy", round(1.2 * s.px(ui.ROLES.heading)), color), ui.Label(s, name, ui.ROLES.heading,
        THEME.white, grow=1),
        ui.Label(s, number(rally.points), ui.ROLES.heading, THEME.gold_l, one_line=True), gap=s.space_px(14),
    )  # fmt: skip
    dots = ui.Canvas(partial(paint_week_dots, calendar, day), s.space_px(300), (s.space_px(44), s.space_px(52)))
    figures = [
        ui.Row(
            ui.Label(s, n, replace(ui.ROLES.heading, face="O9"), THEME.gold_l, one_line=True),
            ui.Label(s, words, ui.ROLES.small, THEME.white, grow=1),
            gap=s.space_px(8), grow=1, id=f"figure.{at}", label=f"{n} {words}",
        )
        for at, (n, words) in enumerate(nonzero_totals(calendar))
    ]  # fmt: skip
    said = ui.Column(
        head, ui.Label(s, about, ui.ROLES.small, THEME.on_navy),
        gap=s.space_px(4), id="week", label=join_with_dots([week_line(rally), about]),
    )  # fmt: skip
    body = ui.Column(
        said, dots if has_dots else None,
        ui.Flow(*figures, gap=s.space_px(14), is_tight=True) if figures else None, gap=s.space_px(12),
    )  # fmt: skip
    return ui.Panel(body, (s.space_px(24), s.space_px(18), s.space_px(18)), fill=THEME.navy, radius=s.space_px(16))


def medal_legend(s: ui.Scale) -> ui.Box:
    """Return the legend that explains what each medal is for."""
    side = round(1.7 * s.px(ui.ROLES.label))
    # Translators: what gold, silver and bronze are for: “all four bots beaten · three · two · finished”
    words = _("all four bots beaten"), _p("bots beaten", "three"), _p("bots beaten", "two"), say(Medal.FINISHED.phrase)
    parts = [
        ui.Row(
            ui.Canvas(partial(_paint_key, medal), side, side),
            ui.Label(s, said, ui.ROLES.label, one_line=True),
            gap=s.space_px(8),
        )
        for medal, said in zip(Medal, words, strict=True)
    ]
    said = _("Beat all four bots for gold, three for silver, two for bronze")
    return ui.Row(*parts, ui.Spacer(), gap=s.space_px(26), id="key", label=said)


def _paint_key(medal: Medal, surface: Surface, place: Rect) -> None:
    paint_medal(surface, medal, place.center, min(place.size))
