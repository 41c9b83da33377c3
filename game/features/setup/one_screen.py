"""The dialog to set up a match of several persons at one screen, with a row for each person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from game.engine.rules import sides_of
from game.features.setup.scene import SetupScene
from game.features.setup.seats import driver_portrait, person_field
from game.i18n import _, language
from game.match.plan import Plan, seatings
from game.people.players import HUMAN, Player, first_person_seat, with_person_seated
from game.scenes.dialogs import PanelForm
from game.scenes.host import Host
from game.scenes.screen import corner_button
from game.ui import layout as ui
from game.ui.drawing.theme import THEME
from game.ui.widgets import ButtonStyle
from game.words.matches import plan_summary
from game.words.names import NOBODY, Names

_WIDE = 820
_FEWEST = 2


class OneScreenScene(PanelForm):
    """The dialog with the persons of a match at one screen; it begins with those of the last such match.

    The person of the current profile comes first.
    """

    name = "one_screen"
    opaque = False
    first_focus = "start"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._plan = app.settings.shared_plan(language())

    @property
    def plan(self) -> Plan:
        """The match to start, with the current profile's name and looks."""
        return replace(self._plan, players=with_person_seated(self._plan.players, self.app.settings.profile))

    @property
    def _persons(self) -> list[int]:
        return [seat for seat, player in enumerate(self._plan.players) if player.is_human]

    def escape(self) -> None:
        self.app.pop(self)

    # -- layout -------------------------------------------------------------------------------------------------------

    def tree(self) -> ui.Box:
        s = self.scale
        foot = ui.Flow(
            ui.button(s, "start", _("Start"), self._start, style=ButtonStyle.RED, icon="flag"),
            ui.button(s, "setup", _("Rules and bots…"), self._set_up, style=ButtonStyle.PAPER, icon="gear"),
            gap=s.text_px(18), from_right=True,
        )  # fmt: skip
        title = _("At one screen")
        return self.plate(
            title, [self._person_rows], foot, wide=_WIDE, icon="friends", aside=corner_button(s, self.escape)
        )

    def _person_rows(self) -> ui.Box:
        s, persons = self.scale, self._persons
        most = max(option.seats for option in seatings(self._plan.setup.rules))
        add = ui.button(
            s, "add", _("Add a player"), self._add, style=ButtonStyle.PAPER, icon="person", role=ui.ROLES.name,
            enabled=len(persons) < most,
        )  # fmt: skip
        return ui.Column(
            ui.Label(s, _("The cards stay covered while the screen changes hands."), ui.ROLES.body, THEME.text2,
            id="note"),
            *map(self._row, persons),
            ui.Row(add, ui.Spacer()),
            ui.Label(s, plan_summary(self._plan), ui.ROLES.lead, id="about"),
            gap=s.space_px(14),
        )  # fmt: skip

    def _row(self, seat: int) -> ui.Box:
        s, plan = self.scale, self.plan
        name = Names.for_table(plan.players, sides_of(plan.setup.seats, plan.setup.seating), NOBODY).seat(seat)
        if seat == first_person_seat(plan.players):
            who: ui.Box = ui.Label(s, name, ui.ROLES.name, grow=1, id="you")
        else:
            who = person_field(s, self.app.settings, plan, seat, self._set_plan, bounds=self.bounds)
        leave = None
        if seat != first_person_seat(plan.players) and len(self._persons) > _FEWEST:
            leave = ui.icon_button(
                s, f"leave-{seat}", _("Without {name}", name=name), partial(self._leave_out, seat),
                icon="close", style=ButtonStyle.PAPER, side=round(1.6 * s.px(ui.ROLES.name)),
            )  # fmt: skip
        return ui.Panel(
            ui.Row(driver_portrait(s, plan, seat), who, leave, gap=s.space_px(20)),
            s.space_px(10),
            fill=THEME.row,
            radius=s.space_px(14),
        )

    # -- actions -----------------------------------------------------------------------------------------------------

    def _set_plan(self, plan: Plan) -> None:
        self._plan = plan
        self.lay_out()

    def _add(self) -> None:
        persons = [self._plan.players[seat] for seat in self._persons]
        self._seat([*persons, HUMAN])

    def _leave_out(self, seat: int) -> None:
        self._seat([self._plan.players[other] for other in self._persons if other != seat])

    def _seat(self, persons: Sequence[Player]) -> None:
        bots = self._plan.setup.seats - len(self._persons)
        self._set_plan(self._plan.with_persons(persons, bots))

    def _set_up(self) -> None:
        self.app.push(SetupScene(self.app, lambda: self._plan))

    def _start(self) -> None:
        self.app.start_match(self._plan)
