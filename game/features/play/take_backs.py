"""Taking moves back at the table, and making them again; running animations and open questions end."""

from __future__ import annotations

from game.features.play.menu import MenuEntry
from game.features.play.table_state import TableMatch
from game.settings.bindings import Action
from game.table.top_bar import make_again_name, take_back_name
from game.ui.keys import Commands


class TakeBackCommands:
    """The actions of the buttons, keys and menu entries for taking moves back and making them again.

    The session decides what can be taken back. A pending move counts as the last decision: taking it back cancels it.
    """

    def __init__(self, match: TableMatch) -> None:
        self._match = match

    @property
    def are_allowed(self) -> bool:
        return self._match.session.take_backs.are_allowed

    @property
    def can_take_back(self) -> bool:
        return self._match.session.take_backs.can_take_back or (self.are_allowed and self._match.has_pending_move)

    @property
    def can_redo(self) -> bool:
        """Whether a move that was taken back can be made again; a pending move, a new decision, prevents that."""
        return self._match.session.take_backs.can_redo and not self._match.has_pending_move

    def entries(self) -> list[MenuEntry]:
        """Return the menu entries for taking back and making again, as far as these are possible now."""
        entries = []
        if self.can_take_back:
            entries.append(MenuEntry("take_back", take_back_name(), "undo", self.take_back))
        if self.can_redo:
            entries.append(MenuEntry("make_again", make_again_name(), "redo", self.redo))
        return entries

    def commands(self) -> Commands:
        """Return what the key actions for taking a move back and making it again call."""
        return {Action.TAKE_BACK: self.take_back, Action.REDO: self.redo}

    def take_back(self) -> None:
        """Go back to the viewer's last decision, if there is one."""
        if not self.can_take_back:
            return
        was_due = self._match.has_pending_move
        self._match.commands.reset_interaction()
        if not was_due:
            self._match.session.take_back()
            self._match.commands.show_new_steps()

    def redo(self) -> None:
        """Go forward to the viewer's next decision, if it was taken back."""
        if not self.can_redo:
            return
        self._match.commands.reset_interaction()
        self._match.session.redo()
        self._match.commands.show_new_steps()
