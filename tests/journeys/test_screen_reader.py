"""A race by the system's accessibility bus alone: what a screen reader is told and may press, and nothing else.

The player is a program of its own (``at_spi_reader.py``) that knows neither the control tree nor the window. Where bus,
pyatspi or what starts them is missing the journeys are skipped, or fail where journeys are required.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.engine.cards import card
from game.i18n import _, _p, _r, capital, own_language_name, set_language
from game.match.plan import first_match
from game.settings.settings import AnimationSpeed, BotPace, Settings
from game.settings.settings_file import SettingsFile
from game.ui.press_filter import DOUBLE_S, REACT_S
from game.ui.speech.wording import spoken
from game.words.vocabulary import card_name, term

from .conftest import PATIENCE_S, PROGRAM, ROOT

pytestmark = pytest.mark.journey

SYSTEM_PYTHON = "/usr/bin/python3"
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
RACE = first_match("en").with_legs(1)
RULES = RACE.setup.rules
SLACK_S = 0.1
"""So much later than the game asks for comes a press, which sooner would be taken for a slip."""
HUMAN_DEALS_NOT = "2"  # the seed with which the rival deals, so that the player begins


@contextmanager
def started(command: list[str], environment: dict[str, str], **pipes: Any) -> Iterator[subprocess.Popen[str]]:
    """A program while it is needed."""
    with subprocess.Popen(command, env=environment, text=True, **pipes) as process:
        try:
            yield process
        finally:
            process.terminate()


def has_pyatspi() -> bool:
    """Whether the system's Python can listen to the accessibility bus."""
    asked = [SYSTEM_PYTHON, "-c", "import pyatspi"]
    return os.path.exists(SYSTEM_PYTHON) and not subprocess.run(asked, capture_output=True, check=False).returncode


@pytest.fixture
def bus(display: str) -> Iterator[dict[str, str]]:
    """A session of our own with an accessibility bus: the environment of the programs in it."""
    launcher = next(filter(os.path.exists, LAUNCHERS), None)
    if launcher is None or not has_pyatspi() or shutil.which("dbus-daemon") is None:
        notice = "no journey: no accessibility bus (Debian: apt-get install at-spi2-core python3-pyatspi dbus)"
        (pytest.fail if os.environ.get("MILESTONE_RALLY_JOURNEYS") == "required" else pytest.skip)(notice)
    environment = {
        **os.environ,
        "DISPLAY": display,
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "GSETTINGS_BACKEND": "memory",  # nobody's settings are changed
        "LC_ALL": "en_US.UTF-8",
        "LANGUAGE": "",
    }
    quiet: Any = {"stderr": subprocess.DEVNULL}
    with ExitStack() as session:
        dbus = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        daemon = session.enter_context(started(dbus, environment, stdout=subprocess.PIPE, **quiet))
        environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().strip()  # type: ignore[union-attr]
        session.enter_context(started([launcher, "--launch-immediately"], environment, **quiet))
        yield environment


class Reader:
    """Who knows only what the bus tells. ``heard`` is all that was said so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.heard: list[str] = []
        assert self._answer() == "ready"

    def _answer(self) -> Any:
        line = self._process.stdout.readline()  # type: ignore[union-attr]
        assert line, "the reader has ended"
        return json.loads(line)

    def _ask(self, *command: object) -> Any:
        self._process.stdin.write(json.dumps(command) + "\n")  # type: ignore[union-attr]
        self._process.stdin.flush()  # type: ignore[union-attr]
        return self._answer()

    def screen(self) -> list[dict[str, Any]]:
        """All that can be read now."""
        answer = self._ask("look", 0.1)
        self.heard += answer["said"]
        return list(answer["screen"])

    def names(self) -> list[str]:
        return [part["name"] for part in self.screen()]

    def press(self, name: str, role: str = "push button") -> None:
        """Press the first thing whose name begins so, once there was time to read it."""
        self.wait(name, role)
        time.sleep(REACT_S + SLACK_S)
        assert self._ask("press", spoken(name), role), f"no {role} {name!r} among {self.names()}"

    def wait(self, name: str, role: str | None = None) -> None:
        """Wait for something whose name begins so."""
        end_s = time.monotonic() + PATIENCE_S
        while not any(part["name"].startswith(spoken(name)) and role in (None, part["role"]) for part in self.screen()):
            assert time.monotonic() < end_s, f"no {name!r} among {self.names()}"

    def hears(self, words: str) -> None:
        """Wait until it was said, and forget all that was before."""
        end_s = time.monotonic() + PATIENCE_S
        while not any(spoken(words) in said for said in self.heard):
            assert time.monotonic() < end_s, f"{words!r} was not said, but {self.heard}"
            self.screen()
        self.heard.clear()

    def lay(self, id: str) -> None:
        """Choose a card, and press it again so that it lies where it can go."""
        name = card_name(card(id), RULES)
        self.press(name, "list item")
        assert self._comes_to_be_chosen(True, PATIENCE_S), f"{name} cannot be chosen"
        for _attempt in range(4):
            time.sleep(DOUBLE_S)
            self.press(name, "list item")
            if self._comes_to_be_chosen(False, PATIENCE_S / 4):
                return
        pytest.fail(f"{name} cannot be laid")

    def _comes_to_be_chosen(self, is_chosen: bool, within_s: float) -> bool:
        """Wait until a card is chosen, or none is; return whether it came so."""
        end_s = time.monotonic() + within_s
        while self._is_chosen() is not is_chosen:
            if time.monotonic() > end_s:
                return False
        return True

    def has_written(self, text: str, caret: int) -> None:
        """Wait until that stands in a field, and the caret behind so many letters."""
        end_s = time.monotonic() + PATIENCE_S
        while [text, caret] not in (fields := [part["field"] for part in self.screen()]):
            assert time.monotonic() < end_s, f"no {text!r} with the caret at {caret} among {fields}"

    def put_caret(self, at: int) -> None:
        """Put the caret of the first field there."""
        assert self._ask("caret", at)

    def _is_chosen(self) -> bool:
        return any(part["role"] == "list item" and "focused" in part["states"] for part in self.screen())


@pytest.fixture(autouse=True)
def quick(tmp_path: Path) -> None:
    """Nobody waits for cards that fly, and the rules are the same in every language."""
    settings = Settings().with_values(speed=AnimationSpeed.OFF, pace=BotPace.QUICK, knows_game=True, plan=RACE)
    (tmp_path / "settings.json").write_bytes(SettingsFile(settings).to_bytes())


@contextmanager
def reading(environment: dict[str, str], program: list[str], folder: Path) -> Iterator[tuple[Reader, Any]]:
    """The program with a reader that was there before it."""
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    player = [SYSTEM_PYTHON, str(Path(__file__).with_name("at_spi_reader.py"))]
    command = [*program, "--user-dir", str(folder), "--seed", HUMAN_DEALS_NOT]
    with started(player, environment, **pipes) as process:
        reader = Reader(process)
        with started(command, environment, cwd=ROOT, stderr=subprocess.PIPE) as game:
            yield reader, game


def ended(game: subprocess.Popen[str], folder: Path) -> None:
    """The program has ended by itself, without a complaint."""
    assert game.wait(PATIENCE_S) == 0
    assert game.stderr.read() == ""  # type: ignore[union-attr]
    assert not (folder / "milestone-rally.log").exists()


def test_title_is_read_and_left_by_screen_reader(bus: dict[str, str], tmp_path: Path) -> None:
    with reading(bus, PROGRAM, tmp_path) as (reader, game):
        reader.wait("Quit", "push button")
        focused = [part["name"] for part in reader.screen() if "focused" in part["states"]]
        assert focused
        assert focused[0].startswith("The tour")
        reader.press("Quit")
        ended(game, tmp_path)


def test_caret_of_a_field_is_read_and_moved_by_screen_reader(bus: dict[str, str], tmp_path: Path) -> None:
    settings = Settings().with_values(knows_game=True).with_profile(replace(Settings().profile, name="Zoé"))
    (tmp_path / "settings.json").write_bytes(SettingsFile(settings).to_bytes())
    with reading(bus, PROGRAM, tmp_path) as (reader, game):
        reader.press("Zoé’s Roadbook")
        reader.wait("No race yet")  # the list is there: nothing moves under the press any more
        reader.press("Drivers", "page tab")
        reader.press("Driver’s license")
        reader.wait("Name", "entry")
        reader.has_written("Zoé", 3)
        reader.put_caret(1)
        reader.has_written("Zoé", 1)
        game.terminate()


@pytest.fixture(params=["de", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    set_language(request.param)
    yield request.param
    set_language("en")


def test_race_is_set_up_played_and_read_by_screen_reader_alone(
    bus: dict[str, str], tmp_path: Path, language: str
) -> None:
    with reading(bus, [sys.executable, "-m", "tests.journeys.known_race"], tmp_path) as (reader, game):
        reader.press("English")
        reader.press(own_language_name(language))
        reader.press(_("Set up the race"))
        reader.press("2", "radio button")
        reader.press(_("Start"))
        reader.hears(_("Your turn"))
        reader.lay("go")
        coup = capital(term("coup_fourre", RULES))
        reader.wait(_("{coup_fourre}! Play it crosswise", coup_fourre=coup), "push button")
        reader.hears(card_name(card("right_of_way"), RULES))
        reader.press(coup)
        for distance_km in (200, 200, 100, 100, 100):
            reader.hears(_("Your turn"))
            reader.lay(f"km_{distance_km}")
        reader.hears(_("{extension}?", extension=capital(term("extension", RULES))))
        reader.press(_r(RULES, "Extend to {km} km", km=1000))
        for _card in range(3):
            reader.hears(_("Your turn"))
            reader.lay("km_100")

        reader.hears(_("You won!"))
        reader.wait("", "table")
        assert {"1000", "2500"} <= {part["name"] for part in reader.screen() if "cell" in part["role"]}
        reader.press(_p("button", "Main menu"))
        reader.press(_("Roadbook"))
        reader.press(_("Drivers"), "page tab")
        reader.wait("", "table")
        reader.press(_("Close"))
        reader.press(_("Quit"))
        ended(game, tmp_path)
