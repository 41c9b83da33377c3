"""What matches reached of a stage's goals: those kept, for ever, and the running one so far.

The title knows the tour, and not this: it reads no matches.
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
    """The goals of its stage that a kept match reached, if it is one that is over and nobody else drove a leg of it."""
    stage, summary = stage_of(match.stage), match.summary
    if stage is None or not match.is_driven or summary.delegated:
        return ()
    return goals_in(stage, match.legs, summary.side, summary.totals, summary.winner)


def stages_driven(matches: Iterable[PlayedMatch]) -> Collection:
    """What somebody's matches add to what was achieved: the goals of the stages that they drove to their end."""
    return stages_of(match.digest for match in matches)


def stages_of(matches: Iterable[Digest]) -> Collection:
    """The goals of the stages that these matches drove to their end."""
    found = Collection()
    for match in matches:
        if match.stage is not None and match.is_driven:
            found |= Collection(stages={match.stage: goals_of(match)})
    return found


class GoalsSoFar(NamedTuple):
    """The goals of its stage that a match has ``reached``, and those that it can no longer reach, from 0."""

    reached: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()


def goals_so_far(saved: Saved) -> GoalsSoFar:
    """What has become of the goals of its stage in a match; all are lost once a bot drove a leg of it."""
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
    """How many points a match that is over lacked for one more star of its stage; None if points alone did not."""
    stage = stage_of(saved.stage)
    if stage is None or saved.winner is None:
        return None
    match = without_legs(saved)
    if not match.is_own or match.summary.delegated:
        return None
    own = [leg_facts(leg).sides[match.summary.side] for leg in saved.legs]
    return points_to_star(stage, own, match.summary.side, saved.totals, saved.winner)
