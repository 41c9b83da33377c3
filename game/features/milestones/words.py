"""Texts of the milestones and of the progress toward them."""

from __future__ import annotations

from game.features.milestones.model import MILESTONE_BY_ID, MilestoneProgress
from game.i18n import _, say
from game.words.matches import day_in_short

_KM = "ten_thousand"


def milestone_name(id: str) -> str:
    """Return the name of the milestone with that id."""
    return say(MILESTONE_BY_ID[id].name)


def milestone_condition(id: str) -> str:
    """Return a sentence that says what must be done to reach the milestone with that id."""
    return say(MILESTONE_BY_ID[id].condition)


def milestone_line(progress: MilestoneProgress) -> str:
    """Return a sentence that says what was done if the milestone is reached, else what must be done to reach it."""
    return say(progress.milestone.done if progress.is_reached else progress.milestone.condition)


def milestone_progress_line(progress: MilestoneProgress) -> str:
    """Return a text that says when the milestone was reached, or how much of it is done; "" if the day is unknown."""
    goal = progress.milestone.goal
    if progress.is_reached:
        return day_in_short(progress.reached_s, progress.reached_offset_s) if progress.reached_s else ""
    if goal == 1:
        return _("Not reached yet.")
    if progress.milestone.id == _KM:
        return _("{km} km so far, {rest} km to go.", km=progress.count, rest=goal - progress.count)
    return _("{n} of {goal} so far.", n=progress.count, goal=goal)


def reached_count_line(reached: int, of: int) -> str:
    """Return the text "``reached`` of ``of``", for a number of milestones."""
    return _("{n} of {total}", n=reached, total=of)
