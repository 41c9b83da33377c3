"""The milestones and their conditions, which are checked on the facts of legs and matches.

Practice matches earn no milestones; nor do legs and matches with take-backs or open cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date

from game.career.achievements import Achievements
from game.career.facts import SideFacts, leg_facts
from game.career.match_stats import LegStats, MatchStats, stats_without_legs
from game.career.reader import PlayedMatch
from game.engine.cards import HAZARDS, SAFETIES
from game.engine.rules import RULE_SETS, Seating
from game.match.match_file import MatchKind, SavedMatch
from game.people.players import LEVELS
from game.phrases import N_, NamedChoice, Phrase

_STRONGEST = LEVELS[-1]
_FULL_TABLE = 6


class MilestoneFamily(NamedChoice):
    """The groups into which the milestones are divided, by what they are about."""

    DISTANCE = "distance", N_("Road")
    ATTACK = "attack", N_("Attack")
    RESCUE = "rescue", N_("Recovery")
    SAFETY = "safety", N_("Safety")
    WIN = "win", N_("Trophies")
    TOUR = "tour", N_("Explorer")


@dataclass(frozen=True, slots=True)
class Milestone:
    """A milestone, which is reached when its count is at least ``goal``. ``count_milestones`` does the counting.

    ``condition`` is a sentence that says what must be done to reach it, ``done`` one that says that it was done.
    ``leg_condition`` is a condition on the person's side of one leg, ``match_condition`` a condition on a finished
    match. For a milestone that needs an ``amount_in_leg`` of something, ``amount`` returns how much of it a leg had.
    """

    id: str
    family: MilestoneFamily
    name: Phrase
    condition: Phrase
    done: Phrase
    goal: int = 1
    leg_condition: Callable[[SideFacts], bool] | None = None
    match_condition: Callable[[MatchStats], bool] | None = None
    amount: Callable[[SideFacts], int] | None = None
    amount_in_leg: int = 1

    def is_earned_by_leg(self, own: SideFacts) -> bool:
        if self.amount is not None:
            return self.amount(own) >= self.amount_in_leg
        return self.leg_condition is not None and self.leg_condition(own)


@dataclass(frozen=True, slots=True)
class MilestoneProgress:
    """A person's progress toward a milestone: ``count`` is how much of its goal is done, and never more than the goal.

    ``reached_s`` is when it was reached, in seconds since 1970, or None. ``reached_offset_s`` is the local time's
    offset from UTC at that time, in seconds, or None if unknown. ``last_leg_share`` is how much of it the last leg
    alone has done, from 0 to 1.
    """

    milestone: Milestone
    count: int = 0
    reached_s: int | None = None
    last_leg_share: float = 0.0
    reached_offset_s: int | None = None

    @property
    def is_reached(self) -> bool:
        return self.count >= self.milestone.goal

    @property
    def share(self) -> float:
        """How much of the milestone is done, from 0 to 1: by all matches or by the last leg alone, if that is more."""
        return max(self.last_leg_share, self.count / self.milestone.goal)


_F = MilestoneFamily
MILESTONES: tuple[Milestone, ...] = (
    Milestone(
        "first_stone", _F.DISTANCE, N_("First milestone"), N_("Drive 100 km in a leg."),
        N_("You drove 100 km in a leg."), amount_in_leg=100, amount=lambda own: own.km,
    ),
    Milestone(
        "exactly_there", _F.DISTANCE, N_("On the dot"), N_("Finish with a 25 and win the leg."),
        N_("You finished with a 25 and won the leg."), leg_condition=lambda own: own.won_with_25,
    ),
    Milestone(
        "no_200", _F.DISTANCE, N_("No hurry"), N_("Win a leg without a 200."), N_("You won a leg without a 200."),
        leg_condition=lambda own: own.won and not own.laid_200,
    ),
    Milestone(
        "long_road", _F.DISTANCE, N_("The long road"), N_("Extend a leg and win it."),
        N_("You extended a leg and won it."), leg_condition=lambda own: own.won_extension,
    ),
    Milestone(
        "ten_thousand", _F.DISTANCE, N_("Ten thousand"), N_("Drive 10,000 km in all."),
        N_("You drove 10,000 km in all."), goal=10_000,
    ),
    Milestone(
        "last_100", _F.ATTACK, N_("So near"), N_("Stop a rival in the last 100 km."),
        N_("You stopped a rival in the last 100 km."), leg_condition=lambda own: own.stopped_near_goal,
    ),
    Milestone(
        "all_five", _F.ATTACK, N_("All five"), N_("Play all five hazards in one leg."),
        N_("You played all five hazards in one leg."), amount_in_leg=len(HAZARDS), amount=lambda own: len(own.hazards),
    ),
    Milestone(
        "traffic_jam", _F.ATTACK, N_("Traffic jam"), N_("Have all your rivals (two or more) stopped at once."),
        N_("You had all rivals stopped at once."), leg_condition=lambda own: own.stopped_all,
    ),
    Milestone(
        "crawl", _F.ATTACK, N_("In low gear"), N_("Keep a rival limited for ten of their turns."),
        N_("You kept a rival limited for ten of their turns."), amount_in_leg=10, amount=lambda own: own.limited_turns,
    ),
    Milestone(
        "shut_out", _F.ATTACK, N_("Nobody moves"), N_("Win a leg with all rivals at 0 km."),
        N_("You won a leg with all rivals at 0 km."), leg_condition=lambda own: own.won and own.drove_alone,
    ),
    Milestone(
        "next_turn", _F.RESCUE, N_("Straight back"), N_("Fix a hazard on your next turn."),
        N_("You fixed a hazard on your next turn."), leg_condition=lambda own: own.cured_at_once,
    ),
    Milestone(
        "mechanic", _F.RESCUE, N_("Good mechanic"), N_("Play five remedies in one leg."),
        N_("You played five remedies in one leg."), amount_in_leg=5, amount=lambda own: own.remedies,
    ),
    Milestone(
        "foot_down", _F.RESCUE, N_("Foot down"), N_("Play a 200 the turn after an End of Limit."),
        N_("You played a 200 the turn after an End of Limit."), leg_condition=lambda own: own.sped_after_limit,
    ),
    Milestone(
        "come_back", _F.RESCUE, N_("Comeback"), N_("Win a leg from 400 km behind."),
        N_("You won a leg from 400 km behind."), leg_condition=lambda own: own.won and own.behind_km >= 400,
    ),
    Milestone(
        "not_a_scratch", _F.RESCUE, N_("Not a scratch"), N_("Win a leg without being hit."),
        N_("You won a leg without being hit."), leg_condition=lambda own: own.won and not own.was_hit,
    ),
    Milestone(
        "first_coup", _F.SAFETY, N_("Coup fourré"), N_("Play your first coup fourré."),
        N_("You played your first coup fourré."), leg_condition=lambda own: bool(own.coups_fourres),
    ),
    Milestone(
        "two_coups", _F.SAFETY, N_("Double strike"), N_("Play two coups fourrés in one leg."),
        N_("You played two coups fourrés in one leg."), amount_in_leg=2, amount=lambda own: len(own.coups_fourres),
    ),
    Milestone(
        "all_four", _F.SAFETY, N_("All four"), N_("Play all four safeties in one leg."),
        N_("You played all four safeties in one leg."), amount_in_leg=len(SAFETIES),
        amount=lambda own: len(own.safeties),
    ),
    Milestone(
        "each_coup", _F.SAFETY, N_("Full set"), N_("Play each of the {n} safeties as a coup fourré.", n=len(SAFETIES)),
        N_("You played each of the {n} safeties as a coup fourré.", n=len(SAFETIES)), goal=len(SAFETIES),
    ),
    Milestone(
        "last_moment", _F.SAFETY, N_("In the nick of time"), N_("Play a coup fourré in your last 100 km."),
        N_("You played a coup fourré in your last 100 km."), leg_condition=lambda own: own.parried_near_goal,
    ),
    Milestone(
        "first_match", _F.WIN, N_("First trophy"), N_("Win a race."), N_("You won a race."),
        match_condition=lambda match: match.is_won,
    ),
    Milestone(
        "last_card", _F.WIN, N_("After the last card"), N_("Win a leg with the draw pile empty."),
        N_("You won a leg with the draw pile empty."), leg_condition=lambda own: own.won and not own.cards_left,
    ),
    Milestone(
        "masters", _F.WIN, N_("Among masters"), N_("Win a race against masters only."),
        N_("You won a race against masters only."),
        match_condition=lambda match: match.is_won and all(rival.level == _STRONGEST for rival in match.rivals),
    ),
    Milestone(
        "three_in_a_row", _F.WIN, N_("Three in a row"), N_("Win three races in a row."),
        N_("You won three races in a row."), goal=3,
    ),
    Milestone(
        "big_leg", _F.WIN, N_("Big score"), N_("Score 2,000 points in one leg."),
        N_("You scored 2,000 points in one leg."), amount_in_leg=2000, amount=lambda own: own.points,
    ),
    Milestone(
        "school", _F.TOUR, N_("Driving school"), N_("Finish the first lesson."), N_("You finished the first lesson."),
    ),
    Milestone(
        "every_rule", _F.TOUR, N_("Well read"), N_("Drive a race with every rule set."),
        N_("You drove a race with every rule set."), goal=len(RULE_SETS),
    ),
    Milestone(
        "team", _F.TOUR, N_("Good company"), N_("Win a race in a team."), N_("You won a race in a team."),
        match_condition=lambda match: match.is_won and match.summary.seating is Seating.TEAMS,
    ),
    Milestone(
        "full_table", _F.TOUR, N_("Rush hour"), N_("Win a race of six, solo."),
        N_("You won a race of six, solo."),
        match_condition=lambda match: match.is_won and len(match.summary.sides) == _FULL_TABLE,
    ),
    Milestone(
        "seven_days", _F.TOUR, N_("A week on the road"), N_("Drive seven daily races."),
        N_("You drove seven daily races."), goal=7,
    ),
)  # fmt: skip
MILESTONE_BY_ID = {milestone.id: milestone for milestone in MILESTONES}


def earned_by_leg(own: SideFacts) -> list[str]:
    """Return the ids of the milestones that a side earns with one leg; the caller checks whether the leg counts."""
    return [milestone.id for milestone in MILESTONES if milestone.is_earned_by_leg(own)]


def earned_by_last_leg(saved: SavedMatch) -> list[str]:
    """Return the ids of the milestones that the person earns with the last leg of a match, finished or not."""
    match = stats_without_legs(saved)
    return earned_by_leg(leg_facts(saved.legs[-1]).sides[match.summary.side]) if match.counts_for_person else []


def last_leg_shares(saved: SavedMatch) -> dict[str, float]:
    """Return by id how much of each milestone the last leg alone has done; empty if the match can earn none."""
    match = stats_without_legs(saved)
    return leg_shares(leg_facts(saved.legs[-1]).sides[match.summary.side]) if match.is_unassisted else {}


def leg_shares(own: SideFacts) -> dict[str, float]:
    """Return by id how much of each milestone that needs an amount in one leg is done by this leg; 1 is all."""
    return {m.id: m.amount(own) / m.amount_in_leg for m in MILESTONES if m.amount is not None}


def earned_by_match(match: MatchStats) -> frozenset[str]:
    """Return the ids of the milestones that the person earns with a match as a whole.

    There are none if the match is not over, if it is a deal, a stage or practice, or if help was used.
    """
    if not match.is_unassisted or match.summary.kind is not MatchKind.MATCH or match.summary.winner is None:
        return frozenset()
    return frozenset(m.id for m in MILESTONES if m.match_condition is not None and m.match_condition(match))


def count_milestones(
    legs: Iterable[LegStats], matches: Iterable[MatchStats], *, lesson_finished_s: int | None = None
) -> dict[str, MilestoneProgress]:
    """Return the progress of each milestone by its id, from legs that count and finished matches, in the order of play.

    ``lesson_finished_s`` is when the person finished the first lesson, in seconds since 1970, or None.
    """
    tally = _Tally()
    for leg in legs:
        tally.add_leg(leg)
    for match in matches:
        tally.add_match(match)
    if lesson_finished_s is not None:
        tally.record_count("school", 1, lesson_finished_s)
    return tally.reached


def milestone_progress(
    matches: Iterable[PlayedMatch], *, lesson_finished_s: int | None = None
) -> dict[str, MilestoneProgress]:
    """Return the progress of each milestone by its id, from one person's matches.

    ``lesson_finished_s`` is when the person finished the first lesson, in seconds since 1970, or None.
    """
    played = list(matches)
    legs = [leg for match in played for leg in match.counted_legs]
    return count_milestones(
        legs, (match.digest for match in played if match.is_counted), lesson_finished_s=lesson_finished_s
    )


def reached_milestones(matches: Iterable[PlayedMatch]) -> Iterable[Achievements]:
    """Return the milestones that one person's matches have reached, as achievements."""
    reached = (id for id, progress in milestone_progress(matches).items() if progress.is_reached)
    return [Achievements(milestones=tuple(reached))]


class _Tally:
    """Counts all milestones, and records when each was reached first."""

    def __init__(self) -> None:
        self.reached = {milestone.id: MilestoneProgress(milestone) for milestone in MILESTONES}
        self._km = 0
        self._won_running = 0
        self._coups: set[str] = set()
        self._rules: set[str] = set()
        self._days: set[date] = set()

    def record_count(self, id: str, count: int, when_s: int, offset_s: int | None = None) -> None:
        """Record how much of a milestone was done at a time, unless the milestone is already reached.

        ``when_s`` is in seconds since 1970, ``offset_s`` is the local time's offset from UTC in seconds.
        """
        before = self.reached[id]
        if not before.is_reached and count > before.count:
            goal = before.milestone.goal
            now = MilestoneProgress(before.milestone, min(count, goal))
            self.reached[id] = replace(now, reached_s=when_s, reached_offset_s=offset_s) if now.is_reached else now

    def add_leg(self, leg: LegStats) -> None:
        self._km += leg.km
        self._coups.update(leg.coups_fourres)
        when = leg.saved_s, leg.saved_offset_s
        for id in earned_by_leg(leg):
            self.record_count(id, 1, *when)
        self.record_count("ten_thousand", self._km, *when)
        self.record_count("each_coup", len(self._coups), *when)

    def add_match(self, match: MatchStats) -> None:
        """Count a finished match of any kind for the milestones that depend on whole matches."""
        when = match.summary.saved_s, match.summary.saved_offset_s
        for id in earned_by_match(match):
            self.record_count(id, 1, *when)
        if match.summary.day is not None:
            self._days.add(match.summary.day)
            self.record_count("seven_days", len(self._days), *when)
        if match.summary.kind is MatchKind.MATCH:
            self._rules.add(match.summary.rules)
            self.record_count("every_rule", len(self._rules), *when)
            self._won_running = self._won_running + 1 if match.is_won else 0
            self.record_count("three_in_a_row", self._won_running, *when)
