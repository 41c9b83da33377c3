from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from math import inf
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface

from game.app import App
from game.engine.rules import Seating
from game.files import writer
from game.presenter import RESIZE_QUIET_S
from game.scenes.dialogs import NoticeScene
from game.settings.settings_file import SettingsFile
from game.ui import sdl
from game.ui.drawing.incremental import SLICE_S
from game.ui.scene import Scene
from game.ui.window import GameWindow
from tests.features.replay.review_stage import ScriptedReview, findings, look_back
from tests.fixed_decks import ScriptedBots, saved_match, sit_down
from tests.played_legs import played_match
from tests.window import Driver, open_window

ROOT = Path(__file__).parents[2]
UNWANTED = ("DISPLAY", "WAYLAND_DISPLAY", "PYGAME_HIDE_SUPPORT_PROMPT")


class Probe(Scene):
    """A scene that counts what is asked of it."""

    name = "probe"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.renders = 0
        self.sizes: list[tuple[int, int]] = []
        self.moving = False

    def render(self, surface: Surface, now_s: float) -> None:
        self.renders += 1

    def resize(self, size: tuple[int, int]) -> None:
        self.sizes.append(size)

    def is_moving(self) -> bool:
        return self.moving


@pytest.fixture
def probe(driver: Driver) -> Probe:
    probe = Probe(driver.app)
    driver.app.go_to(probe)
    driver.pump()
    return probe


def test_resting_scene_is_neither_drawn_nor_presented(driver: Driver, probe: Probe) -> None:
    before = driver.app.presenter.frames_presented
    driver.pump(20)
    assert (probe.renders, driver.app.presenter.frames_presented) == (1, before)


def test_dirty_scene_is_drawn_once_and_a_moving_scene_every_frame(driver: Driver, probe: Probe) -> None:
    probe.dirty = True
    driver.pump(3)
    assert probe.renders == 2
    probe.moving = True
    driver.pump(5)
    assert probe.renders == 7


@pytest.mark.parametrize("driver_of_sdl", ["x11", "dummy"])
def test_event_ends_the_wait_and_reaches_the_scene(
    driver: Driver, probe: Probe, monkeypatch: pytest.MonkeyPatch, driver_of_sdl: str
) -> None:
    app, taken = driver.app, list[int]()
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver_of_sdl)
    monkeypatch.setattr(app.window, "wait_for_event", sdl.event_waiter())
    assert (app.window.wait_for_event is None) == (driver_of_sdl == "dummy")
    monkeypatch.setattr(probe, "handle", lambda event: taken.append(event.type))
    began_s = time.monotonic()
    app.event_dispatcher.wait(0.1)
    assert time.monotonic() - began_s > 0.09
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEWHEEL):
        pygame.event.post(pygame.event.Event(kind, pos=(9, 9), rel=(1, 1), buttons=(0, 0, 0), x=0, y=1))
    app.event_dispatcher.wait(60.0)
    driver.pump()
    assert taken == [pygame.MOUSEMOTION, pygame.MOUSEWHEEL]


def test_resized_window_is_laid_out_after_a_moment_of_rest(driver: Driver, probe: Probe) -> None:
    driver.app.window.resize((1600, 900))
    driver.pump(3)
    driver.app.window.resize((1500, 900))
    driver.pump(3)
    assert probe.sizes == []
    driver.pump(3)
    assert probe.sizes == [(1500, 900)]
    assert driver.app.size == (1500, 900)
    renders = probe.renders
    assert not driver.app.presenter.is_current
    driver.wait(0.2)
    assert driver.app.presenter.is_current
    assert (probe.renders, probe.sizes) == (renders + 1, [(1500, 900)])


def test_presenter_schedules_the_next_frame_when_a_resize_needs_it(driver: Driver, probe: Probe) -> None:
    presenter = driver.app.presenter
    assert presenter.resize_wait_s == inf
    driver.app.window.resize((1500, 900))
    driver.pump()
    left_s = []
    while not presenter.is_current:
        left_s.append(presenter.resize_wait_s)
        driver.pump()
    assert max(left_s) <= RESIZE_QUIET_S
    laid_out = left_s.index(max(left_s[1:]))
    assert left_s[:laid_out] == sorted(left_s[:laid_out], reverse=True)
    assert left_s[laid_out:] == sorted(left_s[laid_out:], reverse=True)
    assert probe.sizes == [(1500, 900)]


def test_slice_drawn_ahead_is_followed_by_the_next_at_once(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = []
    monkeypatch.setattr(driver.app.pacer, "wait", lambda **_how: waits.append(1))
    driver.app.presenter.is_drawing_ahead = True
    driver.app.wait_for_next_frame(SLICE_S, moves=False)
    assert not waits
    driver.app.wait_for_next_frame(0.0005, moves=False)  # it waits for the background
    assert waits


def test_resized_window_shows_the_old_picture_scaled_until_laid_out(driver: Driver) -> None:
    old = driver.picture()
    driver.app.window.resize((960, 540))
    driver.pump()
    shown = driver.picture()
    assert shown.get_size() == (960, 540)
    expected = pygame.transform.smoothscale(old, (960, 540))
    assert shown.get_at((300, 200)) == expected.get_at((300, 200))


def test_window_reopens_at_its_last_size_if_the_screen_has_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_window(tmp_path) as driver:
        driver.resize((1400, 800))
    for screen, expected in (((1920, 1080), (1400, 800)), ((1280, 1024), (1280, 800))):
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda size=screen: [size])
        with open_window(tmp_path, size=None) as driver:
            assert driver.app.size == expected
        wide = driver.app.settings.with_values(window_size=(1400, 800))
        (tmp_path / "settings.json").write_bytes(SettingsFile(wide).to_bytes())


def test_window_fills_a_screen_smaller_than_the_layouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(800, 480)])
    with open_window(tmp_path, size=None) as driver:
        assert driver.app.size == (800, 480)
        driver.click("Race")
        driver.wait(1)
        assert driver.scene == "table"


def test_window_never_shrinks_below_the_smallest_layout(driver: Driver) -> None:
    driver.app.window.resize((400, 300))
    driver.wait(0.3)
    assert driver.app.size == (960, 540)


def test_window_shrunk_by_the_system_shows_part_of_the_layout(driver: Driver) -> None:
    driver.app.window._window.minimum_size = (1, 1)
    for size in ((700, 400), (300, 200), (200, 700), (1, 1)):
        driver.app.window.resize(size)
        driver.wait(0.3)
        assert driver.app.window.size == size
        assert driver.app.size == (max(640, size[0]), max(360, size[1]))
        assert driver.picture().get_size() == size


def test_hover_ends_when_the_mouse_leaves_a_resizing_window(driver: Driver) -> None:
    driver.point("Quit")
    driver.app.window.resize((1000, 600))
    driver.pump()
    driver.post(pygame.WINDOWLEAVE)
    driver.wait(0.3)
    driver.settle()
    shown = driver.picture()
    driver.point((1, 1))
    is_same = driver.pixels() == pygame.image.tobytes(shown, "RGB")
    assert is_same


@pytest.mark.parametrize("event", [pygame.QUIT, pygame.WINDOWCLOSE])
def test_window_close_ends_the_program(driver: Driver, event: int) -> None:
    driver.post(event)
    assert not driver.app.is_running


def test_overlay_keeps_events_from_the_scene_below(driver: Driver) -> None:
    quit_button = driver.find("Quit")
    driver.app.push(NoticeScene(driver.app, lambda: "Something happened."))
    driver.pump()
    driver.click((quit_button.rect[0] + 5, quit_button.rect[1] + 5))
    assert driver.app.is_running


def test_lowest_scene_cannot_be_closed(driver: Driver) -> None:
    with pytest.raises(ValueError, match="lowest scene"):
        driver.app.pop()


def test_ui_tree_lists_the_controls_of_the_topmost_scene(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    with open_window(tmp_path / "user", ui_tree=path) as driver:
        driver.until(path.exists, "the tree")
        tree = json.loads(path.read_text(encoding="utf-8"))
        assert (tree["scene"], tree["language"], tree["size"]) == ("title", "en", [1280, 720])
        first = next(control for control in tree["controls"] if control["name"] == "First lesson")
        assert (first["role"], first["enabled"], first["focused"]) == ("button", True, True)
        assert first["rect"] == list(driver.find("First lesson").rect)
        driver.click("English")
        driver.until(lambda: json.loads(path.read_text(encoding="utf-8"))["scene"] == "language", "the list")
        names = [control["name"] for control in json.loads(path.read_text(encoding="utf-8"))["controls"]]
        assert "Magyar" in names
        assert "First lesson" not in names


def test_ui_tree_is_not_written_while_a_scene_moves(tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    with open_window(tmp_path / "user", ui_tree=path) as driver:
        driver.until(path.exists, "the tree")
        probe = Probe(driver.app)
        probe.moving = True
        driver.app.go_to(probe)
        driver.pump(10)
        assert driver.app.files.close()
        assert json.loads(path.read_text(encoding="utf-8"))["scene"] == "title"


def test_ui_tree_is_written_again_after_the_disk_refused_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows replaces no file that somebody just reads, be it the one who waits for the tree."""
    path, refused = tmp_path / "tree.json", list[Path]()
    replace_file = writer._replace

    def refuse_list_once(draft: Path, place: Path) -> None:
        if place == path and not refused and json.loads(draft.read_bytes())["scene"] == "language":
            refused.append(place)
            raise PermissionError(place)
        replace_file(draft, place)

    monkeypatch.setattr(writer, "_replace", refuse_list_once)
    with open_window(tmp_path / "user", ui_tree=path) as driver:
        driver.until(path.exists, "the tree")
        driver.click("English")
        driver.until(lambda: told(path)["scene"] == "language", "the list")
    assert refused


def told(path: Path) -> dict[str, Any]:
    """The tree that was written last."""
    tree: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return tree


def test_ui_tree_is_updated_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tree.json"
    with open_window(tmp_path / "user", ui_tree=path) as driver:
        sit_down(driver, saved_match(["go", "go", "go", "go"]))
        driver.until(
            lambda: path.exists() and told(path)["scene"] == "table" and told(path)["settled"], "the table's tree"
        )
        monkeypatch.setattr(ScriptedBots, "poll", lambda _bots: None)
        driver.key(pygame.K_1)
        driver.key(pygame.K_RETURN)
        driver.until(lambda: "is playing" in str([c["name"] for c in told(path)["controls"]]), "the bot's turn")
        assert not told(path)["settled"]


def test_ui_tree_is_updated_while_a_review_computes(tmp_path: Path) -> None:
    """That takes half a minute: what it has found is told meanwhile."""
    path = tmp_path / "tree.json"
    with open_window(tmp_path / "user", ui_tree=path) as driver:
        driver.until(path.exists, "the tree")
        review = ScriptedReview(findings("winning_moves", 4, Seating.SOLO)[:-4], is_done=False)
        look_back(driver, played_match(), 1, review=review)
        driver.until(lambda: any(c["name"].startswith("Calculating… ") for c in told(path)["controls"]), "the progress")
        review.tell([], is_done=True)
        driver.until(lambda: "next_pin" in {c["id"] for c in told(path)["controls"]}, "the pins")


def test_mouse_position_in_points_is_converted_to_pixels(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameWindow, "size", property(lambda _window: (2560, 1440)))
    event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(100, 50), button=1)
    assert driver.app.window.in_pixels(event).pos == (200, 100)


def test_unwritable_folder_is_reported_once_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with open_window(tmp_path / "file" / "user", language=None) as driver:
        driver.app.set_language("fr")
        driver.until(lambda: driver.scene == "notice", "the notice")
        driver.settle()
        driver.key(pygame.K_RETURN)
        driver.app.set_language("en")
        driver.wait(0.2)
        assert driver.app.files.close()
        driver.pump(3)
        assert driver.scene == "title"


def run_game(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    values = {key: value for key, value in os.environ.items() if key not in UNWANTED}
    values.update(environment)
    command = [sys.executable, "-m", "game", "--user-dir", str(tmp_path)]
    return subprocess.run(command, cwd=ROOT, env=values, capture_output=True, text=True, timeout=60, check=False)


def test_missing_display_is_reported_in_one_sentence(tmp_path: Path) -> None:
    result = run_game(tmp_path, SDL_VIDEODRIVER="x11")
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "no window can be opened" in result.stderr
