"""What all kept matches add up to, as the program has it: with what the features keep of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace as replaced

from game.career.facts import SideFacts
from game.career.reader import LegFilter, RoadbookReader
from game.career.refresh import FILE_NAME, Roadbook
from game.features.milestones.model import Progress, progress_of
from game.navigation import collectors
from game.settings.user_files import UserFiles

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


def roadbook_of(files: UserFiles, path: Path | None = None) -> Roadbook:
    """The roadbook of these files."""
    return Roadbook(files, path or files.folder / FILE_NAME, collectors())


def milestones_of(
    reader: RoadbookReader, person: str | None = None, *, school_s: int | None = None
) -> dict[str, Progress]:
    """How far a person, or all together, have come to each milestone."""
    return progress_of(reader.played(LegFilter(person=person)), school_s=school_s)
