"""The panels of the statistics: each has a heading, a picture or table, and a text for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.engine.cards import SAFETIES
from game.features.matches.race_road import car_front_px, draw_progress
from game.features.statistics.model import MEAN_LEGS, MIXED, HitCount, LevelRecord, Statistics
from game.i18n import _, _n, decimal, number, percent
from game.i18n.punctuation import join_with_dots, with_full_stop
from game.scenes.screen import panel
from game.ui import layout as ui
from game.ui.accessibility_tree import DataTable
from game.ui.drawing import art, livery, svg, text
from game.ui.drawing.livery import SideLivery
from game.ui.drawing.theme import THEME
from game.words.names import driver_name
from game.words.settings import level_name

PERSON = ""
"""The name that stands for the person in counts of hits; rivals have their driver's id."""
_CARD = 5 / 7
_MOST_MET, _MOST_MET_SMALL = 5, 4


def _panel(  # noqa: PLR0913 - a panel is described by many things
    s: ui.Scale,
    id: str,
    icon: str,
    name: str,
    content: ui.Box,
    said: Sequence[str] | None,
    *,
    aside: ui.Box | None = None,
) -> ui.Box:
    """Return a panel; a screen reader says ``said`` or, if that is None, reads the controls inside."""
    sheet = panel(s, icon, name, content, aside=aside)
    return sheet if said is None else ui.Document(id, name, " ".join(said), sheet, s.space_px(18))


# -- legs won ---------------------------------------------------------------------------------------------------------


def legs_won_panel(s: ui.Scale, statistics: Statistics, share: Callable[[str], float], own: SideLivery) -> ui.Box:
    """Return the panel of legs won: a lane for each level of the rivals, with a car at the share of legs won.

    ``share`` returns the car's current position for a level, from 0 to 1.
    """
    said = [
        _("Legs won: {won} of {legs}.", won=statistics.won, legs=statistics.legs),
        *(
            _("{level}: {won} of {legs} won.", level=_level(record.level), won=record.won, legs=record.legs)
            for record in statistics.levels
            if record.legs
        ),
    ]

    lane_px = s.text_px(26)

    def road(record: LevelRecord, surface: Surface, place: Rect) -> None:
        lane = place.inflate(0, lane_px - place.h)  # of one height in all rows, or the line through them would kink
        draw_progress(surface, lane, own, share(record.level) if record.legs else None)
        if statistics.legs:
            x, thick = lane.x + car_front_px(lane, statistics.equal_share), max(1, round(2 * s.unit))
            surface.fill(THEME.warn, (x, place.y, thick, place.h))

    rows = [
        (
            ui.Label(s, _level(record.level), ui.ROLES.label, one_line=True),
            ui.Canvas(partial(road, record), (s.text_px(90), s.text_px(260)), (s.text_px(32), s.text_px(46)), grow=1),
            ui.Label(
                s, percent(round(100 * record.share)) if record.legs else "", ui.ROLES.name, one_line=True, anchor="r"
            ),
            ui.Label(s, _tally(record.won, record.legs), ui.ROLES.small, THEME.text2, one_line=True, anchor="r"),
        )
        for record in statistics.levels
    ]
    equal = ui.Row(
        ui.Canvas(_paint_mark, max(2, s.text_px(3)), s.text_px(22)),
        ui.Label(s, _equal_chances_line(statistics), ui.ROLES.small, THEME.bad, grow=1),
        gap=s.space_px(10),
    )  # fmt: skip
    roads = ui.Table(*rows, gap=(s.space_px(14), 0), grow=1)
    in_all = ui.Label(s, _tally(statistics.won, statistics.legs), ui.ROLES.small, THEME.text2, one_line=True)
    body = ui.Column(roads, equal if statistics.legs else None, gap=s.space_px(6))
    return _panel(s, "won", "trophy", _("Legs won, by opponents’ level"), body, said, aside=in_all)


def _paint_mark(surface: Surface, place: Rect) -> None:
    surface.fill(THEME.warn, place)


def _level(level: str) -> str:
    return _("Mixed") if level == MIXED else level_name(level)


def _tally(won: int, legs: int) -> str:
    return f"{number(won)} / {number(legs)}"


def _equal_chances_line(told: Statistics) -> str:
    share = percent(round(100 * told.equal_share))
    if told.sides is None:
        return _("{percent}: equal chances", percent=share)
    return _("{percent}: equal chances for all {n}", percent=share, n=told.sides)


# -- points a leg -----------------------------------------------------------------------------------------------------


def points_per_leg_panel(
    s: ui.Scale, statistics: Statistics, drawn_share: Callable[[], float], own: SideLivery
) -> ui.Box:
    """Return the panel with a dot for the points of each of the last legs, and a line for the moving average.

    ``drawn_share`` returns which part of the line is drawn, from 0 to 1.
    """
    mean, of = statistics.means[-1] if statistics.means else None, min(statistics.legs, MEAN_LEGS)
    # Translators: beside the end of a line in a chart; there are 5 to 10 legs
    average = _("average of {n} legs", n=of)
    if mean is None:
        said = [_("Too few legs for a line.")]
    else:
        said = [
            _("Average of the last {n} legs: {points} points.", n=of, points=round(mean)),
            _("Best of those shown: {points}.", points=max(statistics.points)),
        ]

    def paint(surface: Surface, place: Rect) -> None:
        if not statistics.points:
            return
        curve = ui.ChartCurve(statistics.means, own, average)
        begins = statistics.legs - len(statistics.points) + 1
        chart = ui.LineChart(
            s, place, [curve], ui.grid_values([0, 500, *statistics.points]), first_step=begins, axis_name=_("leg")
        )
        chart.paint_grid(surface)
        _paint_dots(surface, chart, statistics.points)
        if mean is None:
            return
        chart.paint_curves(surface, drawn_share())
        if drawn_share() == 1:
            chart.paint_ends(surface)

    small = s.px(ui.ROLES.small)
    canvas = ui.Canvas(paint, (round(24 * small), round(40 * small)), (round(8 * small), round(14 * small)), grow=1)
    name, first = _("Points per leg"), statistics.legs - len(statistics.points) + 1
    few = ui.Label(s, said[0], ui.ROLES.small, THEME.text2) if statistics.points and mean is None else None
    sheet = _panel(s, "points", "chart", name, ui.Column(few, canvas), said)
    rows = [
        (number(first + n), number(points), "" if mean is None else number(round(mean)))
        for n, (points, mean) in enumerate(zip(statistics.points, statistics.means, strict=True))
    ]
    sheet.data_table = DataTable("points.numbers", name, (_("leg"), name, average), rows) if rows else None
    return sheet


def _paint_dots(surface: Surface, chart: ui.LineChart, points: Sequence[int]) -> None:
    """Draw a dot for each leg; the best one gets a cup and its points, placed so that no other dot is covered."""
    best, r, small = points.index(max(points)), max(2.0, 5.5 * chart.unit), chart.small
    for n, value in enumerate(points):
        color, size = (THEME.gold_d, 1.5 * r) if n == best else (THEME.faint, r)
        dot = art.svg(svg.circle(size, size, size, color), 2 * size, 2 * size)
        surface.blit(dot, (round(chart.x(n) - size), round(chart.y(value) - size)))
    said, cup = number(points[best]), 1.1 * small
    wide = cup + 0.4 * small + text.width(said, "O7", small)
    place = chart.rect_beside_value(best, points[best], (wide, cup), 1.5 * r + 0.5 * small, enumerate(points))
    art.blit_icon(surface, "trophy", (place.x + cup / 2, place.centery), cup, THEME.gold_d)
    text.draw(surface, said, place.x + cup + 0.4 * small, place.centery, "O7", small)


# -- bests, safeties --------------------------------------------------------------------------------------------------


def best_so_far_panel(s: ui.Scale, statistics: Statistics) -> ui.Box:
    """Return the panel of records and totals: numbers with their labels."""
    extended = statistics.won_extensions + statistics.lost_extensions
    row = _("legs won in a row")
    if statistics.running_streak:
        row = _("won in a row, {n} right now", n=statistics.running_streak)
    figures = [
        (number(statistics.best_points), _("points in the best leg")),
        (number(statistics.streak), row),
        (number(statistics.km), _("km in all")),
        (number(statistics.shut_outs), _n("shut-out", "shut-outs", statistics.shut_outs)),
        (_tally(statistics.won_extensions, extended), _("your extensions won")),
    ]
    if statistics.matches_over:
        figures.append((_tally(statistics.won_matches, statistics.matches_over), _("multi-leg matches won")))
    if statistics.luck is not None:
        luck = round(statistics.luck)
        bad = _("points lost to bad luck per leg")
        figures.append((number(abs(luck)), bad if luck < 0 else _("points from luck per leg")))
    rows = [
        (
            ui.Label(s, figure, ui.ROLES.name, one_line=True, anchor="r"),
            ui.Label(s, words, ui.ROLES.small, THEME.text2, grow=1),
        )
        for figure, words in figures
    ]
    table = ui.Table(*rows, gap=(s.space_px(14), 2), ruled=max(1, round(1.6 * s.unit)))
    said = [with_full_stop(f"{figure} {words}") for figure, words in figures]
    return _panel(s, "best", "flag", _("So far"), table, said)


def safeties_panel(s: ui.Scale, statistics: Statistics) -> ui.Box:
    """Return the panel that counts plays of each of the four safeties, and how many of them were coups fourrés."""
    coups = statistics.coups_fourres.total()
    rate = decimal(10 * coups / statistics.legs) if statistics.legs else decimal(0)
    foot = join_with_dots([_n("{n} coup fourré", "{n} coups fourrés", coups), _("{n} per ten legs", n=rate)])

    def safety(id: str) -> ui.Box:
        bolt = round(0.95 * s.px(ui.ROLES.small))
        figure = ui.Label(s, number(statistics.coups_fourres[id]), ui.ROLES.small, one_line=True)
        return ui.Column(
            ui.Canvas(partial(_paint_safety, id), s.text_px(40), (s.text_px(40), s.text_px(130)), grow=1),
            ui.Label(s, number(statistics.laid[id]), ui.ROLES.name, one_line=True, anchor="c"),
            ui.Row(ui.Spacer(), ui.Icon("bolt", bolt, THEME.gold_d), figure, ui.Spacer(), gap=round(0.2 * bolt)),
            gap=s.space_px(6), grow=1,
        )  # fmt: skip

    cards = ui.Row(*(safety(card.id) for card in SAFETIES), gap=s.space_px(8), grow=1, middle=False)
    body = ui.Column(
        cards, ui.Divider(s.text_px(1.6)), ui.Label(s, foot, ui.ROLES.small, anchor="c"), gap=s.space_px(10)
    )
    said = [_("Played: {n}.", n=statistics.laid.total()), with_full_stop(foot)]
    return _panel(s, "safeties", "shield", _("Safeties"), body, said)


def _paint_safety(id: str, surface: Surface, place: Rect) -> None:
    high = min(place.h, 0.9 * place.w / _CARD)
    picture = art.picture(f"parts/safety_{id}", _CARD * high, high)
    surface.blit(picture, picture.get_rect(center=place.center))


# -- who hits whom ----------------------------------------------------------------------------------------------------


def hits_panel(
    s: ui.Scale, statistics: Statistics, own: SideLivery, chosen: str, on_choose: Callable[[str], None]
) -> ui.Box:
    """Return the panel with a table of hits per leg that both players drove, by attacker (rows) and target (columns).

    ``chosen`` is the id of the selected cell, which is explained in words below the table.
    """
    names = _met_most(statistics.hit_counts, _MOST_MET_SMALL if s.is_small else _MOST_MET)
    name = _("Who hits whom, per leg")
    if len(names) < 2:
        return _panel(s, "hits", "octagon", name, ui.Spacer(), [])
    rates = {(pair.by, pair.on): pair.landed / pair.legs for pair in statistics.hit_counts if pair.legs}
    highest = max(rates.get((by, on), 0) for by in names for on in names) or 1.0
    said = {
        f"{row}.{column}": _hit_line(by, on, rates[by, on])
        for row, by in enumerate(names)
        for column, on in enumerate(names)
        if (by, on) in rates
    }

    def figure(row: int, column: int) -> ui.MatrixCell:
        rate = rates.get((names[row], names[column]))
        if rate is None:
            return ui.MatrixCell("—" if row == column else "·")
        return ui.MatrixCell(decimal(rate), rate / highest, said[f"{row}.{column}"])

    def face(who: str) -> ui.Canvas:
        return ui.Canvas(
            partial(_paint_face, who, own, s.text_px(44)),
            (s.text_px(24), s.text_px(36)),
            (s.text_px(22), s.text_px(44)),
        )

    idle = " ".join([_("Attackers in rows."), *_worst_rival_line(names, rates)])
    words = said.get(chosen, idle)
    note = ui.Label(s, words, ui.ROLES.small, THEME.text2, alternatives=(max(said.values(), key=len), idle))

    def choose(cell: str) -> None:
        note.set_text(said[cell])
        on_choose(cell)

    every, arrow = range(len(names)), round(0.8 * s.px(ui.ROLES.small))
    rows = [
        (ui.Row(face(by), ui.Icon("arrow", arrow, THEME.text2), gap=s.space_px(6)), [figure(n, on) for on in every])
        for n, by in enumerate(names)
    ]
    heads = [ui.Spacer(grow=0), *map(face, names)]
    table = ui.matrix(
        s, "hits", name, heads, rows, chosen if chosen in said else "", choose,
        tint=THEME.red, ink=THEME.white, role=ui.ROLES.label, idle=idle, gap=s.space_px(5),
    )  # fmt: skip
    return _panel(s, "hits", "octagon", name, ui.Column(table, note, gap=s.space_px(8)), None)


def _hit_line(by: str, on: str, rate: float) -> str:
    times = decimal(rate)
    if by == PERSON:
        return _("You hit {name} {n} times per leg.", name=driver_name(on), n=times)
    if on == PERSON:
        return _("{name} hits you {n} times per leg.", name=driver_name(by), n=times)
    return _("{by} hits {on} {n} times per leg.", by=driver_name(by), on=driver_name(on), n=times)


def _worst_rival_line(names: Sequence[str], rates: dict[tuple[str, str], float]) -> list[str]:
    """Return a list with the line about the rival who hits the person most, empty if nobody does."""
    found = [(rates.get((name, PERSON), 0.0), n) for n, name in enumerate(names)]
    rate, n = max(found)
    return [_("{name} hits you most, {n} times per leg.", name=driver_name(names[n]), n=decimal(rate))] if rate else []


def _met_most(pairs: Sequence[HitCount], most: int) -> tuple[str, ...]:
    """Return the person and the rivals met most often, at most ``most`` names; ``pairs`` begins with those met most."""
    names = dict.fromkeys(name for pair in pairs if pair.legs for name in (pair.by, pair.on) if name != PERSON)
    return (PERSON, *tuple(names)[: most - 1])


def _paint_face(who: str, own: SideLivery, largest: int, surface: Surface, place: Rect) -> None:
    (x, y), d = place.center, min(*place.size, largest)
    if who == PERSON:
        livery.draw_badge(surface, own, x, y, d / 2)
    else:
        surface.blit(art.portrait(who, d), (round(x - d / 2), round(y - d / 2)))
