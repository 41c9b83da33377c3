"""The table is painted in slices before it is seen for the first time: no frame is long, and nothing is half drawn."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pygame
import pytest

from game import navigation
from game.drivers.words import remark_lines
from game.features.play.scene import TableScene
from game.features.title.scene import TitleScene
from game.i18n import LANGUAGES
from game.match.bots.client import InlineBots
from game.match.plan import DEFAULT_PLAN
from game.match.session import Session
from game.navigation import load_ahead
from game.ui.drawing import art
from tests.features.play.table_driver import fresh_picture
from tests.window import Driver, middle, open_window


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """A window whose clock moves while something is painted, as the real one does."""
    with open_window(tmp_path) as opened:
        opened.settle()
        ticks = itertools.count()
        opened.app.clock = lambda: opened.clock.now_s + next(ticks) * 0.006
        yield opened


def open_table(driver: Driver) -> None:
    app = driver.app
    app.start_session(Session.new(DEFAULT_PLAN, seed=1, files=app.files, clock=app.clock, bots=InlineBots()))
    app.show_table()


def frames_until_shown(driver: Driver) -> int:
    """Let frames pass until what is being prepared is on the screen."""
    for number in itertools.count():
        if not driver.app.presenter.is_preparing:
            return number
        driver.pump()
    raise AssertionError


def test_title_stays_visible_until_the_table_is_painted(driver: Driver) -> None:
    title, presented = driver.pixels(), driver.app.presenter.frames_presented
    open_table(driver)
    driver.pump()
    assert driver.app.presenter.is_preparing
    assert (driver.pixels(), driver.app.presenter.frames_presented) == (title, presented)
    assert frames_until_shown(driver) > 3
    assert driver.pixels() != title
    driver.settle()
    assert driver.pixels() == fresh_picture(driver)


def test_table_not_seen_yet_cannot_be_pressed(driver: Driver) -> None:
    open_table(driver)
    driver.pump()
    menu = pygame.Rect(driver.control("menu").rect).center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.post(kind, pos=menu, button=1)
    assert driver.app.presenter.is_preparing
    assert driver.scene == "table"
    frames_until_shown(driver)
    driver.settle()
    driver.press("menu")
    assert driver.scene == "menu"


@pytest.mark.parametrize("change", ["language", "size", "leave"])
def test_table_in_preparation_may_be_laid_out_anew_or_left(driver: Driver, change: str) -> None:
    open_table(driver)
    driver.pump()
    if change == "language":
        driver.app.next_language()
    elif change == "size":
        driver.app.window.resize((1000, 640))
    else:
        driver.app.go_home()
    driver.settle()
    assert not driver.app.presenter.is_preparing
    assert isinstance(driver.app.scene, TableScene) is (change != "leave")
    if change != "leave":
        assert driver.pixels() == fresh_picture(driver)


def test_table_in_preparation_follows_a_resize_at_once(driver: Driver) -> None:
    open_table(driver)
    driver.pump()
    assert driver.app.presenter.is_preparing
    presented = driver.app.presenter.frames_presented
    driver.app.window.resize((1000, 640))
    driver.pump()
    assert not driver.app.presenter.is_preparing
    assert driver.app.presenter.frames_presented == presented + 1


def test_error_during_preparation_can_be_answered_at_once(driver: Driver) -> None:
    open_table(driver)
    driver.pump()
    assert driver.app.presenter.is_preparing
    driver.may_fail = True
    with mock.patch.object(TableScene, "preload", side_effect=RuntimeError("on purpose")):
        driver.pump()
    assert driver.scene == "error"
    assert not driver.app.presenter.is_preparing


def open_settings(driver: Driver) -> None:
    driver.look()
    art.SurfaceCache.clear_all()
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.post(kind, pos=middle(driver.control("settings")), button=1)
    assert driver.scene == "settings"


def test_screen_is_shown_only_once_it_is_whole(driver: Driver) -> None:
    open_settings(driver)
    title, presented = driver.pixels(), driver.app.presenter.frames_presented
    assert driver.app.presenter.is_preparing
    assert frames_until_shown(driver) > 3
    assert driver.app.presenter.frames_presented == presented + 1
    shown = driver.pixels()
    driver.settle()
    whole = driver.app.presenter.render_scenes(driver.app.visible_scenes)
    assert driver.pixels() == shown == pygame.image.tobytes(whole, "RGB") != title


def test_key_waits_for_the_screen_it_is_meant_for(driver: Driver) -> None:
    open_settings(driver)
    first = driver.focused
    driver.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="")
    assert driver.focused == first
    frames_until_shown(driver)
    driver.pump()
    assert driver.focused != first
    driver.press("close")
    open_settings(driver)
    driver.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")
    assert driver.scene == "settings"
    frames_until_shown(driver)
    driver.pump()
    assert driver.scene == "title"


def test_mouse_press_does_not_reach_a_screen_not_seen_yet(driver: Driver) -> None:
    open_settings(driver)
    close = middle(driver.control("close"))
    driver.post(pygame.MOUSEMOTION, pos=close, rel=(0, 0), buttons=(0, 0, 0))
    driver.post(pygame.MOUSEBUTTONDOWN, pos=close, button=1)
    driver.post(pygame.MOUSEBUTTONUP, pos=close, button=1)
    frames_until_shown(driver)
    driver.pump()
    assert driver.scene == "settings"
    assert [widget.id for widget in driver.controls.widgets if widget.hovered] == ["close"]


def test_mouse_press_waits_while_the_same_screen_is_drawn_anew(driver: Driver) -> None:
    driver.press("roadbook")
    driver.settle()
    art.SurfaceCache.clear_all()
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.post(kind, pos=middle(driver.control("tabs.drivers")), button=1)
    assert driver.app.presenter.is_preparing
    close = middle(driver.control("close"))
    driver.post(pygame.MOUSEBUTTONDOWN, pos=close, button=1)
    driver.post(pygame.MOUSEBUTTONUP, pos=close, button=1)
    assert driver.scene == "roadbook"
    frames_until_shown(driver)
    driver.pump()
    assert driver.scene == "title"


def test_entrance_animation_begins_once_it_is_seen(driver: Driver) -> None:
    art.SurfaceCache.clear_all()
    driver.app.go_home()
    title = driver.top(TitleScene)
    driver.pump()
    assert frames_until_shown(driver) > 3
    assert title.timeline.elapsed_s == 0
    driver.pump()
    assert title.timeline.is_running


NOT_AHEAD = re.compile(
    r"game\.(bench|achievement_sources|features\.(title\.already_open|replay\.command)|ui\.screen_reader)"
)
"""What a command, the start or a screen reader imports: not a game under way."""


def test_late_imports_are_all_made_ahead() -> None:
    code = "import sys; from game import app, navigation; navigation.load_ahead()"
    command = [sys.executable, "-c", f"{code}; print(*sys.modules)"]
    ahead = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    package = Path(navigation.__file__).parent
    sources = [path.read_text(encoding="utf-8") for path in package.rglob("*.py") if path.parent.name != "bench"]
    late = {name for text in sources for name in re.findall(r"^ {8,}from ((?:game|babel)\.[\w.]+) import", text, re.M)}
    late = {name for name in late if not NOT_AHEAD.match(name) and not name.startswith("babel.messages")}
    assert late
    assert late - set(ahead) == set()


def test_title_imports_no_bot_and_no_match_statistics() -> None:
    code = "import sys; from game import app; print(*sys.modules)"
    known = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    game = r"game\.(match\.session|features\.milestones\.model|career\.(digest|ledger))\b"
    later = rf"sqlite3|multiprocessing|ai\.(bots|search|review)|{game}"
    assert [name for name in known if re.match(later, name)] == []


def test_driver_remarks_are_read_ahead_in_every_language() -> None:
    remark_lines.cache_clear()
    load_ahead()
    with mock.patch("game.drivers.words.load_asset", side_effect=AssertionError("read in a frame")):
        assert all(remark_lines(code) for code in LANGUAGES)


def test_way_taken_while_screens_are_imported_leads_on_when_they_are(driver: Driver) -> None:
    is_loaded = threading.Event()
    loader = driver.app.loader = threading.Thread(target=is_loaded.wait)
    loader.start()
    driver.press("settings")
    driver.pump()
    assert (driver.scene, driver.app.is_settled) == ("title", False)
    is_loaded.set()
    loader.join()
    driver.pump()
    assert driver.scene == "settings"


def test_screen_that_cannot_be_imported_ahead_ends_nothing(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    with mock.patch.dict(sys.modules, {"game.ways": None}):
        driver.app._load_ahead()
    assert "screens" in caplog.text
    driver.press("settings")
    assert driver.scene == "settings"
