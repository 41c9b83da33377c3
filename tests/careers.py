"""What all kept matches add up to, as the program has it: with what the features keep of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace as replaced

from game.achievement_sources import ACHIEVEMENT_SOURCES
from game.career.career import Career
from game.career.facts import SideFacts
from game.career.reader import CareerReader, LegFilter
from game.features.milestones.model import MilestoneProgress, milestone_progress
from game.features.statistics.model import read_statistics
from game.files.writer import PendingWrite
from game.settings.user_files import UserFiles
from tests.waiting import until

KEPT = Path(__file__).parent / "kept_files" / "match_3_two_legs.json"
"""A running match of the first profile, whose first leg is over."""


def put(files: UserFiles, id: str, person: str = "", **fields: object) -> None:
    """Put that match among the kept ones, with other fields, and played by the profile of that id."""
    form = json.loads(KEPT.read_bytes()) | fields
    if person:
        profile = {"id": person, "name": "", "symbol": "moon", "colour": "blue", "car": "plain"}
        form["players"] = [{**form["players"][0], "profile": profile}, *form["players"][1:]]
    files.match_path(id).write_text(json.dumps(form))


def refreshed(files: UserFiles) -> Career:
    """The career of these files, brought up to date."""
    career = roadbook_of(files)
    assert career.refresh().wait(20)
    return career


def done(ticket: PendingWrite | None) -> None:
    """Wait for a change that does not fail."""
    assert ticket is not None
    until(lambda: ticket.is_done)
    assert ticket.error is None


IDLE = SideFacts(
    won=False,
    points=0,
    km=0,
    safeties=(),
    coups_fourres=(),
    shut_outs=0,
    has_extended=False,
    hazards=(),
    remedies=0,
    was_hit=1,
    behind_km=0,
    limited_turns=0,
    stopped_near_goal=False,
    stopped_all=False,
    cured_at_once=False,
    sped_after_limit=False,
    parried_near_goal=False,
    laid_200=False,
    won_with_25=False,
    drove_alone=False,
    cards_left=5,
)
"""What a side has done that was hit once."""


def own_of(**own: Any) -> SideFacts:
    """What such a side has done besides."""
    return replaced(IDLE, **own)


def roadbook_of(files: UserFiles, folder: Path | None = None) -> Career:
    """The roadbook of these files."""
    return Career(files, folder or files.folder, ACHIEVEMENT_SOURCES)


def milestones_of(
    reader: CareerReader, person: str | None = None, *, school_s: int | None = None
) -> dict[str, MilestoneProgress]:
    """How far a person, or all together, have come to each milestone."""
    return milestone_progress(reader.matches(LegFilter(person=person)), lesson_finished_s=school_s)


def all_figures(reader: CareerReader) -> tuple[object, ...]:
    """All that the screens show of a career: list, statistics, milestones, and what every person has."""
    everybody = LegFilter()
    return (
        reader.summaries(), reader.unreadable(), read_statistics(reader, everybody), milestones_of(reader),
        reader.figures(), reader.head_to_head(), reader.achievements(),
    )  # fmt: skip
