"""Pictures of the screens: those the tests compare with, and those in the README.

    python -m tests.pictures accept [NAME…]    takes the reference pictures anew (all, or those named)
    python -m tests.pictures readme            takes the README's pictures anew, and notes the words on them
    python -m tests.pictures … --to DIR        puts them into another folder, to be looked at

A reference picture is kept at half its size: letters and lines drawn a little differently by another version of a
library or on another system vanish in it, and what is wrong on a screen does not. Two pictures are compared in squares,
by the mean difference of each.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.features.play.table_driver import seen

from tests.window import Driver, hurry, open_window  # isort: skip - before pygame, so that no window opens

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

from ai.spec import BotSpec
from game.engine.moves import MoveKind
from game.engine.observation import Observation, Phase
from game.match.bots.client import InlineBots
from game.match.bots.decisions import BotQuestion, decide
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.ui.speech.wording import readable
from tests.features.play.test_whole_leg import by_clicking
from tests.scenes.stages import STAGES

FOLDER = Path(__file__).with_name("reference")
README = Path(__file__).parents[1] / "docs" / "pictures"
README_WORDS = README / "words.json"
"""The words on each of the README's pictures, and which picture it was: a test sees by it that they are outdated."""
FAILED = Path(tempfile.gettempdir()) / "milestone-rally-pictures"

README_SEED, README_LEGS = 48, 2
README_SIZE = (1120, 630)

SQUARE_PX = 16
MOST_IN_A_SQUARE = 10.0
"""The highest mean difference of a square's colour values (0 … 255): a third of what one wrong word makes."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A stage at one size in one language."""

    stage: str
    size: tuple[int, int] = (1280, 720)
    language: str = "en"

    @property
    def name(self) -> str:
        w, h = self.size
        return f"{self.stage}_{w}x{h}_{self.language}"

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.png"


LANDSCAPE = (
    "title",
    "setup",
    "settings",
    "profiles",
    "garage",
    "table",
    "chosen",
    "coup_fourre",
    "extension",
    "menu",
    "leg_score",
    "match_end",
    "result_won",
    "result_of_match",
    "lesson_task",
    "lesson_end",
    "rules_of_attack",
    "replay",
)
SHOTS = (
    *(Shot(stage) for stage in LANDSCAPE),
    Shot("table", (1080, 1350), "de"),
    Shot("table_of_six", (960, 540), "hu"),
    Shot("setup", (960, 540), "de"),
    Shot("nine_cards", (960, 540), "de"),
    Shot("result_lost", (960, 540), "hu"),
    Shot("result_of_pile", (1080, 1350), "de"),
    Shot("replay_hits", (960, 540), "de"),
    Shot("pin", (1080, 1350), "fr"),
    Shot("puzzles", (960, 540), "de"),
    Shot("puzzle_shown", (1080, 1350), "hu"),
    Shot("calendar", (960, 540), "de"),
    Shot("calendar_done", (1080, 1350), "fr"),
    Shot("pin_shown", (960, 540), "hu"),
    Shot("title_with_match", (2560, 1080), "it"),
)


def take(shot: Shot, user_dir: Path) -> Surface:
    """The stage as it is now, at its full size."""
    with open_window(user_dir, size=shot.size, language=shot.language) as driver:
        STAGES[shot.stage](driver)
        return driver.picture()


def halved(picture: Surface) -> Surface:
    """The picture at the size that is kept and compared."""
    w, h = picture.get_size()
    return pygame.transform.smoothscale(picture, (w // 2, h // 2))


def _values(picture: Surface) -> NDArray[np.float64]:
    w, h = picture.get_size()
    flat = np.frombuffer(pygame.image.tobytes(picture, "RGB"), dtype=np.uint8)
    return flat.reshape(h, w, 3).astype(np.float64)


def worst_square(a: Surface, b: Surface) -> tuple[float, tuple[int, int]]:
    """The mean difference of the square in which two pictures differ most, and its upper left corner."""
    gap = np.abs(_values(a) - _values(b)).mean(axis=2)
    h, w = (side - side % SQUARE_PX for side in gap.shape)
    squares = gap[:h, :w].reshape(h // SQUARE_PX, SQUARE_PX, w // SQUARE_PX, SQUARE_PX).mean(axis=(1, 3))
    row, column = np.unravel_index(int(squares.argmax()), squares.shape)
    return float(squares.max()), (int(column) * SQUARE_PX, int(row) * SQUARE_PX)


def difference(a: Surface, b: Surface) -> Surface:
    """What is different, brightened, on black."""
    gap = np.minimum(255, 4 * np.abs(_values(a) - _values(b))).astype(np.uint8)
    return pygame.image.frombytes(gap.tobytes(), a.get_size(), "RGB")


def keep_failure(shot: Shot, actual: Surface, expected: Surface) -> Path:
    """Save what is seen, what was expected, and the difference; returns the folder."""
    folder = FAILED / shot.name
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {"actual": actual, "expected": expected}
    if actual.get_size() == expected.get_size():
        pictures["difference"] = difference(actual, expected)
    for name, picture in pictures.items():
        pygame.image.save(picture, str(folder / f"{name}.png"))
    return folder


def accept(names: Sequence[str], to: Path = FOLDER) -> None:
    """Take reference pictures anew; those of shots that are no more are removed."""
    to.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.png"):
        if to == FOLDER and path not in {shot.path for shot in SHOTS}:
            path.unlink()
    for shot in SHOTS:
        if not names or shot.name in names:
            with tempfile.TemporaryDirectory() as folder:
                pygame.image.save(halved(take(shot, Path(folder))), str(to / shot.path.name))
            print(to / shot.path.name)


def take_readme(to: Path = README) -> None:
    """Take the README's pictures, and keep what each says beside it."""
    to.mkdir(parents=True, exist_ok=True)
    kept = {}
    for name, driver in readme_screens():
        path = to / f"{name}.png"
        pygame.image.save(driver.picture(), str(path))
        kept[name] = {"sha256": digest(path), "words": words_on(driver)}
    (to / README_WORDS.name).write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")


def digest(path: Path) -> str:
    """What tells a picture from any other."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def words_on(driver: Driver) -> list[str]:
    """All that the screen says, control by control, as it is also read aloud."""
    return [node.name if node.value is None else f"{node.name}: {node.value}" for node in readable(driver.nodes())]


def readme_screens() -> Iterator[tuple[str, Driver]]:
    """The title, a table in the middle of a leg, and the score after some legs, the viewer playing like a bot.

    Each comes with its name as it is on the screen, and goes on when the next is asked for.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        open_window(Path(folder), size=README_SIZE, seed=README_SEED) as driver,
    ):
        driver.settle()
        yield "title", driver
        app, plan, bots = driver.app, DEFAULT_PLAN, InlineBots()
        session = Session.new(plan, seed=README_SEED, files=app.files, clock=app.clock, bots=bots)
        app.start_session(session)
        app.show_table()
        is_table_taken = False
        while session.observation.leg < README_LEGS or driver.scene != "result":
            hurry(driver)
            if driver.scene != "table":
                if driver.scene in {"coup_fourre", "extension"}:
                    driver.press("yes")
                elif driver.scene != "result" or session.observation.leg < README_LEGS:
                    driver.key(pygame.K_RETURN)
                continue
            o = seen(driver)
            if not o.legal or o.phase is not Phase.TURN:  # else its question comes up in one of the next frames
                continue
            if not is_table_taken and _is_lively(o):
                is_table_taken = True
                driver.settle()
                yield "table", driver
            by_clicking(driver, decide(BotQuestion(BotSpec("skilled"), o, "readme")).move, o)
            if driver.scene == "confirm":
                driver.press("discard")
        driver.settle()
        yield "score", driver


def _is_lively(o: Observation) -> bool:
    """Whether the race is in full swing: the viewer among those under way, a safety laid, and a choice of cards."""
    if not o.draw_pile or not any(side.safeties for side in o.sides):
        return False
    playable = {move.card for move in o.legal if move.kind is MoveKind.LAY}
    km = [side.km for side in o.sides]
    return sum(km) >= 500 and km[o.side] > 0 and len(playable) >= 3


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__.splitlines()[0])
    which = parser.add_subparsers(dest="which", required=True, metavar="accept|readme")
    for name, folder in (("accept", FOLDER), ("readme", README)):
        which.add_parser(name).add_argument("--to", type=Path, default=folder, metavar="DIR", help="another folder")
    which.choices["accept"].add_argument("names", nargs="*", metavar="NAME", choices=[*(s.name for s in SHOTS), []])
    wished = parser.parse_args()
    if wished.which == "accept":
        accept(wished.names, wished.to)
    else:
        take_readme(wished.to)


if __name__ == "__main__":
    main()
