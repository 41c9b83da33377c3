"""A deal by its number: the deal of the day, a code to type in, and the deals played before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from random import SystemRandom
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.rules import sides_of
from game.i18n import _, _n, _p, day_and_month, language, month_name, number, weekday_name, whole_date
from game.i18n.punctuation import facts
from game.scenes.deals.layout import DealLayout, deal_layout, label_size
from game.scenes.dialogs import overlay_plate, paint_head
from game.scenes.host import Host
from game.scenes.portraits import draw_portraits
from game.session.deals import (
    CODE_LETTERS,
    GROUP,
    LETTERS,
    CodeError,
    CodeFault,
    Deal,
    DealPlayed,
    code_letters,
    day_streak,
    deal_of_the_day,
)
from game.session.players import person_in, seated
from game.session.setup import DEFAULT_PLAN, Plan, with_deal
from game.ui.drawing import art, draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.widgets import Button, CodeField, IconButton, Style, Widget
from game.ui.widgets.areas import Row, RowList
from game.ui.widgets.scroll import Scroll
from game.words.names import Names
from game.words.rulesets import rule_set_name, seating_line

Start = Callable[[Plan, Deal, date | None], None]
"""Begins a deal; the date is that of a deal of the day."""

_MOST_PASTED: Final = 200
"""Letters of the clipboard that are looked at."""


class DealScene(FormScene[Host]):
    """The dialog. ``played`` has the deals that are over, the latest first, None as long as that is not known."""

    text_limit = (2.0, 1.5)
    name = "deal"
    first_focus = "code"
    opaque = False

    def __init__(
        self,
        app: Host,
        start: Start,
        played: Callable[[], Sequence[DealPlayed] | None],
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(app)
        self.places: DealLayout = deal_layout(app.size)
        self._start = start
        self._ask_played = played
        self._played = played()
        self._today = today
        self._typed = ""
        self._is_nothing_pasted = False
        self._scroll = Scroll()

    def escape(self) -> None:
        """Go back to where it was opened."""
        self.app.pop(self)

    def update(self, now_s: float) -> None:  # noqa: ARG002 - as every scene
        """Show the deals played before as soon as they are known."""
        played = self._ask_played()
        if played != self._played:
            self._played = played
            self.lay_out()

    def is_settled(self) -> bool:
        """Whether the deals played before are known."""
        return self._played is not None

    # -- what is meant ------------------------------------------------------------------------------------------------

    @property
    def _chosen(self) -> Deal | CodeFault:
        """The deal of the code, or what is wrong with it."""
        try:
            return Deal.from_code(self._typed)
        except CodeError as error:
            return error.fault

    @property
    def _todays(self) -> DealPlayed | None:
        """How today's deal went the last time."""
        return next((one for one in self._played or () if one.day == self._today()), None)

    def _play(self) -> None:
        deal = self._chosen
        if isinstance(deal, Deal):
            self._start(with_deal(DEFAULT_PLAN, deal), deal, None)

    def _play_todays(self) -> None:
        day = self._today()
        deal = deal_of_the_day(day)
        self._start(with_deal(DEFAULT_PLAN, deal), deal, day)

    def _type(self, typed: str) -> None:
        """Take a code; one that is right is played next."""
        self._typed, self._is_nothing_pasted = typed, False
        self.lay_out()
        self._go_on()

    def _paste(self) -> None:
        letters = code_letters(_clipboard()[:_MOST_PASTED])
        if 0 < len(letters) <= CODE_LETTERS and all(letter in LETTERS for letter in letters):
            self._type(letters)
        else:
            self._is_nothing_pasted = True
            self.lay_out()

    def _draw_one(self) -> None:
        table = self.app.settings.match_plan(language()).setup
        self._type(code_letters(Deal.drawn(table, SystemRandom()).code))

    # -- controls -----------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The fields and what fills them, the list, the two answers, then today's deal and the cross."""
        self.places = places = deal_layout(self.app.size)
        is_right = isinstance(self._chosen, Deal)
        code = CodeField(
            "code", _("Deal code"), places.code, self._typed,
            letters=LETTERS, length=CODE_LETTERS, group=GROUP,
            is_wrong=self._chosen in (CodeFault.SLIP, CodeFault.UNKNOWN), on_change=self._type, on_press=self._play,
        )  # fmt: skip
        play = Button(
            "play", _("Play this deal"), places.play,
            on_press=self._play, style=Style.RED, icon="flag", enabled=is_right, px=label_size(places.play, self.u, 74),
        )  # fmt: skip
        px = label_size(places.back, self.u, 74)
        back = Button("back", _("Back"), places.back, on_press=self.escape, style=Style.PAPER, px=px)
        words = _("Play it again") if self._todays else _("Play today’s deal")
        today = Button(
            "today", words, places.today.play, on_press=self._play_todays, style=Style.BLUE, icon="flag", px=px
        )
        close = IconButton("close", _("Close"), places.close, on_press=self.escape, style=Style.NAVY, icon="close")
        return [code, *self._tools(), *self._list(), play, back, today, close]

    def _tools(self) -> list[Widget]:
        row, x, tools = self.places.tools, self.places.tools.x, list[Widget]()
        px = label_size(row, self.u, 56)
        for id, words, act in (("paste", _("Paste"), self._paste), ("draw", _("Random"), self._draw_one)):
            wide = Button.natural_width(words, row.h, px=px)
            tools.append(Button(id, words, Rect(x, row.y, wide, row.h), on_press=act, style=Style.PAPER, px=px))
            x += wide + round(16 * self.t)
        self._told_x = x
        return tools

    def _list(self) -> list[Widget]:
        if not self._played:
            return []
        rows = [
            Row(deal.code, deal.code, _about(deal), number(deal.points), f"{number(deal.place)} / {number(deal.sides)}")
            for deal in self._played
        ]
        chosen = next((deal.code for deal in self._played if code_letters(deal.code) == self._typed), None)
        played = RowList(
            "played", _("Played before"), self.places.rows, rows, chosen,
            scroll=self._scroll, t=self.t, on_choose=self._choose, on_press=self._play,
            last_px=text.width(_p("column", "Place"), "B5", self._head_px),
        )  # fmt: skip
        return [played]

    def _choose(self, code: str) -> None:
        self._typed, self._is_nothing_pasted = code_letters(code), False
        self.lay_out()

    def types(self, key: int) -> bool:
        """Whether a letter goes into the fields."""
        focused = self.controls.focused
        return isinstance(focused, CodeField) and focused.takes(key)

    def handle(self, event: Event) -> bool:
        """Paste by the usual keys; scroll the list by the wheel."""
        if (
            event.type == pygame.KEYDOWN
            and event.key == pygame.K_v
            and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        ):
            self._paste()
            return True
        if event.type == pygame.MOUSEWHEEL:
            for area in self.controls.widgets:
                if isinstance(area, RowList):
                    area.turn(event.y)
                    self.dirty = True
            return True
        was, used = self._typed, super().handle(event)
        if self._typed != was and isinstance(self.controls.focused, CodeField):
            self._go_on()  # once the fields have had the key that they keep the focus for
        return used

    def _go_on(self) -> None:
        """Move from a code that is right to the button."""
        if isinstance(self._chosen, Deal):
            self.controls.focus("play")

    # -- words --------------------------------------------------------------------------------------------------------

    def _told(self) -> tuple[str, str]:
        """What the code holds, or what it lacks, with the icon before it."""
        deal = self._chosen
        if self._is_nothing_pasted:
            return "octagon", _("There is no code to paste")
        if isinstance(deal, Deal):
            return "check", _table(deal)
        if deal is CodeFault.UNKNOWN:
            return "octagon", _("This code is from another version of the game")
        if deal is CodeFault.SLIP:
            return "octagon", _("There’s a typo in this code")
        left = CODE_LETTERS - len(self._typed)
        if left == CODE_LETTERS:
            return "", _("Eight letters")
        return "", _n("{n} more letter", "{n} more letters", left)

    def _said_today(self) -> list[str]:
        """One or two lines below the calendar."""
        todays, days = self._todays, day_streak(self._played or (), self._today())
        lines = [_("The same cards for everybody today")]
        if todays:
            lines.append(_("Played: {points} points", points=number(todays.points)))
        elif days > 1:
            lines.append(_n("{n} day in a row so far", "{n} days in a row so far", days))
        return lines

    def _no_list(self) -> str:
        return _("Anyone who types in this code gets the same cards: read it out to a friend, and compare.")

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Headings, today, and what is said of the code."""
        places, today = self.places, self._today()
        said = [
            ("title", _("Deal by code"), places.head),
            ("today_heading", _("Deal of the day"), places.today.heading),
            ("date", whole_date(today), places.today.leaf),
            ("today_said", facts(self._said_today()), places.today.said),
            ("today_table", _table(deal_of_the_day(today)), places.today.people),
            ("heading", _("Play a deal by its code"), places.heading),
            ("told", self._told()[1], places.tools),
        ]
        return said if self._played else [*said, ("no_list", self._no_list(), places.rows)]

    # -- picture ------------------------------------------------------------------------------------------------------

    def paint(self, surface: Surface) -> None:
        """Draw the plate, today's deal, and what lies round the fields."""
        places = self.places
        overlay_plate(surface, places.plate, places.head, self.t)
        paint_head(surface, places.head, places.today.box.x, "cards", _("Deal by code"))
        self._paint_today(surface)
        room = places.heading.w
        text.draw(
            surface, _("Play a deal by its code"), places.heading.x, places.heading.centery, "O8", 28 * self.t,
            max_width=room, min_px=text.MIN_NAME_PX,
        )  # fmt: skip
        self._paint_told(surface)
        surface.fill(THEME.edge, (places.heading.x, places.line_y, room, max(1, round(1.6 * self.t))))
        self._paint_list(surface)

    def _paint_told(self, surface: Surface) -> None:
        row, px = self.places.tools, max(13.0, 21 * self.t)
        icon, words = self._told()
        ink = THEME.bad if icon == "octagon" else THEME.text2
        room = row.right - self._told_x - (1.6 * px if icon else 0)
        words, px = text.fit(words, "B5", px, room, text.MIN_CAPTION_PX)
        wide = text.draw(surface, words, row.right, row.centery, "B5", px, ink, anchor="r")
        if icon:
            color = ink if icon == "octagon" else THEME.good
            art.blit_icon(surface, icon, (row.right - wide - 0.9 * px, row.centery), 1.1 * px, color)

    @property
    def _head_px(self) -> float:
        return max(text.MIN_TEXT_PX, 18 * self.t)

    def _paint_list(self, surface: Surface) -> None:
        places, t = self.places, self.t
        if not self._played:
            rows = places.table_head.union(places.rows)
            box = (rows.x, rows.y + 14 * t, rows.w, rows.h - 14 * t)
            text.paragraph(surface, self._no_list(), box, "B5", max(14.0, 23 * t), THEME.text2)
            return
        head, played = places.table_head, next(w for w in self.controls.widgets if isinstance(w, RowList))
        text.draw(surface, _("Played before"), head.x, head.centery, "O8", 25 * t, min_px=text.MIN_NAME_PX)
        for words, right in ((_p("column", "Points"), played.end_right), (_p("column", "Place"), played.right)):
            text.draw(surface, words, right, head.centery, "B5", self._head_px, THEME.text2, anchor="r")

    def _paint_today(self, surface: Surface) -> None:
        places, t = self.places.today, self.t
        draw.rounded(surface, places.box, 18 * t, THEME.row, THEME.edge, max(1, 2 * t))
        across, middle = places.heading.w, places.box.centerx
        text.draw(
            surface, _("Deal of the day"), middle, places.heading.centery, "O8", 27 * t,
            anchor="c", max_width=across, min_px=text.MIN_NAME_PX,
        )  # fmt: skip
        self._paint_leaf(surface)
        y = places.said.y + 22 * t
        for line, face, ink in zip(self._said_today(), ("B6", "B5"), (THEME.text, THEME.text2), strict=False):
            px = max(text.MIN_TEXT_PX, (21 if face == "B6" else 19) * t)
            text.draw(surface, line, middle, y, face, px, ink, anchor="c", max_width=across, min_px=text.MIN_CAPTION_PX)
            y += 1.5 * px
        surface.fill(THEME.edge, (places.heading.x, places.line_y, across, max(1, round(1.6 * t))))
        self._paint_people(surface)

    def _paint_leaf(self, surface: Surface) -> None:
        leaf, day, t = self.places.today.leaf, self._today(), text.delivered(self.u)
        radius = 18 * t
        draw.plate(surface, leaf, radius, THEME.raised, rim=THEME.edge, rim_width=max(1, 2 * t), shadow_px=7 * t)
        head = Rect(leaf.x, leaf.y, leaf.w, round(0.27 * leaf.h))
        draw.header(surface, head, radius, THEME.navy)
        room = leaf.w - 2 * radius
        for words, y, face, px, ink in (
            (month_name(day), head.centery, "O8", 0.125 * leaf.h, THEME.white),
            (str(day.day), leaf.y + 0.575 * leaf.h, "O9", 0.42 * leaf.h, THEME.text),
            (weekday_name(day), leaf.y + 0.86 * leaf.h, "B5", 0.105 * leaf.h, THEME.text2),
        ):
            size = max(text.MIN_NAME_PX, px)
            text.draw(surface, words, leaf.centerx, y, face, size, ink, anchor="c", max_width=room, min_px=12)

    def _paint_people(self, surface: Surface) -> None:
        """Who drives today: the faces, and below them by which rules."""
        place, t, deal = self.places.today.people, self.t, deal_of_the_day(self._today())
        players = seated(with_deal(DEFAULT_PLAN, deal).players, self.app.settings.profile)
        names = Names.at(players, sides_of(deal.seats, deal.seating), person_in(players))
        px = max(text.MIN_TEXT_PX, 19 * t)
        if not self.places.today.has_faces:
            text.paragraph(
                surface, _table(deal), (place.x, place.y, place.w, place.h), "B5", px, THEME.text2, anchor="c"
            )
            return
        d = min(place.h - 2 * px, 62 * t, place.w / (1.3 * len(names.sides)))
        step, y = 1.3 * d, place.y + 0.5 * d + 4 * t
        x = place.centerx - step * (len(names.sides) - 1) / 2
        for side in range(len(names.sides)):
            draw_portraits(surface, names, side, (x + side * step, y), d)
        said = place.y + d + (place.h - d) / 2 + 4 * t
        text.draw(
            surface, _table(deal), place.centerx, said, "B5", px, THEME.text2,
            anchor="c", max_width=place.w, min_px=10,
        )  # fmt: skip


def _clipboard() -> str:
    """The text in the clipboard, empty if there is none or another program holds it."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def _table(deal: Deal) -> str:
    """Whose rules, and how many play."""
    return facts([rule_set_name(deal.rules), seating_line(deal.setup)])


def _about(deal: DealPlayed) -> str:
    """When it was played."""
    when = day_and_month(deal.on)
    return facts([when, _("deal of the day")]) if deal.day else when
