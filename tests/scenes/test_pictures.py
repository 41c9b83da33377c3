"""Every screen looks as it was accepted; where that is meant to change, the message says how to accept it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.pictures import FOLDER, MOST_IN_A_SQUARE, SHOTS, Shot, halved, keep_failure, take, worst_square


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_a_screen_looks_as_accepted(shot: Shot, tmp_path: Path) -> None:
    actual, expected = halved(take(shot, tmp_path)), pygame.image.load(str(shot.path))
    worst, place = worst_square(actual, expected)
    if worst > MOST_IN_A_SQUARE:
        folder = keep_failure(shot, actual, expected)
        pytest.fail(
            f"{shot.name} differs by {worst:.0f} at {place} (of half its size): look at actual, expected and difference"
            f" in {folder}; if it is meant, accept it by: python -m tests.pictures accept {shot.name}"
        )


def test_every_reference_picture_belongs_to_a_screen_and_is_small() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {shot.path.name for shot in SHOTS}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3_000_000


def test_one_word_more_is_a_difference_and_a_little_grain_is_none() -> None:
    pygame.font.init()
    a = pygame.Surface((320, 180))
    a.fill((200, 190, 170))
    grainy, worded = a.copy(), a.copy()
    for x in range(0, 320, 2):
        grainy.set_at((x, x % 180), (215, 205, 185))
    worded.blit(pygame.font.Font(None, 16).render("Stop", True, (20, 20, 20)), (40, 40))
    assert worst_square(a, grainy)[0] < MOST_IN_A_SQUARE / 4
    assert worst_square(a, worded)[0] > MOST_IN_A_SQUARE
