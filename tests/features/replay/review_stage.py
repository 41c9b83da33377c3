"""Reviews without a process: what they find is found beforehand, with little work, and told at once or in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from unittest import mock

from ai.review import review
from ai.search.expectimax import SearchBudget
from game.engine.rules import Seating
from game.features.replay import opening
from game.features.replay import scene as replay_scene
from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import Judgement, ReviewFinding, ReviewQuestion
from game.features.replay.scene import ReplayScene
from game.i18n import _
from game.match.match_file import SavedMatch
from game.table.top_bar import back_button
from tests.played_legs import played_match
from tests.window import Driver

TO_RESULT = back_button("trophy", lambda: _("Result"), lambda: _("Back to the result. Key: Esc"))
TO_PUZZLES = back_button("undo", lambda: _("Puzzles"), lambda: _("Back to the puzzles. Key: Esc"))
FAULT = "the review's process ended"
QUICK = SearchBudget(worlds=4, moves=6, margin=200.0)
"""Few imagined worlds, and short."""


class ScriptedReview:
    """A review that tells what it is given: all of it at the first poll, and nothing more."""

    def __init__(self, findings: Sequence[ReviewFinding], *, fault: str | None = None, is_done: bool = True) -> None:
        self.fault = fault
        self.is_done = is_done and fault is None
        self.is_closed = False
        self._findings = list(findings)

    def __call__(self, question: ReviewQuestion) -> ScriptedReview:
        """Begin, as making a review does."""
        assert question.record.moves
        return self

    def poll(self) -> Sequence[ReviewFinding]:
        """All there is, once."""
        told, self._findings = self._findings, []
        return told

    def tell(self, findings: Sequence[ReviewFinding], *, is_done: bool = False) -> None:
        """Find more."""
        self._findings += findings
        self.is_done = is_done

    def close(self) -> None:
        """Note it."""
        self.is_closed = True


@cache
def findings(rules: str, seats: int, seating: Seating) -> tuple[ReviewFinding, ...]:
    """What is to be found in the second leg of a match played by chance, seen from the person's seat."""
    leg = LegReplay(played_match(rules, seats, seating), 1)
    return tuple(review(leg.record, leg.context, leg.viewer, budget=QUICK))


def without_dear(found: Sequence[ReviewFinding]) -> list[ReviewFinding]:
    """The same but for the decisions that cost something."""
    return [one for one in found if not (isinstance(one, Judgement) and one.cost > 0)]


@contextmanager
def reviewed_by(made: Callable[[ReviewQuestion], object]) -> Iterator[None]:
    """Let every review that begins be this one."""
    with mock.patch.object(replay_scene, "LegReview", made):
        yield


def look_back(
    driver: Driver, saved: SavedMatch, index: int, *, review: ScriptedReview | None = None, place: int | None = None
) -> ReplayScene:
    """Look back at a leg, as from its score, under that review, or one that finds nothing and never ends."""
    with reviewed_by(review or ScriptedReview([], is_done=False)):
        opening.open_replay(driver.app, saved, index, TO_RESULT, place=place)
        driver.settle()
    return driver.top(ReplayScene)
