"""Letting the strongest bot finish the leg, and taking over again: the button above the turn plate, key and menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.engine.observation import Phase
from game.i18n import _
from game.scenes.dialogs import DialogButton, confirm
from game.scenes.menu import Entry
from game.scenes.table.questions import plate_button
from game.table.geometry.box import Box
from game.table.turn_plate import offer_height, turn_places
from game.table.view import Offering, TableView
from game.ui.drawing import text
from game.ui.widgets import Button, Style

if TYPE_CHECKING:
    from game.scenes.table.scene import TableScene

DELEGATE: Final = "delegate"
TAKE_OVER: Final = "take_over"


class Delegation:
    """What button, key and menu do; who may delegate when, the session knows.

    The button to delegate is offered in one's own turn where the turn plate leaves room for it, that to take over
    stands there all the time.
    """

    def __init__(self, table: TableScene) -> None:
        self._table = table
        self._shown: tuple[Offering, Box | None] = ("", None)
        self._seen: TableView | None = None

    @property
    def is_delegated(self) -> bool:
        """Whether a bot plays for the person at the screen."""
        return self._table.session.is_delegated and self._table.observation.phase is not Phase.OVER

    @property
    def is_offered(self) -> bool:
        """Whether the button to delegate belongs on the table now."""
        table = self._table
        is_own_turn = table.session.waiting_for_viewer and table.animation.is_over and not table.is_move_due
        is_free = table.questions.prompt is None and not table.is_coached
        return is_own_turn and is_free and table.session.can_delegate and self._has_room

    @property
    def _has_room(self) -> bool:
        """Whether the button's words fit into the width of the turn plate."""
        layout = self._table.picture.places.layout
        needed = Button.natural_width(_("Let a bot drive"), offer_height(layout), px=text.MIN_NAME_PX)
        return needed <= layout.turn.w

    @property
    def button_w(self) -> int:
        """The width of the button to take over where it stands beside the plate; 0 if there is none."""
        layout = self._table.picture.places.layout
        if not layout.tall:
            return 0
        high = layout.turn.h
        return Button.natural_width(_("Take over"), high, icon=True) if self._table.session.can_take_over else 0

    @property
    def offering(self) -> Offering:
        """How much the button above the turn plate is wished for."""
        return "firmly" if self._table.session.can_take_over else "quietly" if self.is_offered else ""

    def entries(self) -> list[Entry]:
        """The line of the menu, if there is anything to do."""
        session = self._table.session
        if session.can_take_over:
            return [Entry(TAKE_OVER, _("Take over"), "person", self.take_over)]
        if session.can_delegate and not self._table.is_coached:
            return [Entry(DELEGATE, _("Let a bot drive"), "delegate", self.ask)]
        return []

    def toggle(self) -> None:
        """Ask whether to delegate, or take over: what the key does."""
        session = self._table.session
        if session.can_take_over:
            self.take_over()
        elif session.can_delegate and not self._table.is_coached:
            self.ask()

    def ask(self) -> None:
        """Ask whether a bot is to finish the leg."""
        app = self._table.app
        yes = DialogButton("yes", lambda: _("Let it drive"), self._delegate, Style.RED)
        app.push(confirm(app, lambda: _("Let a bot drive?"), self._what_it_means, yes))

    def _what_it_means(self) -> str:
        means = _(
            "The strongest bot plays your cards to the finish and sees no more than you do. "
            "That counts in the match, but not in your statistics and milestones."
        )
        return means if self._table.session.is_shared else " ".join((means, _("You can take over at any time.")))

    def _delegate(self) -> None:
        table = self._table
        if table.session.can_delegate:  # the leg may have ended below the question
            table.drop_everything()
            table.session.delegate()
            table.hear()

    def take_over(self) -> None:
        """Play on oneself."""
        table = self._table
        if table.session.can_take_over:
            table.session.take_over()
            table.hear()

    def follow(self) -> None:
        """Put the button there, or away, as soon as it may be pressed, and as the words below leave room for it."""
        table, offering = self._table, self.offering
        if offering != self._shown[0]:
            table.touch()
        elif table.view is self._seen:
            return
        self._seen = table.view
        shown = offering, turn_places(table.picture.places.layout, table.view.turn).button if offering else None
        if shown != self._shown:
            self._shown = shown
            table.place_controls()

    def buttons(self) -> list[Button]:
        """The button above the turn plate, if there is one."""
        table = self._table
        place = turn_places(table.picture.places.layout, table.view.turn).button
        if place is None or table.questions.is_aside:
            return []
        match self.offering:
            case "firmly":
                return [plate_button(TAKE_OVER, _("Take over"), place, "person", self.take_over, Style.GOLD)]
            case "quietly":
                return [plate_button(DELEGATE, _("Let a bot drive"), place, "delegate", self.ask, Style.NAVY)]
        return []
