"""The setup screen, where the player chooses the drivers, the rules and the length of a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from pygame import Rect, Surface

from game.drivers.words import score_against
from game.engine.rules import RULE_SETS, Seating, load_rules
from game.features.setup.seats import driver_portrait, partner_line, person_field, remove_friend_button
from game.i18n import _, _p, _r, language, number, say
from game.i18n.punctuation import join_with_dots
from game.match.plan import SEAT_COUNTS, Plan, seatings
from game.people.drivers import CHARACTERS
from game.people.players import DRIVERS, LEVELS, Aggression, Player, Targeting, first_person_seat, with_first_person
from game.scenes import background
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.scenes.screen import corner_button
from game.ui.accessibility_tree import Node, accessible_text, node_rect
from game.ui.drawing import art
from game.ui.drawing.theme import THEME
from game.ui.layout import (
    ROLES,
    Box,
    Button,
    Column,
    Dropdown,
    Flow,
    IconButton,
    Label,
    Panel,
    Row,
    Scale,
    Segmented,
    Spacer,
    Switch,
    named_control,
)
from game.ui.widgets import ButtonStyle, Option
from game.ui.widgets.switches import draw_reason
from game.words.house_rules import HOUSE_RULES, house_rules_line
from game.words.names import driver_name
from game.words.rulesets import length_line, length_options, plan_lines, rule_set_name, rule_set_notes
from game.words.settings import (
    aggression_about,
    aggression_name,
    level_about,
    level_name,
    targeting_about,
    targeting_name,
)

T = TypeVar("T")

OptionsWithNotes = tuple[list[Option], dict[str, str]]
"""The options of a list in the current language, and a line about each one by its key.

They are cached because the rows of all seats use them.
"""

_WIDE = 1560
_LEFT = 0.55  # of the width, for the drivers
_SEVERAL = 2
"""With this many bots or more, there are controls that set all bots at once."""


class SetupScene(PanelForm):
    """The setup of a match or race.

    It begins with the plan that ``first`` returns; without ``first``, with the plan of the one started last.
    """

    name = "setup"
    first_focus = "start"

    def __init__(self, app: Host, first: Callable[[], Plan] | None = None) -> None:
        super().__init__(app)
        self._first = first or (lambda: app.settings.last_match_plan(language()))
        self._chosen: Plan | None = None
        self._has_details = self._has_house_rules = False
        self._are_rules_chosen = False
        """Whether the player has chosen house rules here; before, they are those usual at the table."""

    @property
    def plan(self) -> Plan:
        """The plan as it is chosen so far."""
        return self._chosen or self._first()

    def escape(self) -> None:
        self.app.pop(self)

    def rules_topic(self) -> str:
        return "differences"

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        s, plan = self.scale, self.plan
        details = _("Hide details") if self._has_details else _("Show details")
        foot = Flow(
            Button(s, "start", _("Start"), self._begin, style=ButtonStyle.RED, icon="flag"),
            Button(s, "details", details, self._toggle_details, style=ButtonStyle.PAPER, role=ROLES.name),
            gap=s.text_px(18), from_right=True,
        )  # fmt: skip
        title = _("Race") if plan.is_one_leg else _r(plan.setup.rules, "New match")
        contents = [partial(self._content, has_lines=True), partial(self._content, has_lines=False)]
        return self.plate(title, contents, foot, wide=_WIDE, icon="flag", aside=corner_button(s, self.escape))

    def _content(self, *, has_lines: bool) -> Box:
        s = self.scale
        right = [self._rules(), self._length(), *([self._bots()] if self._bots_there else [])]
        rows = self._rows(has_lines=has_lines)
        left = Column(
            self._seats(), *rows, self._below_rows(), self._house_rules(), Spacer(), gap=s.space_px(10), share=_LEFT
        )
        return Flow(
            left, Column(*right, gap=s.space_px(10), share=1 - _LEFT), gap=s.space_px(24), middle=False, is_tight=True
        )

    def _panel(self, *parts: Box | None) -> Box:
        """Return a panel of the right half of the screen, with its parts centered vertically."""
        s = self.scale
        column = Column(Spacer(), *parts, Spacer(), gap=s.text_px(8))
        return Panel(
            column, (s.space_px(22), s.space_px(8), s.space_px(8)), fill=THEME.row, radius=s.space_px(14), grow=1
        )

    # -- who drives ---------------------------------------------------------------------------------------------------

    @property
    def _bots_there(self) -> list[Player]:
        return [player for player in self.plan.players if not player.is_human]

    def _seats(self) -> Box:
        """Return the controls for the number of players and the seating; choices that the rules lack are disabled."""
        s, setup = self.scale, self.plan.setup
        offered, n = seatings(setup.rules), setup.seats
        counts = {option.seats for option in offered}
        kinds = {option.seating for option in offered if option.seats == n}
        options = [(str(n), number(n)) for n in SEAT_COUNTS]
        missing = {str(n): _("These rules aren’t for {n} players.", n=n) for n in SEAT_COUNTS if n not in counts}
        ways = [(Seating.SOLO.value, _("Solo")), (Seating.TEAMS.value, _("Teams of two"))]
        reasons = {
            Seating.SOLO: _("With these rules, {n} players race in teams.", n=n),
            Seating.TEAMS: _("With these rules, {n} players race solo.", n=n),
        }
        never = {kind.value: why for kind, why in reasons.items() if kind not in kinds}
        take_seats, take_kind = (
            self._plan_setter(Plan.with_seats, int),
            self._plan_setter(lambda p, k: p.with_seating(n, k), Seating),
        )
        who, how, kind = _("Who drives?"), _("Solo or in teams"), setup.seating.value
        fields = Flow(
            Segmented(s, "seats", who, options, str(n), take_seats, missing=missing, grow=1),
            Segmented(s, "seating", how, ways, kind, take_kind, missing=never, grow=1),
            gap=s.space_px(12), is_tight=True,
        )  # fmt: skip
        return Column(Label(s, who, ROLES.heading), fields, gap=s.space_px(8))

    def _rows(self, *, has_lines: bool) -> list[Box]:
        plan = replace(self.plan, players=with_first_person(self.plan.players, self.app.settings.profile))
        return [self._row(plan, seat, has_lines=has_lines) for seat in range(plan.setup.seats)]

    def _row(self, plan: Plan, seat: int, *, has_lines: bool) -> Box:
        """Return a seat's row: portrait, name, and a line below.

        The line names the partner, if any, and with ``has_lines`` it describes the driver.
        """
        s, player = self.scale, plan.players[seat]
        is_own = seat == first_person_seat(plan.players)
        leave: Box | None = None
        if is_own:
            nameless = _("Player {n}", n=seat + 1) if plan.other_persons else _("You")
            who: Box = Label(s, (player.profile and player.profile.name) or nameless, ROLES.name)
            about = _("Pass the screen around.") if plan.other_persons else _("No bot ever sees your cards.")
        elif player.is_human:
            who = person_field(s, self.app.settings, self.plan, seat, self._set_plan, bounds=self.bounds)
            leave, about = remove_friend_button(s, plan, seat, self._set_plan), ""
        else:
            assert player.driver is not None
            who, about = self._bot(seat, player), self._about(player.driver)
        said = " ".join(filter(None, [partner_line(plan, seat), about if has_lines else ""]))
        line = Label(s, said, ROLES.small, THEME.text2, id=f"about-{seat}") if said else None
        row = Row(
            driver_portrait(s, plan, seat), Column(who, line, gap=s.space_px(4), grow=1), leave, gap=s.space_px(16)
        )
        return Panel(row, (s.space_px(14), s.space_px(7), s.space_px(7)), fill=THEME.row, radius=s.space_px(14))

    def _about(self, driver: str) -> str:
        """Return words about a driver's character and, after enough matches, the person's record against the driver."""
        score = score_against(driver, self.app.head_to_head(self.app.settings.profile.id))
        return join_with_dots(filter(None, [say(CHARACTERS[driver].personality).removesuffix("."), score]))

    def _bot(self, seat: int, player: Player) -> Box:
        """Return the controls of a bot: its driver, its level, and while details are shown whom it attacks."""
        s, name, bounds = self.scale, driver_name(player.driver or ""), self.bounds
        drivers, styles = _drivers()
        take = self._plan_setter(lambda plan, driver: plan.with_driver(seat, driver))
        seat_name, sits = _("Seat {n}", n=seat + 1), player.driver or ""
        fields = _halves(
            s,
            Dropdown(
                s, f"driver-{seat}", seat_name, drivers, sits, take, bounds=bounds, notes=styles, picture=art.portrait
            ),
            self._level(
                f"level-{seat}", _("{name}: level", name=name), player.level, lambda p, key: p.with_level(seat, key)
            ),
        )
        if not self._has_details:
            return fields
        words = _("{name}: who to hit", name=name)
        whom = self._temper(f"temper-{seat}", words, player.targeting, lambda p, temper: p.with_targeting(seat, temper))
        return Column(fields, whom, gap=s.space_px(6))

    def _level(self, id: str, name: str, level: str | None, change: Callable[..., Plan]) -> Dropdown:
        options, notes = _levels()
        return Dropdown(
            self.scale, id, name, options, level or "", self._plan_setter(change), bounds=self.bounds, notes=notes,
            unset=_("Mixed"),
        )  # fmt: skip

    def _temper(self, id: str, name: str, temper: Targeting | None, change: Callable[..., Plan]) -> Dropdown:
        options, notes = _tempers()
        return Dropdown(
            self.scale, id, name, options, temper or "", self._plan_setter(change, Targeting), bounds=self.bounds,
            notes=notes,
            unset=_("Mixed"), grow=1,
        )  # fmt: skip

    def _below_rows(self) -> Box:
        """Return the row with the button that adds a friend, and with the level of all bots if there are several.

        The button is disabled if no seat is free.
        """
        s, with_friend = self.scale, self.plan.with_added_person()
        add = Button(
            s, "add", _("Add a friend"), lambda: self._set_plan(with_friend or self.plan), style=ButtonStyle.PAPER,
            icon="person",
            role=ROLES.name, enabled=with_friend is not None,
        )  # fmt: skip
        bots, words = self._bots_there, _("All bots: level")
        if len(bots) < _SEVERAL:
            return Row(add, Spacer())
        level = self._level("level-all", words, _common({bot.level for bot in bots}), Plan.with_level_for_all)
        named = Row(Label(s, words, ROLES.body, THEME.text2, anchor="r", grow=1), level, gap=s.space_px(12), grow=1)
        return Flow(add, named, gap=s.space_px(12))

    def _house_rules(self) -> Box:
        """Return the panel of the house rules: folded it says which are on, unfolded it has a switch for each."""
        s, plan, rules_id, is_open = self.scale, self.plan, self.plan.setup.rules, self._has_house_rules
        said = "" if is_open else house_rules_line(plan.house_rules)
        fold = _("Hide house rules") if is_open else _("Show house rules")
        head = Row(
            Label(s, _("House rules"), ROLES.heading),
            Label(s, said or _("not in any booklet"), ROLES.body, THEME.text2, anchor="r", grow=1, id="house_about"),
            IconButton(s, "house_rules", fold, self._toggle_house_rules, "more"), gap=s.space_px(14),
        )  # fmt: skip
        switches = (
            Switch(
                s, rule.id, say(rule.name), on=rule.id in plan.house_rules, words=(_("on"), _("off")),
                on_change=partial(self._choose_house_rule, rule.id), note=rule.about(rules_id),
            )
            for rule in HOUSE_RULES
        )  # fmt: skip
        return Panel(
            Column(head, *(switches if is_open else ()), gap=s.text_px(8)),
            (s.space_px(22), s.space_px(8), s.space_px(8)), fill=THEME.row, radius=s.space_px(14), id="house",
        )  # fmt: skip

    def _bots(self) -> Box:
        """Return the panel for the bots' play style; while details are shown, it also sets whom all of them attack."""
        s, plan, bots = self.scale, self.plan, self._bots_there
        manners = [(manner.value, aggression_name(manner)) for manner in Aggression]
        words = _p("bots", "Play style")
        of_all = None
        if self._has_details and len(bots) >= _SEVERAL:
            whom, temper = _("All bots: who they hit"), _common({bot.targeting for bot in bots})
            of_all = named_control(s, whom, "", self._temper("temper-all", whom, temper, Plan.with_targeting_for_all))
        return self._panel(
            Label(s, words, ROLES.heading),
            Segmented(s, "manner", words, manners, plan.aggression.value, self._set_manner),
            Label(s, aggression_about(plan.aggression), ROLES.body, THEME.text2, id="manner_about"),
            of_all,
        )

    # -- by which rules, and how long ---------------------------------------------------------------------------------

    def _rules(self) -> Box:
        s, plan = self.scale, self.plan
        sets = [(rules_id, rule_set_name(rules_id)) for rules_id in RULE_SETS]
        compare = Button(
            s, "compare", _("Compare"), self.app.show_rules, style=ButtonStyle.PAPER, icon="rules", role=ROLES.name
        )
        more = [Label(s, line, ROLES.body, THEME.text2) for line in plan_lines(plan)] if self._has_details else []
        notes = rule_set_notes(plan.setup.rules)
        return self._panel(
            Row(Label(s, _("Rules"), ROLES.heading, grow=1), compare, gap=s.space_px(12)),
            Dropdown(
                s, "rules", _("Rules"), sets, plan.setup.rules, self._plan_setter(Plan.with_rules), bounds=self.bounds
            ),
            Label(s, notes, ROLES.body, THEME.text2, id="about"),
            Column(*more, gap=s.space_px(4), id="details_about", label=" ".join(plan_lines(plan))) if more else None,
            *(self._switches() if self._has_details else []),
        )

    def _switches(self) -> list[Box]:
        s, setup = self.scale, self.plan.setup
        options, words = setup.options, (_("on"), _("off"))
        can_extend, has_bonus = self.plan.may_extend, self.plan.offers_no_100_bonus
        km = number(load_rules(setup.rules).distance_km(setup.seats, setup.seating))
        fixed = "" if can_extend else _r(setup.rules, "A leg is always {km} km here.", km=km)
        missing = "" if has_bonus else _("Not part of these rules.")

        def take(**changed: bool) -> None:
            self._set_plan(self.plan.with_options(replace(options, **changed)))

        return [
            Switch(
                s, "extension", _r(setup.rules, "Extension"), on=can_extend and options.extension, words=words,
                on_change=lambda on: take(extension=on), enabled=can_extend, note=fixed,
            ),
            Switch(
                s, "no-100-bonus", _("Bonus: no 200s or 100s"), on=has_bonus and options.no_100_bonus, words=words,
                on_change=lambda on: take(no_100_bonus=on), enabled=has_bonus, note=missing,
            ),
            Switch(
                s, "take-backs", _("Take-backs"), on=self.plan.take_backs, words=words,
                on_change=lambda on: self._set_plan(replace(self.plan, take_backs=on)),
            ),
        ]  # fmt: skip

    def _length(self) -> Box:
        s, setup, words = self.scale, self.plan.setup, _("Match length")
        chosen = f"legs-{setup.legs}" if setup.legs else f"points-{setup.target_score}"
        options = length_options(setup)
        return self._panel(
            Label(s, words, ROLES.heading),
            Dropdown(s, "length", words, options, chosen, self._choose_length, bounds=self.bounds),
            Label(s, length_line(setup), ROLES.body, THEME.text2, id="length_about"),
        )

    # -- actions -----------------------------------------------------------------------------------------------------

    def _set_manner(self, key: str) -> None:
        self._set_plan(replace(self.plan, aggression=Aggression(key)))

    def _plan_setter(
        self, change: Callable[[Plan, Any], Plan], of: Callable[[str], Any] = str
    ) -> Callable[[str], None]:
        """Return a callback for a list of options: it changes the plan by ``change``.

        ``change`` gets the plan and the key of the chosen option, which ``of`` converts first.
        """
        return lambda key: self._set_plan(change(self.plan, of(key)))

    def _set_plan(self, plan: Plan) -> None:
        """Show a changed plan; house rules that were not chosen here follow its table."""
        is_chosen, settings = self._are_rules_chosen, self.app.settings
        self._chosen = plan if is_chosen else settings.adapt_house_rules(self.plan, plan)
        self.lay_out()

    def _choose_house_rule(self, name: str, on: bool) -> None:
        self._are_rules_chosen = True
        self._set_plan(self.plan.with_options(replace(self.plan.setup.options, **{name: on})))

    def _toggle_house_rules(self) -> None:
        self._has_house_rules = not self._has_house_rules
        self.lay_out()
        self.reveal_beside_focus("house")

    def _toggle_details(self) -> None:
        self._has_details = not self._has_details
        self.lay_out()

    def _begin(self) -> None:
        self.app.start_match(self.plan)

    def _choose_length(self, key: str) -> None:
        kind, _dash, amount = key.partition("-")
        change = Plan.with_legs if kind == "legs" else Plan.with_target_score
        self._set_plan(change(self.plan, int(amount)))

    # -- picture ------------------------------------------------------------------------------------------------------

    def _reasons(self) -> list[tuple[str, Rect]]:
        """Return why the disabled options under the pointer or the focus are disabled, each with its area."""
        segmented = (widget for widget in self.controls.widgets if isinstance(widget, Segmented))
        return [widget.reason for widget in segmented if widget.reason]

    def nodes(self) -> list[Node]:
        reasons = [
            Node("reason", accessible_text(why), "text", node_rect((at.x, at.y, at.w, at.h)))
            for why, at in self._reasons()
        ]
        return [*reasons, *super().nodes()]

    def paint(self, surface: Surface) -> None:
        surface.blit(background.picture(self.app.size), (0, 0))
        super().paint(surface)

    def render(self, surface: Surface, now_s: float) -> None:
        super().render(surface, now_s)
        for why, rect in self._reasons():
            draw_reason(surface, why, rect, self.bounds, self.text_scale)


def _drivers() -> OptionsWithNotes:
    return [(id, driver_name(id)) for id in DRIVERS], {id: say(CHARACTERS[id].style) for id in DRIVERS}


def _levels() -> OptionsWithNotes:
    return [(id, level_name(id)) for id in LEVELS], {id: level_about(id) for id in LEVELS}


def _tempers() -> OptionsWithNotes:
    return [(one.value, targeting_name(one)) for one in Targeting], {
        one.value: targeting_about(one) for one in Targeting
    }


def _halves(scale: Scale, left: Box, level: Box) -> Box:
    """Return a row of two boxes of equal width; this aligns the controls for levels in all rows."""
    left.share = level.share = 0.5
    return Row(left, level, gap=scale.space_px(10), grow=1)


def _common(values: set[T]) -> T | None:
    """Return the only value of a set, or None if the set has several values or none."""
    return next(iter(values)) if len(values) == 1 else None
