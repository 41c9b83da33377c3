"""The goals of a stage that matches reached: kept matches for good, the running one so far.

This module reads matches; the title screen imports the tour's model only, as it reads none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.career.collection import Collection
from game.career.digest import Digest, without_legs
from game.career.facts import leg_facts
from game.career.reader import PlayedMatch
from game.features.tour.model import goals_in, goals_lost, points_to_star, stage_of
from game.match.match_file import Saved


def goals_of(match: Digest) -> tuple[int, ...]:
    """Return the goals of its stage that a kept match reached; none unless it is over and no bot took over a leg."""
    stage, summary = stage_of(match.stage), match.summary
    if stage is None or not match.is_driven or summary.delegated:
        return ()
    return goals_in(stage, match.legs, summary.side, summary.totals, summary.winner)


def stages_driven(matches: Iterable[PlayedMatch]) -> Collection:
    """Return the goals of the stages that one person's matches finished, as a collection."""
    return stages_of(match.digest for match in matches)


def stages_of(matches: Iterable[Digest]) -> Collection:
    """Return the goals of the stages that these matches finished, as a collection."""
    found = Collection()
    for match in matches:
        if match.stage is not None and match.is_driven:
            found |= Collection(stages={match.stage: goals_of(match)})
    return found


class GoalsSoFar(NamedTuple):
    """The goals of its stage that a match has ``reached``, and those it can no longer reach, by index from 0."""

    reached: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()


def goals_so_far(saved: Saved) -> GoalsSoFar:
    """Return the goals reached and lost in a match of a stage; all are lost once a bot took over a leg."""
    stage = stage_of(saved.stage)
    if stage is None or not (match := without_legs(saved)).is_own:
        return GoalsSoFar()
    if match.summary.delegated:
        return GoalsSoFar(lost=tuple(range(len(stage.goals))))
    legs, side = [leg_facts(leg) for leg in saved.legs], match.summary.side
    own = [leg.sides[side] for leg in legs]
    reached = goals_in(stage, own, side, saved.totals, saved.winner)
    return GoalsSoFar(reached, goals_lost(stage, legs, side, saved.totals, saved.winner))


def points_missed(saved: Saved) -> int | None:
    """Return how many points a finished match lacked for one more star; None if points were not the only reason."""
    stage = stage_of(saved.stage)
    if stage is None or saved.winner is None:
        return None
    match = without_legs(saved)
    if not match.is_own or match.summary.delegated:
        return None
    own = [leg_facts(leg).sides[match.summary.side] for leg in saved.legs]
    return points_to_star(stage, own, match.summary.side, saved.totals, saved.winner)
