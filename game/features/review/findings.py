"""What the review of a leg has found so far."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import exp, log

from game.features.replay.model import LegReplay
from game.features.review.model import Judgement, Luck, Outline, Outlook, ReviewFinding

SHOWN = 3
"""So many decisions are shown, the dearest of all."""

_LEAST_CHANCE = 1e-4
"""What is smaller is as good as none."""

Chances = tuple[float, ...]
"""By side a chance."""


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
        return self._by_cost()[:SHOWN]

    @property
    def rest(self) -> tuple[int, int]:
        """How many more decisions cost something, and how many points together."""
        rest = self._by_cost()[SHOWN:]
        return len(rest), sum(judgement.points_lost for judgement in rest)

    @property
    def skill(self) -> int | None:
        """What all decisions cost together, in points from 0 down, once all are judged: the sum of what is told."""
        return -sum(judgement.points_lost for judgement in self.judgements) if self.is_done else None

    def _by_cost(self) -> tuple[Judgement, ...]:
        dear = [judgement for judgement in self.judgements if judgement.cost > 0.0]
        return tuple(sorted(dear, key=lambda judgement: -judgement.cost))

    def leg_chances(self, leg: LegReplay) -> list[Chances]:
        """By place of the replay every side's chance to win the leg."""
        return [self.outlooks[leg.moves_at(place)].leg for place in range(leg.length + 1)]

    def swings(self, leg: LegReplay) -> dict[int, float]:
        """By turn how much the chances to win the leg changed in it, of the side for which they did most."""
        steps = enumerate(pairwise(self.leg_chances(leg)), 1)
        return {turn: max(abs(b - a) for a, b in zip(*chances, strict=True)) for turn, chances in steps}

    def match_chances(self, leg: LegReplay, side: int) -> list[Chances]:
        """By place of the replay every side's chance to win the match.

        After a turn in which ``side`` decided, its chance is what the move played was judged at, and before it what the
        best move was: the numbers on the cards. Elsewhere it is the evaluation's, moved as far as at the decisions on
        either side, in log odds; the end of the leg is what it is.
        """
        stated = [self.outlooks[leg.moves_at(place)].match for place in range(leg.length + 1)]
        judged = self._judged(leg)
        if leg.length not in judged or max(stated[-1]) >= 1.0:
            judged[leg.length] = stated[-1][side]
        off = {place: _log_odds(chance) - _log_odds(stated[place][side]) for place, chance in judged.items()}
        known = sorted(judged)
        curve = []
        for place, chances in enumerate(stated):
            own = judged.get(place)
            if own is None:
                after = bisect_left(known, place)
                right, left = known[after], known[max(0, after - 1)]
                share = (place - left) / (right - left) if right > left else 0.0
                own = _chance(_log_odds(chances[side]) + off[left] + share * (off[right] - off[left]))
            curve.append(_with(chances, side, own))
        return curve

    def _judged(self, leg: LegReplay) -> dict[int, float]:
        """The own chance at the places that a decision led from or to; of two in a turn the dearer one counts."""
        before: dict[int, float] = {}
        after: dict[int, float] = {}
        for judgement in sorted(self.judgements, key=lambda judgement: judgement.cost):
            place = leg.place_before(judgement.place)
            after[place + 1] = judgement.played.chance
            if leg.moves_at(place) == judgement.place:  # else something of that turn came before it
                before[place] = judgement.best.chance
        return before | after


def _with(chances: Chances, side: int, own: float) -> Chances:
    """The chances with another one for that side; what is left is the others' in the same proportions."""
    others = sum(chances) - chances[side]
    share = (1.0 - own) / others if others else 0.0
    return tuple(own if at == side else chance * share for at, chance in enumerate(chances))


def _log_odds(chance: float) -> float:
    inside = min(1.0 - _LEAST_CHANCE, max(_LEAST_CHANCE, chance))
    return log(inside / (1.0 - inside))


def _chance(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds))
