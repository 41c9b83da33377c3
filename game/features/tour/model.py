"""The tour: twelve stages in four regions, each a match plan with three goals, and which goals a match reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from game.career.facts import LegFacts, SideFacts
from game.engine.cards import Family
from game.engine.match import final_rank
from game.engine.rules import load_rules
from game.files import limits
from game.match.deals import Deal, DealNumber
from game.match.plan import Plan
from game.people.looks import Scenery
from game.phrases import N_, NN_, NR_, NamedChoice, Phrase
from game.settings.settings_file import PlanForm
from game.system.resources import load_asset


class Region(NamedChoice):
    """A region of the tour: ``STAGES_PER_REGION`` stages one after the other."""

    COAST = "coast", N_("Coast")
    HILLS = "hills", N_("Lake and hills")
    ALPS = "alps", N_("Alps")
    NIGHT = "night", N_("Night road")

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

MAP = (1400, 860)
"""The size of the tour's map, in its own unit."""


@dataclass(frozen=True, slots=True)
class ConditionKind:
    """What a condition of a goal asks for; ``CONDITIONS`` are all, by their word in ``tour.toml``.

    ``is_met`` gets the facts of the person's side in one leg, and the number that follows the word, or 0; None is a
    condition that the end of the match must meet. ``is_lost`` returns whether a leg can no longer meet the condition,
    given the leg, the side's facts, the number, and how many safeties nobody has played yet; None if it always can.
    ``measure`` returns how much of the number a side has done.
    """

    is_met: Callable[[SideFacts, int], bool] | None = None
    is_lost: Callable[[LegFacts, SideFacts, int, int], bool] | None = None
    measure: Callable[[SideFacts], int] | None = None
    is_numbered: bool = False


def _at_least(
    measure: Callable[[SideFacts], int], is_lost: Callable[[LegFacts, SideFacts, int, int], bool] | None = None
) -> ConditionKind:
    return ConditionKind(lambda own, n: measure(own) >= n, is_lost, measure, is_numbered=True)


CONDITIONS: Mapping[str, ConditionKind] = {
    "km": _at_least(lambda own: own.km),
    "win_leg": ConditionKind(lambda own, _: own.won),
    "no_200": ConditionKind(lambda own, _: not own.laid_200, lambda _, own, __, ___: own.laid_200),
    "safeties": _at_least(lambda own: len(own.safeties), lambda _, own, n, left: len(own.safeties) + left < n),
    "coups": _at_least(lambda own: len(own.coups_fourres), lambda _, own, n, left: len(own.coups_fourres) + left < n),
    "extended": ConditionKind(
        lambda own, _: own.has_extended,
        lambda leg, own, _, __: not own.has_extended and any(side.has_extended for side in leg.sides),
    ),
    "caught_at_most": ConditionKind(
        lambda own, n: own.was_hit <= n, lambda _, own, n, __: own.was_hit > n, is_numbered=True
    ),
    "exact": ConditionKind(lambda own, _: own.won_with_25),
    "behind": _at_least(lambda own: own.behind_km),
    "hazards": _at_least(lambda own: len(own.hazards)),
    "near_goal": ConditionKind(lambda own, _: own.stopped_near_goal),
    "place": ConditionKind(is_numbered=True),
    "win": ConditionKind(),
    "lead": ConditionKind(is_numbered=True),
}
"""Conditions of a leg, and of the match: a rank ("place", that or better), a win, and a lead of a number of points."""

GOALS: Mapping[tuple[str | int, ...], Phrase] = {
    ("win",): N_("Win"),
    ("place", 2): N_("Finish first or second on points"),
    ("place", 3): N_("Finish third or better on points"),
    ("place", 4): N_("Finish fourth or better on points"),
    ("km",): N_("Drive {km} km"),
    ("lead",): N_("Win by {points} points"),
    ("win_leg",): NR_("Win a leg"),
    ("safeties",): NR_("Play a safety", "Play {n} safeties"),
    ("coups",): NR_("Play a coup fourré"),
    ("hazards",): NR_("Play {n} kind of hazard", "Play {n} kinds of hazard"),
    ("exact",): N_("Reach the finish with a 25"),
    ("near_goal",): N_("Stop a rival in the last 100 km"),
    ("win", "safeties"): NR_("Win with a safety", "Win with {n} safeties"),
    ("win", "no_200"): N_("Win without a 200"),
    ("extended", "win"): N_("Extend and win"),
    ("safeties", "win_leg"): NR_("Win a leg with a safety", "Win a leg with {n} safeties"),
    ("win", "caught_at_most"): NN_("Win, and be hit at most once", "Win, and be hit at most {n} times"),
    ("win", "behind"): N_("Win from {km} km behind"),
}
"""What is said of each goal, by the words of its conditions, and by its number where that changes the words."""


TOUR_FILE = "tour", "tour.toml"


class GoalCondition(NamedTuple):
    """One condition of a goal: its word in ``tour.toml``, and the number that follows the word, or 0."""

    kind: str
    number: int = 0


Goal = tuple[GoalCondition, ...]
"""What a match must achieve for one star: all these conditions."""


def goal_phrase(goal: Goal) -> Phrase:
    """Return what is said of a goal; raises ``KeyError`` for one that is not in ``GOALS``."""
    words = tuple(claim.kind for claim in goal)
    return GOALS.get((*words, goal_number(goal))) or GOALS[words]


def goal_number(goal: Goal) -> int:
    """Return the number that a goal names, or 0."""
    return next((claim.number for claim in goal if claim.number), 0)


_MapPoint = tuple[Annotated[int, Meta(ge=0, le=MAP[0])], Annotated[int, Meta(ge=0, le=MAP[1])]]


class MapPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A stage's place on the map, in units of ``MAP``: where its stone stands, and on which side of it the name.

    ``bend`` has the two Bézier control points of the road to the next stone; None for the last stage.
    """

    stone: _MapPoint
    bend: tuple[_MapPoint, _MapPoint] | None = None
    name: Literal["below", "above", "left", "right"] = "below"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the tour. ``number`` counts from 1; ``deal`` is played every time, or a random one if it is None."""

    id: str
    number: int
    region: Region
    place: MapPlace
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
    place: MapPlace
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
        return Stage(id, number, self.region, self.place, plan, tuple(map(_parse_goal, self.goals)), deal)

    def plan(self) -> Plan:
        plan = super().plan()
        return Plan(plan.setup, plan.players, plan.aggression, plan.take_backs, self.hints)


def _parse_goal(written: Sequence[str | int]) -> Goal:
    """Parse a goal of ``tour.toml``: words, some of them followed by a number. Raises ``ValueError``."""
    claims: list[GoalCondition] = []
    left = list(written)
    while left:
        word = left.pop(0)
        kind = CONDITIONS.get(str(word))
        if kind is None:
            raise ValueError(f"goals: {word!r} is no word of a goal")
        n = left.pop(0) if kind.is_numbered and left else 0
        if not isinstance(n, int) or (kind.is_numbered and not n):
            raise ValueError(f"goals: expected a number after {word}, got {n!r}")
        claims.append(GoalCondition(str(word), n))
    goal = tuple(claims)
    try:
        goal_phrase(goal)
    except KeyError as error:
        raise ValueError(f"goals: no words for {written}") from error
    return goal


@cache
def stages() -> tuple[Stage, ...]:
    """Return all stages in the order in which they are played. Raises ``AssetError`` if the installation is damaged."""
    return load_asset(dict[limits.StageId, _StageForm], _stages, *TOUR_FILE)


def _stages(forms: Mapping[str, _StageForm]) -> tuple[Stage, ...]:
    found = tuple(form.stage(id, number) for number, (id, form) in enumerate(forms.items(), 1))
    if [stage.region for stage in found] != [region for region in REGIONS for _ in range(STAGES_PER_REGION)]:
        raise ValueError(f"expected {STAGES_PER_REGION} stages of each region: {', '.join(REGIONS)}")
    if [stage.id for stage in found if stage.place.bend is None] != [found[-1].id]:
        raise ValueError("place: expected a bend for each stage but the last")
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


def _of_leg(goal: Goal) -> list[GoalCondition]:
    return [claim for claim in goal if CONDITIONS[claim.kind].is_met is not None]


def _is_met(claim: GoalCondition, own: SideFacts) -> bool:
    is_met = CONDITIONS[claim.kind].is_met
    return is_met is not None and is_met(own, claim.number)


def _is_lost(stage: Stage, goal: Goal, legs: Sequence[LegFacts], side: int) -> bool:
    """Return whether no leg meets the goal's conditions on a leg, and the running last leg can no longer meet them."""
    of_leg = _of_leg(goal)
    if not of_leg or _is_met_in_one_leg(of_leg, [leg.sides[side] for leg in legs]):
        return False
    setup, leg = stage.plan.setup, legs[-1]
    deck = load_rules(setup.rules).deck(setup.seats, setup.seating)
    laid = sum(len(one.safeties) for one in leg.sides)
    left = sum(card.family is Family.SAFETY for card in deck) - laid
    tests = [(CONDITIONS[word].is_lost, n) for word, n in of_leg]
    return any(is_lost is not None and is_lost(leg, leg.sides[side], n, left) for is_lost, n in tests)


def _is_met_in_one_leg(claims: Sequence[GoalCondition], legs: Sequence[SideFacts]) -> bool:
    return any(all(_is_met(claim, own) for claim in claims) for own in legs)


def _is_reached(goal: Goal, legs: Sequence[SideFacts], side: int, totals: Sequence[int], winner: int | None) -> bool:
    of_leg = _of_leg(goal)
    of_match = [claim for claim in goal if claim not in of_leg]
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


def missed_goals(
    stage: Stage, legs: Sequence[SideFacts], side: int, totals: Sequence[int], winner: int
) -> dict[int, GoalMiss]:
    """Return by index those goals of which a side has missed a single condition, and by how much it missed that."""
    found = {n: _miss(goal, legs, side, totals, winner) for n, goal in enumerate(stage.goals)}
    return {n: miss for n, miss in found.items() if miss is not None}


def _miss(goal: Goal, legs: Sequence[SideFacts], side: int, totals: Sequence[int], winner: int) -> GoalMiss | None:
    of_leg = _of_leg(goal)
    of_match = [claim for claim in goal if claim not in of_leg]
    best = max(legs, key=lambda own: sum(_is_met(claim, own) for claim in of_leg))
    unmet = [claim for claim in of_match if not _is_met_by_result(claim, side, totals, winner)]
    unmet += [claim for claim in of_leg if not _is_met(claim, best)]
    if len(unmet) != 1:
        return None
    kind, number = unmet[0]
    if unmet[0] in of_match:
        return GoalMiss(kind, totals[side], _points_wanted(unmet[0], side, totals, winner), len(goal) > 1)
    measure = CONDITIONS[kind].measure
    return GoalMiss(kind, max(map(measure, legs)) if len(of_leg) == 1 and measure else 0, number, len(goal) > 1)


def _points_wanted(claim: GoalCondition, side: int, totals: Sequence[int], winner: int) -> int:
    """Return the total that meets a condition on the match, or the total that must be exceeded to win."""
    if claim.kind == "place" and side != winner:
        rivals = sorted((total for n, total in enumerate(totals) if n not in {side, winner}), reverse=True)
        return rivals[claim.number - 2]
    return max(total for n, total in enumerate(totals) if n != side) + (claim.number if claim.kind == "lead" else 0)


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
