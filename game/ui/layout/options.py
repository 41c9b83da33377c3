"""Ready-made choices: one of a few words, one of a few pictures, one of several titles."""

# ruff: noqa: PLR0913 - a control is described by many things

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from pygame import Rect, Surface

from game.ui.boxes.box import Box
from game.ui.boxes.canvas import Canvas, Icon
from game.ui.boxes.containers import Column, Grid, Panel, Row, Spacer
from game.ui.boxes.label import Label
from game.ui.boxes.type_scale import ROLES, Role, Scale
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.ui.layout.choice import Cell, Choice
from game.ui.widgets import Option


def _choice(
    id: str, name: str, cells: Sequence[tuple[str, str, Box]], chosen: str, on_choose: Callable[[str], None], *,
    role: str, ground: Callable[[Surface, Rect, bool, bool], None], pad: tuple[int, int, int],
    lay: Callable[[Sequence[Box]], Box], on_press: Callable[[], None] | None = None,
) -> Choice:  # fmt: skip
    """Return a choice of cells, each given by a key, a description and its content.

    ``ground`` draws a cell's background; its last two arguments say whether the cell is chosen and hovered.
    """

    def paint(key: str, surface: Surface, rect: Rect) -> None:
        ground(surface, rect, key == choice.chosen, choice.is_pointed(key))

    made = [Cell(key, Panel(box, pad, ground=partial(paint, key)), said) for key, said, box in cells]
    child = lay([cell.box for cell in made])
    choice = Choice(id, name, child, made, chosen, on_choose, role=role, on_press=on_press)
    return choice


def _fewer(count: int) -> tuple[int, ...]:
    """Return the numbers of columns to try for this many cells: all side by side, in two rows, in three, and so on."""
    return tuple(dict.fromkeys(-(-count // rows) for rows in range(1, count + 1)))


def word_choice(
    scale: Scale, id: str, name: str, options: Sequence[Option], chosen: str, on_change: Callable[[str], None]
) -> Choice:
    """Return a choice of words, side by side, or in several rows if they do not fit."""
    s, px, least_px = scale, scale.px(ROLES.body), scale.min_px(ROLES.body)
    tick, inset = round(px), s.text_px(4, 2)

    def content(key: str, label: str) -> Box:
        ink = THEME.white if key == chosen else THEME.text
        role = replace(ROLES.body, face="O7" if key == chosen else "O6")
        mark = Icon("check", tick, ink) if key == chosen else None
        side = Spacer((0 if mark else tick // 2, 0))
        return Row(side, mark, Label(s, label, role, ink, one_line=True), side, gap=round(0.3 * px))

    def ground(surface: Surface, rect: Rect, is_chosen: bool, is_pointed: bool) -> None:
        if is_chosen or is_pointed:
            draw.rounded_rect(surface, rect, 0.19 * rect.h, THEME.blue if is_chosen else THEME.raised)

    def lay(cells: Sequence[Box]) -> Box:
        grid = Grid(*cells, across=_fewer(len(cells)), gap=(2 * inset, 2 * inset))
        return Panel(
            grid, inset, fill=THEME.surface2, rim=THEME.faint, rim_px=s.text_px(2), radius=s.text_px(12) + inset
        )

    high = max(1, round(0.8 * least_px - 0.14 * px) - inset)
    cells = [(key, label, content(key, label)) for key, label in options]
    return _choice(
        id, name, cells, chosen, on_change, role="radiogroup", ground=ground, pad=(round(0.2 * px), high, high), lay=lay
    )


def picture_choice(
    scale: Scale, id: str, name: str, options: Sequence[tuple[str, str, Box]], chosen: str,
    on_change: Callable[[str], None],
) -> Choice:  # fmt: skip
    """Return a choice of pictures; each option is a key, a name and the box with the picture."""
    s, px = scale, scale.px(ROLES.body)

    def content(key: str, label: str, picture: Box) -> Box:
        mark = Icon("check", round(0.9 * px), THEME.text) if key == chosen else None
        words = Label(s, label, replace(ROLES.body, face="O6"), anchor="c")
        return Column(picture, Row(Spacer(), mark, words, Spacer(), gap=round(0.3 * px)), gap=s.text_px(8))

    def ground(surface: Surface, rect: Rect, is_chosen: bool, is_pointed: bool) -> None:
        rim, thick = (THEME.gold_d, s.text_px(3, 2)) if is_chosen else (THEME.edge, s.text_px(1.6))
        fill = THEME.mark if is_chosen or is_pointed else THEME.row
        draw.rounded_rect(surface, rect, s.text_px(12), fill, rim, thick)

    def lay(cells: Sequence[Box]) -> Box:
        return Grid(*cells, across=_fewer(len(cells)), gap=(s.space_px(16), s.space_px(16)))

    cells = [(key, label, content(key, label, picture)) for key, label, picture in options]
    pad = s.text_px(10), s.text_px(10), s.text_px(8)
    return _choice(id, name, cells, chosen, on_change, role="radiogroup", ground=ground, pad=pad, lay=lay)


def title_list(
    scale: Scale, id: str, name: str, titles: Sequence[Option], open: str, on_open: Callable[[str], None], *,
    on_press: Callable[[], None], icons: Mapping[str, str] = MappingProxyType({}), across: Sequence[int] = (1,),
    role: Role = ROLES.name,
) -> Choice:  # fmt: skip
    """Return a list of titles, one of which is open; ``across`` lists the numbers of columns to try, see ``Grid``.

    Enter calls ``on_press``. ``icons`` maps keys to icons before the titles. If space is short, the titles move closer
    together. They keep their width whichever is open.
    """
    s, px = scale, scale.px(role)
    high = round(0.65 * s.min_px(role))

    def content(key: str, title: str) -> Box:
        ink = THEME.white if key == open else THEME.text
        picture = Icon(icons[key], round(1.3 * px), ink) if key in icons else None
        shut, opened = (
            Row(picture, Label(s, title, replace(role, face=face), ink, grow=1), gap=round(0.5 * px))
            for face in ("O6", "O7")
        )
        apart = [Canvas(lambda _on, _rect: None, opened.width_range(), (high // 4, high), grow=1) for _side in range(2)]
        return Column(apart[0], opened if key == open else shut, apart[1])

    def ground(surface: Surface, rect: Rect, is_chosen: bool, is_pointed: bool) -> None:
        if is_chosen or is_pointed:
            draw.rounded_rect(surface, rect, min(0.22 * rect.h, s.text_px(14)), THEME.blue if is_chosen else THEME.row)

    def lay(cells: Sequence[Box]) -> Box:
        return Grid(*cells, across=across, gap=(s.text_px(10), s.text_px(6)))

    cells = [(key, title, content(key, title)) for key, title in titles]
    return _choice(
        id, name, cells, open, on_open, role="tablist", ground=ground, pad=(s.text_px(14), 0, 0), lay=lay,
        on_press=on_press,
    )  # fmt: skip
