"""The findings of a leg's review so far."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import exp, log

from game.features.replay.model import LegReplay
from game.features.review.model import Judgement, Luck, Outline, PositionChances, ReviewFinding

SHOWN_DECISIONS = 3
"""The number of decisions that are shown, the costliest of all."""

_LEAST_CHANCE = 1e-4
"""A smaller chance counts as none, so that log odds stay finite."""

SideChances = tuple[float, ...]
"""A chance for every side, by side."""


class LegFindings:
    """The findings, sorted by kind as ``add`` receives them.

    ``outline`` and ``luck`` are None until they are known, and ``is_done`` says that nothing more will come.
    """

    def __init__(self) -> None:
        self.outline: Outline | None = None
        self.luck: Luck | None = None
        self.position_chances: dict[int, PositionChances] = {}
        self.judgements: list[Judgement] = []
        self.is_done = False

    def add(self, findings: Sequence[ReviewFinding]) -> None:
        for finding in findings:
            match finding:
                case Outline():
                    self.outline = finding
                case PositionChances():
                    self.position_chances[finding.place] = finding
                case Luck():
                    self.luck = finding
                case Judgement():
                    self.judgements.append(finding)

    @property
    def has_curve(self) -> bool:
        """Whether the chances after every move are known."""
        return self.outline is not None and len(self.position_chances) > self.outline.moves

    @property
    def progress(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        if self.is_done:
            return 1.0
        return len(self.judgements) / self.outline.decisions if self.outline and self.outline.decisions else 0.0

    @property
    def costliest(self) -> tuple[Judgement, ...]:
        """The decisions that cost most, the costliest first; of two alike the earlier one."""
        return self._by_cost()[:SHOWN_DECISIONS]

    @property
    def remaining_cost(self) -> tuple[int, int]:
        """How many more decisions cost something, and how many points together."""
        rest = self._by_cost()[SHOWN_DECISIONS:]
        return len(rest), sum(judgement.points_lost for judgement in rest)

    @property
    def skill(self) -> int | None:
        """The points that all decisions cost together, from 0 down, once all are judged: the sum of those shown."""
        return -sum(judgement.points_lost for judgement in self.judgements) if self.is_done else None

    def _by_cost(self) -> tuple[Judgement, ...]:
        dear = [judgement for judgement in self.judgements if judgement.cost > 0.0]
        return tuple(sorted(dear, key=lambda judgement: -judgement.cost))

    def leg_chances(self, leg: LegReplay) -> list[SideChances]:
        """Return every side's chance to win the leg, by place of the replay."""
        return [self.position_chances[leg.moves_at(place)].leg for place in range(leg.length + 1)]

    def swings(self, leg: LegReplay) -> dict[int, float]:
        """Return by turn the largest change in any side's chance to win the leg."""
        steps = enumerate(pairwise(self.leg_chances(leg)), 1)
        return {turn: max(abs(b - a) for a, b in zip(*chances, strict=True)) for turn, chances in steps}

    def match_chances(self, leg: LegReplay, side: int) -> list[SideChances]:
        """Return every side's chance to win the match, by place of the replay.

        After a turn in which ``side`` decided, its chance is that of the move played, and before it that of the best
        move: the numbers on the cards. Elsewhere it is the evaluation's, shifted in log odds between the shifts at the
        decisions on either side; the end of the leg stays as it is.
        """
        stated = [self.position_chances[leg.moves_at(place)].match for place in range(leg.length + 1)]
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
            curve.append(_replace_chance(chances, side, own))
        return curve

    def _judged(self, leg: LegReplay) -> dict[int, float]:
        """Return the own chance before and after each decision; of two decisions in a turn the costlier counts."""
        before: dict[int, float] = {}
        after: dict[int, float] = {}
        for judgement in sorted(self.judgements, key=lambda judgement: judgement.cost):
            place = leg.place_before(judgement.place)
            after[place + 1] = judgement.played.chance
            if leg.moves_at(place) == judgement.place:  # else something of that turn came before it
                before[place] = judgement.best.chance
        return before | after


def _replace_chance(chances: SideChances, side: int, own: float) -> SideChances:
    """Return the chances with ``own`` for that side; the others share the rest in the same proportions."""
    others = sum(chances) - chances[side]
    share = (1.0 - own) / others if others else 0.0
    return tuple(own if at == side else chance * share for at, chance in enumerate(chances))


def _log_odds(chance: float) -> float:
    inside = min(1.0 - _LEAST_CHANCE, max(_LEAST_CHANCE, chance))
    return log(inside / (1.0 - inside))


def _chance(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds))
