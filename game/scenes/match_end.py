"""The end of a match: who won it, how all ended, and what next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sin, tau
from random import Random
from typing import Final

import pygame
from pygame import Color, Rect, Surface
from pygame.event import Event

from game.scenes.dialogs import paper_plate
from game.scenes.people import draw_people, people_width
from game.scenes.poster import arrival, poster
from game.scenes.standings import Standings
from game.ui import art, draw, text
from game.ui.form import FormScene
from game.ui.i18n import _, _n, _r, number
from game.ui.scene import Host, is_tall
from game.ui.theme import SIDES, THEME
from game.ui.timeline import Timeline, inout, linear
from game.ui.widgets import Button, Style, Widget

_DRIVE_S: Final = 2.4
_FLAGS: Final = 24  # art.md §7: never more, none faster than 300 px a second
_FASTEST: Final = 290.0
_SWAY_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class _Flag:
    """A paper flag: where it falls as a fraction of the width, when, how fast in u a second, and its colour."""

    x: float
    delay_s: float
    speed: float
    color: Color


def _flags() -> tuple[_Flag, ...]:
    lots = Random(24)  # the same shower every time: it is decoration, not chance
    return tuple(
        _Flag((i + lots.random()) / _FLAGS, 1.6 * lots.random(), 220 + 70 * lots.random(), SIDES[i % len(SIDES)][1])
        for i in range(_FLAGS)
    )


class MatchEndScene(FormScene):
    """Who won the match, and how all ended; ``again`` starts the same match anew, ``to_title`` leaves it."""

    name = "match_end"
    first_focus = "again"

    def __init__(
        self, app: Host, standings: Standings, again: Callable[[], None], to_title: Callable[[], None]
    ) -> None:
        super().__init__(app)
        self.standings = standings
        self.winner = standings.ranking[0]
        self._again = again
        self._to_title = to_title
        self._timeline = Timeline()
        self._driven = self._fallen_s = 0.0
        self._flags = _flags()
        self._rest: Surface | None = None

    def enter(self, app: Host) -> None:
        """Lay out, let the winner's car drive up and the flags fall."""
        super().enter(app)
        if self.standings.names.is_viewers(self.winner):
            app.sound.play("win")
            app.sound.play("crowd")
        else:
            app.sound.play("lose")
        speed = app.settings.speed.factor
        self._timeline = Timeline(app.now_s, speed)
        self._timeline.add(self._drive, _DRIVE_S, easing=inout)
        if app.settings.reduced_motion or not speed:
            self._timeline.skip()
            return
        self._timeline.add(self._fall, self._fall_s() / min(1, speed), easing=linear)  # flags never fall faster

    def _drive(self, p: float) -> None:
        self._driven = p

    def _fall_s(self) -> float:
        """How long it takes until the last flag is gone."""
        height = self.bounds.h + 4 * self._flag_size()[1]
        return max(flag.delay_s + height / self._flag_speed(flag) for flag in self._flags)

    def _flag_size(self) -> tuple[float, float]:
        u = max(0.5, self.u)
        return 22 * u, 15 * u

    def _flag_speed(self, flag: _Flag) -> float:
        """Pixels a second."""
        return min(_FASTEST, flag.speed * max(0.5, self.u))

    def _fall(self, p: float) -> None:
        self._fallen_s = 0.0 if p == 1 else p * self._fall_s()

    def rules_topic(self) -> str:
        """The points."""
        return "scoring"

    def escape(self) -> None:
        """Back to the title."""
        self._to_title()

    # -- layout ---------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """A plate clear of road and stone: head, winner, ranking, and the two buttons at its foot."""
        self._rest = None
        self._arrival = arrival(self.app.size, self.winner)
        sides, stopped = self.standings.sides, self._arrival.at(1)
        space = self.bounds.inflate(-24, -20)
        if is_tall(self.app.size):
            space.h = stopped.y - space.y
        else:
            space.w = stopped.x - space.x
        high = 104 + 190 + 58 * sides + 72 + 79
        self._k = t = min(self.t, space.h / high)
        self._pad, height, self._row = round(36 * t), max(34, round(72 * t)), round(58 * t)
        rows = sides * self._row
        head, block, width = round(104 * t), round(190 * t), min(space.w, round(1000 * t))
        self._plate = Rect(0, 0, width, head + block + rows + height + round(2.2 * self._pad))
        self._plate.center = space.center
        self._head = Rect(self._plate.x, self._plate.y, width, head)
        inner = width - 2 * self._pad
        self._block = Rect(self._plate.x + self._pad, self._head.bottom, inner, block)
        self._table = Rect(self._block.x, self._block.bottom, inner, rows)
        return self._buttons(self._plate.bottom - self._pad - height, height)

    def _buttons(self, y: int, height: int) -> list[Widget]:
        gap = round(0.5 * self._pad)
        wide = round(0.56 * (self._block.w - gap))
        again = Rect(self._block.x, y, wide, height)
        back = Rect(again.right + gap, y, self._block.right - again.right - gap, height)
        return [
            Button(
                "again",
                _r(self.standings.rules_id, "New match"),
                again,
                on_press=self._again,
                style=Style.RED,
                icon="flag",
            ),
            Button("to_title", _("Back to title"), back, on_press=self._to_title, style=Style.BLUE),
        ]

    # -- course ---------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """A press ends the show and counts as a press."""
        if self._timeline.is_running and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._timeline.skip()
            self.dirty = True
        return super().handle(event)

    def leave(self) -> None:
        """Free the picture of what rests at once: it is as large as the window."""
        self._rest = None

    def update(self, now_s: float) -> None:
        """Let the show go on."""
        if self._timeline.is_running:
            self._timeline.update(now_s)
            self.dirty = True

    def is_moving(self) -> bool:
        """Whether the show goes on."""
        return self._timeline.is_running

    # -- words ----------------------------------------------------------------------------------------------------

    def headline(self) -> str:
        """Who won the match."""
        names, rules_id, winner = self.standings.names, self.standings.rules_id, self.winner
        partner = names.partner(winner)
        if partner is not None:
            return _r(rules_id, "You and {partner} win the match!", partner=partner)
        if names.is_viewers(winner):
            return _r(rules_id, "You win the match!")
        if len(names.sides[winner]) > 1:
            return _r(rules_id, "{team} win the match", team=names.side(winner))
        return _r(rules_id, "{name} wins the match", name=names.side(winner))

    def _points(self, side: int) -> str:
        return _n("{n} point", "{n} points", self.standings.totals[side])

    def _legs_won(self, side: int) -> str:
        won = self.standings.legs_won(side)
        return _r(self.standings.rules_id, "Legs won: {n}", n=number(won))

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Headline and ranking in words."""
        rows = []
        for place, side in enumerate(self.standings.ranking):
            said = f"{place + 1}. {self.standings.names.side(side)}: {self._points(side)}, {self._legs_won(side)}"
            rows.append((f"rank.{place + 1}", said, self._row_rect(place)))
        return [("title", self.headline(), self._head), *rows]

    # -- picture --------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw what rests from its cache, and car and flags behind the plate, so that they cover no words."""
        if self._rest is None or self._rest.get_size() != surface.get_size():
            self._rest = Surface(surface.get_size())
            self._paint_rest(self._rest)
        surface.blit(self._rest, (0, 0))
        surface.blit(self._arrival.picture, self._arrival.at(self._driven))
        self._paint_flags(surface)
        surface.blit(self._rest, self._plate, self._plate)

    def _paint_rest(self, surface: Surface) -> None:
        surface.blit(poster(self.app.size, with_stone=True), (0, 0))
        paper_plate(surface, self._plate, self._head, self._k)
        t, head = self._k, self._head
        art.blit_icon(surface, "trophy", (self._block.x + 24 * t, head.centery - 3), 52 * t, THEME.gold)
        left = self._block.x + 66 * t
        room = self._block.right - left
        text.draw(
            surface, self.headline(), left, head.centery - 3, "O9", 44 * t, THEME.white, max_width=room, min_px=18
        )
        self._paint_winner(surface)
        for place, side in enumerate(self.standings.ranking):
            self._paint_rank(surface, place, side)

    def _paint_winner(self, surface: Surface) -> None:
        t, block, names = self._k, self._block, self.standings.names
        d = 128 * t
        wide = people_width(names, self.winner, d)
        draw_people(surface, names, self.winner, (block.x + wide / 2, block.centery), d)
        left = block.x + wide + 36 * t
        room = block.right - left
        said = number(self.standings.totals[self.winner])
        text.draw(surface, said, left, block.centery - 22 * t, "O9", 60 * t, max_width=room, min_px=20)
        text.draw(
            surface, self._legs_won(self.winner), left, block.centery + 34 * t, "B5", 26 * t, THEME.text2,
            max_width=room, min_px=12,
        )  # fmt: skip

    def _row_rect(self, place: int) -> Rect:
        return Rect(self._table.x, self._table.y + place * self._row, self._table.w, self._row)

    def _paint_rank(self, surface: Surface, place: int, side: int) -> None:
        row, px = self._row_rect(place), max(15.0, 26 * self._k)
        if side == self.winner:
            draw.rounded(surface, row.inflate(0, -4), 0.2 * row.h, THEME.mark)
        else:
            surface.fill(THEME.line, (row.x, row.bottom - 1, row.w, 1))
        x, y = row.x + 0.6 * px, row.centery
        text.draw(surface, f"{place + 1}.", x + 1.2 * px, y, "O8", px, anchor="r")
        draw.side_plate(surface, side, x + 2.3 * px, y, 0.36 * row.h)
        total = text.draw(surface, number(self.standings.totals[side]), row.right - 0.6 * px, y, "O8", px, anchor="r")
        legs = text.draw(
            surface, self._legs_won(side), row.right - 0.6 * px - max(total, 3.4 * px) - px, y, "B5", 0.9 * px,
            THEME.text2, anchor="r", max_width=0.4 * row.w, min_px=12,
        )  # fmt: skip
        left = x + 3.4 * px
        room = row.right - max(total, 3.4 * px) - legs - 2.4 * px - left
        text.draw(surface, self.standings.names.side(side), left, y, "O7", px, max_width=room, min_px=12)

    def _paint_flags(self, surface: Surface) -> None:
        if not self._fallen_s:
            return
        w, h = self._flag_size()
        for flag in self._flags:
            fallen_s = self._fallen_s - flag.delay_s
            if fallen_s < 0:
                continue
            x = flag.x * self.bounds.w + 0.6 * w * sin(tau * fallen_s / _SWAY_S)
            y = -h + self._flag_speed(flag) * fallen_s
            corners = ((x, y), (x + w, y + 0.3 * h), (x + 0.7 * w, y + 0.65 * h), (x + w, y + 1.1 * h), (x, y + h))
            pygame.draw.polygon(surface, flag.color, corners)
