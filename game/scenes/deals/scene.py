"""A deal by its number: the deal of the day, a code to type in, and the deals played before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from random import SystemRandom
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.rules import sides_of
from game.i18n import _, _n, _p, day_and_month, language, month_name, number, weekday_name, whole_date
from game.i18n.punctuation import facts
from game.scenes.dialogs import PlateForm
from game.scenes.host import Host
from game.scenes.portraits import draw_portraits
from game.scenes.screen import corner_button
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
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.layout import (
    ROLES,
    Box,
    Canvas,
    Column,
    Control,
    Flow,
    Icon,
    Label,
    Line,
    Listing,
    Plate,
    Row,
    Rule,
    Spacer,
    button,
    lines,
)
from game.ui.scene import is_tall
from game.ui.widgets import CodeField, Style
from game.ui.widgets.scroll import Scroll as Offset
from game.words.names import Names
from game.words.rulesets import rule_set_name, seating_line

_WIDE: Final = 1340
_TODAY: Final = 0.36
Start = Callable[[Plan, Deal, date | None], None]
"""Begins a deal; the date is that of a deal of the day."""

_MOST_PASTED: Final = 200
"""Letters of the clipboard that are looked at."""


class DealScene(PlateForm):
    """The dialog. ``played`` has the deals that are over, the latest first, None as long as that is not known."""

    name = "deal"
    first_focus = "today"
    opaque = False

    def __init__(
        self,
        app: Host,
        start: Start,
        played: Callable[[], Sequence[DealPlayed] | None],
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(app)
        self._start = start
        self._ask_played = played
        self._played = played()
        self._today = today
        self._typed = ""
        self._refused: Callable[[], str] | None = None
        """What is said of what was typed or pasted in vain, until something else is."""
        self._scroll = Offset()

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
        self._typed, self._refused = typed, None
        self.lay_out()
        self._go_on()

    def _refuse(self, letter: str) -> None:
        """Say why a letter is not taken."""
        if letter in LETTERS:
            self._say_no(lambda: _("A code has eight letters"))
        else:
            self._say_no(lambda: _("No code contains “{letter}”", letter=letter))

    def _say_no(self, why: Callable[[], str]) -> None:
        self._refused = why
        self.app.sound.play("knock")
        self.lay_out()

    def _paste(self) -> None:
        letters = code_letters(_clipboard()[:_MOST_PASTED])
        if 0 < len(letters) <= CODE_LETTERS and all(letter in LETTERS for letter in letters):
            self._type(letters)
        else:
            self._say_no(lambda: _("There is no code to paste"))

    def _draw_one(self) -> None:
        table = self.app.settings.match_plan(language()).setup
        self._type(code_letters(Deal.drawn(table, SystemRandom()).code))

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        """Today's deal beside the one by its code, or above it."""
        aside = corner_button(self.scale, self.escape)
        ways = [self._above] if is_tall(self.app.size) else [self._beside, self._above]
        return self.plate(_("Deal by code"), ways, None, wide=_WIDE, icon="cards", aside=aside)

    def _beside(self) -> Box:
        s = self.scale
        return Row(self._for_today(share=_TODAY), self._by_code(), gap=s.gap(36), middle=False, grow=1)

    def _above(self) -> Box:
        return Column(self._for_today(), self._by_code(most=5), gap=self.scale.gap(30))

    def _for_today(self, share: float = 0) -> Box:
        """The calendar's leaf, who drives, and the button."""
        s, today = self.scale, self._today()
        deal, (first, *more) = deal_of_the_day(today), self._said_today()
        said = Column(
            Label(s, first, replace(ROLES.body, face="B6"), anchor="c"),
            *(Label(s, line, ROLES.small, THEME.text2, anchor="c") for line in more),
            gap=s.gap(4), id="today_said", says=facts(self._said_today()),
        )  # fmt: skip
        words = _("Play it again") if self._todays else _("Play today’s deal")
        body = Column(
            Label(s, _("Deal of the day"), ROLES.heading, anchor="c", id="today_heading"),
            Canvas(self._paint_leaf, s.gap(180), (s.gap(160), s.gap(300)), grow=1, id="date", says=whole_date(today)),
            said,
            Rule(s.line(1.6)),
            Canvas(partial(self._paint_people, deal), s.gap(200), (s.gap(40), s.gap(66))),
            Label(s, _table(deal), ROLES.small, THEME.text2, anchor="c", id="today_table"),
            button(s, "today", words, self._play_todays, style=Style.RED, icon="flag", role=ROLES.name),
            gap=s.gap(16),
        )  # fmt: skip
        rim_px, radius = max(1, 2 * s.delivered), s.gap(18)
        return Plate(body, s.gap(26), fill=THEME.row, rim=THEME.edge, rim_px=rim_px, radius=radius, share=share)

    def _by_code(self, most: int = 0) -> Box:
        """The fields and what fills them, the deals played before, and the button."""
        s, is_right, (icon, words) = self.scale, isinstance(self._chosen, Deal), self._told()
        px, ink = round(s.px(ROLES.body)), THEME.bad if icon == "octagon" else THEME.text2
        told = Row(
            Icon(icon, px, ink if icon == "octagon" else THEME.good) if icon else None,
            Label(s, words, ROLES.body, ink, id="told"), gap=px // 2,
        )  # fmt: skip
        tools = Row(
            button(s, "paste", _("Paste"), self._paste, style=Style.PAPER, role=ROLES.name),
            button(s, "draw", _("Random"), self._draw_one, style=Style.PAPER, role=ROLES.name),
            gap=s.gap(20),
        )  # fmt: skip
        return Column(
            Label(s, _("Play a deal by its code"), ROLES.heading, id="heading"),
            Control(self._code_field, (20 * px, 30 * px), round(4.4 * px)),
            Flow(tools, Spacer(), told, gap=s.gap(12)),
            Rule(s.line(1.6)),
            self._played_before(most),
            button(s, "play", _("Play this deal"), self._play, icon="flag", role=ROLES.name, enabled=is_right),
            gap=s.gap(16), grow=1,
        )  # fmt: skip

    def _code_field(self, place: Rect) -> CodeField:
        return CodeField(
            "code", _("Deal code"), place, self._typed,
            letters=LETTERS, length=CODE_LETTERS, group=GROUP,
            is_wrong=self._chosen in (CodeFault.SLIP, CodeFault.UNKNOWN), on_change=self._type, on_refused=self._refuse,
            on_press=self._play,
        )  # fmt: skip

    def _played_before(self, most: int) -> Box:
        s = self.scale
        if not self._played:
            words = _("Anyone who types in this code gets the same cards: read it out to a friend, and compare.")
            return Column(Label(s, words, ROLES.body, THEME.text2, id="no_list"), Spacer(), grow=1)
        head = Line("", _("Played before"), end=_p("column", "Points"), last=_p("column", "Place"))
        rows = [
            Line(
                deal.code, deal.code, _about(deal), number(deal.points), f"{number(deal.place)} / {number(deal.sides)}"
            )
            for deal in self._played
        ]
        chosen = next((deal.code for deal in self._played if code_letters(deal.code) == self._typed), "")
        return Listing(
            s, "played", _("Played before"), lines(s, [head, *rows]), chosen, self._choose, self._play,
            scroll=self._scroll, most=most,
        )  # fmt: skip

    def _choose(self, code: str) -> None:
        self._typed, self._refused = code_letters(code), None
        self.lay_out()

    def types(self, key: int) -> bool:
        """Whether a letter goes into the fields."""
        focused = self.controls.focused
        return isinstance(focused, CodeField) and focused.takes(key)

    def handle(self, event: Event) -> bool:
        """Paste by the usual keys."""
        if (
            event.type == pygame.KEYDOWN
            and event.key == pygame.K_v
            and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        ):
            self._paste()
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
        if self._refused is not None:
            return "octagon", self._refused()
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

    # -- picture ------------------------------------------------------------------------------------------------------

    def _paint_leaf(self, surface: Surface, place: Rect) -> None:
        day, t = self._today(), self.scale.delivered
        leaf = Rect(0, 0, min(place.w, round(1.06 * place.h)), place.h)
        leaf.center = place.center
        radius = 18 * t
        draw.plate(surface, leaf, radius, THEME.raised, rim=THEME.edge, rim_width=max(1, 2 * t), shadow_px=7 * t)
        head = Rect(leaf.x, leaf.y, leaf.w, round(0.27 * leaf.h))
        draw.header(surface, head, radius, THEME.navy)
        for words, y, face, px, ink in (
            (month_name(day), head.centery, "O8", 0.125 * leaf.h, THEME.white),
            (str(day.day), leaf.y + 0.575 * leaf.h, "O9", 0.42 * leaf.h, THEME.text),
            (weekday_name(day), leaf.y + 0.86 * leaf.h, "B5", 0.105 * leaf.h, THEME.text2),
        ):
            size, room = max(text.MIN_NAME_PX, px), leaf.w - 2 * radius
            text.draw(surface, words, leaf.centerx, y, face, size, ink, anchor="c", max_width=room, min_px=12)

    def _paint_people(self, deal: Deal, surface: Surface, place: Rect) -> None:
        """Draw who drives today."""
        players = seated(with_deal(DEFAULT_PLAN, deal).players, self.app.settings.profile)
        names = Names.at(players, sides_of(deal.seats, deal.seating), person_in(players))
        sides = len(names.sides)
        d = min(place.h, place.w / (1.3 * sides))
        for side in range(sides):
            draw_portraits(surface, names, side, (place.centerx + 1.3 * d * (side - (sides - 1) / 2), place.centery), d)


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


def _rank(deal: DealPlayed) -> str:
    return f"{number(deal.place)} / {number(deal.sides)}"
