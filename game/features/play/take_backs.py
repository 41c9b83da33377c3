"""Taking moves back and making them again at the table, at any moment: whatever is on its way or asked is dropped."""

from __future__ import annotations

import pygame
from pygame.event import Event

from game.features.play.match import TableMatch
from game.features.play.menu import Entry
from game.settings.bindings import Action
from game.table.top_bar import make_again_name, take_back_name
from game.ui.keys import asks


class TakeBacks:
    """What the buttons, the keys and the menu do; whether anything is there to be taken back, the session knows.

    A move that waits for the disk is the last decision too: to take it back, it is simply not made.
    """

    def __init__(self, match: TableMatch) -> None:
        self._match = match

    @property
    def are_allowed(self) -> bool:
        """Whether this match has them at all."""
        return self._match.session.take_backs.are_allowed

    @property
    def can_take_back(self) -> bool:
        """Whether there is a decision to be taken back."""
        return self._match.session.take_backs.can_take_back or (self.are_allowed and self._match.is_move_due)

    @property
    def can_make_again(self) -> bool:
        """Whether one was taken back that can be made again; a move that is due is a new decision already."""
        return self._match.session.take_backs.can_make_again and not self._match.is_move_due

    def entries(self) -> list[Entry]:
        """The lines of the menu, as far as there is anything to do."""
        entries = []
        if self.can_take_back:
            entries.append(Entry("take_back", take_back_name(), "undo", self.take_back))
        if self.can_make_again:
            entries.append(Entry("make_again", make_again_name(), "redo", self.make_again))
        return entries

    def handle(self, event: Event) -> bool:
        """Do what a key asks for; True if it is one of theirs."""
        if event.type != pygame.KEYDOWN:
            return False
        if asks(event, Action.TAKE_BACK):
            self.take_back()
        elif asks(event, Action.MAKE_AGAIN):
            self.make_again()
        else:
            return False
        return True

    def take_back(self) -> None:
        """Go back to the last decision, if there is one."""
        if not self.can_take_back:
            return
        was_due = self._match.is_move_due
        self._match.acts.drop_everything()
        if not was_due:
            self._match.session.take_back()
            self._match.acts.hear()

    def make_again(self) -> None:
        """Go forth to the next one, if it was taken back."""
        if not self.can_make_again:
            return
        self._match.acts.drop_everything()
        self._match.session.make_again()
        self._match.acts.hear()
