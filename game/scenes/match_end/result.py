"""The plate with the result of a match: who won, with how many points, what they did, and how all ended."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from pygame import Rect, Surface

from game.i18n import _, _n, _r, _rn, number
from game.i18n.punctuation import facts as in_facts
from game.i18n.punctuation import labelled, listed, placed
from game.scenes.dialogs import paper_plate
from game.scenes.portraits import draw_portraits, portraits_width
from game.scenes.score.mark_pills import paint_pills, pills_height
from game.scenes.score.standings import Standings
from game.ui.drawing import art, draw, svg, text
from game.ui.drawing.theme import THEME
from game.words.names import Names

_WREATH_W, _WREATH_H = 200.0, 212.0  # of the picture; its wreath is round (100, 100)
_INSIDE_WREATH: Final = 118.0
_TEAM_SCALE: Final = 0.74  # of a portrait's size where two share the wreath
_RAYS: Final = 14
_RAY_OPACITY: Final = 0.5


def laurel_size(width: float) -> tuple[int, int]:
    """Width and height of a laurel so wide, in pixels."""
    return round(width), round(width * _WREATH_H / _WREATH_W)


def laurelled(names: Names, side: int, width: float) -> Surface:
    """The side's portraits in a laurel so many pixels wide, on nothing."""
    picture = art.drawn("parts/laurel", *laurel_size(width))
    scale = width / _WREATH_W
    d = _INSIDE_WREATH * scale * (_TEAM_SCALE if len(names.sides[side]) > 1 else 1)
    center = 100 * scale, (100 if portraits_width(names, side, d) <= d else 96) * scale
    draw_portraits(picture, names, side, center, d)
    return picture


def rays(radius: float) -> Surface:
    """Rays of light round a middle, a picture of twice the radius in each direction."""
    inner, half = 0.42 * radius, 0.32 * pi / _RAYS
    wedges = []
    for ray in range(_RAYS):
        turn = 2 * pi * (ray + 0.5) / _RAYS
        corners = [(inner, turn - half), (inner, turn + half), (radius, turn + half), (radius, turn - half)]
        points = [(radius + r * cos(a), radius + r * sin(a)) for r, a in corners]
        wedges.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return art.svg(svg.path("".join(wedges), THEME.gold_l, opacity=_RAY_OPACITY), 2 * radius, 2 * radius)


_HEAD, _BLOCK, _ROW, _BUTTON, _GAP, _PAD = 104, 226, 58, 72, 16, 36
_TOTAL_H, _WON_H, _FACTS_H, _MARK = 92, 48, 40, 46
_LAUREL: Final = 190
WIDEST: Final = 1000
"""Sizes in t."""


def called(standings: Standings) -> str:
    """What is called out when the winner's car arrives."""
    names, winner = standings.names, standings.ranking[0]
    partner = names.partner(winner)
    if partner is not None:
        return _("You and {partner} won!", partner=partner)
    if names.is_viewers(winner):
        return _("You won!")
    if len(names.sides[winner]) > 1:
        return _("{team} won!", team=names.side(winner))
    return _("{name} won!", name=names.side(winner))


def headline(standings: Standings) -> str:
    """Who won the match; a quick race is none, so of that only who won."""
    if standings.leg_count == 1:
        return called(standings)
    names, rules_id, winner = standings.names, standings.rules_id, standings.ranking[0]
    partner = names.partner(winner)
    if partner is not None:
        return _r(rules_id, "You and {partner} won the match!", partner=partner)
    if names.is_viewers(winner):
        return _r(rules_id, "You won the match!")
    if len(names.sides[winner]) > 1:
        return _r(rules_id, "{team} won the match", team=names.side(winner))
    return _r(rules_id, "{name} won the match", name=names.side(winner))


def facts(standings: Standings) -> list[str]:
    """What the winner did in the match, as far as there is anything to tell."""
    winner, rules_id, hits = standings.ranking[0], standings.rules_id, standings.hits_of_match
    laid, parried = hits.laid_by(winner), hits.parried_by(winner)
    furthest_km = max(scores[winner].km for scores in standings.legs)
    told = [
        (laid, _n("{n} hit", "{n} hits", laid)),
        (parried, _rn(rules_id, "{n} coup fourré", "{n} coups fourrés", parried)),
        (furthest_km, _r(rules_id, "longest leg {km} km", km=furthest_km)),
    ]
    return [said for count, said in told if count]


@dataclass(frozen=True, slots=True)
class _Parts:
    """Where the parts of the plate lie, by its own upper left corner."""

    head: Rect
    block: Rect
    table: Rect
    buttons: tuple[Rect, Rect, Rect]


class ResultPlate:
    """The plate, as large as ``space`` allows, in its middle; ``t`` is the text factor."""

    def __init__(self, standings: Standings, space: Rect, t: float) -> None:
        self.standings = standings
        self.winner = standings.ranking[0]
        self._block = _BLOCK + _MARK * max(0, len(standings.marks) - 1)
        high = _HEAD + self._block + _ROW * standings.sides + 2 * _BUTTON + _GAP + 2 * _PAD
        self.t = k = min(t, space.h / high)
        self._row = round(_ROW * k)
        self.rect = Rect(0, 0, min(space.w, round(WIDEST * k)), round(high * k))
        self.rect.center = space.center
        self._parts = self._laid_out(k)

    def _laid_out(self, k: float) -> _Parts:
        w, h, pad, gap = self.rect.w, self.rect.h, round(_PAD * k), round(_GAP * k)
        head = Rect(0, 0, w, round(_HEAD * k))
        block = Rect(pad, head.bottom, w - 2 * pad, round(self._block * k))
        table = Rect(pad, block.bottom, block.w, self._row * self.standings.sides)
        height = max(34, round(_BUTTON * k))
        lower = Rect(pad, h - round(0.8 * pad) - height, block.w, height)
        half = (lower.w - gap) // 2
        upper = lower.move(0, -height - gap)
        return _Parts(
            head, block, table,
            (upper, Rect(lower.x, lower.y, half, height), Rect(lower.right - half, lower.y, half, height)),
        )  # fmt: skip

    @property
    def is_won(self) -> bool:
        """Whether the viewer's side won."""
        return self.standings.names.is_own(self.winner)

    @property
    def edge(self) -> int:
        """How far from its upper and lower edge the plate has round corners."""
        return round(30 * self.t) + 2

    @property
    def buttons(self) -> list[Rect]:
        """Where in the window the three buttons lie, the widest first."""
        return [place.move(self.rect.topleft) for place in self._parts.buttons]

    @property
    def laurel(self) -> Rect:
        """Where in the window the laurel lies."""
        return self._laurel.move(self.rect.topleft)

    @property
    def _laurel(self) -> Rect:
        block = self._parts.block
        place = Rect((0, 0), laurel_size(_LAUREL * self.t))
        place.midleft = block.x, block.centery
        return place

    def row(self, place: int) -> Rect:
        """Where in the window the row of that place in the ranking lies, from 0."""
        return self._row_rect(place).move(self.rect.topleft)

    def _row_rect(self, place: int) -> Rect:
        table = self._parts.table
        return Rect(table.x, table.y + place * self._row, table.w, self._row)

    # -- words ----------------------------------------------------------------------------------------------------

    def _points(self, side: int) -> str:
        return _n("{n} point", "{n} points", self.standings.totals[side])

    def _legs_won(self, side: int) -> str:
        """How many legs a side has won; empty where one leg was all there was."""
        won = self.standings.legs_won(side)
        return _r(self.standings.rules_id, "Legs won: {n}", n=number(won)) if len(self.standings.legs) > 1 else ""

    @property
    def _how_won(self) -> str:
        """What the winner has beside the points: legs, or in a match of one leg that it was the points that decided."""
        standings = self.standings
        return self._legs_won(self.winner) or (_("Won on points") if standings.winner != self.winner else "")

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Headline, facts and ranking in words."""
        standings, corner = self.standings, self.rect.topleft
        rows = []
        for place, side in enumerate(standings.ranking):
            won = labelled(standings.names.side(side), listed(filter(None, [self._points(side), self._legs_won(side)])))
            said = " ".join((placed(place + 1), won))
            rows.append((f"rank.{place + 1}", said, self.row(place)))
        block = self._parts.block.move(corner)
        on_points = "" if self._legs_won(self.winner) else self._how_won
        beside = ("how_won", on_points), ("facts", in_facts(facts(standings)))
        told = [(id, words, block) for id, words in beside if words]
        told += [(mark.id, mark.words, block) for mark in standings.marks]
        return [("title", headline(standings), self._parts.head.move(corner)), *rows, *told]

    # -- picture --------------------------------------------------------------------------------------------------

    def picture(self) -> Surface:
        """The plate without its buttons and with its shadow, the plate's corner being the picture's."""
        margin = round(14 * self.t) + 2
        surface = Surface((self.rect.w + margin, self.rect.h + margin)).convert_alpha()
        surface.fill((0, 0, 0, 0))
        self._paint(surface)
        return surface

    def _paint(self, surface: Surface) -> None:
        fill, line, ink, icon = (
            (THEME.gold, THEME.gold_d, THEME.ink, THEME.ink)
            if self.is_won
            else (THEME.navy, THEME.gold, THEME.white, THEME.gold)
        )
        t, head, block = self.t, self._parts.head, self._parts.block
        paper_plate(surface, Rect((0, 0), self.rect.size), head, t, (fill, line))
        art.blit_icon(surface, "trophy", (block.x + 24 * t, head.centery - 3), 52 * t, icon)
        left = block.x + 66 * t
        room = block.right - left
        text.draw(
            surface, headline(self.standings), left, head.centery - 3, "O9", 44 * t, ink, max_width=room, min_px=16
        )
        self._paint_winner(surface)
        for place, side in enumerate(self.standings.ranking):
            self._paint_rank(surface, place, side)

    def _paint_winner(self, surface: Surface) -> None:
        t, block, laurel = self.t, self._parts.block, self._laurel
        surface.blit(laurelled(self.standings.names, self.winner, laurel.w), laurel)
        left = laurel.right + 34 * t
        room = block.right - left
        marks, small = self.standings.marks, max(text.MIN_CAPTION_PX, 20 * t)
        told, px = in_facts(facts(self.standings)), max(text.MIN_TEXT_PX, 23 * t)
        pills = pills_height(marks, small)
        lines = [_TOTAL_H * t, _WON_H * t if self._how_won else 0, _FACTS_H * t if told else 0]
        closer = min(1.0, (block.h - _GAP * t - pills) / sum(lines))
        lines = [closer * line for line in lines]
        top = block.centery - (sum(lines) + pills) / 2
        total, won, done = (top + sum(lines[:n]) + line / 2 for n, line in enumerate(lines))
        self._paint_total(surface, left, total, room)
        text.draw(surface, self._how_won, left, won, "O7", max(14, 27 * t), max_width=room, min_px=12)
        text.draw(surface, told, left, done, "B5", px, THEME.text2, max_width=room, min_px=11)
        paint_pills(surface, marks, left, top + sum(lines) + pills / 2, small, room)

    def _paint_total(self, surface: Surface, left: float, y: float, room: float) -> None:
        """The number large and its word small, whichever way round the language says them."""
        figures, t = number(self.standings.totals[self.winner]), self.t
        before, _figures, after = self._points(self.winner).partition(figures)
        px, small = 84 * t, max(14, 30 * t)
        x, below = left, y + 0.355 * (px - small)  # on one line with the figures
        for said in (before.strip(), None, after.strip()):
            if said is None:
                x += text.draw(surface, figures, x, y, "O9", px, max_width=0.74 * room, min_px=20) + 14 * t
            elif said:
                x += text.draw(surface, said, x, below, "O6", small, THEME.text2, max_width=left + room - x) + 14 * t

    def _paint_rank(self, surface: Surface, place: int, side: int) -> None:
        names, row, px = self.standings.names, self._row_rect(place), max(15.0, 26 * self.t)
        ground = THEME.mark if names.is_own(side) else THEME.row
        draw.rounded(surface, row.inflate(0, -max(2, round(5 * self.t))), 0.2 * row.h, ground)
        x, y, d = row.x + 0.6 * px, row.centery, 0.74 * row.h
        text.draw(surface, placed(place + 1), x + 1.2 * px, y, "O8", px, anchor="r")
        faces = portraits_width(names, side, d)
        draw_portraits(surface, names, side, (x + 1.8 * px + faces / 2, y), d)
        figures = number(self.standings.totals[side])
        text.draw(surface, figures, row.right - 0.6 * px, y, "O8", px, anchor="r")
        widest = max(text.width(number(total), "O8", px) for total in self.standings.totals)
        right = row.right - 0.6 * px - widest - px
        legs = text.draw(
            surface, self._legs_won(side), right, y, "B5", 0.9 * px, THEME.text2, anchor="r",
            max_width=0.36 * row.w, min_px=12,
        )  # fmt: skip
        left = x + 2.4 * px + faces
        text.draw(surface, names.side(side), left, y, "O7", px, max_width=right - legs - px - left, min_px=12)
