"""Keeps the running match on disk: after every move, by the writer, with one problem reported if that fails."""

from __future__ import annotations

from game.session.problems import Problem, ProblemCode
from game.session.storage.store import MatchStore
from game.session.storage.writer import Ticket


class Autosave:
    """The match file of one session; without ``files`` nothing is written and everything counts as settled."""

    def __init__(self, files: MatchStore | None) -> None:
        self._files = files
        self._ticket: Ticket | None = None
        self._problems: list[Problem] = []
        self._has_complained = False
        self._has_failed = False

    @property
    def has_file(self) -> bool:
        """Whether the match is to be kept at all."""
        return self._files is not None

    @property
    def is_kept(self) -> bool:
        """Whether the latest state is on disk or still on its way there."""
        if self._ticket is not None and self._ticket.is_done and self._ticket.error is not None:
            return False
        return self.has_file and not self._has_failed

    @property
    def is_settled(self) -> bool:
        """Whether the latest state is on disk, or is known not to get there."""
        if self._ticket is not None and self._ticket.is_done:
            self._check(self._ticket)
            self._ticket = None
        return self._ticket is None

    def save(self, data: bytes) -> None:
        """Have this state written."""
        if self._files is not None:
            self._follow(self._files.save_match(data))

    def remove(self) -> None:
        """Have the file of a match that is over removed."""
        if self._files is not None:
            self._follow(self._files.remove_match())

    def take_problems(self) -> list[Problem]:
        """The first failure, once."""
        problems, self._problems = self._problems, []
        return problems

    def _follow(self, ticket: Ticket | None) -> None:
        """Wait for this ticket; there is none for a file that may not be written."""
        self._ticket, self._has_failed = ticket, ticket is None

    def _check(self, ticket: Ticket) -> None:
        self._has_failed = ticket.error is not None
        if ticket.error is None or self._has_complained:
            return
        self._has_complained = True
        values = {"path": str(ticket.path), "error": ticket.why}
        self._problems.append(Problem(ProblemCode.SAVE_FAILED, values))
