"""The setup screen: who drives, by which rules, how far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.rules import RULE_SETS, Seating, load_rules
from game.i18n import _, _p, _r, _rn, language, number
from game.scenes import background
from game.scenes.dialogs import paint_head, paper_plate
from game.scenes.host import Host
from game.scenes.setup.layout import SetupLayout, setup_layout
from game.scenes.setup.painting import MatchDescription, SeatRow, has_common_fields, paint_band, paint_row
from game.session.players import DRIVERS, LEVELS, Manner, Player, Temper, person_in, seated
from game.session.profiles import Profile
from game.session.setup import (
    LEG_COUNTS,
    SEAT_COUNTS,
    TARGET_SCORES,
    Plan,
    may_extend,
    offers_no_100_bonus,
    seatings,
    with_driver,
    with_legs,
    with_level,
    with_levels,
    with_manner,
    with_options,
    with_person,
    with_rules,
    with_seating,
    with_seats,
    with_take_backs,
    with_target_score,
    with_temper,
    with_tempers,
)
from game.ui.drawing import draw, text
from game.ui.drawing.theme import THEME
from game.ui.form import FormScene
from game.ui.scene import text_factor, unit
from game.ui.widgets import Button, Dropdown, IconButton, Option, Segmented, Style, Toggle, Widget
from game.ui.widgets.buttons import label_px
from game.ui.widgets.dropdown import field_px
from game.ui.widgets.switches import draw_reason, segment_px
from game.ui.widgets.tab_bar import TabBar
from game.words.names import driver_name, driver_style
from game.words.rulesets import rule_set_name
from game.words.settings import level_about, level_name, manner_name, temper_about, temper_name

T = TypeVar("T")

_SEATS, _RULES = "seats_page", "rules_page"
_TAB_SHARE, _FIELD_SHARE = 0.6, 0.62  # of the height, the size of the letters in tabs and fields at most


def _person_key(profile: Profile | None) -> str:
    """What a person goes by in the list of a seat."""
    return "guest" if profile is None else f"profile/{profile.id}"


class SetupScene(FormScene[Host]):
    """Choose a match or quick race, beginning with the ``first`` plan, else with the match started last."""

    text_limit = (2.4, 1.7)
    name = "setup"
    first_focus = "start"

    def __init__(self, app: Host, first: Callable[[], Plan] | None = None) -> None:
        super().__init__(app)
        self._first = first or (lambda: app.settings.new_match(language()))
        self._chosen: Plan | None = None
        self._page: str | None = None
        self._arrange()

    @property
    def plan(self) -> Plan:
        """What is chosen so far."""
        return self._chosen or self._first()

    def _arrange(self) -> None:
        """Find a place for everything."""
        self._places = self._laid_out()
        self._description = MatchDescription(self.plan, self._places.rules.about, text_factor(unit(self.app.size)))

    def _laid_out(self) -> SetupLayout:
        bots = sum(not player.is_human for player in self.plan.players)
        return setup_layout(self.app.size, self.plan.setup.seats, bots)

    def escape(self) -> None:
        """Go back to the title."""
        self.app.pop(self)

    def _take(self, plan: Plan) -> None:
        self._chosen = plan
        self.lay_out()

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """All controls for the present plan."""
        self._arrange()
        seats = [self._count(), self._seating(), *self._common(), self._manner(), *self._bots()]
        rules = [self._compare(), self._rules(), self._length(), *self._switches()]
        tabs = self._places.tabs
        if tabs is None:
            self._page = None
            return [*seats, *rules, *self._buttons()]
        if self._page is None:
            focused = self.controls.focused
            is_rules = focused is not None and focused.id in {widget.id for widget in rules}
            self._page = _RULES if is_rules else _SEATS
        titles = [(_SEATS, _("Who drives?")), (_RULES, _("Rules"))]
        px = min(28 * self.t, _TAB_SHARE * tabs.h)
        self._tabs = TabBar("pages", _("Page"), tabs, titles, open=self._page, on_open=self._turn, px=px)
        return [self._tabs, *(seats if self._page == _SEATS else rules), *self._buttons()]

    def _turn(self, page: str) -> None:
        self._page = page
        self.lay_out()

    def handle(self, event: Event) -> bool:
        """Turn the pages by Ctrl+Tab, if there are any; else as any form."""
        is_turn = event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and event.mod & pygame.KMOD_CTRL
        if is_turn and self._page is not None and not self.controls.popup:
            return self._tabs.turn(-1 if event.mod & pygame.KMOD_SHIFT else 1, around=True)
        return super().handle(event)

    def _shows(self, page: str) -> bool:
        """Whether that part is seen."""
        return self._page in (None, page)

    def _px(self, by_height: Callable[[float], float], height: float, rect: Rect) -> float | None:
        """The size of letters in a field that is so high at t = 1: on a page they grow more than the fields."""
        if self._places.tabs is None:
            return None
        delivered = text.delivered(self.u)
        return min(by_height(height * delivered) * self.t / delivered, _FIELD_SHARE * rect.h)

    def _count(self) -> Widget:
        """How many drive; a number that the rules don't know is grey."""
        setup = self.plan.setup
        offered = {option.seats for option in seatings(setup.rules)}
        options = [(str(n), number(n)) for n in SEAT_COUNTS]
        missing = {str(n): _("These rules aren’t for {n} players.", n=n) for n in SEAT_COUNTS if n not in offered}
        return Segmented(
            "seats", _("Who drives?"), self._places.seats.count, options, str(setup.seats),
            on_change=lambda key: self._take(with_seats(self.plan, int(key))), missing=missing,
            px=self._px(segment_px, 60, self._places.seats.count),
        )  # fmt: skip

    def _seating(self) -> Widget:
        """Each alone or in teams; what the rules don't know for so many is grey."""
        setup = self.plan.setup
        n = setup.seats
        options = [(Seating.SOLO.value, _("Each alone")), (Seating.TEAMS.value, _("Teams of two"))]
        offered = {option.seating.value for option in seatings(setup.rules) if option.seats == n}
        reasons = {
            Seating.SOLO.value: _("With these rules, {n} players race in teams.", n=n),
            Seating.TEAMS.value: _("With these rules, {n} players race alone.", n=n),
        }
        missing = {key: why for key, why in reasons.items() if key not in offered}
        return Segmented(
            "seating", _("Alone or in teams"), self._places.seats.seating, options, setup.seating.value,
            on_change=lambda key: self._take(with_seating(self.plan, n, Seating(key))), missing=missing,
            px=self._px(segment_px, 60, self._places.seats.seating),
        )  # fmt: skip

    def _common(self) -> list[Widget]:
        """The fields that set all bots at once, from two bots on."""
        if not has_common_fields(self.plan):
            return []
        band = self._places.seats.band
        bots = [player for player in self.plan.players if not player.is_human]
        level = _common({bot.level for bot in bots})
        temper = _common({bot.temper for bot in bots})
        return [
            self._level("level-all", _("All bots: level"), band.level, level, self._choose_levels),
            self._temper("temper-all", _("All bots: who they hit"), band.aim, temper, self._choose_tempers),
        ]

    def _choose_levels(self, level: str) -> None:
        self._take(with_levels(self.plan, level))

    def _choose_tempers(self, temper: str) -> None:
        self._take(with_tempers(self.plan, Temper(temper)))

    def _manner(self) -> Widget:
        """How hard all bots attack."""
        options = [(manner.value, manner_name(manner)) for manner in Manner]
        return Segmented(
            "manner", _p("bots", "Play style"), self._places.seats.band.manner, options, self.plan.manner.value,
            on_change=lambda key: self._take(with_manner(self.plan, Manner(key))),
            px=self._px(segment_px, 55, self._places.seats.band.manner),
        )  # fmt: skip

    def _bots(self) -> list[Widget]:
        return [field for row in self._rows() for field in self._bot(row, self.plan.players[row.seat])]

    def _rows(self) -> list[SeatRow]:
        seats = self._places.seats
        return [SeatRow(rect, seat, self.t, seats.columns) for seat, rect in enumerate(seats.rows)]

    def _bot(self, row: SeatRow, player: Player) -> list[Widget]:
        """Who the bot is, how strong, and whom it hits."""
        seat = row.seat
        if seat == person_in(self.plan.players):
            return []
        drivers = [*self._people(seat), *((driver, driver_name(driver)) for driver in DRIVERS)]
        styles = {driver: driver_style(driver) for driver in DRIVERS}
        change, words = partial(self._choose_driver, seat), _("Seat {n}", n=seat + 1)
        key = _person_key(player.profile)
        sits = player.driver or (key if key in dict(drivers) else _person_key(None))
        driver = Dropdown(
            f"driver-{seat}", words, row.field(0), drivers, sits, on_change=change, bounds=self.bounds,
            notes=styles, px=self._px(field_px, 56, row.field(0)),
        )  # fmt: skip
        if player.driver is None:
            return [driver]
        name = driver_name(player.driver)
        level, aim = _("{name}: level", name=name), _("{name}: who to hit", name=name)
        return [
            driver,
            self._level(f"level-{seat}", level, row.field(1), player.level, partial(self._choose_level, seat)),
            self._temper(f"temper-{seat}", aim, row.field(2), player.temper, partial(self._choose_temper, seat)),
        ]

    def _level(self, id: str, name: str, rect: Rect, level: str | None, on_change: Callable[[str], None]) -> Dropdown:
        options = [(level, level_name(level)) for level in LEVELS]
        notes = {level: level_about(level) for level in LEVELS}
        return Dropdown(
            id, name, rect, options, level or "", on_change=on_change, bounds=self.bounds, notes=notes,
            unset=_("Mixed"), px=self._px(field_px, 56, rect),
        )  # fmt: skip

    def _temper(
        self, id: str, name: str, rect: Rect, temper: Temper | None, on_change: Callable[[str], None]
    ) -> Dropdown:
        options = [(temper.value, temper_name(temper)) for temper in Temper]
        notes = {temper.value: temper_about(temper) for temper in Temper}
        return Dropdown(
            id, name, rect, options, temper or "", on_change=on_change, bounds=self.bounds, notes=notes,
            unset=_("Mixed"), px=self._px(field_px, 56, rect),
        )  # fmt: skip

    def _people(self, seat: int) -> list[Option]:
        """The persons who can sit there: those with a profile but for who plays, and a guest."""
        settings = self.app.settings
        known = [profile for profile in settings.profiles if profile.id != settings.profile.id and profile.name]
        guest = (_person_key(None), _("Player {n}", n=seat + 1))
        return [*((_person_key(profile), profile.name) for profile in known), guest]

    def _choose_driver(self, seat: int, chosen: str) -> None:
        if chosen in DRIVERS:
            self._take(with_driver(self.plan, seat, chosen))
        else:
            profiles = self.app.settings.profiles
            profile = next((profile for profile in profiles if _person_key(profile) == chosen), None)
            self._take(with_person(self.plan, seat, profile))

    def _choose_level(self, seat: int, level: str) -> None:
        self._take(with_level(self.plan, seat, level))

    def _choose_temper(self, seat: int, temper: str) -> None:
        self._take(with_temper(self.plan, seat, Temper(temper)))

    def _dropdown(
        self, id: str, name: str, rect: Rect, options: Sequence[Option], chosen: str, on_change: Callable[[str], None]
    ) -> Dropdown:
        px = self._px(field_px, 60, rect)
        return Dropdown(id, name, rect, options, chosen, on_change=on_change, bounds=self.bounds, px=px)

    def _rules(self) -> Widget:
        sets = [(rules_id, rule_set_name(rules_id)) for rules_id in RULE_SETS]
        chosen = self.plan.setup.rules
        return self._dropdown("rules", _("Rules"), self._places.rules.choice, sets, chosen, self._choose_rules)

    def _choose_rules(self, rules_id: str) -> None:
        self._take(with_rules(self.plan, rules_id))

    def _compare(self) -> Widget:
        """The button above the rule sets that tells how they differ; without its words where they are too long."""
        heading, words, place = self._places.rules.heading, _("Compare"), self._places.rules.compare
        if place is not None:
            px = self._px(label_px, 37, place)
            wide = Button.natural_width(words, place.h, icon=True, px=px) <= place.w
            kind = Button if wide else IconButton
            return kind("compare", words, place, on_press=self.app.show_rules, style=Style.PAPER, icon="rules", px=px)
        height = max(32, heading.h - round(5 * self.t))
        width = Button.natural_width(words, height, icon=True)
        is_named = width <= 0.6 * heading.w
        rect = Rect(0, heading.bottom - height - round(9 * self.t), width if is_named else height, height)
        rect.right = heading.right
        kind = Button if is_named else IconButton
        return kind("compare", words, rect, on_press=self.app.show_rules, style=Style.PAPER, icon="rules")

    def _length(self) -> Widget:
        row = self._places.rules.options[0]
        rect = Rect(0, 0, round(0.48 * row.w), row.h - 2)
        rect.midright = row.midright
        setup = self.plan.setup
        chosen = f"legs-{setup.legs}" if setup.legs else f"points-{setup.target_score}"
        return self._dropdown("length", _("Match length"), rect, length_options(self.plan), chosen, self._choose_length)

    def _choose_length(self, key: str) -> None:
        kind, _dash, amount = key.partition("-")
        change = with_legs if kind == "legs" else with_target_score
        plan = change(self.plan, int(amount))
        is_first_choice = self._chosen is None
        # Whoever came to change the quick race finds it as it was driven last.
        self._take((is_first_choice and plan.is_quick_race and self.app.settings.race) or plan)

    def _switches(self) -> list[Widget]:
        setup, options = self.plan.setup, self.plan.setup.options
        can_extend, has_bonus = may_extend(self.plan), offers_no_100_bonus(self.plan)
        km = number(load_rules(setup.rules).distance_km(setup.seats, setup.seating))
        words = (_("on"), _("off"))
        _length, extension, bonus, take_backs = self._places.rules.options
        fixed = None if can_extend else _r(self.plan.setup.rules, "A leg is always {km} km here.", km=km)
        missing = None if has_bonus else _("Not part of these rules.")
        return [
            Toggle(
                "extension", _r(setup.rules, "Extension"), extension,
                on=can_extend and options.extension, words=words,
                on_change=lambda on: self._take(with_options(self.plan, replace(options, extension=on))),
                enabled=can_extend, note=fixed,
            ),
            Toggle(
                "no-100-bonus", _("Bonus without 200 and 100"), bonus,
                on=has_bonus and options.no_100_bonus, words=words,
                on_change=lambda on: self._take(with_options(self.plan, replace(options, no_100_bonus=on))),
                enabled=has_bonus, note=missing,
            ),
            Toggle(
                "take-backs", _("Take-backs"), take_backs, on=self.plan.take_backs, words=words,
                on_change=lambda on: self._take(with_take_backs(self.plan, allowed=on)),
            ),
        ]  # fmt: skip

    def _buttons(self) -> list[Widget]:
        places = self._places
        return [
            Button(
                "back",
                _("Back"),
                places.rules.back,
                on_press=self.escape,
                style=Style.PAPER,
                px=self._px(label_px, 66, places.rules.back),
            ),
            Button(
                "start",
                _("Start"),
                places.rules.start,
                on_press=self._begin,
                style=Style.RED,
                icon="flag",
                px=self._px(label_px, 86, places.rules.start),
            ),
        ]

    def _begin(self) -> None:
        self.app.start_match(self.plan)

    def rules_topic(self) -> str:
        """What the chosen rules do differently."""
        return "differences"

    # -- picture --------------------------------------------------------------------------------------------------

    def texts(self) -> list[tuple[str, str, Rect]]:
        """Heading, what is said about the match, how it is kept, and why something pointed at cannot be chosen."""
        places = self._places
        said = [
            ("title", self._title(), places.head),
        ]
        if self._shows(_RULES):
            said.append(("about", self._description.words, places.rules.about))
            said.append(("kept", self._kept(), places.rules.options[0]))
        return [*said, *(("reason", why, rect) for why, rect in self._reasons())]

    def _title(self) -> str:
        return _("Quick race") if self.plan.is_quick_race else _r(self.plan.setup.rules, "New match")

    def _kept(self) -> str:
        """What the match becomes once it is started."""
        if self.plan.is_quick_race:
            return _("Saved as your quick race.")
        return _r(self.plan.setup.rules, "Saved as your match.")

    def _reasons(self) -> list[tuple[str, Rect]]:
        segmented = (widget for widget in self.controls.widgets if isinstance(widget, Segmented))
        return [widget.reason for widget in segmented if widget.reason]

    def render(self, surface: Surface, now_s: float) -> None:
        """Draw the screen, and above all why something pointed at cannot be chosen."""
        super().render(surface, now_s)
        for why, rect in self._reasons():
            draw_reason(surface, why, rect, self.bounds, self.t)

    def paint(self, surface: Surface) -> None:
        """Draw plate, headings, band, seat rows and the words about the match."""
        places, t = self._places, self.t
        surface.blit(background.picture(self.app.size), (0, 0))
        draw.veil(surface, THEME.navy, 0.30)
        paper_plate(surface, places.plate, places.head, t)
        icon = "lap" if self.plan.is_quick_race else "flag"
        head = places.head
        if self._page is not None:
            head = Rect(head.x, head.y, self._tabs.rect.x - head.x, head.h)
        paint_head(surface, head, places.seats.heading.x, icon, self._title())
        if self._page is None:
            for rect, words in ((places.seats.heading, _("Who drives?")), (places.rules.heading, _("Rules"))):
                y = rect.y + 0.4 * rect.h
                text.draw(surface, words, rect.x, y, "O8", max(16, 28 * t), max_width=rect.w)
        if self._shows(_SEATS):
            paint_band(surface, places.seats.band, places.seats.columns, t)
            table = replace(self.plan, players=seated(self.plan.players, self.app.settings.profile))
            for row in self._rows():
                paint_row(surface, row, table)
        if self._shows(_RULES):
            self._description.paint(surface)
            self._paint_length(surface)

    def _paint_length(self, surface: Surface) -> None:
        row, t = self._places.rules.options[0], self.t
        left, room = row.x + 8 * t, 0.5 * row.w - 16 * t
        px = max(text.MIN_NAME_PX, 25 * t)
        y = row.y + 0.34 * row.h
        text.draw(surface, _("Match length"), left, y, "B6", px, max_width=room, min_px=12)
        px, y = max(text.MIN_TEXT_PX, 0.8 * px), row.y + 0.72 * row.h
        text.draw(surface, self._kept(), left, y, "B5", px, THEME.text2, max_width=room, min_px=11)
        for option in self._places.rules.options:
            surface.fill(THEME.edge, (option.x, option.bottom - 1, option.w, max(1, round(1.5 * t))))


def _common(values: set[T]) -> T | None:
    """What all have, None if they differ."""
    return next(iter(values)) if len(values) == 1 else None


def length_options(plan: Plan) -> list[Option]:
    """The match lengths to choose from: points, then legs; the plan's own is always among them."""
    targets = sorted({*TARGET_SCORES, *([plan.setup.target_score] if plan.setup.target_score else [])})
    legs = sorted({*LEG_COUNTS, *([plan.setup.legs] if plan.setup.legs else [])})
    return [
        *((f"points-{target}", _("{points} points", points=number(target))) for target in targets),
        *((f"legs-{n}", _rn(plan.setup.rules, "{n} leg", "{n} legs", n)) for n in legs),
    ]
