"""The coach's panel, which compares two moves: the parts that a hint, a puzzle and a look back share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Color, Rect, Surface

from game.engine.cards import Card
from game.engine.observation import Observation
from game.i18n import _, capital, percent
from game.i18n.punctuation import join_with_dots, label_with_text
from game.match.comparisons import MoveValue
from game.table.geometry.places import CARD_RATIO
from game.table.painting import card_faces
from game.ui import layout as ui
from game.ui.drawing import draw
from game.ui.drawing.theme import THEME
from game.words.coach import move_noun
from game.words.names import Names

_BELOW_TABS_PX = 10  # so that a finger hits tabs and the control below them
BESIDE = 1.5
"""If a panel is more than this many times as wide as it is high, its parts are beside each other."""
LEAST_GROWN = 1.5
"""If the texts of a panel do not fit, they are made smaller down to this factor of the default size."""
BEST_CARD = 84
"""The width of the best card, in text units."""
_SMALL_CARD = 44
"""The width of the card beside a bar, in text units."""


def framed_panel(s: ui.Scale, head: ui.Box | None, body: ui.Box, pad: int) -> ui.Box:
    """Return a panel with a golden rim around ``body``, below a dark ``head``."""

    def paint(surface: Surface, rect: Rect) -> None:
        radius = 14 * s.unit + 2
        draw.panel(surface, rect, radius, rim=THEME.gold, rim_width=max(2, s.text_px(4)), shadow_px=3 * s.unit + 1)
        if head is not None:
            draw.panel_header(surface, head.rect, radius, THEME.navy)

    above = pad if head is None else max(pad, _BELOW_TABS_PX)
    return ui.Panel(ui.Column(head, ui.Padding(body, (pad, above, pad), grow=1)), 0, ground=paint)


def panel_head(s: ui.Scale, icon: str, words: str, aside: ui.Box | None = None) -> ui.Box:
    """Return the head of such a panel."""
    title = ui.Row(
        ui.Icon(icon, round(s.px(ui.ROLES.heading)), THEME.gold_l),
        ui.Label(s, words, ui.ROLES.heading, THEME.white, grow=1, id="asked"),
        gap=s.space_px(10),
    )
    return ui.Padding(ui.Flow(title, aside, gap=s.space_px(8)), (s.space_px(16), s.space_px(12), s.space_px(12)))


def card_picture(s: ui.Scale, card: Card, rules_id: str, width: int) -> ui.Box:
    """Return a small picture of a card, ``width`` text units wide."""
    wide = s.text_px(width)

    def paint(surface: Surface, rect: Rect) -> None:
        surface.blit(card_faces.face(card, wide, rules_id, form="small"), rect)

    return ui.Canvas(paint, wide, round(wide * CARD_RATIO))


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move with its value, and what it is among those shown: the best, a worse one, or the one played."""

    value: MoveValue
    note: str


def _is_single_race(o: Observation) -> bool:
    return o.legs == 1 or (o.legs is None and o.target_score is None)


def chances_line(o: Observation, better: MoveValue, other: MoveValue) -> str:
    """Return both chances in a sentence, where there is no room for bars."""
    told = {"better": percent(better.percent), "worse": percent(other.percent)}
    if better.percent == other.percent:
        return _("The chances are about the same: {percent}.", percent=told["better"])
    if _is_single_race(o):
        return _("Chance to win the race: {better} instead of {worse}.", **told)
    return _("Chance to win the match: {better} instead of {worse}.", **told)


def chances_box(
    s: ui.Scale, o: Observation, moves: Sequence[RatedMove], names: Names, *, is_short: bool = False
) -> ui.Box:
    """Return the chances after the moves, the best first, as bars of one scale.

    ``is_short`` leaves out cards and notes.
    """
    title = _("Chance to win the race") if _is_single_race(o) else _("Chance to win the match")
    rows: list[ui.Box] = [ui.Label(s, title, ui.ROLES.small, THEME.text2, id="chances")]
    for n, rated in enumerate(moves):
        move, value = rated.value.move, percent(rated.value.percent)
        said = capital(move_noun(move, names, o.rules))
        spoken = join_with_dots((label_with_text(said, value), rated.note))
        name = ui.Label(s, said, ui.ROLES.label, grow=1, id=f"chance.{n}", label=spoken)
        figure = ui.Label(s, value, ui.ROLES.label, one_line=True, anchor="r")
        color = THEME.text2 if n else THEME.rolling
        bar = ui.Canvas(partial(_paint_bar, rated.value.chance, color), 0, max(4, s.text_px(9)))
        body = [ui.Row(name, figure, gap=s.space_px(8)), bar]
        if not is_short:
            body.append(ui.Label(s, rated.note, ui.ROLES.small, THEME.text2))
        told = ui.Column(*body, gap=s.space_px(3), grow=1)
        is_pictured = move.card is not None and not is_short
        picture = card_picture(s, move.card, o.rules, _SMALL_CARD) if is_pictured and move.card else None
        rows.append(ui.Row(picture, told, gap=s.space_px(10)))
    return ui.Column(*rows, gap=s.space_px(8))


def _paint_bar(chance: float, color: Color, surface: Surface, rect: Rect) -> None:
    radius = rect.h / 2
    draw.rounded_rect(surface, rect, radius, THEME.surface2)
    if chance > 0:
        draw.rounded_rect(surface, (rect.x, rect.y, max(rect.h, chance * rect.w), rect.h), radius, color)
