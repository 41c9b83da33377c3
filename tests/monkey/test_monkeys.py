"""Whatever is done at whatever moment, in whatever window: the game stays whole (docs/decisions/030)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from tests.monkey.episode import sketching  # isort: skip - before pygame, so that no window opens

import pygame
import pytest

from game.features.play.menu import PauseMenuScene
from tests.monkey.profiles import PROFILES
from tests.monkey.runner import FOUND, Tally, keep, kept, repeat, run_episode, shrunk
from tests.nightly import some

SEEDS = some(range(1, 5))  # ``python -m tests.monkey`` takes as many as one likes
EVENTS = 420  # in each of four episodes a seed
MOST_GROWTH_MB = 6.0


@pytest.fixture(autouse=True)
def _sketched() -> Iterator[None]:
    with sketching():
        yield


@pytest.mark.parametrize("seed", SEEDS)
def test_monkeys_of_all_profiles_find_no_fault_and_leave_nothing_open(seed: int) -> None:
    tally = Tally()
    for number, profile in enumerate(PROFILES):
        failure = run_episode(seed, number, profile, tally, events=EVENTS)
        assert failure is None, f"{profile}: {failure.told}\n{shrunk(failure, 60).as_json()}"
    first, last = tally.usages[0], tally.usages[-1]
    assert (last.handles, last.threads) == (first.handles, first.threads)
    assert tally.events >= 4 * EVENTS
    assert tally.counts["looks"] >= 10
    assert tally.counts["moves"] > 5
    assert tally.counts["starts"] > 4


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.json")), ids=lambda path: path.stem)
def test_kept_monkey_findings_do_not_come_again(path: Path) -> None:
    failure = repeat(kept(path))
    assert failure is None, failure.told


def test_monkey_episode_repeated_takes_no_more_memory() -> None:
    tally = Tally()
    for _ in range(4):
        assert run_episode(2, 3, "rough", tally, events=200) is None
    assert tally.usages[3].resident_mb - tally.usages[1].resident_mb < MOST_GROWTH_MB


def test_monkey_actions_follow_the_seed() -> None:
    runs = []
    for _ in range(2):
        with mock.patch.object(PauseMenuScene, "paint", side_effect=RuntimeError("on purpose")):
            runs.append(run_episode(3, 1, "player", Tally(), events=200))
    assert runs[0] is not None
    assert runs[1] is not None
    assert runs[0].actions == runs[1].actions
    assert (runs[0].name, len(runs[0].actions)) == (runs[1].name, len(runs[1].actions))


def test_planted_fault_is_found_and_shrunk_to_a_few_actions(tmp_path: Path) -> None:
    def painted(scene: PauseMenuScene, surface: pygame.Surface) -> None:
        if scene.app.settings.person.language != "en":
            raise RuntimeError("on purpose")

    with mock.patch.object(PauseMenuScene, "paint", painted):
        runs = (run_episode(seed, 0, "rough", Tally(), events=200) for seed in range(11, 40))  # 11 finds it soon
        best = shrunk(next(failure for failure in runs if failure is not None))
        assert best.name == "RuntimeError in form.render"
        assert len(best.actions) <= 4
        path = keep(best, tmp_path)
        again = repeat(kept(path))
        assert again is not None
        assert again.name == best.name
    assert repeat(kept(path)) is None
