"""The career with what features compute from it: each person's lasting achievements."""

from __future__ import annotations

from game.career.career import Career
from game.features.calendar.model.deal_calendar import daily_deal_achievements
from game.features.milestones.model import reached_milestones
from game.features.tour.stage_results import finished_stages
from game.settings.user_files import UserFiles

ACHIEVEMENT_SOURCES = daily_deal_achievements, finished_stages, reached_milestones
"""The features' functions that compute a person's achievements from matches."""


def open_career(files: UserFiles) -> Career:
    """Return the career of all persons whose matches are among these files."""
    return Career(files, files.folder, ACHIEVEMENT_SOURCES)
