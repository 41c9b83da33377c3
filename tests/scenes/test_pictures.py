"""Every screen looks as it was accepted; where that is meant to change, the message says how to accept it."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from tests.monkey.episode import sketching
from tests.pictures import (
    FOLDER,
    MOST_IN_A_SQUARE,
    README,
    README_WORDS,
    SHOTS,
    Shot,
    digest,
    halved,
    keep_failure,
    readme_screens,
    take,
    words_on,
    worst_square,
)


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_screen_looks_as_accepted(shot: Shot, tmp_path: Path) -> None:
    actual, expected = halved(take(shot, tmp_path)), pygame.image.load(str(shot.path))
    worst, place = worst_square(actual, expected)
    if worst > MOST_IN_A_SQUARE:
        folder = keep_failure(shot, actual, expected)
        pytest.fail(
            f"{shot.name} differs by {worst:.0f} at {place} (of half its size): look at actual, expected and difference"
            f" in {folder}; if it is meant, accept it by: python -m tests.pictures accept {shot.name}"
        )


def test_reference_pictures_each_belong_to_a_screen_and_are_small() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {shot.path.name for shot in SHOTS}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3_000_000


def test_picture_comparison_sees_one_word_and_ignores_grain() -> None:
    pygame.font.init()
    a = pygame.Surface((320, 180))
    a.fill((200, 190, 170))
    grainy, worded = a.copy(), a.copy()
    for x in range(0, 320, 2):
        grainy.set_at((x, x % 180), (215, 205, 185))
    worded.blit(pygame.font.Font(None, 16).render("Stop", True, (20, 20, 20)), (40, 40))
    assert worst_square(a, grainy)[0] < MOST_IN_A_SQUARE / 4
    assert worst_square(a, worded)[0] > MOST_IN_A_SQUARE


# -- the README's pictures --------------------------------------------------------------------------------------------


def outdated(kept: dict[str, list[str]], now: dict[str, list[str]]) -> list[str]:
    """What the pictures no longer say as the screens do, a line for each picture."""
    told = []
    for name in sorted(kept.keys() | now.keys()):
        old, new = kept.get(name, []), now.get(name, [])
        if old != new:
            gone, come = [word for word in old if word not in new], [word for word in new if word not in old]
            told.append(f"{name} shows {gone}, the screen {come}")
    return told


def test_readme_pictures_show_the_words_of_their_screens() -> None:
    kept = {name: entry["words"] for name, entry in json.loads(README_WORDS.read_text("utf-8")).items()}
    with sketching():
        now = {name: words_on(driver) for name, driver in readme_screens()}
    if told := outdated(kept, now):
        pytest.fail("\n".join(("docs/pictures are outdated; take them by: python -m tests.pictures readme", *told)))


def test_readme_word_list_belongs_to_the_readme_pictures() -> None:
    kept = json.loads(README_WORDS.read_text("utf-8"))
    assert {path.stem: digest(path) for path in README.glob("*.png")} == {
        name: entry["sha256"] for name, entry in kept.items()
    }, "take them together: python -m tests.pictures readme"


def test_readme_picture_with_other_words_is_outdated() -> None:
    now = {"title": ["Play a match", "Rules"], "table": ["Your turn: Play a card."]}
    before = {"title": ["Play a match", "Rules"], "table": ["Your turn: Lay a card."]}
    assert outdated(now, now) == []
    assert outdated(before, now) == ["table shows ['Your turn: Lay a card.'], the screen ['Your turn: Play a card.']"]
