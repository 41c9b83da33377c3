"""The panel of the selected match: its name, rules and state, and its buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from pygame import Rect, Surface

from game.career.match_stats import MatchSummary
from game.features.matches.match_list import MatchRow, reached_words
from game.features.matches.race_road import is_race
from game.files.limits import NAME_CHARACTERS
from game.i18n import _, number
from game.i18n.punctuation import join_with_dots, label_with_text
from game.scenes.portraits import draw_portraits, portraits_width
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle, TextDraft
from game.words.matches import days_left, match_details_line, match_state, match_title, names_of
from game.words.names import Names
from game.words.profiles import name_too_long_line

Actions = Mapping[str, Callable[[], None]]
"""What each button of the panel does, by its id."""


def match_panel(s: ui.Scale, entry: MatchRow, act: Actions, rules_now: str, draft: TextDraft | None = None) -> ui.Box:
    """Return the panel for a row of the list; ``draft`` is the match's name while it is being typed, else None.

    The match's rule set is named if it is another than ``rules_now``.
    """
    match = entry.match
    if match is None:
        middle: ui.Box = ui.Row(ui.Spacer(), ui.Icon("octagon", s.text_px(150), THEME.bad), ui.Spacer(), grow=1)
    else:
        table = ui.Table(*_sides(s, match), gap=(s.space_px(12), s.space_px(9)), ruled=max(1, s.text_px(1.6)))
        middle = ui.Column(table, ui.Spacer(), grow=1)
    is_full = draft is not None and bool(draft.refused)
    said = _about(entry, rules_now)
    words, ink = (name_too_long_line(NAME_CHARACTERS), THEME.bad) if is_full else (said, THEME.text2)
    about = ui.Label(s, words, ui.ROLES.small, ink, alternatives=[said], id="match_about")
    body = ui.Column(_head(s, entry, act, draft), about, middle, *_buttons(s, entry, act), gap=s.space_px(14))
    return ui.Panel(
        body,
        s.space_px(26),
        fill=THEME.raised,
        rim=THEME.edge,
        rim_px=max(1.5, 2 * s.default_text_scale),
        radius=s.space_px(18),
        grow=1,
    )


def _head(s: ui.Scale, entry: MatchRow, act: Actions, draft: TextDraft | None) -> ui.Box:
    """Return the match's name and the delete button or, while the name is being typed, its text field."""
    if draft is not None:
        end, typed = act["keep_name"], act["name_field"]
        field = ui.TextField(s, "name_field", _("Name"), draft, lambda _typed: typed(), end)
        keep = ui.IconButton(s, "keep_name", _("Save name"), end, "check", style=ButtonStyle.BLUE)
        return ui.Row(field, keep, gap=s.space_px(14))
    title, is_named = _("Can’t be read"), False
    if entry.match is not None:
        title, is_named = match_title(entry.match), bool(entry.match.name)
    words = ui.Label(s, title, ui.ROLES.heading, may_be_cut=is_named, grow=1, id="match")
    bin = None if entry.deleted else ui.IconButton(s, "delete", _("Delete"), act["delete"], "bin")
    return ui.Row(words, bin, gap=s.space_px(14))


def _about(entry: MatchRow, rules_now: str) -> str:
    if entry.deleted:
        about = [match_details_line(entry.match, rules_now)] if entry.match else []
        return join_with_dots([*about, days_left(entry.deleted.expires_s)])
    if entry.match is not None:
        return join_with_dots(filter(None, (match_details_line(entry.match, rules_now), match_state(entry.match))))
    return _("This file contains no race that this version can read.")


def _sides(s: ui.Scale, match: MatchSummary) -> list[Sequence[ui.Box]]:
    """Return a table row for each side: portraits, name and points, in a running race kilometers."""
    names, d = names_of(match), s.space_px(56)
    has_points = match.is_over or not is_race(match)

    def line(side: int) -> Sequence[ui.Box]:
        total = match.totals[side]
        figure = number(total) if has_points else reached_words(match, side)
        told = names.side_with_points(side, total) if has_points else label_with_text(names.side(side), figure)
        faces = ui.Canvas(
            partial(_paint_faces, names, side), round(portraits_width(names, side, d)), (s.space_px(40), d)
        )
        name = ui.Label(s, names.side(side), ui.ROLES.name, grow=1)
        said = ui.Row(faces, name, gap=s.space_px(18), grow=1, id=f"side.{side}", label=told)
        return said, ui.Label(s, figure, ui.ROLES.name, one_line=True, anchor="r")

    return [line(side) for side in range(len(match.totals))]


def _paint_faces(names: Names, side: int, surface: Surface, place: Rect) -> None:
    draw_portraits(surface, names, side, place.center, min(place.h, place.w / portraits_width(names, side, 1)))


def _buttons(s: ui.Scale, entry: MatchRow, act: Actions) -> list[ui.Box]:
    """Return the panel's main button, if it has one, and the grid of the other buttons."""
    red, blue, paper, match = ButtonStyle.RED, ButtonStyle.BLUE, ButtonStyle.PAPER, entry.usable_match
    shown: list[tuple[str, str, ButtonStyle, str | None]] = [("export", _("Export…"), paper, None)]
    if entry.deleted:
        shown = [("restore", _("Restore"), red, "undo"), ("empty", _("Remove all now…"), paper, None)]
    if match is not None:
        shown = [("name", _("Name…"), paper, None), ("copy", _("Copy"), paper, None), *shown]
        if match.is_over:
            ways = [("look_back", _("Look back"), red, "eye"), ("result", _("Result"), blue, "trophy")]
        else:
            ways = [("go_on", _("Continue"), red, "flag"), ("look_back", _("Look back"), blue, "eye")]
        shown = [*ways, *shown]
    made = [
        ui.Button(s, id, words, act[id], style=style, icon=icon, role=ui.ROLES.name) for id, words, style, icon in shown
    ]
    main = made[:1] if shown[0][2] is red else []
    others = made[len(main) :]
    across = [count for count in (len(others), 2, 1) if count <= len(others)]
    return [*main, ui.Grid(*others, across=across, gap=(s.space_px(14), s.space_px(12)))]
