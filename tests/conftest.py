"""What the tests' programs share, so that it is not made anew for every window."""

from __future__ import annotations

import gc
import os
import signal
import sqlite3
import sys

# Before pygame is imported anywhere: no window and no sound appear on the developer's screen.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

import hypothesis
import platformdirs
import pygame
import pytest
from pygame import Surface

from game.i18n import set_language
from game.ui import window
from game.ui.drawing import art, text
from game.ui.drawing.preloader import Preloader, SurfaceRequest
from tests.nightly import examples

hypothesis.settings.register_profile("daily", max_examples=examples(100), deadline=None)
if hypothesis.settings.get_current_profile_name() == "default":
    hypothesis.settings.load_profile("daily")

KEPT_PX = 64_000_000
"""Four bytes each."""

CONNECT = sqlite3.connect

KEPT_TEXTS = {"_font": 1024, "_width": None, "_wrap_paragraph": None}
"""How many fonts, widths and broken paragraphs: a screen in all languages and windows has more than a game needs."""


class Rasterised:
    """Pictures rasterised so far in this process, the ones used last; whoever asks gets a copy."""

    def __init__(self) -> None:
        self._rasterise = pygame.image.load_sized_svg
        self._kept: OrderedDict[tuple[bytes, tuple[int, int]], Surface] = OrderedDict()
        self._px = 0
        self._lock = Lock()  # pictures are rasterised ahead in another thread

    def __call__(self, file: BytesIO, size: tuple[int, int]) -> Surface:
        key = (file.getvalue(), size)
        with self._lock:
            known = self._kept.get(key)
        known = known or self._rasterise(file, size)
        with self._lock:
            self._keep(key, known)
        return known.copy()

    def _keep(self, key: tuple[bytes, tuple[int, int]], surface: Surface) -> None:
        if key not in self._kept:
            self._px += area(surface)
        self._kept[key] = surface
        self._kept.move_to_end(key)
        while self._px > KEPT_PX:
            self._px -= area(self._kept.popitem(last=False)[1])


def pytest_configure(config: pytest.Config) -> None:
    """Keep what is compiled, beside no source if that is not wanted: else each of many processes does it again.

    Who wants no cache at all (``-p no:cacheprovider``), as with mutants, gets none. What is started in the background
    of a shell ignores interrupts, and so would all that the tests start.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.dont_write_bytecode and config.pluginmanager.has_plugin("cacheprovider"):
        kept = platformdirs.user_cache_dir("milestone-rally-bytecode", appauthor=False)
        sys.pycache_prefix, sys.dont_write_bytecode = kept, False
        os.environ["PYTHONPYCACHEPREFIX"] = kept
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a size in pixels as in ``960x540``."""
    match val:
        case (int(width), int(height)):
            return f"{width}x{height}"
    return None


def pytest_collection_finish() -> None:
    """Never look for garbage again among what was imported and collected: that is half a million objects each time."""
    gc.freeze()


def connect_without_sync(path: Path, **options: Any) -> sqlite3.Connection:
    """In place of ``sqlite3.connect``: what is committed does not wait for the disk."""
    db = CONNECT(path, **options)
    with suppress(sqlite3.Error):  # of a file that is no database, which the program is to find out
        sqlite3.Connection.execute(db, "PRAGMA synchronous = OFF")  # a test may count the calls of its own kind
    return db


def area(surface: Surface) -> int:
    return surface.get_width() * surface.get_height()


def make_at_once(
    key: Hashable, make: Callable[[], Surface], keep: Callable[[Surface], object] | None = None, slot: Hashable = None
) -> bool:
    """In place of ``Preloader.request``: no surface that is kept depends on how fast a thread is."""
    if keep is None:
        return Preloader.request(art.PRELOADER, key, make, slot=slot)
    if key in art.PRELOADER._requests:
        return False
    done = Future[Surface]()
    done.set_result(make())
    art.PRELOADER._requests[key] = SurfaceRequest(done, keep, None)
    return True


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[Callable[[], None]]:
    """Keep what is drawn when a window is closed, and memory, and do not wait for the disk: that is half of the time.

    The value lets go of all that was drawn, as closing a window does outside of the tests.
    """
    pygame.font.init()
    forget = window.clear_drawing_caches
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.image, "load_sized_svg", Rasterised())
        patch.setattr(window, "clear_drawing_caches", art.PRELOADER.forget_all)
        patch.setattr(art.PRELOADER, "request", make_at_once)
        for name, most in KEPT_TEXTS.items():
            patch.setattr(text, name, lru_cache(most)(getattr(text, name).__wrapped__))
        patch.setattr(window, "tune_malloc", lambda: None)  # pages given back are pages to be filled anew
        patch.setattr(os, "fsync", lambda _descriptor: None)  # nobody pulls the plug
        patch.setattr(sqlite3, "connect", connect_without_sync)
        yield forget


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Leave no test's language to the next one."""
    yield
    set_language("en")
