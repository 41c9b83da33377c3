"""The list of saved matches, in groups: still running, finished, unreadable, and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from pygame import Rect, Surface

from game.career.match_stats import MatchSummary
from game.features.matches.match_index import MatchListing
from game.features.matches.race_road import draw_road, is_race
from game.i18n import _, _n, number
from game.i18n.punctuation import join_with_commas, join_with_dots, label_with_text
from game.match.trash import DeletedFile
from game.people.profiles import Livery
from game.ui import layout as ui
from game.ui.drawing import art, livery
from game.ui.drawing.theme import THEME
from game.words.matches import days_left, last_played_text, match_state, match_title, names_of
from game.words.names import Names

_SLOTS = 5
_RIGHT, _BETWEEN = 0.40, 0.06  # of a row's width: state, score and road, and the least gap to their left
_FLAT = 28
"""If a row is at least this many times as wide as its text is high, the road is drawn beside the name."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A row of the list: a match, an unreadable file, or a heading.

    A heading has ``heading`` as its text and the number of rows below it as ``count``. ``deleted`` is given for a
    deleted match, which can only be restored.
    """

    id: str = ""
    match: MatchSummary | None = None
    deleted: DeletedFile | None = None
    heading: str = ""
    count: int = 0

    @property
    def usable_match(self) -> MatchSummary | None:
        """The match of the row, or None if the row is a heading or its match is deleted or unreadable."""
        return None if self.deleted else self.match

    @property
    def file_name(self) -> str:
        """The name of the row's file, shown if the file is unreadable."""
        return self.deleted.id if self.deleted else self.id

    @property
    def is_heading(self) -> bool:
        return not self.id


def match_rows(kept: MatchListing) -> tuple[MatchRow, ...]:
    """Return the rows of the list from top to bottom, with a heading above each group of matches."""
    running = [MatchRow(match.id, match) for match in kept.matches if not match.is_over]
    over = [MatchRow(match.id, match) for match in kept.matches if match.is_over]
    broken = [MatchRow(id) for id in kept.broken]
    deleted = [MatchRow(one.file.path.stem, one.match, one.file) for one in kept.deleted]
    groups = (
        (_("In progress"), running),
        (_("Finished"), over),
        (_("Can’t be read"), broken),
        (_("Deleted"), deleted),
    )
    parts = ([MatchRow(heading=words, count=len(rows)), *rows] for words, rows in groups if rows)
    return tuple(item for part in parts for item in part)


def match_items(scale: ui.Scale, entries: Sequence[MatchRow], today: date, *, is_loading: bool) -> list[ui.ListItem]:
    """Return the list's rows as they read on the day ``today``; while nothing is loaded yet, return placeholders."""
    if is_loading and not entries:
        return [ui.ListItem("", str, str, lambda _wide: _slot(scale))] * _SLOTS
    return [
        ui.ListItem(
            entry.id, partial(_name, entry), partial(_row_speech, entry, today), partial(_row, scale, entry, today)
        )
        for entry in entries
    ]


def _name(entry: MatchRow) -> str:
    return match_title(entry.match) if entry.match else _("Can’t be read")


def _row_speech(entry: MatchRow, today: date) -> str:
    match, left = entry.match, [days_left(entry.deleted.expires_s)] if entry.deleted else []
    if match is None:
        return join_with_dots([_("Can’t be read"), entry.file_name, *left])
    names = names_of(match)
    scores = [label_with_text(names.side(side), reached_words(match, side)) for side in range(len(match.totals))]
    about = last_played_text(match, today), match_state(match), join_with_commas(scores)
    return join_with_dots([match_title(match), *(words for words in (*left, *about) if words)])


def reached_words(match: MatchSummary, side: int) -> str:
    """Return how far a side has come: its kilometers in a race, else its points."""
    if is_race(match):
        return _("{km} km", km=number(match.km[side]))
    return _n("{n} point", "{n} points", match.totals[side])


# -- picture ----------------------------------------------------------------------------------------------------------


def _slot(s: ui.Scale) -> ui.Box:
    return ui.Panel(
        ui.Spacer((0, s.text_px(110))),
        0,
        fill=THEME.row,
        rim=THEME.edge,
        rim_px=1.6 * s.default_text_scale,
        radius=s.space_px(14),
    )


def _row(s: ui.Scale, entry: MatchRow, today: date, wide: int) -> ui.Box:
    if entry.is_heading:
        count = ui.Label(s, number(entry.count), ui.ROLES.small, THEME.text2, one_line=True)
        return ui.Row(ui.Label(s, entry.heading, ui.ROLES.heading, one_line=True, grow=1), count)
    if entry.match is None:
        name = ui.Label(s, entry.file_name, ui.ROLES.small, THEME.text2, one_line=True, may_be_cut=True)
        words = ui.Column(
            ui.Label(s, _("Can’t be read"), ui.ROLES.name, one_line=True), name, gap=s.space_px(4), grow=1
        )
        return ui.Row(ui.Icon("octagon", s.text_px(54), THEME.bad), words, gap=s.space_px(18))
    match, gap = entry.match, s.space_px(10)
    is_named = bool(match.name)
    role = ui.ROLES.label if s.is_small else ui.ROLES.name
    title = ui.Label(s, match_title(match), role, one_line=True, may_be_cut=is_named)
    day = ui.Label(s, last_played_text(match, today), ui.ROLES.small, THEME.text2, one_line=True, grow=1)
    if wide >= _FLAT * s.px(ui.ROLES.name):
        left = ui.Column(
            title,
            ui.Row(seats_box(names_of(match), s.space_px(46)), day, gap=gap),
            gap=s.space_px(4),
            share=1 - _RIGHT - _BETWEEN,
            grow=1,
        )
        road = ui.Canvas(partial(draw_road, match=match), 0, (s.space_px(36), s.space_px(56)), grow=1)
        return ui.Row(left, ui.Column(_standing(s, match), road, gap=s.space_px(6), share=_RIGHT), gap=s.space_px(24))
    return ui.Column(
        title,
        day,
        ui.Row(seats_box(names_of(match), s.space_px(46)), ui.Spacer()),
        _standing(s, match),
        gap=s.space_px(6),
    )


def _standing(s: ui.Scale, match: MatchSummary) -> ui.Box:
    """Return a line with the state of the match, the leading side and its kilometers or points."""
    best, reached = match.winner, match.km if is_race(match) else match.totals
    if best is None:
        best = max(range(len(reached)), key=lambda side: reached[side])
    side, worn = round(1.2 * s.px(ui.ROLES.small)), names_of(match).livery(best)
    return ui.Row(
        ui.Icon("trophy", side, THEME.gold_d) if match.winner is not None else None,
        ui.Label(s, match_state(match), ui.ROLES.small, one_line=True, grow=1),
        ui.Canvas(partial(_paint_plate, worn), side, side),
        ui.Label(s, reached_words(match, best), ui.ROLES.label, one_line=True),
        gap=s.space_px(10),
    )


def _paint_plate(worn: Livery, surface: Surface, place: Rect) -> None:
    livery.draw_badge(surface, worn, *place.center, place.w / 2)


def seats_box(names: Names, diameter: int) -> ui.Box:
    """Return a box with a portrait or badge for each seat, ``diameter`` pixels in diameter."""
    side_of = {seat: side for side, seats in enumerate(names.sides) for seat in seats}

    def paint(surface: Surface, place: Rect) -> None:
        x, y = place.x, place.centery
        for seat, driver in enumerate(names.drivers):
            if driver is None:
                livery.draw_badge(surface, names.livery(side_of[seat]), x + diameter / 2, y, 0.49 * diameter)
            else:
                surface.blit(art.portrait(driver, diameter), (round(x), round(y - diameter / 2)))
                livery.draw_badge(
                    surface, names.livery(side_of[seat]), x + 0.84 * diameter, y + 0.34 * diameter, 0.22 * diameter
                )
            x += round(1.14 * diameter)

    return ui.Canvas(paint, round(1.14 * diameter * len(names.drivers)), round(1.1 * diameter))
