"""The setup screen: who drives, by which rules, how far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from pygame import Rect, Surface

from game.engine.observation import Seating
from game.engine.rules import RULE_SETS, SeatingOption, load_rules
from game.scenes.dialogs import paper_plate
from game.scenes.poster import poster
from game.scenes.seat_rows import SeatRow, has_common_fields, paint_row
from game.scenes.setup_layout import SetupLayout, setup_layout
from game.session.players import DRIVERS, LEVELS, Player, Temper
from game.session.setup import (
    DEFAULT_PLAN,
    LEG_COUNTS,
    TARGET_SCORES,
    MatchSetup,
    Plan,
    may_extend,
    offers_no_100_bonus,
    seatings,
    with_driver,
    with_legs,
    with_level,
    with_levels,
    with_options,
    with_rules,
    with_seating,
    with_target_score,
    with_temper,
    with_tempers,
)
from game.ui import art, draw, text
from game.ui.form import FormScene
from game.ui.i18n import _, _n, _r, _rn, in_a_row, number
from game.ui.scene import Host
from game.ui.theme import THEME
from game.ui.widgets import Button, Choice, IconButton, Option, Segmented, Style, Toggle, Widget
from game.ui.words.bots import level_about, level_name, temper_about, temper_name
from game.ui.words.names import driver_name, driver_style
from game.ui.words.rulebook import changed
from game.ui.words.rulesets import rule_set_name, rule_set_notes, rule_set_source, seating_note

T = TypeVar("T")


class SetupScene(FormScene):
    """Choose a match, beginning with the one started last; ``start`` is called with what was chosen."""

    name = "setup"
    first_focus = "start"

    def __init__(self, app: Host, start: Callable[[Plan], None]) -> None:
        super().__init__(app)
        self._start = start
        self.plan = app.settings.plan
        self._places: SetupLayout = setup_layout(app.size, self.plan.setup.seats)

    def escape(self) -> None:
        """Go back to the title."""
        self.app.pop(self)

    def _take(self, plan: Plan) -> None:
        self.plan = plan
        self.lay_out()

    # -- controls -------------------------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """All controls for the present plan."""
        self._places = setup_layout(self.app.size, self.plan.setup.seats)
        return [
            self._seating(),
            *self._common(),
            *self._bots(),
            self._rules(),
            self._compare(),
            self._length(),
            *self._switches(),
            *self._buttons(),
        ]

    def _seating(self) -> Widget:
        options = seatings(self.plan.setup.rules)
        labels = [(seating_key(option), seating_label(option, options)) for option in options]
        chosen = f"{self.plan.setup.seats}-{self.plan.setup.seating.value}"
        heading = _("Who drives?")
        return Segmented("seating", heading, self._places.seats.seating, labels, chosen, on_change=self._choose_seating)

    def _choose_seating(self, key: str) -> None:
        seats, _dash, seating = key.partition("-")
        self._take(with_seating(self.plan, int(seats), Seating(seating)))

    def _common(self) -> list[Widget]:
        """The fields in the person's row that set all bots at once, from two bots on."""
        if not has_common_fields(self.plan):
            return []
        seat = next(seat for seat, player in enumerate(self.plan.players) if player.is_human)
        row = SeatRow(self._places.seats.rows[seat], seat, self.t)
        bots = [player for player in self.plan.players if not player.is_human]
        level = _common({bot.level for bot in bots})
        temper = _common({bot.temper for bot in bots})
        return [
            self._level("level-all", _("Level of all drivers"), row, level, self._choose_levels),
            self._temper("temper-all", _("Temper of all drivers"), row, temper, self._choose_tempers),
        ]

    def _choose_levels(self, level: str) -> None:
        self._take(with_levels(self.plan, level))

    def _choose_tempers(self, temper: str) -> None:
        self._take(with_tempers(self.plan, Temper(temper)))

    def _bots(self) -> list[Widget]:
        rows = (SeatRow(rect, seat, self.t) for seat, rect in enumerate(self._places.seats.rows))
        return [field for row in rows for field in self._bot(row, self.plan.players[row.seat])]

    def _bot(self, row: SeatRow, player: Player) -> list[Widget]:
        """Driver, level and temper of a bot."""
        if player.driver is None:
            return []
        seat, name = row.seat, driver_name(player.driver)
        drivers = [(driver, driver_name(driver)) for driver in DRIVERS]
        styles = {driver: driver_style(driver) for driver in DRIVERS}
        change, words = partial(self._choose_driver, seat), _("Seat {n}", n=seat + 1)
        driver = Choice(
            f"driver-{seat}", words, row.field(0), drivers, player.driver, on_change=change, bounds=self.bounds,
            notes=styles,
        )  # fmt: skip
        level, temper = _("{name}: level", name=name), _("{name}: temper", name=name)
        return [
            driver,
            self._level(f"level-{seat}", level, row, player.level, partial(self._choose_level, seat)),
            self._temper(f"temper-{seat}", temper, row, player.temper, partial(self._choose_temper, seat)),
        ]

    def _level(self, id: str, name: str, row: SeatRow, level: str | None, on_change: Callable[[str], None]) -> Choice:
        options = [(level, level_name(level)) for level in LEVELS]
        notes = {level: level_about(level) for level in LEVELS}
        return Choice(
            id, name, row.field(1), options, level or "", on_change=on_change, bounds=self.bounds, notes=notes,
            unset=_("Mixed"),
        )  # fmt: skip

    def _temper(
        self, id: str, name: str, row: SeatRow, temper: Temper | None, on_change: Callable[[str], None]
    ) -> Choice:
        options = [(temper.value, temper_name(temper)) for temper in Temper]
        notes = {temper.value: temper_about(temper) for temper in Temper}
        return Choice(
            id, name, row.field(2), options, temper or "", on_change=on_change, bounds=self.bounds, notes=notes,
            unset=_("Mixed"),
        )  # fmt: skip

    def _choose_driver(self, seat: int, driver: str) -> None:
        self._take(with_driver(self.plan, seat, driver))

    def _choose_level(self, seat: int, level: str) -> None:
        self._take(with_level(self.plan, seat, level))

    def _choose_temper(self, seat: int, temper: str) -> None:
        self._take(with_temper(self.plan, seat, Temper(temper)))

    def _choice(
        self, id: str, name: str, rect: Rect, options: Sequence[Option], chosen: str, on_change: Callable[[str], None]
    ) -> Choice:
        return Choice(id, name, rect, options, chosen, on_change=on_change, bounds=self.bounds)

    def _rules(self) -> Widget:
        sets = [(rules_id, rule_set_name(rules_id)) for rules_id in RULE_SETS]
        chosen = self.plan.setup.rules
        return self._choice("rules", _("Rules"), self._places.rules.choice, sets, chosen, self._choose_rules)

    def _choose_rules(self, rules_id: str) -> None:
        self._take(with_rules(self.plan, rules_id))

    def _compare(self) -> Widget:
        """The button above the rule sets that tells how they differ; without its words where they are too long."""
        heading, words = self._places.rules.heading, _("Compare")
        height = max(32, heading.h - round(10 * self.t))
        width = Button.natural_width(words, height, icon=True)
        is_named = width <= 0.6 * heading.w
        rect = Rect(0, heading.bottom - height - round(8 * self.t), width if is_named else height, height)
        rect.right = heading.right
        kind = Button if is_named else IconButton
        return kind("compare", words, rect, on_press=self.app.show_rules, style=Style.PAPER, icon="rules")

    def _length(self) -> Widget:
        row = self._places.rules.options[0]
        rect = Rect(0, 0, round(0.46 * row.w), row.h - round(14 * self.t))
        rect.midright = row.midright
        setup = self.plan.setup
        chosen = f"legs-{setup.legs}" if setup.legs else f"points-{setup.target_score}"
        return self._choice("length", _("Match length"), rect, length_options(self.plan), chosen, self._choose_length)

    def _choose_length(self, key: str) -> None:
        kind, _dash, amount = key.partition("-")
        change = with_legs if kind == "legs" else with_target_score
        self._take(change(self.plan, int(amount)))

    def _switches(self) -> list[Widget]:
        setup, options = self.plan.setup, self.plan.setup.options
        can_extend, has_bonus = may_extend(self.plan), offers_no_100_bonus(self.plan)
        km = number(load_rules(setup.rules).distance_km(setup.seats, setup.seating))
        words = (_("on"), _("off"))
        _length, extension, bonus = self._places.rules.options
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
        ]  # fmt: skip

    def _buttons(self) -> list[Widget]:
        places = self._places
        return [
            Button("back", _("Back"), places.rules.back, on_press=self.escape, style=Style.PAPER),
            Button("start", _("Start"), places.rules.start, on_press=self._begin, style=Style.RED, icon="flag"),
        ]

    def _begin(self) -> None:
        self._start(self.plan)

    def rules_topic(self) -> str:
        """What the chosen rules do differently."""
        return "differences"

    def rules_shown(self) -> MatchSetup:
        """The match chosen so far."""
        return self.plan.setup

    # -- picture --------------------------------------------------------------------------------------------------

    def texts(self) -> list[tuple[str, str, Rect]]:
        """The heading and what is said about the rules."""
        about = " ".join(line for _face, line in self._about())
        return [
            ("title", _r(self.plan.setup.rules, "New match"), self._places.head),
            ("about", about, self._places.rules.about),
        ]

    def paint(self, surface: Surface) -> None:
        """Draw plate, headings, seat rows and the words about the rules."""
        places, t = self._places, self.t
        surface.blit(poster(self.app.size), (0, 0))
        draw.veil(surface, THEME.navy, 0.30)
        paper_plate(surface, places.plate, places.head, t)
        self._paint_head(surface)
        for rect, words in ((places.seats.heading, _("Who drives?")), (places.rules.heading, _("Rules"))):
            y = rect.y + 0.4 * rect.h
            text.draw(surface, words, rect.x, y, "O8", max(16, 28 * t), max_width=rect.w)
        for seat, rect in enumerate(places.seats.rows):
            paint_row(surface, SeatRow(rect, seat, t), self.plan)
        self._paint_about(surface)
        self._paint_length(surface)
        if places.footnote:
            words = _("The other drivers see only what a person in their seat would see.")
            foot = places.footnote
            px = max(text.MIN_TEXT_PX, 22 * t)
            text.draw(surface, words, foot.centerx, foot.centery, "B5", px, THEME.text2, anchor="c", max_width=foot.w)

    def _paint_head(self, surface: Surface) -> None:
        head = self._places.head
        size = 0.44 * head.h
        left = self._places.seats.heading.x
        art.blit_icon(surface, "flag", (left + size / 2, head.centery), size, THEME.gold)
        room = head.right - left - 2 * size
        text.draw(
            surface,
            _r(self.plan.setup.rules, "New match"),
            left + 1.4 * size,
            head.centery,
            "O9",
            0.42 * head.h,
            THEME.white,
            max_width=room,
        )

    def _about(self) -> list[tuple[str, str]]:
        """The words about the rules, with as many of the changes as there is room for at a size that reads well.

        Where there is room for none, they may be small.
        """
        pad, _card_w, width = self._about_measures()
        room, lines = self._places.rules.about.h - 2 * pad, rules_lines(self.plan)
        changes = list(changes_lines(self.plan))
        for px in (max(text.MIN_TEXT_PX, 20 * self.t), text.MIN_TEXT_PX):
            for line in changes:
                if sum(_heights([*lines, line], px, width)) <= room:
                    return [*lines, line]
        return lines

    def _about_measures(self) -> tuple[int, int, int]:
        """The space round the words, the width of the picture beside them or 0, and their own width."""
        about, pad = self._places.rules.about, round(14 * self.t)
        card_w = round(88 * self.t) if about.w > 12 * pad + 260 and about.h > 150 * self.t else 0
        return pad, card_w, about.w - 2 * pad - (card_w + pad if card_w else 0)

    def _paint_about(self, surface: Surface) -> None:
        """A card with the words about the rules, as high as they are; the picture only where there is room."""
        about, t = self._places.rules.about, self.t
        lines, (pad, card_w, width) = self._about(), self._about_measures()
        left = about.right - pad - width
        px, room = max(text.MIN_TEXT_PX, 24 * t), about.h - 2 * pad
        while px > text.MIN_TEXT_PX and sum(_heights(lines, px, width)) > room:
            px = max(text.MIN_TEXT_PX, px - 0.5)
        heights = _heights(lines, px, width)
        if sum(heights) > room + pad:
            text.record_overflow(" ".join(line for _face, line in lines), sum(heights), room)
        box = about.copy()
        box.h = min(about.h, max(sum(heights), round(1.4 * card_w)) + 2 * pad)
        draw.rounded(surface, box, 15 * t, THEME.row)
        if card_w:
            draw.shadow(surface, (about.x + pad, about.y + pad, card_w, 1.4 * card_w), 0.07 * card_w, 3 * t)
            surface.blit(art.picture("cards/km_200.small", card_w, 1.4 * card_w), (about.x + pad, about.y + pad))
        y = float(box.y + (box.h - sum(heights)) / 2)
        for (face, line), height in zip(lines, heights, strict=True):
            color = THEME.text if face == "B6" else THEME.text2
            text.paragraph(surface, line, (left, y, width, height + 2), face, px, color, min_px=px)
            y += height

    def _paint_length(self, surface: Surface) -> None:
        row, t = self._places.rules.options[0], self.t
        room = 0.54 * row.w - 20 * t
        px = max(text.MIN_NAME_PX, 25 * t)
        text.draw(surface, _("Match length"), row.x + 8 * t, row.centery, "B6", px, max_width=room, min_px=12)
        for option in self._places.rules.options:
            surface.fill(THEME.line, (option.x, option.bottom - 1, option.w, max(1, round(1.5 * t))))


def _common(values: set[T]) -> T | None:
    """What all have, None if they differ."""
    return next(iter(values)) if len(values) == 1 else None


def _heights(lines: Sequence[tuple[str, str]], px: float, width: float) -> list[int]:
    return [text.paragraph_height(line, face, px, width) for face, line in lines]


def seating_key(option: SeatingOption) -> str:
    """The id of a seating among the controls: ``4-solo``."""
    return f"{option.seats}-{option.seating.value}"


def seating_label(option: SeatingOption, options: Sequence[SeatingOption]) -> str:
    """What a seating is called, as short as the others allow."""
    if option.seating is Seating.TEAMS:
        return _n("{n} team", "{n} teams", option.seats // 2, n=option.seats // 2)
    has_twin = any(other.seats == option.seats and other is not option for other in options)
    return _("{n} alone", n=option.seats) if has_twin else number(option.seats)


def length_options(plan: Plan) -> list[Option]:
    """The match lengths to choose from: points, then legs; the plan's own is always among them."""
    targets = sorted({*TARGET_SCORES, *([plan.setup.target_score] if plan.setup.target_score else [])})
    legs = sorted({*LEG_COUNTS, *([plan.setup.legs] if plan.setup.legs else [])})
    return [
        *((f"points-{target}", _("{points} points", points=number(target))) for target in targets),
        *((f"legs-{n}", _rn(plan.setup.rules, "{n} leg", "{n} legs", n)) for n in legs),
    ]


def rules_lines(plan: Plan) -> list[tuple[str, str]]:
    """What is different under the chosen rules, each line with its face: source, distance, character, seating."""
    setup = plan.setup
    rules = load_rules(setup.rules)
    km = number(rules.distance_km(setup.seats, setup.seating))
    far = number(rules.extended_km)
    distance = (
        _r(setup.rules, "A leg is {km} km; who gets there may extend it to {far} km.", km=km, far=far)
        if may_extend(plan)
        else _r(setup.rules, "A leg is {km} km.", km=km)
    )
    lines = [("B6", rule_set_source(setup.rules)), ("B5", distance), ("B5", rule_set_notes(setup.rules))]
    note = seating_note(plan.setup)
    return [*lines, ("B5", note)] if note else lines


_TOLD_ANYWAY: Final = frozenset({"match", "seatings", "distance", "extension"})
"""Differences between rule sets that other controls of the screen show."""

_MOST_CHANGES: Final = 6


def changes_lines(plan: Plan) -> Iterator[tuple[str, str]]:
    """What the chosen rules change against those one begins with: the weightiest of it, then less and less."""
    rules, base = load_rules(plan.setup.rules), load_rules(DEFAULT_PLAN.setup.rules)
    found = changed(rules, base, besides=_TOLD_ANYWAY)
    name = rule_set_name(base.id)
    for count in range(min(_MOST_CHANGES, len(found)), 0, -1):
        more = [_n("{n} more", "{n} more", len(found) - count)] if count < len(found) else []
        changes = in_a_row([*found[:count], *more])
        yield "B5", _("Different from {rules}: {changes}.", rules=name, changes=changes)
