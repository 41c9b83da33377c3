"""The setup of a match of several persons at one screen, one row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.engine.rules import sides_of
from game.features.setup.scene import SetupScene
from game.features.setup.seats import badge, person_field
from game.i18n import _, language
from game.match.plan import Plan, seatings, with_persons
from game.people.players import HUMAN, Player, person_in, seated
from game.scenes.dialogs import PlateForm
from game.scenes.host import Host
from game.scenes.screen import corner_button
from game.ui.drawing.theme import THEME
from game.ui.layout import ROLES, Box, Column, Flow, Label, Plate, Row, Spacer, button, icon_button
from game.ui.widgets import Style
from game.words.matches import summary
from game.words.names import NOBODY, Names

_WIDE = 820
_FEWEST = 2


class OneScreenScene(PlateForm):
    """The list of persons, the current profile first; it begins with those of the last such match."""

    name = "one_screen"
    opaque = False
    first_focus = "start"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._plan = app.settings.shared_plan(language())

    @property
    def plan(self) -> Plan:
        """The match to start, with the current profile's name and looks."""
        return replace(self._plan, players=seated(self._plan.players, self.app.settings.profile))

    @property
    def _persons(self) -> list[int]:
        return [seat for seat, player in enumerate(self._plan.players) if player.is_human]

    def escape(self) -> None:
        self.app.pop(self)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> Box:
        s = self.scale
        foot = Flow(
            button(s, "start", _("Start"), self._start, style=Style.RED, icon="flag"),
            button(s, "setup", _("Rules and bots…"), self._set_up, style=Style.PAPER, icon="gear"),
            gap=s.line(18), from_right=True,
        )  # fmt: skip
        title = _("At one screen")
        return self.plate(title, [self._told], foot, wide=_WIDE, icon="friends", aside=corner_button(s, self.escape))

    def _told(self) -> Box:
        s, persons = self.scale, self._persons
        most = max(option.seats for option in seatings(self._plan.setup.rules))
        add = button(
            s, "add", _("Add a player"), self._add, style=Style.PAPER, icon="person", role=ROLES.name,
            enabled=len(persons) < most,
        )  # fmt: skip
        return Column(
            Label(s, _("The cards stay covered while the screen changes hands."), ROLES.body, THEME.text2, id="note"),
            *map(self._row, persons),
            Row(add, Spacer()),
            Label(s, summary(self._plan), ROLES.lead, id="about"),
            gap=s.gap(14),
        )  # fmt: skip

    def _row(self, seat: int) -> Box:
        s, plan = self.scale, self.plan
        name = Names.at(plan.players, sides_of(plan.setup.seats, plan.setup.seating), NOBODY).seat(seat)
        if seat == person_in(plan.players):
            who: Box = Label(s, name, ROLES.name, grow=1, id="you")
        else:
            who = person_field(s, self.app.settings, plan, seat, self._take, bounds=self.bounds)
        leave = None
        if seat != person_in(plan.players) and len(self._persons) > _FEWEST:
            leave = icon_button(
                s, f"leave-{seat}", _("Without {name}", name=name), partial(self._leave_out, seat),
                icon="close", style=Style.PAPER, side=round(1.6 * s.px(ROLES.name)),
            )  # fmt: skip
        return Plate(Row(badge(s, plan, seat), who, leave, gap=s.gap(20)), s.gap(10), fill=THEME.row, radius=s.gap(14))

    # -- what they do -------------------------------------------------------------------------------------------------

    def _take(self, plan: Plan) -> None:
        self._plan = plan
        self.lay_out()

    def _add(self) -> None:
        persons = [self._plan.players[seat] for seat in self._persons]
        self._seat([*persons, HUMAN])

    def _leave_out(self, seat: int) -> None:
        self._seat([self._plan.players[other] for other in self._persons if other != seat])

    def _seat(self, persons: Sequence[Player]) -> None:
        bots = self._plan.setup.seats - len(self._persons)
        self._take(with_persons(self._plan, persons, bots))

    def _set_up(self) -> None:
        self.app.push(SetupScene(self.app, lambda: self._plan))

    def _start(self) -> None:
        self.app.start_match(self._plan)
