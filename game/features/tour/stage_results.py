"""Which goals of a stage were reached, in saved matches and in the running match.

This module reads matches, unlike the tour's model, which is all that the title screen needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from game.career.achievements import Achievements
from game.career.facts import leg_facts
from game.career.match_stats import MatchStats, stats_without_legs
from game.career.reader import PlayedMatch
from game.features.tour.model import GoalMiss, lost_goals, missed_goals, reached_goals, stage_of
from game.match.deals import CodeError, Deal
from game.match.match_file import SavedMatch


def goals_of_match(match: MatchStats) -> tuple[int, ...]:
    """Return the indices of the stage's goals that a saved match reached, counted from 0.

    There are none if the match is not a finished stage, or if a bot played for the person.
    """
    stage, summary = stage_of(match.stage), match.summary
    if stage is None or not match.is_finished_stage or summary.delegated:
        return ()
    return reached_goals(stage, match.legs, summary.side, summary.totals, summary.winner)


def finished_stages(matches: Iterable[PlayedMatch]) -> Iterable[Achievements]:
    """Return the stages that one person's matches finished, with the goals reached, as achievements."""
    return [stage_achievements(match.digest for match in matches)]


def last_deals(matches: Iterable[PlayedMatch]) -> dict[str, Deal]:
    """Return deals by stage id: the one with which the person last finished the stage.

    ``matches`` are one person's in the order begun. Only stages of one leg have a deal.
    """
    deals = {}
    for digest in (match.digest for match in matches if not match.is_gone):
        if digest.stage and digest.is_finished_stage and digest.summary.deal is not None:
            with suppress(CodeError):  # of a rule set that this version lacks
                deals[digest.stage] = Deal.from_code(digest.summary.deal)
    return deals


def unfinished_matches(matches: Iterable[PlayedMatch]) -> dict[str, str]:
    """Return match ids by stage id: the unfinished match of that stage that the person began last."""
    unfinished = (match.digest.summary for match in matches if match.is_unfinished)
    return {match.stage: match.id for match in unfinished if match.stage}


def stage_achievements(matches: Iterable[MatchStats]) -> Achievements:
    """Return the stages that these matches finished, with the goals reached, as achievements."""
    found = Achievements()
    for match in matches:
        if match.stage is not None and match.is_finished_stage:
            found |= Achievements(stages={match.stage: goals_of_match(match)})
    return found


class GoalStatus(NamedTuple):
    """The indices, counted from 0, of a stage's goals that a match has reached and that it can no longer reach."""

    reached: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()


def goal_status(saved: SavedMatch) -> GoalStatus:
    """Return which goals a match of the tour has reached and lost; all are lost if a bot played for the person.

    The result is empty if the match is not on the tour or does not count.
    """
    stage = stage_of(saved.stage)
    if stage is None or not (match := stats_without_legs(saved)).counts_for_person:
        return GoalStatus()
    if match.summary.delegated:
        return GoalStatus(lost=tuple(range(len(stage.goals))))
    legs, side = [leg_facts(leg) for leg in saved.legs], match.summary.side
    own = [leg.sides[side] for leg in legs]
    reached = reached_goals(stage, own, side, saved.totals, saved.winner)
    return GoalStatus(reached, lost_goals(stage, legs, side, saved.totals, saved.winner))


def goals_missed(saved: SavedMatch) -> dict[int, GoalMiss]:
    """Return by index the goals of which a finished match missed a single condition; empty if it counts for no star."""
    stage = stage_of(saved.stage)
    if stage is None or saved.winner is None:
        return {}
    match = stats_without_legs(saved)
    if not match.counts_for_person or match.summary.delegated:
        return {}
    own = [leg_facts(leg).sides[match.summary.side] for leg in saved.legs]
    return missed_goals(stage, own, match.summary.side, saved.totals, saved.winner)
