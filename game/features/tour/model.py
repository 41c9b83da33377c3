"""The tour: twelve stages in four regions, each a match plan with three goals, and which goals a match reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from game.career.facts import LegFacts, SideFacts
from game.engine.cards import Family
from game.engine.rules import load_rules
from game.files import limits
from game.match.deals import Deal, DealNumber
from game.match.plan import Plan
from game.people.profiles import Scenery
from game.settings.settings_file import PlanForm
from game.system.resources import load_asset


class Region(StrEnum):
    """A region of the tour: ``STAGES_PER_REGION`` stages one after the other."""

    COAST = "coast"
    HILLS = "hills"
    ALPS = "alps"
    NIGHT = "night"

    @property
    def scenery(self) -> Scenery:
        """The region's scenery: its stages wear it, and ``SCENERY_STARS`` stars unlock it for free races."""
        return _SCENERIES[self]


_SCENERIES = {
    Region.COAST: Scenery.COAST,
    Region.HILLS: Scenery.AUTUMN,
    Region.ALPS: Scenery.SNOW,
    Region.NIGHT: Scenery.NIGHT,
}
REGIONS = tuple(Region)
STAGES_PER_REGION = 3
GOALS_PER_STAGE = 3
"""The number of goals of each stage; each goal is worth one star."""
REGION_STARS = STAGES_PER_REGION * GOALS_PER_STAGE
SCENERY_STARS = 6
"""This many of a region's ``REGION_STARS`` stars unlock its scenery."""

LEG_CONDITIONS: Mapping[str, Callable[[SideFacts, int], bool]] = {
    "km": lambda own, n: own.km >= n,
    "win_leg": lambda own, _: own.won,
    "no_200": lambda own, _: not own.laid_200,
    "safeties": lambda own, n: len(own.safeties) >= n,
    "coups": lambda own, n: len(own.coups_fourres) >= n,
    "extended": lambda own, _: own.has_extended,
    "caught_at_most": lambda own, n: own.was_hit <= n,
    "exact": lambda own, _: own.won_with_25,
    "behind": lambda own, n: own.behind_km >= n,
    "hazards": lambda own, n: len(own.hazards) >= n,
    "near_goal": lambda own, _: own.stopped_near_goal,
}
"""Conditions that one leg must meet, by their word in ``tour.toml``.

Each function gets the facts of the person's side in the leg and the number that follows the word, or 0.
"""

LOST_CONDITIONS: Mapping[str, Callable[[LegFacts, SideFacts, int, int], bool]] = {
    "no_200": lambda _, own, __, ___: own.laid_200,
    "safeties": lambda _, own, n, left: len(own.safeties) + left < n,
    "coups": lambda _, own, n, left: len(own.coups_fourres) + left < n,
    "extended": lambda leg, own, _, __: not own.has_extended and any(side.has_extended for side in leg.sides),
    "caught_at_most": lambda _, own, n, __: own.was_hit > n,
}
"""Conditions that can become impossible during a leg, by their word in ``tour.toml``; each function tests if one has.

It gets the leg, the side's facts, the number that follows the word, and how many safeties nobody has played yet.
"""

MATCH_CONDITIONS = frozenset({"place", "win", "lead"})
"""Conditions that the end of the match must meet, by their word in ``tour.toml``.

These are a rank ("place", that or better), a win, and a lead of a number of points.
"""

NUMBERED_CONDITIONS = frozenset({"km", "safeties", "coups", "caught_at_most", "behind", "hazards", "place", "lead"})


TOUR_FILE = "tour", "tour.toml"


class GoalCondition(NamedTuple):
    """One condition of a goal: its word in ``tour.toml``, and the number that follows the word, or 0."""

    kind: str
    number: int = 0


Goal = tuple[GoalCondition, ...]
"""What a match must achieve for one star: all these conditions."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the tour. ``number`` counts from 1; ``deal`` is played every time, or a random one if it is None."""

    id: str
    number: int
    region: Region
    plan: Plan
    goals: tuple[Goal, ...]
    deal: Deal | None = None


class _DealForm(Struct, frozen=True, forbid_unknown_fields=True):
    dealer: int
    number: DealNumber


_GoalNumber = Annotated[int, Meta(ge=1, le=limits.MAX_TARGET_SCORE)]
_GoalForm = Annotated[list[str | _GoalNumber], Meta(min_length=1)]


class _StageForm(PlanForm, frozen=True, kw_only=True, forbid_unknown_fields=True):
    region: Region
    goals: Annotated[list[_GoalForm], Meta(min_length=GOALS_PER_STAGE, max_length=GOALS_PER_STAGE)]
    hints: bool = True
    deal: _DealForm | None = None

    def stage(self, id: str, number: int) -> Stage:
        plan = self.plan()
        if not plan.players[0].is_human or any(player.is_human for player in plan.players[1:]):
            raise ValueError(f"{id}: players: expected a person in the first seat only")
        if self.deal is not None and plan.setup.legs != 1:
            raise ValueError(f"{id}: deal: expected a match of one leg")
        deal = None if self.deal is None else Deal.of(plan.setup, self.deal.dealer, self.deal.number)
        return Stage(id, number, self.region, plan, tuple(map(_parse_goal, self.goals)), deal)

    def plan(self) -> Plan:
        plan = super().plan()
        return Plan(plan.setup, plan.players, plan.aggression, plan.take_backs, self.hints)


def _parse_goal(written: Sequence[str | int]) -> Goal:
    """Parse a goal of ``tour.toml``: words, some of them followed by a number. Raises ``ValueError``."""
    claims: list[GoalCondition] = []
    left = list(written)
    while left:
        word = left.pop(0)
        if word not in LEG_CONDITIONS and word not in MATCH_CONDITIONS:
            raise ValueError(f"goals: {word!r} is no word of a goal")
        n = left.pop(0) if word in NUMBERED_CONDITIONS and left else 0
        if not isinstance(n, int) or (word in NUMBERED_CONDITIONS and not n):
            raise ValueError(f"goals: expected a number after {word}, got {n!r}")
        claims.append(GoalCondition(str(word), n))
    return tuple(claims)


@cache
def stages() -> tuple[Stage, ...]:
    """Return all stages in the order in which they are played. Raises ``AssetError`` if the installation is damaged."""
    return load_asset(dict[limits.StageId, _StageForm], _stages, *TOUR_FILE)


def _stages(forms: Mapping[str, _StageForm]) -> tuple[Stage, ...]:
    found = tuple(form.stage(id, number) for number, (id, form) in enumerate(forms.items(), 1))
    if [stage.region for stage in found] != [region for region in REGIONS for _ in range(STAGES_PER_REGION)]:
        raise ValueError(f"expected {STAGES_PER_REGION} stages of each region: {', '.join(REGIONS)}")
    return found


def total_stars() -> int:
    """Return the number of stars that all stages together offer."""
    return sum(len(stage.goals) for stage in stages())


def scenery_of(stage_id: str | None) -> Scenery | None:
    """Return the scenery of the stage's region, or None if this version of the game has no such stage."""
    stage = stage_of(stage_id)
    return None if stage is None else stage.region.scenery


def stage_of(id: str | None) -> Stage | None:
    """Return the stage with that id, or None if this version of the game has no such stage."""
    return next((stage for stage in stages() if stage.id == id), None) if id is not None else None


# -- what a match reached ----------------------------------------------------------------------------------------------


def reached_goals(
    stage: Stage, legs: Sequence[SideFacts], side: int, totals: Sequence[int], winner: int | None
) -> tuple[int, ...]:
    """Return the indices of the stage's goals that a side has reached, counted from 0.

    ``legs`` are the facts of that side, one for each leg; ``winner`` is the winning side, None in a running match. The
    caller checks whether the match counts.
    """
    return tuple(n for n, goal in enumerate(stage.goals) if _is_reached(goal, legs, side, totals, winner))


def lost_goals(
    stage: Stage, legs: Sequence[LegFacts], side: int, totals: Sequence[int], winner: int | None
) -> tuple[int, ...]:
    """Return the indices of the stage's goals that a side can no longer reach, counted from 0.

    Only open cards are considered, so hidden ones are not given away. If a tie adds another leg, goals lost in the
    previous leg can be reached again.
    """
    driven, own = tuple(legs), [leg.sides[side] for leg in legs]
    unreached = [n for n, goal in enumerate(stage.goals) if not _is_reached(goal, own, side, totals, winner)]
    setup = stage.plan.setup
    if winner is None and (setup.legs is None or len(driven) < setup.legs or driven[-1].is_over):
        return ()
    return tuple(n for n in unreached if winner is not None or _is_lost(stage, stage.goals[n], driven, side))


def _is_lost(stage: Stage, goal: Goal, legs: Sequence[LegFacts], side: int) -> bool:
    """Return whether no leg meets the goal's conditions on a leg, and the running last leg can no longer meet them."""
    of_leg = [claim for claim in goal if claim.kind in LEG_CONDITIONS]
    if not of_leg or _is_met_in_one_leg(of_leg, [leg.sides[side] for leg in legs]):
        return False
    setup, leg = stage.plan.setup, legs[-1]
    deck = load_rules(setup.rules).deck(setup.seats, setup.seating)
    laid = sum(len(one.safeties) for one in leg.sides)
    left = sum(card.family is Family.SAFETY for card in deck) - laid
    return any(word in LOST_CONDITIONS and LOST_CONDITIONS[word](leg, leg.sides[side], n, left) for word, n in of_leg)


def _is_met_in_one_leg(claims: Sequence[GoalCondition], legs: Sequence[SideFacts]) -> bool:
    return any(all(LEG_CONDITIONS[word](own, n) for word, n in claims) for own in legs)


def _is_reached(goal: Goal, legs: Sequence[SideFacts], side: int, totals: Sequence[int], winner: int | None) -> bool:
    of_leg = [claim for claim in goal if claim.kind in LEG_CONDITIONS]
    of_match = [claim for claim in goal if claim.kind in MATCH_CONDITIONS]
    return all(_is_met_by_result(claim, side, totals, winner) for claim in of_match) and (
        not of_leg or _is_met_in_one_leg(of_leg, legs)
    )


def _is_met_by_result(claim: GoalCondition, side: int, totals: Sequence[int], winner: int | None) -> bool:
    if winner is None:
        return False
    match claim.kind:
        case "place":
            return final_rank(side, totals, winner) <= claim.number
        case "lead":
            return totals[side] - max(other for n, other in enumerate(totals) if n != side) >= claim.number
    return winner == side


class GoalMiss(NamedTuple):
    """The only condition of a goal that a side has missed, and how much of it was done and needed.

    For a condition on the match both are points in all. ``is_of_several`` says that the goal has other conditions.
    """

    kind: str
    done: int
    needed: int
    is_of_several: bool


_MEASURES: Mapping[str, Callable[[SideFacts], int]] = {
    "km": lambda own: own.km,
    "safeties": lambda own: len(own.safeties),
    "coups": lambda own: len(own.coups_fourres),
    "hazards": lambda own: len(own.hazards),
    "behind": lambda own: own.behind_km,
}


def missed_goals(
    stage: Stage, legs: Sequence[SideFacts], side: int, totals: Sequence[int], winner: int
) -> dict[int, GoalMiss]:
    """Return by index those goals of which a side has missed a single condition, and by how much it missed that."""
    found = {n: _miss(goal, legs, side, totals, winner) for n, goal in enumerate(stage.goals)}
    return {n: miss for n, miss in found.items() if miss is not None}


def _miss(goal: Goal, legs: Sequence[SideFacts], side: int, totals: Sequence[int], winner: int) -> GoalMiss | None:
    of_leg = [claim for claim in goal if claim.kind in LEG_CONDITIONS]
    unmet = [
        claim for claim in goal if claim.kind in MATCH_CONDITIONS and not _is_met_by_result(claim, side, totals, winner)
    ]
    best = min(legs, key=lambda own: sum(not LEG_CONDITIONS[word](own, n) for word, n in of_leg))
    unmet += [claim for claim in of_leg if not LEG_CONDITIONS[claim.kind](best, claim.number)]
    if len(unmet) != 1:
        return None
    kind, number = unmet[0]
    if kind in MATCH_CONDITIONS:
        return GoalMiss(kind, totals[side], _points_wanted(unmet[0], side, totals, winner), len(goal) > 1)
    measure = _MEASURES.get(kind)
    return GoalMiss(kind, max(map(measure, legs)) if len(of_leg) == 1 and measure else 0, number, len(goal) > 1)


def _points_wanted(claim: GoalCondition, side: int, totals: Sequence[int], winner: int) -> int:
    """Return the total that meets a condition on the match, or the total that must be exceeded to win."""
    if claim.kind == "place" and side != winner:
        rivals = sorted((total for n, total in enumerate(totals) if n not in {side, winner}), reverse=True)
        return rivals[claim.number - 2]
    return max(total for n, total in enumerate(totals) if n != side) + (claim.number if claim.kind == "lead" else 0)


def final_rank(side: int, totals: Sequence[int], winner: int) -> int:
    """Return a side's rank at the end of a match, from 1; equal points share a rank, and the winner is always first."""
    if side == winner:
        return 1
    return 2 + sum(total > totals[side] for other, total in enumerate(totals) if other != winner)


# -- a person's progress -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tour:
    """A person's progress on the tour: for each finished stage, the indices of the goals reached, by the stage's id."""

    reached_by_stage: Mapping[str, Iterable[int]]

    def is_finished(self, stage: Stage) -> bool:
        """Return whether the stage was played to its end, won or not."""
        return stage.id in self.reached_by_stage

    def is_open(self, stage: Stage) -> bool:
        """Return whether the stage may be played: it is the first, or it or the stage before it is finished."""
        return stage.number == 1 or self.is_finished(stage) or self.is_finished(stages()[stage.number - 2])

    def goals_reached(self, stage: Stage) -> frozenset[int]:
        """Return the indices of the stage's goals that were reached, counted from 0.

        Goals that only a later version has are left out.
        """
        return frozenset(self.reached_by_stage.get(stage.id, ())).intersection(range(len(stage.goals)))

    def stars(self, region: Region | None = None) -> int:
        """Return the number of stars won in a region, or on the whole tour if ``region`` is None."""
        return sum(len(self.goals_reached(stage)) for stage in stages() if region in (None, stage.region))

    def union(self, other: Tour) -> Tour:
        """Return a progress with all goals that this or the other progress has reached."""
        ids = dict.fromkeys((*self.reached_by_stage, *other.reached_by_stage))
        return Tour({id: {*self.reached_by_stage.get(id, ()), *other.reached_by_stage.get(id, ())} for id in ids})

    @property
    def next_stage(self) -> Stage:
        """The first stage that is not finished, or the last stage if all are finished."""
        return next((stage for stage in stages() if not self.is_finished(stage)), stages()[-1])
