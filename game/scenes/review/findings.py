"""What the review of a leg has found so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.session.review import Judgement, Luck, Outline, Outlook, ReviewFinding

SHOWN: Final = 3
"""So many decisions are shown, the dearest of all."""


class LegFindings:
    """The findings, sorted in as they come by ``add``.

    ``outline`` and ``luck`` are None until they are known, and ``is_done`` says that nothing more will come.
    """

    def __init__(self) -> None:
        self.outline: Outline | None = None
        self.luck: Luck | None = None
        self.outlooks: dict[int, Outlook] = {}
        self.judgements: list[Judgement] = []
        self.is_done = False

    def add(self, findings: Sequence[ReviewFinding]) -> None:
        """Sort in what was found."""
        for finding in findings:
            match finding:
                case Outline():
                    self.outline = finding
                case Outlook():
                    self.outlooks[finding.place] = finding
                case Luck():
                    self.luck = finding
                case Judgement():
                    self.judgements.append(finding)

    @property
    def has_curve(self) -> bool:
        """Whether the chances after every move are known."""
        return self.outline is not None and len(self.outlooks) > self.outline.moves

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1."""
        if self.is_done:
            return 1.0
        return len(self.judgements) / self.outline.decisions if self.outline and self.outline.decisions else 0.0

    @property
    def dearest(self) -> tuple[Judgement, ...]:
        """The decisions that cost most, the dearest first; of two alike the earlier one."""
        dear = [judgement for judgement in self.judgements if judgement.cost > 0.0]
        return tuple(sorted(dear, key=lambda judgement: -judgement.cost)[:SHOWN])

    @property
    def skill(self) -> float | None:
        """The points by which all decisions together were better than an ordinary driver's, once all are judged."""
        return sum(judgement.gain for judgement in self.judgements) if self.is_done else None
