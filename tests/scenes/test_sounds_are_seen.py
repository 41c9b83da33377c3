"""What is heard away from the cards of a leg is seen as well, while captions are off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.engine.cards import card
from game.features.play.scene import TableScene
from game.features.result.scene import ResultScene
from game.ui.audio import SoundName
from tests.features.milestones.test_toast import lay, rolling, sit
from tests.features.result.result_scenes import ended, exits, standings
from tests.pictures import worst_square
from tests.recording_output import RecordingOutput
from tests.scenes.stages import STAGES
from tests.window import Driver, middle, open_window


def said(driver: Driver, id: str) -> str:
    """What a control says now; nothing where there is none."""
    return " ".join(f"{node.name} {node.value}" for node in driver.nodes() if node.id == id)


def knock(driver: Driver) -> None:
    """Drag a card to where it cannot lie."""
    scene = driver.top(TableScene)
    x, y = middle(driver.control(f"card/{scene.match.observation.hand.index(card('repairs'))}"))
    driver.drag((x, y), (x, y - 200))


def reach_a_milestone(driver: Driver) -> None:
    """Do for the first time what a milestone is given for."""
    lay(driver, "km_100")
    driver.until(lambda: bool(said(driver, "milestone")), "the milestone")


def end_match(driver: Driver, winner: int) -> None:
    """See who has won a match."""
    won = replace(standings(), match_winner=winner)
    driver.app.push(ResultScene(driver.app, ended(won), exits(driver.app.pop, driver.app.pop), celebrates=True))
    driver.settle()


def stay(_driver: Driver) -> None:
    """Begin on the title."""


ELSEWHERE: dict[SoundName, tuple[Callable[[Driver], object], Callable[[Driver], None], str]] = {
    "press": (stay, lambda driver: driver.press("sound"), "sound"),
    "knock": (STAGES["table"], knock, "turn"),
    "milestone": (lambda driver: sit(driver, rolling()), reach_a_milestone, "milestone"),
    "count": (stay, lambda driver: end_match(driver, 0), "title"),
    "bell": (stay, lambda driver: end_match(driver, 0), "title"),
    "crowd": (stay, lambda driver: end_match(driver, 0), "title"),
    "salute": (stay, lambda driver: end_match(driver, 1), "title"),
}
"""Where a sound is heard, what brings it about, and the control or text that comes or says something else then."""


@pytest.fixture
def output() -> RecordingOutput:
    return RecordingOutput()


@pytest.fixture
def driver(tmp_path: Path, output: RecordingOutput, sound: SoundName) -> Iterator[Driver]:
    """The program with a speaker that notes what it plays; milestones lie above a score, so others are not told any."""
    with open_window(tmp_path / "user", output=output, counts=sound == "milestone") as running:
        yield running


@pytest.mark.parametrize("sound", ELSEWHERE)
def test_sound_away_from_the_table_is_visible_too(driver: Driver, output: RecordingOutput, sound: SoundName) -> None:
    begin, act, id = ELSEWHERE[sound]
    assert not driver.app.settings.person.captions
    driver.settle()
    begin(driver)
    before, picture = said(driver, id), driver.picture()
    output.played.clear()
    act(driver)
    driver.pump()
    assert sound in output.names
    assert said(driver, id) not in ("", before)
    assert worst_square(picture, driver.picture())[0] > 30
