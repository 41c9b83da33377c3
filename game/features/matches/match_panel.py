"""The panel of the chosen match: its name, its rules, its state, and its buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.career.digest import MatchSummary
from game.features.matches.match_list import Entry
from game.files.limits import NAME_CHARACTERS
from game.i18n import _, number
from game.i18n.punctuation import facts
from game.scenes.portraits import draw_portraits, portraits_width
from game.ui.drawing.theme import THEME
from game.ui.layout import (
    ROLES,
    Box,
    Canvas,
    Column,
    Grid,
    Icon,
    Label,
    Plate,
    Row,
    Scale,
    Spacer,
    Table,
    button,
    icon_button,
    text_field,
)
from game.ui.widgets import Style, TextDraft
from game.words.matches import days_left, match_about, match_state, match_title, names_of
from game.words.names import Names
from game.words.profiles import full_line


@dataclass(frozen=True, slots=True)
class PanelActions:
    """The actions of the buttons; None hides a button."""

    go_on: Callable[[], None]
    look_at: Callable[[], None] | None
    review: Callable[[], None] | None
    result: Callable[[], None] | None
    begin_name: Callable[[], None]
    type_name: Callable[[str], None]
    end_name: Callable[[], None]
    copy: Callable[[], None]
    export: Callable[[], None]
    delete: Callable[[], None]
    restore: Callable[[], None]
    empty: Callable[[], None]


def match_panel(s: Scale, entry: Entry, act: PanelActions, draft: TextDraft | None = None) -> Box:
    """Return the panel for one row of the list; ``draft`` is the name that is being typed."""
    match = entry.match
    if match is None:
        middle: Box = Row(Spacer(), Icon("octagon", s.line(150), THEME.bad), Spacer(), grow=1)
    else:
        table = Table(*_sides(s, match), gap=(s.gap(12), s.gap(9)), ruled=max(1, s.line(1.6)))
        middle = Column(table, Spacer(), grow=1)
    is_full = draft is not None and bool(draft.refused)
    words, ink = (full_line(NAME_CHARACTERS), THEME.bad) if is_full else (_about(entry), THEME.text2)
    about = Label(s, words, ROLES.small, ink, others=[_about(entry)], id="match_about")
    body = Column(_head(s, entry, act, draft), about, middle, *_buttons(s, entry, act), gap=s.gap(14))
    return Plate(
        body, s.gap(26), fill=THEME.raised, rim=THEME.edge, rim_px=max(1.5, 2 * s.delivered), radius=s.gap(18), grow=1
    )


def _head(s: Scale, entry: Entry, act: PanelActions, draft: TextDraft | None) -> Box:
    """Return the name with the delete button, or the field in which the name is typed."""
    if draft is not None:
        field = text_field(s, "name_field", _("Name"), draft, act.type_name, act.end_name)
        keep = icon_button(s, "keep_name", _("Save name"), act.end_name, "check", style=Style.BLUE)
        return Row(field, keep, gap=s.gap(14))
    title, is_named = _("Can’t be read"), False
    if entry.match is not None:
        title, is_named = match_title(entry.match), bool(entry.match.name)
    words = Label(s, title, ROLES.heading, may_be_cut=is_named, grow=1, id="match")
    bin = None if entry.deleted else icon_button(s, "delete", _("Delete"), act.delete, "bin")
    return Row(words, bin, gap=s.gap(14))


def _about(entry: Entry) -> str:
    if entry.deleted:
        about = [match_about(entry.match)] if entry.match else []
        return facts([*about, days_left(entry.deleted.gone_from_s)])
    if entry.match is not None:
        return facts([match_about(entry.match), match_state(entry.match)])
    return _("This file contains no match that this version can read.")


def _sides(s: Scale, match: MatchSummary) -> list[Sequence[Box]]:
    """Return a table row for each side."""
    names, d = names_of(match), s.gap(56)

    def line(side: int, total: int) -> Sequence[Box]:
        faces = Canvas(partial(_paint_faces, names, side), round(portraits_width(names, side, d)), (s.gap(40), d))
        name = Label(s, names.side(side), ROLES.name, grow=1)
        said = Row(faces, name, gap=s.gap(18), grow=1, id=f"side.{side}", says=names.scored(side, total))
        return said, Label(s, number(total), ROLES.name, one_line=True, anchor="r")

    return [line(side, total) for side, total in enumerate(match.totals)]


def _paint_faces(names: Names, side: int, surface: Surface, place: Rect) -> None:
    draw_portraits(surface, names, side, place.center, min(place.h, place.w / portraits_width(names, side, 1)))


def _buttons(s: Scale, entry: Entry, act: PanelActions) -> list[Box]:
    """Return the main button, if the match can be continued, viewed or restored, above the others."""

    def made(id: str, words: str, do: Callable[[], None], style: Style = Style.PAPER, icon: str | None = None) -> Box:
        return button(s, id, words, do, style=style, icon=icon, role=ROLES.name)

    if entry.deleted:
        red: Box | None = made("restore", _("Restore"), act.restore, Style.RED, "undo")
        others = [made("empty", _("Remove all now…"), act.empty)]
    else:
        red, others = None, [made("export", _("Export…"), act.export)]
    if entry.kept is not None:
        others = [made("name", _("Name…"), act.begin_name), made("copy", _("Copy"), act.copy), *others]
        if not entry.kept.is_over:
            red = made("go_on", _("Continue"), act.go_on, Style.RED, "flag")
        if act.look_at is not None:
            look = made("look_at", _("View"), act.look_at, Style.BLUE if red else Style.RED, "replay")
            red, others = (red, [look, *others]) if red else (look, others)
        if act.review is not None and entry.kept.is_over:
            others = [made("review", _("Review"), act.review, Style.BLUE, "hint"), *others]
        if act.result is not None and entry.kept.is_over:
            others = [made("result", _("Result"), act.result, Style.BLUE, "trophy"), *others]
    across = [count for count in (len(others), 2, 1) if count <= len(others)]
    rest = Grid(*others, across=across, gap=(s.gap(14), s.gap(12)))
    return [red, rest] if red else [rest]
