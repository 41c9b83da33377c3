"""What is counted of the profiles in a thread, and what comes to it meanwhile."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event
from unittest import mock

from game.career.achievements import Achievements
from game.career.profile_statistics import ProfileStatistics
from game.career.reader import CareerReader
from game.settings.user_files import UserFiles
from tests.careers import refreshed, roadbook_of
from tests.features.roadbook.roadbook_stage import kept

PATIENCE_S = 30
EARNED = Achievements(milestones=("mechanic",))


def test_profile_figures_keep_what_is_earned_during_a_count(tmp_path: Path) -> None:
    files, is_earned = UserFiles(tmp_path), Event()
    files.matches.mkdir(parents=True)
    files.match_path("e").write_bytes(kept()["e"].to_bytes())
    refreshed(files)
    person = next(iter(roadbook_of(files).read(CareerReader.achievements) or {}))
    count = CareerReader.achievements

    def counted_before(reader: CareerReader, *known: dict[str, Achievements]) -> dict[str, Achievements]:
        found = count(reader, *known)
        assert is_earned.wait(PATIENCE_S)
        return found

    figures = ProfileStatistics(lambda: roadbook_of(files))
    with mock.patch.object(CareerReader, "achievements", counted_before):
        figures.update(is_shown=True)
        figures.change_achievements(person, lambda before: before | EARNED)
        is_earned.set()
        end_s = time.monotonic() + PATIENCE_S
        while not figures.update(is_shown=True):
            assert time.monotonic() < end_s
            time.sleep(0.01)
    earned = figures.achievements(person)
    assert earned is not None
    assert set(EARNED.milestones) < set(earned.milestones)
    figures.close()
    files.close()
