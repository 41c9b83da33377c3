"""The findings of a leg's review that have arrived so far, and what follows from them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from math import exp, log

from game.features.replay.model.leg_replay import LegReplay
from game.features.replay.model.review import (
    Judgement,
    LegReview,
    Luck,
    PositionChances,
    ReviewFinding,
    ReviewSize,
)

LEAST_LOSS = 40.0
"""A decision becomes a pin, and a puzzle, if it cost at least this many points."""
MOST_PINS = 5

_LEAST_CHANCE = 1e-4
"""The smallest chance that is used in calculations, so that log odds stay finite."""

SideChances = tuple[float, ...]
"""The chance of every side of winning, from 0 to 1, by side."""


class PinState(StrEnum):
    """Whether a pin still waits for an answer, was answered rightly, or had its answer shown."""

    OPEN = "open"
    FOUND = "found"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Pin:
    """One of the costliest decisions of the viewer, made in the turn of that number."""

    turn: int
    judgement: Judgement
    state: PinState = PinState.OPEN


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
    def skill(self) -> int | None:
        """The points lost by all decisions together, as a number of at most 0, or None until all are judged."""
        return -sum(judgement.points_lost for judgement in self.judgements) if self.is_done else None

    def find_pins(self, leg: LegReplay) -> tuple[Pin, ...]:
        """Return the costliest decisions, in the order of play."""
        dear = sorted((one for one in self.judgements if one.cost >= LEAST_LOSS), key=lambda one: -one.cost)
        found = sorted(dear[:MOST_PINS], key=lambda one: one.place)
        return tuple(Pin(leg.place_before(judgement.place) + 1, judgement) for judgement in found)

    def match_chances(self, leg: LegReplay, side: int) -> list[SideChances]:
        """Return every side's chance of winning the match: first after the deal, then after each turn.

        For ``side`` the chances agree with the texts about its decisions: before a decision it has the chance of the
        best move, after it that of the move played. At other turns its chance is the evaluation's, shifted in log odds
        by a value interpolated between the decisions before and after; the chance at the end of the leg is not shifted.
        """
        stated = self._stated(leg)
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

    def known_chances(self, leg: LegReplay, side: int) -> list[SideChances]:
        """Return ``match_chances`` as far as the chances after each turn have arrived."""
        return self.match_chances(leg, side) if self.has_curve else self._stated(leg)

    def _stated(self, leg: LegReplay) -> list[SideChances]:
        known = (self.position_chances.get(leg.move_count_at(place)) for place in range(leg.length + 1))
        return [chances.match for chances in takewhile(lambda chances: chances is not None, known) if chances]

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


class ReviewRun:
    """The review of a leg while the leg is looked at: what was found so far, and the pins once all is known.

    ``chances`` of every side begin with the deal and end where they are not known yet. ``fault`` says why the review
    failed, or is None.
    """

    def __init__(self, leg: LegReplay, process: LegReview) -> None:
        self.findings = LegFindings()
        self.pins: tuple[Pin, ...] = ()
        self.chances: Sequence[SideChances] = ()
        self.fault: str | None = None
        self._leg, self._process = leg, process

    @property
    def is_over(self) -> bool:
        """Whether the review has ended or failed, so that no more findings will arrive."""
        return self.findings.is_done or self.fault is not None

    @property
    def is_empty(self) -> bool:
        """Whether there was nothing to judge, since a bot drove for the person."""
        return self.findings.is_done and not self.findings.judgements

    @property
    def is_flawless(self) -> bool:
        """Whether the review has found nothing to better."""
        return self.findings.is_done and not self.pins and not self.is_empty

    def update(self) -> bool:
        """Take what the process has found; return whether anything has changed."""
        if self.is_over:
            return False
        has_ended, fault = self._process.is_done, self._process.fault  # read before the poll: no finding is missed
        found = self._process.poll()
        if not found and not has_ended and fault is None:
            return False
        self.findings.add(found)
        self.findings.is_done, self.fault = has_ended, fault
        if self.is_over:
            self.pins = self.findings.find_pins(self._leg)
        if self.is_over or any(not isinstance(one, Judgement) or one.cost > 0 for one in found):
            self.chances = self.findings.known_chances(self._leg, self._leg.side_of(self._leg.viewer))
        return True

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def mark_pin(self, index: int, state: PinState) -> None:
        self.pins = (*self.pins[:index], replace(self.pins[index], state=state), *self.pins[index + 1 :])

    def next_open_pin(self, place: int) -> int | None:
        """Return the index of the first pin that is still open after turn ``place``, else of the first of all."""
        still = [index for index, pin in enumerate(self.pins) if pin.state is PinState.OPEN]
        return next((index for index in still if self.pins[index].turn > place), still[0] if still else None)
