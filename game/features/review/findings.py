"""The findings of a leg's review that have arrived so far, and what follows from them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import exp, log

from game.features.replay.model import LegReplay
from game.features.review.model import Judgement, Luck, PositionChances, ReviewFinding, ReviewSize

SHOWN_DECISIONS = 3
"""How many decisions the review shows: the costliest ones."""

_LEAST_CHANCE = 1e-4
"""The smallest chance that is used in calculations, so that log odds stay finite."""

SideChances = tuple[float, ...]
"""The chance of every side of winning, from 0 to 1, by side."""


class LegFindings:
    """Collects the findings of a leg's review by kind, as they arrive.

    ``outline`` says how much there is to review; it and ``luck`` are None until they arrive. ``is_done`` says that
    nothing more will arrive.
    """

    def __init__(self) -> None:
        self.outline: ReviewSize | None = None
        self.luck: Luck | None = None
        self.position_chances: dict[int, PositionChances] = {}
        self.judgements: list[Judgement] = []
        self.is_done = False

    def add(self, findings: Sequence[ReviewFinding]) -> None:
        for finding in findings:
            match finding:
                case ReviewSize():
                    self.outline = finding
                case PositionChances():
                    self.position_chances[finding.place] = finding
                case Luck():
                    self.luck = finding
                case Judgement():
                    self.judgements.append(finding)

    @property
    def has_curve(self) -> bool:
        """Whether the chances after every move of the leg are known."""
        return self.outline is not None and len(self.position_chances) > self.outline.moves

    @property
    def progress(self) -> float:
        """The share of the decisions that are judged already, from 0 to 1."""
        if self.is_done:
            return 1.0
        return len(self.judgements) / self.outline.decisions if self.outline and self.outline.decisions else 0.0

    @property
    def costliest(self) -> tuple[Judgement, ...]:
        """The shown decisions: those that cost most, the costliest first, and of equal ones the earlier first."""
        return self._by_cost()[:SHOWN_DECISIONS]

    @property
    def remaining_cost(self) -> tuple[int, int]:
        """The number of costly decisions that are not shown, and how many points they cost together."""
        rest = self._by_cost()[SHOWN_DECISIONS:]
        return len(rest), sum(judgement.points_lost for judgement in rest)

    @property
    def skill(self) -> int | None:
        """The points lost by all decisions together, as a number of at most 0, or None until all are judged."""
        return -sum(judgement.points_lost for judgement in self.judgements) if self.is_done else None

    def _by_cost(self) -> tuple[Judgement, ...]:
        dear = [judgement for judgement in self.judgements if judgement.cost > 0.0]
        return tuple(sorted(dear, key=lambda judgement: -judgement.cost))

    def leg_chances(self, leg: LegReplay) -> list[SideChances]:
        """Return every side's chance of winning the leg: first after the deal, then after each turn."""
        return [self.position_chances[leg.move_count_at(place)].leg for place in range(leg.length + 1)]

    def chance_swings(self, leg: LegReplay) -> dict[int, float]:
        """Return for every turn, from 1, the largest change that it made to any side's chance of winning the leg."""
        steps = enumerate(pairwise(self.leg_chances(leg)), 1)
        return {turn: max(abs(b - a) for a, b in zip(*chances, strict=True)) for turn, chances in steps}

    def match_chances(self, leg: LegReplay, side: int) -> list[SideChances]:
        """Return every side's chance of winning the match: first after the deal, then after each turn.

        For ``side`` the chances agree with the texts about its decisions: before a decision it has the chance of the
        best move, after it that of the move played. At other turns its chance is the evaluation's, shifted in log odds
        by a value interpolated between the decisions before and after; the chance at the end of the leg is not shifted.
        """
        stated = [self.position_chances[leg.move_count_at(place)].match for place in range(leg.length + 1)]
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
        """Return the judged side's chance of winning the match right before and right after each of its decisions.

        The keys are the turns after which the chances apply. Of two decisions in the same turn the costlier one counts.
        """
        before: dict[int, float] = {}
        after: dict[int, float] = {}
        for judgement in sorted(self.judgements, key=lambda judgement: judgement.cost):
            place = leg.place_before(judgement.place)
            after[place + 1] = judgement.played.chance
            if leg.move_count_at(place) == judgement.place:  # else something of that turn came before it
                before[place] = judgement.best.chance
        return before | after


def _replace_chance(chances: SideChances, side: int, own: float) -> SideChances:
    """Return the chances with ``own`` as that of ``side``; the others share the rest in their old proportions."""
    others = sum(chances) - chances[side]
    share = (1.0 - own) / others if others else 0.0
    return tuple(own if at == side else chance * share for at, chance in enumerate(chances))


def _log_odds(chance: float) -> float:
    inside = min(1.0 - _LEAST_CHANCE, max(_LEAST_CHANCE, chance))
    return log(inside / (1.0 - inside))


def _chance(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds))
