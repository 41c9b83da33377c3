"""Whatever goes wrong in a frame, the game does not vanish: it says so, keeps the match, and goes on."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pygame
import pytest

import game.features
from game.engine.errors import RulesFileError
from game.engine.observation import Observation
from game.features.calendar.calendar_scene import CalendarScene
from game.features.calendar.deal_code_scene import DealCodeScene
from game.features.lesson.end import LessonEndScene
from game.features.lesson.scene import LessonScene
from game.features.matches.import_scene import ImportScene
from game.features.play.discards import DiscardsScene
from game.features.play.hand_scene import PlayableTableScene
from game.features.play.handover import HandoverScene
from game.features.play.menu import ButtonListScene, LanguageScene, PauseMenuScene
from game.features.play.prompts.coup_fourre import CoupFourrePrompt
from game.features.play.prompts.extension import ExtensionPrompt
from game.features.play.prompts.prompt_scene import PromptScene
from game.features.play.scene import TableScene
from game.features.profiles.scene import ProfileScene
from game.features.puzzles.scene import PuzzleScene
from game.features.replay.asking import AskingScene
from game.features.replay.opening import LegLoadingScene
from game.features.replay.pin_scene import PinScene
from game.features.replay.scene import ReplayScene
from game.features.report.error import ErrorScene, RestartScene
from game.features.report.model import MATCH, TEXT, error_code
from game.features.report.scene import ReportScene
from game.features.result.scene import ResultScene
from game.features.roadbook.scene import RoadbookScene
from game.features.rulebook.scene import RulesScene
from game.features.settings.entries import SettingsPage
from game.features.settings.scene import SettingsScene
from game.features.setup.one_screen import OneScreenScene
from game.features.setup.scene import SetupScene
from game.features.title.about import AboutScene
from game.features.title.already_open import AlreadyOpenScene
from game.features.title.scene import TitleScene
from game.features.tour.scene import TourScene
from game.i18n import LANGUAGES
from game.match import session as sessions
from game.match.library import Autosave
from game.match.match_file import SavedMatch
from game.scenes.dialogs import DialogScene, NoticeScene, PanelForm
from game.scenes.progress import ProgressScene
from game.system.logs import LogFile, without_paths
from game.system.resources import DamagedAssetError, MissingAssetError
from game.ui.form import FormScene, TimedFormScene, WidgetScene
from game.ui.layout.tree_form import TreeForm
from game.ui.scene import Scene
from tests.features.play.table_driver import choose, on_the_table, seen, table
from tests.fixed_decks import ScriptedBots
from tests.reports import parts_of
from tests.scenes.stages import STAGES, forgive, go_wrong
from tests.scenes.test_app import ROOT
from tests.window import Driver

SCENES: dict[type[Scene], str] = {
    TitleScene: "title",
    DialogScene: "discarding",
    LanguageScene: "languages",
    SetupScene: "setup",
    OneScreenScene: "one_screen",
    SettingsScene: "settings",
    ProfileScene: "profiles",
    AboutScene: "about_licences",
    RulesScene: "rules_of_attack",
    NoticeScene: "notice",
    HandoverScene: "handover",
    TableScene: "table",
    DiscardsScene: "discards",
    PauseMenuScene: "menu",
    ReportScene: "report",
    CoupFourrePrompt: "coup_fourre",
    ExtensionPrompt: "extension",
    ResultScene: "match_end",
    ReplayScene: "replay",
    PinScene: "pin",
    LessonScene: "lesson_task",
    LessonEndScene: "lesson_end",
    AlreadyOpenScene: "already_open",
    RestartScene: "restart",
    CalendarScene: "calendar",
    DealCodeScene: "deal",
    RoadbookScene: "roadbook",
    ImportScene: "importing",
    ProgressScene: "importing_long",
    PuzzleScene: "puzzle",
    TourScene: "tour",
}
"""Every kind of scene, and the stage that shows it; the plate of errors itself has tests of its own."""
ABSTRACT = {
    *(WidgetScene, FormScene, TimedFormScene, TreeForm, PanelForm),
    *(ButtonListScene, SettingsPage, PromptScene, ErrorScene, PlayableTableScene, AskingScene),
}
UNSEEN = {LegLoadingScene}
TOLD = "made to fail"
AFTERWARDS = {"table", "lesson", "title", "coup_fourre", "handover", "extension", "result"}
NO_MATCH = "No race was running, so nothing is lost."
SAFE = "Your race is safe: it was saved after the last card."


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that goes on has scripted bots again, not a process of its own."""
    monkeypatch.setattr(sessions, "WorkerBots", ScriptedBots)


@pytest.fixture(autouse=True)
def forgiving(driver: Driver) -> Iterator[None]:
    """Errors are wanted here, and none but those."""
    yield
    error = driver.app.recovery.last_error
    assert error is None or str(error) == TOLD


def fail(driver: Driver, where: str = "update") -> None:
    """Let the topmost scene fail once, at the next event or frame."""
    driver.may_fail = True
    scene, failing = driver.app.scene, mock.Mock(side_effect=RuntimeError(TOLD))
    with mock.patch.object(scene, where, failing):
        scene.dirty = True
        driver.post(pygame.KEYDOWN, key=pygame.K_F5, mod=0, unicode="")
    assert failing.called


def said(driver: Driver, id: str) -> str:
    return driver.control(id).name


def log_of(driver: Driver) -> str:
    """What was logged, once it is on disk."""
    driver.app.log.close()
    return driver.app.files.log_path.read_text(encoding="utf-8")


def match_of(driver: Driver) -> tuple[str, ...] | None:
    """The moves that the viewer knows of, if there is a match."""
    session = driver.app.session
    return None if session is None else tuple(move.text for move in session.observation.moves)


def kinds(scene: type[Scene]) -> set[type[Scene]]:
    """The kinds of scenes of the game that are one of these."""
    below = {kind for kind in scene.__subclasses__() if kind.__module__.startswith("game.")}
    return below.union(*(kinds(kind) for kind in below))


def test_scene_list_of_this_module_is_complete() -> None:
    for module in pkgutil.walk_packages(game.features.__path__, "game.features."):
        importlib.import_module(module.name)
    assert kinds(Scene) - ABSTRACT - UNSEEN == set(SCENES)


PLACES = ("update", "handle", "render")
"""Where a scene may fail; each stage fails in one of them, the table in all."""


@pytest.mark.parametrize(
    ("stage", "where"),
    [
        *((stage, PLACES[number % 3]) for number, stage in enumerate(SCENES.values())),
        *((SCENES[TableScene], where) for where in PLACES),
    ],
)
def test_scenes_may_all_fail_once(driver: Driver, stage: str, where: str) -> None:
    STAGES[stage](driver)
    before, session = match_of(driver), driver.app.session
    fail(driver, where)
    assert (driver.scene, driver.focused) == ("error", "go_on")
    assert said(driver, "title") == "Something went wrong"
    assert said(driver, "lead") != ""
    assert (said(driver, "lead") == NO_MATCH) is (session is None)
    driver.settle()
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert driver.scene in AFTERWARDS
    assert match_of(driver) == before
    assert driver.app.recovery.exit_message is None
    log = log_of(driver)
    assert log.count(TOLD) == 1
    assert "Traceback" in log


def test_match_goes_on_from_the_last_move_on_disk(driver: Driver) -> None:
    scene = table(driver)
    choose(driver, "km_25")
    driver.key(pygame.K_d)
    driver.settle()
    moves = on_the_table(driver)
    before: Observation = seen(driver)
    fail(driver)
    assert said(driver, "lead") == SAFE
    driver.press("go_on")
    driver.settle()
    assert driver.app.scene is not scene
    assert on_the_table(driver) == moves == ["0 - km_25"]
    assert (seen(driver).moves, sorted(c.id for c in seen(driver).hand)) == (
        before.moves,
        sorted(c.id for c in before.hand),
    )
    choose(driver, "km_100")
    driver.key(pygame.K_RETURN)
    driver.settle()
    assert on_the_table(driver) == [*moves, "0 km_100"]


def test_escape_goes_on_and_never_quits(driver: Driver) -> None:
    table(driver)
    fail(driver)
    driver.key(pygame.K_ESCAPE)
    driver.settle()
    assert (driver.scene, driver.app.is_running) == ("table", True)


def test_quit_button_ends_the_program_and_keeps_the_match(driver: Driver) -> None:
    table(driver)
    fail(driver)
    driver.press("quit")
    assert not driver.app.is_running
    assert driver.app.recovery.exit_message is None
    assert driver.app.files.latest_match() is not None


def test_rules_stay_closed_until_the_error_plate_is_answered(driver: Driver) -> None:
    table(driver)
    fail(driver)
    driver.key(pygame.K_F1)
    assert driver.scene == "error"


@pytest.mark.parametrize("code", LANGUAGES)
def test_error_plate_speaks_the_language_in_use_at_any_size(driver: Driver, code: str) -> None:
    table(driver)
    fail(driver)
    title = said(driver, "title")
    driver.app.set_language(code)
    driver.resize((960, 540))
    driver.key(pygame.K_F11)
    driver.wait(0.5)
    driver.key(pygame.K_F11)
    driver.wait(0.5)
    assert (said(driver, "title") == title) is (code == "en")
    assert driver.focused == "go_on"


# -- the report -------------------------------------------------------------------------------------------------------


def test_report_tells_what_happened_and_its_path(driver: Driver) -> None:
    table(driver)
    fail(driver)
    code = said(driver, "mark").split()[1]
    driver.press("report")
    driver.until(lambda: not driver.control("report").enabled and "report-" in said(driver, "explanation"), "a report")
    path = Path(said(driver, "explanation").removeprefix("Saved to "))
    assert path.parent == driver.app.files.folder
    assert path.name.startswith(f"milestone-rally-report-{code}-")
    report = parts_of(path)[TEXT].decode()
    for what in (code, TOLD, "version: ", "system: ", "SDL", "language: en", "show table", "RuntimeError"):
        assert what in report
    assert (said(driver, "report"), driver.focused) == ("Report saved", "go_on")


def test_error_plate_tells_truly_what_a_report_holds(driver: Driver) -> None:
    scene = table(driver)
    fail(driver)
    assert "the race with everybody’s cards" in said(driver, "explanation")
    driver.press("report")
    driver.until(lambda: "report-" in said(driver, "explanation"), "the report")
    parts = parts_of(Path(said(driver, "explanation").removeprefix("Saved to ")))
    saved = SavedMatch.from_bytes(parts[MATCH])
    assert saved.records == scene.session.saved.records
    assert str(ROOT) not in parts[TEXT].decode()
    assert str(driver.app.files.folder) not in parts[TEXT].decode()


def test_broken_match_does_not_keep_an_error_from_being_reported(driver: Driver) -> None:
    table(driver)
    with mock.patch.object(sessions.Session, "saved", mock.PropertyMock(side_effect=RuntimeError("in pieces"))):
        fail(driver)
    assert "everybody’s cards" not in said(driver, "explanation")
    driver.press("report")
    driver.until(lambda: "report-" in said(driver, "explanation"), "the report")
    parts = parts_of(Path(said(driver, "explanation").removeprefix("Saved to ")))
    assert MATCH not in parts
    assert "match: cannot be told: RuntimeError('in pieces')" in parts[TEXT].decode()


def test_report_that_cannot_be_saved_says_so_and_may_be_tried_again(driver: Driver) -> None:
    table(driver)
    fail(driver)
    with mock.patch("game.files.writer.write_atomically", side_effect=OSError(28, "No space left on device")):
        driver.press("report")
        driver.until(lambda: "no space left" in said(driver, "explanation"), "the failure")
    assert driver.control("report").enabled


def test_error_code_is_the_same_for_the_same_error_in_the_same_place() -> None:
    def fail(with_words: str) -> str:
        try:
            raise ValueError(with_words)
        except ValueError as error:
            return error_code(error)

    assert fail("one") == fail("another") != error_code(KeyError("elsewhere"))
    assert re.fullmatch(r"[0-9A-F]{2}-\d{3}", fail("one"))
    assert error_code(KeyError()) == "B3-436"


def test_paths_lose_the_folders_of_the_user() -> None:
    assert without_paths(f'File "{Path.home()}/x.py"') == 'File "~/x.py"'
    assert without_paths(f'File "{ROOT}/game/app.py"') == 'File "game/app.py"'


# -- nothing saved ----------------------------------------------------------------------------------------------------


def test_match_that_is_not_on_disk_is_not_called_safe(driver: Driver) -> None:
    table(driver)
    with mock.patch("game.files.writer.write_atomically", side_effect=OSError(28, "No space left on device")):
        choose(driver, "km_25")
        driver.key(pygame.K_d)
        driver.until(lambda: driver.scene == "notice", "the notice")
        driver.settle()
        driver.key(pygame.K_RETURN)
        fail(driver)
        assert said(driver, "lead") == "Your race could not be saved. If you quit now, it is lost."
        assert driver.focused == "report"
        driver.press("go_on")  # from what the program still knows
        driver.until(lambda: driver.scene == "table" and bool(seen(driver).legal), "the own turn")
        driver.settle()
        choose(driver, "km_100")
        driver.key(pygame.K_d)
        driver.until(lambda: driver.scene == "notice", "the notice that the disk is still full")
        driver.settle()
        driver.key(pygame.K_RETURN)
        driver.settle()
    assert on_the_table(driver)[0] == "0 - km_25"


def test_error_plate_stops_saying_safe_when_a_save_fails_meanwhile(driver: Driver) -> None:
    table(driver)
    fail(driver)
    assert said(driver, "lead") == SAFE
    with mock.patch.object(Autosave, "is_kept", False):
        driver.pump()
        assert said(driver, "lead") != SAFE


# -- again and again --------------------------------------------------------------------------------------------------


def always(scene: type[Scene], where: str = "update") -> mock._patch[mock.Mock]:
    return mock.patch.object(scene, where, side_effect=RuntimeError(TOLD))


def test_game_ends_with_a_sentence_and_keeps_the_match_if_going_on_fails_twice(driver: Driver) -> None:
    scene = table(driver)
    before = scene.session.observation.moves
    driver.may_fail = True
    with always(TableScene):
        driver.pump()
        for _ in range(2):
            assert said(driver, "title") == "Something went wrong"
            driver.settle()
            driver.press("go_on")
            driver.pump()
    assert said(driver, "title") == "It went wrong again"
    assert [node.id for node in driver.of_role("button")] == ["report", "quit"]
    assert driver.focused == "quit"
    driver.key(pygame.K_ESCAPE)
    assert driver.app.is_running
    driver.key(pygame.K_RETURN)
    assert not driver.app.is_running
    assert driver.app.recovery.exit_message == (
        "Something went wrong again, so the game will close. Your race is safe and will continue next time."
    )
    saved = driver.app.files.latest_match()
    assert [m for m in saved.records[-1].moves if m] == [move.text for move in before]


def test_errors_far_apart_do_not_end_the_game(driver: Driver) -> None:
    table(driver)
    for _ in range(5):
        fail(driver)
        assert said(driver, "title") == "Something went wrong"
        driver.press("go_on")
        driver.wait(11)
    assert driver.scene == "table"


@pytest.mark.parametrize("where", ["paint", "update", "build", "handle"])
def test_game_ends_with_a_sentence_and_keeps_the_match_if_the_plate_fails(driver: Driver, where: str) -> None:
    table(driver)
    with always(ErrorScene, where):
        fail(driver)
        while driver.app.is_running:
            driver.post(pygame.KEYDOWN, key=pygame.K_F5, mod=0, unicode="")
    assert (driver.app.recovery.exit_message or "").startswith("Something went wrong again")
    assert "will continue next time" in (driver.app.recovery.exit_message or "")
    assert driver.app.recovery.has_error_screen_failed
    assert driver.app.files.latest_match() is not None


def test_interrupt_is_no_error(driver: Driver) -> None:
    table(driver)
    for stop in (KeyboardInterrupt, SystemExit):
        with mock.patch.object(driver.app.scene, "update", side_effect=stop), pytest.raises(stop):
            driver.pump()
    assert driver.scene == "table"


def test_scene_that_cannot_be_closed_is_left_all_the_same(driver: Driver) -> None:
    table(driver)
    with always(TableScene, "leave"):
        fail(driver)
    assert driver.scene == "error"
    assert "a scene could not be closed" in log_of(driver)


def test_clip_of_a_failed_painter_does_not_confine_the_error_plate(driver: Driver) -> None:
    """Whoever paints sets a clip, and who fails leaves it."""
    table(driver)

    def paint(surface: pygame.Surface, now_s: float) -> None:
        surface.set_clip(pygame.Rect(0, 0, 5, 5))
        raise RuntimeError(TOLD)

    driver.may_fail = True
    with mock.patch.object(driver.app.scene, "render", paint):
        driver.app.scene.dirty = True
        driver.pump()
    driver.settle()
    assert driver.app.window.surface.get_clip() == driver.app.window.surface.get_rect()


def run_broken(tmp_path: Path, breaks: str) -> subprocess.CompletedProcess[str]:
    """The program as a process of its own, with something in it that always fails."""
    words = f"import sys, game.__main__ as main\n{breaks}\nsys.exit(main.main(['--user-dir', {str(tmp_path)!r}]))"
    command = [sys.executable, "-c", words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_terminal_gets_one_sentence_and_the_log_the_rest(tmp_path: Path) -> None:
    breaks = (
        "import game.features.title.scene as title, game.features.report.error as error\n"
        "def fail(*_): raise RuntimeError('on purpose')\n"
        "title.TitleScene.update = error.ErrorScene.update = fail"
    )
    result = run_broken(tmp_path, breaks)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "milestone-rally: Something went wrong again, so the game will close.\n"
    log = (tmp_path / "milestone-rally.log").read_text(encoding="utf-8")
    assert log.count("RuntimeError: on purpose") == 2


def break_picture(driver: Driver, error: Exception) -> None:
    """Let a picture or the like be unusable from now on, whoever wants it."""
    driver.may_fail = True
    failing = mock.Mock(side_effect=error)
    with mock.patch.object(driver.app.scene, "update", failing):
        driver.pump()
    assert failing.called


BROKEN = {
    "road.svg": DamagedAssetError(Path("assets/parts/road.svg"), "not well-formed"),
    "horn.svg": MissingAssetError(Path("assets/icons/horn.svg")),
    "piatnik.toml": RulesFileError("piatnik.toml", "deck is missing"),
}


@pytest.mark.parametrize("file", BROKEN)
def test_error_plate_names_the_broken_file_of_the_game(driver: Driver, file: str) -> None:
    table(driver)
    break_picture(driver, BROKEN[file])
    driver.app.recovery.last_error = None
    assert driver.scene == "error"
    assert said(driver, "lead") == SAFE
    words = f"A file of the game is missing or damaged: {file}. Install the game again. "
    assert said(driver, "explanation").startswith(words)
    driver.press("go_on")
    driver.settle()
    assert driver.scene == "table"


def test_broken_file_is_named_when_the_game_ends_too(driver: Driver) -> None:
    table(driver)
    for _ in range(3):
        break_picture(driver, BROKEN["road.svg"])
        if driver.app.recovery.exit_message is None:
            driver.press("go_on")
    driver.app.recovery.last_error = None
    assert driver.app.recovery.exit_message == (
        "A file of the game is missing or damaged: road.svg. Install the game again. "
        "Your race is safe and will continue next time."
    )


# -- the log ----------------------------------------------------------------------------------------------------------


def test_log_has_no_file_before_the_first_word_and_stays_within_its_size(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.log"
    log = LogFile(path)
    assert not path.parent.exists()
    for n in range(40):
        logging.getLogger("game.test").warning("%s %s", n, "x" * 20_000)
    assert log.close()
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["game.log", "game.log.1"]
    assert all(file.stat().st_size <= 256 * 1024 for file in files)
    assert path.read_text(encoding="utf-8").splitlines()[-1].split(": ")[1].startswith("39 ")


def test_log_that_cannot_be_written_troubles_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    log = LogFile(tmp_path / "file" / "game.log")
    logging.getLogger("game.test").error("lost")
    assert log.close()
    assert capsys.readouterr() == ("", "")


Way = Callable[[Driver], None]


@pytest.mark.parametrize("way", [go_wrong, lambda driver: fail(driver, "render")], ids=["update", "render"])
def test_frames_never_wait_for_the_log_on_disk(driver: Driver, way: Way) -> None:
    table(driver)
    with mock.patch("game.system.logs.LogFileHandler.emit", side_effect=AssertionError("in the frame")) as emit:
        frames: list[str] = []
        emit.side_effect = lambda _record: frames.append(__import__("threading").current_thread().name)
        way(driver)
        driver.app.log.close()
    assert frames
    assert "MainThread" not in frames
    forgive(driver)
