"""The dialog to set up a match of several persons at one screen, who type their names where they sit down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from game.engine.rules import side_of, sides_of
from game.features.setup.scene import SetupScene
from game.features.setup.seats import PersonMenu, driver_portrait, symbol_button
from game.i18n import _, language
from game.i18n.punctuation import label_with_text
from game.match.plan import Plan, seatings
from game.people.looks import Symbol
from game.people.players import HUMAN, Player, liveries_by_side
from game.people.profiles import (
    MAX_NAME_LETTERS,
    Profile,
    is_name_character,
    name_fault,
    new_profile,
    random_profile_id,
)
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.scenes.screen import corner_button
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle, TextDraft
from game.words.matches import plan_summary, table_line
from game.words.names import driver_name
from game.words.profiles import legs_and_wins_line, name_fault_line, refused_character_line
from game.words.settings import level_name

_WIDE = 1040
_FEWEST = 2


@dataclass(slots=True)
class _PersonRow:
    """A person at the table: the name being typed, and the profile that has it, a guest's if nobody is called so."""

    draft: TextDraft
    profile: Profile

    @classmethod
    def of(cls, profile: Profile) -> _PersonRow:
        return cls(TextDraft(profile.name, most=MAX_NAME_LETTERS, accepts=is_name_character), profile)

    @property
    def name(self) -> str:
        return " ".join(self.draft.text.split())


class OneScreenScene(PanelForm):
    """The dialog with the persons of a match at one screen; it begins with those of the last such match.

    A known name is that person's, any other one a guest's. A match that was begun can be continued instead.
    """

    name = "one_screen"
    opaque = False

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._plan = app.settings.shared_plan(language())
        self._persons: list[_PersonRow] = []
        for player in self._plan.players:
            if player.is_human:
                self._persons.append(_PersonRow.of(player.profile or self._guest))
        self._begun = next((head for head in app.files.begun_matches() if head.is_shared), None)
        empty = next((f"name-{n}" for n, person in enumerate(self._persons) if not person.name), "start")
        self.first_focus = "continue" if self._begun else empty

    @property
    def plan(self) -> Plan:
        """The match to start, with the persons whose names are typed."""
        return self._plan.with_profiles([person.profile for person in self._persons])

    def escape(self) -> None:
        self.app.pop(self)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s = self.scale
        faults = [self._fault(n) for n in range(len(self._persons))]
        foot = ui.Flow(
            ui.Button(
                s, "start", _("Start"), self._start, style=ButtonStyle.RED, icon="flag", enabled=not any(faults)
            ),
            ui.Button(s, "setup", _("Rules and bots…"), self._set_up, style=ButtonStyle.PAPER, icon="gear"),
            gap=s.text_px(18), from_right=True,
        )  # fmt: skip
        corner, contents = corner_button(s, self.escape), partial(self._contents, faults)
        return self.plate(_("Pass and play"), [contents], foot, wide=_WIDE, icon="friends", aside=corner)

    def _contents(self, faults: Sequence[str]) -> ui.Box:
        s, plan = self.scale, self._plan
        seats = [seat for seat, player in enumerate(plan.players) if player.is_human]
        note = _("The cards stay covered while the screen changes hands.")
        more = ui.Flow(
            self._button("add", _("Add a person"), self._add, "person", enabled=len(seats) < self._most),
            self._button("add_bot", _("Add a bot"), self._add_bot, "bot", enabled=plan.setup.seats < self._most),
            ui.Spacer(), gap=s.space_px(14),
        )  # fmt: skip
        return ui.Column(
            self._begun_row(),
            ui.Label(s, note, ui.ROLES.body, THEME.text2, id="note"),
            *(self._person(n, seat, faults[n]) for n, seat in enumerate(seats)),
            *(self._bot(seat, player) for seat, player in enumerate(plan.players) if not player.is_human),
            more,
            ui.Label(s, plan_summary(plan), ui.ROLES.lead, id="about"),
            gap=s.space_px(14),
        )

    def _begun_row(self) -> ui.Box | None:
        """Return the row that leads back to a match that was begun."""
        if self._begun is None:
            return None
        s = self.scale
        words = ui.Label(s, table_line(self._begun), ui.ROLES.name, grow=1, id="begun")
        return self._row(words, self._button("continue", _("Continue"), self._continue, "play", ButtonStyle.GOLD))

    def _person(self, n: int, seat: int, fault: str) -> ui.Box:
        s, person, plan = self.scale, self._persons[n], self.plan
        here = person.name or _("Player {n}", n=seat + 1)
        symbol = symbol_button(s, f"symbol-{n}", plan, seat, partial(self._change_symbol, n))
        field = ui.TextField(
            s, f"name-{n}", _("Name, seat {n}", n=seat + 1), person.draft, partial(self._rename, n),
            partial(self._end_name, n), hint=here,
        )  # fmt: skip
        figures = self.app.profile_stats(person.profile.id)
        is_known = person.profile.id in {profile.id for profile in self.app.settings.profiles}
        about = (legs_and_wins_line(figures) if figures else "") if is_known else _("plays as a guest")
        what = ui.Label(s, about if person.name else "", ui.ROLES.body, THEME.text2, one_line=True, id=f"about-{n}")
        taken = [other.profile.id for other in self._persons]
        offered = [known for known in self._known.values() if known.id not in taken]
        menu = PersonMenu(s, f"known-{n}", here, offered, partial(self._seat, n), bounds=self.bounds)
        without, leaves = _("Remove {name}", name=here), len(self._persons) > _FEWEST
        leave = ui.IconButton(s, f"leave-{n}", without, partial(self._leave_out, n), "close") if leaves else None
        words = ui.Label(s, fault, ui.ROLES.small, THEME.bad, id=f"fault-{n}") if fault else None
        column = ui.Column(field, words, gap=s.space_px(4), grow=1)
        return self._row(ui.Row(symbol, column, gap=s.space_px(16), grow=1), what, menu, leave, is_wrong=bool(fault))

    def _bot(self, seat: int, bot: Player) -> ui.Box:
        """Return the row of a bot; it has a cross where the rules have seats for fewer players."""
        assert bot.driver is not None
        assert bot.level is not None
        s, name, without = self.scale, driver_name(bot.driver), self._without_bot(seat)
        who = ui.Row(
            driver_portrait(s, self.plan, seat),
            ui.Label(s, name, ui.ROLES.name, grow=1, id=f"bot-{seat}"),
            gap=s.space_px(16), grow=1,
        )  # fmt: skip
        strength = label_with_text(_("Level"), level_name(bot.level))
        level = ui.Label(s, strength, ui.ROLES.body, THEME.text2, one_line=True)
        words, leave = _("Remove {name}", name=name), partial(self._leave_out_bot, without)
        leaves = without.setup.seats < self._plan.setup.seats
        return self._row(who, level, ui.IconButton(s, f"leave-bot-{seat}", words, leave, "close") if leaves else None)

    def _row(self, first: ui.Box, *others: ui.Box | None, is_wrong: bool = False) -> ui.Box:
        s = self.scale
        rest = ui.Row(ui.Spacer((0, 0)), *others, gap=s.space_px(14))
        rim = THEME.red if is_wrong else None
        return ui.Panel(
            ui.Flow(first, rest, gap=s.space_px(14)), s.space_px(10), fill=THEME.row, rim=rim,
            rim_px=max(2, s.text_px(3)) if is_wrong else 0, radius=s.space_px(14),
        )  # fmt: skip

    def _button(
        self, id: str, name: str, act: Callable[[], None], icon: str, style: ButtonStyle = ButtonStyle.PAPER, *,
        enabled: bool = True,
    ) -> ui.Box:  # fmt: skip
        return ui.Button(self.scale, id, name, act, style=style, icon=icon, role=ui.ROLES.name, enabled=enabled)

    # -- names --------------------------------------------------------------------------------------------------------

    @property
    def _known(self) -> dict[str, Profile]:
        """The persons and guests who can sit here, by their names in lower case."""
        return {known.name.casefold(): known for known in self.app.settings.known_people}

    @property
    def _guest(self) -> Profile:
        """A new guest without a name, in looks that are free."""
        return new_profile(random_profile_id(), [person.profile for person in self._persons])

    def _fault(self, n: int) -> str:
        """Return what is wrong with the name in a person's row, or "" if nothing is."""
        person, before = self._persons[n], [other.name.casefold() for other in self._persons[:n]]
        if person.draft.refused:
            return refused_character_line(person.draft.refused, MAX_NAME_LETTERS)
        if person.name and person.name.casefold() in before:
            return _("{name} twice? Add a letter.", name=person.name)
        fault = name_fault(person.name) if person.name else None
        return name_fault_line(fault, person.name) if fault else ""

    def _rename(self, n: int, _written: str) -> None:
        person, known = self._persons[n], self._known
        if person.draft.refused:
            self.app.sound.play("knock")
        name = "" if name_fault(person.name) else person.name
        if name.casefold() in known:
            person.profile = known[name.casefold()]
        elif person.profile.id in {profile.id for profile in (*known.values(), self.app.settings.profile)}:
            person.profile = replace(self._guest, name=name, livery=person.profile.livery)
        else:
            person.profile = replace(person.profile, name=name)
        self.lay_out()
        if self._fault(n):
            self.reveal_beside_focus(f"fault-{n}")

    def _end_name(self, n: int) -> None:
        """Go on to the next row, after the last one to a new one."""
        if n + 1 == len(self._persons) < self._most:
            self._add()
        else:
            self.controls.focus(f"name-{n + 1}" if n + 1 < len(self._persons) else "start", ring=True)

    def _seat(self, n: int, profile: Profile) -> None:
        self._persons[n] = _PersonRow.of(profile)
        self.lay_out()

    def _change_symbol(self, n: int) -> None:
        """Give a person's side the next symbol that no other side has."""
        seats = [seat for seat, player in enumerate(self.plan.players) if player.is_human]
        sides = sides_of(self.plan.setup.seats, self.plan.setup.seating)
        worn, own = liveries_by_side(self.plan.players, sides), side_of(seats[n], sides)
        at, taken = list(Symbol).index(worn[own].symbol), {side.symbol for side in worn}
        free = [symbol for symbol in (*list(Symbol)[at:], *list(Symbol)[:at]) if symbol not in taken]
        first = self._persons[next(row for row, seat in enumerate(seats) if seat in sides[own])]
        first.profile = replace(first.profile, livery=replace(worn[own], symbol=[*free, worn[own].symbol][0]))
        self.lay_out()

    # -- seats --------------------------------------------------------------------------------------------------------

    @property
    def _most(self) -> int:
        """The most players for which the rules have seats."""
        return max(option.seats for option in seatings(self._plan.setup.rules))

    @property
    def _bots(self) -> int:
        return self._plan.setup.seats - len(self._persons)

    def _add(self) -> None:
        self._persons.append(_PersonRow.of(self._guest))
        self._seat_all(self._bots + 1)
        self.controls.focus(f"name-{len(self._persons) - 1}", ring=True)

    def _add_bot(self) -> None:
        more = (option.seats for option in seatings(self._plan.setup.rules) if option.seats > self._plan.setup.seats)
        self._seat_all(min(more) - len(self._persons))

    def _leave_out(self, n: int) -> None:
        bots = self._bots
        del self._persons[n]
        self._seat_all(bots)
        self.controls.focus(f"name-{min(n, len(self._persons) - 1)}", ring=self.app.shows_focus)

    def _without_bot(self, seat: int) -> Plan:
        """Return the match without the bot in that seat, with as many players as the rules have seats for."""
        players = self._plan.players
        behind = replace(self._plan, players=(*players[:seat], *players[seat + 1 :], players[seat]))
        return behind.with_persons([HUMAN] * len(self._persons), self._bots - 1)

    def _leave_out_bot(self, without: Plan) -> None:
        self._set_plan(without)
        self.controls.focus("add_bot", ring=self.app.shows_focus)

    def _seat_all(self, bots: int) -> None:
        """Seat the persons, and about so many bots behind them."""
        self._set_plan(self._plan.with_persons([HUMAN] * len(self._persons), bots))

    def _set_plan(self, plan: Plan) -> None:
        self._plan = self.app.settings.adapt_house_rules(self._plan, plan)
        self.lay_out()

    # -- actions ------------------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        self.app.push(SetupScene(self.app, lambda: self.plan))

    def _start(self) -> None:
        self.app.start_match(self.plan)

    def _continue(self) -> None:
        saved = self.app.files.load_match(self._begun.id) if self._begun else None
        if saved is not None:
            self.app.resume_match(saved)
